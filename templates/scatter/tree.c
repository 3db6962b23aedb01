/* Scatter along a tree, the gather's turned round: binomial with the blocks of subtrees (Thakur &
 * Gropp 2003), binary, chain or sequential, over all processes along the ring or level by level.
 *
 * Cost: each process gets the blocks of its subtree in one message; (P - 1) / P of the vector out
 * of the root. Where the blocks of a subtree are not neighbours in the root's buffer they are
 * copied into scratch before. Scratch: what a process's subtree has; at the root the vector.
 */
#include "ringgen/parts/rooted.h"

struct tree_scatter {
	int at;
	struct rooted tree;
};

static int tree_scatter(struct rg *r, void *frame)
{
	struct tree_scatter *s = frame;
	struct rg_span own = rg_own(r, RG_OUT);
	bool root = r->rank == r->root;

	RG_BEGIN(r, s);
	s->tree = rooted_tree(r, r->parameters);
	if (!root) {
		rg_recv(r, s->tree.parent, rooted_all(r, &s->tree, own));
		rg_wait(r, s);
	}
	for (int i = 0; i < s->tree.children; i++) {
		struct rooted_child c = rooted_child(r, &s->tree, i);
		if (root)
			rooted_arrange(r, &s->tree, RG_IN, c, false);
		rg_send(r, c.rank, rooted_subtree(r, &s->tree, RG_IN, c));
	}
	if (!r->in_place && (root || s->tree.children))
		rg_copy(r, own, root ? rg_block(r, RG_IN, r->pos) : rg_head(RG_TMP, own.len));
	if (s->tree.children)
		rg_wait(r, s);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_tree_scatter = {
	.name = "tree",
	.run = tree_scatter,
	.frame = sizeof(struct tree_scatter),
	.scratch = rooted_subtree_scratch,
	.lanes = true,
	.segments = true,
	.takes = RG_A_TREE,
	.names = RG_WORDS("binomial", "sequential", "binary", "chain"),
	.tries = RG_WORDS("binomial", "sequential", "binary", "chain", "binomial machine",
                          "sequential machine", "binomial switch"),
};
