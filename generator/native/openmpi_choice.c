/* SPDX-License-Identifier: BSD-3-Clause
 * openmpi_choice: which algorithms Open MPI takes by itself.
 */
#include "native/openmpi_choice.h"

/* The algorithm below a size, with so many ranks and more. */
struct own {
	enum rg_collective collective;
	int ranks;
	int64_t below;
	const char *name;
};

/* Open MPI 4.1.4 was seen to call these (tests/mpi/natives.c), with 8 to 64 ranks, at powers of two
 * from 4 B to 1 MiB; with an operation that commutes. More ranks are taken to have the same, which
 * is not so for all of them. Fewer ranks have more changes than anybody would follow, and are left
 * out. */
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
	{RG_ALLTOALL, 64, 65536, "modified_bruck"},
	{RG_ALLTOALL, 64, 131072, "linear"},
	{RG_ALLTOALL, 64, 262144, "linear_sync"},
	{RG_ALLTOALL, 64, ALL, "linear"},
	{RG_ALLTOALL, 32, 16384, "modified_bruck"},
	{RG_ALLTOALL, 32, ALL, "linear"},
	{RG_ALLTOALL, 16, 8192, "modified_bruck"},
	{RG_ALLTOALL, 16, 131072, "linear_sync"},
	{RG_ALLTOALL, 16, 524288, "linear"},
	{RG_ALLTOALL, 16, ALL, "linear_sync"},
	{RG_ALLTOALL, 8, 2097152, "linear_sync"},
	{RG_ALLTOALL, 8, ALL, "linear"},
	{RG_ALLTOALLV, 1024, ALL, "basic_linear"},
	{RG_ALLTOALLV, 256, ALL, "pairwise"},
	{RG_ALLTOALLV, 128, ALL, "basic_linear"},
	{RG_ALLTOALLV, 64, ALL, "pairwise"},
	{RG_ALLTOALLV, 4, ALL, "basic_linear"},
	{RG_ALLTOALLV, 2, ALL, "pairwise"},
	{RG_ALLTOALLW, 2, ALL, "linear"},
	{RG_BARRIER, 64, ALL, "bruck"},
	{RG_BARRIER, 8, ALL, "recursive_doubling"},
	{RG_SCAN, 2, ALL, "linear"},
	{RG_EXSCAN, 2, ALL, "linear"},
	{RG_GATHERV, 2, ALL, "linear"},
	{RG_SCATTERV, 2, ALL, "linear"},
};

static const char *usual(const void *context, const struct rg_native_call *c)
{
	int ranks = 0;
	(void)context;
	for (size_t i = 0; i < sizeof owns / sizeof *owns; i++)
		if (owns[i].collective == c->collective && owns[i].ranks <= c->P &&
		    owns[i].ranks > ranks)
			ranks = owns[i].ranks;
	for (size_t i = 0; i < sizeof owns / sizeof *owns; i++)
		if (owns[i].collective == c->collective && owns[i].ranks == ranks &&
		    c->bytes < owns[i].below)
			return owns[i].name;
	return NULL;
}

const struct rg_mpi_library rg_openmpi_library = {.mpi = RG_OF_OPENMPI, .usual = usual};
