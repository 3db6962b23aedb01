/* SPDX-License-Identifier: BSD-3-Clause
 * phased: is an all-to-all in phases right, and contention free? Whoever made the phases: the
 * messages are counted, and their loads recounted from routes, phase by phase. The claim holds for
 * phases that are aligned, since the pairs change from phase to phase.
 */
#ifndef RG_PHASED_H
#define RG_PHASED_H

#include "certify/certify.h"
#include "order/schedule.h"

/* The certificate of a schedule. Links alone count: the inside of machines is not in the claim. */
struct rg_phased_certificate {
	enum rg_verdict verdict;
	char fault[160]; /* what is wrong with the messages themselves, as a phrase; or "" */
	const struct rg_routes *routes;
	const struct rg_place *place; /* [P] by rank, borrowed */
	int P, machines;
	int phases;
	int *load; /* [phases] the highest load of a link direction in each */
	/* The demand of a phase is how long it takes, as a multiple of what the slowest of its
	 * messages takes alone. With equal links it is the highest load. */
	int busiest;   /* the phase with the highest demand, then load, the first; -1: none */
	int worst;     /* the resource of it that takes the longest; -1: none */
	double demand; /* in it; 0: nothing is sent over links */
	int most;      /* the highest load of all */
	int beyond;    /* phases with a demand above 1 */
	int shared;    /* phases with a load above 1 */
	int used;      /* link directions that any message takes */
	/* With load 1 there can be no fewer phases than messages over a resource, the one with most
	 * of them: how many, and which; -1: none is used. */
	int least, crowded;
	int64_t lost, several; /* messages that have not one way; and of these, several */
	int possible; /* the highest load if all of those take one over the same resource */
	struct rg_assumptions assumed; /* of any message */
	double seconds; /* for blocks of one byte: each phase as long as its slowest link takes */
	struct rg_certificate *busy; /* that phase by itself; without a busiest one: no pair */
};

/* Certify n messages of P ranks at place[P], by phase. Each rank must send to each other one once,
 * and in a phase send one message at most and receive one at most. Refuted: it is not so, which
 * `fault` says, or some phase has a demand above 1. Within capacity: some link direction carries
 * more than one message, but no phase takes longer by that. Else the verdict is what certify.h
 * says, of all phases. Time linear in the lengths of the routes and in the number of phases, memory
 * O(P^2) bits. */
struct rg_phased_certificate *rg_certify_phased(const struct rg_routes *routes,
                                                const struct rg_place *place, int P,
                                                const struct rg_phased *message, int64_t n,
                                                int phases);
void rg_phased_free(struct rg_phased_certificate *c);

/* One of the phases by itself, of the same messages. Free it with rg_certificate_free. */
struct rg_certificate *rg_certify_phase(const struct rg_phased_certificate *c,
                                        const struct rg_phased *message, int64_t n, int phase);

/* A user who asks for contention free takes within capacity as refuted. */
void rg_phased_be_strict(struct rg_phased_certificate *c);

/* Why the verdict is unknown, as a phrase; only for such a verdict. */
void rg_phased_doubt(const struct rg_phased_certificate *c, struct rg_text *out);

#endif
