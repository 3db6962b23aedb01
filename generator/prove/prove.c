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
	int ranks;       /* the first so many have to be in it */
	rg_value right;  /* the last one that was found to be so */
	bool rank_order; /* all expressions so far had the ranks in order, */
	bool bracketed;  /* and bracketed as recursive doubling does */
	char *reason;
	size_t room;
};

/* Is v, in element e, the combination of the contributions of the first x->ranks, each once? */
static bool is_reduction(struct examiner *x, int64_t e, rg_value v)
{
	const struct rg_played *p = x->played;
	int depth = 0, met = 0;
	x->number++;
	x->stack[depth++] = v;
	while (depth) {
		v = x->stack[--depth];
		if (v > p->terms.leaves) {
			if (depth + 2 > p->game.places.P) {
				snprintf(x->reason, x->room,
				         "too many contributions to element %lld", (long long)e);
				return false;
			}
			x->stack[depth++] = rg_operands(&p->terms, v)->right;
			x->stack[depth++] = rg_operands(&p->terms, v)->left;
			continue;
		}
		int rank = (int)v - 1;
		if (x->seen[rank] == x->number) {
			snprintf(x->reason, x->room, "rank %d's contribution twice in element %lld",
			         rank, (long long)e);
			return false;
		}
		x->seen[rank] = x->number;
		x->rank_order &= rank == met++;
	}
	for (int rank = 0; rank < p->game.places.P; rank++)
		if (rank >= x->ranks && x->seen[rank] == x->number) {
			snprintf(x->reason, x->room,
			         "rank %d's contribution in element %lld, where it does not belong",
			         rank, (long long)e);
			return false;
		} else if (rank < x->ranks && x->seen[rank] != x->number) {
			snprintf(x->reason, x->room, "element %lld lacks rank %d's contribution",
			         (long long)e, rank);
			return false;
		}
	return true;
}

static bool is_leaf(rg_value v, int rank)
{
	return v == (rg_value)(rank + 1);
}

/* Is v bracketed as recursive doubling does it, after the fold to w workers, a power of two
 * (Thakur, Rabenseifner & Gropp 2005)? The first P - w workers stand for two ranks, the others for
 * one; neighbours come first. v is to combine `n` workers from `worker` on. */
static bool is_bracketed(const struct rg_played *p, rg_value v, int worker, int n)
{
	int w = 1;
	while (w <= p->game.places.P / 2)
		w *= 2;
	int pairs = p->game.places.P - w;
	if (n == 1 && worker >= pairs)
		return is_leaf(v, worker + pairs);
	const struct rg_node *node = rg_operands(&p->terms, v);
	if (n == 1)
		return node && is_leaf(node->left, 2 * worker) &&
		       is_leaf(node->right, 2 * worker + 1);
	return node && is_bracketed(p, node->left, worker, n / 2) &&
	       is_bracketed(p, node->right, worker + n / 2, n / 2);
}

static bool brackets(const struct rg_played *p, rg_value v)
{
	int w = 1;
	while (w <= p->game.places.P / 2)
		w *= 2;
	return is_bracketed(p, v, 0, w);
}

/* Is v the `n` ranks from `first` on, bracketed as neighbours, then neighbours of these? n is a
 * power of two. */
static bool is_run(const struct rg_played *p, rg_value v, int first, int n)
{
	const struct rg_node *node = rg_operands(&p->terms, v);
	if (n == 1)
		return is_leaf(v, first);
	return node && is_run(p, node->left, first, n / 2) &&
	       is_run(p, node->right, first + n / 2, n / 2);
}

/* Is v the ranks from `first` up to `ranks`, bracketed as a scan by recursive doubling does it: the
 * longest aligned run of ranks, and what is behind it? */
static bool is_prefix(const struct rg_played *p, rg_value v, int first, int ranks)
{
	int n = 1;
	while (n <= (ranks - first) / 2)
		n *= 2;
	const struct rg_node *node = rg_operands(&p->terms, v);
	if (first + n == ranks)
		return is_run(p, v, first, n);
	return node && is_run(p, node->left, first, n) &&
	       is_prefix(p, node->right, first + n, ranks);
}

/* The same, whose innermost operand is the last rank alone. */
static bool is_prefix_with_own(const struct rg_played *p, rg_value v, int first, int ranks)
{
	int n = 1;
	if (first == ranks - 1)
		return is_leaf(v, first);
	while (n <= (ranks - 1 - first) / 2)
		n *= 2;
	const struct rg_node *node = rg_operands(&p->terms, v);
	return node && is_run(p, node->left, first, n) &&
	       is_prefix_with_own(p, node->right, first + n, ranks);
}

static bool brackets_rightly(const struct examiner *x, rg_value v)
{
	enum rg_part ends = rg_collectives[x->played->game.collective].ends;
	if (ends == RG_BEFORE_OWN)
		return is_prefix(x->played, v, 0, x->ranks);
	if (ends != RG_UP_TO_OWN)
		return brackets(x->played, v);
	return is_prefix_with_own(x->played, v, 0, x->ranks);
}

/* The same, of an expression that may have been examined just now. */
static bool is_right(struct examiner *x, int64_t e, rg_value v)
{
	if (v == x->right)
		return true;
	if (!is_reduction(x, e, v))
		return false;
	x->bracketed &= !x->played->game.ordered || brackets_rightly(x, v);
	x->right = v;
	return true;
}

/* ---- What a process ends with ---- */

/* The elements of the vector that a rank's RG_OUT holds at the end, from its first cell on. */
static struct rg_span result_of(const struct rg_game *g, int rank)
{
	enum rg_part ends = rg_collectives[g->collective].ends;
	bool none = (ends == RG_AT_ROOT && rank != g->root) || (ends == RG_BEFORE_OWN && !rank);
	if (ends == RG_OWN_BLOCK)
		return rg_game_block(g, rank);
	return (struct rg_span){RG_OUT, 0, none ? 0 : g->n};
}

/* The number of ranks, from rank 0 on, whose contributions are in the result. */
static int ranks_in(const struct rg_game *g, int rank)
{
	enum rg_part ends = rg_collectives[g->collective].ends;
	return ends == RG_UP_TO_OWN ? rank + 1 : ends == RG_BEFORE_OWN ? rank : g->places.P;
}

/* Elements from `at` up to `end` of RG_OUT are of that piece. They have to be what rank 0 has, if
 * that one was examined before, and all ranks are to have the same. */
static bool examine_like(struct examiner *x, const struct rg_piece *piece, int64_t at, int64_t end)
{
	const struct rg_pieces *first = &x->played->out[0];
	for (size_t i = rg_pieces_behind(first, at); i < first->n; i++) {
		const struct rg_piece *other = rg_pieces_get(first, i);
		int64_t off = other->off > at ? other->off : at;
		if (off >= end)
			break;
		if (other->value == piece->value)
			continue;
		if (is_right(x, off, piece->value))
			snprintf(x->reason, x->room, "element %lld has other bits than on rank 0",
			         (long long)off);
		return false;
	}
	return true;
}

/* Rank 0 of an exscan, in place, has what it had. */
static bool is_untouched(struct examiner *x, const struct rg_pieces *out)
{
	for (size_t i = 0; i < out->n; i++) {
		const struct rg_piece *p = rg_pieces_get(out, i);
		if (is_leaf(p->value, 0) && p->element == p->off)
			continue;
		snprintf(x->reason, x->room, "element %lld of its own is overwritten",
		         (long long)p->off);
		return false;
	}
	return true;
}

/* Does a rank have the result in RG_OUT? */
static bool examine_rank(struct examiner *x, int rank)
{
	const struct rg_game *g = &x->played->game;
	const struct rg_pieces *out = &x->played->out[rank];
	struct rg_span result = result_of(g, rank);
	bool like = rank && rg_collectives[g->collective].ends == RG_WHOLE;
	if (rg_collectives[g->collective].ends == RG_BEFORE_OWN && !rank)
		return is_untouched(x, out);
	x->ranks = ranks_in(g, rank);
	x->right = 0;
	int64_t hole = rg_pieces_undefined(out, 0, result.len);
	if (hole >= 0) {
		snprintf(x->reason, x->room, "element %lld has no value",
		         (long long)(result.off + hole));
		return false;
	}
	for (size_t i = 0; i < out->n && rg_pieces_get(out, i)->off < result.len; i++) {
		const struct rg_piece *p = rg_pieces_get(out, i);
		int64_t end = p->off + p->len < result.len ? p->off + p->len : result.len;
		if (p->element != result.off + p->off) {
			snprintf(x->reason, x->room, "element %lld where element %lld belongs",
			         (long long)p->element, (long long)(result.off + p->off));
			return false;
		}
		if (like ? !examine_like(x, p, p->off, end) : !is_right(x, p->element, p->value))
			return false;
	}
	return true;
}

static bool examine_reduction(struct examiner *x, struct rg_proof *proof)
{
	const struct rg_game *g = &x->played->game;
	for (int rank = 0; rank < g->places.P; rank++)
		if (!examine_rank(x, rank)) {
			snprintf(proof->reason, sizeof proof->reason, "rank %d ends wrong: %s",
			         rank, x->reason);
			return false;
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

/* The first element of the block of `owner`, as it is to be in RG_OUT from `off` on, that does not
 * stand there; -1: the block does. */
static int64_t wrong_element(const struct rg_pieces *out, const struct rg_span *block, int owner,
                             int64_t off)
{
	int64_t hole = rg_pieces_undefined(out, off, block->len), end = off + block->len;
	for (size_t i = rg_pieces_behind(out, off); i < out->n; i++) {
		const struct rg_piece *p = rg_pieces_get(out, i);
		int64_t at = p->off > off ? p->off : off;
		if (at >= end)
			break;
		bool right = is_leaf(p->value, owner) && p->element - p->off == block->off - off;
		if (!right && (hole < 0 || at < hole))
			return block->off + at - off;
	}
	return hole < 0 ? -1 : block->off + hole - off;
}

/* A block that a rank is to have, and the rank that had it. */
struct expected {
	int owner;            /* the rank that had it */
	struct rg_span block; /* where it is in the vector */
	int64_t off;          /* where it belongs in RG_OUT */
};

/* So many blocks. */
static int expected_blocks(const struct rg_game *g, int rank)
{
	const struct rg_descriptor *d = &rg_collectives[g->collective];
	if (d->ends == RG_OWN_BLOCK)
		return !rg_game_in_place(g, rank);
	if (rg_is_for_each(g->collective))
		return g->places.P;
	if (d->begins == RG_AT_ROOT)
		return 1;
	return d->ends == RG_WHOLE || rank == g->root ? g->places.P : 0;
}

/* The i-th of these blocks: that of rank i; or all that the root had, or the rank's own block of
 * it; or the rank's block of all that rank i had, off[i]: where it is received, of pairs. */
static struct expected expect(const struct rg_game *g, int rank, int i, int64_t place,
                              const int64_t *off)
{
	const struct rg_descriptor *d = &rg_collectives[g->collective];
	if (off)
		return (struct expected){i, rg_game_pair(g, i, rank), off[i]};
	if (d->ends == RG_OWN_BLOCK)
		return (struct expected){g->root, rg_game_block(g, rank), 0};
	if (d->begins == RG_AT_ROOT)
		return (struct expected){g->root, {RG_OUT, 0, g->n}, 0};
	if (rg_is_for_each(g->collective))
		return (struct expected){i, rg_game_block(g, rank), place};
	int64_t len = g->len ? g->len[i] : rg_game_block(g, i).len;
	return (struct expected){i, {RG_OUT, place, len}, g->off ? g->off[i] : place};
}

/* Each block is there, and between the blocks there is nothing. */
static bool examine_blocks(const struct rg_played *p, int rank, const int64_t *off,
                           struct rg_proof *proof)
{
	const struct rg_game *g = &p->game;
	int64_t left = 0, place = 0;
	for (size_t i = 0; i < p->out[rank].n; i++)
		left += rg_pieces_get(&p->out[rank], i)->len;
	for (int i = 0; i < expected_blocks(g, rank); i++) {
		struct expected x = expect(g, rank, i, place, off);
		int64_t wrong = wrong_element(&p->out[rank], &x.block, x.owner, x.off);
		if (wrong >= 0) {
			snprintf(proof->reason, sizeof proof->reason,
			         "rank %d ends wrong: element %lld is not rank %d's", rank,
			         (long long)wrong, x.owner);
			return false;
		}
		left -= x.block.len;
		place += x.block.len;
	}
	if (left)
		snprintf(proof->reason, sizeof proof->reason,
		         "rank %d ends wrong: writes between the blocks", rank);
	return !left;
}

static bool examine_gathering(const struct rg_played *p, struct rg_proof *proof)
{
	bool pairs = rg_game_has_pairs(&p->game), right = true;
	size_t P = (size_t)p->game.places.P;
	int64_t *off = pairs ? rg_alloc(2 * P, sizeof *off) : NULL;
	for (int rank = 0; rank < p->game.places.P && right; rank++) {
		if (pairs)
			rg_game_pairs(&p->game, rank, false, off, off + P);
		right = examine_blocks(p, rank, off, proof);
	}
	free(off);
	return right;
}

static bool examine(const struct rg_played *p, struct rg_proof *proof)
{
	if (!rg_has_data(p->game.collective))
		return true; /* play.c has seen to that */
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

/* A listener, which hears of the messages of a game. */
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
	size_t n = (size_t)snprintf(buf, room,
	                            "%d rank%s on %d machine%s%s, %lld elements, %s blocks%s%s%s%s",
	                            g->places.P, g->places.P == 1 ? "" : "s", nodes,
	                            nodes == 1 ? "" : "s", g->places.order ? " in an order" : "",
	                            (long long)g->n, g->len ? "unequal" : "equal",
	                            g->sender     ? " from one rank"
	                            : g->receiver ? " for one rank"
	                                          : "",
	                            g->off ? " with gaps" : "",
	                            g->mixed      ? ", some in place"
	                            : g->in_place ? ", in place"
	                                          : "",
	                            g->ordered ? ", by rank" : "");
	if (rg_has_root(g->collective))
		n += (size_t)snprintf(buf + n, room - n, ", root %d", g->root);
	if (level != RG_NO_LEVEL && level != RG_ON_MACHINE && runs->first)
		n += (size_t)snprintf(buf + n, room - n, ", %d %s%s%s%s", runs->n,
		                      level == RG_ON_SWITCH ? "island" : rg_level_name(level),
		                      level == RG_IN_NUMA ? " node" : "",
		                      runs->n == 1            ? ""
		                      : level == RG_IN_BRANCH ? "es"
		                                              : "s",
		                      g->places.around ? " (the last and the first are one)" : "");
	if (g->lanes > 1)
		n += (size_t)snprintf(buf + n, room - n, ", %d %slanes", g->lanes,
		                      g->drift ? "drifting " : "");
	if (g->at_once)
		n += (size_t)snprintf(buf + n, room - n, ", %d at a time", g->at_once);
	if (g->parameters)
		n += (size_t)snprintf(buf + n, room - n, ", %s %s",
		                      g->algorithm->takes == RG_PORTS ? "ports" : "by",
		                      g->parameters);
	if (g->window)
		snprintf(buf + n, room - n, ", windows of %lld", (long long)g->window);
	return buf;
}

/* Note the costs of the routine: the figures of the game that sends most, among those with the
 * parameters that are proved, in one lane, and with windows, if it needs any, that hold the
 * vector. */
static void count(const struct rg_played *p, struct rg_proof *proof)
{
	const struct rg_game *g = &p->game;
	if (g->lanes > 1 || g->parameters != proof->parameters ||
	    (g->window && (!g->algorithm->windows || g->window < g->n)))
		return;
	if (proof->messages < p->messages || (!proof->vector && g->n)) {
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
	proof->late = p->late;
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
