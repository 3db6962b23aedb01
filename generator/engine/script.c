/* SPDX-License-Identifier: BSD-3-Clause
 * script: the moves of one process, in steps.
 */
#include "engine/script.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/mix.h"

/* ---- Steps */

static bool same_move(const struct rg_move *a, const struct rg_move *b)
{
	return a->act == b->act && a->peer == b->peer && a->len == b->len && a->far == b->far;
}

static bool repeats(const struct rg_script *s, const struct rg_step *last, int begin)
{
	if ((int)s->moves - begin != last->moves)
		return false;
	for (int i = 0; i < last->moves; i++)
		if (!same_move(&s->move[last->first + i], &s->move[begin + i]))
			return false;
	return true;
}

void rg_script_end(struct rg_script *s, int *begin)
{
	struct rg_step *last = s->steps ? &s->step[s->steps - 1] : NULL;
	if (last && repeats(s, last, *begin)) {
		last->times++;
		s->moves = (size_t)*begin;
		return;
	}
	s->step = rg_grow(s->step, s->steps, &s->step_cap, sizeof *s->step);
	s->step[s->steps++] = (struct rg_step){*begin, (int)s->moves - *begin, 1};
	*begin = (int)s->moves;
}

/* ---- Is a ring's script the same everywhere? */

static int at(int i, int P)
{
	return (i % P + P) % P;
}

bool rg_script_is_ring(const struct rg_script *s, const struct rg_step *step, const int *order,
                       int pos, int P)
{
	int sends = 0, receives = 0;
	for (int i = step->first; i < step->first + step->moves; i++) {
		const struct rg_move *m = &s->move[i];
		if (m->act == RG_SENDS && (sends++ || m->peer != order[at(pos + 1, P)]))
			return false;
		if (m->act == RG_RECEIVES && (receives++ || m->peer != order[at(pos - 1, P)]))
			return false;
		if (m->act == RG_NOTIFIES || m->act == RG_AWAITS)
			return false;
	}
	return sends == receives;
}

bool rg_script_same(const struct rg_script *a, const struct rg_script *b)
{
	if (a->moves != b->moves || a->steps != b->steps)
		return false;
	for (size_t i = 0; i < a->steps; i++)
		if (a->step[i].moves != b->step[i].moves || a->step[i].times != b->step[i].times)
			return false;
	for (size_t i = 0; i < a->moves; i++)
		if (a->move[i].act != b->move[i].act || a->move[i].len != b->move[i].len ||
		    a->move[i].far != b->move[i].far)
			return false;
	return true;
}

/* ---- All of it */

uint64_t rg_script_hash(const struct rg_script *s, uint64_t hash)
{
	hash = rg_mix(rg_mix(hash, s->steps), s->moves);
	for (size_t i = 0; i < s->steps; i++) {
		const struct rg_step *step = &s->step[i];
		hash = rg_mix(hash, (uint64_t)step->first << 32 | (uint64_t)step->moves);
		hash = rg_mix(hash, (uint64_t)step->times);
	}
	for (size_t i = 0; i < s->moves; i++) {
		const struct rg_move *m = &s->move[i];
		hash = rg_mix(hash, (uint64_t)m->act << 32 | (uint32_t)m->peer);
		hash = rg_mix(rg_mix(hash, (uint64_t)m->len), (uint64_t)m->far);
	}
	return hash;
}

void rg_script_free(struct rg_script *s)
{
	free(s->move);
	free(s->step);
	*s = (struct rg_script){0};
}
