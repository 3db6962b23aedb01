/* SPDX-License-Identifier: BSD-3-Clause
 * What is counted for summaries.
 */
#include "call/tally.h"
#include "call/announce.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct rg_tallies counted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of it */

double rg_tally_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool is_alike(const struct rg_tally *a, const struct rg_tally *b)
{
	if (a->which != b->which || a->form != b->form || a->why != b->why ||
	    a->algorithm != b->algorithm)
		return false;
	return a->parameters == b->parameters ||
	       (a->parameters && b->parameters && !strcmp(a->parameters, b->parameters));
}

struct rg_tally *rg_tally_like(const struct rg_tally *like)
{
	int i = 0;

	pthread_mutex_lock(&lock);
	while (i < counted.n && !is_alike(&counted.tally[i], like))
		i++;
	if (i == counted.n && i < RG_TALLIES)
		counted.tally[counted.n++] = *like;
	pthread_mutex_unlock(&lock);
	return i < RG_TALLIES ? &counted.tally[i] : NULL;
}

void rg_tally_add(struct rg_tally *t, double bytes, double began, double over)
{
	pthread_mutex_lock(&lock);
	t->calls++;
	t->bytes += bytes;
	if (began > 0) {
		t->seconds += over - began;
		counted.first = counted.first > 0 && counted.first < began ? counted.first : began;
	}
	pthread_mutex_unlock(&lock);
}

void rg_tally_alone(void)
{
	pthread_mutex_lock(&lock);
	counted.alone++;
	pthread_mutex_unlock(&lock);
}

void rg_tally_trial(double seconds)
{
	pthread_mutex_lock(&lock);
	counted.trials += seconds;
	pthread_mutex_unlock(&lock);
}

/* ---- Read */

static int by_time(const void *pa, const void *pb)
{
	const struct rg_tally *a = pa, *b = pb;
	return a->seconds < b->seconds ? 1 : a->seconds > b->seconds ? -1 : 0;
}

/* Those that are counted keep their places. A tally without calls is of one that failed. */
void rg_tally_read(struct rg_tallies *all)
{
	int n = 0;

	pthread_mutex_lock(&lock);
	*all = counted;
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < all->n; i++)
		if (all->tally[i].calls)
			all->tally[n++] = all->tally[i];
	all->n = n;
	qsort(all->tally, (size_t)n, sizeof *all->tally, by_time);
}

void rg_tally_name(char name[RG_TALLY_NAME], const struct rg_tally *t)
{
	const char *entry = rg_routine_name(t->which);

	if (t->form == RG_NONBLOCKING)
		snprintf(name, RG_TALLY_NAME, "MPI_I%c%s", tolower((unsigned char)*entry),
		         entry + 1);
	else
		snprintf(name, RG_TALLY_NAME, "MPI_%s%s", entry,
		         t->form == RG_PERSISTENT ? "_init" : "");
}

const char *rg_tally_server(const struct rg_tally *t)
{
	return t->why == RG_OURS ? rg_algorithm_name(t->algorithm, t->parameters)
	                         : rg_reason_text(t->why);
}
