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

#endif
