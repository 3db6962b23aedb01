/* SPDX-License-Identifier: BSD-3-Clause
 * Errors of collectives that do not block, found by RINGGEN_CHECK: the handler of the communicator
 * is called once, by the thread that completes the request, and may call anything. And comparisons
 * that are not over when their communicator is freed, or at MPI_Finalize. Prints "raised: ok".
 *
 *   raised KIND
 */
#include "routines.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

/* MPI 3 has no persistent collectives of its own to be taken over. */
#if defined HEADER || MPI_VERSION >= 4
#define PERSISTENT 1
#else
#define PERSISTENT 0
#endif

enum { N = 64 };

typedef RG_JOIN(NAME, _Request) request;

static const char *kind;
static int rank, P, calls, class;
static bool completing; /* a call that completes the request */
static pthread_t thread;
static MPI_Comm comm; /* where calls do not match */
static request wrong, other;
#if PERSISTENT
static request prepared;
#endif
static int in[N], out[N], out_other[N], out_more[N];

static bool is(const char *what)
{
	return !strcmp(kind, what);
}

static void expect_sum(const int *got, const char *what)
{
	for (int i = 0; i < N; i++)
		if (got[i] != P * (P - 1) / 2 + P * i)
			die("%s: element %d is %d", what, i, got[i]);
}

/* In the handler: whatever a program may do. */
static void go_on(void)
{
	int flag = 0;

	if (is("test")) {
		OURS(Test)(&other, &flag, MPI_STATUS_IGNORE);
	} else if (is("wait")) {
		OURS(Wait)(&other, MPI_STATUS_IGNORE);
		expect_sum(out_other, "waited for in the handler");
	} else if (is("call")) {
		OURS(Allreduce)(in, out_more, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
		expect_sum(out_more, "called in the handler");
	} else if (is("start")) {
		request r;
		OURS(Iallreduce)(in, out_more, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
		OURS(Wait)(&r, MPI_STATUS_IGNORE);
		expect_sum(out_more, "begun in the handler");
	} else if (is("again")) {
		OURS(Iallreduce)(in, out_more, N, MPI_INT, MPI_SUM, comm, &other);
#if PERSISTENT
	} else if (is("free")) {
		OURS(Start)(&prepared);
		OURS(Request_free)(&prepared);
		expect_sum(out_more, "freed in the handler");
#endif
	}
}

static void handle(MPI_Comm *where, int *err, ...)
{
	(void)where;
	MPI_Error_class(*err, &class);
	if (++calls > 1)
		die("the handler is called again");
	if (!completing)
		die("the handler is called before the request is completed");
	if (!pthread_equal(thread, pthread_self()))
		die("the handler is called by a thread that knows nothing of the request");
	go_on();
}

static void nap(long milliseconds)
{
	nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

/* A user's operation: MPI does it, but the calls are compared. */
static void add(void *a, void *b, int *n, MPI_Datatype *type)
{
	(void)type;
	for (int i = 0; i < *n; i++)
		((int *)b)[i] += ((int *)a)[i];
}

/* Calls that do not match. Rank 1 is late, so that somebody may find out meanwhile. */
static void begin_wrong(void)
{
	MPI_Op op;

	if (rank == 1)
		nap(100);
	if (is("users-op")) {
		MPI_Op_create(add, rank != 1, &op);
		OURS(Iallreduce)(in, out, N, MPI_INT, op, comm, &wrong);
		MPI_Op_free(&op);
	} else {
		OURS(Iallreduce)(in, out, rank == 1 ? N / 2 : N, MPI_INT, MPI_SUM, comm, &wrong);
	}
	nap(200);
}

#ifndef HEADER
/* Whether the error is told with its request, among several. */
static int complete_several(void)
{
	MPI_Request two[2] = {other, wrong};
	MPI_Status statuses[2];
	int at = 1, flag = 0, found = 0, indices[2], err = MPI_SUCCESS;

	statuses[0].MPI_ERROR = statuses[1].MPI_ERROR = MPI_SUCCESS;
	if (is("waitall"))
		err = MPI_Waitall(2, two, statuses);
	for (; is("testall") && !flag && !err;)
		err = MPI_Testall(2, two, &flag, statuses);
	for (int done = 0; strstr(kind, "some") && done < 2 && !err; done += found) {
		err = is("waitsome") ? MPI_Waitsome(2, two, &found, indices, statuses)
		                     : MPI_Testsome(2, two, &found, indices, statuses);
		at = found > 1 && indices[1] == 1;
	}
	if (!strstr(kind, "any")) {
		if (err != MPI_ERR_IN_STATUS || (at && statuses[0].MPI_ERROR))
			die("%s returns %d", kind, err);
		err = statuses[at].MPI_ERROR;
		other = two[0];
		return err;
	}
	for (int done = 0; done < 2 && !err; done += flag && at >= 0) {
		err = is("waitany") ? MPI_Waitany(2, two, &at, statuses)
		                    : MPI_Testany(2, two, &at, &flag, statuses);
		flag = flag || is("waitany");
	}
	other = two[0];
	return err;
}
#else
static int complete_several(void)
{
	return MPI_SUCCESS;
}
#endif

static int complete(void)
{
	static const char *const several[] = {"waitall", "testall",  "waitany",
	                                      "testany", "waitsome", "testsome"};
	int flag = 0, err = MPI_SUCCESS;

	for (size_t i = 0; i < sizeof several / sizeof *several; i++)
		if (is(several[i]))
			return complete_several();
	if (!is("test"))
		return OURS(Wait)(&wrong, MPI_STATUS_IGNORE);
	while (!flag && !err)
		err = OURS(Test)(&wrong, &flag, MPI_STATUS_IGNORE);
	return err;
}

static void check_error(int err)
{
	int returned, wanted = is("users-op") ? MPI_ERR_OP : MPI_ERR_COUNT;

	MPI_Error_class(err, &returned);
	if (calls != 1 || class != wanted || returned != wanted)
		die("the handler is called %d times, with class %d; %d is returned", calls, class,
		    returned);
}

/* A wrong call, its error, and what comes after it. */
static void raise_one(void)
{
	MPI_Errhandler handler;

	MPI_Comm_create_errhandler(handle, &handler);
	MPI_Comm_set_errhandler(comm, handler);
	MPI_Errhandler_free(&handler);
#if PERSISTENT
	OURS(Allreduce_init)
	(in, out_more, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &prepared);
#endif
	OURS(Iallreduce)(in, out_other, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &other);
	begin_wrong();
	bool is_freed = is("comm-free");
	if (is_freed)
		MPI_Comm_free(&comm);
	completing = true;
	int err = complete();
	completing = false;
	check_error(err);
	OURS(Wait)(&other, MPI_STATUS_IGNORE);
	expect_sum(is("again") ? out_more : out_other, "the other one");
	OURS(Allreduce)(in, out, N, MPI_INT, MPI_SUM, is_freed ? MPI_COMM_WORLD : comm);
	expect_sum(out, "the next one");
#if PERSISTENT
	if (!is("free"))
		OURS(Request_free)(&prepared);
#endif
	if (!is_freed)
		MPI_Comm_free(&comm);
}

/* Comparisons that nobody will hear of again: of calls that fail by themselves, and to which other
 * ranks may not come. */
static void leave_behind(void)
{
	bool all = !is("finalize-alone");
	request none;

	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	if ((all || !rank) && !OURS(Iallreduce)(in, out, -1, MPI_INT, MPI_SUM, comm, &none))
		OURS(Wait)(&none, MPI_STATUS_IGNORE);
	if (is("free-and-finalize"))
		MPI_Comm_free(&comm);
}

#ifndef HEADER
/* Under MPI's own names, with RINGGEN_PROGRESS=none, a request is MPI's, which finds nothing wrong:
 * what the comparison finds is left to MPI_Finalize. */
static void leave_unheard(void)
{
	MPI_Errhandler handler;

	MPI_Comm_create_errhandler(handle, &handler);
	MPI_Comm_set_errhandler(comm, handler);
	MPI_Errhandler_free(&handler);
	OURS(Iallreduce)(in, out, N, MPI_INT, rank == 1 ? MPI_MAX : MPI_SUM, comm, &wrong);
	OURS(Wait)(&wrong, MPI_STATUS_IGNORE);
	completing = true;
}

/* After MPI_Finalize. */
static int check_unheard(void)
{
	if (calls == 1 && class == MPI_ERR_OP)
		return 0;
	fprintf(stderr, "rank %d: MPI_Finalize calls the handler %d times\n", rank, calls);
	return 1;
}
#else
static void leave_unheard(void)
{
}

static int check_unheard(void)
{
	return 1;
}
#endif

int main(int argc, char **argv)
{
	int level;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	if (argc < 2)
		die("usage: raised KIND");
	kind = argv[1];
	thread = pthread_self();
	for (int i = 0; i < N; i++)
		in[i] = rank + i;
	/* Comparisons need communicators that are set up; "unheard" is a program that never blocks,
	 * whose communicators were set up when they were made. */
	if (!is("unheard")) {
		OURS(Allreduce)(in, out, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
		OURS(Allreduce)(in, out, N, MPI_INT, MPI_SUM, comm);
	}
	if (strstr(kind, "finalize"))
		leave_behind();
	else if (is("unheard"))
		leave_unheard();
	else
		raise_one();
	PMPI_Barrier(MPI_COMM_WORLD);
	if (!rank)
		printf("raised: ok\n");
	MPI_Finalize();
	return is("unheard") ? check_unheard() : 0;
}
