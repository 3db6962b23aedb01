/* SPDX-License-Identifier: BSD-3-Clause
 * The messages by which ranks compare their calls (call_check.h): records to rank 0, answers back,
 * for all calls of a communicator that are outstanding together.
 *
 * A rank sends the record of a call at once, unless records of its are under way: then when they
 * are answered, with all that have come since. So a call that waits alone is answered as soon as
 * can be, and many that are outstanding take a few messages together. Rank 0 answers as many at a
 * time as it can. The n-th record of a rank is that of its n-th call, since messages do not
 * overtake one another, and rank 0 answers in the order of its calls.
 */
#ifndef RG_CALL_EXCHANGE_H
#define RG_CALL_EXCHANGE_H

#include "call/call_record.h"
#include "mpi/overdue.h"

/* A call whose comparison is not over. */
struct rg_asked {
	rg_call_record record;
	char name[MPI_MAX_OBJECT_NAME]; /* the user's communicator's, to rank 0 */
	struct rg_overdue patience;
	bool left; /* nobody waits for it, nor will */
	/* It is answered: with an error class, MPI_SUCCESS if the calls match; `find`: the ranks
	 * are to look for the block that differs, together. Locked (progress.h). */
	void (*answered)(struct rg_asked *a, int err, bool find);
	struct rg_asked *next;
};

#pragma GCC visibility push(hidden)

/* Compare a call of which all but `next` is set. False: no memory. Locked. */
bool rg_exchange_ask(struct rg_context *x, struct rg_asked *a);

/* It is left. Locked. */
void rg_exchange_leave(struct rg_context *x, struct rg_asked *a);

/* At rank 0: [P] the records of the last calls that were answered, until the next are. */
const rg_call_record *rg_exchange_records(const struct rg_context *x);

#pragma GCC visibility pop
#endif
