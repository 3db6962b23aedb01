/* SPDX-License-Identifier: BSD-3-Clause
 * lane: a lane of a process that is played.
 */
#include "prove/lane.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* The same lane of another process, or one that is where it is to be. */
struct rg_actor *rg_actor_of(struct rg_actor *a, int rank)
{
	return &a->play->actor[rank * a->play->lanes + a->r.veiled_lane % a->play->lanes];
}

void rg_lane_fail(struct rg_actor *a, const char *fmt, ...)
{
	struct rg_played *p = a->play->result;
	a->r.err = 1;
	if (p->reason[0])
		return;
	int n = snprintf(p->reason, sizeof p->reason, "rank %d, ", a->r.rank);
	if (a->play->lanes > 1)
		n += snprintf(p->reason + n, sizeof p->reason - (size_t)n, "lane %d, ",
		              a->r.veiled_lane);
	n += snprintf(p->reason + n, sizeof p->reason - (size_t)n, "after %d waits: ", a->waits);
	va_list args;
	va_start(args, fmt);
	vsnprintf(p->reason + n, sizeof p->reason - (size_t)n, fmt, args);
	va_end(args);
}

void rg_post_free(struct rg_post *op)
{
	free(op->more);
	free(op->told.copy);
	op->more = NULL;
	op->told.copy = NULL;
}

bool rg_overlap(const struct rg_span *x, const struct rg_span *y)
{
	return x->buf == y->buf && x->off < y->off + y->len && y->off < x->off + x->len;
}

bool rg_is_window(const struct rg_span *s)
{
	return s->buf >= RG_WINDOW;
}

/* Is this rank a process of the machine, with windows? One alone has none. */
bool rg_lane_shares(struct rg_actor *a, int rank)
{
	return a->r.window && rg_machine(&a->r).n > 1 && rank >= 0 && rank < a->r.P &&
	       rg_actor_of(a, rank)->r.run[RG_ON_MACHINE] == a->r.run[RG_ON_MACHINE];
}
