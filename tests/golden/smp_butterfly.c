/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate smp.xml --hosts a[0-1],b0 --ranks-per-node 2 --ops
 * allreduce=smp-butterfly --prefix smp_butterfly -o smp_butterfly
 *
 * For 3 machines, 2 switches.
 *
 * Algorithms, each played back in memory for 6 processes in this order: every contribution exactly
 * once, no deadlock when no send completes before its receive is posted. libringgen plays them
 * where a job's ranks are.
 *  allreduce       smp-butterfly
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#include "ringgen.h"
#include "ringgen/parts/fold.h"
#include "ringgen/entries.h"

#if RINGGEN_VERSION / 100 != 600 / 100
#error "made by ringgen 0.6.0 for a ringgen.h of that version: generate this file again"
#endif

enum { P = 6 };

/* The workers of a group work for all of it. Before, the second of each pair gives its vector to
 * the first; after, it gets the result. Cost: two messages of the whole vector, none when all work.
 */
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

/* SMP-butterfly allreduce (Patarasuk & Yuan 2009, section 5): (1) reduce on each machine, to its
 * leader, along a binomial tree, (2) the butterfly between the leaders, (3) broadcast on each
 * machine.
 *
 * Cost for M machines of p ranks: 2 ceil(lg p) messages of the whole vector inside a machine, then
 * the butterfly's for M, so 2 (M - 1) / M of the vector out of and into each machine when M is a
 * power of two. Scratch: the vector. Ranks are combined in the order of the machines, so the
 * operation must commute; all processes get the same bits.
 */
struct smp_butterfly {
	int at;
	struct tree tree;
	struct butterfly butterfly;
};

static int smp_butterfly(struct rg *r, void *frame)
{
	struct smp_butterfly *s = frame;

	RG_BEGIN(r, s);
	s->tree.partial = partial_begin(r, tree_height(rg_machine(r)));
	s->tree.group = rg_machine(r);
	rg_run(r, s, tree_reduce, &s->tree);
	if (rg_leads(r)) {
		fold_begin(&s->butterfly.fold, rg_leaders(r), rg_head(RG_OUT, r->n));
		s->butterfly.fold.partial = s->tree.partial;
		rg_run(r, s, butterfly, &s->butterfly);
	}
	rg_run(r, s, tree_broadcast, &s->tree);
	RG_END(s);
}

static const struct rg_algorithm rg_smp_butterfly_allreduce = {
	.name = "smp-butterfly",
	.run = smp_butterfly,
	.frame = sizeof(struct smp_butterfly),
	.scratch = fold_scratch,
	.commutes = true,
};

/* The machines of the list, in the order of the ring: depth first. */
static const char *const machines[] = {
	"a0", "a1", "b0", // 0 to 2
};

/* Other names of a machine. */
static const struct rg_alias aliases[] = {
	{"ib-a0", 0},              // a0
	{"a0.cluster.example", 0}, // a0
	{"ib-a1", 1},              // a1
	{"a1.cluster.example", 1}, // a1
};

/* The machine of each rank. The runtime checks that a communicator is the one that this file was
 * made for: P processes, each on its machine. */
static const int host[P] = {
	0, 0, 1, 1, 2, 2, // rank 0 to 5
};

/* The rank at each position of the ring. */
static const int order[P] = {
	0, 1, 2, 3, 4, 5, // position 0 to 5
};

/* What to do with vectors of at least so many bytes, in slices of so many. A list begins from 0. */
static const struct rg_choice choices[] = {
	{0, NULL, 0, NULL, false, false, false},                        // 0: none
	{0, &rg_smp_butterfly_allreduce, 0, NULL, false, false, false}, // 1: from 0 B, 906 us
	{0, NULL, 0, NULL, false, false, false},                        // 2: the end
};

/* For so many machines of so many ranks, with windows or without: where the list of each
 * collective begins, of those left out none: see enum rg_purpose. */
static const struct rg_plan plans[] = {
	{3, 2, false, {{1}, {0}, {0}}}, // 6 ranks
};

static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "smp_butterfly",
	.fact = "3 machines, 2 switches",
	.machines = machines,
	.nmachines = sizeof machines / sizeof *machines,
	.P = P,
	.host = host,
	.order = order,
	.aliases = aliases,
	.naliases = sizeof aliases / sizeof *aliases,
	.wires = {1.25e+08, 0.00015},
	.choices = choices,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* What an application calls, as the header has it. */
RG_ALL_FORMS(ALLREDUCE, smp_butterfly)
RG_REQUESTS(smp_butterfly)
