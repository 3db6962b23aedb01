/* SPDX-License-Identifier: BSD-3-Clause
 * alltoall: the phases of an all-to-all.
 */
#include "cli/alltoall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/diag.h"
#include "certify/bound.h"

bool rg_is_not_alltoall(const struct rg_options *o)
{
	return strcmp(o->ops, "alltoall") != 0;
}

/* ---- The ranks ---- */

static void take_ranks(struct rg_asked_alltoall *a)
{
	const struct rg_certificate *c = a->ring.certificate;
	const struct rg_placement *p = a->ring.job.placement;
	a->P = c->P;
	a->place = rg_alloc((size_t)a->P, sizeof *a->place);
	a->order = rg_alloc((size_t)a->P, sizeof *a->order);
	for (int rank = 0; rank < a->P; rank++)
		a->place[rank] = a->ring.order ? a->ring.order[rank] : p->place[rank];
	if (!a->ring.order) {
		memcpy(a->order, p->places.order, (size_t)a->P * sizeof *a->order);
	} else { /* ranks in somebody's order have places in ours, too */
		int *machine = rg_alloc((size_t)a->P, sizeof *machine);
		for (int rank = 0; rank < a->P; rank++)
			machine[rank] = a->place[rank].machine;
		struct rg_placement *ours = rg_placement_on(a->ring.job.topo, machine, a->P);
		memcpy(a->order, ours->places.order, (size_t)a->P * sizeof *a->order);
		rg_placement_free(ours);
		free(machine);
	}
	for (int rank = 0; rank < a->P; rank++)
		a->place[rank].core = -1;
}

/* ---- The schedule ---- */

/* A schedule with its messages and its certificate. */
struct made {
	enum rg_phasing by;
	struct rg_schedule *schedule;
	struct rg_phased *message;
	struct rg_phased_certificate *certificate;
};

static void free_made(struct made *m)
{
	rg_schedule_free(m->schedule);
	free(m->message);
	rg_phased_free(m->certificate);
	*m = (struct made){0};
}

/* Is a way known between the machines of all ranks? */
static bool knows_ways(const struct rg_asked_alltoall *a)
{
	const struct rg_routes *r = a->ring.certificate->routes;
	bool *seen = rg_alloc((size_t)r->topo->machines, sizeof *seen);
	int *machine = rg_alloc((size_t)a->P, sizeof *machine), n = 0;
	struct rg_text why = {0};
	int64_t several = 0;
	for (int rank = 0; rank < a->P; rank++) {
		int m = a->place[rank].machine;
		if (!seen[m])
			machine[n++] = m;
		seen[m] = true;
	}
	bool knows = rg_job_knows_ways(r, machine, n, &several, &why);
	rg_text_free(&why);
	free(machine);
	free(seen);
	return knows;
}

/* NULL: it is made; else why it cannot be. */
static const char *make(struct made *m, const struct rg_asked_alltoall *a, enum rg_phasing by)
{
	const struct rg_routes *r = a->ring.certificate->routes;
	const char *why;
	*m = (struct made){.by = by};
	if (by == RG_BY_COLOURS && !knows_ways(a))
		return "no way is known between some of the ranks";
	m->schedule = rg_schedule_new(by, r, a->place, a->order, a->P, &why);
	if (!m->schedule)
		return why;
	m->message = rg_schedule_messages(m->schedule);
	m->certificate =
		rg_certify_phased(r, a->place, a->P, m->message, (int64_t)a->P * (a->P - 1),
	                          rg_schedule_phases(m->schedule));
	return NULL;
}

/* What is proved is before what is unknown, and that before what is refuted. */
static int standing(const struct rg_phased_certificate *c)
{
	return c->verdict == RG_IS_REFUTED ? 2 : c->verdict == RG_IS_UNKNOWN ? 1 : 0;
}

static bool is_better(const struct made *m, const struct made *best)
{
	const struct rg_phased_certificate *c = m->certificate, *b = best->certificate;
	if (!b || standing(c) != standing(b))
		return !b || standing(c) < standing(b);
	return c->seconds < b->seconds * (1 - 1e-9);
}

/* Does nothing take less time? */
static bool is_least(const struct made *m)
{
	double bound = rg_pairs_bound(m->certificate->busy, m->certificate->P).bound;
	return standing(m->certificate) == 0 && m->certificate->seconds <= bound * (1 + 1e-9);
}

static struct made find_best(const struct rg_asked_alltoall *a)
{
	static const enum rg_phasing ours[] = {RG_BY_TREE, RG_BY_SHIFTS, RG_BY_COLOURS};
	struct made best = {0};
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
		struct made m;
		if (best.certificate && is_least(&best))
			break;
		if (make(&m, a, ours[i]))
			continue;
		if (is_better(&m, &best)) {
			struct made other = best;
			best = m;
			m = other;
		}
		free_made(&m);
	}
	return best;
}

static enum rg_status take_schedule(struct rg_asked_alltoall *a, const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct made m = {0};
	const char *why = NULL;
	if (a->P > RG_SCHEDULE_MOST)
		why = "it is for 4096 ranks at most";
	else if (o->alltoall.schedule)
		why = make(&m, a, (enum rg_phasing)(o->alltoall.schedule - 1));
	else
		m = find_best(a);
	if (why) {
		rg_error(&d, NULL, 0, "no phases of an all-to-all%s%s%s: %s",
		         o->alltoall.schedule ? " by '" : "",
		         o->alltoall.schedule ? rg_phasing_names[o->alltoall.schedule - 1] : "",
		         o->alltoall.schedule ? "'" : "", why);
		return RG_INVALID;
	}
	a->by = m.by;
	a->schedule = m.schedule;
	a->message = m.message;
	a->certificate = m.certificate;
	return RG_OK;
}

/* ---- Both ---- */

enum rg_status rg_ask_alltoall(struct rg_asked_alltoall *a, const struct rg_options *o)
{
	enum rg_status status = rg_ask_ring(&a->ring, o);
	if (status != RG_OK)
		return status;
	take_ranks(a);
	return take_schedule(a, o);
}

void rg_asked_alltoall_free(struct rg_asked_alltoall *a)
{
	rg_phased_free(a->certificate);
	free(a->message);
	rg_schedule_free(a->schedule);
	free(a->place);
	free(a->order);
	rg_asked_ring_free(&a->ring);
}

struct rg_phased_certificate *rg_certify_other(const struct rg_asked_alltoall *a,
                                               enum rg_phasing by)
{
	struct made m;
	if (make(&m, a, by))
		return NULL;
	struct rg_phased_certificate *c = m.certificate;
	m.certificate = NULL;
	free_made(&m);
	return c;
}
