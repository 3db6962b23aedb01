/* SPDX-License-Identifier: BSD-3-Clause
 * The vector of Bruck's alltoall: block i is on its way by i places. Its digits, to a radix, say by
 * which steps it goes there.
 */
#pragma once
#include "ringgen/parts/each.h"
#include "ringgen/parts/runs.h"

struct bruck_alltoall {
	int at;
	int64_t place; /* the value of the digit: 1, R, R^2 ... */
};

static inline int64_t bruck_radix(const struct rg *r)
{
	int radix = rg_number_of(r->parameters, 2);
	return radix > 1 ? radix : 2;
}

/* Block i of the vector. */
static inline struct rg_span bruck_block(const struct rg *r, int64_t i)
{
	int64_t len = rg_own(r, RG_TMP).len;
	return (struct rg_span){RG_TMP, i * len, len};
}

/* The first block from number i on whose digit is `digit`; P: there are no more. */
static inline int64_t bruck_next(const struct rg *r, const struct bruck_alltoall *s, int64_t i,
                                 int64_t digit)
{
	while (i < r->P && i / s->place % bruck_radix(r) != digit)
		i++;
	return i;
}

/* How many blocks have that digit; those that travel with one digit. */
static inline int64_t bruck_count(const struct rg *r, const struct bruck_alltoall *s, int64_t digit)
{
	int64_t n = 0;
	for (int64_t i = bruck_next(r, s, 0, digit); i < r->P; i = bruck_next(r, s, i + 1, digit))
		n++;
	return n;
}

/* The digits with which blocks travel in this step are 1 ... last. */
static inline int64_t bruck_last(const struct rg *r, const struct bruck_alltoall *s)
{
	int64_t last = (r->P - 1) / s->place;
	return last < bruck_radix(r) ? last : bruck_radix(r) - 1;
}

/* The vector begins with the own block; with those for the others behind it. */
static inline void bruck_begin(struct rg *r)
{
	struct runs copied = {{0, 0, 0}, {0, 0, 0}};

	for (int i = 0; i < r->P; i++)
		runs_copy(r, &copied, bruck_block(r, i), rg_block(r, rg_mine(r), r->pos + i));
	runs_end(r, &copied);
}

/* In the end block i is what has come from i places before. */
static inline void bruck_deliver(struct rg *r)
{
	for (int i = 0; i < r->P; i++)
		rg_copy(r, each_taken(r, r->pos - i), bruck_block(r, i));
}

/* Pack the blocks of each digit behind the vector, and post their message; what comes lands behind
 * those. */
static inline void bruck_post(struct rg *r, const struct bruck_alltoall *s)
{
	int64_t out = r->P, in = 2 * (int64_t)r->P, len = rg_own(r, RG_TMP).len;

	for (int64_t digit = 1; digit <= bruck_last(r, s); digit++) {
		struct runs copied = {{0, 0, 0}, {0, 0, 0}};
		int64_t n = bruck_count(r, s, digit), to = out;
		for (int64_t i = bruck_next(r, s, 0, digit); i < r->P;
		     i = bruck_next(r, s, i + 1, digit))
			runs_copy(r, &copied, bruck_block(r, to++), bruck_block(r, i));
		runs_end(r, &copied);
		rg_send(r, each_peer(r, (int)(digit * s->place)),
		        (struct rg_span){RG_TMP, out * len, n * len});
		rg_recv(r, each_peer(r, (int)(-digit * s->place)),
		        (struct rg_span){RG_TMP, in * len, n * len});
		out += n;
		in += n;
	}
}

/* What has come takes the places of what was sent. */
static inline void bruck_take(struct rg *r, const struct bruck_alltoall *s)
{
	int64_t in = 2 * (int64_t)r->P;

	for (int64_t digit = 1; digit <= bruck_last(r, s); digit++) {
		struct runs copied = {{0, 0, 0}, {0, 0, 0}};
		for (int64_t i = bruck_next(r, s, 0, digit); i < r->P;
		     i = bruck_next(r, s, i + 1, digit))
			runs_copy(r, &copied, bruck_block(r, i), bruck_block(r, in++));
		runs_end(r, &copied);
	}
}

/* The elements of RG_TMP that it takes: the vector, what goes out, what comes in. */
static inline int64_t bruck_scratch(const struct rg *r)
{
	return 3 * (int64_t)r->P * rg_own(r, RG_TMP).len;
}
