/* The tree of an ordered gather or scatter, found by each process that has a part in it but the
 * root (Traeff 2017, Lemma 3): in each step the fixed roots of cubes that are joined tell each
 * other their sizes, and then each its gather root. Where all know all lengths, nothing is told.
 *
 * Cost: at most 2 ceil(log2 P) - 1 messages of numbers, each after the other, with one port and by
 * no level.
 */
#pragma once
#include "ringgen/parts/ordered_climb.h"

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
