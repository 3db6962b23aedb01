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

void rg_pieces_append(struct rg_pieces *p, struct rg_piece x)
{
	if (!x.len)
		return;
	if (p->n && continues(&p->piece[p->n - 1], &x)) {
		p->piece[p->n - 1].len += x.len;
		return;
	}
	p->piece = rg_grow(p->piece, p->n, &p->cap, sizeof *p->piece);
	p->piece[p->n++] = x;
}

size_t rg_pieces_behind(const struct rg_pieces *p, int64_t off)
{
	size_t low = 0,
	       high = p->n; /* those below low end at or before off, from high on behind it */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (end_of(&p->piece[middle]) <= off)
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
		if (i == p->n || p->piece[i].off > off)
			return off;
		off = end_of(&p->piece[i]);
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
	list->n = 0;
	for (size_t i = rg_pieces_behind(p, off); i < p->n && p->piece[i].off < off + len; i++) {
		struct rg_piece part = part_of(&p->piece[i], off, off + len);
		part.off += at - off;
		rg_pieces_append(list, part);
	}
}

/* Make room for `more` pieces, or fewer, before number i. */
static void move(struct rg_pieces *p, size_t i, ptrdiff_t more)
{
	size_t n = (size_t)((ptrdiff_t)p->n + more);
	if (n > p->cap) {
		p->cap = 2 * n;
		p->piece = rg_realloc(p->piece, p->cap, sizeof *p->piece);
	}
	if (more)
		memmove(&p->piece[(ptrdiff_t)i + more], &p->piece[i],
		        (p->n - i) * sizeof *p->piece);
	p->n = n;
}

/* Number i and the one before it become one, if they are. */
static void join(struct rg_pieces *p, size_t i)
{
	if (!i || i >= p->n || !continues(&p->piece[i - 1], &p->piece[i]))
		return;
	p->piece[i - 1].len += p->piece[i].len;
	move(p, i + 1, -1);
}

void rg_pieces_write(struct rg_pieces *p, int64_t off, int64_t len, const struct rg_pieces *list)
{
	if (!len)
		return;
	size_t first = rg_pieces_behind(p, off), last = first;
	while (last < p->n && p->piece[last].off < off + len)
		last++;
	struct rg_piece head = {0}, tail = {0}; /* what stays of the first and of the last one */
	if (first < last && p->piece[first].off < off)
		head = part_of(&p->piece[first], p->piece[first].off, off);
	if (first < last && end_of(&p->piece[last - 1]) > off + len)
		tail = part_of(&p->piece[last - 1], off + len, end_of(&p->piece[last - 1]));
	size_t heads = head.len > 0, n = heads + list->n + (tail.len > 0);
	move(p, last, (ptrdiff_t)n - (ptrdiff_t)(last - first));
	if (heads)
		p->piece[first] = head;
	if (list->n)
		memcpy(&p->piece[first + heads], list->piece, list->n * sizeof *list->piece);
	if (tail.len)
		p->piece[first + n - 1] = tail;
	join(p, first + heads + list->n);
	join(p, first + heads);
}
