/* SPDX-License-Identifier: BSD-3-Clause
 * game: a call of one routine by P processes.
 */
#include "engine/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static _Thread_local struct rg_strayed strayed;

int rg_stray(int i, int from, int to)
{
	if (!strayed.any)
		strayed = (struct rg_strayed){true, i, from, to};
	return from < to ? from : 0;
}

struct rg_strayed rg_strayed(void)
{
	struct rg_strayed now = strayed;
	strayed = (struct rg_strayed){0};
	return now;
}

struct rg_span rg_game_block(const struct rg_game *g, int rank)
{
	struct rg_span block = {RG_OUT, 0, 0};
	if (g->len) {
		for (int i = 0; i < rank; i++)
			block.off += g->len[i];
		block.len = g->len[rank];
		return block;
	}
	int64_t quot = g->n / g->places.P, rest = g->n % g->places.P;
	block.off = rank * quot + (rank < rest ? rank : rest);
	block.len = quot + (rank < rest);
	return block;
}

/* The elements on each side of a row: as many as it has, and so many more. */
static size_t margin(int n)
{
	return (size_t)n + 64;
}

void *rg_row_new(int n, size_t size)
{
	size_t before = margin(n) * size, all = 2 * before + (size_t)n * size;
	char *row = rg_alloc(all, 1);
	memset(row, 0xFF, all); /* -1, of int and of int64_t */
	return row + before;
}

void rg_row_free(const void *row, int n, size_t size)
{
	if (row)
		free((char *)row - margin(n) * size);
}

static int *copy(const int *from, int n)
{
	int *to = rg_row_new(n, sizeof *to);
	for (int i = 0; i < n; i++)
		to[i] = from ? from[i] : i;
	return to;
}

struct rg_places rg_places_filled(const struct rg_places *some)
{
	struct rg_places p = {
		.P = some->P, .order = copy(some->order, some->P), .around = some->around};
	const int one[] = {0, p.P};
	for (int k = RG_LEVELS - 1; k >= RG_FIRST_LEVEL; k--) { /* below machines: like these */
		const struct rg_runs none = {k == RG_ON_MACHINE ? p.P : 1,
		                             k == RG_ON_MACHINE ? NULL : one};
		const struct rg_runs *runs = some->level[k].first               ? &some->level[k]
		                             : rg_level_below((enum rg_level)k) ? &p.level[k + 1]
		                                                                : &none;
		p.level[k] = (struct rg_runs){runs->n, copy(runs->first, runs->n + 1)};
		p.by_length[k] =
			rg_sort_runs(&p.level[k], k == RG_IN_BRANCH && p.around, p.P,
		                     rg_alloc(rg_sorted_runs(p.level[k].n, p.P), sizeof(int)));
	}
	return p;
}

void rg_places_free(struct rg_places *p)
{
	rg_row_free(p->order, p->P, sizeof *p->order);
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS; k++) {
		rg_row_free(p->level[k].first, p->level[k].n + 1, sizeof *p->level[k].first);
		free((void *)p->by_length[k].begin);
	}
}

/* ---- Lengths that pairs know */

/* The row of the Latin square that a rank has: from both ends of the ranks in turn, so that it is
 * not its own reflection. */
static int row_of(const struct rg_game *g, int rank)
{
	return rank % 2 ? g->places.P - 1 - rank / 2 : rank / 2;
}

static int64_t pair_length(const struct rg_game *g, int from, int to)
{
	if ((g->sender && g->sender != from + 1) || (g->receiver && g->receiver != to + 1))
		return 0;
	return g->len[(row_of(g, from) + to) % g->places.P];
}

struct rg_span rg_game_pair(const struct rg_game *g, int from, int to)
{
	struct rg_span block = {RG_OUT, 0, pair_length(g, from, to)};
	for (int i = 0; i < to; i++)
		block.off += pair_length(g, from, i);
	return block;
}

/* Behind the block of a rank, where there are gaps. */
static int gap_behind(const struct rg_game *g, int i)
{
	return g->off ? i % 3 : 0;
}

void rg_game_pairs(const struct rg_game *g, int rank, bool sent, int64_t *off, int64_t *len)
{
	int64_t at = g->off ? 1 : 0;
	for (int k = 0; k < g->places.P; k++) { /* with gaps, from the last rank to the first */
		int i = g->off ? g->places.P - 1 - k : k;
		len[i] = sent ? pair_length(g, rank, i) : pair_length(g, i, rank);
		off[i] = at;
		at += len[i] + gap_behind(g, i);
	}
}

int64_t rg_game_reach(const struct rg_game *g)
{
	int64_t most = 0;
	if (rg_game_has_pairs(g))
		return g->off ? g->n + 1 + 2 * (int64_t)g->places.P : g->n;
	for (int i = 0; i < g->places.P && g->off; i++)
		most = g->off[i] + g->len[i] > most ? g->off[i] + g->len[i] : most;
	return g->off ? most : g->n;
}

bool rg_game_in_place(const struct rg_game *g, int rank)
{
	if (rg_has_one_buffer(g->collective))
		return true;
	if (rg_game_has_pairs(g))
		return false;
	if (rg_has_root(g->collective))
		return g->in_place && rank == g->root;
	return g->mixed ? rank % 2 : g->in_place;
}

int64_t rg_game_place(const struct rg_game *g, int rank)
{
	return g->off ? g->off[rank] : rg_game_block(g, rank).off;
}
