/* SPDX-License-Identifier: BSD-3-Clause
 * certify: recounts the loads of a ring from routes.
 *
 * The pairs of a ring of P > 1 ranks are its P neighbours, position k to position k + 1. A rank
 * sends at one position only, so all pairs are distinct, and the load of a resource is the number
 * of routes that take it. So it is for other pairs that are distinct.
 */
#include "certify/certify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "fabric/rail.h"

const char *const rg_verdict_words[] = {
	[RG_IS_PROVED] = "proved contention free",
	[RG_IS_PROVED_ANY_WAY] = "proved contention free on any way",
	[RG_IS_WITHIN_CAPACITY] = "proved within capacity",
	[RG_IS_REFUTED] = "refuted",
	[RG_IS_UNKNOWN] = "unknown",
};

static const struct rg_vertex *vertex_of(const struct rg_certificate *c, int machine)
{
	const struct rg_topo *t = c->routes->topo;
	return &t->vertex[t->machine[machine]];
}

/* The route of pair k into out; returns its length. */
static int route_of(const struct rg_certificate *c, int k, int *out, struct rg_found *found)
{
	return rg_find_route(c->routes, c->ring[c->sent[k].from], c->ring[c->sent[k].to], out,
	                     found);
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

/* A pair that has not one way, with what only some of its ways take, route[n]. */
static void lose(struct rg_certificate *c, int k, struct rg_found found, const int *route, int n,
                 size_t *cap)
{
	c->lost = rg_grow(c->lost, (size_t)c->losts, cap, sizeof *c->lost);
	c->lost[c->losts++] = (struct rg_lost){c->sent[k], found};
	c->several += found.is == RG_SEVERAL_WAYS;
	if (!c->possible)
		c->possible = rg_alloc(c->routes->resources, sizeof(int));
	for (int i = 0; i < n; i++)
		c->possible[route[i]]++;
}

static void count_loads(struct rg_certificate *c, int *route)
{
	struct rg_found found;
	size_t cap = 0;
	for (int k = 0; k < c->pairs; k++) {
		int n = route_of(c, k, route, &found);
		int certain = rg_way_known(&found) ? found.certain : 0;
		if (found.is != RG_ONE_WAY)
			lose(c, k, found, route + certain, n - certain, &cap);
		for (int i = 0; i < certain; i++)
			c->load[route[i]]++;
	}
	for (int i = 0; i < c->routes->resources; i++) {
		if (c->load[i] && rg_is_link(c->routes, i))
			c->links_used++;
		else if (c->load[i])
			c->boundaries_used++;
		c->overloaded += c->load[i] > 1;
		c->links_possible += rg_is_link(c->routes, i) &&
		                     c->load[i] + (c->possible ? c->possible[i] : 0) > 0;
		c->most = c->load[i] > c->most ? c->load[i] : c->most;
	}
}

/* Bytes per second of the slowest link of a route, or of several; INFINITY: it takes none. */
static double speed_of(const struct rg_certificate *c, const int *route, int n)
{
	double speed = INFINITY;
	for (int i = 0; i < n; i++)
		if (rg_is_link(c->routes, route[i]))
			speed = fmin(speed, c->routes->topo->link[route[i] / 2].bandwidth);
	return speed;
}

/* The demand on a resource whose pairs together send so many bytes per second. */
static double demand_of(const struct rg_certificate *c, int resource, double sent)
{
	if (!rg_is_link(c->routes, resource))
		return c->load[resource];
	return sent / c->routes->topo->link[resource / 2].bandwidth;
}

/* Which pairs are on the overloaded resources: the routes once more, now that one knows which. */
static void collect_pairs(struct rg_certificate *c, int *route)
{
	int *slot = rg_alloc(c->routes->resources, sizeof(int)); /* 1 + place in over */
	int64_t *end = rg_alloc(c->overloaded, sizeof(*end));
	c->first = rg_alloc((size_t)c->overloaded + 1, sizeof(*c->first));
	c->over = rg_alloc(c->overloaded, sizeof(*c->over));
	c->demand = rg_alloc(c->overloaded, sizeof(*c->demand)); /* at first what is sent */
	for (int i = 0, k = 0; i < c->routes->resources; i++) {
		if (c->load[i] < 2)
			continue;
		c->over[k] = i;
		c->first[k + 1] = c->first[k] + c->load[i];
		end[k] = c->first[k];
		slot[i] = ++k;
	}
	c->pair = rg_alloc(c->first[c->overloaded], sizeof(*c->pair));
	for (int k = 0; c->overloaded && k < c->pairs; k++) {
		struct rg_found found;
		int n = route_of(c, k, route, &found);
		if (!rg_way_known(&found))
			continue;
		double speed = speed_of(c, route, n);
		for (int i = 0; i < found.certain; i++) {
			int s = slot[route[i]] - 1;
			if (s < 0)
				continue;
			c->pair[end[s]++] = c->sent[k];
			c->demand[s] += speed;
		}
	}
	for (int k = 0; k < c->overloaded; k++) {
		c->demand[k] = demand_of(c, c->over[k], c->demand[k]);
		c->beyond += rg_is_beyond(c, k);
	}
	free(slot);
	free(end);
}

/* An overloaded resource, while these are sorted. */
struct over {
	int resource;
	double demand;
	int64_t first, pairs;
};

/* The highest demand first. Sums that differ by rounding are equal, and the resource decides. */
static int compare_over(const void *pa, const void *pb)
{
	const struct over *a = pa, *b = pb;
	float x = (float)a->demand, y = (float)b->demand;
	return x != y ? (x < y) - (x > y) : a->resource - b->resource;
}

static void sort_overloaded(struct rg_certificate *c)
{
	struct over *over = rg_alloc((size_t)c->overloaded, sizeof *over);
	struct rg_pair *pair = rg_alloc((size_t)c->first[c->overloaded], sizeof *pair);
	int64_t n = 0;
	for (int k = 0; k < c->overloaded; k++)
		over[k] = (struct over){c->over[k], c->demand[k], c->first[k],
		                        c->first[k + 1] - c->first[k]};
	qsort(over, (size_t)c->overloaded, sizeof *over, compare_over);
	for (int k = 0; k < c->overloaded; k++) {
		c->over[k] = over[k].resource;
		c->demand[k] = over[k].demand;
		c->first[k] = n;
		memcpy(pair + n, c->pair + over[k].first, (size_t)over[k].pairs * sizeof *pair);
		n += over[k].pairs;
	}
	free(c->pair);
	c->pair = pair;
	free(over);
}

static enum rg_verdict judge(const struct rg_certificate *c)
{
	int worst;
	if (c->beyond)
		return RG_IS_REFUTED;
	if (c->cores_shared || c->losts > c->several)
		return RG_IS_UNKNOWN;
	if (c->losts && (c->routes->topo->table || rg_certificate_at_worst(c, &worst) > 1))
		return RG_IS_UNKNOWN;
	if (c->losts)
		return RG_IS_PROVED_ANY_WAY;
	return c->overloaded ? RG_IS_WITHIN_CAPACITY : RG_IS_PROVED;
}

/* Say what the verdict rests on that nobody has told. */
static void note_assumed(struct rg_certificate *c)
{
	bool *taken = rg_alloc((size_t)c->routes->resources, sizeof *taken);
	for (int i = 0; i < c->routes->resources; i++)
		taken[i] = c->load[i] || (c->possible && c->possible[i]);
	c->assumed = rg_assumptions_of(c->routes, taken);
	free(taken);
}

struct rg_certificate *rg_certify_pairs(const struct rg_routes *routes,
                                        const struct rg_place *place, int P,
                                        const struct rg_pair *pair, int n)
{
	struct rg_certificate *c = rg_alloc(1, sizeof(*c));
	int *route = rg_alloc(routes->longest, sizeof(int));
	c->routes = routes;
	c->ring = place;
	c->P = P;
	c->pairs = n;
	c->sent = rg_alloc((size_t)n, sizeof *c->sent);
	for (int k = 0; k < n; k++)
		c->sent[k] = pair[k];
	c->shared = -1;
	c->load = rg_alloc(routes->resources, sizeof(int));
	check_cores(c);
	count_loads(c, route);
	collect_pairs(c, route);
	sort_overloaded(c);
	c->verdict = judge(c);
	note_assumed(c);
	free(route);
	return c;
}

struct rg_certificate *rg_certify(const struct rg_routes *routes, const struct rg_place *ring,
                                  int P)
{
	struct rg_pair *pair = rg_alloc((size_t)P, sizeof *pair);
	for (int k = 0; k < P; k++)
		pair[k] = (struct rg_pair){k, k + 1 < P ? k + 1 : 0};
	struct rg_certificate *c = rg_certify_pairs(routes, ring, P, pair, P > 1 ? P : 0);
	free(pair);
	return c;
}

const char *rg_certificate_assumes(const struct rg_certificate *c)
{
	return c->assumed.text.s;
}

void rg_certificate_free(struct rg_certificate *c)
{
	if (!c)
		return;
	free(c->load);
	free(c->first);
	free(c->over);
	free(c->demand);
	free(c->lost);
	free(c->possible);
	free(c->pair);
	rg_text_free(&c->assumed.text);
	free(c->sent);
	free(c);
}

int rg_certificate_worst(const struct rg_certificate *c, double *demand)
{
	if (demand)
		*demand = c->overloaded ? c->demand[0] : 0;
	return c->overloaded ? c->over[0] : -1;
}

int rg_certificate_at_worst(const struct rg_certificate *c, int *resource)
{
	int most = 0;
	*resource = -1;
	for (int i = 0; i < c->routes->resources; i++) {
		int load = c->load[i] + (c->possible ? c->possible[i] : 0);
		*resource = load > most ? i : *resource;
		most = load > most ? load : most;
	}
	return most;
}

void rg_certificate_be_strict(struct rg_certificate *c)
{
	if (c->verdict == RG_IS_WITHIN_CAPACITY)
		c->verdict = RG_IS_REFUTED;
}

int rg_certificate_overloaded_links(const struct rg_certificate *c)
{
	int links = 0;
	for (int k = 0; k < c->overloaded; k++)
		links += rg_is_link(c->routes, c->over[k]);
	return links;
}

void rg_certificate_fact(const struct rg_certificate *c, bool ring, struct rg_text *out)
{
	const struct rg_topo *t = c->routes->topo;
	int switches = t->vertices - t->machines;

	rg_textf(out, "%d machine%s, %d switch%s", c->machines, c->machines == 1 ? "" : "s",
	         switches, switches == 1 ? "" : "es");
	if (ring && c->verdict == RG_IS_PROVED_ANY_WAY)
		rg_textf(out, ", ring load at most 1 on %d link directions", c->links_possible);
	else if (ring)
		rg_textf(out, ", ring load %d on %d link directions", c->most, c->links_used);
}

/* "the way of 3 of 8 pairs is not known", "3 of 8 pairs have several ways, at worst with load 2 on
 * s0 -> s1". */
static void add_lost_pairs(const struct rg_certificate *c, struct rg_text *out)
{
	char name[256];
	int unknown = c->losts - c->several, worst;
	if (unknown) {
		rg_textf(out, "the way of %d of %d pairs is not known", unknown, c->P);
		return;
	}
	int load = rg_certificate_at_worst(c, &worst);
	rg_textf(out, "%d of %d pairs have several ways, at worst with load %d on %s", c->several,
	         c->P, load, rg_resource_name(c->routes, worst, name, sizeof name));
	if (rg_rail_hosts(c->routes->topo))
		rg_text_add(out, " (machines have several ports: --rail chooses one)");
}

void rg_certificate_doubt(const struct rg_certificate *c, struct rg_text *out)
{
	if (c->losts) {
		add_lost_pairs(c, out);
		return;
	}
	const struct rg_vertex *v = vertex_of(c, c->shared);
	int ranks = 0;
	for (int k = 0; k < c->P; k++)
		ranks += c->ring[k].machine == c->shared;
	if (ranks > v->inside->cores)
		rg_textf(out, "%d ranks on \"%s\", which has %d core%s", ranks, v->name,
		         v->inside->cores, v->inside->cores == 1 ? "" : "s");
	else
		rg_textf(out, "two ranks share a core of \"%s\"", v->name);
}
