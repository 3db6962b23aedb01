/* SPDX-License-Identifier: BSD-3-Clause
 * generation: the stages of generate, and what they hand on.
 */
#include "cli/generation.h"

#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "cli/fit.h"
#include "cli/generated_files.h"
#include "emit/preload_build.h"
#include "emit/statement.h"
#include "plan/idle.h"

/* Read, check, order, and what else is needed before the long work. */
enum rg_status rg_generation_read(struct rg_generation *g)
{
	struct rg_diag d = {0};
	const struct rg_options *o = g->o;
	if (o->prefix && rg_topology_fault(o->prefix)) {
		rg_error(&d, NULL, 0, "--prefix: '%s' %s", o->prefix, rg_topology_fault(o->prefix));
		return RG_USAGE;
	}
	bool read = !o->tuned || rg_tuning_read(&g->tuned, o->tuned, &d) == 0;
	if ((!o->emit.automatic && rg_job_load(&g->job, &o->job, o->model.of, &d) < 0) || !read)
		return RG_INVALID;
	const struct rg_placement *fixed = g->job.subset ? g->job.placement : NULL;
	if (fixed && !rg_plans_can(fixed->places.P, &d))
		return RG_UNKNOWN;
	enum rg_status status = o->emit.preload ? rg_preload_ready() : RG_OK;
	if (status == RG_OK && fixed)
		rg_fit_parameters(o, fixed->places.P, fixed->machines);
	if (status == RG_OK && o->mpi) {
		status = rg_own_choice_find(&g->of, o, 0, &d);
		if (status != RG_OK)
			return status;
		/* Ranks of a communicator may be in any order. */
		g->own = rg_own_times_new(&g->of.library, true);
	}
	return status;
}

enum rg_status rg_generation_certify(struct rg_generation *g)
{
	const struct rg_placement *p = g->job.placement;
	if (p)
		g->certificate = rg_certify(g->job.routes, p->ring, p->places.P);
	return RG_OK;
}

/* The plans of the form that is wanted. */
enum rg_status rg_generation_plan(struct rg_generation *g)
{
	struct rg_diag d = {0};
	const struct rg_options *o = g->o;
	const struct rg_job *s = &g->job;
	rg_progress_begin();
	const struct rg_planning p = {.wanted = o->wanted,
	                              .model = &o->model,
	                              .stuck = g->stuck,
	                              .runs = g->runs,
	                              .budget = &o->emit.budget,
	                              .native = g->own ? rg_own_times : NULL,
	                              .on = g->own};
	if (!s->topo)
		rg_plans_anywhere(&p, &g->plans);
	else if (s->subset)
		rg_plans_fixed(&p, s->routes, s->placement, &g->plans);
	else
		rg_plans_open(&p, s->routes, s->order, &g->plans);
	rg_progress_clear();
	/* A file of other jobs would go unnoticed. */
	if (o->tuned && !rg_tuning_apply(&g->tuned, o->wanted, !s->subset, &g->plans))
		rg_warning(NULL, 0, "%s: none of its measurements is of these plans", o->tuned);
	rg_plans_used(&g->plans, g->used);
	for (int i = 0; i < RG_ROUTINES; i++) /* some are chosen by their siblings */
		g->runs[i] |= g->used[i];
	return rg_any_idle(o->wanted, o->ops_by, g->runs, &d) ? RG_USAGE : RG_OK;
}

static struct rg_scope scope_of(const struct rg_job *s)
{
	return (struct rg_scope){s->placement, s->subset};
}

enum rg_status rg_generation_prove(struct rg_generation *g)
{
	struct rg_emitted e = {.wanted = g->o->wanted,
	                       .reproducible = g->o->emit.reproducible,
	                       .used = g->used,
	                       .runs = g->runs,
	                       .stuck = g->stuck,
	                       .scope = scope_of(&g->job)};
	struct rg_variant *variant = rg_plans_variants(&g->plans, &e.variants);
	e.variant = variant;
	bool proved = rg_prove_emitted(&e);
	free(variant);
	return proved ? RG_OK : RG_REFUTED;
}

/* What the emitted text says of the machines. */
static void describe_machines(struct rg_emission *e, const struct rg_job *s)
{
	const struct rg_placement *p = s->placement;
	e->topo = s->topo;
	e->all = s->order;
	e->whole = !s->routes->tree;
	e->machine = p->machine;
	e->machines = p->machines;
	e->speed = p->machines > 1 ? rg_slowest_speed(s->topo) : 0;
	e->latency = rg_longest_latency(s->routes);
	e->P = s->subset ? p->places.P : 0;
	e->host = p->host;
	e->order = p->places.order;
}

enum rg_status rg_generation_emit(struct rg_generation *g)
{
	const struct rg_options *o = g->o;
	struct rg_text fact = {0}, proof = {0};
	struct rg_emission e = {.prefix = o->prefix ? o->prefix : g->job.topo->name,
	                        .command = o->line,
	                        .reproducible = o->emit.reproducible,
	                        .preload = o->emit.preload,
	                        .plans = &g->plans};
	const struct rg_scope scope = scope_of(&g->job);
	for (int i = 0; i < RG_ROUTINES; i++)
		e.wanted[rg_routines[i].collective] |= o->wanted[i].n > 0;
	memcpy(e.forms, o->emit.forms, sizeof e.forms);
	if (g->job.topo)
		describe_machines(&e, &g->job);
	rg_state_proof(&e, &scope, g->certificate, &fact, &proof);
	e.fact = fact.s;
	e.proof = proof.s;
	enum rg_status status = rg_generated_write(o, &e);
	rg_text_free(&fact);
	rg_text_free(&proof);
	return status;
}

void rg_generation_free(struct rg_generation *g)
{
	rg_plans_free(&g->plans);
	rg_certificate_free(g->certificate);
	rg_own_times_free(g->own);
	rg_own_choice_free(&g->of);
	rg_job_free(&g->job);
	rg_tuned_free(&g->tuned);
}
