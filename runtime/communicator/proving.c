/* SPDX-License-Identifier: BSD-3-Clause
 * The proof at set-up.
 */
#include "communicator/proving.h"
#include "communicator/plans.h"

#include <stdlib.h>
#include <string.h>

/* Of a choice whose algorithm is not proved. */
static const char unproved[] = "";

bool rg_is_unproved(const struct rg_choice *choice)
{
	return choice->parameters == unproved;
}

#ifdef RINGGEN_UNPLAYED /* a simulated cluster: it would take simulated time */

int rg_proving_seconds(void)
{
	return 0;
}

int rg_prove_plans(struct rg_context *x, int seconds)
{
	(void)x, (void)seconds;
	return MPI_SUCCESS;
}

#else

#include "communicator/proofs.h"
#include "library/player.h"
#include "mpi/code.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

/* What rg_first is asked, beside what setup.c asks. */
enum { REFUTED_BITS = RG_REASONS + RG_COLLECTIVES + 1, LATE_BITS };

/* More ways than any plan has. */
enum { WAYS_MOST = 256 };

/* What a process says of a way: the least of what all say holds. */
enum { REFUTED = RG_REFUTED_HERE, LATE = RG_TOO_LATE, PROVED = RG_PROVED_HERE, KNOWN };

/* The different ways that calls may be served, in the order of the plans: the same on all ranks. */
struct ways {
	const struct rg_context *x;
	struct rg_player_way way[WAYS_MOST];
	int n;
	bool too_many; /* which are not played then */
};

int rg_proving_seconds(void)
{
	return rg_wants_proof();
}

/* ---- Which ways */

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static struct rg_player_way way_of(const struct rg_context *x, enum rg_collective which,
                                   const struct rg_choice *c)
{
	return (struct rg_player_way){rg_player_widest(which), c->algorithm, c->parameters,
	                              &x->places, c->slice > 0};
}

/* The number of the way that a choice is by; ways->n: none so far. */
static int number_of(const struct ways *ways, const struct rg_player_way *way)
{
	int i = 0;

	while (i < ways->n && (ways->way[i].collective != way->collective ||
	                       ways->way[i].algorithm != way->algorithm ||
	                       !same_text(ways->way[i].parameters, way->parameters)))
		i++;
	return i;
}

/* Whether any call may be served by it: see decide.c. */
static bool may_serve(const struct rg_context *x, const struct rg_algorithm *a)
{
	return a && (!a->machine || x->places.level[RG_ON_MACHINE].n == 1) &&
	       (!a->windows || x->windows);
}

static void add_way(void *on, enum rg_collective which, const struct rg_choice *c)
{
	struct ways *ways = on;
	const struct rg_player_way way = way_of(ways->x, which, c);
	int i = may_serve(ways->x, c->algorithm) ? number_of(ways, &way) : 0;

	if (!may_serve(ways->x, c->algorithm))
		return;
	if (i == WAYS_MOST) {
		ways->too_many = true;
		return;
	}
	if (i == ways->n)
		ways->way[ways->n++] = way;
	ways->way[i].in_lanes |= way.in_lanes;
}

/* ---- Playing */

static void write_places(FILE *to, const struct rg_places *places)
{
	fprintf(to, "\norder");
	for (int i = 0; i < places->P; i++)
		fprintf(to, " %d", places->order[i]);
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS; k++) {
		const struct rg_runs *runs = &places->level[k];
		if (!runs->first)
			continue;
		fprintf(to, "\n%s", rg_level_name((enum rg_level)k));
		for (int i = 0; i < runs->n; i++)
			fprintf(to, " %d", runs->first[i]);
	}
	fprintf(to, "\n");
}

/* All that it depends on whether a way is right, as text: the code of the algorithm and of what
 * plays it, and the places. To be freed; NULL: no memory, or the code is not to be told from other
 * code. */
static char *tell_way(const struct rg_player_way *w)
{
	const struct rg_algorithm *a = w->algorithm;
	char code[RG_IDENTITY], player[RG_IDENTITY], *text = NULL;
	size_t length;
	FILE *to = open_memstream(&text, &length);

	if (!to)
		return NULL;
	rg_code_identity((const void *)(uintptr_t)a->run, code);
	rg_code_identity((const void *)(uintptr_t)rg_player_play, player);
	fprintf(to, "ringgen " RINGGEN_VERSION_TEXT " proved %s by %s\n",
	        rg_collectives[w->collective].name, a->name);
	fprintf(to, "code %s\nplayer %s\n", code, player);
	fprintf(to,
	        "frame %zu commutes %d ring %d lanes %d segments %d windows %d machine %d early %d "
	        "takes %d level %d\n",
	        a->frame, a->commutes, a->ring, a->lanes, a->segments, a->windows, a->machine,
	        a->early, (int)a->takes, (int)a->level);
	fprintf(to, "parameters %s\nin lanes %d", w->parameters ? w->parameters : "", w->in_lanes);
	write_places(to, w->places);
	if (!fclose(to) && *code && *player)
		return text;
	free(text);
	return NULL;
}

/* Of all communicators: one thread plays at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double spent; /* seconds of this process */

static int play(const struct rg_player_way *w, int seconds, char *why, size_t room)
{
	pthread_mutex_lock(&lock);
	double left = seconds - spent, before = left;
	int verdict = LATE;
	if (left > 0)
		verdict = (int)rg_player_play(w, &left, why, room);
	else
		snprintf(why, room, "this process has played for %d s", seconds);
	spent += before - left;
	pthread_mutex_unlock(&lock);
	return verdict;
}

static int judge(const struct rg_player_way *w, int seconds, bool speaks, char *why, size_t room)
{
	char *proof = tell_way(w);
	int verdict = proof && rg_proofs_know(proof) ? KNOWN : play(w, seconds, why, room);

	if (proof && verdict == PROVED)
		rg_proofs_keep(proof, speaks);
	free(proof);
	return verdict;
}

/* ---- All ranks */

/* The rank that plays way i: neighbours in rank share a machine mostly, so they are far apart. */
static int player_of(const struct ways *ways, int i)
{
	return (int)((int64_t)i * ways->x->P / ways->n);
}

/* Why the first way that this rank played and that is not proved is not. */
struct fault {
	int way, verdict; /* way -1: there is none */
	char why[512];
};

static void judge_own(const struct ways *ways, int seconds, int *verdict, struct fault *fault)
{
	char why[sizeof fault->why];

	fault->way = -1;
	for (int i = 0; i < ways->n; i++) {
		verdict[i] = KNOWN;
		if (player_of(ways, i) != ways->x->rank)
			continue;
		verdict[i] = judge(&ways->way[i], seconds, !ways->x->rank, why, sizeof why);
		if (verdict[i] >= PROVED || fault->way >= 0)
			continue;
		fault->way = i;
		memcpy(fault->why, why, sizeof why);
	}
}

/* The rank that played the first of those of which the same was found says it, once in a program.
 */
static void warn(const struct ways *ways, const int *verdict, const struct fault *fault,
                 int refuted_or_late, int seconds)
{
	const struct rg_context *x = ways->x;
	int i = 0, others = -1;

	while (i < ways->n && verdict[i] != refuted_or_late)
		i++;
	for (int k = i; k < ways->n; k++)
		others += verdict[k] == refuted_or_late;
	if (i == ways->n || !rg_first(x->c, refuted_or_late == LATE ? LATE_BITS : REFUTED_BITS) ||
	    player_of(ways, i) != x->rank)
		return;
	const struct rg_player_way *w = &ways->way[i];
	char more[64] = "";
	if (others)
		snprintf(more, sizeof more, " (and %d other%s)", others, others > 1 ? "s" : "");
	const char *name = rg_algorithm_name(w->algorithm, w->parameters),
		   *collective = rg_collectives[w->collective].name;
	if (refuted_or_late == REFUTED)
		rg_say("'%s': %s by %s%s is refuted on this communicator: MPI's own is used: %s",
		       x->c->name, collective, name, more, fault->way == i ? fault->why : "");
	else
		rg_say("'%s': %s by %s%s is not proved on this communicator within %d s: MPI's own "
		       "is used; RINGGEN_PROVE=SECONDS allows more, RINGGEN_PROVE=off takes it "
		       "unproved",
		       x->c->name, collective, name, more, seconds);
}

static void tell(const struct ways *ways, const int *verdict, double since)
{
	const struct rg_context *x = ways->x;
	int proved = 0, known = 0;

	if (x->rank || !rg_verbose())
		return;
	for (int i = 0; i < ways->n; i++) {
		proved += verdict[i] >= PROVED;
		known += verdict[i] == KNOWN;
	}
	rg_say("%s: %d of %d algorithms are proved where these ranks are, %d of them before, in "
	       "%.3f s",
	       x->c->name, proved, ways->n, known, PMPI_Wtime() - since);
}

/* Let others have the core. Those that play leave the other ranks waiting for long, and may need
 * their cores: the longer a rank has waited, the longer it sleeps, by an eighth, which is the most
 * that is lost. */
static void pause_since(double since)
{
	double waited = PMPI_Wtime() - since;

	if (waited < 1e-3)
		sched_yield();
	else
		nanosleep(&(struct timespec){.tv_nsec = waited < 1 ? (long)(waited * 1e9 / 8)
		                                                   : 125000000},
		          NULL);
}

/* The least of what all ranks say of each way. */
static int agree(const struct ways *ways, const int *mine, int *all)
{
	const double since = PMPI_Wtime();
	MPI_Request request;
	int over, err = PMPI_Iallreduce(mine, all, ways->n, MPI_INT, MPI_MIN, ways->x->comm,
	                                &request);

	while (!err && !(err = PMPI_Test(&request, &over, MPI_STATUS_IGNORE)) && !over)
		pause_since(since);
	return err;
}

/* What is done to the choices of the communicator. */
struct mending {
	const struct ways *ways;
	const int *verdict;
	struct rg_choice *choices; /* of x, its own */
};

static void keep_native(void *on, enum rg_collective which, const struct rg_choice *c)
{
	struct mending *m = on;
	const struct rg_context *x = m->ways->x;
	const struct rg_player_way way = way_of(x, which, c);
	struct rg_choice *own = &m->choices[c - x->choices];

	if (!may_serve(x, c->algorithm))
		return;
	int i = number_of(m->ways, &way);
	if (i < m->ways->n && m->verdict[i] >= PROVED)
		return;
	own->algorithm = NULL;
	own->parameters = unproved;
}

static void mend(const struct ways *ways, const int *verdict, struct rg_context *x)
{
	struct mending m = {ways, verdict, x->own_choices};

	memcpy(x->own_choices, x->choices, rg_plans_choices(x) * sizeof *x->choices);
	rg_plans_visit(x, keep_native, &m);
	x->choices = x->own_choices;
}

int rg_prove_plans(struct rg_context *x, int seconds)
{
	int mine[WAYS_MOST], all[WAYS_MOST];
	struct ways ways = {.x = x};
	struct fault fault;

	if (!seconds)
		return MPI_SUCCESS;
	if (seconds == RG_PROVE_USUAL)
		seconds = x->P <= RG_PROVED_MOST ? 60 : 0;
	const double since = PMPI_Wtime();
	rg_plans_visit(x, add_way, &ways);
	judge_own(&ways, seconds, mine, &fault);
	int err = agree(&ways, mine, all);
	if (err)
		return err;
	warn(&ways, all, &fault, REFUTED, seconds);
	warn(&ways, all, &fault, LATE, seconds);
	tell(&ways, all, since);
	mend(&ways, all, x);
	return err;
}

#endif
