/* SPDX-License-Identifier: BSD-3-Clause
 * The table of collectives.
 */
#include "ringgen/engine.h"

/* What those behind a link contribute to each item, as one partial result. */
static double all_of_it(int behind, int P)
{
	(void)behind, (void)P;
	return 1;
}

static double their_blocks(int behind, int P)
{
	return (double)behind / P;
}

/* A partial result for each item of the others' blocks. */
static double the_others_blocks(int behind, int P)
{
	return (double)(P - behind) / P;
}

#define RG_COLLECTIVE(NAME, name, Entry, family, begins, ends, passes, reduces, lengths, places, \
                      by_default, leaves)                                                        \
	[RG_##NAME] = {#name,   #Entry,  #family, begins,     ends,  passes,                     \
	               reduces, lengths, places,  by_default, leaves},

const struct rg_descriptor rg_collectives[RG_COLLECTIVES] = {
#include "ringgen/collectives.def"
};
