/* SPDX-License-Identifier: BSD-3-Clause
 * gantt: a timeline as a picture: a row for each rank, in it what its processor does, and below
 * that which of its messages are on their way.
 */
#ifndef RG_GANTT_H
#define RG_GANTT_H

#include "base/text.h"
#include "cost/timeline.h"
#include "fabric/topo.h"
#include "order/placement.h"
#include "show/colours.h"

/* Of more messages than this nobody could tell one from another. */
enum { RG_GANTT_MOST = 20000 };

/* The rows are in the order of the ring, under a title and a line below it. The same timeline gives
 * the same bytes. */
void rg_gantt(const struct rg_timeline *t, const struct rg_topo *topo, const struct rg_placement *p,
              const char *title, const char *below, const struct rg_colours *colours,
              struct rg_text *svg);

#endif
