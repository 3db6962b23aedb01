/* SPDX-License-Identifier: BSD-3-Clause
 * The proof at set-up.
 */
#include "communicator/proving.h"
#include "communicator/plans.h"

#include <stdlib.h>
#include <string.h>

/* The parameters of a choice whose algorithm is not proved. */
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
#include "mpi/overdue.h"

#include <pthread.h>
#include <stdio.h>

/* More variants than any plan has. */
enum { VARIANTS_MOST = 256 };

/* The verdict of a process on a variant; the least verdict of all processes holds. A process also
 * says PROVED of a variant that is not known, before it is played. */
enum { REFUTED = RG_REFUTED_HERE, LATE = RG_TOO_LATE, PROVED = RG_PROVED_HERE, KNOWN };

/* The different variants by which calls may be served, in the order of the plans: the same on all
 * ranks. */
struct variants {
	const struct rg_context *x;
	struct rg_player_variant variant[VARIANTS_MOST];
	int n;
	bool too_many; /* which are not played then */
};

int rg_proving_seconds(void)
{
	return rg_wants_proof();
}

/* ---- Which variants */

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

/* c is no choice of MPI's own. */
static struct rg_player_variant variant_of(const struct rg_context *x, enum rg_collective which,
                                           const struct rg_choice *c)
{
	return (struct rg_player_variant){rg_player_widest(which, c->algorithm), c->algorithm,
	                                  c->parameters, &x->places, c->slice > 0};
}

/* The number of the variant that a choice is by; variants->n: none so far. */
static int number_of(const struct variants *variants, const struct rg_player_variant *variant)
{
	int i = 0;

	while (i < variants->n &&
	       (variants->variant[i].collective != variant->collective ||
	        variants->variant[i].algorithm != variant->algorithm ||
	        !same_text(variants->variant[i].parameters, variant->parameters)))
		i++;
	return i;
}

static void add_variant(void *on, enum rg_collective which, const struct rg_choice *c)
{
	struct variants *variants = on;
	if (!rg_context_takes(variants->x, c->algorithm, variants->x->windows))
		return;
	const struct rg_player_variant variant = variant_of(variants->x, which, c);
	int i = number_of(variants, &variant);
	if (i == VARIANTS_MOST) {
		variants->too_many = true;
		return;
	}
	if (i == variants->n)
		variants->variant[variants->n++] = variant;
	variants->variant[i].in_lanes |= variant.in_lanes;
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
	fprintf(to, "%s\n", places->around ? " around" : "");
}

/* All that the correctness of a variant depends on, as text: the code of the algorithm and of what
 * plays it, and the places. To be freed; NULL: no memory, or the code cannot be told from other
 * code. */
static char *tell_variant(const struct rg_player_variant *v)
{
	const struct rg_algorithm *a = v->algorithm;
	char code[RG_IDENTITY], player[RG_IDENTITY], *text = NULL;
	size_t length;
	FILE *to = open_memstream(&text, &length);

	if (!to)
		return NULL;
	rg_code_identity((const void *)(uintptr_t)a->run, code);
	rg_code_identity((const void *)(uintptr_t)rg_player_play, player);
	fprintf(to, "ringgen " RINGGEN_VERSION_TEXT " proved %s by %s\n",
	        rg_collectives[v->collective].name, a->name);
	fprintf(to, "code %s\nplayer %s\n", code, player);
	fprintf(to,
	        "frame %zu commutes %d ring %d lanes %d segments %d windows %d machine %d early %d "
	        "lends %d takes %d level %d\n",
	        a->frame, a->commutes, a->ring, a->lanes, a->segments, a->windows, a->machine,
	        a->early, a->lends, (int)a->takes, (int)a->level);
	fprintf(to, "parameters %s\nin lanes %d", v->parameters ? v->parameters : "", v->in_lanes);
	write_places(to, v->places);
	if (!fclose(to) && *code && *player)
		return text;
	free(text);
	return NULL;
}

/* The lock of all communicators: one thread plays at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double spent; /* seconds of this process */

/* Play a share, for at most *left seconds, which get fewer. */
static int play(const struct rg_player_variant *v, int share, double *left, char *why, size_t room)
{
	pthread_mutex_lock(&lock);
	double before = *left;
	int verdict = before > 0 ? (int)rg_player_play(v, share, left, why, room) : LATE;
	spent += before - *left;
	pthread_mutex_unlock(&lock);
	return verdict;
}

/* The seconds that a variant may take: half of those that are left, so that one that takes long
 * leaves some for others. */
static double seconds_for_one(int seconds)
{
	pthread_mutex_lock(&lock);
	double left = (seconds - spent) / 2;
	pthread_mutex_unlock(&lock);
	return left;
}

/* ---- Known proofs */

/* The rank that looks whether variant i is known, keeps that it is, and plays its longest share:
 * neighbours in rank share a machine mostly, so they are far apart. */
static int player_of(const struct variants *variants, int i)
{
	return (int)((int64_t)i * variants->x->P / variants->n);
}

static bool is_known(const struct rg_player_variant *v)
{
	char *proof = tell_variant(v);
	bool known = proof && rg_proofs_know(proof);

	free(proof);
	return known;
}

static void keep(const struct rg_player_variant *v, bool speaks)
{
	char *proof = tell_variant(v);

	if (proof)
		rg_proofs_keep(proof, speaks);
	free(proof);
}

static void look_up(const struct variants *variants, int *mine)
{
	for (int i = 0; i < variants->n; i++)
		mine[i] = player_of(variants, i) != variants->x->rank ||
		                          is_known(&variants->variant[i])
		                  ? KNOWN
		                  : PROVED;
}

static void keep_proved(const struct variants *variants, const int *all)
{
	for (int i = 0; i < variants->n; i++)
		if (all[i] == PROVED && player_of(variants, i) == variants->x->rank)
			keep(&variants->variant[i], !variants->x->rank);
}

/* ---- All ranks */

/* Why the first of the variants that this rank found to be REFUTED is; variant VARIANTS_MOST: it
 * found none. */
struct fault {
	int variant;
	char why[512];
};

/* Play the shares of variant i that are this rank's: each rank has every P-th. */
static int play_own(const struct variants *variants, int i, int seconds, struct fault *fault)
{
	const int P = variants->x->P, first = player_of(variants, i);
	const int shares = rg_player_shares(&variants->variant[i]);
	double left = seconds_for_one(seconds);
	char why[sizeof fault->why];
	int verdict = PROVED;

	for (int k = (variants->x->rank - first + P) % P; k < shares && verdict == PROVED; k += P)
		verdict = play(&variants->variant[i], k, &left, why, sizeof why);
	if (verdict != REFUTED || fault->variant != VARIANTS_MOST)
		return verdict;
	fault->variant = i;
	memcpy(fault->why, why, sizeof why);
	return verdict;
}

/* One of the ranks that found the first variant with this verdict says so, once in a program. */
static int warn(const struct variants *variants, const int *verdict, const struct fault *fault,
                int refuted_or_late, int seconds)
{
	const struct rg_context *x = variants->x;
	int i = 0, others = -1, speaker = x->P;

	while (i < variants->n && verdict[i] != refuted_or_late)
		i++;
	for (int k = i; k < variants->n; k++)
		others += verdict[k] == refuted_or_late;
	if (i == variants->n)
		return MPI_SUCCESS;
	int mine = refuted_or_late == LATE || fault->variant == i ? x->rank : x->P;
	int err = PMPI_Allreduce(&mine, &speaker, 1, MPI_INT, MPI_MIN, x->comm);
	if (!rg_first(x->c, refuted_or_late == LATE ? RG_ONCE_LATE : RG_ONCE_REFUTED) || err ||
	    speaker != x->rank)
		return err;
	const struct rg_player_variant *v = &variants->variant[i];
	char more[64] = "";
	if (others)
		snprintf(more, sizeof more, " (and %d other%s)", others, others > 1 ? "s" : "");
	const char *name = rg_algorithm_name(v->algorithm, v->parameters),
		   *collective = rg_collectives[v->collective].name;
	if (refuted_or_late == REFUTED)
		rg_say("'%s': %s by %s%s is refuted on this communicator: MPI's own is used: %s",
		       x->c->name, collective, name, more, fault->why);
	else
		rg_say("'%s': %s by %s%s is not proved on this communicator within %d s: MPI's own "
		       "is used; RINGGEN_PROVE=SECONDS allows more, RINGGEN_PROVE=off takes it "
		       "unproved",
		       x->c->name, collective, name, more, seconds);
	return MPI_SUCCESS;
}

static void tell(const struct variants *variants, const int *verdict, double since)
{
	const struct rg_context *x = variants->x;
	int proved = 0, known = 0;

	if (x->rank || !rg_verbose())
		return;
	for (int i = 0; i < variants->n; i++) {
		proved += verdict[i] >= PROVED;
		known += verdict[i] == KNOWN;
	}
	rg_say("%s: %d of %d algorithms are proved where these ranks are, %d of them before, in "
	       "%.3f s",
	       x->c->name, proved, variants->n, known, PMPI_Wtime() - since);
}

/* The least of what all ranks say of each variant. Those that play may need the cores of the
 * others. */
static int agree(const struct variants *variants, const int *mine, int *all)
{
	MPI_Request request;
	int err = PMPI_Iallreduce(mine, all, variants->n, MPI_INT, MPI_MIN, variants->x->comm,
	                          &request);

	return err ? err : rg_wait_long(&request);
}

/* Find the verdict on each variant. A variant that one rank knows is known to all; a variant that
 * nobody knows is played. */
static int judge(const struct variants *variants, int seconds, int *verdict)
{
	struct fault fault = {VARIANTS_MOST, ""};
	int mine[VARIANTS_MOST], known = 0;

	look_up(variants, mine);
	int err = agree(variants, mine, verdict);
	for (int i = 0; i < variants->n && !err; i++) {
		known += verdict[i] == KNOWN;
		mine[i] = verdict[i] == KNOWN ? KNOWN : play_own(variants, i, seconds, &fault);
	}
	if (err || known == variants->n || (err = agree(variants, mine, verdict)))
		return err;
	keep_proved(variants, verdict);
	err = warn(variants, verdict, &fault, REFUTED, seconds);
	return err ? err : warn(variants, verdict, &fault, LATE, seconds);
}

/* The arguments for the change of the communicator's choices. */
struct mending {
	const struct variants *variants;
	const int *verdict;
	struct rg_choice *choices; /* of x, its own */
};

static void keep_native(void *on, enum rg_collective which, const struct rg_choice *c)
{
	struct mending *m = on;
	const struct rg_context *x = m->variants->x;
	struct rg_choice *own = &m->choices[c - x->choices];

	if (!rg_context_takes(x, c->algorithm, x->windows))
		return;
	const struct rg_player_variant variant = variant_of(x, which, c);
	int i = number_of(m->variants, &variant);
	if (i < m->variants->n && m->verdict[i] >= PROVED)
		return;
	own->algorithm = NULL;
	own->parameters = unproved;
}

static void mend(const struct variants *variants, const int *verdict, struct rg_context *x)
{
	struct mending m = {variants, verdict, x->own_choices};

	memcpy(x->own_choices, x->choices, rg_plans_choices(x) * sizeof *x->choices);
	rg_plans_visit(x, keep_native, &m);
	x->choices = x->own_choices;
}

int rg_prove_plans(struct rg_context *x, int seconds)
{
	int verdict[VARIANTS_MOST];
	struct variants variants = {.x = x};

	if (!seconds)
		return MPI_SUCCESS;
	if (seconds == RG_PROVE_USUAL)
		seconds = x->P <= RG_PROVED_MOST ? 60 : 0;
	const double since = PMPI_Wtime();
	rg_plans_visit(x, add_variant, &variants);
	int err = judge(&variants, seconds, verdict);
	if (err)
		return err;
	tell(&variants, verdict, since);
	mend(&variants, verdict, x);
	return err;
}

#endif
