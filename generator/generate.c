/* SPDX-License-Identifier: BSD-3-Clause
 * generate: certify, prove, emit.
 */
#include "generate.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "alloc.h"
#include "certify.h"
#include "emit.h"
#include "games.h"
#include "preload.h"
#include "progress.h"
#include "subject.h"

/* What is wrong with a prefix, as a phrase; NULL: nothing. As for a topology's name. */
static const char *prefix_fault(const char *s)
{
	size_t n = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
	if (!*s || s[n] || isdigit((unsigned char)*s))
		return "is not a C identifier";
	if (n > 255)
		return "is too long (at most 255 characters)";
	if (strncasecmp(s, "MPI", 3) == 0 || strncasecmp(s, "PMPI", 4) == 0 ||
	    strncasecmp(s, "rg_", 3) == 0 || strcmp(s, "rg") == 0)
		return "begins like the names of MPI or of libringgen";
	return NULL;
}

/* The numbers of processes that a routine is played back for before it is emitted, whatever the
 * cluster: all small ones, and some others. A placement is played as well if it has at most WIDE
 * processes, for a ring RING_WIDE, which takes a second or two: time and memory of others grow
 * faster. For the fixed form of at most WIDE it is played alone. */
static const int proved_ranks[] = {1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                   11, 12, 13, 14, 15, 16, 17, 23, 32};
#define PROVED_RANKS                                                    \
	"1 to 17, 23 and 32 processes, in rank order and shuffled, on " \
	"machines with equal and unequal numbers of them"
enum { PROVED = sizeof proved_ranks / sizeof *proved_ranks, WIDE = 256, RING_WIDE = 1024 };

static bool prove_one(const struct rg_way *w, int P, const struct rg_placement *placement)
{
	struct rg_proof proof = {0};
	const struct rg_routine *r = w->routine;
	rg_prove_ports(r, w->ports, P, placement, &proof);
	bool proved = proof.proved;
	if (!proved)
		rg_progress_clear();
	if (!proved)
		fprintf(stderr, "ringgen: error: %s by %s is refuted: %s\n", r->name,
		        r->algorithm->name, proof.reason);
	rg_proof_free(&proof);
	return proved;
}

static bool plays_placement(const struct rg_subject *s, bool ring)
{
	return s->placement && s->placement->P <= (ring ? RING_WIDE : WIDE);
}

static bool plays_many(const struct rg_subject *s)
{
	return !s->subset || !plays_placement(s, false);
}

/* Play back every routine that is to be emitted, with the ports that it is to have. */
static bool prove_emission(const struct rg_emission *e, const struct rg_subject *s)
{
	bool proved = true;
	size_t n;
	struct rg_way *way = rg_plans_ways(e->plans, &n);
	for (size_t i = 0; i < n; i++) {
		const struct rg_algorithm *a = way[i].routine->algorithm;
		rg_progress("proving %s by %s: %zu of %zu", way[i].routine->name, a->name, i + 1,
		            n);
		bool placed = plays_placement(s, a->ring) && rg_is_for(a, s->placement);
		for (int k = 0; k < PROVED && (plays_many(s) || !placed); k++)
			proved &= prove_one(&way[i], proved_ranks[k], NULL);
		if (placed)
			proved &= prove_one(&way[i], s->placement->P, s->placement);
	}
	free(way);
	return proved;
}

/* What is proved of the ring's links. ringgen's own order of a tree can be overloaded only by
 * half-duplex links, which any ring must cross both ways. */
static void state_ring(const struct rg_subject *s, const struct rg_certificate *c,
                       const struct rg_text *fact, struct rg_text *proof)
{
	if (c->verdict == RG_IS_PROVED) {
		rg_textf(proof, "Proved: %s%s.\n", fact->s,
		         s->subset ? "" : ", and so for every subset of the machines");
		return;
	}
	const char *why = c->verdict == RG_IS_REFUTED
	                          ? "a half-duplex link carries both directions"
	                          : "there are more ranks than cores on a machine";
	rg_textf(proof, "Not proved to be contention free, as %s: %s.\n", why, fact->s);
	rg_warning(s->topo->file, 0, "not proved to be contention free, as %s", why);
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
static void state_links(const struct rg_emission *e, const struct rg_subject *s,
                        const struct rg_certificate *c, struct rg_text *fact, struct rg_text *proof)
{
	bool ring = any_ring(e);
	rg_certificate_fact(c, ring, fact);
	if (ring)
		state_ring(s, c, fact, proof);
	else
		rg_textf(proof, "For %s.\n", fact->s);
}

/* What is not a ring, by collective. */
static void state_others(const struct rg_emission *e, struct rg_text *proof)
{
	bool used[RG_ROUTINES];
	rg_plans_used(e->plans, used);
	for (int i = 0, others = 0; i < RG_ROUTINES; i++) {
		const struct rg_routine *r = &rg_routines[i];
		if (used[i] && !r->algorithm->ring) {
			rg_textf(proof, "%s%s%s", others ? "" : r->name, others ? ", " : " by ",
			         r->algorithm->name);
			others++;
		}
		if (i + 1 < RG_ROUTINES && r[1].collective == r->collective)
			continue;
		if (others)
			rg_text_add(proof, ": partners change from step to step, so nothing is "
			                   "claimed of the load on links.\n");
		others = 0;
	}
}

static void state_proof(const struct rg_emission *e, const struct rg_subject *s,
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
	state_others(e, proof);
	if (e->reproducible)
		rg_text_add(proof, "Reductions combine in the order of the ranks: the same bits "
		                   "wherever the ranks are.\n");
	rg_text_add(proof, "Played back in memory for ");
	if (plays_many(s))
		rg_text_add(proof, PROVED_RANKS);
	if (plays_placement(s, false))
		rg_textf(proof, "%s%d processes in this order", plays_many(s) ? ", and for " : "",
		         s->placement->P);
	else if (plays_placement(s, true) && any_ring(e))
		rg_textf(proof, ", and the rings for %d processes in this order", s->placement->P);
	rg_text_add(proof,
	            ": every contribution exactly once, no deadlock when no send completes before "
	            "its receive is posted.\n");
}

/* A path with an end, to be freed. */
static char *path_with(const char *path, const char *end)
{
	struct rg_text t = {0};
	rg_textf(&t, "%s%s", path, end);
	return t.s;
}

/* All files are written, or none. */
static enum rg_status write_emission(const struct rg_options *o, const struct rg_emission *e)
{
	struct rg_diag d = {0};
	struct rg_text source = {0}, header = {0}, library = {0};
	bool alone = o->preload && rg_preload_alone(o->output);
	enum rg_status status = RG_OK;
	char *c = path_with(o->output, ".c"), *h = path_with(o->output, ".h");
	char *so = alone ? rg_strdup(o->output) : rg_preload_file(o->output);
	struct rg_output out[] = {{so, &library}, {c, &source}, {h, &header}};
	rg_emit_source(e, &source);
	rg_emit_header(e, &header);
	if (o->preload)
		status = rg_preload_build(e->prefix, &source, &library);
	if (status == RG_OK && rg_write(out + !o->preload, alone ? 1 : 2 + o->preload, &d) < 0)
		status = RG_INVALID;
	free(c);
	free(h);
	free(so);
	rg_text_free(&source);
	rg_text_free(&header);
	rg_text_free(&library);
	return status;
}

/* The plans of the form that is wanted. */
static void plan(const struct rg_options *o, const struct rg_subject *s, struct rg_plans *plans)
{
	const struct rg_planning p = {o->wanted, &o->model};
	if (!s->topo)
		rg_plans_anywhere(&p, plans);
	else if (s->subset)
		rg_plans_fixed(&p, s->routes, s->placement, plans);
	else
		rg_plans_open(&p, s->routes, plans);
}

static void describe_machines(struct rg_emission *e, const struct rg_subject *s)
{
	const struct rg_placement *p = s->placement;
	e->topo = s->topo;
	e->machine = p->machine;
	e->machines = p->machines;
	e->P = s->subset ? p->P : 0;
	e->host = p->host;
	e->order = p->order;
}

static enum rg_status emit(const struct rg_options *o, const struct rg_subject *s)
{
	struct rg_text fact = {0}, proof = {0};
	struct rg_plans plans = {0};
	struct rg_emission e = {.prefix = o->prefix ? o->prefix : s->topo->name,
	                        .command = o->line,
	                        .reproducible = o->reproducible,
	                        .preload = o->preload,
	                        .plans = &plans};
	struct rg_certificate *c = NULL;
	enum rg_status status = RG_REFUTED;
	rg_progress_begin();
	plan(o, s, &plans);
	for (int i = 0; i < RG_ROUTINES; i++)
		e.wanted[rg_routines[i].collective] |= o->wanted[i];
	if (s->topo) {
		c = rg_certify(s->routes, s->placement->ring, s->placement->P);
		describe_machines(&e, s);
	}
	bool proved = prove_emission(&e, s);
	rg_progress_end();
	if (proved) {
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
	struct rg_subject s = {0};
	enum rg_status status = RG_INVALID;
	if (o->prefix && prefix_fault(o->prefix)) {
		rg_error(&d, NULL, 0, "--prefix: '%s' %s", o->prefix, prefix_fault(o->prefix));
		return RG_USAGE;
	}
	if (o->automatic || rg_subject_load(&s, o, &d) == 0)
		status = s.subset && !rg_plans_can(s.placement->P, &d) ? RG_UNKNOWN : emit(o, &s);
	rg_subject_free(&s);
	return status;
}
