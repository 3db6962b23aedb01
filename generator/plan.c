/* SPDX-License-Identifier: BSD-3-Clause
 * plan: which algorithm serves which collective.
 */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

extern const struct rg_algorithm rg_ring_allreduce, rg_ring_allgather, rg_ring_reduce_scatter,
	rg_recursive_doubling_allreduce, rg_butterfly_allreduce, rg_smp_binomial_allreduce,
	rg_smp_butterfly_allreduce, rg_columns_allreduce, rg_columns_allgather,
	rg_columns_reduce_scatter, rg_factored_allreduce, rg_factored_allgather,
	rg_factored_reduce_scatter, rg_gather_allreduce, rg_pairwise_reduce_scatter,
	rg_halving_reduce_scatter;

/* An algorithm is in the template of its name. */
#define BY(algorithm) &rg_##algorithm, #algorithm ".c", "rg_" #algorithm

const struct rg_routine rg_routines[RG_ROUTINES] = {
	{RG_ALLREDUCE, "allreduce", BY(ring_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(recursive_doubling_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(butterfly_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(smp_binomial_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(smp_butterfly_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(columns_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(factored_allreduce)},
	{RG_ALLREDUCE, "allreduce", BY(gather_allreduce)},
	{RG_ALLGATHER, "allgather", BY(ring_allgather)},
	{RG_ALLGATHER, "allgather", BY(columns_allgather)},
	{RG_ALLGATHER, "allgather", BY(factored_allgather)},
	{RG_ALLGATHERV, "allgatherv", BY(ring_allgather)},
	{RG_ALLGATHERV, "allgatherv", BY(columns_allgather)},
	{RG_ALLGATHERV, "allgatherv", BY(factored_allgather)},
	{RG_REDUCE_SCATTER, "reduce_scatter", BY(ring_reduce_scatter)},
	{RG_REDUCE_SCATTER, "reduce_scatter", BY(columns_reduce_scatter)},
	{RG_REDUCE_SCATTER, "reduce_scatter", BY(factored_reduce_scatter)},
	{RG_REDUCE_SCATTER, "reduce_scatter", BY(pairwise_reduce_scatter)},
	{RG_REDUCE_SCATTER, "reduce_scatter", BY(halving_reduce_scatter)},
	{RG_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", BY(ring_reduce_scatter)},
	{RG_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", BY(columns_reduce_scatter)},
	{RG_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", BY(factored_reduce_scatter)},
	{RG_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", BY(pairwise_reduce_scatter)},
	{RG_REDUCE_SCATTER_BLOCK, "reduce_scatter_block", BY(halving_reduce_scatter)},
};

static bool is_first(int i)
{
	return i == 0 || rg_routines[i - 1].collective != rg_routines[i].collective;
}

/* The next routine of the same collective; RG_ROUTINES: there is none. */
static int next_routine(int i)
{
	bool more =
		i + 1 < RG_ROUTINES && rg_routines[i + 1].collective == rg_routines[i].collective;
	return more ? i + 1 : RG_ROUTINES;
}

/* The default among the routines from the collective's first on; RG_ROUTINES: it has none. */
static int default_of(int i, bool ordered)
{
	while (ordered && i < RG_ROUTINES && rg_routines[i].algorithm->commutes)
		i = next_routine(i);
	return i;
}

static bool is(const char *name, const char *word, size_t n)
{
	return strlen(name) == n && strncmp(name, word, n) == 0;
}

/* The first routine of the collective called so, or -1. */
static int find_collective(const char *word, size_t n)
{
	for (int i = 0; i < RG_ROUTINES; i++)
		if (is(rg_routines[i].name, word, n))
			return i;
	return -1;
}

/* The routine of the collective whose first is i, by the algorithm called so; or RG_ROUTINES. */
static int find_algorithm(int i, const char *word, size_t n)
{
	while (i < RG_ROUTINES && !is(rg_routines[i].algorithm->name, word, n))
		i = next_routine(i);
	return i;
}

static char *no_collective(const char *word, size_t n)
{
	struct rg_text text = {0};
	rg_textf(&text, "'%.*s' is not a collective that ringgen knows (", (int)n, word);
	for (int i = 0; i < RG_ROUTINES; i++)
		if (is_first(i))
			rg_textf(&text, "%s, ", rg_routines[i].name);
	rg_text_add(&text, "all)");
	return text.s;
}

static char *no_algorithm(int i, const char *word, size_t n)
{
	struct rg_text text = {0};
	rg_textf(&text, "'%.*s' is not an algorithm for %s (", (int)n, word, rg_routines[i].name);
	for (int k = i; k < RG_ROUTINES; k = next_routine(k))
		rg_textf(&text, "%s%s", k > i ? ", " : "", rg_routines[k].algorithm->name);
	rg_text_add(&text, ")");
	return text.s;
}

/* For the same bits everywhere: routine i, the first of its collective or the one that was named,
 * does not do. */
static char *no_order(int i, bool named)
{
	struct rg_text text = {0};
	rg_textf(&text, "%s for %s %s in the order of the ranks, as --reproducible asks",
	         named ? rg_routines[i].algorithm->name : "no algorithm", rg_routines[i].name,
	         named ? "does not combine" : "combines");
	return text.s;
}

/* One entry of the list, n characters. */
static char *parse_entry(const char *word, size_t n, bool ordered, bool wanted[RG_ROUTINES])
{
	const char *equals = memchr(word, '=', n);
	int first = find_collective(word, equals ? (size_t)(equals - word) : n);
	if (first < 0)
		return no_collective(word, n);
	size_t rest = equals ? n - (size_t)(equals + 1 - word) : 0;
	int i = equals ? find_algorithm(first, equals + 1, rest) : default_of(first, ordered);
	if (equals && i == RG_ROUTINES)
		return no_algorithm(first, equals + 1, rest);
	if (i == RG_ROUTINES || (ordered && rg_routines[i].algorithm->commutes))
		return no_order(equals ? i : first, equals);
	wanted[i] = true;
	return NULL;
}

/* The default of each collective of which nothing is wanted yet. */
static char *want_the_rest(bool ordered, bool wanted[RG_ROUTINES])
{
	for (int i = 0; i < RG_ROUTINES; i++) {
		bool any = !is_first(i);
		for (int k = i; k < RG_ROUTINES; k = next_routine(k))
			any |= wanted[k];
		if (any)
			continue;
		int k = default_of(i, ordered);
		if (k == RG_ROUTINES)
			return no_order(i, false);
		wanted[k] = true;
	}
	return NULL;
}

char *rg_plan_ops(const char *list, bool ordered, bool wanted[RG_ROUTINES])
{
	bool all = false;
	for (int i = 0; i < RG_ROUTINES; i++)
		wanted[i] = false;
	for (;; list++) {
		size_t n = strcspn(list, ",");
		bool is_all = is("all", list, n);
		char *wrong = is_all ? NULL : parse_entry(list, n, ordered, wanted);
		if (wrong)
			return wrong;
		all |= is_all;
		list += n;
		if (!*list)
			break;
	}
	return all ? want_the_rest(ordered, wanted) : NULL;
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
