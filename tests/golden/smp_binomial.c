/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate --auto --ops allreduce=smp-binomial --prefix smp_binomial
 * -o smp_binomial
 *
 * The order follows the host names: machine by machine, then core by core.
 *
 * Algorithms, each played back in memory for 1 to 24, 31 to 33, 37, 48, 64 and 257 processes, in
 * rank order and shuffled, on machines with equal and unequal numbers of them: every contribution
 * exactly once, no deadlock when no send completes before its receive is posted. libringgen plays
 * them where a job's ranks are.
 *  allreduce       smp-binomial
 *  others: partners change: no claim on the load of links
 *
 * Then choices by size, plans by the shape of a job, and the routines that an application calls.
 */
#include "ringgen.h"
#include "ringgen/parts/fold.h"
#include "ringgen/entries.h"

#if RINGGEN_VERSION / 100 != 600 / 100
#error "made by ringgen 0.6.0 for a ringgen.h of that version: generate this file again"
#endif

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

/* What to do with vectors of at least so many bytes, in slices of so many. A list begins from 0. */
static const struct rg_choice choices[] = {
	{0, NULL, 0, NULL, false, false, false},                       // 0: none
	{0, &rg_smp_binomial_allreduce, 0, NULL, false, false, false}, // 1: from 0 B
	{0, NULL, 0, NULL, false, false, false},                       // 2: the end
};

/* For so many machines of so many ranks, with windows or without: where the list of each
 * collective begins, of those left out none: see enum rg_purpose. */
static const struct rg_plan plans[] = {
	{1, 16, false, {{1}, {0}, {0}}}, // 16 ranks
};

/* No machines: the ring follows the host names, machine by machine (Patarasuk & Yuan 2009, section
 * 4.2 and Lemma 6: contention free where the network is a switch between machines). */
static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "smp_binomial",
	.fact = "machine by machine, by host name",
	.choices = choices,
	.plans = plans,
	.nplans = sizeof plans / sizeof *plans,
};

/* What an application calls, as the header has it. */
RG_ALL_FORMS(ALLREDUCE, smp_binomial)
RG_REQUESTS(smp_binomial)
