/* Gather along a tree: binomial with the blocks of subtrees (Thakur & Gropp 2003), binary, chain or
 * sequential, over all processes along the ring or level by level.
 *
 * Cost: each process sends the blocks of its subtree in one message; (P - 1) / P of the vector into
 * the root. Where the blocks of a subtree are not neighbours in the root's buffer they land in
 * scratch and are copied there. Scratch: what a process's subtree has; at the root the vector.
 */
#include "ringgen/parts/rooted.h"

struct tree_gather {
	int at;
	struct rooted tree;
};

static int tree_gather(struct rg *r, void *frame)
{
	struct tree_gather *s = frame;
	struct rg_span own = rg_own(r, RG_IN);
	bool root = r->rank == r->root;

	RG_BEGIN(r, s);
	s->tree = rooted_tree(r, r->parameters);
	for (int i = 0; i < s->tree.children; i++) {
		struct rooted_child c = rooted_child(r, &s->tree, i);
		rg_recv(r, c.rank, rooted_subtree(r, &s->tree, RG_OUT, c));
	}
	if (!r->in_place && (root || s->tree.children))
		rg_copy(r, root ? rg_block(r, RG_OUT, r->pos) : rg_head(RG_TMP, own.len), own);
	if (s->tree.children)
		rg_wait(r, s);
	for (int i = 0; i < s->tree.children && root; i++)
		rooted_arrange(r, &s->tree, RG_OUT, rooted_child(r, &s->tree, i), true);
	if (!root) {
		rg_send(r, s->tree.parent, rooted_all(r, &s->tree, own));
		rg_wait(r, s);
	}
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_tree_gather = {
	.name = "tree",
	.run = tree_gather,
	.frame = sizeof(struct tree_gather),
	.scratch = rooted_subtree_scratch,
	.lanes = true,
	.segments = true,
	.takes = RG_A_TREE,
	.names = RG_WORDS("binomial", "sequential", "binary", "chain"),
	.tries = RG_WORDS("binomial", "sequential", "binary", "chain", "binomial machine",
                          "sequential machine", "binomial switch"),
};
