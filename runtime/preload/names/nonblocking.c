/* SPDX-License-Identifier: BSD-3-Clause
 * The nonblocking and persistent collectives under MPI's own names. What is not ours goes to the
 * next library, as it came.
 */
#include "preload/names/handles.h"
#include "preload/names/next.h"
#include "preload/names/takeover.h"

#define ARGUMENTS(...) __VA_ARGS__

/* MPI_NAME: its parameters, the same as arguments, and the call that they make. */
#define TAKE(NAME, PARAMETERS, GIVEN, CALL)                                                  \
	RG_TAKEN int MPI_##NAME(ARGUMENTS PARAMETERS, MPI_Request *request)                  \
	{                                                                                    \
		RG_NEXT_HERE(NAME);                                                          \
		if (rg_bound && request) {                                                   \
			struct rg_call call = CALL;                                          \
			struct rg_operation *beside;                                         \
			int err;                                                             \
			call.form = RG_NONBLOCKING;                                          \
			if (rg_handle_make(&call, request, false, &beside, &err))            \
				return err;                                                  \
			err = RG_NEXT(NAME)(ARGUMENTS GIVEN, request);                       \
			return beside ? rg_handle_beside(beside, request, false, err) : err; \
		}                                                                            \
		return RG_NEXT(NAME)(ARGUMENTS GIVEN, request);                              \
	}

/* MPI_NAME_init, which has an info, too. */
#define TAKE_INIT(NAME, PARAMETERS, GIVEN, CALL)                                           \
	RG_TAKEN int MPI_##NAME(ARGUMENTS PARAMETERS, MPI_Info info, MPI_Request *request) \
	{                                                                                  \
		RG_NEXT_HERE(NAME);                                                        \
		if (rg_bound && request && rg_preload_persistent()) {                      \
			struct rg_call call = CALL;                                        \
			struct rg_operation *none;                                         \
			int err;                                                           \
			call.form = RG_PERSISTENT;                                         \
			if (rg_handle_make(&call, request, false, &none, &err))            \
				return err;                                                \
		}                                                                          \
		return RG_NEXT(NAME)(ARGUMENTS GIVEN, info, request);                      \
	}

TAKE(Iallreduce,
     (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_allreduce(rg_bound, in, out, count, type, op, comm))

TAKE(Iallgather,
     (const void *in, int in_count, MPI_Datatype in_type, void *out, int count, MPI_Datatype type,
      MPI_Comm comm),
     (in, in_count, in_type, out, count, type, comm),
     rg_call_allgather(rg_bound, in, in_count, in_type, out, count, type, comm))

TAKE(Iallgatherv,
     (const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
      const int places[], MPI_Datatype type, MPI_Comm comm),
     (in, in_count, in_type, out, counts, places, type, comm),
     rg_call_allgatherv(rg_bound, in, in_count, in_type, out, RG_SMALL(counts), RG_SMALL(places),
                        type, comm))

TAKE(Ireduce_scatter,
     (const void *in, void *out, const int counts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, counts, type, op, comm),
     rg_call_reduce_scatter(rg_bound, in, out, RG_SMALL(counts), type, op, comm))

TAKE(Ireduce_scatter_block,
     (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm),
     rg_call_reduce_scatter_block(rg_bound, in, out, count, type, op, comm))

TAKE(Ibcast, (void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
     (buffer, count, type, root, comm), rg_call_bcast(rg_bound, buffer, count, type, root, comm))

TAKE(Ireduce,
     (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),
     (in, out, count, type, op, root, comm),
     rg_call_reduce(rg_bound, in, out, count, type, op, root, comm))

TAKE(Igather,
     (const void *in, int in_count, MPI_Datatype in_type, void *out, int count, MPI_Datatype type,
      int root, MPI_Comm comm),
     (in, in_count, in_type, out, count, type, root, comm),
     rg_call_gather(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE(Iscatter,
     (const void *in, int in_count, MPI_Datatype in_type, void *out, int count, MPI_Datatype type,
      int root, MPI_Comm comm),
     (in, in_count, in_type, out, count, type, root, comm),
     rg_call_scatter(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE(Igatherv,
     (const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
      const int places[], MPI_Datatype type, int root, MPI_Comm comm),
     (in, in_count, in_type, out, counts, places, type, root, comm),
     rg_call_gatherv(rg_bound, in, in_count, in_type, out, RG_SMALL(counts), RG_SMALL(places), type,
                     root, comm))

TAKE(Iscatterv,
     (const void *in, const int counts[], const int places[], MPI_Datatype in_type, void *out,
      int count, MPI_Datatype type, int root, MPI_Comm comm),
     (in, counts, places, in_type, out, count, type, root, comm),
     rg_call_scatterv(rg_bound, in, RG_SMALL(counts), RG_SMALL(places), in_type, out, count, type,
                      root, comm))

TAKE(Ibarrier, (MPI_Comm comm), (comm), rg_call_barrier(rg_bound, comm))

TAKE(Iscan, (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_scan(rg_bound, in, out, count, type, op, comm))

TAKE(Iexscan, (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_exscan(rg_bound, in, out, count, type, op, comm))

#if RINGGEN_LARGE_COUNT
TAKE(Iallreduce_c,
     (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_allreduce(rg_bound, in, out, count, type, op, comm))

TAKE(Iallgather_c,
     (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, MPI_Count count,
      MPI_Datatype type, MPI_Comm comm),
     (in, in_count, in_type, out, count, type, comm),
     rg_call_allgather(rg_bound, in, in_count, in_type, out, count, type, comm))

TAKE(Iallgatherv_c,
     (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, const MPI_Count counts[],
      const MPI_Aint places[], MPI_Datatype type, MPI_Comm comm),
     (in, in_count, in_type, out, counts, places, type, comm),
     rg_call_allgatherv(rg_bound, in, in_count, in_type, out, RG_LARGE(counts), RG_PLACES(places),
                        type, comm))

TAKE(Ireduce_scatter_c,
     (const void *in, void *out, const MPI_Count counts[], MPI_Datatype type, MPI_Op op,
      MPI_Comm comm),
     (in, out, counts, type, op, comm),
     rg_call_reduce_scatter(rg_bound, in, out, RG_LARGE(counts), type, op, comm))

TAKE(Ireduce_scatter_block_c,
     (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm),
     rg_call_reduce_scatter_block(rg_bound, in, out, count, type, op, comm))

TAKE(Ibcast_c, (void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm),
     (buffer, count, type, root, comm), rg_call_bcast(rg_bound, buffer, count, type, root, comm))

TAKE(Ireduce_c,
     (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, int root,
      MPI_Comm comm),
     (in, out, count, type, op, root, comm),
     rg_call_reduce(rg_bound, in, out, count, type, op, root, comm))

TAKE(Igather_c,
     (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, MPI_Count count,
      MPI_Datatype type, int root, MPI_Comm comm),
     (in, in_count, in_type, out, count, type, root, comm),
     rg_call_gather(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE(Iscatter_c,
     (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, MPI_Count count,
      MPI_Datatype type, int root, MPI_Comm comm),
     (in, in_count, in_type, out, count, type, root, comm),
     rg_call_scatter(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE(Igatherv_c,
     (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, const MPI_Count counts[],
      const MPI_Aint places[], MPI_Datatype type, int root, MPI_Comm comm),
     (in, in_count, in_type, out, counts, places, type, root, comm),
     rg_call_gatherv(rg_bound, in, in_count, in_type, out, RG_LARGE(counts), RG_PLACES(places),
                     type, root, comm))

TAKE(Iscatterv_c,
     (const void *in, const MPI_Count counts[], const MPI_Aint places[], MPI_Datatype in_type,
      void *out, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm),
     (in, counts, places, in_type, out, count, type, root, comm),
     rg_call_scatterv(rg_bound, in, RG_LARGE(counts), RG_PLACES(places), in_type, out, count, type,
                      root, comm))

TAKE(Iscan_c,
     (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_scan(rg_bound, in, out, count, type, op, comm))

TAKE(Iexscan_c,
     (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
     (in, out, count, type, op, comm), rg_call_exscan(rg_bound, in, out, count, type, op, comm))

/* Persistent ones are MPI 4, as large counts are. */
TAKE_INIT(Allreduce_init,
          (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
          (in, out, count, type, op, comm),
          rg_call_allreduce(rg_bound, in, out, count, type, op, comm))

TAKE_INIT(Allgather_init,
          (const void *in, int in_count, MPI_Datatype in_type, void *out, int count,
           MPI_Datatype type, MPI_Comm comm),
          (in, in_count, in_type, out, count, type, comm),
          rg_call_allgather(rg_bound, in, in_count, in_type, out, count, type, comm))

TAKE_INIT(Allgatherv_init,
          (const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
           const int places[], MPI_Datatype type, MPI_Comm comm),
          (in, in_count, in_type, out, counts, places, type, comm),
          rg_call_allgatherv(rg_bound, in, in_count, in_type, out, RG_SMALL(counts),
                             RG_SMALL(places), type, comm))

TAKE_INIT(Reduce_scatter_init,
          (const void *in, void *out, const int counts[], MPI_Datatype type, MPI_Op op,
           MPI_Comm comm),
          (in, out, counts, type, op, comm),
          rg_call_reduce_scatter(rg_bound, in, out, RG_SMALL(counts), type, op, comm))

TAKE_INIT(Reduce_scatter_block_init,
          (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
          (in, out, count, type, op, comm),
          rg_call_reduce_scatter_block(rg_bound, in, out, count, type, op, comm))

TAKE_INIT(Bcast_init, (void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
          (buffer, count, type, root, comm),
          rg_call_bcast(rg_bound, buffer, count, type, root, comm))

TAKE_INIT(Reduce_init,
          (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root,
           MPI_Comm comm),
          (in, out, count, type, op, root, comm),
          rg_call_reduce(rg_bound, in, out, count, type, op, root, comm))

TAKE_INIT(Gather_init,
          (const void *in, int in_count, MPI_Datatype in_type, void *out, int count,
           MPI_Datatype type, int root, MPI_Comm comm),
          (in, in_count, in_type, out, count, type, root, comm),
          rg_call_gather(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE_INIT(Scatter_init,
          (const void *in, int in_count, MPI_Datatype in_type, void *out, int count,
           MPI_Datatype type, int root, MPI_Comm comm),
          (in, in_count, in_type, out, count, type, root, comm),
          rg_call_scatter(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE_INIT(Gatherv_init,
          (const void *in, int in_count, MPI_Datatype in_type, void *out, const int counts[],
           const int places[], MPI_Datatype type, int root, MPI_Comm comm),
          (in, in_count, in_type, out, counts, places, type, root, comm),
          rg_call_gatherv(rg_bound, in, in_count, in_type, out, RG_SMALL(counts), RG_SMALL(places),
                          type, root, comm))

TAKE_INIT(Scatterv_init,
          (const void *in, const int counts[], const int places[], MPI_Datatype in_type, void *out,
           int count, MPI_Datatype type, int root, MPI_Comm comm),
          (in, counts, places, in_type, out, count, type, root, comm),
          rg_call_scatterv(rg_bound, in, RG_SMALL(counts), RG_SMALL(places), in_type, out, count,
                           type, root, comm))

TAKE_INIT(Barrier_init, (MPI_Comm comm), (comm), rg_call_barrier(rg_bound, comm))

TAKE_INIT(Scan_init,
          (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
          (in, out, count, type, op, comm), rg_call_scan(rg_bound, in, out, count, type, op, comm))

TAKE_INIT(Exscan_init,
          (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
          (in, out, count, type, op, comm),
          rg_call_exscan(rg_bound, in, out, count, type, op, comm))

TAKE_INIT(Allreduce_init_c,
          (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
          (in, out, count, type, op, comm),
          rg_call_allreduce(rg_bound, in, out, count, type, op, comm))

TAKE_INIT(Allgather_init_c,
          (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, MPI_Count count,
           MPI_Datatype type, MPI_Comm comm),
          (in, in_count, in_type, out, count, type, comm),
          rg_call_allgather(rg_bound, in, in_count, in_type, out, count, type, comm))

TAKE_INIT(Allgatherv_init_c,
          (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out,
           const MPI_Count counts[], const MPI_Aint places[], MPI_Datatype type, MPI_Comm comm),
          (in, in_count, in_type, out, counts, places, type, comm),
          rg_call_allgatherv(rg_bound, in, in_count, in_type, out, RG_LARGE(counts),
                             RG_PLACES(places), type, comm))

TAKE_INIT(Reduce_scatter_init_c,
          (const void *in, void *out, const MPI_Count counts[], MPI_Datatype type, MPI_Op op,
           MPI_Comm comm),
          (in, out, counts, type, op, comm),
          rg_call_reduce_scatter(rg_bound, in, out, RG_LARGE(counts), type, op, comm))

TAKE_INIT(Reduce_scatter_block_init_c,
          (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
          (in, out, count, type, op, comm),
          rg_call_reduce_scatter_block(rg_bound, in, out, count, type, op, comm))

TAKE_INIT(Bcast_init_c, (void *buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm),
          (buffer, count, type, root, comm),
          rg_call_bcast(rg_bound, buffer, count, type, root, comm))

TAKE_INIT(Reduce_init_c,
          (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, int root,
           MPI_Comm comm),
          (in, out, count, type, op, root, comm),
          rg_call_reduce(rg_bound, in, out, count, type, op, root, comm))

TAKE_INIT(Gather_init_c,
          (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, MPI_Count count,
           MPI_Datatype type, int root, MPI_Comm comm),
          (in, in_count, in_type, out, count, type, root, comm),
          rg_call_gather(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE_INIT(Scatter_init_c,
          (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out, MPI_Count count,
           MPI_Datatype type, int root, MPI_Comm comm),
          (in, in_count, in_type, out, count, type, root, comm),
          rg_call_scatter(rg_bound, in, in_count, in_type, out, count, type, root, comm))

TAKE_INIT(Gatherv_init_c,
          (const void *in, MPI_Count in_count, MPI_Datatype in_type, void *out,
           const MPI_Count counts[], const MPI_Aint places[], MPI_Datatype type, int root,
           MPI_Comm comm),
          (in, in_count, in_type, out, counts, places, type, root, comm),
          rg_call_gatherv(rg_bound, in, in_count, in_type, out, RG_LARGE(counts), RG_PLACES(places),
                          type, root, comm))

TAKE_INIT(Scatterv_init_c,
          (const void *in, const MPI_Count counts[], const MPI_Aint places[], MPI_Datatype in_type,
           void *out, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm),
          (in, counts, places, in_type, out, count, type, root, comm),
          rg_call_scatterv(rg_bound, in, RG_LARGE(counts), RG_PLACES(places), in_type, out, count,
                           type, root, comm))

TAKE_INIT(Scan_init_c,
          (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
          (in, out, count, type, op, comm), rg_call_scan(rg_bound, in, out, count, type, op, comm))

TAKE_INIT(Exscan_init_c,
          (const void *in, void *out, MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
          (in, out, count, type, op, comm),
          rg_call_exscan(rg_bound, in, out, count, type, op, comm))
#endif
