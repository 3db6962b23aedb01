/* @banner */
#include "ringgen.h"
/* @includes */

#if RINGGEN_VERSION / 100 != EMITTED_VERSION / 100
#error "made by ringgen EMITTED_TEXT for a ringgen.h of that version: generate this file again"
#endif

/* @algorithms */
/* @plans */
/* No machines: the ring follows the host names, machine by machine (Patarasuk & Yuan 2009, section
 * 4.2 and Lemma 6: contention free where the network is a switch between machines). */
static const struct rg_cluster cluster = {
	.version = EMITTED_VERSION, // of ringgen.h
	.library = &rg_library,
	.name = "NAME",
	.fact = FACT,
	/* @cluster */
};

/* @preload */

/* @entries */
