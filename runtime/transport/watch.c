/* SPDX-License-Identifier: BSD-3-Clause
 * When this process does what in collectives.
 */
#include "transport/watch.h"
#include "mpi/file_limit.h"
#include "mpi/report.h"
#include "mpi/setting.h"
#include "ringgen/irregular.h"
#include "transport/transport.h"

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

/* In the order in which they began, which is the same on all ranks; in which they end is not, of
 * those that do not block. */
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

static void note(struct rg_watch *w, struct event e)
{
	if (!w || w->lost)
		return;
	w->lost = w->n == w->room && !make_room(w);
	if (!w->lost)
		w->event[w->n++] = e;
}

void rg_watch_resumed(struct rg_watch *w, int lane, int64_t began)
{
	note(w, (struct event){"resume", -1, lane, 0, began, rg_watch_now()});
}

/* What there is no use for any more goes back: most calls have few events. */
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

/* ---- The calls of an algorithm */

/* What a call did that began then. */
static void did(struct rg *r, const char *what, int peer, int64_t elements, int64_t began)
{
	struct rg_lane *l = rg_lane_of(r);

	note(l->m->watch, (struct event){what, peer, r->veiled_lane, elements * l->m->element.size,
	                                 began, rg_watch_now()});
}

static int64_t elements_of(const struct rg *r, const struct rg_blocks *b)
{
	int64_t n = 0;

	for (int i = b->first; i < b->first + b->n;)
		n += rg_blocks_piece(r, b, &i).len;
	return n;
}

static void send(struct rg *r, int peer, const struct rg_span *from)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.send(r, peer, from);
	did(r, "send", peer, from->len, began);
}

static void recv(struct rg *r, int peer, const struct rg_span *to)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.recv(r, peer, to);
	did(r, "receive", peer, to->len, began);
}

static void combine(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                    const struct rg_span *right)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.combine(r, to, left, right);
	did(r, "combine", -1, to->len, began);
}

static void copy(struct rg *r, const struct rg_span *to, const struct rg_span *from)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.copy(r, to, from);
	did(r, "copy", -1, to->len, began);
}

static void notify(struct rg *r, int peer)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.notify(r, peer);
	did(r, "notify", peer, 0, began);
}

static void await(struct rg *r, int peer)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.await(r, peer);
	did(r, "await", peer, 0, began);
}

static void join(struct rg *r)
{
	rg_mpi_transport.join(r);
}

/* Numbers count as no bytes: what is told are the bytes of data. */
static void tell(struct rg *r, int peer, const int64_t *number, int n)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.tell(r, peer, number, n);
	did(r, "send", peer, 0, began);
}

static void hear(struct rg *r, int peer, int64_t *number, int n)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.hear(r, peer, number, n);
	did(r, "receive", peer, 0, began);
}

static void carry(struct rg *r, int peer, int64_t number, const struct rg_span *from)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.carry(r, peer, number, from);
	did(r, "send", peer, from->len, began);
}

static void catch (struct rg *r, int peer, const struct rg_span *to)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.catch(r, peer, to);
	did(r, "receive", peer, to->len, began);
}

static int64_t caught(struct rg *r, const struct rg_span *to)
{
	return rg_mpi_transport.caught(r, to);
}

static void room(struct rg *r, int64_t len)
{
	rg_mpi_transport.room(r, len);
}

static void send_blocks(struct rg *r, int peer, const struct rg_blocks *from)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.send_blocks(r, peer, from);
	did(r, "send", peer, elements_of(r, from), began);
}

static void recv_blocks(struct rg *r, int peer, const struct rg_blocks *to)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.recv_blocks(r, peer, to);
	did(r, "receive", peer, elements_of(r, to), began);
}

const struct rg_transport rg_watching_transport = {.send = send,
                                                   .recv = recv,
                                                   .combine = combine,
                                                   .copy = copy,
                                                   .notify = notify,
                                                   .await = await,
                                                   .join = join,
                                                   .tell = tell,
                                                   .hear = hear,
                                                   .carry = carry,
                                                   .catch = catch,
                                                   .caught = caught,
                                                   .room = room,
                                                   .send_blocks = send_blocks,
                                                   .recv_blocks = recv_blocks};

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
