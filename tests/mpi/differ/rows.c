/* SPDX-License-Identifier: BSD-3-Clause
 * The table of collectives: rows.h says how one is added.
 */
#include "rows.h"
#include "ringgen.h"

#include <string.h>

/* ---- The routines */

#if PERSISTENT_ONES
#define INIT(call) return call
#else
#define INIT(call) return MPI_ERR_OTHER
#endif

/* In a gather and a scatter, some arguments are significant at the root alone, or not where the
 * root's own block is in place. */
static bool is_sent(const struct call *c)
{
	return c->inter || !c->nowhere || !c->row->root ||
	       (c->row->root == FROM_ROOT ? call_is_root(c) : !c->in_place);
}

static bool is_received(const struct call *c)
{
	return c->inter || !c->nowhere || !c->row->root ||
	       (c->row->root == TO_ROOT ? call_is_root(c) : !c->stays);
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
	if (c->inter || !c->nowhere || !c->row->root || call_is_root(c))
		return numbers;
	return c->step % 2 ? NULL : (void *)(uintptr_t)16;
}

/* Of blocks that are sent and received, or of those that are sent alone. */
#define OF_SENT(c, numbers) ((c)->row->pairs ? (c)->in_##numbers : (c)->numbers)

/* The arguments of a row of collectives.def, of the call `c` from `in` to `out` on `comm`. */
#define VALUES(kind, name, member) VALUE_##name()
#define VALUES_c(kind, name, member) VALUE_##name(_c)
#define VALUE_sendbuf(_c) in
#define VALUE_recvbuf(_c) out
#define VALUE_buffer(_c) out
#define VALUE_count(_c) c->out_count
#define VALUE_sendcount(_c) in_count(c)
#define VALUE_recvcount(_c) out_count(c)
#define VALUE_sendcounts(_c) at_root(c, OF_SENT(c, counts##_c))
#define VALUE_recvcounts(_c) at_root(c, c->counts##_c)
#define VALUE_displs(_c) at_root(c, c->places##_c)
#define VALUE_sdispls(_c) c->in_places##_c
#define VALUE_rdispls(_c) c->places##_c
#define VALUE_sendtypes(_c) c->in_types
#define VALUE_recvtypes(_c) c->types
#define VALUE_type(_c) c->type.handle
#define VALUE_sendtype(_c) in_type(c)
#define VALUE_recvtype(_c) out_type(c)
#define VALUE_op(_c) c->op
#define VALUE_root(_c) c->given_root
#define VALUE_comm(_c) comm

/* Its routines: ours in each form, the blocking one of PMPI. */
#define OURS_BY(Entry, Begun, Made, AS, arguments)                              \
	{                                                                       \
		if (c->form == BLOCKING)                                        \
			return OURS(Entry)(RG_LIST(AS, arguments));             \
		if (c->form == NONBLOCKING)                                     \
			return OURS(Begun)(RG_LIST(AS, arguments), &c->r);      \
		INIT(OURS(Made)(RG_LIST(AS, arguments), MPI_INFO_NULL, &c->r)); \
	}
#define ROUTINES(NAME, name, Entry, with, arguments, ...)                                       \
	static int ours_##name(struct call *c, const void *in, void *out)                       \
	{                                                                                       \
		MPI_Comm comm = c->comm;                                                        \
		(void)in, (void)out;                                                            \
		RG_WITH_C(with, if (c->large) OURS_BY(Entry##_c, I##name##_c, Entry##_init_c,   \
		                                      VALUES_c, arguments))                     \
		OURS_BY(Entry, I##name, Entry##_init, VALUES, arguments)                        \
	}                                                                                       \
	static int native_##name(const struct call *c, const void *in, void *out)               \
	{                                                                                       \
		MPI_Comm comm = c->shadow;                                                      \
		(void)in, (void)out;                                                            \
		RG_WITH_C(with,                                                                 \
		          if (c->large) return PMPI_##Entry##_c(RG_LIST(VALUES_c, arguments));) \
		return PMPI_##Entry(RG_LIST(VALUES, arguments));                                \
	}
RG_ROWS(ROUTINES)

/* ---- The input, and its place when it is in place */

static int64_t block_of(const struct call *c, int rank)
{
	return c->len[rank];
}

static int64_t whole(const struct call *c, int rank)
{
	(void)rank;
	return c->total;
}

/* The units from one rank: the root alone sends, or the ranks that it serves do. */
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

/* A block for each; between two groups, of the length that its rank's blocks have. */
static int64_t for_each(const struct call *c, int rank)
{
	int64_t all = 0;

	for (int i = 0; i < c->locals && c->row->pairs; i++)
		all += call_pair(c, rank, i);
	if (c->row->pairs)
		return all;
	return c->inter ? c->locals * c->len[rank] : c->total;
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

/* ---- The output */

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

/* The units before the block for this rank, of those that a rank sends. */
static int64_t units_before(const struct call *c, int rank)
{
	int64_t before = c->row->pairs ? 0 : c->rank * c->len[rank];

	for (int i = 0; i < c->rank && c->row->pairs; i++)
		before += call_pair(c, rank, i);
	return before;
}

/* From each the block for this rank. */
static void exchanged(const struct call *c, unsigned char *const *in, unsigned char *out)
{
	for (int i = 0; i < c->P; i++) {
		size_t bytes = (size_t)c->len[i] * c->s.size;
		memcpy(out, in[i] + (size_t)units_before(c, i) * c->s.size, bytes);
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

/* The output is the root's vector, or a block of it. */
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

/* The data that each sends; their place with MPI_IN_PLACE; the blocks that it receives, and their
 * content: by the parts that a rank has before and after. */
#define RG_WHOLE_TO_RG_WHOLE whole, at_begin, all_of_it, folded
#define RG_OWN_BLOCK_TO_RG_WHOLE block_of, at_place, every_block, gathered
#define RG_WHOLE_TO_RG_OWN_BLOCK whole, at_begin, own_block, folded_block
#define RG_AT_ROOT_TO_RG_WHOLE of_root, at_begin, all_elsewhere, roots
#define RG_WHOLE_TO_RG_AT_ROOT to_root, at_begin, all_at_root, folded
#define RG_OWN_BLOCK_TO_RG_AT_ROOT to_root, at_place, every_block_at_root, gathered
#define RG_AT_ROOT_TO_RG_OWN_BLOCK of_root, NULL, own_block_of_root, block_of_roots
#define RG_NO_DATA_TO_RG_NO_DATA nothing, NULL, no_block, NULL
#define RG_WHOLE_TO_RG_UP_TO_OWN whole, at_begin, all_of_it, folded_so_far
#define RG_WHOLE_TO_RG_BEFORE_OWN whole, at_begin, all_but_at_first, folded_before
#define RG_EACH_BLOCK_TO_RG_EACH_BLOCK for_each, at_begin, every_block, exchanged

#define ROW(NAME, name, Entry, large, arguments, family, begins, ends, passes, reduces, lengths, \
            places, ...)                                                                         \
	{#name,                                                                                  \
	 reduces,                                                                                \
	 begins == RG_AT_ROOT ? FROM_ROOT                                                        \
	 : ends == RG_AT_ROOT ? TO_ROOT                                                          \
	                      : NO_ROOT,                                                         \
	 begins == RG_OWN_BLOCK || ends == RG_OWN_BLOCK || begins == RG_EACH_BLOCK,              \
	 begins == RG_EACH_BLOCK,                                                                \
	 lengths != RG_EQUAL,                                                                    \
	 lengths == RG_BY_PAIRS,                                                                 \
	 places != RG_NO_GAPS,                                                                   \
	 places == RG_GAPS_IN_BYTES,                                                             \
	 ends == RG_UP_TO_OWN || ends == RG_BEFORE_OWN,                                          \
	 ends == RG_BEFORE_OWN,                                                                  \
	 begins##_TO_##ends,                                                                     \
	 ours_##name,                                                                            \
	 native_##name},

const struct row rows[ROWS] = {RG_ROWS(ROW)};
