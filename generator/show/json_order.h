/* SPDX-License-Identifier: BSD-3-Clause
 * json_order: the order of a job's machines as JSON.
 */
#ifndef RG_JSON_ORDER_H
#define RG_JSON_ORDER_H

#include "base/text.h"
#include "fabric/topo.h"

/* The machines [n] in their order, as rg_order_print has them: machine i has the ranks first[i] ...
 * first[i + 1] - 1. Added to out; as `ringgen-json(5)` has it. */
void rg_json_order(const struct rg_topo *t, char *const *called, const int *machines, int n,
                   const int *first, struct rg_text *out);

#endif
