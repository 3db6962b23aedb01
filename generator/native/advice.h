/* SPDX-License-Identifier: BSD-3-Clause
 * advice: what a job would gain by what.
 *
 * Four ways stand beside the job as it is, the one with the least effort first. All times are the
 * model's: what the MPI library takes by itself is played with the ranks in the order of their
 * numbers (native/choice.h), ringgen's routines as `ringgen plan` has them.
 */
#ifndef RG_ADVICE_H
#define RG_ADVICE_H

#include "certify/certify.h"
#include "cost/time_bound.h"
#include "job/job.h"
#include "native/choice.h"

enum rg_advised { RG_AS_IT_IS, RG_BY_ORDER, RG_BY_TUNING, RG_BY_ROUTINES, RG_ADVISED };
extern const char *const rg_advised_names[RG_ADVISED];

/* The sizes that are asked about: numbers of planned sizes, from 1 KiB on. */
enum { RG_ADVISED_SIZES = 4 };
extern const int rg_advised_size[RG_ADVISED_SIZES];

/* A gain of less is none: models are not better. Chosen. */
#define RG_WORTH_IT 1.1

struct rg_advice {
	/* Set these: the job, what was asked for, and the MPI library; all are borrowed. */
	const struct rg_job *job;
	const struct rg_wanted *wanted; /* [RG_ROUTINES] */
	const struct rg_model *asked;   /* not settled */
	const struct rg_mpi_library *library;
	int root;
	/* Found: */
	struct rg_model model;
	struct rg_placement *ordered;       /* the ranks' numbers are their positions in the ring */
	struct rg_native_ground *ground[2]; /* as it is; ordered */
	struct rg_certificate *certificate; /* of the job's order */
	double seconds[RG_COLLECTIVES][RG_ADVISED_SIZES]
		      [RG_ADVISED];                     /* INFINITY: it is not known */
	struct rg_time_bound bound[RG_COLLECTIVES];     /* all 0: there is none */
	double gain[RG_ADVISED], best_gain[RG_ADVISED]; /* mean, and the greatest */
	int known;                                      /* rows */
};

/* Find it out. */
void rg_advice_ask(struct rg_advice *a);
void rg_advice_free(struct rg_advice *a);

/* Is the collective among what was asked for? */
bool rg_is_asked(const struct rg_advice *a, enum rg_collective c);

/* The way with the least effort that has most of what can be gained; RG_AS_IT_IS: there is nothing.
 */
enum rg_advised rg_first_to_do(const struct rg_advice *a);

#endif
