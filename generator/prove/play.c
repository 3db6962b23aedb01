/* SPDX-License-Identifier: BSD-3-Clause
 * play: a transport in memory.
 */
#include "prove/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "prove/lane.h"
#include "prove/processes.h"
#include "ringgen/irregular.h"

/* Bytes: more than a routine and what it calls have of it. */
enum { STACK_TO_POISON = 2048 };

/* More waits than any routine needs, each 2 * P or fewer: it does not end. */
enum { WAITS_EACH = 1000, WAITS_MORE = 10000 };

/* ---- Posts ---- */

static void make_ready(struct rg_actor *a)
{
	struct rg_playing *p = a->play;
	int tail = p->head + p->count++;
	p->ready[tail < p->actors ? tail : tail - p->actors] = (int)(a - p->actor);
	a->waiting = false;
}

static struct rg_post *post(struct rg_actor *a, enum rg_post_kind kind, int peer,
                            const struct rg_span *span)
{
	a->op = rg_grow(a->op, a->ops, &a->op_cap, sizeof *a->op);
	struct rg_post *op = &a->op[a->ops++];
	*op = (struct rg_post){.kind = kind, .peer = peer, .waits = a->waits};
	if (span)
		op->span = *span;
	else
		op->span.buf = -1; /* overlaps none */
	a->r.pending++;
	return op;
}

static void complete(struct rg_actor *a, struct rg_post *op)
{
	op->matched = true;
	if (--a->r.pending == 0 && a->waiting)
		make_ready(a);
}

/* The oldest post of a that is still open, of that kind and for that peer. */
static struct rg_post *counterpart(struct rg_actor *a, enum rg_post_kind kind, int peer)
{
	for (size_t i = 0; i < a->ops; i++) {
		struct rg_post *op = &a->op[i];
		if (!op->matched && op->kind == kind && op->peer == peer)
			return op;
	}
	return NULL;
}

/* ---- Who has begun ---- */

/* A copy of the process's knowledge of that, to be told with a message; NULL: there are data. */
static uint64_t *tell_heard(const struct rg_actor *a)
{
	size_t words = (size_t)a->r.P / 64 + 1;
	if (!a->heard)
		return NULL;
	uint64_t *told = rg_alloc(words, sizeof *told);
	memcpy(told, a->heard, words * sizeof *told);
	return told;
}

/* It knows that, too, from now on. */
static void hear(struct rg_actor *a, struct rg_post *op)
{
	for (size_t i = 0; i < (size_t)a->r.P / 64 + 1 && op->heard && op->kind != RG_SEND; i++)
		a->heard[i] |= op->heard[i];
	free(op->heard);
	op->heard = NULL;
}

/* A process that leaves a barrier must know of all others that they have begun. */
static void check_all_heard(struct rg_actor *a)
{
	for (int rank = 0; rank < a->r.P && a->heard; rank++)
		if (!(a->heard[rank / 64] >> rank % 64 & 1)) {
			rg_lane_fail(a, "leaves without having heard that rank %d has begun", rank);
			return;
		}
}

/* ---- Messages ---- */

/* When what a lane writes there is written: see races.h. */
static int time_of(const struct rg_actor *a, const struct rg_span *to)
{
	return rg_is_window(to) ? rg_races_time(&a->races) : 0;
}

/* Let what stands in a span of one lane stand in another one, of the same or another lane. */
static void move(struct rg_actor *from, const struct rg_span *source, struct rg_actor *to,
                 const struct rg_span *target)
{
	struct rg_pieces *read = &from->play->left, *written = &from->play->sum;
	rg_pieces_read(rg_lane_memory(from, source), source->off, source->len, target->off, read);
	rg_pieces_clear(written);
	for (size_t i = 0; i < read->n; i++) {
		struct rg_piece x = *rg_pieces_get(read, i);
		x.written = time_of(to, target);
		rg_pieces_append(written, x);
	}
	rg_pieces_write(rg_lane_memory(to, target), target->off, target->len, written);
}

/* Piece number i of what is sent or received; it is there. */
static const struct rg_span *piece(const struct rg_post *op, int i)
{
	return i ? &op->more[i - 1] : &op->span;
}

static int64_t length(const struct rg_post *op)
{
	int64_t len = op->span.len;
	for (int i = 0; i < op->mores; i++)
		len += op->more[i].len;
	return len;
}

/* All pieces of one end into all of the other, which are as long. */
static void move_all(struct rg_actor *from, const struct rg_post *s, struct rg_actor *to,
                     const struct rg_post *d)
{
	struct rg_span source = s->span, target = d->span;
	for (int i = 0, k = 0; i <= s->mores && k <= d->mores;) {
		int64_t len = source.len < target.len ? source.len : target.len;
		struct rg_span read = {source.buf, source.off, len},
			       written = {target.buf, target.off, len};
		if (len)
			move(from, &read, to, &written);
		source = (struct rg_span){source.buf, source.off + len, source.len - len};
		target = (struct rg_span){target.buf, target.off + len, target.len - len};
		if (!source.len && ++i <= s->mores)
			source = *piece(s, i);
		if (!target.len && ++k <= d->mores)
			target = *piece(d, k);
	}
}

/* Numbers: as they were when they were posted, and still are. */
static void deliver_numbers(struct rg_actor *from, struct rg_post *s, struct rg_actor *to,
                            struct rg_post *d)
{
	size_t size = (size_t)s->told.n * sizeof *s->told.copy;
	if (s->told.n != d->told.n)
		rg_lane_fail(from, "tells rank %d %d numbers, and %d are expected", to->r.rank,
		             s->told.n, d->told.n);
	else if (memcmp(s->told.copy, s->told.from, size) != 0)
		rg_lane_fail(from, "changes numbers while they are being told");
	else
		memcpy(d->told.to, s->told.copy, size);
	d->told.depth = s->told.depth;
	from->play->result->numbers++;
}

static void deliver_data(struct rg_actor *from, struct rg_post *s, struct rg_actor *to,
                         struct rg_post *d)
{
	struct rg_played *p = from->play->result;
	int64_t len = length(s);
	if (len != length(d)) {
		rg_lane_fail(from, "sends %lld elements to rank %d, which expects %lld",
		             (long long)len, to->r.rank, (long long)length(d));
		return;
	}
	move_all(from, s, to, d);
	p->messages++;
	p->elements += len;
	if (from->play->tell)
		from->play->tell(from->play->context,
		                 &(struct rg_message){from->r.rank, to->r.rank, from->r.veiled_lane,
		                                      len, s->waits, d->waits});
}

/* A number, and data that are no more than there is room for. */
static void deliver_carried(struct rg_actor *from, struct rg_post *s, struct rg_actor *to,
                            struct rg_post *d)
{
	struct rg_played *p = from->play->result;
	struct rg_span source = {s->span.buf, s->span.off + RG_HEADER, s->span.len - RG_HEADER},
		       target = {d->span.buf, d->span.off + RG_HEADER, source.len};
	if (s->span.len > d->span.len) {
		rg_lane_fail(from, "carries %lld elements to rank %d, which has room for %lld",
		             (long long)source.len, to->r.rank,
		             (long long)(d->span.len - RG_HEADER));
		return;
	}
	if (source.len)
		move(from, &source, to, &target);
	to->caught = rg_grow(to->caught, to->catches, &to->catch_cap, sizeof *to->caught);
	to->caught[to->catches++] = (struct rg_heard){target.off, s->told.copy[0]};
	d->told.depth = s->told.depth;
	p->numbers++;
	p->messages += source.len > 0;
	p->elements += source.len;
}

static void deliver(struct rg_actor *from, struct rg_post *s, struct rg_actor *to,
                    struct rg_post *d)
{
	if (!s->told.n != !d->told.n)
		rg_lane_fail(from, "sends %s to rank %d, which expects %s",
		             s->told.n ? "numbers" : "data", to->r.rank,
		             d->told.n ? "numbers" : "data");
	else if (s->told.carries != d->told.carries)
		rg_lane_fail(from, "carries data with numbers to rank %d, or does not", to->r.rank);
	else if (s->told.carries)
		deliver_carried(from, s, to, d);
	else if (s->told.n)
		deliver_numbers(from, s, to, d);
	else
		deliver_data(from, s, to, d);
	if (from->r.err)
		return;
	d->heard = s->heard;
	s->heard = NULL;
	complete(from, s);
	complete(to, d);
}

/* Is there such another process? */
static bool may_exchange(struct rg_actor *a, enum rg_post_kind kind, int peer)
{
	const char *verb = kind == RG_RECV ? "receives from" : "sends to";
	if (!a->r.err && (peer < 0 || peer >= a->r.P || peer == a->r.rank))
		rg_lane_fail(a, "%s rank %d", verb, peer);
	return !a->r.err;
}

/* May a message with this span be exchanged with that peer? */
static bool may_post(struct rg_actor *a, enum rg_post_kind kind, int peer,
                     const struct rg_span *span)
{
	const char *verb = kind == RG_RECV ? "receives from" : "sends to";
	if (a->r.err || !(kind == RG_RECV ? rg_lane_may_write(a, span) : rg_lane_may_read(a, span)))
		return false;
	if (rg_is_window(span))
		rg_lane_fail(a, "%s rank %d with a window", verb, peer);
	return may_exchange(a, kind, peer);
}

/* The post that `mine` answers, or is answered by, is there: it is delivered. */
static void match(struct rg_actor *a, struct rg_post *mine)
{
	bool sends = mine->kind == RG_SEND;
	struct rg_actor *b = rg_actor_of(a, mine->peer);
	struct rg_post *theirs = counterpart(b, sends ? RG_RECV : RG_SEND, a->r.rank);
	if (theirs && sends)
		deliver(a, mine, b, theirs);
	else if (theirs)
		deliver(b, theirs, a, mine);
}

static void post_send(struct rg *r, int peer, const struct rg_span *from)
{
	struct rg_actor *a = (struct rg_actor *)r;
	if (!may_post(a, RG_SEND, peer, from))
		return;
	struct rg_post *mine = post(a, RG_SEND, peer, from);
	mine->heard = tell_heard(a);
	match(a, mine);
}

static void post_recv(struct rg *r, int peer, const struct rg_span *to)
{
	struct rg_actor *a = (struct rg_actor *)r;
	if (may_post(a, RG_RECV, peer, to))
		match(a, post(a, RG_RECV, peer, to));
}

/* ---- Irregular collectives ---- */

/* The filler in the place of numbers until they come. It is no rank and no length. */
enum { NO_NUMBER = -0x5A5A5A5A };

static struct rg_post *post_numbers(struct rg_actor *a, enum rg_post_kind kind, int peer, int n)
{
	if (!may_exchange(a, kind, peer))
		return NULL;
	if (n < 1 || n > RG_NUMBERS_MOST)
		rg_lane_fail(a, "%d numbers in a message", n);
	if (a->r.err)
		return NULL;
	struct rg_post *mine = post(a, kind, peer, NULL);
	mine->told.n = n;
	mine->told.depth = a->depth + 1;
	return mine;
}

static void tell(struct rg *r, int peer, const int64_t *number, int n)
{
	struct rg_actor *a = (struct rg_actor *)r;
	struct rg_post *mine = post_numbers(a, RG_SEND, peer, n);
	if (!mine)
		return;
	mine->told.from = number;
	mine->told.copy = rg_alloc((size_t)n, sizeof *number);
	memcpy(mine->told.copy, number, (size_t)n * sizeof *number);
	match(a, mine);
}

static void hear_numbers(struct rg *r, int peer, int64_t *number, int n)
{
	struct rg_actor *a = (struct rg_actor *)r;
	struct rg_post *mine = post_numbers(a, RG_RECV, peer, n);
	if (!mine)
		return;
	mine->told.to = number;
	for (int i = 0; i < n; i++)
		number[i] = NO_NUMBER;
	match(a, mine);
}

/* The span with its header, which has to be there. */
static struct rg_span with_header(struct rg_actor *a, const struct rg_span *s)
{
	if (s->buf != RG_TMP || s->off < RG_HEADER)
		rg_lane_fail(a, "has no room for a header before element %lld", (long long)s->off);
	return (struct rg_span){s->buf, s->off - RG_HEADER, s->len + RG_HEADER};
}

static void carry(struct rg *r, int peer, int64_t number, const struct rg_span *from)
{
	struct rg_actor *a = (struct rg_actor *)r;
	struct rg_span all = with_header(a, from), head = {all.buf, all.off, RG_HEADER};
	if (r->err || !rg_lane_may_write(a, &head) || (from->len && !rg_lane_may_read(a, from)))
		return;
	struct rg_post *mine = post_numbers(a, RG_SEND, peer, 1);
	if (!mine)
		return;
	mine->span = all;
	mine->told.carries = true;
	mine->told.copy = rg_alloc(1, sizeof number);
	mine->told.copy[0] = number;
	match(a, mine);
}

static void catch (struct rg *r, int peer, const struct rg_span *to)
{
	struct rg_actor *a = (struct rg_actor *)r;
	struct rg_span all = with_header(a, to);
	if (r->err || !rg_lane_may_write(a, &all))
		return;
	struct rg_post *mine = post_numbers(a, RG_RECV, peer, 1);
	if (!mine)
		return;
	mine->span = all;
	mine->told.carries = true;
	match(a, mine);
}

/* The last one that came there, and is waited for. */
static int64_t caught(struct rg *r, const struct rg_span *to)
{
	struct rg_actor *a = (struct rg_actor *)r;
	size_t i = a->catches;
	bool flies = false;
	for (size_t k = 0; k < a->ops; k++)
		flies |= a->op[k].told.carries && a->op[k].kind == RG_RECV &&
		         a->op[k].span.off == to->off - RG_HEADER;
	while (i-- > 0 && !flies)
		if (a->caught[i].off == to->off)
			return a->caught[i].number;
	rg_lane_fail(a, "reads a number that has not come with element %lld", (long long)to->off);
	return NO_NUMBER;
}

static void room(struct rg *r, int64_t len)
{
	struct rg_actor *a = (struct rg_actor *)r;
	for (size_t i = 0; i < a->ops; i++)
		if (a->op[i].span.buf == RG_TMP)
			rg_lane_fail(a, "asks for other scratch while its scratch is in use");
	if (len < a->scratch_size)
		rg_lane_fail(a, "asks for less scratch than it has");
	if (r->err)
		return;
	a->scratch_size = len;
	rg_pieces_clear(&a->scratch);
}

/* Post what several spans are. */
static void post_blocks(struct rg_actor *a, enum rg_post_kind kind, int peer,
                        const struct rg_blocks *b)
{
	int i = b->first, pieces = 0;
	struct rg_span *all = rg_alloc((size_t)b->n, sizeof *all);
	while (!a->r.err && i < b->first + b->n) {
		all[pieces] = rg_blocks_piece(&a->r, b, &i);
		may_post(a, kind, peer, &all[pieces++]);
	}
	if (!a->r.err) {
		struct rg_post *mine = post(a, kind, peer, &all[0]);
		mine->mores = pieces - 1;
		mine->more = rg_alloc((size_t)pieces, sizeof *mine->more);
		memcpy(mine->more, all + 1, (size_t)(pieces - 1) * sizeof *all);
		match(a, mine);
	}
	free(all);
}

static void send_blocks(struct rg *r, int peer, const struct rg_blocks *from)
{
	post_blocks((struct rg_actor *)r, RG_SEND, peer, from);
}

static void recv_blocks(struct rg *r, int peer, const struct rg_blocks *to)
{
	post_blocks((struct rg_actor *)r, RG_RECV, peer, to);
}

/* ---- Notifications ---- */

static bool may_notify(struct rg_actor *a, const char *verb, int peer)
{
	if (!a->r.err && (!rg_lane_shares(a, peer) || peer == a->r.rank))
		rg_lane_fail(a, "%s rank %d, which is no other process of its machine%s", verb,
		             peer, a->r.window ? "" : ", without windows");
	a->shares = a->meets = true;
	return !a->r.err;
}

static void notify(struct rg *r, int peer)
{
	struct rg_actor *a = (struct rg_actor *)r, *b;
	if (!may_notify(a, "notifies", peer))
		return;
	b = rg_actor_of(a, peer);
	struct rg_clock *clock = rg_races_release(&a->races);
	struct rg_post *theirs = counterpart(b, RG_AWAIT, r->rank);
	if (theirs) {
		theirs->clock = clock;
		theirs->heard = tell_heard(a);
		complete(b, theirs);
		return;
	}
	b->notice = rg_grow(b->notice, b->notices, &b->notice_cap, sizeof *b->notice);
	b->notice[b->notices++] = (struct rg_notice){r->rank, clock, tell_heard(a)};
}

static void await(struct rg *r, int peer)
{
	struct rg_actor *a = (struct rg_actor *)r;
	if (!may_notify(a, "awaits", peer))
		return;
	struct rg_post *mine = post(a, RG_AWAIT, peer, NULL);
	size_t i = 0;
	while (i < a->notices && a->notice[i].from != peer)
		i++;
	if (i == a->notices)
		return;
	mine->clock = a->notice[i].clock;
	mine->heard = a->notice[i].heard;
	memmove(&a->notice[i], &a->notice[i + 1], (--a->notices - i) * sizeof *a->notice);
	complete(a, mine);
}

static void join(struct rg *r)
{
	struct rg_actor *a = (struct rg_actor *)r;
	struct rg_actor *lane = a - r->veiled_lane;
	if (!r->err && a->joining)
		rg_lane_fail(a, "joins twice without a wait");
	if (r->err)
		return;
	post(a, RG_JOIN, r->rank, NULL);
	a->joining = true;
	if (++a->process->joined < a->play->lanes)
		return;
	a->process->joined = 0;
	for (int i = 0; i < a->play->lanes; i++)
		complete(&lane[i], counterpart(&lane[i], RG_JOIN, r->rank));
}

/* ---- Values ---- */

/* The operands have values, are as long as what is written, and are apart from it (`right` may be
 * the same). */
static bool may_compute(struct rg_actor *a, const struct rg_span *to, const struct rg_span *left,
                        const struct rg_span *right)
{
	bool same = to->buf == right->buf && to->off == right->off;
	if (a->r.err || !rg_lane_may_read(a, left) ||
	    (right != left && !rg_lane_may_read(a, right)) || !rg_lane_may_write(a, to))
		return false;
	if (to->len != left->len || to->len != right->len)
		rg_lane_fail(a, "combines or copies spans that differ in length");
	else if (rg_overlap(to, left) || (!same && rg_overlap(to, right)))
		rg_lane_fail(a, "combines or copies spans that overlap");
	return !a->r.err;
}

/* x op y, which begin at the same element and have the same length, into play->sum. */
static void add_up(struct rg_actor *a, const struct rg_pieces *x, const struct rg_pieces *y,
                   int written)
{
	struct rg_pieces *sum = &a->play->sum;
	rg_pieces_clear(sum);
	for (size_t i = 0, k = 0; i < x->n && k < y->n;) {
		const struct rg_piece *l = rg_pieces_get(x, i), *r = rg_pieces_get(y, k);
		int64_t at = l->off > r->off ? l->off : r->off;
		int64_t ends = l->off + l->len, other = r->off + r->len;
		int64_t end = ends < other ? ends : other, element = l->element + at - l->off;
		if (r->element + at - r->off != element)
			rg_lane_fail(a, "combines element %lld with element %lld",
			             (long long)element, (long long)(r->element + at - r->off));
		rg_value v = rg_term(&a->play->result->terms, l->value, r->value);
		rg_pieces_append(sum, (struct rg_piece){at, end - at, element, v, written});
		i += ends == end;
		k += other == end;
	}
}

static void combine(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                    const struct rg_span *right)
{
	struct rg_actor *a = (struct rg_actor *)r;
	struct rg_pieces *x = &a->play->left, *y = &a->play->right;
	if (!may_compute(a, to, left, right))
		return;
	rg_pieces_read(rg_lane_memory(a, left), left->off, left->len, to->off, x);
	rg_pieces_read(rg_lane_memory(a, right), right->off, right->len, to->off, y);
	add_up(a, x, y, time_of(a, to));
	rg_pieces_write(rg_lane_memory(a, to), to->off, to->len, &a->play->sum);
}

static void copy(struct rg *r, const struct rg_span *to, const struct rg_span *from)
{
	struct rg_actor *a = (struct rg_actor *)r;
	if (may_compute(a, to, from, from))
		move(a, from, a, to);
}

static const struct rg_transport in_memory = {.send = post_send,
                                              .recv = post_recv,
                                              .combine = combine,
                                              .copy = copy,
                                              .notify = notify,
                                              .await = await,
                                              .join = join,
                                              .tell = tell,
                                              .hear = hear_numbers,
                                              .carry = carry,
                                              .catch = catch,
                                              .caught = caught,
                                              .room = room,
                                              .send_blocks = send_blocks,
                                              .recv_blocks = recv_blocks};

/* ---- Running ---- */

/* Overwrite the stack that the next resume will use: what a routine left there is gone. */
static __attribute__((noinline)) void poison_stack(void)
{
	unsigned char waste[STACK_TO_POISON];
	memset(waste, 0xA5, sizeof waste);
	__asm__ volatile("" : : "r"(waste) : "memory"); /* it is read: do not leave it out */
}

/* A wait is over. Messages that were posted with a join were in flight before and after it. */
static void pass_wait(struct rg_actor *a)
{
	a->joins += a->joining;
	for (size_t i = 0; i < a->ops; i++) {
		struct rg_post *op = &a->op[i];
		if (op->kind == RG_AWAIT)
			rg_races_acquire(&a->races, op->clock);
		else if (a->joining && op->kind != RG_JOIN)
			rg_lane_apart(a, &op->span, op->kind == RG_RECV);
		hear(a, op);
		if (op->kind == RG_RECV && op->told.depth > a->depth)
			a->depth = op->told.depth;
		rg_post_free(op);
	}
	a->ops = 0;
	a->joining = false;
}

/* The lane is through. It goes on with the next slice that is its to do, if there is one. */
static void end_slice(struct rg_playing *p, struct rg_actor *a)
{
	const struct rg_algorithm *algorithm = p->result->game.algorithm;
	if (a->ops)
		rg_lane_fail(a, "ends without waiting for what it posted (%zu messages)", a->ops);
	check_all_heard(a);
	a->done = a->r.veiled_lane + p->lanes >= p->slices;
	if (a->done)
		return;
	a->r.veiled_lane += p->lanes;
	a->stands = false;
	rg_pieces_clear(&a->scratch);
	memset(a->frame, 0, algorithm->frame);
	make_ready(a);
}

/* Run a lane, all of whose posts are complete, up to its next wait or its end. */
static void resume(struct rg_playing *p, struct rg_actor *a)
{
	pass_wait(a);
	a->r.stop = !a->stands; /* a wait that it stands at passes, all others return */
	poison_stack();
	int progress = p->result->game.algorithm->run(&a->r, a->frame);
	struct rg_strayed strayed = rg_strayed();
	if (!rg_lane_is_guarded(a))
		rg_lane_fail(a, "writes beyond its frame");
	if (strayed.any)
		rg_lane_fail(a, "asks for number %d of %d to %d", strayed.i, strayed.from,
		             strayed.to - 1);
	if (p->result->reason[0])
		return;
	if (progress == RG_FAILED) {
		rg_lane_fail(a, "the routine gives up");
	} else if (progress == RG_DONE) {
		end_slice(p, a);
	} else {
		a->waits++;
		a->waiting = a->stands = true;
		if (a->waits > WAITS_MORE + WAITS_EACH * (a->r.P < 10000 ? a->r.P : 10000))
			rg_lane_fail(a, "does not end");
		if (a->r.pending == 0)
			make_ready(a);
	}
}

static void explain_deadlock(struct rg_actor *a, const struct rg_post *op)
{
	if (op->kind == RG_AWAIT)
		rg_lane_fail(a, "deadlock: the notification from rank %d never comes", op->peer);
	else if (op->told.n)
		rg_lane_fail(a, "deadlock: what is %s rank %d is never %s",
		             op->kind == RG_RECV ? "to be heard from" : "told", op->peer,
		             op->kind == RG_RECV ? "told" : "heard");
	else if (op->kind == RG_JOIN)
		rg_lane_fail(a, "deadlock: not all lanes join");
	else
		rg_lane_fail(a, "deadlock: %s rank %d (%lld elements) never completes",
		             op->kind == RG_RECV ? "the receive from" : "the send to", op->peer,
		             (long long)op->span.len);
}

/* Name a message that never completes, if there is one: whoever waits for a notification or a lane
 * may only wait for a process that waits for a message. */
static void find_deadlock(struct rg_playing *p)
{
	struct rg_actor *stuck = NULL;
	const struct rg_post *open = NULL;
	for (int i = 0; i < p->actors; i++) {
		struct rg_actor *a = &p->actor[i];
		for (size_t k = 0; k < a->ops && !a->done; k++)
			if (!a->op[k].matched && (!open || a->op[k].kind < open->kind)) {
				stuck = a;
				open = &a->op[k];
			}
	}
	explain_deadlock(stuck, open);
}

/* Has any lane of the process heard from that one of its machine? */
static bool has_heard(const struct rg_playing *p, const struct rg_actor *lane, int number)
{
	for (int i = 0; i < p->lanes; i++)
		if (lane[i].races.now->time[number])
			return true;
	return false;
}

/* Does any lane of the process notify or await? */
static bool meets_any(const struct rg_playing *p, const struct rg_actor *lane)
{
	bool meets = false;
	for (int i = 0; i < p->lanes; i++)
		meets |= lane[i].meets;
	return meets;
}

/* All have ended. If windows were used, each process must have heard from all others of its
 * machine: else it has left too early. If it may, it must have met one: else it does not take turns
 * of windows as the others do. */
static void check_leaving(struct rg_playing *p, const int *rank, int ranks)
{
	bool shares = false, early = p->result->game.algorithm->early;
	for (int i = 0; i < ranks * p->lanes; i++)
		shares |= p->actor[rank[i / p->lanes] * p->lanes + i % p->lanes].shares;
	for (int i = 0; shares && early && i < ranks; i++)
		if (!meets_any(p, &p->actor[rank[i] * p->lanes]))
			rg_lane_fail(&p->actor[rank[i] * p->lanes],
			             "neither notifies nor awaits another one of its machine");
	for (int i = 0; shares && !early && i < ranks; i++)
		for (int k = 0; k < ranks; k++) {
			struct rg_actor *lane = &p->actor[rank[i] * p->lanes];
			if (!has_heard(p, lane, k))
				rg_lane_fail(
					lane,
					"leaves without having heard from rank %d of its machine",
					rank[k]);
		}
}

static void check_notices(struct rg_playing *p)
{
	for (int i = 0; i < p->actors; i++)
		if (p->actor[i].notices)
			rg_lane_fail(&p->actor[i],
			             "ends without having awaited a notification of rank %d",
			             p->actor[i].notice[0].from);
}

/* Has this thread had what it may have of its processor? */
static bool is_over(double until)
{
	struct timespec used;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec > until;
}

/* Asked at the beginning and after so many turns, which take a millisecond or less. */
enum { TURNS = 1024 };

static bool give_up(struct rg_playing *p, int64_t turn)
{
	struct rg_played *r = p->result;
	if (r->game.until <= 0 || turn % TURNS || !is_over(r->game.until))
		return false;
	r->late = true;
	snprintf(r->reason, sizeof r->reason, "it takes too long to play");
	return true;
}

static void run(struct rg_playing *p)
{
	const struct rg_runs *machines = &p->places.level[RG_ON_MACHINE];
	int done = 0;
	for (int i = 0; i < p->actors; i++)
		make_ready(&p->actor[i]);
	for (int64_t turn = 0; p->count && !p->result->reason[0] && !give_up(p, turn); turn++) {
		struct rg_actor *a = &p->actor[p->ready[p->head]];
		p->head = p->head + 1 < p->actors ? p->head + 1 : 0;
		p->count--;
		resume(p, a);
		done += a->done;
	}
	if (p->result->late)
		return;
	if (done < p->actors && !p->result->reason[0])
		find_deadlock(p);
	check_notices(p);
	for (int i = 0; i < machines->n && p->result->game.window; i++)
		check_leaving(p, p->places.order + machines->first[i],
		              machines->first[i + 1] - machines->first[i]);
}

struct rg_played *rg_play(const struct rg_game *game, rg_message_fn *tell, void *context)
{
	struct rg_played *result = rg_alloc(1, sizeof *result);
	struct rg_playing p = {.result = result, .tell = tell, .context = context};
	result->game = *game;
	rg_strayed();
	rg_processes_begin(&p, &in_memory);
	run(&p);
	rg_processes_end(&p);
	return result;
}

void rg_played_free(struct rg_played *p)
{
	for (int i = 0; p && i < p->game.places.P; i++)
		rg_pieces_free(&p->out[i]);
	if (p) {
		free(p->out);
		rg_terms_free(&p->terms);
		free(p);
	}
}
