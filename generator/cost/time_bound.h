/* SPDX-License-Identifier: BSD-3-Clause
 * time_bound: the least time that a collective takes with start-ups and latencies, beside what
 * certify/bound.h says of bandwidths alone. It holds for the machines of the model: where start-ups
 * were not measured, it is as good as the model.
 */
#ifndef RG_TIME_BOUND_H
#define RG_TIME_BOUND_H

#include "certify/certify.h"
#include "cost/rates.h"
#include "ringgen/engine.h"

/* Seconds. No routine takes less than `least`, nor less than `first` + `each` times the bytes of
 * the whole vector. All are 0 with one machine. Blocks are of one size, and none is empty. */
struct rg_time_bound {
	double least; /* until all that must hear of each other can have */
	double first; /* of the first message between machines, without its bytes */
	double each;  /* rg_certificate_bound of a byte */
};

struct rg_time_bound rg_time_bound_of(const struct rg_certificate *c, enum rg_collective collective,
                                      const struct rg_model *m);

/* Of a vector of so many bytes; 0: there is no bound. */
double rg_time_bound_at(const struct rg_time_bound *b, double bytes);

#endif
