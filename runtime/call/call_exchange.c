/* SPDX-License-Identifier: BSD-3-Clause
 * The messages by which ranks compare their calls: records to rank 0, answers back.
 *
 * No collectives of MPI are used here, since a posted message can be given up. The cost is not in
 * the messages but in asking MPI for one that has not come: MPI makes progress then, in vain, and
 * may give the core away. So each look asks once, for any number of calls; and nothing is asked
 * when a call begins, as no answer can be there.
 */
#include "call/call_exchange.h"
#include "transport/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = RG_SLOTS * RG_LANES_MOST };

/* Records in a message at most: a KiB or two, which no MPI library waits to send. */
enum { BATCH = 32 };

/* The items of rank 0's answer to the others. */
enum {
	COUNT, /* of calls that are answered; 0: rank 0 has come, and waits for others */
	CLASS, /* of the last one's error; MPI_SUCCESS: all match */
	FIND,  /* the ranks are to look for the block that differs, together */
	ITEMS
};

typedef long long answer[ITEMS];

/* A message to rank 0: so many records. All are numbers of one type. */
struct batch {
	long long n;
	rg_call_record record[BATCH];
};

/* The last one of a rank, and how many of its records rank 0 has used. */
struct received {
	struct batch batch;
	long long used;
};

/* An answer on its way to all. */
struct telling {
	struct telling *next;
	answer what;
	MPI_Request request[]; /* [P - 1] */
};

struct rg_exchange {
	struct rg_task task; /* first; it is in the list while there is anything to do */
	struct rg_context *x;
	struct rg_asked *first, **end; /* what is not answered, in the order of the calls */
	int wanted;                    /* so many of them are not left */
	bool listed, fresh;            /* it is in the list; and there was no time for a message */
	bool here; /* of the first: rank 0 has said that it has come, others know that it has */
	int err;   /* of MPI: the end of all */
	union {
		struct {
			struct telling *telling;
			struct received *from; /* [P] */
			MPI_Request *receive;  /* [P] */
			rg_call_record *all;   /* [P] of the last calls that were answered */
		};
		struct { /* of the others */
			uint64_t sent, answered;
			answer what;
			MPI_Request answering, sending;
			struct batch batch; /* that is being sent */
		};
	};
};

/* Those that will never be over, whose memory MPI may still use. Locked. */
static struct rg_task *dropped;

static void note(struct rg_exchange *e, int err)
{
	if (err && !e->err)
		e->err = err;
}

/* Whether it is complete. */
static bool test(struct rg_exchange *e, MPI_Request *request)
{
	int flag = 1;

	if (*request != MPI_REQUEST_NULL && !e->err)
		note(e, PMPI_Test(request, &flag, MPI_STATUS_IGNORE));
	return flag && !e->err;
}

static void pop(struct rg_exchange *e, int err, bool find)
{
	struct rg_asked *a = e->first;

	e->first = a->next;
	if (!e->first)
		e->end = &e->first;
	e->wanted -= !a->left;
	e->task.left = !e->wanted;
	e->here = false;
	a->answered(a, err, find);
}

/* ---- Rank 0 */

static void tell(struct rg_exchange *e, int count, int class, bool find)
{
	const struct rg_context *x = e->x;
	struct telling *t = malloc(sizeof *t + (size_t)x->P * sizeof *t->request);

	if (!t) {
		note(e, MPI_ERR_NO_MEM);
		return;
	}
	t->what[COUNT] = count;
	t->what[CLASS] = class;
	t->what[FIND] = find;
	for (int i = 1; i < x->P; i++) {
		t->request[i - 1] = MPI_REQUEST_NULL;
		note(e,
		     PMPI_Isend(t->what, ITEMS, MPI_LONG_LONG, i, TAG, x->own, &t->request[i - 1]));
	}
	t->next = e->telling;
	e->telling = t;
}

/* Whether all answers are sent. */
static bool all_told(struct rg_exchange *e)
{
	for (struct telling *t; (t = e->telling); free(t)) {
		for (int i = 0; i < e->x->P - 1; i++)
			if (!test(e, &t->request[i]))
				return e->err;
		e->telling = t->next;
	}
	return true;
}

static int items_of(int records)
{
	return 1 + records * RG_RECORD_ITEMS;
}

static void await_record(struct rg_exchange *e, int rank)
{
	struct received *f = &e->from[rank];

	if (f->used < f->batch.n || e->receive[rank] != MPI_REQUEST_NULL)
		return;
	f->used = f->batch.n = 0;
	note(e, PMPI_Irecv(&f->batch, items_of(BATCH), MPI_LONG_LONG, rank, TAG, e->x->own,
	                   &e->receive[rank]));
}

/* Whether that rank has come. */
static bool has_come(struct rg_exchange *e, int rank)
{
	await_record(e, rank);
	return test(e, &e->receive[rank]);
}

static bool is_missing(const void *what, int rank)
{
	return rank && !has_come((struct rg_exchange *)(uintptr_t)what, rank);
}

/* Some rank has not come. The others are told that this one has, if that lasts: they need not know
 * it before they would say something (overdue.h), and mostly it would be one message more. */
static void wait_for_missing(struct rg_exchange *e)
{
	const double LASTS = 0.1; /* seconds */
	struct rg_asked *a = e->first;
	char who[256], routine[64];

	if (!e->here && PMPI_Wtime() - a->patience.since > LASTS) {
		e->here = true;
		tell(e, 0, MPI_SUCCESS, false);
	}
	if (!rg_overdue_ends(&a->patience, 0))
		return;
	rg_list_ranks(who, sizeof who, e->x, is_missing, e);
	rg_record_routine(routine, sizeof routine, e->x, a->record);
	rg_say("%s on %d ranks: rank 0 waits for rank%s %s", routine, e->x->P,
	       strpbrk(who, ",-") ? "s" : "", who);
}

/* Judge the first call if the records of all ranks are there. Whether they are. */
static bool judge(struct rg_exchange *e, int *class, bool *find)
{
	const struct rg_context *x = e->x;

	for (int i = 1; i < x->P; i++)
		if (!has_come(e, i))
			return false;
	memcpy(e->all[0], e->first->record, sizeof(rg_call_record));
	for (int i = 1; i < x->P; i++)
		memcpy(e->all[i], e->from[i].batch.record[e->from[i].used++],
		       sizeof(rg_call_record));
	const rg_call_record *all = (const rg_call_record *)e->all;
	*class = rg_records_conclude(x, all);
	*find = *class && rg_records_differ_in_blocks(x, all);
	if (*class && !*find)
		rg_tell_difference(x, all, e->first->name, "");
	pop(e, *class, *find);
	return true;
}

/* A call that does not match is the last one of an answer. */
static void judge_all(struct rg_exchange *e, bool *moved)
{
	int count = 0, class = MPI_SUCCESS;
	bool find = false;

	while (e->first && judge(e, &class, &find)) {
		*moved = true;
		count++;
		if (!class)
			continue;
		tell(e, count, class, find);
		count = 0;
	}
	if (count)
		tell(e, count, MPI_SUCCESS, false);
	else if (e->first && !e->err)
		wait_for_missing(e);
}

/* ---- The others */

/* Send what has not been sent, if all that has is answered. */
static void send_records(struct rg_exchange *e)
{
	int n = 0;

	if (!e->first || e->answered < e->sent || !test(e, &e->sending))
		return;
	for (const struct rg_asked *a = e->first; a && n < BATCH; a = a->next)
		memcpy(e->batch.record[n++], a->record, sizeof a->record);
	e->batch.n = n;
	note(e, PMPI_Isend(&e->batch, items_of(n), MPI_LONG_LONG, 0, TAG, e->x->own, &e->sending));
	e->sent += (uint64_t)n;
}

/* An answer comes for each call: it is awaited while there are such. */
static void await_answer(struct rg_exchange *e)
{
	if (e->first && e->answering == MPI_REQUEST_NULL)
		note(e,
		     PMPI_Irecv(e->what, ITEMS, MPI_LONG_LONG, 0, TAG, e->x->own, &e->answering));
}

static void tell_missing(struct rg_exchange *e)
{
	const struct rg_context *x = e->x;
	char routine[64];

	if (e->here || !rg_overdue_ends(&e->first->patience, x->rank))
		return;
	rg_record_routine(routine, sizeof routine, x, e->first->record);
	rg_say("%s on %d ranks: rank %d waits for rank 0", routine, x->P, x->rank);
}

static void hear(struct rg_exchange *e, bool *moved)
{
	if (!e->first)
		return;
	if (!test(e, &e->answering)) {
		if (!e->err)
			tell_missing(e);
		return;
	}
	*moved = true;
	if (!e->what[COUNT])
		e->here = true;
	for (long long left = e->what[COUNT]; left; left--) {
		bool last = left == 1;
		e->answered++;
		pop(e, last ? (int)e->what[CLASS] : MPI_SUCCESS, last && e->what[FIND]);
	}
	await_answer(e);
	send_records(e);
}

/* ---- The task */

static bool advance(struct rg_task *t, bool *moved)
{
	struct rg_exchange *e = (struct rg_exchange *)t;

	if (e->fresh) {
		e->fresh = false;
		return false;
	}
	if (e->x->rank)
		hear(e, moved);
	else
		judge_all(e, moved);
	while (e->err && e->first)
		pop(e, e->err, false);
	if (e->x->rank)
		return !e->first && (test(e, &e->sending) || e->err);
	return all_told(e) && !e->first;
}

static void over(struct rg_task *t)
{
	struct rg_exchange *e = (struct rg_exchange *)t;

	e->listed = false;
	e->x->users--;
}

static void give_up(MPI_Request *request, bool receives)
{
	if (*request == MPI_REQUEST_NULL)
		return;
	if (receives)
		PMPI_Cancel(request);
	PMPI_Request_free(request);
}

/* MPI_Finalize has begun, and some rank has not come, or not answered. */
static void drop(struct rg_task *t)
{
	struct rg_exchange *e = (struct rg_exchange *)t;

	if (e->x->rank) {
		give_up(&e->answering, true);
		give_up(&e->sending, false);
	} else {
		for (int i = 1; i < e->x->P; i++)
			give_up(&e->receive[i], true);
		for (struct telling *a = e->telling; a; a = a->next)
			for (int i = 0; i < e->x->P - 1; i++)
				give_up(&a->request[i], false);
	}
	e->x->exchange = NULL;
	t->next = dropped;
	dropped = t;
}

/* ---- Calls */

/* One piece of memory, which is freed as such, with the context. */
static struct rg_exchange *make(struct rg_context *x)
{
	size_t P = x->rank ? 0 : (size_t)x->P;
	struct rg_exchange *e =
		malloc(sizeof *e + P * (sizeof *e->from + sizeof *e->all + sizeof *e->receive));

	if (!e)
		return NULL;
	memset(e, 0, sizeof *e);
	e->task = (struct rg_task){.advance = advance, .over = over, .drop = drop};
	e->x = x;
	e->end = &e->first;
	if (x->rank) {
		e->answering = e->sending = MPI_REQUEST_NULL;
		return e;
	}
	e->from = (struct received *)(e + 1);
	e->all = (rg_call_record *)(e->from + P);
	e->receive = (MPI_Request *)(e->all + P);
	for (size_t i = 0; i < P; i++) {
		e->receive[i] = MPI_REQUEST_NULL;
		e->from[i].batch.n = e->from[i].used = 0;
	}
	return e;
}

bool rg_exchange_ask(struct rg_context *x, struct rg_asked *a)
{
	struct rg_exchange *e = x->exchange ? x->exchange : make(x);

	if (!(x->exchange = e))
		return false;
	a->next = NULL;
	*e->end = a;
	e->end = &a->next;
	e->wanted += !a->left;
	e->task.left = !e->wanted;
	for (int i = 1; i < x->P && !x->rank; i++)
		await_record(e, i);
	if (x->rank) {
		await_answer(e);
		send_records(e);
	}
	if (e->listed)
		return true;
	e->listed = e->fresh = true;
	x->users++;
	rg_progress_add(&e->task);
	return true;
}

void rg_exchange_leave(struct rg_context *x, struct rg_asked *a)
{
	if (a->left || !x->exchange) /* which is dropped */
		return;
	a->left = true;
	x->exchange->wanted--;
	x->exchange->task.left = !x->exchange->wanted;
}

const rg_call_record *rg_exchange_records(const struct rg_context *x)
{
	return (const rg_call_record *)x->exchange->all;
}
