/* SPDX-License-Identifier: BSD-3-Clause
 * The windows of the ranks of one machine: memory that each of them writes and all of them read.
 *
 * A rank's part of a room begins with a page, so that its memory is on its own NUMA node, and with
 * a line for the calls that it has left, which all others read; behind it are its near windows, and
 * then its far ones, from a page on. In front of each window
 * are the counters of the notifications that it gave, by lane and receiver; near ones have one
 * lane. A counter has one writer and one reader, and only grows: so nothing is ever reset, and a
 * rank that looks late misses nothing. Lane 0's counters are next to the data: a short vector
 * stands in their cache line, and comes with the notification.
 */
#include "transport/window.h"
#include "mpi/file_limit.h"
#include "mpi/setting.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	LEAST_PAGE = 4096,  /* of memory, on any system */
	LONGEST_LINE = 128, /* of a cache: RG_WINDOW_LINE of any machine divides it */
	NAME = 64
};

/* `to` is a power of two. */
static size_t round_up(size_t n, size_t to)
{
	return (n + to - 1) & ~(to - 1);
}

/* The bytes of counters in front of a far window, and of a near one. */
static size_t front_of(const struct rg_window *w, bool near)
{
	return (near ? 1 : RG_LANES_MOST) * w->counters;
}

/* Where the first window of that kind begins in a rank's part, and the bytes from each to the next:
 * whole lines. */
static size_t stride_of(const struct rg_window *w, bool near)
{
	return front_of(w, near) + (near ? RG_WINDOW_NEAR : RG_WINDOW_BYTES);
}

static size_t first_of(const struct rg_window *w, bool near)
{
	size_t nears = RG_WINDOW_LINE + RG_WINDOW_NEARS * stride_of(w, true);
	return near ? RG_WINDOW_LINE : round_up(nears, w->page);
}

/* The sizes that follow from the number of ranks. */
static void measure(struct rg_window *w, int n)
{
	w->n = n;
	w->page = (size_t)sysconf(_SC_PAGESIZE);
	w->counters = round_up((size_t)(n - 1) * sizeof(rg_counter), RG_WINDOW_LINE);
	w->rank = round_up(first_of(w, false) + RG_WINDOW_FARS * stride_of(w, false), w->page);
	w->size = w->rank * (size_t)n;
}

/* The counts of awaited notifications in a room: one for each rank, in each lane of each far window
 * and in each near window. */
static uint64_t *make_awaited(const struct rg_window *w)
{
	int lanes = RG_WINDOW_FARS * RG_LANES_MOST + RG_WINDOW_NEARS;
	return calloc((size_t)(lanes * w->n), sizeof *w->awaited);
}

/* ---- The file */

/* The name that the kernel shows for the file. By the token it differs from that of any other file
 * on any machine. */
static void file_name(const struct rg_window_key *key, char *name)
{
	snprintf(name, NAME, "ringgen-%08x%08x", (unsigned)key->token[0], (unsigned)key->token[1]);
}

/* Whether the kernel promises no more memory than it has (proc(5), vm.overcommit_memory is 2). Then
 * a page of a file that is touched first may not be there, and the process gets a SIGBUS. */
static bool is_strict(void)
{
	int fd = open("/proc/sys/vm/overcommit_memory", O_RDONLY | O_CLOEXEC);
	char mode = '0';

	if (fd < 0)
		return false;
	ssize_t got = read(fd, &mode, 1);
	close(fd);
	return got == 1 && mode == '2';
}

/* Give the file its length, and where the kernel is strict its memory, too: else each rank's pages
 * come when it touches them, on its own NUMA node. False: errno says why. */
static bool make_room(int fd, size_t bytes)
{
	struct rg_file_limit limit;

	rg_file_limit_begin(&limit);
	bool made = !ftruncate(fd, (off_t)bytes);
	rg_file_limit_end(&limit);
	if (!made || !is_strict())
		return made;
	errno = posix_fallocate(fd, 0, (off_t)bytes);
	return !errno;
}

struct rg_window_key rg_window_offer(int ranks, int rooms, int *trouble)
{
	struct rg_window_key key = {.pid = (int)getpid(), .fd = -1, .reach = rg_reach_offer()};
	struct rg_window w;
	char name[NAME];

	*trouble = 0;
	if (!ranks || !rg_wants_windows() || getentropy(key.token, sizeof key.token))
		return key;
	measure(&w, ranks);
	file_name(&key, name);
	key.fd = memfd_create(name, MFD_CLOEXEC);
	if (key.fd >= 0 && make_room(key.fd, w.page + w.size * (size_t)rooms))
		return key;
	*trouble = errno;
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
	errno = 0;
	if (readlink(path, found, sizeof found - 1) < 0 || strcmp(found, wanted) != 0)
		return -1;
	return open(path, O_RDWR | O_CLOEXEC);
}

/* Whether this error says that a limit is reached; others say that ranks do not share memory. */
static bool is_limit(int err)
{
	return err == EMFILE || err == ENFILE || err == ENOMEM || err == EAGAIN;
}

static char *map_file(const struct rg_window_key *key, size_t size, int *trouble)
{
	int fd = open_file(key);
	void *file = MAP_FAILED;
	struct stat is;

	if (fd < 0) {
		*trouble = is_limit(errno) ? errno : 0;
		return NULL;
	}
	if (!fstat(fd, &is) && is.st_size == (off_t)size) {
		file = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		*trouble = file == MAP_FAILED ? errno : 0;
	}
	close(fd);
	return file == MAP_FAILED ? NULL : file;
}

const char *rg_window_trouble(int err)
{
	switch (err) {
	case EFBIG:
		return "RLIMIT_FSIZE (ulimit -f) is less than the file in memory that it takes";
	case EMFILE:
		return "RLIMIT_NOFILE (ulimit -n) is reached";
	case ENOMEM:
		return "there is no memory for that, or RLIMIT_AS (ulimit -v) is reached";
	default:
		return strerror(err);
	}
}

/* ---- The CPUs for the ranks of this machine */

/* The head of the file, in a page of its own: the CPUs that any of its ranks may run on, a bit
 * each. Ranks may be bound to a few of the machine's CPUs, all together or one by one. */
enum { WORD = 64, WORDS = 1024 / WORD };

struct head {
	_Atomic uint64_t cpus[WORDS];
	atomic_bool unknown; /* there are more than so many */
};

_Static_assert(sizeof(struct head) <= LEAST_PAGE, "the rooms begin behind a page");

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

bool rg_window_count(const struct rg_window *w)
{
	struct head *h = head_of(w);
	long cpus = 0;

	for (int i = 0; i < WORDS; i++)
		cpus += __builtin_popcountll(atomic_load(&h->cpus[i]));
	if (atomic_load(&h->unknown))
		cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (w->n > cpus)
		atomic_store(&crowd, true);
	return w->n > cpus;
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

/* Note the others' processes, and whether there is a way to their memory. */
static void meet_processes(struct rg_window *w, const struct rg_window_key *keys, size_t stride,
                           const int *rank, int *pid)
{
	w->pid = pid;
	w->attached = rg_reach_attach(&keys->reach, stride, rank, w->n, w->me);
	for (int i = 0; i < w->n; i++) {
		const struct rg_window_key *key = key_of(keys, stride, rank[i]);
		pid[i] = key->pid;
		if (i != w->me && !w->barred && !w->attached)
			w->barred = rg_reach_barred(&key->reach, key->pid);
	}
}

int rg_window_barred(const struct rg_window *w)
{
	return w->barred;
}

struct rg_window *rg_window_open(const struct rg_window_key *keys, size_t stride, const int *rank,
                                 int n, int me, int P, int rooms, int *trouble)
{
	const struct rg_window_key *key = find_key(keys, stride, rank, n);
	struct rg_window *w;

	if (!key || !rg_wants_windows())
		return NULL;
	if (!(w = malloc(sizeof *w + (size_t)(P + n) * sizeof *w->seat))) {
		*trouble = ENOMEM;
		return NULL;
	}
	*w = (struct rg_window){.me = me};
	measure(w, n);
	for (int i = 0; i < P; i++)
		w->seat[i] = -1;
	for (int i = 0; i < n; i++)
		w->seat[rank[i]] = i;
	meet_processes(w, keys, stride, rank, w->seat + P);
	w->awaited = make_awaited(w);
	w->mapped = w->page + w->size * (size_t)rooms;
	*trouble = w->awaited ? 0 : ENOMEM;
	w->map = w->awaited ? map_file(key, w->mapped, trouble) : NULL;
	if (w->map) {
		w->file = w->map + w->page;
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
	w->turn[false] = w->turn[true] = 0;
	w->met = w->gave = w->early = w->doubt = false;
	w->calls = w->left = 0;
	memset(w->used, 0, sizeof w->used);
	w->awaited = make_awaited(w);
	w->attached = first->attached ? rg_attach_again(first->attached) : NULL;
	if (w->awaited && !w->attached == !first->attached)
		return w;
	rg_window_close(w);
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
	rg_attach_close(w->attached);
	free(w->awaited);
	free(w);
}

/* ---- A call */

/* The same on all machines, whatever their lines. */
int64_t rg_window_size(int lanes)
{
	return RG_WINDOW_BYTES / lanes / LONGEST_LINE * LONGEST_LINE;
}

/* The bytes of the counters that are there, up to where any element may begin. */
static size_t counted(const struct rg_window *w)
{
	return round_up((size_t)(w->n - 1) * sizeof(rg_counter), _Alignof(max_align_t));
}

/* The counter of the calls that a rank says it has left. */
static rg_counter *left_of(const struct rg_window *w, int seat)
{
	return (rg_counter *)(void *)(w->file + (size_t)seat * w->rank);
}

/* The number of the window that the call has, among all of its rank. */
static int number_of(const struct rg_window *w)
{
	return w->near ? RG_WINDOW_FARS + w->turn[true] : w->turn[false];
}

/* The turn of the next call of its kind. */
static int next_turn(const struct rg_window *w)
{
	return (w->turn[w->near] + 1) % (w->near ? RG_WINDOW_NEARS : RG_WINDOW_FARS);
}

/* The call that is over met somebody: the next one of its kind takes the next window. If all heard
 * from all in it, they had left all calls before it. */
static void take_turn(struct rg_window *w)
{
	if (w->gave)
		w->used[number_of(w)] = w->calls + 1;
	if (!w->early)
		w->left = w->calls;
	w->calls++;
	w->turn[w->near] = next_turn(w);
}

bool rg_window_all_left(struct rg_window *w)
{
	uint64_t least = w->calls;

	for (int i = 0; i < w->n; i++) {
		uint64_t left = i == w->me
		                        ? least
		                        : atomic_load_explicit(left_of(w, i), memory_order_acquire);
		least = left < least ? left : least;
	}
	w->left = least > w->left ? least : w->left;
	w->doubt = w->used[number_of(w)] > w->left;
	return !w->doubt;
}

/* The line that this rank writes first when its next window of the kind is taken: others have read
 * it, so that it comes back from them, and meanwhile the caller goes on. */
static void fetch_next(const struct rg_window *w)
{
	char *mine = w->file + (size_t)w->me * w->rank;
	int next = next_turn(w);
	size_t window = first_of(w, w->near) + (size_t)next * stride_of(w, w->near);

	__builtin_prefetch(mine + window + w->front - w->counters, 1);
}

/* Only calls that may be left early are told of: a call in which all hear from all tells by itself
 * that those before it were left. */
void rg_window_leave(struct rg_window *w)
{
	if (w->met && w->early)
		atomic_store_explicit(left_of(w, w->me), w->calls + 1, memory_order_release);
	if (w->gave)
		fetch_next(w);
}

/* The window that the call has. */
static void take_window(struct rg_window *w, bool near)
{
	int before = near ? RG_WINDOW_FARS * RG_LANES_MOST + w->turn[true]
	                  : w->turn[false] * RG_LANES_MOST;

	w->near = near;
	w->front = front_of(w, near);
	w->window = first_of(w, near) + (size_t)w->turn[near] * stride_of(w, near);
	w->counts = w->awaited + before * w->n;
	w->doubt = w->used[number_of(w)] > w->left;
}

/* Where the data of the call are in it, and what of them is read along with a counter: so much
 * comes at a time. Of blocks whose lengths not all know some may be short. */
static void place_data(struct rg_window *w, int lanes, size_t bytes)
{
	enum { AHEAD = 4 * RG_WINDOW_LINE };
	bool close = lanes == 1 && counted(w) + bytes <= w->counters;

	w->data = w->near || close ? w->front - w->counters + counted(w) : w->front;
	w->lane = (size_t)rg_window_size(lanes);
	w->ahead[0] = w->data / RG_WINDOW_LINE * RG_WINDOW_LINE;
	size_t ahead = bytes && bytes < AHEAD ? bytes : AHEAD;
	bool along = close && bytes; /* all of them, in the counter's line */
	w->ahead[1] = along || lanes > 1 ? 0 : w->data + ahead;
}

void rg_window_begin(struct rg_window *w, int lanes, int64_t bytes, bool early, bool near)
{
	/* In a call that uses windows each rank meets another one on the machine, so that all take
	 * turns alike. A call that uses none may be over here while another rank is still in the
	 * call before it: it must not take a turn. */
	if (w->met)
		take_turn(w);
	w->met = w->gave = false;
	w->early = early;
	take_window(w, near);
	place_data(w, lanes, (size_t)bytes);
}
