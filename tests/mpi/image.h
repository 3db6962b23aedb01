/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers that show who wrote where: elements of a kind between guard bytes, the gaps between and
 * within them filled with a pattern.
 */
#ifndef RG_TEST_IMAGE_H
#define RG_TEST_IMAGE_H

#include "kinds.h"

#include <stddef.h>

struct image {
	const struct kind *kind;
	unsigned char *memory, *element; /* all of it; element 0 */
	size_t size;
	int64_t n; /* elements */
};

/* An image of n elements, all pattern. */
struct image image_new(const struct kind *k, int64_t n);
struct image image_copy(const struct image *from);
void image_free(struct image *i);

/* Write elements [first, first + n); their keys begin with that of the contribution's element
 * `key`. */
void image_fill(struct image *i, enum op op, int contributor, int64_t first, int64_t n,
                int64_t key);

/* Take over elements [first, first + n): their numbers, from an image of any kind with as many; or,
 * of the same kind, their gaps, too. */
void image_take(struct image *i, const struct image *from, int64_t first, int64_t n);
void image_take_whole(struct image *i, const struct image *from, int64_t first, int64_t n);

/* The first byte in which two images of the same size differ, counted from element 0; or
 * IMAGE_SAME. */
#define IMAGE_SAME PTRDIFF_MIN
ptrdiff_t image_difference(const struct image *a, const struct image *b);

#endif
