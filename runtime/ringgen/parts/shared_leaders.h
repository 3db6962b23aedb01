/* SPDX-License-Identifier: BSD-3-Clause
 * One process of each machine leads it, the root its own: the leaders form a tree as seen from the
 * root, of the shape and by the level that rg.parameters say, and inside a machine it goes through
 * windows.
 */
#pragma once
#include "ringgen/parts/rooted.h"

struct shared_leaders {
	struct rg_group machine;
	int one, lead;      /* the member that leads, and its rank */
	bool leads;         /* this process does, */
	struct rooted tree; /* and is there in the tree, */
	int children;       /* whose first so many children lead machines */
};

static inline struct shared_leaders shared_leaders_of(const struct rg *r)
{
	enum rg_level level = rg_level_of(r->parameters, RG_ON_MACHINE);
	struct shared_leaders s = {.machine = rg_machine(r)};
	int first = r->pos - s.machine.me;

	s.one = r->root_pos >= first && r->root_pos < first + s.machine.n ? r->root_pos - first : 0;
	s.lead = rg_member(&s.machine, s.one);
	s.leads = s.one == s.machine.me;
	if (!s.leads)
		return s;
	level = level < RG_ON_MACHINE ? RG_ON_MACHINE : level;
	s.tree = rooted_tree_by(r, rooted_shape(r->parameters), level);
	for (int k = 0; k < s.tree.levels; k++)
		s.children += s.tree.in_tier[k];
	return s;
}
