/* SPDX-License-Identifier: BSD-3-Clause
 * XPMEM without its module: a libxpmem.so.0 that is also loaded above the program. All that malloc
 * gives stands in one file in memory, which other processes map; other memory cannot be attached.
 *
 * XPMEM in the environment:
 *
 *   refused   no process may have another one's segment
 *   wrong     what is attached is other memory
 *   small     nothing longer than a page can be attached
 *   count     the process tells at its end what it has attached, detached, got and released
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- The heap: blocks of powers of two, each behind a line that has its class */

enum { LINE = 64, CLASSES = 48, PEERS = 256, PIECES = 1024 };

static const size_t arena_size = (size_t)64 << 30; /* of addresses: memory is what is touched */

/* At the beginning of the file. */
struct arena {
	char *base;
	size_t used;
};

static struct arena *arena;
static int arena_fd = -1;
static void *unused[CLASSES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void make_arena(void)
{
	arena_fd = memfd_create("heap", MFD_CLOEXEC);
	if (arena_fd < 0 || ftruncate(arena_fd, (off_t)arena_size))
		abort();
	arena = mmap(NULL, arena_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, arena_fd,
	             0);
	if (arena == MAP_FAILED)
		abort();
	arena->base = (char *)arena;
	arena->used = 4096;
}

static int *class_of(void *p)
{
	return (int *)(void *)((char *)p - LINE);
}

static void *take(size_t bytes, size_t align)
{
	int class = 0;
	void *p;

	align = align < LINE ? LINE : align;
	while (class < CLASSES && ((size_t)LINE << class) < bytes + align)
		class ++;
	if (class == CLASSES) {
		errno = ENOMEM;
		return NULL;
	}
	pthread_mutex_lock(&lock);
	if (!arena)
		make_arena();
	if (unused[class] && align == LINE) {
		p = unused[class];
		memcpy(&unused[class], p, sizeof p);
	} else {
		size_t begin = (arena->used + LINE + align - 1) / align * align;
		p = arena->base + begin;
		arena->used = begin + ((size_t)LINE << class);
	}
	pthread_mutex_unlock(&lock);
	*class_of(p) = class;
	return p;
}

void *malloc(size_t bytes)
{
	return take(bytes, LINE);
}

void free(void *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&lock);
	memcpy(p, &unused[*class_of(p)], sizeof p);
	unused[*class_of(p)] = p;
	pthread_mutex_unlock(&lock);
}

void *calloc(size_t n, size_t bytes)
{
	void *p = take(n * bytes, LINE);
	return p ? memset(p, 0, n * bytes) : NULL;
}

void *realloc(void *p, size_t bytes)
{
	void *to = take(bytes, LINE);
	size_t had = p ? (size_t)LINE << *class_of(p) : 0;

	if (p && to)
		memcpy(to, p, had < bytes ? had : bytes);
	if (to)
		free(p);
	return to;
}

void *aligned_alloc(size_t align, size_t bytes)
{
	return take(bytes, align);
}

void *memalign(size_t align, size_t bytes)
{
	return take(bytes, align);
}

void *valloc(size_t bytes)
{
	return take(bytes, 4096);
}

int posix_memalign(void **p, size_t align, size_t bytes)
{
	*p = take(bytes, align);
	return *p ? 0 : ENOMEM;
}

size_t malloc_usable_size(void *p)
{
	return p ? ((size_t)LINE << *class_of(p)) - LINE : 0;
}

/* ---- XPMEM */

struct xpmem_addr {
	int64_t apid;
	off_t offset;
};

/* Those whose segment this process has got, by their number, and pieces of their memory. */
static struct {
	int fd;
	char *base;
} peer[PEERS];

static struct {
	void *at;
	size_t bytes;
} piece[PIECES];

static int got, released, attached, detached;

static int says(const char *what)
{
	const char *value = getenv("XPMEM");
	return value && !strcmp(value, what);
}

static void tell(void)
{
	fprintf(stderr, "xpmem: got %d, released %d, attached %d, detached %d\n", got, released,
	        attached, detached);
}

enum { FD_BITS = 12 };

int64_t xpmem_make(void *from, size_t bytes, int kind, void *permission)
{
	if (from || bytes != (size_t)-1 || kind != 1 || (intptr_t)permission != 0600)
		return -1;
	if (says("count"))
		atexit(tell);
	return (int64_t)getpid() << FD_BITS | arena_fd;
}

int64_t xpmem_get(int64_t segment, int flags, int kind, void *permission)
{
	int pid = (int)(segment >> FD_BITS), fd = (int)(segment & ((1 << FD_BITS) - 1));
	char name[64];
	struct arena of;

	if (says("refused") || flags != 2 || kind != 1 || (intptr_t)permission != 0600)
		return -1;
	snprintf(name, sizeof name, "/proc/%d/fd/%d", pid, fd);
	for (int i = 1; i < PEERS; i++) {
		if (peer[i].fd)
			continue;
		peer[i].fd = open(name, O_RDWR | O_CLOEXEC);
		if (peer[i].fd < 0 || pread(peer[i].fd, &of, sizeof of, 0) != sizeof of)
			return -1;
		peer[i].base = of.base;
		got++;
		return i;
	}
	return -1;
}

int xpmem_release(int64_t permit)
{
	close(peer[permit].fd);
	peer[permit].fd = 0;
	released++;
	return 0;
}

void *xpmem_attach(struct xpmem_addr from, size_t bytes, void *to)
{
	off_t off = from.offset - (off_t)(intptr_t)peer[from.apid].base;
	void *const failed = (void *)(intptr_t)-1;
	int i = 0;

	while (i < PIECES && piece[i].at)
		i++;
	if (to || from.offset % 4096 || bytes % 4096 || off < 0 ||
	    (size_t)off + bytes > arena_size || i == PIECES || (says("small") && bytes > 4096))
		return failed;
	if (says("wrong"))
		off = 0;
	piece[i].at =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, peer[from.apid].fd, off);
	piece[i].bytes = bytes;
	attached++;
	return piece[i].at;
}

int xpmem_detach(void *at)
{
	int i = 0;

	while (i < PIECES && piece[i].at != at)
		i++;
	if (i == PIECES || munmap(at, piece[i].bytes))
		return -1;
	piece[i].at = NULL;
	detached++;
	return 0;
}
