/* SPDX-License-Identifier: BSD-3-Clause
 * plan: which algorithm serves which collective.
 */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

extern const struct rg_algorithm rg_ring_allreduce, rg_ring_allgather, rg_ring_reduce_scatter,
	rg_recursive_doubling_allreduce, rg_butterfly_allreduce, rg_smp_binomial_allreduce,
	rg_smp_butterfly_allreduce, rg_shared_allreduce, rg_shared_allgather,
	rg_shared_reduce_scatter;

/* An algorithm is in the template of its name. */
#define BY(algorithm) &rg_##algorithm, #algorithm ".c", "rg_" #algorithm

const struct rg_routine rg_routines[RG_ROUTINES] = {
	{RG_ALLREDUCE, "allreduce", BY(ring_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(recursive_doubling_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(butterfly_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(smp_binomial_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(smp_butterfly_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(shared_allreduce)},
	{RG_ALLGATHER, "allgather", BY(ring_allgather)},
	{RG_ALLGATHER, "allgather", BY(shared_allgather)},
	{RG_ALLGATHERV, "allgatherv", BY(ring_allgather)},
	{RG_ALLGATHERV, "allgatherv", BY(shared_allgather)},
	{RG_REDUCE_SCATTER, "reduce_scatter", BY(ring_reduce_scatter)},
	{RG_REDUCE_SCATTER, "reduce_scatter", BY(shared_reduce_scatter)},
	{RG_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", BY(ring_reduce_scatter)},
	{RG_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", BY(shared_reduce_scatter)},
};

static bool is_default(int i)
{
	return i == 0 || rg_routines[i - 1].collective != rg_routines[i].collective;
}

static bool is(const char *name, const char *word, size_t n)
{
	return strlen(name) == n && strncmp(name, word, n) == 0;
}

/* The default routine of the collective called so, or -1. */
static int find_collective(const char *word, size_t n)
{
	for (int i = 0; i < RG_ROUTINES; i++)
		if (is(rg_routines[i].name, word, n))
			return i;
	return -1;
}

/* The routine for the same collective as routine i by the algorithm called so, or -1. */
static int find_algorithm(int i, const char *word, size_t n)
{
	for (int k = i; k < RG_ROUTINES && rg_routines[k].collective == rg_routines[i].collective;
	     k++)
		if (is(rg_routines[k].algorithm->name, word, n))
			return k;
	return -1;
}

static char *no_collective(const char *word, size_t n)
{
	struct rg_text text = {0};
	rg_textf(&text, "'%.*s' is not a collective that ringgen knows (", (int)n, word);
	for (int i = 0; i < RG_ROUTINES; i++)
		if (is_default(i))
			rg_textf(&text, "%s, ", rg_routines[i].name);
	rg_text_add(&text, "all)");
	return text.s;
}

static char *no_algorithm(int i, const char *word, size_t n)
{
	struct rg_text text = {0};
	rg_textf(&text, "'%.*s' is not an algorithm for %s (", (int)n, word, rg_routines[i].name);
	for (int k = i; k < RG_ROUTINES && rg_routines[k].collective == rg_routines[i].collective;
	     k++)
		rg_textf(&text, "%s%s", k > i ? ", " : "", rg_routines[k].algorithm->name);
	rg_text_add(&text, ")");
	return text.s;
}

/* One entry of the list, n characters. */
static char *parse_entry(const char *word, size_t n, bool wanted[RG_ROUTINES])
{
	const char *equals = memchr(word, '=', n);
	int i = find_collective(word, equals ? (size_t)(equals - word) : n);
	if (i < 0)
		return no_collective(word, n);
	if (equals) {
		size_t rest = n - (size_t)(equals + 1 - word);
		int found = find_algorithm(i, equals + 1, rest);
		if (found < 0)
			return no_algorithm(i, equals + 1, rest);
		i = found;
	}
	wanted[i] = true;
	return NULL;
}

/* The default of each collective of which nothing is wanted yet. */
static void want_the_rest(bool wanted[RG_ROUTINES])
{
	for (int i = 0; i < RG_ROUTINES; i++) {
		bool any = false;
		for (int k = i; k < RG_ROUTINES; k++)
			any |= wanted[k] && rg_routines[k].collective == rg_routines[i].collective;
		wanted[i] |= is_default(i) && !any;
	}
}

char *rg_plan_ops(const char *list, bool wanted[RG_ROUTINES])
{
	bool all = false;
	for (int i = 0; i < RG_ROUTINES; i++)
		wanted[i] = false;
	for (;; list++) {
		size_t n = strcspn(list, ",");
		bool is_all = is("all", list, n);
		char *wrong = is_all ? NULL : parse_entry(list, n, wanted);
		if (wrong)
			return wrong;
		all |= is_all;
		list += n;
		if (!*list)
			break;
	}
	if (all)
		want_the_rest(wanted);
	return NULL;
}

const char *rg_plan_choose(const bool wanted[RG_ROUTINES],
                           const struct rg_routine *chosen[RG_COLLECTIVES])
{
	for (int i = 0; i < RG_COLLECTIVES; i++)
		chosen[i] = NULL;
	for (int i = 0; i < RG_ROUTINES; i++) {
		if (!wanted[i])
			continue;
		if (chosen[rg_routines[i].collective])
			return rg_routines[i].name;
		chosen[rg_routines[i].collective] = &rg_routines[i];
	}
	return NULL;
}
