/* SPDX-License-Identifier: BSD-3-Clause
 * Fortran, as far as MPI's Fortran routines pass MPI's C names by. Open MPI's all do, they call
 * PMPI: so the names that compilers make of MPI_ALLREDUCE (mpif.h, use mpi) and that of mpi_f08 are
 * taken over. MPICH's call MPI's C names, but those of mpi_f08 that have no buffer.
 *
 * All arguments are addresses, handles are integers; mpi_f08 may leave ierror out. What is not ours
 * goes to the next library's Fortran routine, as it came.
 */
#include "entry/blocking.h"
#include "preload/names/handles.h"
#include "preload/names/next.h"
#include "preload/names/takeover.h"
#include "transport/progress.h"

/* A number that is no handle gives NULL, which is not the null handle. */
static MPI_Comm comm_of(const MPI_Fint *f)
{
	MPI_Comm comm = PMPI_Comm_f2c(*f);
	return comm ? comm : MPI_COMM_NULL;
}

static MPI_Info info_of(const MPI_Fint *f)
{
	MPI_Info info = PMPI_Info_f2c(*f);
	return info ? info : MPI_INFO_NULL;
}

static bool went_well(const MPI_Fint *ierr)
{
	return !ierr || *ierr == MPI_SUCCESS;
}

/* SPELL(symbol, fallback, ...) defines a symbol; the fallback is what to call if no library behind
 * this one has it. */
#ifdef OPEN_MPI
#define SPELLINGS(SPELL, LOWER, UPPER, PARAMETERS, ...)                  \
	__attribute__((weak)) void pmpi_##LOWER##_ PARAMETERS;           \
	__attribute__((weak)) void pmpi_##LOWER##_f08_ PARAMETERS;       \
	SPELL(mpi_##LOWER, pmpi_##LOWER##_, PARAMETERS, __VA_ARGS__)     \
	SPELL(mpi_##LOWER##_, pmpi_##LOWER##_, PARAMETERS, __VA_ARGS__)  \
	SPELL(mpi_##LOWER##__, pmpi_##LOWER##_, PARAMETERS, __VA_ARGS__) \
	SPELL(MPI_##UPPER, pmpi_##LOWER##_, PARAMETERS, __VA_ARGS__)     \
	SPELL(mpi_##LOWER##_f08_, pmpi_##LOWER##_f08_, PARAMETERS, __VA_ARGS__)
#else
#define SPELLINGS(SPELL, LOWER, UPPER, PARAMETERS, ...)             \
	__attribute__((weak)) void pmpir_##LOWER##_f08_ PARAMETERS; \
	SPELL(mpi_##LOWER##_f08_, pmpir_##LOWER##_f08_, PARAMETERS, __VA_ARGS__)
#endif

#define NEXT_HERE(SYMBOL, PMPI) \
	static struct rg_next next = {.name = #SYMBOL, .otherwise = (rg_function *)PMPI}
#define NEXT(PARAMETERS) ((void(*) PARAMETERS)rg_next_of(&next))

/* ---- Collectives */

#define TAKE(SYMBOL, PMPI, PARAMETERS, ARGUMENTS, CALL)       \
	RG_TAKEN void SYMBOL PARAMETERS                       \
	{                                                     \
		NEXT_HERE(SYMBOL, PMPI);                      \
		if (!rg_bound) {                              \
			NEXT(PARAMETERS) ARGUMENTS;           \
			return;                               \
		}                                             \
		struct rg_call call = CALL;                   \
		int err;                                      \
		if (rg_serve(&call, &err)) {                  \
			if (ierr)                             \
				*ierr = err;                  \
			return;                               \
		}                                             \
		NEXT(PARAMETERS) ARGUMENTS;                   \
		rg_served(&call, ierr ? *ierr : MPI_SUCCESS); \
	}

SPELLINGS(TAKE, barrier, BARRIER, (MPI_Fint * comm, MPI_Fint *ierr), (comm, ierr),
          rg_call_barrier(rg_bound, comm_of(comm)))

/* Open MPI's requests are completed by its own routines, which do not come by ours; those of
 * mpi_f08 of MPICH do, see fortran08.c. */
#ifdef OPEN_MPI
enum { BENEATH = true };
#else
enum { BENEATH = false };
#endif

#define BEGIN(SYMBOL, PMPI, PARAMETERS, ARGUMENTS, CALL)          \
	RG_TAKEN void SYMBOL PARAMETERS                           \
	{                                                         \
		NEXT_HERE(SYMBOL, PMPI);                          \
		struct rg_operation *beside = NULL;               \
		if (rg_bound) {                                   \
			struct rg_call call = CALL;               \
			call.form = RG_NONBLOCKING;               \
			if (begin(&call, request, &beside, ierr)) \
				return;                           \
		}                                                 \
		NEXT(PARAMETERS) ARGUMENTS;                       \
		if (beside)                                       \
			set_beside(beside, request, ierr);        \
	}

static bool begin(struct rg_call *call, MPI_Fint *request, struct rg_operation **beside,
                  MPI_Fint *ierr)
{
	MPI_Request made;
	int err;

	if (!rg_handle_make(call, &made, BENEATH, beside, &err))
		return false;
	if (!err)
		*request = PMPI_Request_c2f(made);
	if (ierr)
		*ierr = err;
	return true;
}

static void set_beside(struct rg_operation *beside, MPI_Fint *request, MPI_Fint *ierr)
{
	bool well = went_well(ierr);
	MPI_Request made = well ? PMPI_Request_f2c(*request) : MPI_REQUEST_NULL;

	rg_handle_beside(beside, &made, BENEATH, well ? MPI_SUCCESS : MPI_ERR_OTHER);
	if (well)
		*request = PMPI_Request_c2f(made);
}

SPELLINGS(BEGIN, ibarrier, IBARRIER, (MPI_Fint * comm, MPI_Fint *request, MPI_Fint *ierr),
          (comm, request, ierr), rg_call_barrier(rg_bound, comm_of(comm)))

/* Those of MPI 3 are not persistent. */
#if !defined OPEN_MPI && RINGGEN_LARGE_COUNT
#define MAKE(SYMBOL, PMPI, PARAMETERS, ARGUMENTS, CALL)         \
	RG_TAKEN void SYMBOL PARAMETERS                         \
	{                                                       \
		NEXT_HERE(SYMBOL, PMPI);                        \
		struct rg_operation *none;                      \
		if (rg_bound && rg_preload_persistent()) {      \
			struct rg_call call = CALL;             \
			call.form = RG_PERSISTENT;              \
			if (begin(&call, request, &none, ierr)) \
				return;                         \
		}                                               \
		NEXT(PARAMETERS) ARGUMENTS;                     \
	}

SPELLINGS(MAKE, barrier_init, BARRIER_INIT,
          (MPI_Fint * comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierr),
          (comm, info, request, ierr), rg_call_barrier(rg_bound, comm_of(comm)))
#endif

/* ---- Collectives that have a buffer */

#ifdef OPEN_MPI
/* What MPI_IN_PLACE and MPI_BOTTOM are in Fortran is where they stand. */
extern int mpi_fortran_in_place_, mpi_fortran_bottom_;

static void *buffer(void *address)
{
	if (address == &mpi_fortran_in_place_)
		return MPI_IN_PLACE;
	return address == &mpi_fortran_bottom_ ? MPI_BOTTOM : address;
}

static MPI_Datatype type_of(const MPI_Fint *f)
{
	MPI_Datatype type = PMPI_Type_f2c(*f);
	return type ? type : MPI_DATATYPE_NULL;
}

static MPI_Op op_of(const MPI_Fint *f)
{
	MPI_Op op = PMPI_Op_f2c(*f);
	return op ? op : MPI_OP_NULL;
}

SPELLINGS(TAKE, allreduce, ALLREDUCE,
          (void *in, void *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
           MPI_Fint *ierr),
          (in, out, count, type, op, comm, ierr),
          rg_call_allreduce(rg_bound, buffer(in), buffer(out), *count, type_of(type), op_of(op),
                            comm_of(comm)))

SPELLINGS(TAKE, allgather, ALLGATHER,
          (void *in, MPI_Fint *in_count, MPI_Fint *in_type, void *out, MPI_Fint *count,
           MPI_Fint *type, MPI_Fint *comm, MPI_Fint *ierr),
          (in, in_count, in_type, out, count, type, comm, ierr),
          rg_call_allgather(rg_bound, buffer(in), *in_count, type_of(in_type), buffer(out), *count,
                            type_of(type), comm_of(comm)))

SPELLINGS(TAKE, allgatherv, ALLGATHERV,
          (void *in, MPI_Fint *in_count, MPI_Fint *in_type, void *out, MPI_Fint *counts,
           MPI_Fint *places, MPI_Fint *type, MPI_Fint *comm, MPI_Fint *ierr),
          (in, in_count, in_type, out, counts, places, type, comm, ierr),
          rg_call_allgatherv(rg_bound, buffer(in), *in_count, type_of(in_type), buffer(out),
                             RG_SMALL(counts), RG_SMALL(places), type_of(type), comm_of(comm)))

SPELLINGS(TAKE, reduce_scatter, REDUCE_SCATTER,
          (void *in, void *out, MPI_Fint *counts, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
           MPI_Fint *ierr),
          (in, out, counts, type, op, comm, ierr),
          rg_call_reduce_scatter(rg_bound, buffer(in), buffer(out), RG_SMALL(counts), type_of(type),
                                 op_of(op), comm_of(comm)))

SPELLINGS(TAKE, reduce_scatter_block, REDUCE_SCATTER_BLOCK,
          (void *in, void *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
           MPI_Fint *ierr),
          (in, out, count, type, op, comm, ierr),
          rg_call_reduce_scatter_block(rg_bound, buffer(in), buffer(out), *count, type_of(type),
                                       op_of(op), comm_of(comm)))

SPELLINGS(TAKE, bcast, BCAST,
          (void *data, MPI_Fint *count, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm,
           MPI_Fint *ierr),
          (data, count, type, root, comm, ierr),
          rg_call_bcast(rg_bound, buffer(data), *count, type_of(type), *root, comm_of(comm)))

SPELLINGS(TAKE, reduce, REDUCE,
          (void *in, void *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *root,
           MPI_Fint *comm, MPI_Fint *ierr),
          (in, out, count, type, op, root, comm, ierr),
          rg_call_reduce(rg_bound, buffer(in), buffer(out), *count, type_of(type), op_of(op), *root,
                         comm_of(comm)))

SPELLINGS(TAKE, gather, GATHER,
          (void *in, MPI_Fint *in_count, MPI_Fint *in_type, void *out, MPI_Fint *count,
           MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierr),
          (in, in_count, in_type, out, count, type, root, comm, ierr),
          rg_call_gather(rg_bound, buffer(in), *in_count, type_of(in_type), buffer(out), *count,
                         type_of(type), *root, comm_of(comm)))

SPELLINGS(TAKE, scatter, SCATTER,
          (void *in, MPI_Fint *in_count, MPI_Fint *in_type, void *out, MPI_Fint *count,
           MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierr),
          (in, in_count, in_type, out, count, type, root, comm, ierr),
          rg_call_scatter(rg_bound, buffer(in), *in_count, type_of(in_type), buffer(out), *count,
                          type_of(type), *root, comm_of(comm)))

SPELLINGS(TAKE, gatherv, GATHERV,
          (void *in, MPI_Fint *in_count, MPI_Fint *in_type, void *out, MPI_Fint *counts,
           MPI_Fint *places, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierr),
          (in, in_count, in_type, out, counts, places, type, root, comm, ierr),
          rg_call_gatherv(rg_bound, buffer(in), *in_count, type_of(in_type), buffer(out),
                          RG_SMALL(counts), RG_SMALL(places), type_of(type), *root, comm_of(comm)))

SPELLINGS(TAKE, scatterv, SCATTERV,
          (void *in, MPI_Fint *counts, MPI_Fint *places, MPI_Fint *in_type, void *out,
           MPI_Fint *count, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierr),
          (in, counts, places, in_type, out, count, type, root, comm, ierr),
          rg_call_scatterv(rg_bound, buffer(in), RG_SMALL(counts), RG_SMALL(places),
                           type_of(in_type), buffer(out), *count, type_of(type), *root,
                           comm_of(comm)))

SPELLINGS(TAKE, scan, SCAN,
          (void *in, void *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
           MPI_Fint *ierr),
          (in, out, count, type, op, comm, ierr),
          rg_call_scan(rg_bound, buffer(in), buffer(out), *count, type_of(type), op_of(op),
                       comm_of(comm)))

SPELLINGS(TAKE, exscan, EXSCAN,
          (void *in, void *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
           MPI_Fint *ierr),
          (in, out, count, type, op, comm, ierr),
          rg_call_exscan(rg_bound, buffer(in), buffer(out), *count, type_of(type), op_of(op),
                         comm_of(comm)))

SPELLINGS(BEGIN, iallreduce, IALLREDUCE,
          (void *in, void *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
           MPI_Fint *request, MPI_Fint *ierr),
          (in, out, count, type, op, comm, request, ierr),
          rg_call_allreduce(rg_bound, buffer(in), buffer(out), *count, type_of(type), op_of(op),
                            comm_of(comm)))

SPELLINGS(BEGIN, iallgather, IALLGATHER,
          (void *in, MPI_Fint *in_count, MPI_Fint *in_type, void *out, MPI_Fint *count,
           MPI_Fint *type, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierr),
          (in, in_count, in_type, out, count, type, comm, request, ierr),
          rg_call_allgather(rg_bound, buffer(in), *in_count, type_of(in_type), buffer(out), *count,
                            type_of(type), comm_of(comm)))

SPELLINGS(BEGIN, iallgatherv, IALLGATHERV,
          (void *in, MPI_Fint *in_count, MPI_Fint *in_type, void *out, MPI_Fint *counts,
           MPI_Fint *places, MPI_Fint *type, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierr),
          (in, in_count, in_type, out, counts, places, type, comm, request, ierr),
          rg_call_allgatherv(rg_bound, buffer(in), *in_count, type_of(in_type), buffer(out),
                             RG_SMALL(counts), RG_SMALL(places), type_of(type), comm_of(comm)))

SPELLINGS(BEGIN, ireduce_scatter, IREDUCE_SCATTER,
          (void *in, void *out, MPI_Fint *counts, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
           MPI_Fint *request, MPI_Fint *ierr),
          (in, out, counts, type, op, comm, request, ierr),
          rg_call_reduce_scatter(rg_bound, buffer(in), buffer(out), RG_SMALL(counts), type_of(type),
                                 op_of(op), comm_of(comm)))

SPELLINGS(BEGIN, ireduce_scatter_block, IREDUCE_SCATTER_BLOCK,
          (void *in, void *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
           MPI_Fint *request, MPI_Fint *ierr),
          (in, out, count, type, op, comm, request, ierr),
          rg_call_reduce_scatter_block(rg_bound, buffer(in), buffer(out), *count, type_of(type),
                                       op_of(op), comm_of(comm)))

SPELLINGS(BEGIN, ibcast, IBCAST,
          (void *data, MPI_Fint *count, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm,
           MPI_Fint *request, MPI_Fint *ierr),
          (data, count, type, root, comm, request, ierr),
          rg_call_bcast(rg_bound, buffer(data), *count, type_of(type), *root, comm_of(comm)))

SPELLINGS(BEGIN, ireduce, IREDUCE,
          (void *in, void *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *root,
           MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierr),
          (in, out, count, type, op, root, comm, request, ierr),
          rg_call_reduce(rg_bound, buffer(in), buffer(out), *count, type_of(type), op_of(op), *root,
                         comm_of(comm)))

SPELLINGS(BEGIN, igather, IGATHER,
          (void *in, MPI_Fint *in_count, MPI_Fint *in_type, void *out, MPI_Fint *count,
           MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierr),
          (in, in_count, in_type, out, count, type, root, comm, request, ierr),
          rg_call_gather(rg_bound, buffer(in), *in_count, type_of(in_type), buffer(out), *count,
                         type_of(type), *root, comm_of(comm)))

SPELLINGS(BEGIN, iscatter, ISCATTER,
          (void *in, MPI_Fint *in_count, MPI_Fint *in_type, void *out, MPI_Fint *count,
           MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierr),
          (in, in_count, in_type, out, count, type, root, comm, request, ierr),
          rg_call_scatter(rg_bound, buffer(in), *in_count, type_of(in_type), buffer(out), *count,
                          type_of(type), *root, comm_of(comm)))

SPELLINGS(BEGIN, igatherv, IGATHERV,
          (void *in, MPI_Fint *in_count, MPI_Fint *in_type, void *out, MPI_Fint *counts,
           MPI_Fint *places, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request,
           MPI_Fint *ierr),
          (in, in_count, in_type, out, counts, places, type, root, comm, request, ierr),
          rg_call_gatherv(rg_bound, buffer(in), *in_count, type_of(in_type), buffer(out),
                          RG_SMALL(counts), RG_SMALL(places), type_of(type), *root, comm_of(comm)))

SPELLINGS(BEGIN, iscatterv, ISCATTERV,
          (void *in, MPI_Fint *counts, MPI_Fint *places, MPI_Fint *in_type, void *out,
           MPI_Fint *count, MPI_Fint *type, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request,
           MPI_Fint *ierr),
          (in, counts, places, in_type, out, count, type, root, comm, request, ierr),
          rg_call_scatterv(rg_bound, buffer(in), RG_SMALL(counts), RG_SMALL(places),
                           type_of(in_type), buffer(out), *count, type_of(type), *root,
                           comm_of(comm)))

SPELLINGS(BEGIN, iscan, ISCAN,
          (void *in, void *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
           MPI_Fint *request, MPI_Fint *ierr),
          (in, out, count, type, op, comm, request, ierr),
          rg_call_scan(rg_bound, buffer(in), buffer(out), *count, type_of(type), op_of(op),
                       comm_of(comm)))

SPELLINGS(BEGIN, iexscan, IEXSCAN,
          (void *in, void *out, MPI_Fint *count, MPI_Fint *type, MPI_Fint *op, MPI_Fint *comm,
           MPI_Fint *request, MPI_Fint *ierr),
          (in, out, count, type, op, comm, request, ierr),
          rg_call_exscan(rg_bound, buffer(in), buffer(out), *count, type_of(type), op_of(op),
                         comm_of(comm)))

#endif

/* ---- What is refused of ours */

#define CANCEL(SYMBOL, PMPI, PARAMETERS, ARGUMENTS)                            \
	RG_TAKEN void SYMBOL PARAMETERS                                        \
	{                                                                      \
		NEXT_HERE(SYMBOL, PMPI);                                       \
		int err = rg_handle_refuse_cancel(PMPI_Request_f2c(*request)); \
		if (!err)                                                      \
			NEXT(PARAMETERS) ARGUMENTS;                            \
		else if (ierr)                                                 \
			*ierr = err;                                           \
	}

SPELLINGS(CANCEL, cancel, CANCEL, (MPI_Fint * request, MPI_Fint *ierr), (request, ierr))

/* ---- What goes on to the next library, and has something done when it went well */

#define FOLLOW(SYMBOL, PMPI, PARAMETERS, ARGUMENTS, THEN) \
	RG_TAKEN void SYMBOL PARAMETERS                   \
	{                                                 \
		NEXT_HERE(SYMBOL, PMPI);                  \
		NEXT(PARAMETERS) ARGUMENTS;               \
		if (went_well(ierr))                      \
			THEN;                             \
	}

#define INIT_THREAD(SYMBOL, PMPI, PARAMETERS, ARGUMENTS)                 \
	RG_TAKEN void SYMBOL PARAMETERS                                  \
	{                                                                \
		NEXT_HERE(SYMBOL, PMPI);                                 \
		MPI_Fint level = rg_preload_level(*required);            \
		NEXT(PARAMETERS) ARGUMENTS;                              \
		if (!went_well(ierr))                                    \
			return;                                          \
		*provided = rg_preload_tell_level(*required, *provided); \
		rg_preload_begin();                                      \
	}

SPELLINGS(INIT_THREAD, init_thread, INIT_THREAD,
          (MPI_Fint * required, MPI_Fint *provided, MPI_Fint *ierr), (&level, provided, ierr))

#define INIT(SYMBOL, PMPI, PARAMETERS, THREAD)                                  \
	RG_TAKEN void SYMBOL PARAMETERS                                         \
	{                                                                       \
		NEXT_HERE(SYMBOL, PMPI);                                        \
		MPI_Fint level = rg_preload_init_level(), provided;             \
		if (rg_preload_level(MPI_THREAD_SINGLE) != MPI_THREAD_SINGLE) { \
			THREAD(&level, &provided, ierr);                        \
			return;                                                 \
		}                                                               \
		NEXT(PARAMETERS)(ierr);                                         \
		if (went_well(ierr))                                            \
			rg_preload_begin();                                     \
	}

SPELLINGS(INIT, init, INIT, (MPI_Fint * ierr), mpi_init_thread_f08_)

/* Open MPI was asked for no other level. */
#ifndef OPEN_MPI
SPELLINGS(FOLLOW, query_thread, QUERY_THREAD, (MPI_Fint * provided, MPI_Fint *ierr),
          (provided, ierr), *provided = rg_preload_told_level(*provided))
#endif

#define FINALIZE(SYMBOL, PMPI, PARAMETERS, ARGUMENTS) \
	RG_TAKEN void SYMBOL PARAMETERS               \
	{                                             \
		NEXT_HERE(SYMBOL, PMPI);              \
		rg_progress_before_finalize();        \
		NEXT(PARAMETERS) ARGUMENTS;           \
	}

SPELLINGS(FINALIZE, finalize, FINALIZE, (MPI_Fint * ierr), (ierr))

SPELLINGS(FOLLOW, comm_set_info, COMM_SET_INFO, (MPI_Fint * comm, MPI_Fint *info, MPI_Fint *ierr),
          (comm, info, ierr), rg_selection_told(comm_of(comm), info_of(info), false))

SPELLINGS(FOLLOW, comm_get_info, COMM_GET_INFO, (MPI_Fint * comm, MPI_Fint *info, MPI_Fint *ierr),
          (comm, info, ierr), rg_selection_show(comm_of(comm), info_of(info)))

SPELLINGS(FOLLOW, comm_dup, COMM_DUP, (MPI_Fint * comm, MPI_Fint *made, MPI_Fint *ierr),
          (comm, made, ierr), rg_selection_made(comm_of(made)))

SPELLINGS(FOLLOW, comm_dup_with_info, COMM_DUP_WITH_INFO,
          (MPI_Fint * comm, MPI_Fint *info, MPI_Fint *made, MPI_Fint *ierr),
          (comm, info, made, ierr), rg_selection_told(comm_of(made), info_of(info), true))

SPELLINGS(FOLLOW, comm_split, COMM_SPLIT,
          (MPI_Fint * comm, MPI_Fint *color, MPI_Fint *key, MPI_Fint *made, MPI_Fint *ierr),
          (comm, color, key, made, ierr), rg_selection_made(comm_of(made)))

SPELLINGS(FOLLOW, comm_split_type, COMM_SPLIT_TYPE,
          (MPI_Fint * comm, MPI_Fint *type, MPI_Fint *key, MPI_Fint *info, MPI_Fint *made,
           MPI_Fint *ierr),
          (comm, type, key, info, made, ierr),
          rg_selection_told(comm_of(made), info_of(info), true))

SPELLINGS(FOLLOW, comm_create, COMM_CREATE,
          (MPI_Fint * comm, MPI_Fint *group, MPI_Fint *made, MPI_Fint *ierr),
          (comm, group, made, ierr), rg_selection_made(comm_of(made)))

SPELLINGS(FOLLOW, comm_create_group, COMM_CREATE_GROUP,
          (MPI_Fint * comm, MPI_Fint *group, MPI_Fint *tag, MPI_Fint *made, MPI_Fint *ierr),
          (comm, group, tag, made, ierr), rg_selection_made(comm_of(made)))

SPELLINGS(FOLLOW, cart_create, CART_CREATE,
          (MPI_Fint * comm, MPI_Fint *dimensions, MPI_Fint *sizes, MPI_Fint *periods,
           MPI_Fint *reorder, MPI_Fint *made, MPI_Fint *ierr),
          (comm, dimensions, sizes, periods, reorder, made, ierr), rg_selection_made(comm_of(made)))

SPELLINGS(FOLLOW, cart_sub, CART_SUB,
          (MPI_Fint * comm, MPI_Fint *keep, MPI_Fint *made, MPI_Fint *ierr),
          (comm, keep, made, ierr), rg_selection_made(comm_of(made)))

SPELLINGS(FOLLOW, graph_create, GRAPH_CREATE,
          (MPI_Fint * comm, MPI_Fint *n, MPI_Fint *index, MPI_Fint *edges, MPI_Fint *reorder,
           MPI_Fint *made, MPI_Fint *ierr),
          (comm, n, index, edges, reorder, made, ierr), rg_selection_made(comm_of(made)))

SPELLINGS(FOLLOW, dist_graph_create, DIST_GRAPH_CREATE,
          (MPI_Fint * comm, MPI_Fint *n, MPI_Fint *from, MPI_Fint *degrees, MPI_Fint *to,
           MPI_Fint *weights, MPI_Fint *info, MPI_Fint *reorder, MPI_Fint *made, MPI_Fint *ierr),
          (comm, n, from, degrees, to, weights, info, reorder, made, ierr),
          rg_selection_told(comm_of(made), info_of(info), true))

SPELLINGS(FOLLOW, dist_graph_create_adjacent, DIST_GRAPH_CREATE_ADJACENT,
          (MPI_Fint * comm, MPI_Fint *in, MPI_Fint *from, MPI_Fint *from_weights, MPI_Fint *out,
           MPI_Fint *to, MPI_Fint *to_weights, MPI_Fint *info, MPI_Fint *reorder, MPI_Fint *made,
           MPI_Fint *ierr),
          (comm, in, from, from_weights, out, to, to_weights, info, reorder, made, ierr),
          rg_selection_told(comm_of(made), info_of(info), true))

SPELLINGS(FOLLOW, intercomm_merge, INTERCOMM_MERGE,
          (MPI_Fint * comm, MPI_Fint *high, MPI_Fint *made, MPI_Fint *ierr),
          (comm, high, made, ierr), rg_selection_made(comm_of(made)))
