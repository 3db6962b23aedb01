/* SPDX-License-Identifier: BSD-3-Clause
 * generate: certify, prove, emit.
 */
#include "cli/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "certify/certify.h"
#include "cli/fit.h"
#include "cli/outputs.h"
#include "cli/own_choice.h"
#include "emit/emit.h"
#include "emit/preload_build.h"
#include "import/host_names.h"
#include "job/job.h"
#include "native/own_times.h"
#include "plan/planning.h"
#include "plan/tuning.h"
#include "prove/everywhere.h"
#include "show/certificate.h"

/* The job's own placement is played if it has at most WIDE processes; a ring is played up to
 * RING_WIDE, which takes two or three seconds (time and memory of the others grow faster). The
 * fixed form runs on that placement only, so nothing else is played for it. The exception are
 * algorithms on a level below the machine: a placement does not say to which cores the processes
 * will be bound. */
enum { WIDE = 256, RING_WIDE = 1024 };

/* The options, and what became of each routine that there was to choose from. */
struct candidates {
	const struct rg_options *o;
	struct rg_own_times *own;                   /* of the MPI library; NULL: it is not known */
	bool used[RG_ROUTINES];                     /* in some plan */
	bool stuck[RG_ROUTINES], runs[RG_ROUTINES]; /* see struct rg_planning */
};

/* Says so if a way is not right. */
static bool accept(const struct rg_way *w, bool proved, const char *reason)
{
	if (proved)
		return true;
	rg_progress_clear();
	fprintf(stderr, "ringgen: error: %s by %s is refuted: %s\n", w->routine->name,
	        rg_algorithm_name(w->routine->algorithm, w->parameters), reason);
	return false;
}

static bool prove_everywhere(const struct rg_way *w)
{
	char reason[RG_REASON];
	bool proved = rg_proved_everywhere(w, reason, sizeof reason);
	return accept(w, proved, reason);
}

static bool prove_placed(const struct rg_way *w, const struct rg_placement *placement)
{
	struct rg_proof proof = {0};
	rg_prove_with(w->routine, w->parameters, placement->places.P, placement, &proof);
	bool proved = accept(w, proof.proved, proof.reason);
	rg_proof_free(&proof);
	return proved;
}

static bool plays_placement(const struct rg_job *s, bool ring)
{
	return s->placement && s->placement->places.P <= (ring ? RING_WIDE : WIDE);
}

static bool plays_many(const struct rg_job *s)
{
	return !s->subset || !plays_placement(s, false);
}

/* Is it for NUMA nodes or caches, which are found when a communicator is set up? */
static bool is_below(const struct rg_way *w)
{
	return rg_level_below(rg_algorithm_level(w->routine->algorithm, w->parameters));
}

static bool prove_way(const struct rg_way *w, const struct rg_job *s)
{
	const struct rg_algorithm *a = w->routine->algorithm;
	bool placed = plays_placement(s, a->ring) && rg_is_for(a, s->placement), proved = true;
	if (plays_many(s) || !placed || is_below(w))
		proved = prove_everywhere(w);
	if (placed && proved)
		proved = prove_placed(w, s->placement);
	return proved;
}

/* Did the user name this routine? Who asks for all that its collective has names none. */
static bool is_named(const struct candidates *c, const struct rg_routine *r)
{
	bool all = true;
	for (int i = 0; i < RG_ROUTINES; i++)
		if (rg_routines[i].collective == r->collective &&
		    !(c->o->reproducible && rg_routines[i].algorithm->commutes))
			all &= c->o->wanted[i].n && !c->o->wanted[i].named;
	return !all && c->o->wanted[r - rg_routines].n;
}

/* A routine with such parameters that is in no plan. */
static bool prove_other(const struct rg_way *way, bool stuck, const struct rg_job *s)
{
	bool right = prove_way(way, s);
	if (right && stuck)
		fprintf(stderr,
		        "ringgen: error: %s by %s is refuted: its processes wait for each "
		        "other on this cluster\n",
		        way->routine->name,
		        rg_algorithm_name(way->routine->algorithm, way->parameters));
	return right && !stuck;
}

/* The routines that are in no plan. One that the user named must be right all the same, with the
 * parameters that were named. One whose processes wait for each other on this cluster is wrong,
 * whether it was named or not. `used` are the n ways of the plans. */
static bool prove_others(const struct candidates *c, const struct rg_way *used, size_t n,
                         const struct rg_job *s)
{
	bool proved = true;
	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_wanted *w = &c->o->wanted[i];
		bool asked = c->runs[i] && is_named(c, &rg_routines[i]);
		if ((c->used[i] && !w->named) || !(asked || c->stuck[i]))
			continue;
		for (int k = 0; k < w->n && proved; k++) {
			const struct rg_way way = {&rg_routines[i], w->parameters[k]};
			size_t same = 0;
			while (same < n && !rg_same_way(&used[same], &way))
				same++;
			if (same == n)
				proved &= prove_other(&way, c->stuck[i], s);
		}
	}
	return proved;
}

/* Of n ways the one whose games are all played for way i too, and more; i: there is none. */
static size_t widest(const struct rg_way *way, size_t n, size_t i)
{
	enum rg_collective wide = rg_prove_widest(way[i].routine->collective);
	for (size_t k = 0; k < n; k++)
		if (way[k].routine->collective == wide && rg_same_play(&way[k], &way[i]))
			return k;
	return i;
}

/* Play back every routine that is to be emitted, with the parameters that it is to have; and others
 * that had better be right. What is proved by the games of another one is not played again. */
static bool prove_emission(const struct rg_emission *e, const struct candidates *c,
                           const struct rg_job *s)
{
	bool proved = true;
	size_t n, done = 0;
	struct rg_way *way = rg_plans_ways(e->plans, &n);
	bool *right = rg_alloc(n, sizeof *right);
	for (int turn = 0; turn < 2; turn++) /* the widest first */
		for (size_t i = 0; i < n; i++) {
			size_t wide = widest(way, n, i);
			if ((wide != i) != turn)
				continue;
			rg_show_progress("proving %s by %s: %zu of %zu", way[i].routine->name,
			                 way[i].routine->algorithm->name, ++done, n);
			right[i] = (turn && right[wide]) || prove_way(&way[i], s);
			proved &= right[i];
		}
	proved &= prove_others(c, way, n, s);
	free(right);
	free(way);
	return proved;
}

static const char *what_for(const struct rg_algorithm *a)
{
	if (a->machine && a->takes == RG_A_LEVEL)
		return "one machine of which the ranks' NUMA nodes are known; by a level that is "
		       "named, as :numa, it finds them at run time";
	if (a->machine)
		return "several ranks on one machine";
	return "other machines, or has too many messages to plan with";
}

/* Collectives that were asked for by algorithms of which none can run on these machines: nothing
 * would be emitted of them. Says so, and returns whether there is one. */
static bool any_idle(const struct candidates *c)
{
	bool runs[RG_COLLECTIVES] = {0}, told[RG_COLLECTIVES] = {0}, any = false;
	for (int i = 0; i < RG_ROUTINES; i++)
		runs[rg_routines[i].collective] |= c->runs[i];
	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_routine *r = &rg_routines[i];
		if (!c->o->wanted[i].n || runs[r->collective] || told[r->collective])
			continue;
		fprintf(stderr,
		        "ringgen: error: --ops: nothing that is asked for of %s can run there (%s "
		        "is for %s)\n",
		        r->name, r->algorithm->name, what_for(r->algorithm));
		any = told[r->collective] = true;
	}
	return any;
}

/* Why the ring is not contention free, or not known to be, as a phrase. In a tree ringgen's own
 * order can be overloaded only by half-duplex links, which any ring must cross both ways. */
static void state_doubt(const struct rg_job *s, const struct rg_certificate *c, struct rg_text *why)
{
	char name[256];
	int worst = rg_certificate_worst(c, NULL);
	if (c->verdict != RG_IS_REFUTED)
		rg_certificate_doubt(c, why);
	else if (s->routes->tree)
		rg_text_add(why, "a half-duplex link carries both directions");
	else
		rg_textf(why, "%d pairs share %s", c->load[worst],
		         rg_resource_name(c->routes, worst, name, sizeof name));
}

/* What is proved of the ring's links. */
static void state_ring(const struct rg_job *s, const struct rg_certificate *c,
                       const struct rg_text *fact, struct rg_text *proof)
{
	struct rg_text why = {0};
	if (c->verdict == RG_IS_PROVED || c->verdict == RG_IS_PROVED_ANY_WAY) {
		rg_textf(proof, "Proved%s: %s%s.\n",
		         c->verdict == RG_IS_PROVED
		                 ? ""
		                 : ", whichever of its shortest ways each pair takes",
		         fact->s,
		         s->subset ? ""
		         : s->routes->tree
		                 ? ", and so for every subset of the machines"
		                 : ". The order is one of all these machines: on some of them "
		                   "MPI's own routines are used");
		return;
	}
	if (c->verdict == RG_IS_WITHIN_CAPACITY) {
		rg_textf(proof,
		         "Proved within capacity, for links that several pairs share have room for "
		         "them: %s.\n",
		         fact->s);
		return;
	}
	state_doubt(s, c, &why);
	rg_textf(proof, "Not proved to be contention free, as %s: %s.\n", why.s, fact->s);
	rg_warning(s->topo->file, 0, "not proved to be contention free, as %s", why.s);
	rg_text_free(&why);
}

static bool any_ring(const struct rg_emission *e)
{
	bool used[RG_ROUTINES];
	rg_plans_used(e->plans, used);
	for (int i = 0; i < RG_ROUTINES; i++)
		if (used[i] && rg_routines[i].algorithm->ring)
			return true;
	return false;
}

/* The cluster, and what is claimed of its links: for rings, whose pairs do not change. */
static void state_links(const struct rg_emission *e, const struct rg_job *s,
                        const struct rg_certificate *c, struct rg_text *fact, struct rg_text *proof)
{
	bool ring = any_ring(e);
	rg_certificate_fact(c, ring, fact);
	if (ring)
		state_ring(s, c, fact, proof);
	else
		rg_textf(proof, "For %s.\n", fact->s);
}

/* What is claimed of the links that an algorithm takes. */
enum claim { NEXT_ONLY, NO_LINK, NOTHING, CLAIMS };
static enum claim claim_of(const struct rg_algorithm *a)
{
	return a->machine ? NO_LINK : a->ring ? NEXT_ONLY : NOTHING;
}

/* The marks of algorithms with such a claim, and what they mean. */
static const char *const claim_mark[CLAIMS] = {[NEXT_ONLY] = " (1)", [NO_LINK] = " (2)"};
static const char *const claim_text[CLAIMS] = {
	[NEXT_ONLY] = "messages to the next of the ring only",
	[NO_LINK] = "on one machine: it takes no link",
	[NOTHING] = "partners change: no claim on the load of links",
};

/* Is the text of this routine there for one before it, too? */
static bool is_again(const bool used[RG_ROUTINES], int i)
{
	for (int k = 0; k < i; k++)
		if (used[k] && rg_routines[k].algorithm == rg_routines[i].algorithm)
			return true;
	return false;
}

/* The algorithms of a family, in rows of up to so many characters, below each other. */
enum { NAMES_BEGIN = 18, NAMES_END = 98 };
static void state_family(const bool used[RG_ROUTINES], const char *family, struct rg_text *proof)
{
	size_t column = NAMES_END;
	bool any = false;
	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_algorithm *a = rg_routines[i].algorithm;
		const char *mark = claim_mark[claim_of(a)];
		if (!used[i] || is_again(used, i) ||
		    strcmp(rg_collectives[rg_routines[i].collective].family, family) != 0)
			continue;
		size_t n = strlen(a->name) + (mark ? strlen(mark) : 0);
		if (column + 2 + n > NAMES_END) {
			rg_textf(proof, "%s  %-14s  ", any ? ",\n" : "", any ? "" : family);
			column = NAMES_BEGIN;
		} else {
			rg_text_add(proof, ", ");
			column += 2;
		}
		rg_textf(proof, "%s%s", a->name, mark ? mark : "");
		column += n;
		any = true;
	}
	if (any)
		rg_text_add(proof, "\n");
}

/* The algorithms, a row for each family: a text is for all of its collectives. */
static void state_algorithms(const bool used[RG_ROUTINES], struct rg_text *proof)
{
	bool claimed[CLAIMS] = {false};
	for (int c = 0; c < RG_COLLECTIVES; c++)
		if (!c || strcmp(rg_collectives[c].family, rg_collectives[c - 1].family) != 0)
			state_family(used, rg_collectives[c].family, proof);
	for (int i = 0; i < RG_ROUTINES; i++)
		if (used[i])
			claimed[claim_of(rg_routines[i].algorithm)] = true;
	for (int k = 0; k < CLAIMS; k++)
		if (claimed[k])
			rg_textf(proof, " %s %s\n",
			         claim_mark[k] ? claim_mark[k] : " others:", claim_text[k]);
}

static bool any_below(const struct rg_plans *plans)
{
	bool any = false;
	size_t n;
	struct rg_way *way = rg_plans_ways(plans, &n);
	for (size_t i = 0; i < n; i++)
		any |= is_below(&way[i]);
	free(way);
	return any;
}

#define ON_MACHINES ", on machines with equal and unequal numbers of them"

/* What was played: see prove_way. What is for one machine is played on one. */
static void state_played(const bool used[RG_ROUTINES], bool below, const struct rg_job *s,
                         struct rg_text *proof)
{
	bool ring = false, machine = false, several = false;
	int P = s->placement ? s->placement->places.P : 0;
	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_algorithm *a = rg_routines[i].algorithm;
		ring |= used[i] && a->ring;
		machine |= used[i] && a->machine;
		several |= used[i] && !a->machine;
	}
	if (!machine && !several)
		return;
	rg_text_add(proof, "Algorithms, each played back in memory for ");
	if (plays_many(s))
		rg_textf(proof, RG_EVERYWHERE "%s",
		         !machine  ? ON_MACHINES
		         : several ? ON_MACHINES ", or on one if that is all they are for"
		                   : ", on one machine");
	if (plays_placement(s, false) && (several || s->placement->machines == 1))
		rg_textf(proof, "%s%d process%s in this order%s", plays_many(s) ? ", and for " : "",
		         P, P == 1 ? "" : "es",
		         machine && s->placement->machines > 1 ? " (not those for one machine)"
		                                               : "");
	else if (plays_placement(s, true) && ring)
		rg_textf(proof, ", and the rings for %d processes in this order", P);
	if (below && !plays_many(s))
		rg_text_add(proof, "; those for NUMA nodes or caches, which are found at run time, "
		                   "also for " RG_EVERYWHERE);
	rg_text_add(proof,
	            ": every contribution exactly once, no deadlock when no send completes before "
	            "its receive is posted. libringgen plays them where a job's ranks are.\n");
	state_algorithms(used, proof);
}

static void state_proof(const struct rg_emission *e, const struct rg_job *s,
                        const struct rg_certificate *c, struct rg_text *fact, struct rg_text *proof)
{
	if (c) {
		state_links(e, s, c, fact, proof);
	} else {
		rg_text_add(fact, "machine by machine, by host name");
		rg_text_add(proof,
		            "The order follows the host names: machine by machine, then core "
		            "by core.\n");
	}
	bool used[RG_ROUTINES];
	rg_plans_used(e->plans, used);
	if (e->reproducible)
		rg_text_add(proof, "Reductions combine in the order of the ranks: the same bits "
		                   "wherever the ranks are.\n");
	rg_text_add(proof, "\n");
	state_played(used, any_below(e->plans), s, proof);
	rg_textf(proof,
	         "\nThen %schoices by size, plans by the shape of a job, and the routines that an "
	         "application calls.\n",
	         e->topo ? "the machines, " : "");
}

/* All files are written, or none. */
static enum rg_status write_emission(const struct rg_options *o, const struct rg_emission *e)
{
	struct rg_diag d = {0};
	struct rg_text source = {0}, header = {0}, library = {0};
	const struct rg_text *text[] = {&library, &source, &header};
	struct rg_output out[RG_OUTPUTS_MOST];
	struct rg_outputs names;
	enum rg_status status = RG_OK;
	rg_outputs_name(o, &names);
	for (int i = 0; i < names.n; i++)
		out[i] = (struct rg_output){names.path[i], text[i + !o->preload]};
	rg_emit_source(e, &source);
	rg_emit_header(e, &header);
	if (o->preload)
		status = rg_preload_build(e->prefix, &source, &library);
	if (status == RG_OK && rg_write(out, names.n, &d) < 0)
		status = RG_INVALID;
	rg_outputs_free(&names);
	rg_text_free(&source);
	rg_text_free(&header);
	rg_text_free(&library);
	return status;
}

/* A file of other jobs would go unnoticed. */
static void tell_unused(const char *tuned)
{
	rg_progress_clear();
	fprintf(stderr, "ringgen: warning: %s: nothing that is there is of these plans\n", tuned);
}

/* The plans of the form that is wanted. */
static void plan(const struct rg_job *s, const struct rg_tuned *tuned, struct candidates *c,
                 struct rg_plans *plans)
{
	const struct rg_planning p = {c->o->wanted, &c->o->model,  c->stuck,
	                              c->runs,      &c->o->budget, c->own ? rg_own_times : NULL,
	                              c->own};
	if (!s->topo)
		rg_plans_anywhere(&p, plans);
	else if (s->subset)
		rg_plans_fixed(&p, s->routes, s->placement, plans);
	else
		rg_plans_open(&p, s->routes, s->order, plans);
	if (c->o->tuned && !rg_tuning_apply(tuned, c->o->wanted, !s->subset, plans))
		tell_unused(c->o->tuned);
	rg_plans_used(plans, c->used);
	for (int i = 0; i < RG_ROUTINES; i++) /* some are chosen by their siblings */
		c->runs[i] |= c->used[i];
}

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

static enum rg_status emit(const struct rg_options *o, const struct rg_job *s,
                           const struct rg_tuned *tuned, struct rg_own_times *own)
{
	struct rg_text fact = {0}, proof = {0};
	struct rg_plans plans = {0};
	struct rg_emission e = {.prefix = o->prefix ? o->prefix : s->topo->name,
	                        .command = o->line,
	                        .reproducible = o->reproducible,
	                        .preload = o->preload,
	                        .plans = &plans};
	struct rg_certificate *c = NULL;
	struct candidates candidates = {.o = o, .own = own};
	enum rg_status status = RG_REFUTED;
	rg_progress_begin();
	plan(s, tuned, &candidates, &plans);
	for (int i = 0; i < RG_ROUTINES; i++)
		e.wanted[rg_routines[i].collective] |= o->wanted[i].n > 0;
	memcpy(e.forms, o->forms, sizeof e.forms);
	if (s->topo) {
		c = rg_certify(s->routes, s->placement->ring, s->placement->places.P);
		describe_machines(&e, s);
	}
	rg_progress_clear();
	bool idle = any_idle(&candidates);
	bool proved = !idle && prove_emission(&e, &candidates, s);
	rg_progress_end();
	if (idle) {
		status = RG_USAGE;
	} else if (proved) {
		state_proof(&e, s, c, &fact, &proof);
		e.fact = fact.s;
		e.proof = proof.s;
		status = write_emission(o, &e);
	}
	rg_certificate_free(c);
	rg_plans_free(&plans);
	rg_text_free(&fact);
	rg_text_free(&proof);
	return status;
}

enum rg_status rg_generate(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_tuned tuned = {.n = 0};
	struct rg_own_choice choice = {.mpich = NULL};
	enum rg_status status = RG_INVALID;
	if (o->prefix && rg_topology_fault(o->prefix)) {
		rg_error(&d, NULL, 0, "--prefix: '%s' %s", o->prefix, rg_topology_fault(o->prefix));
		return RG_USAGE;
	}
	bool read = !o->tuned || rg_tuning_read(&tuned, o->tuned, &d) == 0;
	if ((o->automatic || rg_job_load(&s, &o->job, o->model.of, &d) == 0) && read)
		status = s.subset && !rg_plans_can(s.placement->places.P, &d) ? RG_UNKNOWN
		         : o->preload                                         ? rg_preload_ready()
		                                                              : RG_OK;
	if (status == RG_OK && s.subset)
		rg_fit_parameters(o, s.placement->places.P, s.placement->machines);
	if (status == RG_OK && o->mpi && rg_own_choice_find(&choice, o, 0, &d) < 0)
		status = RG_INVALID;
	if (status == RG_OK) { /* ranks of a communicator may be in any order */
		struct rg_own_times *own = o->mpi ? rg_own_times_new(&choice.library, true) : NULL;
		status = emit(o, &s, &tuned, own);
		rg_own_times_free(own);
	}
	rg_own_choice_free(&choice);
	rg_job_free(&s);
	rg_tuned_free(&tuned);
	return status;
}
