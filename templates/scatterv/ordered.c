/* Irregular scatter in linear time (J. L. Traeff 2017): along a tree that the processes find by the
 * lengths of their blocks, of which each knows its own. Short blocks are joined on their way, along
 * machines and switches first if a level is named, and what is long comes from the root straight.
 *
 * Cost: at most 2 ceil(log2 P) - 1 messages of numbers one after the other, then ceil(log2 P)
 * messages out of the root and all data once, if none comes straight; a wrong root may cost a
 * penalty (Lemma 2). Scratch: what a process has of others.
 */
#include "parts/ordered.c"

/*static*/ const struct rg_algorithm rg_ordered_scatterv = {
	.name = "ordered",
	.run = ordered_scatter,
	.frame = sizeof(struct ordered_scatter),
	.takes = RG_JOINS,
	.tries = RG_WORDS("1", "1 256 256", "3 256 256", "1 256 256 machine", "1 256 256 switch",
                          "1 4096 4096", "3 4096 4096", "1 4096 4096 machine", "1 4096 4096 switch",
                          "1 65536 65536", "3 65536 65536", "1 65536 65536 machine",
                          "1 65536 65536 switch"),
};
