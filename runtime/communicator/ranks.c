/* SPDX-License-Identifier: BSD-3-Clause
 * What each rank of a communicator tells all others before it is set up.
 */
#include "communicator/ranks.h"
#include "communicator/devices.h"
#include "communicator/proving.h"
#include "communicator/selections.h"
#include "communicator/tuned_file.h"
#include "mpi/host.h"
#include "mpi/library.h"
#include "ringgen/again.h"
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

/* A library for one MPI library defines it; libringgen-preload.so, which stands before these,
 * answers rg_front_serves. */
extern const int rg_preload_version __attribute__((weak));

/* Whether libringgen-preload is in the program, with this copy of the runtime or with another: a
 * file is for it to read then, and generated routines keep their own cluster. */
static bool is_preloaded(void)
{
	bool (*serves)(void);
	void *symbol = dlsym(RTLD_DEFAULT, "rg_front_serves");

	if (&rg_preload_version || dlsym(RTLD_DEFAULT, "rg_preload_version"))
		return true;
	memcpy(&serves, &symbol, sizeof serves);
	return symbol && serves();
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

bool rg_ranks_by_name(const struct rg_cluster *c)
{
	return !c->machines || (!c->P && setting() == AUTO);
}

/* Without a file that keeps what was measured a trial is made only if somebody asks for it: each
 * run might choose otherwise. A simulated library's times are not those of its messages. */
static int trial(const struct rg_context *x)
{
	int wanted = rg_wants_tuning() || x->rank ? 0 : rg_wants_trial();

	if (wanted != RG_TRIAL_USUAL)
		return wanted;
	return rg_library_is_simulated() || !rg_tuned_keeps(x->c) ? 0 : wanted;
}

struct rg_rank_place rg_rank_place(const struct rg_context *x)
{
	const struct rg_this_host *host = rg_this_host();
	struct rg_rank_place p = {
		.setting = setting(),
		.held = rg_contexts_held(),
		.machine = -1,
		.same_bits = rg_wants_same_bits(),
		.progress = rg_progress_is_on_its_own() ? 1 : -rg_progress_has_failed(),
		.check = rg_wants_check(),
		.prove = rg_proving_seconds(),
		.tuning = (int)rg_wants_tuning(),
		.trial = trial(x),
		.native = rg_wants_native(),
		.devices = rg_devices_signs(),
		.settings = rg_settings(),
		.selection = rg_selection_hash(&x->selection)};

	const char *domain = "";

	if (!host->trouble)
		p.machine = rg_ranks_by_name(x->c) ? 0 : rg_host_machine(x->c, host->name, &domain);
	rg_host_id(host->name, strlen(host->name), p.host_id);
	p.short_id = rg_host_part_id(host->name, rg_name_short(host->name));
	p.domain = rg_host_part_id(domain, strlen(domain));
	return p;
}

/* ---- Is it ours? */

static enum rg_reason check_settings(const struct rg_context *x, const struct rg_rank_place *places)
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
static int first_misfit(const struct rg_context *x, const struct rg_rank_place *places,
                        bool unknown)
{
	for (int i = 0; i < x->P; i++)
		if (unknown ? places[i].machine < 0
		            : x->c->P && x->c->machines && places[i].machine != x->c->host[i])
			return i;
	return x->P;
}

/* Whether two ranks are on hosts of one name in two domains, of which the topology has the short
 * form only: two machines that it takes for one. */
static bool are_alike(const struct rg_rank_place *a, const struct rg_rank_place *b)
{
	return a->machine == b->machine && a->short_id == b->short_id && a->domain && b->domain &&
	       a->domain != b->domain;
}

/* The lowest rank that is on such a host, and in *other one on another; x->P: none. By host name
 * all names are whole. The ranks of a machine are compared with its lowest one that has a domain:
 * no more than machines times ranks. */
static int first_alike(const struct rg_context *x, const struct rg_rank_place *places, int *other)
{
	for (int i = 0; i < x->P; i++) {
		if (rg_ranks_by_name(x->c) || !places[i].domain)
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
static int count_machines(const struct rg_context *x, const struct rg_rank_place *places)
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
static bool is_part(const struct rg_context *x, const struct rg_rank_place *places)
{
	if (!x->c->whole || x->c->P || rg_ranks_by_name(x->c))
		return false;
	int machines = x->c->nmachines <= MACHINES_MOST ? count_machines(x, places) : 0;
	return machines != 1 && machines != x->c->nmachines;
}

enum rg_reason rg_ranks_check(const struct rg_context *x, const struct rg_rank_place *places)
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

/* ---- It is not */

static const char native_here[] = "MPI's own collectives are used on this communicator";

static void warn_unknown_host(const struct rg_context *x)
{
	const struct rg_this_host *host = rg_this_host();

	if (host->trouble)
		rg_say("%s: %s", host->trouble, native_here);
	else
		rg_say("host '%s' is not in topology '%s' (an alias there, or RINGGEN_HOSTS, can "
		       "say which machine it is): %s",
		       host->name, x->c->name, native_here);
}

static void warn_misplaced(const struct rg_context *x, const struct rg_rank_place *places)
{
	int i = first_misfit(x, places, false);
	rg_say("rank %d is on '%s', but '%s' was generated for '%s' there: %s", i,
	       x->c->machines[places[i].machine], x->c->name, x->c->machines[x->c->host[i]],
	       native_here);
}

/* Two of them know one name each. All ranks come here, and the other one's name is told to all.
 * Once in a program. */
static int warn_alike(const struct rg_context *x, const struct rg_rank_place *places)
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
static void warn_native(const struct rg_context *x, const struct rg_rank_place *places)
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

int rg_ranks_warn(const struct rg_context *x, const struct rg_rank_place *places)
{
	if (x->why == RG_ALIKE_HOSTS)
		return warn_alike(x, places);
	warn_native(x, places);
	return MPI_SUCCESS;
}

void rg_ranks_tell_again(const struct rg_context *x, const struct rg_rank_place *places)
{
	int world = 0, machines = x->c->nmachines;
	struct rg_again a;

	PMPI_Comm_size(MPI_COMM_WORLD, &world);
	if (x->rank || !rg_verbose() || x->P != world || !*rg_setting(RG_HOSTS) ||
	    rg_ranks_by_name(x->c))
		return;
	int *id = malloc((size_t)x->P * sizeof *id),
	    *times = calloc((size_t)machines, sizeof *times);
	for (int i = 0; id && i < x->P; i++)
		id[i] = places[i].machine;
	if (id && times && rg_again_find(id, x->P, times, machines, &a) &&
	    rg_first(x->c, RG_ONCE_AGAIN))
		rg_say("RINGGEN_HOSTS has host '%s' for rank %d and again for rank %d, %d times in "
		       "all: "
		       "most hosts stand there once",
		       x->c->machines[id[a.first]], a.first, a.second, a.times);
	free(id);
	free(times);
}

/* ---- What all agree on */

void rg_ranks_tell_settings(const struct rg_context *x, const struct rg_rank_place *places)
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

void rg_ranks_agree_on_bits(struct rg_context *x, const struct rg_rank_place *places)
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

void rg_ranks_agree_on_devices(struct rg_context *x, const struct rg_rank_place *places)
{
	int signs = 0, having = 0;

	for (int i = 0; i < x->P; i++) {
		signs |= places[i].devices;
		having += places[i].devices != 0;
	}
	rg_devices_settle(x, signs, having);
}

void rg_ranks_agree_on_operations(struct rg_context *x, const struct rg_rank_place *places)
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
