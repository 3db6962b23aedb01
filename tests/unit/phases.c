/* SPDX-License-Identifier: BSD-3-Clause
 * The phases of an all-to-all, on random trees: recounted by the test's own picture of them, and by
 * the certificate; which refutes what was made wrong.
 *
 * phases [SEED [TRIALS]]
 */
#include <math.h>

#include "certify/bound.h"
#include "certify/phased.h"
#include "engine/game.h"
#include "order/placement.h"
#include "ringgen/parts/phased.h"
#include "test.h"
#include "world.h"

/* ---- Our own recount */

/* What was sent in the phase that is counted: [a][b] messages over the link from vertex a to b. */
struct counted {
	int over[VERTICES][VERTICES];
	int all[VERTICES][VERTICES]; /* the same of all phases */
	int sends[RANKS], receives[RANKS];
	bool met[RANKS][RANKS];
	int phase, highest;
};

static void next_phase(struct counted *c, int phase)
{
	memset(c->over, 0, sizeof c->over);
	memset(c->sends, 0, sizeof c->sends);
	memset(c->receives, 0, sizeof c->receives);
	c->phase = phase;
}

static void walk(struct counted *c, const struct world *w, int from, int to)
{
	int previous[VERTICES];
	search(w, from, previous);
	for (int v = to; v != from; v = previous[v]) {
		int load = ++c->over[previous[v]][v];
		c->all[previous[v]][v]++;
		c->highest = load > c->highest ? load : c->highest;
	}
}

/* The highest load in any phase. Each pair is there once, a rank once at each end of a phase. */
static int recount(struct counted *c, const struct world *w, const struct rg_place *place, int P,
                   const struct rg_phased *m, int phases)
{
	memset(c, 0, sizeof *c);
	next_phase(c, 0);
	for (int i = 0; i < P * (P - 1); i++) {
		if (m[i].phase != c->phase)
			next_phase(c, m[i].phase);
		CHECK(m[i].phase >= 0 && m[i].phase < phases);
		CHECK(m[i].from != m[i].to && !c->met[m[i].from][m[i].to]);
		CHECK(!c->sends[m[i].from]++ && !c->receives[m[i].to]++);
		c->met[m[i].from][m[i].to] = true;
		walk(c, w, w->vertex_of[place[m[i].from].machine],
		     w->vertex_of[place[m[i].to].machine]);
	}
	return c->highest;
}

/* The messages over the busiest link direction, from the definition: x ranks on its one side. */
static int busiest_link(const struct world *w, const struct rg_place *place, int P)
{
	int most = 0, previous[VERTICES];
	for (int l = 0; l < w->topo->links; l++) {
		int x = 0;
		search(w, w->a[l], previous);
		for (int k = 0; k < P; k++) {
			int v = w->vertex_of[place[k].machine];
			while (v != w->a[l] && v != w->b[l])
				v = previous[v];
			x += v == w->b[l];
		}
		most = x * (P - x) > most ? x * (P - x) : most;
	}
	return most;
}

/* ---- What is looked at */

struct case_of {
	struct world *w;
	struct rg_place place[RANKS];
	int P;
	struct rg_placement *placement;
};

/* The ranks in their order, without their cores. */
static struct case_of new_case(struct world *w, const int *machine, int P)
{
	struct case_of x = {.w = w, .P = P, .placement = rg_placement_on(w->topo, machine, P)};
	for (int k = 0; k < P; k++)
		x.place[k] = (struct rg_place){machine[k], -1};
	return x;
}

static struct case_of random_case(struct shape s)
{
	struct world *w = new_world(s);
	struct rg_place ring[RANKS];
	int machine[RANKS], P = random_ranks(w, ring);
	for (int k = 0; k < P; k++)
		machine[k] = ring[k].machine;
	return new_case(w, machine, P);
}

static void free_case(struct case_of *x)
{
	rg_placement_free(x->placement);
	free_world(x->w);
}

static struct rg_schedule *schedule_of(const struct case_of *x, enum rg_phasing by)
{
	const char *why;
	return rg_schedule_new(by, x->w->routes, x->place, x->placement->places.order, x->P, &why);
}

static struct rg_phased_certificate *certify(const struct case_of *x, const struct rg_phased *m,
                                             int phases)
{
	return rg_certify_phased(x->w->routes, x->place, x->P, m, (int64_t)x->P * (x->P - 1),
	                         phases);
}

static double share(double part, double whole)
{
	return whole > 0 ? part / whole : 1;
}

/* The phases of a tree: as many as the busiest link asks for, or as a rank has others; load 1.
 * Equal links: then they take as long as the bound. */
static void check_fewest(const struct case_of *x, const struct rg_phased *m, int phases, bool equal)
{
	static struct counted c;
	int P = x->P, most = busiest_link(x->w, x->place, P);
	CHECK_INT(phases, most > P - 1 ? most : P - 1);
	CHECK(recount(&c, x->w, x->place, P, m, phases) <= 1);
	struct rg_phased_certificate *proof = certify(x, m, phases);
	CHECK_INT(proof->verdict, RG_IS_PROVED);
	CHECK_INT(proof->least, most);
	CHECK_INT(proof->most, most > 0);
	struct rg_lower_bound b = rg_pairs_bound(proof->busy, P);
	CHECK(b.bound <= proof->seconds * (1 + 1e-9));
	/* Of a vector with a block of a byte for each. */
	struct rg_lower_bound same = rg_certificate_bound(proof->busy, RG_ALLTOALL, P);
	CHECK(fabs(same.bound - b.bound) <= 1e-9 * b.bound);
	if (equal)
		CHECK(fabs(share(proof->seconds, b.bound) - 1) < 1e-9);
	rg_phased_free(proof);
}

static int compare_phases(const void *pa, const void *pb)
{
	const struct rg_phased *a = pa, *b = pb;
	return a->phase - b->phase;
}

/* What the routine sends, by level branch, which knows no more of the tree than the numbers of the
 * machines: all messages, by phase. What each rank receives in a phase is what is sent to it. */
static struct rg_phased *messages_of_routine(const struct case_of *x, int *phases)
{
	struct rg_places places = rg_places_filled(&x->placement->places);
	struct rg_phased *m = rg_alloc((size_t)x->P * (size_t)x->P, sizeof *m);
	int *takes = rg_alloc((size_t)x->P * (size_t)x->P, sizeof *takes), n = 0; /* phase + 1 */
	*phases = 0;
	for (int pos = 0; pos < x->P; pos++) {
		struct rg r = {.parameters = "branch"};
		struct phases_alltoall s = {0};
		rg_sit(&r, &places, pos);
		phased_begin(&r, &s);
		*phases = x->P > 1 ? (int)rg_tree_phases(&s.branches) : 0;
		while (phased_next(&r, &s)) {
			if (s.step.to >= 0)
				m[n++] = (struct rg_phased){
					(int)s.step.phase, r.rank,
					r.order[phased_position(&r, &s, s.step.to)]};
			if (s.step.from >= 0)
				takes[r.order[phased_position(&r, &s, s.step.from)] * x->P +
				      r.rank] = (int)s.step.phase + 1;
		}
	}
	CHECK_INT(n, x->P * (x->P - 1));
	for (int i = 0; i < n; i++)
		CHECK_INT(takes[m[i].from * x->P + m[i].to], m[i].phase + 1);
	qsort(m, (size_t)n, sizeof *m, compare_phases);
	rg_places_free(&places);
	free(takes);
	return m;
}

static void check_tree(const struct case_of *x, bool equal)
{
	struct rg_schedule *s = schedule_of(x, RG_BY_TREE);
	struct rg_phased *m = rg_schedule_messages(s);
	int phases = rg_schedule_phases(s);
	check_fewest(x, m, phases, equal);
	free(m);
	rg_schedule_free(s);
	m = messages_of_routine(x, &phases);
	check_fewest(x, m, phases, equal);
	free(m);
}

static void test_tree(void)
{
	bool equal = below(2);
	struct case_of x = random_case((struct shape){.small = below(2), .bandwidths = !equal});
	check_tree(&x, equal);
	free_case(&x);
}

/* The others: each pair once, and the loads and the time that the certificate tells. */
static void check_other(const struct case_of *x, enum rg_phasing by)
{
	static struct counted c;
	int P = x->P;
	struct rg_schedule *s = schedule_of(x, by);
	CHECK((s == NULL) == (by == RG_BY_RANK_XOR && (P & (P - 1)) != 0));
	if (!s)
		return;
	struct rg_phased *m = rg_schedule_messages(s);
	int phases = rg_schedule_phases(s);
	struct rg_phased_certificate *proof = certify(x, m, phases);
	CHECK_INT(proof->most, recount(&c, x->w, x->place, P, m, phases));
	CHECK_STR(proof->fault, "");
	if (by == RG_BY_COLOURS)
		CHECK_INT(proof->beyond, 0);
	else
		CHECK_INT(phases, P - 1);
	CHECK(rg_pairs_bound(proof->busy, P).bound <= proof->seconds * (1 + 1e-9));
	rg_phased_free(proof);
	free(m);
	rg_schedule_free(s);
}

static void test_others(void)
{
	struct case_of x = random_case((struct shape){.small = below(2), .bandwidths = below(2)});
	for (int by = RG_BY_SHIFTS; by < RG_PHASINGS; by++)
		if (by != RG_BY_COLOURS || x.P <= 40)
			check_other(&x, (enum rg_phasing)by);
	free_case(&x);
}

/* ---- By hand: a middle switch with branches of so many machines, each behind `deep` switches */

static struct world *branches(const int *size, int n, int deep)
{
	struct world *w = rg_alloc(1, sizeof *w);
	struct shape equal = {0};
	int links = 0, v = 1;
	w->topo = rg_topo_new("branches.xml");
	add_vertex(w, 0, true, &equal);
	for (int i = 0; i < n; i++) {
		int at = 0;
		for (int k = 0; k < deep; k++) {
			add_vertex(w, v, true, &equal);
			add_link(w, links++, at, v, &equal);
			at = v++;
		}
		for (int k = 0; k < size[i]; k++) {
			add_vertex(w, v, false, &equal);
			add_link(w, links++, at, v++, &equal);
		}
	}
	w->vertices = v;
	rg_topo_close(w->topo);
	w->routes = rg_routes_new(w->topo);
	w->order = rg_order(w->topo);
	return w;
}

/* Ranks on all machines, as many on each as is told. */
static void check_branches(const int *size, int n, int deep, int each, int phases)
{
	struct world *w = branches(size, n, deep);
	int machine[RANKS], P = 0;
	for (int k = 0; k < w->machines * each; k++)
		machine[P++] = k % w->machines; /* not one machine after the other */
	struct case_of x = new_case(w, machine, P);
	struct rg_schedule *s = schedule_of(&x, RG_BY_TREE);
	CHECK_INT(rg_schedule_phases(s), phases);
	rg_schedule_free(s);
	check_tree(&x, true);
	free_case(&x);
}

static void test_by_hand(void)
{
	check_branches((int[]){3, 5, 2}, 3, 1, 1, 25);    /* unequal: 5 (3 + 2) */
	check_branches((int[]){3, 5, 2}, 3, 2, 3, 225);   /* 15 * 15 */
	check_branches((int[]){4, 2, 2}, 3, 1, 1, 16);    /* a branch with exactly half */
	check_branches((int[]){4, 4}, 2, 1, 1, 16);       /* two */
	check_branches((int[]){7, 1, 1}, 3, 1, 1, 14);    /* more than half: each machine is one */
	check_branches((int[]){9}, 1, 0, 1, 8);           /* one switch alone */
	check_branches((int[]){1, 1, 1, 6}, 4, 1, 1, 18); /* one machine on a switch */
	check_branches((int[]){1}, 1, 1, 1, 0);           /* one rank */
	check_branches((int[]){1}, 1, 1, 7, 6);           /* one machine */
	check_branches((int[]){1, 1}, 2, 1, 4, 16);       /* two of them */
	check_branches((int[]){16, 16}, 2, 1, 1, 256);
}

/* One machine with more than half of the ranks is the root. */
static void test_large_machine(void)
{
	struct world *w = branches((int[]){3, 2}, 2, 1);
	int machine[] = {1, 0, 1, 1, 1, 2, 1, 4, 1, 3, 1}; /* 7 of 11 on one */
	struct case_of x = new_case(w, machine, 11);
	struct rg_schedule *s = schedule_of(&x, RG_BY_TREE);
	CHECK_INT(rg_schedule_phases(s), 7 * 4);
	rg_schedule_free(s);
	check_tree(&x, true);
	free_case(&x);
}

/* ---- What each process does in its phases, without a table */

/* Each phase of a member, in their order: with each other one it has two, those of the formulas. */
static void check_turns(const struct rg_branches *b, int member)
{
	int P = rg_branch_members(b), sent[RANKS] = {0}, got[RANKS] = {0};
	struct rg_tree_turns t = rg_tree_begin_turns(b, member);
	struct rg_tree_step s;
	for (int64_t last = -1; (s = rg_tree_next(b, &t)).phase < rg_tree_phases(b);
	     last = s.phase) {
		CHECK(s.phase > last);
		CHECK(s.to >= 0 || s.from >= 0);
		if (s.to >= 0 && CHECK(!sent[s.to]++))
			CHECK_INT(rg_tree_phase(b, member, s.to), s.phase);
		if (s.from >= 0 && CHECK(!got[s.from]++))
			CHECK_INT(rg_tree_phase(b, s.from, member), s.phase);
	}
	for (int other = 0; other < P; other++) {
		CHECK_INT(sent[other], other != member);
		CHECK_INT(got[other], other != member);
	}
}

/* What the formulas say of the links of branches, and what all pairs make of them. */
static void check_links(const struct rg_branches *b)
{
	int P = rg_branch_members(b), T = (int)rg_tree_phases(b);
	struct rg_tree_message *of[2], none = {0, -1, -1};
	for (int in = 0; in < 2; in++) {
		of[in] = rg_alloc((size_t)(b->n * T), sizeof **of);
		for (int i = 0; i < b->n * T; i++)
			of[in][i] = none;
	}
	for (int from = 0; from < P; from++)
		for (int to = 0; to < P; to++) {
			int i = rg_branch_at(b, from), j = rg_branch_at(b, to);
			if (i == j)
				continue;
			int phase = (int)rg_tree_phase(b, from, to);
			of[0][i * T + phase] = of[1][j * T + phase] =
				(struct rg_tree_message){phase, from, to};
		}
	for (int i = 0; i < b->n; i++)
		for (int in = 0; in < 2; in++) {
			int number = 0;
			for (int phase = 0; phase < T; phase++) {
				struct rg_tree_message m, want = of[in][i * T + phase];
				if (want.from < 0)
					continue;
				CHECK_INT(rg_tree_number(b, in, &want), number);
				m = rg_tree_on_link(b, i, in, number++);
				CHECK_INT(m.phase, phase);
				CHECK_INT(m.from, want.from);
				CHECK_INT(m.to, want.to);
			}
			CHECK_INT(rg_tree_on_link(b, i, in, -1).from, -1);
			CHECK_INT(rg_tree_on_link(b, i, in, number).from, -1);
		}
	free(of[0]);
	free(of[1]);
}

static void check_all_turns(const struct rg_branches *b)
{
	check_links(b);
	for (int member = 0; member < rg_branch_members(b); member++)
		check_turns(b, member);
}

/* Branches of random sizes, the largest first; where that has more than half, the others are one
 * and its members are one each. */
static void test_turns(void)
{
	int n = 2 + below(6), first[9] = {0}, size[8];
	for (int i = 0; i < n; i++) {
		size[i] = 1 + below(9);
		for (int k = i; k > 0 && size[k] > size[k - 1]; k--)
			swap(&size[k], &size[k - 1]);
	}
	for (int i = 0; i < n; i++)
		first[i + 1] = first[i] + size[i];
	int P = first[n], others = P - size[0];
	if (size[0] <= others)
		check_all_turns(&(struct rg_branches){n, first, 0});
	else
		check_all_turns(&(struct rg_branches){P - others + 1, NULL, others});
	check_all_turns(&(struct rg_branches){P, NULL, 1}); /* one switch alone */
}

/* Runs, the longest first, and back. */
static void check_sorted(bool around, int n, const int *begin, const int *number, const int *before)
{
	const int first[] = {0, 3, 8, 10, 15, 16};
	const struct rg_runs runs = {5, first};
	int room[3 * 5 + 1 + 17];
	CHECK_INT(rg_sorted_runs(5, 16), sizeof room / sizeof *room);
	struct rg_by_length sorted = rg_sort_runs(&runs, around, 16, room);
	CHECK_INT(sorted.n, n);
	CHECK(sorted.begin == room);
	for (int i = 0; i < 5; i++)
		CHECK_INT(sorted.number[i], number[i]);
	for (int i = 0; i < n; i++)
		CHECK_INT(sorted.begin[i], begin[i]);
	for (int i = 0; i <= n; i++)
		CHECK_INT(sorted.before[i], before[i]);
}

static void test_sorted(void)
{
	check_sorted(false, 5, (int[]){3, 10, 0, 8, 15}, (int[]){2, 0, 3, 1, 4},
	             (int[]){0, 5, 10, 13, 15, 16});
	check_sorted(true, 4, (int[]){3, 10, 15, 8}, (int[]){2, 0, 3, 1, 2},
	             (int[]){0, 5, 10, 14, 16});
}

/* The branches at the root, from the forks of neighbours. */
static void check_runs(const int *fork, int P, int n, const int *first, bool around)
{
	int room[RANKS + 1];
	bool is_around;
	struct rg_runs runs = rg_find_branches(fork, P, room, &is_around);
	CHECK_INT(is_around, around);
	if (CHECK_INT(runs.n, n))
		for (int i = 0; i <= n; i++)
			CHECK_INT(runs.first[i], first[i]);
}

static void test_forks(void)
{
	enum { M = RG_ONE_MACHINE };
	check_runs((int[]){0, 0, 0, 0}, 4, 4, (int[]){0, 1, 2, 3, 4}, false); /* one switch */
	check_runs((int[]){0, 1, 0, 1}, 4, 2, (int[]){0, 2, 4}, false);       /* just half */
	check_runs((int[]){0, 1, 1, 0}, 4, 4, (int[]){0, 1, 2, 3, 4}, false); /* 3 of 4 below */
	/* A row of switches, from its end on: what is not below the middle one is behind it. */
	check_runs((int[]){0, 0, 1, 1, 2, 2}, 6, 4, (int[]){0, 1, 2, 3, 6}, false);
	/* In the middle of the ring; what is above it is at both ends. */
	check_runs((int[]){0, 0, 1, 1, 1, 0, 0}, 7, 6, (int[]){0, 1, 2, 3, 4, 5, 7}, true);
	/* A machine with more than half of the ranks; of all. */
	check_runs((int[]){0, 0, M, M, M, 0}, 6, 3, (int[]){0, 1, 5, 6}, true);
	check_runs((int[]){0, M, M}, 3, 1, (int[]){0, 3}, false);
	check_runs((int[]){0}, 1, 1, (int[]){0, 1}, false);
}

/* ---- What is wrong is refuted */

enum { MESSAGES = 10 * 9 };

static void refuted(const struct case_of *x, struct rg_phased *m, int phases, const char *why)
{
	struct rg_phased_certificate *proof = certify(x, m, phases);
	CHECK_INT(proof->verdict, RG_IS_REFUTED);
	if (!CHECK(strstr(proof->fault, why)))
		fprintf(stderr, "%s, not %s\n", proof->fault, why);
	rg_phased_free(proof);
}

/* Two messages that change phases, by their places. */
static void exchange(struct rg_phased *m, int a, int b)
{
	swap(&m[a].from, &m[b].from);
	swap(&m[a].to, &m[b].to);
}

static void test_refuted(void)
{
	struct world *w = branches((int[]){3, 5, 2}, 3, 1);
	int machine[10];
	for (int k = 0; k < 10; k++)
		machine[k] = k;
	struct case_of x = new_case(w, machine, 10);
	struct rg_schedule *s = schedule_of(&x, RG_BY_TREE);
	struct rg_phased *m = rg_schedule_messages(s), was;
	int collides = 0, again = 0;
	was = m[7];
	m[7].to = m[7].from;
	refuted(&x, m, 25, "sends to itself in phase ");
	m[7] = was;
	for (int k = 8; k < MESSAGES; k++) { /* a message twice, and this one never */
		m[7].from = m[k].from;
		m[7].to = m[k].to;
		struct rg_phased_certificate *proof = certify(&x, m, 25);
		CHECK_INT(proof->verdict, RG_IS_REFUTED);
		CHECK(strstr(proof->fault, "twice in") || strstr(proof->fault, "again to"));
		again += strstr(proof->fault, "sends again to rank ") != NULL;
		rg_phased_free(proof);
	}
	CHECK(again > 0);
	m[7] = was;
	m[7].from = m[7].from == 9 ? 8 : m[7].from + 1; /* another pair is missing, or twice */
	refuted(&x, m, 25, "rank ");
	m[7] = was;
	for (int a = 0; a < MESSAGES; a++) /* of other phases: some pair collides, mostly */
		for (int b = a + 1; b < MESSAGES; b++) {
			if (m[a].phase == m[b].phase)
				continue;
			static struct counted c;
			exchange(m, a, b);
			struct rg_phased_certificate *proof = certify(&x, m, 25);
			memset(&c, 0, sizeof c);
			for (int i = 0; i < MESSAGES; i++) {
				if (i == 0 || m[i].phase != m[i - 1].phase)
					next_phase(&c, m[i].phase);
				walk(&c, w, w->vertex_of[m[i].from], w->vertex_of[m[i].to]);
			}
			CHECK_INT(proof->most, c.highest);
			CHECK((proof->verdict == RG_IS_REFUTED) ==
			      (c.highest > 1 || proof->fault[0]));
			if (c.highest > 1) {
				collides++;
				CHECK(proof->load[proof->busiest] > 1);
				CHECK_INT(proof->busy->most, proof->load[proof->busiest]);
				CHECK_INT(proof->busy->verdict, RG_IS_REFUTED);
			}
			rg_phased_free(proof);
			exchange(m, a, b);
		}
	CHECK(collides > 1000);
	free(m);
	rg_schedule_free(s);
	free_case(&x);
}

/* ---- What MPI libraries do */

/* 32 machines on four switches in a row: the pairwise exchange has up to 16 messages on the middle
 * link, and the half of them on another. */
static void test_pairwise(void)
{
	struct world *w = branches((int[]){16, 16}, 2, 1);
	int machine[32];
	for (int k = 0; k < 32; k++)
		machine[k] = k;
	struct case_of x = new_case(w, machine, 32);
	struct rg_schedule *s = schedule_of(&x, RG_BY_RANK);
	struct rg_phased *m = rg_schedule_messages(s);
	struct rg_phased_certificate *proof = certify(&x, m, 31);
	CHECK_INT(proof->verdict, RG_IS_REFUTED);
	CHECK_INT(proof->busiest, 15); /* phase 16 of 31 */
	CHECK_INT(proof->most, 16);
	CHECK_INT(proof->busy->overloaded, 4);
	rg_phased_free(proof);
	free(m);
	rg_schedule_free(s);
	free_case(&x);
}

/* 4,096 ranks: a rank's phases are computed one by one. */
static void test_many(void)
{
	struct world *w = branches((int[]){3, 5, 2}, 3, 1);
	enum { MANY = 4096 };
	static struct rg_place place[MANY + 1];
	static int order[MANY + 1];
	const char *why;
	for (int k = 0; k <= MANY; k++) {
		place[k] = (struct rg_place){k % 10, -1};
		order[k] = k;
	}
	struct rg_schedule *s = rg_schedule_new(RG_BY_TREE, w->routes, place, order, MANY, &why);
	int phases = rg_schedule_phases(s);
	char *sends = rg_alloc((size_t)phases, 1);
	for (int to = 0; to < MANY; to++)
		if (to != 77)
			CHECK(!sends[rg_schedule_phase(s, 77, to)]++);
	free(sends);
	rg_schedule_free(s);
	CHECK(!rg_schedule_new(RG_BY_TREE, w->routes, place, order, MANY + 1, &why));
	CHECK_STR(why, "it is for 4096 ranks at most");
	free_world(w);
}

static void repeat(void (*test)(void), int trials, uint64_t seed)
{
	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (uint64_t)i;
		test();
		if (failures)
			fprintf(stderr, "phases: to repeat: phases %llu 1\n",
			        (unsigned long long)(seed + (uint64_t)i));
	}
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 2005;
	int trials = argc > 2 ? atoi(argv[2]) : 300;
	test_by_hand();
	test_large_machine();
	test_refuted();
	test_pairwise();
	test_many();
	test_sorted();
	test_forks();
	repeat(test_turns, trials, seed);
	repeat(test_tree, trials, seed);
	repeat(test_others, trials / 3, seed);
	return TEST_END;
}
