/* SPDX-License-Identifier: BSD-3-Clause
 * port_lists: the lists of ports that are tried for a factored exchange where the ranks are.
 */
#ifndef RG_PORT_LISTS_H
#define RG_PORT_LISTS_H

#include "plan/candidate.h"

enum { RG_PORT_LISTS = 11 };

/* The lists for a routine by an exchange with ports, which between them are the best at all sizes,
 * by the sums of ports.h: no more than the fixed ones of its algorithm, in whose place they are
 * tried, or beside which where it has windows. The texts are kept as long as the process runs.
 * Returns their number; 0: there is nothing to exchange. */
int rg_port_lists(const struct rg_routine *r, const struct rg_scenario *g,
                  const char *lists[RG_PORT_LISTS]);

#endif
