/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate pair.xml --ops allreduce=ring,allgatherv=ring --prefix
 * two -o two
 *
 * Proved: 8 machines, 2 switches, ring load 1 on 18 link directions, and so for every subset of the
 * machines.
 * Played back in memory for 1 to 17, 23 and 32 processes, in rank order and shuffled, on machines
 * with equal and unequal numbers of them, and for 8 processes in this order: every contribution
 * exactly once, no deadlock when no send completes before its receive is posted.
 */
#include "ringgen.h"

#if RINGGEN_VERSION / 100 != 600 / 100
#error "made by ringgen 0.6.0 for a ringgen.h of that version: generate this file again"
#endif

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

/* Ring allreduce (Patarasuk & Yuan 2009, section 4.1): the vector is cut into P blocks. In step j
 * of the first half every process sends block pos - j to its right neighbour, receives block pos -
 * j - 1 from its left neighbour, and adds its own contribution; after P - 1 steps it holds the
 * result of block pos. The second half circulates the results.
 *
 * Cost: 2 (P - 1) messages of one block, so 2 (P - 1) / P of the vector in and out of each process
 * (their Lemma 4: the least there is). Scratch: one block with MPI_IN_PLACE, else none, since a
 * partial result can land where its result will be. Each block is bracketed along the ring from its
 * own place on: the operation must commute, and all processes get the same bits.
 */
struct ring_allreduce {
	int at, step;
	struct ring circulate;
};

/* Where the partial result of the block of position i lands: in its place, unless the own
 * contribution is there. */
static struct rg_span ring_landing(const struct rg *r, int i)
{
	struct rg_span block = rg_block(r, RG_OUT, i);
	return r->in_place ? rg_head(RG_TMP, block.len) : block;
}

/* What is to be added to RG_OUT then: the partial result from scratch, or the own contribution. */
static struct rg_span ring_addend(const struct rg *r, int i)
{
	struct rg_span block = rg_block(r, RG_IN, i);
	return r->in_place ? rg_head(RG_TMP, block.len) : block;
}

static int ring_allreduce(struct rg *r, void *frame)
{
	struct ring_allreduce *s = frame;

	RG_BEGIN(r, s);
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, 0), rg_block(r, RG_IN, 0));
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, rg_next(r),
		        rg_block(r, s->step == 1 ? rg_mine(r) : RG_OUT, r->pos - s->step));
		rg_recv(r, rg_prev(r), ring_landing(r, r->pos - s->step - 1));
		rg_wait(r, s);
		rg_combine(r, ring_addend(r, r->pos - s->step - 1),
		           rg_block(r, RG_OUT, r->pos - s->step - 1));
	}
	rg_run(r, s, ring_circulate, &s->circulate);
	RG_END(s);
}

static int64_t ring_allreduce_scratch(const struct rg *r)
{
	return r->in_place ? rg_longest(r) : 0;
}

static const struct rg_algorithm rg_ring_allreduce = {
	.name = "ring",
	.run = ring_allreduce,
	.frame = sizeof(struct ring_allreduce),
	.scratch = ring_allreduce_scratch,
	.commutes = true,
	.ring = true,
	.lanes = true,
};

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
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{65536, &rg_ring_allreduce, 8192, NULL, false},   // from 64 KiB
	{524288, &rg_ring_allreduce, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_1[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{65536, &rg_ring_allgather, 8192, NULL, false},    // from 64 KiB
	{1048576, &rg_ring_allgather, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_2[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{32768, &rg_ring_allreduce, 8192, NULL, false},   // from 32 KiB
	{262144, &rg_ring_allreduce, 16384, NULL, false}, // from 256 KiB
};

static const struct rg_choice choices_3[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{65536, &rg_ring_allgather, 8192, NULL, false},   // from 64 KiB
	{524288, &rg_ring_allgather, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_4[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{65536, &rg_ring_allreduce, 8192, NULL, false},   // from 64 KiB
	{262144, &rg_ring_allreduce, 16384, NULL, false}, // from 256 KiB
};

static const struct rg_choice choices_5[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{131072, &rg_ring_allreduce, 8192, NULL, false},  // from 128 KiB
	{262144, &rg_ring_allreduce, 16384, NULL, false}, // from 256 KiB
};

static const struct rg_choice choices_6[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{131072, &rg_ring_allgather, 8192, NULL, false},  // from 128 KiB
	{524288, &rg_ring_allgather, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_7[] = {
	{0, &rg_ring_allreduce, 0, NULL, false}, // from 0 B
};

static const struct rg_choice choices_8[] = {
	{0, &rg_ring_allgather, 0, NULL, false}, // from 0 B
};

static const struct rg_choice choices_9[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{262144, &rg_ring_allreduce, 16384, NULL, false}, // from 256 KiB
};

static const struct rg_choice choices_10[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{262144, &rg_ring_allgather, 8192, NULL, false},  // from 256 KiB
	{524288, &rg_ring_allgather, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_11[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},          // from 0 B
	{524288, &rg_ring_allreduce, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_12[] = {
	{0, &rg_ring_allgather, 0, NULL, false},          // from 0 B
	{524288, &rg_ring_allgather, 16384, NULL, false}, // from 512 KiB
};

static const struct rg_choice choices_13[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},           // from 0 B
	{1048576, &rg_ring_allreduce, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_14[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{1048576, &rg_ring_allgather, 16384, NULL, false}, // from 1 MiB
};

static const struct rg_choice choices_15[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},           // from 0 B
	{2097152, &rg_ring_allreduce, 16384, NULL, false}, // from 2 MiB
};

static const struct rg_choice choices_16[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{2097152, &rg_ring_allgather, 16384, NULL, false}, // from 2 MiB
};

static const struct rg_choice choices_17[] = {
	{0, &rg_ring_allreduce, 0, NULL, false},           // from 0 B
	{4194304, &rg_ring_allreduce, 16384, NULL, false}, // from 4 MiB
};

static const struct rg_choice choices_18[] = {
	{0, &rg_ring_allgather, 0, NULL, false},           // from 0 B
	{4194304, &rg_ring_allgather, 16384, NULL, false}, // from 4 MiB
};

static const struct rg_plan plans[] = {
	{
		.machines = 2,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 3},
		.any[RG_ALLGATHERV] = {choices_1, 3},
	},
	{
		.machines = 3,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_2, 3},
		.any[RG_ALLGATHERV] = {choices_1, 3},
	},
	{
		.machines = 4,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 3},
		.any[RG_ALLGATHERV] = {choices_3, 3},
	},
	{
		.machines = 6,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_4, 3},
		.any[RG_ALLGATHERV] = {choices_3, 3},
	},
	{
		.machines = 8,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_5, 3},
		.any[RG_ALLGATHERV] = {choices_6, 3},
	},
	{
		.machines = 1,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_7, 1},
		.any[RG_ALLGATHERV] = {choices_8, 1},
	},
	{
		.machines = 2,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_5, 3},
		.any[RG_ALLGATHERV] = {choices_6, 3},
	},
	{
		.machines = 4,
		.ranks = 2,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_9, 2},
		.any[RG_ALLGATHERV] = {choices_10, 3},
	},
	{
		.machines = 8,
		.ranks = 2,
		.any[RG_ALLREDUCE] = {choices_11, 2},
		.any[RG_ALLGATHERV] = {choices_12, 2},
	},
	{
		.machines = 1,
		.ranks = 4,
		.any[RG_ALLREDUCE] = {choices_7, 1},
		.any[RG_ALLGATHERV] = {choices_8, 1},
	},
	{
		.machines = 2,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_9, 2},
		.any[RG_ALLGATHERV] = {choices_6, 3},
	},
	{
		.machines = 4,
		.ranks = 4,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_11, 2},
		.any[RG_ALLGATHERV] = {choices_12, 2},
	},
	{
		.machines = 8,
		.ranks = 4,
		.any[RG_ALLREDUCE] = {choices_13, 2},
		.any[RG_ALLGATHERV] = {choices_14, 2},
	},
	{
		.machines = 1,
		.ranks = 8,
		.any[RG_ALLREDUCE] = {choices_7, 1},
		.any[RG_ALLGATHERV] = {choices_8, 1},
	},
	{
		.machines = 2,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_11, 2},
		.any[RG_ALLGATHERV] = {choices_12, 2},
	},
	{
		.machines = 4,
		.ranks = 8,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_13, 2},
		.any[RG_ALLGATHERV] = {choices_14, 2},
	},
	{
		.machines = 8,
		.ranks = 8,
		.any[RG_ALLREDUCE] = {choices_15, 2},
		.any[RG_ALLGATHERV] = {choices_16, 2},
	},
	{
		.machines = 1,
		.ranks = 16,
		.any[RG_ALLREDUCE] = {choices_7, 1},
		.any[RG_ALLGATHERV] = {choices_8, 1},
	},
	{
		.machines = 2,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_13, 2},
		.any[RG_ALLGATHERV] = {choices_14, 2},
	},
	{
		.machines = 4,
		.ranks = 16,
		.windows = true,
		.any[RG_ALLREDUCE] = {choices_15, 2},
		.any[RG_ALLGATHERV] = {choices_16, 2},
	},
	{
		.machines = 8,
		.ranks = 16,
		.any[RG_ALLREDUCE] = {choices_17, 2},
		.any[RG_ALLGATHERV] = {choices_18, 2},
	},
};

static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "two",
	.fact = "8 machines, 2 switches, ring load 1 on 18 link directions",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* A nonblocking or persistent collective: for two_Start, two_Test, two_Wait and
 * two_Request_free. */
typedef struct rg_request *two_Request;

int two_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm)
{
	return rg_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int two_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, two_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                          MPI_INFO_NULL, request);
}

int two_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm, MPI_Info info, two_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                          request);
}

#if MPI_VERSION >= 4
int two_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                    MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int two_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                     MPI_Op op, MPI_Comm comm, two_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                            MPI_INFO_NULL, request);
}

int two_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm, MPI_Info info, two_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                            request);
}
#endif

int two_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	return rg_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                     recvtype, comm);
}

int two_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm, two_Request *request)
{
	return rg_begin_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                           displs, recvtype, comm, false, MPI_INFO_NULL, request);
}

int two_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        MPI_Comm comm, MPI_Info info, two_Request *request)
{
	return rg_begin_allgatherv(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                           displs, recvtype, comm, true, info, request);
}

#if MPI_VERSION >= 4
int two_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                     MPI_Comm comm)
{
	return rg_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
	                       recvtype, comm);
}

int two_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm, two_Request *request)
{
	return rg_begin_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                             displs, recvtype, comm, false, MPI_INFO_NULL, request);
}

int two_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, two_Request *request)
{
	return rg_begin_allgatherv_c(&cluster, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
	                             displs, recvtype, comm, true, info, request);
}
#endif

int two_Start(two_Request *request)
{
	return rg_request_start(*request);
}

int two_Test(two_Request *request, int *flag, MPI_Status *status)
{
	return rg_request_test(request, flag, status);
}

int two_Wait(two_Request *request, MPI_Status *status)
{
	return rg_request_wait(request, status);
}

int two_Request_free(two_Request *request)
{
	return rg_request_free(request);
}
