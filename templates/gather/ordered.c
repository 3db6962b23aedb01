/* Gather along the ordered tree of J. L. Traeff (2017), of blocks that are equal: all know the
 * whole tree, and nothing is told. Of a binomial tree it differs in that ranks stand in their
 * order, whichever the root is, so that the blocks of a subtree are neighbours in the root's
 * buffer.
 *
 * Cost: ceil(log2 P) messages into the root, and all data once; a wrong root may cost a penalty
 * (Lemma 2). Scratch: what a process has of others.
 */
#include "parts/ordered.c"

/*static*/ const struct rg_algorithm rg_ordered_gather = {
	.name = "ordered",
	.run = ordered_gather,
	.frame = sizeof(struct ordered_gather),
	.scratch = ordered_scratch,
	.takes = RG_JOINS,
	.tries = RG_WORDS("1", "3", "1 machine", "1 switch"),
};
