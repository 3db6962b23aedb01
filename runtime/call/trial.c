/* SPDX-License-Identifier: BSD-3-Clause
 * A trial.
 */
#include "call/trial.h"
#include "call/again.h"
#include "call/agree.h"
#include "call/by_mpi.h"
#include "call/bytes.h"
#include "call/tally.h"
#include "call/where.h"
#include "mpi/op.h"
#include "mpi/setting.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* By default all trials of a process take no longer, in seconds, nor more than this part of the
 * time since it was started. */
static const double USUAL = 0.3, SHARE = 0.02;

/* A trial with less time is not begun: it would not come to an end. So a program that runs for a
 * quarter of a second has none. */
static const double LEAST_TIME = 5e-3;

/* A sample has as many calls in a row as take the time of so many barriers, since ranks do not
 * leave the one before it together; but no more than so many, nor than take so long, seconds, or as
 * leave time for ENOUGH samples of all candidates. Its time is their mean. */
enum { BARRIERS = 50, CALLS_MOST = 128 };
static const double SAMPLE_MOST = 10e-3;

/* Where barriers are slow, as where ranks of many machines share a few cores, a sample may take so
 * many of them; and calls of up to so many barriers are several in a sample. */
static const double SAMPLE_BARRIERS = 20, BRIEF_BARRIERS = 4;

/* The first call of a candidate touches memory and makes connections. It is a sample only if it
 * takes so long that these do not count, nor that another process had its turn: seconds. */
static const double LONG = 100e-3;

/* Of a call that is longer a sample has one, seconds. Before those that are shorter one is made
 * that is not timed: it makes them ready and has the caches filled, as a program's calls do. By
 * itself a broadcast of 4 KiB inside a machine took 5.3 us, one of many 1.3. */
static const double SHORT = 0.5e-3;

/* Where ranks are starved of CPUs (struct rg_context) each sample has so many calls: they leave the
 * barrier before it when their turn comes, milliseconds apart, and by one call alone nothing would
 * be seen. */
enum { CALLS_STARVED = 16 };

/* What a call of MPI's takes there, seconds: with four ranks on two CPUs MPICH's took 5 to 24 ms.
 * So by default there is no time for a trial. */
static const double CALL_STARVED = 8e-3;

/* A candidate has been tried if it has so many samples, or a LONG one: one alone may be an
 * accident.
 */
enum { ENOUGH = 3 };

/* All candidates get so many samples each, and up to so many more while any other is near the
 * best: its fastest sample is no slower than NEAR times the best one's median. One whose first call
 * takes FAR times as long as another's gets no second one. */
enum { SAMPLES_LEAST = 5, SAMPLES_MOST = 16 };
static const double NEAR = 1.1, FAR = 4;

/* Scratch for no more bytes than that: a trial is not to bring a process out of memory. */
enum { SCRATCH_MOST = 1 << 28 };

struct trial {
	struct rg_call call; /* on scratch data */
	struct rg_context *x;
	struct rg_tuned_kind *kind;
	void *scratch[RG_BUFFERS];
	size_t room[RG_BUFFERS]; /* bytes of it */
	double end;              /* on rank 0: when there is no more time */
	double left;             /* seconds until then, as of the last sample: on all ranks */
	bool over;               /* that has come, on all ranks; or err: */
	int err;                 /* MPI's error code, */
	bool raised;             /* which was raised */
	bool brief;              /* calls are short, so that a sample has several */
	bool live[RG_CANDIDATES_MOST];
	double first[RG_CANDIDATES_MOST];                 /* seconds of the very first call */
	int calls[RG_CANDIDATES_MOST];                    /* of a sample */
	double seconds[RG_CANDIDATES_MOST][SAMPLES_MOST]; /* [n] the samples: the same on all ranks
	                                                   */
	int n[RG_CANDIDATES_MOST];
	bool apart;                       /* calls, by barriers, whose time is in the samples: */
	double barrier[SAMPLES_MOST + 1]; /* [barriers] in each round */
	int barriers;
	double one_barrier; /* what one took before the trial, seconds */
};

/* ---- Time */

static double loaded;      /* when this library was */
static atomic_llong spent; /* nanoseconds of this process in trials */

__attribute__((constructor)) static void note_time(void)
{
	loaded = rg_tally_now();
}

/* The seconds that this process has for trials. */
static double time_left(const struct rg_context *x)
{
	double most = SHARE * (rg_tally_now() - loaded);

	if (x->trial != RG_TRIAL_USUAL)
		most = x->trial * 1e-3;
	else if (most > USUAL)
		most = USUAL;
	return most - 1e-9 * (double)spent;
}

/* What a call may take, in seconds, before any was measured: its bytes twice over the slowest link
 * of the topology file, or, if there is none, over Gigabit Ethernet, the slowest that clusters
 * have; on one machine, over memory that 1 GB pass through in a second, which is little. */
static double guess(const struct rg_context *x, int64_t bytes)
{
	static const struct rg_wires ethernet = {125e6, 50e-6}, memory = {1e9, 1e-6};
	const struct rg_wires *w = x->places.level[RG_ON_MACHINE].n < 2 ? &memory
	                           : x->c->wires.speed > 0              ? &x->c->wires
	                                                                : &ethernet;
	return w->latency + 2 * (double)bytes / w->speed;
}

static int best_known(const struct rg_tuned_kind *kind)
{
	struct rg_trials known[RG_CANDIDATES_MOST];

	for (int i = 0; i < kind->n; i++)
		known[i] = kind->candidate[i].known;
	return rg_lottery_best(known, kind->n);
}

bool rg_was_tried(const struct rg_tuned_candidate *c)
{
	return c->known.n >= ENOUGH || (c->known.n && c->known.mean >= LONG);
}

/* What it takes to try a candidate, seconds. */
static double time_of_one(const struct rg_context *x, const struct rg_tuned_kind *kind,
                          int64_t bytes)
{
	int best = best_known(kind);
	double call = best < 0 ? guess(x, bytes) : kind->candidate[best].known.mean;

	if (x->starved)
		return (1 + ENOUGH) * CALLS_STARVED * CALL_STARVED;
	return call < LONG ? (1 + ENOUGH) * call : call;
}

/* For how many candidates rank 0 has the time; 0: for none. */
static int affordable(const struct rg_context *x, const struct rg_tuned_kind *kind, int64_t bytes)
{
	double left = time_left(x), each = time_of_one(x, kind, bytes);

	if (left < each)
		return 0;
	return left < RG_CANDIDATES_MOST * each ? (int)(left / each) : RG_CANDIDATES_MOST;
}

/* ---- Scratch */

static bool make_scratch(struct trial *t, const struct rg_call *k, const struct rg_shape *s)
{
	enum { ALIGN = 64 };
	struct rg_call_buffer buffer[RG_BUFFERS];

	rg_buffers_of(k, t->x, s, buffer);
	for (int i = 0; i < RG_BUFFERS; i++) {
		const struct rg_call_buffer *b = &buffer[i];
		size_t size = b->high - b->low;
		if (b->low == b->high)
			continue;
		t->room[i] = size + ALIGN;
		if (size > SCRATCH_MOST || !(t->scratch[i] = malloc(t->room[i])))
			return false;
		uintptr_t at = (uintptr_t)t->scratch[i];
		at += (b->low - at) % ALIGN; /* as the buffer itself is */
		at += (uintptr_t)b->at - b->low;
		if (i == RG_SENT)
			t->call.in = (const void *)at;
		else
			t->call.out = (void *)at;
	}
	return true;
}

/* A program has written what it sends: else all of it would be one page of zeros, or be in the
 * caches of others still. */
static void write_scratch(struct trial *t)
{
	for (int i = 0; i < RG_BUFFERS; i++)
		if (t->scratch[i])
			memset(t->scratch[i], 0, t->room[i]);
}

static void free_scratch(struct trial *t)
{
	for (int i = 0; i < RG_BUFFERS; i++)
		free(t->scratch[i]);
}

/* ---- Samples */

/* One call. A short one of ours is kept ready, as those of the program will be, and each is made
 * anew, as theirs are: nothing that the program will pay for is left out. */
static int do_call(struct trial *t, const struct rg_choice *choice)
{
	struct rg_call k = t->call;
	struct rg_shape s;
	int err;

	if (!choice->algorithm) {
		err = rg_by_mpi(&k);
		t->raised = err != MPI_SUCCESS;
		return err;
	}
	if (rg_again(&k, t->x, &err))
		return err;
	if ((err = rg_measure(&k, t->x, &s)))
		return err;
	return rg_is_moved(&k) ? rg_run_in_bytes(&k, t->x, &s, choice, &k)
	                       : rg_perform(&k, t->x, &s, choice, &k);
}

static int by_size(const void *a, const void *b)
{
	double first = *(const double *)a, second = *(const double *)b;
	return (first > second) - (first < second);
}

/* The middle one, or the lesser of two. Sorts them. */
static double median(double *seconds, int n)
{
	qsort(seconds, (size_t)n, sizeof *seconds, by_size);
	return seconds[(n - 1) / 2];
}

/* Whether a rank may be ahead of the others by many calls, as a root is that only sends: several of
 * them would overlap. */
static bool runs_ahead(enum rg_collective which)
{
	enum rg_part ends = rg_collectives[which].ends;
	return rg_has_root(which) || ends == RG_UP_TO_OWN || ends == RG_BEFORE_OWN;
}

/* The seconds from a barrier until this rank has done so many calls in a row; `apart`: with a
 * barrier behind each. Then the first rank to leave the first barrier counts the whole call: those
 * that leave later may do so since the call's messages are in the barrier's way (a gather of 128
 * KiB over links of 20 Mbit/s took 22 ms by the root's clock, which the links need 51 for). choice
 * NULL: those barriers alone. Before the first barrier there is a call that is not timed, if calls
 * are brief. Goes on after an error, since others wait for this rank.
 */
static double time_calls(struct trial *t, const struct rg_choice *choice, int calls, bool apart)
{
	int err = choice && t->brief ? do_call(t, choice) : MPI_SUCCESS;
	int other = PMPI_Barrier(t->x->own);
	double begin = rg_tally_now();

	err = err ? err : other;
	for (int i = 0; i < calls; i++) {
		other = choice ? do_call(t, choice) : MPI_SUCCESS;
		err = err ? err : other;
		if (apart)
			other = PMPI_Barrier(t->x->own);
		err = err ? err : other;
	}
	t->err = t->err ? t->err : err;
	return rg_tally_now() - begin;
}

/* What this took on the slowest rank; with whether the trial is over. Collective. */
static double on_the_slowest(struct trial *t, double seconds)
{
	enum { SECONDS, LEFT, ERR, THINGS };
	double left = t->x->rank ? 0 : t->end - rg_tally_now(), mine[THINGS], all[THINGS] = {0};

	mine[SECONDS] = seconds;
	mine[LEFT] = left > 0 ? left : 0;
	mine[ERR] = t->err != MPI_SUCCESS;
	int err = PMPI_Allreduce(mine, all, THINGS, MPI_DOUBLE, MPI_MAX, t->x->own);
	t->err = t->err ? t->err : err;
	t->left = all[LEFT];
	t->over = t->err || all[ERR] > 0 || !(t->left > 0);
	return all[SECONDS];
}

/* The time of a call by a candidate, on the slowest rank, with the barrier that keeps it apart. */
static double sample(struct trial *t, int candidate)
{
	const int calls = t->calls[candidate];

	write_scratch(t);
	rg_drop_ready(&t->call, t->x);
	double mine = time_calls(t, t->kind->candidate[candidate].choice, calls, t->apart);
	rg_drop_ready(&t->call, t->x);
	double seconds = on_the_slowest(t, mine) / calls;
	return seconds > PMPI_Wtick() ? seconds : PMPI_Wtick();
}

/* Of a barrier, if nothing says how many: so many in a row. */
enum { TIMED = 4 };

/* The time of one barrier of so many in a row, since each alone would say how long ranks wait for
 * the last one to enter. */
static double time_barriers(struct trial *t, int barriers)
{
	return on_the_slowest(t, time_calls(t, NULL, barriers, true)) / barriers;
}

static void keep_sample(struct trial *t, int candidate, double seconds)
{
	t->seconds[candidate][t->n[candidate]++] = seconds;
}

/* What it takes, by the middle ones of a candidate's samples and of all barriers: of single ones
 * the difference would have the noise of both, and ranks do not enter the barriers behind one
 * candidate as those behind another. `with`: with the barrier, if there was any. */
static double without_barrier(struct trial *t, double with)
{
	double seconds = t->barriers ? with - median(t->barrier, t->barriers) : with;
	return seconds > PMPI_Wtick() ? seconds : PMPI_Wtick();
}

static double median_of(struct trial *t, int candidate)
{
	return without_barrier(t, median(t->seconds[candidate], t->n[candidate]));
}

/* Sorts the samples. */
static double fastest_of(struct trial *t, int candidate)
{
	median(t->seconds[candidate], t->n[candidate]);
	return without_barrier(t, t->seconds[candidate][0]);
}

/* The candidate of the least median so far; -1: there is none. */
static int best_so_far(struct trial *t, double *least)
{
	int best = -1;

	for (int i = 0; i < t->kind->n; i++) {
		double m = t->n[i] ? median_of(t, i) : 0;
		if (!t->n[i] || (best >= 0 && m >= *least))
			continue;
		best = i;
		*least = m;
	}
	return best;
}

/* By what a call of the fastest takes: whether calls are brief. So are those that take no longer
 * than some barriers: ranks leave the one before a call at times that differ by about as much, and
 * one call alone would show that. */
static void look_at_length(struct trial *t, double least)
{
	t->brief = !t->x->starved && (least < SHORT || least < BRIEF_BARRIERS * t->one_barrier);
}

/* What a sample may take, seconds, for all candidates to get ENOUGH of them, and barriers as many.
 */
static double longest_sample(const struct trial *t)
{
	int samples = t->apart;

	for (int i = 0; i < t->kind->n; i++)
		samples += t->live[i];
	double longest = t->left / (samples * ENOUGH), most = SAMPLE_BARRIERS * t->one_barrier;
	most = most > SAMPLE_MOST ? most : SAMPLE_MOST;
	return longest < most ? longest : most;
}

/* Of how many calls a sample is, by what one takes, and a barrier: seconds. */
static int calls_of_sample(double one, double barrier, double longest)
{
	double calls = BARRIERS * barrier / one, most = longest / (one + barrier);

	calls = calls < most ? calls : most;
	return calls < 1 ? 1 : calls > CALLS_MOST ? CALLS_MOST : (int)calls;
}

/* Settle each candidate's calls of a sample, by the two that were made, of which one may have been
 * held up. The sample of one call says something else than those of many, and is forgotten then. */
static void count_calls(struct trial *t)
{
	double least = 0, one[RG_CANDIDATES_MOST];

	if (best_so_far(t, &least) < 0)
		return;
	for (int i = 0; i < t->kind->n; i++) {
		one[i] = t->n[i] ? fastest_of(t, i) : 0;
		one[i] = one[i] < t->first[i] ? one[i] : t->first[i];
	}
	look_at_length(t, least);
	const double longest = longest_sample(t);
	for (int i = 0; i < t->kind->n; i++) {
		if (!t->live[i] || !t->n[i])
			continue;
		t->calls[i] = t->brief ? calls_of_sample(one[i], t->one_barrier, longest) : 1;
		if (t->calls[i] > 1)
			t->n[i] = 0;
	}
	t->barriers = 0;
}

/* The first call of each candidate. */
static void warm_up(struct trial *t)
{
	double least = 0;

	for (int i = 0; i < t->kind->n && !t->over; i++) {
		if (!t->live[i])
			continue;
		t->calls[i] = t->x->starved ? CALLS_STARVED : 1;
		double seconds = sample(t, i), alone = seconds - t->apart * t->one_barrier;
		t->first[i] = alone > PMPI_Wtick() ? alone : PMPI_Wtick();
		least = least > 0 && least < t->first[i] ? least : t->first[i];
		if (t->first[i] >= LONG)
			keep_sample(t, i, seconds);
	}
	for (int i = 0; i < t->kind->n && !t->over; i++)
		if (t->live[i] && t->n[i] && t->first[i] > FAR * least)
			t->live[i] = false;
	look_at_length(t, least);
}

/* Leave out those that are not near the best. Whether any other is left. */
static bool any_is_near(struct trial *t)
{
	double least = 0;
	int best = best_so_far(t, &least), others = 0;

	for (int i = 0; i < t->kind->n; i++) {
		if (!t->live[i] || i == best)
			continue;
		t->live[i] = t->n[i] && fastest_of(t, i) <= NEAR * least;
		others += t->live[i];
	}
	return others > 0;
}

static void add_sample(struct trial *t, int candidate)
{
	double seconds = sample(t, candidate);

	if (!t->err)
		keep_sample(t, candidate, seconds);
}

/* One of each candidate, not always after the same one, and of the barriers that keep calls apart:
 * of as many in a row. What is known from earlier runs comes last: else a job that has time for one
 * sample would measure the same as the one before it. */
static void take_round(struct trial *t, int round)
{
	int barriers = TIMED;

	for (int k = 0; k < 2 * t->kind->n && !t->over; k++) {
		const int i = (k + round) % t->kind->n;
		const bool known = k >= t->kind->n;
		if (!t->live[i] || t->n[i] == SAMPLES_MOST ||
		    rg_was_tried(&t->kind->candidate[i]) != known)
			continue;
		barriers = t->calls[i] > barriers ? t->calls[i] : barriers;
		add_sample(t, i);
	}
	if (t->apart) /* on all ranks, whatever came before */
		t->barrier[t->barriers++] = time_barriers(t, barriers);
}

/* All samples: in rounds, since a machine is not always as fast as before. A round more, the first,
 * has one call each, and tells how many the others have, unless they are starved of CPUs. */
static void take_samples(struct trial *t)
{
	t->apart = runs_ahead(t->call.which) && !t->x->starved;
	if (!t->x->starved)
		t->one_barrier = time_barriers(t, TIMED);
	warm_up(t);
	for (int round = t->x->starved; round <= SAMPLES_MOST && !t->over; round++) {
		if (round > SAMPLES_LEAST && !any_is_near(t))
			break;
		if (round == 1 && !t->x->starved)
			count_calls(t);
		take_round(t, round);
	}
}

/* ---- What came of it */

/* The median stands for all: what held up the others says nothing of the candidate. */
static struct rg_trials trials_of(struct trial *t, int candidate)
{
	const int n = t->n[candidate];
	const double middle = median(t->seconds[candidate], n);
	struct rg_trials trials = {.n = n, .mean = without_barrier(t, middle)};

	for (int i = 0; i < n; i++) {
		double off = t->seconds[candidate][i] - middle;
		trials.variance += off * off / n;
	}
	return trials;
}

/* Keep what was measured, for other communicators of this process and for the runs to come. */
static void learn(struct trial *t)
{
	int measured = 0;

	for (int i = 0; i < t->kind->n; i++) {
		struct rg_tuned_candidate *c = &t->kind->candidate[i];
		if (!t->n[i])
			continue;
		measured++;
		c->run = trials_of(t, i);
		c->known = rg_trials_join(c->known, c->run);
	}
	if (!t->x->rank && rg_verbose() && measured)
		rg_kind_tell(t->x, t->kind, "trial");
	rg_kind_leave(t->x, t->kind);
}

/* What was not tried yet, and the best of what was, but no more than `most`. */
static void choose_live(struct trial *t, int most)
{
	int best = best_known(t->kind);

	for (int i = 0; i < t->kind->n && most > 0; i++)
		if (!rg_was_tried(&t->kind->candidate[i])) {
			t->live[i] = true;
			most--;
		}
	if (best >= 0 && most > 0)
		t->live[best] = true;
}

/* Whether this rank has time, and scratch data would do for it: a user's function may do anything,
 * and buffers may be elsewhere. */
static bool may_be_tried(const struct rg_call *k, const struct rg_inquiry *j)
{
	return time_left(j->x) >= LEAST_TIME && !j->x->asks && !j->images &&
	       (!k->reduces || rg_op_predefined(k->op) >= 0);
}

int rg_trial(const struct rg_call *k, struct rg_inquiry *j, struct rg_tuned_kind *kind)
{
	struct trial t = {.call = *k, .x = j->x, .kind = kind};
	const double begin = rg_tally_now();
	bool can = may_be_tried(k, j) && make_scratch(&t, k, &j->s);
	int most = 0;

	if (!j->x->rank) {
		most = affordable(j->x, kind, j->bytes);
		can = can && most;
		t.end = begin + time_left(j->x);
	}
	t.call.tally = NULL;
	t.call.began = 0;
	if (!rg_any_says(j->x, !can)) {
		t.err = PMPI_Bcast(&most, 1, MPI_INT, 0, j->x->own);
		choose_live(&t, most);
		if (!t.err)
			take_samples(&t);
		if (!t.err)
			learn(&t);
		if (!t.err) /* the context's blocks are those of the last run */
			t.err = rg_measure(k, j->x, &j->s);
	}
	free_scratch(&t);
	const double took = rg_tally_now() - begin;
	rg_tally_trial(took);
	spent += (long long)(1e9 * took);
	if (t.err && !t.raised)
		PMPI_Comm_call_errhandler(k->comm, t.err);
	return t.err;
}
