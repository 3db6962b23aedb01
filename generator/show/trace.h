/* SPDX-License-Identifier: BSD-3-Clause
 * trace: a timeline as JSON in the Trace Event Format, which chrome://tracing and Perfetto show.
 */
#ifndef RG_TRACE_H
#define RG_TRACE_H

#include "base/text.h"
#include "cost/timeline.h"
#include "fabric/topo.h"
#include "order/placement.h"

/* A process for each machine, and in it a thread for each rank; times are in microseconds. */
void rg_trace(const struct rg_timeline *t, const struct rg_topo *topo, const struct rg_placement *p,
              const char *title, const char *below, struct rg_text *out);

#endif
