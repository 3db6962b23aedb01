/* Allreduce on one machine, through windows, in two tiers: the runs of a level below the machine,
 * by default its NUMA nodes, and these together. Each of the first k processes of a run, k being
 * those of the run that has the fewest, adds up a share of every round's elements over its run;
 * those of all runs with the same share add up these sums, each for its own run; and all copy the
 * shares from their run.
 *
 * Cost: each process writes its vector to its window, reads as much in its run, and then as much
 * again; of L runs each reads L - 1 vectors in others, where `shared` reads two from each process
 * in another one. It meets its run twice a round, and L - 1 others in between. Scratch: lg P times
 * a share. The operation must commute; all processes get the same bits.
 */
#include "ringgen/parts/columns.h"
#include "ringgen/parts/shared_share.h"
#include "ringgen/parts/shared_sum.h"
#include "ringgen/parts/shared_tiers.h"

struct shared_tiers_allreduce {
	int at;
	struct columns c; /* the runs, and those of them that have a share */
	int64_t done;     /* elements in earlier rounds */
	int64_t half;     /* where the round's half of each window begins */
};

/* The most elements of a round: half a window has them, and a share of them once more. */
static int64_t tiers_most(const struct rg *r, int k)
{
	return shared_room(r) * k / (k + 1);
}

/* The elements of the round in a buffer of all. */
static struct rg_span tiers_round(const struct rg *r, const struct shared_tiers_allreduce *s,
                                  int buf)
{
	return shared_piece(rg_head(buf, r->n), s->done, tiers_most(r, s->c.k));
}

/* Share i of them in the window of a process. */
static struct rg_span tiers_share(const struct rg *r, const struct shared_tiers_allreduce *s,
                                  int rank, int i)
{
	struct rg_span all = {RG_WINDOW + rank, s->half, tiers_round(r, s, RG_OUT).len};
	return shared_share(all, i, s->c.k);
}

/* Where the process that has share i puts the sum of all: behind the elements. */
static struct rg_span tiers_sum(const struct rg *r, const struct shared_tiers_allreduce *s,
                                int rank, int i)
{
	struct rg_span sum = tiers_share(r, s, rank, i);
	sum.off = s->half + tiers_round(r, s, RG_OUT).len;
	return sum;
}

/* All shares but the own one, which nobody else reads. */
static void tiers_publish_vector(struct rg *r, const struct shared_tiers_allreduce *s,
                                 const struct rg_group *run)
{
	struct rg_span from = tiers_round(r, s, rg_mine(r));

	for (int i = 0; i < s->c.k; i++)
		if (i != run->me)
			rg_copy(r, tiers_share(r, s, r->rank, i), shared_share(from, i, s->c.k));
}

/* The own share's sum over the run. If there is no other, that is all. */
static void tiers_add_run(struct rg *r, const struct shared_tiers_allreduce *s,
                          const struct rg_group *run)
{
	struct rg_span share = tiers_share(r, s, r->rank, run->me);
	struct rg_span own = shared_share(tiers_round(r, s, rg_mine(r)), run->me, s->c.k);
	struct rg_span sum = tiers_sum(r, s, r->rank, run->me);

	shared_add(r, (struct shared_sum){.group = run, .own = own, .off = share.off},
	           s->c.machines > 1 ? share : sum);
}

/* The sum of these over the runs. */
static void tiers_add_runs(struct rg *r, const struct shared_tiers_allreduce *s,
                           const struct rg_group *column)
{
	int i = columns_here(r, &s->c).me;
	struct rg_span share = tiers_share(r, s, r->rank, i);

	shared_add(r, (struct shared_sum){.group = column, .own = share, .off = share.off},
	           tiers_sum(r, s, r->rank, i));
}

/* Copy all shares' sums. */
static void tiers_collect_sums(struct rg *r, const struct shared_tiers_allreduce *s,
                               const struct rg_group *run)
{
	for (int i = 0; i < s->c.k; i++)
		rg_copy(r, shared_share(tiers_round(r, s, RG_OUT), i, s->c.k),
		        tiers_sum(r, s, rg_member(run, i), i));
}

static int shared_tiers_allreduce(struct rg *r, void *frame)
{
	struct shared_tiers_allreduce *s = frame;
	struct rg_group run = tiers_of(r).own, column;

	RG_BEGIN(r, s);
	s->c = columns_begin(r, true, tiers_level(r));
	if (r->P == 1 && !r->in_place)
		rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	for (; s->done < r->n && r->P > 1; s->done += tiers_most(r, s->c.k)) {
		tiers_publish_vector(r, s, &run);
		shared_meet(r, &run);
		rg_wait(r, s);
		if (run.me < s->c.k) {
			tiers_add_run(r, s, &run);
			column = columns_own(r, &s->c);
			shared_meet(r, &column);
			rg_wait(r, s);
			column = columns_own(r, &s->c);
			if (s->c.machines > 1)
				tiers_add_runs(r, s, &column);
		}
		shared_meet(r, &run);
		rg_wait(r, s);
		tiers_collect_sums(r, s, &run);
		s->half = shared_next_half(r, s->half);
	}
	RG_END(s);
}

static int64_t shared_tiers_allreduce_scratch(const struct rg *r)
{
	struct columns c = columns_begin(r, true, tiers_level(r));
	struct rg_group run = tiers_of(r).own, column = {.n = c.machines};
	int64_t most = tiers_most(r, c.k), round = r->n < most ? r->n : most;
	int in_run = shared_kept(&run), of_runs = shared_kept(&column);
	return (in_run > of_runs ? in_run : of_runs) * ((round + c.k - 1) / c.k);
}

/*static*/ const struct rg_algorithm rg_shared_tiers_allreduce = {
	.name = "shared-tiers",
	.run = shared_tiers_allreduce,
	.frame = sizeof(struct shared_tiers_allreduce),
	.scratch = shared_tiers_allreduce_scratch,
	.commutes = true,
	.windows = true,
	.machine = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("numa", "cache"),
	.level = RG_IN_NUMA,
};
