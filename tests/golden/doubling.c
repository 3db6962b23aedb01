/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate pair.xml --ops allreduce=recursive-doubling --prefix
 * doubling -o doubling
 *
 * For 8 machines, 2 switches.
 * allreduce by recursive-doubling: partners change from step to step, so nothing is claimed of the
 * load on links.
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

/* Recursive doubling allreduce (Thakur & Gropp 2003; Thakur, Rabenseifner & Gropp 2005): in step j
 * every process exchanges its whole partial result with the one whose number differs in bit j, so
 * that after lg P steps each has the sum of all. When P is no power of two, the rest is folded
 * first (see above).
 *
 * Cost: lg P messages of the whole vector out of and into each process, and as many combinations of
 * it; two messages more when P is no power of two. The fewest steps, so for short vectors. Scratch:
 * the vector. Processes are numbered along the ring, or by rank where the order of the operands
 * matters, and combined in that order, in the same way everywhere: the operation need not commute,
 * and all processes get the same bits.
 */
struct recursive_doubling {
	int at, bit;
	struct fold fold;
};

/* How many parts come that belong to the right of this process's: one when it is folded, and one
 * for each bit of its number that is not set. */
static int recursive_doubling_turns(const struct fold *f)
{
	int turns = fold_paired(f);
	for (int bit = 1; bit < f->workers; bit *= 2)
		turns += !(f->worker & bit);
	return turns;
}

static int recursive_doubling(struct rg *r, void *frame)
{
	struct recursive_doubling *s = frame;
	struct fold *f = &s->fold;
	struct rg_span all = rg_head(RG_OUT, r->n);

	RG_BEGIN(r, s);
	fold_begin(f, rg_everyone(r), all);
	f->partial = partial_begin(r, recursive_doubling_turns(f));
	rg_run(r, s, fold_before, f);
	if (f->worker >= 0) {
		for (s->bit = 1; s->bit < f->workers; s->bit *= 2) {
			partial_swap(r, &f->partial, fold_worker(f, f->worker ^ s->bit), all, all);
			rg_wait(r, s);
			partial_add(r, &f->partial, all, !(f->worker & s->bit));
		}
		partial_end(r, &f->partial, all);
	}
	rg_run(r, s, fold_after, f);
	RG_END(s);
}

static int64_t recursive_doubling_scratch(const struct rg *r)
{
	return r->n;
}

static const struct rg_algorithm rg_recursive_doubling_allreduce = {
	.name = "recursive-doubling",
	.run = recursive_doubling,
	.frame = sizeof(struct recursive_doubling),
	.scratch = recursive_doubling_scratch,
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
	{0, &rg_recursive_doubling_allreduce, 0, NULL, false}, // from 0 B
};

static const struct rg_plan plans[] = {
	{
		.machines = 1,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
		.ordered[RG_ALLREDUCE] = {choices_0, 1},
	},
};

static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "doubling",
	.fact = "8 machines, 2 switches",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* A nonblocking or persistent collective: for doubling_Start, doubling_Test, doubling_Wait and
 * doubling_Request_free. */
typedef struct rg_request *doubling_Request;

int doubling_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm)
{
	return rg_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int doubling_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, doubling_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                          MPI_INFO_NULL, request);
}

int doubling_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                            MPI_Op op, MPI_Comm comm, MPI_Info info, doubling_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                          request);
}

#if MPI_VERSION >= 4
int doubling_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int doubling_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm, doubling_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                            MPI_INFO_NULL, request);
}

int doubling_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                              doubling_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                            request);
}
#endif

int doubling_Start(doubling_Request *request)
{
	return rg_request_start(*request);
}

int doubling_Test(doubling_Request *request, int *flag, MPI_Status *status)
{
	return rg_request_test(request, flag, status);
}

int doubling_Wait(doubling_Request *request, MPI_Status *status)
{
	return rg_request_wait(request, status);
}

int doubling_Request_free(doubling_Request *request)
{
	return rg_request_free(request);
}
