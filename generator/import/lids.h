/* SPDX-License-Identifier: BSD-3-Clause
 * lids: whose lid it is. Each subnet, which is what cables join, numbers its ports for itself.
 */
#ifndef RG_LIDS_H
#define RG_LIDS_H

#include "import/subnet.h"

struct rg_lids;

/* The lids of all ports of hosts that have a vertex. The subnet is borrowed. *twice: how many lids
 * two ports of a subnet have. Free it with rg_lids_free. */
struct rg_lids *rg_lids_new(const struct rg_subnet *f, int *twice);
void rg_lids_free(struct rg_lids *l);

/* The station of a host that has that lid in the subnet of a switch; -1: none has, or two have. */
int rg_lids_find(const struct rg_lids *l, int station, int lid);

#endif
