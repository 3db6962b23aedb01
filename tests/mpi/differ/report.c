/* SPDX-License-Identifier: BSD-3-Clause
 * The report about a failure, and a watchdog.
 */
#include "report.h"

#include <mpi.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct doing {
	atomic_bool used;
	atomic_llong since; /* seconds */
	uint64_t step;
	char text[DOING];
} doings[THREADS_MOST];

static _Thread_local struct doing *mine;
static int rank, limit;
static bool tracing;
static char again[1024];
static pthread_t watchdog;
static atomic_bool over;
static pthread_mutex_t telling = PTHREAD_MUTEX_INITIALIZER;

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

/* A machine with more to do than it has cores is slower by so much. */
static double slowness(void)
{
	double load = 0;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	if (getloadavg(&load, 1) != 1 || cores < 1 || load < (double)cores)
		return 1;
	return load / (double)cores;
}

static void tell_doings(void)
{
	for (int i = 0; i < THREADS_MOST; i++)
		if (doings[i].used)
			fprintf(stderr, "rank %d, thread %d, for %lld s: step %llu: %s\n", rank, i,
			        now() - doings[i].since, (unsigned long long)doings[i].step,
			        doings[i].text);
}

static void tell_how(uint64_t step)
{
	fprintf(stderr, "rank %d: again by: %s --steps %llu\n", rank, again,
	        (unsigned long long)step + 1);
}

/* A hang ends here: each rank tells what it does, since each has such a thread. */
static void *watch(void *nothing)
{
	while (!over) {
		usleep(200000);
		for (int i = 0; i < THREADS_MOST; i++) {
			if (!doings[i].used ||
			    (double)(now() - doings[i].since) < limit * slowness())
				continue;
			fprintf(stderr, "rank %d: nothing has happened for too long\n", rank);
			tell_doings();
			tell_how(doings[i].step);
			fflush(NULL);
			sleep(5); /* so that the others can tell, too */
			_exit(124);
		}
	}
	return nothing;
}

void report_begin(int world_rank, const char *command, int seconds, bool trace)
{
	rank = world_rank;
	limit = seconds;
	tracing = trace;
	snprintf(again, sizeof again, "%s", command);
	if (pthread_create(&watchdog, NULL, watch, NULL))
		report_failure("there is no thread for the watchdog");
}

void report_end(void)
{
	over = true;
	pthread_join(watchdog, NULL);
}

void report_doing(int thread, uint64_t step, const char *format, ...)
{
	va_list args;

	mine = &doings[thread];
	va_start(args, format);
	vsnprintf(mine->text, sizeof mine->text, format, args);
	va_end(args);
	mine->step = step;
	mine->since = now();
	mine->used = true;
	if (tracing)
		fprintf(stderr, "rank %d, thread %d, step %llu: %s\n", rank, thread,
		        (unsigned long long)step, mine->text);
}

void report_failure(const char *format, ...)
{
	char text[2 * DOING]; /* written at once, as other ranks write, too */
	va_list args;

	pthread_mutex_lock(&telling);
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	fprintf(stderr, "rank %d: %s\n", rank, text);
	if (mine) {
		fprintf(stderr, "rank %d: at step %llu: %s\n", rank, (unsigned long long)mine->step,
		        mine->text);
		tell_how(mine->step);
	}
	fflush(NULL);
	sleep(1); /* the others' lines, if they are wrong, too */
	MPI_Abort(MPI_COMM_WORLD, 1);
	_exit(1);
}
