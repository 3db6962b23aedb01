/* SPDX-License-Identifier: BSD-3-Clause
 * openmpi_file: choices of algorithms as a file for Open MPI.
 *
 * Its form (ompi/mca/coll/tuned/coll_tuned_dynamic_file.c): how many collectives; of each its
 * number, how many sizes of communicators; of each the size, how many rules; of each from how many
 * bytes of the whole vector on, the algorithm (0: what Open MPI takes by itself), fan-out, and
 * bytes of a segment. A communicator takes the rules of the largest size that is not above its own.
 */
#include "native/openmpi_file.h"

/* The numbers of coll_tuned (enum COLLTYPE of ompi/mca/coll/base). */
static const int numbers[RG_COLLECTIVES] = {
	[RG_ALLGATHER] = 0, [RG_ALLGATHERV] = 1,      [RG_ALLREDUCE] = 2,
	[RG_BCAST] = 7,     [RG_GATHER] = 9,          [RG_REDUCE] = 11,
	[RG_SCATTER] = 15,  [RG_REDUCE_SCATTER] = 12, [RG_REDUCE_SCATTER_BLOCK] = 13,
};

/* ---- What it takes by itself */

/* Up to a size, of so many ranks and more, the algorithm. */
struct own {
	enum rg_collective collective;
	int ranks;
	int64_t below;
	const char *name;
};

/* What 4.1.4 was seen to call (tests/mpi/natives.c), with 8 to 64 ranks, at powers of two from 4 B
 * to 1 MiB; of an operation that commutes. Of more ranks it is taken to be the same, which is not
 * so for all of them. Fewer have more changes than anybody would follow, and are left out. */
#define ALL INT64_MAX
static const struct own owns[] = {
	{RG_ALLREDUCE, 64, 262144, "recursive_doubling"},
	{RG_ALLREDUCE, 64, ALL, "rabenseifner"},
	{RG_ALLREDUCE, 32, 128, "recursive_doubling"}, /* by way of its segmented ring */
	{RG_ALLREDUCE, 32, ALL, "rabenseifner"},
	{RG_ALLREDUCE, 16, 4096, "recursive_doubling"},
	{RG_ALLREDUCE, 16, ALL, "rabenseifner"},
	{RG_ALLREDUCE, 8, 8192, "recursive_doubling"},
	{RG_ALLREDUCE, 8, ALL, "rabenseifner"},
	{RG_ALLGATHER, 32, 32768, "recursive_doubling"},
	{RG_ALLGATHER, 32, ALL, "neighbor"},
	{RG_ALLGATHER, 8, ALL, "recursive_doubling"},
	{RG_REDUCE_SCATTER, 64, 512, "recursive_halving"},
	{RG_REDUCE_SCATTER, 64, 2048, "butterfly"},
	{RG_REDUCE_SCATTER, 64, 4096, "recursive_halving"},
	{RG_REDUCE_SCATTER, 64, ALL, "butterfly"},
	{RG_REDUCE_SCATTER, 32, 2048, "recursive_halving"},
	{RG_REDUCE_SCATTER, 32, 524288, "butterfly"},
	{RG_REDUCE_SCATTER, 32, ALL, "ring"},
	{RG_REDUCE_SCATTER, 8, 262144, "recursive_halving"},
	{RG_REDUCE_SCATTER, 8, ALL, "ring"},
	{RG_REDUCE_SCATTER_BLOCK, 64, 1024, "basic_linear"},
	{RG_REDUCE_SCATTER_BLOCK, 64, ALL, "butterfly"},
	{RG_REDUCE_SCATTER_BLOCK, 32, 512, "basic_linear"},
	{RG_REDUCE_SCATTER_BLOCK, 32, ALL, "butterfly"},
	{RG_REDUCE_SCATTER_BLOCK, 16, 512, "basic_linear"},
	{RG_REDUCE_SCATTER_BLOCK, 16, ALL, "recursive_halving"},
	{RG_REDUCE_SCATTER_BLOCK, 8, 256, "recursive_halving"},
	{RG_REDUCE_SCATTER_BLOCK, 8, 1024, "butterfly"},
	{RG_REDUCE_SCATTER_BLOCK, 8, ALL, "recursive_halving"},
	{RG_BCAST, 64, ALL, "knomial"},
	{RG_BCAST, 32, 2048, "binomial"},
	{RG_BCAST, 32, ALL, "knomial"},
	{RG_BCAST, 16, 4096, "knomial"},
	{RG_BCAST, 16, 1048576, "binomial"},
	{RG_BCAST, 16, ALL, "scatter_allgather"},
	{RG_BCAST, 8, 8, "knomial"},
	{RG_BCAST, 8, 64, "binary_tree"},
	{RG_BCAST, 8, 4096, "knomial"},
	{RG_BCAST, 8, 16384, "binary_tree"},
	{RG_BCAST, 8, 32768, "binomial"},
	{RG_BCAST, 8, ALL, "basic_linear"},
	{RG_REDUCE, 32, ALL, "binomial"},
	{RG_REDUCE, 16, 4096, "binary"},
	{RG_REDUCE, 16, ALL, "binomial"},
	{RG_REDUCE, 8, 8192, "binary"},
	{RG_REDUCE, 8, ALL, "binomial"},
	{RG_GATHER, 8, ALL, "binomial"},
	{RG_SCATTER, 64, 32768, "binomial"},
	{RG_SCATTER, 64, ALL, "linear_nb"},
	{RG_SCATTER, 32, 16384, "binomial"},
	{RG_SCATTER, 32, 262144, "linear_nb"},
	{RG_SCATTER, 32, 524288, "binomial"},
	{RG_SCATTER, 32, ALL, "linear_nb"},
	{RG_SCATTER, 16, 262144, "binomial"},
	{RG_SCATTER, 16, 524288, "basic_linear"},
	{RG_SCATTER, 16, ALL, "linear_nb"},
	{RG_SCATTER, 8, 131072, "binomial"},
	{RG_SCATTER, 8, ALL, "linear_nb"},
};

static const char *usual(const void *context, enum rg_collective collective, int64_t bytes)
{
	const int P = *(const int *)context;
	int ranks = 0;
	for (size_t i = 0; i < sizeof owns / sizeof *owns; i++)
		if (owns[i].collective == collective && owns[i].ranks <= P && owns[i].ranks > ranks)
			ranks = owns[i].ranks;
	for (size_t i = 0; i < sizeof owns / sizeof *owns; i++)
		if (owns[i].collective == collective && owns[i].ranks == ranks &&
		    bytes < owns[i].below)
			return owns[i].name;
	return NULL;
}

struct rg_library rg_openmpi_library(const int *P)
{
	return (struct rg_library){RG_OF_OPENMPI, usual, NULL, P};
}

/* ---- The file */

/* What it takes by itself is left to it. */
static bool is_own(const struct rg_native_choice *c)
{
	return c->native == c->usual;
}

static void add_rule(const struct rg_native_choice *c, struct rg_text *out)
{
	rg_textf(out, "%lld %d 0 %lld # %s%s\n", (long long)c->bytes, is_own(c) ? 0 : c->native->id,
	         (long long)c->segment, is_own(c) ? "its own choice " : "",
	         c->native ? c->native->name : "");
}

static void add_collective(enum rg_collective collective, const struct rg_native_choices *c, int P,
                           struct rg_text *out)
{
	rg_textf(out, "\n%d # %s\n2\n%d # ranks\n%d # rules\n", numbers[collective],
	         rg_collectives[collective].name, P, c->n);
	for (int i = 0; i < c->n; i++)
		add_rule(&c->choice[i], out);
	rg_textf(out, "%d # ranks and more: its own choice\n1\n0 0 0 0\n", P + 1);
}

void rg_openmpi_file(const struct rg_native_choices choices[RG_COLLECTIVES], int P,
                     struct rg_text *out)
{
	int n = 0;
	for (int k = 0; k < RG_COLLECTIVES; k++)
		n += rg_native_changes(&choices[k]);
	rg_textf(out, "%d # collectives\n", n);
	for (int k = 0; k < RG_COLLECTIVES; k++)
		if (rg_native_changes(&choices[k]))
			add_collective((enum rg_collective)k, &choices[k], P, out);
}
