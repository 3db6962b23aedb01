/* SPDX-License-Identifier: BSD-3-Clause
 * A memory kept by pieces is the same as one kept element by element: random writes, copies to
 * another place, holes; and the pieces stay as pieces.h has them.
 *
 * pieces [SEED [TRIALS]]
 */
#include "prove/pieces.h"

#include <stdlib.h>

#include "base/mix.h"
#include "test.h"

enum { N = 24, STEPS = 60 };

/* A memory as an array; value 0: undefined. */
struct cells {
	struct rg_piece at[N];
};

static uint64_t state;

static int below(int n)
{
	state = rg_mix(state, 1);
	return (int)(state % (uint64_t)n);
}

/* By `off`, apart, not empty, and each is as long as can be: if `whole`. */
static bool is_sound(const struct rg_pieces *p, bool whole)
{
	for (size_t i = 0; i < p->n; i++) {
		const struct rg_piece *x = rg_pieces_get(p, i);
		const struct rg_piece *before = i ? rg_pieces_get(p, i - 1) : NULL;
		if (x->len <= 0 || (before && before->off + before->len > x->off))
			return false;
		if (whole && before && before->off + before->len == x->off &&
		    before->value == x->value && before->written == x->written &&
		    before->element + before->len == x->element)
			return false;
	}
	return true;
}

/* The pieces, `far` elements behind the cells, have what the cells have. */
static bool is_same(const struct rg_pieces *p, int64_t far, const struct cells *c)
{
	for (int i = 0; i < N; i++) {
		const struct rg_piece *x = &c->at[i];
		size_t k = rg_pieces_behind(p, far + i);
		const struct rg_piece *y = k < p->n ? rg_pieces_get(p, k) : NULL;
		bool there = y && y->off <= far + i;
		if (there != (x->value != 0))
			return false;
		if (there && (y->value != x->value || y->written != x->written ||
		              y->element + far + i - y->off != x->element))
			return false;
	}
	return true;
}

static int64_t first_hole(const struct cells *c, int off, int len)
{
	for (int i = off; i < off + len; i++)
		if (!c->at[i].value)
			return i;
	return -1;
}

/* One expression for all elements of a span. */
static void write_one(struct rg_pieces *p, struct cells *c, int64_t far, int off, int len)
{
	struct rg_pieces list = {0};
	struct rg_piece x = {far + off, len, off + 100 * below(2), (rg_value)(1 + below(2)),
	                     below(2)};
	rg_pieces_append(&list, x);
	rg_pieces_write(p, far + off, len, &list);
	for (int i = 0; i < len; i++)
		c->at[off + i] = (struct rg_piece){0, 1, x.element + i, x.value, x.written};
	rg_pieces_free(&list);
}

/* Copied cells, holes too, stand somewhere else afterwards. */
static void copy_some(struct rg_pieces *p, struct cells *c, int64_t far, int from, int to, int len)
{
	struct rg_pieces list = {0};
	struct cells before = *c;
	rg_pieces_read(p, far + from, len, far + to, &list);
	CHECK(is_sound(&list, true));
	rg_pieces_write(p, far + to, len, &list);
	memcpy(&c->at[to], &before.at[from], (size_t)len * sizeof c->at[0]);
	rg_pieces_free(&list);
}

static void play(int64_t far)
{
	struct rg_pieces p = {0};
	struct cells c = {0};
	for (int i = 0; i < STEPS; i++) {
		int off = below(N), len = below(N - off + 1), from = below(N - len + 1);
		if (below(3))
			write_one(&p, &c, far, off, len);
		else
			copy_some(&p, &c, far, from, off, len);
		CHECK(is_sound(&p, true));
		if (!CHECK(is_same(&p, far, &c)))
			break;
		off = below(N);
		len = below(N - off + 1);
		int64_t hole = first_hole(&c, off, len);
		CHECK_INT(rg_pieces_undefined(&p, far + off, len), hole < 0 ? -1 : far + hole);
	}
	rg_pieces_free(&p);
}

int main(int argc, char **argv)
{
	state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	int trials = argc > 2 ? atoi(argv[2]) : 2000;
	for (int i = 0; i < trials; i++)
		play(i % 2 ? (int64_t)1 << 55 : 0);
	return TEST_END;
}
