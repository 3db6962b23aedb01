/* SPDX-License-Identifier: BSD-3-Clause
 * expression: how expressions are made and told apart.
 */
#include "prove/expression.h"

#include <stdlib.h>

#include "base/alloc.h"

static bool is_same(const void *of, size_t i, const void *thing)
{
	const struct rg_node *a = (const struct rg_node *)of + i, *b = thing;
	return a->left == b->left && a->right == b->right;
}

static uint64_t hash_of(const void *of, size_t i)
{
	const struct rg_node *x = (const struct rg_node *)of + i;
	return ((uint64_t)x->left << 32 | x->right) * 0x9e3779b97f4a7c15u;
}

rg_value rg_term(struct rg_terms *t, rg_value left, rg_value right)
{
	/* Several processes combine the same elements in the same order, so that the node is often
	 * the one behind the last that was found. */
	if (t->next < t->nodes && t->node[t->next].left == left && t->node[t->next].right == right)
		return (rg_value)(t->leaves + (int64_t)++t->next);
	rg_slots_reserve(&t->number, t->nodes, rg_alloc, hash_of, t->node);
	const struct rg_node x = {left, right};
	uint32_t *slot = rg_slots_find(&t->number, hash_of(&x, 0), is_same, t->node, &x);
	if (!*slot) {
		t->node = rg_grow(t->node, t->nodes, &t->cap, sizeof *t->node);
		t->node[t->nodes++] = x;
		*slot = (uint32_t)t->nodes;
	}
	t->next = *slot;
	return (rg_value)(t->leaves + (int64_t)t->next);
}

void rg_terms_free(struct rg_terms *t)
{
	free(t->node);
	free(t->number.slot);
}
