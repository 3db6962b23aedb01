/* SPDX-License-Identifier: BSD-3-Clause
 * check: is a topology sound? And its summary.
 */
#ifndef RG_CHECK_H
#define RG_CHECK_H

#include "base/diag.h"
#include "base/text.h"
#include "fabric/topo.h"

/* Report all that is wrong: a name or alias used twice (both lines), a self link, no machine, a
 * machine as an inner vertex (more than one link), a vertex that cannot be reached (disconnected),
 * a cycle (named by its vertices and links). Linear time. Returns 0, or -1 after errors. */
int rg_check(const struct rg_topo *t, struct rg_diag *d);

/* The summary that `ringgen check` prints: machines, cores, switches, links, depth, slowest link,
 * and what is oversubscribed (a link whose two sides hold machines that can together send more than
 * it carries). For checked topologies. */
void rg_summary(const struct rg_topo *t, struct rg_text *out);

/* The graph for programs, as `ringgen check --links` prints it: the lines "machine NAME" and
 * "switch NAME" in file order, then "link A B BITS_PER_SECOND LATENCY DUPLEX" for each link, with
 * the latency in seconds, and "half" or "full". For checked topologies. */
void rg_links_print(const struct rg_topo *t, struct rg_text *out);

#endif
