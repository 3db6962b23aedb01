/* SPDX-License-Identifier: BSD-3-Clause
 * The blocking collectives under MPI's own names. What is not ours goes to the next library, as it
 * came.
 */
#include "entry/blocking.h"
#include "preload/names/next.h"
#include "preload/names/takeover.h"

/* MPI_NAME: its parameters, the same as arguments, and the call that they make. Where the names are
 * not ours nothing of that is made: a branch and a jump to the next library. */
#define TAKE(NAME, PARAMETERS, ARGUMENTS, CALL)                                                 \
	static struct rg_next next_##NAME = {.name = "MPI_" #NAME,                              \
	                                     .otherwise = (rg_function *)PMPI_##NAME};          \
	static __attribute__((noinline)) int take_##NAME PARAMETERS                             \
	{                                                                                       \
		struct rg_context *last = rg_context_last(rg_bound, comm);                      \
		if (last && last->handed_on)                                                    \
			return NEXT(NAME) ARGUMENTS;                                            \
		struct rg_call call = CALL;                                                     \
		int err;                                                                        \
		return rg_serve_on(last, &call, &err) ? err                                     \
		                                      : rg_served(&call, NEXT(NAME) ARGUMENTS); \
	}                                                                                       \
	RG_TAKEN int MPI_##NAME PARAMETERS                                                      \
	{                                                                                       \
		return rg_bound ? take_##NAME ARGUMENTS : NEXT(NAME) ARGUMENTS;                 \
	}
#define NEXT(NAME) ((__typeof__(&PMPI_##NAME))rg_next_of(&next_##NAME))

TAKE(Allreduce, (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_allreduce(rg_bound, in, out, count, type, op, comm))

TAKE(Allgather,
     (const void *in, int in_count, MPI_Datatype in_type, void *out, int count, MPI_Datatype type,
      MPI_Comm comm),
     (in, in_count, in_type, out, count, type, comm),
     rg_call_allgather(rg_bound, in, in_count, in_type, out, count, type, comm))

TAKE(Allgatherv,
     (const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
      const int places[], MPI_Datatype type, MPI_Comm comm),
     (in, in_count, in_type, out, counts, places, type, comm),
     rg_call_allgatherv(rg_bound, in, in_count, in_type, out, RG_SMALL(counts), RG_SMALL(places),
                        type, comm))

TAKE(Reduce_scatter,
     (const void *in, void *out, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, counts, type, op, comm),
     rg_call_reduce_scatter(rg_bound, in, out, RG_SMALL(counts), type, op, comm))

TAKE(Reduce_scatter_block,
     (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm),
     rg_call_reduce_scatter_block(rg_bound, in, out, count, type, op, comm))

TAKE(Bcast, (void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
     (buffer, count, type, root, comm), rg_call_bcast(rg_bound, buffer, count, type, root, comm))

TAKE(Reduce,
     (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
     (in, out, count, type, op, root, comm),
     rg_call_reduce(rg_bound, in, out, count, type, op, root, comm))

TAKE(Gather,
     (const void *in, int in_count, MPI_Datatype in_type, void *out, int count, MPI_Datatype type,
      int root, MPI_Comm comm),
     (in, in_count, in_type, out, count, type, root, comm),
     rg_call_gather(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE(Scatter,
     (const void *in, int in_count, MPI_Datatype in_type, void *out, int count, MPI_Datatype type,
      int root, MPI_Comm comm),
     (in, in_count, in_type, out, count, type, root, comm),
     rg_call_scatter(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE(Gatherv,
     (const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
      const int places[], MPI_Datatype type, int root, MPI_Comm comm),
     (in, in_count, in_type, out, counts, places, type, root, comm),
     rg_call_gatherv(rg_bound, in, in_count, in_type, out, RG_SMALL(counts), RG_SMALL(places), type,
                     root, comm))

TAKE(Scatterv,
     (const void *in, const int counts[], const int places[], MPI_Datatype in_type, void *out,
      int count, MPI_Datatype type, int root, MPI_Comm comm),
     (in, counts, places, in_type, out, count, type, root, comm),
     rg_call_scatterv(rg_bound, in, RG_SMALL(counts), RG_SMALL(places), in_type, out, count, type,
                      root, comm))

TAKE(Barrier, (MPI_Comm comm), (comm), rg_call_barrier(rg_bound, comm))

TAKE(Scan, (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_scan(rg_bound, in, out, count, type, op, comm))

TAKE(Exscan, (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_exscan(rg_bound, in, out, count, type, op, comm))

#if RINGGEN_LARGE_COUNT
TAKE(Allreduce_c,
     (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_allreduce(rg_bound, in, out, count, type, op, comm))

TAKE(Allgather_c,
     (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, MPI_Count count,
      MPI_Datatype type, MPI_Comm comm),
     (in, in_count, in_type, out, count, type, comm),
     rg_call_allgather(rg_bound, in, in_count, in_type, out, count, type, comm))

TAKE(Allgatherv_c,
     (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, const MPI_Count counts[],
      const MPI_Aint places[], MPI_Datatype type, MPI_Comm comm),
     (in, in_count, in_type, out, counts, places, type, comm),
     rg_call_allgatherv(rg_bound, in, in_count, in_type, out, RG_LARGE(counts), RG_PLACES(places),
                        type, comm))

TAKE(Reduce_scatter_c,
     (const void *in, void *out, const MPI_Count counts[], MPI_Datatype type, MPI_Op op,
      MPI_Comm comm),
     (in, out, counts, type, op, comm),
     rg_call_reduce_scatter(rg_bound, in, out, RG_LARGE(counts), type, op, comm))

TAKE(Reduce_scatter_block_c,
     (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm),
     rg_call_reduce_scatter_block(rg_bound, in, out, count, type, op, comm))

TAKE(Bcast_c, (void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm),
     (buffer, count, type, root, comm), rg_call_bcast(rg_bound, buffer, count, type, root, comm))

TAKE(Reduce_c,
     (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, int root,
      MPI_Comm comm),
     (in, out, count, type, op, root, comm),
     rg_call_reduce(rg_bound, in, out, count, type, op, root, comm))

TAKE(Gather_c,
     (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, MPI_Count count,
      MPI_Datatype type, int root, MPI_Comm comm),
     (in, in_count, in_type, out, count, type, root, comm),
     rg_call_gather(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE(Scatter_c,
     (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, MPI_Count count,
      MPI_Datatype type, int root, MPI_Comm comm),
     (in, in_count, in_type, out, count, type, root, comm),
     rg_call_scatter(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE(Gatherv_c,
     (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, const MPI_Count counts[],
      const MPI_Aint places[], MPI_Datatype type, int root, MPI_Comm comm),
     (in, in_count, in_type, out, counts, places, type, root, comm),
     rg_call_gatherv(rg_bound, in, in_count, in_type, out, RG_LARGE(counts), RG_PLACES(places),
                     type, root, comm))

TAKE(Scatterv_c,
     (const void *in, const MPI_Count counts[], const MPI_Aint places[], MPI_Datatype in_type,
      void *out, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm),
     (in, counts, places, in_type, out, count, type, root, comm),
     rg_call_scatterv(rg_bound, in, RG_LARGE(counts), RG_PLACES(places), in_type, out, count, type,
                      root, comm))

TAKE(Scan_c,
     (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_scan(rg_bound, in, out, count, type, op, comm))

TAKE(Exscan_c,
     (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_exscan(rg_bound, in, out, count, type, op, comm))
#endif
