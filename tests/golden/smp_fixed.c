/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.6.0: ringgen generate smp.xml --hosts a[0-1],b0 --ranks-per-node 2 --ops
 * allreduce=ring,allreduce=butterfly,allreduce=columns --prefix smp_fixed -o smp_fixed
 *
 * For 3 machines, 2 switches.
 *
 * Algorithms, each played back in memory for 6 processes in this order: every contribution exactly
 * once, no deadlock when no send completes before its receive is posted. libringgen plays them
 * where a job's ranks are.
 *  allreduce       butterfly, columns
 *  others: partners change: no claim on the load of links
 *
 * Then the machines, choices by size, plans by the shape of a job, and the routines that an
 * application calls.
 */
#include "ringgen.h"
#include "ringgen/parts/fold.h"
#include "ringgen/parts/columns.h"
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

static const struct rg_algorithm rg_butterfly_allreduce = {
	.name = "butterfly",
	.run = butterfly_allreduce,
	.frame = sizeof(struct butterfly_allreduce),
	.scratch = fold_scratch,
};

/* Reduce-scatter in columns. In step j each process gives what it has of the blocks of the j-th
 * machine before its own to the columns of its machine; they get the partial results of the same
 * blocks from the machine before, add to them what the machine gave, and pass them on in the next
 * step. The last step is for the own machine.
 *
 * Cost for M machines, of p ranks: M - 1 messages of all blocks that a column has of one machine,
 * so (M - 1) / M of the vector out of and into each machine; meanwhile, inside it, M messages of
 * each block from each process to the block's column, unless c.shared. Scratch: p + 1 times a
 * column's blocks of one machine. The operation must commute.
 */
static int columns_reduce(struct rg *r, void *frame)
{
	struct columns_reduce *s = frame;

	RG_BEGIN(r, s);
	s->longest = columns_longest(r, &s->c);
	s->sums = s->c.shared ? columns_all(r, &s->c) : 0;
	for (s->step = 1; s->step <= s->c.machines; s->step++) {
		columns_give(r, s, columns_machine(&s->c, -s->step));
		if (s->step > 1 && columns_here(r, &s->c).me < s->c.k)
			columns_pass(r, s, columns_machine(&s->c, -s->step));
		rg_wait(r, s);
		if (columns_here(r, &s->c).me < s->c.k)
			columns_add_all(r, s, columns_machine(&s->c, -s->step));
	}
	RG_END(s);
}

/* Allgather in columns: each column passes the blocks that reached it last to the next machine, and
 * to the other processes of its own. A block begins in the RG_OUT of its owner: block i of a
 * machine is that of its i-th process.
 *
 * Cost for M machines, of p ranks: (M - 1) / M of the vector out of and into each machine, in M - 1
 * steps, with a message for each of the blocks that a column has of one machine; meanwhile, inside
 * the machine, p - 1 messages of each block. No scratch.
 */
struct columns_gather {
	int at, step;
	struct columns c; /* the caller's to set */
};

static int columns_gather(struct rg *r, void *frame)
{
	struct columns_gather *s = frame;

	RG_BEGIN(r, s);
	for (s->step = 1; s->step <= s->c.machines; s->step++) {
		columns_share(r, &s->c, columns_machine(&s->c, 1 - s->step));
		/* The first blocks may be those of processes that are in no column. */
		if (s->step == 1 && columns_blocks(&s->c, s->c.machine) > s->c.k)
			rg_wait(r, s);
		if (s->step < s->c.machines)
			columns_hand_on(r, &s->c, columns_machine(&s->c, 1 - s->step),
			                columns_machine(&s->c, -s->step));
		rg_wait(r, s);
	}
	RG_END(s);
}

/* Allreduce in columns, for machines of several ranks, or for the machines on one switch, or
 * whatever level the parameter names: the vector is cut into k blocks for each machine, k being the
 * ranks on the one that has the fewest; a reduce-scatter, then an allgather of these. With one rank
 * on each machine it is the ring.
 *
 * Cost: out of and into each of M machines 2 (M - 1) / M of the vector, the least there is, in
 * 2 (M - 1) steps; inside the machine, for p ranks, 2 (p - 1) times the vector. Scratch: (p + 1) /
 * (k M) of it. Each block is combined in one place: the operation must commute, and all processes
 * get the same bits.
 *
 * By switches, which users call islands: in each step the processes of an island give a part of the
 * vector to its columns, over links that nobody else uses, while each column passes the part before
 * to the next island; then the same way back. With L islands, one rank on each machine and as many
 * machines on each island, each link carries as much as with the ring, 2 (P - 1) / P of the vector
 * in and out of each process and 2 (L - 1) / L of it between neighbouring islands, but in 2 L steps
 * instead of 2 (P - 1). When an island has fewer machines than the others, it has fewer columns,
 * and they carry more. With several ranks on a machine, what comes into an island enters the
 * machine once for each of them: columns of machines, within columns of islands, would mend that.
 */
struct columns_allreduce {
	int at;
	struct columns_reduce reduce;
	struct columns_gather gather;
};

static int columns_allreduce(struct rg *r, void *frame)
{
	struct columns_allreduce *s = frame;

	RG_BEGIN(r, s);
	s->reduce.c = s->gather.c =
		columns_begin(r, true, rg_level_of(r->parameters, RG_ON_MACHINE));
	rg_run(r, s, columns_reduce, &s->reduce);
	rg_run(r, s, columns_gather, &s->gather);
	RG_END(s);
}

static const struct rg_algorithm rg_columns_allreduce = {
	.name = "columns",
	.run = columns_allreduce,
	.frame = sizeof(struct columns_allreduce),
	.scratch = columns_allreduce_scratch,
	.commutes = true,
	.lanes = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("machine", "switch"),
	.names = RG_WORDS("columns", "islands"),
	.level = RG_ON_MACHINE,
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
	/* clang-format off */
	{0, NULL, 0, NULL, false, false, false},                              // 0: none
	{0, &rg_butterfly_allreduce, 0, NULL, false, false, false},           // 1: from 0 B, 906 us
	{9216, &rg_columns_allreduce, 0, "machine", false, false, false},     // 2: from 9 KiB, 1064 us
	{65536, &rg_columns_allreduce, 8192, "machine", false, false, false}, // 3: from 64 KiB, 1542 us
	{0, &rg_butterfly_allreduce, 0, NULL, false, false, false},           // 4: from 0 B, 906 us
	{0, NULL, 0, NULL, false, false, false},                              // 5: the end
	/* clang-format on */
};

/* For so many machines of so many ranks, with windows or without: where the list of each
 * collective begins, of those left out none: see enum rg_purpose. */
static const struct rg_plan plans[] = {
	{3, 2, false, {{1}, {4}, {0}}}, // 6 ranks
};

static const struct rg_cluster cluster = {
	.version = 600, // of ringgen.h
	.library = &rg_library,
	.name = "smp_fixed",
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
RG_ALL_FORMS(ALLREDUCE, smp_fixed)
RG_REQUESTS(smp_fixed)
