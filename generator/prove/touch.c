/* SPDX-License-Identifier: BSD-3-Clause
 * touch: what a lane may touch.
 */
#include "prove/touch.h"

#include <stdio.h>

#include "prove/loans.h"

enum { NAME = 32 };

/* "RG_OUT", in buf of NAME characters. */
static const char *buffer_name(int which, char *buf)
{
	static const char *const name[] = {"RG_IN", "RG_OUT", "RG_TMP"};
	if (which >= RG_WINDOW)
		snprintf(buf, NAME, "the window of rank %d", which - RG_WINDOW);
	else if (rg_is_lent(which))
		snprintf(buf, NAME, "the loan of rank %d", rg_lender(which));
	else
		snprintf(buf, NAME, "%s", name[which]);
	return buf;
}

/* The elements of a window: near ones have no room for more than the vector. */
static int64_t window_size(const struct rg_actor *a)
{
	const struct rg_game *g = &a->play->result->game;
	return rg_is_near(g->algorithm, a->play->lanes, g->n, g->window) ? g->n : a->r.window;
}

/* The elements of a buffer. */
static int64_t size_of(struct rg_actor *a, int buf)
{
	if (buf >= RG_WINDOW)
		return rg_lane_shares(a, buf - RG_WINDOW) ? window_size(a) : 0;
	return buf == RG_TMP ? a->scratch_size : a->process->size[buf];
}

struct rg_pieces *rg_lane_memory(struct rg_actor *a, const struct rg_span *s, int64_t *off)
{
	struct rg_actor *owner;
	struct rg_span at = rg_loan_place(a, s, &owner);
	*off = at.off;
	if (rg_is_window(&at))
		return &rg_actor_of(a, at.buf - RG_WINDOW)->races.cell;
	return at.buf == RG_TMP ? &owner->scratch : &owner->process->cell[at.buf];
}

/* The span must exist, and must not be written when it is the caller's or another process's. */
static bool exists(struct rg_actor *a, const struct rg_span *s, bool write)
{
	char name[NAME];
	if (rg_is_lent(s->buf)) {
		if (!rg_lane_shares(a, rg_lender(s->buf)))
			rg_lane_fail(a, "%s what is lent by rank %d, which is none of its machine",
			             write ? "writes" : "reads", rg_lender(s->buf));
		return !a->r.err;
	}
	if (s->off < 0 || s->len < 0 || s->len > size_of(a, s->buf) - s->off)
		rg_lane_fail(a, "elements %lld to %lld are outside %s", (long long)s->off,
		             (long long)(s->off + s->len - 1), buffer_name(s->buf, name));
	else if (s->buf == RG_IN && (write || !a->process->size[RG_IN]))
		rg_lane_fail(a, write ? "writes to RG_IN"
		                      : "reads RG_IN, which MPI_IN_PLACE leaves out");
	else if (rg_is_window(s) && write && s->buf != RG_WINDOW + a->r.rank)
		rg_lane_fail(a, "writes to %s", buffer_name(s->buf, name));
	return !a->r.err;
}

static bool is_part_of(const struct rg_post *op, const struct rg_span *s)
{
	bool part = rg_overlap(s, &op->span);
	for (int i = 0; i < op->mores; i++)
		part |= rg_overlap(s, &op->more[i]);
	return part;
}

/* It must not be in flight; but what is being sent may be read. */
static bool at_rest(struct rg_actor *a, const struct rg_span *s, bool write)
{
	char name[NAME];
	for (size_t i = 0; i < a->ops; i++) {
		bool received = a->op[i].kind == RG_RECV;
		if ((!write && !received) || !is_part_of(&a->op[i], s))
			continue;
		rg_lane_fail(a, "%s %s[%lld] while it is being %s", write ? "writes" : "reads",
		             buffer_name(s->buf, name), (long long)s->off,
		             received ? "received" : "sent");
		return false;
	}
	return true;
}

/* A lane reads or writes a piece. Returns the fault, if other lanes used the piece so that the two
 * collide; else NULL, and notes the use. */
static const char *touch(struct rg_piece *x, int me, bool write)
{
	bool written = x->value && (int)x->value != me, read = x->written && x->written != me;
	if (written || (write && read))
		return written ? "writes" : "reads";
	if (write)
		x->value = (rg_value)me;
	else if (x->written != me)
		x->written = x->written ? RG_LANES_SEVERAL : me;
	return NULL;
}

/* All lanes have joined: nobody has used any element since. */
static void forget_touches(struct rg_process *p, int joins)
{
	p->touches.joins = joins;
	rg_pieces_clear(&p->touches.by);
	rg_pieces_append(&p->touches.by, (struct rg_piece){.len = p->size[RG_OUT]});
}

bool rg_lane_apart(struct rg_actor *a, const struct rg_span *s, bool write)
{
	struct rg_touches *touches = &a->process->touches;
	struct rg_pieces *before = &a->play->left, *after = &a->play->right;
	if (a->play->lanes == 1 || s->buf != RG_OUT)
		return true;
	if (!touches->by.n || touches->joins != a->joins)
		forget_touches(a->process, a->joins);
	rg_pieces_read(&touches->by, s->off, s->len, s->off, before);
	rg_pieces_clear(after);
	for (size_t i = 0; i < before->n; i++) {
		struct rg_piece x = *rg_pieces_get(before, i);
		const char *fault = touch(&x, 1 + a->r.veiled_lane, write);
		if (fault) {
			rg_lane_fail(a,
			             "%s RG_OUT[%lld], which another lane %s: they have not joined",
			             write ? "writes" : "reads", (long long)x.off, fault);
			return false;
		}
		rg_pieces_append(after, x);
	}
	rg_pieces_write(&touches->by, s->off, s->len, after);
	return true;
}

static bool defined(struct rg_actor *a, const struct rg_span *s)
{
	char name[NAME];
	int64_t off;
	const struct rg_pieces *memory = rg_lane_memory(a, s, &off);
	int64_t at = rg_pieces_undefined(memory, off, s->len);
	if (at >= 0)
		rg_lane_fail(a, "uses %s[%lld], which has no value yet", buffer_name(s->buf, name),
		             (long long)(at - off + s->off));
	return at < 0;
}

/* Is the access in order with what others do to the same window? */
static bool in_order(struct rg_actor *a, const struct rg_span *s, bool write)
{
	struct rg_races *owner = &rg_actor_of(a, s->buf - RG_WINDOW)->races;
	int64_t torn = write ? -1 : rg_races_read(owner, &a->races, s->off, s->len);
	int reader = write ? rg_races_write(owner, s->off, s->len) : -1;
	a->shares = true;
	if (torn >= 0)
		rg_lane_fail(
			a,
			"race: reads element %lld of the window of rank %d, which may not have "
			"written it yet",
			(long long)torn, s->buf - RG_WINDOW);
	if (reader >= 0)
		rg_lane_fail(
			a,
			"race: writes elements %lld to %lld of its window, which rank %d may still "
			"read",
			(long long)s->off, (long long)(s->off + s->len - 1),
			rg_machine(&a->r).rank[reader]);
	return !a->r.err;
}

bool rg_lane_may_read(struct rg_actor *a, const struct rg_span *s)
{
	return exists(a, s, false) && rg_loan_allows(a, s, false) && at_rest(a, s, false) &&
	       rg_lane_apart(a, s, false) && defined(a, s) &&
	       (!rg_is_window(s) || in_order(a, s, false));
}

bool rg_lane_may_write(struct rg_actor *a, const struct rg_span *s)
{
	return exists(a, s, true) && rg_loan_allows(a, s, true) && at_rest(a, s, true) &&
	       rg_lane_apart(a, s, true) && (!rg_is_window(s) || in_order(a, s, true));
}

int rg_lane_time(const struct rg_actor *a, const struct rg_span *to)
{
	return rg_is_window(to) ? rg_races_time(&a->races) : 0;
}

void rg_lane_move(struct rg_actor *from, const struct rg_span *source, struct rg_actor *to,
                  const struct rg_span *target)
{
	struct rg_pieces *read = &from->play->left, *written = &from->play->sum;
	int64_t at, there;
	struct rg_pieces *memory = rg_lane_memory(from, source, &at),
			 *other = rg_lane_memory(to, target, &there);
	rg_pieces_read(memory, at, source->len, there, read);
	rg_pieces_clear(written);
	for (size_t i = 0; i < read->n; i++) {
		struct rg_piece x = *rg_pieces_get(read, i);
		x.written = rg_lane_time(to, target);
		rg_pieces_append(written, x);
	}
	rg_pieces_write(other, there, target->len, written);
}
