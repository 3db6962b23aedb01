/* SPDX-License-Identifier: BSD-3-Clause
 * topology_text: a model as a topology file.
 */
#ifndef RG_TOPOLOGY_TEXT_H
#define RG_TOPOLOGY_TEXT_H

#include "base/text.h"
#include "fabric/topo.h"

/* Print the closed topology as a file that reads back as the same one but for the order of links:
 * switches with their machines in them, then the links between switches, then the forwarding
 * tables. Names that follow each other are folded to ranges. `comment` stands at the top. Which
 * cores share a cache is left out. */
void rg_topology_print(const struct rg_topo *t, const char *comment, struct rg_text *out);

#endif
