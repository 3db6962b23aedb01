/* @banner */
#include "ringgen.h"
/* @includes */

#if RINGGEN_VERSION / 100 != EMITTED_VERSION / 100
#error "made by ringgen EMITTED_TEXT for a ringgen.h of that version: generate this file again"
#endif

/* @algorithms */
/* The machines in the order of the ring: depth first, so that every subtree is one contiguous run,
 * and any subset of the machines, in this order, is a ring that uses no link direction twice. */
static const char *const machines[] = {
	/* @machines */
};

/* @aliases */
/* @levels */
/* @plans */
static const struct rg_cluster cluster = {
	.version = EMITTED_VERSION, // of ringgen.h
	.library = &rg_library,
	.name = "NAME",
	.fact = FACT,
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	/* @cluster */
};

/* @preload */

/* @entries */
