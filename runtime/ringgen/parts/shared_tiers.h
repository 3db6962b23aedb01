/* SPDX-License-Identifier: BSD-3-Clause
 * The processes of one machine in two tiers: the runs of a level below the machine, say its
 * NUMA nodes, and these together. What a run needs of another one is read by one process, and
 * what leaves a run is added up in it before: so it crosses from one NUMA node to the other
 * once, however many processes they have.
 *
 * Each process of a run serves some of those in the other runs: member i of n serves members i, i +
 * n, i + 2 n and so on. Two of which one serves the other are partners: with runs of as many
 * processes, those that have the same number.
 */
#pragma once
#include "ringgen/parts/columns.h"
#include "ringgen/parts/shared.h"

struct tiers {
	const struct rg_runs *runs;
	int run;             /* this process's, */
	struct rg_group own; /* and who is in it */
};

static inline enum rg_level tiers_level(const struct rg *r)
{
	return rg_level_of(r->parameters, RG_IN_NUMA);
}

static inline struct tiers tiers_of(const struct rg *r)
{
	enum rg_level level = tiers_level(r);
	return (struct tiers){&r->places->level[level], r->run[level], rg_run_of(r, level)};
}

/* Any run, of which this process is perhaps no member. */
static inline struct rg_group tiers_run(const struct rg *r, const struct tiers *t, int run)
{
	const int *first = t->runs->first + run;
	return (struct rg_group){first[1] - first[0], -1, NULL, r->order + first[0]};
}

/* Tell all partners, and hear from them. */
static inline void tiers_meet(struct rg *r, const struct tiers *t)
{
	for (int awaits = 0; awaits < 2; awaits++)
		for (int q = 0; q < t->runs->n; q++) {
			struct rg_group run = tiers_run(r, t, q);
			for (int i = 0; i < run.n && q != t->run; i++) {
				if (i % t->own.n != t->own.me && t->own.me % run.n != i)
					continue;
				if (awaits)
					rg_await(r, rg_member(&run, i));
				else
					rg_notify(r, rg_member(&run, i));
			}
		}
}

/* ---- A round of an allgather: which pieces of blocks a window has, and who copies them there and
 * from there. */

/* What shared_tiers_allgather has to know. */
struct shared_tiers_allgather {
	int at;
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
	int64_t most;          /* elements of a block in one round */
	int64_t half;          /* where the round's half of each window begins */
};

/* How many members of a run of `size` member i of a run of n serves. */
static inline int tiers_served(int size, int i, int n)
{
	return (size - i + n - 1) / n;
}

/* The number of what member j of run q has in the window of who serves it in this one: number 0 is
 * the server's own block. */
static inline int tiers_number(const struct rg *r, const struct tiers *t, int q, int j)
{
	int number = 1 + j / t->own.n;

	for (int run = 0; run < q; run++)
		if (run != t->run)
			number += tiers_served(tiers_run(r, t, run).n, j % t->own.n, t->own.n);
	return number;
}

/* The most that a round has of a block: the first of each run serves the most. */
static inline int64_t tiers_gathered_most(const struct rg *r, const struct tiers *t)
{
	int blocks = 1;

	for (int run = 0; run < t->runs->n; run++) {
		int here = 1;
		for (int q = 0; q < t->runs->n; q++)
			if (q != run)
				here += tiers_served(tiers_run(r, t, q).n, 0,
				                     tiers_run(r, t, run).n);
		blocks = here > blocks ? here : blocks;
	}
	return shared_room(r) / blocks;
}

/* What the round has of a rank's block, in a buffer of all. */
static inline struct rg_span tiers_gathered(const struct rg *r,
                                            const struct shared_tiers_allgather *s, int rank)
{
	return shared_piece(rg_block_of(r, RG_OUT, rank), s->done, s->most);
}

/* The same of the own block, wherever that is. */
static inline struct rg_span tiers_contribution(const struct rg *r,
                                                const struct shared_tiers_allgather *s)
{
	if (r->in_place)
		return tiers_gathered(r, s, r->rank);
	return shared_piece(rg_own(r, RG_IN), s->done, s->most);
}

/* So many elements, with that number in the window of a process. */
static inline struct rg_span tiers_kept(const struct shared_tiers_allgather *s, int rank,
                                        int number, int64_t len)
{
	return (struct rg_span){RG_WINDOW + rank, s->half + number * s->most, len};
}

/* Copy the blocks of those that this process serves to its window. */
static inline void tiers_fetch(struct rg *r, const struct tiers *t,
                               const struct shared_tiers_allgather *s)
{
	for (int q = 0; q < t->runs->n; q++) {
		struct rg_group run = tiers_run(r, t, q);
		for (int j = t->own.me; j < run.n && q != t->run; j += t->own.n) {
			int rank = rg_member(&run, j);
			int64_t len = tiers_gathered(r, s, rank).len;
			rg_copy(r, tiers_kept(s, r->rank, tiers_number(r, t, q, j), len),
			        tiers_kept(s, rank, 0, len));
		}
	}
}

/* Copy all blocks from the windows of the run. */
static inline void tiers_collect_blocks(struct rg *r, const struct tiers *t,
                                        const struct shared_tiers_allgather *s)
{
	for (int q = 0; q < t->runs->n; q++) {
		struct rg_group run = tiers_run(r, t, q);
		bool here = q == t->run;
		for (int j = 0; j < run.n; j++) {
			struct rg_span to = tiers_gathered(r, s, rg_member(&run, j));
			if (here && j == t->own.me)
				continue;
			rg_copy(r, to,
			        tiers_kept(s, rg_member(&t->own, here ? j : j % t->own.n),
			                   here ? 0 : tiers_number(r, t, q, j), to.len));
		}
	}
}

/* ---- A round of a reduce-scatter: which pieces of blocks a window has, and who adds them up. */

/* What shared_tiers_reduce_scatter has to know. */
struct shared_tiers_reduce_scatter {
	int at;
	int64_t done, longest; /* elements of a block in earlier rounds; of the longest block */
	int64_t most;          /* elements of a block in one round */
	int64_t half;          /* where the round's half of each window begins */
};

/* What the round has of this process's contribution to the block at a position. */
static inline struct rg_span tiers_piece(const struct rg *r,
                                         const struct shared_tiers_reduce_scatter *s, int pos)
{
	return shared_piece(rg_block_of(r, rg_mine(r), r->order[pos]), s->done, s->most);
}

/* The piece of the block at a position, in the window of a process. */
static inline struct rg_span
tiers_place(const struct rg *r, const struct shared_tiers_reduce_scatter *s, int rank, int pos)
{
	return (struct rg_span){RG_WINDOW + rank, s->half + pos * s->most,
	                        tiers_piece(r, s, pos).len};
}

/* Does this process serve the one at a position, which is in another run? */
static inline bool tiers_serves(const struct tiers *t, int pos)
{
	int q = rg_run_at(t->runs, pos);
	return q != t->run && (pos - t->runs->first[q]) % t->own.n == t->own.me;
}

/* What others read: all but the own block, and those that are added up here. */
static inline void tiers_publish_blocks(struct rg *r, const struct tiers *t,
                                        const struct shared_tiers_reduce_scatter *s)
{
	for (int pos = 0; pos < r->P; pos++)
		if (pos != r->pos && !tiers_serves(t, pos))
			rg_copy(r, tiers_place(r, s, r->rank, pos), tiers_piece(r, s, pos));
}

/* What this process's run has of a block, into `to`. */
static inline void tiers_add_block(struct rg *r, const struct tiers *t,
                                   const struct shared_tiers_reduce_scatter *s, int pos,
                                   struct rg_span to)
{
	struct shared_sum sum = {.group = &t->own,
	                         .own = tiers_piece(r, s, pos),
	                         .off = tiers_place(r, s, r->rank, pos).off};
	if (to.len)
		shared_add(r, sum, to);
}

/* What this run has of the blocks of those whom this process serves. */
static inline void tiers_add_served(struct rg *r, const struct tiers *t,
                                    const struct shared_tiers_reduce_scatter *s)
{
	for (int pos = 0; pos < r->P; pos++)
		if (tiers_serves(t, pos))
			tiers_add_block(r, t, s, pos, tiers_place(r, s, r->rank, pos));
}

/* Add up the own block's piece. With MPI_IN_PLACE the result goes where other blocks begin: see
 * shared_add_pieces. */
static inline void tiers_add_own(struct rg *r, const struct tiers *t,
                                 const struct shared_tiers_reduce_scatter *s)
{
	int64_t len = tiers_piece(r, s, r->pos).len;
	struct rg_span result = {RG_OUT, s->done, len};
	struct rg_span landing = {RG_TMP, shared_kept(&t->own) * len, len};
	struct rg_span to = r->in_place ? landing : result;

	tiers_add_block(r, t, s, r->pos, to);
	for (int q = 0; q < t->runs->n; q++) {
		struct rg_group run = tiers_run(r, t, q);
		if (q != t->run)
			rg_combine(r, tiers_place(r, s, rg_member(&run, t->own.me % run.n), r->pos),
			           to);
	}
	if (r->in_place)
		rg_copy(r, result, landing);
}

/* The most that a round has of a block. */
static inline int64_t tiers_piece_most(const struct rg *r)
{
	return r->P > 1 ? shared_room(r) / r->P : r->n;
}

/* The elements of RG_TMP that it takes. */
static inline int64_t shared_tiers_reduce_scatter_scratch(const struct rg *r)
{
	struct rg_group own = tiers_of(r).own;
	int64_t longest = rg_longest(r), most = tiers_piece_most(r);
	return (shared_kept(&own) + r->in_place) * (longest < most ? longest : most);
}

/* ---- A round of an allreduce, in which each process has a vector: what it publishes, adds up over
 * its run and over all runs, and copies. */

/* What shared_tiers_allreduce has to know. */
struct shared_tiers_allreduce {
	int at;
	struct columns c; /* the runs, and those of them that have a share */
	int64_t done;     /* elements in earlier rounds */
	int64_t half;     /* where the round's half of each window begins */
};

/* The most elements of a round: half a window has them, and a share of them once more. */
static inline int64_t tiers_most(const struct rg *r, int k)
{
	return shared_room(r) * k / (k + 1);
}

/* The elements of the round in a buffer of all. */
static inline struct rg_span tiers_round(const struct rg *r, const struct shared_tiers_allreduce *s,
                                         int buf)
{
	return shared_piece(rg_head(buf, r->n), s->done, tiers_most(r, s->c.k));
}

/* Share i of them in the window of a process. */
static inline struct rg_span tiers_share(const struct rg *r, const struct shared_tiers_allreduce *s,
                                         int rank, int i)
{
	struct rg_span all = {RG_WINDOW + rank, s->half, tiers_round(r, s, RG_OUT).len};
	return shared_share(all, i, s->c.k);
}

/* Where the process that has share i puts the sum of all: behind the elements. */
static inline struct rg_span tiers_sum(const struct rg *r, const struct shared_tiers_allreduce *s,
                                       int rank, int i)
{
	struct rg_span sum = tiers_share(r, s, rank, i);
	sum.off = s->half + tiers_round(r, s, RG_OUT).len;
	return sum;
}

/* All shares but the own one, which nobody else reads. */
static inline void tiers_publish_vector(struct rg *r, const struct shared_tiers_allreduce *s,
                                        const struct rg_group *run)
{
	struct rg_span from = tiers_round(r, s, rg_mine(r));

	for (int i = 0; i < s->c.k; i++)
		if (i != run->me)
			rg_copy(r, tiers_share(r, s, r->rank, i), shared_share(from, i, s->c.k));
}

/* The own share's sum over the run. If there is no other, that is all. */
static inline void tiers_add_run(struct rg *r, const struct shared_tiers_allreduce *s,
                                 const struct rg_group *run)
{
	struct rg_span share = tiers_share(r, s, r->rank, run->me);
	struct rg_span own = shared_share(tiers_round(r, s, rg_mine(r)), run->me, s->c.k);
	struct rg_span sum = tiers_sum(r, s, r->rank, run->me);

	shared_add(r, (struct shared_sum){.group = run, .own = own, .off = share.off},
	           s->c.machines > 1 ? share : sum);
}

/* The sum of these over the runs. */
static inline void tiers_add_runs(struct rg *r, const struct shared_tiers_allreduce *s,
                                  const struct rg_group *column)
{
	int i = columns_here(r, &s->c).me;
	struct rg_span share = tiers_share(r, s, r->rank, i);

	shared_add(r, (struct shared_sum){.group = column, .own = share, .off = share.off},
	           tiers_sum(r, s, r->rank, i));
}

/* Copy all shares' sums. */
static inline void tiers_collect_sums(struct rg *r, const struct shared_tiers_allreduce *s,
                                      const struct rg_group *run)
{
	for (int i = 0; i < s->c.k; i++)
		rg_copy(r, shared_share(tiers_round(r, s, RG_OUT), i, s->c.k),
		        tiers_sum(r, s, rg_member(run, i), i));
}

/* The elements of RG_TMP that it takes. */
static inline int64_t shared_tiers_allreduce_scratch(const struct rg *r)
{
	struct columns c = columns_begin(r, true, tiers_level(r));
	struct rg_group run = tiers_of(r).own, column = {.n = c.machines};
	int64_t most = tiers_most(r, c.k), round = r->n < most ? r->n : most;
	int in_run = shared_kept(&run), of_runs = shared_kept(&column);
	return (in_run > of_runs ? in_run : of_runs) * ((round + c.k - 1) / c.k);
}
