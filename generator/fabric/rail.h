/* SPDX-License-Identifier: BSD-3-Clause
 * rail: the network that one port of each host makes, if hosts have several ports. Which port
 * messages take is the MPI library's choice, which no topology tells; so each of them is a way,
 * until one is chosen.
 */
#ifndef RG_RAIL_H
#define RG_RAIL_H

#include "base/diag.h"
#include "fabric/topo.h"

/* Reduce a checked topology to `rail`, from 1 on. Each machine keeps the link that belongs to it:
 * the rail-th in file order, or the last. Tables keep what is for that link. Switches that then
 * lead to no machine go. Tables that do not tell rails apart lead to whichever link they name: what
 * they say of others is left out. 0: the rail that the file chooses; if it chooses none nothing is
 * changed. All is numbered anew, so routes made before are void. Returns 0, or -1 after the error
 * that no machine has so many links. */
int rg_rail_take(struct rg_topo *t, int rail, struct rg_diag *d);

/* How many machines have several links, and how many the one with the most has. */
int rg_rail_hosts(const struct rg_topo *t);
int rg_rail_most(const struct rg_topo *t);

#endif
