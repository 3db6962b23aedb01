/* SPDX-License-Identifier: BSD-3-Clause
 * joining: what files of switches and hosts leave open: what joins parts, how fast links are.
 */
#ifndef RG_JOINING_H
#define RG_JOINING_H

#include "base/diag.h"
#include "fabric/topo.h"
#include "import/request.h"

/* A link as in a topology file that does not say its speed. */
void rg_join_two(struct rg_topo *t, int outer, int inner, int line);

/* If nothing joins all: a switch above top[tops], vertices of an open topology, which `what` are
 * ("blocks"). It is called as *join asks for, else `usual`; where both are NULL there is none. It
 * is assumed, with a warning. */
void rg_join_parts(struct rg_topo *t, const int *top, int tops, const struct rg_joining *join,
                   const char *usual, const char *what, struct rg_diag *d);

/* Warn of parts that nothing joins; `what` to do. */
void rg_tell_parts(const struct rg_topo *t, const char *what);

/* Warn of parts that nothing joins, how grids are taken, and that speeds are assumed. */
enum rg_wiring { RG_GRID_WIRES, RG_JOINED_WIRES };
void rg_tell_wires(const struct rg_topo *t, enum rg_wiring wires);

#endif
