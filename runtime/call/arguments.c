/* SPDX-License-Identifier: BSD-3-Clause
 * The arguments of a collective: are they what MPI allows, how much data do they mean.
 */
#include "call/arguments.h"
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

bool rg_blocks_are_given(const struct rg_call *k)
{
	return !rg_has_blocks(k) ||
	       (given(&k->counts) && (!rg_collectives[k->which].places || given(&k->places)));
}

bool rg_handles_are_bad(const struct rg_call *k)
{
	if (k->which >= RG_BCAST)
		return true; /* MPI serves them so far */
	if (k->comm == MPI_COMM_NULL || k->type == MPI_DATATYPE_NULL)
		return true;
	if (!rg_blocks_are_given(k))
		return true;
	if (k->reduces)
		return k->op == MPI_OP_NULL;
	return !k->in_place && (k->in_type == MPI_DATATYPE_NULL || k->in_count < 0);
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
	if ((err = PMPI_Type_size_x(type, &s->size)) ||
	    (err = PMPI_Type_get_extent(type, &s->lb, &s->extent)) ||
	    (err = PMPI_Type_get_true_extent(type, &s->true_lb, &s->true_extent)))
		return err;
	unsigned marks = rg_type_marks(type);
	s->dense = find_density(x, type, s, marks);
	s->committed = marks & RG_TYPE_COMMITTED;
	return MPI_SUCCESS;
}

int rg_measure(const struct rg_call *k, struct rg_context *x, struct rg_shape *s)
{
	int err = rg_measure_type(x, k->type, s);

	if (err)
		return err;
	if (rg_has_blocks(k))
		return read_blocks(k, x, s);
	if (k->count < 0)
		return MPI_ERR_COUNT;
	bool vector = rg_has_any_length(k->which);
	s->n = vector ? k->count : k->count * x->P;
	s->own = k->count;
	s->at = vector ? 0 : k->count * x->rank;
	return MPI_SUCCESS;
}

static bool is_committed(MPI_Datatype type, const struct rg_context *x)
{
	return type == x->dense || rg_type_is_committed(type, x->own);
}

bool rg_types_are_committed(const struct rg_call *k, const struct rg_context *x,
                            const struct rg_shape *s)
{
	bool sends = !k->reduces && !k->in_place && k->in_type != k->type;

	return (s->committed || is_committed(k->type, x)) &&
	       (!sends || is_committed(k->in_type, x));
}

/* An allgather runs in bytes. Of a reduction by MPI's own operations all ranks have the same type,
 * by a user's they may describe the same data by other maps (MPI-3.1, 5.9.1): then windows hold the
 * data packed, where the type's elements are not their bytes. */
bool rg_fits_windows(const struct rg_call *k, const struct rg_context *x, const struct rg_shape *s)
{
	if (!x->windows || !k->reduces)
		return x->windows;
	return 2 * x->P * s->size <= RG_WINDOW_BYTES && (s->dense || rg_op_predefined(k->op) < 0);
}

/* MPI_BOTTOM is NULL, too: then the type brings the address. */
static bool no_buffer(const void *buffer, int64_t count, MPI_Datatype type)
{
	MPI_Aint lb = 0, extent = 0;

	if (buffer || !count)
		return false;
	return PMPI_Type_get_true_extent(type, &lb, &extent) || !lb;
}

/* Buffers that MPI forbids. That the data are not empty is known. */
static bool buffers_are_bad(const struct rg_call *k, const struct rg_shape *s)
{
	bool scatters = rg_collectives[k->which].ends == RG_OWN_BLOCK;
	int64_t in = k->reduces ? s->n : k->in_count;
	int64_t out = scatters && !k->in_place ? s->own : s->n;

	if (k->out == MPI_IN_PLACE || no_buffer(k->out, out, k->type))
		return true;
	if (k->in_place)
		return false;
	return no_buffer(k->in, in, k->reduces ? k->type : k->in_type);
}

/* The send buffer is where the result goes, without MPI_IN_PLACE being said. */
static bool buffers_are_one(const struct rg_call *k, const struct rg_shape *s)
{
	if (k->in_place || !s->own || !k->in)
		return false;
	if (k->reduces)
		return k->in == k->out;
	return k->in_type == k->type && k->in_count == s->own &&
	       (uintptr_t)k->in == (uintptr_t)k->out + (uintptr_t)(s->at * s->extent);
}

/* MPI forbids equal buffers. MPICH reports that on the rank that does it. Open MPI takes it for
 * MPI_IN_PLACE, and so do we there: a rank whose block is empty does not see that its buffers are
 * equal. False: it is for MPI to refuse. */
static bool settle_one_buffer(struct rg_call *k, const struct rg_shape *s)
{
	if (!buffers_are_one(k, s))
		return true;
#ifdef OPEN_MPI
	k->in_place = true;
	return true;
#else
	return false;
#endif
}

bool rg_buffers_settled(struct rg_call *k, const struct rg_shape *s)
{
	return !buffers_are_bad(k, s) && settle_one_buffer(k, s);
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
