/* SPDX-License-Identifier: BSD-3-Clause
 * A rank's record of its call, by which ranks compare their calls, and the messages about calls
 * that differ.
 */
#include "call/call_record.h"
#include "call/announce.h"
#include "mpi/op.h"
#include "mpi/type.h"
#include "ringgen/fnv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A call, as numbers that are the same on all ranks when their calls match. In an irregular call
 * BYTES and BLOCKS are not the same: the root tells of all blocks, each other rank the bytes of its
 * own. Nor are they where the two ends of a block alone know its length: each rank tells a hash of
 * what it sends, and one of what it receives, and over all ranks both have the same sum. */
enum {
	WHICH,  /* enum rg_collective, */
	FORM,   /* and enum rg_form */
	ROOT,   /* where there is one */
	VALID,  /* 0: its arguments are wrong, and the rest is 0 */
	BYTES,  /* of the vector; where all blocks are alike, of one */
	BLOCKS, /* hash of the lengths of unequal blocks; of an irregular call, those of others */
	SENT = BYTES,      /* by pairs: the sums of the hashes of the blocks that are sent, */
	RECEIVED = BLOCKS, /* and received: of from whom, to whom and how many bytes */
	OWN, /* the own block, alone, has so many bytes, among all of them another number; else -1
	      */
	OP,  /* number of the operation in MPI's list; a user's: see op_number */
	ITEMS
};
_Static_assert((int)ITEMS == (int)RG_RECORD_ITEMS, "a record holds these");

enum { USERS = 100 };

/* ---- Texts for the user */

/* "0-2, 5": the ranks that `listed` says yes to. */
void rg_list_ranks(char *text, size_t size, const struct rg_context *x,
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

void rg_record_routine(char *text, size_t size, const struct rg_context *x, const rg_call_record r)
{
	rg_describe_routine(text, size, x, (enum rg_collective)r[WHICH], (enum rg_form)r[FORM]);
}

/* ---- The record of a call */

static int op_number(MPI_Op op)
{
	int i = rg_op_predefined(op);
	return i >= 0 ? i : USERS + rg_op_commutes(op);
}

/* The bytes of rank i's block, of those that have lengths of their own. */
static long long block_bytes(const struct rg_call *k, MPI_Count size, int i)
{
	return (long long)rg_number(&k->counts, i) * size;
}

/* The hash of blocks as it is told. */
static long long told_hash(uint64_t hash)
{
	return (long long)(hash >> 1);
}

/* Unequal blocks: their sum and their hash. False: a length is negative. */
static bool add_blocks(const struct rg_call *k, const struct rg_context *x, MPI_Count size,
                       long long *r)
{
	uint64_t hash = RG_FNV_EMPTY;

	for (int i = 0; i < x->P; i++) {
		long long bytes = block_bytes(k, size, i);
		if (bytes < 0)
			return false;
		r[BYTES] += bytes;
		if (!rg_is_irregular(k->which) || i != k->root)
			hash = rg_fnv(hash, (uint64_t)bytes);
	}
	r[BLOCKS] = told_hash(hash);
	return true;
}

/* Where the own block is in both buffers, it must have one length; and so must blocks for each and
 * from each. */
static bool add_own(const struct rg_call *k, const struct rg_context *x, MPI_Count size,
                    long long *r)
{
	bool scatters = rg_collectives[k->which].begins == RG_AT_ROOT;
	MPI_Count own;

	if (!rg_sends(k, x->rank) || !rg_receives(k, x->rank))
		return true;
	long long among = rg_has_blocks(k) ? block_bytes(k, size, x->rank) : r[BYTES];
	int64_t count = scatters ? k->count : k->in_count;
	if (count < 0 || rg_type_size(scatters ? k->type : k->in_type, &own))
		return false;
	if (count * own != among)
		r[OWN] = count * own;
	return true;
}

/* The bytes of a block whose length its two ends know; -1: that cannot be found out. */
static long long pair_bytes(const struct rg_call *k, bool sent, int rank)
{
	struct rg_pair_block b = rg_pair_block(k, sent, rank);
	MPI_Count size = 0;

	if (b.count && rg_type_size(b.type, &size))
		return -1;
	return (long long)b.count * size;
}

static uint64_t pair_hash(int from, int to, long long bytes)
{
	return rg_fnv(rg_fnv(rg_fnv(RG_FNV_EMPTY, (uint64_t)from), (uint64_t)to), (uint64_t)bytes);
}

static bool add_pairs(const struct rg_call *k, const struct rg_context *x, long long *r)
{
	uint64_t sent = 0, received = 0;

	for (int i = 0; i < x->P; i++) {
		long long to = pair_bytes(k, true, i), from = pair_bytes(k, false, i);
		if (to < 0 || from < 0)
			return false;
		sent += pair_hash(x->rank, i, to);
		received += pair_hash(i, x->rank, from);
	}
	r[SENT] = (long long)sent;
	r[RECEIVED] = (long long)received;
	return true;
}

static bool describe(const struct rg_call *k, const struct rg_context *x, long long *r)
{
	MPI_Count size;

	if (rg_handles_are_bad(k, x))
		return false;
	if (!rg_has_data(k->which))
		return true;
	if (rg_is_by_pairs(k->which))
		return add_pairs(k, x, r);
	const struct rg_amount told = rg_told_by(k, x->rank);
	if (rg_type_size(told.type, &size))
		return false;
	if (!rg_knows_blocks(k, x->rank))
		r[BYTES] = (long long)told.count * size;
	else if (!add_blocks(k, x, size, r))
		return false;
	if (k->reduces)
		r[OP] = op_number(k->op);
	return r[BYTES] >= 0 && (!rg_is_moved(k) || add_own(k, x, size, r));
}

void rg_record_make(const struct rg_call *k, const struct rg_context *x, rg_call_record r)
{
	memset(r, 0, sizeof(rg_call_record));
	r[OWN] = -1;
	if (!describe(k, x, r))
		memset(r, 0, sizeof(rg_call_record));
	else
		r[VALID] = 1;
	r[WHICH] = k->which;
	r[FORM] = k->form;
	if (rg_has_root(k->which))
		r[ROOT] = k->root;
}

/* ---- The conclusion */

/* Whether what is sent to each is what it receives. */
static bool pairs_match(const struct rg_context *x, const rg_call_record *all)
{
	uint64_t sent = 0, received = 0;

	for (int i = 0; i < x->P; i++) {
		sent += (uint64_t)all[i][SENT];
		received += (uint64_t)all[i][RECEIVED];
	}
	return sent == received;
}

/* For an irregular call: whether the ranks' own blocks are those that the root has for them. The
 * values that all ranks must share are known to be the same. */
static bool blocks_match(const struct rg_context *x, const rg_call_record *all)
{
	const long long root = all[0][ROOT];
	uint64_t hash = RG_FNV_EMPTY;

	if (rg_is_by_pairs((enum rg_collective)all[0][WHICH]))
		return pairs_match(x, all);
	for (int i = 0; i < x->P; i++)
		if (i != root)
			hash = rg_fnv(hash, (uint64_t)all[i][BYTES]);
	return told_hash(hash) == all[root][BLOCKS];
}

/* Whether ranks may differ in it. */
static bool may_differ(enum rg_collective which, int item)
{
	return rg_hides_size(which) && (item == BYTES || item == BLOCKS);
}

/* An error class for calls that do not match; MPI_SUCCESS: all match. */
int rg_records_conclude(const struct rg_context *x, const rg_call_record *all)
{
	static const struct {
		int item, class;
	} order[] = {{WHICH, MPI_ERR_OTHER},  {FORM, MPI_ERR_OTHER},  {ROOT, MPI_ERR_ROOT},
	             {VALID, MPI_ERR_ARG},    {BYTES, MPI_ERR_COUNT}, {OWN, MPI_ERR_COUNT},
	             {BLOCKS, MPI_ERR_COUNT}, {OP, MPI_ERR_OP}};

	for (int o = 0; o < ITEMS; o++)
		for (int i = 0; i < x->P; i++) {
			int item = order[o].item;
			if (!may_differ((enum rg_collective)all[0][WHICH], item) &&
			    all[i][item] != (item == OWN ? -all[i][VALID] : all[0][item]))
				return order[o].class;
		}
	if (rg_hides_size((enum rg_collective)all[0][WHICH]) && all[0][VALID] &&
	    !blocks_match(x, all))
		return MPI_ERR_COUNT;
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

static void describe_record(char *text, size_t size, const struct rg_context *x, const long long *r,
                            bool is_root)
{
	enum rg_collective which = (enum rg_collective)r[WHICH];
	const struct rg_descriptor *d = &rg_collectives[which];
	const char *blocks = d->lengths || rg_has_any_length(which) ? "" : " for each block";
	char routine[64], bytes[96] = "", op[64] = "", own[64] = "", root[32] = "";

	if (rg_is_irregular(which))
		blocks = is_root ? " in all" : " for its own block";
	rg_record_routine(routine, sizeof routine, x, r);
	if (d->reduces)
		describe_op(op, sizeof op, r[OP]);
	if (rg_has_data(which) && !rg_is_by_pairs(which))
		snprintf(bytes, sizeof bytes, ", %lld bytes%s", r[BYTES], blocks);
	if (r[OWN] >= 0)
		snprintf(own, sizeof own, ", but %lld %s", r[OWN],
		         rg_is_for_each(which)     ? "sent to each"
		         : d->begins == RG_AT_ROOT ? "received for its own"
		                                   : "sent for its own");
	if (rg_has_root(which))
		snprintf(root, sizeof root, ", root %lld", r[ROOT]);
	if (r[VALID])
		snprintf(text, size, "%s%s%s%s%s", routine, bytes, own, op, root);
	else
		snprintf(text, size, "%s with wrong arguments%s", routine, root);
}

/* The records of all ranks, and one to compare them with. */
struct alike {
	const rg_call_record *all;
	int as;
};

static bool is_alike(const void *what, int rank)
{
	const struct alike *a = what;
	const long long *one = a->all[rank], *other = a->all[a->as];

	if (rg_is_by_pairs((enum rg_collective)one[WHICH]))
		return one[WHICH] == other[WHICH] && one[FORM] == other[FORM] &&
		       one[VALID] == other[VALID];
	return !memcmp(one, other, sizeof(rg_call_record));
}

/* The first rank whose record is the same. */
static int first_alike(const rg_call_record *all, int rank)
{
	struct alike a = {all, rank};
	int i = 0;

	while (!is_alike(&a, i))
		i++;
	return i;
}

/* ---- Unequal blocks that differ, although their sum may not: which */

/* Whether all ranks call the same collective with unequal blocks, and differ in these; and whether
 * all of them wait, so that they can find out together which block it is. */
bool rg_records_differ_in_blocks(const struct rg_context *x, const rg_call_record *all)
{
	bool differ = false;

	for (int i = 0; i < x->P; i++) {
		if (all[i][WHICH] != all[0][WHICH] || !all[i][VALID] ||
		    all[i][FORM] == RG_NONBLOCKING || all[i][FORM] != all[0][FORM] ||
		    all[i][ROOT] != all[0][ROOT])
			return false;
		differ = differ || all[i][BLOCKS] != all[0][BLOCKS]; /* 0 where all are alike */
	}
	if (rg_hides_size((enum rg_collective)all[0][WHICH]))
		return !blocks_match(x, all);
	return differ;
}

/* In an irregular call each rank is told the length that the root has for its block. The root's own
 * block is not looked at. */
static int find_own_block(const struct rg_call *k, const struct rg_context *x, char *text,
                          size_t size)
{
	const struct rg_amount told = rg_told_by(k, x->rank);
	long long *all = calloc((size_t)x->P, 3 * sizeof *all), mine[2] = {0, 0};
	MPI_Count bytes;
	int err;

	if (!all || (err = rg_type_size(told.type, &bytes)))
		PMPI_Abort(x->own, MPI_ERR_NO_MEM); /* the others would wait */
	for (int i = 0; i < x->P && x->rank == k->root; i++)
		all[i] = block_bytes(k, bytes, i);
	err = PMPI_Scatter(all, 1, MPI_LONG_LONG, mine, 1, MPI_LONG_LONG, k->root, x->own);
	mine[1] = x->rank == k->root ? mine[0] : (long long)told.count * bytes;
	err = err ? err
	          : PMPI_Gather(mine, 2, MPI_LONG_LONG, all + x->P, 2, MPI_LONG_LONG, 0, x->own);
	for (int i = x->P - 1; i >= 0 && !x->rank && !err; i--) {
		const long long *found = all + x->P + 2 * (ptrdiff_t)i;
		if (found[0] != found[1])
			snprintf(text, size,
			         " (rank %d's block: %lld bytes on the root, %lld on rank %d)", i,
			         found[0], found[1], i);
	}
	free(all);
	return err;
}

/* Each rank finds the first block whose length on rank 0 is another one than its own. Rank 0 makes
 * a text of that of the lowest rank that has found one. Collective. */
static int find_block(const struct rg_call *k, const struct rg_context *x, char *text, size_t size)
{
	long long *theirs = calloc((size_t)x->P, 4 * sizeof *theirs), mine[3] = {-1, 0, 0};
	long long *found = theirs + x->P;
	MPI_Count bytes;
	int err;

	if (!theirs || (err = rg_type_size(k->type, &bytes)))
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

/* Where the two ends of a block alone know its length, each rank is told those of the blocks for
 * it. Rank 0 makes a text of the first difference of the lowest rank that has one. */
static int find_pair(const struct rg_call *k, const struct rg_context *x, char *text, size_t size)
{
	long long *told = calloc((size_t)x->P, 5 * sizeof *told), mine[3] = {-1, 0, 0};
	long long *theirs = told + x->P, *found = theirs + x->P;

	if (!told)
		PMPI_Abort(x->own, MPI_ERR_NO_MEM); /* the others would wait */
	for (int i = 0; i < x->P; i++)
		told[i] = pair_bytes(k, true, i);
	int err = PMPI_Alltoall(told, 1, MPI_LONG_LONG, theirs, 1, MPI_LONG_LONG, x->own);
	for (int i = x->P - 1; i >= 0 && !err; i--)
		if (theirs[i] != pair_bytes(k, false, i)) {
			mine[0] = i;
			mine[1] = theirs[i];
			mine[2] = pair_bytes(k, false, i);
		}
	err = err ? err : PMPI_Gather(mine, 3, MPI_LONG_LONG, found, 3, MPI_LONG_LONG, 0, x->own);
	for (int i = x->P - 1; i >= 0 && !x->rank && !err; i--)
		if (found[3 * i] >= 0)
			snprintf(text, size,
			         " (rank %lld sends %lld bytes to rank %d, which receives %lld)",
			         found[3 * i], found[3 * i + 1], i, found[3 * i + 2]);
	free(told);
	return err;
}

int rg_find_block(const struct rg_call *k, const struct rg_context *x, char *text, size_t size)
{
	if (rg_is_by_pairs(k->which))
		return find_pair(k, x, text, size);
	return rg_is_irregular(k->which) ? find_own_block(k, x, text, size)
	                                 : find_block(k, x, text, size);
}

/* ---- The message */

/* Whether all ranks call the same, where the two ends of a block alone know its length, and differ
 * in that. */
static bool differ_in_pairs(const struct rg_context *x, const rg_call_record *all)
{
	for (int i = 0; i < x->P; i++)
		if (all[i][WHICH] != all[0][WHICH] || !all[i][VALID] ||
		    all[i][FORM] != all[0][FORM])
			return false;
	return rg_is_by_pairs((enum rg_collective)all[0][WHICH]) && !pairs_match(x, all);
}

void rg_tell_difference(const struct rg_context *x, const rg_call_record *all, const char *name,
                        const char *block)
{
	char text[1600] = "", who[200], what[320];
	size_t length = 0;

	for (int i = 0; i < x->P && length + 560 < sizeof text; i++) {
		if (first_alike(all, i) != i)
			continue;
		rg_list_ranks(who, sizeof who, x, is_alike, &(struct alike){all, i});
		describe_record(what, sizeof what, x, all[i], all[i][ROOT] == i);
		length += (size_t)snprintf(text + length, sizeof text - length, "%s rank%s %s: %s",
		                           length ? ";" : "", strpbrk(who, ",-") ? "s" : "", who,
		                           what);
	}
	if (!*block && differ_in_pairs(x, all))
		block = " (a block is not as long at both of its ends)";
	rg_say("calls that do not match on %d ranks%s%s:%s%s", x->P, *name ? " of " : "", name,
	       text, block);
}
