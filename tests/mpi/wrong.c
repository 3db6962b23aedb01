/* SPDX-License-Identifier: BSD-3-Clause
 * Wrong arguments of nonblocking and persistent collectives: the class of error is that of MPI's
 * own, and the communicator's handler hears of it as often. Requests of ours are given to MPI's
 * other routines, too. For a preloaded library.
 */
#include "routines.h"

static int P, heard, checks;
static MPI_Comm comm;
static double in[8], out[64];
static MPI_Datatype uncommitted;

static void handler(MPI_Comm *c, int *err, ...)
{
	(void)c, (void)err;
	heard++;
}

static int class_of(int err)
{
	int class = MPI_SUCCESS;
	if (err)
		MPI_Error_class(err, &class);
	return class;
}

/* The same call of ours and of MPI's, both being wrong. (MPICH 5.0.2 returns
 * no error where the handler returns.) */
#define SAME(name, ...)                                                                      \
	do {                                                                                 \
		MPI_Request r = MPI_REQUEST_NULL, q = MPI_REQUEST_NULL;                      \
		int before = heard, ours = class_of(OURS(name)(__VA_ARGS__, &r));            \
		int times = heard - before, theirs = class_of(PMPI_##name(__VA_ARGS__, &q)); \
		if ((!ours && !times) || ours != theirs || heard - before != 2 * times)      \
			die(#name ": class %d, heard of %d times; MPI's is %d", ours, times, \
			    theirs);                                                         \
		checks++;                                                                    \
	} while (0)

static void nonblocking(void)
{
	SAME(Iallreduce, in, out, -1, MPI_DOUBLE, MPI_SUM, comm);
	if (!STOPS_AT_NO_TYPE)
		SAME(Iallreduce, in, out, 1, MPI_DATATYPE_NULL, MPI_SUM, comm);
	SAME(Iallreduce, in, out, 1, MPI_DOUBLE, MPI_OP_NULL, comm);
	SAME(Iallreduce, in, out, 1, MPI_DOUBLE, MPI_BAND, comm);
	if (!is_open_mpi()) { /* it crashes */
		SAME(Iallreduce, in, NULL, 1, MPI_DOUBLE, MPI_SUM, comm);
		SAME(Iallreduce, in, MPI_IN_PLACE, 1, MPI_DOUBLE, MPI_SUM, comm);
	}
	SAME(Iallgather, in, 1, uncommitted, out, 1, uncommitted, comm);
	SAME(Iallgather, in, 1, uncommitted, out, 1, MPI_DOUBLE, comm);
	SAME(Iallgather, in, -1, MPI_DOUBLE, out, 1, MPI_DOUBLE, comm);
	SAME(Iallgather, in, 1, MPI_DOUBLE, out, -1, MPI_DOUBLE, comm);
	SAME(Ireduce_scatter_block, in, out, -3, MPI_DOUBLE, MPI_SUM, comm);
}

/* A collective cannot be cancelled; it goes on. (Rank 0's is in progress as long as the others are
 * away.) */
static void cancelled(int rank)
{
	MPI_Request r;
	MPI_Status status;
	int before = heard, was_cancelled = -1;

	if (rank)
		MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	out[0] = -1;
	in[0] = 1;
	MPI_Iallreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, comm, &r);
	if (!rank && (!class_of(MPI_Cancel(&r)) || heard != before + 1))
		die("a collective was cancelled");
	for (int i = 1; i < P && !rank; i++)
		MPI_Send(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD);
	MPI_Wait(&r, &status);
	MPI_Test_cancelled(&status, &was_cancelled);
	if (was_cancelled || out[0] != P)
		die("cancelled: %d, the sum is %g", was_cancelled, out[0]);
	MPI_Irecv(NULL, 0, MPI_INT, 0, 1, comm, &r);
	MPI_Cancel(&r);
	MPI_Wait(&r, &status);
	MPI_Test_cancelled(&status, &was_cancelled);
	if (!was_cancelled || heard != before + !rank)
		die("a receive was not cancelled");
	checks++;
}

#if MPI_VERSION >= 4
static void persistent(void)
{
	MPI_Info none = MPI_INFO_NULL;

	SAME(Allreduce_init, in, out, -1, MPI_DOUBLE, MPI_SUM, comm, none);
	if (!STOPS_AT_NO_TYPE)
		SAME(Allreduce_init, in, out, 1, MPI_DATATYPE_NULL, MPI_SUM, comm, none);
	SAME(Allreduce_init, in, out, 1, MPI_DOUBLE, MPI_BAND, comm, none);
	SAME(Allreduce_init, in, out, 1, MPI_DOUBLE, MPI_OP_NULL, comm, none);
	SAME(Allgather_init, in, -1, MPI_DOUBLE, out, 1, MPI_DOUBLE, comm, none);
}

/* Active, then not, as any persistent request. */
static void states(void)
{
	MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
	MPI_Status status, all[2];
	int flag = 0, count = -1, cancelled = -1, index = 0, some, which[2];

	MPI_Allreduce_init(in, out, 8, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &r[0]);
	for (int i = 0; i < 3; i++) {
		MPI_Start(&r[0]);
		if (!class_of(MPI_Cancel(&r[0])))
			die("a persistent collective was cancelled");
		while (!flag)
			MPI_Request_get_status(r[0], &flag, &status);
		MPI_Waitany(2, r, &index, &status);
		MPI_Get_count(&status, MPI_DOUBLE, &count);
		MPI_Test_cancelled(&status, &cancelled);
		if (index || count || cancelled)
			die("an empty status: index %d, count %d", index, count);
		MPI_Wait(&r[0], &status);
		MPI_Testall(2, r, &flag, all);
		if (!flag)
			die("not active, but not done");
		MPI_Waitany(2, r, &index, &status);
		MPI_Testsome(2, r, &some, which, all);
		if (index != MPI_UNDEFINED || some != MPI_UNDEFINED)
			die("not active, but index %d, %d of some", index, some);
		flag = 0;
		checks++;
	}
	MPI_Request_free(&r[0]);
	if (r[0] != MPI_REQUEST_NULL)
		die("a freed request has a handle");
}
#endif

int main(int argc, char **argv)
{
	MPI_Errhandler errors;
	int rank, one = 1, sum;

	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_create_errhandler(handler, &errors);
	MPI_Comm_set_errhandler(comm, errors);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, errors);
	OURS(Allreduce)(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
	MPI_Type_contiguous(1, MPI_DOUBLE, &uncommitted);
	nonblocking();
	cancelled(rank);
	MPI_Type_free(&uncommitted);
#if MPI_VERSION >= 4
	persistent();
	states();
#endif
	MPI_Errhandler_free(&errors);
	MPI_Comm_free(&comm);
	if (!rank)
		printf("wrong, %d checks: ok\n", checks);
	MPI_Finalize();
	return 0;
}
