/* SPDX-License-Identifier: BSD-3-Clause
 * expression: expressions over the contributions of the processes: what elements are in a game
 * (play.h). An expression is of no element: it is what has become of any one, and the contribution
 * of a process is its own element of the same number. The same expression is the same number.
 */
#ifndef RG_EXPRESSION_H
#define RG_EXPRESSION_H

#include <stddef.h>
#include <stdint.h>

#include "ringgen/slots.h"

/* 0: undefined. Up to `leaves`: the contribution of rank v - 1. Above: the combination
 * node[v - leaves - 1]. */
typedef uint32_t rg_value;

struct rg_node {
	rg_value left, right;
};

/* All combinations so far. Zeroed but for `leaves`, it is empty. */
struct rg_terms {
	int64_t leaves;       /* processes */
	struct rg_node *node; /* [nodes] */
	size_t nodes, cap;
	struct rg_slots number; /* of a combination */
	size_t next;            /* the node behind the one that was asked for last */
};

/* left op right */
rg_value rg_term(struct rg_terms *t, rg_value left, rg_value right);

/* The operands of a combination; NULL: v is none. */
static inline const struct rg_node *rg_operands(const struct rg_terms *t, rg_value v)
{
	return v > t->leaves ? &t->node[v - t->leaves - 1] : NULL;
}

void rg_terms_free(struct rg_terms *t);

#endif
