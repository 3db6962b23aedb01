/* SPDX-License-Identifier: BSD-3-Clause
 * The run of a call that is ours: its lanes, their scratch, the drive.
 *
 * The run of a short call is kept ready: a later call with the same arguments but for the addresses
 * has nothing to look up, to measure or to decide.
 */
#ifndef RG_RUN_H
#define RG_RUN_H

#include "call/arguments.h"
#include "transport/transport.h"

/* A call with all that its run needs but the addresses of its buffers. */
struct rg_prepared {
	const struct rg_algorithm *algorithm;
	int64_t bytes;        /* of the vector */
	int64_t scratch, low; /* bytes of each lane's scratch, and where in them they begin */
	struct rg_lane lane;  /* the first one's example; of a run in one lane, that lane */
	struct rg_mpi m;
};

/* So many calls at most are kept ready with a context, each in less than 4 KiB. */
enum { RG_READY = 16 };

/* With unequal blocks only up to so many ranks, whose blocks are kept, too. */
enum { RG_READY_BLOCKS = 64 };

struct rg_ready;

#pragma GCC visibility push(hidden)

/* Prepare a call for the chosen algorithm, with windows or without. `alone`: other runs on the
 * communicator may begin before this one is over; its frames are its own, and its windows, if any,
 * the caller's to give (m.window), as is the tag of its messages (m.tag). p stays where it is, and
 * is to be freed, whatever is returned. False: no memory. */
bool rg_prepare(struct rg_prepared *p, const struct rg_call *k, struct rg_context *x,
                const struct rg_shape *s, const struct rg_choice *choice, bool windows, bool alone);
void rg_prepared_free(struct rg_prepared *p);

/* Bytes of scratch that it needs in all. */
static inline size_t rg_prepared_scratch(const struct rg_prepared *p)
{
	return (size_t)(p->scratch * p->m.lanes);
}

/* Set the buffers and the scratch of the run to come. */
void rg_prepared_place(struct rg_prepared *p, const void *in, void *out, const char *scratch);

/* Run the call with the chosen algorithm. `like` is the call as the user made it, to be kept
 * ready; NULL: another one like it may need another run. Returns MPI's error code; nothing was
 * raised. */
int rg_perform(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
               const struct rg_choice *choice, const struct rg_call *like);

/* The run that is kept ready for a call like this one, if its buffers are in order. NULL: there is
 * none. */
struct rg_ready *rg_find_ready(const struct rg_call *k, const struct rg_context *x);

/* Forget it. */
void rg_drop_ready(const struct rg_call *k, struct rg_context *x);

/* Whether it is time to ask the tuner about calls like it (kinds.h); if not, one more is counted.
 */
bool rg_ready_is_due(struct rg_ready *ready);

/* Where calls like it are counted, for summary.h: NULL until that knows. */
struct rg_tally **rg_ready_tally(struct rg_ready *ready);

/* What serves it. */
const struct rg_algorithm *rg_ready_algorithm(const struct rg_ready *ready,
                                              const char **parameters);

/* Run it once more, with the buffers of this call. As rg_perform. */
int rg_perform_ready(struct rg_ready *ready, const struct rg_call *k, struct rg_context *x);

#pragma GCC visibility pop
#endif
