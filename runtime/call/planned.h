/* SPDX-License-Identifier: BSD-3-Clause
 * The plan's choice for a call.
 */
#ifndef RG_PLANNED_H
#define RG_PLANNED_H

#include "call/arguments.h"

/* The findings about a call. */
struct rg_inquiry {
	struct rg_context *x;
	struct rg_shape s;
	const struct rg_choice *choice;
	int err;
	bool images; /* a buffer is in the memory of a device, and only this rank knows (where.h)
	              */
	/* For the tuner (tune.h), if the plan has something for the call: */
	enum rg_reason why; /* RG_OURS, RG_SLOWER, or another cause: it is not to be tuned */
	enum rg_purpose purpose;
	struct rg_choices plan; /* the list that the choice is from */
	bool windows;
	int64_t bytes; /* of the vector, as all ranks know them */
};

#pragma GCC visibility push(hidden)

/* The bytes of the vector that all ranks know, on which the choice may depend. */
int64_t rg_agreed_bytes(const struct rg_call *k, const struct rg_shape *s);

/* Decide about a call that the communicator could serve and whose shape is known, whatever its form
 * and buffers: RG_OURS, by j->choice; RG_SLOWER, with a choice: MPI's own is as good; or why there
 * is none. `windows`: all ranks can have them for this call. Settles k->ordered. */
enum rg_reason rg_planned(struct rg_call *k, struct rg_inquiry *j, bool windows);

#pragma GCC visibility pop
#endif
