/* SPDX-License-Identifier: BSD-3-Clause
 * The tuner of a communicator.
 *
 * A choice lives for so many calls; the best one for more, as the paper lets it depend on the
 * tickets (RG_LIFE_...). So many calls of a life are timed, but not the first one, in which ranks
 * may still wait for earlier work, and memory is touched for the first time. The median of their
 * times stands for the life: a call that the scheduler held up says nothing.
 */
#include "communicator/tuner.h"

#include <stdlib.h>

/* Agreeing takes no more than this part of the time of the calls in between, whatever a call takes:
 * a life is made longer for that, to LIFE_LONGEST calls at most. */
static const double AGREEING = 0.05;
enum { LIFE_LONGEST = 4096 };

/* How many calls the drawn candidate is to serve, given its trials. */
static int life_of(const struct rg_trials *t, double share, double drawing)
{
	double life = RG_LIFE_LEAST + share * (RG_LIFE_MOST - RG_LIFE_LEAST);
	double least = t->n && t->mean > 0 ? share * drawing / (AGREEING * t->mean) : 0;

	if (life < least)
		life = least;
	return life < LIFE_LONGEST ? (int)life : LIFE_LONGEST;
}

static int by_size(const void *a, const void *b)
{
	double first = *(const double *)a, second = *(const double *)b;
	return (first > second) - (first < second);
}

/* The middle one of this rank's times in the life that is over, or the lesser of two; 0: there are
 * none. */
static double median(struct rg_tuned_kind *kind)
{
	if (kind->timed <= 0)
		return 0;
	qsort(kind->seconds, (size_t)kind->timed, sizeof *kind->seconds, by_size);
	return kind->seconds[(kind->timed - 1) / 2];
}

/* The slowest rank's time is that of a call; and the ranks have drawn when the slowest has. */
static int agree(const struct rg_context *x, struct rg_tuned_kind *kind, double *drawing)
{
	double mine[2] = {median(kind), kind->drawing}, all[2];
	int err = PMPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_MAX, x->own);

	if (err)
		return err;
	if (kind->timed > 0) { /* on all ranks; a clock may be too coarse */
		double seconds = all[0] > 0 ? all[0] : PMPI_Wtick();
		rg_trials_add(&kind->candidate[kind->now].known, seconds);
		rg_trials_add(&kind->candidate[kind->now].run, seconds);
	}
	*drawing = all[1];
	kind->timed = -1;
	return err;
}

/* Rank 0 draws, and tells how long that is to live: averages need not have the same last bits where
 * machines differ. */
static int draw(struct rg_context *x, struct rg_tuned_kind *kind)
{
	enum { WAY, LIFE, TOLD };
	struct rg_trials known[RG_CANDIDATES_MOST];
	double begin = PMPI_Wtime(), drawing, share;
	int told[TOLD], err = agree(x, kind, &drawing);

	if (err)
		return err;
	for (int i = 0; i < kind->n; i++)
		known[i] = kind->candidate[i].known;
	told[WAY] = rg_lottery_draw(&x->kinds->lottery, known, kind->n, &share);
	told[LIFE] = life_of(&known[told[WAY]], share, drawing);
	if ((err = PMPI_Bcast(told, TOLD, MPI_INT, 0, x->own)))
		return err;
	kind->now = told[WAY];
	kind->life = told[LIFE];
	kind->drawing = PMPI_Wtime() - begin;
	return err;
}

int rg_tuner_begin(struct rg_context *x, struct rg_tuned_kind *kind,
                   const struct rg_choice **choice, struct rg_timing *timing)
{
	int err;

	if (!kind->life && (err = draw(x, kind)))
		return err;
	kind->life--;
	*choice = kind->candidate[kind->now].choice;
	if (kind->timed < 0)
		kind->timed = 0;
	else if (kind->timed < RG_TIMED_MOST)
		*timing = (struct rg_timing){kind, PMPI_Wtime()};
	return MPI_SUCCESS;
}

void rg_tuner_end(struct rg_timing *timing)
{
	struct rg_tuned_kind *kind = timing->kind;

	kind->seconds[kind->timed++] = PMPI_Wtime() - timing->since;
}
