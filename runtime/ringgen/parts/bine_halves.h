/* SPDX-License-Identifier: BSD-3-Clause
 * What a worker of a Bine butterfly (see bine.h) has to do with, half as much after each step, in a
 * vector whose blocks are the slots'; and what it gives its partners of it.
 */
#pragma once
#include "ringgen/parts/bine.h"
#include "ringgen/parts/fold_workers.h"

/* The part of the vector that worker i has to do with after so many steps of the first half. */
static inline struct rg_span bine_part(const struct fold *f, int i, int steps)
{
	int64_t quot = f->all.len / f->workers, rest = f->all.len % f->workers;
	int count = f->workers >> steps, slot = bine_slot(f->workers, i);
	int64_t begin = slot - slot % count, end = begin + count;

	begin = begin * quot + (begin < rest ? begin : rest);
	end = end * quot + (end < rest ? end : rest);
	return (struct rg_span){RG_OUT, f->all.off + begin, end - begin};
}

/* Give the partner of this step its half of what there is to do, get what there is for ours. */
static inline void bine_swap(struct rg *r, const struct fold *f, int step)
{
	int partner = bine_partner(f->workers, f->worker, step);
	partial_swap(r, &f->partial, fold_worker(f, partner), bine_part(f, partner, step + 1),
	             bine_part(f, f->worker, step + 1));
}

/* Give the partner of this step what there is, get what it has. */
static inline void bine_gather(struct rg *r, const struct fold *f, int step)
{
	int partner = bine_partner(f->workers, f->worker, step);
	rg_send(r, fold_worker(f, partner), bine_part(f, f->worker, step + 1));
	rg_recv(r, fold_worker(f, partner), bine_part(f, partner, step + 1));
}

/* The elements of RG_TMP that it takes. */
static inline int64_t bine_allreduce_scratch(const struct rg *r)
{
	return rg_slice(r, RG_OUT, 0, r->n).len;
}
