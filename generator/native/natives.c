/* SPDX-License-Identifier: BSD-3-Clause
 * natives: the algorithms that MPI libraries have of their own.
 *
 * MPICH's are those of 4.0 (src/mpi/coll, and its default choice
 * maint/tuning/coll/mpir/generic.json); its scattered all-to-alls have MPIR_CVAR_ALLTOALL_THROTTLE
 * messages on their way, 32. Open MPI's those of coll/tuned of 4.1 (`ompi_info --param
 * coll tuned --level 9`); gatherv, scatterv and alltoallw are coll/basic's, which has one of each
 * and no number. Left out are Open MPI's segmented ring, split binary tree and chains side by side,
 * which no algorithm here plays.
 */
#include "native/natives.h"

#include <string.h>

const char *const rg_mpi_words[RG_MPIS] = {"mpich", "openmpi"};
const char *const rg_mpi_names[RG_MPIS] = {"MPICH", "Open MPI"};

/* After the algorithm come its parameters, then what else there is to say. */
#define ROW(library, COLLECTIVE, its_name, number, by, ...)                                    \
	{                                                                                      \
		.mpi = library, .collective = RG_##COLLECTIVE, .name = its_name, .id = number, \
		.algorithm = by, .parameters = __VA_ARGS__                                     \
	}
#define MPICH(COLLECTIVE, name, ...) ROW(RG_OF_MPICH, COLLECTIVE, "MPIR_" name, 0, __VA_ARGS__)
#define OPENMPI(COLLECTIVE, name, id, ...) ROW(RG_OF_OPENMPI, COLLECTIVE, name, id, __VA_ARGS__)
#define POWER .needs = RG_NEEDS_POWER
#define OTHER .needs = RG_NEEDS_OTHER
#define EVEN .needs = RG_NEEDS_EVEN
#define ODD .needs = RG_NEEDS_ODD
#define NODES .needs = RG_NEEDS_NODES
#define SEGMENTS .segments = true
#define NEARLY .nearly = true
/* Where the library's own choice looks whether an operation commutes, a rule of Open MPI's file
 * does not. Its Rabenseifner and recursive halving by blocks look themselves, and fall back to
 * linear ones; recursive doubling and linear ones keep the order (ompi/mca/coll/base). */
#define COMMUTES .commutes = true
/* Open MPI's scatter_allgather of a broadcast parts the vector by counts, ceil(count / ranks) each
 * (coll_base_bcast.c), and segments of its broadcasts are cut by the type's size
 * (COLL_BASE_COMPUTED_SEGCOUNT; see agreement.c). MPICH's ring of allgatherv cuts by extents, as
 * many as fit into MPIR_CVAR_ALLGATHERV_PIPELINE_MSG_SIZE (allgatherv_intra_ring.c); its pairwise
 * reduce_scatter copies a block onto itself where it is in place and longer than all those before
 * (reduce_scatter_intra_pairwise.c). Open MPI's bruck of an all-to-all gives wrong data where the
 * type that is sent has another extent than the one that is received (seen in 4.1.4:
 * tests/agreed.bats). */
#define ALIKE .alike = true

/* Both halve a reduce-scatter with the farthest partner first, which gets half of the vector. Ours
 * begins with the nearest, so it is played by ranks whose bits are read backwards. That is not done
 * for other numbers than powers of two, and the predicted time is too short where far messages
 * meet. */
#define FAR_FIRST .reversed = true

/* clang-format off */
const struct rg_native_algorithm rg_natives[] = {
	MPICH(ALLREDUCE, "Allreduce_intra_recursive_doubling", "recursive-doubling", NULL),
	MPICH(ALLREDUCE, "Allreduce_intra_reduce_scatter_allgather", "butterfly", NULL),
	MPICH(ALLREDUCE, "Allreduce_intra_smp", "smp-butterfly", NULL, NODES),
	MPICH(ALLGATHER, "Allgather_intra_recursive_doubling", "recursive-doubling", NULL, POWER),
	MPICH(ALLGATHER, "Allgather_intra_brucks", "factored", "1", OTHER),
	MPICH(ALLGATHER, "Allgather_intra_ring", "ring", NULL),
	MPICH(ALLGATHERV, "Allgatherv_intra_recursive_doubling", "recursive-doubling", NULL, POWER),
	MPICH(ALLGATHERV, "Allgatherv_intra_brucks", "factored", "1", OTHER),
	MPICH(ALLGATHERV, "Allgatherv_intra_ring", "ring", NULL, ALIKE),
	MPICH(REDUCE_SCATTER, "Reduce_scatter_intra_recursive_halving", "recursive-halving", NULL, POWER, FAR_FIRST),
	MPICH(REDUCE_SCATTER, "Reduce_scatter_intra_recursive_halving", "recursive-halving", NULL, OTHER),
	MPICH(REDUCE_SCATTER, "Reduce_scatter_intra_pairwise", "pairwise", NULL, ALIKE),
	MPICH(REDUCE_SCATTER_BLOCK, "Reduce_scatter_block_intra_recursive_halving", "recursive-halving", NULL, POWER, FAR_FIRST),
	MPICH(REDUCE_SCATTER_BLOCK, "Reduce_scatter_block_intra_recursive_halving", "recursive-halving", NULL, OTHER),
	MPICH(REDUCE_SCATTER_BLOCK, "Reduce_scatter_block_intra_pairwise", "pairwise", NULL),
	MPICH(BCAST, "Bcast_intra_binomial", "tree", "binomial"),
	MPICH(BCAST, "Bcast_intra_scatter_recursive_doubling_allgather", "scatter-doubling", NULL, POWER),
	MPICH(BCAST, "Bcast_intra_scatter_ring_allgather", "scatter-ring", NULL),
	MPICH(BCAST, "Bcast_intra_smp", "tree", "binomial machine", NODES),
	MPICH(REDUCE, "Reduce_intra_binomial", "tree", "binomial"),
	MPICH(REDUCE, "Reduce_intra_reduce_scatter_gather", "halving-gather", NULL),
	MPICH(REDUCE, "Reduce_intra_smp", "tree", "binomial machine", NODES),
	MPICH(GATHER, "Gather_intra_binomial", "tree", "binomial"),
	MPICH(SCATTER, "Scatter_intra_binomial", "tree", "binomial"),
	MPICH(GATHERV, "Gatherv_allcomm_linear", "sequential", NULL),
	MPICH(SCATTERV, "Scatterv_allcomm_linear", "sequential", NULL),
	MPICH(ALLTOALL, "Alltoall_intra_brucks", "bruck", "2"),
	MPICH(ALLTOALL, "Alltoall_intra_scattered", "linear", "32"),
	MPICH(ALLTOALL, "Alltoall_intra_pairwise", "xor", NULL, POWER),
	MPICH(ALLTOALL, "Alltoall_intra_pairwise", "pairwise", NULL, OTHER),
	MPICH(ALLTOALLV, "Alltoallv_intra_scattered", "linear", "32"),
	MPICH(ALLTOALLW, "Alltoallw_intra_scattered", "linear", "32"),
	MPICH(BARRIER, "Barrier_intra_dissemination", "dissemination", NULL),
	MPICH(SCAN, "Scan_intra_recursive_doubling", "recursive-doubling", NULL),
	MPICH(EXSCAN, "Exscan_intra_recursive_doubling", "recursive-doubling", NULL),

	OPENMPI(ALLREDUCE, "recursive_doubling", 3, "recursive-doubling", NULL),
	OPENMPI(ALLREDUCE, "ring", 4, "ring", NULL, COMMUTES),
	OPENMPI(ALLREDUCE, "rabenseifner", 6, "butterfly", NULL),
	OPENMPI(ALLGATHER, "bruck", 2, "factored", "1", OTHER),
	OPENMPI(ALLGATHER, "recursive_doubling", 3, "recursive-doubling", NULL, POWER),
	OPENMPI(ALLGATHER, "recursive_doubling", 3, "factored", "1", OTHER, NEARLY),
	OPENMPI(ALLGATHER, "ring", 4, "ring", NULL),
	OPENMPI(ALLGATHER, "neighbor", 5, "neighbour", NULL, EVEN),
	OPENMPI(ALLGATHER, "neighbor", 5, "ring", NULL, ODD),
	OPENMPI(ALLGATHERV, "bruck", 2, "factored", "1", OTHER),
	OPENMPI(ALLGATHERV, "ring", 3, "ring", NULL),
	OPENMPI(REDUCE_SCATTER, "recursive_halving", 2, "recursive-halving", NULL, POWER, FAR_FIRST, COMMUTES),
	OPENMPI(REDUCE_SCATTER, "recursive_halving", 2, "recursive-halving", NULL, OTHER, COMMUTES),
	OPENMPI(REDUCE_SCATTER, "ring", 3, "ring", NULL, COMMUTES),
	OPENMPI(REDUCE_SCATTER, "butterfly", 4, "recursive-halving", NULL, NEARLY),
	OPENMPI(REDUCE_SCATTER_BLOCK, "recursive_halving", 3, "recursive-halving", NULL, POWER, FAR_FIRST),
	OPENMPI(REDUCE_SCATTER_BLOCK, "recursive_halving", 3, "recursive-halving", NULL, OTHER),
	OPENMPI(REDUCE_SCATTER_BLOCK, "recursive_doubling", 2, "recursive-doubling", NULL, POWER),
	OPENMPI(REDUCE_SCATTER_BLOCK, "butterfly", 4, "recursive-halving", NULL, NEARLY),
	OPENMPI(BCAST, "basic_linear", 1, "tree", "sequential"),
	OPENMPI(BCAST, "pipeline", 3, "tree", "chain", SEGMENTS),
	OPENMPI(BCAST, "binary_tree", 5, "tree", "binary", SEGMENTS),
	OPENMPI(BCAST, "binomial", 6, "tree", "binomial", SEGMENTS),
	OPENMPI(BCAST, "knomial", 7, "tree", "binomial", NEARLY),
	OPENMPI(BCAST, "scatter_allgather", 8, "scatter-doubling", NULL, POWER, ALIKE),
	OPENMPI(BCAST, "scatter_allgather_ring", 9, "scatter-ring", NULL, ALIKE),
	OPENMPI(REDUCE, "linear", 1, "tree", "sequential"),
	OPENMPI(REDUCE, "pipeline", 3, "tree", "chain", SEGMENTS, COMMUTES),
	OPENMPI(REDUCE, "binary", 4, "tree", "binary", SEGMENTS, COMMUTES),
	OPENMPI(REDUCE, "binomial", 5, "tree", "binomial", SEGMENTS, COMMUTES),
	OPENMPI(REDUCE, "rabenseifner", 7, "halving-gather", NULL),
	OPENMPI(GATHER, "basic_linear", 1, "tree", "sequential"),
	OPENMPI(GATHER, "binomial", 2, "tree", "binomial"),
	OPENMPI(SCATTER, "basic_linear", 1, "tree", "sequential"),
	OPENMPI(SCATTER, "binomial", 2, "tree", "binomial"),
	OPENMPI(SCATTER, "linear_nb", 3, "tree", "sequential", NEARLY),
	OPENMPI(ALLTOALL, "linear", 1, "linear", "999999"),
	OPENMPI(ALLTOALL, "pairwise", 2, "pairwise", NULL),
	OPENMPI(ALLTOALL, "modified_bruck", 3, "bruck", "2", ALIKE),
	OPENMPI(ALLTOALL, "linear_sync", 4, "linear", "999999", NEARLY),
	OPENMPI(ALLTOALLV, "basic_linear", 1, "linear", "999999"),
	OPENMPI(ALLTOALLV, "pairwise", 2, "pairwise", NULL),
	OPENMPI(ALLTOALLW, "linear", 0, "linear", "999999"),
	OPENMPI(BARRIER, "recursive_doubling", 3, "dissemination", NULL, POWER),
	OPENMPI(BARRIER, "bruck", 4, "dissemination", NULL),
	OPENMPI(SCAN, "linear", 1, "chain", NULL),
	OPENMPI(SCAN, "recursive_doubling", 2, "recursive-doubling", NULL),
	OPENMPI(EXSCAN, "linear", 1, "chain", NULL),
	OPENMPI(EXSCAN, "recursive_doubling", 2, "recursive-doubling", NULL),
	OPENMPI(GATHERV, "linear", 0, "sequential", NULL),
	OPENMPI(SCATTERV, "linear", 0, "sequential", NULL),
};
/* clang-format on */
const int rg_natives_n = sizeof rg_natives / sizeof *rg_natives;

const char *rg_native_short(const struct rg_native_algorithm *n)
{
	static const char *const before[] = {"_intra_", "_allcomm_"};
	for (size_t i = 0; n && i < sizeof before / sizeof *before; i++)
		if (strstr(n->name, before[i]))
			return strstr(n->name, before[i]) + strlen(before[i]);
	return n ? n->name : "-";
}

struct rg_variant rg_native_variant(const struct rg_native_algorithm *n)
{
	struct rg_variant variant = {NULL, n->parameters};
	for (int i = 0; i < RG_ROUTINES && !variant.routine; i++)
		if (rg_routines[i].collective == n->collective &&
		    strcmp(rg_routines[i].algorithm->name, n->algorithm) == 0)
			variant.routine = &rg_routines[i];
	return variant;
}
