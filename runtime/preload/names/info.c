/* SPDX-License-Identifier: BSD-3-Clause
 * The info key `ringgen_collectives`, and communicators that are to be set up as soon as they are
 * made: the routines of MPI that bring either are taken over.
 */
#include "communicator/setup.h"
#include "mpi/in_world.h"
#include "preload/names/next.h"
#include "preload/names/takeover.h"

#include <stdlib.h>

/* ---- The selection, agreed on by all ranks */

static bool is_inter(MPI_Comm comm)
{
	int inter = 0;
	return PMPI_Comm_test_inter(comm, &inter) || inter;
}

static void prepare(MPI_Comm comm)
{
	struct rg_context *x;

	if (!rg_context(rg_bound, comm, &x) && x && x->why == RG_NEW)
		rg_set_up(x);
}

void rg_selection_made(MPI_Comm comm)
{
	bool agreed = true;
	struct rg_selection w;
	int length;

	if (!rg_bound || comm == MPI_COMM_NULL)
		return;
	const char *list = rg_selection_list(comm, &agreed);
	if (list)
		rg_selection_read(list, &w, &length);
	else
		w = rg_selection_of_all();
	/* MPI_COMM_WORLD is always set up: programs call nonblocking collectives there, which
	 * cannot do that. */
	if (agreed && (w.prepare || comm == MPI_COMM_WORLD))
		prepare(comm);
}

/* Read this process's selection from the info. Returns a number that is the same for the same; 0:
 * the key is not there. */
static int read_key(MPI_Info info, char *list, struct rg_selection *w, bool speaks)
{
	if (info == MPI_INFO_NULL || !rg_selection_of_info(info, list, w, speaks))
		return 0;
	return 1 + rg_selection_hash(w) / 2;
}

void rg_selection_told(MPI_Comm comm, MPI_Info info, bool fresh)
{
	char list[MPI_MAX_INFO_VAL + 1] = "off";
	struct rg_selection w = {.mixed = false};
	int rank, most[2];

	if (!rg_bound || comm == MPI_COMM_NULL || is_inter(comm))
		return;
	PMPI_Comm_rank(comm, &rank);
	int mine = read_key(info, list, &w, !rank), both[2] = {mine, -mine};
	if (!rg_in_world(comm) || PMPI_Allreduce(both, most, 2, MPI_INT, MPI_MAX, comm))
		return;
	if (!most[0] && fresh)
		rg_selection_drop(comm);
	if (most[0]) {
		w.mixed = most[0] != -most[1];
		rg_context_forget(comm);
		rg_selection_put(comm, list, &w, true);
	}
	rg_selection_made(comm);
}

#ifdef MPI_SESSION_NULL
static void tell_unread(MPI_Comm comm, MPI_Info info)
{
	char list[MPI_MAX_INFO_VAL + 1];
	struct rg_selection w;
	int rank;

	if (!rg_bound || is_inter(comm) || !read_key(info, list, &w, false))
		return;
	PMPI_Comm_rank(comm, &rank);
	if (!rank && rg_first(rg_bound, RG_ONCE_UNREAD))
		rg_say(RG_SELECTION_KEY
		       " is not read in MPI_Comm_idup_with_info: the duplicate has the "
		       "selection of its original; MPI_Comm_set_info can change it later");
}
#endif

void rg_selection_show(MPI_Comm comm, MPI_Info info)
{
	bool agreed;
	const char *list = rg_bound ? rg_selection_list(comm, &agreed) : NULL;

	if (list)
		PMPI_Info_set(info, RG_SELECTION_KEY, list);
}

/* ---- The routines */

/* MPI_NAME, and what is done when it went well. */
#define TAKE(NAME, PARAMETERS, ARGUMENTS, THEN)    \
	RG_TAKEN int MPI_##NAME PARAMETERS         \
	{                                          \
		RG_NEXT_HERE(NAME);                \
		int err = RG_NEXT(NAME) ARGUMENTS; \
		if (!err)                          \
			THEN;                      \
		return err;                        \
	}

/* The same of what makes a communicator. MPICH 5.0.2 returns no error where a handler of the user's
 * has returned from it: then none was made. */
#define MAKE(NAME, PARAMETERS, ARGUMENTS, THEN)             \
	RG_TAKEN int MPI_##NAME PARAMETERS                  \
	{                                                   \
		RG_NEXT_HERE(NAME);                         \
		if (made)                                   \
			*made = MPI_COMM_NULL;              \
		int err = RG_NEXT(NAME) ARGUMENTS;          \
		if (!err && made && *made != MPI_COMM_NULL) \
			THEN;                               \
		return err;                                 \
	}

TAKE(Comm_set_info, (MPI_Comm comm, MPI_Info info), (comm, info),
     rg_selection_told(comm, info, false))

TAKE(Comm_get_info, (MPI_Comm comm, MPI_Info *info), (comm, info), rg_selection_show(comm, *info))

MAKE(Comm_dup, (MPI_Comm comm, MPI_Comm *made), (comm, made), rg_selection_made(*made))

MAKE(Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *made), (comm, info, made),
     rg_selection_told(*made, info, true))

MAKE(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *made), (comm, color, key, made),
     rg_selection_made(*made))

MAKE(Comm_split_type, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made),
     (comm, type, key, info, made), rg_selection_told(*made, info, true))

MAKE(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *made), (comm, group, made),
     rg_selection_made(*made))

MAKE(Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made),
     (comm, group, tag, made), rg_selection_made(*made))

MAKE(Cart_create,
     (MPI_Comm comm, int dimensions, const int sizes[], const int periods[], int reorder,
      MPI_Comm *made),
     (comm, dimensions, sizes, periods, reorder, made), rg_selection_made(*made))

MAKE(Cart_sub, (MPI_Comm comm, const int keep[], MPI_Comm *made), (comm, keep, made),
     rg_selection_made(*made))

MAKE(Graph_create,
     (MPI_Comm comm, int n, const int index[], const int edges[], int reorder, MPI_Comm *made),
     (comm, n, index, edges, reorder, made), rg_selection_made(*made))

MAKE(Dist_graph_create,
     (MPI_Comm comm, int n, const int from[], const int degrees[], const int to[],
      const int weights[], MPI_Info info, int reorder, MPI_Comm *made),
     (comm, n, from, degrees, to, weights, info, reorder, made),
     rg_selection_told(*made, info, true))

MAKE(Dist_graph_create_adjacent,
     (MPI_Comm comm, int in, const int from[], const int from_weights[], int out, const int to[],
      const int to_weights[], MPI_Info info, int reorder, MPI_Comm *made),
     (comm, in, from, from_weights, out, to, to_weights, info, reorder, made),
     rg_selection_told(*made, info, true))

MAKE(Intercomm_merge, (MPI_Comm comm, int high, MPI_Comm *made), (comm, high, made),
     rg_selection_made(*made))

#ifdef MPI_SESSION_NULL
/* All ranks would have to agree on the key, which takes a collective call that waits. */
TAKE(Comm_idup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *made, MPI_Request *request),
     (comm, info, made, request), tell_unread(comm, info))

MAKE(Comm_create_from_group,
     (MPI_Group group, const char *tag, MPI_Info info, MPI_Errhandler handler, MPI_Comm *made),
     (group, tag, info, handler, made), rg_selection_told(*made, info, true))
#endif
