/* SPDX-License-Identifier: BSD-3-Clause
 * statement: what was proved of an emission, in words.
 */
#include "emit/statement.h"

#include <stdlib.h>
#include <string.h>

/* ---- Links */

/* Why the ring is not contention free, or not known to be, as a phrase. In a tree ringgen's own
 * order can be overloaded only by half-duplex links, which any ring must cross both ways. */
static void state_doubt(const struct rg_certificate *c, struct rg_text *why)
{
	char name[256];
	int worst = rg_certificate_worst(c, NULL);
	if (c->verdict != RG_IS_REFUTED)
		rg_certificate_doubt(c, why);
	else if (c->routes->tree)
		rg_text_add(why, "a half-duplex link carries both directions");
	else
		rg_textf(why, "%d pairs share %s", c->load[worst],
		         rg_resource_name(c->routes, worst, name, sizeof name));
}

/* What is proved of the ring's links. */
static void state_ring(const struct rg_certificate *c, bool fixed, const struct rg_text *fact,
                       struct rg_text *proof)
{
	struct rg_text why = {0};
	if (rg_certificate_assumes(c))
		rg_textf(proof, "Assumed: %s.\n", rg_certificate_assumes(c));
	if (c->verdict == RG_IS_PROVED || c->verdict == RG_IS_PROVED_ANY_WAY) {
		rg_textf(proof, "Proved%s: %s%s.\n",
		         c->verdict == RG_IS_PROVED
		                 ? ""
		                 : ", whichever of its shortest ways each pair takes",
		         fact->s,
		         fixed ? ""
		         : c->routes->tree
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
	state_doubt(c, &why);
	rg_textf(proof, "Not proved to be contention free, as %s: %s.\n", why.s, fact->s);
	rg_warning(c->routes->topo->file, 0, "not proved to be contention free, as %s", why.s);
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
static void state_links(const struct rg_emission *e, const struct rg_certificate *c, bool fixed,
                        struct rg_text *fact, struct rg_text *proof)
{
	bool ring = any_ring(e);
	rg_certificate_fact(c, ring, fact);
	if (ring)
		state_ring(c, fixed, fact, proof);
	else
		rg_textf(proof, "For %s.\n", fact->s);
}

/* ---- Algorithms */

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
	struct rg_variant *variant = rg_plans_variants(plans, &n);
	for (size_t i = 0; i < n; i++)
		any |= rg_is_below(&variant[i]);
	free(variant);
	return any;
}

#define ON_MACHINES ", on machines with equal and unequal numbers of them"

/* What was played: see prove/emitted.h. What is for one machine is played on one. */
static void state_played(const bool used[RG_ROUTINES], bool below, const struct rg_scope *s,
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
	if (rg_plays_many(s))
		rg_textf(proof, RG_EVERYWHERE "%s",
		         !machine  ? ON_MACHINES
		         : several ? ON_MACHINES ", or on one if that is all they are for"
		                   : ", on one machine");
	if (rg_plays_placement(s, false) && (several || s->placement->machines == 1))
		rg_textf(proof, "%s%d process%s in this order%s",
		         rg_plays_many(s) ? ", and for " : "", P, P == 1 ? "" : "es",
		         machine && s->placement->machines > 1 ? " (not those for one machine)"
		                                               : "");
	else if (rg_plays_placement(s, true) && ring)
		rg_textf(proof, ", and the rings for %d processes in this order", P);
	if (below && !rg_plays_many(s))
		rg_text_add(proof, "; those for NUMA nodes or caches, which are found at run time, "
		                   "also for " RG_EVERYWHERE);
	rg_text_add(proof,
	            ": every contribution exactly once, no deadlock when no send completes before "
	            "its receive is posted. libringgen plays them where a job's ranks are.\n");
	state_algorithms(used, proof);
}

void rg_state_proof(const struct rg_emission *e, const struct rg_scope *s,
                    const struct rg_certificate *c, struct rg_text *fact, struct rg_text *proof)
{
	if (c) {
		state_links(e, c, s->fixed, fact, proof);
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
