/* SPDX-License-Identifier: BSD-3-Clause
 * The routines of a cluster that is read at run time: linked with libringgen-preload's archive,
 * this takes the place of generated code. FROM_FILE names the topology file ("auto": none). If it
 * cannot be had all ranks must have heard why; rank 0 says so, and the program ends with status 4.
 */
#include "from_file.h"

#include "preload/cluster/topology.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rg_cluster *cluster;
static char why[RG_WHY];

static void read_cluster(void)
{
	const char *file = getenv("FROM_FILE");
	char first[RG_WHY];
	int rank, same;

	cluster = strcmp(file, "auto") == 0 ? rg_topology_auto()
	                                    : rg_topology_read(MPI_COMM_WORLD, file, why);
	if (cluster)
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
	return cluster;
}

int from_file_Allreduce(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm)
{
	return rg_allreduce(get_cluster(), in, out, n, t, op, comm);
}

int from_file_Allgather(const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u,
                        MPI_Comm comm)
{
	return rg_allgather(get_cluster(), in, n, t, out, m, u, comm);
}

int from_file_Allgatherv(const void *in, int n, MPI_Datatype t, void *out, const int m[],
                         const int at[], MPI_Datatype u, MPI_Comm comm)
{
	return rg_allgatherv(get_cluster(), in, n, t, out, m, at, u, comm);
}

int from_file_Reduce_scatter(const void *in, void *out, const int n[], MPI_Datatype t, MPI_Op op,
                             MPI_Comm comm)
{
	return rg_reduce_scatter(get_cluster(), in, out, n, t, op, comm);
}

int from_file_Reduce_scatter_block(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op,
                                   MPI_Comm comm)
{
	return rg_reduce_scatter_block(get_cluster(), in, out, n, t, op, comm);
}

int from_file_Bcast(void *out, int n, MPI_Datatype t, int root, MPI_Comm comm)
{
	return rg_bcast(get_cluster(), out, n, t, root, comm);
}

int from_file_Reduce(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, int root,
                     MPI_Comm comm)
{
	return rg_reduce(get_cluster(), in, out, n, t, op, root, comm);
}

int from_file_Gather(const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u,
                     int root, MPI_Comm comm)
{
	return rg_gather(get_cluster(), in, n, t, out, m, u, root, comm);
}

int from_file_Scatter(const void *in, int n, MPI_Datatype t, void *out, int m, MPI_Datatype u,
                      int root, MPI_Comm comm)
{
	return rg_scatter(get_cluster(), in, n, t, out, m, u, root, comm);
}

int from_file_Gatherv(const void *in, int n, MPI_Datatype t, void *out, const int m[],
                      const int at[], MPI_Datatype u, int root, MPI_Comm comm)
{
	return rg_gatherv(get_cluster(), in, n, t, out, m, at, u, root, comm);
}

int from_file_Scatterv(const void *in, const int n[], const int at[], MPI_Datatype t, void *out,
                       int m, MPI_Datatype u, int root, MPI_Comm comm)
{
	return rg_scatterv(get_cluster(), in, n, at, t, out, m, u, root, comm);
}

int from_file_Barrier(MPI_Comm comm)
{
	return rg_barrier(get_cluster(), comm);
}

int from_file_Scan(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm)
{
	return rg_scan(get_cluster(), in, out, n, t, op, comm);
}

int from_file_Exscan(const void *in, void *out, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm)
{
	return rg_exscan(get_cluster(), in, out, n, t, op, comm);
}

#if MPI_VERSION >= 4
int from_file_Allreduce_c(const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op,
                          MPI_Comm comm)
{
	return rg_allreduce_c(get_cluster(), in, out, n, t, op, comm);
}

int from_file_Allgather_c(const void *in, MPI_Count n, MPI_Datatype t, void *out, MPI_Count m,
                          MPI_Datatype u, MPI_Comm comm)
{
	return rg_allgather_c(get_cluster(), in, n, t, out, m, u, comm);
}

int from_file_Allgatherv_c(const void *in, MPI_Count n, MPI_Datatype t, void *out,
                           const MPI_Count m[], const MPI_Aint at[], MPI_Datatype u, MPI_Comm comm)
{
	return rg_allgatherv_c(get_cluster(), in, n, t, out, m, at, u, comm);
}

int from_file_Reduce_scatter_c(const void *in, void *out, const MPI_Count n[], MPI_Datatype t,
                               MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_c(get_cluster(), in, out, n, t, op, comm);
}

int from_file_Reduce_scatter_block_c(const void *in, void *out, MPI_Count n, MPI_Datatype t,
                                     MPI_Op op, MPI_Comm comm)
{
	return rg_reduce_scatter_block_c(get_cluster(), in, out, n, t, op, comm);
}

int from_file_Bcast_c(void *out, MPI_Count n, MPI_Datatype t, int root, MPI_Comm comm)
{
	return rg_bcast_c(get_cluster(), out, n, t, root, comm);
}

int from_file_Reduce_c(const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op, int root,
                       MPI_Comm comm)
{
	return rg_reduce_c(get_cluster(), in, out, n, t, op, root, comm);
}

int from_file_Gather_c(const void *in, MPI_Count n, MPI_Datatype t, void *out, MPI_Count m,
                       MPI_Datatype u, int root, MPI_Comm comm)
{
	return rg_gather_c(get_cluster(), in, n, t, out, m, u, root, comm);
}

int from_file_Scatter_c(const void *in, MPI_Count n, MPI_Datatype t, void *out, MPI_Count m,
                        MPI_Datatype u, int root, MPI_Comm comm)
{
	return rg_scatter_c(get_cluster(), in, n, t, out, m, u, root, comm);
}

int from_file_Gatherv_c(const void *in, MPI_Count n, MPI_Datatype t, void *out, const MPI_Count m[],
                        const MPI_Aint at[], MPI_Datatype u, int root, MPI_Comm comm)
{
	return rg_gatherv_c(get_cluster(), in, n, t, out, m, at, u, root, comm);
}

int from_file_Scatterv_c(const void *in, const MPI_Count n[], const MPI_Aint at[], MPI_Datatype t,
                         void *out, MPI_Count m, MPI_Datatype u, int root, MPI_Comm comm)
{
	return rg_scatterv_c(get_cluster(), in, n, at, t, out, m, u, root, comm);
}

int from_file_Scan_c(const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op,
                     MPI_Comm comm)
{
	return rg_scan_c(get_cluster(), in, out, n, t, op, comm);
}

int from_file_Exscan_c(const void *in, void *out, MPI_Count n, MPI_Datatype t, MPI_Op op,
                       MPI_Comm comm)
{
	return rg_exscan_c(get_cluster(), in, out, n, t, op, comm);
}
#endif
