/* SPDX-License-Identifier: BSD-3-Clause
 * RINGGEN_CHECK: before a collective the ranks compare what they call. Each sends a record of its
 * call to rank 0, on the private communicator, and gets the verdict back. One message says which
 * ranks differ, and in what.
 *
 * All forms of calls go by the same messages: the n-th record of a rank is that of its n-th call,
 * since messages do not overtake one another, and rank 0 gives verdicts in the order of its calls.
 * So a call that blocks is compared with one that does not, which MPI takes for different. There
 * are no collectives of MPI here: what is posted can be given up.
 */
#include "call/call_check.h"
#include "call/call_record.h"
#include "communicator/setup.h"
#include "mpi/overdue.h"
#include "transport/progress.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Records and verdicts; and that rank 0 has come. */
enum { TAG = RG_SLOTS * RG_LANES_MOST, TAG_HERE };

/* What rank 0 tells the others. */
enum {
	CLASS, /* of the error; MPI_SUCCESS: the calls match */
	FIND,  /* the ranks are to look for the block that differs, together */
	VERDICT
};

typedef long long verdict[VERDICT];

struct rg_comparison {
	struct rg_task task; /* first */
	struct rg_context *x;
	enum rg_collective which;
	enum rg_form form;
	uint64_t turn; /* of the communicator's comparisons */
	struct rg_overdue patience;
	char name[MPI_MAX_OBJECT_NAME]; /* the user's communicator's, to rank 0 */
	MPI_Request *request;           /* [requests] posted; first those for what others bring */
	int requests;
	verdict mine;
	bool judged; /* rank 0's verdict is on its way */
	int err;
	enum { WANTED, FORGOTTEN, TO_BE_RAISED } fate; /* locked */
	_Atomic bool over;
	struct rg_comparison *next; /* in a list of those below */
	rg_record all[];            /* [P] to rank 0, else its own */
};

/* Comparisons that are over, with an error that nobody asks for; and those that will never be over,
 * whose memory MPI may still use. Locked. */
static struct rg_comparison *unraised, *dropped;

/* ---- Who has not come */

static bool is_missing(const void *requests, int rank)
{
	return rank && ((const MPI_Request *)requests)[rank - 1] != MPI_REQUEST_NULL;
}

static void tell_missing(const struct rg_comparison *c)
{
	const struct rg_context *x = c->x;
	char who[256] = "0", routine[64];

	if (!x->rank)
		rg_list_ranks(who, sizeof who, x, is_missing, c->request);
	rg_describe_routine(routine, sizeof routine, x, c->which, c->form);
	rg_say("%s on %d ranks: rank %d waits for rank%s %s", routine, x->P, x->rank,
	       strpbrk(who, ",-") ? "s" : "", who);
}

/* Rank 0 knows who has not come; the others know whether rank 0 has. Of several comparisons of a
 * communicator the oldest speaks. */
static bool is_to_tell_missing(struct rg_comparison *c)
{
	const struct rg_context *x = c->x;

	return !c->judged && c->turn == x->judged &&
	       (!x->rank || c->request[0] != MPI_REQUEST_NULL) &&
	       rg_overdue_ends(&c->patience, x->rank);
}

/* ---- The exchange, as a task */

static void post(struct rg_comparison *c, int err)
{
	if (err)
		c->err = err;
	else
		c->requests++;
}

static MPI_Request *next_request(const struct rg_comparison *c)
{
	return &c->request[c->requests];
}

/* Rank 0 awaits the records, and says that it has come. (A synchronous record would say so by
 * itself, but one that never arrives crashes MPICH 4.0 in MPI_Finalize.) */
static void begin_at_root(struct rg_comparison *c)
{
	const struct rg_context *x = c->x;

	for (int i = 1; i < x->P && !c->err; i++)
		post(c, PMPI_Irecv(c->all[i], RG_RECORD_ITEMS, MPI_LONG_LONG, i, TAG, x->own,
		                   next_request(c)));
	for (int i = 1; i < x->P && !c->err; i++)
		post(c, PMPI_Isend(NULL, 0, MPI_BYTE, i, TAG_HERE, x->own, next_request(c)));
}

/* Another rank awaits that and the verdict, and sends its record. */
static void begin(struct rg_comparison *c)
{
	MPI_Comm own = c->x->own;

	post(c, PMPI_Irecv(NULL, 0, MPI_BYTE, 0, TAG_HERE, own, next_request(c)));
	if (!c->err)
		post(c, PMPI_Irecv(c->mine, VERDICT, MPI_LONG_LONG, 0, TAG, own, next_request(c)));
	if (!c->err)
		post(c, PMPI_Isend(c->all, RG_RECORD_ITEMS, MPI_LONG_LONG, 0, TAG, own,
		                   next_request(c)));
}

/* All records are there. */
static void judge(struct rg_comparison *c)
{
	const struct rg_context *x = c->x;
	const rg_record *all = (const rg_record *)c->all;

	c->mine[CLASS] = rg_records_conclude(x, all);
	c->mine[FIND] = c->mine[CLASS] && rg_records_differ_in_blocks(x, all);
	if (c->mine[CLASS] && !c->mine[FIND])
		rg_tell_difference(x, all, c->name, "");
	c->requests = 0;
	for (int i = 1; i < x->P && !c->err; i++)
		post(c,
		     PMPI_Isend(c->mine, VERDICT, MPI_LONG_LONG, i, TAG, x->own, next_request(c)));
}

/* Whether all that is posted is complete; those that are become MPI_REQUEST_NULL. */
static bool all_complete(struct rg_comparison *c)
{
	bool all = true;

	for (int i = 0, one; i < c->requests && !c->err; i++)
		if (c->request[i] != MPI_REQUEST_NULL) {
			c->err = PMPI_Test(&c->request[i], &one, MPI_STATUS_IGNORE);
			all = all && one;
		}
	return all || c->err;
}

static bool compare(struct rg_task *t, bool *moved)
{
	struct rg_comparison *c = (struct rg_comparison *)t;

	if (!all_complete(c)) {
		if (is_to_tell_missing(c))
			tell_missing(c);
		return false;
	}
	if (c->err || c->x->rank || c->judged)
		return true;
	if (c->turn != c->x->judged)
		return false;
	c->judged = true;
	c->x->judged++;
	judge(c);
	*moved = true;
	return all_complete(c);
}

static void free_comparison(struct rg_comparison *c)
{
	free(c->request);
	free(c);
}

static void compared(struct rg_task *t)
{
	struct rg_comparison *c = (struct rg_comparison *)t;

	if (!c->judged)
		c->x->judged++;
	if (!c->err)
		c->err = (int)c->mine[CLASS];
	atomic_store_explicit(&c->over, true, memory_order_release);
	if (c->fate == TO_BE_RAISED && c->err) {
		c->next = unraised;
		unraised = c;
		return;
	}
	c->x->users--;
	if (c->fate != WANTED)
		free_comparison(c);
}

/* MPI_Finalize has begun, and some rank has not come, or not told. */
static void drop(struct rg_task *t)
{
	struct rg_comparison *c = (struct rg_comparison *)t;

	int receives = c->x->rank ? 2 : c->judged ? 0 : c->x->P - 1;

	for (int i = 0; i < c->requests; i++) {
		if (c->request[i] == MPI_REQUEST_NULL)
			continue;
		if (i < receives)
			PMPI_Cancel(&c->request[i]);
		PMPI_Request_free(&c->request[i]);
	}
	c->next = dropped;
	dropped = c;
}

/* Errors that nobody asked for are raised by the thread that compares next, and at the end. */
static void raise_errors(void)
{
	rg_progress_lock();
	struct rg_comparison *c = unraised;
	unraised = NULL;
	rg_progress_unlock();
	while (c) {
		struct rg_comparison *next = c->next;
		rg_context_raise(c->x, c->err);
		rg_progress_lock();
		c->x->users--;
		rg_progress_unlock();
		free_comparison(c);
		c = next;
	}
}

static struct rg_comparison *make(const struct rg_call *k, struct rg_context *x)
{
	size_t P = (size_t)x->P, records = x->rank ? 1 : P;
	struct rg_comparison *c = malloc(sizeof *c + records * sizeof(rg_record));
	int length;

	if (!c)
		return NULL;
	*c = (struct rg_comparison){.task = {.advance = compare, .over = compared, .drop = drop},
	                            .x = x,
	                            .which = k->which,
	                            .form = k->form,
	                            .patience = rg_overdue(),
	                            .request = malloc((x->rank ? 3 : 2 * P) * sizeof *c->request)};
	if (!c->request) {
		free(c);
		return NULL;
	}
	if (!x->rank && PMPI_Comm_get_name(x->comm, c->name, &length))
		*c->name = 0;
	rg_record_make(k, x, c->all[0]);
	return c;
}

struct rg_comparison *rg_comparison_begin(const struct rg_call *k, struct rg_context *x)
{
	if (x->why != RG_OURS || !x->check)
		return NULL;
	raise_errors();
	rg_context_at_end(raise_errors);
	struct rg_comparison *c = make(k, x);
	if (!c)
		return NULL;
	rg_progress_lock();
	c->turn = x->compared++;
	x->users++;
	if (x->rank)
		begin(c);
	else
		begin_at_root(c);
	rg_progress_add(&c->task);
	rg_progress_unlock();
	return c;
}

bool rg_comparison_over(const struct rg_comparison *c)
{
	return atomic_load_explicit(&c->over, memory_order_acquire);
}

int rg_comparison_outcome(const struct rg_comparison *c)
{
	return c->err;
}

static void leave(struct rg_comparison *c, bool raise)
{
	if (!c)
		return;
	rg_progress_lock();
	bool over = rg_comparison_over(c);
	c->fate = raise ? TO_BE_RAISED : FORGOTTEN;
	c->task.left = true;
	if (over && raise && c->err) {
		c->x->users++;
		c->next = unraised;
		unraised = c;
		over = false;
	}
	rg_progress_unlock();
	if (over)
		free_comparison(c);
}

void rg_comparison_free(struct rg_comparison *c)
{
	leave(c, false);
}

void rg_comparison_raise(struct rg_comparison *c)
{
	leave(c, true);
}

/* ---- Of a call that blocks, or prepares */

bool rg_is_checked(const struct rg_context *x)
{
	return x->check && (x->why == RG_NEW || x->why == RG_OURS);
}

/* If rank 0 has asked for that: all ranks look for the block that differs, and rank 0 says which it
 * is. */
static int find_and_tell(const struct rg_call *k, const struct rg_comparison *c)
{
	char block[160] = "";
	int err = rg_find_block(k, c->x, block, sizeof block);

	if (!c->x->rank)
		rg_tell_difference(c->x, (const rg_record *)c->all, c->name, block);
	return err;
}

int rg_check(const struct rg_call *k, struct rg_context *x, bool *raised)
{
	int err;

	if (x->why == RG_NEW && (err = rg_set_up(x))) {
		*raised = true;
		return err;
	}
	if (x->why != RG_OURS || !x->check)
		return MPI_SUCCESS;
	struct rg_comparison *c = rg_comparison_begin(k, x);
	if (!c)
		return MPI_ERR_NO_MEM;
	while (!rg_progress_until(&c->over))
		sched_yield();
	err = c->err;
	if (err && c->mine[FIND]) {
		int trouble = find_and_tell(k, c);
		err = trouble ? trouble : err;
	}
	rg_comparison_free(c);
	return err;
}
