/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_usual: which algorithms MPICH takes by itself.
 *
 * As Thakur, Rabenseifner and Gropp 2005 have it, section 4, with the lengths of 4.0
 * (src/mpi/coll/cvars.txt), which its tables of JSON repeat; and, where machines have several
 * ranks, what the device (ch4) chooses before. tests/unit/native.c compares it with the tables of
 * each version. Since 4.2 a barrier's dissemination is called that of k = 2 partners: the same
 * messages.
 */
#include "native/mpich_usual.h"

/* The numbers of ranks that a row is for. */
enum ranks { ANY_RANKS, FEW, POWER, OTHER };

/* Below so many bytes, or for fewer elements than the power of two that fits into the ranks. */
enum { ELEMENTS = -1 };
#define ALL INT64_MAX

struct own {
	enum rg_collective collective;
	enum ranks ranks;
	bool nodes;    /* several machines, some of several ranks */
	int64_t below; /* as it is asked for: see agreement.h */
	const char *name;
};

/* The first row that fits. */
static const struct own owns[] = {
	{RG_ALLREDUCE, ANY_RANKS, true, ALL, "MPIR_Allreduce_intra_smp"},
	{RG_ALLREDUCE, ANY_RANKS, false, 9, "MPIR_Allreduce_intra_recursive_doubling"},
	{RG_ALLREDUCE, ANY_RANKS, false, ELEMENTS, "MPIR_Allreduce_intra_recursive_doubling"},
	{RG_ALLREDUCE, ANY_RANKS, false, ALL, "MPIR_Allreduce_intra_reduce_scatter_allgather"},
	{RG_ALLGATHER, POWER, false, 524288, "MPIR_Allgather_intra_recursive_doubling"},
	{RG_ALLGATHER, OTHER, false, 81920, "MPIR_Allgather_intra_brucks"},
	{RG_ALLGATHER, ANY_RANKS, false, ALL, "MPIR_Allgather_intra_ring"},
	{RG_ALLGATHERV, POWER, false, 524288, "MPIR_Allgatherv_intra_recursive_doubling"},
	{RG_ALLGATHERV, OTHER, false, 81920, "MPIR_Allgatherv_intra_brucks"},
	{RG_ALLGATHERV, ANY_RANKS, false, ALL, "MPIR_Allgatherv_intra_ring"},
	{RG_REDUCE_SCATTER, ANY_RANKS, false, 524288,
         "MPIR_Reduce_scatter_intra_recursive_halving"},
	{RG_REDUCE_SCATTER, ANY_RANKS, false, ALL, "MPIR_Reduce_scatter_intra_pairwise"},
	{RG_REDUCE_SCATTER_BLOCK, ANY_RANKS, false, 524288,
         "MPIR_Reduce_scatter_block_intra_recursive_halving"},
	{RG_REDUCE_SCATTER_BLOCK, ANY_RANKS, false, ALL,
         "MPIR_Reduce_scatter_block_intra_pairwise"},
	{RG_BCAST, FEW, true, ALL, "MPIR_Bcast_intra_smp"},
	{RG_BCAST, POWER, true, 524288, "MPIR_Bcast_intra_smp"},
	{RG_BCAST, OTHER, true, 12288, "MPIR_Bcast_intra_smp"},
	{RG_BCAST, FEW, false, ALL, "MPIR_Bcast_intra_binomial"},
	{RG_BCAST, ANY_RANKS, false, 12289, "MPIR_Bcast_intra_binomial"},
	{RG_BCAST, POWER, false, 524289, "MPIR_Bcast_intra_scatter_recursive_doubling_allgather"},
	{RG_BCAST, ANY_RANKS, false, ALL, "MPIR_Bcast_intra_scatter_ring_allgather"},
	{RG_REDUCE, ANY_RANKS, true, ALL, "MPIR_Reduce_intra_smp"},
	{RG_REDUCE, ANY_RANKS, false, 2049, "MPIR_Reduce_intra_binomial"},
	{RG_REDUCE, ANY_RANKS, false, ELEMENTS, "MPIR_Reduce_intra_binomial"},
	{RG_REDUCE, ANY_RANKS, false, ALL, "MPIR_Reduce_intra_reduce_scatter_gather"},
	{RG_GATHER, ANY_RANKS, false, ALL, "MPIR_Gather_intra_binomial"},
	{RG_SCATTER, ANY_RANKS, false, ALL, "MPIR_Scatter_intra_binomial"},
	{RG_ALLTOALL, FEW, false, 32769, "MPIR_Alltoall_intra_scattered"},
	{RG_ALLTOALL, FEW, false, ALL, "MPIR_Alltoall_intra_pairwise"},
	{RG_ALLTOALL, ANY_RANKS, false, 257, "MPIR_Alltoall_intra_brucks"},
	{RG_ALLTOALL, ANY_RANKS, false, 32769, "MPIR_Alltoall_intra_scattered"},
	{RG_ALLTOALL, ANY_RANKS, false, ALL, "MPIR_Alltoall_intra_pairwise"},
	{RG_ALLTOALLV, ANY_RANKS, false, ALL, "MPIR_Alltoallv_intra_scattered"},
	{RG_ALLTOALLW, ANY_RANKS, false, ALL, "MPIR_Alltoallw_intra_scattered"},
	{RG_GATHERV, ANY_RANKS, false, ALL, "MPIR_Gatherv_allcomm_linear"},
	{RG_SCATTERV, ANY_RANKS, false, ALL, "MPIR_Scatterv_allcomm_linear"},
	{RG_SCAN, ANY_RANKS, true, ALL, NULL}, /* by machine: nothing plays it */
	{RG_SCAN, ANY_RANKS, false, ALL, "MPIR_Scan_intra_recursive_doubling"},
	{RG_EXSCAN, ANY_RANKS, false, ALL, "MPIR_Exscan_intra_recursive_doubling"},
	{RG_BARRIER, ANY_RANKS, true, ALL, NULL}, /* the same */
	{RG_BARRIER, ANY_RANKS, false, ALL, "MPIR_Barrier_intra_dissemination"},
};

bool rg_mpich_few_elements(const struct rg_native_call *c)
{
	int power = 1;
	while (power <= c->P / 2)
		power *= 2;
	return c->bytes / 4 < power;
}

static bool fits(const struct own *o, const struct rg_native_call *c)
{
	const bool power = (c->P & (c->P - 1)) == 0, nodes = c->machines > 1 && c->P > c->machines;
	const bool ranks[] = {
		[ANY_RANKS] = true, [FEW] = c->P < 8, [POWER] = power, [OTHER] = !power};
	const struct rg_agreement *asks = rg_agreement_of(RG_OF_MPICH, c->collective);
	return o->collective == c->collective && ranks[o->ranks] && (nodes || !o->nodes) &&
	       (o->below == ELEMENTS ? rg_mpich_few_elements(c)
	                             : rg_agreement_length(asks, c->bytes, c->P) < o->below);
}

static const char *usual(const void *context, const struct rg_native_call *c)
{
	(void)context;
	for (size_t i = 0; i < sizeof owns / sizeof *owns; i++)
		if (fits(&owns[i], c))
			return owns[i].name;
	return NULL;
}

const struct rg_mpi_library rg_mpich_usual = {.mpi = RG_OF_MPICH, .usual = usual};
