/* SPDX-License-Identifier: BSD-3-Clause
 * catalogue: which algorithm serves which collective.
 */
#include "engine/catalogue.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/meant.h"
#include "base/text.h"
#include "ringgen/parts/rooted.h"

#define DECLARED(nothing, family, file) extern const struct rg_algorithm rg_##file##_##family;
#define DECLARE(NAME, name, Entry, large, arguments, family, ...) RG_BY_##family(DECLARED, )
RG_ROWS(DECLARE)

/* An algorithm is in the file of its name, in the folder of its family. */
#define ROW(NAME, name, family, file) \
	{RG_##NAME, #name, &rg_##file##_##family, #family "/" #file ".c", "rg_" #file "_" #family},
#define LIST(NAME, name, Entry, large, arguments, family, begins, ends, passes, reduces, lengths, \
             ...)                                                                                 \
	RG_FOR_##lengths(family)(ROW, NAME, name)

const struct rg_routine rg_routines[RG_ROUTINES] = {RG_ROWS(LIST)};

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

/* ---- What is wanted */

bool rg_same_parameters(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

bool rg_same_play(const struct rg_variant *a, const struct rg_variant *b)
{
	const struct rg_algorithm *first = a->routine ? a->routine->algorithm : NULL,
				  *second = b->routine ? b->routine->algorithm : NULL;
	return first == second && rg_same_parameters(a->parameters, b->parameters);
}

bool rg_same_variant(const struct rg_variant *a, const struct rg_variant *b)
{
	return a->routine == b->routine && rg_same_parameters(a->parameters, b->parameters);
}

/* A text that is kept. Whoever keeps one puts it in front of the others. */
struct kept {
	struct kept *next;
	char *text;
};
static _Atomic(struct kept *) all_kept;

/* The one with this text, from `first` on and before `end`; NULL: there is none. */
static struct kept *find_kept(struct kept *first, const struct kept *end, const char *text)
{
	while (first != end && strcmp(first->text, text) != 0)
		first = first->next;
	return first == end ? NULL : first;
}

const char *rg_parameters_kept(const char *parameters)
{
	struct kept *first = atomic_load(&all_kept), *found = find_kept(first, NULL, parameters);
	if (found)
		return found->text;
	struct kept *mine = rg_alloc(1, sizeof *mine);
	mine->text = rg_strdup(parameters);
	mine->next = first;
	/* Other threads may have kept some meanwhile, and this text, too. */
	while (!atomic_compare_exchange_weak(&all_kept, &first, mine)) {
		found = find_kept(first, mine->next, parameters);
		if (found) {
			free(mine->text);
			free(mine);
			return found->text;
		}
		mine->next = first;
	}
	return mine->text;
}

char *rg_variant_name(const struct rg_variant *v, char *buf, size_t n)
{
	const struct rg_algorithm *a = v->routine->algorithm;
	bool alone = !v->parameters || rg_own_name(a, v->parameters);
	snprintf(buf, n, "%s%s%s", rg_algorithm_name(a, v->parameters), alone ? "" : ":",
	         alone ? "" : v->parameters);
	return buf;
}

int rg_variant_excess(const struct rg_variant *v, int P, int machines)
{
	int others = (v->routine->algorithm->windows ? machines : P) - 1;
	if (v->routine->algorithm->takes != RG_PORTS)
		return 0;
	for (const char *s = v->parameters; s && *s; s += strcspn(s, " "))
		if (labs(strtol(s, (char **)&s, 10)) > others)
			return others;
	return 0;
}

/* Want it with these parameters, n characters, too; NULL: with none. */
static void want(struct rg_wanted *w, const char *parameters, size_t n)
{
	char *own = parameters ? rg_strndup(parameters, n) : NULL;
	for (int i = 0; i < w->n; i++)
		if (rg_same_parameters(w->parameters[i], own)) {
			free(own);
			return;
		}
	w->parameters = rg_realloc(w->parameters, (size_t)w->n + 1, sizeof *w->parameters);
	w->parameters[w->n++] = own;
}

static void forget(struct rg_wanted *w)
{
	while (w->n)
		free(w->parameters[--w->n]);
	free(w->parameters);
	*w = (struct rg_wanted){0};
}

/* Want routine i with all parameters that the planner tries, unless a user named some. */
static void want_routine(int i, struct rg_wanted wanted[RG_ROUTINES])
{
	const char *const *tries = rg_routines[i].algorithm->tries;
	if (wanted[i].named)
		return;
	if (!tries)
		want(&wanted[i], NULL, 0);
	for (; tries && *tries; tries++)
		want(&wanted[i], *tries, strlen(*tries));
}

void rg_wanted_all(struct rg_wanted wanted[RG_ROUTINES])
{
	for (int i = 0; i < RG_ROUTINES; i++) {
		wanted[i] = (struct rg_wanted){0};
		want_routine(i, wanted);
	}
}

void rg_wanted_free(struct rg_wanted wanted[RG_ROUTINES])
{
	for (int i = 0; i < RG_ROUTINES; i++)
		forget(&wanted[i]);
}

bool rg_wanted_alike(const struct rg_wanted *a, const struct rg_wanted *b)
{
	for (int i = 0; i < a->n && a->n == b->n; i++)
		if (!rg_same_parameters(a->parameters[i], b->parameters[i]))
			return false;
	return a->n == b->n;
}

/* ---- What users write */

/* The first routine of the collective called so, or -1. */
static int find_collective(const char *word, size_t n)
{
	for (int i = 0; i < RG_ROUTINES; i++)
		if (is(rg_routines[i].name, word, n))
			return i;
	return -1;
}

/* Which of the names of its tries an algorithm is called by here; -1: none. */
static int find_name(const struct rg_algorithm *a, const char *word, size_t n)
{
	for (int i = 0; a->names && a->names[i]; i++)
		if (is(a->names[i], word, n))
			return i;
	return -1;
}

/* The routine for the same collective as routine i by the algorithm called so, or -1. */
static int find_algorithm(int i, const char *word, size_t n)
{
	for (int k = i; k < RG_ROUTINES && rg_routines[k].collective == rg_routines[i].collective;
	     k++)
		if (is(rg_routines[k].algorithm->name, word, n) ||
		    find_name(rg_routines[k].algorithm, word, n) >= 0)
			return k;
	return -1;
}

/* "'WORD' is not WHAT", and which of the words may have been meant; else all of them. */
static char *no_word(const char *word, size_t n, const char *what, struct rg_text *words)
{
	struct rg_text text = {0};
	char *typed = rg_strndup(word, n), hint[RG_HINT];
	rg_nearest_hint(hint, sizeof hint, "", typed, words->s);
	rg_textf(&text, "'%s' is not %s%s", typed, what, hint);
	if (!*hint)
		rg_textf(&text, " (%s)", words->s);
	free(typed);
	rg_text_free(words);
	return text.s;
}

static char *no_collective(const char *word, size_t n)
{
	struct rg_text names = {0};
	for (int i = 0; i < RG_ROUTINES; i++)
		if (is_first(i))
			rg_textf(&names, "%s, ", rg_routines[i].name);
	rg_text_add(&names, "all");
	return no_word(word, n, "a collective that ringgen knows", &names);
}

/* The algorithms for the collective of routine i, behind those that are there. */
static void list_algorithms(int i, struct rg_text *names)
{
	for (int k = i; k < RG_ROUTINES && rg_routines[k].collective == rg_routines[i].collective;
	     k++) {
		const struct rg_algorithm *a = rg_routines[k].algorithm;
		rg_textf(names, "%s%s", names->len ? ", " : "", a->names ? a->names[0] : a->name);
		for (int name = 1; a->names && a->names[name]; name++)
			rg_textf(names, ", %s", a->names[name]);
	}
}

static char *no_algorithm(int i, const char *word, size_t n)
{
	struct rg_text names = {0};
	char what[64];
	snprintf(what, sizeof what, "an algorithm for %s", rg_routines[i].name);
	list_algorithms(i, &names);
	return no_word(word, n, what, &names);
}

/* Nor for any collective. */
static char *no_algorithm_at_all(const char *word, size_t n)
{
	struct rg_text names = {0}, text = {0};
	char *typed = rg_strndup(word, n), hint[RG_HINT];
	for (int i = 0; i < RG_ROUTINES; i++)
		if (is_first(i))
			list_algorithms(i, &names);
	rg_textf(&text, "'%s' is not an algorithm%s", typed,
	         rg_nearest_hint(hint, sizeof hint, "", typed, names.s));
	free(typed);
	rg_text_free(&names);
	return text.s;
}

/* The most steps that users can name: as many as an algorithm reads (ringgen/parts/exchange.h). */
enum { PORTS_MOST = 64 };

/* The fault in the ports of a routine, or NULL. */
static const char *ports_fault(const struct rg_routine *r, const char *word, size_t n)
{
	bool gathers = false;
	int count = 0;
	for (size_t i = 0; i < n; i += strspn(word + i, " ")) {
		bool minus = word[i] == '-';
		size_t digits = strspn(word + i + minus, "0123456789");
		if (!digits || digits > 6 || strspn(word + i + minus, "0") == digits)
			break;
		if (minus && rg_collectives[r->collective].passes == 1)
			return "a minus is for the reduce-scatter steps of an allreduce";
		if (minus && gathers)
			return "reduce-scatter steps, with a minus, come first";
		gathers |= !minus;
		i += digits + minus;
		if (++count == PORTS_MOST)
			return "so many steps are none";
		if (i >= n)
			return NULL;
	}
	return "numbers above 0, with blanks in between, as in factored:3 1";
}

/* The fault in a level, or NULL. */
static const char *level_fault(const char *word, size_t n)
{
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS; k++)
		if (is(rg_level_name((enum rg_level)k), word, n))
			return NULL;
	return "a level: " RG_LEVEL_LIST;
}

/* The fault in a tree, or NULL. */
static const char *tree_fault(const char *word, size_t n)
{
	const char *blank = memchr(word, ' ', n);
	size_t length = blank ? (size_t)(blank - word) : n;
	int i = 0;
	while (i < ROOTED_SHAPES && !is(rooted_shape_name((enum rooted_shape)i), word, length))
		i++;
	bool level = !blank || !level_fault(blank + 1, n - length - 1);
	if (i < ROOTED_SHAPES && level)
		return NULL;
	return "a tree: " ROOTED_SHAPE_LIST ", and perhaps a level behind it: " RG_LEVEL_LIST;
}

/* The fault in up to three numbers, then perhaps a level; or NULL. */
static const char *joins_fault(const char *word, size_t n)
{
	const char *wrong = "ports, 1 to 7, and perhaps the limits of fixed roots and of what is "
			    "joined, in bytes, and a level: " RG_LEVEL_LIST;
	int numbers = 0;
	size_t i = 0;
	for (size_t digits; numbers < 3 && (digits = strspn(word + i, "0123456789")); numbers++) {
		if (!numbers && (digits != 1 || word[i] < '1' || word[i] > '7'))
			return wrong;
		i += digits;
		i += i < n && word[i] == ' ';
	}
	if (!numbers || i > n)
		return wrong;
	return i == n || !level_fault(word + i, n - i) ? NULL : wrong;
}

/* The fault in a number, or NULL. */
static const char *number_fault(const char *word, size_t n)
{
	size_t digits = strspn(word, "0123456789");
	if (digits == n && n > 0 && n < 7 && strspn(word, "0") < n)
		return NULL;
	return "a number above 0, up to 999999";
}

/* The fault in perhaps a number, and perhaps a level behind it; or NULL. */
static const char *number_and_level_fault(const char *word, size_t n)
{
	const char *blank = memchr(word, ' ', n);
	size_t first = blank ? (size_t)(blank - word) : n, rest = blank ? n - first - 1 : 0;
	bool number = !number_fault(word, first);
	if (blank ? number && !level_fault(blank + 1, rest) : number || !level_fault(word, n))
		return NULL;
	return "perhaps a number above 0, up to 999999, and a level: " RG_LEVEL_LIST;
}

/* The words that may be among the parameters. */
static const char *words_for(enum rg_takes takes)
{
	return takes == RG_A_TREE      ? ROOTED_SHAPE_LIST ", " RG_LEVEL_LIST
	       : rg_takes_level(takes) ? RG_LEVEL_LIST
	                               : "";
}

/* The fault in the parameters of routine i: a phrase to be freed, or NULL. The word calls the
 * routine by a name of so many characters; the parameters stand behind it, up to character n. */
static char *parameters_fault(int i, const char *word, size_t name, size_t n)
{
	const struct rg_routine *r = &rg_routines[i];
	const char *parameters = word + name + 1;
	bool none = r->algorithm->takes == RG_NOTHING || !is(r->algorithm->name, word, name);
	n -= name + 1;
	const char *fault = none                                 ? "it takes no parameters"
	                    : r->algorithm->takes == RG_PORTS    ? ports_fault(r, parameters, n)
	                    : r->algorithm->takes == RG_A_TREE   ? tree_fault(parameters, n)
	                    : r->algorithm->takes == RG_JOINS    ? joins_fault(parameters, n)
	                    : r->algorithm->takes == RG_A_NUMBER ? number_fault(parameters, n)
	                    : r->algorithm->takes == RG_NUMBER_AND_LEVEL
	                            ? number_and_level_fault(parameters, n)
	                            : level_fault(parameters, n);
	struct rg_text text = {0};
	if (!fault)
		return NULL;
	char *typed = rg_strndup(parameters, n), hint[RG_HINT];
	rg_textf(&text, "'%s' is not for %s by %.*s (%s)%s", typed, r->name, (int)name, word, fault,
	         rg_nearest_hint(hint, sizeof hint, "", typed,
	                         none ? "" : words_for(r->algorithm->takes)));
	free(typed);
	return text.s;
}

/* Want a routine with these parameters, and others that are named, alone. */
static void want_alone(struct rg_wanted *w, const char *parameters, size_t n)
{
	if (!w->named)
		forget(w);
	w->named = true;
	want(w, parameters, n);
}

/* Want what is written behind "COLLECTIVE=" of routine k, n characters: its algorithm, and perhaps
 * the parameters. Returns NULL, or what is wrong. */
static char *want_named(int k, const char *word, size_t n, struct rg_wanted wanted[RG_ROUTINES])
{
	const struct rg_algorithm *a = rg_routines[k].algorithm;
	const char *colon = memchr(word, ':', n);
	size_t name = colon ? (size_t)(colon - word) : n, rest = colon ? n - name - 1 : 0;
	int called = find_name(a, word, name);
	if (!colon && called >= 0)
		want_alone(&wanted[k], a->tries[called], strlen(a->tries[called]));
	else if (!colon)
		want_routine(k, wanted);
	char *fault = colon ? parameters_fault(k, word, name, n) : NULL;
	if (colon && !fault)
		want_alone(&wanted[k], colon + 1, rest);
	return fault;
}

/* The length of the algorithm's name in "ALGORITHM:PARAMETERS", which has n characters. */
static size_t name_length(const char *word, size_t n)
{
	const char *colon = memchr(word, ':', n);
	return colon ? (size_t)(colon - word) : n;
}

/* All routines of the collective of routine i, or its default. */
static void want_collective(int i, bool every, struct rg_wanted wanted[RG_ROUTINES])
{
	for (int k = i; k < RG_ROUTINES && rg_routines[k].collective == rg_routines[i].collective;
	     k++)
		if (every || is_default(k))
			want_routine(k, wanted);
}

/* One entry of the list, n characters; not "all". */
static char *parse_entry(const char *word, size_t n, bool every,
                         struct rg_wanted wanted[RG_ROUTINES])
{
	const char *equals = memchr(word, '=', n);
	size_t called = equals ? (size_t)(equals - word) : n;
	int i = find_collective(word, called);
	if (i < 0)
		return no_collective(word, called);
	if (!equals) {
		want_collective(i, every, wanted);
		return NULL;
	}
	size_t rest = n - (size_t)(equals + 1 - word), name = name_length(equals + 1, rest);
	int found = find_algorithm(i, equals + 1, name);
	if (found < 0)
		return no_algorithm(i, equals + 1, name);
	return want_named(found, equals + 1, rest, wanted);
}

/* "all" or "all=ALGORITHM", n characters: each collective of which nothing is wanted yet. */
static char *want_the_rest(const char *word, size_t n, bool every,
                           struct rg_wanted wanted[RG_ROUTINES])
{
	bool served[RG_COLLECTIVES] = {0}, by_name = n > 3, found = false;
	size_t name = by_name ? name_length(word + 4, n - 4) : 0;
	char *fault = NULL;
	for (int i = 0; i < RG_ROUTINES; i++)
		served[rg_routines[i].collective] |= wanted[i].n > 0;
	for (int i = 0; i < RG_ROUTINES && !fault; i++) {
		int k = by_name ? find_algorithm(i, word + 4, name) : i;
		found |= is_first(i) && k >= 0;
		if (!is_first(i) || served[rg_routines[i].collective] || k < 0)
			continue;
		if (by_name)
			fault = want_named(k, word + 4, n - 4, wanted);
		else
			want_collective(i, every, wanted);
	}
	return found || fault ? fault : no_algorithm_at_all(word + 4, name);
}

static bool is_all(const char *word, size_t n)
{
	return is("all", word, n) || (n > 3 && strncmp(word, "all=", 4) == 0);
}

char *rg_catalogue_ops(const char *list, bool every, struct rg_wanted wanted[RG_ROUTINES])
{
	const char *all = NULL;
	for (int i = 0; i < RG_ROUTINES; i++)
		wanted[i] = (struct rg_wanted){0};
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

/* The error where the same bits are asked for everywhere: routine i, which alone was wanted of its
 * collective, does not combine in the order of the ranks; or none of its collective does. */
static char *no_order(int i, bool alone)
{
	struct rg_text text = {0};
	rg_textf(&text, "%s for %s %s in the order of the ranks, as --reproducible asks",
	         alone ? rg_routines[i].algorithm->name : "no algorithm", rg_routines[i].name,
	         alone ? "does not combine" : "combines");
	return text.s;
}

char *rg_catalogue_keep_ordered(struct rg_wanted wanted[RG_ROUTINES])
{
	for (int i = 0, next; i < RG_ROUTINES; i = next) {
		int were = 0, are = 0, last = i;
		for (next = i; next < RG_ROUTINES &&
		               rg_routines[next].collective == rg_routines[i].collective;
		     next++) {
			last = wanted[next].n ? next : last;
			were += wanted[next].n > 0;
			if (rg_routines[next].algorithm->commutes)
				forget(&wanted[next]);
			are += wanted[next].n > 0;
		}
		if (were && !are)
			return no_order(last, were == 1);
	}
	return NULL;
}
