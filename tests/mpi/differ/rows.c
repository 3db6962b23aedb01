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

/* Of a gather and a scatter, what is significant at the root alone, or not where the root's own
 * block is in place. */
static bool is_sent(const struct call *c)
{
	return c->inter || !c->nowhere ||
	       (c->row->root == FROM_ROOT ? call_is_root(c) : !c->in_place);
}

static bool is_received(const struct call *c)
{
	return c->inter || !c->nowhere || (c->row->root == TO_ROOT ? call_is_root(c) : !c->stays);
}

static int in_count(const struct call *c)
{
	return is_sent(c) ? c->in_count : -3;
}

static int out_count(const struct call *c)
{
	return is_received(c) ? c->out_count : -5;
}

static MPI_Datatype in_type(const struct call *c)
{
	return is_sent(c) ? c->in_type.handle : MPI_DATATYPE_NULL;
}

static MPI_Datatype out_type(const struct call *c)
{
	return is_received(c) ? c->type.handle : MPI_DATATYPE_NULL;
}

/* The lengths and places of blocks: nobody but the root may look at them. */
static void *at_root(const struct call *c, void *numbers)
{
	if (c->inter || !c->nowhere || call_is_root(c))
		return numbers;
	return c->step % 2 ? NULL : (void *)(uintptr_t)16;
}

#define ROUTINES(Name, name, small, large)                                                    \
	static int ours_##name(struct call *c, const void *in, void *out)                     \
	{                                                                                     \
		(void)in;                                                                     \
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
		(void)in;                                                                     \
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
ROUTINES(Bcast, bcast, (out, c->out_count, c->type.handle, c->given_root),
         (out, c->out_count, c->type.handle, c->given_root))
ROUTINES(Reduce, reduce, (in, out, c->out_count, c->type.handle, c->op, c->given_root),
         (in, out, c->out_count, c->type.handle, c->op, c->given_root))
ROUTINES(Gather, gather,
         (in, in_count(c), in_type(c), out, out_count(c), out_type(c), c->given_root),
         (in, in_count(c), in_type(c), out, out_count(c), out_type(c), c->given_root))
ROUTINES(Scatter, scatter,
         (in, in_count(c), in_type(c), out, out_count(c), out_type(c), c->given_root),
         (in, in_count(c), in_type(c), out, out_count(c), out_type(c), c->given_root))
ROUTINES(Gatherv, gatherv,
         (in, in_count(c), in_type(c), out, at_root(c, c->counts), at_root(c, c->places),
          out_type(c), c->given_root),
         (in, in_count(c), in_type(c), out, at_root(c, c->counts_c), at_root(c, c->places_c),
          out_type(c), c->given_root))
ROUTINES(Scatterv, scatterv,
         (in, at_root(c, c->counts), at_root(c, c->places), in_type(c), out, out_count(c),
          out_type(c), c->given_root),
         (in, at_root(c, c->counts_c), at_root(c, c->places_c), in_type(c), out, out_count(c),
          out_type(c), c->given_root))
ROUTINES(Scan, scan, (in, out, c->out_count, c->type.handle, c->op),
         (in, out, c->out_count, c->type.handle, c->op))
ROUTINES(Exscan, exscan, (in, out, c->out_count, c->type.handle, c->op),
         (in, out, c->out_count, c->type.handle, c->op))

/* Without counts there is none for large ones. */
static int ours_barrier(struct call *c, const void *in, void *out)
{
	(void)in, (void)out;
	if (c->form == BLOCKING)
		return OURS(Barrier)(c->comm);
	if (c->form == NONBLOCKING)
		return OURS(Ibarrier)(c->comm, &c->r);
	INIT(OURS(Barrier_init)(c->comm, MPI_INFO_NULL, &c->r));
}

static int native_barrier(const struct call *c, const void *in, void *out)
{
	(void)in, (void)out;
	return PMPI_Barrier(c->shadow);
}

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

/* Of the ranks that send to this one, the root alone, or those that it serves. */
static int64_t of_root(const struct call *c, int rank)
{
	return rank == c->root && (!c->inter || c->leaves) ? c->cut : 0;
}

static int64_t to_root(const struct call *c, int rank)
{
	if (c->inter && c->leaves)
		return 0;
	return c->row->has_blocks ? c->len[rank] : c->total;
}

static int64_t nothing(const struct call *c, int rank)
{
	(void)c, (void)rank;
	return 0;
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

static int no_block(const struct call *c, struct span *blocks)
{
	(void)c, (void)blocks;
	return 0;
}

static int all_at_root(const struct call *c, struct span *blocks)
{
	return call_is_root(c) ? all_of_it(c, blocks) : 0;
}

static int every_block_at_root(const struct call *c, struct span *blocks)
{
	return call_is_root(c) ? every_block(c, blocks) : 0;
}

static int all_elsewhere(const struct call *c, struct span *blocks)
{
	return c->leaves && !call_is_root(c) ? all_of_it(c, blocks) : 0;
}

static int own_block_of_root(const struct call *c, struct span *blocks)
{
	return c->leaves && !c->stays ? own_block(c, blocks) : 0;
}

static int all_but_at_first(const struct call *c, struct span *blocks)
{
	return c->rank ? all_of_it(c, blocks) : 0;
}

/* Of the root's vector. */
static void roots(const struct call *c, unsigned char *const *in, unsigned char *out)
{
	memcpy(out, in[c->root], (size_t)c->total * c->s.size);
}

static void block_of_roots(const struct call *c, unsigned char *const *in, unsigned char *out)
{
	size_t at = (size_t)c->place[c->rank] * c->s.size;

	memcpy(out, in[c->root] + at, (size_t)c->len[c->rank] * c->s.size);
}

static void folded_so_far(const struct call *c, unsigned char *const *in, unsigned char *out)
{
	fold(c, in, c->rank + 1, 0, c->total, out);
}

static void folded_before(const struct call *c, unsigned char *const *in, unsigned char *out)
{
	fold(c, in, c->rank, 0, c->total, out);
}

/* clang-format off */
const struct row rows[ROWS] = {
	/* name                reduces root       blocks unequal places prefix excludes sends     own       receives             result */
	{"allreduce",            true,  NO_ROOT,   false, false, false, false, false, whole,    at_begin, all_of_it,           folded,         ours_allreduce,            native_allreduce},
	{"allgather",            false, NO_ROOT,   true,  false, false, false, false, block_of, at_place, every_block,         gathered,       ours_allgather,            native_allgather},
	{"allgatherv",           false, NO_ROOT,   true,  true,  true,  false, false, block_of, at_place, every_block,         gathered,       ours_allgatherv,           native_allgatherv},
	{"reduce_scatter",       true,  NO_ROOT,   true,  true,  false, false, false, whole,    at_begin, own_block,           folded_block,   ours_reduce_scatter,       native_reduce_scatter},
	{"reduce_scatter_block", true,  NO_ROOT,   true,  false, false, false, false, whole,    at_begin, own_block,           folded_block,   ours_reduce_scatter_block, native_reduce_scatter_block},
	{"bcast",                false, FROM_ROOT, false, false, false, false, false, of_root,  at_begin, all_elsewhere,       roots,          ours_bcast,                native_bcast},
	{"reduce",               true,  TO_ROOT,   false, false, false, false, false, to_root,  at_begin, all_at_root,         folded,         ours_reduce,               native_reduce},
	{"gather",               false, TO_ROOT,   true,  false, false, false, false, to_root,  at_place, every_block_at_root, gathered,       ours_gather,               native_gather},
	{"scatter",              false, FROM_ROOT, true,  false, false, false, false, of_root,  NULL,     own_block_of_root,   block_of_roots, ours_scatter,              native_scatter},
	{"gatherv",              false, TO_ROOT,   true,  true,  true,  false, false, to_root,  at_place, every_block_at_root, gathered,       ours_gatherv,              native_gatherv},
	{"scatterv",             false, FROM_ROOT, true,  true,  true,  false, false, of_root,  NULL,     own_block_of_root,   block_of_roots, ours_scatterv,             native_scatterv},
	{"barrier",              false, NO_ROOT,   false, false, false, false, false, nothing,  NULL,     no_block,            NULL,           ours_barrier,              native_barrier},
	{"scan",                 true,  NO_ROOT,   false, false, false, true,  false, whole,    at_begin, all_of_it,           folded_so_far,  ours_scan,                 native_scan},
	{"exscan",               true,  NO_ROOT,   false, false, false, true,  true,  whole,    at_begin, all_but_at_first,    folded_before,  ours_exscan,               native_exscan},
};
/* clang-format on */
