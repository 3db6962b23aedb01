/* SPDX-License-Identifier: BSD-3-Clause
 * json_check: a topology as JSON: its summary, or the graph.
 */
#ifndef RG_JSON_CHECK_H
#define RG_JSON_CHECK_H

#include "base/text.h"
#include "fabric/topo.h"

/* What `ringgen check` finds, of a checked topology, added to out; as `ringgen-json(5)` has it. All
 * oversubscribed links are there. */
void rg_json_check(const struct rg_topo *t, struct rg_text *out);

/* The graph instead, in file order, as `ringgen check --links` prints it. */
void rg_json_graph(const struct rg_topo *t, struct rg_text *out);

#endif
