/* SPDX-License-Identifier: BSD-3-Clause
 * A summary of the calls of this process: who served them.
 */
#include "call/summary.h"
#include "call/summary_file.h"
#include "call/volume.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

/* ---- Telling */

static void say_tally(const struct rg_tally *t, double all)
{
	char name[RG_TALLY_NAME], seconds[32] = "-", share[32] = "-  ";

	if (t->form == RG_BLOCKING) {
		snprintf(seconds, sizeof seconds, "%.3f", t->seconds);
		snprintf(share, sizeof share, "%.1f %%", 100 * t->seconds / all);
	}
	rg_tally_name(name, t);
	rg_say("  %-24s %10llu %12.3f %10s %7s  %s%s", name, (unsigned long long)t->calls,
	       t->bytes / 1e6, seconds, share,
	       t->why == RG_OURS ? "" : "MPI's own: ", rg_tally_server(t));
}

static void say(const struct rg_tallies *s)
{
	double all = rg_tally_now() - s->first, in = 0;

	for (int i = 0; i < s->n; i++)
		in += s->tally[i].seconds;
	if (s->first > 0)
		rg_say("summary of rank 0: %.3f s since its first blocking collective, %.1f %% of "
		       "it in them",
		       all, 100 * in / all);
	else
		rg_say("summary of rank 0: it called no blocking collective of several processes");
	if (s->n)
		rg_say("  %-24s %10s %12s %10s %7s  %s", "", "calls", "MB", "seconds", "of all",
		       "served by");
	for (int i = 0; i < s->n; i++)
		say_tally(&s->tally[i], all);
	if (s->trials > 0)
		rg_say("  in these are %.3f s of trials, what is the fastest here (RINGGEN_TRIAL)",
		       s->trials);
	if (s->alone)
		rg_say("  and %llu call%s on communicators of one process (MPI_COMM_SELF), which "
		       "%s MPI's own",
		       (unsigned long long)s->alone, s->alone > 1 ? "s" : "",
		       s->alone > 1 ? "are" : "is");
}

/* Rank 0 tells its own: the others have about the same calls. */
static void tell(void)
{
	const char *file = rg_setting(RG_SUMMARY);
	struct rg_tallies all;
	int rank = -1;

	if (PMPI_Comm_rank(MPI_COMM_WORLD, &rank) || rank)
		return;
	rg_tally_read(&all);
	if (rg_tells_summary())
		say(&all);
	if (*file)
		rg_summary_write(file, &all);
}

static void expect(void)
{
	if (rg_ends_in_summary())
		rg_context_at_end(tell);
}

/* Of MPI_COMM_WORLD. */
static struct {
	int P, rank;
} world;

void rg_summary_expect(void)
{
	PMPI_Comm_size(MPI_COMM_WORLD, &world.P);
	PMPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
	rg_context_begin();
	expect();
}

/* What a call on a communicator of ours needs, too: the first of them asks for the end. */
static void expect_once(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, expect);
}

int rg_counted(struct rg_counted *line, int room)
{
	struct rg_tallies all;
	int found = 0;

	rg_want_summary();
	rg_tally_read(&all);
	for (int i = 0; i < all.n; i++) {
		const struct rg_tally *t = &all.tally[i];
		const bool ours = t->why == RG_OURS;
		if (t->form != RG_BLOCKING || found++ >= room)
			continue;
		line[found - 1] = (struct rg_counted){.collective = rg_collectives[t->which].entry,
		                                      .why = ours ? NULL : rg_tally_server(t),
		                                      .calls = t->calls,
		                                      .bytes = t->bytes,
		                                      .seconds = t->seconds};
		if (ours)
			snprintf(line[found - 1].by, sizeof line->by, "%s", rg_tally_server(t));
	}
	return found;
}

/* ---- Counting */

/* Whether it is a collective of several processes. MPI_COMM_SELF has no context. */
static bool has_tally(const struct rg_call *k, const struct rg_context *x)
{
	expect_once();
	if (x && x->why != RG_ONE_PROCESS)
		return true;
	if (x || k->comm == MPI_COMM_SELF)
		rg_tally_alone();
	return false;
}

static double volume_on(const struct rg_call *k, const struct rg_context *x)
{
	return rg_volume(k, x->P, x->rank, x->why == RG_INTER);
}

/* The tally of a call that was judged. */
static struct rg_tally *find(const struct rg_call *k, const struct rg_inquiry *j)
{
	const bool ours = j->why == RG_OURS && j->choice && j->choice->algorithm;
	const struct rg_tally like = {.which = k->which,
	                              .form = k->form,
	                              .why = ours                   ? RG_OURS
	                                     : j->why == RG_OURS    ? RG_SLOWER
	                                     : j->x->why <= RG_OURS ? j->why
	                                                            : j->x->why,
	                              .algorithm = ours ? j->choice->algorithm : NULL,
	                              .parameters = ours ? j->choice->parameters : NULL};
	return rg_tally_like(&like);
}

void rg_summary_passed(struct rg_call *k, const struct rg_inquiry *j)
{
	if (!has_tally(k, j->x))
		return;
	k->tally = find(k, j);
	k->bytes = volume_on(k, j->x);
}

void rg_summary_left(struct rg_call *k, const struct rg_context *x)
{
	k->tally = rg_tally_like(
		&(struct rg_tally){.which = k->which, .why = x->to_mpi[k->which].why});
	k->bytes = volume_on(k, x);
}

/* A communicator that MPI alone knows. False: it has one process, or is none. It is asked as little
 * as may be: a call is to take no longer than one that ringgen serves and counts. */
static bool measure_alone(const struct rg_call *k, double *bytes)
{
	const bool is_world = k->comm == MPI_COMM_WORLD, rooted = rg_has_root(k->which);
	int P = world.P, rank = world.rank, inter = 0;

	if (k->comm == MPI_COMM_NULL || (!is_world && PMPI_Comm_size(k->comm, &P)))
		return false;
	if (!is_world && (P == 1 || rooted || !rg_has_any_length(k->which)))
		PMPI_Comm_test_inter(k->comm, &inter);
	if (!is_world && rooted)
		PMPI_Comm_rank(k->comm, &rank);
	if (P == 1 && !inter)
		rg_tally_alone();
	else
		*bytes = rg_volume(k, P, rank, inter);
	return P > 1 || inter;
}

/* Looked for once for each kind of call. */
static struct rg_tally *find_off(const struct rg_call *k)
{
	static _Atomic(struct rg_tally *) known[RG_COLLECTIVES][RG_CALL_FORMS];
	_Atomic(struct rg_tally *) *at = &known[k->which][k->form];
	struct rg_tally *t = atomic_load_explicit(at, memory_order_relaxed);

	if (t)
		return t;
	t = rg_tally_like(&(struct rg_tally){.which = k->which, .form = k->form, .why = RG_OFF});
	atomic_store_explicit(at, t, memory_order_relaxed);
	return t;
}

void rg_summary_of_mpi(struct rg_call *k)
{
	if (measure_alone(k, &k->bytes))
		k->tally = find_off(k);
	k->began = rg_tally_now();
}

void rg_summary_over(const struct rg_call *k)
{
	rg_tally_add(k->tally, k->bytes, k->began, rg_tally_now());
}

void rg_summary_served(const struct rg_call *k, const struct rg_inquiry *j)
{
	const double over = rg_tally_now();
	struct rg_tally *t = has_tally(k, j->x) ? find(k, j) : NULL;

	if (t)
		rg_tally_add(t, volume_on(k, j->x), k->began, over);
}

void rg_summary_again(const struct rg_call *k, const struct rg_context *x, struct rg_ready *ready)
{
	const double over = rg_tally_now();
	struct rg_tally **t = rg_ready_tally(ready);

	if (!*t) {
		struct rg_tally like = {.which = k->which, .why = RG_OURS};
		like.algorithm = rg_ready_algorithm(ready, &like.parameters);
		*t = rg_tally_like(&like);
		expect_once();
	}
	if (*t)
		rg_tally_add(*t, volume_on(k, x), k->began, over);
}

void rg_summary_begun(const struct rg_call *k, const struct rg_inquiry *j)
{
	struct rg_tally *t = has_tally(k, j->x) ? find(k, j) : NULL;

	if (t)
		rg_tally_add(t, volume_on(k, j->x), 0, 0);
}

void rg_summary_begun_by_mpi(const struct rg_call *k)
{
	double bytes = 0;
	struct rg_tally *t = measure_alone(k, &bytes) ? find_off(k) : NULL;

	if (t)
		rg_tally_add(t, bytes, 0, 0);
}
