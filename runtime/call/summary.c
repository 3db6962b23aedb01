/* SPDX-License-Identifier: BSD-3-Clause
 * A summary of the blocking calls of this process: who served them.
 */
#include "call/summary.h"
#include "call/announce.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Calls of a collective that were served alike. */
struct rg_tally {
	enum rg_collective which;
	enum rg_reason why;                   /* RG_OURS, or why they were MPI's */
	const struct rg_algorithm *algorithm; /* RG_OURS */
	const char *parameters;
	uint64_t calls;
	double bytes, seconds;
};

/* The tallies are few: some algorithms and some reasons for each collective. Later kinds of calls
 * have no tally. */
enum { MOST = 256 };
static struct rg_tally tallies[MOST];
static int n;
static double first; /* when the first call began; 0: there was none */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of these */

double rg_summary_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Telling */

static int by_time(const void *pa, const void *pb)
{
	const struct rg_tally *a = pa, *b = pb;
	return a->seconds < b->seconds ? 1 : a->seconds > b->seconds ? -1 : 0;
}

static void tell_tally(const struct rg_tally *t, double all)
{
	char what[32];
	const bool ours = t->why == RG_OURS;

	snprintf(what, sizeof what, "MPI_%s", rg_collectives[t->which].entry);
	rg_say("  %-24s %10llu %12.3f %10.3f %5.1f %%  %s%s", what, (unsigned long long)t->calls,
	       t->bytes / 1e6, t->seconds, 100 * t->seconds / all, ours ? "" : "MPI's own: ",
	       ours ? rg_algorithm_name(t->algorithm, t->parameters) : rg_reason_text(t->why));
}

/* Rank 0 tells its own: the others have about the same calls. */
static void tell(void)
{
	int rank = -1;
	double all = rg_summary_now() - first, in = 0;

	if (!rg_tells_summary() || PMPI_Comm_rank(MPI_COMM_WORLD, &rank) || rank)
		return;
	pthread_mutex_lock(&lock);
	qsort(tallies, (size_t)n, sizeof *tallies, by_time);
	for (int i = 0; i < n; i++)
		in += tallies[i].seconds;
	rg_say("summary of rank 0: %.3f s since its first blocking collective, %.1f %% of it in "
	       "them",
	       all, 100 * in / all);
	rg_say("  %-24s %10s %12s %10s %7s  %s", "", "calls", "MB", "seconds", "of all",
	       "served by");
	for (int i = 0; i < n; i++)
		tell_tally(&tallies[i], all);
	n = 0;
	pthread_mutex_unlock(&lock);
}

int rg_counted(struct rg_counted *line, int room)
{
	rg_want_summary();
	pthread_mutex_lock(&lock);
	struct rg_tally sorted[MOST]; /* those that are counted keep their places */
	const int found = n;
	memcpy(sorted, tallies, sizeof sorted);
	pthread_mutex_unlock(&lock);
	qsort(sorted, (size_t)found, sizeof *sorted, by_time);
	for (int i = 0; i < found && i < room; i++) {
		const struct rg_tally *t = &sorted[i];
		const bool ours = t->why == RG_OURS;
		line[i] = (struct rg_counted){.collective = rg_collectives[t->which].entry,
		                              .why = ours ? NULL : rg_reason_text(t->why),
		                              .calls = t->calls,
		                              .bytes = t->bytes,
		                              .seconds = t->seconds};
		if (ours)
			snprintf(line[i].by, sizeof line[i].by, "%s",
			         rg_algorithm_name(t->algorithm, t->parameters));
	}
	return found;
}

/* ---- Counting */

static bool is_alike(const struct rg_tally *a, const struct rg_tally *b)
{
	if (a->which != b->which || a->why != b->why || a->algorithm != b->algorithm)
		return false;
	return a->parameters == b->parameters ||
	       (a->parameters && b->parameters && !strcmp(a->parameters, b->parameters));
}

/* The bytes of the vector; in an irregular call, those that this rank knows of; a call that was not
 * looked at so far has none. */
static double bytes_of(const struct rg_call *k, const struct rg_inquiry *j)
{
	return (double)(rg_is_irregular(k->which) ? j->s.own : j->s.n) * (double)j->s.size;
}

struct rg_tally *rg_summary_of(const struct rg_call *k, const struct rg_inquiry *j)
{
	if (!j->x || j->x->P == 1)
		return NULL;
	const bool ours = j->why == RG_OURS && j->choice && j->choice->algorithm;
	const struct rg_tally t = {.which = k->which,
	                           .why = ours                   ? RG_OURS
	                                  : j->why == RG_OURS    ? RG_SLOWER
	                                  : j->x->why <= RG_OURS ? j->why
	                                                         : j->x->why,
	                           .algorithm = ours ? j->choice->algorithm : NULL,
	                           .parameters = ours ? j->choice->parameters : NULL};
	int i = 0;

	rg_context_at_end(tell);
	pthread_mutex_lock(&lock);
	while (i < n && !is_alike(&tallies[i], &t))
		i++;
	if (i == n && n < MOST)
		tallies[n++] = t;
	struct rg_tally *found = i < MOST ? &tallies[i] : NULL;
	if (found)
		found->bytes += bytes_of(k, j);
	pthread_mutex_unlock(&lock);
	return found;
}

void rg_summary_count(struct rg_tally *tally, double began)
{
	pthread_mutex_lock(&lock);
	tally->calls++;
	tally->seconds += rg_summary_now() - began;
	first = first > 0 && first < began ? first : began;
	pthread_mutex_unlock(&lock);
}
