/* SPDX-License-Identifier: BSD-3-Clause
 * naming: can each name in a topology be that of one vertex only, and each name of a job that of
 * one machine?
 */
#include "fabric/naming.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "ringgen/name.h"

/* How a name is that of another vertex, too. */
enum clash {
	NO_CLASH,
	SAME,  /* letter by letter */
	CASE,  /* but for upper and lower case */
	SHORT, /* one is short for the other */
};

/* A name, and which vertex has it. */
struct name {
	const char *s;
	int vertex;
	enum clash clash;
	const struct name *first; /* the one before it that it clashes with */
};

/* All ids and aliases, in file order. */
static struct name *collect_names(const struct rg_topo *t, int *n)
{
	struct name *name;
	int count = t->vertices;

	for (int v = 0; v < t->vertices; v++)
		count += t->vertex[v].aliases;
	name = rg_alloc((size_t)count, sizeof(*name));
	*n = 0;
	for (int v = 0; v < t->vertices; v++) {
		name[(*n)++] = (struct name){.s = t->vertex[v].name, .vertex = v};
		for (int i = 0; i < t->vertex[v].aliases; i++)
			name[(*n)++] = (struct name){.s = t->vertex[v].alias[i], .vertex = v};
	}
	return name;
}

/* ---- Which clash ---- */

/* The first clash that is found of a name is the one that is reported, for the later of the two
 * names. */
static void note(struct name *a, struct name *b, enum clash clash)
{
	struct name *later = a > b ? a : b;

	if (a->vertex == b->vertex || later->clash != NO_CLASH)
		return;
	later->clash = clash;
	later->first = a > b ? b : a;
}

static int by_letters(const void *a, const void *b)
{
	const struct name *const *x = a, *const *y = b;
	int order = strcmp((*x)->s, (*y)->s);

	return order ? order : (*x > *y) - (*x < *y);
}

static int by_rule(const void *a, const void *b)
{
	const struct name *const *x = a, *const *y = b;
	int order = rg_name_compare((*x)->s, (*y)->s, SIZE_MAX);

	return order ? order : (*x > *y) - (*x < *y);
}

/* Sort by a comparison that has equal names in file order, and note all that equal the first. */
static void find_equal(struct name **sorted, int n, int (*compare)(const void *, const void *),
                       enum clash clash)
{
	qsort(sorted, (size_t)n, sizeof(*sorted), compare);
	for (int i = 1, first = 0; i < n; i++) {
		const char *s = sorted[i]->s, *before = sorted[first]->s;

		if (clash == SAME ? strcmp(s, before) : rg_name_compare(s, before, SIZE_MAX))
			first = i;
		else
			note(sorted[first], sorted[i], clash);
	}
}

/* Is a short name, key[0] ... key[n - 1], before the name s, or s? */
static int stands(const char *s, const char *key, size_t n)
{
	int order = rg_name_compare(s, key, n);

	return order ? order : (unsigned char)s[n];
}

/* The first of the names, sorted by the rule, that consists of the n characters of key; NULL:
 * none. */
static struct name *find_short(struct name **sorted, int names, const char *key, size_t n)
{
	int low = 0, high = names;

	while (low < high) {
		int mid = low + (high - low) / 2;

		if (stands(sorted[mid]->s, key, n) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low < names && stands(sorted[low]->s, key, n) == 0 ? sorted[low] : NULL;
}

static void find_shortened(struct name **sorted, int n)
{
	for (int i = 0; i < n; i++) {
		const char *s = sorted[i]->s;
		size_t cut = rg_name_short(s);
		struct name *other = s[cut] ? find_short(sorted, n, s, cut) : NULL;

		if (other)
			note(other, sorted[i], SHORT);
	}
}

/* All names are compared letter by letter; those of machines by the rule as well, but not those of
 * switches, where no rank runs. */
static void find_clashes(const struct rg_topo *t, struct name *name, int n)
{
	struct name **sorted = rg_alloc((size_t)n, sizeof(*sorted));
	int hosts = 0;

	for (int i = 0; i < n; i++)
		sorted[i] = &name[i];
	find_equal(sorted, n, by_letters, SAME);
	for (int i = 0; i < n; i++)
		if (t->vertex[name[i].vertex].kind == RG_MACHINE)
			sorted[hosts++] = &name[i];
	find_equal(sorted, hosts, by_rule, CASE);
	find_shortened(sorted, hosts);
	free(sorted);
}

/* ---- Reporting ---- */

/* The names from name[0] on that have a clash of the same kind, in the same element, with names of
 * one other element: a range that is repeated as a whole is one mistake. */
static int count_alike(const struct rg_topo *t, const struct name *name, int n)
{
	int line = t->vertex[name->vertex].line, first = t->vertex[name->first->vertex].line;
	int alike = 1;

	while (alike < n && name[alike].clash == name->clash &&
	       t->vertex[name[alike].vertex].line == line &&
	       t->vertex[name[alike].first->vertex].line == first)
		alike++;
	return alike;
}

static void report(const struct rg_topo *t, const struct name *name, int more, struct rg_diag *d)
{
	int line = t->vertex[name->vertex].line, first = t->vertex[name->first->vertex].line;
	const char *s = name->s, *other = name->first->s;
	struct rg_text too = {0};

	rg_text_add(&too, "");
	if (more)
		rg_textf(&too, " (and %d more like it)", more);
	if (name->clash == CASE)
		rg_error(d, t->file, line,
		         "the name '%s' is that of '%s' at line %d: to MPI's host names, upper and "
		         "lower case are the same%s",
		         s, other, first, too.s);
	else if (name->clash == SHORT)
		rg_error(d, t->file, line,
		         "the name '%s' could be that of '%s' at line %d: '%s' is short for '%s'%s",
		         s, other, first, strlen(s) < strlen(other) ? s : other,
		         strlen(s) < strlen(other) ? other : s, too.s);
	else if (more)
		rg_error(d, t->file, line,
		         "the name '%s' and %d more are used twice (first at line %d)", s, more,
		         first);
	else
		rg_error(d, t->file, line, "the name '%s' is used twice (first at line %d)", s,
		         first);
	rg_text_free(&too);
}

void rg_check_names(const struct rg_topo *t, struct rg_diag *d)
{
	int n, alike;
	struct name *name = collect_names(t, &n);

	find_clashes(t, name, n);
	for (int i = 0; i < n; i += alike) {
		alike = 1;
		if (name[i].clash == NO_CLASH)
			continue;
		alike = count_alike(t, &name[i], n - i);
		report(t, &name[i], alike - 1, d);
	}
	free(name);
}

/* ---- Names of a job ---- */

struct rg_callers {
	const struct rg_topo *topo;
	struct caller {
		char *name; /* a full one */
		bool known; /* the topology has it */
		int next;   /* of the same machine; -1: none */
	} * caller;         /* [n] */
	int n;
	size_t cap;
	int *first; /* [machines] 1 + its number; 0: none */
};

struct rg_callers *rg_callers_new(const struct rg_topo *t)
{
	struct rg_callers *c = rg_alloc(1, sizeof *c);

	c->topo = t;
	c->first = rg_alloc((size_t)t->machines, sizeof *c->first);
	return c;
}

void rg_callers_free(struct rg_callers *c)
{
	if (!c)
		return;
	for (int i = 0; i < c->n; i++)
		free(c->caller[i].name);
	free(c->caller);
	free(c->first);
	free(c);
}

/* Is that the machine's name, or an alias, in full? */
static bool is_known(const struct rg_topo *t, int machine, const char *host)
{
	const struct rg_vertex *v = &t->vertex[t->machine[machine]];
	bool known = rg_name_compare(v->name, host, SIZE_MAX) == 0;

	for (int i = 0; i < v->aliases && !known; i++)
		known = rg_name_compare(v->alias[i], host, SIZE_MAX) == 0;
	return known;
}

/* NULL, or an earlier name of that machine that is another host's. */
static const char *add_caller(struct rg_callers *c, int machine, const char *host)
{
	size_t cut = rg_name_short(host);
	bool known = is_known(c->topo, machine, host);

	if (!host[cut])
		return NULL;
	for (int i = c->first[machine] - 1; i >= 0; i = c->caller[i].next) {
		const struct caller *other = &c->caller[i];
		if (rg_name_compare(other->name, host, SIZE_MAX) == 0)
			return NULL;
		if (rg_name_compare(other->name, host, cut + 1) == 0 && !(known && other->known))
			return other->name;
	}
	c->caller = rg_grow(c->caller, (size_t)c->n, &c->cap, sizeof *c->caller);
	c->caller[c->n] = (struct caller){rg_strdup(host), known, c->first[machine] - 1};
	c->first[machine] = ++c->n;
	return NULL;
}

/* Two machines for which the name could stand, into two[2]; false: there are not two. */
static bool is_of_several(const struct rg_topo *t, const char *host, int two[2])
{
	size_t cut = rg_name_short(host);
	int found = 0;

	for (int i = 0; i < t->calleds && found < 2; i++) {
		const struct rg_called *x = &t->called[i];
		size_t n = rg_name_short(x->name);
		bool fits = n == cut && rg_name_compare(x->name, host, n) == 0 &&
		            (!host[cut] || !x->name[n]);
		if (fits && (!found || two[0] != x->machine))
			two[found++] = x->machine;
	}
	return found == 2;
}

int rg_callers_find(struct rg_callers *c, const char *file, int line, const char *host,
                    struct rg_diag *d)
{
	const struct rg_topo *t = c->topo;
	int machine = rg_topo_host(t, host), two[2];
	const char *other = machine < 0 ? NULL : add_caller(c, machine, host);

	if (machine >= 0 && !other)
		return machine;
	if (other) {
		rg_error(d, file, line,
		         "\"%.80s\" and \"%.80s\" are two hosts, but both could be machine \"%s\" "
		         "of "
		         "%s: name machines in full there, or give this one both as aliases",
		         other, host, t->vertex[t->machine[machine]].name, t->file);
		return -1;
	}
	if (!is_of_several(t, host, two))
		return RG_NOBODY;
	rg_error(d, file, line, "\"%.80s\" could be \"%s\" or \"%s\" of %s: name it in full", host,
	         t->vertex[t->machine[two[0]]].name, t->vertex[t->machine[two[1]]].name, t->file);
	return -1;
}
