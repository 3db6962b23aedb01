/* Barrier along a tree: signals go up to rank 0, and down again; over all
 * processes or level by level, so that few signals pass between machines. Cost: two signals of each
 * process but one; up and down a tree's height. No data, no scratch.
 */
#include "ringgen/parts/rooted.h"

struct tree_barrier {
	int at;
	struct rooted tree;
};

static int tree_barrier(struct rg *r, void *frame)
{
	struct tree_barrier *s = frame;

	RG_BEGIN(r, s);
	s->tree = rooted_tree(r, r->parameters);
	for (int i = 0; i < s->tree.children; i++)
		rg_heed(r, rooted_child(r, &s->tree, i).rank);
	if (s->tree.children)
		rg_wait(r, s);
	if (s->tree.parent >= 0) {
		rg_signal(r, s->tree.parent);
		rg_heed(r, s->tree.parent);
		rg_wait(r, s);
	}
	for (int i = 0; i < s->tree.children; i++)
		rg_signal(r, rooted_child(r, &s->tree, i).rank);
	if (s->tree.children)
		rg_wait(r, s);
	RG_END(s);
}

/*static*/ const struct rg_algorithm rg_tree_barrier = {
	.name = "tree",
	.run = tree_barrier,
	.frame = sizeof(struct tree_barrier),
	.takes = RG_A_TREE,
	.names = RG_WORDS("binomial"),
	.tries = RG_WORDS("binomial", "binomial machine", "sequential machine", "binomial switch"),
};
