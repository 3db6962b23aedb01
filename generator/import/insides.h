/* SPDX-License-Identifier: BSD-3-Clause
 * insides: what is inside the machines of a topology file. Machines that are described alike share
 * one inside.
 */
#ifndef RG_INSIDES_H
#define RG_INSIDES_H

#include <libxml/tree.h>

#include "base/diag.h"
#include "fabric/topo.h"

struct rg_insides { /* zero it to begin, but for t and d */
	struct rg_topo *t;
	struct rg_diag *d;
	void *described; /* those known so far, by what describes them: a tree of tsearch(3) */
	int cores;       /* of all of them */
};

/* The inside of a valid <node>; t owns it. NULL: none is described, or an error was reported. */
const struct rg_inside *rg_insides_read(struct rg_insides *s, const xmlNode *node);
void rg_insides_free(struct rg_insides *s);

#endif
