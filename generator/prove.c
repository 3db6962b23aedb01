/* SPDX-License-Identifier: BSD-3-Clause
 * prove: is a routine right?
 */
#include "prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

/* ---- One expression ---- */

/* Takes expressions apart. */
struct examiner {
	const struct rg_played *played;
	int64_t *seen;   /* [P] the last examination that met the contribution of each rank */
	int64_t number;  /* of the current examination, from 1 */
	rg_value *stack; /* [P] what is still to be taken apart; no right expression is deeper */
	bool rank_order; /* all expressions so far had the ranks in order */
	char *reason;
	size_t room;
};

/* Is v the combination of every rank's contribution to element e, each once? */
static bool is_reduction(struct examiner *x, int64_t e, rg_value v)
{
	const struct rg_played *p = x->played;
	int64_t n = p->game.n, leaves = p->game.P * n;
	int depth = 0, met = 0;
	x->number++;
	x->stack[depth++] = v;
	while (depth) {
		v = x->stack[--depth];
		if (v > leaves) {
			if (depth + 2 > p->game.P) {
				snprintf(x->reason, x->room,
				         "too many contributions to element %lld", (long long)e);
				return false;
			}
			x->stack[depth++] = p->node[v - leaves - 1].right;
			x->stack[depth++] = p->node[v - leaves - 1].left;
			continue;
		}
		int rank = (int)((v - 1) / n);
		if ((v - 1) % n != e) {
			snprintf(x->reason, x->room, "rank %d's element %lld in element %lld", rank,
			         (long long)((v - 1) % n), (long long)e);
			return false;
		}
		if (x->seen[rank] == x->number) {
			snprintf(x->reason, x->room, "rank %d's contribution twice in element %lld",
			         rank, (long long)e);
			return false;
		}
		x->seen[rank] = x->number;
		x->rank_order &= rank == met++;
	}
	for (int rank = 0; rank < p->game.P; rank++)
		if (x->seen[rank] != x->number) {
			snprintf(x->reason, x->room, "element %lld lacks rank %d's contribution",
			         (long long)e, rank);
			return false;
		}
	return true;
}

/* ---- What a process ends with ---- */

/* The elements of the vector that a rank's RG_OUT holds at the end, from its first cell on. */
static struct rg_span result_of(const struct rg_game *g, int rank)
{
	if (g->collective == RG_REDUCE_SCATTER || g->collective == RG_REDUCE_SCATTER_BLOCK)
		return rg_game_block(g, rank);
	return (struct rg_span){RG_OUT, 0, g->n};
}

static bool examine_reduction(struct examiner *x, struct rg_proof *proof)
{
	const struct rg_played *p = x->played;
	for (int rank = 0; rank < p->game.P; rank++) {
		struct rg_span result = result_of(&p->game, rank);
		for (int64_t i = 0; i < result.len; i++) {
			rg_value v = p->out[rank][i];
			if (rank && p->game.collective == RG_ALLREDUCE) {
				if (v == p->out[0][i])
					continue; /* already examined */
				proof->identical = false;
			}
			if (v && is_reduction(x, result.off + i, v))
				continue;
			snprintf(proof->reason, sizeof proof->reason, "rank %d ends wrong: %s",
			         rank, v ? x->reason : "no value");
			return false;
		}
	}
	proof->rank_order &= x->rank_order;
	return true;
}

static bool examine_gathering(const struct rg_played *p, struct rg_proof *proof)
{
	const struct rg_game *g = &p->game;
	for (int owner = 0; owner < g->P; owner++) {
		struct rg_span block = rg_game_block(g, owner);
		for (int rank = 0; rank < g->P; rank++)
			for (int64_t e = block.off; e < block.off + block.len; e++) {
				if (p->out[rank][e] == (rg_value)(owner * g->n + e + 1))
					continue;
				snprintf(proof->reason, sizeof proof->reason,
				         "rank %d ends wrong: element %lld is not rank %d's", rank,
				         (long long)e, owner);
				return false;
			}
	}
	return true;
}

static bool examine(const struct rg_played *p, struct rg_proof *proof)
{
	if (p->game.collective == RG_ALLGATHER || p->game.collective == RG_ALLGATHERV)
		return examine_gathering(p, proof);
	char reason[128];
	struct examiner x = {
		.played = p, .rank_order = true, .reason = reason, .room = sizeof reason};
	x.seen = rg_alloc((size_t)p->game.P, sizeof *x.seen);
	x.stack = rg_alloc((size_t)p->game.P + 2, sizeof *x.stack);
	bool right = examine_reduction(&x, proof);
	free(x.seen);
	free(x.stack);
	return right;
}

/* ---- Games ---- */

static void note_pair(void *context, const struct rg_message *m)
{
	struct rg_proof *proof = context;
	size_t bit = (size_t)m->from * (size_t)proof->P + (size_t)m->to;
	proof->talks[bit / 64] |= 1ull << bit % 64;
}

static const char *describe(const struct rg_game *g, char *buf, size_t n)
{
	snprintf(buf, n, "%d ranks, %lld elements, %s blocks%s", g->P, (long long)g->n,
	         g->len ? "unequal" : "equal", g->in_place ? ", in place" : "");
	return buf;
}

bool rg_prove_game(const struct rg_game *game, struct rg_proof *proof)
{
	if (!proof->games++) {
		size_t bits = (size_t)game->P * (size_t)game->P;
		proof->proved = proof->rank_order = proof->identical = true;
		proof->P = game->P;
		proof->talks = rg_alloc(bits / 64 + 1, sizeof *proof->talks);
	}
	if (!proof->proved)
		return false;
	struct rg_played *p = rg_play(game, note_pair, proof);
	if (p->reason[0])
		snprintf(proof->reason, sizeof proof->reason, "%s", p->reason);
	proof->proved = !p->reason[0] && examine(p, proof);
	if (proof->messages < p->messages) {
		proof->messages = p->messages;
		proof->elements = p->elements;
		proof->vector = game->n;
	}
	proof->waits = p->waits > proof->waits ? p->waits : proof->waits;
	proof->scratch = p->scratch > proof->scratch ? p->scratch : proof->scratch;
	if (!proof->proved) {
		size_t n = strlen(proof->reason);
		char buf[100];
		snprintf(proof->reason + n, sizeof proof->reason - n, " (%s)",
		         describe(game, buf, sizeof buf));
	}
	rg_played_free(p);
	return proof->proved;
}

/* Blocks of 0 to 3 elements; returns their sum. */
static int64_t unequal_blocks(int P, int64_t *len)
{
	int64_t sum = 0;
	for (int i = 0; i < P; i++)
		sum += len[i] = (5 * i + 2) % 7 % 4;
	return sum;
}

static void prove_unequal(struct rg_game g, struct rg_proof *proof)
{
	int64_t *len = rg_alloc((size_t)g.P, sizeof *len);
	g.len = len;
	g.n = unequal_blocks(g.P, len);
	for (int in_place = 0; in_place < 2; in_place++) {
		g.in_place = in_place && g.collective != RG_ALLREDUCE;
		rg_prove_game(&g, proof);
	}
	memset(len, 0, (size_t)g.P * sizeof *len); /* all that there is at one rank */
	g.n = len[g.P / 2] = 3;
	rg_prove_game(&g, proof);
	free(len);
}

void rg_prove(const struct rg_routine *routine, int P, const int *order, struct rg_proof *proof)
{
	struct rg_game g = {.collective = routine->collective,
	                    .algorithm = routine->algorithm,
	                    .P = P,
	                    .order = order};
	bool any_length = g.collective == RG_ALLREDUCE;
	int64_t length[] = {any_length ? P + P / 2 : P, any_length ? P - 1 : 2 * P, 2 * P, 1, 0};
	int lengths = P > RG_PROVE_WIDE ? 1 : any_length ? 5 : 2;
	for (int i = 0; i < lengths; i++)
		for (int in_place = 0; in_place < 2; in_place++) {
			g.n = length[i];
			g.in_place = in_place;
			rg_prove_game(&g, proof);
		}
	bool unequal = g.collective == RG_ALLGATHERV || g.collective == RG_REDUCE_SCATTER;
	if (unequal && P <= RG_PROVE_WIDE)
		prove_unequal(g, proof);
}

void rg_proof_free(struct rg_proof *p)
{
	free(p->talks);
	p->talks = NULL;
}

int rg_proof_loads(const struct rg_proof *p, const struct rg_routes *routes,
                   const struct rg_place *place, int *load)
{
	int *route = rg_alloc((size_t)routes->longest, sizeof *route), most = 0;
	memset(load, 0, (size_t)routes->resources * sizeof *load);
	for (size_t bit = 0; bit < (size_t)p->P * (size_t)p->P; bit++) {
		if (!(p->talks[bit / 64] >> bit % 64 & 1))
			continue;
		size_t from = bit / (size_t)p->P, to = bit % (size_t)p->P;
		int n = rg_route(routes, place[from], place[to], route);
		for (int i = 0; i < n; i++)
			if (++load[route[i]] > most)
				most = load[route[i]];
	}
	free(route);
	return most;
}
