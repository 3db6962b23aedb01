/* SPDX-License-Identifier: BSD-3-Clause
 * certificate: a certificate in words.
 */
#include "show/certificate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/units.h"
#include "certify/apart.h"
#include "fabric/rail.h"

static const struct rg_vertex *vertex_of(const struct rg_certificate *c, int machine)
{
	const struct rg_topo *t = c->routes->topo;
	return &t->vertex[t->machine[machine]];
}

enum {
	NAME = 256,         /* room for a resource's name */
	MACHINES_NAMED = 4, /* as many as fit a line */
	PARTS_SHOWN = 16,   /* that nothing joins */
};

static const char *plural(int n)
{
	return n == 1 ? "" : "s";
}

/* "32 ranks on 32 machines" */
static void print_ring(const struct rg_certificate *c, struct rg_text *out)
{
	rg_textf(out, "%d rank%s on %d machine%s", c->P, plural(c->P), c->machines,
	         plural(c->machines));
}

static void print_proved(const struct rg_certificate *c, struct rg_text *out)
{
	rg_text_add(out, "proved contention free: ");
	print_ring(c, out);
	if (!c->most)
		rg_text_add(out, c->P > 1 ? ", no link or boundary used" : ", nothing is sent");
	else
		rg_text_add(out, ", load 1 on all ");
	if (c->links_used)
		rg_textf(out, "%d link direction%s", c->links_used, plural(c->links_used));
	if (c->links_used && c->boundaries_used)
		rg_text_add(out, " and ");
	if (c->boundaries_used)
		rg_textf(out, "%d boundary direction%s", c->boundaries_used,
		         plural(c->boundaries_used));
	rg_text_add(out, c->most ? " used\n" : "\n");
}

/* The condition is that pairs take shortest ways, as it is where there is one. */
static void print_any_way(const struct rg_certificate *c, struct rg_text *out)
{
	rg_text_add(out, "proved contention free on any way: ");
	print_ring(c, out);
	rg_textf(out,
	         ", load at most 1 on each of %d link direction%s, whichever of its shortest ways "
	         "each pair takes (%d of %d pairs have several)\n",
	         c->links_possible, plural(c->links_possible), c->several, c->P);
}

/* "load 2 on s0 -> s1 (2 of 10 link directions carry more than one pair)"; `takes` comes behind the
 * link, `none` behind the pair. */
static void print_worst(const struct rg_certificate *c, const char *takes, const char *none,
                        struct rg_text *out)
{
	char name[NAME];
	int links = rg_certificate_overloaded_links(c), worst = rg_certificate_worst(c, NULL);
	rg_textf(out, "load %d on %s%s (", c->load[worst],
	         rg_resource_name(c->routes, worst, name, sizeof(name)), takes);
	if (c->links_used)
		rg_textf(out, "%d of %d link direction%s", links, c->links_used,
		         plural(c->links_used));
	if (c->links_used && c->boundaries_used)
		rg_text_add(out, " and ");
	if (c->boundaries_used)
		rg_textf(out, "%d of %d boundary direction%s", c->overloaded - links,
		         c->boundaries_used, plural(c->boundaries_used));
	rg_textf(out, " carry more than one pair%s)", none);
}

static void print_within_capacity(const struct rg_certificate *c, struct rg_text *out)
{
	char takes[64];
	double demand;
	rg_certificate_worst(c, &demand);
	snprintf(takes, sizeof takes, ", which takes %.2f of its bandwidth", demand);
	rg_text_add(out, "proved within capacity: ");
	print_ring(c, out);
	rg_text_add(out, ", ");
	print_worst(c, takes, ", none more than it has room for", out);
	rg_text_add(out, "\n");
}

static void print_refuted(const struct rg_certificate *c, struct rg_text *out)
{
	double demand;
	rg_certificate_worst(c, &demand);
	rg_text_add(out, "refuted: ");
	print_worst(c, "", "", out);
	if (c->beyond)
		rg_textf(out, ": its pairs take %.2f times as long\n", demand);
	else
		rg_text_add(out, ", though within capacity\n");
}

static void print_unknown(const struct rg_certificate *c, struct rg_text *out)
{
	rg_text_add(out, "unknown: ");
	print_ring(c, out);
	rg_text_add(out, "; ");
	rg_certificate_doubt(c, out);
	rg_text_add(out, "\n");
}

/* The number of ranks that most machines with some have; times[machines] has each one's. */
static int usual_ranks(const int *times, int machines)
{
	int most = 0, usual = 0;
	for (int m = 0; m < machines; m++)
		most = times[m] > most ? times[m] : most;
	int *having = rg_alloc((size_t)most + 1, sizeof *having);
	for (int m = 0; m < machines; m++)
		having[times[m]]++;
	for (int ranks = 1; ranks <= most; ranks++)
		usual = !usual || having[ranks] > having[usual] ? ranks : usual;
	free(having);
	return usual;
}

/* Machines that have more ranks than most: a host may have come into the list again. */
static void print_uneven(const struct rg_certificate *c, struct rg_text *out)
{
	int machines = c->routes->topo->machines, more = 0;
	int *times = rg_alloc((size_t)machines, sizeof *times);
	for (int k = 0; k < c->P; k++)
		times[c->ring[k].machine]++;
	int usual = usual_ranks(times, machines);
	for (int m = 0; m < machines; m++) {
		if (times[m] <= usual)
			continue;
		if (more < MACHINES_NAMED)
			rg_textf(out, more ? ", %s %d" : "uneven: %s has %d ranks",
			         vertex_of(c, m)->name, times[m]);
		more++;
	}
	if (more > MACHINES_NAMED)
		rg_textf(out, " and %d machines more than others", more - MACHINES_NAMED);
	if (more)
		rg_textf(out, "; most machines have %d\n", usual);
	free(times);
}

bool rg_certificate_tells(const struct rg_certificate *c, int i)
{
	const struct rg_routes *r = c->routes;
	return rg_is_link(r, i) ? i % 2 == 0 || !r->topo->link[i / 2].half : c->load[i] > 0;
}

static void print_loads(const struct rg_certificate *c, struct rg_text *out)
{
	char name[NAME];
	const struct rg_routes *r = c->routes;
	int width = 0;
	for (int i = 0; i < r->resources; i++) {
		int n = strlen(rg_resource_name(r, i, name, sizeof(name)));
		width = (c->load[i] || rg_is_link(r, i)) && n > width ? n : width;
	}
	rg_text_add(out, "\nloads:\n");
	for (int i = 0; i < r->resources; i++)
		if (rg_certificate_tells(c, i))
			rg_textf(out, "  %-*s %6d\n", width,
			         rg_resource_name(r, i, name, sizeof(name)), c->load[i]);
}

static void print_pairs(const struct rg_certificate *c, int64_t begin, int64_t end,
                        struct rg_text *out)
{
	for (int64_t i = begin; i < end; i++) {
		struct rg_pair p = c->pair[i];
		rg_textf(out, "    %s -> %s (rank %d -> rank %d)\n",
		         vertex_of(c, c->ring[p.from].machine)->name,
		         vertex_of(c, c->ring[p.to].machine)->name, p.from, p.to);
	}
}

/* Pairs that have not one way, and why. */
static void print_lost(const struct rg_certificate *c, int most_pairs, struct rg_text *out)
{
	char why[2 * NAME + 64];
	int shown = most_pairs > 0 && c->losts > most_pairs ? most_pairs : c->losts;
	rg_text_add(out, c->verdict == RG_IS_PROVED_ANY_WAY ? "\nseveral ways:\n" : "\nunknown:\n");
	for (int i = 0; i < shown; i++) {
		const struct rg_lost *l = &c->lost[i];
		int to = c->ring[l->pair.to].machine;
		rg_textf(out, "    %s -> %s (rank %d -> rank %d): %s\n",
		         vertex_of(c, c->ring[l->pair.from].machine)->name, vertex_of(c, to)->name,
		         l->pair.from, l->pair.to,
		         rg_found_phrase(c->routes->topo, &l->found, to, why, sizeof why));
	}
	if (shown < c->losts)
		rg_textf(out, "    and %d more\n", c->losts - shown);
}

void rg_certificate_print_overloaded(const struct rg_certificate *c, const char *when,
                                     int most_pairs, struct rg_text *out)
{
	char name[NAME];
	for (int k = 0; k < c->overloaded; k++) {
		if (k == 0 || k == c->beyond)
			rg_textf(out, "\n%s%s:\n", k < c->beyond ? "overloaded" : "shared", when);
		int64_t begin = c->first[k], end = c->first[k + 1], shown = end;
		if (most_pairs > 0 && end - begin > most_pairs)
			shown = begin + most_pairs;
		rg_textf(out, "  %s: load %d",
		         rg_resource_name(c->routes, c->over[k], name, sizeof(name)),
		         c->load[c->over[k]]);
		if (rg_is_link(c->routes, c->over[k]))
			rg_textf(out, ", %.2f of its bandwidth", c->demand[k]);
		rg_text_add(out, "\n");
		print_pairs(c, begin, shown, out);
		if (shown < end)
			rg_textf(out, "    and %d more\n", (int)(end - shown));
	}
}

/* As many links as fit a line. */
enum { LINKS_NAMED = 4 };

/* ": behind c - s0, c - s1, ...", of which `before` is what comes before the first. */
static void print_links(const struct rg_certificate *c, const char *before, const int *link,
                        int links, struct rg_text *out)
{
	const struct rg_topo *t = c->routes->topo;
	for (int i = 0; i < links && i < LINKS_NAMED; i++)
		rg_textf(out, "%s%s - %s", i ? ", " : before, t->vertex[t->link[link[i]].a].name,
		         t->vertex[t->link[link[i]].b].name);
	rg_text_add(out, links > LINKS_NAMED ? ", ..." : "");
}

/* Is each of these links that of one machine? */
static bool are_of_machines(const struct rg_topo *t, const int *link, int links)
{
	int n = 0;
	for (int i = 0; i < links; i++)
		n += t->vertex[t->link[link[i]].a].kind == RG_MACHINE ||
		     t->vertex[t->link[link[i]].b].kind == RG_MACHINE;
	return n == links;
}

/* Why nothing is faster than the bound. */
static void print_reason(const struct rg_certificate *c, const struct rg_lower_bound *b,
                         int64_t bytes, struct rg_text *out)
{
	char size[64], name[NAME];
	if (b->cut >= 0) {
		rg_show_size(size, sizeof(size), (double)bytes);
		rg_textf(out, "%s each way over %s", size,
		         rg_resource_name(c->routes, b->cut, name, sizeof(name)));
		return;
	}
	int links, parts, *link = rg_bound_links(c, RG_ALLREDUCE, &links, &parts);
	rg_show_size(size, sizeof(size), 2 * (parts - 1.0) / parts * (double)bytes);
	if (parts == c->machines && are_of_machines(c->routes->topo, link, links)) {
		rg_textf(out, "%s out of and into each machine, on average", size);
	} else if (parts == 2) {
		rg_textf(out, "%s each way over %d link%s", size, links, plural(links));
		print_links(c, ": ", link, links, out);
	} else {
		rg_textf(out, "%s out of and into each of %d parts, on average", size, parts);
		print_links(c, ": behind ", link, links, out);
	}
	free(link);
}

/* The ring's share of the bound, and where it is lost: the link that the ring waits for carries
 * more than it can in the time of the bound. */
static void print_efficiency(const struct rg_certificate *c, const struct rg_lower_bound *b,
                             int width, struct rg_text *out)
{
	char share[16], name[NAME], rate[64], carries[64], could[64];
	double bandwidth = c->routes->topo->link[b->bottleneck / 2].bandwidth;
	rg_show_efficiency(share, sizeof(share), b->bound, b->ring);
	rg_textf(out, "%-*s %s", width, "efficiency:", share);
	if (strcmp(share, "1.00") != 0)
		rg_textf(out, "       (%s, of %s, carries %s; the bound leaves time for %s)",
		         rg_resource_name(c->routes, b->bottleneck, name, sizeof(name)),
		         rg_show_bandwidth(rate, sizeof(rate), bandwidth),
		         rg_show_size(carries, sizeof(carries), b->carries),
		         rg_show_size(could, sizeof(could), b->bound * bandwidth));
	rg_text_add(out, "\n");
}

static void print_bound(const struct rg_certificate *c, int64_t bytes, struct rg_text *out)
{
	char size[64], seconds[64], name[NAME];
	if (c->machines < 2) {
		rg_text_add(out, "\nbound: none, for no link is used\n");
		return;
	}
	struct rg_lower_bound b = rg_certificate_bound(c, RG_ALLREDUCE, bytes);
	rg_show_size(size, sizeof(size), (double)bytes);
	rg_show_time(seconds, sizeof(seconds), b.bound);
	int width = (int)(strlen("bound for allreduce of ") + strlen(size)) + 1; /* and the colon */
	rg_textf(out, "\nbound for allreduce of %s: %-10s (", size, seconds);
	print_reason(c, &b, bytes, out);
	if (c->losts) {
		rg_textf(out, ")\n%-*s not known, for not all ways are\n", width, "this ring:");
		return;
	}
	rg_show_time_beside(seconds, sizeof(seconds), b.ring, b.bound);
	rg_textf(out, ")\n%-*s %-10s (waits for %s, load %d)\n", width, "this ring:", seconds,
	         rg_resource_name(c->routes, b.bottleneck, name, sizeof(name)),
	         c->load[b.bottleneck]);
	print_efficiency(c, &b, width, out);
}

int rg_certificate_undescribed(const struct rg_certificate *c)
{
	char *seen = rg_alloc(c->routes->topo->machines, 1);
	int n = 0;
	for (int k = 0; k < c->P; k++) {
		int m = c->ring[k].machine;
		n += !seen[m] && !vertex_of(c, m)->inside;
		seen[m] = 1;
	}
	free(seen);
	return n;
}

int rg_certificate_half(const struct rg_certificate *c)
{
	int half = 0;
	for (int l = 0; l < c->routes->topo->links; l++)
		half += c->routes->topo->link[l].half && c->load[2 * l];
	return half;
}

/* The switches compute their tree by addresses, too, which the file does not have. */
static void print_left_out(const struct rg_topo *t, struct rg_text *out)
{
	if (t->left_out)
		rg_textf(
			out, "given: %d link%s, by %s\n", t->left_out,
			t->left_out == 1 ? " carries nothing" : "s carry nothing",
			t->rule == RG_SPANNING_TREE
				? "the spanning tree that follows from the file; the switches' own "
				  "tells whether it is that"
				: "what the file says");
}

/* What the verdict does not speak of. */
static void print_limits(const struct rg_certificate *c, struct rg_text *out)
{
	int n = rg_certificate_undescribed(c), half = rg_certificate_half(c);
	rg_text_add(out, "\n");
	if (half)
		rg_textf(out,
		         "half duplex: %d of the links used, one resource for both ways; a ring "
		         "goes "
		         "both ways, so none has load 1 there\n",
		         half);
	if (c->overloaded && c->cores_shared)
		rg_textf(out, "not in the claim: ranks that share a core of \"%s\"\n",
		         vertex_of(c, c->shared)->name);
	if (n == c->machines)
		rg_text_add(out, "not in the claim: the inside of the machines, which the file "
		                 "does not describe\n");
	else if (n)
		rg_textf(out,
		         "not in the claim: the inside of %d of the %d machines, which the file "
		         "does not describe\n",
		         n, c->machines);
	else if (c->inside_unknown)
		rg_text_add(out, "not in the claim: ranks of one machine whose cores are not "
		                 "known\n");
	if (c->boundaries_used && c->P > c->machines)
		rg_text_add(out,
		            "given: the ranks of a machine are on its cores in their order, unless "
		            "a rankfile has it otherwise\n");
	print_left_out(c->routes->topo, out);
	if (c->verdict == RG_IS_PROVED_ANY_WAY)
		rg_textf(out, "given: each pair takes one or more of its shortest ways%s\n",
		         rg_rail_hosts(c->routes->topo)
		                 ? ", from any port that begins one (--rail chooses a port)"
		                 : "");
	rg_text_add(out, "not in the claim: the inside of the switches, which is taken to be "
	                 "non-blocking; latencies\n");
}

/* ---- Parts that nothing joins */

static void print_part(const struct rg_certificate *part, struct rg_text *out)
{
	const struct rg_topo *t = part->routes->topo;
	rg_textf(out, "    %s: ", rg_verdict_words[part->verdict]);
	print_ring(part, out);
	rg_textf(out, ", %s%s\n", t->vertex[t->machine[part->ring[0].machine]].name,
	         part->machines > 1 ? ", ..." : "");
}

/* What holds within each of the parts that nothing joins, if the ring is on several. */
static void print_parts(const struct rg_certificate *c, struct rg_text *out)
{
	struct rg_apart a = rg_certify_apart(c);
	if (a.parts)
		rg_text_add(out, "nothing joins its parts; within each:\n");
	for (int i = 0; i < a.parts && i < PARTS_SHOWN; i++) {
		struct rg_certificate *part = rg_apart_certify(&a, i);
		print_part(part, out);
		rg_certificate_free(part);
	}
	if (a.parts > PARTS_SHOWN)
		rg_textf(out, "    and %d more parts\n", a.parts - PARTS_SHOWN);
	rg_apart_free(&a);
}

/* Ethernet's switches block links, others may be told any way. */
void rg_assumptions_print(const struct rg_assumptions *a, struct rg_text *out)
{
	if (a->text.s)
		rg_textf(out, "assumed: %s\n", a->text.s);
	if (a->ways)
		rg_text_add(out, "    Give the tables, or say in the file which ways hold: "
		                 "routes=\"any\" or another;\n    for Ethernet "
		                 "routes=\"spanning-tree\"\n");
}

void rg_certificate_print(const struct rg_certificate *c, const struct rg_report_options *o,
                          struct rg_text *out)
{
	switch (c->verdict) {
	case RG_IS_PROVED:
		print_proved(c, out);
		break;
	case RG_IS_PROVED_ANY_WAY:
		print_any_way(c, out);
		break;
	case RG_IS_WITHIN_CAPACITY:
		print_within_capacity(c, out);
		break;
	case RG_IS_REFUTED:
		print_refuted(c, out);
		break;
	case RG_IS_UNKNOWN:
		print_unknown(c, out);
		break;
	}
	rg_assumptions_print(&c->assumed, out);
	if (c->verdict == RG_IS_UNKNOWN)
		print_parts(c, out);
	print_uneven(c, out);
	if (c->overloaded)
		rg_certificate_print_overloaded(c, "", o->most_pairs, out);
	if (c->losts)
		print_lost(c, o->most_pairs, out);
	if (o->all_loads)
		print_loads(c, out);
	if (o->bytes > 0)
		print_bound(c, o->bytes, out);
	print_limits(c, out);
}
