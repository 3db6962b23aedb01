/* SPDX-License-Identifier: BSD-3-Clause
 * seats: the order of a communicator's ranks.
 */
#include "communicator/seats.h"

#include <stdlib.h>
#include <string.h>

#include "communicator/plans.h"
#include "mpi/cpu.h"
#include "mpi/host.h"

enum { SPOT_INTS = sizeof(struct rg_spot) / sizeof(int) };

/* ---- The order */

#define COMPARE(a, b)   \
	if ((a) != (b)) \
	return (a) < (b) ? -1 : 1

static int compare_hosts(const void *pa, const void *pb)
{
	const struct rg_seat *a = pa, *b = pb;

	COMPARE(a->host_id[0], b->host_id[0]);
	COMPARE(a->host_id[1], b->host_id[1]);
	COMPARE(a->rank, b->rank);
	return 0;
}

static int compare_places(const void *pa, const void *pb)
{
	const struct rg_seat *a = pa, *b = pb;

	COMPARE(a->turn, b->turn);
	COMPARE(a->in.package, b->in.package);
	COMPARE(a->in.numa, b->in.numa);
	COMPARE(a->in.core, b->in.core);
	COMPARE(a->rank, b->rank);
	return 0;
}

/* Each machine's number is the lowest rank on it. */
static void number_by_host(struct rg_seat *seats, int P)
{
	qsort(seats, (size_t)P, sizeof *seats, compare_hosts);
	for (int i = 0; i < P; i++) {
		bool same = i && !memcmp(seats[i].host_id, seats[i - 1].host_id,
		                         sizeof seats[i].host_id);
		seats[i].machine = same ? seats[i - 1].machine : seats[i].rank;
	}
}

void rg_seats_take(const struct rg_context *x, struct rg_seat *seats)
{
	if (x->by_name)
		number_by_host(seats, x->P);
	for (int i = 0; i < x->P; i++)
		seats[i].turn = seats[i].machine;
	if (!x->c->P)
		qsort(seats, (size_t)x->P, sizeof *seats, compare_places);
}

bool rg_seats_turn(const struct rg_context *x, struct rg_seat *seats)
{
	int *turn;

	if (!x->own_ring || x->c->P)
		return true;
	turn = malloc((size_t)x->c->nmachines * sizeof *turn);
	if (!turn)
		return false;
	for (int i = 0; i < x->own_ringers; i++)
		turn[x->own_ring[i]] = i;
	for (int i = 0; i < x->P; i++)
		seats[i].turn = turn[seats[i].machine];
	free(turn);
	qsort(seats, (size_t)x->P, sizeof *seats, compare_places);
	return true;
}

/* ---- Where in their machines */

static struct rg_spot own_spot(bool caches)
{
	const struct rg_this_host *host = rg_this_host();
	struct rg_spot s;

	if (host->placed) {
		s = (struct rg_spot){.package = host->package, host->numa, host->core};
		s.part[RG_IN_NUMA] = host->numa;
		s.part[RG_IN_CACHE] = host->cache;
		return s;
	}
	const struct rg_cpu *core = rg_cpu(caches);
	s = (struct rg_spot){.package = core->package, core->numa, core->core};
	s.part[RG_IN_NUMA] = core->own_numa;
	s.part[RG_IN_CACHE] = core->own_cache;
	return s;
}

/* How many ranks share the windows that this rank is to make: the first of each machine makes them
 * for all. 0: it makes none. */
static int makes_windows(const struct rg_context *x, const struct rg_seat *seats)
{
	int begin = 0, end;

	for (end = 0; end < x->P; end++)
		if (end && seats[end].machine != seats[end - 1].machine) {
			if (seats[begin].rank == x->rank)
				break;
			begin = end;
		}
	return seats[begin].rank == x->rank && end - begin > 1 ? end - begin : 0;
}

/* Settle a level below the machine: if one rank's place on it is not known, its machine is one run.
 */
static void settle_parts(const struct rg_context *x, enum rg_level level, struct rg_seat *seats)
{
	for (int first = 0, end; first < x->P; first = end) {
		bool known = true;
		for (end = first; end < x->P && seats[end].machine == seats[first].machine; end++)
			known = known && seats[end].in.part[level] >= 0;
		for (int i = first; i < end && !known; i++)
			seats[i].in.part[level] = 0;
	}
}

/* This rank's spot, as far as an algorithm of the plans asks for it. */
static struct rg_spot asked_spot(const struct rg_context *x)
{
	bool caches = rg_plans_ask_for(x, RG_IN_CACHE);
	bool any = caches || rg_plans_ask_for(x, RG_IN_NUMA);

	return x->c->P && !any ? (struct rg_spot){0} : own_spot(caches);
}

/* The seats are the same on all ranks, since each rank was told them, so either all ranks exchange
 * the spots, or none. */
int rg_seats_spots(const struct rg_context *x, bool windows, struct rg_spot *spots,
                   struct rg_seat *seats, int *trouble)
{
	bool shared = false;

	for (int i = 1; i < x->P; i++)
		shared = shared || seats[i].machine == seats[i - 1].machine;
	if (!shared)
		return MPI_SUCCESS;
	struct rg_spot mine = asked_spot(x);
	mine.key = rg_window_offer(windows ? makes_windows(x, seats) : 0, 1 + RG_ROOMS, trouble);
	int err = PMPI_Allgather(&mine, SPOT_INTS, MPI_INT, spots, SPOT_INTS, MPI_INT, x->comm);
	spots[x->rank] = mine;
	for (int i = 0; i < x->P && !err; i++)
		seats[i].in = spots[seats[i].rank];
	if (!x->c->P)
		qsort(seats, (size_t)x->P, sizeof *seats, compare_places);
	for (int k = RG_FIRST_LEVEL; k < RG_ON_MACHINE; k++)
		settle_parts(x, (enum rg_level)k, seats);
	return err;
}

/* ---- Read from the order */

/* Are two of a machine in one run of a level below it, and so of those between? */
static bool share_parts(enum rg_level level, const struct rg_seat *a, const struct rg_seat *b)
{
	for (int k = (int)level; k < RG_ON_MACHINE; k++)
		if (a->in.part[k] != b->in.part[k])
			return false;
	return true;
}

/* Is b on the run of the level that begins with a? */
static bool joins(const struct rg_context *x, enum rg_level level, const struct rg_seat *a,
                  const struct rg_seat *b)
{
	const int *number = x->by_name ? NULL : x->c->level[level];
	int first = a->machine, machine = b->machine;

	if (machine == first && level < RG_ON_MACHINE)
		return share_parts(level, a, b);
	if (machine == first || level <= RG_ON_MACHINE)
		return machine == first;
	if (!number)
		return !rg_level_leads(level);
	return number[machine] == (rg_level_leads(level) ? first : number[first]);
}

/* The runs of the level branch, into first[P + 1]. What is not known of the tree is one switch,
 * with all machines. False: no memory. */
static bool read_branches(struct rg_context *x, const struct rg_seat *seats, int *first)
{
	const int *number = x->by_name ? NULL : x->c->level[RG_IN_BRANCH];
	int *fork = malloc((size_t)x->P * sizeof *fork);

	if (!fork)
		return false;
	for (int i = 1; i < x->P; i++) {
		int a = seats[i - 1].machine, b = seats[i].machine;
		fork[i] = a == b ? RG_ONE_MACHINE : number ? rg_fork(number, a, b) : 0;
	}
	x->places.level[RG_IN_BRANCH] = rg_find_branches(fork, x->P, first, &x->places.around);
	free(fork);
	return true;
}

/* The runs of a level, in the order of the seats. False: no memory. */
static bool read_runs(struct rg_context *x, enum rg_level level, const struct rg_seat *seats)
{
	int *first = malloc(((size_t)x->P + 1) * sizeof *first), n = 0, *room;
	struct rg_runs *runs = &x->places.level[level];

	if (!first)
		return false;
	*runs = (struct rg_runs){0, first};
	if (rg_level_number(level) == RG_FORK) {
		if (!read_branches(x, seats, first))
			return false;
	} else {
		for (int i = 0; i < x->P; i++)
			if (!i || !joins(x, level, &seats[first[n - 1]], &seats[i]))
				first[n++] = i;
		first[n] = x->P;
		runs->n = n;
	}
	room = malloc(rg_sorted_runs(runs->n, x->P) * sizeof *room);
	if (room)
		x->places.by_length[level] =
			rg_sort_runs(runs, level == RG_IN_BRANCH && x->places.around, x->P, room);
	return room;
}

/* The ranks' order is that of the seats. False: no memory. */
static bool read_order(struct rg_context *x, const struct rg_seat *seats)
{
	x->own_order = x->c->P ? NULL : malloc((size_t)x->P * sizeof *x->own_order);
	x->places.order = x->own_order ? x->own_order : x->c->order;
	for (int i = 0; i < x->P && x->own_order; i++)
		x->own_order[i] = seats[i].rank;
	return x->places.order;
}

bool rg_seats_read(struct rg_context *x, const struct rg_seat *seats)
{
	const struct rg_runs *machines = &x->places.level[RG_ON_MACHINE];
	int pos = 0;

	rg_context_forget_places(x);
	if (!read_order(x, seats))
		return false;
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS; k++)
		if (!read_runs(x, (enum rg_level)k, seats))
			return false;
	while (seats[pos].rank != x->rank)
		pos++;
	rg_sit(&x->seat, &x->places, pos);
	x->ranks = 0;
	for (int i = 0; i < machines->n; i++) {
		int ranks = machines->first[i + 1] - machines->first[i];
		x->ranks = ranks > x->ranks ? ranks : x->ranks;
	}
	return true;
}
