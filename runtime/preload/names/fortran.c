/* SPDX-License-Identifier: BSD-3-Clause
 * Fortran, as far as MPI's Fortran routines pass MPI's C names by. Open MPI's all do, they call
 * PMPI: so the names that compilers make of MPI_ALLREDUCE (mpif.h, use mpi) and those of mpi_f08
 * are taken over; from Open MPI 6 on the latter are others where there is a buffer. MPICH's call
 * MPI's C names, but those of mpi_f08 that have no buffer.
 *
 * All arguments are addresses, handles are integers; mpi_f08 may leave ierror out. What is not ours
 * goes to the next library's Fortran routine, as it came.
 */
#include "ringgen.h"

/* The standard ABI is one of C: MPI's modules for Fortran are built on an MPI library's own. */
#ifndef RG_STANDARD_ABI
#include "entry/blocking.h"
#include "preload/names/handles.h"
#include "preload/names/next.h"
#include "preload/names/sections.h"
#include "preload/names/takeover.h"
#include "transport/progress.h"

#include <stdlib.h>

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

/* ---- The arguments of a row of collectives.def */

/* TAKES: as all of Fortran has them; TAKES_ARRAYS: buffers are descriptors; TAKES_LARGE: and counts
 * are large. */
#define TAKES(kind, name, member) TAKES_##kind(void, MPI_Fint, MPI_Fint) * name
#define TAKES_ARRAYS(kind, name, member) \
	TAKES_##kind(const struct rg_array, MPI_Fint, MPI_Fint) * name
#define TAKES_LARGE(kind, name, member) \
	TAKES_##kind(const struct rg_array, MPI_Count, MPI_Aint) * name
#define TAKES_sent(BUFFER, COUNT, PLACE) BUFFER
#define TAKES_received(BUFFER, COUNT, PLACE) BUFFER
#define TAKES_count(BUFFER, COUNT, PLACE) COUNT
#define TAKES_counts(BUFFER, COUNT, PLACE) COUNT
#define TAKES_places(BUFFER, COUNT, PLACE) PLACE
#define TAKES_type(BUFFER, COUNT, PLACE) MPI_Fint
#define TAKES_types(BUFFER, COUNT, PLACE) MPI_Fint
#define TAKES_op(BUFFER, COUNT, PLACE) MPI_Fint
#define TAKES_root(BUFFER, COUNT, PLACE) MPI_Fint
#define TAKES_comm(BUFFER, COUNT, PLACE) MPI_Fint

/* For RG_CALL. `sections` has the descriptors. */
#define SETS(kind, name, member) \
	call.member RG_ARRAY_##kind(small, small) = IN_C_##kind(PLAIN, name)
#define SETS_ARRAYS(kind, name, member) \
	call.member RG_ARRAY_##kind(small, small) = IN_C_##kind(ARRAY, name)
#define SETS_LARGE(kind, name, member) \
	call.member RG_ARRAY_##kind(large, places) = IN_C_##kind(ARRAY, name)
#define IN_C_sent(AT, name) AT(sent, name)
#define IN_C_received(AT, name) AT(received, name)
#define IN_C_count(AT, name) *name
#define IN_C_counts(AT, name) name
#define IN_C_places(AT, name) name
#define IN_C_type(AT, name) type_of(name)
#define IN_C_types(AT, name) TYPES_##name
#define TYPES_sendtypes (call.in == MPI_IN_PLACE ? NULL : types_of(comm, sendtypes))
#define TYPES_recvtypes types_of(comm, recvtypes)
#define IN_C_op(AT, name) op_of(name)
#define IN_C_root(AT, name) *name
#define IN_C_comm(AT, name) comm_of(name)
#define PLAIN(kind, name) address_of(name)
#define ARRAY(kind, name) address_of((sections.kind = name)->base)

#ifdef OPEN_MPI
#define IF_TAKEN_with_c(...) __VA_ARGS__

/* mpi_NAME_f08ts_, and with large counts mpi_NAME_c_f08ts_, of what has buffers. */
#define ARRAYS_SPELLINGS(SPELL, LOWER, PARAMETERS, ...)              \
	__attribute__((weak)) void pmpi_##LOWER##_f08ts_ PARAMETERS; \
	SPELL(mpi_##LOWER##_f08ts_, pmpi_##LOWER##_f08ts_, PARAMETERS, __VA_ARGS__)
#define NO_SECTIONS struct rg_sections sections = {.type = MPI_DATATYPE_NULL}
#if RINGGEN_LARGE_COUNT
#define IF_LARGE(large, ...) RG_IF_##large(__VA_ARGS__)
#else
#define IF_LARGE(large, ...)
#endif

/* What MPI_IN_PLACE and MPI_BOTTOM are in Fortran is where they stand. */
extern int mpi_fortran_in_place_, mpi_fortran_bottom_;

static void *address_of(void *buffer)
{
	if (buffer == &mpi_fortran_in_place_)
		return MPI_IN_PLACE;
	return buffer == &mpi_fortran_bottom_ ? MPI_BOTTOM : buffer;
}

static MPI_Datatype type_of(const MPI_Fint *f)
{
	MPI_Datatype type = PMPI_Type_f2c(*f);
	return type ? type : MPI_DATATYPE_NULL;
}

/* Of the blocks of all ranks, or of those of the other group. To be freed; NULL: no memory, or no
 * such ranks. */
static const MPI_Datatype *types_of(const MPI_Fint *comm, const MPI_Fint *f)
{
	MPI_Comm c = comm_of(comm);
	int P = 0, inter = 0;

	if (c == MPI_COMM_NULL || PMPI_Comm_test_inter(c, &inter) ||
	    (inter ? PMPI_Comm_remote_size(c, &P) : PMPI_Comm_size(c, &P)))
		return NULL;
	MPI_Datatype *types = malloc((size_t)P * sizeof *types);
	for (int i = 0; i < P && types; i++)
		types[i] = type_of(&f[i]);
	return types;
}

static MPI_Op op_of(const MPI_Fint *f)
{
	MPI_Op op = PMPI_Op_f2c(*f);
	return op ? op : MPI_OP_NULL;
}
#else
#define IF_TAKEN_with_c(...) /* it has a buffer: MPICH's calls MPI's C name */
#endif
#define IF_TAKEN_without_c(...) __VA_ARGS__

/* ---- Collectives that block */

/* Free what was made for the call. What goes on to the next library has Fortran's own. */
static void end_call(struct rg_call *call)
{
	free((void *)(uintptr_t)call->types);
	free((void *)(uintptr_t)call->in_types);
	call->types = call->in_types = NULL;
}

static bool serve(struct rg_call *call, int *err)
{
	bool done = rg_serve(call, err);

	end_call(call);
	return done;
}

/* SERVE: whether the call is ours, and has been done. */
#define TAKE(SYMBOL, PMPI, PARAMETERS, ARGUMENTS, SERVE, ...) \
	RG_TAKEN void SYMBOL PARAMETERS                       \
	{                                                     \
		NEXT_HERE(SYMBOL, PMPI);                      \
		if (!rg_takes_calls()) {                      \
			NEXT(PARAMETERS) ARGUMENTS;           \
			return;                               \
		}                                             \
		__VA_ARGS__;                                  \
		int err;                                      \
		if (SERVE) {                                  \
			if (ierr)                             \
				*ierr = err;                  \
			return;                               \
		}                                             \
		NEXT(PARAMETERS) ARGUMENTS;                   \
		rg_served(&call, ierr ? *ierr : MPI_SUCCESS); \
	}
#define BLOCKING(NAME, name, Entry, large, arguments, ...)                                         \
	IF_TAKEN_##large(SPELLINGS(TAKE, name, NAME, (RG_LIST(TAKES, arguments), MPI_Fint * ierr), \
	                           (RG_LIST(RG_GIVES, arguments), ierr), serve(&call, &err),       \
	                           RG_CALL(SETS, rg_bound, NAME, arguments, __VA_ARGS__)))

RG_ROWS(BLOCKING)

#ifdef OPEN_MPI
static bool serve_sections(struct rg_sections *s, struct rg_call *call, int *err)
{
	bool done = rg_sections_settle(s, call, err) && (*err || rg_serve(call, err));

	end_call(call);
	rg_sections_end(s);
	return done;
}

#define BLOCKING_ARRAYS(TAKES, SETS, NAME, name, arguments, ...)                   \
	ARRAYS_SPELLINGS(TAKE, name, (RG_LIST(TAKES, arguments), MPI_Fint * ierr), \
	                 (RG_LIST(RG_GIVES, arguments), ierr),                     \
	                 serve_sections(&sections, &call, &err), NO_SECTIONS;      \
	                 RG_CALL(SETS, rg_bound, NAME, arguments, __VA_ARGS__))
#define BLOCKING_OF_ARRAYS(NAME, name, Entry, large, ...)                                  \
	RG_IF_##large(BLOCKING_ARRAYS(TAKES_ARRAYS, SETS_ARRAYS, NAME, name, __VA_ARGS__)) \
		IF_LARGE(large,                                                            \
	                 BLOCKING_ARRAYS(TAKES_LARGE, SETS_LARGE, NAME, name##_c, __VA_ARGS__))

RG_ROWS(BLOCKING_OF_ARRAYS)
#endif

/* ---- Collectives that do not */

/* Open MPI's requests are completed by its own routines, which do not come by ours; those of
 * mpi_f08 of MPICH do, see fortran08.c. */
#ifdef OPEN_MPI
enum { BENEATH = true };
#else
enum { BENEATH = false };
#endif

static bool begin(struct rg_call *call, MPI_Fint *request, struct rg_operation **beside,
                  MPI_Fint *ierr)
{
	MPI_Request made;
	int err;

	bool ours = rg_handle_make(call, &made, BENEATH, beside, &err);

	end_call(call);
	if (!ours)
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

/* START: whether the call is ours, and was begun. */
#define BEGIN(SYMBOL, PMPI, PARAMETERS, ARGUMENTS, START, ...) \
	RG_TAKEN void SYMBOL PARAMETERS                        \
	{                                                      \
		NEXT_HERE(SYMBOL, PMPI);                       \
		struct rg_operation *beside = NULL;            \
		if (rg_takes_calls()) {                        \
			__VA_ARGS__;                           \
			call.form = RG_NONBLOCKING;            \
			if (START)                             \
				return;                        \
		}                                              \
		NEXT(PARAMETERS) ARGUMENTS;                    \
		if (beside)                                    \
			set_beside(beside, request, ierr);     \
	}
#define NONBLOCKING(NAME, name, Entry, large, arguments, ...)                               \
	IF_TAKEN_##large(                                                                   \
		SPELLINGS(BEGIN, i##name, I##NAME,                                          \
	                  (RG_LIST(TAKES, arguments), MPI_Fint * request, MPI_Fint * ierr), \
	                  (RG_LIST(RG_GIVES, arguments), request, ierr),                    \
	                  begin(&call, request, &beside, ierr),                             \
	                  RG_CALL(SETS, rg_bound, NAME, arguments, __VA_ARGS__)))

RG_ROWS(NONBLOCKING)

#ifdef OPEN_MPI
static bool begin_sections(struct rg_sections *s, struct rg_call *call, MPI_Fint *request,
                           struct rg_operation **beside, MPI_Fint *ierr)
{
	int err;
	bool done = rg_sections_settle(s, call, &err);

	if (done && err && ierr)
		*ierr = err;
	if (done && !err)
		done = begin(call, request, beside, ierr);
	end_call(call);
	rg_sections_end(s);
	return done;
}

#define NONBLOCKING_ARRAYS(TAKES, SETS, NAME, name, arguments, ...)                             \
	ARRAYS_SPELLINGS(BEGIN, name,                                                           \
	                 (RG_LIST(TAKES, arguments), MPI_Fint * request, MPI_Fint * ierr),      \
	                 (RG_LIST(RG_GIVES, arguments), request, ierr),                         \
	                 begin_sections(&sections, &call, request, &beside, ierr), NO_SECTIONS; \
	                 RG_CALL(SETS, rg_bound, NAME, arguments, __VA_ARGS__))
#define NONBLOCKING_OF_ARRAYS(NAME, name, Entry, large, ...)                                     \
	RG_IF_##large(NONBLOCKING_ARRAYS(TAKES_ARRAYS, SETS_ARRAYS, NAME, i##name, __VA_ARGS__)) \
		IF_LARGE(large, NONBLOCKING_ARRAYS(TAKES_LARGE, SETS_LARGE, NAME, i##name##_c,   \
	                                           __VA_ARGS__))

RG_ROWS(NONBLOCKING_OF_ARRAYS)
#endif

/* Persistent ones: Open MPI's own serve its programs in Fortran, since their requests are started
 * and completed by its own routines, too; MPI 3 has none. */
#if !defined OPEN_MPI && RINGGEN_LARGE_COUNT
#define MAKE(SYMBOL, PMPI, PARAMETERS, ARGUMENTS, ...)          \
	RG_TAKEN void SYMBOL PARAMETERS                         \
	{                                                       \
		NEXT_HERE(SYMBOL, PMPI);                        \
		struct rg_operation *none;                      \
		if (rg_takes_calls()) {                         \
			__VA_ARGS__;                            \
			call.form = RG_PERSISTENT;              \
			if (begin(&call, request, &none, ierr)) \
				return;                         \
		}                                               \
		NEXT(PARAMETERS) ARGUMENTS;                     \
	}
#define PERSISTENT(NAME, name, Entry, large, arguments, ...)                                       \
	IF_TAKEN_##large(SPELLINGS(                                                                \
		MAKE, name##_init, NAME##_INIT,                                                    \
		(RG_LIST(TAKES, arguments), MPI_Fint * info, MPI_Fint * request, MPI_Fint * ierr), \
		(RG_LIST(RG_GIVES, arguments), info, request, ierr),                               \
		RG_CALL(SETS, rg_preload_persistent(), NAME, arguments, __VA_ARGS__)))

RG_ROWS(PERSISTENT)
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
#endif
