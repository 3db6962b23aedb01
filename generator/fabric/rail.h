/* SPDX-License-Identifier: BSD-3-Clause
 * rail: of hosts with several ports the network that one port of each makes. Which port messages
 * take is the MPI library's choice, which no topology tells; so each of them is a way, until one is
 * chosen.
 */
#ifndef RG_RAIL_H
#define RG_RAIL_H

#include "base/diag.h"
#include "fabric/topo.h"

/* Leave of a checked topology, of each machine, the link that belongs to `rail`, from 1 on: the
 * rail-th in file order, or the last, and of the tables what is for that; and no switch that then
 * leads to no machine. Tables that do not tell rails apart lead to whichever link they name: what
 * they say of others is left out. 0: the rail that the file chooses; if it chooses none nothing is
 * changed. All is numbered anew, so routes made before are void. Returns 0, or -1 after the error
 * that no machine has so many links. */
int rg_rail_take(struct rg_topo *t, int rail, struct rg_diag *d);

/* How many machines have several links, and how many the one with the most has. */
int rg_rail_hosts(const struct rg_topo *t);
int rg_rail_most(const struct rg_topo *t);

#endif
