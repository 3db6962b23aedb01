/* SPDX-License-Identifier: BSD-3-Clause
 * busy: what lanes cannot hide: the busiest link, and what the busiest process does. A message
 * inside a machine is work: the processors move it.
 */
#ifndef RG_BUSY_H
#define RG_BUSY_H

struct rg_busy {
	double wire;          /* seconds per element */
	double work;          /* seconds per element */
	double each;          /* seconds in each lane */
	double longest, sent; /* the longest message between machines, and all of them; elements */
};

/* The most of each. */
static inline struct rg_busy rg_busier(struct rg_busy a, struct rg_busy b)
{
	a.wire = b.wire > a.wire ? b.wire : a.wire;
	a.work = b.work > a.work ? b.work : a.work;
	a.each = b.each > a.each ? b.each : a.each;
	a.longest = b.longest > a.longest ? b.longest : a.longest;
	a.sent = b.sent > a.sent ? b.sent : a.sent;
	return a;
}

#endif
