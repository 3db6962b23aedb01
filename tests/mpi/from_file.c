/* SPDX-License-Identifier: BSD-3-Clause
 * The routines of a cluster that is read at run time: linked with libringgen-preload's archive,
 * this takes the place of generated code. FROM_FILE names the topology file ("auto": none). If it
 * cannot be had all ranks must have heard why; rank 0 says so, and the program ends with status 4.
 */
#include "from_file.h"

#include "preload/cluster/topology.h"
#include "ringgen/entries.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rg_cluster *made;
static char why[RG_WHY];

static void read_cluster(void)
{
	const char *file = getenv("FROM_FILE");
	char first[RG_WHY];
	int rank, same;

	made = strcmp(file, "auto") == 0 ? rg_topology_auto()
	                                 : rg_topology_read(MPI_COMM_WORLD, file, why);
	if (made)
		return;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	memcpy(first, why, RG_WHY);
	MPI_Bcast(first, RG_WHY, MPI_CHAR, 0, MPI_COMM_WORLD);
	same = strcmp(first, why) == 0;
	MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (!rank)
		fprintf(stderr, "%s%s\n", same ? "" : "the ranks heard different reasons: ", why);
	MPI_Finalize();
	exit(4);
}

/* The first call of all is on all ranks of the world. */
static const struct rg_cluster *get_cluster(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, read_cluster);
	return made;
}

#define cluster (*get_cluster())
#define ENTRIES(...) RG_BLOCKING(from_file, __VA_ARGS__)
RG_ROWS(ENTRIES)
