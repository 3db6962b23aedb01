/* SPDX-License-Identifier: BSD-3-Clause
 * The blocking collectives under MPI's own names. What is not ours goes to the next library, as it
 * came.
 */
#include "entry/blocking.h"
#include "preload/names/next.h"
#include "preload/names/takeover.h"

/* Where the names are not ours, and where calls are left to MPI, no call is made: some branches,
 * and a jump to the next library. */
#define TAKE(Entry, TAKES, SETS, NAME, arguments, ...)                                             \
	static struct rg_next next_##Entry = {.name = "MPI_" #Entry,                               \
	                                      .otherwise = (rg_function *)PMPI_##Entry};           \
	RG_PASSES(passes_##Entry, TAKES, SETS, NAME, arguments, __VA_ARGS__)                       \
	static __attribute__((noinline)) int take_##Entry(RG_LIST(TAKES, arguments))               \
	{                                                                                          \
		struct rg_context *last = rg_context_last(rg_bound, comm);                         \
		if (last && last->handed_on)                                                       \
			return NEXT(Entry)(RG_LIST(RG_GIVES, arguments));                          \
		RG_CALL(SETS, rg_bound, NAME, arguments, __VA_ARGS__);                             \
		int err;                                                                           \
		if (rg_serve_on(last, &call, &err))                                                \
			return err;                                                                \
		return rg_served(&call, NEXT(Entry)(RG_LIST(RG_GIVES, arguments)));                \
	}                                                                                          \
	RG_TAKEN int MPI_##Entry(RG_LIST(TAKES, arguments))                                        \
	{                                                                                          \
		return !rg_takes_calls() || passes_##Entry(rg_bound, RG_LIST(RG_GIVES, arguments)) \
		               ? NEXT(Entry)(RG_LIST(RG_GIVES, arguments))                         \
		               : take_##Entry(RG_LIST(RG_GIVES, arguments));                       \
	}
#define NEXT(Entry) ((__typeof__(&PMPI_##Entry))rg_next_of(&next_##Entry))

#define NAMES(NAME, name, Entry, large, ...)              \
	TAKE(Entry, RG_TAKES, RG_SETS, NAME, __VA_ARGS__) \
	RG_WITH_C(large, TAKE(Entry##_c, RG_TAKES_c, RG_SETS_c, NAME, __VA_ARGS__))

RG_ROWS(NAMES)
