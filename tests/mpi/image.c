/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers that show who wrote where.
 */
#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64 };

static void *get(size_t size)
{
	void *memory = malloc(size);
	if (memory)
		return memory;
	fprintf(stderr, "out of memory (%zu bytes)\n", size);
	MPI_Abort(MPI_COMM_WORLD, 1);
	abort();
}

struct image image_new(const struct kind *k, int64_t n)
{
	struct image i = {.kind = k, .n = n};

	i.size = (size_t)(2 * GUARD + n * k->extent);
	i.memory = get(i.size);
	i.element = i.memory + GUARD - k->low;
	for (size_t b = 0; b < i.size; b++)
		i.memory[b] = (unsigned char)(0xA5 ^ b);
	return i;
}

struct image image_copy(const struct image *from)
{
	struct image i = *from;

	i.memory = get(i.size);
	i.element = i.memory + (from->element - from->memory);
	memcpy(i.memory, from->memory, i.size);
	return i;
}

void image_free(struct image *i)
{
	free(i->memory);
}

void image_fill(struct image *i, enum op op, int contributor, int64_t first, int64_t n, int64_t key)
{
	uint64_t base = (uint64_t)(contributor + 1) << 40;

	for (int64_t e = 0; e < n; e++)
		kind_put(i->kind, op, i->element + (first + e) * i->kind->extent,
		         base + (uint64_t)((key + e) * i->kind->parts));
}

void image_take(struct image *i, const struct image *from, int64_t first, int64_t n)
{
	const struct kind *to = i->kind, *k = from->kind;

	for (int64_t e = first; e < first + n; e++)
		for (int p = 0; p < k->parts; p++)
			memcpy(i->element + e * to->extent + to->offset[p],
			       from->element + e * k->extent + k->offset[p], (size_t)k->width[p]);
}

void image_take_whole(struct image *i, const struct image *from, int64_t first, int64_t n)
{
	const struct kind *k = i->kind;
	int64_t at = first * k->extent + k->low;

	memcpy(i->element + at, from->element + at, (size_t)(n * k->extent));
}

ptrdiff_t image_difference(const struct image *a, const struct image *b)
{
	if (!memcmp(a->memory, b->memory, a->size))
		return IMAGE_SAME;
	size_t i = 0;
	while (a->memory[i] == b->memory[i])
		i++;
	return a->memory + i - a->element;
}
