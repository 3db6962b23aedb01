/* SPDX-License-Identifier: BSD-3-Clause
 * Which algorithm does the MPI library take? natives COLLECTIVE BYTES...: a line for each size of
 * the whole vector, BYTES and what was seen.
 *
 * It stands between the library and the layer below it, by names that the library looks up. With
 * MPICH over UCX it sees each message that is sent to another machine, and prints how many all
 * ranks sent; with Open MPI it sees which function of coll/base is called, and prints that, with
 * the bytes of a segment if there are any.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 1024 };

static int sends;
static char seen[128] = "-";

/* UCX's function; all that it takes has the length of a pointer. */
void *ucp_tag_send_nbx(void *to, const void *data, size_t n, uint64_t tag, const void *how);
void *ucp_tag_send_nbx(void *to, const void *data, size_t n, uint64_t tag, const void *how)
{
	void *(*send)(void *, const void *, size_t, uint64_t, const void *);
	*(void **)&send = dlsym(RTLD_NEXT, "ucp_tag_send_nbx");
	sends++;
	return send(to, data, n, tag, how);
}

#ifdef OPEN_MPI
/* A function of Open MPI's that is passed on, with eleven arguments of which it takes those that it
 * has; number `segment` of them, from 1, is the bytes of a segment. */
#define PASSES(name, segment)                                                                     \
	int ompi_coll_base_##name(intptr_t a, intptr_t b, intptr_t c, intptr_t d, intptr_t e,     \
	                          intptr_t f, intptr_t g, intptr_t h, intptr_t i, intptr_t j,     \
	                          intptr_t k);                                                    \
	int ompi_coll_base_##name(intptr_t a, intptr_t b, intptr_t c, intptr_t d, intptr_t e,     \
	                          intptr_t f, intptr_t g, intptr_t h, intptr_t i, intptr_t j,     \
	                          intptr_t k)                                                     \
	{                                                                                         \
		int (*next)(intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t, \
		            intptr_t, intptr_t, intptr_t, intptr_t);                              \
		intptr_t all[] = {0, a, b, c, d, e, f, g, h, i, j, k};                            \
		*(void **)&next = dlsym(RTLD_NEXT, "ompi_coll_base_" #name);                      \
		snprintf(seen, sizeof seen, "%s %u", #name, (unsigned)all[segment]);              \
		return next(a, b, c, d, e, f, g, h, i, j, k);                                     \
	}
PASSES(allreduce_intra_recursivedoubling, 0)
PASSES(allreduce_intra_ring, 0)
PASSES(allreduce_intra_ring_segmented, 0)
PASSES(allreduce_intra_redscat_allgather, 0)
PASSES(allgather_intra_bruck, 0)
PASSES(allgather_intra_recursivedoubling, 0)
PASSES(allgather_intra_ring, 0)
PASSES(allgather_intra_neighborexchange, 0)
PASSES(reduce_scatter_intra_basic_recursivehalving, 0)
PASSES(reduce_scatter_intra_ring, 0)
PASSES(reduce_scatter_intra_butterfly, 0)
PASSES(reduce_scatter_block_intra_butterfly, 0)
PASSES(reduce_scatter_block_intra_recursivehalving, 0)
PASSES(reduce_scatter_block_intra_recursivedoubling, 0)
PASSES(bcast_intra_basic_linear, 0)
PASSES(bcast_intra_pipeline, 7)
PASSES(bcast_intra_bintree, 7)
PASSES(bcast_intra_binomial, 7)
PASSES(bcast_intra_knomial, 0)
PASSES(bcast_intra_scatter_allgather, 0)
PASSES(bcast_intra_scatter_allgather_ring, 0)
PASSES(reduce_intra_basic_linear, 0)
PASSES(reduce_intra_pipeline, 9)
PASSES(reduce_intra_binary, 9)
PASSES(reduce_intra_binomial, 9)
PASSES(reduce_intra_redscat_gather, 0)
PASSES(gather_intra_basic_linear, 0)
PASSES(gather_intra_binomial, 0)
PASSES(scatter_intra_basic_linear, 0)
PASSES(scatter_intra_binomial, 0)
PASSES(scatter_intra_linear_nb, 0)
PASSES(alltoall_intra_basic_linear, 0)
PASSES(alltoall_intra_pairwise, 0)
PASSES(alltoall_intra_bruck, 0)
PASSES(alltoall_intra_linear_sync, 0)
PASSES(alltoall_intra_two_procs, 0)
PASSES(barrier_intra_basic_linear, 0)
PASSES(barrier_intra_doublering, 0)
PASSES(barrier_intra_recursivedoubling, 0)
PASSES(barrier_intra_bruck, 0)
PASSES(barrier_intra_two_procs, 0)
PASSES(barrier_intra_tree, 0)
PASSES(scan_intra_linear, 0)
PASSES(scan_intra_recursivedoubling, 0)
PASSES(exscan_intra_linear, 0)
PASSES(exscan_intra_recursivedoubling, 0)
#endif

/* So many for each of P ranks. */
static const int *equal_counts(int each, int P)
{
	static int counts[MOST_RANKS];
	for (int i = 0; i < P && i < MOST_RANKS; i++)
		counts[i] = each;
	return counts;
}

static void call(const char *name, char *in, char *out, int bytes, int P)
{
	int ints = bytes / (int)sizeof(int), block = bytes / P;
	MPI_Comm comm = MPI_COMM_WORLD;
	if (strcmp(name, "allreduce") == 0)
		MPI_Allreduce(in, out, ints, MPI_INT, MPI_SUM, comm);
	else if (strcmp(name, "allgather") == 0)
		MPI_Allgather(in, block, MPI_CHAR, out, block, MPI_CHAR, comm);
	else if (strcmp(name, "reduce_scatter_block") == 0)
		MPI_Reduce_scatter_block(in, out, ints / P, MPI_INT, MPI_SUM, comm);
	else if (strcmp(name, "bcast") == 0)
		MPI_Bcast(in, ints, MPI_INT, 0, comm);
	else if (strcmp(name, "reduce") == 0)
		MPI_Reduce(in, out, ints, MPI_INT, MPI_SUM, 0, comm);
	else if (strcmp(name, "gather") == 0)
		MPI_Gather(in, block, MPI_CHAR, out, block, MPI_CHAR, 0, comm);
	else if (strcmp(name, "scatter") == 0)
		MPI_Scatter(in, block, MPI_CHAR, out, block, MPI_CHAR, 0, comm);
	else if (strcmp(name, "reduce_scatter") == 0)
		MPI_Reduce_scatter(in, out, equal_counts(ints / P, P), MPI_INT, MPI_SUM, comm);
	else if (strcmp(name, "alltoall") == 0)
		MPI_Alltoall(in, block, MPI_CHAR, out, block, MPI_CHAR, comm);
	else if (strcmp(name, "barrier") == 0)
		MPI_Barrier(comm);
	else if (strcmp(name, "scan") == 0)
		MPI_Scan(in, out, ints, MPI_INT, MPI_SUM, comm);
	else if (strcmp(name, "exscan") == 0)
		MPI_Exscan(in, out, ints, MPI_INT, MPI_SUM, comm);
	else
		MPI_Abort(comm, 2);
}

int main(int argc, char **argv)
{
	int rank, P;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	for (int i = 2; i < argc; i++) {
		int bytes = atoi(argv[i]);
		char *in = calloc(1, (size_t)bytes + 1), *out = calloc(1, (size_t)bytes + 1);
		call(argv[1], in, out, bytes, P); /* connections are made */
		MPI_Barrier(MPI_COMM_WORLD);      /* its messages are all sent when it is over */
		sends = 0;
		strcpy(seen, "-");
		call(argv[1], in, out, bytes, P);
		int sent = sends, all;
		char last[sizeof seen];
		strcpy(last, seen);
		MPI_Reduce(&sent, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
		if (all)
			snprintf(last, sizeof last, "%d", all);
		if (rank == 0)
			printf("%d %s\n", bytes, last);
		MPI_Barrier(MPI_COMM_WORLD);
		free(in);
		free(out);
	}
	MPI_Finalize();
	return 0;
}
