/* SPDX-License-Identifier: BSD-3-Clause
 * A collective that does not block: set up once, started, in progress, over; a persistent one is
 * started again. Its memory is its own. So are the tags and the windows of a persistent one: any
 * number of them may be in progress on a communicator, and begin in another order on each rank.
 * Nonblocking ones have those of the communicator in turn (context.h).
 */
#ifndef RG_OPERATION_H
#define RG_OPERATION_H

#include "call/bytes.h"
#include "call/call_check.h"
#include "call/decide.h"
#include "call/image.h"
#include "transport/progress.h"

struct rg_operation {
	struct rg_task task; /* first */
	struct rg_context *x;
	struct rg_call k; /* as the user made it, its blocks and types kept */
	struct rg_shape s;
	struct rg_images images; /* if it needs any: k has their addresses */
	struct rg_bytes bytes;   /* of what is moved */
	struct rg_prepared run;
	struct rg_posts posts;
	struct rg_window *window;   /* NULL: none; */
	int room;                   /* whose, of the communicator's rooms; -1: its own */
	MPI_Aint *numbers;          /* [4 P], by pairs [8 P]: what unequal blocks are told by */
	MPI_Datatype *types;        /* [4 P] where each has its own: those to go by, and those
	                               that are kept (type.h); NULL: not so */
	MPI_Datatype type, in_type; /* kept until it is freed; MPI_DATATYPE_NULL: need not be */
	struct rg_comparison
		*comparison; /* of a nonblocking one with the other ranks'; NULL: none */
	char *scratch;
	int slot;
	uint64_t slot_turn, room_turn; /* of nonblocking ones: how many had them before */
	bool launched;                 /* its turn has come */
	_Atomic bool over;             /* of the last start */
	int err;                       /* and how it ended */
	bool left;                     /* MPI does it, not we: only the ranks' calls are compared */
	MPI_Request native;            /* MPI's request of such a one */
	/* Called once it is over, by whoever advanced it; NULL: nobody. Locked (progress.h). */
	void (*told)(struct rg_operation *o);
	void *whose;                      /* for `told`, */
	int tag;                          /* and this, */
	MPI_Request request;              /* and this */
	struct rg_operation *prev, *next; /* all there are */
};

#pragma GCC visibility push(hidden)

/* Whether a call of the form k->form is ours. True: *o is the operation, not started; or it is
 * NULL, since the call is wrong, which was raised, and *err is to be returned. False: the call is
 * for MPI. Then *o is NULL, or an operation for the comparison with the other ranks' calls. Once
 * MPI has begun the call, that is started with o->native set, and is over when both are; where
 * operations do not go on by themselves (!o->x->progress) it is kept beside MPI's request. If MPI
 * has not begun the call, it is freed. Collective for a persistent one; local for a nonblocking
 * one. */
bool rg_operation_make(struct rg_call *k, struct rg_operation **o, int *err);

/* It must not be in progress. */
void rg_operation_free(struct rg_operation *o);

void rg_operation_start(struct rg_operation *o);

/* Whether it is over. */
static inline bool rg_operation_over(const struct rg_operation *o)
{
	return atomic_load_explicit(&o->over, memory_order_acquire);
}

/* Whether there is one in progress with this request, op->request. */
bool rg_operation_is_behind(MPI_Request request);

/* Wait until it is over. */
void rg_operation_wait(struct rg_operation *o);

/* Set the status that MPI gives for a collective that is over, or for a request that is not active.
 */
void rg_operation_status(MPI_Status *status);

/* How it ended, raised if it is an error: the handler may free the operation. Not locked. */
int rg_operation_outcome(struct rg_operation *o);

/* For an operation beside MPI's request: whether the calls are known not to match; MPI may never be
 * done. */
bool rg_operation_differs(struct rg_operation *o);

/* MPI is done, with err, or the calls differ: returns how it ended, raised if it is not MPI's, and
 * frees it. An error that is found out later is raised later (call_check.h). Not locked. */
int rg_operation_end_beside(struct rg_operation *o, int err);

#pragma GCC visibility pop
#endif
