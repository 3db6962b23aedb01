/* SPDX-License-Identifier: BSD-3-Clause
 * Trials that all ranks play together, as rank 0 says.
 *
 * A sample is the time of the slowest rank, from its leaving a barrier to its return from the last
 * call. It is never several calls in a row (as in measure.c), whose overlapping would favour one
 * side. Ranks leave the barrier at different times: that difference is in both sides, and brings
 * them nearer to each other.
 */
#include "ringbench/directed.h"
#include "ringbench/terminal.h"

#include <stdlib.h>

/* What rank 0 says. */
struct order {
	int what; /* END, PROBE or the number of trials */
	int round, verify;
};

enum { END = 0, PROBE = -1 };

static void tell(struct order *o)
{
	MPI_Bcast(o, sizeof *o / sizeof(int), MPI_INT, 0, MPI_COMM_WORLD);
}

/* ---- One sample, on one rank */

static void fill(const struct trial *t, unsigned call)
{
	for (int i = 0; i < t->nterms; i++)
		for (int part = 0; part < t->parts; part++)
			vector_fill(&t->terms[i], part, call + (unsigned)part);
}

static void add_own(const struct directed *d, const struct vector *v)
{
	MPI_Reduce_local(vector_send(v, 0), d->a->scratch, v->n, v->mpi_type, MPI_SUM);
}

static double time_calls(const struct directed *d, const struct trial *t)
{
	MPI_Barrier(MPI_COMM_WORLD);
	double began = MPI_Wtime();
	for (int part = 0; part < t->parts; part++)
		for (int i = 0; i < t->nterms; i++)
			peer_call(t->peer, &t->terms[i], part, NULL);
	if (t->local)
		add_own(d, &t->terms[0]);
	return MPI_Wtime() - began;
}

/* Buffers are filled anew each time, which leaves both sides the same caches. */
static double take_sample(const struct directed *d, struct trial *t, int round)
{
	for (int i = 0; i < t->nterms && t->root == ALL_ROOTS; i++)
		vector_turn(&t->terms[i], round % d->ranks);
	fill(t, d->call);
	peer_begin(t->peer);
	double seconds = time_calls(d, t);
	peer_end(t->peer);
	return seconds;
}

/* ---- Is each result right? */

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
static void check_results(const struct directed *d, struct trial *t)
{
	struct {
		struct wrong wrong;
		int term;
	} found;
	int first;

	found.term = verify(t, d->call, &found.wrong);
	int mine = found.term < 0 ? d->ranks : d->rank;
	MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (first == d->ranks)
		return;
	t->wrong = true;
	MPI_Bcast(&found, sizeof found, MPI_BYTE, first, MPI_COMM_WORLD);
	if (d->rank == 0)
		terminal_wrong(&t->terms[found.term], t->peer->name, first, &found.wrong);
}

/* ---- What all ranks do */

static void play(struct directed *d, const struct order *o)
{
	MPI_Bcast(d->list, o->what, MPI_INT, 0, MPI_COMM_WORLD);
	for (int i = 0; i < o->what; i++) {
		struct trial *t = &d->a->trials[d->list[i]];
		double began = MPI_Wtime();
		d->mine[i] = take_sample(d, t, o->round);
		d->walls[i] = MPI_Wtime() - began;
		if (o->verify)
			check_results(d, t);
		d->call += (unsigned)t->parts;
	}
	MPI_Reduce(d->mine, d->seconds, o->what, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
}

static double probe(int bytes)
{
	static float in[DIRECTED_PROBE / sizeof(float)], out[DIRECTED_PROBE / sizeof(float)];

	double began = MPI_Wtime();
	MPI_Allreduce(in, out, bytes / (int)sizeof *in, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
	return MPI_Wtime() - began;
}

void directed_play(struct directed *d, int n, int round, bool verify)
{
	struct order o = {n, round, verify};

	tell(&o);
	play(d, &o);
	for (int i = 0; i < n; i++) /* the slowest may be behind rank 0 */
		d->walls[i] = d->walls[i] > d->seconds[i] ? d->walls[i] : d->seconds[i];
}

double directed_probe(int bytes)
{
	struct order o = {PROBE, bytes, 0};

	tell(&o);
	return probe(bytes);
}

void directed_end(void)
{
	struct order o = {END, 0, 0};

	tell(&o);
}

void directed_follow(struct directed *d)
{
	struct order o;

	for (tell(&o); o.what != END; tell(&o))
		if (o.what == PROBE)
			probe(o.round);
		else
			play(d, &o);
}

/* ---- The whole */

struct directed directed_new(struct agenda *a)
{
	size_t n = (size_t)a->ntrials;
	struct directed d = {.a = a};

	MPI_Comm_size(MPI_COMM_WORLD, &d.ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &d.rank);
	d.list = allocate(n, sizeof *d.list);
	d.seconds = allocate(n, sizeof *d.seconds);
	d.walls = allocate(n, sizeof *d.walls);
	d.mine = allocate(n, sizeof *d.mine);
	return d;
}

void directed_free(struct directed *d)
{
	free(d->list);
	free(d->seconds);
	free(d->walls);
	free(d->mine);
}
