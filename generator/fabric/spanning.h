/* SPDX-License-Identifier: BSD-3-Clause
 * spanning: the links of a network of Ethernet that carry messages. Switches that are joined in a
 * circle leave some links out, by the spanning tree protocol (IEEE 802.1D).
 */
#ifndef RG_SPANNING_H
#define RG_SPANNING_H

#include "fabric/topo.h"

/* Is there anything to leave out: does the file say that the spanning tree rules, or that links are
 * blocked? (Tables come before a rule.) */
bool rg_spanning_rules(const struct rg_topo *t);

/* Leave out, of a checked topology, the links that are blocked, and if the rule is the spanning
 * tree, those between switches that it does not have; returns how many, and notes it in the
 * topology. What is left of switches that are joined is a tree. Its root is the switch with the
 * least first number of `position`, the bridge's priority (32768 where there is none, as in the
 * protocol), of several the one that is first in the file, for the addresses that decide are not
 * known. Each other switch keeps the link by which its way to the root costs least; of several the
 * one to the better switch, then the first in the file. O(links * log links). */
int rg_spanning_take(struct rg_topo *t);

#endif
