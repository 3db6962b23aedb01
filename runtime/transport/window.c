/* SPDX-License-Identifier: BSD-3-Clause
 * The windows of the ranks of one machine: memory that each of them writes and all of them read.
 *
 * A rank's part of a room holds its two windows, and in front of each the counters of the
 * notifications that it gave, by lane and receiver. A counter has one writer and one reader, and
 * only grows: so nothing is ever reset, and who looks late misses nothing. Lane 0's counters are
 * next to the data: a short vector stands in their cache line, and comes with the notification. The
 * part begins with a line for the calls that the rank has left, which all others read.
 */
#include "transport/window.h"
#include "mpi/setting.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, NAME = 64 };

static size_t round_up(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

/* The sizes that follow from the number of ranks. */
static void measure(struct rg_window *w, int n)
{
	w->n = n;
	w->counters = round_up((size_t)(n - 1) * sizeof(rg_counter), RG_WINDOW_LINE);
	w->front = RG_WINDOW_LINE + RG_LANES_MOST * w->counters;
	w->window = round_up(w->front + RG_WINDOW_BYTES, PAGE);
	w->size = 2 * w->window * (size_t)n;
}

/* ---- The file */

/* The name that the kernel shows for the file. By the token it differs from that of any other file
 * on any machine. */
static void file_name(const struct rg_window_key *key, char *name)
{
	snprintf(name, NAME, "ringgen-%08x%08x", (unsigned)key->token[0], (unsigned)key->token[1]);
}

struct rg_window_key rg_window_offer(int ranks, int rooms)
{
	struct rg_window_key key = {.pid = (int)getpid(), .fd = -1};
	struct rg_window w;
	char name[NAME];

	if (!ranks || !rg_wants_windows() || getentropy(key.token, sizeof key.token))
		return key;
	measure(&w, ranks);
	file_name(&key, name);
	key.fd = memfd_create(name, MFD_CLOEXEC);
	if (key.fd >= 0 && ftruncate(key.fd, (off_t)(PAGE + w.size * (size_t)rooms)))
		rg_window_withdraw(&key);
	return key;
}

void rg_window_withdraw(struct rg_window_key *key)
{
	if (key->fd >= 0)
		close(key->fd);
	key->fd = -1;
}

/* Open the file of that process, if it is the one that is meant: on another machine, or in another
 * name space, the same number is another process's or nobody's. -1: it is not. */
static int open_file(const struct rg_window_key *key)
{
	char path[NAME], name[NAME], wanted[2 * NAME], found[2 * NAME] = "";

	snprintf(path, sizeof path, "/proc/%d/fd/%d", key->pid, key->fd);
	file_name(key, name);
	snprintf(wanted, sizeof wanted, "/memfd:%s (deleted)", name);
	if (readlink(path, found, sizeof found - 1) < 0 || strcmp(found, wanted) != 0)
		return -1;
	return open(path, O_RDWR | O_CLOEXEC);
}

static char *map_file(const struct rg_window_key *key, size_t size)
{
	int fd = open_file(key);
	void *file = MAP_FAILED;
	struct stat is;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &is) && is.st_size == (off_t)size)
		file = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	return file == MAP_FAILED ? NULL : file;
}

/* ---- The CPUs for the ranks of this machine */

/* What the file begins with, in a page of its own: the CPUs that any of its ranks may run on, a bit
 * each. Ranks may be bound to a few of the machine's, all together or one by one. */
enum { WORD = 64, WORDS = 1024 / WORD };

struct head {
	_Atomic uint64_t cpus[WORDS];
	atomic_bool unknown; /* there are more than so many */
};

_Static_assert(sizeof(struct head) <= PAGE, "the rooms begin behind a page");

static struct head *head_of(const struct rg_window *w)
{
	return (struct head *)(void *)w->map;
}

static void add_cpus(struct head *h)
{
	cpu_set_t mine;

	CPU_ZERO(&mine);
	if (sched_getaffinity(0, sizeof mine, &mine))
		atomic_store(&h->unknown, true);
	for (int i = 0; i < WORD * WORDS; i++)
		if (CPU_ISSET(i, &mine))
			atomic_fetch_or(&h->cpus[i / WORD], UINT64_C(1) << i % WORD);
}

static atomic_bool crowd;

void rg_window_count(const struct rg_window *w)
{
	struct head *h = head_of(w);
	long cpus = 0;

	for (int i = 0; i < WORDS; i++)
		cpus += __builtin_popcountll(atomic_load(&h->cpus[i]));
	if (atomic_load(&h->unknown))
		cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (w->n > cpus)
		atomic_store(&crowd, true);
}

bool rg_window_crowd(void)
{
	return atomic_load_explicit(&crowd, memory_order_relaxed);
}

/* ---- Open and close */

static atomic_int held;

int rg_windows_held(void)
{
	return atomic_load(&held);
}

static const struct rg_window_key *key_of(const struct rg_window_key *key, size_t stride, int rank)
{
	return (const struct rg_window_key *)((const char *)key + (size_t)rank * stride);
}

/* The key with the file. NULL: there is none, or two of the ranks are threads of one process. */
static const struct rg_window_key *find_key(const struct rg_window_key *keys, size_t stride,
                                            const int *rank, int n)
{
	const struct rg_window_key *found = NULL;

	for (int i = 0; i < n; i++) {
		const struct rg_window_key *key = key_of(keys, stride, rank[i]);
		found = key->fd >= 0 ? key : found;
		if (i && key->pid == key_of(keys, stride, rank[i - 1])->pid)
			return NULL;
	}
	return found;
}

struct rg_window *rg_window_open(const struct rg_window_key *keys, size_t stride, const int *rank,
                                 int n, int me, int P, int rooms)
{
	const struct rg_window_key *key = find_key(keys, stride, rank, n);
	struct rg_window *w =
		key && rg_wants_windows() ? malloc(sizeof *w + (size_t)P * sizeof *w->seat) : NULL;

	if (!w)
		return NULL;
	*w = (struct rg_window){.me = me};
	measure(w, n);
	for (int i = 0; i < P; i++)
		w->seat[i] = -1;
	for (int i = 0; i < n; i++)
		w->seat[rank[i]] = i;
	w->awaited = calloc((size_t)(2 * RG_LANES_MOST * n), sizeof *w->awaited);
	w->mapped = PAGE + w->size * (size_t)rooms;
	w->map = w->awaited ? map_file(key, w->mapped) : NULL;
	if (w->map) {
		w->file = w->map + PAGE;
		add_cpus(head_of(w));
		atomic_fetch_add(&held, 1);
		return w;
	}
	rg_window_close(w);
	return NULL;
}

struct rg_window *rg_window_room(const struct rg_window *first, int P, int room)
{
	size_t size = sizeof *first + (size_t)P * sizeof *first->seat;
	struct rg_window *w = malloc(size);

	if (!w)
		return NULL;
	memcpy(w, first, size);
	w->file += (size_t)room * w->size;
	w->map = NULL;
	w->turn = 0;
	w->met = w->early = w->doubt = w->gave[0] = w->gave[1] = false;
	w->calls = w->seen = 0;
	w->awaited = calloc((size_t)(2 * RG_LANES_MOST * w->n), sizeof *w->awaited);
	if (w->awaited)
		return w;
	free(w);
	return NULL;
}

void rg_window_close(struct rg_window *w)
{
	if (!w)
		return;
	if (w->map) {
		munmap(w->map, w->mapped);
		atomic_fetch_sub(&held, 1);
	}
	free(w->awaited);
	free(w);
}

/* ---- A call */

int64_t rg_window_size(int lanes)
{
	return RG_WINDOW_BYTES / lanes / RG_WINDOW_LINE * RG_WINDOW_LINE;
}

/* The bytes of the counters that are there, up to where any element may begin. */
static size_t counted(const struct rg_window *w)
{
	return round_up((size_t)(w->n - 1) * sizeof(rg_counter), _Alignof(max_align_t));
}

/* What a rank says that it has left. */
static rg_counter *left_of(const struct rg_window *w, int seat)
{
	return (rg_counter *)(void *)(w->file + (size_t)(2 * seat) * w->window);
}

/* The next call that meets somebody takes the other window. Nobody can be in the call that had it
 * last, if all have heard from all in the one since, or if nobody was told to read it. */
static void take_turn(struct rg_window *w)
{
	w->turn ^= 1;
	w->calls++;
	w->doubt = w->early && w->gave[w->turn] && w->seen + 1 < w->calls;
	w->gave[w->turn] = false;
}

bool rg_window_all_left(struct rg_window *w)
{
	uint64_t seen = UINT64_MAX;

	for (int i = 0; i < w->n; i++) {
		uint64_t left = i == w->me
		                        ? UINT64_MAX
		                        : atomic_load_explicit(left_of(w, i), memory_order_acquire);
		seen = left < seen ? left : seen;
	}
	w->seen = seen;
	w->doubt = seen + 1 < w->calls;
	return !w->doubt;
}

/* Only those of early calls are told of: nobody asks before the next one of these. What others have
 * left will be asked for when the next call begins. */
void rg_window_leave(struct rg_window *w)
{
	if (!w->met || !w->early)
		return;
	atomic_store_explicit(left_of(w, w->me), w->calls + 1, memory_order_release);
	if (!w->gave[!w->turn] || w->seen >= w->calls)
		return;
	for (int i = 0; i < w->n; i++)
		if (i != w->me)
			__builtin_prefetch(left_of(w, i));
}

void rg_window_begin(struct rg_window *w, int lanes, int64_t bytes, bool early)
{
	enum { AHEAD = 4 * RG_WINDOW_LINE }; /* so much comes at a time */
	bool close = lanes == 1 && counted(w) + (size_t)bytes <= w->counters;

	/* In a call that uses windows each rank meets another one on the machine, so that all take
	 * turns alike. A call that uses none may be over here while another rank is still in the
	 * call before it: it must not take a turn. */
	if (w->met)
		take_turn(w);
	w->met = false;
	w->early = early;
	w->data = close ? w->front - w->counters + counted(w) : w->front;
	w->lane = (size_t)rg_window_size(lanes);
	w->ahead = close || lanes > 1 ? 0 : (size_t)(bytes < AHEAD ? bytes : AHEAD);
}
