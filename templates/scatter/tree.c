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

/* From where the blocks of a child are sent: the root has them where they belong, if that is one
 * span. */
static struct rg_span tree_scatter_source(const struct rg *r, const struct rooted *t,
                                          struct rooted_child c)
{
	struct rg_span there = rooted_blocks(r, t, RG_IN, c.begin, c.end);
	if (r->rank == r->root && there.buf >= 0)
		return there;
	return (struct rg_span){RG_TMP, rooted_length(r, t, t->begin, c.begin),
	                        rooted_length(r, t, c.begin, c.end)};
}

/* At the root: put together what is to be sent from scratch. */
static void tree_scatter_arrange(struct rg *r, const struct rooted *t, struct rooted_child c)
{
	struct rg_span to = tree_scatter_source(r, t, c);
	for (int i = c.begin; i < c.end && to.buf == RG_TMP; i++) {
		struct rg_span block = rg_block(r, RG_IN, rooted_at(r, t, i));
		rg_copy(r, (struct rg_span){RG_TMP, to.off, block.len}, block);
		to.off += block.len;
	}
}

static int tree_scatter(struct rg *r, void *frame)
{
	struct tree_scatter *s = frame;
	struct rg_span own = rg_own(r, RG_OUT);
	bool root = r->rank == r->root;

	RG_BEGIN(r, s);
	s->tree = rooted_tree(r, r->parameters);
	if (!root) {
		rg_recv(r, s->tree.parent,
		        s->tree.children ? rg_head(RG_TMP, rooted_length(r, &s->tree, s->tree.begin,
		                                                         s->tree.end))
		                         : own);
		rg_wait(r, s);
	}
	for (int i = 0; i < s->tree.children; i++) {
		struct rooted_child c = rooted_child(r, &s->tree, i);
		if (root)
			tree_scatter_arrange(r, &s->tree, c);
		rg_send(r, c.rank, tree_scatter_source(r, &s->tree, c));
	}
	if (!r->in_place && (root || s->tree.children))
		rg_copy(r, own, root ? rg_block(r, RG_IN, r->pos) : rg_head(RG_TMP, own.len));
	if (s->tree.children)
		rg_wait(r, s);
	RG_END(s);
}

static int64_t tree_scatter_scratch(const struct rg *r)
{
	struct rooted t = rooted_tree(r, r->parameters);
	return t.children ? rooted_length(r, &t, t.begin, t.end) : 0;
}

/*static*/ const struct rg_algorithm rg_tree_scatter = {
	.name = "tree",
	.run = tree_scatter,
	.frame = sizeof(struct tree_scatter),
	.scratch = tree_scatter_scratch,
	.lanes = true,
	.takes = RG_A_TREE,
	.names = RG_WORDS("binomial", "sequential", "binary"),
	.tries = RG_WORDS("binomial", "sequential", "binary", "binomial machine",
                          "sequential machine", "binomial switch"),
};
