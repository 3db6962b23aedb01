/* SPDX-License-Identifier: BSD-3-Clause
 * The nonblocking and persistent collectives under MPI's own names. What is not ours goes to the
 * next library, as it came.
 */
#include "preload/names/handles.h"
#include "preload/names/next.h"
#include "preload/names/takeover.h"

#define TAKE(Entry, TAKES, SETS, NAME, arguments, ...)                                       \
	RG_TAKEN int MPI_##Entry(RG_LIST(TAKES, arguments), MPI_Request *request)            \
	{                                                                                    \
		RG_NEXT_HERE(Entry);                                                         \
		if (rg_takes_calls() && request) {                                           \
			RG_CALL(SETS, rg_bound, NAME, arguments, __VA_ARGS__);               \
			struct rg_operation *beside;                                         \
			int err;                                                             \
			call.form = RG_NONBLOCKING;                                          \
			if (rg_handle_make(&call, request, false, &beside, &err))            \
				return err;                                                  \
			if (beside)                                                          \
				*request = MPI_REQUEST_NULL;                                 \
			err = RG_NEXT(Entry)(RG_LIST(RG_GIVES, arguments), request);         \
			return beside ? rg_handle_beside(beside, request, false, err) : err; \
		}                                                                            \
		return RG_NEXT(Entry)(RG_LIST(RG_GIVES, arguments), request);                \
	}
#define NAMES(NAME, name, Entry, large, ...)                \
	TAKE(I##name, RG_TAKES, RG_SETS, NAME, __VA_ARGS__) \
	RG_WITH_C(large, TAKE(I##name##_c, RG_TAKES_c, RG_SETS_c, NAME, __VA_ARGS__))

RG_ROWS(NAMES)

/* Persistent ones, which have an info, too. */
#if RINGGEN_PERSISTENT
#define TAKE_INIT(Entry, TAKES, SETS, NAME, arguments, ...)                                      \
	RG_TAKEN int MPI_##Entry(RG_LIST(TAKES, arguments), MPI_Info info, MPI_Request *request) \
	{                                                                                        \
		RG_NEXT_HERE(Entry);                                                             \
		if (rg_takes_calls() && request) {                                               \
			RG_CALL(SETS, rg_preload_persistent(), NAME, arguments, __VA_ARGS__);    \
			struct rg_operation *none;                                               \
			int err;                                                                 \
			call.form = RG_PERSISTENT;                                               \
			if (rg_handle_make(&call, request, false, &none, &err))                  \
				return err;                                                      \
		}                                                                                \
		return RG_NEXT(Entry)(RG_LIST(RG_GIVES, arguments), info, request);              \
	}
#define INIT_NAMES(NAME, name, Entry, large, ...)                     \
	TAKE_INIT(Entry##_init, RG_TAKES, RG_SETS, NAME, __VA_ARGS__) \
	RG_WITH_C(large, TAKE_INIT(Entry##_init_c, RG_TAKES_c, RG_SETS_c, NAME, __VA_ARGS__))

RG_ROWS(INIT_NAMES)
#endif
