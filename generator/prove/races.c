/* SPDX-License-Identifier: BSD-3-Clause
 * races: are the accesses to a window in an order?
 */
#include "prove/races.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static struct rg_clock *new_clock(int n)
{
	struct rg_clock *c = rg_alloc(1, sizeof *c + (size_t)n * sizeof c->time[0]);
	c->users = 1;
	return c;
}

void rg_clock_drop(struct rg_clock *c)
{
	if (c && !--c->users)
		free(c);
}

void rg_races_init(struct rg_races *w, int me, int n)
{
	*w = (struct rg_races){.me = me, .n = n, .now = new_clock(n)};
	w->now->time[me] = 1;
}

void rg_races_free(struct rg_races *w)
{
	rg_clock_drop(w->now);
	rg_pieces_free(&w->cell);
	free(w->reading);
}

/* The clock, for a change. */
static int *own_clock(struct rg_races *w)
{
	if (w->now->users > 1) {
		struct rg_clock *c = new_clock(w->n);
		memcpy(c->time, w->now->time, (size_t)w->n * sizeof c->time[0]);
		rg_clock_drop(w->now);
		w->now = c;
	}
	return w->now->time;
}

struct rg_clock *rg_races_release(struct rg_races *w)
{
	w->told = true;
	w->now->users++;
	return w->now;
}

void rg_races_acquire(struct rg_races *w, struct rg_clock *told)
{
	int *time = own_clock(w);
	for (int i = 0; i < w->n; i++)
		time[i] = told->time[i] > time[i] ? told->time[i] : time[i];
	rg_clock_drop(told);
}

int rg_races_access(struct rg_races *w)
{
	if (w->told)
		own_clock(w)[w->me]++;
	w->told = false;
	return w->now->time[w->me];
}

int64_t rg_races_read(struct rg_races *owner, struct rg_races *reader, int64_t off, int64_t len)
{
	int time = rg_races_access(reader), known = reader->now->time[owner->me];
	const struct rg_pieces *cell = &owner->cell;
	for (size_t i = rg_pieces_behind(cell, off); i < cell->n; i++) {
		const struct rg_piece *x = rg_pieces_get(cell, i);
		if (x->off >= off + len)
			break;
		if (x->written > known)
			return x->off > off ? x->off : off;
	}
	if (owner == reader)
		return -1;
	owner->reading = rg_grow(owner->reading, owner->readings, &owner->reading_cap,
	                         sizeof *owner->reading);
	owner->reading[owner->readings++] = (struct rg_reading){reader->me, time, off, len};
	return -1;
}

int rg_races_write(struct rg_races *owner, int64_t off, int64_t len)
{
	size_t left = 0;
	rg_races_access(owner); /* what is written then is of this time: rg_races_time */
	for (size_t i = 0; i < owner->readings; i++) {
		struct rg_reading r = owner->reading[i];
		if (r.time <= owner->now->time[r.reader])
			continue; /* it is known, and will be */
		if (r.off < off + len && off < r.off + r.len)
			return r.reader;
		owner->reading[left++] = r;
	}
	owner->readings = left;
	return -1;
}
