/* Allreduce by leaders, on three levels: the ranks of each machine hand their vectors to its first,
 * those of the machines to the first of a run of machines, and these do the ring allreduce; then
 * the result goes the same way back. The parameter names the level of the runs. With a fast machine
 * and the slow ones beside it in a run, which users call gateways, what a slow link carries is the
 * vector once in each direction, half of what the ring takes: no algorithm can do with less there.
 * With a level below the machine the vectors go to the first of a run, from there to the first of
 * the machine, and these do the ring.
 *
 * Cost: a message of the whole vector from and to each process that leads nothing; between L
 * leaders 2 (L - 1) / L of it. Meant for lanes, which let the messages of all these steps go at
 * once: then it takes as long as what the busiest link carries. Scratch: the vector, on leaders.
 * The operation must commute; all processes get the same bits.
 */
#include "parts/collect.c"
#include "parts/group_ring.c"

struct leaders {
	int at;
	struct collect here, run; /* on the machine, in the run; or the other way round */
	struct group_ring ring;
};

/* The level of those that hand their vectors over first. */
static enum rg_level leaders_lower(const struct rg *r)
{
	enum rg_level level = rg_level_of(r->parameters, RG_ON_MACHINE);
	return level < RG_ON_MACHINE ? level : RG_ON_MACHINE;
}

/* The level of those that do so next. */
static enum rg_level leaders_upper(const struct rg *r)
{
	enum rg_level level = rg_level_of(r->parameters, RG_ON_MACHINE);
	return level > RG_ON_MACHINE ? level : RG_ON_MACHINE;
}

static bool leaders_first(const struct rg_group *g)
{
	return g->me == 0;
}

static int leaders(struct rg *r, void *frame)
{
	struct leaders *s = frame;
	struct rg_span all = rg_slice(r, RG_OUT, 0, r->n);

	RG_BEGIN(r, s);
	s->here.group = rg_run_of(r, leaders_lower(r));
	s->here.all = s->run.all = s->ring.all = all;
	s->here.in = rg_mine(r);
	rg_run(r, s, collect, &s->here);
	if (leaders_first(&s->here.group)) {
		s->run.group = rg_runs_of(r, leaders_lower(r), leaders_upper(r));
		s->run.in = s->here.in;
		rg_run(r, s, collect, &s->run);
		if (leaders_first(&s->run.group)) {
			s->ring.group = rg_leaders_of(r, leaders_upper(r));
			s->ring.in = s->run.in;
			rg_run(r, s, group_ring, &s->ring);
		}
		rg_run(r, s, collect_return, &s->run);
	}
	rg_run(r, s, collect_return, &s->here);
	RG_END(s);
}

static int64_t leaders_scratch(const struct rg *r)
{
	struct rg_group here = rg_run_of(r, leaders_lower(r));
	return leaders_first(&here) ? rg_slice(r, RG_OUT, 0, r->n).len : 0;
}

/*static*/ const struct rg_algorithm rg_leaders_allreduce = {
	.name = "leaders",
	.run = leaders,
	.frame = sizeof(struct leaders),
	.scratch = leaders_scratch,
	.commutes = true,
	.lanes = true,
	.takes = RG_A_LEVEL,
	.tries = RG_WORDS("gateway"),
	.names = RG_WORDS("gateways"),
	.level = RG_ON_MACHINE,
};
