/* SPDX-License-Identifier: BSD-3-Clause
 * rules: which ways a rule allows in a graph without forwarding tables.
 *
 * Sources: up-down: Schroeder et al., "Autonet: a High-speed, Self-configuring Local Area Network
 * Using Point-to-point Links" (1991). dimension-order: Dally & Seitz, "Deadlock-Free Message
 * Routing in Multiprocessor Interconnection Networks" (1987). dragonfly: Kim et al.,
 * "Technology-Driven, Highly-Scalable Dragonfly Topology" (2008), minimal routing.
 */
#include "fabric/rules.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "fabric/spread.h"

static const char chosen[] = "d-mod-k";

#define WORDS "any, up-down, dimension-order, dragonfly, spanning-tree, d-mod-k"
const char rg_routing_list[] = WORDS;

const char *rg_routing_read(const char *s, enum rg_rule *rule, bool *by_receiver)
{
	static const char blanks[] = " \t\n\r";
	bool named = false;
	*by_receiver = false;
	*rule = RG_SHORTEST;
	for (s += strspn(s, blanks); *s; s += strspn(s, blanks)) {
		size_t n = strcspn(s, blanks);
		int k = 0;
		while (k < RG_RULES &&
		       (strlen(rg_rule_names[k]) != n || strncmp(s, rg_rule_names[k], n) != 0))
			k++;
		bool chooses = n == strlen(chosen) && strncmp(s, chosen, n) == 0;
		if (k == RG_RULES && !chooses)
			return "has a word that is none of " WORDS;
		if (chooses ? *by_receiver : named)
			return "names two rules, or one twice";
		if (chooses) {
			*by_receiver = true;
		} else {
			*rule = (enum rg_rule)k;
			named = true;
		}
		s += n;
	}
	return NULL;
}

const char *rg_routing_words(const struct rg_topo *t, char *buf, size_t n)
{
	bool rule = t->rule != RG_SHORTEST;
	snprintf(buf, n, "%s%s%s", rule ? rg_rule_names[t->rule] : "",
	         rule && t->by_receiver ? " " : "", t->by_receiver ? chosen : "");
	return buf;
}

/* ---- Levels */

/* Put those switches of queue[begin] ... queue[n - 1], which are joined, that are farthest from all
 * machines into root[roots]; returns how many roots there are then. */
static int add_roots(const struct rg_topo *t, const int *queue, int begin, int n, const int *high,
                     int *root, int roots)
{
	int most = -1;
	for (int i = begin; i < n; i++)
		if (t->vertex[queue[i]].kind == RG_SWITCH && high[queue[i]] > most)
			most = high[queue[i]];
	for (int i = begin; i < n; i++)
		if (t->vertex[queue[i]].kind == RG_SWITCH && high[queue[i]] == most)
			root[roots++] = queue[i];
	return roots;
}

/* The roots of each part, into root[vertices]. */
static int find_roots(const struct rg_topo *t, int *root)
{
	size_t all = (size_t)t->vertices;
	int *high = rg_heights(t), *far = rg_alloc(all, sizeof *far);
	int *queue = rg_alloc(all, sizeof *queue), *parent = rg_alloc(all, sizeof *parent);
	int roots = 0, n = 0;
	for (int v = 0; v < t->vertices; v++)
		far[v] = -1;
	for (int v = 0; v < t->vertices; v++) {
		if (t->vertex[v].kind != RG_SWITCH || far[v] >= 0)
			continue;
		int begin = n;
		queue[n++] = v;
		n = rg_spread(t, queue, begin, n, far, parent);
		roots = add_roots(t, queue, begin, n, high, root, roots);
	}
	free(high);
	free(far);
	free(queue);
	free(parent);
	return roots;
}

/* Machines are below all switches. Free it. */
static int *find_levels(const struct rg_topo *t)
{
	size_t all = (size_t)t->vertices;
	int *level = rg_alloc(all, sizeof *level);
	int *queue = rg_alloc(all, sizeof *queue), *parent = rg_alloc(all, sizeof *parent);
	for (int v = 0; v < t->vertices; v++)
		level[v] = -1;
	rg_spread(t, queue, 0, find_roots(t, queue), level, parent);
	for (int v = 0; v < t->vertices; v++) {
		const struct rg_vertex *x = &t->vertex[v];
		level[v] = x->kind == RG_MACHINE ? INT_MAX
		           : x->positions        ? x->position[0]
		                                 : level[v];
	}
	free(queue);
	free(parent);
	return level;
}

/* ---- What a link is to a rule */

static bool joins_switches(const struct rg_topo *t, const struct rg_link *l)
{
	return t->vertex[l->a].kind == RG_SWITCH && t->vertex[l->b].kind == RG_SWITCH;
}

static int upper_end(const struct rg_link *l, const int *level)
{
	if (level[l->a] != level[l->b])
		return level[l->a] < level[l->b] ? l->a : l->b;
	return l->a < l->b ? l->a : l->b;
}

/* In how many dimensions two positions of as many numbers differ; the first of them: *dimension. */
static int differing(const struct rg_vertex *a, const struct rg_vertex *b, int *dimension)
{
	int n = 0;
	for (int i = a->positions - 1; i >= 0; i--) {
		bool differs = a->position[i] != b->position[i];
		n += differs;
		*dimension = differs ? i : *dimension;
	}
	return n;
}

struct rg_allowed rg_allowed_new(const struct rg_topo *t)
{
	struct rg_allowed a = {.topo = t, .phases = 1};
	if (t->rule == RG_SHORTEST)
		return a;
	int *level = t->rule == RG_UP_DOWN ? find_levels(t) : NULL;
	a.of = rg_alloc((size_t)t->links, sizeof *a.of);
	a.phases = 2;
	for (int v = 0; t->rule == RG_DIMENSIONS && v < t->vertices; v++)
		a.phases = t->vertex[v].positions > a.phases ? t->vertex[v].positions : a.phases;
	for (int i = 0; i < t->links; i++) {
		const struct rg_link *l = &t->link[i];
		const struct rg_vertex *x = &t->vertex[l->a], *y = &t->vertex[l->b];
		bool within = joins_switches(t, l);
		a.of[i] = -1;
		if (t->rule == RG_UP_DOWN)
			a.of[i] = upper_end(l, level);
		else if (t->rule == RG_DIMENSIONS && within)
			differing(x, y, &a.of[i]);
		else if (t->rule == RG_DRAGONFLY)
			a.of[i] = within && x->position[0] != y->position[0];
	}
	free(level);
	return a;
}

void rg_allowed_free(struct rg_allowed *a)
{
	free(a->of);
}

/* The phase after a link, by what it is to the rule. */
static int after_any(int of, int from, int phase)
{
	(void)of, (void)from, (void)phase;
	return 0;
}

static int after_up_or_down(int upper, int from, int phase)
{
	return upper == from ? 1 : phase == 0 ? 0 : -1;
}

static int after_dimension(int dimension, int from, int phase)
{
	(void)from;
	return dimension < 0 ? phase : dimension >= phase ? dimension : -1;
}

static int after_group(int joins_groups, int from, int phase)
{
	(void)from;
	return !joins_groups ? phase : phase == 0 ? 1 : -1;
}

int rg_allowed_after(const struct rg_allowed *a, int link, int from, int phase)
{
	static int (*const after[RG_RULES])(int, int, int) = {
		[RG_SHORTEST] = after_any,         [RG_UP_DOWN] = after_up_or_down,
		[RG_DIMENSIONS] = after_dimension, [RG_DRAGONFLY] = after_group,
		[RG_SPANNING_TREE] = after_any,
	};
	return after[a->topo->rule](a->of ? a->of[link] : 0, from, phase);
}

/* ---- Positions that are wrong */

/* How many numbers the switches have: *least and *most. */
static void count_numbers(const struct rg_topo *t, int *least, int *most)
{
	*least = INT_MAX;
	*most = 0;
	for (int v = 0; v < t->vertices; v++) {
		const struct rg_vertex *x = &t->vertex[v];
		if (x->kind != RG_SWITCH || x->positions < 0)
			continue;
		*least = x->positions < *least ? x->positions : *least;
		*most = x->positions > *most ? x->positions : *most;
	}
}

/* A switch whose position has not the numbers that it takes. */
static void check_numbers(const struct rg_topo *t, int least, struct rg_diag *d)
{
	for (int v = 0; v < t->vertices; v++) {
		const struct rg_vertex *x = &t->vertex[v];
		if (x->kind == RG_SWITCH && x->positions >= 0 && x->positions < least)
			rg_error(d, t->file, x->line,
			         "switch '%s' has no position of %d number%s, which routes=\"%s\" "
			         "needs%s",
			         x->name, least, least == 1 ? "" : "s", rg_rule_names[t->rule],
			         t->rule == RG_UP_DOWN ? " where others have one" : "");
	}
}

static int compare_positions(const struct rg_vertex *a, const struct rg_vertex *b)
{
	for (int i = 0; i < a->positions; i++)
		if (a->position[i] != b->position[i])
			return a->position[i] < b->position[i] ? -1 : 1;
	return 0;
}

/* Those at one position in file order. */
static int compare_switches(const void *pa, const void *pb)
{
	const struct rg_vertex *a = *(const struct rg_vertex *const *)pa;
	const struct rg_vertex *b = *(const struct rg_vertex *const *)pb;
	int order = compare_positions(a, b);
	return order ? order : (a > b) - (a < b);
}

/* Two switches at one position, of those that have all its numbers. */
static void check_places(const struct rg_topo *t, int numbers, struct rg_diag *d)
{
	const struct rg_vertex **x = rg_alloc((size_t)t->vertices, sizeof *x);
	size_t n = 0;
	for (int v = 0; v < t->vertices; v++)
		if (t->vertex[v].kind == RG_SWITCH && t->vertex[v].positions == numbers)
			x[n++] = &t->vertex[v];
	qsort(x, n, sizeof *x, compare_switches);
	for (size_t i = 1; i < n; i++)
		if (compare_positions(x[i - 1], x[i]) == 0)
			rg_error(d, t->file, x[i]->line, "switch '%s' is where switch '%s' is",
			         x[i]->name, x[i - 1]->name);
	free(x);
}

/* A link that goes along two dimensions at once, between two such switches. */
static void check_dimensions(const struct rg_topo *t, int numbers, struct rg_diag *d)
{
	for (int i = 0; i < t->links; i++) {
		const struct rg_link *l = &t->link[i];
		const struct rg_vertex *a = &t->vertex[l->a], *b = &t->vertex[l->b];
		int dimension;
		if (joins_switches(t, l) && l->a != l->b && a->positions == numbers &&
		    b->positions == numbers && differing(a, b, &dimension) > 1)
			rg_error(d, t->file, l->line,
			         "the positions of '%s' and '%s', which a link joins, differ in "
			         "more "
			         "than one number",
			         a->name, b->name);
	}
}

int rg_rules_check(const struct rg_topo *t, struct rg_diag *d)
{
	int before = d->errors, least, most;
	if (t->table)
		return 0;
	count_numbers(t, &least, &most);
	if (t->rule == RG_UP_DOWN && most)
		check_numbers(t, 1, d);
	else if (t->rule == RG_DRAGONFLY)
		check_numbers(t, 1, d);
	else if (t->rule == RG_DIMENSIONS)
		check_numbers(t, most ? most : 1, d);
	if (t->rule == RG_DIMENSIONS && most) {
		check_places(t, most, d);
		check_dimensions(t, most, d);
	}
	return d->errors == before ? 0 : -1;
}
