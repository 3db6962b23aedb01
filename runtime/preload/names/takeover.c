/* SPDX-License-Identifier: BSD-3-Clause
 * Whether MPI's own names are served here, and with which cluster: settled once, in MPI_Init.
 *
 * Off unless RINGGEN_TOPOLOGY or RINGGEN_COLLECTIVES asks for it. Ranks that have one of them
 * compare what they were told, in one reduction of a few numbers. A rank that has none does
 * nothing: the library may be loaded where its user knows nothing of it, and not in all processes
 * of a job.
 */
#include "preload/names/takeover.h"
#include "mpi/library.h"
#include "communicator/context.h"
#include "communicator/young.h"
#include "call/summary.h"
#include "mpi/launch.h"
#include "mpi/launch_rank.h"
#include "preload/cluster/topology.h"
#include "preload/names/handles.h"
#include "preload/names/imports.h"
#include "preload/names/linked.h"
#include "preload/names/meeting.h"
#include "preload/names/next.h"
#include "transport/progress.h"
#include "ringgen/fnv.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Generated code that is linked with this library, made by `ringgen generate --preload`. */
extern const struct rg_cluster *const rg_preload_generated __attribute__((weak));

static bool persistent;
static bool begun; /* MPI was initialised by a name of ours */

/* What calls a routine that sees requests and does not come by here. */
static struct {
	char symbol[128], file[128];
	bool found, speaks; /* speaks: this rank is the one that says it */
} unseen;

/* Said when it matters: by the first persistent collective. */
static void tell_unseen(void)
{
	static atomic_bool said;

	if (atomic_exchange(&said, true))
		return;
	if (!*unseen.symbol)
		rg_say("no memory to look at what the program calls: persistent collectives are "
		       "MPI's "
		       "own");
	else
		rg_say("%s calls %s, which could see a persistent collective of ours and does not "
		       "come by here: persistent collectives are MPI's own",
		       *unseen.file ? unseen.file : "the program", unseen.symbol);
}

const struct rg_cluster *rg_preload_persistent(void)
{
	if (unseen.speaks)
		tell_unseen();
	return persistent ? rg_bound : NULL;
}

/* ---- What this process was asked for */

/* A list that names nothing does not ask for anything. */
static bool asked(void)
{
	struct rg_selection w = rg_selection_of_all();
	return *rg_setting(RG_TOPOLOGY) || (*rg_setting(RG_SELECTION) && rg_selection_any(&w));
}

/* Before the program begins. */
__attribute__((constructor)) static void look_at_program(void)
{
	rg_linked_begin(asked());
}

static uint64_t add(uint64_t hash, const char *text)
{
	return rg_fnv_bytes(hash, text, strlen(text) + 1);
}

/* Whether this rank compares what it was told with others. */
static bool takes_part(void)
{
	return *rg_setting(RG_TOPOLOGY) || *rg_setting(RG_SELECTION);
}

/* A number that is the same if the same was asked for; 0: nothing was. */
static long long request(void)
{
	uint64_t hash = RG_FNV_EMPTY;

	if (!asked())
		return 0;
	hash = add(add(hash, RINGGEN_VERSION_TEXT), rg_setting(RG_TOPOLOGY));
	hash = add(hash, rg_setting(RG_SELECTION));
	if (&rg_preload_generated)
		hash = add(hash, rg_preload_generated->name);
	return (long long)(hash >> 2) + 1;
}

/* MPICH lets no one take part in its progress, so that operations go on by a thread (progress.h). A
 * level that does not exist is for MPI to refuse. */
int rg_preload_level(int required)
{
	if (RG_IS_OPEN_MPI)
		return required;
	bool exists = required >= MPI_THREAD_SINGLE && required <= MPI_THREAD_MULTIPLE;
	return exists && asked() && rg_progress_is_wanted() ? MPI_THREAD_MULTIPLE : required;
}

int rg_preload_init_level(void)
{
	const char *usual = getenv("MPIR_CVAR_DEFAULT_THREAD_LEVEL");
	return usual && *usual ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
}

/* The level that the program was told, if MPI has a higher one since we asked for that. */
static atomic_int told = INT_MAX;

int rg_preload_tell_level(int required, int provided)
{
	if (rg_preload_level(required) == required || provided <= required)
		return provided;
	atomic_store(&told, required);
	return required;
}

int rg_preload_told_level(int provided)
{
	int level = atomic_load(&told);
	return level < provided ? level : provided;
}

/* ---- Agreement */

/* Whether all ranks were asked for the same. */
static bool agreed(long long mine, int rank)
{
	enum { REQUEST, MINUS, FOREIGN, AT_ONCE, SPEAKER, UNSEEN, ITEMS };
	long long own[ITEMS] = {mine,
	                        -mine,
	                        !rg_completion_is_ours(),
	                        rg_wants_check() || rg_wants_same_bits(),
	                        rg_settings() == RG_WRONG_SETTING ? -rank : LLONG_MIN,
	                        unseen.found ? -rank : LLONG_MIN},
		  most[ITEMS] = {0};
	MPI_Comm all;
	int err = rg_meeting(rank, &all);

	if (!err) {
		err = PMPI_Allreduce(own, most, ITEMS, MPI_LONG_LONG, MPI_MAX, all);
		PMPI_Comm_free(&all);
	}
	rg_settings_tell(!err && most[SPEAKER] == -rank);
	bool same = !err && most[REQUEST] == -most[MINUS];
	persistent = same && !most[FOREIGN] && most[UNSEEN] == LLONG_MIN;
	unseen.speaks = same && !most[FOREIGN] && most[UNSEEN] == -rank;
	if (same && !most[AT_ONCE])
		rg_young_begin();
	if (!same && !rank)
		rg_say("RINGGEN_TOPOLOGY and " RG_SELECTION_VARIABLE
		       " are not the same on all ranks, "
		       "or libringgen-preload is not loaded on all: MPI's own collectives are "
		       "used");
	return same;
}

/* ---- A program that passes us by */

/* The program ends, and MPI was initialised, but not by one of our names. Nothing can be seen of
 * that before: dlsym of the MPI library's handle leads to its own routine. */
__attribute__((destructor)) static void tell_passed_by(void)
{
	int initialised = 0;

	if (begun || !asked() || !rg_verbose() || rg_launch_rank() ||
	    PMPI_Initialized(&initialised) || !initialised)
		return;
	rg_say(RG_PASSED_BY);
}

/* ---- MPI_Finalize */

/* That of a tool that is asked first may go on to MPI itself. */
static bool finalize_comes_by(void)
{
	return rg_next_comes_by(dlsym(RTLD_DEFAULT, "MPI_Finalize"));
}

RG_TAKEN int MPI_Finalize(void)
{
	RG_NEXT_HERE(Finalize);
	rg_progress_before_finalize();
	return RG_NEXT(Finalize)();
}

/* ---- The cluster */

/* Whether the MPI library is older than the one that this was built with. Routines of MPI 4 may be
 * missing then: the Makefile makes them weak in the shared library, since the dynamic linker would
 * end a program for one that is missing, whatever the program is. */
static bool is_older(void)
{
#if RINGGEN_LARGE_COUNT
#pragma weak PMPI_Type_size_c
	return !PMPI_Type_size_c;
#else
	return false;
#endif
}

static const struct rg_cluster *find_cluster(char why[RG_WHY])
{
	const char *file = rg_setting(RG_TOPOLOGY);

	if (is_older()) {
		snprintf(why, RG_WHY,
		         "this MPI library is older than MPI 4, which this was built for");
		return NULL;
	}
	if (*file && strcmp(file, "auto"))
		return rg_topology_read(MPI_COMM_WORLD, file, why);
	if (!*file && &rg_preload_generated)
		return rg_preload_generated;
	return rg_topology_auto();
}

/* We are on where the world's collectives are ours. Why they are not has been told, if it is not
 * what was asked for; other communicators may have selections of their own. */
static void tell(const struct rg_cluster *c)
{
	const char *which = rg_setting(RG_SELECTION);
	struct rg_context *x;

	if (rg_context(c, MPI_COMM_WORLD, &x) || !x)
		return;
	if (x->why != RG_OURS) {
		if (rg_verbose())
			rg_say("off in MPI_COMM_WORLD: %s", rg_reason_text(x->why));
		return;
	}
	rg_say("on: collectives of '%s' (%s)%s%s", c->name,
	       c->fact ? c->fact : "nothing is claimed of the load on links",
	       *which ? ", " RG_SELECTION_VARIABLE "=" : "", which);
}

static void start(int rank)
{
	char why[RG_WHY] = "";
	const struct rg_cluster *c = find_cluster(why);

	if (!c) {
		if (!rank)
			rg_say("%s: MPI's own collectives are used", why);
		return;
	}
	rg_bound = c;
	if (finalize_comes_by())
		rg_progress_expect_finalize();
	rg_selection_made(MPI_COMM_WORLD);
	if (!rank)
		tell(c);
}

static void begin_alone(bool on)
{
	rg_settings_tell(true);
	if (on)
		rg_launch_alone();
}

/* Whether we are on, on this rank as on the others. */
static void settle(void)
{
	long long mine = request();
	int rank = 0, ranks = 1;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	unseen.found = mine && rg_imports_unseen(unseen.symbol, unseen.file, sizeof unseen.symbol);
	if (ranks == 1)
		begin_alone(mine);
	else if (!takes_part())
		rg_settings_tell(!rank);
	else if (!agreed(mine, rank))
		return;
	if (mine) {
		start(rank);
	} else if (!rank && rg_verbose()) {
		rg_say("off: RINGGEN_TOPOLOGY=FILE, RINGGEN_TOPOLOGY=auto or " RG_SELECTION_VARIABLE
		       "=on turns it on");
	}
}

void rg_preload_begin(void)
{
	begun = true;
	settle();
	if (rg_ends_in_summary()) {
		rg_counts_alone = !rg_bound;
		rg_summary_expect();
	}
}

/* ---- MPI_Init */

RG_TAKEN int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	RG_NEXT_HERE(Init_thread);
	rg_linked_call(__builtin_return_address(0));
	int err = RG_NEXT(Init_thread)(argc, argv, rg_preload_level(required), provided);

	if (err)
		return err;
	if (provided)
		*provided = rg_preload_tell_level(required, *provided);
	rg_preload_begin();
	return err;
}

RG_TAKEN int MPI_Query_thread(int *provided)
{
	RG_NEXT_HERE(Query_thread);
	int err = RG_NEXT(Query_thread)(provided);

	if (!err && provided)
		*provided = rg_preload_told_level(*provided);
	return err;
}

/* MPI_Init asks for a level by itself: where ours is a higher one it cannot be called. */
RG_TAKEN int MPI_Init(int *argc, char ***argv)
{
	RG_NEXT_HERE(Init);
	int provided, err;

	rg_linked_call(__builtin_return_address(0));
	if (rg_preload_level(MPI_THREAD_SINGLE) != MPI_THREAD_SINGLE)
		return MPI_Init_thread(argc, argv, rg_preload_init_level(), &provided);
	if (!(err = RG_NEXT(Init)(argc, argv)))
		rg_preload_begin();
	return err;
}
