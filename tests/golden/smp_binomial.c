/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate --auto --ops allreduce=smp-binomial --prefix smp_binomial
 * -o smp_binomial
 *
 * The order follows the host names: machine by machine, then core by core.
 * allreduce by smp-binomial: partners change from step to step, so nothing is claimed of the load
 * on links.
 * Played back in memory for 1 to 17, 23 and 32 processes, in rank order and shuffled, on machines
 * with equal and unequal numbers of them: every contribution exactly once, no deadlock when no send
 * completes before its receive is posted.
 */
#include "ringgen.h"

#if RINGGEN_VERSION / 100 != 600 / 100
#error "made by ringgen 0.6.0 for a ringgen.h of that version: generate this file again"
#endif

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

/* Reduce and broadcast along a binomial tree over a group, whose root is member 0 (Thakur,
 * Rabenseifner & Gropp 2005). The parent of a member is the one whose number lacks its lowest bit.
 * Whole vectors, one message at a time. Cost for n members: ceil(lg n) messages of the vector each.
 * Each partial result is that of a contiguous run of the group, in its order.
 */
struct tree {
	int at, bit;
	struct rg_group group; /* the caller's to set */
	struct partial partial;
};

/* How many children the root has. */
static int tree_height(struct rg_group g)
{
	int height = 0;
	for (int n = 1; n < g.n; n *= 2)
		height++;
	return height;
}

/* The result is the root's s->partial. */
static int tree_reduce(struct rg *r, void *frame)
{
	struct tree *s = frame;
	struct rg_span all = rg_head(RG_OUT, r->n), none = rg_head(RG_OUT, 0);

	RG_BEGIN(r, s);
	for (s->bit = 1; s->bit < s->group.n && !(s->group.me & s->bit); s->bit *= 2)
		if (s->group.me + s->bit < s->group.n) {
			partial_swap(r, &s->partial, rg_member(&s->group, s->group.me + s->bit),
			             none, all);
			rg_wait(r, s);
			partial_add(r, &s->partial, all, true);
		}
	if (s->group.me) {
		partial_swap(r, &s->partial, rg_member(&s->group, s->group.me - s->bit), all, none);
		rg_wait(r, s);
	}
	RG_END(s);
}

/* From the root's RG_OUT into that of all. */
static int tree_broadcast(struct rg *r, void *frame)
{
	struct tree *s = frame;

	RG_BEGIN(r, s);
	for (s->bit = 1; s->bit < s->group.n && !(s->group.me & s->bit);)
		s->bit *= 2;
	if (s->group.me) {
		rg_recv(r, rg_member(&s->group, s->group.me - s->bit), rg_head(RG_OUT, r->n));
		rg_wait(r, s);
	}
	for (s->bit /= 2; s->bit > 0; s->bit /= 2)
		if (s->group.me + s->bit < s->group.n) {
			rg_send(r, rg_member(&s->group, s->group.me + s->bit),
			        rg_head(RG_OUT, r->n));
			rg_wait(r, s);
		}
	RG_END(s);
}

/* SMP-binomial allreduce (Patarasuk & Yuan 2009, section 5, after Tipparaju, Nieplocha & Panda
 * 2003): (1) reduce on each machine, to its leader, (2) reduce between the leaders, (3) broadcast
 * between the leaders, (4) broadcast on each machine, all along binomial trees.
 *
 * Cost for M machines of p ranks: 2 ceil(lg p) + 2 ceil(lg M) steps, each with one message of the
 * whole vector; the first leader takes part in all of them. Scratch: the vector. Ranks are combined
 * in the order of the machines, so the operation must commute; all processes get the same bits.
 */
struct smp_binomial {
	int at;
	struct tree tree;
};

static int smp_binomial(struct rg *r, void *frame)
{
	struct smp_binomial *s = frame;

	RG_BEGIN(r, s);
	s->tree.partial = partial_begin(r, tree_height(rg_machine(r)) + tree_height(rg_leaders(r)));
	s->tree.group = rg_machine(r);
	rg_run(r, s, tree_reduce, &s->tree);
	if (rg_leads(r)) {
		s->tree.group = rg_leaders(r);
		rg_run(r, s, tree_reduce, &s->tree);
		if (r->run[RG_ON_MACHINE] == 0)
			partial_end(r, &s->tree.partial, rg_head(RG_OUT, r->n));
		rg_run(r, s, tree_broadcast, &s->tree);
	}
	s->tree.group = rg_machine(r);
	rg_run(r, s, tree_broadcast, &s->tree);
	RG_END(s);
}

static int64_t smp_binomial_scratch(const struct rg *r)
{
	return r->n;
}

static const struct rg_algorithm rg_smp_binomial_allreduce = {
	.name = "smp-binomial",
	.run = smp_binomial,
	.frame = sizeof(struct smp_binomial),
	.scratch = smp_binomial_scratch,
	.commutes = true,
};

static const struct rg_choice choices_0[] = {
	{0, &rg_smp_binomial_allreduce, 0, NULL, false}, // from 0 B
};

static const struct rg_plan plans[] = {
	{
		.machines = 1,
		.ranks = 1,
		.any[RG_ALLREDUCE] = {choices_0, 1},
	},
};

/* No machines: the ring follows the host names, machine by machine (Patarasuk & Yuan 2009, section
 * 4.2 and Lemma 6: contention free where the network is a switch between machines). */
static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "smp_binomial",
	.fact = "machine by machine, by host name",
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* A nonblocking or persistent collective: for smp_binomial_Start, smp_binomial_Test,
smp_binomial_Wait and
 * smp_binomial_Request_free. */
typedef struct rg_request *smp_binomial_Request;

int smp_binomial_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                           MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int smp_binomial_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                            MPI_Op op, MPI_Comm comm, smp_binomial_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                          MPI_INFO_NULL, request);
}

int smp_binomial_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                                MPI_Op op, MPI_Comm comm, MPI_Info info,
                                smp_binomial_Request *request)
{
	return rg_begin_allreduce(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                          request);
}

#if MPI_VERSION >= 4
int smp_binomial_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm);
}

int smp_binomial_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              smp_binomial_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, false,
	                            MPI_INFO_NULL, request);
}

int smp_binomial_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                                  MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                  smp_binomial_Request *request)
{
	return rg_begin_allreduce_c(&cluster, sendbuf, recvbuf, count, type, op, comm, true, info,
	                            request);
}
#endif

int smp_binomial_Start(smp_binomial_Request *request)
{
	return rg_request_start(*request);
}

int smp_binomial_Test(smp_binomial_Request *request, int *flag, MPI_Status *status)
{
	return rg_request_test(request, flag, status);
}

int smp_binomial_Wait(smp_binomial_Request *request, MPI_Status *status)
{
	return rg_request_wait(request, status);
}

int smp_binomial_Request_free(smp_binomial_Request *request)
{
	return rg_request_free(request);
}
