/* SPDX-License-Identifier: BSD-3-Clause
 * Limits of a batch system, met by ringgen's routines on some ranks: all collectives are right.
 *
 *   limits LIMIT [RANK]
 *
 * Once MPI is initialised, LIMIT is set on that rank, or on all: fsize (no file may grow), nofile
 * (no file may be opened), as (no window fits into the address space), threads (none can be
 * started), stack (collectives are called by a thread with a small one), none. Prints "limits: ok".
 */
#include "routines.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

typedef RG_JOIN(NAME, _Request) request;

enum { MOST = 1 << 18 }; /* of a vector, ints */

static int P, rank;
static bool no_threads;

/* No thread can be started, as where RLIMIT_NPROC is reached, which does not hold for root. */
int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *on)
{
	static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

	if (no_threads)
		return EAGAIN;
	if (!next) {
		void *found = dlsym(RTLD_NEXT, "pthread_create");
		memcpy(&next, &found, sizeof next);
	}
	return next(thread, how, run, on);
}

static void set(int what, rlim_t to)
{
	struct rlimit limit;

	if (getrlimit(what, &limit))
		die("getrlimit failed");
	limit.rlim_cur = to;
	if (setrlimit(what, &limit))
		die("setrlimit failed: %s", strerror(errno));
}

static rlim_t lowest_free_file(void)
{
	int fd = open("/dev/null", O_RDONLY);

	close(fd);
	return (rlim_t)fd;
}

/* Bytes of address space that are in use. */
static rlim_t address_space(void)
{
	long pages = 0;
	FILE *in = fopen("/proc/self/statm", "r");

	if (!in || fscanf(in, "%ld", &pages) != 1)
		die("/proc/self/statm cannot be read");
	fclose(in);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* After this, MPI has done its work for ranks that first meet, and the hosts are known. */
static void warm_up(void)
{
	static int in[MOST], out[MOST];
	int one = 1, sum;

	OURS(Allreduce)(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int n = P; n <= MOST; n *= 2)
		PMPI_Alltoall(in, n / P, MPI_INT, out, n / P, MPI_INT, MPI_COMM_WORLD);
}

static void meet(const char *limit)
{
	/* Enough for two vectors and for MPI, too little for the windows of a machine. */
	const rlim_t some = 6 << 20;

	if (!strcmp(limit, "fsize"))
		set(RLIMIT_FSIZE, 0);
	else if (!strcmp(limit, "nofile"))
		set(RLIMIT_NOFILE, lowest_free_file());
	else if (!strcmp(limit, "as"))
		set(RLIMIT_AS, address_space() + some);
	else if (!strcmp(limit, "threads"))
		no_threads = true;
}

static void check(const char *what, const int *out, int n, int value)
{
	for (int i = 0; i < n; i++)
		if (out[i] != value)
			die("%s of %d: %d is %d, not %d", what, n, i, out[i], value);
}

/* While rank 0 waits for a message that comes when the others are through, their collective needs
 * it. */
static void check_progress(int *in, int *out, int n, MPI_Comm comm)
{
	request r;
	int token = 0;

	OURS(Iallreduce)(in, out, n, MPI_INT, MPI_SUM, comm, &r);
	if (!rank && P > 1)
		MPI_Recv(&token, 1, MPI_INT, 1, 3, comm, MPI_STATUS_IGNORE);
	OURS(Wait)(&r, MPI_STATUS_IGNORE);
	if (rank == 1)
		MPI_Send(&token, 1, MPI_INT, 0, 3, comm);
	check("nonblocking", out, n, P * (P + 1) / 2);
}

static void check_all(int *in, int *out, int n, MPI_Comm comm)
{
	for (int i = 0; i < n; i++)
		in[i] = rank + 1;
	OURS(Allreduce)(in, out, n, MPI_INT, MPI_SUM, comm);
	check("allreduce", out, n, P * (P + 1) / 2);
	memcpy(out, in, (size_t)n * sizeof *in);
	OURS(Bcast)(out, n, MPI_INT, P - 1, comm);
	check("bcast", out, n, P);
	OURS(Allgather)(in, n / P, MPI_INT, out, n / P, MPI_INT, comm);
	for (int i = 0; i < P; i++)
		check("allgather", out + i * (n / P), n / P, i + 1);
	check_progress(in, out, n, comm);
#if defined HEADER || MPI_VERSION >= 4
	request r;
	OURS(Allreduce_init)(in, out, n, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &r);
	for (int i = 0; i < 3; i++) {
		OURS(Start)(&r);
		OURS(Wait)(&r, MPI_STATUS_IGNORE);
		check("persistent", out, n, P * (P + 1) / 2);
	}
	OURS(Request_free)(&r);
#endif
	OURS(Barrier)(comm);
}

static void *run(void *nothing)
{
	static int in[MOST], out[MOST];
	MPI_Comm comm;

	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	for (int n = 4 * P; n <= MOST; n *= 16)
		check_all(in, out, n, comm);
	MPI_Comm_free(&comm);
	return nothing;
}

/* Run the test in a thread whose stack is about the smallest that MPI itself may be called with. */
static void run_on_small_stack(void)
{
	enum { STACK = 192 << 10 }; /* MPICH 4.0.2 itself ends in 128 KiB */
	pthread_attr_t how;
	pthread_t thread;

	if (pthread_attr_init(&how) || pthread_attr_setstacksize(&how, STACK) ||
	    pthread_create(&thread, &how, run, NULL) || pthread_join(thread, NULL))
		die("no thread");
}

int main(int argc, char **argv)
{
	const char *limit = argc > 1 ? argv[1] : "none";
	struct rlimit files;
	int level;

	getrlimit(RLIMIT_NOFILE, &files);
	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	if (!strcmp(limit, "as") || !strcmp(limit, "nofile"))
		warm_up();
	if (argc < 3 || atoi(argv[2]) == rank)
		meet(limit);
	if (!strcmp(limit, "stack"))
		run_on_small_stack();
	else
		run(NULL);
	no_threads = false;
	setrlimit(RLIMIT_NOFILE, &files); /* MPICH opens some to end */
	if (!rank)
		printf("limits: ok\n");
	MPI_Finalize();
	return 0;
}
