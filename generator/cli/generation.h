/* SPDX-License-Identifier: BSD-3-Clause
 * generation: the stages of generate, and what they hand on.
 */
#ifndef RG_GENERATION_H
#define RG_GENERATION_H

#include "certify/certify.h"
#include "cli/options.h"
#include "cli/own_choice.h"
#include "job/job.h"
#include "native/own_times.h"
#include "plan/planning.h"
#include "plan/tuning.h"

/* What the stages hand on. */
struct rg_generation {
	const struct rg_options *o;
	struct rg_job job;       /* empty without a topology */
	struct rg_tuned tuned;   /* what was measured */
	struct rg_own_choice of; /* the MPI library to which sizes may be left */
	struct rg_own_times *own;
	struct rg_certificate *certificate; /* of the ring; NULL without a topology */
	struct rg_plans plans;
	bool used[RG_ROUTINES];                     /* in some plan */
	bool stuck[RG_ROUTINES], runs[RG_ROUTINES]; /* see struct rg_planning */
};

/* Read, check, order, and whatever else is wrong before the long work; then the others. RG_OK: the
 * next one may follow; else what is wrong was said. */
enum rg_status rg_generation_read(struct rg_generation *g);
enum rg_status rg_generation_certify(struct rg_generation *g);
enum rg_status rg_generation_plan(struct rg_generation *g);
enum rg_status rg_generation_prove(struct rg_generation *g);
enum rg_status rg_generation_emit(struct rg_generation *g);

void rg_generation_free(struct rg_generation *g);

#endif
