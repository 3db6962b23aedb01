/* SPDX-License-Identifier: BSD-3-Clause
 * emit: C text from the templates. Whole-line markers are filled, names replaced; a template that
 * includes another brings its text along, once. The same input gives the same bytes.
 */
#ifndef RG_EMIT_H
#define RG_EMIT_H

#include <stdbool.h>

#include "base/text.h"
#include "emit/prototypes.h"
#include "fabric/topo.h"
#include "plan/plans.h"

struct rg_emission {
	const char *prefix;  /* of the routines: a C identifier */
	const char *command; /* the command line, without folders */
	const char *fact;    /* what is proved, one line; also for RINGGEN_VERBOSE */
	const char *proof; /* the same at length: lines for the banner, each ends with a newline */
	bool reproducible; /* only what combines in the order of the ranks is used, and is there */
	bool preload;      /* the cluster is shown to libringgen-preload */
	const struct rg_plans *plans;
	bool wanted[RG_COLLECTIVES]; /* entries are emitted, */
	bool forms[RG_FORMS];        /* of these forms */
	/* The machines in ring order; topo NULL: none, the order follows the host names. */
	const struct rg_topo *topo;
	const int *all;     /* [topo->machines] all of them in that order, */
	const int *machine; /* [machines] and those that take part */
	int machines;
	bool whole; /* the order is one of all these machines, and says nothing of some of them */
	double speed, latency; /* of the links between them, as in struct rg_wires */
	/* The fixed form; P == 0: the open form. */
	int P;
	const int *host;  /* [P] index into machine[] of each rank */
	const int *order; /* [P] the rank at each position of the ring */
};

/* The source, the header. */
void rg_emit_source(const struct rg_emission *e, struct rg_text *out);
void rg_emit_header(const struct rg_emission *e, struct rg_text *out);

#endif
