/* SPDX-License-Identifier: BSD-3-Clause
 * RINGGEN_CHECK: before a collective the ranks compare what they call. Each sends a record of its
 * call to rank 0, on the private communicator, and gets the verdict back (call_exchange.h). One
 * message says which ranks differ, and in what.
 *
 * All forms of calls go by the same messages, so a call that blocks is compared with one that does
 * not, which MPI takes for different.
 */
#include "call/call_check.h"
#include "call/call_exchange.h"
#include "communicator/setup.h"
#include "transport/progress.h"

#include <stdatomic.h>
#include <stdlib.h>

struct rg_comparison {
	struct rg_asked asked; /* first */
	struct rg_context *x;
	int err;
	bool find; /* all ranks are to look for the block that differs */
	enum { WANTED, FORGOTTEN, TO_BE_RAISED } fate; /* locked */
	_Atomic bool over;
	struct rg_comparison *next; /* in the list below */
};

/* Comparisons that are over, with an error that nobody asks for. Locked. */
static struct rg_comparison *unraised;

static void answered(struct rg_asked *a, int err, bool find)
{
	struct rg_comparison *c = (struct rg_comparison *)a;

	c->err = err;
	c->find = find;
	atomic_store_explicit(&c->over, true, memory_order_release);
	if (c->fate == TO_BE_RAISED && c->err) {
		c->next = unraised;
		unraised = c;
		return;
	}
	c->x->users--;
	if (c->fate != WANTED)
		free(c);
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
		free(c);
		c = next;
	}
}

static struct rg_comparison *make(const struct rg_call *k, struct rg_context *x)
{
	struct rg_comparison *c = malloc(sizeof *c);
	int length;

	if (!c)
		return NULL;
	*c = (struct rg_comparison){.asked = {.patience = rg_overdue(), .answered = answered},
	                            .x = x};
	if (!x->rank && PMPI_Comm_get_name(x->comm, c->asked.name, &length))
		*c->asked.name = 0;
	rg_record_make(k, x, c->asked.record);
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
	x->users++;
	bool asked = rg_exchange_ask(x, &c->asked);
	x->users -= !asked;
	rg_progress_unlock();
	if (asked)
		return c;
	free(c);
	return NULL;
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
	if (!over)
		rg_exchange_leave(c->x, &c->asked);
	if (over && raise && c->err) {
		c->x->users++;
		c->next = unraised;
		unraised = c;
		over = false;
	}
	rg_progress_unlock();
	if (over)
		free(c);
}

void rg_comparison_free(struct rg_comparison *c)
{
	leave(c, false);
}

void rg_comparison_raise(struct rg_comparison *c)
{
	leave(c, true);
}

/* ---- The comparison of calls that block, or prepare */

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
		rg_tell_difference(c->x, rg_exchange_records(c->x), c->asked.name, block);
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
		rg_progress_yield();
	err = c->err;
	if (err && c->find) {
		int trouble = find_and_tell(k, c);
		err = trouble ? trouble : err;
	}
	rg_comparison_free(c);
	return err;
}
