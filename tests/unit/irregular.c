/* SPDX-License-Identifier: BSD-3-Clause
 * The ordered trees of J. L. Traeff, "Practical, Linear-time, Fully Distributed Algorithms for
 * Irregular Gather and Scatter", 2017: its example, its lemmas and its bounds, on lengths at
 * random. The trees are built here a second time, by the words of the paper, without the code that
 * is tested.
 *
 * irregular [SEED [VECTORS]]: so many vectors from that seed; else by the time of day. It is
 * printed.
 */
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "engine/catalogue.h"
#include "engine/sizes.h"
#include "prove/prove.h"
#include "ringgen/parts/ordered.h"
#include "test.h"

enum { RANKS_MOST = 200, VECTORS = TEST_SANITIZED ? 150 : 3000, FREE = -1 };

static uint64_t state;

static int64_t draw(int64_t n)
{
	state = rg_mix(state, 1);
	return (int64_t)(state % (uint64_t)n);
}

/* ---- The paper's trees, once more */

/* The elements of a cube, and when its gather root has them all by the linear model. */
struct cube {
	int root;         /* FREE: there is none, as the root of all is in it */
	int64_t gathered; /* elements, the estimate */
	int64_t all;
	double time;
};

/* alpha for each message, beta for each element of it. The messages that are sent: sent[from] is
 * the receiver, or -1; elements[from] is the number of elements. */
struct gather {
	int P, root;
	const int64_t *len;
	double alpha, beta;
	int sent[RANKS_MOST];
	int64_t elements[RANKS_MOST];
	double root_time; /* when the given root has what was joined so far */
};

/* Lemma 2: each cube that is joined to the root's goes to the root; root_time is when it has come.
 */
static void send_to_root(struct gather *g, const struct cube *c)
{
	if (!c->all)
		return;
	g->sent[c->root] = g->root;
	g->elements[c->root] = c->all;
	double ready = c->time > g->root_time ? c->time : g->root_time;
	g->root_time = ready + g->alpha + g->beta * (double)c->all;
}

/* Lemma 1: the one that has gathered less sends; of equals the one with less; then the first. */
static struct cube join(struct gather *g, const struct cube *a, const struct cube *b)
{
	bool first = a->gathered < b->gathered || (a->gathered == b->gathered && a->all <= b->all);
	const struct cube *from = first ? a : b, *to = first ? b : a;
	struct cube c = *to;
	c.gathered += from->all;
	c.all += from->all;
	if (from->all) {
		g->sent[from->root] = to->root;
		g->elements[from->root] = from->all;
		c.time = (from->time > to->time ? from->time : to->time) + g->alpha +
		         g->beta * (double)from->all;
	}
	return c;
}

/* All cubes, of 1, 2, 4 ... members. The last one is left. */
static struct cube build(struct gather *g)
{
	struct cube cube[RANKS_MOST];
	int n = g->P;
	g->root_time = 0;
	for (int i = 0; i < n; i++) {
		cube[i] = (struct cube){i == g->root ? FREE : i, 0, g->len[i], 0};
		g->sent[i] = -1;
		g->elements[i] = 0;
	}
	for (; n > 1; n = (n + 1) / 2)
		for (int i = 0; i < n; i += 2) {
			struct cube *a = &cube[i], *b = i + 1 < n ? &cube[i + 1] : NULL;
			if (b && (a->root == FREE || b->root == FREE)) {
				send_to_root(g, a->root == FREE ? b : a);
				a->root = FREE;
			} else if (b) {
				*a = join(g, a, b);
			}
			cube[i / 2] = *a;
		}
	return cube[0];
}

static int log2_up(int P)
{
	int d = 0;
	while (1 << d < P)
		d++;
	return d;
}

/* ---- The routines under test */

static const struct rg_routine *routine(enum rg_collective c, const char *name)
{
	for (int i = 0; i < RG_ROUTINES; i++)
		if (rg_routines[i].collective == c &&
		    strcmp(rg_routines[i].algorithm->name, name) == 0)
			return &rg_routines[i];
	return NULL;
}

/* The free root and what it gathers, as a process that knew all would say. */
static struct ordered_sizes free_root(const int64_t *len, int P, const char *parameters)
{
	int64_t off[RANKS_MOST] = {0};
	int order[RANKS_MOST];
	struct rg_places places = {.P = P, .order = order};
	struct rg r = {.places = &places,
	               .P = P,
	               .order = order,
	               .len = len,
	               .off = off,
	               .root = FREE,
	               .root_pos = FREE,
	               .parameters = parameters};
	for (int i = 0; i < P; i++)
		order[i] = i;
	struct ordered_tree t = ordered_tree(&r, r.parameters);
	return ordered_sizes(&r, &t, ordered_whole(&t, 0, 0));
}

struct heard {
	const struct gather *g;
	bool scatters;
	int messages, wrong;
};

/* Each message is one of the paper's tree; a scatter's goes the other way. */
static void hear(void *context, const struct rg_message *m)
{
	struct heard *h = context;
	int from = h->scatters ? m->to : m->from, to = h->scatters ? m->from : m->to;
	h->messages++;
	h->wrong += h->g->sent[from] != to || h->g->elements[from] != m->elements;
}

static void test_play(enum rg_collective collective, const struct gather *g, const char *parameters)
{
	const struct rg_routine *r = routine(collective, "ordered");
	struct rg_game game = {.collective = collective,
	                       .algorithm = r->algorithm,
	                       .places.P = g->P,
	                       .root = g->root,
	                       .len = g->len,
	                       .parameters = parameters};
	struct heard h = {.g = g, .scatters = collective == RG_SCATTERV};
	struct rg_proof proof = {0};
	int messages = 0;
	for (int i = 0; i < g->P; i++) {
		game.n += g->len[i];
		messages += g->sent[i] >= 0;
	}
	struct rg_played *p = rg_play(&game, hear, &h);
	CHECK_STR(p->reason, "");
	CHECK(rg_prove_game(&game, &proof));
	CHECK_INT(h.wrong, 0);
	CHECK_INT(h.messages, messages);
	CHECK(g->P < 2 || p->depth <= 2 * log2_up(g->P) - 1);
	rg_proof_free(&proof);
	rg_played_free(p);
}

/* Figure 2. */
static void test_example(void)
{
	static const int64_t len[] = {1, 0, 2, 3, 4, 2, 0, 0, 1, 7, 5};
	struct gather g = {.P = 11, .root = FREE, .len = len, .beta = 1};
	struct ordered_sizes s = free_root(len, 11, "1");
	struct cube c = build(&g);
	CHECK_INT(c.root, 3);
	CHECK_INT((int64_t)c.time, 22);
	CHECK_INT(s.of[ORDERED_ROOT], 3);
	CHECK_INT(s.of[ORDERED_GATHERED], 22);
	g.root = 9;
	build(&g);
	CHECK_INT((int64_t)g.root_time, 21);
	CHECK_INT(g.elements[8] + g.elements[10] + g.elements[3], 18);
	/* d' is the cube of ranks 0 to 7, whose root has 3 elements, behind those of 1 and 5. */
	CHECK_INT(g.elements[3] - len[3] - (g.elements[8] + g.elements[10]), 3);
	CHECK_INT(g.sent[3], 9);
	test_play(RG_GATHERV, &g, "1");
	test_play(RG_SCATTERV, &g, "1");
}

/* The lemmas' times, for one vector. */
static void test_times(struct gather *g, bool positive)
{
	int64_t sum = 0;
	int d = log2_up(g->P);
	for (int i = 0; i < g->P; i++)
		sum += g->len[i];
	g->root = FREE;
	struct cube c = build(g);
	struct ordered_sizes s = free_root(g->len, g->P, "1");
	double formula = g->alpha * d + g->beta * (double)(sum - g->len[c.root]);
	CHECK_INT(s.of[ORDERED_ROOT], c.root);
	CHECK_INT(s.of[ORDERED_GATHERED], sum - g->len[c.root]);
	CHECK(c.time <= formula);
	if (positive && g->P == 1 << d)
		CHECK(c.time == formula);
	g->root = (int)draw(g->P);
	build(g);
	/* Theorem 1: the penalty is less than all that there is. */
	int64_t others = sum - g->len[g->root];
	CHECK(g->root_time <= g->alpha * d + 2 * g->beta * (double)others);
}

static void test_vector(void)
{
	int P = 1 + (int)draw(draw(2) ? RANKS_MOST : 20);
	enum rg_sizes kind = (enum rg_sizes)draw(RG_SIZES_KINDS);
	int64_t len[RANKS_MOST], b = 1 + draw((int64_t)1 << draw(20));
	struct gather g = {.P = P, .len = len, .alpha = (double)draw(1000), .beta = 1};
	if (!draw(3))
		P = g.P = 1 << draw(8);
	rg_sizes_make(kind, P, b, state, len);
	bool positive = true;
	for (int i = 0; i < P; i++)
		positive &= len[i] > 0;
	test_times(&g, positive);
	test_play(draw(2) ? RG_GATHERV : RG_SCATTERV, &g, "1");
}

static const struct rg_routine *draw_routine(void)
{
	if (!draw(3))
		return routine(RG_GATHERV, "carried");
	return routine(draw(2) ? RG_GATHERV : RG_SCATTERV, "ordered");
}

/* Any parameters, orders and machines: the data are right, and so is the number of exchanges. */
static void test_parameters(void)
{
	static const char *const joins[] = {"1 50",    "1 50 50", "1 10 1000",
	                                    "2 50 50", "7",       "3 0 200"};
	struct rg_proof proof = {0};
	int P = 1 + (int)draw(RANKS_MOST);
	int64_t len[RANKS_MOST];
	const struct rg_routine *r = draw_routine();
	struct rg_game game = {.collective = r->collective,
	                       .algorithm = r->algorithm,
	                       .places.P = P,
	                       .root = (int)draw(P),
	                       .in_place = draw(2),
	                       .len = len,
	                       .parameters = joins[draw(sizeof joins / sizeof *joins)]};
	game.n = rg_sizes_make((enum rg_sizes)draw(RG_SIZES_KINDS), P, 1 + draw(200), state, len);
	CHECK(rg_prove_game(&game, &proof));
	CHECK_STR(proof.reason, "");
	struct rg_played *p = rg_play(&game, NULL, NULL);
	CHECK(P < 2 || p->depth <= 2 * log2_up(P) - 1);
	rg_played_free(p);
	rg_proof_free(&proof);
}

/* Sizes as somebody writes them. */
static void test_parse(void)
{
	int64_t len[3];
	CHECK(!rg_sizes_parse("3,0,5", 3, 1, len));
	CHECK(len[0] == 3 && len[1] == 0 && len[2] == 5);
	static const char *const wrong[] = {"",       "3",     "3,0,5,1", "3,,5",
	                                    "3,-1,5", "spiky", "1,2,3x"};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char *fault = rg_sizes_parse(wrong[i], 3, 1, len);
		CHECK(fault);
		free(fault);
	}
	CHECK(!rg_sizes_parse("two-blocks", 3, 7, len));
	CHECK(len[0] == 7 && len[1] == 0 && len[2] == 7);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : (uint64_t)time(NULL);
	int vectors = argc > 2 ? atoi(argv[2]) : VECTORS;
	printf("irregular.c: seed %llu\n", (unsigned long long)seed);
	test_example();
	test_parse();
	for (int i = 0; i < vectors; i++) {
		int before = failures;
		state = rg_mix(seed, (uint64_t)i);
		test_vector();
		test_parameters();
		if (failures > before)
			fprintf(stderr, "irregular.c: seed %llu, vector %d\n",
			        (unsigned long long)seed, i);
	}
	return TEST_END;
}
