/* Reduce along a tree, the broadcast's turned round: binomial (Thakur & Gropp 2003, section 4),
 * binary, chain or sequential (Nishtala et al. 2003, section 3), over all processes along the ring
 * or level by level. Each adds up what its children have, those with the shortest way first, and
 * passes it on. In lanes it is a pipeline of segments.
 *
 * Cost: the vector once out of each process but the root, and into each as often as it has
 * children. Scratch: two segments, one at the root. Contributions are combined along the tree: the
 * operation must commute.
 */
#include "ringgen/parts/rooted.h"

struct tree_reduce_up {
	int at, child;
	struct rooted tree;
};

/* What a process has added up. */
static struct rg_span tree_reduce_sum(const struct rg *r)
{
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);
	return r->rank == r->root ? all : rg_head(RG_TMP, all.len);
}

/* Where what comes from a child lands: the first one's in the sum's place, if nothing is there. */
static struct rg_span tree_reduce_landing(const struct rg *r, const struct tree_reduce_up *s)
{
	struct rg_span sum = tree_reduce_sum(r);
	if (s->child == s->tree.children - 1 && !r->in_place)
		return sum;
	return (struct rg_span){RG_TMP, r->rank == r->root ? 0 : rg_slice_most(r, r->n), sum.len};
}

static void tree_reduce_add(struct rg *r, const struct tree_reduce_up *s)
{
	struct rg_span sum = tree_reduce_sum(r), came = tree_reduce_landing(r, s);
	bool first = came.buf == sum.buf && came.off == sum.off;
	rg_combine(r, first ? rg_slice(r, RG_IN, 0, r->n) : came, sum);
}

static int tree_reduce_up(struct rg *r, void *frame)
{
	struct tree_reduce_up *s = frame;
	struct rg_span mine = rg_slice(r, rg_mine(r), 0, r->n);

	RG_BEGIN(r, s);
	s->tree = rooted_tree(r, r->parameters);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, tree_reduce_sum(r), mine);
	for (s->child = s->tree.children - 1; s->child >= 0; s->child--) {
		rg_recv(r, rooted_child(r, &s->tree, s->child).rank, tree_reduce_landing(r, s));
		rg_wait(r, s);
		tree_reduce_add(r, s);
	}
	if (s->tree.parent >= 0) {
		rg_send(r, s->tree.parent, s->tree.children ? tree_reduce_sum(r) : mine);
		rg_wait(r, s);
	}
	RG_END(s);
}

static int64_t tree_reduce_scratch(const struct rg *r)
{
	return (r->rank == r->root ? 1 : 2) * rg_slice_most(r, r->n);
}

/*static*/ const struct rg_algorithm rg_tree_reduce = {
	.name = "tree",
	.run = tree_reduce_up,
	.frame = sizeof(struct tree_reduce_up),
	.scratch = tree_reduce_scratch,
	.commutes = true,
	.lanes = true,
	.segments = true,
	.takes = RG_A_TREE,
	.names = RG_WORDS("binomial", "binary", "sequential", "chain"),
	.tries = RG_WORDS("binomial", "binary", "sequential", "chain", "binomial machine",
                          "binary machine", "chain machine", "binomial switch", "binary switch",
                          "chain switch"),
};
