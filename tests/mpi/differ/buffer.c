/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers that show who wrote where.
 */
#include "buffer.h"

#include "../routines.h"

#include <string.h>

enum { GUARD = 96, ALIGN = 32 };

static void widen(ptrdiff_t *low, ptrdiff_t *high, ptrdiff_t from, ptrdiff_t to)
{
	*low = from < *low ? from : *low;
	*high = to > *high ? to : *high;
}

void buffer_clear(struct buffer *b)
{
	for (size_t i = 0; i < b->size; i++)
		b->memory[i] = (unsigned char)(0xA5 ^ (i * 7));
}

struct buffer buffer_new(const struct type *t, int per, const struct span *span, int spans)
{
	ptrdiff_t low = 0, high = 0;
	struct buffer b;

	for (int i = 0; i < spans; i++) {
		ptrdiff_t first = span[i].at * per * t->extent;
		ptrdiff_t final = ((span[i].at + span[i].n) * per - 1) * t->extent;
		if (!span[i].n)
			continue;
		widen(&low, &high, first + t->low, first + t->high);
		widen(&low, &high, final + t->low, final + t->high);
	}
	ptrdiff_t before = (GUARD - low + ALIGN - 1) / ALIGN * ALIGN;
	b.size = (size_t)(before + high + GUARD);
	b.memory = get(b.size);
	b.origin = b.memory + before;
	buffer_clear(&b);
	return b;
}

struct buffer buffer_copy(const struct buffer *from)
{
	struct buffer b = {get(from->size), NULL, from->size};

	b.origin = b.memory + (from->origin - from->memory);
	buffer_take(&b, from);
	return b;
}

void buffer_take(struct buffer *b, const struct buffer *from)
{
	memcpy(b->memory, from->memory, b->size);
}

void buffer_free(struct buffer *b)
{
	free(b->memory);
	*b = (struct buffer){NULL, NULL, 0};
}

ptrdiff_t buffer_difference(const struct buffer *a, const struct buffer *b)
{
	size_t i = 0;

	if (!memcmp(a->memory, b->memory, a->size))
		return BUFFER_SAME;
	while (a->memory[i] == b->memory[i])
		i++;
	return a->memory + i - a->origin;
}

/* The bytes of a number, without those that count. */
static void excuse_number(unsigned char *to, const unsigned char *from, const struct basic *b)
{
	int parts = b->class == COMPLEX ? 2 : 1, size = b->size / parts;

	for (int i = 0; i < parts; i++)
		memcpy(to + i * size + b->significant, from + i * size + b->significant,
		       (size_t)(size - b->significant));
}

void buffer_excuse(struct buffer *b, const struct buffer *from, const struct type *t, int64_t first,
                   int64_t n, bool all)
{
	for (int64_t e = first; e < first + n; e++)
		for (int i = 0; i < t->n; i++) {
			ptrdiff_t at = e * t->extent + t->part[i].at;
			const struct basic *basic = &basics[t->part[i].basic];
			if (all)
				memcpy(b->origin + at, from->origin + at, (size_t)basic->size);
			else
				excuse_number(b->origin + at, from->origin + at, basic);
		}
}

void buffer_excuse_gaps(struct buffer *b, const struct buffer *from, const struct type *t,
                        int64_t first, int64_t n)
{
	for (int64_t e = first; e < first + n; e++) {
		ptrdiff_t at = e * t->extent, value = basics[t->part[0].basic].size;
		ptrdiff_t place = t->part[1].at, end = place + (ptrdiff_t)sizeof(int);
		memcpy(b->origin + at + value, from->origin + at + value, (size_t)(place - value));
		memcpy(b->origin + at + end, from->origin + at + end, (size_t)(t->extent - end));
	}
}
