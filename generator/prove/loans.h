/* SPDX-License-Identifier: BSD-3-Clause
 * loans: what a process lends to the others of its machine in a game (rg_lend), and whether all
 * that is done to it is in an order, whatever the timing. Here several processes write, so each
 * access is kept until the loan ends; clocks order them, as in races.h. For lane.c, memory.c and
 * play.c alone.
 */
#ifndef RG_LOANS_H
#define RG_LOANS_H

#include "prove/lane.h"

/* Lend both spans, which the lane may read and write, and take them back. Where that cannot be
 * right the lane fails. */
void rg_loan_begin(struct rg_actor *a, const struct rg_span *given, const struct rg_span *taken);
void rg_loan_end(struct rg_actor *a);

/* The buffer that a span of what is lent is in, and whose it is: *owner. Any other span is itself,
 * of the lane's own. */
struct rg_span rg_loan_place(struct rg_actor *a, const struct rg_span *s, struct rg_actor **owner);

/* May the lane read or write a span, as far as loans are concerned: it is lent, or the lane's own
 * and not lent; and it is in order with what others do there. False: it has failed. */
bool rg_loan_allows(struct rg_actor *a, const struct rg_span *s, bool write);

void rg_loan_free(struct rg_loan *l);

#endif
