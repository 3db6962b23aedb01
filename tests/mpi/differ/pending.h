/* SPDX-License-Identifier: BSD-3-Clause
 * The items that one thread has begun and not completed: collectives of ours, messages, MPI's own.
 * They are completed in any order and by any of MPI's routines.
 */
#ifndef RG_DIFFER_PENDING_H
#define RG_DIFFER_PENDING_H

#include "call.h"
#include "traffic.h"

/* One of them. */
struct item {
	struct call *call;
	struct message *message;
};

enum { PENDING_MOST = 256 };

struct pending {
	struct item item[PENDING_MOST];
	int n;
};

void pending_add_call(struct pending *p, struct call *c);
void pending_add_message(struct pending *p, struct message *m);

/* Complete so many, at random; all of them are compared. A persistent call stays its owner's,
 * others are freed. */
void pending_complete(struct pending *p, struct draw *d, int n);

/* Complete that persistent call, if it is active. */
void pending_complete_call(struct pending *p, struct draw *d, struct call *c);

/* Whether a nonblocking collective is in progress there that may be Open MPI's. */
bool pending_is_mpis(const struct pending *p, MPI_Comm comm);

/* Let them go on, without waiting. */
void pending_poke(struct pending *p, struct draw *d);

#endif
