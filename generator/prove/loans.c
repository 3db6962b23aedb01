/* SPDX-License-Identifier: BSD-3-Clause
 * loans: what a process lends to the others of its machine.
 */
#include "prove/loans.h"

#include <stdlib.h>

#include "base/alloc.h"

static struct rg_loan *loan_of(struct rg_actor *a)
{
	return &a->process->loan;
}

/* ---- Spans ---- */

struct rg_span rg_loan_place(struct rg_actor *a, const struct rg_span *s, struct rg_actor **owner)
{
	*owner = a;
	if (!rg_is_lent(s->buf))
		return *s;
	*owner = rg_actor_of(a, rg_lender(s->buf));
	const struct rg_loan *l = loan_of(*owner);
	struct rg_span of = rg_is_taken(s->buf) ? l->taken : l->given;
	return (struct rg_span){of.buf, of.off + s->off, s->len};
}

/* Is it of the process's own buffers? */
static bool is_own(const struct rg_span *s)
{
	return !s->len || s->buf == RG_IN || s->buf == RG_OUT;
}

/* ---- Begin and end ---- */

void rg_loan_begin(struct rg_actor *a, const struct rg_span *given, const struct rg_span *taken)
{
	struct rg_loan *l = loan_of(a);
	if (!rg_lane_shares(a, a->r.rank))
		rg_lane_fail(a, "lends, and there are no others on its machine with windows");
	else if (a->play->slices > 1)
		rg_lane_fail(a, "lends in one of several lanes");
	else if (!a->play->result->game.algorithm->lends)
		rg_lane_fail(a, "lends, and does not say so");
	else if (l->on)
		rg_lane_fail(a, "lends again what it has not reclaimed");
	else if (!is_own(given) || !is_own(taken))
		rg_lane_fail(a, "lends what is not in its own buffers");
	if (a->r.err)
		return;
	a->shares = true;
	l->on = true;
	l->given = *given;
	l->taken = *taken;
	l->since = rg_races_access(&a->races);
}

void rg_loan_end(struct rg_actor *a)
{
	struct rg_loan *l = loan_of(a);
	if (!l->on)
		rg_lane_fail(a, "reclaims what it has not lent");
	for (size_t i = 0; i < l->accesses && !a->r.err; i++)
		if (l->access[i].time > a->races.now->time[l->access[i].who])
			rg_lane_fail(
				a,
				"race: reclaims elements %lld to %lld, which rank %d may still %s",
				(long long)l->access[i].span.off,
				(long long)(l->access[i].span.off + l->access[i].span.len - 1),
				rg_machine(&a->r).rank[l->access[i].who],
				l->access[i].write ? "write" : "read");
	l->on = false;
	l->accesses = 0;
}

void rg_loan_free(struct rg_loan *l)
{
	free(l->access);
}

/* ---- Accesses ---- */

/* Is it lent to this one, which knows of that? */
static bool is_lent(struct rg_actor *a, struct rg_actor *owner, const struct rg_span *s, bool write)
{
	const struct rg_loan *l = loan_of(owner);
	bool taken = rg_is_taken(s->buf);
	const char *verb = write ? "writes" : "reads";
	int64_t len = taken ? l->taken.len : l->given.len;
	if (write != taken)
		rg_lane_fail(a, "%s what rank %d lends to be %s", verb, owner->r.rank,
		             taken ? "written" : "read");
	else if (!l->on || l->since > a->races.now->time[owner->races.me])
		rg_lane_fail(a,
		             "race: %s element %lld of rank %d, which may not have lent it yet, "
		             "or no more",
		             verb, (long long)s->off, owner->r.rank);
	else if (s->off < 0 || s->len > len - s->off)
		rg_lane_fail(a, "%s elements %lld to %lld of the %lld that rank %d lends", verb,
		             (long long)s->off, (long long)(s->off + s->len - 1), (long long)len,
		             owner->r.rank);
	return !a->r.err;
}

/* May the owner do so under its own name? */
static bool is_left_alone(struct rg_actor *a, const struct rg_span *s, bool write)
{
	const struct rg_loan *l = loan_of(a);
	if (rg_overlap(s, &l->taken) || (write && rg_overlap(s, &l->given)))
		rg_lane_fail(a, "%s elements %lld to %lld, which it has lent",
		             write ? "writes" : "reads", (long long)s->off,
		             (long long)(s->off + s->len - 1));
	return !a->r.err;
}

/* Has somebody else done something there that this one may not know of? -1: nobody has. */
static int collides(const struct rg_actor *a, const struct rg_loan *l, const struct rg_span *at,
                    bool write)
{
	for (size_t i = 0; i < l->accesses; i++) {
		const struct rg_access *x = &l->access[i];
		if ((write || x->write) && rg_overlap(&x->span, at) && x->who != a->races.me &&
		    x->time > a->races.now->time[x->who])
			return x->who;
	}
	return -1;
}

bool rg_loan_allows(struct rg_actor *a, const struct rg_span *s, bool write)
{
	struct rg_actor *owner;
	struct rg_span at = rg_loan_place(a, s, &owner);
	struct rg_loan *l = loan_of(owner);
	bool lent = rg_is_lent(s->buf);
	if (!lent && (!l->on || (s->buf != RG_IN && s->buf != RG_OUT)))
		return true;
	if (lent ? !is_lent(a, owner, s, write) : !is_left_alone(a, s, write))
		return false;
	int other = collides(a, l, &at, write);
	if (other >= 0)
		rg_lane_fail(a,
		             "race: %s elements %lld to %lld of rank %d, which rank %d may still "
		             "use",
		             write ? "writes" : "reads", (long long)at.off,
		             (long long)(at.off + at.len - 1), owner->r.rank,
		             rg_machine(&a->r).rank[other]);
	l->access = rg_grow(l->access, l->accesses, &l->access_cap, sizeof *l->access);
	l->access[l->accesses++] =
		(struct rg_access){a->races.me, rg_races_access(&a->races), write, at};
	return !a->r.err;
}
