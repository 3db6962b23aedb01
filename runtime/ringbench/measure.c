/* SPDX-License-Identifier: BSD-3-Clause
 * The measurement: one collective at one size, all peers in turn.
 *
 * A sample is the time of the slowest rank, from its leaving a barrier to its return. In each
 * repetition every peer is called once, so that a drift hits all peers alike, in an order that
 * changes: before the first one links and caches have had a longer rest, and whoever follows
 * another one finds what that has left there. (The first of two equal peers was 9 % faster in a
 * gather of 64 KiB over shaped links. And of two equal ones with a third between them, in orders
 * that had only another beginning, the one behind the third looked slower in 23 of 113 rows, and
 * faster in 2.) Repetitions end when all medians are steady. Every result of every call is verified
 * on every rank, between the samples.
 *
 * Ranks do not leave a barrier at the same time. That adds little to a call that takes BARRIERS
 * times as long as the barrier itself. If a call is shorter, a sample is several calls in a row,
 * each with buffers of its own, divided by their number. In most collectives no rank can be ahead
 * by more than a call, because they end nowhere before they have begun everywhere; what one call
 * alone takes --apart tells, as below.
 *
 * In the other collectives data go one way: the root of a broadcast, the leaves of a reduction, the
 * first ranks of a scan, and ranks with empty blocks need not wait for anyone. Several of these in
 * a row would overlap, and their number divides what a pipeline takes, not what one call does. So
 * each is followed by a barrier, which nobody leaves before the last rank has returned. The time of
 * so many barriers alone is measured in each repetition, and the middle one of these is subtracted:
 * by those of one repetition a difference would have the noise of both. A rank's work in a
 * barrier before it waits may be hidden behind the call, so that times of the shortest calls come
 * out too short, those of all peers by the same. A call alone has a barrier behind it, too: what it
 * takes counts from the first rank that leaves the barrier before it, and that rank may be one that
 * only sends. By the clocks of those that receive it would look shorter, since the first messages
 * are in the way of what lets them leave. (A gather of 128 KiB from 31 machines over links of 20
 * Mbit/s, each of which sent to the root at once, took 22 ms so; the links need 51.)
 */
#include "ringbench/measure.h"
#include "ringbench/terminal.h"
#include "ringbench/turns.h"
#include "base/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BARRIERS = 20, BATCH_MOST = 64, BATCH_BYTES = 1 << 16, REQUESTS_MOST = 48 };

/* A measurement in progress. */
struct turns {
	const struct options *o;
	struct vector v;
	const struct peer *peers;
	int n;
	struct outcome *outcomes;
	struct rg_samples *samples; /* with the barriers that keep calls apart, */
	struct rg_samples barriers; /* one of which takes so long; none: they are not kept apart */
	int batch;                  /* calls in a sample */
	unsigned call;              /* number of the next call */
	unsigned repetition;
	double *mine; /* [2 n + 2] seconds of each peer, P - rank if it was wrong here, clock, and
	                 those of a barrier among as many */
	double *most; /* the maximum over ranks */
	struct wrong *wrong;
	union request *requests; /* [n * slots] */
	double began;
};

static bool takes_part(const struct turns *t, int i)
{
	return t->outcomes[i].serves && !t->outcomes[i].wrong;
}

/* ---- One sample, on one rank */

static union request *requests_of(const struct turns *t, int i)
{
	return &t->requests[i * t->v.slots];
}

/* Whether calls are kept apart by barriers. */
static bool is_kept_apart(const struct turns *t)
{
	return t->o->apart || vector_runs_ahead(&t->v);
}

static double time_batch(const struct turns *t, int i)
{
	union request *requests = requests_of(t, i);
	bool apart = is_kept_apart(t);

	MPI_Barrier(MPI_COMM_WORLD);
	double began = MPI_Wtime();
	for (int b = 0; b < t->batch; b++) {
		peer_call(&t->peers[i], &t->v, b, requests);
		if (apart)
			MPI_Barrier(MPI_COMM_WORLD);
	}
	return (MPI_Wtime() - began) / t->batch;
}

/* The time of one barrier in such a batch. */
static double time_barriers(const struct turns *t)
{
	MPI_Barrier(MPI_COMM_WORLD);
	double began = MPI_Wtime();
	for (int b = 0; b < t->batch; b++)
		MPI_Barrier(MPI_COMM_WORLD);
	return (MPI_Wtime() - began) / t->batch;
}

static void take_sample(struct turns *t, int i)
{
	struct wrong w = {.element = -1};

	for (int b = 0; b < t->batch; b++)
		vector_fill(&t->v, b, t->call + (unsigned)b);
	peer_begin(&t->peers[i]);
	t->mine[i] = time_batch(t, i);
	/* Where ranks share CPUs, who verifies would take one from who has not returned yet. */
	MPI_Barrier(MPI_COMM_WORLD);
	for (int b = 0; b < t->batch; b++)
		peer_complete(&t->peers[i], &requests_of(t, i)[b]);
	peer_end(&t->peers[i]);
	for (int b = 0; b < t->batch && w.element < 0; b++)
		w = vector_verify(&t->v, b, t->call + (unsigned)b);
	t->call += (unsigned)t->batch;
	t->wrong[i] = w;
	t->mine[t->n + i] = w.element < 0 ? 0 : t->v.ranks - t->v.rank;
}

/* ---- One repetition, on all ranks */

/* The lowest rank that has a wrong result tells rank 0 what it is. */
static void tell_wrong(struct turns *t, int i)
{
	int rank = t->v.ranks - (int)t->most[t->n + i];
	struct wrong *w = &t->wrong[i];

	t->outcomes[i].wrong = true;
	MPI_Bcast(w, sizeof *w, MPI_BYTE, rank, MPI_COMM_WORLD);
	if (t->v.rank)
		return;
	terminal_wrong(&t->v, t->peers[i].name, rank, w);
}

static void repeat(struct turns *t)
{
	if (t->o->root == ALL_ROOTS)
		vector_turn(&t->v, (int)(t->repetition % (unsigned)t->v.ranks));
	for (int k = 0; k < t->n; k++) {
		int i = turns_of(t->repetition, k, t->n);
		t->mine[i] = t->mine[t->n + i] = 0;
		if (takes_part(t, i))
			take_sample(t, i);
	}
	t->repetition++;
	t->mine[2 * t->n + 1] = is_kept_apart(t) ? time_barriers(t) : 0;
	t->mine[2 * t->n] = MPI_Wtime() - t->began;
	MPI_Allreduce(t->mine, t->most, 2 * t->n + 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	for (int i = 0; i < t->n; i++)
		if (t->most[t->n + i] > 0)
			tell_wrong(t, i);
}

/* A call takes some time, whatever the noise of the difference. */
static double without(double seconds, double barrier)
{
	return seconds > barrier + OUTCOME_LEAST ? seconds - barrier : OUTCOME_LEAST;
}

/* Of those so far; 0: calls are not kept apart. */
static double barrier_of(const struct turns *t)
{
	return t->barriers.n ? rg_samples_median(&t->barriers) : 0;
}

/* ---- How many calls in a sample */

/* The median of some; it is the same all along, so once is enough. */
static double time_barrier(void)
{
	enum { TIMES = 9 };
	static double median;
	double most[TIMES];
	struct rg_samples s = {most, 0};

	if (median > 0)
		return median;
	MPI_Barrier(MPI_COMM_WORLD);
	for (int i = 0; i < TIMES; i++) {
		double began = MPI_Wtime();
		MPI_Barrier(MPI_COMM_WORLD);
		rg_samples_add(&s, MPI_Wtime() - began);
	}
	median = rg_samples_median(&s);
	MPI_Allreduce(MPI_IN_PLACE, &median, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return median;
}

/* The fastest peer's warm-up tells. Samples of so many calls must fit into the time given. */
static int choose_batch(const struct turns *t, double fastest)
{
	double batch = t->o->batch, fit = t->o->seconds / (fastest * t->n * t->o->repeat_min);

	if (!t->o->batch)
		batch = fmin(ceil(BARRIERS * time_barrier() / fastest), fit);
	return batch < 1 ? 1 : batch > t->v.slots ? t->v.slots : (int)batch;
}

/* Calls that do not count, but for how many make a sample. */
static void warm_up(struct turns *t)
{
	double fastest = INFINITY;

	for (int k = 0; k < t->o->warm_up; k++) {
		repeat(t);
		for (int i = 0; i < t->n; i++)
			if (takes_part(t, i))
				fastest = fmin(fastest, without(t->most[i], t->most[2 * t->n + 1]));
	}
	t->batch = choose_batch(t, fastest);
}

/* ---- The whole */

/* The width of an interval counts against the call alone. */
static double spread(const struct turns *t, int i)
{
	double with = rg_samples_median(&t->samples[i]);
	return rg_samples_spread(&t->samples[i]) * with / without(with, barrier_of(t));
}

static bool is_steady(const struct turns *t)
{
	for (int i = 0; i < t->n; i++)
		if (takes_part(t, i) && spread(t, i) > t->o->steady_percent)
			return false;
	return true;
}

static void run(struct turns *t)
{
	int done = 0;

	warm_up(t);
	t->began = MPI_Wtime();
	do {
		repeat(t);
		for (int i = 0; i < t->n; i++)
			if (takes_part(t, i)) {
				t->outcomes[i].times[t->samples[i].n] = t->most[i];
				rg_samples_add(&t->samples[i], t->most[i]);
			}
		if (t->most[2 * t->n + 1] > 0)
			rg_samples_add(&t->barriers, t->most[2 * t->n + 1]);
		done++;
		if (!t->v.rank)
			terminal_progress("%s, %lld bytes, %d", collective_names[t->v.collective],
			                  vector_bytes(&t->v), done);
	} while (done < t->o->repeat_min ||
	         (done < t->o->repeat_max && t->most[2 * t->n] < t->o->seconds && !is_steady(t)));
}

static void conclude(const struct rg_samples *s, double barrier, struct outcome *out)
{
	out->n = s->n;
	if (!s->n)
		return;
	for (int i = 0; i < s->n; i++)
		out->times[i] = without(out->times[i], barrier);
	out->min = without(s->sorted[0], barrier);
	out->median = without(rg_samples_median(s), barrier);
	out->p95 = without(rg_samples_quantile(s, 0.95), barrier);
}

/* Each slot of a persistent peer takes a request, and those of ours have shared memory for so many
 * only: linked ones all together, and native ones under libringgen-preload. */
static int slots_most(const struct peer *peers, int n)
{
	int persistent = 0, linked = 0;

	for (int i = 0; i < n; i++) {
		persistent += form_is_persistent(peers[i].form);
		linked += form_is_persistent(peers[i].form) && peers[i].routines->linked;
	}
	if (!persistent)
		return BATCH_MOST;
	return linked < REQUESTS_MOST ? REQUESTS_MOST / (linked ? linked : 1) : 1;
}

static int slots(const struct options *o, long long bytes, int most)
{
	long long fit = bytes ? BATCH_BYTES / bytes : most;
	return o->batch ? o->batch : fit < 1 ? 1 : fit > most ? most : (int)fit;
}

/* The peers that serve the collective set up what they need. Returns whether there are any. */
static bool set_up(struct turns *t)
{
	bool any = false;

	t->barriers.sorted = allocate((size_t)t->o->repeat_max, sizeof(double));
	for (int i = 0; i < t->n; i++) {
		t->outcomes[i] = (struct outcome){.serves = t->peers[i].serves[t->v.collective]};
		t->samples[i].sorted = allocate((size_t)t->o->repeat_max, sizeof(double));
		t->outcomes[i].times = allocate((size_t)t->o->repeat_max, sizeof(double));
		if (!t->outcomes[i].serves)
			continue;
		any = true;
		peer_set_up(&t->peers[i], &t->v, requests_of(t, i));
	}
	return any;
}

static void finish(struct turns *t)
{
	for (int i = 0; i < t->n; i++) {
		if (t->outcomes[i].serves)
			peer_release(&t->peers[i], &t->v, requests_of(t, i));
		conclude(&t->samples[i], barrier_of(t), &t->outcomes[i]);
		free(t->samples[i].sorted);
	}
	free(t->barriers.sorted);
}

long long measure(const struct options *o, enum collective c, enum blocks blocks, long long bytes,
                  const struct peer *peers, int n, struct outcome *outcomes)
{
	struct turns t = {.o = o,
	                  .v = vector_new(c, o->type, bytes, slots(o, bytes, slots_most(peers, n)),
	                                  o->root, (struct cut){blocks, o->seed}),
	                  .peers = peers,
	                  .n = n,
	                  .outcomes = outcomes,
	                  .batch = 1};
	long long real = vector_bytes(&t.v);

	t.samples = allocate((size_t)n, sizeof *t.samples);
	t.mine = allocate(2 * (size_t)n + 2, sizeof *t.mine);
	t.most = allocate(2 * (size_t)n + 2, sizeof *t.most);
	t.wrong = allocate((size_t)n, sizeof *t.wrong);
	t.requests = allocate((size_t)n * (size_t)t.v.slots, sizeof *t.requests);
	if (set_up(&t))
		run(&t);
	finish(&t);
	free(t.requests);
	free(t.samples);
	free(t.mine);
	free(t.most);
	free(t.wrong);
	vector_free(&t.v);
	return real;
}
