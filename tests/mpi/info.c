/* SPDX-License-Identifier: BSD-3-Clause
 * The info key ringgen_collectives under MPI's own names; what follows is seen by RINGGEN_VERBOSE.
 * Each argument is a step, on the communicator that the steps before have left, at first a
 * duplicate of MPI_COMM_WORLD:
 *
 *   set=LIST    MPI_Comm_set_info       dup=LIST    MPI_Comm_dup_with_info
 *   mixed=LIST  the same, on rank 0     type=LIST   MPI_Comm_split_type
 *   dup         MPI_Comm_dup            idup        MPI_Comm_idup
 *   split       MPI_Comm_split          call        collectives, whose results are checked
 *   short=N     N allreduces of a few   long        one of many, 1 MiB
 *   init        a persistent allreduce  show        print what MPI_Comm_get_info has of the key
 *   grid        MPI_Cart_create         row         MPI_Cart_sub
 *   graph       MPI_Graph_create        merged      MPI_Intercomm_merge, of two halves
 *   ring=LIST   MPI_Dist_graph_create   next=LIST   MPI_Dist_graph_create_adjacent
 *
 * An empty list stands for an info without the key.
 */
#include "routines.h"

#include <stdbool.h>
#include <string.h>

enum { MOST = 5000, LONG = 1 << 18, KEYS = 64 };

static const char key[] = "ringgen_collectives";
static int in[MOST], out[64 * MOST], rank;

static MPI_Info info_with(const char *list)
{
	MPI_Info info;

	MPI_Info_create(&info);
	if (list && *list)
		MPI_Info_set(info, key, list);
	return info;
}

static void call(MPI_Comm comm)
{
	int P, me, few = 4, many = MOST;

	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &me);
	for (int i = 0; i < MOST; i++)
		in[i] = me + i;
	MPI_Allreduce(in, out, few, MPI_INT, MPI_SUM, comm);
	if (out[few - 1] != P * (P - 1) / 2 + P * (few - 1))
		die("allreduce of %d is wrong", few);
	MPI_Allreduce(in, out, many, MPI_INT, MPI_SUM, comm);
	if (out[many - 1] != P * (P - 1) / 2 + P * (many - 1))
		die("allreduce of %d is wrong", many);
	MPI_Allgather(in, few, MPI_INT, out, few, MPI_INT, comm);
	for (int r = 0; r < P; r++)
		if (out[few * r + 1] != r + 1)
			die("allgather is wrong");
}

static void reduce(MPI_Comm comm, int n, int times)
{
	int P, *from = malloc((size_t)n * sizeof *from), *to = malloc((size_t)n * sizeof *to);

	MPI_Comm_size(comm, &P);
	for (int i = 0; i < n; i++)
		from[i] = i;
	for (; times; times--) {
		MPI_Allreduce(from, to, n, MPI_INT, MPI_SUM, comm);
		if (to[n - 1] != P * (n - 1))
			die("allreduce of %d is wrong", n);
	}
	free(from);
	free(to);
}

#if MPI_VERSION >= 4
static void start(MPI_Comm comm)
{
	MPI_Request request;

	MPI_Allreduce_init(in, out, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &request);
	MPI_Start(&request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);
}
#endif

static void show(MPI_Comm comm)
{
	char list[KEYS + 1] = "";
	MPI_Info info;
	int found;

	MPI_Comm_get_info(comm, &info);
#if MPI_VERSION >= 4
	int room = sizeof list;
	MPI_Info_get_string(info, key, &room, list, &found);
#else
	MPI_Info_get(info, key, KEYS, list, &found);
#endif
	MPI_Info_free(&info);
	if (!rank)
		printf("%s\n", found ? list : "no key");
}

/* The two halves as one. */
static MPI_Comm merged(MPI_Comm comm)
{
	MPI_Comm half, both, new;

	MPI_Comm_split(comm, rank % 2, rank, &half);
	MPI_Intercomm_create(half, 0, comm, 1 - rank % 2, 0, &both);
	MPI_Intercomm_merge(both, rank % 2, &new);
	MPI_Comm_free(&both);
	MPI_Comm_free(&half);
	return new;
}

/* With a topology; the null communicator: no such step. */
static MPI_Comm arranged(MPI_Comm comm, const char *step, MPI_Info info)
{
	MPI_Comm new = MPI_COMM_NULL;
	int P, one = 1, me;

	MPI_Comm_size(comm, &P);
	MPI_Comm_rank(comm, &me);
	int next = (me + 1) % P, last = (me + P - 1) % P, ends[2] = {1, 2}, edges[2] = {1, 0};
	if (!strcmp(step, "grid"))
		MPI_Cart_create(comm, 1, &P, &one, 0, &new);
	else if (!strcmp(step, "row"))
		MPI_Cart_sub(comm, &one, &new);
	else if (!strcmp(step, "graph"))
		MPI_Graph_create(comm, 2, ends, edges, 0, &new);
	else if (!strncmp(step, "ring=", 5))
		MPI_Dist_graph_create(comm, 1, &me, &one, &next, &one, info, 0, &new);
	else if (!strncmp(step, "next=", 5))
		MPI_Dist_graph_create_adjacent(comm, 1, &last, &one, 1, &next, &one, info, 0, &new);
	return new;
}

/* The new communicator of a step that makes one. */
static MPI_Comm made(MPI_Comm comm, const char *step, MPI_Info info)
{
	MPI_Comm new = MPI_COMM_NULL;
	MPI_Request request;

	if (!strncmp(step, "dup=", 4)) {
		MPI_Comm_dup_with_info(comm, info, &new);
	} else if (!strncmp(step, "type=", 5)) {
		MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, info, &new);
	} else if (!strcmp(step, "dup")) {
		MPI_Comm_dup(comm, &new);
	} else if (!strcmp(step, "split")) {
		MPI_Comm_split(comm, 0, -rank, &new);
	} else if (!strcmp(step, "idup")) {
		MPI_Comm_idup(comm, &new, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else if (!strcmp(step, "merged")) {
		new = merged(comm);
	} else if ((new = arranged(comm, step, info)) == MPI_COMM_NULL) {
		die("no such step: %s", step);
	}
	return new;
}

static void take(MPI_Comm *comm, const char *step)
{
	const char *list = strchr(step, '=');
	bool on_0 = !strncmp(step, "mixed=", 6);
	MPI_Info info = info_with(list && (!on_0 || !rank) ? list + 1 : NULL);

	if (!strcmp(step, "call")) {
		call(*comm);
	} else if (!strncmp(step, "short=", 6)) {
		reduce(*comm, 2, atoi(step + 6));
	} else if (!strcmp(step, "long")) {
		reduce(*comm, LONG, 1);
#if MPI_VERSION >= 4
	} else if (!strcmp(step, "init")) {
		start(*comm);
#endif
	} else if (!strcmp(step, "show")) {
		show(*comm);
	} else if (on_0 || !strncmp(step, "set=", 4)) {
		MPI_Comm_set_info(*comm, info);
	} else {
		MPI_Comm new = made(*comm, step, info);
		MPI_Comm_free(comm);
		*comm = new;
	}
	MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
	MPI_Comm comm;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	for (int i = 1; i < argc; i++)
		take(&comm, argv[i]);
	MPI_Comm_free(&comm);
	if (!rank)
		printf("right\n");
	MPI_Finalize();
	return 0;
}
