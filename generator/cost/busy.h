/* SPDX-License-Identifier: BSD-3-Clause
 * busy: the work of the busiest link and of the busiest process, however many lanes overlap. A
 * message inside a machine is work of the processor, which moves it.
 */
#ifndef RG_BUSY_H
#define RG_BUSY_H

struct rg_busy {
	double wire;          /* seconds per element */
	double work;          /* seconds per element */
	double each;          /* seconds in each lane */
	double headers;       /* seconds of wire in each lane, beside that of the elements */
	double longest, sent; /* the longest message between machines, and all of them; elements */
};

/* The later one of two times, or the larger one of whatever else is not NaN. */
static inline double rg_latest(double a, double b)
{
	return a > b ? a : b;
}

/* The most of each. */
static inline struct rg_busy rg_busier(struct rg_busy a, struct rg_busy b)
{
	return (struct rg_busy){rg_latest(a.wire, b.wire),       rg_latest(a.work, b.work),
	                        rg_latest(a.each, b.each),       rg_latest(a.headers, b.headers),
	                        rg_latest(a.longest, b.longest), rg_latest(a.sent, b.sent)};
}

#endif
