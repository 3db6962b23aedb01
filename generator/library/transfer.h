/* SPDX-License-Identifier: BSD-3-Clause
 * transfer: a topology and plans as text that one process sends to others. Numbers are written and
 * read as in C, so the locale must be that one. A topology file (show/topology_text.h) would not
 * do: it has numbers as people write them, links in another order and no caches, so that others
 * would plan other things by it.
 */
#ifndef RG_TRANSFER_H
#define RG_TRANSFER_H

#include "base/text.h"
#include "fabric/topo.h"
#include "plan/plans.h"

/* A checked topology; and that topology again, closed. Files and lines are not told. */
void rg_topo_tell(const struct rg_topo *t, struct rg_text *out);
struct rg_topo *rg_topo_hear(const char *text);

/* Plans, as runtime/preload/cluster/choices.h reads them. Lists that are the same are told once. */
void rg_plans_tell(const struct rg_plans *plans, struct rg_text *out);

#endif
