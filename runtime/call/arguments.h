/* SPDX-License-Identifier: BSD-3-Clause
 * The arguments of a collective: are they what MPI allows, how much data do they mean.
 */
#ifndef RG_ARGUMENTS_H
#define RG_ARGUMENTS_H

#include "communicator/context.h"
#include "communicator/tuner.h"

#if RINGGEN_LARGE_COUNT
typedef MPI_Count rg_mpi_count;
#else
typedef int rg_mpi_count; /* then no routine has a longer block */
#endif

/* Counts or displacements of all ranks, as the routine got them. */
struct rg_numbers {
	const int *small;
	const rg_mpi_count *large; /* if there are no small ones */
	const MPI_Aint *places;    /* if there is none of the two */
};

/* How a collective is called. */
enum rg_form { RG_BLOCKING, RG_NONBLOCKING, RG_PERSISTENT, RG_CALL_FORMS };

/* The arguments of a collective. */
struct rg_call {
	enum rg_collective which;
	const struct rg_cluster *c;
	MPI_Comm comm;
	const void *in;
	void *out;
	int64_t count; /* of the vector; where each rank has a block, equal ones: of one of them */
	MPI_Datatype type;
	MPI_Op op;                              /* reductions */
	int64_t in_count;                       /* allgather(v), gather(v), scatter: of one block */
	MPI_Datatype in_type;                   /* the same */
	int root;                               /* where there is one */
	struct rg_numbers counts, places;       /* allgatherv; reduce_scatter: counts; gatherv and
	                                           scatterv: at the root, other ranks may have anything
	                                           there; alltoallv and alltoallw: of what is received, */
	struct rg_numbers in_counts, in_places; /* and of what is sent; of an alltoallw places are
	                                           bytes, */
	const MPI_Datatype *types, *in_types;   /* and each block has a type of its own */
	bool reduces, in_place;
	bool ordered;            /* the ranks' order has to be kept */
	enum rg_form form;       /* as it is made: RG_BLOCKING */
	struct rg_timing timing; /* of one that the tuner chose for (tune.h), */
	int64_t *due;            /* or that a trial did: calls like it until the next (kinds.h) */
	struct rg_tally *tally;  /* where it is counted (summary.h); NULL: nowhere */
	double began, bytes;     /* then: when it began, 0 if nothing is counted */
	bool on_its_own; /* not blocking: it has to go on in whatever call of MPI the process is */
};

/* What is found out about a call, in elements of its type: see rg_told_by. */
struct rg_shape {
	int64_t n;       /* of the whole vector, elements; 0 where not all ranks know it */
	int64_t longest; /* of the longest block, where rg_knows_blocks holds; else 0 */
	int64_t own;     /* of this rank's block */
	int64_t at;      /* where that begins in the vector */
	MPI_Count size;
	MPI_Aint lb, extent, true_lb, true_extent; /* of the type */
	bool dense;     /* any number of its elements is their bytes, in the order of its map */
	bool committed; /* it is known to be */
};

/* RG_CALL(SETS, cluster, NAME, arguments, family, ...), of a row: define the `call` by its
 * arguments, which are there under their names, declared as RG_TAKES or RG_TAKES_c has them. */
#define RG_CALL(SETS, cluster, NAME, arguments, family, begins, ends, passes, reduces, ...) \
	struct rg_call call = rg_call_of(cluster, RG_##NAME, reduces);                      \
	RG_LIST(SETS, arguments);                                                           \
	rg_call_settle(&call, begins, ends)
#define RG_SETS(kind, name, member) call.member RG_ARRAY_##kind(small, small) = name
#define RG_SETS_c(kind, name, member) call.member RG_ARRAY_##kind(large, places) = name

/* The arguments of a call `k` as MPI's routine takes them. The small ones came as ints. */
#define RG_OF(kind, name, member) k->member RG_ARRAY_##kind(small, small)
#define RG_OF_c(kind, name, member) k->member RG_ARRAY_##kind(large, places)

/* Which one of struct rg_numbers, if it is one, counts and places are. */
#define RG_ARRAY_sent(COUNTS, PLACES)
#define RG_ARRAY_received(COUNTS, PLACES)
#define RG_ARRAY_count(COUNTS, PLACES)
#define RG_ARRAY_counts(COUNTS, PLACES) .COUNTS
#define RG_ARRAY_places(COUNTS, PLACES) .PLACES
#define RG_ARRAY_type(COUNTS, PLACES)
#define RG_ARRAY_types(COUNTS, PLACES)
#define RG_ARRAY_op(COUNTS, PLACES)
#define RG_ARRAY_root(COUNTS, PLACES)
#define RG_ARRAY_comm(COUNTS, PLACES)

/* Before its arguments are known. */
static inline struct rg_call rg_call_of(const struct rg_cluster *c, enum rg_collective which,
                                        bool reduces)
{
	return (struct rg_call){.which = which,
	                        .c = c,
	                        .type = MPI_BYTE,
	                        .in_type = MPI_DATATYPE_NULL,
	                        .reduces = reduces};
}

/* And when they are. That the root's own block of a scatter may stay where it is, is said by the
 * receive buffer. The one buffer of a broadcast is where the vector is before and after, as if in
 * place. */
static inline void rg_call_settle(struct rg_call *k, enum rg_part begins, enum rg_part ends)
{
	if (begins != RG_AT_ROOT)
		k->in_place = begins != RG_NO_DATA && k->in == MPI_IN_PLACE;
	else
		k->in_place = ends != RG_OWN_BLOCK || k->out == MPI_IN_PLACE;
}

#pragma GCC visibility push(hidden)

/* Whether the ranks' blocks have lengths of their own. */
static inline bool rg_has_blocks(const struct rg_call *k)
{
	return rg_collectives[k->which].lengths;
}

/* And whether this rank has those of all. */
static inline bool rg_knows_blocks(const struct rg_call *k, int rank)
{
	return rg_has_blocks(k) && (!rg_is_irregular(k->which) || rank == k->root);
}

/* The number of rank i. */
int64_t rg_number(const struct rg_numbers *a, int i);

/* A block that is sent to a rank or received from it, where each has a length of its own: so many
 * elements of a type, which begin at place `at` of the buffer: in bytes, if each block has its type
 * (`bytes`), else in elements. In place, what is received is sent. */
struct rg_pair_block {
	int64_t count, at;
	MPI_Datatype type;
	bool bytes;
};
struct rg_pair_block rg_pair_block(const struct rg_call *k, bool sent, int rank);

/* Whether its data are moved in bytes (bytes.h), whatever the types of the ranks. */
static inline bool rg_is_moved(const struct rg_call *k)
{
	return !k->reduces && rg_has_data(k->which);
}

/* Whether this rank has a send buffer, or a receive buffer: what belongs to one that it does not
 * have is not looked at. The one buffer of a broadcast is a receive buffer, as it is in place. */
bool rg_sends(const struct rg_call *k, int rank);
bool rg_receives(const struct rg_call *k, int rank);

/* A count and a type. */
struct rg_amount {
	int64_t count;
	MPI_Datatype type;
};

/* Whether it is the send buffer's count and type that tell this rank how long blocks are: at the
 * root of a scatter, and everywhere but at that of a gather. */
static inline bool rg_is_told_by_in(const struct rg_call *k, int rank)
{
	bool scatters = rg_collectives[k->which].begins == RG_AT_ROOT;
	return rg_is_moved(k) && rg_has_root(k->which) && !rg_has_one_buffer(k->which) &&
	       (rank == k->root) == scatters;
}

/* What tells this rank how long blocks are: the receive buffer's, but of a gather and a scatter
 * what the root has for all ranks, and the others for themselves. Where blocks have lengths of
 * their own which this rank knows, the type alone. */
static inline struct rg_amount rg_told_by(const struct rg_call *k, int rank)
{
	if (rg_is_told_by_in(k, rank))
		return (struct rg_amount){k->in_count, k->in_type};
	return (struct rg_amount){k->count, k->type};
}

/* Whether the lengths and places that this rank needs are there. */
bool rg_blocks_are_given(const struct rg_call *k, int rank);

/* Null handles and such: MPI says what is wrong. */
bool rg_handles_are_bad(const struct rg_call *k, const struct rg_context *x);

/* The type's measures. Returns MPI's error code. */
int rg_measure_type(struct rg_context *x, MPI_Datatype type, struct rg_shape *s);

/* Counts and the type's measures. Negative counts are refused here: some reductions of MPICH 4.0
 * crash on them. Returns MPI's error code. */
int rg_measure(const struct rg_call *k, struct rg_context *x, struct rg_shape *s);

/* Whether its types are committed. The communicator is set up. */
bool rg_types_are_committed(const struct rg_call *k, const struct rg_context *x,
                            const struct rg_shape *s);

/* Whether windows can be used for the call: they hold a few elements at least. The same on all
 * ranks, whatever the maps of their types. */
bool rg_fits_windows(const struct rg_call *k, const struct rg_context *x, const struct rg_shape *s);

/* Settle whether the call is in place. False: its buffers are for MPI to refuse. That the data are
 * not empty is known. */
bool rg_buffers_settled(struct rg_call *k, const struct rg_context *x, const struct rg_shape *s);

/* Whether the own block, which is not empty, is sent from where it is received, of those whose
 * lengths pairs know. MPI forbids that; Open MPI does it all the same. */
bool rg_pairs_are_one(const struct rg_call *k, const struct rg_context *x,
                      const struct rg_shape *s);

/* Whether the operation is defined for the type. The answer "yes" is remembered: it holds for
 * predefined types, whose handles last, and for a user's operation it holds always. */
bool rg_op_settled(const struct rg_call *k, struct rg_context *x);

/* Whether the type and the operation are those of the last call, and predefined, so that handles
 * that are the same are the same thing. Then a kernel combines them, in any order. */
static inline bool rg_is_known(const struct rg_call *k, const struct rg_context *x)
{
	return x->kernel && k->op == x->op && k->type == x->type;
}

#pragma GCC visibility pop
#endif
