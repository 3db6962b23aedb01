/* SPDX-License-Identifier: BSD-3-Clause
 * The rounds in which guidelines are checked.
 *
 * A round has a sample of every trial, in an order by chance, so that a drift hits both sides of
 * all guidelines alike, and nobody always follows the same one. A sample is the time of the slowest
 * rank, from its leaving a barrier to its return from the last call. It is never several calls in a
 * row (as in measure.c), whose overlapping would favour one side. Ranks leave the barrier at
 * different times: that difference is in both sides, and brings them nearer to each other.
 *
 * Rank 0 keeps the samples and decides what goes on. A trial is over when all checks that it is in
 * are settled. A look after every round makes a verdict by mere chance more likely than the 5 % of
 * one interval; that both intervals must be apart, and by the slack, makes it less.
 */
#include "ringbench/guideline_run.h"
#include "ringbench/terminal.h"
#include "ringbench/output.h"
#include "ringbench/random.h"

#include <stdlib.h>

struct rounds {
	struct agenda *a;
	struct random random;
	int ranks, rank, done;
	int *order; /* the trials of this round, */
	int n;
	double *mine, *most; /* what they take */
	char *active;        /* is it to be timed? */
	unsigned call;       /* number of the next call */
	double began;
};

/* ---- One sample, on one rank */

static void fill(const struct trial *t, unsigned call)
{
	for (int i = 0; i < t->nterms; i++)
		for (int part = 0; part < t->parts; part++)
			vector_fill(&t->terms[i], part, call + (unsigned)part);
}

static void add_own(const struct rounds *r, const struct vector *v)
{
	MPI_Reduce_local(vector_send(v, 0), r->a->scratch, v->n, v->mpi_type, MPI_SUM);
}

static double time_calls(const struct rounds *r, const struct trial *t)
{
	MPI_Barrier(MPI_COMM_WORLD);
	double began = MPI_Wtime();
	for (int part = 0; part < t->parts; part++)
		for (int i = 0; i < t->nterms; i++)
			peer_call(t->peer, &t->terms[i], part, NULL);
	if (t->local)
		add_own(r, &t->terms[0]);
	return MPI_Wtime() - began;
}

/* Buffers are filled anew each time, which leaves both sides the same caches. */
static double take_sample(struct rounds *r, struct trial *t)
{
	for (int i = 0; i < t->nterms && t->root == ALL_ROOTS; i++)
		vector_turn(&t->terms[i], r->done % r->ranks);
	fill(t, r->call);
	peer_begin(t->peer);
	double seconds = time_calls(r, t);
	peer_end(t->peer);
	return seconds;
}

/* ---- Once: is each result right? */

/* The first that is wrong here, of which call; -1: none. */
static int verify(const struct trial *t, unsigned call, struct wrong *w)
{
	for (int i = 0; i < t->nterms; i++)
		for (int part = 0; part < t->parts; part++) {
			*w = vector_verify(&t->terms[i], part, call + (unsigned)part);
			if (w->element >= 0)
				return i;
		}
	return -1;
}

/* The lowest rank that has a wrong result tells all what it is. */
static void check_results(struct rounds *r, struct trial *t)
{
	struct {
		struct wrong wrong;
		int term;
	} found;
	int first;

	found.term = verify(t, r->call, &found.wrong);
	int mine = found.term < 0 ? r->ranks : r->rank;
	MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (first == r->ranks)
		return;
	t->wrong = true;
	MPI_Bcast(&found, sizeof found, MPI_BYTE, first, MPI_COMM_WORLD);
	if (r->rank == 0)
		terminal_wrong(&t->terms[found.term], t->peer->name, first, &found.wrong);
}

/* ---- A round */

static void choose_order(struct rounds *r)
{
	r->n = 0;
	for (int i = 0; i < r->a->ntrials; i++)
		if (r->active[i])
			r->order[r->n++] = i;
	random_shuffle(&r->random, r->order, r->n);
}

/* The times of all are on rank 0 after it, in the order of the round. */
static void play(struct rounds *r, bool first)
{
	choose_order(r);
	for (int i = 0; i < r->n; i++) {
		struct trial *t = &r->a->trials[r->order[i]];
		r->mine[i] = take_sample(r, t);
		if (first)
			check_results(r, t);
		r->call += (unsigned)t->parts;
	}
	MPI_Reduce(r->mine, r->most, r->n, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
}

/* ---- Samples and decisions, on rank 0 */

static void keep(struct rg_samples *s, double value)
{
	if (!(s->n & (s->n - 1))) { /* there is room for a power of two: double it */
		double *longer = allocate(2 * (size_t)s->n + 1, sizeof *longer);
		for (int i = 0; i < s->n; i++)
			longer[i] = s->sorted[i];
		free(s->sorted);
		s->sorted = longer;
	}
	rg_samples_add(s, value);
}

/* Returns whether no more samples are needed for it. */
static bool settle(const struct agenda *a, struct check *c)
{
	const struct trial *left = &a->trials[c->left], *right = &a->trials[c->right];

	c->verdict = left->wrong || right->wrong ? WRONG_RESULT
	                                         : judge(rg_samples_interval(&left->times),
	                                                 rg_samples_interval(&right->times),
	                                                 a->o->slack_percent, a->o->steady_percent);
	return c->verdict != UNDECIDED;
}

/* Marks the trials that are needed yet; returns the number of checks that need any. */
static int decide(struct rounds *r, bool enough)
{
	struct agenda *a = r->a;
	int open = 0;

	for (int i = 0; i < a->ntrials; i++)
		r->active[i] = 0;
	for (int i = 0; i < a->nchecks; i++) {
		struct check *c = &a->checks[i];
		if ((settle(a, c) && enough) || c->verdict == WRONG_RESULT)
			continue;
		open++;
		r->active[c->left] = r->active[c->right] = 1;
	}
	return open;
}

/* Tell all ranks the decision of rank 0: whether there is another round. */
static bool go_on(struct rounds *r)
{
	const struct options *o = r->a->o;
	int more = 0;

	if (r->rank == 0) {
		double seconds = MPI_Wtime() - r->began;
		int open = decide(r, r->done >= o->repeat_min);
		more = open && seconds < o->budget && r->done < o->repeat_max;
		terminal_progress("guidelines, round %d: %d of %d settled, %.0f of %.0f s", r->done,
		                  r->a->nchecks - open, r->a->nchecks, seconds, o->budget);
	}
	MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Bcast(r->active, r->a->ntrials, MPI_CHAR, 0, MPI_COMM_WORLD);
	return more;
}

/* ---- The whole */

/* Run at least one round that does not count, in which results are verified. */
static void warm_up(struct rounds *r)
{
	for (int i = 0; i < r->a->ntrials; i++)
		r->active[i] = 1;
	for (int k = 0; k < r->a->o->warm_up || k == 0; k++)
		play(r, k == 0);
	go_on(r); /* without those that are wrong */
}

int guideline_run(struct agenda *a)
{
	size_t n = (size_t)a->ntrials;
	struct rounds r = {.a = a, .random = {a->o->seed}, .began = MPI_Wtime()};

	MPI_Comm_size(MPI_COMM_WORLD, &r.ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &r.rank);
	r.order = allocate(n, sizeof *r.order);
	r.mine = allocate(n, sizeof *r.mine);
	r.most = allocate(n, sizeof *r.most);
	r.active = allocate(n, 1);
	warm_up(&r);
	do {
		play(&r, false);
		for (int i = 0; i < r.n && r.rank == 0; i++)
			keep(&a->trials[r.order[i]].times, r.most[i]);
		r.done++;
	} while (go_on(&r));
	terminal_progress_end();
	free(r.order);
	free(r.mine);
	free(r.most);
	free(r.active);
	return r.done;
}
