/* SPDX-License-Identifier: BSD-3-Clause
 * naming: can each name in a topology be that of one vertex only?
 */
#ifndef RG_NAMING_H
#define RG_NAMING_H

#include "base/diag.h"
#include "fabric/topo.h"

/* Report names that two vertices have, and those of two machines that are one host's by the rule of
 * name.h: the runtime could take one machine for the other. */
void rg_check_names(const struct rg_topo *t, struct rg_diag *d);

/* The names by which a job, or a file, calls machines (rg_topo_host). A machine whose name is a
 * short one stands for any full one of it, but for one host only: n1.red and n1.blue are two. */
struct rg_callers;
struct rg_callers *rg_callers_new(const struct rg_topo *t);
void rg_callers_free(struct rg_callers *c);

/* The machine that `host`, named on a line of a file (NULL, 0: the command line), is
 * (rg_topo_host). -1 after the error that the name is short for several machines; or that it and an
 * earlier one are full names of two hosts, of which the machine's is the short one, and the
 * topology does not have both for that machine. -2: no machine is called so, which is not reported.
 */
enum { RG_NOBODY = -2 };
int rg_callers_find(struct rg_callers *c, const char *file, int line, const char *host,
                    struct rg_diag *d);

#endif
