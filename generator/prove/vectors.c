/* SPDX-License-Identifier: BSD-3-Clause
 * vectors: the vectors that are played.
 */
#include "prove/vectors.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "engine/sizes.h"

/* The least that windows have: see rg.window. */
int64_t rg_least_window(const struct rg_game *g)
{
	return g->algorithm->windows ? 2 * g->places.P : 1;
}

/* An algorithm that serves operations which do not commute is played in the order of the ranks,
 * too. */
void rg_play_orders(struct rg_game g, struct rg_proof *proof)
{
	bool heeds = rg_collectives[g.collective].reduces && !g.algorithm->commutes;
	if (!rg_has_data(g.collective))
		g.n = 0;
	if (g.algorithm->windows && !g.window)
		g.window = g.n + rg_least_window(&g);
	rg_prove_game(&g, proof);
	if (heeds) {
		g.ordered = true;
		rg_prove_game(&g, proof);
	}
}

/* Play with and without MPI_IN_PLACE. */
void rg_play_both(struct rg_game g, struct rg_proof *proof)
{
	/* Where nothing or all is in place, it makes no difference. */
	bool once = !rg_has_data(g.collective) || rg_has_one_buffer(g.collective) ||
	            rg_game_has_pairs(&g);
	for (int in_place = 0; in_place < 2 - once; in_place++) {
		g.in_place = in_place;
		rg_play_orders(g, proof);
	}
}

/* More elements than an int can count, in each block: the game takes as long as with a few. */
#define LONG_BLOCK (((int64_t)1 << 32) + 5)

/* A vector of such blocks, of which some are longer if the collective lets them. */
int64_t rg_long_vector(const struct rg_game *g)
{
	int P = g->places.P;
	return P * LONG_BLOCK + (rg_has_any_length(g->collective) ? P / 2 : 0);
}

/* Play many rounds through windows of the game, which are small; and some through long ones. */
void rg_play_rounds(struct rg_game g, struct rg_proof *proof)
{
	if (g.places.P > RG_PROVE_LONG)
		return;
	g.n = 100 * g.places.P;
	rg_play_both(g, proof);
	g.n = rg_long_vector(&g);
	g.window = g.n / 3;
	rg_play_both(g, proof);
}

/* Windows are small here, so that short vectors take many rounds, too. */
static void play_equal(struct rg_game g, struct rg_proof *proof)
{
	int P = g.places.P;
	bool any = rg_has_any_length(g.collective); /* else a multiple of P */
	const int64_t lengths[] = {any ? P + P / 2 : P,
	                           any ? P - 1 : 2 * P,
	                           any ? 1 : 3 * P,
	                           any ? 0 : 2 * P,
	                           any ? 4 * P + 3 : 4 * P,
	                           any ? 5 * P + 1 : 5 * P,
	                           8 * P,
	                           any ? 17 * P - 1 : 17 * P};
	int n = P > RG_PROVE_WIDE || !rg_has_data(g.collective) ? 1 : P > RG_PROVE_LONG ? 5 : 8;
	for (int i = 0; i < n; i++) {
		g.n = lengths[i];
		rg_play_both(g, proof);
	}
	if (!g.window && P <= RG_PROVE_WIDE && rg_has_data(g.collective)) {
		g.n = rg_long_vector(&g);
		rg_play_both(g, proof);
	}
}

/* The blocks of the game's vector are apart, from the last rank to the first. */
static void play_gaps(struct rg_game g, struct rg_proof *proof)
{
	int64_t at = 1, *off = rg_alloc((size_t)g.places.P, sizeof *off);
	for (int i = g.places.P - 1; i >= 0; i--) {
		off[i] = at;
		at += g.len[i] + i % 3;
	}
	g.off = off;
	rg_play_both(g, proof);
	free(off);
}

void rg_play_one_way(struct rg_game g, int rank, int64_t *len, struct rg_proof *proof)
{
	if (!rg_is_by_pairs(g.collective))
		return;
	g.len = len;
	g.n = 0;
	for (int i = 0; i < g.places.P; i++)
		g.n += len[i] = 3 + i % 3;
	g.sender = rank + 1;
	rg_play_both(g, proof);
	g.sender = 0;
	g.receiver = rank + 1;
	rg_play_both(g, proof);
}

/* Blocks of 0 to 3 times `unit` elements. */
void rg_play_unequal(struct rg_game g, int64_t unit, struct rg_proof *proof)
{
	int64_t *len = rg_alloc((size_t)g.places.P, sizeof *len);
	g.len = len;
	g.n = 0;
	for (int i = 0; i < g.places.P; i++)
		g.n += len[i] = (5 * i + 2) % 7 % 4 * unit;
	rg_play_both(g, proof);
	if (rg_collectives[g.collective].places)
		play_gaps(g, proof);
	memset(len, 0, (size_t)g.places.P * sizeof *len); /* all that there is at one rank */
	g.n = len[g.places.P / 2] = 3 * unit;
	rg_play_both(g, proof);
	rg_play_one_way(g, g.places.P / 2, len, proof);
	free(len);
}

/* Blocks of each kind, about so many elements each, with gaps too. Kinds that chance decides are
 * drawn as often as is asked for. */
void rg_play_kinds(struct rg_game g, int64_t b, int draws, struct rg_proof *proof)
{
	int64_t *len = rg_alloc((size_t)g.places.P, sizeof *len);
	g.len = len;
	for (int kind = 0; kind < RG_SIZES_KINDS; kind++) {
		bool chance = kind == RG_RANDOM || kind == RG_SPIKES || kind == RG_WITH_HOLES;
		for (int i = 0; i < (chance ? draws : 1); i++) {
			uint64_t seed = (uint64_t)(1000 * g.places.P + i);
			g.n = rg_sizes_make((enum rg_sizes)kind, g.places.P, b, seed, len);
			rg_play_both(g, proof);
			play_gaps(g, proof);
		}
	}
	free(len);
}

/* An irregular algorithm depends on each length. So blocks have a few elements, as many as the
 * limits in the parameters that are played, and more than 2^32. */
static void play_irregular(struct rg_game g, struct rg_proof *proof)
{
	const int64_t blocks[] = {2, 30, 1000, LONG_BLOCK};
	for (int i = 0; i < (g.window ? 2 : 4); i++) /* through small windows those take long */
		rg_play_kinds(g, blocks[i], g.places.P <= RG_PROVE_LONG ? 4 : 1, proof);
	g.n = 0;
	rg_play_both(g, proof);
}

bool rg_takes_unequal(const struct rg_game *g)
{
	return rg_collectives[g->collective].lengths;
}

/* Vectors of all kinds, on the machines of the game. */
void rg_play_all(struct rg_game g, struct rg_proof *proof)
{
	bool unequal = rg_takes_unequal(&g);
	play_equal(g, proof);
	if (rg_is_irregular(g.collective) && g.places.P <= RG_PROVE_WIDE)
		play_irregular(g, proof);
	if (unequal && g.places.P <= RG_PROVE_WIDE)
		rg_play_unequal(g, 1, proof);
	if (unequal && g.places.P <= RG_PROVE_LONG) {
		rg_play_unequal(g, 17, proof);
		if (!g.window)
			rg_play_unequal(g, LONG_BLOCK, proof);
	}
}

/* A vector whose blocks are short, equal if the collective asks for that. */
int64_t rg_short_vector(const struct rg_game *g)
{
	return rg_has_any_length(g->collective) ? g->places.P + g->places.P / 2 : g->places.P;
}
