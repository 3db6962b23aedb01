/* SPDX-License-Identifier: BSD-3-Clause
 * topology_edit: a topology file with other bandwidths and latencies, and all else as it was.
 */
#ifndef RG_TOPOLOGY_EDIT_H
#define RG_TOPOLOGY_EDIT_H

#include <libxml/tree.h>

#include "base/text.h"
#include "calibrate/estimate.h"

/* Set what was measured (e[t->links]) in the document of their topology, as rg_read_document gives
 * it. Links that were not measured keep what the file says. The machines of a range stay one, with
 * the median, if their bandwidths differ by at most RG_ALIKE_BANDWIDTH and their latencies by at
 * most RG_ALIKE_LATENCY (of the larger one): measurements of one link, repeated, differ as much.
 * Else it is split, each part with all that the node has. */
#define RG_ALIKE_BANDWIDTH 0.02
#define RG_ALIKE_LATENCY 0.10
void rg_topology_edit(xmlDoc *doc, const struct rg_estimate *e);

/* Set what was measured of messages or memory, in seconds or bytes per second. */
void rg_topology_edit_told(xmlDoc *doc, enum rg_told which, double value);

/* The same of how fast elements are combined, of others than int:sum: what was measured takes the
 * place of all that was said. */
void rg_topology_edit_combining(xmlDoc *doc, const struct rg_combining *c, int n);

/* Put a comment before the root element, in place of an earlier one that begins with `kind`, which
 * this one does, too. Text that no comment can have is changed. */
void rg_topology_edit_comment(xmlDoc *doc, const char *kind, const char *text);

/* The document as text, in its encoding. */
void rg_topology_edit_print(xmlDoc *doc, struct rg_text *out);

#endif
