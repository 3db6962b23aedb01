/* SPDX-License-Identifier: BSD-3-Clause
 * The table of collectives: rows.h says how one is added.
 */
#include "rows.h"

#include <string.h>

/* ---- The routines */

#define LIST(...) __VA_ARGS__

#if LARGE_COUNT
#define IF_LARGE(yes, no) (c->large ? (yes) : (no))
#else
#define IF_LARGE(yes, no) (no)
#endif

#if PERSISTENT_ONES
#define INIT(call) return call
#else
#define INIT(call) return MPI_ERR_OTHER
#endif

#define ROUTINES(Name, name, small, large)                                                    \
	static int ours_##name(struct call *c, const void *in, void *out)                     \
	{                                                                                     \
		if (c->form == BLOCKING)                                                      \
			return IF_LARGE(OURS(Name##_c)(LIST large, c->comm),                  \
			                OURS(Name)(LIST small, c->comm));                     \
		if (c->form == NONBLOCKING)                                                   \
			return IF_LARGE(OURS(I##name##_c)(LIST large, c->comm, &c->r),        \
			                OURS(I##name)(LIST small, c->comm, &c->r));           \
		INIT(IF_LARGE(OURS(Name##_init_c)(LIST large, c->comm, MPI_INFO_NULL, &c->r), \
		              OURS(Name##_init)(LIST small, c->comm, MPI_INFO_NULL, &c->r))); \
	}                                                                                     \
	static int native_##name(const struct call *c, const void *in, void *out)             \
	{                                                                                     \
		return IF_LARGE(PMPI_##Name##_c(LIST large, c->shadow),                       \
		                PMPI_##Name(LIST small, c->shadow));                          \
	}

ROUTINES(Allreduce, allreduce, (in, out, c->out_count, c->type.handle, c->op),
         (in, out, c->out_count, c->type.handle, c->op))
ROUTINES(Allgather, allgather,
         (in, c->in_count, c->in_type.handle, out, c->out_count, c->type.handle),
         (in, c->in_count, c->in_type.handle, out, c->out_count, c->type.handle))
ROUTINES(Allgatherv, allgatherv,
         (in, c->in_count, c->in_type.handle, out, c->counts, c->places, c->type.handle),
         (in, c->in_count, c->in_type.handle, out, c->counts_c, c->places_c, c->type.handle))
ROUTINES(Reduce_scatter, reduce_scatter, (in, out, c->counts, c->type.handle, c->op),
         (in, out, c->counts_c, c->type.handle, c->op))
ROUTINES(Reduce_scatter_block, reduce_scatter_block, (in, out, c->out_count, c->type.handle, c->op),
         (in, out, c->out_count, c->type.handle, c->op))

/* ---- What goes in, and where it is when it is in place */

static int64_t block_of(const struct call *c, int rank)
{
	return c->len[rank];
}

static int64_t whole(const struct call *c, int rank)
{
	(void)rank;
	return c->total;
}

static struct span at_begin(const struct call *c)
{
	return (struct span){0, c->total};
}

static struct span at_place(const struct call *c)
{
	return (struct span){c->place[c->rank], c->len[c->rank]};
}

/* ---- What comes out */

/* Units first ... first + n - 1 of the vectors of ranks 0 ... ranks - 1, combined in their order.
 */
static void fold(const struct call *c, unsigned char *const *in, int ranks, int64_t first,
                 int64_t n, unsigned char *out)
{
	size_t at = (size_t)first * c->s.size, bytes = (size_t)n * c->s.size;

	memcpy(out, in[ranks - 1] + at, bytes);
	for (int i = ranks - 2; i >= 0; i--)
		operation_apply(c->o, &c->s, in[i] + at, out, n);
}

static int all_of_it(const struct call *c, struct span *blocks)
{
	blocks[0] = (struct span){0, c->total};
	return 1;
}

static void folded(const struct call *c, unsigned char *const *in, unsigned char *out)
{
	fold(c, in, c->P, 0, c->total, out);
}

static int own_block(const struct call *c, struct span *blocks)
{
	blocks[0] = (struct span){0, c->len[c->rank]};
	return 1;
}

static void folded_block(const struct call *c, unsigned char *const *in, unsigned char *out)
{
	int64_t first = 0;

	for (int i = 0; i < c->rank; i++)
		first += c->len[i];
	fold(c, in, c->P, first, c->len[c->rank], out);
}

static int every_block(const struct call *c, struct span *blocks)
{
	for (int i = 0; i < c->P; i++)
		blocks[i] = (struct span){c->place[i], c->len[i]};
	return c->P;
}

static void gathered(const struct call *c, unsigned char *const *in, unsigned char *out)
{
	for (int i = 0; i < c->P; i++) {
		size_t bytes = (size_t)c->len[i] * c->s.size;
		memcpy(out, in[i], bytes);
		out += bytes;
	}
}

/* clang-format off */
const struct row rows[ROWS] = {
	/* name                reduces root   blocks unequal places sends     own       receives     result */
	{"allreduce",            true,  false, false, false, false, whole,    at_begin, all_of_it,   folded,       ours_allreduce,            native_allreduce},
	{"allgather",            false, false, true,  false, false, block_of, at_place, every_block, gathered,     ours_allgather,            native_allgather},
	{"allgatherv",           false, false, true,  true,  true,  block_of, at_place, every_block, gathered,     ours_allgatherv,           native_allgatherv},
	{"reduce_scatter",       true,  false, true,  true,  false, whole,    at_begin, own_block,   folded_block, ours_reduce_scatter,       native_reduce_scatter},
	{"reduce_scatter_block", true,  false, true,  false, false, whole,    at_begin, own_block,   folded_block, ours_reduce_scatter_block, native_reduce_scatter_block},
};
/* clang-format on */
