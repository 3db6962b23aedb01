/* SPDX-License-Identifier: BSD-3-Clause
 * streams: the messages that are under way at a time, and the rate of each: they share each link
 * fairly for their weights (max-min: nobody can get more without taking from one that has no more
 * for its weight).
 */
#ifndef RG_STREAMS_H
#define RG_STREAMS_H

#include "cost/folded.h"

struct rg_streams;

/* The streams on the links of a folded record, which is borrowed. A link between machines carries
 * so many bytes at once, and as many again as it did not carry since. Free it. */
struct rg_streams *rg_streams_new(const struct rg_folded *c, double burst);
void rg_streams_free(struct rg_streams *s);

/* A message of so many bytes is under way from that time on. Returns the number of its stream. It
 * has no rate until rg_streams_share. */
int rg_streams_begin(struct rg_streams *s, int message, const struct rg_toll *toll, double bytes,
                     double time);

/* It is through at that time. Its number may be given to another one. */
void rg_streams_end(struct rg_streams *s, int stream, double time);

/* How often its rate has been set. */
int rg_streams_change(const struct rg_streams *s, int stream);

/* If any began or ended: set the rates of those near them, as from that time on. For each stream
 * whose rate is another one now, ends(who, when it ends at that rate, its message, its change). */
typedef void rg_stream_ends(void *who, double time, int message, int change);
void rg_streams_share(struct rg_streams *s, double time, rg_stream_ends *ends, void *who);

#endif
