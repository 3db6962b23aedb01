/* SPDX-License-Identifier: BSD-3-Clause
 * catalogue: which algorithm serves which collective.
 */
#include "engine/catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define DECLARED(nothing, family, file) extern const struct rg_algorithm rg_##file##_##family;
#define RG_COLLECTIVE(NAME, name, Entry, family, ...) RG_BY_##family(DECLARED, )
#include "ringgen/collectives.def"
#undef RG_COLLECTIVE

/* An algorithm is in the file of its name, in the folder of its family. */
#define ROW(NAME, name, family, file) \
	{RG_##NAME, #name, &rg_##file##_##family, #family "/" #file ".c", "rg_" #file "_" #family},
#define RG_COLLECTIVE(NAME, name, Entry, family, ...) RG_BY_##family(ROW, NAME, name)

const struct rg_routine rg_routines[RG_ROUTINES] = {
#include "ringgen/collectives.def"
};

static bool is_first(int i)
{
	return i == 0 || rg_routines[i - 1].collective != rg_routines[i].collective;
}

static bool is_default(int i)
{
	const struct rg_routine *r = &rg_routines[i];
	return strcmp(r->algorithm->name, rg_collectives[r->collective].by_default) == 0;
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
		if (is_first(i))
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

/* All routines of the collective of routine i, its first, or its default. */
static void want_collective(int i, bool every, bool wanted[RG_ROUTINES])
{
	for (int k = i; k < RG_ROUTINES && rg_routines[k].collective == rg_routines[i].collective;
	     k++)
		wanted[k] |= every || is_default(k);
}

/* One entry of the list, n characters; not "all". */
static char *parse_entry(const char *word, size_t n, bool every, bool wanted[RG_ROUTINES])
{
	const char *equals = memchr(word, '=', n);
	int i = find_collective(word, equals ? (size_t)(equals - word) : n);
	if (i < 0)
		return no_collective(word, n);
	if (!equals) {
		want_collective(i, every, wanted);
		return NULL;
	}
	size_t rest = n - (size_t)(equals + 1 - word);
	int found = find_algorithm(i, equals + 1, rest);
	if (found < 0)
		return no_algorithm(i, equals + 1, rest);
	wanted[found] = true;
	return NULL;
}

/* "all" or "all=ALGORITHM", n characters: each collective of which nothing is wanted yet. */
static char *want_the_rest(const char *word, size_t n, bool every, bool wanted[RG_ROUTINES])
{
	bool served[RG_COLLECTIVES] = {0}, by_name = n > 3, found = false;
	for (int i = 0; i < RG_ROUTINES; i++)
		served[rg_routines[i].collective] |= wanted[i];
	for (int i = 0; i < RG_ROUTINES; i++) {
		int k = by_name ? find_algorithm(i, word + 4, n - 4) : i;
		found |= is_first(i) && k >= 0;
		if (!is_first(i) || served[rg_routines[i].collective] || k < 0)
			continue;
		if (by_name)
			wanted[k] = true;
		else
			want_collective(i, every, wanted);
	}
	if (found)
		return NULL;
	struct rg_text text = {0};
	rg_textf(&text, "'%.*s' is not an algorithm", (int)(n - 4), word + 4);
	return text.s;
}

static bool is_all(const char *word, size_t n)
{
	return is("all", word, n) || (n > 3 && strncmp(word, "all=", 4) == 0);
}

char *rg_catalogue_ops(const char *list, bool every, bool wanted[RG_ROUTINES])
{
	const char *all = NULL;
	for (int i = 0; i < RG_ROUTINES; i++)
		wanted[i] = false;
	for (;; list++) {
		size_t n = strcspn(list, ",");
		if (is_all(list, n))
			all = list;
		char *wrong = all == list ? NULL : parse_entry(list, n, every, wanted);
		if (wrong)
			return wrong;
		list += n;
		if (!*list)
			break;
	}
	return all ? want_the_rest(all, strcspn(all, ","), every, wanted) : NULL;
}

/* For the same bits everywhere: routine i, which alone was wanted of its collective, or none of
 * its collective, combines in the order of the ranks. */
static char *no_order(int i, bool alone)
{
	struct rg_text text = {0};
	rg_textf(&text, "%s for %s %s in the order of the ranks, as --reproducible asks",
	         alone ? rg_routines[i].algorithm->name : "no algorithm", rg_routines[i].name,
	         alone ? "does not combine" : "combines");
	return text.s;
}

char *rg_catalogue_keep_ordered(bool wanted[RG_ROUTINES])
{
	for (int i = 0, next; i < RG_ROUTINES; i = next) {
		int were = 0, are = 0, last = i;
		for (next = i; next < RG_ROUTINES &&
		               rg_routines[next].collective == rg_routines[i].collective;
		     next++) {
			last = wanted[next] ? next : last;
			were += wanted[next];
			wanted[next] &= !rg_routines[next].algorithm->commutes;
			are += wanted[next];
		}
		if (were && !are)
			return no_order(last, were == 1);
	}
	return NULL;
}
