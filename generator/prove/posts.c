/* SPDX-License-Identifier: BSD-3-Clause
 * posts: what lanes have posted, and how one post answers another.
 */
#include "prove/posts.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "prove/touch.h"
#include "ringgen/irregular.h"

void rg_post_ready(struct rg_actor *a)
{
	struct rg_playing *p = a->play;
	int tail = p->head + p->count++;
	p->ready[tail < p->actors ? tail : tail - p->actors] = (int)(a - p->actor);
	a->waiting = false;
}

struct rg_post *rg_post_new(struct rg_actor *a, enum rg_post_kind kind, int peer,
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

void rg_post_complete(struct rg_actor *a, struct rg_post *op)
{
	op->matched = true;
	if (--a->r.pending == 0 && a->waiting)
		rg_post_ready(a);
}

struct rg_post *rg_post_counterpart(struct rg_actor *a, enum rg_post_kind kind, int peer)
{
	for (size_t i = 0; i < a->ops; i++) {
		struct rg_post *op = &a->op[i];
		if (!op->matched && op->kind == kind && op->peer == peer)
			return op;
	}
	return NULL;
}

/* ---- Delivery */

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
			rg_lane_move(from, &read, to, &written);
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
		rg_lane_move(from, &source, to, &target);
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
	rg_post_complete(from, s);
	rg_post_complete(to, d);
}

void rg_post_match(struct rg_actor *a, struct rg_post *mine)
{
	bool sends = mine->kind == RG_SEND;
	struct rg_actor *b = rg_actor_of(a, mine->peer);
	struct rg_post *theirs = rg_post_counterpart(b, sends ? RG_RECV : RG_SEND, a->r.rank);
	if (theirs && sends)
		deliver(a, mine, b, theirs);
	else if (theirs)
		deliver(b, theirs, a, mine);
}
