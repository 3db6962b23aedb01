/* SPDX-License-Identifier: BSD-3-Clause
 * folded: a record by kinds: one process of each, its messages, and what they take.
 */
#ifndef RG_FOLDED_H
#define RG_FOLDED_H

#include "cost/symmetry.h"

/* The costs of one move of a script. */
struct rg_toll {
	bool inside;       /* a message between processes of one machine */
	double startup;    /* seconds, of the processor, at each end */
	double header;     /* bytes that a message adds to its own */
	double latency;    /* seconds */
	double work;       /* seconds per element, of a combination or copy */
	double weight;     /* what it gets of a link that it shares, to what others get */
	size_t first, end; /* the way of a message is leg[first] ... leg[end - 1] */
};

struct rg_leg {
	int link;
	double share; /* messages of that kind on each such link */
};

/* One kind of processes. */
struct rg_role {
	const struct rg_script *script;
	int rank;               /* the example */
	size_t toll;            /* of its script's first move */
	size_t sends, receives; /* its first ones: sends with notifications, receives with awaits */
};

struct rg_folded {
	int n;
	struct rg_role *role; /* [n + 1]; the last only says where all end */
	struct rg_toll *toll;
	struct rg_leg *leg;
	double *bandwidth; /* [links] */
	bool *wire;        /* [links] it is one between machines, not their memory */
	int links;
	/* Which sends answer which receives. Between two kinds of as many processes it is one for
	 * one; else one end has several. */
	size_t *receives_of; /* [sends + 1] send i goes to receive[receives_of[i]] ... */
	size_t *sends_of;    /* [receives + 1] the other way round, send[] */
	int *receive, *send;
};

/* The record is borrowed. Free it with rg_folded_free. */
struct rg_folded rg_folded_new(const struct rg_record *r, const struct rg_matching *m,
                               const struct rg_symmetry *k, const struct rg_resources *w);
void rg_folded_free(struct rg_folded *c);

#endif
