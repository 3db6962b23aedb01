/* SPDX-License-Identifier: BSD-3-Clause
 * prove: is a routine right?
 */
#include "prove/prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* ---- One expression ---- */

/* Takes expressions apart. */
struct examiner {
	const struct rg_played *played;
	int64_t *seen;   /* [P] the last examination that met the contribution of each rank */
	int64_t number;  /* of the current examination, from 1 */
	rg_value *stack; /* [P] what is still to be taken apart; no right expression is deeper */
	bool rank_order; /* all expressions so far had the ranks in order, */
	bool bracketed;  /* and bracketed as recursive doubling does */
	char *reason;
	size_t room;
};

/* Is v the combination of every rank's contribution to element e, each once? */
static bool is_reduction(struct examiner *x, int64_t e, rg_value v)
{
	const struct rg_played *p = x->played;
	int64_t n = p->game.n, leaves = p->game.places.P * n;
	int depth = 0, met = 0;
	x->number++;
	x->stack[depth++] = v;
	while (depth) {
		v = x->stack[--depth];
		if (v > leaves) {
			if (depth + 2 > p->game.places.P) {
				snprintf(x->reason, x->room,
				         "too many contributions to element %lld", (long long)e);
				return false;
			}
			x->stack[depth++] = rg_operands(&p->terms, v)->right;
			x->stack[depth++] = rg_operands(&p->terms, v)->left;
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
	for (int rank = 0; rank < p->game.places.P; rank++)
		if (x->seen[rank] != x->number) {
			snprintf(x->reason, x->room, "element %lld lacks rank %d's contribution",
			         (long long)e, rank);
			return false;
		}
	return true;
}

/* Is v the contribution of that rank to element e? */
static bool is_leaf(const struct rg_played *p, rg_value v, int64_t e, int rank)
{
	return v == (rg_value)(rank * p->game.n + e + 1);
}

/* Is v bracketed as recursive doubling does it, after the fold to w workers, a power of two
 * (Thakur, Rabenseifner & Gropp 2005)? The first P - w workers stand for two ranks, the others for
 * one; neighbours come first. v is to combine `n` workers from `worker` on. */
static bool is_bracketed(const struct rg_played *p, rg_value v, int64_t e, int worker, int n)
{
	int w = 1;
	while (w <= p->game.places.P / 2)
		w *= 2;
	int pairs = p->game.places.P - w;
	if (n == 1 && worker >= pairs)
		return is_leaf(p, v, e, worker + pairs);
	const struct rg_node *node = rg_operands(&p->terms, v);
	if (n == 1)
		return node && is_leaf(p, node->left, e, 2 * worker) &&
		       is_leaf(p, node->right, e, 2 * worker + 1);
	return node && is_bracketed(p, node->left, e, worker, n / 2) &&
	       is_bracketed(p, node->right, e, worker + n / 2, n / 2);
}

static bool brackets(const struct rg_played *p, rg_value v, int64_t e)
{
	int w = 1;
	while (w <= p->game.places.P / 2)
		w *= 2;
	return is_bracketed(p, v, e, 0, w);
}

/* ---- What a process ends with ---- */

/* The elements of the vector that a rank's RG_OUT holds at the end, from its first cell on. */
static struct rg_span result_of(const struct rg_game *g, int rank)
{
	if (rg_collectives[g->collective].ends == RG_OWN_BLOCK)
		return rg_game_block(g, rank);
	return (struct rg_span){RG_OUT, 0, g->n};
}

/* Element i of a process's RG_OUT, element e of the vector. */
static bool examine_element(struct examiner *x, int rank, int64_t i, int64_t e)
{
	const struct rg_played *p = x->played;
	rg_value v = p->out[rank][i];
	/* The same is on all ranks. */
	bool everywhere = rank && rg_collectives[p->game.collective].ends == RG_WHOLE;
	rg_value first = everywhere ? p->out[0][i] : 0;
	if (everywhere && v == first)
		return true; /* already examined */
	if (!v) {
		snprintf(x->reason, x->room, "element %lld has no value", (long long)e);
		return false;
	}
	if (!is_reduction(x, e, v))
		return false;
	x->bracketed &= !p->game.ordered || brackets(p, v, e);
	if (everywhere) {
		snprintf(x->reason, x->room, "element %lld has other bits than on rank 0",
		         (long long)e);
		return false;
	}
	return true;
}

static bool examine_reduction(struct examiner *x, struct rg_proof *proof)
{
	const struct rg_game *g = &x->played->game;
	for (int rank = 0; rank < g->places.P; rank++) {
		struct rg_span result = result_of(g, rank);
		for (int64_t i = 0; i < result.len; i++) {
			if (examine_element(x, rank, i, result.off + i))
				continue;
			snprintf(proof->reason, sizeof proof->reason, "rank %d ends wrong: %s",
			         rank, x->reason);
			return false;
		}
	}
	if (g->ordered || g->algorithm->commutes)
		proof->rank_order &= x->rank_order;
	if (g->ordered && !x->rank_order)
		snprintf(proof->reason, sizeof proof->reason,
		         "combines out of rank order, and does not ask for an operation that "
		         "commutes");
	else if (g->ordered && !x->bracketed)
		snprintf(proof->reason, sizeof proof->reason,
		         "brackets the ranks otherwise than recursive doubling");
	return !proof->reason[0];
}

/* The block of `owner` in the RG_OUT of a rank. */
static bool examine_block(const struct rg_played *p, int rank, int owner, struct rg_proof *proof)
{
	const struct rg_game *g = &p->game;
	struct rg_span block = rg_game_block(g, owner);
	rg_value *out = p->out[rank] + rg_game_place(g, owner);
	for (int64_t i = 0; i < block.len; i++) {
		if (out[i] != (rg_value)(owner * g->n + block.off + i + 1)) {
			snprintf(proof->reason, sizeof proof->reason,
			         "rank %d ends wrong: element %lld is not rank %d's", rank,
			         (long long)(block.off + i), owner);
			return false;
		}
		out[i] = 0;
	}
	return true;
}

/* Each block is there, and between the blocks there is nothing. */
static bool examine_gathering(const struct rg_played *p, struct rg_proof *proof)
{
	const struct rg_game *g = &p->game;
	for (int rank = 0; rank < g->places.P; rank++) {
		for (int owner = 0; owner < g->places.P; owner++)
			if (!examine_block(p, rank, owner, proof))
				return false;
		for (int64_t i = 0; i < p->reach; i++)
			if (p->out[rank][i]) {
				snprintf(proof->reason, sizeof proof->reason,
				         "rank %d ends wrong: writes between the blocks", rank);
				return false;
			}
	}
	return true;
}

static bool examine(const struct rg_played *p, struct rg_proof *proof)
{
	if (!rg_collectives[p->game.collective].reduces)
		return examine_gathering(p, proof);
	char reason[128];
	struct examiner x = {.played = p,
	                     .rank_order = true,
	                     .bracketed = true,
	                     .reason = reason,
	                     .room = sizeof reason};
	x.seen = rg_alloc((size_t)p->game.places.P, sizeof *x.seen);
	x.stack = rg_alloc((size_t)p->game.places.P + 2, sizeof *x.stack);
	bool right = examine_reduction(&x, proof);
	free(x.seen);
	free(x.stack);
	return right;
}

/* ---- Games ---- */

/* Who hears of the messages of a game. */
struct listener {
	struct rg_proof *proof;
	int *next;       /* [P] the rank behind each in the ring */
	int from, stray; /* the first who sent to another, and to whom; from is -1: nobody */
};

static void hear(void *context, const struct rg_message *m)
{
	struct listener *l = context;
	size_t bit = (size_t)m->from * (size_t)l->proof->P + (size_t)m->to;
	l->proof->talks[bit / 64] |= 1ull << bit % 64;
	if (l->from < 0 && m->to != l->next[m->from]) {
		l->from = m->from;
		l->stray = m->to;
	}
}

/* Play a game; what fails is told in proof->reason. */
static struct rg_played *play(const struct rg_game *g, struct rg_proof *proof)
{
	struct listener l = {proof, rg_alloc((size_t)g->places.P, sizeof *l.next), -1, -1};
	for (int i = 0; i < g->places.P; i++) {
		int k = (i + 1) % g->places.P;
		l.next[g->places.order ? g->places.order[i] : i] =
			g->places.order ? g->places.order[k] : k;
	}
	struct rg_played *p = rg_play(g, hear, &l);
	if (p->reason[0])
		snprintf(proof->reason, sizeof proof->reason, "%s", p->reason);
	else if (g->algorithm->ring && l.from >= 0)
		snprintf(proof->reason, sizeof proof->reason,
		         "rank %d sends to rank %d, which is not the next of the ring", l.from,
		         l.stray);
	free(l.next);
	return p;
}

static const char *describe(const struct rg_game *g, char *buf, size_t room)
{
	const struct rg_runs *machines = &g->places.level[RG_ON_MACHINE];
	enum rg_level level = rg_algorithm_level(g->algorithm, g->parameters);
	const struct rg_runs *runs = &g->places.level[level];
	int nodes = machines->first ? machines->n : g->places.P;
	size_t n = (size_t)snprintf(
		buf, room, "%d rank%s on %d machine%s%s, %lld elements, %s blocks%s%s%s",
		g->places.P, g->places.P == 1 ? "" : "s", nodes, nodes == 1 ? "" : "s",
		g->places.order ? " in an order" : "", (long long)g->n,
		g->len ? "unequal" : "equal", g->off ? " with gaps" : "",
		g->mixed      ? ", some in place"
		: g->in_place ? ", in place"
			      : "",
		g->ordered ? ", by rank" : "");
	if (level != RG_NO_LEVEL && level != RG_ON_MACHINE && runs->first)
		n += (size_t)snprintf(buf + n, room - n, ", %d %s%s%s", runs->n,
		                      level == RG_ON_SWITCH ? "island" : rg_level_name(level),
		                      level == RG_IN_NUMA ? " node" : "", runs->n == 1 ? "" : "s");
	if (g->lanes > 1)
		n += (size_t)snprintf(buf + n, room - n, ", %d %slanes", g->lanes,
		                      g->drift ? "drifting " : "");
	if (g->parameters)
		n += (size_t)snprintf(buf + n, room - n, ", %s %s",
		                      g->algorithm->takes == RG_PORTS ? "ports" : "by",
		                      g->parameters);
	if (g->window)
		snprintf(buf + n, room - n, ", windows of %lld", (long long)g->window);
	return buf;
}

/* What the routine costs: the figures of the game that sends most, of those with the parameters
 * that are proved, in one lane and with windows, if it needs any, that hold the vector. */
static void count(const struct rg_played *p, struct rg_proof *proof)
{
	const struct rg_game *g = &p->game;
	if (g->lanes > 1 || g->parameters != proof->parameters ||
	    (g->window && (!g->algorithm->windows || g->window < g->n)))
		return;
	if (proof->messages < p->messages || !proof->vector) {
		proof->messages = p->messages;
		proof->elements = p->elements;
		proof->vector = g->n;
	}
	proof->waits = p->waits > proof->waits ? p->waits : proof->waits;
	if (g->n == proof->vector && !g->len && p->scratch > proof->scratch)
		proof->scratch = p->scratch;
}

bool rg_prove_game(const struct rg_game *game, struct rg_proof *proof)
{
	if (!proof->games++) {
		size_t bits = (size_t)game->places.P * (size_t)game->places.P;
		proof->proved = proof->rank_order = true;
		proof->P = game->places.P;
		proof->talks = rg_alloc(bits / 64 + 1, sizeof *proof->talks);
	}
	if (!proof->proved)
		return false;
	struct rg_played *p = play(game, proof);
	proof->proved = !proof->reason[0] && examine(p, proof);
	proof->shares |= p->shares;
	count(p, proof);
	if (!proof->proved) {
		size_t n = strlen(proof->reason);
		char buf[192];
		snprintf(proof->reason + n, sizeof proof->reason - n, " (%s)",
		         describe(game, buf, sizeof buf));
	}
	rg_played_free(p);
	return proof->proved;
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
