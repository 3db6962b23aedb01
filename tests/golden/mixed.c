/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate pair.xml --ops allreduce=butterfly,allgather=ring
 * --prefix mixed -o mixed
 *
 * Proved: 8 machines, 2 switches, ring load 1 on 18 link directions, and so for every subset of the
 * machines.
 * allreduce by butterfly: partners change from step to step, so nothing is claimed of the load on
 * links.
 * Played back in memory for 1 to 17, 23 and 32 processes, in rank order and shuffled, on machines
 * with equal and unequal numbers of them, and for 8 processes in this order: every contribution
 * exactly once, no deadlock when no send completes before its receive is posted.
 */
#include "ringgen.h"

#if RINGGEN_VERSION / 100 != 600 / 100
#error "made by ringgen 0.6.0 for a ringgen.h of that version: generate this file again"
#endif

/* Some processes that work for all n of a group (Thakur, Rabenseifner & Gropp 2005): w of them, at
 * least half. The first 2 (n - w) members form pairs of neighbours, of which the first one works.
 * The workers, numbered in the order of the group, stand for contiguous runs of it. Here is the
 * member that is worker i, or (second) the other one of its pair, if it has one.
 */
static int pairs_member(int pairs, int i, bool second)
{
	return i < pairs ? 2 * i + second : i + pairs;
}

/* Which worker a member is, where there are so many pairs; -1: it is none.
 */
static int pairs_worker(int pairs, int member)
{
	return member >= 2 * pairs ? member - pairs : member % 2 == 0 ? member / 2 : -1;
}

/* The partial result of a reduction in rank order, and where it stands. A combination writes its
 * right operand: when the other process's part belongs to the right of ours, the sum is where that
 * part landed. So two buffers take turns, RG_OUT and RG_TMP, and nothing is copied but what stands
 * in RG_IN, which is the caller's.
 */
struct partial {
	int in;        /* the buffer it stands in */
	int own;       /* the one where it may be changed: the same, unless that is RG_IN */
	int64_t ahead; /* RG_TMP begins with this element of the vector */
};

static struct rg_span partial_in(const struct partial *p, int buf, struct rg_span part)
{
	return (struct rg_span){buf, part.off - (buf == RG_TMP ? p->ahead : 0), part.len};
}

static int partial_landing(const struct partial *p)
{
	return p->own == RG_OUT ? RG_TMP : RG_OUT;
}

/* The own contribution. After `turns` parts that belong to its right it is to be in RG_OUT, if that
 * is to be had. */
static struct partial partial_begin(const struct rg *r, int turns)
{
	return (struct partial){rg_mine(r), r->in_place || turns % 2 == 0 ? RG_OUT : RG_TMP, 0};
}

/* Give one part of it to a peer, get what the peer has of another part; post that. */
static void partial_swap(struct rg *r, const struct partial *p, int peer, struct rg_span give,
                         struct rg_span keep)
{
	rg_send(r, peer, partial_in(p, p->in, give));
	rg_recv(r, peer, partial_in(p, partial_landing(p), keep));
}

/* Add what came, to our right or to our left. */
static void partial_add(struct rg *r, struct partial *p, struct rg_span keep, bool right)
{
	struct rg_span ours = partial_in(p, p->own, keep),
		       came = partial_in(p, partial_landing(p), keep);

	if (right) {
		rg_combine(r, partial_in(p, p->in, keep), came);
		p->own = came.buf;
	} else {
		if (p->in != p->own)
			rg_copy(r, ours, partial_in(p, p->in, keep));
		rg_combine(r, came, ours);
	}
	p->in = p->own;
}

/* Bring it to RG_OUT. */
static void partial_end(struct rg *r, struct partial *p, struct rg_span part)
{
	if (p->in != RG_OUT)
		rg_copy(r, partial_in(p, RG_OUT, part), partial_in(p, p->in, part));
	p->in = p->own = RG_OUT;
}

/* The workers of a group work for all of it. Before, the second of each pair gives its vector to
 * the first; after, it gets the result. Cost: two messages of the whole vector, none when all work.
 */
struct fold {
	int at;
	struct rg_group group;
	struct rg_span all;  /* the vector, in RG_OUT */
	int workers, worker; /* w; this process's number among them, -1: it is none */
	struct partial partial;
};

static void fold_to(struct fold *s, struct rg_group group, struct rg_span all, int workers)
{
	s->group = group;
	s->all = all;
	s->workers = workers;
	s->worker = pairs_worker(group.n - workers, group.me);
}

static bool fold_paired(const struct fold *s)
{
	return s->group.me < 2 * (s->group.n - s->workers);
}

/* The rank of the other one of the pair. */
static int fold_twin(const struct fold *s)
{
	return rg_member(&s->group, s->worker < 0 ? s->group.me - 1 : s->group.me + 1);
}

/* The rank of worker i. */
static int fold_worker(const struct fold *s, int i)
{
	return rg_member(&s->group, pairs_member(s->group.n - s->workers, i, false));
}

static int fold_before(struct rg *r, void *frame)
{
	struct fold *s = frame;
	struct rg_span none = rg_head(RG_OUT, 0);

	RG_BEGIN(r, s);
	if (fold_paired(s)) {
		partial_swap(r, &s->partial, fold_twin(s), s->worker < 0 ? s->all : none,
		             s->worker < 0 ? none : s->all);
		rg_wait(r, s);
		if (s->worker >= 0)
			partial_add(r, &s->partial, s->all, true);
	}
	RG_END(s);
}

static int fold_after(struct rg *r, void *frame)
{
	struct fold *s = frame;

	RG_BEGIN(r, s);
	if (fold_paired(s)) {
		if (s->worker < 0)
			rg_recv(r, fold_twin(s), s->all);
		else
			rg_send(r, fold_twin(s), s->all);
		rg_wait(r, s);
	}
	RG_END(s);
}

/* The fold to a power of two: so many of n members work, the largest number of that kind that is
 * not above n.
 */
static int pairs_workers(int n)
{
	int workers = 1;

	while (workers <= n / 2)
		workers *= 2;
	return workers;
}

/* The fold to a power of two.
 */
static void fold_begin(struct fold *s, struct rg_group group, struct rg_span all)
{
	fold_to(s, group, all, pairs_workers(group.n));
}

/* The butterfly over a group (Rabenseifner 2004; Thakur, Rabenseifner & Gropp 2005): a
 * reduce-scatter by recursive halving, then an allgather by recursive doubling. The vector is cut
 * into as many blocks as there are workers. In step j of the first half each worker exchanges with
 * the one whose number differs in bit j: it gives half of what it has to do with, and adds the
 * other half. In the end it holds the sum of one block. The second half goes the same way back.
 *
 * The partner next door comes first: a partial result is always that of a contiguous run of the
 * group, and combining keeps its order. Cost for n members: 2 lg n messages, 2 (n - 1) / n of the
 * vector out of and into each; two messages of the whole vector more when n is no power of two.
 * Scratch: the vector.
 */
struct butterfly {
	int at, bit;
	struct fold fold; /* its group and partial result are the caller's to set */
};

/* The part of the vector that worker i has to do with when the bits below `bit` are through. Each
 * of them chose a half of what the one before it had left. */
static struct rg_span butterfly_part(const struct rg *r, const struct fold *f, int i, int bit)
{
	int64_t quot = r->n / f->workers, rest = r->n % f->workers, begin = 0, end;

	for (int b = 1; b < bit; b *= 2)
		begin += i & b ? f->workers / (2 * b) : 0;
	end = begin + f->workers / bit;
	begin = begin * quot + (begin < rest ? begin : rest);
	end = end * quot + (end < rest ? end : rest);
	return (struct rg_span){RG_OUT, begin, end - begin};
}

static int butterfly(struct rg *r, void *frame)
{
	struct butterfly *s = frame;
	struct fold *f = &s->fold;

	RG_BEGIN(r, s);
	rg_run(r, s, fold_before, f);
	if (f->worker >= 0) {
		for (s->bit = 1; s->bit < f->workers; s->bit *= 2) {
			partial_swap(r, &f->partial, fold_worker(f, f->worker ^ s->bit),
			             butterfly_part(r, f, f->worker ^ s->bit, 2 * s->bit),
			             butterfly_part(r, f, f->worker, 2 * s->bit));
			rg_wait(r, s);
			partial_add(r, &f->partial, butterfly_part(r, f, f->worker, 2 * s->bit),
			            !(f->worker & s->bit));
		}
		partial_end(r, &f->partial, butterfly_part(r, f, f->worker, f->workers));
		for (s->bit = f->workers / 2; s->bit > 0; s->bit /= 2) {
			rg_send(r, fold_worker(f, f->worker ^ s->bit),
			        butterfly_part(r, f, f->worker, 2 * s->bit));
			rg_recv(r, fold_worker(f, f->worker ^ s->bit),
			        butterfly_part(r, f, f->worker ^ s->bit, 2 * s->bit));
			rg_wait(r, s);
		}
	}
	rg_run(r, s, fold_after, f);
	RG_END(s);
}

/* Butterfly allreduce (Rabenseifner 2004), any P: what MPI libraries do with long vectors. When P
 * is a power of two it sends no more than the ring, in 2 lg P steps, but to partners that are up to
 * P / 2 places away, so that messages meet on the links.
 *
 * Cost and scratch: the butterfly's. Processes are numbered along the ring, or by rank where the
 * order of the operands matters, and combined in that order, each block in one place: the operation
 * need not commute, and all processes get the same bits.
 */
struct butterfly_allreduce {
	int at;
	struct butterfly butterfly;
};

static int butterfly_allreduce(struct rg *r, void *frame)
{
	struct butterfly_allreduce *s = frame;

	RG_BEGIN(r, s);
	fold_begin(&s->butterfly.fold, rg_everyone(r), rg_head(RG_OUT, r->n));
	s->butterfly.fold.partial = partial_begin(r, 0);
	rg_run(r, s, butterfly, &s->butterfly);
	RG_END(s);
}

static int64_t butterfly_allreduce_scratch(const struct rg *r)
{
	return r->n;
}

static const struct rg_algorithm rg_butterfly_allreduce = {
	.name = "butterfly",
	.run = butterfly_allreduce,
	.frame = sizeof(struct butterfly_allreduce),
	.scratch = butterfly_allreduce_scratch,
};

/* The second half of the ring (Patarasuk & Yuan 2009, section 4.1, after Thakur, Rabenseifner &
 * Gropp): every process begins with its own block in RG_OUT and passes on the block that reached it
 * last, to its right neighbour only, P - 1 times. Cost: (P - 1) messages of one block, (P - 1) / P
 * of the vector in and out of each process, which is the least there is. No scratch.
 */
struct ring {
	int at, step;
};

static int ring_circulate(struct rg *r, void *frame)
{
	struct ring *s = frame;

	RG_BEGIN(r, s);
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, rg_next(r), rg_block(r, RG_OUT, r->pos - s->step + 1));
		rg_recv(r, rg_prev(r), rg_block(r, RG_OUT, r->pos - s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Ring allgather, for equal and unequal blocks: put the own block in its place, then circulate.
 */
struct ring_allgather {
	int at;
	struct ring circulate;
};

static int ring_allgather(struct rg *r, void *frame)
{
	struct ring_allgather *s = frame;

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	rg_run(r, s, ring_circulate, &s->circulate);
	RG_END(s);
}

static const struct rg_algorithm rg_ring_allgather = {
	.name = "ring",
	.run = ring_allgather,
	.frame = sizeof(struct ring_allgather),
	.ring = true,
	.lanes = true,
};

/* The machines in the order of the ring: depth first, so that every subtree is one contiguous run,
 * and any subset of the machines, in this order, is a ring that uses no link direction twice. */
static const char *const machines[] = {
	"n0", // 0
	"n1", // 1
	"n2", // 2
	"n3", // 3
	"n4", // 4
	"n5", // 5
	"n6", // 6
	"n7", // 7
};

static const struct rg_choice choices_0[] = {
	{0, &rg_butterfly_allreduce, 0, NULL, false}, // from 0 B
};

static const struct rg_choice choices_1[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{65536, &rg_ring_allgather, 8192, NULL, false},    // from 64 KiB
	{1048576, &rg_ring_allgather, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_2[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{65536, &rg_ring_allgather, 8192, NULL, false},   // from 64 KiB
	{524288, &rg_ring_allgather, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_3[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{131072, &rg_ring_allgather, 8192, NULL, false},  // from 128 KiB
	{524288, &rg_ring_allgather, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_4[] = {
	{0, &rg_ring_allgather, 0, NULL, false}, // from 0 B
};

static const struct rg_choice choices_5[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{262144, &rg_ring_allgather, 8192, NULL, false},  // from 256 KiB
	{524288, &rg_ring_allgather, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_6[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{524288, &rg_ring_allgather, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_7[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{1048576, &rg_ring_allgather, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_8[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{2097152, &rg_ring_allgather, 16384, NULL, false}, // from 2 MiB
};

static const struct rg_choice choices_9[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{4194304, &rg_ring_allgather, 16384, NULL, false}, // from 4 MiB
};

static const struct rg_plan plans[] = {
	{
		.machines = 2,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_1, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 3,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_1, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 4,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_2, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 6,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_2, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 8,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_3, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_4, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 2,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_3, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 4,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_5, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 8,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_6, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 4,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_4, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 2,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_3, 3},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 4,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_6, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 8,
		.ranks = 4,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_7, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 8,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_4, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 2,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_6, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 4,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_7, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 8,
		.ranks = 8,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_8, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 1,
		.ranks = 16,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_4, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 2,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_7, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 4,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_8, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
	{
		.machines = 8,
		.ranks = 16,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.any[RG_ALLGATHER] = {choices_9, 2},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
};

static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "mixed",
	.fact = "8 machines, 2 switches, ring load 1 on 18 link directions",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* A nonblocking or persistent collective: for mixed_Start, mixed_Test, mixed_Wait and
 * mixed_Request_free. */
typedef struct rg_request *mixed_Request;

int mixed_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm)
{
	return rg_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int mixed_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                     MPI_Comm comm, mixed_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                          MPI_INFO_NULL, request);
}

int mixed_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm, MPI_Info info, mixed_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                          request);
}

#if MPI_VERSION >= 4
int mixed_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                      MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int mixed_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                       MPI_Op op, MPI_Comm comm, mixed_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                            MPI_INFO_NULL, request);
}

int mixed_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                           MPI_Op op, MPI_Comm comm, MPI_Info info, mixed_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                            request);
}
#endif

int mixed_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                    comm);
}

int mixed_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, MPI_Comm comm, mixed_Request *request)
{
	return rg_begin_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                          recvtype, comm, false, MPI_INFO_NULL, request);
}

int mixed_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                         mixed_Request *request)
{
	return rg_begin_allgather(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                          recvtype, comm, true, info, request);
}

#if MPI_VERSION >= 4
int mixed_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
	                      comm);
}

int mixed_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                       mixed_Request *request)
{
	return rg_begin_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                            recvtype, comm, false, MPI_INFO_NULL, request);
}

int mixed_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                           MPI_Info info, mixed_Request *request)
{
	return rg_begin_allgather_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                            recvtype, comm, true, info, request);
}
#endif

int mixed_Start(mixed_Request *request)
{
	return rg_request_start(*request);
}

int mixed_Test(mixed_Request *request, int *flag, MPI_Status *status)
{
	return rg_request_test(request, flag, status);
}

int mixed_Wait(mixed_Request *request, MPI_Status *status)
{
	return rg_request_wait(request, status);
}

int mixed_Request_free(mixed_Request *request)
{
	return rg_request_free(request);
}
