/* SPDX-License-Identifier: BSD-3-Clause
 * transfer: a topology and plans as text. A topology is a line each for its name, what was measured
 * and its routes, for every inside ("I"), machine ("M", with the number of its inside and its other
 * names), switch ("S", with its position) and link ("L"), in the order of the file; no name has a
 * blank in it. Each forwarding table follows ("F"): the number of its vertex, then how many entries
 * in turn are the same, and what they are.
 */
#include "library/transfer.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* ---- A topology ---- */

/* Cores that follow each other in a NUMA node are told together. */
static void tell_inside(const struct rg_inside *in, struct rg_text *out)
{
	rg_textf(out, "I %d %d %d", in->packages, in->numas, in->cores);
	for (int i = 0, n; i < in->cores; i += n) {
		for (n = 1; i + n < in->cores && in->core[i + n].package == in->core[i].package &&
		            in->core[i + n].numa == in->core[i].numa &&
		            in->core[i + n].cache == in->core[i].cache;)
			n++;
		rg_textf(out, " %d %d %d %d", n, in->core[i].package, in->core[i].numa,
		         in->core[i].cache);
	}
	rg_text_add(out, "\n");
}

static int inside_number(const struct rg_topo *t, const struct rg_inside *in)
{
	for (int i = 0; i < t->insides; i++)
		if (t->inside[i] == in)
			return i;
	return -1;
}

static void tell_vertex(const struct rg_vertex *v, int inside, struct rg_text *out)
{
	if (v->kind == RG_SWITCH) {
		rg_textf(out, "S %s", v->name);
		for (int i = 0; i < v->positions; i++)
			rg_textf(out, " %d", v->position[i]);
		rg_text_add(out, "\n");
		return;
	}
	rg_textf(out, "M %s %d", v->name, inside);
	for (int i = 0; i < v->aliases; i++)
		rg_textf(out, " %s", v->alias[i]);
	rg_text_add(out, "\n");
}

static void tell_table(const struct rg_topo *t, int v, struct rg_text *out)
{
	const int *table = t->table[v];
	int entries = t->rails * t->machines;

	rg_textf(out, "F %d", v);
	for (int i = 0, n; i < entries; i += n) {
		for (n = 1; i + n < entries && table[i + n] == table[i];)
			n++;
		rg_textf(out, " %d %d", n, table[i]);
	}
	rg_text_add(out, "\n");
}

void rg_topo_tell(const struct rg_topo *t, struct rg_text *out)
{
	const struct rg_inside *last = NULL;
	int number = -1;

	rg_textf(out, "%s", t->name);
	for (int k = 0; k < RG_TOLDS; k++)
		rg_textf(out, " %a", t->told[k]);
	rg_textf(out, " %d %d %d\n", (int)t->rule, t->by_receiver, t->rails);
	for (int i = 0; i < t->insides; i++)
		tell_inside(t->inside[i], out);
	for (int v = 0; v < t->vertices; v++) {
		if (t->vertex[v].inside != last) { /* machines of a range share theirs */
			last = t->vertex[v].inside;
			number = inside_number(t, last);
		}
		tell_vertex(&t->vertex[v], number, out);
	}
	for (int l = 0; l < t->links; l++)
		rg_textf(out, "L %d %d %a %a %d\n", t->link[l].a, t->link[l].b,
		         t->link[l].bandwidth, t->link[l].latency, t->link[l].half);
	for (int v = 0; t->table && v < t->vertices; v++)
		if (t->table[v])
			tell_table(t, v, out);
}

/* The next number of the text. */
static int hear_number(const char **at)
{
	char *end;
	long n = strtol(*at, &end, 10);

	*at = end;
	return (int)n;
}

static double hear_value(const char **at)
{
	char *end;
	double x = strtod(*at, &end);

	*at = end;
	return x;
}

/* The next word of a line, to be freed; NULL: the line has no more. */
static char *hear_word(const char **at)
{
	const char *word = *at + (**at == ' ');
	size_t n = strcspn(word, " \n");

	*at = word + n;
	return n ? rg_strndup(word, n) : NULL;
}

static void hear_inside(struct rg_topo *t, const char **at)
{
	struct rg_inside *in = rg_alloc(1, sizeof *in);

	in->packages = hear_number(at);
	in->numas = hear_number(at);
	in->cores = hear_number(at);
	in->core = rg_alloc((size_t)in->cores, sizeof *in->core);
	for (int i = 0; i < in->cores;) {
		int n = hear_number(at), package = hear_number(at), numa = hear_number(at),
		    cache = hear_number(at);
		for (; n > 0 && i < in->cores; n--)
			in->core[i++] = (struct rg_core){package, numa, cache};
	}
	rg_topo_inside(t, in);
}

static void hear_vertex(struct rg_topo *t, enum rg_kind kind, const char **at)
{
	char *name = hear_word(at);
	int v = rg_topo_vertex(t, kind, name, 0), inside, position[RG_POSITIONS], n = 0;

	free(name);
	if (kind == RG_SWITCH) {
		while (n < RG_POSITIONS && **at == ' ')
			position[n++] = hear_number(at);
		rg_topo_put(t, v, position, n);
		return;
	}
	inside = hear_number(at);
	t->vertex[v].inside = inside < 0 ? NULL : t->inside[inside];
	while ((name = hear_word(at))) {
		rg_topo_alias(t, v, name);
		free(name);
	}
}

static void hear_link(struct rg_topo *t, const char **at)
{
	struct rg_link link = {.a = hear_number(at)};

	link.b = hear_number(at);
	link.bandwidth = hear_value(at);
	link.latency = hear_value(at);
	link.half = hear_number(at);
	rg_topo_link(t, link);
}

/* Read the rest of a table, behind its "F", in a closed topology. */
static void hear_table(struct rg_topo *t, const char **at)
{
	int *table = rg_topo_table(t, hear_number(at));

	for (int i = 0; i < t->rails * t->machines;) {
		int n = hear_number(at), link = hear_number(at);
		for (; n > 0 && i < t->rails * t->machines; n--)
			table[i++] = link;
	}
}

struct rg_topo *rg_topo_hear(const char *text)
{
	struct rg_topo *t = rg_topo_new("");
	t->name = hear_word(&text);
	for (int k = 0; k < RG_TOLDS; k++)
		t->told[k] = hear_value(&text);
	t->rule = (enum rg_rule)hear_number(&text);
	t->by_receiver = hear_number(&text);
	t->rails = hear_number(&text);
	while (*text++ == '\n' && *text) {
		char kind = *text++;
		if (kind == 'I')
			hear_inside(t, &text);
		else if (kind == 'L')
			hear_link(t, &text);
		else if (kind == 'F')
			break;
		else
			hear_vertex(t, kind == 'S' ? RG_SWITCH : RG_MACHINE, &text);
	}
	rg_topo_close(t);
	while (*text) {
		hear_table(t, &text);
		text += *text == '\n';
		text += *text == 'F';
	}
	return t;
}

/* ---- Plans ---- */

/* List k of all plans. */
static const struct rg_plan_choices *list_of(const struct rg_plans *plans, int k)
{
	return rg_plan_list(&plans->plan[k / RG_LISTS], k % RG_LISTS);
}

static void tell_list(const struct rg_plan_choices *list, struct rg_text *out)
{
	rg_textf(out, "%d\n", list->n + list->spares);
	for (int i = 0; i < list->n + list->spares; i++) {
		const struct rg_plan_choice *p = &list->choice[i];
		rg_textf(out, "%lld %lld %d %d %d %s %s\n", (long long)p->bytes,
		         (long long)p->slice, p->drift, p->native, i >= list->n,
		         p->variant.routine->symbol + strlen("rg_"),
		         p->variant.parameters ? p->variant.parameters : "");
	}
}

/* Write each different list once; the number of the list of all[i] goes to number[i]. Returns how
 * many choices were written, and in *lists how many lists. */
static int tell_lists(const struct rg_plans *plans, int n, int *number, int *lists,
                      struct rg_text *out)
{
	int choices = 0;

	*lists = 0;
	for (int k = 0; k < n; k++) {
		int same = 0;
		while (!rg_plan_choices_same(list_of(plans, same), list_of(plans, k)))
			same++;
		number[k] = same < k ? number[same] : (*lists)++;
		if (same < k)
			continue;
		tell_list(list_of(plans, k), out);
		choices += list_of(plans, k)->n + list_of(plans, k)->spares;
	}
	return choices;
}

void rg_plans_tell(const struct rg_plans *plans, struct rg_text *out)
{
	int n = (int)plans->n * RG_LISTS, lists;
	int *number = rg_alloc((size_t)n, sizeof *number);
	struct rg_text all = {0};
	int choices = tell_lists(plans, n, number, &lists, &all);

	rg_textf(out, "%zu %d %d\n%s", plans->n, lists, choices, all.s ? all.s : "");
	for (int k = 0; k < n; k++) {
		const struct rg_shape_plan *plan = &plans->plan[k / RG_LISTS];
		if (k % RG_LISTS == 0)
			rg_textf(out, "%d %d %d", plan->machines, plan->ranks, plan->windows);
		rg_textf(out, " %d%s", number[k], (k + 1) % RG_LISTS ? "" : "\n");
	}
	rg_text_free(&all);
	free(number);
}
