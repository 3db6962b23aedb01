/* SPDX-License-Identifier: BSD-3-Clause
 * game: a call of one routine by P processes.
 */
#include "engine/game.h"

struct rg_span rg_game_block(const struct rg_game *g, int rank)
{
	struct rg_span block = {RG_OUT, 0, 0};
	if (g->len) {
		for (int i = 0; i < rank; i++)
			block.off += g->len[i];
		block.len = g->len[rank];
		return block;
	}
	int64_t quot = g->n / g->P, rest = g->n % g->P;
	block.off = rank * quot + (rank < rest ? rank : rest);
	block.len = quot + (rank < rest);
	return block;
}

void rg_game_islands(const struct rg_game *g, int one[2], struct rg *r)
{
	one[0] = 0;
	one[1] = g->P;
	r->islands = g->island_first ? g->islands : 1;
	r->island_first = g->island_first ? g->island_first : one;
	while (r->island_first[r->island + 1] <= r->pos)
		r->island++;
}

int64_t rg_game_place(const struct rg_game *g, int rank)
{
	return g->off ? g->off[rank] : rg_game_block(g, rank).off;
}
