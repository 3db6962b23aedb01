/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers that show who wrote where: elements at the places that MPI gives them, all bytes between
 * and around filled with a pattern.
 */
#ifndef RG_DIFFER_BUFFER_H
#define RG_DIFFER_BUFFER_H

#include "types.h"

/* Some units, one behind the other, in a buffer: from unit `at` on. */
struct span {
	int64_t at, n;
};

struct buffer {
	unsigned char *memory, *origin; /* all of it; the address of element 0 */
	size_t size;
};

/* Room for the elements `per` * span of the type, all pattern. */
struct buffer buffer_new(const struct type *t, int per, const struct span *span, int spans);
struct buffer buffer_copy(const struct buffer *from);
void buffer_free(struct buffer *b);
void buffer_clear(struct buffer *b);
void buffer_take(struct buffer *b, const struct buffer *from);

/* The first byte in which two of the same size differ, counted from element 0; or BUFFER_SAME. */
#define BUFFER_SAME PTRDIFF_MIN
ptrdiff_t buffer_difference(const struct buffer *a, const struct buffer *b);

/* Take over what is not to be compared in so many elements: `all` the numbers, or only the bytes of
 * them that mean nothing. */
void buffer_excuse(struct buffer *b, const struct buffer *from, const struct type *t, int64_t first,
                   int64_t n, bool all);

/* Take over the gaps within pairs that MPI has by name: its operations may write them. */
void buffer_excuse_gaps(struct buffer *b, const struct buffer *from, const struct type *t,
                        int64_t first, int64_t n);

#endif
