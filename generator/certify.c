/* SPDX-License-Identifier: BSD-3-Clause
 * certify: recounts the loads of a ring from routes, bounds the time of an allreduce, and says so.
 *
 * The pairs of a ring of P > 1 ranks are its P neighbours, position k to position k + 1. A rank
 * sends at one position only, so all pairs are distinct, and the load of a resource is the number
 * of routes that take it.
 */
#include "certify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "units.h"

static const struct rg_vertex *vertex_of(const struct rg_certificate *c, int machine)
{
	const struct rg_topo *t = c->routes->topo;
	return &t->vertex[t->machine[machine]];
}

static int next_of(const struct rg_certificate *c, int k)
{
	return k + 1 < c->P ? k + 1 : 0;
}

static int pairs_of(const struct rg_certificate *c)
{
	return c->P > 1 ? c->P : 0;
}

/* The route of pair k into out; returns its length. */
static int route_of(const struct rg_certificate *c, int k, int *out)
{
	return rg_route(c->routes, c->ring[k], c->ring[next_of(c, k)], out);
}

/* ---- Cores */

/* n > 1 ranks, at positions at[0] ... at[n - 1] of the ring, are on one machine. stamp[core] is
 * 1 + the last machine on which a rank was seen on that core. */
static void check_machine(struct rg_certificate *c, const int *at, int n, int *stamp)
{
	int machine = c->ring[at[0]].machine;
	const struct rg_inside *in = vertex_of(c, machine)->inside;
	bool shared = in && n > in->cores;
	for (int i = 0; i < n; i++) {
		int core = c->ring[at[i]].core;
		if (!in || core < 0) {
			c->inside_unknown = true;
		} else {
			shared = shared || stamp[core] == machine + 1;
			stamp[core] = machine + 1;
		}
	}
	if (shared && !c->cores_shared) {
		c->cores_shared = true;
		c->shared = machine;
	}
}

/* Count the machines of the ring, and see whether its ranks have cores of their own. The ranks are
 * grouped by machine (a counting sort). */
static void check_cores(struct rg_certificate *c)
{
	int machines = c->routes->topo->machines, most = 0;
	int *end = rg_alloc((size_t)machines + 1, sizeof(int));
	int *at = rg_alloc(c->P, sizeof(int));
	for (int k = 0; k < c->P; k++)
		end[c->ring[k].machine + 1]++;
	for (int m = 0; m < machines; m++) {
		const struct rg_inside *in = vertex_of(c, m)->inside;
		most = in && in->cores > most ? in->cores : most;
		end[m + 1] += end[m];
	}
	for (int k = 0; k < c->P; k++) /* moves end[m] from the begin of its group to its end */
		at[end[c->ring[k].machine]++] = k;
	int *stamp = rg_alloc(most, sizeof(int));
	for (int m = 0, begin = 0; m < machines; begin = end[m++]) {
		c->machines += end[m] > begin;
		if (end[m] - begin > 1)
			check_machine(c, at + begin, end[m] - begin, stamp);
	}
	free(end);
	free(at);
	free(stamp);
}

/* ---- Loads */

static void count_loads(struct rg_certificate *c, int *route)
{
	for (int k = 0; k < pairs_of(c); k++) {
		int n = route_of(c, k, route);
		for (int i = 0; i < n; i++)
			c->load[route[i]]++;
	}
	for (int i = 0; i < c->routes->resources; i++) {
		if (c->load[i] && rg_is_link(c->routes, i))
			c->links_used++;
		else if (c->load[i])
			c->boundaries_used++;
		c->overloaded += c->load[i] > 1;
		c->most = c->load[i] > c->most ? c->load[i] : c->most;
	}
}

/* Which pairs are on the overloaded resources: the routes once more, now that one knows which. */
static void collect_pairs(struct rg_certificate *c, int *route)
{
	int *slot = rg_alloc(c->routes->resources, sizeof(int)); /* 1 + place in over */
	int64_t *end = rg_alloc(c->overloaded, sizeof(*end));
	c->first = rg_alloc((size_t)c->overloaded + 1, sizeof(*c->first));
	c->over = rg_alloc(c->overloaded, sizeof(*c->over));
	for (int i = 0, k = 0; i < c->routes->resources; i++) {
		if (c->load[i] < 2)
			continue;
		c->over[k] = i;
		c->first[k + 1] = c->first[k] + c->load[i];
		end[k] = c->first[k];
		slot[i] = ++k;
	}
	c->pair = rg_alloc(c->first[c->overloaded], sizeof(*c->pair));
	for (int k = 0; c->overloaded && k < pairs_of(c); k++) {
		int n = route_of(c, k, route);
		for (int i = 0; i < n; i++)
			if (slot[route[i]])
				c->pair[end[slot[route[i]] - 1]++] =
					(struct rg_pair){k, next_of(c, k)};
	}
	free(slot);
	free(end);
}

struct rg_certificate *rg_certify(const struct rg_routes *routes, const struct rg_place *ring,
                                  int P)
{
	struct rg_certificate *c = rg_alloc(1, sizeof(*c));
	int *route = rg_alloc(routes->longest, sizeof(int));
	c->routes = routes;
	c->ring = ring;
	c->P = P;
	c->shared = -1;
	c->load = rg_alloc(routes->resources, sizeof(int));
	check_cores(c);
	count_loads(c, route);
	collect_pairs(c, route);
	if (c->overloaded)
		c->verdict = RG_IS_REFUTED;
	else
		c->verdict = c->cores_shared ? RG_IS_UNKNOWN : RG_IS_PROVED;
	free(route);
	return c;
}

void rg_certificate_free(struct rg_certificate *c)
{
	if (!c)
		return;
	free(c->load);
	free(c->first);
	free(c->over);
	free(c->pair);
	free(c);
}

/* ---- The bound */

/* What a machine can send and receive, together, in a second: both directions of its one link, or
 * the half-duplex link that is both. */
static double port_rate(const struct rg_topo *t, int machine)
{
	int v = t->machine[machine];
	if (t->first[v] == t->first[v + 1])
		return 0; /* the only machine, without a switch */
	const struct rg_link *l = &t->link[t->incident[t->first[v]]];
	return l->half ? l->bandwidth : 2 * l->bandwidth;
}

/* For each item of the vector, M machines must communicate at least 2 (M - 1) partial results
 * (Patarasuk & Yuan 2009, Lemma 3). Each is sent by one machine and received by another, so for
 * `bytes` bytes the machines' ports carry at least 4 (M - 1) bytes in all, in both directions. With
 * full duplex everywhere that is 2 (M - 1) bytes over the sum of the bandwidths. */
static double machines_bound(const struct rg_certificate *c, double bytes)
{
	const struct rg_topo *t = c->routes->topo;
	char *seen = rg_alloc(t->machines, 1);
	double rate = 0;
	for (int k = 0; k < c->P; k++) {
		int m = c->ring[k].machine;
		if (!seen[m])
			rate += port_rate(t, m);
		seen[m] = 1;
	}
	free(seen);
	return 4 * (c->machines - 1.0) * bytes / rate;
}

/* Across a link that separates participants each side must learn what the other side contributes:
 * `bytes` in each direction; a half-duplex link carries both. In a tree, the links that separate
 * participants are those that the ring uses, for it visits all of them and no path leaves the tree
 * that they span. */
static double cut_bound(const struct rg_certificate *c, double bytes, int *slowest)
{
	double most = 0;
	for (int i = 0; i < 2 * c->routes->topo->links; i++) {
		const struct rg_link *l = &c->routes->topo->link[i / 2];
		double seconds = bytes * (l->half ? 2 : 1) / l->bandwidth;
		if (c->load[i] && seconds > most) {
			most = seconds;
			*slowest = i;
		}
	}
	return most;
}

/* In 2 (P - 1) steps every rank sends a P-th of the vector to the next: 2 (P - 1) / P bytes a pair.
 * It is never faster than the bound: each port carries that amount at least twice, and (P - 1) / P
 * is at least (M - 1) / M; each cut carries it at least once in each direction, and it is at least
 * `bytes`. */
static double ring_time(const struct rg_certificate *c, double bytes, int *bottleneck)
{
	double most = 0, each = 2 * (c->P - 1.0) / c->P * bytes;
	for (int i = 0; i < 2 * c->routes->topo->links; i++) {
		double seconds = c->load[i] * each / c->routes->topo->link[i / 2].bandwidth;
		if (seconds > most) {
			most = seconds;
			*bottleneck = i;
		}
	}
	return most;
}

struct rg_bound rg_certificate_bound(const struct rg_certificate *c, int64_t bytes)
{
	struct rg_bound b = {.slowest = -1, .bottleneck = -1};
	if (c->machines < 2)
		return b;
	b.machines = machines_bound(c, bytes);
	b.cut = cut_bound(c, bytes, &b.slowest);
	b.bound = fmax(b.machines, b.cut);
	b.ring = ring_time(c, bytes, &b.bottleneck);
	return b;
}

/* ---- The report */

enum { NAME = 256 }; /* room for a resource's name */

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
	rg_text_add(out, "proved: ");
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

static void print_refuted(const struct rg_certificate *c, struct rg_text *out)
{
	char name[NAME];
	int links = 0, worst = 0;
	for (int k = 0; k < c->overloaded; k++) {
		links += rg_is_link(c->routes, c->over[k]);
		if (c->load[c->over[k]] > c->load[c->over[worst]])
			worst = k;
	}
	rg_textf(out, "refuted: load %d on %s (", c->most,
	         rg_resource_name(c->routes, c->over[worst], name, sizeof(name)));
	if (c->links_used)
		rg_textf(out, "%d of %d link direction%s", links, c->links_used,
		         plural(c->links_used));
	if (c->links_used && c->boundaries_used)
		rg_text_add(out, " and ");
	if (c->boundaries_used)
		rg_textf(out, "%d of %d boundary direction%s", c->overloaded - links,
		         c->boundaries_used, plural(c->boundaries_used));
	rg_text_add(out, " carry more than one pair)\n");
}

static void print_unknown(const struct rg_certificate *c, struct rg_text *out)
{
	const struct rg_vertex *v = vertex_of(c, c->shared);
	int ranks = 0;
	for (int k = 0; k < c->P; k++)
		ranks += c->ring[k].machine == c->shared;
	rg_text_add(out, "unknown: ");
	print_ring(c, out);
	if (ranks > v->inside->cores)
		rg_textf(out, "; %d ranks on \"%s\", which has %d core%s\n", ranks, v->name,
		         v->inside->cores, plural(v->inside->cores));
	else
		rg_textf(out, "; two ranks share a core of \"%s\"\n", v->name);
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
	for (int i = 0; i < r->resources; i++) {
		/* A half-duplex link has one resource; a boundary that is not used is no news. */
		bool none = rg_is_link(r, i) ? i % 2 && r->topo->link[i / 2].half : !c->load[i];
		if (!none)
			rg_textf(out, "  %-*s %6d\n", width,
			         rg_resource_name(r, i, name, sizeof(name)), c->load[i]);
	}
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

static void print_overloaded(const struct rg_certificate *c, int most_pairs, struct rg_text *out)
{
	char name[NAME];
	rg_text_add(out, "\noverloaded:\n");
	for (int k = 0; k < c->overloaded; k++) {
		int64_t begin = c->first[k], end = c->first[k + 1], shown = end;
		if (most_pairs > 0 && end - begin > most_pairs)
			shown = begin + most_pairs;
		rg_textf(out, "  %s: load %d\n",
		         rg_resource_name(c->routes, c->over[k], name, sizeof(name)),
		         c->load[c->over[k]]);
		print_pairs(c, begin, shown, out);
		if (shown < end)
			rg_textf(out, "    and %d more\n", (int)(end - shown));
	}
}

/* Why nothing is faster than the bound. */
static void print_reason(const struct rg_certificate *c, const struct rg_bound *b, int64_t bytes,
                         struct rg_text *out)
{
	char size[64], name[NAME];
	if (b->machines >= b->cut) {
		rg_show_size(size, sizeof(size), 2 * (c->machines - 1.0) / c->machines * bytes);
		rg_textf(out, "%s out of and into each machine, on average", size);
		return;
	}
	rg_show_size(size, sizeof(size), bytes);
	rg_textf(out, "%s each way over %s", size,
	         rg_resource_name(c->routes, b->slowest, name, sizeof(name)));
}

static void print_bound(const struct rg_certificate *c, int64_t bytes, struct rg_text *out)
{
	char size[64], seconds[64], name[NAME];
	if (c->machines < 2) {
		rg_text_add(out, "\nbound: none, for no link is used\n");
		return;
	}
	struct rg_bound b = rg_certificate_bound(c, bytes);
	rg_show_size(size, sizeof(size), bytes);
	rg_show_time(seconds, sizeof(seconds), b.bound);
	int width = strlen("bound for allreduce of ") + strlen(size) + 1; /* and the colon */
	rg_textf(out, "\nbound for allreduce of %s: %-10s (", size, seconds);
	print_reason(c, &b, bytes, out);
	rg_show_time(seconds, sizeof(seconds), b.ring);
	rg_textf(out, ")\n%-*s %-10s (waits for %s, load %d)\n", width, "this ring:", seconds,
	         rg_resource_name(c->routes, b.bottleneck, name, sizeof(name)),
	         c->load[b.bottleneck]);
	/* Rounded down, so that 1.00 means 1, but for the last bits of a double. */
	rg_textf(out, "%-*s %.2f\n", width,
	         "efficiency:", floor(100 * (b.bound / b.ring) + 1e-6) / 100);
}

/* Machines of the ring whose inside the file does not describe. */
static int undescribed(const struct rg_certificate *c)
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

/* What the verdict does not speak of. */
static void print_limits(const struct rg_certificate *c, struct rg_text *out)
{
	int n = undescribed(c), half = 0;
	for (int l = 0; l < c->routes->topo->links; l++)
		half += c->routes->topo->link[l].half && c->load[2 * l];
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
	rg_text_add(out, "not in the claim: the inside of the switches, which is taken to be "
	                 "non-blocking; latencies\n");
}

void rg_certificate_print(const struct rg_certificate *c, const struct rg_report_options *o,
                          struct rg_text *out)
{
	switch (c->verdict) {
	case RG_IS_PROVED:
		print_proved(c, out);
		break;
	case RG_IS_REFUTED:
		print_refuted(c, out);
		break;
	case RG_IS_UNKNOWN:
		print_unknown(c, out);
		break;
	}
	if (c->overloaded)
		print_overloaded(c, o->most_pairs, out);
	if (o->all_loads)
		print_loads(c, out);
	if (o->bytes > 0)
		print_bound(c, o->bytes, out);
	print_limits(c, out);
}
