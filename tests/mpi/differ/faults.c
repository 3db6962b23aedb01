/* SPDX-License-Identifier: BSD-3-Clause
 * Faults of the MPI libraries that are known.
 */
#include "faults.h"

#include "rows.h"

#include <string.h>

bool routines_commute, may_be_passed_on;

static bool has_users_operation(const struct call *c)
{
	return c->o && c->o->handle == MPI_OP_NULL;
}

bool call_is_passed_on(const struct call *c)
{
	bool known = !row_is_barrier(c->row) && !row_is_irregular(c->row) && !c->row->pairs;
	bool empty = known && (!c->total || !c->s.size);

	return may_be_passed_on || c->inter || c->P == 1 || empty ||
	       (has_users_operation(c) && c->form != BLOCKING) ||
	       (routines_commute && c->o && !c->o->commutes);
}

static bool starts_with_types(const struct call *c)
{
	return c->form == PERSISTENT && call_is_passed_on(c) &&
	       (c->type.made || c->in_type.made || has_users_operation(c));
}

static bool scatters_in_place(const struct call *c)
{
	return c->in_place && !strcmp(c->row->name, "reduce_scatter");
}

static bool reduces_below(const struct call *c)
{
	return c->row->reduces && (c->type.low != 0 || c->type.lb != 0);
}

/* The bytes from the first to the last one that an element has. */
static ptrdiff_t true_extent(const struct type *t)
{
	ptrdiff_t low = PTRDIFF_MAX, high = PTRDIFF_MIN;

	for (int i = 0; i < t->n; i++) {
		ptrdiff_t at = t->part[i].at, end = at + basics[t->part[i].basic].size;
		low = at < low ? at : low;
		high = end > high ? end : high;
	}
	return high - low;
}

/* It has room for as many true extents as there are elements, not for extents. */
static bool takes_too_little_room(const struct call *c)
{
	return c->row->reduces && c->row->has_blocks && !c->o->commutes &&
	       true_extent(&c->type) < c->type.extent;
}

/* It cuts long blocks by the extent of the receive type, which may differ between ranks. */
static bool cuts_by_extent(const struct call *c)
{
	enum { SHORT = 32768 };

	return c->row->has_places && !c->row->root && !c->row->pairs &&
	       c->total * (int64_t)c->s.size >= SHORT;
}

/* It takes its way by so many elements received, each of the size of the type that is sent: ranks
 * that send by types of other sizes go different ways, and wait for each other for ever. */
static bool measures_what_is_sent(const struct call *c)
{
	return c->row->has_places && !c->row->root && !c->row->pairs && !c->in_place &&
	       c->in_type.size != c->type.size;
}

/* A number of 32 bytes that comes in two fragments is put together in 16 bytes of the stack. */
static bool cuts_numbers(const struct call *c)
{
	enum { SHORT = 2048 };
	bool wide = false;

	for (int i = 0; i < c->s.n; i++)
		wide = wide || basics[c->s.basic[i]].size > 16;
	return !c->row->reduces && wide && c->total * (int64_t)c->s.size >= SHORT;
}

/* A message that comes in several parts is unpacked one by one, and some types cannot be, as in
 * fault_in_copy. Among ours, that is met where the call is MPI's. */
static bool unpacks_parts(const struct call *c)
{
	enum { SHORT = 4096 };
	int64_t units = c->total > c->sends ? c->total : c->sends;
	/* One that does not block is MPI's until its communicator is set up. */
	bool may_be_native = c->inter || may_be_passed_on || c->form == NONBLOCKING;

	return may_be_native && !c->row->reduces && (c->type.made || c->in_type.made) &&
	       units * (int64_t)c->s.size >= SHORT;
}

static bool reduces_nothing(const struct call *c)
{
	return c->row->reduces && c->form != BLOCKING && !c->s.size;
}

/* It takes MPI_IN_PLACE for an address. */
static bool reduces_in_place(const struct call *c)
{
	enum { SHORT = 2048 };

	return c->row->reduces && c->row->root && c->in_place && c->root &&
	       c->total * (int64_t)c->s.size >= SHORT;
}

/* The data that they are to send are taken when they are made, from memory that is gone at the
 * start. */
static bool takes_blocks_early(const struct call *c)
{
	return c->form == PERSISTENT && c->row->root && c->row->has_blocks && call_is_passed_on(c);
}

static bool lasts_between_groups(const struct call *c)
{
	return c->form == PERSISTENT && c->inter;
}

/* A gatherv was met to hang where several threads call, with the MPI library's routines alone. */
static bool has_unlike_blocks_between_groups(const struct call *c)
{
	return c->inter && row_is_irregular(c->row) && c->row->root;
}

static bool bcasts_between_groups(const struct call *c)
{
	return c->form == NONBLOCKING && c->inter && row_is_bcast(c->row);
}

/* See tests/mpi/faults/scatter_nothing.c. */
static bool divides_by_nothing(const struct call *c)
{
	return c->row->root && c->row->has_blocks && !c->s.size;
}

/* clang-format off */
static const struct {
	bool mpich; /* whose: of MPICH, from 4.0 on, or Open MPI, from 4.1 on */
	const char *fault;
	bool (*meets)(const struct call *c);
} faults[] = {
	{true, "frees the types and the operation of a persistent collective at the end of each start", starts_with_types},
	{true, "stops in an assertion when a long block of a reduce_scatter in place does not come first", scatters_in_place},
	{true, "writes outside its own buffers when it scatters what an operation made that does not commute, of elements with gaps around", takes_too_little_room},
	{true, "hangs when long blocks are received by types of other extents on each rank", cuts_by_extent},
	{true, "says that a long message of a type with gaps is truncated", unpacks_parts},
	{true, "crashes when a long vector is reduced in place at a root that is not the first rank", reduces_in_place},
	{true, "takes persistent collectives between two groups to be over before they are", lasts_between_groups},
	{true, "gives other data in a nonblocking bcast between two groups", bcasts_between_groups},
	{true, "fails in persistent gathers and scatters", takes_blocks_early},
	{true, "divides by zero when it gathers or scatters a type without data that has an extent", divides_by_nothing},
	{false, "does not keep the types of a persistent collective", starts_with_types},
	{false, "says that a scatterv between two groups is truncated, or hangs, as a gatherv may", has_unlike_blocks_between_groups},
	{false, "refuses to reduce types without data unless it may block", reduces_nothing},
	{false, "hangs when the ranks send elements of other sizes than they receive", measures_what_is_sent},
	{false, "writes over its stack when it cuts a complex long double into two fragments", cuts_numbers},
	{false, "writes outside its own buffers when it reduces a type with a negative lower bound", reduces_below},
};
/* clang-format on */

const char *fault_of(const struct call *c)
{
	bool mpich = !is_open_mpi();

	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (faults[i].mpich == mpich && faults[i].meets(c))
			return faults[i].fault;
	return NULL;
}

bool fault_in_copy(const struct call *c)
{
	bool copies = c->row->has_blocks && (!c->row->root || call_is_root(c));

	if (!copies || c->row->reduces || c->in_place || c->stays || c->inter)
		return false;
	struct buffer to = buffer_copy(&c->out);
	bool cut = c->row->root == FROM_ROOT;
	int64_t from = cut ? c->place[c->rank] * c->in_per * c->in_type.extent : 0;
	if (c->row->for_each)
		from = (int64_t)c->rank * c->in_count * c->in_type.extent;
	if (c->row->pairs)
		from = c->sent_place[c->rank] * c->in_per * c->in_type.extent;
	int sent = c->row->pairs ? c->in_counts[c->rank]
	           : cut         ? (int)(c->len[c->rank] * c->in_per)
	                         : c->in_count;
	int64_t at = cut ? 0 : c->place[c->rank] * c->per * c->type.extent;
	int n = (int)(c->len[c->rank] * c->per);
	const void *in = type_address(&c->in_type, c->in.origin);
	void *out = type_address(&c->type, to.origin);
	int err = PMPI_Sendrecv((const void *)((uintptr_t)in + (uintptr_t)from), sent,
	                        c->in_type.handle, c->rank, 0,
	                        (void *)((uintptr_t)out + (uintptr_t)at), n, c->type.handle,
	                        c->rank, 0, c->shadow, MPI_STATUS_IGNORE);
	/* A long message to itself may be cut elsewhere than in its own collective. */
	if (!err && c->P == 1)
		err = c->row->native(c, in, out);
	buffer_free(&to);
	return err;
}

bool fault_comes_through(const struct call *c)
{
	int one = 1, sum;

	if (c->form == BLOCKING && !call_is_passed_on(c))
		return false;
	bool any = !call_agreed(c, !fault_of(c) && !fault_in_copy(c));
	if (any && !call_is_passed_on(c))
		OURS(Allreduce)(&one, &sum, 1, MPI_INT, MPI_SUM, c->comm);
	return any && call_is_passed_on(c);
}
