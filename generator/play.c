/* SPDX-License-Identifier: BSD-3-Clause
 * play: a transport in memory.
 */
#include "play.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { BUFFERS = RG_TMP + 1, STACK_TO_POISON = 2048, GUARD = 64, GUARD_BYTE = 0xA5 };

/* More waits than any routine needs: it does not end. */
enum { WAITS_EACH = 1000, WAITS_MORE = 10000 };

/* A send or a receive since it was posted, until its process has waited for it. */
struct op {
	struct rg_span span;
	int peer, lane;
	bool is_recv, matched;
	int waits; /* of its process when it was posted */
};

/* One process. */
struct actor {
	struct rg r; /* first: the routine sees only this */
	struct play *play;
	unsigned char *frame;    /* GUARD bytes longer than the algorithm says */
	rg_value *cell[BUFFERS]; /* [size[b]] */
	int64_t size[BUFFERS];
	struct op *op; /* [ops] posted since its last wait */
	size_t ops, op_cap;
	int waits;
	bool waiting; /* stands at a wait for something that is not complete */
	bool done;
};

struct play {
	struct rg_played *result;
	rg_message_fn *tell;
	void *context;
	struct actor *actor; /* [P] by rank */
	int *order;          /* [P] */
	int *first;          /* [nodes + 1] */
	int64_t *off, *len;  /* [P], or NULL */
	int *ready;          /* queue of ranks that can run; each is in it at most once */
	int head, count;
	rg_value *slot; /* [slots] hash table of the combinations; 0: empty */
	size_t slots;   /* a power of two, or 0 */
};

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

int64_t rg_game_place(const struct rg_game *g, int rank)
{
	return g->off ? g->off[rank] : rg_game_block(g, rank).off;
}

static bool gathers(const struct rg_game *g)
{
	return g->collective == RG_ALLGATHER || g->collective == RG_ALLGATHERV;
}

/* ---- Failing: the first reason counts, and stops everything ---- */

static void fail(struct actor *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void fail(struct actor *a, const char *fmt, ...)
{
	struct rg_played *p = a->play->result;
	a->r.err = 1;
	if (p->reason[0])
		return;
	int n = snprintf(p->reason, sizeof p->reason, "rank %d, after %d waits: ", a->r.rank,
	                 a->waits);
	va_list args;
	va_start(args, fmt);
	vsnprintf(p->reason + n, sizeof p->reason - (size_t)n, fmt, args);
	va_end(args);
}

/* ---- Spans ---- */

static const char *buffer_name(int buf)
{
	static const char *const name[] = {"RG_IN", "RG_OUT", "RG_TMP"};
	return buf >= RG_IN && buf <= RG_TMP ? name[buf] : "no buffer";
}

static bool overlap(const struct rg_span *x, const struct rg_span *y)
{
	return x->buf == y->buf && x->off < y->off + y->len && y->off < x->off + x->len;
}

/* May the process touch this span now? It must exist, must not be written when it is the caller's,
 * and must not be in flight (a span that is being sent may be read). */
static bool allowed(struct actor *a, const struct rg_span *s, bool write)
{
	if (s->buf < RG_IN || s->buf > RG_TMP || s->off < 0 || s->len < 0 ||
	    s->off + s->len > a->size[s->buf]) {
		fail(a, "elements %lld to %lld are outside %s", (long long)s->off,
		     (long long)(s->off + s->len - 1), buffer_name(s->buf));
		return false;
	}
	if (s->buf == RG_IN && (write || a->r.in_place)) {
		fail(a, write ? "writes to RG_IN" : "reads RG_IN, which MPI_IN_PLACE leaves out");
		return false;
	}
	for (size_t i = 0; i < a->ops; i++)
		if ((write || a->op[i].is_recv) && overlap(s, &a->op[i].span)) {
			fail(a, "%s %s[%lld] while it is being %s", write ? "writes" : "reads",
			     buffer_name(s->buf), (long long)s->off,
			     a->op[i].is_recv ? "received" : "sent");
			return false;
		}
	return true;
}

static bool defined(struct actor *a, const struct rg_span *s)
{
	for (int64_t i = s->off; i < s->off + s->len; i++)
		if (!a->cell[s->buf][i]) {
			fail(a, "uses %s[%lld], which has no value yet", buffer_name(s->buf),
			     (long long)i);
			return false;
		}
	return true;
}

/* ---- Messages ---- */

static void make_ready(struct actor *a)
{
	struct play *p = a->play;
	int tail = p->head + p->count++;
	p->ready[tail < a->r.P ? tail : tail - a->r.P] = a->r.rank;
	a->waiting = false;
}

static void complete(struct actor *a, struct op *op)
{
	op->matched = true;
	if (--a->r.pending == 0 && a->waiting)
		make_ready(a);
}

static void deliver(struct actor *from, struct op *s, struct actor *to, struct op *d)
{
	struct rg_played *p = from->play->result;
	if (s->span.len != d->span.len) {
		fail(from, "sends %lld elements to rank %d, which expects %lld",
		     (long long)s->span.len, to->r.rank, (long long)d->span.len);
		return;
	}
	memcpy(to->cell[d->span.buf] + d->span.off, from->cell[s->span.buf] + s->span.off,
	       (size_t)s->span.len * sizeof(rg_value));
	p->messages++;
	p->elements += s->span.len;
	if (from->play->tell)
		from->play->tell(from->play->context,
		                 &(struct rg_message){from->r.rank, to->r.rank, s->lane,
		                                      s->span.len, s->waits, d->waits});
	complete(from, s);
	complete(to, d);
}

/* The oldest operation of a that is still open and matches one of `peer`. */
static struct op *counterpart(struct actor *a, int peer, int lane, bool is_recv)
{
	for (size_t i = 0; i < a->ops; i++) {
		struct op *op = &a->op[i];
		if (!op->matched && op->is_recv == is_recv && op->peer == peer && op->lane == lane)
			return op;
	}
	return NULL;
}

static void post(struct rg *r, int peer, const struct rg_span *span, bool is_recv)
{
	struct actor *a = (struct actor *)r;
	if (r->err || !allowed(a, span, is_recv) || (!is_recv && !defined(a, span)))
		return;
	if (span->buf == RG_IN && gathers(&a->play->result->game)) {
		fail(a, "sends from RG_IN, which may be of another datatype");
		return;
	}
	if (peer < 0 || peer >= r->P || peer == r->rank) {
		fail(a, "%s rank %d", is_recv ? "receives from" : "sends to", peer);
		return;
	}
	a->op = rg_grow(a->op, a->ops, &a->op_cap, sizeof *a->op);
	struct op *mine = &a->op[a->ops++];
	*mine = (struct op){*span, peer, r->lane, is_recv, false, a->waits};
	r->pending++;
	struct actor *b = &a->play->actor[peer];
	struct op *theirs = counterpart(b, r->rank, r->lane, !is_recv);
	if (theirs && is_recv)
		deliver(b, theirs, a, mine);
	else if (theirs)
		deliver(a, mine, b, theirs);
}

static void post_send(struct rg *r, int peer, const struct rg_span *from)
{
	post(r, peer, from, false);
}

static void post_recv(struct rg *r, int peer, const struct rg_span *to)
{
	post(r, peer, to, true);
}

/* ---- Values ---- */

/* The slot that has this combination, or is empty. */
static rg_value *find_slot(struct play *p, struct rg_node x)
{
	const struct rg_played *r = p->result;
	int64_t leaves = r->game.P * r->game.n;
	uint64_t hash = ((uint64_t)x.left << 32 | x.right) * 0x9e3779b97f4a7c15u;
	for (size_t i = hash >> 32;; i++) {
		rg_value *slot = &p->slot[i & (p->slots - 1)];
		const struct rg_node *node = *slot ? &r->node[*slot - leaves - 1] : NULL;
		if (!node || (node->left == x.left && node->right == x.right))
			return slot;
	}
}

/* Twice the slots. */
static void grow_table(struct play *p)
{
	const struct rg_played *r = p->result;
	int64_t leaves = r->game.P * r->game.n;
	free(p->slot);
	p->slots = p->slots ? 2 * p->slots : 1024;
	p->slot = rg_alloc(p->slots, sizeof *p->slot);
	for (size_t i = 0; i < r->nodes; i++)
		*find_slot(p, r->node[i]) = (rg_value)(leaves + (int64_t)i + 1);
}

static rg_value combination(struct play *p, rg_value left, rg_value right)
{
	struct rg_played *r = p->result;
	if (4 * r->nodes >= 3 * p->slots)
		grow_table(p);
	rg_value *slot = find_slot(p, (struct rg_node){left, right});
	if (*slot)
		return *slot;
	r->node = rg_grow(r->node, r->nodes, &r->node_cap, sizeof *r->node);
	r->node[r->nodes++] = (struct rg_node){left, right};
	return *slot = (rg_value)(r->game.P * r->game.n + (int64_t)r->nodes);
}

/* Both spans may be touched, have values and do not overlap. */
static bool both(struct actor *a, const struct rg_span *to, const struct rg_span *from)
{
	if (a->r.err || !allowed(a, to, true) || !allowed(a, from, false) || !defined(a, from))
		return false;
	if (to->len != from->len || overlap(to, from)) {
		fail(a, "combines or copies spans that %s",
		     to->len != from->len ? "differ in length" : "overlap");
		return false;
	}
	return true;
}

static bool same_span(const struct rg_span *x, const struct rg_span *y)
{
	return x->buf == y->buf && x->off == y->off && x->len == y->len;
}

static void combine(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                    const struct rg_span *right)
{
	struct actor *a = (struct actor *)r;
	if (!both(a, to, left) || (!same_span(to, right) && !both(a, to, right)) ||
	    !defined(a, right))
		return;
	rg_value *sum = a->cell[to->buf] + to->off;
	const rg_value *x = a->cell[left->buf] + left->off, *y = a->cell[right->buf] + right->off;
	for (int64_t i = 0; i < to->len; i++)
		sum[i] = combination(a->play, x[i], y[i]);
}

static void copy(struct rg *r, const struct rg_span *to, const struct rg_span *from)
{
	struct actor *a = (struct actor *)r;
	if (!both(a, to, from))
		return;
	if (from->buf == RG_IN && gathers(&a->play->result->game) && from->len != a->size[RG_IN])
		fail(a, "copies a part of RG_IN, which may be of another datatype");
	else
		memcpy(a->cell[to->buf] + to->off, a->cell[from->buf] + from->off,
		       (size_t)to->len * sizeof(rg_value));
}

static const struct rg_transport in_memory = {
	.send = post_send, .recv = post_recv, .combine = combine, .copy = copy};

/* ---- Running ---- */

/* Overwrite the stack that the next resume will use: what a routine left there is gone. */
static __attribute__((noinline)) void poison_stack(void)
{
	unsigned char waste[STACK_TO_POISON];
	memset(waste, 0xA5, sizeof waste);
	__asm__ volatile("" : : "r"(waste) : "memory"); /* it is read: do not leave it out */
}

/* Run a process up to its next wait, or its end. All that it had posted is complete. */
static void resume(struct play *p, struct actor *a)
{
	a->ops = 0;
	a->r.stop = a->waits == 0; /* a wait that it stands at passes, all others return */
	poison_stack();
	int progress = p->result->game.algorithm->run(&a->r, a->frame);
	for (size_t i = 0; i < GUARD; i++)
		if (a->frame[p->result->game.algorithm->frame + i] != GUARD_BYTE)
			fail(a, "writes beyond its frame");
	if (p->result->reason[0])
		return;
	if (progress == RG_FAILED) {
		fail(a, "the routine gives up");
	} else if (progress == RG_DONE) {
		a->done = true;
		if (a->ops)
			fail(a, "ends without waiting for what it posted (%zu messages)", a->ops);
	} else {
		a->waits++;
		a->waiting = true;
		if (a->waits > WAITS_MORE + WAITS_EACH * (a->r.P < 10000 ? a->r.P : 10000))
			fail(a, "does not end");
		if (a->r.pending == 0)
			make_ready(a);
	}
}

static void explain_deadlock(struct play *p)
{
	for (int i = 0; i < p->result->game.P; i++) {
		struct actor *a = &p->actor[i];
		for (size_t k = 0; k < a->ops && !a->done; k++)
			if (!a->op[k].matched) {
				fail(a, "deadlock: %s rank %d (%lld elements) never completes",
				     a->op[k].is_recv ? "the receive from" : "the send to",
				     a->op[k].peer, (long long)a->op[k].span.len);
				return;
			}
	}
}

static void run(struct play *p)
{
	int P = p->result->game.P, done = 0;
	for (int i = 0; i < P; i++)
		make_ready(&p->actor[i]);
	while (p->count && !p->result->reason[0]) {
		struct actor *a = &p->actor[p->ready[p->head]];
		p->head = p->head + 1 < P ? p->head + 1 : 0;
		p->count--;
		resume(p, a);
		done += a->done;
	}
	if (done < P && !p->result->reason[0])
		explain_deadlock(p);
}

/* ---- Setting up ---- */

/* Fill cells of one process: its contribution, element by element. */
static void contribute(struct actor *a, rg_value *cell, int64_t first, int64_t len)
{
	for (int64_t i = 0; i < len; i++)
		cell[i] = (rg_value)(a->r.rank * a->r.n + first + i + 1);
}

/* How many elements RG_OUT must have for all blocks. */
static int64_t reach(const struct rg_game *g)
{
	int64_t most = 0;
	for (int i = 0; i < g->P && g->off; i++)
		most = g->off[i] + g->len[i] > most ? g->off[i] + g->len[i] : most;
	return g->off ? most : g->n;
}

static void set_buffers(struct actor *a, const struct rg_game *g)
{
	struct rg_span own = rg_game_block(g, a->r.rank);
	bool scatters =
		g->collective == RG_REDUCE_SCATTER || g->collective == RG_REDUCE_SCATTER_BLOCK;
	a->size[RG_IN] = g->in_place ? 0 : gathers(g) ? own.len : g->n;
	a->size[RG_OUT] = scatters && !g->in_place ? own.len : reach(g);
	a->size[RG_TMP] = g->algorithm->scratch ? g->algorithm->scratch(&a->r) : 0;
	for (int b = 0; b < BUFFERS; b++)
		a->cell[b] = rg_alloc((size_t)a->size[b], sizeof(rg_value));
	if (gathers(g) && g->in_place)
		contribute(a, a->cell[RG_OUT] + rg_game_place(g, a->r.rank), own.off, own.len);
	else if (gathers(g))
		contribute(a, a->cell[RG_IN], own.off, own.len);
	else
		contribute(a, a->cell[rg_mine(&a->r)], 0, g->n);
}

static void set_up(struct play *p, const struct rg_game *g)
{
	p->actor = rg_alloc((size_t)g->P, sizeof *p->actor);
	p->order = rg_alloc((size_t)g->P, sizeof *p->order);
	p->ready = rg_alloc((size_t)g->P, sizeof *p->ready);
	if (g->len) {
		p->off = rg_alloc((size_t)g->P, sizeof *p->off);
		for (int i = 0; i < g->P; i++)
			p->off[i] = rg_game_place(g, i);
	}
	for (int i = 0; i < g->P; i++)
		p->order[i] = g->order ? g->order[i] : i;
	int nodes = g->first ? g->nodes : g->P, node = 0;
	p->first = rg_alloc((size_t)nodes + 1, sizeof *p->first);
	for (int i = 0; i <= nodes; i++)
		p->first[i] = g->first ? g->first[i] : i;
	for (int i = 0; i < g->P; i++) {
		struct actor *a = &p->actor[p->order[i]];
		node += i == p->first[node + 1];
		a->play = p;
		a->frame = rg_alloc(1, g->algorithm->frame + GUARD);
		memset(a->frame + g->algorithm->frame, GUARD_BYTE, GUARD);
		a->r = (struct rg){.t = &in_memory,
		                   .order = p->order,
		                   .P = g->P,
		                   .pos = i,
		                   .rank = p->order[i],
		                   .nodes = nodes,
		                   .node = node,
		                   .first = p->first,
		                   .in_place = g->in_place,
		                   .ports = g->ports,
		                   .off = p->off,
		                   .len = g->len,
		                   .strict = true};
		rg_cut(&a->r, g->n);
		set_buffers(a, g);
	}
}

static void tear_down(struct play *p)
{
	struct rg_played *r = p->result;
	for (int i = 0; i < r->game.P; i++) {
		struct actor *a = &p->actor[i];
		r->out[i] = a->cell[RG_OUT];
		r->waits = a->waits > r->waits ? a->waits : r->waits;
		r->scratch = a->size[RG_TMP] > r->scratch ? a->size[RG_TMP] : r->scratch;
		free(a->cell[RG_IN]);
		free(a->cell[RG_TMP]);
		free(a->frame);
		free(a->op);
	}
	free(p->actor);
	free(p->order);
	free(p->first);
	free(p->slot);
	free(p->ready);
	free(p->off);
}

struct rg_played *rg_play(const struct rg_game *game, rg_message_fn *tell, void *context)
{
	struct rg_played *result = rg_alloc(1, sizeof *result);
	struct play p = {.result = result, .tell = tell, .context = context};
	result->game = *game;
	result->reach = reach(game);
	result->out = rg_alloc((size_t)game->P, sizeof *result->out);
	set_up(&p, game);
	run(&p);
	tear_down(&p);
	return result;
}

void rg_played_free(struct rg_played *p)
{
	for (int i = 0; p && i < p->game.P; i++)
		free(p->out[i]);
	if (p) {
		free(p->out);
		free(p->node);
		free(p);
	}
}
