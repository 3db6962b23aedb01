/* SPDX-License-Identifier: BSD-3-Clause
 * For LD_PRELOAD into MPICH's processes on the emulated cluster, where many machines share few
 * cores. Other MPI libraries never call what is replaced here.
 *
 * - MPICH over UCX polls while it waits: the machines would starve one another. Here a poll that
 *   finds nothing sleeps until something comes in, 1 ms at most. Ranks that share a machine
 *   (CLUSTER_LOCAL is set) have neighbours that do not wake them, in shared memory: they
 *   give the core away for some polls first, and sleep shorter.
 * - MPI_Test of MPICH 4.0 polls before it looks at the request, and would sleep where that is
 *   complete already, and a program that tests several requests in turn would sleep at the next one
 *   while what came in for the last one is still to be used: pipelines of 32 ranks took eight
 *   times as long. Here a look sleeps only where nothing has come since the same request was looked
 * at.
 * - MPI_Finalize of MPICH 4.0 over UCX 1.13 may not end between machines: some ranks wait for the
 *   others without polling, while these still flush to them. Here all ranks flush, then meet in a
 *   barrier, in which they do poll; after that there is nothing left for MPI_Finalize to flush.
 */
#include <dlfcn.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

enum {
	SLEEP = 1000000,      /* ns */
	LOCAL_SLEEP = 100000, /* ns, next to other ranks */
	YIELDS = 100,         /* polls before it */
	WORKERS = 64,
	WORLD = 0x44000000, /* MPI_COMM_WORLD in MPICH's own ABI, */
	ABI_WORLD = 0x101,  /* and in the standard one (MPI 5.0, table A.1), an address there */
	IN_PROGRESS = 1,    /* UCS_INPROGRESS */
};

static void *worker[WORKERS];
static int workers;
static _Thread_local int empty;   /* polls in succession that have found nothing */
static _Thread_local bool awake;  /* polls may not sleep */
static _Thread_local void *first; /* request that was looked at since something came, */
static _Thread_local bool quiet;  /* and it was looked at twice */

/* The function that this library hides; the program ends where there is none. */
static void *hidden(const char *name)
{
	void *f = dlsym(RTLD_NEXT, name);
	if (!f)
		abort();
	return f;
}

/* How long a poll that has found nothing may sleep; NULL: not yet. */
static const struct timespec *nap(void)
{
	static const struct timespec alone = {0, SLEEP}, local = {0, LOCAL_SLEEP};
	static int shared = -1;

	if (shared < 0)
		shared = getenv("CLUSTER_LOCAL") != NULL;
	if (!shared)
		return &alone;
	if (empty++ >= YIELDS)
		return &local;
	sched_yield();
	return NULL;
}

/* Something has come, or was found complete: all requests may be looked at before a sleep. */
static void come(void)
{
	empty = 0;
	first = NULL;
	quiet = false;
}

int epoll_wait(int fd, struct epoll_event *events, int most, int timeout)
{
	int found = epoll_pwait(fd, events, most, timeout, NULL);
	const struct timespec *wait = found == 0 && timeout == 0 && !awake ? nap() : NULL;

	if (wait)
		found = epoll_pwait2(fd, events, most, wait, NULL);
	if (found > 0)
		come();
	return found;
}

typedef int test(void *request, int *flag, void *status);

static int look(test *real, void *request, int *flag, void *status)
{
	quiet = quiet || first == request;
	first = first ? first : request;
	awake = !quiet;
	int err = real(request, flag, status);
	awake = false;
	if (err || *flag)
		come();
	return err;
}

int MPI_Test(void *request, int *flag, void *status)
{
	static test *real;

	if (!real)
		*(void **)&real = hidden("MPI_Test");
	return look(real, request, flag, status);
}

int PMPI_Test(void *request, int *flag, void *status)
{
	static test *real;

	if (!real)
		*(void **)&real = hidden("PMPI_Test");
	return look(real, request, flag, status);
}

int ucp_worker_create(void *context, const void *params, void **made)
{
	static int (*real)(void *, const void *, void **);

	if (!real)
		*(void **)&real = hidden("ucp_worker_create");
	int status = real(context, params, made);
	if (status == 0 && workers < WORKERS)
		worker[workers++] = *made;
	return status;
}

static void flushed(void *request, int status)
{
	(void)request;
	(void)status;
}

/* Wait until all that w has sent has left. A request that is an error, or none, is done. */
static void flush(void *w)
{
	void *(*flush_nb)(void *, unsigned, void (*)(void *, int));
	int (*check)(void *);
	unsigned (*progress)(void *);
	void (*release)(void *);

	*(void **)&flush_nb = hidden("ucp_worker_flush_nb");
	*(void **)&check = hidden("ucp_request_check_status");
	*(void **)&progress = hidden("ucp_worker_progress");
	*(void **)&release = hidden("ucp_request_release");
	void *request = flush_nb(w, 0, flushed);
	if ((ptrdiff_t)request >= -128 && (ptrdiff_t)request <= 0)
		return;
	while (check(request) == IN_PROGRESS)
		progress(w);
	release(request);
}

/* MPICH has libmpich and libmpi_abi, which differ in this. */
static long world_of(const void *library)
{
	Dl_info in;
	bool abi = dladdr(library, &in) && in.dli_fname && strstr(in.dli_fname, "mpi_abi");
	return abi ? ABI_WORLD : WORLD;
}

int MPI_Finalize(void)
{
	int (*real)(void), (*barrier)(long);

	*(void **)&real = hidden("MPI_Finalize");
	*(void **)&barrier = hidden("PMPI_Barrier");
	for (int i = 0; i < workers; i++)
		flush(worker[i]);
	if (workers)
		barrier(world_of(*(void **)&barrier));
	return real();
}

/* What MPI_Finalize calls for each peer. NULL: done. */
void *ucp_disconnect_nb(void *ep)
{
	(void)ep;
	return NULL;
}
