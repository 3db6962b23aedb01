/* SPDX-License-Identifier: BSD-3-Clause
 * Where the buffers of a call are: in memory that the processor reads, or in that of a device.
 */
#include "call/where.h"
#include "communicator/devices.h"
#include "mpi/device.h"
#include "call/agree.h"
#include "call/announce.h"

#include <string.h>

/* ---- The buffers */

/* The elements from `first` to before `end`, counted from an address, are a part of it. */
static void reach(struct rg_call_buffer *b, const void *from, const struct rg_shape *s,
                  int64_t first, int64_t end)
{
	if (first >= end || !s->size)
		return;
	int64_t one = first * s->extent, other = (end - 1) * s->extent;
	uintptr_t at = (uintptr_t)from + (uintptr_t)s->true_lb;
	uintptr_t low = at + (uintptr_t)(one < other ? one : other);
	uintptr_t high = at + (uintptr_t)(one < other ? other : one) + (uintptr_t)s->true_extent;

	b->low = b->low == b->high || low < b->low ? low : b->low;
	b->high = high > b->high ? high : b->high;
}

/* n elements in a row; or, where the blocks have lengths of their own that this rank knows, those.
 */
static struct rg_call_buffer buffer_of(const void *at, MPI_Datatype type, int64_t n, bool in_blocks,
                                       struct rg_context *x)
{
	struct rg_call_buffer b = {.at = (void *)(uintptr_t)at, .type = type};
	struct rg_shape s;

	if ((!n && !in_blocks) || rg_measure_type(x, type, &s))
		return b;
	b.size = s.size;
	b.extent = s.extent;
	if (!in_blocks) {
		b.n = n;
		reach(&b, at, &s, 0, n);
		return b;
	}
	b.blocks = x->P;
	b.off = x->off;
	b.len = x->len;
	for (int i = 0; i < x->P; i++)
		reach(&b, at, &s, x->off[i], x->off[i] + x->len[i]);
	return b;
}

/* The blocks that this rank sends to each or receives from each, where each has a length of its
 * own. */
static struct rg_call_buffer buffer_of_pairs(const struct rg_call *k, bool sent,
                                             struct rg_context *x)
{
	struct rg_call_buffer b = {.at = sent ? (void *)(uintptr_t)k->in : k->out,
	                           .blocks = x->P,
	                           .pairs = true,
	                           .sent = sent};

	for (int i = 0; i < x->P; i++) {
		struct rg_pair_block block = rg_pair_block(k, sent, i);
		int64_t bytes = block.bytes ? block.at : 0, first = block.at - bytes;
		struct rg_shape s;
		if (block.count && !rg_measure_type(x, block.type, &s))
			reach(&b, (char *)((uintptr_t)b.at + (uintptr_t)bytes), &s, first,
			      first + block.count);
	}
	return b;
}

/* How many elements this rank sends: in a reduction and a broadcast the vector, else its own block,
 * but in a scatter and an alltoall blocks for all ranks. */
static int64_t elements_sent(const struct rg_call *k, const struct rg_context *x,
                             const struct rg_shape *s)
{
	if (k->reduces)
		return s->n;
	bool all = rg_collectives[k->which].begins == RG_AT_ROOT || rg_is_for_each(k->which);
	return all ? k->in_count * x->P : k->in_count;
}

/* And how many it receives. A reduce-scatter in place has the whole vector there. */
static int64_t elements_received(const struct rg_call *k, const struct rg_context *x,
                                 const struct rg_shape *s)
{
	if (rg_collectives[k->which].ends == RG_OWN_BLOCK)
		return k->reduces ? (k->in_place ? s->n : s->own) : k->count;
	return k->reduces || rg_has_any_length(k->which) ? s->n : k->count * x->P;
}

void rg_buffers_of(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                   struct rg_call_buffer buffer[RG_BUFFERS])
{
	bool moved_blocks = !k->reduces && rg_knows_blocks(k, x->rank);
	bool scatters = rg_collectives[k->which].begins == RG_AT_ROOT;

	memset(buffer, 0, RG_BUFFERS * sizeof *buffer);
	if (rg_is_by_pairs(k->which)) {
		if (!k->in_place)
			buffer[RG_SENT] = buffer_of_pairs(k, true, x);
		buffer[RG_RECEIVED] = buffer_of_pairs(k, false, x);
		return;
	}
	if (rg_sends(k, x->rank))
		buffer[RG_SENT] = buffer_of(k->in, k->reduces ? k->type : k->in_type,
		                            elements_sent(k, x, s), moved_blocks && scatters, x);
	if (rg_receives(k, x->rank))
		buffer[RG_RECEIVED] = buffer_of(k->out, k->type, elements_received(k, x, s),
		                                moved_blocks && !scatters, x);
}

bool rg_is_on_device(const struct rg_call_buffer *b)
{
	return b->low != b->high &&
	       (rg_device_has(b->low) || (b->high - b->low > 1 && rg_device_has(b->high - 1)));
}

/* ---- Asking */

bool rg_where_matters(const struct rg_context *x)
{
	return x->asks || rg_devices_here();
}

enum rg_reason rg_where(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
                        bool *images)
{
	struct rg_call_buffer buffer[RG_BUFFERS];

	*images = false;
	if (!rg_has_data(k->which))
		return RG_OURS;
	if (rg_devices_here()) {
		rg_buffers_of(k, x, s, buffer);
		*images =
			rg_is_on_device(&buffer[RG_SENT]) || rg_is_on_device(&buffer[RG_RECEIVED]);
	}
	if (!x->asks) {
		if (*images && rg_first(x->c, RG_ONCE_IMAGES))
			rg_say("rank %d, %s_%s: a buffer is in the memory of a device, by a "
			       "library that was loaded after the communicator was set up: the "
			       "data go through the memory of the host (RINGGEN_DEVICE=ask leaves "
			       "such calls to MPI)",
			       x->rank, rg_prefix(x->c), rg_routine_name(k->which));
		return RG_OURS;
	}
	bool any = rg_any_says(x, *images);
	*images = false;
	return any ? RG_ON_DEVICE : RG_OURS;
}
