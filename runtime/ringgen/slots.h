/* SPDX-License-Identifier: BSD-3-Clause
 * slots: a hash table that knows which number of an array a thing has. The things stand in the
 * array, the table has their numbers only: that of C's library (hcreate) takes texts, and is one
 * for the whole process.
 */
#ifndef RG_SLOTS_H
#define RG_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct rg_slots {       /* zero it to begin, free `slot` */
	uint32_t *slot; /* [slots] 1 + the number of a thing; 0: free */
	size_t slots;   /* a power of two, or 0 */
};

/* Of the array `of`: is that its thing of this number? The hash of that thing. */
typedef bool rg_slots_is(const void *of, size_t number, const void *thing);
typedef uint64_t rg_slots_hash(const void *of, size_t number);

/* The slot of the thing, or the free one where it belongs; there is room (rg_slots_reserve). */
static inline uint32_t *rg_slots_find(const struct rg_slots *t, uint64_t hash, rg_slots_is *is,
                                      const void *of, const void *thing)
{
	size_t at = (size_t)(hash ^ hash >> 32) & (t->slots - 1);

	while (t->slot[at] && !is(of, t->slot[at] - 1, thing))
		at = (at + 1) & (t->slots - 1);
	return &t->slot[at];
}

static inline bool rg_slots_none(const void *of, size_t number, const void *thing)
{
	(void)of, (void)number, (void)thing;
	return false;
}

/* Room for one more than n things, by rg_alloc or calloc. At least a quarter stays free, so that
 * few slots are passed over. False: there is no memory. */
static inline bool rg_slots_reserve(struct rg_slots *t, size_t n, void *alloc(size_t, size_t),
                                    rg_slots_hash *hash, const void *of)
{
	enum { LEAST = 64 };
	struct rg_slots more = {NULL, t->slots ? 2 * t->slots : LEAST};

	if (4 * (n + 1) <= 3 * t->slots)
		return true;
	more.slot = n < UINT32_MAX ? (uint32_t *)alloc(more.slots, sizeof *more.slot) : NULL;
	if (!more.slot)
		return false;
	for (size_t i = 0; i < n; i++)
		*rg_slots_find(&more, hash(of, i), rg_slots_none, NULL, NULL) = (uint32_t)i + 1;
	free(t->slot);
	*t = more;
	return true;
}

#endif
