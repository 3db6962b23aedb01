/* @banner */
#include "ringgen.h"
/* @includes */

#if RINGGEN_VERSION / 100 != EMITTED_VERSION / 100
#error "made by ringgen EMITTED_TEXT for a ringgen.h of that version: generate this file again"
#endif

enum { P = PROCESSES };

/* @algorithms */
/* The machines of the list, in the order of the ring: depth first. */
static const char *const machines[] = {
	/* @machines */
};

/* @aliases */
/* @levels */
/* The machine of each rank. The runtime checks that a communicator is the one that this file was
 * made for: P processes, each on its machine. */
static const int host[P] = {
	/* @hosts */
};

/* The rank at each position of the ring. */
static const int order[P] = {
	/* @order */
};

/* @plans */
static const struct rg_cluster cluster = {
	.version = EMITTED_VERSION, // of ringgen.h
	.library = &rg_library,
	.name = "NAME",
	.fact = FACT,
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.P = P,
	.host = host,
	.order = order,
	/* @cluster */
};

/* @preload */

/* @entries */
