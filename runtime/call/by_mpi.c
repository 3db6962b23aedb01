/* SPDX-License-Identifier: BSD-3-Clause
 * A call by MPI's own routine.
 */
#include "call/by_mpi.h"

#include <limits.h>

/* Whether it needs the routine for large counts. Before 4.0 MPI has none. */
static inline __attribute__((unused)) bool is_large(const struct rg_call *k)
{
	return k->counts.large || k->in_counts.large || k->count > INT_MAX || k->in_count > INT_MAX;
}

#define BY_MPI(NAME, name, Entry, large, arguments, ...)                                          \
	static int name(const struct rg_call *k)                                                  \
	{                                                                                         \
		RG_WITH_C(large,                                                                  \
		          if (is_large(k)) return PMPI_##Entry##_c(RG_LIST(RG_OF_c, arguments));) \
		return PMPI_##Entry(RG_LIST(RG_OF, arguments));                                   \
	}
RG_ROWS(BY_MPI)

#define ROUTINE(NAME, name, ...) [RG_##NAME] = name,
static int (*const routines[RG_COLLECTIVES])(const struct rg_call *k) = {RG_ROWS(ROUTINE)};

int rg_by_mpi(const struct rg_call *k)
{
	return routines[k->which](k);
}
