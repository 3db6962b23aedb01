/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong arguments: the class of error that the MPI library's own routine gives, through the
 * communicator's handler; inter-communicators.
 */
#include "routines.h"

#include <stdbool.h>
#include <string.h>

/* The fault of a call. */
enum fault {
	NOTHING,
	NEGATIVE_COUNT,
	NO_TYPE,
	UNCOMMITTED,
	NO_OP,
	WRONG_OP,
	NO_COMM,
	IN_PLACE_RESULT,
	NO_SEND_BUFFER,
	NO_RECEIVE_BUFFER,
	ALIASED,
	NO_ROOT,
	NEGATIVE_ROOT,
	FAULTS
};

/* One element a call: with a bad operation the ranks that would have nothing to combine must err,
 * too. */
enum { MOST = 64, N = 1 };
enum routine {
	ALLREDUCE,
	ALLGATHER,
	ALLGATHERV,
	REDUCE_SCATTER,
	REDUCE_SCATTER_BLOCK,
	BCAST,
	REDUCE,
	GATHER,
	SCATTER,
	GATHERV,
	SCATTERV,
	BARRIER,
	SCAN,
	EXSCAN,
	ALLTOALL,
	ROUTINES
};

static const char *const fault_names[FAULTS] = {"nothing",
                                                "a negative count",
                                                "MPI_DATATYPE_NULL",
                                                "a type that is not committed",
                                                "MPI_OP_NULL",
                                                "BAND on double",
                                                "MPI_COMM_NULL",
                                                "MPI_IN_PLACE as result",
                                                "no send buffer",
                                                "no receive buffer",
                                                "one buffer for both",
                                                "a root behind the last rank",
                                                "a negative root"};
static const char *const routine_names[ROUTINES] = {
	"allreduce", "allgather", "allgatherv", "reduce_scatter", "reduce_scatter_block",
	"bcast",     "reduce",    "gather",     "scatter",        "gatherv",
	"scatterv",  "barrier",   "scan",       "exscan",         "alltoall"};

struct arguments {
	void *in, *out;
	int count, counts[MOST], places[MOST], root;
	MPI_Datatype type;
	MPI_Op op;
	MPI_Comm comm;
};

static double input[MOST * N], output[MOST * N];
static MPI_Datatype uncommitted;
static int P, rank, checks;

static struct arguments with(enum fault f, MPI_Comm comm)
{
	struct arguments a = {.in = input,
	                      .out = output,
	                      .count = f == NEGATIVE_COUNT ? -1 : N,
	                      .type = f == NO_TYPE       ? MPI_DATATYPE_NULL
	                              : f == UNCOMMITTED ? uncommitted
	                                                 : MPI_DOUBLE,
	                      .op = f == NO_OP      ? MPI_OP_NULL
	                            : f == WRONG_OP ? MPI_BAND
	                                            : MPI_SUM,
	                      .root = f == NO_ROOT         ? P
	                              : f == NEGATIVE_ROOT ? -77
	                                                   : 0,
	                      .comm = f == NO_COMM ? MPI_COMM_NULL : comm};

	for (int i = 0; i < P; i++) {
		a.counts[i] = a.count;
		a.places[i] = i * N;
	}
	if (f == NO_SEND_BUFFER)
		a.in = NULL;
	if (f == NO_RECEIVE_BUFFER)
		a.out = NULL;
	if (f == IN_PLACE_RESULT)
		a.out = MPI_IN_PLACE;
	if (f == ALIASED)
		a.in = output;
	return a;
}

static int call(bool ours, int routine, const struct arguments *a)
{
	switch (routine) {
	case ALLREDUCE:
		return (ours ? OURS(Allreduce) : PMPI_Allreduce)(a->in, a->out, a->count, a->type,
		                                                 a->op, a->comm);
	case ALLGATHER:
		return (ours ? OURS(Allgather) : PMPI_Allgather)(a->in, a->count, a->type, a->out,
		                                                 a->count, a->type, a->comm);
	case ALLGATHERV:
		return (ours ? OURS(Allgatherv) : PMPI_Allgatherv)(
			a->in, a->count, a->type, a->out, a->counts, a->places, a->type, a->comm);
	case REDUCE_SCATTER:
		return (ours ? OURS(Reduce_scatter) : PMPI_Reduce_scatter)(a->in, a->out, a->counts,
		                                                           a->type, a->op, a->comm);
	case REDUCE_SCATTER_BLOCK:
		return (ours ? OURS(Reduce_scatter_block) : PMPI_Reduce_scatter_block)(
			a->in, a->out, a->count, a->type, a->op, a->comm);
	case BCAST:
		return (ours ? OURS(Bcast) : PMPI_Bcast)(a->out, a->count, a->type, a->root,
		                                         a->comm);
	case REDUCE:
		return (ours ? OURS(Reduce) : PMPI_Reduce)(a->in, a->out, a->count, a->type, a->op,
		                                           a->root, a->comm);
	case GATHER:
		return (ours ? OURS(Gather) : PMPI_Gather)(a->in, a->count, a->type, a->out,
		                                           a->count, a->type, a->root, a->comm);
	case SCATTER:
		return (ours ? OURS(Scatter) : PMPI_Scatter)(a->in, a->count, a->type, a->out,
		                                             a->count, a->type, a->root, a->comm);
	case GATHERV:
		return (ours ? OURS(Gatherv) : PMPI_Gatherv)(a->in, a->count, a->type, a->out,
		                                             a->counts, a->places, a->type, a->root,
		                                             a->comm);
	case SCATTERV:
		return (ours ? OURS(Scatterv) : PMPI_Scatterv)(a->in, a->counts, a->places, a->type,
		                                               a->out, a->count, a->type, a->root,
		                                               a->comm);
	case BARRIER:
		return (ours ? OURS(Barrier) : PMPI_Barrier)(a->comm);
	case SCAN:
		return (ours ? OURS(Scan) : PMPI_Scan)(a->in, a->out, a->count, a->type, a->op,
		                                       a->comm);
	case ALLTOALL:
		return (ours ? OURS(Alltoall) : PMPI_Alltoall)(a->in, a->count, a->type, a->out,
		                                               a->count, a->type, a->comm);
	default:
		return (ours ? OURS(Exscan) : PMPI_Exscan)(a->in, a->out, a->count, a->type, a->op,
		                                           a->comm);
	}
}

static bool has_root(int routine)
{
	return routine >= BCAST && routine <= SCATTERV;
}

static bool moves(int routine)
{
	return routine == ALLGATHER || routine == ALLGATHERV || routine == BCAST ||
	       routine == ALLTOALL || (routine >= GATHER && routine <= SCATTERV);
}

/* Which faults the MPI library itself detects. Elsewhere its behaviour is undefined: MPICH 4.0
 * stops in an assertion at a negative count of most reductions, 5.0 at MPI_DATATYPE_NULL; Open MPI
 * 4.1 looks into MPI_COMM_NULL in an allgather, does not look at buffers, and finds a type that is
 * not committed at the root of a scatterv only. */
static bool is_tried(int routine, enum fault f)
{
	if (moves(routine) && (f == NO_OP || f == WRONG_OP))
		return false;
	if (routine == BARRIER)
		return f == NOTHING || f == NO_COMM;
	if (f == NO_ROOT || f == NEGATIVE_ROOT)
		return has_root(routine);
	/* A buffer is missing on some ranks only. */
	if (f > NO_COMM && (has_root(routine) || routine == EXSCAN))
		return false;
	if (is_open_mpi()) {
		if (routine == SCATTERV && f == UNCOMMITTED)
			return false;
		return f < NO_COMM || f >= NO_ROOT || (f == NO_COMM && routine != ALLGATHER);
	}
	if (!moves(routine) && routine != REDUCE_SCATTER && f == NEGATIVE_COUNT)
		return false;
	if (!moves(routine) && f == NO_TYPE && STOPS_AT_NO_TYPE)
		return false;
	return true;
}

/* ---- Handlers: told on which communicator, and how often */

static MPI_Comm told_comm;
static int told, told_class;

static void tell(MPI_Comm *comm, int *err, ...)
{
	told++;
	told_comm = *comm;
	MPI_Error_class(*err, &told_class);
}

static int class_of(int err)
{
	int class = MPI_SUCCESS;
	MPI_Error_class(err, &class);
	return class;
}

/* One buffer for both is a fault where it is the place of the own block, so of the blocks of all
 * ranks it is at rank 0 alone. The others make another one meanwhile: how many calls there were is
 * what a set-up goes by. */
static enum fault fault_here(int routine, enum fault f)
{
	bool elsewhere = moves(routine) && routine != ALLTOALL && rank;
	return f == ALIASED && elsewhere ? NO_SEND_BUFFER : f;
}

/* A fault on all ranks alike, on a communicator that is new, or already set up. */
static void check_class(int routine, enum fault f, MPI_Comm comm)
{
	struct arguments a = with(f, comm);

	told = 0;
	int native = class_of(call(false, routine, &a)), native_told = told, heard = told_class;
	told = 0;
	told_comm = MPI_COMM_NULL;
	int ours = class_of(call(true, routine, &a));
	/* MPICH 5.0.2 returns no error where the handler returns. */
	if (ours != native && (native || !native_told))
		die("%s with %s: error class %d, not %d", routine_names[routine], fault_names[f],
		    ours, native);
	if (told != native_told)
		die("%s with %s: the error handler was called %d times, not %d",
		    routine_names[routine], fault_names[f], told, native_told);
	if (told && (told_class != heard || (f != NO_COMM && told_comm != comm)))
		die("%s with %s: the error handler got another error or communicator",
		    routine_names[routine], fault_names[f]);
	checks++;
}

static void check_classes(MPI_Comm comm)
{
	for (int r = 0; r < ROUTINES; r++)
		for (int f = NOTHING; f < FAULTS; f++)
			if (is_tried(r, (enum fault)f))
				check_class(r, fault_here(r, (enum fault)f), comm);
	MPI_Barrier(comm);
}

static void check_handlers(void)
{
	MPI_Comm comm;
	MPI_Errhandler handler;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	check_classes(comm);
	check_classes(comm);
	MPI_Comm_free(&comm);

	MPI_Comm_create_errhandler(tell, &handler);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, handler);
	check_classes(comm);
	MPI_Comm_free(&comm);
	MPI_Errhandler_free(&handler);
}

/* ---- Two halves: what one half gets comes from the other */

static void check_halves(void)
{
	MPI_Comm half, both;
	struct arguments a = with(NOTHING, MPI_COMM_NULL);
	double ours[MOST * N] = {0};

	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? 0 : 1, 7, &both);
	a.comm = both;
	for (int i = 0; i < MOST * N; i++)
		input[i] = rank + i;
	for (int r = 0; r < 2; r++) {
		a.out = ours;
		if (call(true, r, &a))
			die("%s on an inter-communicator fails", routine_names[r]);
		a.out = output;
		call(false, r, &a);
		if (memcmp(ours, output, N * sizeof *ours))
			die("%s on an inter-communicator: another result", routine_names[r]);
		checks++;
	}
	MPI_Comm_free(&both);
	MPI_Comm_free(&half);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	/* That of MPI_COMM_NULL is raised on the first, since MPI 4 on the second. */
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (P > MOST || P < 2)
		die("2 to %d ranks", MOST);
	MPI_Type_contiguous(1, MPI_DOUBLE, &uncommitted);
	check_handlers();
	check_halves();
	MPI_Type_free(&uncommitted);
	if (!rank)
		printf("%d checks\n", checks);
	MPI_Finalize();
	return 0;
}
