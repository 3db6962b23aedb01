/* SPDX-License-Identifier: BSD-3-Clause
 * pieces: a memory in a game.
 */
#include "prove/pieces.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void rg_pieces_free(struct rg_pieces *p)
{
	free(p->piece);
	*p = (struct rg_pieces){0};
}

static int64_t end_of(const struct rg_piece *x)
{
	return x->off + x->len;
}

static bool continues(const struct rg_piece *a, const struct rg_piece *b)
{
	return end_of(a) == b->off && a->value == b->value && a->element + a->len == b->element &&
	       a->written == b->written;
}

/* Number i and those behind it stand at the end from now on. */
static void move_gap(struct rg_pieces *p, size_t i)
{
	size_t room = p->cap - p->n;
	if (i < p->gap)
		memmove(&p->piece[i + room], &p->piece[i], (p->gap - i) * sizeof *p->piece);
	else if (i > p->gap)
		memmove(&p->piece[p->gap], &p->piece[p->gap + room],
		        (i - p->gap) * sizeof *p->piece);
	p->gap = i;
}

/* Half as many again: a process has a memory or two with as many pieces as there are processes. */
static void widen(struct rg_pieces *p)
{
	size_t gap = p->gap;
	move_gap(p, p->n);
	p->cap += p->cap / 2 + 8;
	p->piece = rg_realloc(p->piece, p->cap, sizeof *p->piece);
	move_gap(p, gap);
}

/* Put a piece before the gap. */
static void insert(struct rg_pieces *p, struct rg_piece x)
{
	struct rg_piece *before = p->gap ? &p->piece[p->gap - 1] : NULL;
	if (!x.len)
		return;
	if (before && continues(before, &x)) {
		before->len += x.len;
		return;
	}
	if (p->n == p->cap)
		widen(p);
	p->piece[p->gap++] = x;
	p->n++;
}

void rg_pieces_append(struct rg_pieces *p, struct rg_piece x)
{
	move_gap(p, p->n);
	insert(p, x);
}

static int64_t end_at(const struct rg_pieces *p, size_t i)
{
	return end_of(rg_pieces_get(p, i));
}

size_t rg_pieces_behind(const struct rg_pieces *p, int64_t off)
{
	size_t low = 0,
	       high = p->n; /* those below low end at or before off, from high on behind it */
	/* Mostly it is beside what was written last. */
	if (p->gap > 1 && end_at(p, p->gap - 2) <= off)
		low = p->gap - 1;
	if (p->gap + 1 < p->n && end_at(p, p->gap + 1) > off)
		high = p->gap + 1;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (end_at(p, middle) <= off)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int64_t rg_pieces_undefined(const struct rg_pieces *p, int64_t off, int64_t len)
{
	int64_t end = off + len;
	for (size_t i = rg_pieces_behind(p, off); off < end; i++) {
		if (i == p->n || rg_pieces_get(p, i)->off > off)
			return off;
		off = end_at(p, i);
	}
	return -1;
}

/* The part of a piece between two elements. */
static struct rg_piece part_of(const struct rg_piece *x, int64_t from, int64_t to)
{
	struct rg_piece part = *x;
	part.off = x->off > from ? x->off : from;
	part.len = (end_of(x) < to ? end_of(x) : to) - part.off;
	part.element += part.off - x->off;
	return part;
}

void rg_pieces_read(const struct rg_pieces *p, int64_t off, int64_t len, int64_t at,
                    struct rg_pieces *list)
{
	rg_pieces_clear(list);
	for (size_t i = rg_pieces_behind(p, off); i < p->n; i++) {
		const struct rg_piece *x = rg_pieces_get(p, i);
		if (x->off >= off + len)
			return;
		struct rg_piece part = part_of(x, off, off + len);
		part.off += at - off;
		rg_pieces_append(list, part);
	}
}

/* The piece behind the gap joins the one before it, if they are one. */
static void close_gap(struct rg_pieces *p)
{
	if (!p->gap || p->gap == p->n)
		return;
	const struct rg_piece *behind = rg_pieces_get(p, p->gap);
	if (!continues(&p->piece[p->gap - 1], behind))
		return;
	p->piece[p->gap - 1].len += behind->len;
	p->n--;
}

void rg_pieces_write(struct rg_pieces *p, int64_t off, int64_t len, const struct rg_pieces *list)
{
	if (!len)
		return;
	size_t first = rg_pieces_behind(p, off), last = first;
	while (last < p->n && rg_pieces_get(p, last)->off < off + len)
		last++;
	struct rg_piece head = {0}, tail = {0}; /* what stays of the first and of the last one */
	if (first < last && rg_pieces_get(p, first)->off < off)
		head = part_of(rg_pieces_get(p, first), rg_pieces_get(p, first)->off, off);
	if (first < last && end_at(p, last - 1) > off + len)
		tail = part_of(rg_pieces_get(p, last - 1), off + len, end_at(p, last - 1));
	move_gap(p, last);
	p->gap = first;
	p->n -= last - first;
	insert(p, head);
	for (size_t i = 0; i < list->n; i++)
		insert(p, *rg_pieces_get(list, i));
	insert(p, tail);
	close_gap(p);
}
