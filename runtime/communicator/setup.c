/* SPDX-License-Identifier: BSD-3-Clause
 * The set-up of a communicator: where its ranks are, and the ring through them.
 *
 * Every rank tells all others its place and its settings; from the same places all draw the same
 * conclusions: is the communicator ours, and in which order are its ranks (seats.h)? Then they get
 * the plans, a private communicator and the windows, all of them or none. The algorithms of the
 * plans are proved for these places (proving.h).
 */
#include "communicator/setup.h"
#include "communicator/devices.h"
#include "communicator/plans.h"
#include "communicator/proving.h"
#include "communicator/seats.h"
#include "communicator/selections.h"
#include "communicator/tuner.h"
#include "communicator/wires.h"
#include "mpi/host.h"
#include "mpi/in_world.h"
#include "mpi/overdue.h"
#include "mpi/own_comm.h"
#include "ringgen/name.h"
#include "transport/progress.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A process holds at most so many private communicators: MPI libraries have a limited number of
 * contexts (MPICH about 2,000), and the user's own communicators come first. */
enum { HELD_MOST = 512 };

/* The settings of RINGGEN_TOPOLOGY. */
enum setting { UNSET, AUTO, READ, BAD };

/* A rank's place and settings, for the others: int members only, sent as such. */
struct place {
	int setting, held;
	int same_bits;  /* RINGGEN_REPRODUCIBLE */
	int progress;   /* operations go on within any call of MPI; -1: no thread could be had */
	int check;      /* RINGGEN_CHECK */
	int prove;      /* RINGGEN_PROVE: that of rank 0 counts */
	int tuning;     /* RINGGEN_TUNE: that of rank 0 counts */
	int native;     /* RINGGEN_NATIVE: the same */
	int devices;    /* signs of them */
	int wires;      /* it has something to compare the wires with */
	int settings;   /* enum rg_settings */
	int selection;  /* hash of which collectives are to be ours */
	int machine;    /* index into c->machines, -1: unknown */
	int host_id[2]; /* hash of the host's name */
	int short_id;   /* the same of its short form, */
	int domain;     /* and of the rest of it, if the topology has the short form only; else 0 */
};

enum { PLACE_INTS = sizeof(struct place) / sizeof(int) };

/* libringgen-preload defines it. */
extern const int rg_preload_version __attribute__((weak));

/* Whether libringgen-preload is in the program, with this copy of the runtime or with another: a
 * file is for it to read then, and generated routines keep their own cluster. */
static bool is_preloaded(void)
{
	return &rg_preload_version || dlsym(RTLD_DEFAULT, "rg_preload_version");
}

static enum setting setting(void)
{
	const char *value = rg_setting(RG_TOPOLOGY);
	if (!*value)
		return UNSET;
	if (!strcmp(value, "auto"))
		return AUTO;
	return is_preloaded() ? READ : BAD;
}

/* The fixed form has its own machines, always. */
static bool by_name(const struct rg_cluster *c)
{
	return !c->machines || (!c->P && setting() == AUTO);
}

static struct place own_place(const struct rg_context *x)
{
	const struct rg_this_host *host = rg_this_host();
	struct place p = {.setting = setting(),
	                  .held = rg_contexts_held(),
	                  .machine = -1,
	                  .same_bits = rg_wants_same_bits(),
	                  .progress = rg_progress_is_on_its_own() ? 1 : -rg_progress_has_failed(),
	                  .check = rg_wants_check(),
	                  .prove = rg_proving_seconds(),
	                  .tuning = (int)rg_wants_tuning(),
	                  .native = rg_wants_native(),
	                  .devices = rg_devices_signs(),
	                  .settings = rg_settings(),
	                  .selection = rg_selection_hash(&x->selection)};

	const char *domain = "";

	if (!host->trouble)
		p.machine = by_name(x->c) ? 0 : rg_host_machine(x->c, host->name, &domain);
	rg_host_id(host->name, strlen(host->name), p.host_id);
	p.short_id = rg_host_part_id(host->name, rg_name_short(host->name));
	p.domain = rg_host_part_id(domain, strlen(domain));
	return p;
}

/* ---- Is it ours? */

static const char native_here[] = "MPI's own collectives are used on this communicator";

static enum rg_reason check_settings(const struct rg_context *x, const struct place *places)
{
	int held = 0;

	for (int i = 0; i < x->P; i++) {
		if (places[i].setting != places[0].setting)
			return RG_MIXED_SETTING;
		if (places[i].selection != places[0].selection || x->selection.mixed)
			return RG_MIXED_SELECTION;
		held = places[i].held > held ? places[i].held : held;
	}
	if (places[0].setting == BAD)
		return RG_BAD_SETTING;
	if (!rg_selection_any(&x->selection))
		return RG_NOT_SELECTED;
	return held < HELD_MOST ? RG_OURS : RG_NO_CONTEXT;
}

/* The lowest rank whose machine is not known, or is not where the fixed form has it; x->P: none. */
static int first_misfit(const struct rg_context *x, const struct place *places, bool unknown)
{
	for (int i = 0; i < x->P; i++)
		if (unknown ? places[i].machine < 0
		            : x->c->P && x->c->machines && places[i].machine != x->c->host[i])
			return i;
	return x->P;
}

/* Whether two ranks are on hosts of one name in two domains, of which the topology has the short
 * form only: two machines that it takes for one. */
static bool are_alike(const struct place *a, const struct place *b)
{
	return a->machine == b->machine && a->short_id == b->short_id && a->domain && b->domain &&
	       a->domain != b->domain;
}

/* The lowest rank that is on such a host, and in *other one on another; x->P: none. By host name
 * all names are whole. The ranks of a machine are compared with its lowest one that has a domain:
 * no more than machines times ranks. */
static int first_alike(const struct rg_context *x, const struct place *places, int *other)
{
	for (int i = 0; i < x->P; i++) {
		if (by_name(x->c) || !places[i].domain)
			continue;
		int k = 0;
		while (k < i && (places[k].machine != places[i].machine || !places[k].domain ||
		                 places[k].short_id != places[i].short_id))
			k++;
		if (k < i && are_alike(&places[k], &places[i])) {
			*other = i;
			return k;
		}
	}
	return x->P;
}

/* How many machines the ranks are on. All ranks find the same, so it must not need memory, nor a
 * stack that a thread may not have: a topology file has at most so many machines, a bit each. */
enum { MACHINES_MOST = 1 << 18 };
static int count_machines(const struct rg_context *x, const struct place *places)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static uint8_t seen[MACHINES_MOST / 8]; /* all 0 between two calls */
	int machines = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < x->P; i++) {
		int m = places[i].machine;
		machines += !(seen[m / 8] >> m % 8 & 1);
		seen[m / 8] |= (uint8_t)(1 << m % 8);
	}
	for (int i = 0; i < x->P; i++)
		seen[places[i].machine / 8] = 0;
	pthread_mutex_unlock(&lock);
	return machines;
}

/* Are the ranks on some of several machines whose order holds for all of them together only? One
 * machine alone needs no order. */
static bool is_part(const struct rg_context *x, const struct place *places)
{
	if (!x->c->whole || x->c->P || by_name(x->c))
		return false;
	int machines = x->c->nmachines <= MACHINES_MOST ? count_machines(x, places) : 0;
	return machines != 1 && machines != x->c->nmachines;
}

static enum rg_reason check_places(const struct rg_context *x, const struct place *places)
{
	enum rg_reason why = check_settings(x, places);

	if (why != RG_OURS)
		return why;
	if (first_misfit(x, places, true) < x->P)
		return RG_UNKNOWN_HOST;
	if (first_misfit(x, places, false) < x->P)
		return RG_OTHER_PLACE;
	int other;
	if (first_alike(x, places, &other) < x->P)
		return RG_ALIKE_HOSTS;
	return is_part(x, places) ? RG_SOME_MACHINES : RG_OURS;
}

static void warn_unknown_host(const struct rg_context *x)
{
	const struct rg_this_host *host = rg_this_host();

	if (host->trouble)
		rg_say("%s: %s", host->trouble, native_here);
	else
		rg_say("host '%s' is not in topology '%s': %s", host->name, x->c->name,
		       native_here);
}

static void warn_misplaced(const struct rg_context *x, const struct place *places)
{
	int i = first_misfit(x, places, false);
	rg_say("rank %d is on '%s', but '%s' was generated for '%s' there: %s", i,
	       x->c->machines[places[i].machine], x->c->name, x->c->machines[x->c->host[i]],
	       native_here);
}

/* Two of them know one name each. All ranks come here, and the other one's name is told to all.
 * Once in a program. */
static int warn_alike(const struct rg_context *x, const struct place *places)
{
	char name[RG_HOST_NAME] = "";
	int other = 0, speaker = first_alike(x, places, &other);

	if (x->rank == other)
		snprintf(name, sizeof name, "%s", rg_this_host()->name);
	int err = PMPI_Bcast(name, sizeof name, MPI_BYTE, other, x->comm);
	if (!err && rg_first(x->c, RG_ALIKE_HOSTS) && x->rank == speaker)
		rg_say("hosts '%s' and '%s' are one machine of topology '%s', '%s': names with "
		       "their domains in the file would tell them apart: %s",
		       rg_this_host()->name, name, x->c->name,
		       x->c->machines[places[speaker].machine], native_here);
	return err;
}

/* One warning, from the rank that knows: the one on the unknown host, else the first. */
static void warn_native(const struct rg_context *x, const struct place *places)
{
	int speaker = x->why == RG_UNKNOWN_HOST ? first_misfit(x, places, true) : 0;

	if (x->why == RG_NOT_SELECTED || !rg_first(x->c, x->why) || x->rank != speaker)
		return;
	if (x->why == RG_UNKNOWN_HOST)
		warn_unknown_host(x);
	else if (x->why == RG_OTHER_PLACE)
		warn_misplaced(x, places);
	else
		rg_say("'%s': %s: %s", x->c->name, rg_reason_text(x->why), native_here);
}

/* The lowest rank that has something to say of its environment does so. Mostly all have the same
 * one, and rank 0 of MPI_COMM_WORLD has said it (context.c). */
static void tell_settings(const struct rg_context *x, const struct place *places)
{
	int ranks = 0, lowest = x->P;

	for (int i = x->P - 1; i >= 0; i--) {
		if (places[i].settings == RG_TOLD_SETTING)
			return;
		if (places[i].settings == RG_WRONG_SETTING)
			lowest = i;
	}
	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (lowest < x->P && (x->P == ranks || (lowest && lowest == x->rank)))
		rg_settings_tell(lowest == x->rank);
}

/* All get the same bits everywhere if any rank asks for them. That not all did is said, since other
 * communicators, without that rank, will not have them. */
static void agree_on_bits(struct rg_context *x, const struct place *places)
{
	int asking = 0;

	for (int i = 0; i < x->P; i++)
		asking += places[i].same_bits;
	x->reproducible = x->c->reproducible || asking;
	x->kernel = rg_kernel_of(x->op, x->type, x->reproducible); /* for the call at hand */
	if (x->why != RG_OURS || x->c->reproducible || !asking || asking == x->P)
		return;
	if (rg_first(x->c, RG_ONCE_MIXED_BITS) && !x->rank)
		rg_say("'%s': RINGGEN_REPRODUCIBLE is set on %d of %d ranks: it holds for all of "
		       "this communicator",
		       x->c->name, asking, x->P);
}

/* If any rank may have buffers in the memory of a device. */
static void agree_on_devices(struct rg_context *x, const struct place *places)
{
	int signs = 0, having = 0;

	for (int i = 0; i < x->P; i++) {
		signs |= places[i].devices;
		having += places[i].devices != 0;
	}
	rg_devices_settle(x, signs, having);
}

/* How many slots there are tags for, and whether operations go on by themselves. */
static void agree_on_operations(struct rg_context *x, const struct place *places)
{
	int *most, found = 0, speaker = x->P;

	x->progress = true;
	for (int i = x->P - 1; i >= 0; i--) {
		x->progress = x->progress && places[i].progress > 0;
		speaker = places[i].progress < 0 ? i : speaker;
	}
	x->no_thread = speaker < x->P;
	if (x->no_thread && rg_first(x->c, RG_ONCE_THREAD) && x->rank == speaker)
		rg_say("'%s': rank %d cannot start a thread that nonblocking collectives go on by "
		       "(RLIMIT_NPROC, ulimit -u, or memory): they are MPI's own",
		       x->c->name, x->rank);
	/* Those that MPI_Comm_create makes do not have it in Open MPI 4.1. */
	PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &most, &found);
	x->slots = (found ? *most : 32767) / RG_LANES_MOST; /* what MPI has at least */
}

/* ---- The parts of a context */

static void take_seats(const struct rg_context *x, const struct place *places,
                       struct rg_seat *seats)
{
	for (int i = 0; i < x->P; i++) {
		int rank = x->c->P ? x->c->order[i] : i;
		const struct place *p = &places[rank];
		seats[i] = (struct rg_seat){.machine = p->machine,
		                            .host_id = {p->host_id[0], p->host_id[1]},
		                            .rank = rank};
	}
	rg_seats_take(x, seats);
}

/* A process has a limited number of windows, like communicators. */
static bool may_make_windows(const struct rg_context *x, const struct place *places)
{
	for (int i = 0; i < x->P; i++)
		if (places[i].held >= RG_WINDOWS_MOST)
			return false;
	return true;
}

/* The order, the machines, the plans for so many, and memory for their frames, their choices and
 * the tuner. False: no memory. */
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
	if (x->tuning && !x->tuner)
		x->tuner = rg_tuner_new(x->tuning);
	x->free_tuner = rg_tuner_free;
	return x->frame && x->own_choices && (!x->tuning || x->tuner);
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
	if (windows && x->window)
		rg_window_count(x->window);
	if (windows)
		return;
	rg_window_close(x->window);
	x->window = NULL;
	x->plan = x->plain;
}

/* Get the private communicator and the memory, on all ranks or on none; so for windows. */
static int acquire(struct rg_context *x, struct rg_spot *spots, const struct rg_seat *seats)
{
	enum { OURS, WINDOWS, SPEAKER, THINGS };
	MPI_Comm own = rg_own_comm(x->comm);
	int mine[THINGS] = {0}, all[THINGS] = {0};

	mine[OURS] = own != MPI_COMM_NULL && prepare(x, seats);
	mine[WINDOWS] = mine[OURS] && get_windows(x, spots);
	mine[SPEAKER] = x->trouble ? x->rank : x->P;
	int err = PMPI_Allreduce(mine, all, THINGS, MPI_INT, MPI_MIN, x->comm);
	rg_window_withdraw(&spots[x->rank].key);
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
static int gather_places(const struct rg_context *x, const struct place *mine, struct place *places)
{
	int err = await_all(x);

	return err ? err
	           : PMPI_Allgather(mine, PLACE_INTS, MPI_INT, places, PLACE_INTS, MPI_INT,
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

static bool all_compare(const struct rg_context *x, const struct place *places)
{
	int i = 0;

	while (i < x->P && places[i].wires)
		i++;
	return i == x->P;
}

/* The places are known, and what is planned for them: get what that needs, and try it. */
static int work_out(struct rg_context *x, const struct place *places, struct rg_spot *spots,
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
static int set_up(struct rg_context *x, struct place *places, struct rg_spot *spots,
                  struct rg_seat *seats, char *load)
{
	x->selection = rg_selection_of(x->comm, !x->rank);
	struct place mine = own_place(x);
	mine.wires = load != NULL;
	int err = gather_places(x, &mine, places);

	if (err)
		return err;
	x->by_name = by_name(x->c);
	tell_settings(x, places);
	x->why = check_places(x, places);
	agree_on_bits(x, places);
	x->tuning = (enum rg_tuning)places[0].tuning;
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
		agree_on_operations(x, places);
		tell_order(x);
		agree_on_devices(x, places);
	} else if (x->why == RG_ALIKE_HOSTS) {
		err = warn_alike(x, places);
	} else {
		warn_native(x, places);
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
	struct place *places = malloc((size_t)x->P * sizeof *places);
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
