/* SPDX-License-Identifier: BSD-3-Clause
 * emitted: the proof of all that is to be emitted.
 */
#include "prove/emitted.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/progress.h"

/* A placement is played if it has at most WIDE processes; a ring is played up to
 * RING_WIDE, which takes two or three seconds (time and memory of the others grow faster). The
 * fixed form runs on that placement only, so nothing else is played for it. The exception are
 * algorithms on a level below the machine: a placement does not say to which cores the processes
 * will be bound. */
enum { WIDE = 256, RING_WIDE = 1024 };

bool rg_plays_placement(const struct rg_scope *s, bool ring)
{
	return s->placement && s->placement->places.P <= (ring ? RING_WIDE : WIDE);
}

bool rg_plays_many(const struct rg_scope *s)
{
	return !s->fixed || !rg_plays_placement(s, false);
}

bool rg_is_below(const struct rg_variant *v)
{
	return rg_level_below(rg_algorithm_level(v->routine->algorithm, v->parameters));
}

/* ---- One variant */

static bool refuse(const struct rg_variant *v, const char *reason)
{
	struct rg_diag d = {0};
	rg_progress_clear();
	rg_error(&d, NULL, 0, "%s by %s is refuted: %s", v->routine->name,
	         rg_algorithm_name(v->routine->algorithm, v->parameters), reason);
	return false;
}

static bool prove_everywhere(const struct rg_variant *v)
{
	char reason[RG_REASON];
	bool proved = rg_proved_everywhere(v, reason, sizeof reason);
	return proved || refuse(v, reason);
}

static bool prove_placed(const struct rg_variant *v, const struct rg_placement *placement)
{
	struct rg_proof proof = {0};
	rg_prove_with(v->routine, v->parameters, placement->places.P, placement, &proof);
	bool proved = proof.proved || refuse(v, proof.reason);
	rg_proof_free(&proof);
	return proved;
}

static bool prove_variant(const struct rg_variant *v, const struct rg_scope *s)
{
	const struct rg_algorithm *a = v->routine->algorithm;
	bool placed = rg_plays_placement(s, a->ring) && rg_is_for(a, s->placement), proved = true;
	if (rg_plays_many(s) || !placed || rg_is_below(v))
		proved = prove_everywhere(v);
	if (placed && proved)
		proved = prove_placed(v, s->placement);
	return proved;
}

/* ---- All variants */

/* Did the user name this routine? Who asks for all that its collective has names none. */
static bool is_named(const struct rg_emitted *e, const struct rg_routine *r)
{
	bool all = true;
	for (int i = 0; i < RG_ROUTINES; i++)
		if (rg_routines[i].collective == r->collective &&
		    !(e->reproducible && rg_routines[i].algorithm->commutes))
			all &= e->wanted[i].n && !e->wanted[i].named;
	return !all && e->wanted[r - rg_routines].n;
}

/* A variant that is in no plan. */
static bool prove_other(const struct rg_variant *variant, bool stuck, const struct rg_scope *s)
{
	bool right = prove_variant(variant, s);
	if (right && stuck)
		return refuse(variant, "its processes wait for each other on this cluster");
	return right;
}

static bool is_used(const struct rg_emitted *e, const struct rg_variant *variant)
{
	size_t same = 0;
	while (same < e->variants && !rg_same_variant(&e->variant[same], variant))
		same++;
	return same < e->variants;
}

/* The routines that are in no plan. One that the user named must be right all the same, with the
 * parameters that were named. One whose processes wait for each other on this cluster is wrong,
 * whether it was named or not. */
static bool prove_others(const struct rg_emitted *e)
{
	bool proved = true;
	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_wanted *w = &e->wanted[i];
		bool asked = e->runs[i] && is_named(e, &rg_routines[i]);
		if ((e->used[i] && !w->named) || !(asked || e->stuck[i]))
			continue;
		for (int k = 0; k < w->n && proved; k++) {
			const struct rg_variant variant = {&rg_routines[i], w->parameters[k]};
			if (!is_used(e, &variant))
				proved &= prove_other(&variant, e->stuck[i], &e->scope);
		}
	}
	return proved;
}

/* Of n variants the one whose games are all played for variant i too, and more; i: there is none.
 */
static size_t widest(const struct rg_variant *variant, size_t n, size_t i)
{
	enum rg_collective wide =
		rg_prove_widest(variant[i].routine->collective, variant[i].routine->algorithm);
	for (size_t k = 0; k < n; k++)
		if (variant[k].routine->collective == wide &&
		    rg_same_play(&variant[k], &variant[i]))
			return k;
	return i;
}

/* What is proved by the games of another variant is not played again: the widest come first. */
bool rg_prove_emitted(const struct rg_emitted *e)
{
	bool proved = true, *right = rg_alloc(e->variants, sizeof *right);
	size_t n = e->variants, done = 0;
	for (int turn = 0; turn < 2; turn++)
		for (size_t i = 0; i < n; i++) {
			size_t wide = widest(e->variant, n, i);
			if ((wide != i) != turn)
				continue;
			rg_show_progress("proving %s by %s: %zu of %zu",
			                 e->variant[i].routine->name,
			                 e->variant[i].routine->algorithm->name, ++done, n);
			right[i] =
				(turn && right[wide]) || prove_variant(&e->variant[i], &e->scope);
			proved &= right[i];
		}
	proved &= prove_others(e);
	free(right);
	return proved;
}
