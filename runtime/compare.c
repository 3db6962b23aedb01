/* SPDX-License-Identifier: BSD-3-Clause
 * RINGGEN_CHECK: before a collective the ranks compare what they call. Each sends a record of its
 * call to rank 0, on the private communicator; all get the records of all, and come to the same
 * conclusion. One message says which ranks differ, and in what.
 */
#include "compare.h"
#include "decide.h"
#include "op.h"
#include "patience.h"
#include "progress.h"
#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = RG_SLOTS * RG_LANES_MOST };

/* A call, as numbers that are the same on all ranks when their calls match. */
enum {
	WHICH,  /* enum rg_collective */
	VALID,  /* 0: its arguments are wrong, and the rest is 0 */
	BYTES,  /* of the vector; where all blocks are alike, of one */
	BLOCKS, /* hash of the lengths of unequal blocks */
	SENT, /* an allgather(v) sends so many bytes, but its block takes another number; else -1 */
	OP,   /* number of the operation in MPI's list; a user's: see op_number */
	ITEMS
};

typedef long long record[ITEMS];

enum { USERS = 100 };

/* ---- The record of a call */

static int op_number(MPI_Op op)
{
	int i = rg_op_predefined(op);
	return i >= 0 ? i : USERS + rg_op_commutes(op);
}

/* The bytes of rank i's block. */
static long long block_bytes(const struct rg_call *k, MPI_Count size, int i)
{
	return (long long)(rg_has_blocks(k) ? rg_number(&k->counts, i) : k->count) * size;
}

/* Unequal blocks: their sum and their hash. False: a length is negative. */
static bool add_blocks(const struct rg_call *k, const struct rg_context *x, MPI_Count size,
                       long long *r)
{
	uint64_t hash = 14695981039346656037u;

	for (int i = 0; i < x->P; i++) {
		long long bytes = block_bytes(k, size, i);
		if (bytes < 0)
			return false;
		r[BYTES] += bytes;
		hash = (hash ^ (uint64_t)bytes) * 1099511628211u;
	}
	r[BLOCKS] = (long long)(hash >> 1);
	return true;
}

/* What an allgather(v) sends must fit its block. */
static bool add_sent(const struct rg_call *k, const struct rg_context *x, MPI_Count size,
                     long long *r)
{
	MPI_Count sent;

	if (k->in_place)
		return true;
	if (k->in_count < 0 || PMPI_Type_size_x(k->in_type, &sent))
		return false;
	sent *= k->in_count;
	if (sent != block_bytes(k, size, x->rank))
		r[SENT] = sent;
	return true;
}

static bool describe(const struct rg_call *k, const struct rg_context *x, long long *r)
{
	MPI_Count size;

	if (rg_handles_are_bad(k) || PMPI_Type_size_x(k->type, &size))
		return false;
	if (!rg_has_blocks(k))
		r[BYTES] = (long long)k->count * size;
	else if (!add_blocks(k, x, size, r))
		return false;
	if (k->reduces)
		r[OP] = op_number(k->op);
	return r[BYTES] >= 0 && (k->reduces || add_sent(k, x, size, r));
}

static void make_record(const struct rg_call *k, const struct rg_context *x, record r)
{
	memset(r, 0, sizeof(record));
	r[SENT] = -1;
	if (!describe(k, x, r))
		memset(r, 0, sizeof(record));
	else
		r[VALID] = 1;
	r[WHICH] = k->which;
}

/* ---- The exchange */

/* "0-2, 5": the ranks that `listed` says yes to. */
static void list_ranks(char *text, size_t size, const struct rg_context *x,
                       bool (*listed)(const void *what, int rank), const void *what)
{
	size_t length = 0;

	*text = 0;
	for (int i = 0, end; i < x->P; i = end) {
		for (end = i; end < x->P && listed(what, end); end++)
			;
		if (end == i) {
			end++;
			continue;
		}
		const char *comma = length ? ", " : "";
		if (length + 32 > size)
			comma = ", ...";
		length += (size_t)(end - i > 1 ? snprintf(text + length, size - length, "%s%d-%d",
		                                          comma, i, end - 1)
		                               : snprintf(text + length, size - length, "%s%d",
		                                          comma, i));
		if (length + 32 > size)
			return;
	}
}

static bool is_missing(const void *requests, int rank)
{
	return ((const MPI_Request *)requests)[rank] != MPI_REQUEST_NULL;
}

static void tell_missing(const struct rg_call *k, const struct rg_context *x,
                         const MPI_Request *request)
{
	char who[256] = "0";

	if (!x->rank)
		list_ranks(who, sizeof who, x, is_missing, request);
	rg_say("%s_%s on %d ranks: rank %d waits for rank%s %s", rg_prefix(x->c),
	       rg_routine(k->which), x->P, x->rank, strpbrk(who, ",-") ? "s" : "", who);
}

/* Whether all requests are complete; those that are become MPI_REQUEST_NULL. */
static bool all_complete(int n, MPI_Request *request, int *err)
{
	bool all = true;

	for (int i = 0, one; i < n && !*err; i++)
		if (request[i] != MPI_REQUEST_NULL) {
			*err = PMPI_Test(&request[i], &one, MPI_STATUS_IGNORE);
			all = all && one;
		}
	return all;
}

/* Rank 0 knows who has not come; who cannot get rid of its record knows that rank 0 has not. */
static int wait_for(const struct rg_call *k, const struct rg_context *x, int n,
                    MPI_Request *request)
{
	struct rg_patience patience = rg_patience();
	int err = MPI_SUCCESS;

	while (!all_complete(n, request, &err) && !err)
		if (rg_patience_over(&patience, x->rank))
			tell_missing(k, x, request);
	return err;
}

/* Collect all records on rank 0. request: [P], MPI_REQUEST_NULL. */
static int collect(const struct rg_call *k, const struct rg_context *x, record *all,
                   MPI_Request *request)
{
	int err = 0;

	if (x->rank)
		return (err = PMPI_Issend(all[x->rank], ITEMS, MPI_LONG_LONG, 0, TAG, x->own,
		                          request))
		               ? err
		               : wait_for(k, x, 1, request);
	for (int i = 1; i < x->P && !err; i++)
		err = PMPI_Irecv(all[i], ITEMS, MPI_LONG_LONG, i, TAG, x->own, &request[i]);
	return err ? err : wait_for(k, x, x->P, request);
}

static int exchange(const struct rg_call *k, const struct rg_context *x, record *all)
{
	MPI_Request *request = malloc((size_t)x->P * sizeof *request);
	int err = MPI_ERR_NO_MEM;

	for (int i = 0; request && i < x->P; i++)
		request[i] = MPI_REQUEST_NULL;
	if (request && !(err = collect(k, x, all, request)) &&
	    !(err = PMPI_Ibcast(all, ITEMS * x->P, MPI_LONG_LONG, 0, x->own, request)))
		err = PMPI_Wait(request, MPI_STATUS_IGNORE);
	free(request);
	return err;
}

/* ---- The conclusion */

/* An error class for what does not match; MPI_SUCCESS: all does. */
static int conclude(const struct rg_context *x, const record *all)
{
	static const struct {
		int item, class;
	} order[] = {{WHICH, MPI_ERR_OTHER}, {VALID, MPI_ERR_ARG},    {BYTES, MPI_ERR_COUNT},
	             {SENT, MPI_ERR_COUNT},  {BLOCKS, MPI_ERR_COUNT}, {OP, MPI_ERR_OP}};

	for (int o = 0; o < ITEMS; o++)
		for (int i = 0; i < x->P; i++) {
			int item = order[o].item;
			if (all[i][item] != (item == SENT ? -all[i][VALID] : all[0][item]))
				return order[o].class;
		}
	return MPI_SUCCESS;
}

static void describe_op(char *text, size_t size, long long op)
{
	if (op < USERS)
		snprintf(text, size, ", %s", rg_op_name((int)op));
	else
		snprintf(text, size, ", a user's operation that %s",
		         op > USERS ? "commutes" : "does not commute");
}

static void describe_record(char *text, size_t size, const struct rg_context *x, const long long *r)
{
	enum rg_collective which = (enum rg_collective)r[WHICH];
	bool reduces = which != RG_ALLGATHER && which != RG_ALLGATHERV;
	const char *blocks =
		which == RG_ALLGATHER || which == RG_REDUCE_SCATTER_BLOCK ? " for each block" : "";
	char op[64] = "", sent[64] = "";

	if (reduces)
		describe_op(op, sizeof op, r[OP]);
	if (r[SENT] >= 0)
		snprintf(sent, sizeof sent, ", but %lld sent for its own", r[SENT]);
	if (r[VALID])
		snprintf(text, size, "%s_%s, %lld bytes%s%s%s", rg_prefix(x->c), rg_routine(which),
		         r[BYTES], blocks, sent, op);
	else
		snprintf(text, size, "%s_%s with wrong arguments", rg_prefix(x->c),
		         rg_routine(which));
}

/* The records of all ranks, and one to compare them with. */
struct alike {
	const record *all;
	int as;
};

static bool is_alike(const void *what, int rank)
{
	const struct alike *a = what;
	return !memcmp(a->all[rank], a->all[a->as], sizeof(record));
}

/* The first rank whose record is the same. */
static int first_alike(const record *all, int rank)
{
	struct alike a = {all, rank};
	int i = 0;

	while (!is_alike(&a, i))
		i++;
	return i;
}

/* ---- Unequal blocks that differ, although their sum may not: which */

/* Whether all ranks call the same, with unequal blocks, and differ in these. */
static bool blocks_differ(const struct rg_call *k, const struct rg_context *x, const record *all)
{
	bool differ = false;

	for (int i = 0; i < x->P; i++) {
		if (all[i][WHICH] != all[0][WHICH] || !all[i][VALID])
			return false;
		differ = differ || all[i][BLOCKS] != all[0][BLOCKS];
	}
	return differ && rg_has_blocks(k);
}

/* The first block that is longer or shorter than rank 0 has it, there and here; to rank 0, which
 * makes a text of the first rank's that has any. Collective. */
static int find_block(const struct rg_call *k, const struct rg_context *x, char *text, size_t size)
{
	long long *theirs = calloc((size_t)x->P, 4 * sizeof *theirs), mine[3] = {-1, 0, 0};
	long long *found = theirs + x->P;
	MPI_Count bytes;
	int err;

	if (!theirs || (err = PMPI_Type_size_x(k->type, &bytes)))
		PMPI_Abort(x->own, MPI_ERR_NO_MEM); /* the others would wait */
	for (int i = 0; i < x->P; i++)
		theirs[i] = block_bytes(k, bytes, i);
	err = PMPI_Bcast(theirs, x->P, MPI_LONG_LONG, 0, x->own);
	for (int i = x->P - 1; i >= 0; i--)
		if (theirs[i] != block_bytes(k, bytes, i)) {
			mine[0] = i;
			mine[1] = theirs[i];
			mine[2] = block_bytes(k, bytes, i);
		}
	err = err ? err : PMPI_Gather(mine, 3, MPI_LONG_LONG, found, 3, MPI_LONG_LONG, 0, x->own);
	for (int i = x->P - 1; i > 0 && !x->rank && !err; i--)
		if (found[3 * i] >= 0)
			snprintf(text, size,
			         " (rank %lld's block: %lld bytes on rank 0, %lld on rank %d)",
			         found[3 * i], found[3 * i + 1], found[3 * i + 2], i);
	free(theirs);
	return err;
}

/* ---- The message */

static void tell_difference(const struct rg_context *x, const record *all, const char *block)
{
	char text[1600] = "", name[MPI_MAX_OBJECT_NAME] = "", who[200], what[300];
	size_t length = 0;
	int n = 0;

	PMPI_Comm_get_name(x->comm, name, &n);
	for (int i = 0; i < x->P && length + 560 < sizeof text; i++) {
		if (first_alike(all, i) != i)
			continue;
		list_ranks(who, sizeof who, x, is_alike, &(struct alike){all, i});
		describe_record(what, sizeof what, x, all[i]);
		length += (size_t)snprintf(text + length, sizeof text - length, "%s rank%s %s: %s",
		                           length ? ";" : "", strpbrk(who, ",-") ? "s" : "", who,
		                           what);
	}
	rg_say("calls that do not match on %d ranks%s%s:%s%s", x->P, *name ? " of " : "", name,
	       text, block);
}

static int tell(const struct rg_call *k, const struct rg_context *x, const record *all)
{
	char block[160] = "";
	int err = MPI_SUCCESS;

	if (blocks_differ(k, x, all))
		err = find_block(k, x, block, sizeof block);
	if (!x->rank)
		tell_difference(x, all, block);
	return err;
}

/* ---- */

bool rg_is_checked(const struct rg_context *x)
{
	return x->check && (x->why == RG_NEW || x->why == RG_OURS);
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
	record *all = malloc((size_t)x->P * sizeof *all);
	if (!all)
		return MPI_ERR_NO_MEM;
	make_record(k, x, all[x->rank]);
	if (!(err = exchange(k, x, all)) && (err = conclude(x, (const record *)all))) {
		int trouble = tell(k, x, (const record *)all);
		err = trouble ? trouble : err;
	}
	free(all);
	return err;
}

/* ---- Of a call that does not block */

struct rg_comparison {
	struct rg_task task; /* first */
	struct rg_context *x;
	MPI_Request request;
	int err;
	bool wanted; /* somebody asks for the outcome; locked */
	_Atomic bool over;
	record all[]; /* [P] */
};

static bool compare(struct rg_task *t, bool *moved)
{
	struct rg_comparison *c = (struct rg_comparison *)t;
	const record *all = (const record *)c->all;
	int done = 0;

	(void)moved;
	if (!(c->err = PMPI_Test(&c->request, &done, MPI_STATUS_IGNORE)) && !done)
		return false;
	if (!c->err && (c->err = conclude(c->x, all)) && !c->x->rank)
		tell_difference(c->x, all, "");
	if (c->err && !c->x->gone)
		PMPI_Comm_call_errhandler(c->x->comm, c->err);
	return true;
}

static void compared(struct rg_task *t)
{
	struct rg_comparison *c = (struct rg_comparison *)t;

	c->x->users--;
	atomic_store_explicit(&c->over, true, memory_order_release);
	if (!c->wanted)
		free(c);
}

struct rg_comparison *rg_comparison_begin(const struct rg_call *k, struct rg_context *x)
{
	size_t P = (size_t)x->P;
	struct rg_comparison *c =
		x->why == RG_OURS && x->check ? malloc(sizeof *c + (P + 1) * sizeof(record)) : NULL;

	if (!c)
		return NULL;
	*c = (struct rg_comparison){
		.task = {.advance = compare, .over = compared}, .x = x, .wanted = true};
	make_record(k, x, c->all[P]);
	rg_progress_lock();
	if (PMPI_Iallgather(c->all[P], ITEMS, MPI_LONG_LONG, c->all, ITEMS, MPI_LONG_LONG, x->own,
	                    &c->request)) {
		rg_progress_unlock();
		free(c);
		return NULL;
	}
	x->users++;
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

void rg_comparison_free(struct rg_comparison *c)
{
	if (!c)
		return;
	rg_progress_lock();
	bool over = rg_comparison_over(c);
	c->wanted = false;
	rg_progress_unlock();
	if (over)
		free(c);
}
