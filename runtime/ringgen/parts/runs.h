/* SPDX-License-Identifier: BSD-3-Clause
 * Blocks are copied one after the other, and those that follow each other in both places together.
 */
#pragma once
#include "ringgen/engine.h"

/* What is still to be copied; {0} at first. */
struct runs {
	struct rg_span to, from;
};

static inline void runs_end(struct rg *r, struct runs *s)
{
	rg_copy(r, s->to, s->from);
	*s = (struct runs){{0, 0, 0}, {0, 0, 0}};
}

static inline bool runs_follow(const struct rg_span *run, struct rg_span block)
{
	return block.buf == run->buf && block.off == run->off + run->len;
}

static inline void runs_copy(struct rg *r, struct runs *s, struct rg_span to, struct rg_span from)
{
	if (!runs_follow(&s->to, to) || !runs_follow(&s->from, from)) {
		runs_end(r, s);
		*s = (struct runs){to, from};
		return;
	}
	s->to.len += to.len;
	s->from.len += from.len;
}
