/* SPDX-License-Identifier: BSD-3-Clause
 * The collectives: is a call ours, and if so, its blocks, its buffers and its run.
 *
 * What decides between ours and native is the same on all ranks: the communicator and what was
 * agreed at its set-up, the bytes of the signature, whether the operation commutes (MPI lets ranks
 * give different operations; that these agree on this is a limit of ours). An argument that MPI
 * would refuse goes to MPI on the rank that has it, which raises what MPI raises.
 */
#include "context.h"
#include "op.h"
#include "setup.h"
#include "transport.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#if RINGGEN_LARGE_COUNT
#define SENDRECV PMPI_Sendrecv_c
typedef MPI_Count rg_mpi_count;
#else
#define SENDRECV PMPI_Sendrecv
typedef int rg_mpi_count; /* then no routine has a longer block */
#endif

/* Counts or displacements of all ranks, as the routine got them. */
struct numbers {
	const int *small;
	const rg_mpi_count *large; /* if there are no small ones */
	const MPI_Aint *places;    /* if there is none of the two */
};

/* The arguments of a collective. */
struct call {
	enum rg_collective which;
	const struct rg_cluster *c;
	MPI_Comm comm;
	const void *in;
	void *out;
	int64_t count; /* of the vector; allgather, reduce_scatter_block: of one block */
	MPI_Datatype type;
	MPI_Op op;                     /* reductions */
	int64_t in_count;              /* allgather(v) */
	MPI_Datatype in_type;          /* allgather(v) */
	struct numbers counts, places; /* allgatherv; reduce_scatter: counts */
	bool reduces, in_place;
	bool ordered; /* the ranks' order has to be kept */
};

/* What is found out about a call. */
struct shape {
	int64_t n;   /* of the whole vector, elements */
	int64_t own; /* of this rank's block */
	int64_t at;  /* where that begins in the vector */
	MPI_Count size;
	MPI_Aint lb, extent, true_lb, true_extent; /* of the type */
};

static const char *const names[RG_COLLECTIVES] = {
	[RG_ALLREDUCE] = "Allreduce",
	[RG_ALLGATHER] = "Allgather",
	[RG_ALLGATHERV] = "Allgatherv",
	[RG_REDUCE_SCATTER] = "Reduce_scatter",
	[RG_REDUCE_SCATTER_BLOCK] = "Reduce_scatter_block",
};

/* ---- What is said */

/* The same bits everywhere were asked for, and cannot be had of MPI's own collectives. Once per
 * cluster and collective. */
static void warn_of_bits(const struct rg_context *x, const struct call *k, enum rg_reason why)
{
	if (!x->reproducible || !k->reduces || why <= RG_EMPTY || why == RG_ONE_PROCESS ||
	    !rg_first(x->c, RG_REASONS + (int)k->which) || x->rank)
		return;
	rg_say("%s_%s: the bits of its result may depend on where the ranks are: native: %s",
	       x->c->name, names[k->which], rg_reason_text(why));
}

/* RINGGEN_VERBOSE: once per communicator, collective and cause; of a single process there is
 * nothing to tell. */
static void tell(struct rg_context *x, const struct call *k, enum rg_reason why,
                 const struct rg_algorithm *algorithm)
{
	const struct rg_cluster *c = x->c;

	warn_of_bits(x, k, why);
	if (!rg_verbose() || x->rank || why == RG_ONE_PROCESS || x->told[k->which] & 1u << why)
		return;
	x->told[k->which] |= 1u << why;
	if (why == RG_OURS)
		rg_say("%s_%s on %d ranks, %d machine%s: %s (%s)", c->name, names[k->which], x->P,
		       x->machines, x->machines == 1 ? "" : "s", algorithm->name,
		       x->by_name || !c->fact ? "the machines by host name"
		       : algorithm->ring      ? c->fact
		                              : "no claim on the load of links");
	else
		rg_say("%s_%s on %d ranks: native: %s", c->name, names[k->which], x->P,
		       rg_reason_text(why));
}

/* ---- Arguments */

static bool has_blocks(const struct call *k)
{
	return k->which == RG_ALLGATHERV || k->which == RG_REDUCE_SCATTER;
}

static int64_t number(const struct numbers *a, int i)
{
	if (a->small)
		return a->small[i];
	return a->large ? (int64_t)a->large[i] : (int64_t)a->places[i];
}

static bool given(const struct numbers *a)
{
	return a->small || a->large || a->places;
}

/* Null handles and such: MPI says what is wrong. */
static bool handles_are_bad(const struct call *k)
{
	if (k->comm == MPI_COMM_NULL || k->type == MPI_DATATYPE_NULL)
		return true;
	if (has_blocks(k) && !given(&k->counts))
		return true;
	if (k->which == RG_ALLGATHERV && !given(&k->places))
		return true;
	if (k->reduces)
		return k->op == MPI_OP_NULL;
	return !k->in_place && (k->in_type == MPI_DATATYPE_NULL || k->in_count < 0);
}

/* The blocks of unequal length, into the context. */
static int read_blocks(const struct call *k, struct rg_context *x, struct shape *s)
{
	if (!rg_context_blocks(x))
		return MPI_ERR_NO_MEM;
	for (int i = 0; i < x->P; i++) {
		x->len[i] = number(&k->counts, i);
		x->off[i] = k->which == RG_ALLGATHERV ? number(&k->places, i) : s->n;
		if (x->len[i] < 0)
			return MPI_ERR_COUNT;
		s->n += x->len[i];
	}
	s->own = x->len[x->rank];
	s->at = x->off[x->rank];
	return MPI_SUCCESS;
}

static bool is_dense(const struct shape *s)
{
	return !s->true_lb && s->size == s->extent && s->size == s->true_extent;
}

/* Remember a type that is as MPI has made it: its handle means the same for ever. */
static void remember_type(struct rg_context *x, MPI_Datatype type, const struct shape *s)
{
	int integers, addresses, types, combiner;

	if (!is_dense(s) ||
	    PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) ||
	    combiner != MPI_COMBINER_NAMED)
		return;
	x->dense = type;
	x->size = s->size;
}

/* The type's measures. Returns MPI's error code. */
static int measure_type(struct rg_context *x, MPI_Datatype type, struct shape *s)
{
	int err;

	*s = (struct shape){.size = x->size, .extent = x->size, .true_extent = x->size};
	if (type == x->dense)
		return MPI_SUCCESS;
	if ((err = PMPI_Type_size_x(type, &s->size)) ||
	    (err = PMPI_Type_get_extent(type, &s->lb, &s->extent)) ||
	    (err = PMPI_Type_get_true_extent(type, &s->true_lb, &s->true_extent)))
		return err;
	remember_type(x, type, s);
	return MPI_SUCCESS;
}

/* Counts and the type's measures. Negative counts are refused here: some reductions of MPICH 4.0
 * crash on them. Returns MPI's error code. */
static int measure(const struct call *k, struct rg_context *x, struct shape *s)
{
	int err = measure_type(x, k->type, s);

	if (err)
		return err;
	if (has_blocks(k))
		return read_blocks(k, x, s);
	if (k->count < 0)
		return MPI_ERR_COUNT;
	bool vector = k->which == RG_ALLREDUCE;
	s->n = vector ? k->count : k->count * x->P;
	s->own = k->count;
	s->at = vector ? 0 : k->count * x->rank;
	return MPI_SUCCESS;
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
static bool buffers_are_bad(const struct call *k, const struct shape *s)
{
	bool scatters = k->which == RG_REDUCE_SCATTER || k->which == RG_REDUCE_SCATTER_BLOCK;
	int64_t in = k->reduces ? s->n : k->in_count;
	int64_t out = scatters && !k->in_place ? s->own : s->n;

	if (k->out == MPI_IN_PLACE || no_buffer(k->out, out, k->type))
		return true;
	if (k->in_place)
		return false;
	return no_buffer(k->in, in, k->reduces ? k->type : k->in_type);
}

/* The send buffer is where the result goes, without MPI_IN_PLACE being said. */
static bool buffers_are_one(const struct call *k, const struct shape *s)
{
	if (k->in_place || !s->own || !k->in)
		return false;
	if (k->reduces)
		return k->in == k->out;
	return k->in_type == k->type && k->in_count == s->own &&
	       (uintptr_t)k->in == (uintptr_t)k->out + (uintptr_t)(s->at * s->extent);
}

/* MPI forbids that. MPICH says so, on the rank that does it; Open MPI takes it for MPI_IN_PLACE,
 * and so must we, for a rank with an empty block does not notice. False: it is for MPI to refuse.
 */
static bool settle_one_buffer(struct call *k, const struct shape *s)
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

/* Whether the type and the operation are those of the last call, and predefined, so that handles
 * that are the same are the same thing. Then a kernel combines them, in any order. */
static bool is_known(const struct call *k, const struct rg_context *x)
{
	return x->kernel && k->op == x->op && k->type == x->type;
}

/* Whether the operation is defined for the type. The answer "yes" is remembered: it holds for
 * predefined types, whose handles last, and for a user's operation it holds always. */
static bool op_is_defined(const struct call *k, struct rg_context *x)
{
	if (k->op == x->op && k->type == x->type)
		return true;
	if (!rg_op_defined(k->op, k->type))
		return false;
	x->op = k->op;
	x->type = k->type;
	x->kernel = rg_kernel_of(k->op, k->type);
	return true;
}

/* ---- The run */

/* Lanes for blocks of this length: the same on all ranks, whatever their types. */
static int count_lanes(const struct rg_choice *choice, const struct shape *s, int P)
{
	if (!choice->slice || !choice->algorithm->lanes)
		return 1;
	int64_t lanes = (s->n * s->size / P + choice->slice - 1) / choice->slice;
	return lanes < 1 ? 1 : lanes < RG_LANES_MOST ? (int)lanes : RG_LANES_MOST;
}

/* What all lanes of a call begin with. Elements are of the call's type. */
static struct rg_lane first_lane(const struct call *k, const struct rg_context *x,
                                 const struct shape *s, const struct rg_choice *choice)
{
	struct rg_lane l = {
		.r = {.t = &rg_mpi_transport,
	              .order = x->order,
	              .P = x->P,
	              .pos = x->pos,
	              .rank = x->rank,
	              .nodes = x->machines,
	              .node = x->machine,
	              .first = x->first,
	              .islands = x->islands,
	              .island = x->island,
	              .island_first = x->island_first,
	              .lanes = count_lanes(choice, s, x->P),
	              .drift = choice->drift,
	              .in_place = k->in_place,
	              .ordered = k->ordered,
	              .ports = choice->ports,
	              .off = has_blocks(k) ? x->off : NULL,
	              .len = has_blocks(k) ? x->len : NULL},
		.base = {[RG_IN] = (uintptr_t)k->in, [RG_OUT] = (uintptr_t)k->out},
	};
	if (x->windows && is_dense(s))
		l.r.window = rg_window_size(l.r.lanes) / s->extent;
	rg_cut(&l.r, s->n);
	return l;
}

/* All lanes after the first's example, and their frames, zeroed. Several are allocated: to be
 * freed. False: no memory. */
static bool make_lanes(struct rg_mpi *m, struct rg_context *x, const struct rg_algorithm *algorithm)
{
	enum { ALIGN = 16 };
	struct rg_lane *first = m->lane;
	size_t frame = (algorithm->frame + ALIGN - 1) / ALIGN * ALIGN;
	size_t lanes = (size_t)m->lanes, head = (lanes * sizeof *first + ALIGN - 1) / ALIGN * ALIGN;

	first->m = m;
	first->frame = x->frame;
	if (lanes == 1) {
		memset(x->frame, 0, algorithm->frame);
		return true;
	}
	m->lane = calloc(1, head + lanes * frame);
	for (size_t i = 0; i < lanes && m->lane; i++) {
		m->lane[i] = *first;
		m->lane[i].r.lane = (int)i;
		m->lane[i].frame = (char *)m->lane + head + i * frame;
	}
	return m->lane;
}

/* Bytes that n elements of the type reach over, rounded up; *low is where they begin, rounded down:
 * so element 0 is where the type's alignment has it. */
static int64_t reach(const struct shape *s, int64_t n, int64_t *low)
{
	enum { ALIGN = 64 };
	int64_t span = (n - 1) * s->extent;
	int64_t begin = s->true_lb + (span < 0 ? span : 0);
	int64_t end = s->true_lb + s->true_extent + (span > 0 ? span : 0);

	*low = begin - ((begin % ALIGN) + ALIGN) % ALIGN;
	return (end - *low + ALIGN - 1) / ALIGN * ALIGN;
}

/* Scratch for the type's elements, for each lane. False: no memory. */
static bool place_scratch(struct rg_mpi *m, struct rg_context *x, const struct shape *s,
                          const struct rg_algorithm *algorithm)
{
	int64_t n = 0, low;

	for (int i = 0; i < m->lanes && algorithm->scratch; i++) {
		int64_t needed = algorithm->scratch(&m->lane[i].r);
		n = needed > n ? needed : n;
	}
	if (!n)
		return true;
	int64_t size = reach(s, n, &low);
	char *memory = rg_context_scratch(x, (size_t)(size * m->lanes));
	for (int i = 0; i < m->lanes; i++)
		m->lane[i].base[RG_TMP] =
			(uintptr_t)memory + (uintptr_t)(i * size) - (uintptr_t)low;
	return memory;
}

static int run(const struct call *k, struct rg_context *x, const struct shape *s,
               const struct rg_choice *choice)
{
	struct rg_lane first = first_lane(k, x, s, choice);
	struct rg_mpi m = {.comm = x->own,
	                   .type = k->type,
	                   .op = k->op,
	                   .kernel = k->reduces ? x->kernel : NULL,
	                   .extent = s->extent,
	                   .dense = is_dense(s),
	                   .window = x->window,
	                   .lane = &first,
	                   .lanes = first.r.lanes};
	int err = MPI_ERR_NO_MEM;

	if (make_lanes(&m, x, choice->algorithm)) {
		if (place_scratch(&m, x, s, choice->algorithm)) {
			if (x->window)
				rg_window_begin(x->window, m.lanes, s->n * s->size);
			err = rg_mpi_run(&m, choice->algorithm);
		}
		rg_context_trim(x);
	}
	if (m.lane != &first)
		free(m.lane);
	return err;
}

/* ---- Allgather(v): in bytes, whatever the types of the ranks, which may all be different */

/* Where the block of a rank is in the receive buffer, and its elements. */
static char *block(const struct call *k, const struct shape *s, int rank, int64_t *count)
{
	bool equal = k->which == RG_ALLGATHER;
	int64_t at = equal ? rank * k->count : number(&k->places, rank);

	*count = equal ? k->count : number(&k->counts, rank);
	return (char *)((uintptr_t)k->out + (uintptr_t)(at * s->extent));
}

/* Whether an allgather(v) has more to send than its own block takes. */
static bool sends_too_much(const struct call *k, const struct shape *s)
{
	MPI_Count size = 0;

	if (k->in_place || (k->in_type == k->type && k->in_count <= s->own))
		return false;
	return !PMPI_Type_size_x(k->in_type, &size) && k->in_count * size > s->own * s->size;
}

/* Whether the send buffer begins with the bytes of the own block. */
static bool sends_bytes(const struct call *k, struct rg_context *x, const struct shape *s)
{
	struct shape in;

	if (k->in_type == k->type)
		return k->in_count >= s->own && is_dense(s);
	return !measure_type(x, k->in_type, &in) && is_dense(&in) &&
	       k->in_count * in.size == s->own * s->size;
}

/* Put the own block into its place. */
static int place_own_block(const struct call *k, const struct rg_context *x, const struct shape *s)
{
	int64_t count, in_count = k->in_count;
	char *to = block(k, s, x->rank, &count);

	if (k->in_type == k->type && in_count > count)
		in_count = count;
	return SENDRECV(k->in, (rg_mpi_count)in_count, k->in_type, x->rank, 0, to,
	                (rg_mpi_count)count, k->type, x->rank, 0, x->own, MPI_STATUS_IGNORE);
}

/* Bytes of a block with gaps, to `packed`, or from there if `back`. */
static int pack(const struct call *k, const struct rg_context *x, const struct shape *s, int rank,
                char *packed, bool back)
{
	int64_t count, most = s->size < INT_MAX ? INT_MAX / s->size : 1;
	char *at = block(k, s, rank, &count);
	int err = MPI_SUCCESS;

	for (int64_t done = 0; done < count && !err; done += most) {
		int n = (int)(count - done < most ? count - done : most), position = 0;
		int bytes = (int)(n * s->size);
		char *element = (char *)((uintptr_t)at + (uintptr_t)(done * s->extent));
		char *there = packed + done * s->size;
		err = back ? PMPI_Unpack(there, bytes, &position, element, n, k->type, x->own)
		           : PMPI_Pack(element, n, k->type, there, bytes, &position, x->own);
		if (!err && position != bytes)
			err = MPI_ERR_INTERN; /* with more than the data */
	}
	return err;
}

/* The blocks of others, from where they were packed. */
static int unpack_others(const struct call *k, const struct rg_context *x, const struct shape *s,
                         char *packed)
{
	int64_t count;
	int err = MPI_SUCCESS;

	for (int i = 0; i < x->P; i++) {
		int one = i == x->rank ? MPI_SUCCESS : pack(k, x, s, i, packed, true);
		err = err ? err : one;
		(void)block(k, s, i, &count);
		packed += count * s->size;
	}
	return err;
}

/* The blocks in bytes: where they are in the receive buffer, or packed. Returns the own one's
 * place when packed. */
static int64_t blocks_in_bytes(const struct call *k, struct rg_context *x, const struct shape *s)
{
	int64_t at = 0, own = s->own * s->size * x->rank;

	for (int i = 0; i < x->P && has_blocks(k); i++) {
		own = i == x->rank ? at : own;
		x->off[i] = is_dense(s) ? x->off[i] * s->size : at;
		x->len[i] *= s->size;
		at += x->len[i];
	}
	return own;
}

/* A send buffer that is not the bytes of the own block is put in its place first, as if
 * MPI_IN_PLACE had been said. A receive buffer with gaps is packed, into scratch of the vector's
 * size. */
static int run_in_bytes(const struct call *k, struct rg_context *x, const struct shape *s,
                        const struct rg_choice *choice)
{
	struct shape bytes = {.n = s->n * s->size, .size = 1, .extent = 1, .true_extent = 1};
	struct call in_bytes = *k;
	char *packed = NULL;
	int failure = MPI_SUCCESS;

	if (!k->in_place && !(is_dense(s) && sends_bytes(k, x, s))) {
		failure = place_own_block(k, x, s);
		in_bytes.in_place = true;
	}
	int64_t own = blocks_in_bytes(k, x, s);
	if (!is_dense(s)) {
		if (!(packed = malloc((size_t)bytes.n)))
			return MPI_ERR_NO_MEM;
		int err = pack(k, x, s, x->rank, packed + own, false);
		failure = failure ? failure : err;
		in_bytes.out = packed;
	}
	in_bytes.type = MPI_BYTE;
	int err = run(&in_bytes, x, &bytes, choice);
	if (packed) {
		int unpacked = unpack_others(k, x, s, packed);
		failure = failure ? failure : unpacked;
		free(packed);
	}
	if (!failure && sends_too_much(k, s)) /* Open MPI does not tell when it copies */
		failure = MPI_ERR_TRUNCATE;
	return err ? err : failure;
}

/* ---- Ours or native */

/* The choices that a plan has for this call. */
static const struct rg_choices *choices_of(const struct rg_plan *plan, const struct call *k)
{
	return k->ordered ? &plan->ordered[k->which] : &plan->any[k->which];
}

/* Whether windows can be used: they hold elements without gaps, and a few of them at least.
 * Reductions have the same type on all ranks; allgathers run in bytes. */
static bool fits_windows(const struct call *k, const struct rg_context *x, const struct shape *s)
{
	return x->windows &&
	       (!k->reduces || (is_dense(s) && 2 * x->P * s->size <= RG_WINDOW_BYTES));
}

/* The last choice whose size is reached. For the same bits everywhere, one that is ours, if there
 * is any. NULL: there is none. */
static const struct rg_choice *choose(const struct rg_choices *all, const struct rg_context *x,
                                      const struct call *k, const struct shape *s)
{
	const struct rg_choice *best = NULL;

	for (int i = 0; i < all->n; i++) {
		const struct rg_choice *next = &all->choice[i];
		if (!next->algorithm && k->reduces && x->reproducible)
			continue;
		if (!best || next->bytes <= s->n * s->size)
			best = next;
	}
	return best;
}

/* Whether a plan has anything for this collective. */
static bool serves(const struct rg_plan *plan, const struct call *k)
{
	return plan->any[k->which].n || plan->ordered[k->which].n;
}

/* Why no choice is ours: what other plans have for this collective is for machines with windows, or
 * for one machine. */
static enum rg_reason no_choice(const struct rg_context *x, const struct rg_plan *plan,
                                const struct call *k, bool windows)
{
	if (serves(plan, k))
		return x->reproducible ? RG_UNORDERED : RG_ORDERED;
	for (int i = 0; i < x->c->nplans; i++)
		if (serves(&x->c->plans[i], k))
			return windows ? RG_MACHINES : RG_NO_WINDOWS;
	return RG_NO_ALGORITHM;
}

/* What is to be done with a call that the communicator could serve: *choice if it is ours. */
static enum rg_reason consider(struct call *k, const struct rg_context *x, const struct shape *s,
                               const struct rg_choice **choice)
{
	bool windows = fits_windows(k, x, s);
	const struct rg_plan *plan = windows ? x->plan : x->plain;

	k->ordered = k->reduces && (x->reproducible || !(is_known(k, x) || rg_op_commutes(k->op)));
	*choice = choose(choices_of(plan, k), x, k, s);
	if (!*choice)
		return no_choice(x, plan, k, windows);
	const struct rg_algorithm *algorithm = (*choice)->algorithm;
	if (!algorithm)
		return RG_SLOWER;
	if (algorithm->machine && x->machines > 1)
		return RG_MACHINES;
	return algorithm->windows && !windows ? RG_NO_WINDOWS : RG_OURS;
}

/* Ours and done: true, *err being the outcome. Nothing was raised yet unless by the set-up. */
static bool attempt(struct call *k, struct rg_context *x, int *err, bool *raised)
{
	struct shape s;

	if ((*err = measure(k, x, &s)))
		return true;
	if (!s.n || !s.size) {
		tell(x, k, RG_EMPTY, NULL);
		return false;
	}
	if (buffers_are_bad(k, &s) || !settle_one_buffer(k, &s) ||
	    (k->reduces && !op_is_defined(k, x)))
		return false;
	if (x->why == RG_NEW && (*err = rg_set_up(x))) {
		*raised = true;
		return true;
	}
	const struct rg_choice *choice = NULL;
	enum rg_reason why = x->why == RG_OURS ? consider(k, x, &s, &choice) : x->why;
	tell(x, k, why, choice ? choice->algorithm : NULL);
	if (why != RG_OURS)
		return false;
	*err = k->reduces ? run(k, x, &s, choice) : run_in_bytes(k, x, &s, choice);
	return true;
}

/* Whether the call is ours; then it has been done, and *err is what to return. */
static bool ours(struct call *k, int *err)
{
	struct rg_context *x;
	bool raised = false;

	k->in_place = k->in == MPI_IN_PLACE;
	k->reduces = k->which != RG_ALLGATHER && k->which != RG_ALLGATHERV;
	if (handles_are_bad(k))
		return false;
	*err = rg_context(k->c, k->comm, &x);
	raised = *err && *err != MPI_ERR_NO_MEM;
	if (!*err) {
		if (!x)
			return false;
		if (x->why != RG_NEW && x->why != RG_OURS) {
			tell(x, k, x->why, NULL);
			return false;
		}
		if (!attempt(k, x, err, &raised))
			return false;
	}
	if (*err && !raised)
		PMPI_Comm_call_errhandler(k->comm, *err);
	return true;
}

/* ---- The entries */

int rg_allreduce(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
                 MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call k = {RG_ALLREDUCE, c,       comm, sendbuf, recvbuf, .count = count,
	                 .type = type, .op = op};
	int err;

	return ours(&k, &err) ? err : PMPI_Allreduce(sendbuf, recvbuf, count, type, op, comm);
}

int rg_allgather(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm)
{
	struct call k = {RG_ALLGATHER,
	                 c,
	                 comm,
	                 sendbuf,
	                 recvbuf,
	                 .count = recvcount,
	                 .type = recvtype,
	                 .in_count = sendcount,
	                 .in_type = sendtype};
	int err;

	return ours(&k, &err) ? err
	                      : PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                       recvtype, comm);
}

int rg_allgatherv(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                  MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call k = {RG_ALLGATHERV,
	                 c,
	                 comm,
	                 sendbuf,
	                 recvbuf,
	                 .type = recvtype,
	                 .in_count = sendcount,
	                 .in_type = sendtype,
	                 .counts.small = recvcounts,
	                 .places.small = displs};
	int err;

	return ours(&k, &err) ? err
	                      : PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                                        displs, recvtype, comm);
}

int rg_reduce_scatter(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                      const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call k = {
		RG_REDUCE_SCATTER,         c, comm, sendbuf, recvbuf, .type = type, .op = op,
		.counts.small = recvcounts};
	int err;

	return ours(&k, &err) ? err
	                      : PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, type, op, comm);
}

int rg_reduce_scatter_block(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                            int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call k = {RG_REDUCE_SCATTER_BLOCK,
	                 c,
	                 comm,
	                 sendbuf,
	                 recvbuf,
	                 .count = recvcount,
	                 .type = type,
	                 .op = op};
	int err;

	return ours(&k, &err)
	               ? err
	               : PMPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, type, op, comm);
}

#if RINGGEN_LARGE_COUNT
int rg_allreduce_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, MPI_Count count,
                   MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call k = {RG_ALLREDUCE, c,       comm, sendbuf, recvbuf, .count = count,
	                 .type = type, .op = op};
	int err;

	return ours(&k, &err) ? err : PMPI_Allreduce_c(sendbuf, recvbuf, count, type, op, comm);
}

int rg_allgather_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   MPI_Comm comm)
{
	struct call k = {RG_ALLGATHER,
	                 c,
	                 comm,
	                 sendbuf,
	                 recvbuf,
	                 .count = recvcount,
	                 .type = recvtype,
	                 .in_count = sendcount,
	                 .in_type = sendtype};
	int err;

	return ours(&k, &err) ? err
	                      : PMPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                         recvtype, comm);
}

int rg_allgatherv_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                    const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct call k = {RG_ALLGATHERV,
	                 c,
	                 comm,
	                 sendbuf,
	                 recvbuf,
	                 .type = recvtype,
	                 .in_count = sendcount,
	                 .in_type = sendtype,
	                 .counts.large = recvcounts,
	                 .places.places = displs};
	int err;

	return ours(&k, &err) ? err
	                      : PMPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                                          displs, recvtype, comm);
}

int rg_reduce_scatter_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                        const MPI_Count recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call k = {
		RG_REDUCE_SCATTER,         c, comm, sendbuf, recvbuf, .type = type, .op = op,
		.counts.large = recvcounts};
	int err;

	return ours(&k, &err) ? err
	                      : PMPI_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, type, op, comm);
}

int rg_reduce_scatter_block_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                              MPI_Count recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct call k = {RG_REDUCE_SCATTER_BLOCK,
	                 c,
	                 comm,
	                 sendbuf,
	                 recvbuf,
	                 .count = recvcount,
	                 .type = type,
	                 .op = op};
	int err;

	return ours(&k, &err)
	               ? err
	               : PMPI_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, type, op, comm);
}
#endif
