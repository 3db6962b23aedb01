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

/* Where the blocks of a child land: where they belong, if that is one span. */
static struct rg_span tree_gather_landing(const struct rg *r, const struct rooted *t,
                                          struct rooted_child c)
{
	struct rg_span there = rooted_blocks(r, t, RG_OUT, c.begin, c.end);
	if (r->rank == r->root && there.buf >= 0)
		return there;
	return (struct rg_span){RG_TMP, rooted_length(r, t, t->begin, c.begin),
	                        rooted_length(r, t, c.begin, c.end)};
}

/* At the root: what landed in scratch goes where it belongs. */
static void tree_gather_deliver(struct rg *r, const struct rooted *t, struct rooted_child c)
{
	struct rg_span came = tree_gather_landing(r, t, c);
	for (int i = c.begin; i < c.end && came.buf == RG_TMP; i++) {
		struct rg_span block = rg_block(r, RG_OUT, rooted_at(r, t, i));
		rg_copy(r, block, (struct rg_span){RG_TMP, came.off, block.len});
		came.off += block.len;
	}
}

static int tree_gather(struct rg *r, void *frame)
{
	struct tree_gather *s = frame;
	struct rg_span own = rg_own(r, RG_IN);
	bool root = r->rank == r->root;

	RG_BEGIN(r, s);
	s->tree = rooted_tree(r, r->parameters);
	for (int i = 0; i < s->tree.children; i++) {
		struct rooted_child c = rooted_child(r, &s->tree, i);
		rg_recv(r, c.rank, tree_gather_landing(r, &s->tree, c));
	}
	if (!r->in_place && (root || s->tree.children))
		rg_copy(r, root ? rg_block(r, RG_OUT, r->pos) : rg_head(RG_TMP, own.len), own);
	if (s->tree.children)
		rg_wait(r, s);
	for (int i = 0; i < s->tree.children && root; i++)
		tree_gather_deliver(r, &s->tree, rooted_child(r, &s->tree, i));
	if (!root) {
		rg_send(r, s->tree.parent,
		        s->tree.children ? rg_head(RG_TMP, rooted_length(r, &s->tree, s->tree.begin,
		                                                         s->tree.end))
		                         : own);
		rg_wait(r, s);
	}
	RG_END(s);
}

static int64_t tree_gather_scratch(const struct rg *r)
{
	struct rooted t = rooted_tree(r, r->parameters);
	return t.children ? rooted_length(r, &t, t.begin, t.end) : 0;
}

/*static*/ const struct rg_algorithm rg_tree_gather = {
	.name = "tree",
	.run = tree_gather,
	.frame = sizeof(struct tree_gather),
	.scratch = tree_gather_scratch,
	.lanes = true,
	.takes = RG_A_TREE,
	.names = RG_WORDS("binomial", "sequential", "binary"),
	.tries = RG_WORDS("binomial", "sequential", "binary", "binomial machine",
                          "sequential machine", "binomial switch"),
};
