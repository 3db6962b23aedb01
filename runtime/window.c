/* SPDX-License-Identifier: BSD-3-Clause
 * The windows of the ranks of one machine: memory that each of them writes and all of them read.
 *
 * A rank's part of the file holds its two windows, and in front of each the counters of the
 * notifications that it gave, by lane and receiver. A counter has one writer and one reader, and
 * only grows: so nothing is ever reset, and who looks late misses nothing. Lane 0's counters are
 * next to the data: a short vector stands in their cache line, and comes with the notification.
 */
#include "window.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 64, PAGE = 4096, NAME = 64 };

typedef _Atomic uint64_t counter;

struct rg_window {
	int n, me; /* ranks of this machine; this one */
	char *file;
	size_t size;       /* of the file */
	size_t counters;   /* bytes of one lane's counters, in whole lines, */
	size_t front;      /* of all lanes' counters, */
	size_t window;     /* of those and one window */
	int turn;          /* which of the two windows this call has: 0, 1 */
	bool met;          /* it awaited somebody: the other window is the next call's */
	size_t data;       /* where lane 0's data begin in it, */
	size_t lane;       /* and from lane to lane */
	uint64_t *awaited; /* [2][RG_LANES_MOST][n] notifications awaited so far */
	int seat[];        /* [P] the place of a rank among those of this machine, -1: elsewhere */
};

static size_t round_up(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

/* The sizes that follow from the number of ranks. */
static void measure(struct rg_window *w, int n)
{
	w->n = n;
	w->counters = round_up((size_t)(n - 1) * sizeof(counter), LINE);
	w->front = RG_LANES_MOST * w->counters;
	w->window = round_up(w->front + RG_WINDOW_BYTES, PAGE);
	w->size = 2 * w->window * (size_t)n;
}

/* ---- The file */

/* What the kernel calls it: the token tells it from any other on any machine. */
static void file_name(const struct rg_window_key *key, char *name)
{
	snprintf(name, NAME, "ringgen-%08x%08x", (unsigned)key->token[0], (unsigned)key->token[1]);
}

static bool unwanted(void)
{
	const char *value = getenv("RINGGEN_WINDOWS");
	return value && !strcmp(value, "0");
}

struct rg_window_key rg_window_offer(int ranks)
{
	struct rg_window_key key = {.pid = (int)getpid(), .fd = -1};
	struct rg_window w;
	char name[NAME];

	if (!ranks || unwanted() || getentropy(key.token, sizeof key.token))
		return key;
	measure(&w, ranks);
	file_name(&key, name);
	key.fd = memfd_create(name, MFD_CLOEXEC);
	if (key.fd >= 0 && ftruncate(key.fd, (off_t)w.size))
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

/* ---- Open and close */

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
                                 int n, int me, int P)
{
	const struct rg_window_key *key = find_key(keys, stride, rank, n);
	struct rg_window *w =
		key && !unwanted() ? malloc(sizeof *w + (size_t)P * sizeof *w->seat) : NULL;

	if (!w)
		return NULL;
	*w = (struct rg_window){.me = me};
	measure(w, n);
	for (int i = 0; i < P; i++)
		w->seat[i] = -1;
	for (int i = 0; i < n; i++)
		w->seat[rank[i]] = i;
	w->awaited = calloc((size_t)(2 * RG_LANES_MOST * n), sizeof *w->awaited);
	w->file = w->awaited ? map_file(key, w->size) : NULL;
	if (w->file)
		return w;
	rg_window_close(w);
	return NULL;
}

void rg_window_close(struct rg_window *w)
{
	if (!w)
		return;
	if (w->file)
		munmap(w->file, w->size);
	free(w->awaited);
	free(w);
}

/* ---- A call */

int64_t rg_window_size(int lanes)
{
	return RG_WINDOW_BYTES / lanes / LINE * LINE;
}

/* The bytes of the counters that are there, up to where any element may begin. */
static size_t counted(const struct rg_window *w)
{
	return round_up((size_t)(w->n - 1) * sizeof(counter), _Alignof(max_align_t));
}

void rg_window_begin(struct rg_window *w, int lanes, int64_t bytes)
{
	bool close = lanes == 1 && counted(w) + (size_t)bytes <= w->counters;

	/* Who uses windows hears from all others on the machine, so all agree on that. A call that
	 * uses none may be over here while another rank is still in the call before it: it must
	 * not take a turn. */
	w->turn ^= w->met;
	w->met = false;
	w->data = close ? w->front - w->counters + counted(w) : w->front;
	w->lane = (size_t)rg_window_size(lanes);
}

/* The part of the file that this call has of one rank. */
static char *part(const struct rg_window *w, int seat)
{
	return w->file + (size_t)(2 * seat + w->turn) * w->window;
}

uintptr_t rg_window_base(const struct rg_window *w, int lane, int rank)
{
	if (w->seat[rank] < 0)
		return 0;
	return (uintptr_t)part(w, w->seat[rank]) + w->data + (size_t)lane * w->lane;
}

/* What `from` counts for `to`; it has none for itself. */
static counter *counter_of(const struct rg_window *w, int lane, int from, int to)
{
	char *lanes = part(w, from) + w->front - (size_t)(lane + 1) * w->counters;
	return (counter *)(void *)lanes + (to < from ? to : to - 1);
}

static uint64_t *awaited(const struct rg_window *w, int lane)
{
	return w->awaited + (w->turn * RG_LANES_MOST + lane) * w->n;
}

void rg_window_notify(struct rg_window *w, int lane, int peer)
{
	counter *c = counter_of(w, lane, w->me, w->seat[peer]);
	uint64_t given = atomic_load_explicit(c, memory_order_relaxed);
	atomic_store_explicit(c, given + 1, memory_order_release);
}

void rg_window_await(struct rg_window *w, int lane, int peer)
{
	w->met = true;
	awaited(w, lane)[w->seat[peer]]++;
}

bool rg_window_arrived(struct rg_window *w, int lane)
{
	const uint64_t *wanted = awaited(w, lane);

	for (int i = 0; i < w->n; i++)
		if (i != w->me && atomic_load_explicit(counter_of(w, lane, i, w->me),
		                                       memory_order_acquire) < wanted[i])
			return false;
	return true;
}
