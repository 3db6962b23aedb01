/* SPDX-License-Identifier: BSD-3-Clause
 * The table of collectives.
 */
#include "ringgen/engine.h"

/* What those behind a link contribute to each item, as one partial result. */
static double all_of_it(int behind, int P, bool rooted)
{
	(void)behind, (void)P, (void)rooted;
	return 1;
}

static double their_blocks(int behind, int P, bool rooted)
{
	(void)rooted;
	return (double)behind / P;
}

/* A partial result for each item of the others' blocks. */
static double the_others_blocks(int behind, int P, bool rooted)
{
	(void)rooted;
	return (double)(P - behind) / P;
}

/* All that is wanted elsewhere is the root's; in a scan rank 0's is wanted everywhere. */
static double of_the_root(int behind, int P, bool rooted)
{
	(void)behind, (void)P;
	return rooted;
}

static double to_the_root(int behind, int P, bool rooted)
{
	(void)behind, (void)P;
	return !rooted;
}

static double blocks_of_the_root(int behind, int P, bool rooted)
{
	return rooted ? (double)(P - behind) / P : 0;
}

static double blocks_to_the_root(int behind, int P, bool rooted)
{
	return rooted ? 0 : (double)behind / P;
}

/* A block for each process on the other side, of each on this one. */
static double for_the_others(int behind, int P, bool rooted)
{
	(void)rooted;
	return (double)behind * (P - behind) / P;
}

static double nothing(int behind, int P, bool rooted)
{
	(void)behind, (void)P, (void)rooted;
	return 0;
}

#define DESCRIBED(NAME, name, Entry, large, arguments, family, ...) \
	[RG_##NAME] = {#name, #Entry, #family, __VA_ARGS__},

const struct rg_descriptor rg_collectives[RG_COLLECTIVES] = {RG_ROWS(DESCRIBED)};
