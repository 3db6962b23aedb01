/* SPDX-License-Identifier: BSD-3-Clause
 * topology_text: a model as a topology file.
 */
#include "show/topology_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/units.h"
#include "fabric/rules.h"
#include "base/host_names.h"
#include "show/inside_file.h"

struct printer {
	const struct rg_topo *t;
	struct rg_text *out;
	struct rg_link usual; /* what <defaults> says */
	struct rg_host *name; /* [machines] room for names to be folded */
	int *by_name;         /* [machines] by their names: the same whoever reads the file again */
};

static int compare_machines(const void *pa, const void *pb, void *topo)
{
	const struct rg_topo *t = topo;
	int a = *(const int *)pa, b = *(const int *)pb;
	int order = strverscmp(t->vertex[t->machine[a]].name, t->vertex[t->machine[b]].name);
	return order ? order : a - b;
}

static int *sort_machines(const struct rg_topo *t)
{
	int *sorted = rg_alloc((size_t)t->machines, sizeof *sorted);
	for (int m = 0; m < t->machines; m++)
		sorted[m] = m;
	qsort_r(sorted, (size_t)t->machines, sizeof *sorted, compare_machines, (void *)t);
	return sorted;
}

/* Are two quantities the same but for rounding? That of a product, as units have them. */
static bool is_same(double a, double b)
{
	return fabs(a - b) <= 1e-15 * fabs(a);
}

static bool same_speed(const struct rg_link *a, const struct rg_link *b)
{
	return is_same(a->bandwidth, b->bandwidth) && is_same(a->latency, b->latency) &&
	       a->half == b->half;
}

/* By speed, the fastest first. */
static int compare_speeds(const void *pa, const void *pb)
{
	const struct rg_link *a = *(const struct rg_link *const *)pa;
	const struct rg_link *b = *(const struct rg_link *const *)pb;
	if (a->bandwidth != b->bandwidth)
		return a->bandwidth > b->bandwidth ? -1 : 1;
	if (a->latency != b->latency)
		return a->latency < b->latency ? -1 : 1;
	return a->half - b->half;
}

/* The speed that most links have; of several the fastest. */
static struct rg_link usual_speed(const struct rg_topo *t)
{
	struct rg_link usual = {.bandwidth = 1e9 / 8, .latency = 50e-6};
	const struct rg_link **link = rg_alloc((size_t)t->links, sizeof(struct rg_link *));
	int most = 0;
	for (int l = 0; l < t->links; l++)
		link[l] = &t->link[l];
	qsort(link, (size_t)t->links, sizeof *link, compare_speeds);
	for (int l = 0, n; l < t->links; l += n) {
		for (n = 1; l + n < t->links && same_speed(link[l], link[l + n]);)
			n++;
		usual = n > most ? *link[l] : usual;
		most = n > most ? n : most;
	}
	free(link);
	return usual;
}

/* A quantity as people write it, if that says all of it; else with as many digits as that takes. */
static char *spell_all(char *buf, size_t n, double value, char *spell(char *, size_t, double),
                       const char *parse(const char *, double *), double scale, const char *unit)
{
	double read;
	spell(buf, n, value);
	for (int digits = 4; digits <= 17; digits++) {
		if (!parse(buf, &read) && is_same(value, read))
			return buf;
		snprintf(buf, n, "%.*g%s", digits, value * scale, unit);
	}
	return buf;
}

static char *spell_bandwidth(char *buf, size_t n, double value)
{
	return spell_all(buf, n, value, rg_spell_bandwidth, rg_parse_bandwidth, 8e-6, "Mbps");
}

static char *spell_time(char *buf, size_t n, double value)
{
	return spell_all(buf, n, value, rg_spell_time, rg_parse_time, 1e6, "us");
}

/* The attributes of a link that is not as usual. */
static void print_speed(struct printer *p, const struct rg_link *l, const struct rg_link *usual)
{
	char text[64];
	if (!usual || !is_same(l->bandwidth, usual->bandwidth))
		rg_textf(p->out, " bandwidth=\"%s\"",
		         spell_bandwidth(text, sizeof text, l->bandwidth));
	if (!usual || !is_same(l->latency, usual->latency))
		rg_textf(p->out, " latency=\"%s\"", spell_time(text, sizeof text, l->latency));
	if (usual ? l->half != usual->half : l->half)
		rg_textf(p->out, " duplex=\"%s\"", l->half ? "half" : "full");
}

/* The machine at the other end of a link of switch v, if that is its only link; else -1. */
static int machine_below(const struct rg_topo *t, int v, int link)
{
	int w = rg_topo_other(t, link, v);
	bool only = t->vertex[w].kind == RG_MACHINE && t->first[w + 1] - t->first[w] == 1;
	return only ? w : -1;
}

/* What is in a <node>, and its end. */
static void end_node(struct printer *p, const struct rg_inside *in, const char *indent)
{
	if (!in) {
		rg_text_add(p->out, "/>\n");
		return;
	}
	rg_text_add(p->out, ">\n");
	rg_inside_packages(in, p->out);
	rg_textf(p->out, "%s</node>\n", indent);
}

/* One <node> for machines that follow each other and have equal links and insides. */
static void print_nodes(struct printer *p, int n, const struct rg_link *l,
                        const struct rg_inside *in)
{
	if (!n)
		return;
	struct rg_text names = {0};
	rg_hosts_fold(p->name, n, &names);
	for (const char *s = names.s, *end; *s; s = end + (*end == ',')) {
		end = rg_hosts_end(s);
		rg_textf(p->out, "    <node id=\"%.*s\"", (int)(end - s), s);
		print_speed(p, l, &p->usual);
		end_node(p, in, "    ");
	}
	rg_text_free(&names);
}

static void print_switch(struct printer *p, int v)
{
	const struct rg_topo *t = p->t;
	const struct rg_link *last = NULL;
	const struct rg_inside *in = NULL; /* of the machines so far */
	int n = 0;
	bool any = false;
	rg_textf(p->out, "  <switch id=\"%s\"", t->vertex[v].name);
	for (int i = 0; i < t->vertex[v].positions; i++)
		rg_textf(p->out, "%s%d%s", i ? "," : " position=\"", t->vertex[v].position[i],
		         i + 1 < t->vertex[v].positions ? "" : "\"");
	rg_text_add(p->out, t->vertex[v].assumed ? " assumed=\"yes\"" : "");
	for (int i = t->first[v]; i < t->first[v + 1]; i++) {
		int w = machine_below(t, v, t->incident[i]);
		const struct rg_link *l = &t->link[t->incident[i]];
		if (w < 0)
			continue;
		rg_text_add(p->out, any ? "" : ">\n");
		any = true;
		if (last && (!same_speed(last, l) || in != t->vertex[w].inside)) {
			print_nodes(p, n, last, in);
			n = 0;
		}
		p->name[n++].name = t->vertex[w].name;
		in = t->vertex[w].inside;
		last = l;
	}
	if (any)
		print_nodes(p, n, last, in);
	rg_text_add(p->out, any ? "  </switch>\n" : "/>\n");
}

static void print_alone(struct printer *p, int v)
{
	rg_textf(p->out, "  <node id=\"%s\"", p->t->vertex[v].name);
	end_node(p, p->t->vertex[v].inside, "  ");
}

/* Machines that are in no switch. */
static bool stands_alone(const struct rg_topo *t, int v)
{
	return t->vertex[v].kind == RG_MACHINE &&
	       (t->first[v + 1] - t->first[v] != 1 ||
	        t->vertex[rg_topo_other(t, t->incident[t->first[v]], v)].kind == RG_MACHINE);
}

static void print_links(struct printer *p)
{
	const struct rg_topo *t = p->t;
	for (int l = 0; l < t->links; l++) {
		const struct rg_link *link = &t->link[l];
		int below[] = {
			t->vertex[link->a].kind == RG_SWITCH ? machine_below(t, link->a, l) : -1,
			t->vertex[link->b].kind == RG_SWITCH ? machine_below(t, link->b, l) : -1};
		if (below[0] >= 0 || below[1] >= 0)
			continue;
		rg_textf(p->out, "  <link a=\"%s\" b=\"%s\"", t->vertex[link->a].name,
		         t->vertex[link->b].name);
		print_speed(p, link, &p->usual);
		rg_text_add(p->out, "/>\n");
	}
}

/* What leaves switch v on link l: what is for so many names, on a rail. */
static void print_forward(struct printer *p, int v, int l, int rail, int n)
{
	const struct rg_topo *t = p->t;
	int w = rg_topo_other(t, l, v), number = rg_topo_link_number(t, l);
	rg_textf(p->out, "  <forward at=\"%s\" to=\"", t->vertex[v].name);
	rg_hosts_fold(p->name, n, p->out);
	rg_textf(p->out, "\" via=\"%s\"", t->vertex[w].name);
	if (number > 1)
		rg_textf(p->out, " link=\"%d\"", number);
	if (rail > 1)
		rg_textf(p->out, " rail=\"%d\"", rail);
	rg_text_add(p->out, "/>\n");
}

/* The links of v that are those of machines in it, or else the others: who reads the file meets
 * them in that order, and so it is printed alike again. */
static void print_some(struct printer *p, int v, int rail, bool within)
{
	const struct rg_topo *t = p->t;
	const int *table = &t->table[v][(size_t)(rail - 1) * (size_t)t->machines];
	for (int i = t->first[v]; i < t->first[v + 1]; i++) {
		int n = 0;
		if (within !=
		    (t->vertex[v].kind == RG_SWITCH && machine_below(t, v, t->incident[i]) >= 0))
			continue;
		for (int k = 0; k < t->machines; k++)
			if (table[p->by_name[k]] == t->incident[i])
				p->name[n++].name = t->vertex[t->machine[p->by_name[k]]].name;
		if (n)
			print_forward(p, v, t->incident[i], rail, n);
	}
}

static void print_table(struct printer *p, int v, int rail)
{
	print_some(p, v, rail, true);
	print_some(p, v, rail, false);
}

/* What the root element says of routes. */
static void print_routing(struct printer *p)
{
	char words[64];
	if (*rg_routing_words(p->t, words, sizeof words))
		rg_textf(p->out, " routes=\"%s\"", words);
	if (p->t->rail)
		rg_textf(p->out, " rail=\"%d\"", p->t->rail);
}

void rg_topology_print(const struct rg_topo *t, const char *comment, struct rg_text *out)
{
	struct printer p = {.t = t, .out = out, .usual = usual_speed(t)};
	p.name = rg_alloc((size_t)t->machines, sizeof *p.name);
	p.by_name = sort_machines(t);
	rg_textf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- %s -->\n", comment);
	rg_textf(out, "<topology name=\"%s\"", t->name);
	print_routing(&p);
	rg_text_add(out, ">\n  <defaults");
	print_speed(&p, &p.usual, NULL);
	rg_text_add(out, "/>\n");
	for (int v = 0; v < t->vertices; v++) {
		if (t->vertex[v].kind == RG_SWITCH)
			print_switch(&p, v);
		else if (stands_alone(t, v))
			print_alone(&p, v);
	}
	print_links(&p);
	for (int v = 0; t->table && v < t->vertices; v++)
		for (int rail = 1; t->table[v] && rail <= t->rails; rail++)
			print_table(&p, v, rail);
	rg_text_add(out, "</topology>\n");
	free(p.name);
	free(p.by_name);
}
