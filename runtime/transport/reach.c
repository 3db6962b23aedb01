/* SPDX-License-Identifier: BSD-3-Clause
 * The memory of the other ranks of a machine.
 */
#include "transport/reach.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- This process's mark */

/* It is where most of what is lent is, on the heap. NULL: there is none. */
static uint64_t *mark;

static void make_mark(void)
{
	mark = malloc(sizeof *mark);
	if (mark && getentropy(mark, sizeof *mark))
		*mark = 0;
}

__attribute__((destructor)) static void free_mark(void)
{
	free(mark);
	mark = NULL;
}

struct rg_reach_key rg_reach_offer(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct rg_reach_key key = {.mark = {0}};
	int64_t segment = rg_attach_offer();
	uint64_t at;

	pthread_once(&once, make_mark);
	at = (uint64_t)(uintptr_t)mark;
	if (mark)
		memcpy(key.mark, mark, sizeof *mark);
	memcpy(key.at, &at, sizeof at);
	memcpy(key.segment, &segment, sizeof segment);
	return key;
}

/* ---- The others' marks */

static const struct rg_reach_key *key_of(const struct rg_reach_key *keys, size_t stride, int rank)
{
	return (const struct rg_reach_key *)(const void *)((const char *)keys +
	                                                   (size_t)rank * stride);
}

static uintptr_t mark_of(const struct rg_reach_key *key)
{
	uint64_t at;

	memcpy(&at, key->at, sizeof at);
	return (uintptr_t)at;
}

static int64_t segment_of(const struct rg_reach_key *key)
{
	int64_t segment;

	memcpy(&segment, key->segment, sizeof segment);
	return segment;
}

/* Whether that is the mark that the process has told. */
static bool is_mark(const struct rg_reach_key *key, uint64_t found)
{
	uint64_t wanted;

	memcpy(&wanted, key->mark, sizeof wanted);
	return wanted && found == wanted;
}

int rg_reach_barred(const struct rg_reach_key *key, int pid)
{
	uint64_t found = 0;
	struct iovec here = {&found, sizeof found}, there = {(void *)mark_of(key), sizeof found};

	if (process_vm_readv(pid, &here, 1, &there, 1, 0) < 0)
		return errno;
	return is_mark(key, found) ? 0 : ESRCH;
}

/* Whether the mark of process i is seen where its memory is attached. */
static bool sees_mark(struct rg_attached *a, int i, const struct rg_reach_key *key)
{
	const void *at = rg_attach_at(a, i, mark_of(key), sizeof *mark);
	uint64_t found = 0;

	if (at)
		memcpy(&found, at, sizeof found);
	return is_mark(key, found);
}

struct rg_attached *rg_reach_attach(const struct rg_reach_key *keys, size_t stride, const int *rank,
                                    int n, int me)
{
	int64_t *segment = calloc((size_t)n, sizeof *segment);
	struct rg_attached *attached = NULL;
	bool all = segment;

	for (int i = 0; i < n && all; i++) {
		const struct rg_reach_key *key = key_of(keys, stride, rank[i]);
		if (i == me)
			continue;
		segment[i] = segment_of(key);
		all = segment[i] && mark_of(key);
	}
	if (all)
		attached = rg_attach_open(segment, n);
	free(segment);
	for (int i = 0; i < n && attached; i++) {
		if (i == me || sees_mark(attached, i, key_of(keys, stride, rank[i])))
			continue;
		rg_attach_close(attached);
		attached = NULL;
	}
	return attached;
}
