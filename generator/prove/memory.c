/* SPDX-License-Identifier: BSD-3-Clause
 * memory: a transport in memory.
 */
#include "prove/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "prove/loans.h"
#include "prove/posts.h"
#include "prove/touch.h"
#include "ringgen/irregular.h"

/* ---- Messages ---- */

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
	if (rg_is_window(span) || rg_is_lent(span->buf))
		rg_lane_fail(a, "%s rank %d with a %s", verb, peer,
		             rg_is_window(span) ? "window" : "loan");
	return may_exchange(a, kind, peer);
}

static void post_send(struct rg *r, int peer, const struct rg_span *from)
{
	struct rg_actor *a = (struct rg_actor *)r;
	if (!may_post(a, RG_SEND, peer, from))
		return;
	struct rg_post *mine = rg_post_new(a, RG_SEND, peer, from);
	mine->heard = tell_heard(a);
	rg_post_match(a, mine);
}

static void post_recv(struct rg *r, int peer, const struct rg_span *to)
{
	struct rg_actor *a = (struct rg_actor *)r;
	if (may_post(a, RG_RECV, peer, to))
		rg_post_match(a, rg_post_new(a, RG_RECV, peer, to));
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
	struct rg_post *mine = rg_post_new(a, kind, peer, NULL);
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
	rg_post_match(a, mine);
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
	rg_post_match(a, mine);
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
	rg_post_match(a, mine);
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
	rg_post_match(a, mine);
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
		struct rg_post *mine = rg_post_new(a, kind, peer, &all[0]);
		mine->mores = pieces - 1;
		mine->more = rg_alloc((size_t)pieces, sizeof *mine->more);
		memcpy(mine->more, all + 1, (size_t)(pieces - 1) * sizeof *all);
		rg_post_match(a, mine);
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
	struct rg_post *theirs = rg_post_counterpart(b, RG_AWAIT, r->rank);
	if (theirs) {
		theirs->clock = clock;
		theirs->heard = tell_heard(a);
		rg_post_complete(b, theirs);
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
	struct rg_post *mine = rg_post_new(a, RG_AWAIT, peer, NULL);
	size_t i = 0;
	while (i < a->notices && a->notice[i].from != peer)
		i++;
	if (i == a->notices)
		return;
	mine->clock = a->notice[i].clock;
	mine->heard = a->notice[i].heard;
	memmove(&a->notice[i], &a->notice[i + 1], (--a->notices - i) * sizeof *a->notice);
	rg_post_complete(a, mine);
}

static void lend(struct rg *r, const struct rg_span *given, const struct rg_span *taken)
{
	struct rg_actor *a = (struct rg_actor *)r;
	if (!r->err && (!given->len || rg_lane_may_read(a, given)) &&
	    (!taken->len || rg_lane_may_write(a, taken)))
		rg_loan_begin(a, given, taken);
}

static void reclaim(struct rg *r)
{
	if (!r->err)
		rg_loan_end((struct rg_actor *)r);
}

static void join(struct rg *r)
{
	struct rg_actor *a = (struct rg_actor *)r;
	struct rg_actor *lane = a - r->veiled_lane;
	if (!r->err && a->joining)
		rg_lane_fail(a, "joins twice without a wait");
	if (r->err)
		return;
	rg_post_new(a, RG_JOIN, r->rank, NULL);
	a->joining = true;
	if (++a->process->joined < a->play->lanes)
		return;
	a->process->joined = 0;
	for (int i = 0; i < a->play->lanes; i++)
		rg_post_complete(&lane[i], rg_post_counterpart(&lane[i], RG_JOIN, r->rank));
}

/* ---- Values ---- */

/* Do two spans overlap in memory? A loan is also a part of its owner's buffers. */
static bool meet(struct rg_actor *a, const struct rg_span *x, const struct rg_span *y)
{
	struct rg_actor *left, *right;
	struct rg_span one = rg_loan_place(a, x, &left), other = rg_loan_place(a, y, &right);
	return left == right && rg_overlap(&one, &other);
}

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
	else if (meet(a, to, left) || (!same && meet(a, to, right)))
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
	int64_t from, other, there;
	struct rg_pieces *memory = rg_lane_memory(a, to, &there);
	const struct rg_pieces *one = rg_lane_memory(a, left, &from),
			       *two = rg_lane_memory(a, right, &other);
	rg_pieces_read(one, from, left->len, there, x);
	rg_pieces_read(two, other, right->len, there, y);
	add_up(a, x, y, rg_lane_time(a, to));
	rg_pieces_write(memory, there, to->len, &a->play->sum);
}

static void copy(struct rg *r, const struct rg_span *to, const struct rg_span *from)
{
	struct rg_actor *a = (struct rg_actor *)r;
	if (may_compute(a, to, from, from))
		rg_lane_move(a, from, a, to);
}

const struct rg_transport rg_in_memory = {.send = post_send,
                                          .recv = post_recv,
                                          .combine = combine,
                                          .copy = copy,
                                          .notify = notify,
                                          .await = await,
                                          .lend = lend,
                                          .reclaim = reclaim,
                                          .join = join,
                                          .tell = tell,
                                          .hear = hear_numbers,
                                          .carry = carry,
                                          .catch = catch,
                                          .caught = caught,
                                          .room = room,
                                          .send_blocks = send_blocks,
                                          .recv_blocks = recv_blocks};
