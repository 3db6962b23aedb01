/* SPDX-License-Identifier: BSD-3-Clause
 * Properties of the plan of a measurement, on thousands of random trees: that it shows every level,
 * settles every link, and fills every cut. The routes are found by breadth first search.
 *
 * survey [SEED [TRIALS]]
 */
#include "calibrate/survey.h"

#include <math.h>
#include <stdlib.h>

#include "calibrate/link_pairs.h"
#include "test.h"
#include "world.h"

/* A world, ranks on it, and their plan. */
struct job {
	struct world *w;
	struct rg_place rank[RANKS];
	int P;
	struct rg_survey *s;
	int lowest[VERTICES];            /* [w->machines] rank; -1: none */
	int machine[VERTICES], machines; /* those with ranks */
};

static struct job *new_job(struct shape shape)
{
	struct job *j = rg_alloc(1, sizeof(*j));
	j->w = new_world(shape);
	j->P = random_ranks(j->w, j->rank);
	j->s = rg_survey_new(j->w->routes, j->rank, j->P);
	for (int m = 0; m < j->w->machines; m++) {
		j->lowest[m] = -1;
		for (int k = 0; k < j->P && j->lowest[m] < 0; k++)
			j->lowest[m] = j->rank[k].machine == m ? k : -1;
		if (j->lowest[m] >= 0)
			j->machine[j->machines++] = m;
	}
	return j;
}

static void free_job(struct job *j)
{
	rg_survey_free(j->s);
	free_world(j->w);
	free(j);
}

/* The links between two machines into out[VERTICES]; returns how many. */
static int path(const struct world *w, int a, int b, int *out)
{
	int previous[VERTICES], n = 0;
	search(w, w->vertex_of[a], previous);
	for (int v = w->vertex_of[b]; v != w->vertex_of[a]; v = previous[v])
		out[n++] = w->link[v][previous[v]] - 1;
	return n;
}

/* Sorted, each once, between ranks that are the lowest of their machines (or share one), with the
 * links that are between them. */
static void test_pairs(void)
{
	struct job *j = new_job((struct shape){.insides = below(2)});
	int links[VERTICES];
	for (int i = 0; i < j->s->pairs; i++) {
		const struct rg_survey_pair *p = &j->s->pair[i], *last = p - 1;
		int a = j->rank[p->a].machine, b = j->rank[p->b].machine;
		CHECK(p->a < p->b && p->a >= 0 && p->b < j->P);
		CHECK(p->links == path(j->w, a, b, links));
		CHECK(j->lowest[a] == p->a && (a == b) == (p->links == 0));
		CHECK(a == b || j->lowest[b] == p->b);
		CHECK(i == 0 || last->links < p->links ||
		      (last->links == p->links &&
		       (last->a < p->a || (last->a == p->a && last->b < p->b))));
	}
	free_job(j);
}

/* Each number of links between two ranks has a pair, and the pairs are not many. */
static void test_levels(void)
{
	struct job *j = new_job((struct shape){0});
	bool wanted[VERTICES] = {false}, shown[VERTICES] = {false};
	int links[VERTICES], levels = 0;
	for (int a = 0; a < j->P; a++)
		for (int b = 0; b < a; b++)
			wanted[path(j->w, j->rank[a].machine, j->rank[b].machine, links)] = true;
	for (int i = 0; i < j->s->pairs; i++)
		shown[j->s->pair[i].links] = true;
	for (int n = 0; n < VERTICES; n++) {
		CHECK(wanted[n] == shown[n]);
		levels += wanted[n];
	}
	CHECK(j->s->pairs <= 3 * j->w->vertices + levels);
	free_job(j);
}

/* ---- The links that the pairs settle: the rank of a matrix, by elimination modulo a prime */

enum { ROWS = VERTICES * VERTICES / 2 };
static const int64_t prime = 1000003;

static int64_t inverse(int64_t x)
{
	int64_t y = 1;
	for (int64_t e = prime - 2; e; e /= 2, x = x * x % prime)
		y = e % 2 ? y * x % prime : y;
	return y;
}

static int rank_of(int64_t (*row)[VERTICES], int rows)
{
	int rank = 0;
	for (int l = 0; l < VERTICES; l++) {
		int pivot = rank;
		while (pivot < rows && row[pivot][l] == 0)
			pivot++;
		if (pivot == rows)
			continue;
		for (int k = 0; k < VERTICES; k++) {
			int64_t x = row[pivot][k];
			row[pivot][k] = row[rank][k];
			row[rank][k] = x;
		}
		int64_t scale = inverse(row[rank][l]);
		for (int i = rank + 1; i < rows; i++) {
			int64_t factor = row[i][l] * scale % prime;
			for (int k = l; factor && k < VERTICES; k++)
				row[i][k] = ((row[i][k] - factor * row[rank][k]) % prime + prime) %
				            prime;
		}
		rank++;
	}
	return rank;
}

static void set_row(const struct world *w, int a, int b, int64_t *row)
{
	int links[VERTICES];
	memset(row, 0, VERTICES * sizeof(*row));
	for (int n = path(w, a, b, links); n > 0; n--)
		row[links[n - 1]] = 1;
}

/* The sums over the pairs' routes settle the same links as those over all routes. */
static void test_settled(void)
{
	static int64_t all[ROWS][VERTICES], own[ROWS][VERTICES];
	struct job *j = new_job((struct shape){0});
	int n = 0, k = 0;
	for (int a = 0; a < j->machines; a++)
		for (int b = 0; b < a; b++)
			set_row(j->w, j->machine[a], j->machine[b], all[n++]);
	for (int i = 0; i < j->s->pairs; i++)
		set_row(j->w, j->rank[j->s->pair[i].a].machine, j->rank[j->s->pair[i].b].machine,
		        own[k++]);
	CHECK_INT(rank_of(own, k), rank_of(all, n));
	free_job(j);
}

/* ---- Cuts */

/* Is machine m on the side of link l's end a? */
static bool is_behind(const struct world *w, int l, int m)
{
	int previous[VERTICES], v = w->vertex_of[m];
	search(w, w->a[l], previous);
	while (v != w->a[l] && v != w->b[l])
		v = previous[v];
	return v == w->a[l];
}

/* The flow between two machines that is possible when rest[] is left of the links but `cut`; take
 * it. */
static double flow_between(const struct world *w, int a, int b, int cut, double *rest)
{
	int links[VERTICES], n = path(w, a, b, links);
	double flow = 1e30;
	for (int i = 0; i < n; i++)
		if (links[i] != cut)
			flow = fmin(flow, rest[links[i]]);
	for (int i = 0; i < n; i++)
		rest[links[i]] -= flow;
	return flow > 1e-3 ? flow : 0;
}

static void check_cut(const struct job *j, const struct rg_survey_cut *cut)
{
	const struct world *w = j->w;
	bool used[VERTICES] = {false};
	double rest[VERTICES], flow = 0, more = 0, last = 0, capacity = w->bandwidth[cut->link];
	for (int l = 0; l < w->topo->links; l++)
		rest[l] = w->bandwidth[l];
	for (int i = 0; i < cut->pairs; i++) {
		const struct rg_survey_pair *p = &j->s->crossing[cut->first + i];
		int a = j->rank[p->a].machine, b = j->rank[p->b].machine;
		CHECK(!used[a] && !used[b]);
		used[a] = used[b] = true;
		CHECK(j->lowest[a] == p->a && j->lowest[b] == p->b);
		CHECK(is_behind(w, cut->link, a) && !is_behind(w, cut->link, b));
		CHECK(flow <= capacity); /* else it was enough before */
		last = flow_between(w, a, b, cut->link, rest);
		flow += last;
	}
	CHECK(cut->pairs > 0 && last > 0);
	if (flow > capacity)
		return;
	/* Not enough: then none of the pairs that would be next adds to it. */
	bool ranked[VERTICES];
	for (int m = 0; m < w->machines; m++)
		ranked[m] = j->lowest[m] >= 0;
	struct rg_link_pairs *x = rg_link_pairs_new(w->topo, ranked);
	rg_link_pairs_begin(x, cut->link);
	for (int a, b, i = 0; rg_link_pairs_next(x, &a, &b); i++)
		if (i >= cut->pairs)
			more = fmax(more, flow_between(w, a, b, cut->link, rest));
		else
			CHECK(used[a] && used[b]);
	CHECK(more == 0);
	rg_link_pairs_free(x);
}

/* All machines of the smaller side come, each once, and the nearest of both sides first. */
static void test_across(void)
{
	struct job *j = new_job((struct shape){0});
	const struct world *w = j->w;
	bool ranked[VERTICES], seen[VERTICES] = {false};
	int l = w->topo->links ? below(w->topo->links) : -1;
	int behind = 0, front = 0, n = 0, a, b, last[2] = {0, 0}, links[VERTICES];
	for (int m = 0; m < w->machines; m++) {
		ranked[m] = j->lowest[m] >= 0;
		if (l >= 0 && ranked[m])
			++*(is_behind(w, l, m) ? &behind : &front);
	}
	struct rg_link_pairs *x = rg_link_pairs_new(w->topo, ranked);
	int first[2] = {-1, -1};
	if (l >= 0)
		rg_link_pairs_begin(x, l);
	for (; l >= 0 && rg_link_pairs_next(x, &a, &b); n++) {
		CHECK(ranked[a] && ranked[b] && !seen[a] && !seen[b] && a != b);
		CHECK(is_behind(w, l, a) && !is_behind(w, l, b));
		seen[a] = seen[b] = true;
		if (n == 0) {
			first[0] = a;
			first[1] = b;
		}
		/* The other end of the first pair is as far from all of one side but for them. */
		int far[2] = {path(w, a, first[1], links), path(w, first[0], b, links)};
		CHECK(far[0] >= last[0] && far[1] >= last[1]);
		memcpy(last, far, sizeof(last));
	}
	CHECK_INT(n, behind < front ? behind : front);
	rg_link_pairs_free(x);
	free_job(j);
}

/* Each link between switches that separates machines has a cut, in the order of the links. */
static void test_cuts(void)
{
	struct job *j = new_job((struct shape){.bandwidths = below(4)});
	int k = 0;
	for (int l = 0; l < j->w->topo->links; l++) {
		int behind = 0;
		for (int i = 0; i < j->machines; i++)
			behind += is_behind(j->w, l, j->machine[i]);
		bool trunk = j->w->machine_at[j->w->a[l]] < 0 && j->w->machine_at[j->w->b[l]] < 0;
		if (!trunk || !behind || behind == j->machines)
			continue;
		if (CHECK(k < j->s->cuts) && CHECK(j->s->cut[k].link == l))
			check_cut(j, &j->s->cut[k]);
		k++;
	}
	CHECK(k == j->s->cuts);
	free_job(j);
}

/* Switches that are equally near take turns: behind s1 there are machine 0, and s2 with 1 2 3, and
 * s3 with 4 5; behind s0 6 to 11. */
static void test_turns(void)
{
	static const int at[] = {1, 2, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0}; /* the switch of a machine */
	static const int from[] = {6, 7, 8, 9, 10, 11}, to[] = {0, 1, 4, 2, 5, 3};
	struct rg_topo *t = rg_topo_new("turns.xml");
	bool used[12];
	char name[16];
	int n = 0, a, b;
	for (int v = 0; v < 4; v++) {
		snprintf(name, sizeof(name), "s%d", v);
		rg_topo_vertex(t, RG_SWITCH, name, 1);
	}
	for (int v = 1; v < 4; v++)
		rg_topo_link(t, (struct rg_link){.a = v > 1, .b = v});
	for (int m = 0; m < 12; m++) {
		snprintf(name, sizeof(name), "m%d", m);
		int v = rg_topo_vertex(t, RG_MACHINE, name, 1);
		rg_topo_link(t, (struct rg_link){.a = at[m], .b = v});
		used[m] = true;
	}
	rg_topo_close(t);
	struct rg_link_pairs *x = rg_link_pairs_new(t, used);
	rg_link_pairs_begin(x, 0);
	for (; rg_link_pairs_next(x, &a, &b) && n < 6; n++) {
		CHECK_INT(a, from[n]);
		CHECK_INT(b, to[n]);
	}
	CHECK_INT(n, 6);
	rg_link_pairs_free(x);
	rg_topo_free(t);
}

static void repeat(void (*test)(void), int trials, uint64_t seed)
{
	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (uint64_t)i;
		test();
		if (failures)
			fprintf(stderr, "survey: to repeat: survey %llu 1\n",
			        (unsigned long long)(seed + i));
	}
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 5001;
	int trials = argc > 2 ? atoi(argv[2]) : 3000;
	repeat(test_pairs, trials, seed);
	repeat(test_levels, trials, seed);
	repeat(test_settled, trials, seed);
	repeat(test_across, trials, seed);
	repeat(test_cuts, trials, seed);
	test_turns();
	return TEST_END;
}
