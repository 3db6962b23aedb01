/* SPDX-License-Identifier: BSD-3-Clause
 * Random games: cases.c chooses its games by what the algorithms do; nobody chooses a game that is
 * drawn at random. Each routine with parameters at random, in a random order, on random machines
 * and runs of its level, with vectors of all sizes, lanes, segments, windows and roots.
 *
 * games [SEED [GAMES]]: GAMES of each routine (10) from that seed; else by the time of day. The
 * seed is printed.
 */
#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "prove/cases.h"
#include "ringgen/parts/rooted.h"
#include "test.h"

enum { GAMES = TEST_SANITIZED ? 3 : 10, RANKS_MOST = 70, TEXT = 64 };

static uint64_t state;

/* 0 ... n - 1; 0 if there is none. */
static int64_t draw(int64_t n)
{
	state = rg_mix(state, 1);
	return n > 0 ? (int64_t)(state % (uint64_t)n) : 0;
}

/* Half of them few. */
static int draw_ranks(void)
{
	return 1 + (int)draw(draw(2) ? RANKS_MOST : 12);
}

/* A length of any size, up to more than 2^40. */
static int64_t draw_length(void)
{
	return draw((int64_t)1 << draw(42));
}

static int *draw_order(int P)
{
	int *order = rg_alloc((size_t)P, sizeof *order);
	for (int i = 0; i < P; i++) {
		int k = (int)draw(i + 1);
		order[i] = order[k];
		order[k] = i;
	}
	return order;
}

/* Runs of one to `most` units; unit i begins at first[i], or (NULL) at i. */
static struct rg_runs draw_runs(const struct rg_runs *units, int most)
{
	int *first = rg_alloc((size_t)units->n + 1, sizeof *first), n = 0;
	for (int i = 0; i < units->n; i += 1 + (int)draw(most))
		first[n++] = units->first ? units->first[i] : i;
	first[n] = units->first ? units->first[units->n] : units->n;
	return (struct rg_runs){n, first};
}

/* Each run in parts of one to `most` processes. */
static struct rg_runs draw_parts(const struct rg_runs *runs, int most)
{
	int P = runs->first[runs->n], *first = rg_alloc((size_t)P + 1, sizeof *first), n = 0;
	for (int i = 0; i < runs->n; i++)
		for (int at = runs->first[i]; at < runs->first[i + 1]; at += 1 + (int)draw(most))
			first[n++] = at;
	first[n] = P;
	return (struct rg_runs){n, first};
}

static void draw_places(struct rg_places *p, const struct rg_algorithm *a, enum rg_level level)
{
	const struct rg_runs ranks = {p->P, NULL};
	int most = a->machine ? p->P : 1 + (int)draw(12);
	p->order = draw(3) ? draw_order(p->P) : NULL;
	p->level[RG_ON_MACHINE] = draw_runs(&ranks, most);
	if (a->machine) {
		int *first = (int *)p->level[RG_ON_MACHINE].first;
		first[1] = p->P;
		p->level[RG_ON_MACHINE].n = 1;
	}
	if (rg_level_below(level))
		p->level[level] = draw_parts(&p->level[RG_ON_MACHINE], 1 + (int)draw(5));
	else if (level > RG_ON_MACHINE)
		p->level[level] = draw_runs(&p->level[RG_ON_MACHINE], 1 + (int)draw(5));
	p->around = level == RG_IN_BRANCH && p->level[level].n > 1 && draw(2);
}

/* A tree of any shape, by any level or none. */
static const char *draw_tree(char text[TEXT])
{
	int level = (int)draw(RG_LEVELS);
	enum rooted_shape shape = (enum rooted_shape)draw(ROOTED_SHAPES);
	snprintf(text, TEXT, "%s%s%s", rooted_shape_name(shape), level ? " " : "",
	         rg_level_name((enum rg_level)level));
	return text;
}

/* Ports, limits of any size, perhaps a level. */
static const char *draw_joins(char text[TEXT])
{
	int level = draw(2) ? RG_FIRST_LEVEL + (int)draw(RG_LEVELS - RG_FIRST_LEVEL) : RG_NO_LEVEL;
	int n = snprintf(text, TEXT, "%d", 1 + (int)draw(7));
	for (int i = 0, limits = (int)draw(3); i < limits; i++)
		n += snprintf(text + n, TEXT - (size_t)n, " %lld", (long long)draw_length());
	snprintf(text + n, TEXT - (size_t)n, "%s%s", level ? " " : "",
	         rg_level_name((enum rg_level)level));
	return text;
}

/* A number, which may be more than there are processes. */
static int draw_number(void)
{
	return 1 + (int)draw(draw(2) ? 5 : 2 * RANKS_MOST);
}

/* Some of the algorithm's own, or ports, a tree or a number at random; NULL: none. */
static const char *draw_parameters(const struct rg_algorithm *a, char text[TEXT])
{
	int tries = 0, n = 0, ports = (int)draw(5);
	if (a->takes == RG_A_TREE && ports)
		return draw_tree(text);
	while (a->tries && a->tries[tries])
		tries++;
	if (a->takes == RG_JOINS && ports)
		return draw_joins(text);
	if (a->takes == RG_A_NUMBER && ports) {
		snprintf(text, TEXT, "%d", draw_number());
		return text;
	}
	if (a->takes == RG_NUMBER_AND_LEVEL && ports) {
		snprintf(text, TEXT, "%d %s", draw_number(), a->tries[draw(tries)]);
		return text;
	}
	if (a->takes != RG_PORTS || !ports)
		return tries ? a->tries[draw(tries)] : NULL;
	for (int i = 0; i < ports; i++)
		n += snprintf(text + n, TEXT - (size_t)n, "%s%s%d", i ? " " : "",
		              draw(3) ? "" : "-", 1 + (int)draw(draw(2) ? 4 : RANKS_MOST));
	return text;
}

/* Blocks one behind the other from the last rank to the first, with gaps. */
static int64_t *draw_offsets(const int64_t *len, int P)
{
	int64_t *off = rg_alloc((size_t)P, sizeof *off), at = draw(5);
	for (int i = P - 1; i >= 0; i--) {
		off[i] = at;
		at += len[i] + draw(3);
	}
	return off;
}

static void draw_vector(struct rg_game *g)
{
	const struct rg_descriptor *d = &rg_collectives[g->collective];
	int P = g->places.P;
	g->n = rg_has_any_length(g->collective) ? draw_length() : P * (draw_length() / P);
	if (!rg_has_data(g->collective))
		g->n = 0;
	if (!d->lengths || !draw(3))
		return;
	int64_t *len = rg_alloc((size_t)P, sizeof *len);
	g->n = 0;
	for (int i = 0; i < P; i++)
		g->n += len[i] = draw(3) ? draw_length() / P : 0;
	g->len = len;
	if (d->places && draw(2))
		g->off = draw_offsets(len, P);
}

/* Windows: as small as they may be, but so that there are not too many rounds. */
static int64_t draw_window(const struct rg_game *g)
{
	int64_t least = 2 * g->places.P, rounds = g->n / 40;
	if (!g->algorithm->windows && draw(2))
		return 0;
	return (least > rounds ? least : rounds) + draw(draw(2) ? 3 : 2 * least + g->n);
}

/* More slices than are under way at a time. */
static void draw_segments(struct rg_game *g)
{
	if (!g->algorithm->segments || draw(2))
		return;
	g->lanes = 1 + (int)draw(draw(4) ? 20 : 300);
	g->at_once = 1 + (int)draw(6);
	g->drift = draw(2);
}

static void draw_game(struct rg_game *g, const struct rg_routine *r, char text[TEXT])
{
	const struct rg_algorithm *a = r->algorithm;
	*g = (struct rg_game){.collective = r->collective,
	                      .algorithm = a,
	                      .places.P = draw_ranks(),
	                      .parameters = draw_parameters(a, text)};
	draw_places(&g->places, a, rg_algorithm_level(a, g->parameters));
	draw_vector(g);
	g->root = rg_has_root(r->collective) ? (int)draw(g->places.P) : 0;
	g->in_place = draw(2);
	g->mixed = !g->in_place && !rg_has_root(r->collective) && !draw(4);
	g->ordered = !(rg_collectives[r->collective].reduces && a->commutes) && draw(2);
	g->lanes = a->lanes && draw(2) ? 1 + (int)draw(draw(6) ? 6 : RG_LANES_MOST) : 0;
	g->drift = g->lanes > 1 && draw(2);
	draw_segments(g);
	g->window = draw_window(g);
}

static void free_game(struct rg_game *g)
{
	free((void *)g->places.order);
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS; k++)
		free((void *)g->places.level[k].first);
	free((void *)g->len);
	free((void *)g->off);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : (uint64_t)time(NULL);
	int games = argc > 2 ? atoi(argv[2]) : GAMES;
	printf("games.c: seed %llu\n", (unsigned long long)seed);
	for (int i = 0; i < RG_ROUTINES * games; i++) {
		const struct rg_routine *r = &rg_routines[i % RG_ROUTINES];
		struct rg_game g;
		struct rg_proof proof = {0};
		char text[TEXT];
		state = rg_mix(seed, (uint64_t)i);
		draw_game(&g, r, text);
		if (!CHECK(rg_prove_game(&g, &proof)))
			fprintf(stderr, "games.c: seed %llu: %s by %s: %s\n",
			        (unsigned long long)seed, r->name, r->algorithm->name,
			        proof.reason);
		rg_proof_free(&proof);
		free_game(&g);
	}
	return TEST_END;
}
