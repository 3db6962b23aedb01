/* SPDX-License-Identifier: BSD-3-Clause
 * plan: which algorithm serves which collective.
 */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

extern const struct rg_algorithm rg_ring_allreduce, rg_ring_allgather, rg_ring_reduce_scatter;

const struct rg_routine rg_routines[RG_COLLECTIVES] = {
	{RG_ALLREDUCE, "allreduce", &rg_ring_allreduce, "ring_allreduce.c", "rg_ring_allreduce"},
	{RG_ALLGATHER, "allgather", &rg_ring_allgather, "ring_allgather.c", "rg_ring_allgather"},
	{RG_ALLGATHERV, "allgatherv", &rg_ring_allgather, "ring_allgather.c", "rg_ring_allgather"},
	{RG_REDUCE_SCATTER, "reduce_scatter", &rg_ring_reduce_scatter, "ring_reduce_scatter.c",
         "rg_ring_reduce_scatter"},
	{RG_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", &rg_ring_reduce_scatter,
         "ring_reduce_scatter.c", "rg_ring_reduce_scatter"},
};

static int find(const char *word, size_t n)
{
	for (int i = 0; i < RG_COLLECTIVES; i++)
		if (strlen(rg_routines[i].name) == n && strncmp(rg_routines[i].name, word, n) == 0)
			return i;
	return -1;
}

char *rg_plan_ops(const char *list, bool wanted[RG_COLLECTIVES])
{
	for (int i = 0; i < RG_COLLECTIVES; i++)
		wanted[i] = false;
	for (;; list++) {
		size_t n = strcspn(list, ",");
		bool all = n == 3 && strncmp(list, "all", n) == 0;
		int found = find(list, n);
		if (found < 0 && !all)
			return rg_strndup(list, n);
		for (int i = 0; i < RG_COLLECTIVES; i++)
			wanted[i] |= all || i == found;
		list += n;
		if (!*list)
			return NULL;
	}
}
