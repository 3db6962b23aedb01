/* SPDX-License-Identifier: BSD-3-Clause
 * The set-up of a communicator: where its ranks are, and the ring through them.
 *
 * Every rank tells all others its place and its settings; from the same places all draw the same
 * conclusions: is the communicator ours, and in which order are its ranks (seats.h)? Then they get
 * the plans, a private communicator and the windows, all of them or none. The algorithms of the
 * plans are proved for these places (proving.h).
 */
#include "communicator/setup.h"
#include "communicator/kinds.h"
#include "communicator/plans.h"
#include "communicator/proving.h"
#include "communicator/ranks.h"
#include "communicator/seats.h"
#include "communicator/selections.h"
#include "communicator/wires.h"
#include "mpi/in_world.h"
#include "mpi/library.h"
#include "mpi/overdue.h"
#include "mpi/own_comm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The parts of a context */

static void take_seats(const struct rg_context *x, const struct rg_rank_place *places,
                       struct rg_seat *seats)
{
	for (int i = 0; i < x->P; i++) {
		int rank = x->c->P ? x->c->order[i] : i;
		const struct rg_rank_place *p = &places[rank];
		seats[i] = (struct rg_seat){.machine = p->machine,
		                            .host_id = {p->host_id[0], p->host_id[1]},
		                            .rank = rank};
	}
	rg_seats_take(x, seats);
}

/* A process has a limited number of windows, like communicators. */
static bool may_make_windows(const struct rg_context *x, const struct rg_rank_place *places)
{
	for (int i = 0; i < x->P; i++)
		if (places[i].held >= RG_WINDOWS_MOST)
			return false;
	return true;
}

/* The order, the machines, the plans for so many, and memory for their frames, their choices and
 * the kinds of calls. False: no memory. */
static bool prepare(struct rg_context *x, const struct rg_seat *seats)
{
	free(x->frame);
	free(x->own_choices);
	x->frame = NULL;
	x->own_choices = NULL;
	if (!rg_seats_read(x, seats) || (rg_plans_missing(x->c) && !x->own_plans))
		return false;
	rg_plans_settle(x);
	x->frame = malloc(rg_plans_frame(x));
	x->own_choices = malloc(rg_plans_choices(x) * sizeof *x->own_choices);
	bool measures = x->tuning || x->trial;
	if (measures && !x->kinds)
		x->kinds = rg_kinds_new(x->tuning);
	x->free_kinds = rg_kinds_free;
	return x->frame && x->own_choices && (!measures || x->kinds);
}

/* Whether this machine's windows are there, or not needed since the rank is alone on it. */
static bool get_windows(struct rg_context *x, const struct rg_spot *spots)
{
	struct rg_group here = rg_machine(&x->seat);

	if (here.n > 1)
		x->window = rg_window_open(&spots->key, sizeof *spots, here.rank, here.n, here.me,
		                           x->P, 1 + RG_ROOMS, &x->trouble);
	return x->ranks > 1 && (here.n == 1 || x->window);
}

/* All that share a machine lose its windows since this rank has met a limit. Once in a program. */
static void tell_trouble(const struct rg_context *x, int speaker)
{
	if (speaker < x->P && rg_first(x->c, RG_ONCE_WINDOWS) && x->rank == speaker)
		rg_say("'%s': the ranks of a machine have no memory in common, so they send "
		       "messages: "
		       "rank %d: %s",
		       x->c->name, x->rank, rg_window_trouble(x->trouble));
}

/* The windows, on all ranks or on none. */
static void settle_windows(struct rg_context *x, bool windows)
{
	x->windows = windows;
	bool crowd = windows && x->window && rg_window_count(x->window);
	x->crowd = crowd && rg_machine(&x->seat).n == x->P;
	x->starved = x->crowd && rg_library_keeps_cpus();
	x->lends = windows && !x->barred;
	if (windows)
		return;
	rg_window_close(x->window);
	x->window = NULL;
	x->plan = x->plain;
}

/* Why this rank does not use the memory of others of its machine; 0: it may. */
static int bar(const struct rg_context *x)
{
	if (!rg_wants_lending())
		return RG_NOT_WANTED;
	return x->window ? rg_window_barred(x->window) : 0;
}

/* Get the private communicator and the memory, on all ranks or on none; so for windows. */
static int acquire(struct rg_context *x, struct rg_spot *spots, const struct rg_seat *seats)
{
	enum { OURS, WINDOWS, SPEAKER, LENDS, THINGS };
	MPI_Comm own = rg_own_comm(x->comm);
	int mine[THINGS] = {0}, all[THINGS] = {0};

	mine[OURS] = own != MPI_COMM_NULL && prepare(x, seats);
	mine[WINDOWS] = mine[OURS] && get_windows(x, spots);
	mine[SPEAKER] = x->trouble ? x->rank : x->P;
	mine[LENDS] = -bar(x);
	int err = PMPI_Allreduce(mine, all, THINGS, MPI_INT, MPI_MIN, x->comm);
	rg_window_withdraw(&spots[x->rank].key);
	x->barred = -all[LENDS];
	if (mine[OURS])
		settle_windows(x, !err && all[OURS] && all[WINDOWS]);
	if (!err && all[OURS]) {
		tell_trouble(x, all[SPEAKER]);
		rg_context_own(x, own);
		return MPI_SUCCESS;
	}
	if (own != MPI_COMM_NULL)
		PMPI_Comm_free(&own);
	x->why = RG_NO_CONTEXT;
	return err;
}

/* Tell the runs on the levels that an algorithm asks for; some of these may not be known here. */
static void tell_parts(const struct rg_context *x)
{
	for (int k = RG_FIRST_LEVEL; k < RG_ON_MACHINE; k++)
		if (rg_plans_ask_for(x, (enum rg_level)k))
			rg_say("%s: %d run%s on level %s", x->c->name, x->places.level[k].n,
			       x->places.level[k].n == 1 ? "" : "s",
			       rg_level_name((enum rg_level)k));
}

/* How ranks of a machine get at what others lend. A communicator of one rank on each machine has
 * nothing to copy there. */
static void tell_lending(const struct rg_context *x)
{
	if (x->lends && x->window && x->window->attached)
		rg_say("%s: ranks of a machine attach each other's memory, by XPMEM", x->c->name);
	if (!x->windows || !x->barred)
		return;
	rg_say("%s: what goes between ranks of a machine is copied twice: %s", x->c->name,
	       x->barred == RG_NOT_WANTED ? "RINGGEN_LEND=0"
	       : x->barred == EPERM       ? "they may not read each other's memory "
	                                    "(kernel.yama.ptrace_scope, or a container's rules)"
	                                  : strerror(x->barred));
}

static void tell_order(const struct rg_context *x)
{
	char order[512] = "";
	size_t length = 0;

	if (x->rank || !rg_verbose())
		return;
	for (int i = 0; i < x->P && length < sizeof order - 16; i++)
		length += (size_t)snprintf(order + length, sizeof order - length, " %d",
		                           x->places.order[i]);
	rg_say("%s: %d ranks on %d machine%s%s%s, in the order%s%s", x->c->name, x->P,
	       x->places.level[RG_ON_MACHINE].n, x->places.level[RG_ON_MACHINE].n == 1 ? "" : "s",
	       x->by_name ? " told apart by host name" : "",
	       x->ranks > 1 && !x->windows ? " without windows" : "", order,
	       length < sizeof order - 16 ? "" : " ...");
	tell_lending(x);
	tell_parts(x);
	if (x->reproducible)
		rg_say("%s: reductions combine in the order of the ranks, for the same bits "
		       "everywhere",
		       x->c->name);
}

/* All ranks have come. Where calls are compared a rank that does not come is a mistake to be told.
 * One rank may compare calls and others not: the call is the same. */
static int await_all(const struct rg_context *x)
{
	struct rg_overdue patience = rg_overdue();
	MPI_Request request;
	int done = 0, err = PMPI_Ibarrier(x->comm, &request);

	if (err || !x->check)
		return err ? err : PMPI_Wait(&request, MPI_STATUS_IGNORE);
	while (!(err = PMPI_Test(&request, &done, MPI_STATUS_IGNORE)) && !done)
		if (rg_overdue_over(&patience, x->rank))
			rg_say("rank %d of %d waits in its first collective on this communicator: "
			       "some ranks have not come",
			       x->rank, x->P);
	return err;
}

/* All ranks' places: not by a nonblocking allgather, since SimGrid's took minutes for 560 ranks. */
static int gather_places(const struct rg_context *x, const struct rg_rank_place *mine,
                         struct rg_rank_place *places)
{
	int err = await_all(x);

	return err ? err
	           : PMPI_Allgather(mine, RG_RANK_INTS, MPI_INT, places, RG_RANK_INTS, MPI_INT,
	                            x->comm);
}

/* The plans: most clusters have them, for others rank 0 tells where the ranks are. They may bring
 * an order of the machines; without memory for it there are no plans. */
static int get_plans(struct rg_context *x, struct rg_seat *seats)
{
	int *machine = NULL;

	if (rg_plans_missing(x->c) && !x->rank)
		machine = malloc((size_t)x->P * sizeof *machine);
	for (int i = 0; i < x->P && machine; i++)
		machine[seats[i].rank] = seats[i].machine;
	int err = rg_plans_get(x, machine);
	free(machine);
	if (!rg_seats_turn(x, seats)) {
		free(x->own_plans);
		x->plans = x->own_plans = NULL;
		x->nplans = 0;
	}
	return err;
}

static bool all_compare(const struct rg_context *x, const struct rg_rank_place *places)
{
	int i = 0;

	while (i < x->P && places[i].wires)
		i++;
	return i == x->P;
}

/* The places are known, and what is planned for them: get what that needs, and try it. */
static int work_out(struct rg_context *x, const struct rg_rank_place *places, struct rg_spot *spots,
                    const struct rg_seat *seats, char *load)
{
	int err = x->why == RG_OURS ? acquire(x, spots, seats) : MPI_SUCCESS;

	if (!err && x->why == RG_OURS)
		err = rg_prove_plans(x, places[0].prove);
	if (!err && x->why == RG_OURS && all_compare(x, places))
		err = rg_wires_compare(x, load);
	return err;
}

/* places and spots have room for all ranks, and so have the seats; `load` is that of wires.h. */
static int set_up(struct rg_context *x, struct rg_rank_place *places, struct rg_spot *spots,
                  struct rg_seat *seats, char *load)
{
	x->selection = rg_selection_of(x->comm, !x->rank);
	struct rg_rank_place mine = rg_rank_place(x);
	mine.wires = load != NULL;
	int err = gather_places(x, &mine, places);

	if (err)
		return err;
	x->by_name = rg_ranks_by_name(x->c);
	rg_ranks_tell_settings(x, places);
	x->why = rg_ranks_check(x, places);
	rg_ranks_agree_on_bits(x, places);
	x->tuning = (enum rg_tuning)places[0].tuning;
	x->trial = places[0].trial;
	x->native = places[0].native;
	for (int i = 0; i < x->P; i++)
		x->check |= places[i].check;
	if (x->why == RG_OURS) {
		spots[x->rank].key = rg_window_offer(0, 0, &x->trouble);
		take_seats(x, places, seats);
		bool windows = may_make_windows(x, places);
		err = get_plans(x, seats);
		if (!err && x->why == RG_OURS)
			err = rg_seats_spots(x, windows, spots, seats, &x->trouble);
		if (err || x->why != RG_OURS)
			rg_window_withdraw(&spots[x->rank].key);
		if (err) {
			free(x->own_plans);
			x->own_plans = NULL;
			x->why = RG_NEW;
			return err;
		}
		err = work_out(x, places, spots, seats, load);
	}
	if (x->why == RG_OURS) {
		rg_ranks_agree_on_operations(x, places);
		rg_ranks_tell_again(x, places);
		tell_order(x);
		rg_ranks_agree_on_devices(x, places);
	} else {
		err = rg_ranks_warn(x, places);
	}
	return err;
}

/* Under MPI's own names a communicator must lie within one MPI_COMM_WORLD: other processes may not
 * even have this library. */
int rg_set_up(struct rg_context *x)
{
	if (x->c == rg_bound && !rg_in_world(x->comm)) {
		x->why = RG_OTHER_WORLD;
		return MPI_SUCCESS;
	}
	struct rg_rank_place *places = malloc((size_t)x->P * sizeof *places);
	struct rg_spot *spots = malloc((size_t)x->P * sizeof *spots);
	struct rg_seat *seats = malloc((size_t)x->P * sizeof *seats);
	char *load = rg_wires_load(x->c);
	int err = MPI_ERR_NO_MEM;

	if (places && spots && seats)
		err = set_up(x, places, spots, seats, load);
	else
		PMPI_Comm_call_errhandler(x->comm, err);
	free(places);
	free(spots);
	free(seats);
	free(load);
	return err;
}
