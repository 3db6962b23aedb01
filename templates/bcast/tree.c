/* Broadcast along a tree: binomial (Thakur & Gropp 2003, section 4), binary, chain or sequential
 * (Nishtala et al. 2003, section 3), over all processes along the ring or level by level. In lanes
 * it is a pipeline of segments.
 *
 * Cost: the vector once into each process but the root, and out of each as often as it has
 * children: one of a chain, two of a binary tree, ceil(lg P) of a binomial one's root, P - 1 of a
 * sequential one's. No scratch.
 */
#include "ringgen/parts/rooted.h"

struct tree_bcast {
	int at;
	struct rooted tree;
};

static int tree_bcast(struct rg *r, void *frame)
{
	struct tree_bcast *s = frame;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);

	RG_BEGIN(r, s);
	s->tree = rooted_tree(r, r->parameters);
	if (s->tree.parent >= 0) {
		rg_recv(r, s->tree.parent, all);
		rg_wait(r, s);
	}
	for (int i = 0; i < s->tree.children; i++)
		rg_send(r, rooted_child(r, &s->tree, i).rank, all);
	if (s->tree.children)
		rg_wait(r, s);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_tree_bcast = {
	.name = "tree",
	.run = tree_bcast,
	.frame = sizeof(struct tree_bcast),
	.lanes = true,
	.segments = true,
	.takes = RG_A_TREE,
	.names = RG_WORDS("binomial", "binary", "sequential", "chain"),
	.tries = RG_WORDS("binomial", "binary", "sequential", "chain", "binomial machine",
                          "binary machine", "chain machine", "binomial switch", "binary switch",
                          "chain switch"),
};
