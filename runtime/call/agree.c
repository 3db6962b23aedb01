/* SPDX-License-Identifier: BSD-3-Clause
 * What the ranks ask each other before a call.
 */
#include "call/agree.h"
#include "call/planned.h"
#include "call/run.h"
#include "transport/progress.h"

#include <sched.h>

/* The looks for the other ranks' answers before another process gets its turn. */
enum { LOOKS = 64 };

/* The largest of all ranks' numbers, by MPI. Our own operations go on meanwhile: another rank may
 * have to complete one before it comes. Returns MPI's error code. */
static int agree_by_mpi(const struct rg_context *x, const int *mine, int *all)
{
	MPI_Request request;
	int done = 0, err = PMPI_Iallreduce(mine, all, 1, MPI_INT, MPI_MAX, x->own, &request);

	for (unsigned i = 1; !err && !done; i++) {
		err = PMPI_Test(&request, &done, MPI_STATUS_IGNORE);
		if (!done && rg_progress_any())
			rg_progress();
		if (!done && i % LOOKS == 0)
			sched_yield(); /* there may be more processes than cores */
	}
	return err;
}

/* Agree by our own algorithm, if the plan has one for that: on one machine it is faster. Its run is
 * kept ready (run.h); on such a communicator the runs of the calls themselves are not. False: there
 * is none. */
static bool agree_by_plan(struct rg_context *x, const int *mine, int *all, int *err)
{
	const struct rg_call like = {.which = RG_ALLREDUCE,
	                             .c = x->c,
	                             .in = mine,
	                             .out = all,
	                             .count = 1,
	                             .type = MPI_INT,
	                             .op = MPI_MAX,
	                             .comm = x->comm,
	                             .reduces = true};
	struct rg_call k = like;
	struct rg_ready *ready = rg_find_ready(&k, x);
	struct rg_inquiry j = {.x = x};

	if (ready) {
		*err = rg_perform_ready(ready, &k, x);
		return true;
	}
	if (rg_measure(&k, x, &j.s))
		return false;
	x->op = k.op;
	x->type = k.type;
	x->kernel = rg_kernel_of(k.op, k.type, x->reproducible);
	enum rg_reason why = rg_planned(&k, &j, rg_fits_windows(&k, x, &j.s));
	const struct rg_algorithm *by = j.choice ? j.choice->algorithm : NULL;
	if ((why != RG_OURS && why != RG_SLOWER) || !rg_context_takes(x, by, j.windows))
		return false;
	*err = rg_perform(&k, x, &j.s, j.choice, &like);
	return true;
}

bool rg_any_says(struct rg_context *x, int mine)
{
	MPI_Op op = x->op; /* of the call at hand, as what follows them */
	MPI_Datatype type = x->type;
	rg_kernel *kernel = x->kernel;
	int all = 0, err;

	if (!agree_by_plan(x, &mine, &all, &err))
		err = agree_by_mpi(x, &mine, &all);
	x->op = op;
	x->type = type;
	x->kernel = kernel;
	return err || all;
}
