/* SPDX-License-Identifier: BSD-3-Clause
 * processes: the processes of a game.
 */
#include "prove/processes.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "prove/loans.h"

enum { GUARD = 64, GUARD_BYTE = 0xA5 };

/* Let `len` elements of one process, from `off` of a buffer on, be its contribution to those from
 * `element` on. */
static void contribute(const struct rg *r, struct rg_pieces *cell, int64_t off, int64_t element,
                       int64_t len)
{
	rg_pieces_append(cell, (struct rg_piece){off, len, element, (rg_value)(r->rank + 1), 0});
}

/* The elements that a process has before, as the descriptor has it. */
static int64_t elements_before(const struct rg *r, const struct rg_game *g)
{
	switch (rg_collectives[g->collective].begins) {
	case RG_OWN_BLOCK:
		return rg_game_block(g, r->rank).len;
	case RG_AT_ROOT:
		return r->rank == r->root ? rg_game_reach(g) : 0;
	case RG_EACH_BLOCK:
		return rg_game_reach(g);
	default:
		return g->n;
	}
}

/* The elements that it is to have room for, if it is not in place. */
static int64_t room_after(const struct rg *r, const struct rg_game *g)
{
	switch (rg_collectives[g->collective].ends) {
	case RG_OWN_BLOCK:
		return rg_game_block(g, r->rank).len;
	case RG_AT_ROOT:
		return r->rank == r->root ? rg_game_reach(g) : 0;
	case RG_BEFORE_OWN:
		return r->rank ? g->n : 0;
	default:
		return rg_game_reach(g);
	}
}

/* The root's vector, whose blocks have gaps between them. */
static void contribute_blocks(const struct rg *r, struct rg_pieces *cell, const struct rg_game *g)
{
	struct rg_pieces block = {0};
	for (int i = 0; i < g->places.P; i++) {
		struct rg_span b = rg_game_block(g, i);
		rg_pieces_clear(&block);
		contribute(r, &block, g->off[i], b.off, b.len);
		rg_pieces_write(cell, g->off[i], b.len, &block);
	}
	rg_pieces_free(&block);
}

/* What it has for each, where lengths are those of pairs. */
static void contribute_pairs(const struct rg *r, struct rg_pieces *cell)
{
	struct rg_pieces block = {0};
	int64_t element = 0;
	for (int i = 0; i < r->P; i++) {
		rg_pieces_clear(&block);
		contribute(r, &block, r->sent_off[i], element, r->sent_len[i]);
		rg_pieces_write(cell, r->sent_off[i], r->sent_len[i], &block);
		element += r->sent_len[i];
	}
	rg_pieces_free(&block);
}

/* The buffers of a process: its lane r tells which it is. */
static void set_up_process(struct rg_process *p, const struct rg *r, const struct rg_game *g)
{
	const struct rg_descriptor *d = &rg_collectives[g->collective];
	struct rg_span own = rg_game_block(g, r->rank);
	int64_t before = elements_before(r, g);
	bool scatters = d->begins == RG_AT_ROOT && d->ends == RG_OWN_BLOCK;
	p->size[RG_IN] = r->in_place && !scatters ? 0 : before;
	p->size[RG_OUT] = !r->in_place ? room_after(r, g) : scatters ? 0 : rg_game_reach(g);
	if (d->begins == RG_OWN_BLOCK)
		contribute(r, &p->cell[rg_mine(r)], r->in_place ? rg_game_place(g, r->rank) : 0,
		           own.off, own.len);
	else if (rg_game_has_pairs(g))
		contribute_pairs(r, &p->cell[RG_IN]);
	else if (scatters && before && g->off)
		contribute_blocks(r, &p->cell[RG_IN], g);
	else
		contribute(r, &p->cell[scatters ? RG_IN : rg_mine(r)], 0, 0, before);
}

/* Nothing but itself. */
static void hear_itself(struct rg_actor *a)
{
	a->heard = rg_alloc((size_t)a->r.P / 64 + 1, sizeof *a->heard);
	a->heard[a->r.rank / 64] |= 1ull << a->r.rank % 64;
}

/* The blocks of the lane's process, where lengths are those of pairs. */
static void set_up_pairs(struct rg *r, struct rg_process *p, const struct rg_game *g)
{
	for (int row = 0; row < RG_PAIR_ROWS && !p->pairs[row]; row++)
		p->pairs[row] = rg_row_new(r->P, sizeof *p->pairs[row]);
	rg_game_pairs(g, r->rank, false, p->pairs[0], p->pairs[1]);
	rg_game_pairs(g, r->rank, true, p->pairs[2], p->pairs[3]);
	r->off = p->pairs[0];
	r->len = p->pairs[1];
	r->sent_off = p->pairs[2];
	r->sent_len = p->pairs[3];
}

static void set_up_lane(struct rg_actor *a, const struct rg_game *g)
{
	struct rg *r = &a->r;
	bool irregular = rg_is_irregular(g->collective), hidden = irregular && r->rank != r->root;
	r->off = hidden ? NULL : a->play->off;
	r->len = hidden ? NULL : a->play->len;
	r->irregular = hidden;
	r->own = irregular ? rg_game_block(g, r->rank).len : 0;
	if (rg_game_has_pairs(g))
		set_up_pairs(r, a->process, g);
	r->ordered = g->ordered;
	r->parameters = g->parameters;
	r->window = g->window;
	r->strict = true;
	rg_cut(r, hidden || rg_game_has_pairs(g) ? 0 : g->n);
	if (!rg_has_data(g->collective))
		hear_itself(a);
	a->frame = rg_alloc(1, g->algorithm->frame + GUARD);
	memset(a->frame + g->algorithm->frame, GUARD_BYTE, GUARD);
	a->scratch_size = g->algorithm->scratch ? g->algorithm->scratch(r) : 0;
	if (g->window)
		rg_races_init(&a->races, rg_machine(r).me, rg_machine(r).n);
}

static void set_up_places(struct rg_playing *p, const struct rg_game *g)
{
	p->places = rg_places_filled(&g->places);
	if ((g->len && !rg_is_by_pairs(g->collective)) || rg_is_irregular(g->collective)) {
		p->off = rg_row_new(p->places.P, sizeof *p->off);
		p->len = rg_row_new(p->places.P, sizeof *p->len);
		for (int i = 0; i < p->places.P; i++) {
			p->off[i] = rg_game_place(g, i);
			p->len[i] = g->len ? g->len[i] : rg_game_block(g, i).len;
		}
	}
}

void rg_processes_begin(struct rg_playing *p, const struct rg_transport *t)
{
	const struct rg_game *g = &p->result->game;
	p->result->out = rg_alloc((size_t)g->places.P, sizeof *p->result->out);
	set_up_places(p, g);
	p->slices = g->lanes ? g->lanes : 1;
	p->lanes = g->at_once && g->at_once < p->slices ? g->at_once : p->slices;
	p->actors = g->places.P * p->lanes;
	p->actor = rg_alloc((size_t)p->actors, sizeof *p->actor);
	p->process = rg_alloc((size_t)g->places.P, sizeof *p->process);
	p->ready = rg_alloc((size_t)p->actors, sizeof *p->ready);
	p->result->terms.leaves = g->places.P;
	int root_pos = 0;
	while (p->places.order[root_pos] != g->root)
		root_pos++;
	for (int i = 0; i < g->places.P; i++) {
		int rank = p->places.order[i];
		for (int lane = 0; lane < p->lanes; lane++) {
			struct rg_actor *a = &p->actor[rank * p->lanes + lane];
			a->play = p;
			a->process = &p->process[rank];
			a->r = (struct rg){.veiled_lane = lane,
			                   .veiled_lanes = p->slices,
			                   .in_place = rg_game_in_place(g, rank)};
			rg_vary(&a->r, g->algorithm, g->drift);
			rg_sit(&a->r, &p->places, i);
			rg_root(&a->r, g->root, root_pos);
			a->r.t = t;
			set_up_lane(a, g);
		}
		set_up_process(&p->process[rank], &p->actor[rank * p->lanes].r, g);
	}
}

static void free_lane(struct rg_actor *a)
{
	for (size_t i = 0; i < a->ops; i++) {
		rg_clock_drop(a->op[i].clock);
		free(a->op[i].heard);
		rg_post_free(&a->op[i]);
	}
	for (size_t i = 0; i < a->notices; i++) {
		rg_clock_drop(a->notice[i].clock);
		free(a->notice[i].heard);
	}
	free(a->heard);
	free(a->caught);
	rg_races_free(&a->races);
	free(a->notice);
	rg_pieces_free(&a->scratch);
	free(a->frame);
	free(a->op);
}

void rg_processes_end(struct rg_playing *p)
{
	struct rg_played *r = p->result;
	for (int i = 0; i < r->game.places.P; i++) {
		int64_t scratch = 0;
		for (int k = i * p->lanes; k < (i + 1) * p->lanes; k++) {
			scratch += p->actor[k].scratch_size;
			r->waits = p->actor[k].waits > r->waits ? p->actor[k].waits : r->waits;
			r->depth = p->actor[k].depth > r->depth ? p->actor[k].depth : r->depth;
			r->shares |= p->actor[k].shares;
			free_lane(&p->actor[k]);
		}
		r->scratch = scratch > r->scratch ? scratch : r->scratch;
		r->out[i] = p->process[i].cell[RG_OUT];
		rg_pieces_free(&p->process[i].cell[RG_IN]);
		for (int row = 0; row < RG_PAIR_ROWS; row++)
			rg_row_free(p->process[i].pairs[row], r->game.places.P, sizeof(int64_t));
		rg_pieces_free(&p->process[i].touches.by);
		rg_loan_free(&p->process[i].loan);
	}
	rg_pieces_free(&p->left);
	rg_pieces_free(&p->right);
	rg_pieces_free(&p->sum);
	free(p->actor);
	free(p->process);
	rg_row_free(p->off, p->places.P, sizeof *p->off);
	rg_row_free(p->len, p->places.P, sizeof *p->len);
	rg_places_free(&p->places);
	free(p->ready);
}

bool rg_lane_is_guarded(const struct rg_actor *a)
{
	unsigned char whole[GUARD];
	memset(whole, GUARD_BYTE, sizeof whole);
	return memcmp(a->frame + a->play->result->game.algorithm->frame, whole, sizeof whole) == 0;
}
