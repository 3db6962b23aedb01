/* SPDX-License-Identifier: BSD-3-Clause
 * ringgen.h: what an algorithm and what emitted code is compiled against.
 *
 * First the engine: an algorithm is a resumable routine over a transport. It knows the number of
 * processes, its position in the logical ring and the geometry of the blocks; it posts sends and
 * receives, waits, combines and copies. Over MPI that is a collective (libringgen); over a
 * transport in memory it is the proof that the collective is right (the generator). Nothing in this
 * part knows MPI.
 *
 * Then, unless RINGGEN_NO_MPI is defined, the entries of libringgen that emitted code calls.
 */
#ifndef RINGGEN_H
#define RINGGEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RINGGEN_VERSION 200 /* 0.2.0: major * 10000 + minor * 100 + patch */
#define RINGGEN_VERSION_TEXT "0.2.0"

/* ---- The engine
 * ---------------------------------------------------------------------------------------- */

/* The buffers of a collective, in elements. Allreduce: RG_IN and RG_OUT are the vector.
 * Allgather(v): RG_IN is the own block alone, RG_OUT all blocks. Reduce_scatter(_block): RG_IN is
 * the vector, RG_OUT the own block alone; with MPI_IN_PLACE the vector, whose first elements become
 * the own block. RG_IN is the caller's send buffer and is never written; RG_OUT its receive buffer;
 * RG_TMP scratch of the size that the algorithm states. With MPI_IN_PLACE, RG_OUT holds the
 * caller's data and RG_IN must not be touched. */
enum rg_buffer { RG_IN, RG_OUT, RG_TMP };

enum rg_collective {
	RG_ALLREDUCE,
	RG_ALLGATHER,
	RG_ALLGATHERV,
	RG_REDUCE_SCATTER,
	RG_REDUCE_SCATTER_BLOCK,
	RG_COLLECTIVES
};

/* `len` elements from element `off` of a buffer. Elements are of the collective's datatype, never
 * bytes. */
struct rg_span {
	int buf;
	int64_t off, len;
};

struct rg;

/* The four calls of an algorithm. Spans are never empty here: the inline wrappers below drop those.
 * send and recv only post: the span must stay untouched (send: unwritten) until the next rg_wait
 * has passed. A receive names its sender and has the length of its message; nobody sends to itself.
 * In an allgather(v) RG_IN can be of another datatype: its only use is to be copied, whole, to the
 * own block of RG_OUT. A failure is left in rg.err. */
struct rg_transport {
	void (*send)(struct rg *r, int peer, const struct rg_span *from);
	void (*recv)(struct rg *r, int peer, const struct rg_span *to);
	/* right = left op right, elementwise; equal lengths, no overlap */
	void (*combine)(struct rg *r, const struct rg_span *left, const struct rg_span *right);
	/* equal lengths, no overlap */
	void (*copy)(struct rg *r, const struct rg_span *to, const struct rg_span *from);
};

/* What one process knows of a collective in progress. Transports embed it as their first member. */
struct rg {
	const struct rg_transport *t;
	const int *order; /* [P] the rank at each position of the ring */
	int P;            /* processes */
	int pos, rank;    /* this process: order[pos] == rank */
	int nodes, node;  /* machines, in the order of the ring; the one of this process */
	const int *first; /* [nodes + 1] the position at which each one's ranks begin; then P */
	int lane;         /* tag of its messages */
	bool in_place;
	const int64_t *off; /* [P] where the block of each rank begins, */
	const int64_t *len; /* [P] its length; both NULL: equal blocks, see rg_cut */
	int64_t n;          /* elements of the whole vector, */
	int64_t quot, rest; /* n / P, n % P: see rg_cut */
	int pending;        /* posted and not yet complete */
	int err;            /* 0, or what the transport failed with: sticks */
	bool stop;          /* the next wait returns even if nothing is pending, */
	bool strict;        /* and so does every wait of a strict transport */
};

/* How a run ends: finished, to be resumed when something completed, failed (see rg.err). */
enum rg_progress { RG_DONE, RG_MORE, RG_FAILED };

/* An algorithm for one collective. `run` keeps all that must last across a wait in the frame:
 * `frame` bytes, zeroed before the first run. `scratch` tells the elements of RG_TMP it needs. */
struct rg_algorithm {
	const char *name;
	int (*run)(struct rg *r, void *frame);
	size_t frame;
	int64_t (*scratch)(const struct rg *r);
	bool commutes; /* it needs an operation that commutes */
	bool ring;     /* its messages go to the next rank of the ring only */
};

/* A routine's body stands between RG_BEGIN and RG_END; s points to its frame, which has a member
 * `int at`. Nothing that must last lives in a local variable across rg_wait or rg_run, and neither
 * stands inside an inner switch. After RG_END the frame is as new. */
#define RG_BEGIN(r, s)            \
	switch ((s)->at) {        \
	default:                  \
		(r)->err = -1;    \
		return RG_FAILED; \
	case 0:

#define RG_END(s)    \
	}            \
	(s)->at = 0; \
	return RG_DONE

/* Wait for all that was posted. */
#define rg_wait(r, s)                                  \
	while ((r)->err || !rg_ready(r)) {             \
		(s)->at = __LINE__;                    \
		return (r)->err ? RG_FAILED : RG_MORE; \
	case __LINE__:;                                \
	}

/* Run another routine to its end; `frame` is its own, within s. */
#define rg_run(r, s, routine, frame)                   \
	while (routine((r), (frame)) != RG_DONE) {     \
		(s)->at = __LINE__;                    \
		return (r)->err ? RG_FAILED : RG_MORE; \
	case __LINE__:;                                \
	}

static inline bool rg_ready(struct rg *r)
{
	if (r->pending || r->stop)
		return false;
	r->stop = r->strict;
	return true;
}

/* The position i of the ring, brought into 0 ... P - 1; i is at least -P and below 2 P. In the
 * proof any i is, so that a routine that lost its place is seen to be wrong and does not crash. */
static inline int rg_at(const struct rg *r, int i)
{
#ifdef RINGGEN_NO_MPI
	i = i % r->P + (i % r->P < 0 ? r->P : 0);
#endif
	return i < 0 ? i + r->P : i < r->P ? i : i - r->P;
}

/* The ranks behind and before this process in the ring. */
static inline int rg_next(const struct rg *r)
{
	return r->order[rg_at(r, r->pos + 1)];
}

static inline int rg_prev(const struct rg *r)
{
	return r->order[rg_at(r, r->pos - 1)];
}

/* Some of the processes, for routines that do not need them all. */
struct rg_group {
	int n, me;       /* members; which one this process is */
	const int *at;   /* [n] the position of each member; NULL: 0 ... n - 1 */
	const int *rank; /* the rank at each position; NULL: the same */
};

/* All processes, by rank. */
static inline struct rg_group rg_all(const struct rg *r)
{
	return (struct rg_group){r->P, r->rank, NULL, NULL};
}

/* The processes on this machine, in their order. The first leads them. */
static inline struct rg_group rg_machine(const struct rg *r)
{
	int first = r->first[r->node];
	return (struct rg_group){r->first[r->node + 1] - first, r->pos - first, NULL,
	                         r->order + first};
}

/* The processes that lead a machine, in the order of the machines; this one has to be among them.
 */
static inline struct rg_group rg_leaders(const struct rg *r)
{
	return (struct rg_group){r->nodes, r->node, r->first, r->order};
}

static inline bool rg_leads(const struct rg *r)
{
	return r->pos == r->first[r->node];
}

/* The rank of member i. As above, any i will do in the proof. */
static inline int rg_member(const struct rg_group *g, int i)
{
#ifdef RINGGEN_NO_MPI
	i = g->n ? i % g->n + (i % g->n < 0 ? g->n : 0) : 0;
#endif
	i = g->at ? g->at[i] : i;
	return g->rank ? g->rank[i] : i;
}

/* Cut a vector of n elements into equal blocks. */
static inline void rg_cut(struct rg *r, int64_t n)
{
	r->n = n;
	r->quot = n / r->P;
	r->rest = n % r->P;
}

/* The block of the process at position i (of -P ... 2P - 1) of the ring, in buffer buf. Equal
 * blocks differ by at most one element; the longer ones come first. */
static inline struct rg_span rg_block(const struct rg *r, int buf, int i)
{
	int b = r->order[rg_at(r, i)];
	if (r->len)
		return (struct rg_span){buf, r->off[b], r->len[b]};
	return (struct rg_span){buf, b * r->quot + (b < r->rest ? b : r->rest),
	                        r->quot + (b < r->rest)};
}

/* The buffer with this process's own contribution. */
static inline int rg_mine(const struct rg *r)
{
	return r->in_place ? RG_OUT : RG_IN;
}

/* `len` elements from the beginning of a buffer. */
static inline struct rg_span rg_head(int buf, int64_t len)
{
	return (struct rg_span){buf, 0, len};
}

/* The longest block, in elements. O(P) when the blocks are not equal. */
static inline int64_t rg_longest(const struct rg *r)
{
	if (!r->len)
		return r->quot + (r->rest != 0);
	int64_t longest = 0;
	for (int i = 0; i < r->P; i++)
		longest = r->len[i] > longest ? r->len[i] : longest;
	return longest;
}

static inline void rg_send(struct rg *r, int peer, struct rg_span from)
{
	if (from.len)
		r->t->send(r, peer, &from);
}

static inline void rg_recv(struct rg *r, int peer, struct rg_span to)
{
	if (to.len)
		r->t->recv(r, peer, &to);
}

static inline void rg_combine(struct rg *r, struct rg_span left, struct rg_span right)
{
	if (right.len)
		r->t->combine(r, &left, &right);
}

static inline void rg_copy(struct rg *r, struct rg_span to, struct rg_span from)
{
	if (to.len)
		r->t->copy(r, &to, &from);
}

/* ---- libringgen
 * ---------------------------------------------------------------------------------------- */

#ifndef RINGGEN_NO_MPI
#include <mpi.h>

/* Another name of machine number `machine`. */
struct rg_alias {
	const char *name;
	int machine;
};

/* What an emitted file knows: its cluster and its algorithms. Constant; its address names it. */
struct rg_cluster {
	int version;      /* RINGGEN_VERSION that the file was emitted for */
	const char *name; /* the prefix of its routines */
	const char *fact; /* what is proved of its rings, for RINGGEN_VERBOSE: one line */
	const char *const
		*machines; /* [nmachines] host names in the order of the ring; NULL: by host name */
	int nmachines;
	const struct rg_alias *aliases; /* [naliases] */
	int naliases;
	/* The fixed form; P == 0 in the open form. */
	int P;            /* the number of processes it was made for */
	const int *host;  /* [P] machine (index into machines) of each rank */
	const int *order; /* [P] the rank at each position of the ring */
	const struct rg_algorithm *algorithm[RG_COLLECTIVES]; /* NULL: none, the call is native */
};

/* The collectives of MPI over a cluster's ring. Arguments, results and errors are those of the MPI
 * routine of that name. What is not ours goes to PMPI: inter-communicators, one process, operations
 * that do not commute under an algorithm that needs that, arguments that MPI would refuse, a
 * cluster that does not fit. */
int rg_allreduce(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
                 MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int rg_allgather(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm);
int rg_allgatherv(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                  MPI_Datatype recvtype, MPI_Comm comm);
int rg_reduce_scatter(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                      const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int rg_reduce_scatter_block(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                            int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm);

#if MPI_VERSION >= 4
#define RINGGEN_LARGE_COUNT 1 /* the _c variants exist */
int rg_allreduce_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, MPI_Count count,
                   MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int rg_allgather_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   MPI_Comm comm);
int rg_allgatherv_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                    const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
int rg_reduce_scatter_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                        const MPI_Count recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int rg_reduce_scatter_block_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                              MPI_Count recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
#endif

#endif /* RINGGEN_NO_MPI */
#endif
