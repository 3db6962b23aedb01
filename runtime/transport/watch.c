/* SPDX-License-Identifier: BSD-3-Clause
 * When this process does what in collectives.
 */
#include "transport/watch.h"
#include "mpi/file_limit.h"
#include "mpi/report.h"
#include "mpi/setting.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* So many things are noted at most, of 40 bytes each, so that a program that runs for long does not
 * fill its memory. Chosen. */
enum { MOST = 1 << 18 };

/* Times are nanoseconds of the clock that all processes of a machine have. */
struct event {
	const char *what;
	int peer, lane;
	int64_t bytes, begin, end;
};

struct rg_watch {
	struct rg_watched of;
	struct event *event; /* [n] */
	int n, room;
	int64_t begin, end;
	bool over;
	bool lost; /* something of it was not noted */
	struct rg_watch *next;
};

/* The runs, in the order in which they began, which is the same on all ranks. Calls that do not
 * block may end in another order on each rank. */
static struct rg_watch *first, **last = &first;
static int noted;                                        /* events of those that are over */
static bool full;                                        /* no more begin */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of these */

static int watched; /* the processes of a communicator that is watched; -1: none is */

static void read_setting(void)
{
	if (!*rg_setting(RG_TIMELINE) || PMPI_Comm_size(MPI_COMM_WORLD, &watched))
		watched = -1;
}

bool rg_wants_watch(int P)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, read_setting);
	return P == watched;
}

int64_t rg_watch_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t); /* machines that keep one time agree on it */
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* ---- Noting */

struct rg_watch *rg_watch_begin(const struct rg_watched *w)
{
	struct rg_watch *run = NULL;

	pthread_mutex_lock(&lock);
	if (!full)
		run = calloc(1, sizeof *run);
	full = !run;
	if (run) {
		*last = run;
		last = &run->next;
	}
	pthread_mutex_unlock(&lock);
	if (run) {
		run->of = *w;
		run->begin = rg_watch_now();
	}
	return run;
}

/* Twice as much room. False: that is too much, and the run will not be told. */
static bool make_room(struct rg_watch *w)
{
	int room = w->room ? 2 * w->room : 8;
	struct event *more = room > MOST ? NULL : realloc(w->event, (size_t)room * sizeof *more);

	if (!more)
		return false;
	w->event = more;
	w->room = room;
	return true;
}

void rg_watch_note(struct rg_watch *w, const char *what, int peer, int lane, int64_t bytes,
                   int64_t began)
{
	if (!w || w->lost)
		return;
	w->lost = w->n == w->room && !make_room(w);
	if (!w->lost)
		w->event[w->n++] = (struct event){what, peer, lane, bytes, began, rg_watch_now()};
}

/* Unused room is given back: most calls have few events. */
static void trim(struct rg_watch *w)
{
	struct event *less = w->n ? realloc(w->event, (size_t)w->n * sizeof *less) : NULL;

	if (less)
		w->event = less;
}

void rg_watch_end(struct rg_watch *w)
{
	if (!w)
		return;
	trim(w);
	pthread_mutex_lock(&lock);
	w->end = rg_watch_now();
	w->over = true;
	w->lost = w->lost || w->n > MOST - noted;
	noted += w->lost ? 0 : w->n;
	full = full || w->lost;
	pthread_mutex_unlock(&lock);
}

/* ---- Writing */

static void write_run(FILE *file, const struct rg_watch *w)
{
	fprintf(file, "call %s %lld %lld %lld %s\n", rg_collectives[w->of.which].name,
	        (long long)w->of.bytes, (long long)w->begin, (long long)w->end,
	        rg_algorithm_name(w->of.algorithm, w->of.parameters));
	for (int i = 0; i < w->n; i++) {
		const struct event *e = &w->event[i];
		fprintf(file, "%s %d %d %lld %lld %lld\n", e->what, e->peer, e->lane,
		        (long long)e->bytes, (long long)e->begin, (long long)e->end);
	}
}

/* False: errno says why. */
static bool write_runs(const char *path, int rank, int P)
{
	FILE *file = fopen(path, "w");

	if (!file)
		return false;
	fprintf(file, "ringgen-timeline 1 %d %d\n", rank, P);
	for (const struct rg_watch *w = first; w && w->over && !w->lost; w = w->next)
		write_run(file, w);
	bool written = !ferror(file) && !fflush(file);
	int err = errno;
	if (!fclose(file) && written)
		return true;
	errno = written ? errno : err;
	return false;
}

void rg_watch_write(void)
{
	struct rg_file_limit limit;
	char path[PATH_MAX];
	int rank = 0, P = 0;

	if (PMPI_Comm_rank(MPI_COMM_WORLD, &rank) || PMPI_Comm_size(MPI_COMM_WORLD, &P))
		return;
	snprintf(path, sizeof path, "%s.%d", rg_setting(RG_TIMELINE), rank);
	errno = 0;
	rg_file_limit_begin(&limit);
	bool written = write_runs(path, rank, P);
	rg_file_limit_end(&limit);
	if (!written)
		rg_say("RINGGEN_TIMELINE: %s: %s", path, strerror(errno));
	if (full && rank == 0)
		rg_say("RINGGEN_TIMELINE: only the first calls were noted, %d steps of them",
		       noted);
	while (first) {
		struct rg_watch *next = first->next;
		free(first->event);
		free(first);
		first = next;
	}
	last = &first;
}
