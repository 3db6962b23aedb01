/* SPDX-License-Identifier: BSD-3-Clause
 * assumptions: what a verdict rests on that nobody has told.
 */
#ifndef RG_ASSUMPTIONS_H
#define RG_ASSUMPTIONS_H

#include <stdbool.h>

#include "base/text.h"
#include "fabric/route.h"

struct rg_assumptions {
	bool ways;           /* to be the shortest: neither a table nor the file says so */
	struct rg_text text; /* that, and which switches that are assumed are passed, as a phrase;
	                        text.s is NULL: nothing */
};

/* What is assumed of messages that take these resources: taken[resources], true also where only
 * some of a message's ways do. Free the text. */
struct rg_assumptions rg_assumptions_of(const struct rg_routes *routes, const bool *taken);

#endif
