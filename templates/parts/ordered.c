/* Along ordered trees (see ringgen/parts/ordered.h): how each process finds its place, gather and
 * scatter.
 */
#pragma once
#include "ringgen/parts/ordered.h"

/* The fixed roots of the joint's parts, of which this process is one. */
static void ordered_tell_others(struct rg *r, struct ordered_climb *s)
{
	s->part[s->mine] = s->sizes;
	for (int i = 0; i < s->parts; i++)
		if (i != s->mine)
			rg_tell(r, ordered_other(s, i), s->sizes.of, ORDERED_SIZES);
	for (int i = 0; i < s->parts; i++)
		if (i != s->mine)
			rg_hear(r, ordered_other(s, i), s->part[i].of, ORDERED_SIZES);
}

/* The fixed root and the gather root of a part, if there is one, and they are two. */
static void ordered_tell_each_other(struct rg *r, struct ordered_climb *s)
{
	int64_t root = s->sizes.of[ORDERED_ROOT];

	if (ordered_is_fixed(s) && root >= 0 && root != s->me)
		rg_tell(r, ordered_rank(s, root), s->part[0].of, ORDERED_SIZES * s->parts);
	if (!ordered_is_fixed(s))
		rg_hear(r, ordered_rank(s, ordered_fixed_root(s->cube)), s->part[0].of,
		        ORDERED_SIZES * s->parts);
}

/* The tree of an ordered gather or scatter, found by each process that has a part in it but the
 * root (Traeff 2017, Lemma 3): in each step the fixed roots of cubes that are joined tell each
 * other their sizes, and then each its gather root. Where all know all lengths, nothing is told.
 *
 * Cost: at most 2 ceil(log2 P) - 1 messages of numbers, each after the other, with one port and by
 * no level.
 */
static int ordered_climb(struct rg *r, void *frame)
{
	struct ordered_climb *s = frame;

	RG_BEGIN(r, s);
	ordered_begin(r, s);
	while (ordered_next(r, s)) {
		if (!r->irregular)
			ordered_work_out(r, s);
		if (r->irregular && ordered_is_fixed(s)) {
			ordered_tell_others(r, s);
			rg_wait(r, s);
		}
		if (r->irregular) {
			ordered_tell_each_other(r, s);
			rg_wait(r, s);
		}
		ordered_joined(r, s);
	}
	RG_END(s);
}

/* Gather along an ordered tree: see ordered.h. The blocks of a cube are one run in their
 * order, in scratch, and land at the root where they belong.
 */
struct ordered_gather {
	int at;
	struct ordered_climb climb;
};

static int ordered_gather(struct rg *r, void *frame)
{
	struct ordered_gather *s = frame;

	RG_BEGIN(r, s);
	if (r->rank == r->root) {
		ordered_exchange_all(r, RG_OUT, false);
		if (!r->in_place)
			rg_copy(r, rg_block_of(r, RG_OUT, r->rank), rg_own(r, RG_IN));
		rg_wait(r, s);
	} else {
		rg_run(r, s, ordered_climb, &s->climb);
		if (s->climb.children && r->irregular)
			rg_room(r, ordered_data(&s->climb).len);
		for (int i = 0; i < s->climb.children; i++)
			rg_recv(r, s->climb.child[i].rank, ordered_child_data(&s->climb, i));
		if (s->climb.children) {
			rg_copy(r, ordered_own_data(r, &s->climb), rg_own(r, RG_IN));
			rg_wait(r, s);
		}
		rg_send(r, s->climb.parent,
		        s->climb.children ? ordered_data(&s->climb) : rg_own(r, RG_IN));
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Scatter along an ordered tree: see ordered.h. What a cube gets is one run of blocks in their
 * order, from where they are at the root.
 */
struct ordered_scatter {
	int at;
	struct ordered_climb climb;
};

static int ordered_scatter(struct rg *r, void *frame)
{
	struct ordered_scatter *s = frame;

	RG_BEGIN(r, s);
	if (r->rank == r->root) {
		ordered_exchange_all(r, RG_IN, true);
		if (!r->in_place)
			rg_copy(r, rg_own(r, RG_OUT), rg_block_of(r, RG_IN, r->rank));
		rg_wait(r, s);
	} else {
		rg_run(r, s, ordered_climb, &s->climb);
		if (s->climb.children && r->irregular)
			rg_room(r, ordered_data(&s->climb).len);
		rg_recv(r, s->climb.parent,
		        s->climb.children ? ordered_data(&s->climb) : rg_own(r, RG_OUT));
		rg_wait(r, s);
		for (int i = s->climb.children - 1; i >= 0; i--)
			rg_send(r, s->climb.child[i].rank, ordered_child_data(&s->climb, i));
		if (s->climb.children) {
			rg_copy(r, rg_own(r, RG_OUT), ordered_own_data(r, &s->climb));
			rg_wait(r, s);
		}
	}
	RG_END(s);
}
