/* SPDX-License-Identifier: BSD-3-Clause
 * play: a transport in memory.
 */
#include "prove/play.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "prove/races.h"

enum { STACK_TO_POISON = 2048, GUARD = 64, GUARD_BYTE = 0xA5 };

/* More waits than any routine needs: it does not end. */
enum { WAITS_EACH = 1000, WAITS_MORE = 10000 };

/* What a lane posts. */
enum kind { SEND, RECV, AWAIT, JOIN };

/* A post, until its lane has waited for it. */
struct op {
	enum kind kind;
	int peer;
	struct rg_span span;
	bool matched;
	int waits;              /* of its lane when it was posted */
	struct rg_clock *heard; /* what the notification carries */
};

/* A notification that is not awaited yet. */
struct notice {
	int from;
	struct rg_clock *told;
};

/* Which lanes used an element since all joined for the `joins`-th time: 1 + lane, or MANY. */
struct touch {
	int joins, reader, writer;
};
enum { MANY = -1 };

/* What the lanes of a process share. */
struct process {
	rg_value *cell[RG_OUT + 1]; /* [size[b]] */
	int64_t size[RG_OUT + 1];
	struct touch *touch; /* [size[RG_OUT]]; NULL: there is one lane */
	int joined;          /* lanes that stand at a join */
};

/* One lane of a process. */
struct actor {
	struct rg r; /* first: the routine sees only this */
	struct play *play;
	struct process *process;
	unsigned char *frame; /* GUARD bytes longer than the algorithm says */
	rg_value *scratch;    /* [scratch_size] RG_TMP */
	int64_t scratch_size;
	struct rg_races watch; /* the window; not if there are none */
	bool shares;           /* it touched a window, notified, awaited */
	struct op *op;         /* [ops] posted since its last wait */
	size_t ops, op_cap;
	struct notice *notice; /* [notices] the oldest first */
	size_t notices, notice_cap;
	int waits, joins; /* passed */
	bool waiting;     /* stands at a wait for something that is not complete */
	bool joining;     /* between rg_join and rg_wait */
	bool done;
};

struct play {
	struct rg_played *result;
	rg_message_fn *tell;
	void *context;
	int actors, lanes;
	struct actor *actor;     /* [actors] by rank, then by lane */
	struct process *process; /* [P] by rank */
	struct rg_places places;
	int64_t *off, *len; /* [P], or NULL */
	int *ready;         /* queue of actors that can run; each is in it at most once */
	int head, count;
};

/* The same lane of another process. */
static struct actor *peer_of(struct actor *a, int rank)
{
	return &a->play->actor[rank * a->play->lanes + a->r.lane];
}

/* ---- Failing: the first reason counts, and stops everything ---- */

static void fail(struct actor *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void fail(struct actor *a, const char *fmt, ...)
{
	struct rg_played *p = a->play->result;
	a->r.err = 1;
	if (p->reason[0])
		return;
	int n = snprintf(p->reason, sizeof p->reason, "rank %d, ", a->r.rank);
	if (a->play->lanes > 1)
		n += snprintf(p->reason + n, sizeof p->reason - (size_t)n, "lane %d, ", a->r.lane);
	n += snprintf(p->reason + n, sizeof p->reason - (size_t)n, "after %d waits: ", a->waits);
	va_list args;
	va_start(args, fmt);
	vsnprintf(p->reason + n, sizeof p->reason - (size_t)n, fmt, args);
	va_end(args);
}

/* ---- Spans ---- */

enum { NAME = 32 };

/* "RG_OUT", in buf of NAME characters. */
static const char *buffer_name(int which, char *buf)
{
	static const char *const name[] = {"RG_IN", "RG_OUT", "RG_TMP"};
	if (which >= RG_WINDOW)
		snprintf(buf, NAME, "the window of rank %d", which - RG_WINDOW);
	else
		snprintf(buf, NAME, "%s", which >= RG_IN ? name[which] : "no buffer");
	return buf;
}

static bool overlap(const struct rg_span *x, const struct rg_span *y)
{
	return x->buf == y->buf && x->off < y->off + y->len && y->off < x->off + x->len;
}

static bool is_window(const struct rg_span *s)
{
	return s->buf >= RG_WINDOW;
}

/* Is this rank a process of the machine, with windows? One alone has none. */
static bool shares_with(struct actor *a, int rank)
{
	return a->r.window && rg_machine(&a->r).n > 1 && rank >= 0 && rank < a->r.P &&
	       peer_of(a, rank)->r.run[RG_ON_MACHINE] == a->r.run[RG_ON_MACHINE];
}

/* The elements of a buffer. */
static int64_t size_of(struct actor *a, int buf)
{
	if (buf >= RG_WINDOW)
		return shares_with(a, buf - RG_WINDOW) ? a->r.window : 0;
	return buf == RG_TMP ? a->scratch_size : buf < RG_IN ? 0 : a->process->size[buf];
}

/* The first cell of a span that exists. */
static rg_value *cells(struct actor *a, const struct rg_span *s)
{
	if (is_window(s))
		return peer_of(a, s->buf - RG_WINDOW)->watch.cell + s->off;
	return (s->buf == RG_TMP ? a->scratch : a->process->cell[s->buf]) + s->off;
}

/* The span must exist, and must not be written when it is the caller's or another process's. */
static bool exists(struct actor *a, const struct rg_span *s, bool write)
{
	char name[NAME];
	if (s->off < 0 || s->len < 0 || s->off + s->len > size_of(a, s->buf))
		fail(a, "elements %lld to %lld are outside %s", (long long)s->off,
		     (long long)(s->off + s->len - 1), buffer_name(s->buf, name));
	else if (s->buf == RG_IN && (write || a->r.in_place))
		fail(a, write ? "writes to RG_IN" : "reads RG_IN, which MPI_IN_PLACE leaves out");
	else if (is_window(s) && write && s->buf != RG_WINDOW + a->r.rank)
		fail(a, "writes to %s", buffer_name(s->buf, name));
	return !a->r.err;
}

/* It must not be in flight; but what is being sent may be read. */
static bool at_rest(struct actor *a, const struct rg_span *s, bool write)
{
	char name[NAME];
	for (size_t i = 0; i < a->ops; i++) {
		bool received = a->op[i].kind == RECV;
		if ((!write && !received) || !overlap(s, &a->op[i].span))
			continue;
		fail(a, "%s %s[%lld] while it is being %s", write ? "writes" : "reads",
		     buffer_name(s->buf, name), (long long)s->off, received ? "received" : "sent");
		return false;
	}
	return true;
}

/* No other lane may use it meanwhile: not write it, nor read it if this one writes it. */
static bool apart(struct actor *a, const struct rg_span *s, bool write)
{
	struct touch *touch = a->process->touch;
	int me = 1 + a->r.lane;
	for (int64_t i = s->off; touch && s->buf == RG_OUT && i < s->off + s->len; i++) {
		struct touch *t = &touch[i];
		if (t->joins != a->joins)
			*t = (struct touch){a->joins, 0, 0};
		if ((t->writer && t->writer != me) || (write && t->reader && t->reader != me)) {
			fail(a, "%s RG_OUT[%lld], which another lane %s: they have not joined",
			     write ? "writes" : "reads", (long long)i,
			     t->writer && t->writer != me ? "writes" : "reads");
			return false;
		}
		if (write)
			t->writer = me;
		else if (t->reader != me)
			t->reader = t->reader ? MANY : me;
	}
	return true;
}

static bool defined(struct actor *a, const struct rg_span *s)
{
	char name[NAME];
	const rg_value *cell = cells(a, s);
	for (int64_t i = 0; i < s->len; i++)
		if (!cell[i]) {
			fail(a, "uses %s[%lld], which has no value yet", buffer_name(s->buf, name),
			     (long long)(s->off + i));
			return false;
		}
	return true;
}

/* In order with what others do to the same window. */
static bool in_order(struct actor *a, const struct rg_span *s, bool write)
{
	struct rg_races *owner = &peer_of(a, s->buf - RG_WINDOW)->watch;
	int64_t torn = write ? -1 : rg_races_read(owner, &a->watch, s->off, s->len);
	int reader = write ? rg_races_write(owner, s->off, s->len) : -1;
	a->shares = true;
	if (torn >= 0)
		fail(a,
		     "race: reads element %lld of the window of rank %d, which may not have "
		     "written it yet",
		     (long long)torn, s->buf - RG_WINDOW);
	if (reader >= 0)
		fail(a,
		     "race: writes elements %lld to %lld of its window, which rank %d may still "
		     "read",
		     (long long)s->off, (long long)(s->off + s->len - 1),
		     rg_machine(&a->r).rank[reader]);
	return !a->r.err;
}

static bool may_read(struct actor *a, const struct rg_span *s)
{
	return exists(a, s, false) && at_rest(a, s, false) && apart(a, s, false) && defined(a, s) &&
	       (!is_window(s) || in_order(a, s, false));
}

static bool may_write(struct actor *a, const struct rg_span *s)
{
	return exists(a, s, true) && at_rest(a, s, true) && apart(a, s, true) &&
	       (!is_window(s) || in_order(a, s, true));
}

/* ---- Posts ---- */

static void make_ready(struct actor *a)
{
	struct play *p = a->play;
	int tail = p->head + p->count++;
	p->ready[tail < p->actors ? tail : tail - p->actors] = (int)(a - p->actor);
	a->waiting = false;
}

static struct op *post(struct actor *a, enum kind kind, int peer, const struct rg_span *span)
{
	a->op = rg_grow(a->op, a->ops, &a->op_cap, sizeof *a->op);
	struct op *op = &a->op[a->ops++];
	*op = (struct op){.kind = kind, .peer = peer, .waits = a->waits};
	if (span)
		op->span = *span;
	else
		op->span.buf = -1; /* overlaps none */
	a->r.pending++;
	return op;
}

static void complete(struct actor *a, struct op *op)
{
	op->matched = true;
	if (--a->r.pending == 0 && a->waiting)
		make_ready(a);
}

/* The oldest post of a that is still open, of that kind and for that peer. */
static struct op *counterpart(struct actor *a, enum kind kind, int peer)
{
	for (size_t i = 0; i < a->ops; i++) {
		struct op *op = &a->op[i];
		if (!op->matched && op->kind == kind && op->peer == peer)
			return op;
	}
	return NULL;
}

/* ---- Messages ---- */

static void deliver(struct actor *from, struct op *s, struct actor *to, struct op *d)
{
	struct rg_played *p = from->play->result;
	if (s->span.len != d->span.len) {
		fail(from, "sends %lld elements to rank %d, which expects %lld",
		     (long long)s->span.len, to->r.rank, (long long)d->span.len);
		return;
	}
	memcpy(cells(to, &d->span), cells(from, &s->span), (size_t)s->span.len * sizeof(rg_value));
	p->messages++;
	p->elements += s->span.len;
	if (from->play->tell)
		from->play->tell(from->play->context,
		                 &(struct rg_message){from->r.rank, to->r.rank, from->r.lane,
		                                      s->span.len, s->waits, d->waits});
	complete(from, s);
	complete(to, d);
}

/* May a message with this span be exchanged with that peer? */
static bool may_post(struct actor *a, enum kind kind, int peer, const struct rg_span *span)
{
	const char *verb = kind == RECV ? "receives from" : "sends to";
	if (a->r.err || !(kind == RECV ? may_write(a, span) : may_read(a, span)))
		return false;
	if (is_window(span))
		fail(a, "%s rank %d with a window", verb, peer);
	else if (peer < 0 || peer >= a->r.P || peer == a->r.rank)
		fail(a, "%s rank %d", verb, peer);
	return !a->r.err;
}

static void post_send(struct rg *r, int peer, const struct rg_span *from)
{
	struct actor *a = (struct actor *)r;
	if (!may_post(a, SEND, peer, from))
		return;
	struct op *mine = post(a, SEND, peer, from);
	struct op *theirs = counterpart(peer_of(a, peer), RECV, r->rank);
	if (theirs)
		deliver(a, mine, peer_of(a, peer), theirs);
}

static void post_recv(struct rg *r, int peer, const struct rg_span *to)
{
	struct actor *a = (struct actor *)r;
	if (!may_post(a, RECV, peer, to))
		return;
	struct op *mine = post(a, RECV, peer, to);
	struct op *theirs = counterpart(peer_of(a, peer), SEND, r->rank);
	if (theirs)
		deliver(peer_of(a, peer), theirs, a, mine);
}

/* ---- Notifications ---- */

static bool may_notify(struct actor *a, const char *verb, int peer)
{
	if (!a->r.err && (!shares_with(a, peer) || peer == a->r.rank))
		fail(a, "%s rank %d, which is no other process of its machine%s", verb, peer,
		     a->r.window ? "" : ", without windows");
	a->shares = true;
	return !a->r.err;
}

static void notify(struct rg *r, int peer)
{
	struct actor *a = (struct actor *)r, *b;
	if (!may_notify(a, "notifies", peer))
		return;
	b = peer_of(a, peer);
	struct rg_clock *told = rg_races_tell(&a->watch);
	struct op *theirs = counterpart(b, AWAIT, r->rank);
	if (theirs) {
		theirs->heard = told;
		complete(b, theirs);
		return;
	}
	b->notice = rg_grow(b->notice, b->notices, &b->notice_cap, sizeof *b->notice);
	b->notice[b->notices++] = (struct notice){r->rank, told};
}

static void await(struct rg *r, int peer)
{
	struct actor *a = (struct actor *)r;
	if (!may_notify(a, "awaits", peer))
		return;
	struct op *mine = post(a, AWAIT, peer, NULL);
	size_t i = 0;
	while (i < a->notices && a->notice[i].from != peer)
		i++;
	if (i == a->notices)
		return;
	mine->heard = a->notice[i].told;
	memmove(&a->notice[i], &a->notice[i + 1], (--a->notices - i) * sizeof *a->notice);
	complete(a, mine);
}

static void join(struct rg *r)
{
	struct actor *a = (struct actor *)r;
	struct actor *lane = a - r->lane;
	if (!r->err && a->joining)
		fail(a, "joins twice without a wait");
	if (r->err)
		return;
	post(a, JOIN, r->rank, NULL);
	a->joining = true;
	if (++a->process->joined < a->play->lanes)
		return;
	a->process->joined = 0;
	for (int i = 0; i < a->play->lanes; i++)
		complete(&lane[i], counterpart(&lane[i], JOIN, r->rank));
}

/* ---- Values ---- */

/* The operands have values, are as long as what is written, and are apart from it (`right` may be
 * the same). */
static bool may_compute(struct actor *a, const struct rg_span *to, const struct rg_span *left,
                        const struct rg_span *right)
{
	bool same = to->buf == right->buf && to->off == right->off;
	if (a->r.err || !may_read(a, left) || (right != left && !may_read(a, right)) ||
	    !may_write(a, to))
		return false;
	if (to->len != left->len || to->len != right->len)
		fail(a, "combines or copies spans that differ in length");
	else if (overlap(to, left) || (!same && overlap(to, right)))
		fail(a, "combines or copies spans that overlap");
	return !a->r.err;
}

static void combine(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                    const struct rg_span *right)
{
	struct actor *a = (struct actor *)r;
	if (!may_compute(a, to, left, right))
		return;
	rg_value *sum = cells(a, to);
	const rg_value *x = cells(a, left), *y = cells(a, right);
	for (int64_t i = 0; i < to->len; i++)
		sum[i] = rg_term(&a->play->result->terms, x[i], y[i]);
}

static void copy(struct rg *r, const struct rg_span *to, const struct rg_span *from)
{
	struct actor *a = (struct actor *)r;
	if (may_compute(a, to, from, from))
		memcpy(cells(a, to), cells(a, from), (size_t)to->len * sizeof(rg_value));
}

static const struct rg_transport in_memory = {.send = post_send,
                                              .recv = post_recv,
                                              .combine = combine,
                                              .copy = copy,
                                              .notify = notify,
                                              .await = await,
                                              .join = join};

/* ---- Running ---- */

/* Overwrite the stack that the next resume will use: what a routine left there is gone. */
static __attribute__((noinline)) void poison_stack(void)
{
	unsigned char waste[STACK_TO_POISON];
	memset(waste, 0xA5, sizeof waste);
	__asm__ volatile("" : : "r"(waste) : "memory"); /* it is read: do not leave it out */
}

/* A wait is over. What was posted with a join was in flight before and after it. */
static void pass_wait(struct actor *a)
{
	a->joins += a->joining;
	for (size_t i = 0; i < a->ops; i++) {
		struct op *op = &a->op[i];
		if (op->kind == AWAIT)
			rg_races_hear(&a->watch, op->heard);
		else if (a->joining && op->kind != JOIN)
			apart(a, &op->span, op->kind == RECV);
	}
	a->ops = 0;
	a->joining = false;
}

static bool guarded(const unsigned char *guard)
{
	unsigned char whole[GUARD];
	memset(whole, GUARD_BYTE, sizeof whole);
	return memcmp(guard, whole, sizeof whole) == 0;
}

/* Run a lane up to its next wait, or its end. All that it had posted is complete. */
static void resume(struct play *p, struct actor *a)
{
	pass_wait(a);
	a->r.stop = a->waits == 0; /* a wait that it stands at passes, all others return */
	poison_stack();
	int progress = p->result->game.algorithm->run(&a->r, a->frame);
	if (!guarded(a->frame + p->result->game.algorithm->frame))
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

static void explain_deadlock(struct actor *a, const struct op *op)
{
	if (op->kind == AWAIT)
		fail(a, "deadlock: the notification from rank %d never comes", op->peer);
	else if (op->kind == JOIN)
		fail(a, "deadlock: not all lanes join");
	else
		fail(a, "deadlock: %s rank %d (%lld elements) never completes",
		     op->kind == RECV ? "the receive from" : "the send to", op->peer,
		     (long long)op->span.len);
}

/* Of messages, if there are any: who waits for a notification or a lane may wait for one who waits
 * for a message. */
static void find_deadlock(struct play *p)
{
	struct actor *stuck = NULL;
	const struct op *open = NULL;
	for (int i = 0; i < p->actors; i++) {
		struct actor *a = &p->actor[i];
		for (size_t k = 0; k < a->ops && !a->done; k++)
			if (!a->op[k].matched && (!open || a->op[k].kind < open->kind)) {
				stuck = a;
				open = &a->op[k];
			}
	}
	explain_deadlock(stuck, open);
}

/* Has any lane of the process heard from that one of its machine? */
static bool has_heard(const struct play *p, const struct actor *lane, int number)
{
	for (int i = 0; i < p->lanes; i++)
		if (lane[i].watch.now->time[number])
			return true;
	return false;
}

/* All have left: whoever has not heard from one whose windows were used left too early. */
static void check_leaving(struct play *p, const int *rank, int ranks)
{
	bool shares = false;
	for (int i = 0; i < ranks * p->lanes; i++)
		shares |= p->actor[rank[i / p->lanes] * p->lanes + i % p->lanes].shares;
	for (int i = 0; shares && i < ranks; i++)
		for (int k = 0; k < ranks; k++) {
			struct actor *lane = &p->actor[rank[i] * p->lanes];
			if (!has_heard(p, lane, k))
				fail(lane,
				     "leaves without having heard from rank %d of its machine",
				     rank[k]);
		}
}

static void check_notices(struct play *p)
{
	for (int i = 0; i < p->actors; i++)
		if (p->actor[i].notices)
			fail(&p->actor[i], "ends without having awaited a notification of rank %d",
			     p->actor[i].notice[0].from);
}

static void run(struct play *p)
{
	const struct rg_runs *machines = &p->places.level[RG_ON_MACHINE];
	int done = 0;
	for (int i = 0; i < p->actors; i++)
		make_ready(&p->actor[i]);
	while (p->count && !p->result->reason[0]) {
		struct actor *a = &p->actor[p->ready[p->head]];
		p->head = p->head + 1 < p->actors ? p->head + 1 : 0;
		p->count--;
		resume(p, a);
		done += a->done;
	}
	if (done < p->actors && !p->result->reason[0])
		find_deadlock(p);
	check_notices(p);
	for (int i = 0; i < machines->n && p->result->game.window; i++)
		check_leaving(p, p->places.order + machines->first[i],
		              machines->first[i + 1] - machines->first[i]);
}

/* ---- Setting up ---- */

/* Fill cells of one process: its contribution, element by element. */
static void contribute(const struct rg *r, rg_value *cell, int64_t first, int64_t len)
{
	for (int64_t i = 0; i < len; i++)
		cell[i] = (rg_value)(r->rank * r->n + first + i + 1);
}

/* How many elements RG_OUT must have for all blocks. */
static int64_t reach(const struct rg_game *g)
{
	int64_t most = 0;
	for (int i = 0; i < g->places.P && g->off; i++)
		most = g->off[i] + g->len[i] > most ? g->off[i] + g->len[i] : most;
	return g->off ? most : g->n;
}

/* The buffers of a process: its lane r tells which it is. */
static void set_up_process(struct process *p, const struct rg *r, const struct rg_game *g)
{
	struct rg_span own = rg_game_block(g, r->rank);
	const struct rg_descriptor *d = &rg_collectives[g->collective];
	bool has_block = d->begins == RG_OWN_BLOCK, keeps_block = d->ends == RG_OWN_BLOCK;
	p->size[RG_IN] = r->in_place ? 0 : has_block ? own.len : g->n;
	p->size[RG_OUT] = keeps_block && !r->in_place ? own.len : reach(g);
	for (int b = RG_IN; b <= RG_OUT; b++)
		p->cell[b] = rg_alloc((size_t)p->size[b], sizeof(rg_value));
	if (r->lanes > 1)
		p->touch = rg_alloc((size_t)p->size[RG_OUT], sizeof *p->touch);
	if (has_block && r->in_place)
		contribute(r, p->cell[RG_OUT] + rg_game_place(g, r->rank), own.off, own.len);
	else if (has_block)
		contribute(r, p->cell[RG_IN], own.off, own.len);
	else
		contribute(r, p->cell[rg_mine(r)], 0, g->n);
}

static void set_up_lane(struct actor *a, const struct rg_game *g)
{
	struct rg *r = &a->r;
	r->off = a->play->off;
	r->len = g->len;
	r->ordered = g->ordered;
	r->ports = g->ports;
	r->window = g->window;
	r->t = &in_memory;
	r->strict = true;
	rg_cut(r, g->n);
	a->frame = rg_alloc(1, g->algorithm->frame + GUARD);
	memset(a->frame + g->algorithm->frame, GUARD_BYTE, GUARD);
	a->scratch_size = g->algorithm->scratch ? g->algorithm->scratch(r) : 0;
	a->scratch = rg_alloc((size_t)a->scratch_size, sizeof *a->scratch);
	if (g->window)
		rg_races_init(&a->watch, rg_machine(r).me, rg_machine(r).n, g->window);
}

static void set_up_places(struct play *p, const struct rg_game *g)
{
	p->places = rg_places_filled(&g->places);
	if (g->len) {
		p->off = rg_alloc((size_t)p->places.P, sizeof *p->off);
		for (int i = 0; i < p->places.P; i++)
			p->off[i] = rg_game_place(g, i);
	}
}

static void set_up(struct play *p, const struct rg_game *g)
{
	set_up_places(p, g);
	p->lanes = g->lanes ? g->lanes : 1;
	p->actors = g->places.P * p->lanes;
	p->actor = rg_alloc((size_t)p->actors, sizeof *p->actor);
	p->process = rg_alloc((size_t)g->places.P, sizeof *p->process);
	p->ready = rg_alloc((size_t)p->actors, sizeof *p->ready);
	p->result->terms.leaves = g->places.P * g->n;
	for (int i = 0; i < g->places.P; i++) {
		int rank = p->places.order[i];
		for (int lane = 0; lane < p->lanes; lane++) {
			struct actor *a = &p->actor[rank * p->lanes + lane];
			a->play = p;
			a->process = &p->process[rank];
			a->r = (struct rg){.lane = lane,
			                   .lanes = p->lanes,
			                   .drift = g->drift,
			                   .in_place = g->mixed ? rank % 2 : g->in_place};
			rg_sit(&a->r, &p->places, i);
			set_up_lane(a, g);
		}
		set_up_process(&p->process[rank], &p->actor[rank * p->lanes].r, g);
	}
}

static void free_lane(struct actor *a)
{
	for (size_t i = 0; i < a->ops; i++)
		rg_clock_drop(a->op[i].heard);
	for (size_t i = 0; i < a->notices; i++)
		rg_clock_drop(a->notice[i].told);
	rg_races_free(&a->watch);
	free(a->notice);
	free(a->scratch);
	free(a->frame);
	free(a->op);
}

static void tear_down(struct play *p)
{
	struct rg_played *r = p->result;
	for (int i = 0; i < r->game.places.P; i++) {
		int64_t scratch = 0;
		for (int k = i * p->lanes; k < (i + 1) * p->lanes; k++) {
			scratch += p->actor[k].scratch_size;
			r->waits = p->actor[k].waits > r->waits ? p->actor[k].waits : r->waits;
			r->shares |= p->actor[k].shares;
			free_lane(&p->actor[k]);
		}
		r->scratch = scratch > r->scratch ? scratch : r->scratch;
		r->out[i] = p->process[i].cell[RG_OUT];
		free(p->process[i].cell[RG_IN]);
		free(p->process[i].touch);
	}
	free(p->actor);
	free(p->process);
	rg_places_free(&p->places);
	free(p->ready);
	free(p->off);
}

struct rg_played *rg_play(const struct rg_game *game, rg_message_fn *tell, void *context)
{
	struct rg_played *result = rg_alloc(1, sizeof *result);
	struct play p = {.result = result, .tell = tell, .context = context};
	result->game = *game;
	result->reach = reach(game);
	result->out = rg_alloc((size_t)game->places.P, sizeof *result->out);
	set_up(&p, game);
	run(&p);
	tear_down(&p);
	return result;
}

void rg_played_free(struct rg_played *p)
{
	for (int i = 0; p && i < p->game.places.P; i++)
		free(p->out[i]);
	if (p) {
		free(p->out);
		rg_terms_free(&p->terms);
		free(p);
	}
}
