/* SPDX-License-Identifier: BSD-3-Clause
 * expression: how expressions are made and told apart.
 */
#include "prove/expression.h"

#include <stdlib.h>

#include "base/alloc.h"

/* The slot that has this combination, or is empty. */
static rg_value *find_slot(struct rg_terms *t, struct rg_node x)
{
	uint64_t hash = ((uint64_t)x.left << 32 | x.right) * 0x9e3779b97f4a7c15u;
	for (size_t i = hash >> 32;; i++) {
		rg_value *slot = &t->slot[i & (t->slots - 1)];
		const struct rg_node *node = *slot ? rg_operands(t, *slot) : NULL;
		if (!node || (node->left == x.left && node->right == x.right))
			return slot;
	}
}

/* Twice the slots. */
static void grow_table(struct rg_terms *t)
{
	free(t->slot);
	t->slots = t->slots ? 2 * t->slots : 1024;
	t->slot = rg_alloc(t->slots, sizeof *t->slot);
	for (size_t i = 0; i < t->nodes; i++)
		*find_slot(t, t->node[i]) = (rg_value)(t->leaves + (int64_t)i + 1);
}

rg_value rg_term(struct rg_terms *t, rg_value left, rg_value right)
{
	/* Several processes combine the same elements in the same order, so that the node is often
	 * the one behind the last that was found. */
	if (t->next < t->nodes && t->node[t->next].left == left && t->node[t->next].right == right)
		return (rg_value)(t->leaves + (int64_t)++t->next);
	if (4 * t->nodes >= 3 * t->slots)
		grow_table(t);
	rg_value *slot = find_slot(t, (struct rg_node){left, right});
	if (!*slot) {
		t->node = rg_grow(t->node, t->nodes, &t->cap, sizeof *t->node);
		t->node[t->nodes++] = (struct rg_node){left, right};
		*slot = (rg_value)(t->leaves + (int64_t)t->nodes);
	}
	t->next = (size_t)((int64_t)*slot - t->leaves);
	return *slot;
}

void rg_terms_free(struct rg_terms *t)
{
	free(t->node);
	free(t->slot);
}
