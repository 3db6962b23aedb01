/* SPDX-License-Identifier: BSD-3-Clause
 * Memory of other processes of the machine as part of this one's, by XPMEM.
 */
#include "transport/attach.h"
#include "mpi/setting.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* ---- libxpmem, as its header has it */

struct address {
	int64_t permit;
	off_t offset;
};

enum { BY_MODE = 1, READ_AND_WRITE = 2, OF_THIS_USER = 0600 };

static struct {
	int64_t (*make)(void *from, size_t bytes, int kind, void *permission);
	int64_t (*get)(int64_t segment, int flags, int kind, void *permission);
	int (*release)(int64_t permit);
	void *(*attach)(struct address from, size_t bytes, void *to);
	int (*detach)(void *at);
} xpmem;

/* -1 is its word for an error, of a number and of an address. */
static void *const failed = (void *)(intptr_t)-1;

static bool find(void *library, const char *name, void *function)
{
	void *found = dlsym(library, name);

	memcpy(function, &found, sizeof found);
	return found;
}

static bool load(void)
{
	void *library = dlopen("libxpmem.so.0", RTLD_NOW | RTLD_LOCAL);

	return library && find(library, "xpmem_make", &xpmem.make) &&
	       find(library, "xpmem_get", &xpmem.get) &&
	       find(library, "xpmem_release", &xpmem.release) &&
	       find(library, "xpmem_attach", &xpmem.attach) &&
	       find(library, "xpmem_detach", &xpmem.detach);
}

/* ---- This process's segment */

static int64_t mine;

/* The library fails if the module is not there. */
static void make_segment(void)
{
	enum { ALL = -1 };
	int64_t made =
		load() ? xpmem.make(NULL, (size_t)ALL, BY_MODE, (void *)(intptr_t)OF_THIS_USER) : 0;
	mine = made > 0 ? made : 0;
}

int64_t rg_attach_offer(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (!rg_wants_attaching())
		return 0;
	pthread_once(&once, make_segment);
	return mine;
}

/* ---- Others' */

/* A piece of a process's memory, whole pages. */
struct piece {
	uintptr_t from; /* where its owner has it, */
	size_t bytes;   /* 0: there is none; */
	char *at;       /* where this process has it, */
	uint64_t used;  /* and when it was asked for last */
};

struct peer {
	int64_t segment; /* 0: it is not asked for */
	int64_t permit;
	struct piece piece[RG_ATTACHED_KEPT];
};

struct rg_attached {
	int n;
	uint64_t asked; /* so often, for any piece */
	uintptr_t page;
	struct peer peer[]; /* [n] */
};

static struct rg_attached *make(int n)
{
	struct rg_attached *a = calloc(1, sizeof *a + (size_t)n * sizeof *a->peer);

	if (a) {
		a->n = n;
		a->page = (uintptr_t)sysconf(_SC_PAGESIZE);
	}
	return a;
}

/* Ask for all. */
static struct rg_attached *permitted(struct rg_attached *a)
{
	bool all = true;

	for (int i = 0; i < a->n && all; i++) {
		struct peer *p = &a->peer[i];
		if (!p->segment)
			continue;
		p->permit = xpmem.get(p->segment, READ_AND_WRITE, BY_MODE,
		                      (void *)(intptr_t)OF_THIS_USER);
		all = p->permit > 0;
	}
	if (all)
		return a;
	rg_attach_close(a);
	return NULL;
}

struct rg_attached *rg_attach_open(const int64_t *segment, int n)
{
	struct rg_attached *a = make(n);

	for (int i = 0; a && i < n; i++)
		a->peer[i].segment = segment[i];
	return a ? permitted(a) : NULL;
}

struct rg_attached *rg_attach_again(const struct rg_attached *first)
{
	struct rg_attached *a = make(first->n);

	for (int i = 0; a && i < first->n; i++)
		a->peer[i].segment = first->peer[i].segment;
	return a ? permitted(a) : NULL;
}

static void detach(struct piece *p)
{
	if (p->bytes)
		xpmem.detach(p->at);
	p->bytes = 0;
}

void rg_attach_close(struct rg_attached *a)
{
	for (int i = 0; a && i < a->n; i++) {
		struct peer *p = &a->peer[i];
		for (int k = 0; k < RG_ATTACHED_KEPT; k++)
			detach(&p->piece[k]);
		if (p->permit > 0)
			xpmem.release(p->permit);
	}
	free(a);
}

/* The piece that has these bytes; NULL: none has them. */
static struct piece *find_piece(struct peer *p, uintptr_t from, size_t bytes)
{
	for (int k = 0; k < RG_ATTACHED_KEPT; k++) {
		struct piece *has = &p->piece[k];
		if (has->bytes >= bytes && from >= has->from &&
		    from - has->from <= has->bytes - bytes)
			return has;
	}
	return NULL;
}

/* The one that was asked for the longest time ago. */
static struct piece *oldest(struct peer *p)
{
	struct piece *found = p->piece;

	for (int k = 1; k < RG_ATTACHED_KEPT; k++)
		found = p->piece[k].used < found->used ? &p->piece[k] : found;
	return found;
}

static struct piece *attach(const struct rg_attached *a, struct peer *p, uintptr_t from,
                            size_t bytes)
{
	struct piece *piece = oldest(p);
	uintptr_t begin = from - from % a->page;
	size_t pages = (bytes + from % a->page + a->page - 1) / a->page;
	void *at;

	detach(piece);
	piece->used = 0;
	at = xpmem.attach((struct address){p->permit, (off_t)begin}, pages * a->page, NULL);
	if (at == failed)
		return NULL;
	piece->from = begin;
	piece->bytes = pages * a->page;
	piece->at = at;
	return piece;
}

void *rg_attach_at(struct rg_attached *a, int i, uintptr_t from, size_t bytes)
{
	struct peer *p = &a->peer[i];
	struct piece *piece = find_piece(p, from, bytes);

	if (!piece && !(piece = attach(a, p, from, bytes)))
		return NULL;
	piece->used = ++a->asked;
	return piece->at + (from - piece->from);
}
