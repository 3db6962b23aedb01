/* SPDX-License-Identifier: BSD-3-Clause
 * The arguments of a collective: are they what MPI allows, how much data do they mean.
 */
#include "call/arguments.h"
#include "mpi/library.h"
#include "mpi/op.h"
#include "mpi/type.h"

int64_t rg_number(const struct rg_numbers *a, int i)
{
	if (a->small)
		return a->small[i];
	return a->large ? (int64_t)a->large[i] : (int64_t)a->places[i];
}

static bool given(const struct rg_numbers *a)
{
	return a->small || a->large || a->places;
}

/* Whether the blocks have types, as alltoallw's do; then the call has no other. */
static bool has_types(const struct rg_call *k)
{
	return rg_collectives[k->which].places == RG_GAPS_IN_BYTES;
}

struct rg_pair_block rg_pair_block(const struct rg_call *k, bool sent, int rank)
{
	bool in = sent && !k->in_place;
	const MPI_Datatype *types = in ? k->in_types : k->types;

	return (struct rg_pair_block){
		.count = rg_number(in ? &k->in_counts : &k->counts, rank),
		.at = rg_number(in ? &k->in_places : &k->places, rank),
		.type = types ? types[rank]
	                : in  ? k->in_type
	                      : k->type,
		.bytes = types,
	};
}

/* What is sent, and what is received. */
static bool pairs_are_given(const struct rg_call *k)
{
	if (!given(&k->counts) || !given(&k->places) || (has_types(k) && !k->types))
		return false;
	return k->in_place ||
	       (given(&k->in_counts) && given(&k->in_places) && (!has_types(k) || k->in_types));
}

bool rg_blocks_are_given(const struct rg_call *k, int rank)
{
	if (rg_is_by_pairs(k->which))
		return pairs_are_given(k);
	return !rg_knows_blocks(k, rank) ||
	       (given(&k->counts) && (!rg_collectives[k->which].places || given(&k->places)));
}

bool rg_sends(const struct rg_call *k, int rank)
{
	const struct rg_descriptor *d = &rg_collectives[k->which];

	if (!rg_has_data(k->which) || rg_has_one_buffer(k->which))
		return false;
	return d->begins == RG_AT_ROOT ? rank == k->root : !k->in_place;
}

bool rg_receives(const struct rg_call *k, int rank)
{
	const struct rg_descriptor *d = &rg_collectives[k->which];

	if (d->ends == RG_AT_ROOT)
		return rank == k->root;
	if (d->ends == RG_BEFORE_OWN)
		return rank > 0 || k->in_place;
	if (d->begins == RG_AT_ROOT && d->ends == RG_OWN_BLOCK)
		return !k->in_place;
	return rg_has_data(k->which);
}

/* There is no such rank, or another one than the root says what is for the root to say. */
static bool root_is_bad(const struct rg_call *k, const struct rg_context *x)
{
	if (!rg_has_root(k->which))
		return false;
	return k->root < 0 || k->root >= x->P ||
	       (k->in_place && x->rank != k->root && !rg_has_one_buffer(k->which));
}

/* Where each block has a type, that of one without elements is not looked at. Between two groups
 * there are as many blocks as the other one has ranks, and the call is MPI's. */
static bool pairs_are_bad(const struct rg_call *k, const struct rg_context *x)
{
	if (x->why != RG_NEW && x->why != RG_OURS)
		return false;
	for (int i = 0; i < x->P; i++)
		for (int sent = 0; sent < 2; sent++) {
			struct rg_pair_block b = rg_pair_block(k, sent, i);
			bool typed = b.count || !b.bytes;
			if (b.count < 0 || (typed && b.type == MPI_DATATYPE_NULL))
				return true;
		}
	return false;
}

bool rg_handles_are_bad(const struct rg_call *k, const struct rg_context *x)
{
	if (root_is_bad(k, x) || !rg_blocks_are_given(k, x->rank))
		return true;
	if (rg_is_by_pairs(k->which))
		return pairs_are_bad(k, x);
	if (k->reduces)
		return k->type == MPI_DATATYPE_NULL || k->op == MPI_OP_NULL;
	if (rg_sends(k, x->rank) && (k->in_type == MPI_DATATYPE_NULL || k->in_count < 0))
		return true;
	return rg_receives(k, x->rank) && k->type == MPI_DATATYPE_NULL;
}

/* The blocks of unequal length, into the context. */
static int read_blocks(const struct rg_call *k, struct rg_context *x, struct rg_shape *s)
{
	if (!rg_context_blocks(x))
		return MPI_ERR_NO_MEM;
	for (int i = 0; i < x->P; i++) {
		x->len[i] = rg_number(&k->counts, i);
		x->off[i] = rg_collectives[k->which].places ? rg_number(&k->places, i) : s->n;
		if (x->len[i] < 0)
			return MPI_ERR_COUNT;
		s->n += x->len[i];
		s->longest = x->len[i] > s->longest ? x->len[i] : s->longest;
	}
	s->own = x->len[x->rank];
	s->at = x->off[x->rank];
	return MPI_SUCCESS;
}

/* Whether elements of the type may be moved as their bytes. A predefined type without gaps may, and
 * it is remembered, since its handle always means the same type. */
static bool find_density(struct rg_context *x, MPI_Datatype type, const struct rg_shape *s,
                         unsigned marks)
{
	if (s->true_lb || s->size != s->extent || s->size != s->true_extent)
		return false;
	if (marks & RG_TYPE_KNOWN)
		return marks & RG_TYPE_IN_ORDER;
	if (!rg_type_is_named(type))
		return rg_type_is_in_order(type);
	x->dense = type;
	x->size = s->size;
	return true;
}

/* Of MPI_BYTE. */
static const struct rg_shape bytes = {
	.size = 1, .extent = 1, .true_extent = 1, .dense = true, .committed = true};

int rg_measure_type(struct rg_context *x, MPI_Datatype type, struct rg_shape *s)
{
	int err;

	*s = (struct rg_shape){.size = x->size,
	                       .extent = x->size,
	                       .true_extent = x->size,
	                       .dense = true,
	                       .committed = true};
	if (type == x->dense)
		return MPI_SUCCESS;
	if ((err = rg_type_size(type, &s->size)) ||
	    (err = PMPI_Type_get_extent(type, &s->lb, &s->extent)) ||
	    (err = PMPI_Type_get_true_extent(type, &s->true_lb, &s->true_extent)))
		return err;
	unsigned marks = rg_type_marks(type);
	s->dense = find_density(x, type, s, marks);
	s->committed = marks & RG_TYPE_COMMITTED;
	return MPI_SUCCESS;
}

/* All is told in bytes where the two ends of a block alone know its length. */
static int measure_pairs(const struct rg_call *k, struct rg_context *x, struct rg_shape *s)
{
	struct rg_pair_block own = rg_pair_block(k, false, x->rank);
	MPI_Count size = 0;
	int err = own.count ? rg_type_size(own.type, &size) : MPI_SUCCESS;

	*s = bytes;
	s->own = own.count * size;
	return err;
}

int rg_measure(const struct rg_call *k, struct rg_context *x, struct rg_shape *s)
{
	const struct rg_amount told = rg_told_by(k, x->rank);
	int err = MPI_SUCCESS;

	if (rg_is_by_pairs(k->which))
		return measure_pairs(k, x, s);
	if (rg_has_data(k->which))
		err = rg_measure_type(x, told.type, s);
	else
		*s = bytes;
	if (err)
		return err;
	if (told.count < 0 || (k->count < 0 && rg_receives(k, x->rank)))
		return MPI_ERR_COUNT;
	if (rg_knows_blocks(k, x->rank))
		return read_blocks(k, x, s);
	if (rg_has_blocks(k)) {
		s->own = told.count;
		return MPI_SUCCESS;
	}
	bool vector = rg_has_any_length(k->which);
	s->n = vector ? told.count : told.count * x->P;
	s->own = told.count;
	/* Where each has a block for each, both buffers are compared as a whole. */
	s->at = vector || rg_is_for_each(k->which) ? 0 : told.count * x->rank;
	return MPI_SUCCESS;
}

static bool is_committed(MPI_Datatype type, const struct rg_context *x)
{
	return type == x->dense || rg_type_is_committed(type, x->own);
}

static bool pairs_are_committed(const struct rg_call *k, const struct rg_context *x)
{
	MPI_Datatype last = x->dense;

	for (int i = 0; i < x->P; i++)
		for (int sent = 0; sent < 2; sent++) {
			struct rg_pair_block b = rg_pair_block(k, sent, i);
			if (b.count && b.type != last && !is_committed(b.type, x))
				return false;
			last = b.count ? b.type : last;
		}
	return true;
}

bool rg_types_are_committed(const struct rg_call *k, const struct rg_context *x,
                            const struct rg_shape *s)
{
	if (rg_is_by_pairs(k->which))
		return pairs_are_committed(k, x);
	MPI_Datatype told = rg_told_by(k, x->rank).type;
	bool sends = rg_is_moved(k) && rg_sends(k, x->rank) && k->in_type != told;
	bool receives = rg_receives(k, x->rank) && k->type != told;

	return (s->committed || is_committed(told, x)) && (!sends || is_committed(k->in_type, x)) &&
	       (!receives || is_committed(k->type, x));
}

/* What is moved runs in bytes. Of a reduction by MPI's own operations all ranks have the same type,
 * by a user's they may describe the same data by other maps (MPI-3.1, 5.9.1): then windows hold the
 * data packed, where the type's elements are not their bytes. */
bool rg_fits_windows(const struct rg_call *k, const struct rg_context *x, const struct rg_shape *s)
{
	if (!x->windows || !k->reduces)
		return x->windows;
	return 2 * x->P * s->size <= RG_WINDOW_BYTES && (s->dense || rg_op_predefined(k->op) < 0);
}

/* MPI_BOTTOM is NULL, too: then the type brings the address. Without data it needs none. */
static bool no_buffer(const void *buffer, int64_t count, MPI_Datatype type)
{
	MPI_Aint lb = 0, extent = 0;
	MPI_Count size = 0;

	if (buffer || !count || (!rg_type_size(type, &size) && !size))
		return false;
	return PMPI_Type_get_true_extent(type, &lb, &extent) || !lb;
}

/* Where a block begins; 0: nowhere. */
static uintptr_t address_of(const void *buffer, const struct rg_pair_block *b)
{
	MPI_Aint lb = 0, extent = 0, true_lb = 0, true_extent = 0;

	if (PMPI_Type_get_extent(b->type, &lb, &extent) ||
	    PMPI_Type_get_true_extent(b->type, &true_lb, &true_extent))
		return 0;
	return (uintptr_t)buffer + (uintptr_t)(b->at * (b->bytes ? 1 : extent) + true_lb);
}

static bool pairs_have_no_buffer(const void *buffer, const struct rg_call *k, bool sent, int P)
{
	for (int i = 0; i < P && !buffer; i++) {
		struct rg_pair_block b = rg_pair_block(k, sent, i);
		MPI_Count size;
		if (b.count && (rg_type_size(b.type, &size) || (size && !address_of(buffer, &b))))
			return true;
	}
	return false;
}

bool rg_pairs_are_one(const struct rg_call *k, const struct rg_context *x, const struct rg_shape *s)
{
	struct rg_pair_block from = rg_pair_block(k, true, x->rank),
			     to = rg_pair_block(k, false, x->rank);

	return !k->in_place && s->own && from.count &&
	       address_of(k->in, &from) == address_of(k->out, &to);
}

static bool pairs_buffers_are_bad(const struct rg_call *k, const struct rg_context *x,
                                  const struct rg_shape *s)
{
	if (k->out == MPI_IN_PLACE || pairs_have_no_buffer(k->out, k, false, x->P))
		return true;
	return (!k->in_place && pairs_have_no_buffer(k->in, k, true, x->P)) ||
	       (!RG_IS_OPEN_MPI && rg_pairs_are_one(k, x, s));
}

/* Buffers that MPI forbids. That the data are not empty is known, but of an irregular call. */
static bool buffers_are_bad(const struct rg_call *k, const struct rg_context *x,
                            const struct rg_shape *s)
{
	bool scatters = rg_collectives[k->which].ends == RG_OWN_BLOCK;
	int64_t in = k->reduces ? s->n : k->in_count;
	int64_t out = scatters && !k->in_place ? s->own : s->n;

	if (rg_receives(k, x->rank) && (k->out == MPI_IN_PLACE || no_buffer(k->out, out, k->type)))
		return true;
	if (!rg_sends(k, x->rank))
		return false;
	return k->in == MPI_IN_PLACE || no_buffer(k->in, in, k->reduces ? k->type : k->in_type);
}

/* The own data are sent from where the result goes, without MPI_IN_PLACE being said. */
static bool buffers_are_one(const struct rg_call *k, const struct rg_context *x,
                            const struct rg_shape *s)
{
	uintptr_t in = (uintptr_t)k->in, out = (uintptr_t)k->out;

	if (!s->own || !k->in || !rg_sends(k, x->rank) || !rg_receives(k, x->rank))
		return false;
	if (k->reduces)
		return in == out;
	if (rg_collectives[k->which].begins == RG_AT_ROOT)
		in += (uintptr_t)(s->at * s->extent);
	else
		out += (uintptr_t)(s->at * s->extent);
	return in == out && k->in_type == k->type && k->in_count == s->own &&
	       (rg_has_blocks(k) || k->count == s->own);
}

/* MPI forbids equal buffers. MPICH reports that on the rank that does it. Open MPI takes it for
 * MPI_IN_PLACE, but of a reduction to a root, and so do we there: a rank whose block is empty does
 * not see that its buffers are equal. False: it is for MPI to refuse. */
static bool settle_one_buffer(struct rg_call *k, const struct rg_context *x,
                              const struct rg_shape *s)
{
	if (!buffers_are_one(k, x, s))
		return true;
	if (!RG_IS_OPEN_MPI)
		return false;
	k->in_place = !(k->reduces && rg_has_root(k->which));
	return k->in_place;
}

/* Of a barrier there are none. */
bool rg_buffers_settled(struct rg_call *k, const struct rg_context *x, const struct rg_shape *s)
{
	if (rg_is_by_pairs(k->which))
		return !pairs_buffers_are_bad(k, x, s);
	return !rg_has_data(k->which) || (!buffers_are_bad(k, x, s) && settle_one_buffer(k, x, s));
}

bool rg_op_settled(const struct rg_call *k, struct rg_context *x)
{
	if (k->op == x->op && k->type == x->type)
		return true;
	if (!rg_op_defined(k->op, k->type))
		return false;
	x->op = k->op;
	x->type = k->type;
	x->kernel = rg_kernel_of(k->op, k->type, x->reproducible);
	return true;
}
