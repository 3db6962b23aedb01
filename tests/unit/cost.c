/* SPDX-License-Identifier: BSD-3-Clause
 * Costs: shares of links, the longest chain and the choices, against results that can be worked out
 * by hand.
 */
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "certify/bound.h"
#include "cost/fair_share.h"
#include "plan/planning.h"
#include "plan/wide.h"
#include "test.h"

/* a is b, up to rounding. */
static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fabs(b) + 1e-15;
}

/* ---- share */

static void test_share(void)
{
	const double bandwidth[] = {8, 4};
	const int both[] = {0, 1}, second[] = {1}, first[] = {0};
	struct rg_flow alone = {first, 1, 16, 0};
	rg_share(&alone, 1, bandwidth, 2);
	CHECK(near(alone.seconds, 2));
	/* Two share resource 1, 2 each; the third has the 6 that are left of resource 0. Then the
	 * second has all of resource 1. */
	struct rg_flow three[] = {{both, 2, 2, 0}, {second, 1, 6, 0}, {first, 1, 12, 0}};
	rg_share(three, 3, bandwidth, 2);
	CHECK(near(three[0].seconds, 1));
	CHECK(near(three[1].seconds, 2));
	CHECK(near(three[2].seconds, 1 + 6. / 8));
	struct rg_flow none = {NULL, 0, 5, -1};
	rg_share(&none, 1, bandwidth, 2);
	CHECK(near(none.seconds, 0));
}

/* Flows at random, against rates that all grow together until a resource is full. */
enum { FLOWS = 12, RESOURCES = 7 };

static int any_number(unsigned *state, int n)
{
	*state = *state * 1103515245u + 12345u;
	return (int)(*state >> 16) % n;
}

/* The rates of those that have something left. */
static void grow_rates(const struct rg_flow *flow, const double *left, const double *bandwidth,
                       double *rate)
{
	double used[RESOURCES] = {0};
	bool fixed[FLOWS];
	for (int i = 0; i < FLOWS; i++) {
		rate[i] = 0;
		fixed[i] = left[i] <= 0;
	}
	for (;;) {
		int growing[RESOURCES] = {0};
		double more = INFINITY;
		for (int i = 0; i < FLOWS; i++)
			for (int h = 0; h < flow[i].hops && !fixed[i]; h++)
				growing[flow[i].route[h]]++;
		for (int r = 0; r < RESOURCES; r++)
			if (growing[r])
				more = fmin(more, (bandwidth[r] - used[r]) / growing[r]);
		if (more == INFINITY)
			return;
		for (int r = 0; r < RESOURCES; r++)
			used[r] += more * growing[r];
		for (int i = 0; i < FLOWS; i++) {
			rate[i] += fixed[i] ? 0 : more;
			for (int h = 0; h < flow[i].hops; h++) {
				int r = flow[i].route[h];
				fixed[i] |= used[r] >= bandwidth[r] * (1 - 1e-9);
			}
		}
	}
}

static void end_flows(const struct rg_flow *flow, const double *bandwidth, double *end)
{
	double left[FLOWS], rate[FLOWS], now = 0;
	for (int i = 0; i < FLOWS; i++)
		left[i] = flow[i].bytes;
	for (double step = 0; step < INFINITY; now += step) {
		step = INFINITY;
		grow_rates(flow, left, bandwidth, rate);
		for (int i = 0; i < FLOWS; i++)
			step = left[i] > 0 ? fmin(step, left[i] / rate[i]) : step;
		for (int i = 0; i < FLOWS && step < INFINITY; i++) {
			if (left[i] <= 0)
				continue;
			left[i] -= rate[i] * step;
			left[i] = left[i] <= 1e-9 * flow[i].bytes ? 0 : left[i];
			end[i] = now + step;
		}
	}
}

static void test_share_random(void)
{
	for (unsigned seed = 1; seed <= 300; seed++) {
		unsigned state = seed;
		struct rg_flow flow[FLOWS];
		double bandwidth[RESOURCES], end[FLOWS] = {0};
		int route[FLOWS][RESOURCES];
		for (int r = 0; r < RESOURCES; r++)
			bandwidth[r] = 1 + any_number(&state, 5);
		for (int i = 0; i < FLOWS; i++) {
			flow[i] = (struct rg_flow){route[i], 0, 1 + any_number(&state, 20), 0};
			for (int r = 0; r < RESOURCES; r++)
				if (any_number(&state, 3) == 0 || (r == 0 && i % 2))
					route[i][flow[i].hops++] = r;
		}
		for (int i = 0; i < FLOWS; i++)
			if (!flow[i].hops)
				route[i][flow[i].hops++] = i % RESOURCES;
		rg_share(flow, FLOWS, bandwidth, RESOURCES);
		end_flows(flow, bandwidth, end);
		for (int i = 0; i < FLOWS; i++)
			if (!CHECK(fabs(flow[i].seconds - end[i]) <= 1e-6 * end[i]))
				fprintf(stderr, "seed %u, flow %d: %.9g, not %.9g\n", seed, i,
				        flow[i].seconds, end[i]);
	}
}

/* ---- Clusters: machines behind one switch, or `switches` in a chain */

struct cluster {
	struct rg_topo *t;
	struct rg_routes *routes;
	struct rg_placement *placement;
};

enum { RATE = 1000 * 1000 };
#define LATENCY 1e-3

/* A machine of two NUMA nodes of so many cores each, with a rank on each core. */
static struct cluster new_nodes(int cores)
{
	struct cluster c = {.t = rg_topo_new("nodes")};
	struct rg_inside *in = rg_alloc(1, sizeof *in);
	int dfs = 0;
	rg_topo_vertex(c.t, RG_MACHINE, "m", 1);
	in->packages = 1;
	in->numas = 2;
	in->cores = 2 * cores;
	in->core = rg_alloc((size_t)in->cores, sizeof *in->core);
	for (int i = 0; i < in->cores; i++)
		in->core[i] = (struct rg_core){0, i / cores, -1};
	c.t->vertex[0].inside = rg_topo_inside(c.t, in);
	rg_topo_close(c.t);
	c.routes = rg_routes_new(c.t);
	c.placement = rg_placement_new(c.t, &dfs, &dfs, 1, in->cores);
	return c;
}

static struct cluster new_cluster(int switches, int machines, int each, double latency)
{
	struct cluster c = {.t = rg_topo_new("test")};
	int last = -1, n = 0;
	for (int s = 0; s < switches; s++) {
		char name[32];
		snprintf(name, sizeof name, "s%d", s);
		int here = rg_topo_vertex(c.t, RG_SWITCH, name, 1);
		if (last >= 0)
			rg_topo_link(c.t, (struct rg_link){.a = last,
			                                   .b = here,
			                                   .bandwidth = RATE,
			                                   .latency = latency});
		for (int m = 0; m < machines / switches; m++, n++) {
			snprintf(name, sizeof name, "m%d", n);
			int v = rg_topo_vertex(c.t, RG_MACHINE, name, 1);
			rg_topo_link(c.t, (struct rg_link){.a = here,
			                                   .b = v,
			                                   .bandwidth = RATE,
			                                   .latency = latency});
		}
		last = here;
	}
	rg_topo_close(c.t);
	c.routes = rg_routes_new(c.t);
	int *dfs = rg_order(c.t);
	c.placement = rg_placement_new(c.t, dfs, dfs, n, each);
	free(dfs);
	return c;
}

static void free_cluster(struct cluster *c)
{
	rg_placement_free(c->placement);
	rg_routes_free(c->routes);
	rg_topo_free(c->t);
}

/* Seconds of an algorithm of --ops on the cluster, perhaps with windows. */
static double seconds_with(const struct cluster *c, const char *ops, const struct rg_model *m,
                           double bytes, int64_t *slice, bool windows)
{
	struct rg_wanted wanted[RG_ROUTINES];
	char *wrong = rg_catalogue_ops(ops, true, wanted);
	struct rg_scenario g = {
		.routes = c->routes, .placement = c->placement, .model = *m, .windows = windows};
	enum rg_collective which = RG_ALLREDUCE;
	CHECK_STR(wrong, NULL);
	for (int i = 0; i < RG_ROUTINES; i++)
		which = wanted[i].n ? rg_routines[i].collective : which;
	struct rg_contest *contest = rg_contest_new(which, false, wanted, &g);
	CHECK(rg_contest_candidates(contest) > 0);
	struct rg_prediction p = rg_contest_ask(contest, 0, 0, bytes);
	if (slice)
		*slice = p.slice;
	rg_contest_free(contest);
	rg_wanted_free(wanted);
	return p.seconds;
}

static double seconds(const struct cluster *c, const char *ops, const struct rg_model *m,
                      double bytes, int64_t *slice)
{
	return seconds_with(c, ops, m, bytes, slice, false);
}

static double windows(const struct cluster *c, const char *ops, const struct rg_model *m,
                      double bytes)
{
	return seconds_with(c, ops, m, bytes, NULL, true);
}

/* One message takes two links: 2 ms and its bytes over 1 MB/s. */
static void test_by_hand(void)
{
	struct cluster star = new_cluster(1, 4, 1, LATENCY), chain = new_cluster(2, 4, 1, LATENCY);
	const struct rg_model *ideal = &rg_model_ideal;
	/* lg P messages of the vector. */
	CHECK(near(seconds(&star, "allreduce=recursive-doubling", ideal, 1000, NULL),
	           2 * (2 * LATENCY + 1e-3)));
	/* 2 lg P messages of a half and a quarter. */
	CHECK(near(seconds(&star, "allreduce=butterfly", ideal, 1000, NULL),
	           4 * 2 * LATENCY + 2 * 0.75e-3));
	/* Two messages at a time go between the switches of the chain, over three links. */
	CHECK(near(seconds(&chain, "allreduce=recursive-doubling", ideal, 1000, NULL),
	           2 * LATENCY + 1e-3 + 3 * LATENCY + 2e-3));
	/* 2 (P - 1) steps of a quarter, too short for lanes; in the chain the longest way sets the
	 * pace, as the message begins when it is asked for. */
	CHECK(near(seconds(&star, "allreduce=ring", ideal, 40, NULL), 6 * (2 * LATENCY + 1e-5)));
	CHECK(near(seconds(&chain, "allreduce=ring", ideal, 40, NULL), 6 * (3 * LATENCY + 1e-5)));
	/* Eager messages need not be asked for: once around the two long ways and the two short
	 * ones, and two steps more, the long ones. */
	struct rg_model eager = rg_model_ideal;
	eager.eager = 1 << 16;
	CHECK(near(seconds(&chain, "allreduce=ring", &eager, 40, NULL),
	           (2 * 3 + 2 * 2 + 3 + 2) * LATENCY + 6 * 1e-5));
	/* A start-up at each end, and combination; the header takes the wire, too. Asking for a
	 * message and answering have start-ups as well. */
	struct rg_model slow = rg_model_ideal;
	slow.startup = 1e-4;
	slow.combine = RATE;
	slow.eager = 1000;
	slow.header = 10;
	CHECK(near(seconds(&star, "allreduce=recursive-doubling", &slow, 1000, NULL),
	           2 * (2 * LATENCY + 1.01e-3 + 2e-4 + 1e-3)));
	slow.eager = 999;
	CHECK(near(seconds(&star, "allreduce=recursive-doubling", &slow, 1000, NULL),
	           2 * (2 * LATENCY + 1.01e-3 + 6e-4 + 1e-3)));
	slow.fair = false; /* or lanes would pay */
	CHECK(near(seconds(&star, "allreduce=ring", &slow, 3600, NULL),
	           6 * (2 * LATENCY + 0.91e-3 + 2e-4) + 3 * 0.9e-3));
	CHECK(near(seconds(&star, "allreduce=ring", &slow, 4000, NULL),
	           6 * (2 * LATENCY + 1.01e-3 + 6e-4) + 3 * 1e-3));
	free_cluster(&star);
	free_cluster(&chain);
}

/* Machines that share two processors. Start-ups are all that takes time: of four machines 1e-4,
 * twice the time of a lone message. */
static void test_shared_processors(void)
{
	struct cluster star = new_cluster(1, 4, 1, 0);
	struct rg_model shared = rg_model_ideal;
	shared.startup = 1e-4;
	shared.alone = 0.5e-4;
	shared.eager = 1 << 20;
	shared.buffered = 1 << 20;
	/* All send and receive in each step. */
	CHECK(near(seconds(&star, "allreduce=recursive-doubling", &shared, 0, NULL), 2 * 2e-4));
	CHECK(near(seconds(&star, "allgather=ring", &shared, 0, NULL), 3 * 2e-4));
	/* A root alone has a processor, and sends three messages; the receivers have another one.
	 */
	CHECK(near(seconds(&star, "scatter=sequential", &shared, 0, NULL), 4 * 0.5e-4));
	/* The root sends to one, then two send to two: there are two processors. */
	CHECK(near(seconds(&star, "bcast=binomial", &shared, 0, NULL), 4 * 0.5e-4));
	/* Where they are not known to share any, each start-up takes as long as if all were busy.
	 */
	shared.alone = 0;
	CHECK(near(seconds(&star, "scatter=sequential", &shared, 0, NULL), 4 * 1e-4));
	CHECK(near(seconds(&star, "allgather=ring", &shared, 0, NULL), 3 * 2e-4));
	free_cluster(&star);
	/* The time within a machine was measured when all were busy. */
	struct cluster one = new_cluster(1, 1, 4, 0);
	shared.alone = 0.5e-4;
	shared.within = 1e-4;
	CHECK(near(seconds(&one, "allreduce=recursive-doubling", &shared, 0, NULL), 2 * 1e-4));
	free_cluster(&one);
}

/* Processes that do the same things at other steps do not fare alike: in pairwise exchange each of
 * two on a machine sends once within it, at the first step and at the last. The blocks that come to
 * the machine from the other two take its link as long as the vector. */
static void test_other_steps(void)
{
	struct cluster star = new_cluster(1, 3, 1, 0);
	int *dfs = rg_order(star.t), host[] = {0, 0, 1, 2};
	rg_placement_free(star.placement);
	star.placement = rg_placement_of(star.t, dfs, host, 4);
	free(dfs);
	CHECK(seconds(&star, "reduce_scatter=pairwise", &rg_model_ideal, 4000, NULL) >=
	      4e-3 * (1 - 1e-9));
	free_cluster(&star);
}

/* In a machine, in the ideal model, nothing takes time. */
static void test_within(void)
{
	struct cluster one = new_cluster(1, 1, 4, LATENCY), two = new_cluster(1, 2, 2, LATENCY);
	CHECK(near(seconds(&one, "allreduce=ring", &rg_model_ideal, 1e6, NULL), 0));
	CHECK(near(seconds(&two, "allreduce=recursive-doubling", &rg_model_ideal, 1000, NULL),
	           2 * LATENCY + 2e-3));
	CHECK(seconds(&one, "allreduce=ring", &rg_model_usual, 1e6, NULL) > 0);
	/* The memory bounds all that combine on a machine together: four, or the leader alone. */
	struct rg_model memory = rg_model_ideal;
	memory.combine = RATE;
	memory.memory = 4 * RATE;
	double all = seconds(&one, "allreduce=recursive-doubling", &memory, 1000, NULL);
	double leader = seconds(&one, "allreduce=smp-binomial", &memory, 1000, NULL);
	CHECK(all > 2 * 3e-3 && leader < all);
	free_cluster(&one);
	free_cluster(&two);
}

/* Lanes hide the latency of long vectors: at least the wire's time, and little more. Where messages
 * share the links fairly they drift, and few are taken; elsewhere the fewest of those that are as
 * good. */
static void test_lanes(void)
{
	struct cluster star = new_cluster(1, 8, 1, LATENCY);
	struct rg_model model = rg_model_ideal;
	int64_t slice;
	double bytes = 256 << 10, wire = 2 * 7. / 8 * bytes / RATE;
	for (int fair = 1; fair >= 0; fair--) {
		model.fair = fair;
		double s = seconds(&star, "allreduce=ring", &model, bytes, &slice);
		CHECK(slice > 0);
		CHECK(!fair || bytes / 8 / (double)slice <= 16);
		CHECK(s >= wire && s < (fair ? 1.2 : 1.05) * wire);
		seconds(&star, "allreduce=ring", &model, 8, &slice);
		CHECK_INT(slice, 0);
	}
	free_cluster(&star);
}

/* Slices that differ are in order, leave nothing out, get longer, and none is longer than scratch
 * has room for. */
static void check_slices(struct rg *r, int64_t len)
{
	int64_t at = 0, before = 0;
	rg_cut(r, len);
	for (r->veiled_lane = 0; r->veiled_lane < r->veiled_lanes; r->veiled_lane++) {
		struct rg_span s = rg_slice(r, RG_OUT, 0, len);
		CHECK(s.off == at && s.len >= before - 1);
		CHECK(s.len <= rg_longest(r) && s.len <= rg_slice_most(r, len));
		at += s.len;
		before = s.len;
	}
	CHECK_INT(at, len);
	CHECK(len < 1000 || before > len / r->veiled_lanes);
}

/* Lanes drift; only the first segments differ. */
static void test_drift(void)
{
	const struct rg_algorithm lanes = {.lanes = true}, segments = {.segments = true};
	for (int64_t len = 0; len < 5000; len = len * 3 / 2 + 1)
		for (int n = 2; n <= 24; n++) {
			struct rg r = {.P = 1, .veiled_lanes = n, .order = &(int){0}};
			rg_vary(&r, &lanes, true);
			check_slices(&r, len);
			rg_vary(&r, &segments, true);
			check_slices(&r, len);
		}
	struct rg r = {.P = 1, .veiled_lanes = 20, .veiled_ramp = 4};
	const int64_t starts[] = {0, 1, 3, 6, 10, 14, 18};
	for (r.veiled_lane = 0; r.veiled_lane < 7; r.veiled_lane++)
		CHECK_INT(rg_slice(&r, RG_OUT, 0, 10 + 16 * 4).off, starts[r.veiled_lane]);
}

/* ---- Properties, of all algorithms */

static double bound(const struct cluster *c, enum rg_collective which, double bytes)
{
	struct rg_certificate *cert =
		rg_certify(c->routes, c->placement->ring, c->placement->places.P);
	double b = rg_certificate_bound(cert, which, (int64_t)bytes).bound;
	rg_certificate_free(cert);
	return b;
}

/* Never below the bound, never less for more bytes, never less with more latency; but lanes are
 * taken only where they are worth 2 %. */
static void check_properties(int switches, int machines, int each)
{
	struct cluster near_by = new_cluster(switches, machines, each, LATENCY),
		       far = new_cluster(switches, machines, each, 3 * LATENCY);
	for (int i = 0; i < RG_ROUTINES; i++) {
		char ops[128];
		double before = 0;
		if (rg_routines[i].algorithm->windows || rg_routines[i].algorithm->machine ||
		    rg_hides_size(rg_routines[i].collective) || /* one time for all sizes */
		    strcmp(rg_routines[i].algorithm->name, "leaders") == 0) /* no gateways here */
			continue;
		snprintf(ops, sizeof ops, "%s=%s", rg_routines[i].name,
		         rg_routines[i].algorithm->name);
		for (double bytes = 64; bytes < 1e8; bytes *= 16) {
			double s = seconds(&near_by, ops, &rg_model_ideal, bytes, NULL);
			bool holds = s < INFINITY && s * 1.021 >= before &&
			             s >= bound(&near_by, rg_routines[i].collective, bytes) *
			                             (1 - 1e-9) &&
			             seconds(&far, ops, &rg_model_ideal, bytes, NULL) * 1.021 >= s;
			if (!CHECK(holds))
				fprintf(stderr, "%s, %g bytes, %d x %d\n", ops, bytes, machines,
				        each);
			before = s;
		}
	}
	free_cluster(&near_by);
	free_cluster(&far);
}

/* ---- The choice */

static void test_choice(void)
{
	struct cluster star = new_cluster(1, 8, 1, LATENCY);
	struct rg_wanted wanted[RG_ROUTINES];
	struct rg_scenario g = {
		.routes = star.routes, .placement = star.placement, .model = rg_model_ideal};
	free(rg_catalogue_ops("allreduce=ring,allreduce=recursive-doubling", true, wanted));
	struct rg_contest *c = rg_contest_new(RG_ALLREDUCE, false, wanted, &g);
	struct rg_plan_choices choices = rg_plan_choices_of(c);
	const struct rg_plan_choice *choice = choices.choice;
	int n = choices.n;
	CHECK(n >= 2);
	CHECK_INT(choice[0].bytes, 0);
	CHECK_STR(choice[0].variant.routine->algorithm->name, "recursive-doubling");
	CHECK_STR(choice[n - 1].variant.routine->algorithm->name, "ring");
	for (int i = 1; i < n; i++)
		CHECK(choice[i].bytes > choice[i - 1].bytes);
	/* 3 (2 ms + n) = 14 (2 ms + n / 8) at n = 17.6 kB, somewhat earlier with lanes; never
	 * before 3 (2 ms + n) = 14 (2 ms), at 7.3 kB. */
	CHECK(choice[1].bytes > 7300 && choice[1].bytes < 17600);
	rg_contest_free(c);
	c = rg_contest_new(RG_ALLREDUCE, true, wanted, &g);
	CHECK_INT(rg_contest_candidates(c), 1);
	CHECK_INT(rg_plan_choices_of(c).n, 1);
	rg_contest_free(c);
	rg_wanted_free(wanted);
	free_cluster(&star);
}

/* ---- A wide plan */

static bool is_choice(const struct rg_plan_choices *p, const struct rg_variant *v)
{
	bool is = false;
	for (int i = 0; i < p->n + p->spares; i++)
		is |= rg_same_play(&p->choice[i].variant, v);
	return is;
}

/* How near a choice comes to the fastest at any size. */
static double nearest_of(struct rg_contest *c, const struct rg_plan_choice *k)
{
	double away = INFINITY;
	for (int i = 0; i < rg_contest_candidates(c); i++)
		for (int s = 0; s < RG_SIZES && rg_same_play(rg_contest_variant(c, i), &k->variant);
		     s++)
			away = fmin(away,
			            rg_candidate_time_in(rg_contest_candidate(c, i),
			                                 (double)rg_planned_size(s), k->slice) /
			                    rg_contest_least(c, s));
	return away;
}

/* Choices without what lends do not serve a machine where trials would try it, however near they
 * come; those of the machine serve themselves. */
static void test_lacking(void)
{
	struct cluster k = new_cluster(1, 1, 2, LATENCY);
	struct rg_wanted wanted[RG_ROUTINES];
	struct rg_scenario g = {.routes = k.routes,
	                        .placement = k.placement,
	                        .model = rg_model_usual,
	                        .windows = true};
	rg_model_settle(&g.model, k.t, k.placement->machine, k.placement->machines);
	free(rg_catalogue_ops("reduce_scatter", true, wanted));
	struct rg_contest *c = rg_contest_new(RG_REDUCE_SCATTER, RG_FOR_ANY, wanted, &g);
	struct rg_plan_choices plan = rg_plan_choices_of(c), without = plan;
	CHECK_INT(plan.spares, 1);
	CHECK_STR(plan.choice[plan.n].variant.routine->algorithm->name, "lent");
	CHECK(rg_plan_choices_loss(&plan, c, 0.25) < 1);
	without.spares = 0;
	CHECK(rg_plan_choices_loss(&without, c, 0.25) == INFINITY);
	rg_contest_free(c);
	rg_wanted_free(wanted);
	free_cluster(&k);
}

/* It has all that comes near the fastest somewhere, each once, and nothing that does not; and the
 * plan itself is what it was. */
static void test_wide(int switches, int machines, int each, const char *ops)
{
	struct cluster k = new_cluster(switches, machines, each, LATENCY);
	struct rg_wanted wanted[RG_ROUTINES];
	struct rg_scenario g = {
		.routes = k.routes, .placement = k.placement, .model = rg_model_usual};
	rg_model_settle(&g.model, k.t, k.placement->machine, k.placement->machines);
	free(rg_catalogue_ops(ops, true, wanted));
	enum rg_collective which = RG_ALLREDUCE;
	for (int i = 0; i < RG_ROUTINES; i++)
		which = wanted[i].n ? rg_routines[i].collective : which;
	struct rg_contest *c = rg_contest_new(which, RG_FOR_ANY, wanted, &g);
	struct rg_plan_choices plan = rg_plan_choices_of(c), wide = plan;
	rg_plan_choices_widen(&wide, c);
	CHECK_INT(wide.n, plan.n);
	CHECK(wide.spares > plan.spares && wide.spares <= RG_SPARES);
	for (int i = 0; i < wide.n + wide.spares; i++) {
		const struct rg_plan_choice *one = &wide.choice[i];
		CHECK(nearest_of(c, one) <= RG_WORTH_WIDE);
		for (int j = wide.n; j < i; j++)
			CHECK(one->slice != wide.choice[j].slice ||
			      !rg_same_play(&one->variant, &wide.choice[j].variant));
	}
	for (int i = 0; i < rg_contest_candidates(c) && wide.spares < RG_SPARES; i++) {
		struct rg_plan_choice uncut = {.variant = *rg_contest_variant(c, i)};
		CHECK(nearest_of(c, &uncut) > RG_WORTH_WIDE || is_choice(&wide, &uncut.variant));
	}
	rg_contest_free(c);
	rg_wanted_free(wanted);
	free_cluster(&k);
}

/* ---- The cache */

static void check_choices(struct rg_contest *c, const struct rg_plan_choices *like)
{
	struct rg_plan_choices choices = rg_plan_choices_of(c);
	CHECK(rg_plan_choices_same(&choices, like));
	for (int i = 0; i < choices.n; i++) {
		CHECK(choices.choice[i].variant.routine == like->choice[i].variant.routine);
		CHECK(choices.choice[i].seconds == like->choice[i].seconds);
	}
	rg_contest_free(c);
}

/* Contests that share a cache make the same choices as contests with a cache each. */
static void test_shared_cache(void)
{
	struct cluster chain = new_cluster(2, 3, 2, LATENCY);
	struct rg_wanted wanted[RG_ROUTINES];
	struct rg_scenario g = {
		.routes = chain.routes, .placement = chain.placement, .model = rg_model_usual};
	rg_model_settle(&g.model, chain.t, chain.placement->machine, chain.placement->machines);
	struct rg_cost_cache *cache = rg_cost_cache_new(chain.routes, chain.placement, &g.model);
	free(rg_catalogue_ops("allreduce", true, wanted));
	for (int i = 0; i < 8; i++) {
		bool ordered = i & 1;
		g.windows = i & 2;
		g.cache = NULL;
		struct rg_contest *c = rg_contest_new(RG_ALLREDUCE, ordered, wanted, &g);
		struct rg_plan_choices choices = rg_plan_choices_of(c);
		rg_contest_free(c);
		g.cache = cache;
		CHECK(choices.n > 0);
		check_choices(rg_contest_new(RG_ALLREDUCE, ordered, wanted, &g), &choices);
	}
	rg_cost_cache_free(cache);
	rg_wanted_free(wanted);
	free_cluster(&chain);
}

static const struct rg_algorithm *algorithm_of(const char *ops)
{
	struct rg_wanted wanted[RG_ROUTINES];
	const struct rg_algorithm *found = NULL;
	free(rg_catalogue_ops(ops, true, wanted));
	for (int i = 0; i < RG_ROUTINES; i++)
		found = wanted[i].n ? rg_routines[i].algorithm : found;
	rg_wanted_free(wanted);
	return found;
}

/* Equal games are one take; games that differ in anything that is recorded are two. */
static void test_takes(void)
{
	struct cluster star = new_cluster(1, 4, 1, LATENCY);
	struct rg_cost_cache *s = rg_cost_cache_new(star.routes, star.placement, &rg_model_ideal);
	struct rg_game game = {
		.collective = RG_ALLREDUCE,
		.algorithm = algorithm_of("allreduce=recursive-doubling"),
		.places = {.P = star.placement->places.P, .order = star.placement->places.order},
		.n = 400};
	struct rg_costed *take = rg_cost_cache_get(s, &game), *other[4];
	CHECK(take->record && take->cost);
	CHECK((other[0] = rg_cost_cache_get(s, &game)) == take);
	game.ordered = true;
	CHECK((other[1] = rg_cost_cache_get(s, &game)) == take);
	game.n = 800;
	CHECK((other[2] = rg_cost_cache_get(s, &game)) != take);
	game.algorithm = algorithm_of("allreduce=butterfly");
	CHECK((other[3] = rg_cost_cache_get(s, &game)) != other[2]);
	CHECK_INT(take->users, 3);
	for (int i = 0; i < 4; i++)
		rg_cost_cache_release(s, other[i]);
	CHECK_INT(take->users, 1);
	rg_cost_cache_release(s, take);
	rg_cost_cache_free(s);
	free_cluster(&star);
}

static void test_model(void)
{
	struct rg_model m = rg_model_usual;
	CHECK_STR(rg_model_parse("ideal,startup=2us,combine=4GB/s,eager=1KiB", &m), NULL);
	CHECK(near(m.startup, 2e-6) && near(m.combine, 4e9) && m.eager == 1024);
	CHECK(near(m.notify, 0));
	struct cluster star = new_cluster(1, 4, 1, LATENCY);
	m = rg_model_usual;
	rg_model_settle(&m, star.t, star.placement->machine, 4);
	CHECK(near(m.startup, LATENCY));
	free_cluster(&star);
}

/* Where nothing else takes time, the bytes count that are read into the NUMA node that reads most
 * from others. */
static void test_across(void)
{
	struct rg_model m = rg_model_ideal;
	struct cluster nodes = new_nodes(4);
	const double n = 32768; /* bytes: one round */
	m.across = 1e9;
	/* Each of 4 reads a half of 1/8 of the vectors, and then a half of the result. */
	CHECK(near(windows(&nodes, "allreduce=shared", &m, n), 4 * (n / 2 + n / 2) / m.across));
	/* Each of 4 reads a quarter of a vector. */
	CHECK(near(windows(&nodes, "allreduce=shared-tiers", &m, n), n / m.across));
	CHECK(near(windows(&nodes, "allgather=shared", &m, n), 4 * n / 2 / m.across));
	CHECK(near(windows(&nodes, "allgather=shared-tiers", &m, n), n / 2 / m.across));
	CHECK(near(windows(&nodes, "reduce_scatter=shared", &m, n), 4 * n / 2 / m.across));
	CHECK(near(windows(&nodes, "reduce_scatter=shared-tiers", &m, n), n / 2 / m.across));
	m.across = 0;
	CHECK(near(windows(&nodes, "allreduce=shared", &m, n), 0));
	/* A message takes what leads into the node, if its sender is on another one. */
	m.across = 1e9;
	CHECK(near(seconds(&nodes, "allgather=ring", &m, n, NULL), 7 * n / 8 / m.across));
	free_cluster(&nodes);
}

int main(void)
{
	test_share();
	test_share_random();
	test_by_hand();
	test_shared_processors();
	test_other_steps();
	test_within();
	test_lanes();
	test_drift();
	check_properties(1, 8, 1);
	check_properties(3, 9, 1);
	check_properties(2, 4, 3);
	test_choice();
	test_lacking();
	test_wide(2, 4, 1, "gather");
	test_wide(1, 3, 1, "bcast");
	test_wide(2, 3, 2, "allreduce");
	test_shared_cache();
	test_takes();
	test_model();
	test_across();
	return TEST_END;
}
