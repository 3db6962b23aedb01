/* SPDX-License-Identifier: BSD-3-Clause
 * Machines in columns: let k be the number of ranks on the machine that has the fewest. Column
 * j holds the j-th rank of every machine, in the order of the ring. The blocks of each machine
 * are dealt to the columns; each column carries its own around, from machine to machine, while
 * inside a machine all processes give to the columns, or get from them. So the k rings of the
 * columns together load each link as one ring of machines would that carries the whole vector:
 * each byte enters and leaves a machine once, however many ranks it has. Ranks beyond the k-th
 * of a machine only give and get.
 *
 * So it is with the runs of any level, say the machines on one switch, in place of machines: what
 * is said of a machine's link goes for the links between switches then.
 */
#pragma once
#include "ringgen/parts/shared.h"

struct columns {
	int machines, machine; /* runs of the level: how many, the one of this process, */
	const int *first;      /* [machines + 1] where each one's ranks begin */
	int k;                 /* columns */
	bool whole;  /* each machine has k equal blocks of one vector; else each rank has a block */
	bool shared; /* inside machines it is done through windows, before and after: there are no
	                messages there. What a machine has of its column's blocks is added up and
	                stands at the beginning of scratch: see columns_before */
};

static inline struct columns columns_begin(const struct rg *r, bool whole, enum rg_level level)
{
	const struct rg_runs *runs = &r->places->level[level];
	return (struct columns){runs->n, r->run[level], runs->first, rg_fewest(r, level),
	                        whole,   false};
}

/* The processes on this machine. */
static inline struct rg_group columns_here(const struct rg *r, const struct columns *c)
{
	int first = c->first[c->machine];
	return (struct rg_group){c->first[c->machine + 1] - first, r->pos - first, NULL,
	                         r->order + first};
}

/* The processes in this column, which this process has to be in. */
static inline struct rg_group columns_own(const struct rg *r, const struct columns *c)
{
	return (struct rg_group){c->machines, c->machine, c->first,
	                         r->order + (r->pos - c->first[c->machine])};
}

/* The machine that is so many (of -machines ... machines) after this one, in the order of the ring.
 */
static inline int columns_machine(const struct columns *c, int after)
{
	return (c->machine + after % c->machines + c->machines) % c->machines;
}

/* How many blocks a machine has. Column j has number j of them, and each k-th after that. */
static inline int columns_blocks(const struct columns *c, int machine)
{
	machine = rg_within(machine, 0, c->machines);
	return c->whole ? c->k : c->first[machine + 1] - c->first[machine];
}

/* This lane's slice of block i of a machine, in buffer buf. */
static inline struct rg_span columns_block(const struct rg *r, const struct columns *c, int buf,
                                           int machine, int i)
{
	int64_t parts = (int64_t)c->k * c->machines, part = (int64_t)machine * c->k + i;
	int64_t quot = r->n / parts, rest = r->n % parts;

	if (!c->whole)
		return rg_block(r, buf, c->first[rg_within(machine, 0, c->machines)] + i);
	return rg_slice(r, buf, part * quot + (part < rest ? part : rest), quot + (part < rest));
}

/* ---- The own machine alone, each of whose processes is a column. */

static inline struct columns columns_inside(const struct rg *r)
{
	const int *first = r->places->level[RG_ON_MACHINE].first + r->run[RG_ON_MACHINE];
	return (struct columns){1, 0, first, rg_machine(r).n, false, true};
}

/* ---- What a column has of the vector, in one piece: from the blocks of the own machine on, in the
 * order of the ring */

/* The elements of all blocks that this process's column has of a machine. */
static inline int64_t columns_length(const struct rg *r, const struct columns *c, int machine)
{
	int64_t length = 0;
	for (int i = columns_here(r, c).me; i < columns_blocks(c, machine); i += c->k)
		length += columns_block(r, c, RG_TMP, machine, i).len;
	return length;
}

static inline int64_t columns_all(const struct rg *r, const struct columns *c)
{
	int64_t length = 0;
	for (int m = 0; m < c->machines; m++)
		length += columns_length(r, c, m);
	return length;
}

/* The elements in front of a machine's. */
static inline int64_t columns_before(const struct rg *r, const struct columns *c, int machine)
{
	int64_t length = 0;
	for (int m = c->machine; m != machine; m = (m + 1) % c->machines)
		length += columns_length(r, c, m);
	return length;
}

/* ---- A step of the allgather: what goes inside a machine, and what between machines. */

/* Inside the machine: the blocks of a machine from their columns to all. The owners of its own
 * blocks are here themselves. */
static inline void columns_share(struct rg *r, const struct columns *c, int source)
{
	struct rg_group machine = columns_here(r, c);

	for (int i = 0; i < columns_blocks(c, source) && !c->shared; i++) {
		struct rg_span block = columns_block(r, c, RG_OUT, source, i);
		int from = source == c->machine ? i : i % c->k;
		if (from != machine.me)
			rg_recv(r, rg_member(&machine, from), block);
		for (int q = 0; q < machine.n && from == machine.me; q++)
			if (q != from)
				rg_send(r, rg_member(&machine, q), block);
	}
}

/* Between machines: pass on the blocks of machine `source`, get those of the one before it. */
static inline void columns_hand_on(struct rg *r, const struct columns *c, int source, int before)
{
	struct rg_group column = columns_own(r, c);
	int me = columns_here(r, c).me;

	for (int i = me; i < columns_blocks(c, source) && me < c->k; i += c->k)
		rg_send(r, rg_member(&column, columns_machine(c, 1)),
		        columns_block(r, c, RG_OUT, source, i));
	for (int i = me; i < columns_blocks(c, before) && me < c->k; i += c->k)
		rg_recv(r, rg_member(&column, columns_machine(c, -1)),
		        columns_block(r, c, RG_OUT, before, i));
}

/* ---- A step of the reduce-scatter: what the processes of a machine give to its columns and these
 * to the next machine, the areas of scratch where that lands, and how it is added up. */

/* What columns_reduce has to know. */
struct columns_reduce {
	int at, step;
	struct columns c;      /* the caller's to set */
	int64_t longest, sums; /* elements of the longest area; of what stands in front of all */
};

/* The most that the column has of a machine. */
static inline int64_t columns_longest(const struct rg *r, const struct columns *c)
{
	int64_t longest = 0;
	for (int m = 0; m < c->machines; m++) {
		int64_t length = columns_length(r, c, m);
		longest = length > longest ? length : longest;
	}
	return longest;
}

/* Scratch, in areas of the longest length: 0 and 1 take turns for the partial results that come and
 * go; 1 + i has what the i-th behind this process on the machine gave. */
static inline struct rg_span columns_area(const struct columns_reduce *s, int area)
{
	return (struct rg_span){RG_TMP, s->sums + area * s->longest, 0};
}

/* The i-th behind this process on its machine. */
static inline int columns_other(const struct rg *r, const struct columns *c, int i)
{
	struct rg_group machine = columns_here(r, c);
	return rg_member(&machine, (machine.me + i) % machine.n);
}

/* Give to the columns of this machine, as one of them get from all others. */
static inline void columns_give(struct rg *r, const struct columns_reduce *s, int target)
{
	struct rg_group machine = columns_here(r, &s->c);

	if (s->c.shared)
		return;
	for (int i = 0; i < columns_blocks(&s->c, target); i++)
		if (i % s->c.k != machine.me)
			rg_send(r, rg_member(&machine, i % s->c.k),
			        columns_block(r, &s->c, rg_mine(r), target, i));
	for (int q = 1; q < machine.n && machine.me < s->c.k; q++) {
		struct rg_span to = columns_area(s, 1 + q);
		for (int i = machine.me; i < columns_blocks(&s->c, target); i += s->c.k) {
			to.len = columns_block(r, &s->c, RG_TMP, target, i).len;
			rg_recv(r, columns_other(r, &s->c, q), to);
			to.off += to.len;
		}
	}
}

/* Pass on what the last step left, get the partial results for this one. */
static inline void columns_pass(struct rg *r, const struct columns_reduce *s, int target)
{
	struct rg_group column = columns_own(r, &s->c);
	struct rg_span left = columns_area(s, (s->step - 1) % 2),
		       come = columns_area(s, s->step % 2);

	left.len = columns_length(r, &s->c, columns_machine(&s->c, 1 - s->step));
	come.len = columns_length(r, &s->c, target);
	rg_send(r, rg_member(&column, columns_machine(&s->c, 1)), left);
	rg_recv(r, rg_member(&column, columns_machine(&s->c, -1)), come);
}

/* Where the result of block i of the own machine is to be combined: `area` is its place in scratch,
 * where it is left if it is not this process's, or its place still holds what others need. */
static inline struct rg_span columns_result(const struct rg *r, const struct columns *c, int i,
                                            struct rg_span area)
{
	if (c->whole)
		return columns_block(r, c, RG_OUT, c->machine, i);
	return i == columns_here(r, c).me && !r->in_place ? rg_own(r, RG_OUT) : area;
}

/* What this process has of block i, or its machine. */
static inline struct rg_span columns_addend(const struct rg *r, const struct columns *c, int target,
                                            int i, int64_t at)
{
	struct rg_span mine = columns_block(r, c, rg_mine(r), target, i);
	if (c->shared)
		return (struct rg_span){RG_TMP, columns_before(r, c, target) + at, mine.len};
	return mine;
}

/* Add up block i: what this process has, what came, if something did, and what the others of the
 * machine gave; that stands `at` elements from the beginning of each area. */
static inline void columns_add(struct rg *r, const struct columns_reduce *s, int target, int i,
                               int64_t at)
{
	struct rg_span mine = columns_addend(r, &s->c, target, i, at);
	struct rg_span came = {RG_TMP, columns_area(s, s->step % 2).off + at, mine.len}, to = came;
	int givers = s->c.shared ? 1 : columns_here(r, &s->c).n;

	if (s->step == s->c.machines)
		to = columns_result(r, &s->c, i, came);
	bool there = to.buf == mine.buf && to.off == mine.off;
	if (s->step > 1 && there)
		rg_combine(r, came, to);
	else if (s->step > 1)
		rg_combine_to(r, to, mine, came);
	else if (!there)
		rg_copy(r, to, mine);
	for (int q = 1; q < givers; q++) {
		came.off = columns_area(s, 1 + q).off + at;
		rg_combine(r, came, to);
	}
}

/* Add up all blocks that the column has of a machine. */
static inline void columns_add_all(struct rg *r, const struct columns_reduce *s, int target)
{
	int64_t at = 0;

	for (int i = columns_here(r, &s->c).me; i < columns_blocks(&s->c, target); i += s->c.k) {
		columns_add(r, s, target, i, at);
		at += columns_block(r, &s->c, RG_TMP, target, i).len;
	}
}

/* The elements of RG_TMP that it takes, for a process of the machine with so many ranks. */
static inline int64_t columns_reduce_scratch(const struct rg *r, struct columns c)
{
	struct rg_group machine = columns_here(r, &c);
	int64_t longest = columns_longest(r, &c);

	if (machine.me >= c.k)
		return 0;
	if (c.shared)
		return columns_all(r, &c) + 2 * longest;
	return (machine.n + 1) * longest;
}

/* The same when columns_deliver follows, which may need some without a column, too. */
static inline int64_t columns_scatter_scratch(const struct rg *r, struct columns c)
{
	int64_t own = r->in_place ? rg_own(r, RG_TMP).len : 0,
		others = columns_reduce_scratch(r, c);
	return others > own ? others : own;
}

/* The same for an allreduce by the level that rg.parameters name. */
static inline int64_t columns_allreduce_scratch(const struct rg *r)
{
	return columns_reduce_scratch(
		r, columns_begin(r, true, rg_level_of(r->parameters, RG_ON_MACHINE)));
}

/* The same for a reduce-scatter. */
static inline int64_t columns_reduce_scatter_scratch(const struct rg *r)
{
	return columns_scatter_scratch(
		r, columns_begin(r, false, rg_level_of(r->parameters, RG_ON_MACHINE)));
}

/* ---- The blocks of processes that are in no column go to them from the column that has them. */

/* What columns_deliver has to know. */
struct columns_deliver {
	int at;
	struct columns c; /* the caller's to set; */
	int64_t result;   /* where a column's blocks of its machine begin in scratch */
	bool own;         /* its own one is to be copied from there in any case */
};

/* From the column's scratch to the owners of its blocks; in place, to their scratch. */
static inline void columns_hand_out(struct rg *r, const struct columns_deliver *s)
{
	struct rg_group machine = columns_here(r, &s->c);
	struct rg_span block = {RG_TMP, s->result, 0}, own = rg_own(r, RG_OUT);

	if (machine.me >= s->c.k) {
		rg_recv(r, rg_member(&machine, machine.me % s->c.k),
		        r->in_place ? rg_head(RG_TMP, own.len) : own);
		return;
	}
	for (int i = machine.me; i < machine.n; i += s->c.k) {
		block.len = rg_block(r, RG_TMP, s->c.first[s->c.machine] + i).len;
		if (i != machine.me)
			rg_send(r, rg_member(&machine, i), block);
		block.off += block.len;
	}
}

/* ---- Through windows inside machines: in rounds, each of which has a piece of every block, in its
 * own place in the window. */

struct shared_columns {
	int at;
	struct columns c;      /* the caller's to set */
	int64_t half;          /* of the windows that the next round has: where it begins */
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
};

/* The longest block in this lane. */
static inline int64_t shared_columns_longest(const struct rg *r, const struct columns *c)
{
	int64_t longest = 0;
	for (int m = 0; m < c->machines; m++)
		for (int i = 0; i < columns_blocks(c, m); i++) {
			int64_t length = columns_block(r, c, RG_TMP, m, i).len;
			longest = length > longest ? length : longest;
		}
	return longest;
}

/* The round's piece of a block, when each has at most so many elements. */
static inline struct rg_span shared_columns_piece(const struct rg *r,
                                                  const struct shared_columns *s, int buf,
                                                  int machine, int i, int64_t most)
{
	return shared_piece(columns_block(r, &s->c, buf, machine, i), s->done, most);
}

/* ---- A round of the reduce-scatter inside a machine: what a window has of all blocks, and how a
 * column adds up its own. The sums stand at the beginning of scratch, see
 * columns_before. */

/* Blocks of the machines in front of that one, or of all. */
static inline int shared_columns_blocks(const struct columns *c, int machine)
{
	int blocks = 0;
	for (int m = 0; m < machine; m++)
		blocks += columns_blocks(c, m);
	return blocks;
}

/* The most that a round has of a block. */
static inline int64_t shared_columns_most(const struct rg *r, const struct columns *c)
{
	return shared_room(r) / shared_columns_blocks(c, c->machines);
}

/* Where a window has the first block of a machine. */
static inline int64_t shared_columns_place(const struct rg *r, const struct shared_columns *s,
                                           int machine)
{
	return s->half + shared_columns_blocks(&s->c, machine) * shared_columns_most(r, &s->c);
}

/* The pieces of all blocks but the own column's. */
static inline void shared_columns_publish(struct rg *r, const struct shared_columns *s)
{
	int64_t most = shared_columns_most(r, &s->c);
	int me = columns_here(r, &s->c).me;

	for (int m = 0; m < s->c.machines; m++) {
		struct rg_span to = {RG_WINDOW + r->rank, shared_columns_place(r, s, m), 0};
		for (int i = 0; i < columns_blocks(&s->c, m); i++, to.off += most) {
			struct rg_span from = shared_columns_piece(r, s, rg_mine(r), m, i, most);
			to.len = from.len;
			if (i % s->c.k != me)
				rg_copy(r, to, from);
		}
	}
}

/* Add up the own column's pieces. */
static inline void shared_columns_add(struct rg *r, const struct shared_columns *s)
{
	struct rg_group machine = columns_here(r, &s->c);
	int64_t most = shared_columns_most(r, &s->c), at = s->done;
	struct shared_sum sum = {.group = &machine, .keep = columns_all(r, &s->c)};

	for (int after = 0; after < s->c.machines; after++) {
		int m = columns_machine(&s->c, after);
		int64_t place = shared_columns_place(r, s, m);
		for (int i = machine.me; i < columns_blocks(&s->c, m); i += s->c.k) {
			sum.own = shared_columns_piece(r, s, rg_mine(r), m, i, most);
			sum.off = place + i * most;
			if (sum.own.len)
				shared_add(r, sum, (struct rg_span){RG_TMP, at, sum.own.len});
			at += columns_block(r, &s->c, RG_TMP, m, i).len;
		}
	}
}

/* The elements of RG_TMP that it takes; or, if those are more, so many others. */
static inline int64_t shared_columns_scratch(const struct rg *r, struct columns c, int64_t others)
{
	struct rg_group machine = columns_here(r, &c);
	int64_t longest = shared_columns_longest(r, &c), most = shared_columns_most(r, &c);
	int64_t kept = shared_kept(&machine) * (longest < most ? longest : most);
	int64_t needed = machine.me < c.k ? columns_all(r, &c) + kept : 0;

	return needed > others ? needed : others;
}

/* ---- A round of the allgather inside a machine: what a window has of a column's blocks. */

/* The blocks of a column of all machines: its first ones of each, and each k-th after that. */
static inline int shared_gather_blocks(const struct columns *c, int column)
{
	int blocks = 0;
	for (int m = 0; m < c->machines; m++)
		blocks += (columns_blocks(c, m) - column + c->k - 1) / c->k;
	return blocks;
}

/* The most that a round has of a block: the first column has the most blocks. */
static inline int64_t shared_gather_most(const struct rg *r, const struct columns *c)
{
	return shared_room(r) / shared_gather_blocks(c, 0);
}

/* The pieces of a column between RG_OUT and its window: there, if it is the own one, else here. */
static inline void shared_gather_copy(struct rg *r, const struct shared_columns *s, int column)
{
	struct rg_group machine = columns_here(r, &s->c);
	int64_t most = shared_gather_most(r, &s->c);
	struct rg_span there = {RG_WINDOW + rg_member(&machine, column), s->half, 0};

	for (int m = 0; m < s->c.machines; m++)
		for (int i = column; i < columns_blocks(&s->c, m); i += s->c.k, there.off += most) {
			struct rg_span here = shared_columns_piece(r, s, RG_OUT, m, i, most);
			there.len = here.len;
			if (column == machine.me)
				rg_copy(r, there, here);
			else
				rg_copy(r, here, there);
		}
}
