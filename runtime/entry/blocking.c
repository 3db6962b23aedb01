/* SPDX-License-Identifier: BSD-3-Clause
 * The collectives: a call that is ours is run here, any other goes to PMPI.
 */
#include "entry/blocking.h"
#include "call/again.h"
#include "call/bytes.h"
#include "call/decide.h"
#include "call/image.h"
#include "call/tune.h"
#include "transport/progress.h"

/* Raise what the run failed with. */
static void raise(const struct rg_call *k, int err)
{
	if (err)
		PMPI_Comm_call_errhandler(k->comm, err);
}

/* Whether it is like an earlier call that was kept ready; then it has been done. */
static bool again(const struct rg_call *k, struct rg_context *x, int *err)
{
	bool done = rg_again(k, x, err);

	if (done)
		raise(k, *err);
	return done;
}

static int perform(const struct rg_call *k, struct rg_inquiry *j)
{
	const struct rg_call *like = j->x->tuning || j->x->asks ? NULL : k;

	if (rg_is_moved(k))
		return rg_run_in_bytes(k, j->x, &j->s, j->choice, like);
	return rg_perform(k, j->x, &j->s, j->choice, like);
}

/* The same, with images of the buffers that are in the memory of a device. */
static int perform_on_images(const struct rg_call *k, struct rg_inquiry *j)
{
	struct rg_call in_images = *k;
	struct rg_images images;
	int err = rg_images_make(&images, &in_images, j->x, &j->s);

	if (!err) {
		rg_progress_lock();
		rg_images_before(&images);
		rg_progress_unlock();
		err = perform(&in_images, j);
		rg_progress_lock();
		int after = rg_images_after(&images);
		rg_progress_unlock();
		err = err ? err : after;
	}
	rg_images_free(&images);
	return err;
}

/* As rg_serve, for a call that is like no earlier one, with what was found out in *j. */
static bool serve(struct rg_call *k, struct rg_inquiry *j, int *err)
{
	enum rg_decision verdict = rg_find_context(k, j);

	if (verdict == RG_FOR_US) {
		if (again(k, j->x, err))
			return true;
		verdict = rg_decide(k, j);
	}
	if (verdict != RG_WRONG && rg_is_tuned(k, j))
		verdict = rg_tune(k, j);
	if (verdict != RG_FOR_US) {
		*err = j->err;
		return verdict == RG_WRONG;
	}
	*err = j->images ? perform_on_images(k, j) : perform(k, j);
	rg_served(k, *err);
	raise(k, *err);
	return true;
}

/* One that was kept ready has no choice, and is counted already. */
static bool serve_counted(struct rg_call *k, struct rg_inquiry *j, int *err)
{
	bool done = serve(k, j, err);

	if (!done)
		rg_summary_passed(k, j);
	else if (!*err && j->choice)
		rg_summary_served(k, j);
	return done;
}

bool rg_serve_on(struct rg_context *last, struct rg_call *k, int *err)
{
	struct rg_inquiry j = {0};
	const bool counts = rg_wants_summary();

	*err = MPI_SUCCESS;
	if (!k->c) { /* for MPI, which is counted */
		rg_summary_of_mpi(k);
		return false;
	}
	k->began = counts ? rg_tally_now() : 0;
	if (last && rg_is_left(k, last)) {
		if (counts)
			rg_summary_left(k, last);
		return false;
	}
	if (again(k, last, err))
		return true;
	return counts ? serve_counted(k, &j, err) : serve(k, &j, err);
}

bool rg_serve(struct rg_call *k, int *err)
{
	return rg_serve_on(rg_context_last(k->c, k->comm), k, err);
}

/* ---- The entries */

const int rg_library = RINGGEN_VERSION;

/* A call that is left to MPI needs no stack, and no call but MPI's. */
#define SERVE(name, PMPI, TAKES, SETS, NAME, arguments, ...)                           \
	RG_PASSES(name##_passes, TAKES, SETS, NAME, arguments, __VA_ARGS__)            \
	static __attribute__((noinline)) int name##_served(const struct rg_cluster *c, \
	                                                   RG_LIST(TAKES, arguments))  \
	{                                                                              \
		RG_CALL(SETS, c, NAME, arguments, __VA_ARGS__);                        \
		int err;                                                               \
		if (rg_serve(&call, &err))                                             \
			return err;                                                    \
		return rg_served(&call, PMPI(RG_LIST(RG_GIVES, arguments)));           \
	}                                                                              \
	int name(const struct rg_cluster *c, RG_LIST(TAKES, arguments))                \
	{                                                                              \
		return name##_passes(c, RG_LIST(RG_GIVES, arguments))                  \
		               ? PMPI(RG_LIST(RG_GIVES, arguments))                    \
		               : name##_served(c, RG_LIST(RG_GIVES, arguments));       \
	}
#define ENTRY(NAME, name, Entry, large, ...)                                                 \
	SERVE(rg_##name, PMPI_##Entry, RG_TAKES, RG_SETS, NAME, __VA_ARGS__)                 \
	RG_WITH_C(large, SERVE(rg_##name##_c, PMPI_##Entry##_c, RG_TAKES_c, RG_SETS_c, NAME, \
	                       __VA_ARGS__))

RG_ROWS(ENTRY)
