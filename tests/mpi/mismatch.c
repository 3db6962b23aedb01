/* SPDX-License-Identifier: BSD-3-Clause
 * Ranks whose calls do not match, each kind by its name; RINGGEN_CHECK finds it. Prints the class
 * of error that all ranks got, and whether the next calls are right. The errors return.
 *
 *   mismatch KIND [again]      `again`: after a call that matched
 */
#include "routines.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1024 };

static int in[MOST], out[MOST], counts[16], places[16], rank, P;
static MPI_Comm comm;

static void add(void *a, void *b, int *n, MPI_Datatype *type)
{
	(void)type;
	for (int i = 0; i < *n; i++)
		((int *)b)[i] += ((int *)a)[i];
}

static int reduce(int count, MPI_Datatype type, MPI_Op op)
{
	return OURS(Allreduce)(in, out, count, type, op, comm);
}

static int gather(int sent, int block)
{
	return OURS(Allgather)(in, sent, MPI_INT, out, block, MPI_INT, comm);
}

static int gatherv(int sent, int mine, int theirs)
{
	for (int i = 0; i < P; i++) {
		counts[i] = i == 1 ? theirs : mine;
		places[i] = 8 * i;
	}
	return OURS(Allgatherv)(in, sent, MPI_INT, out, counts, places, MPI_INT, comm);
}

/* The same sum, but another rank's block is the longer one. */
static int scatter_swapped(void)
{
	for (int i = 0; i < P; i++)
		counts[i] = i == (rank == 1) ? 5 : 4;
	return OURS(Reduce_scatter)(in, out, counts, MPI_INT, MPI_SUM, comm);
}

static int scatter(int mine, int theirs)
{
	for (int i = 0; i < P; i++)
		counts[i] = i == 1 ? theirs : mine;
	return OURS(Reduce_scatter)(in, out, counts, MPI_INT, MPI_SUM, comm);
}

static int bcast(int root, int count)
{
	return OURS(Bcast)(in, count, MPI_INT, root, comm);
}

static int collect(int root, int sent, int block)
{
	return OURS(Gather)(in, sent, MPI_INT, out, block, MPI_INT, root, comm);
}

static int users_op(void)
{
	MPI_Op op;
	MPI_Op_create(add, rank != 1, &op);
	int err = reduce(4, MPI_INT, op);
	MPI_Op_free(&op);
	return err;
}

static int begin_and_wait(int count)
{
	RG_JOIN(NAME, _Request) r;
	int err = OURS(Iallreduce)(in, out, count, MPI_INT, MPI_SUM, comm, &r);

	return err ? err : OURS(Wait)(&r, MPI_STATUS_IGNORE);
}

/* After a call that matches: a nonblocking one cannot set up what ranks need to compare. */
static int nonblocking(int count, bool blocks)
{
	if (reduce(4, MPI_INT, MPI_SUM))
		die("the call before fails");
	return blocks ? reduce(count, MPI_INT, MPI_SUM) : begin_and_wait(count);
}

/* Many that are outstanding: `wrong` of them differs, and has its error, the others are right. */
static int many(int wrong)
{
	enum { MANY = 60, N = 4 };
	static int from[MANY][N + 1], to[MANY][N + 1];
	RG_JOIN(NAME, _Request) r[MANY];
	int found = MPI_SUCCESS;

	if (reduce(4, MPI_INT, MPI_SUM))
		die("the call before fails");
	for (int i = 0; i < MANY; i++) {
		from[i][0] = i + rank;
		if (OURS(Iallreduce)(from[i], to[i], N + (i == wrong && rank == 1), MPI_INT,
		                     MPI_SUM, comm, &r[i]))
			die("number %d does not begin", i);
	}
	for (int i = 0; i < MANY; i++) {
		int err = OURS(Wait)(&r[i], MPI_STATUS_IGNORE);
		if (i == wrong)
			found = err;
		else if (err || to[i][0] != P * i + P * (P - 1) / 2)
			die("number %d: error %d, %d is wrong", i, err, to[i][0]);
	}
	return found;
}

#if defined HEADER || MPI_VERSION >= 4
static int persistent(int count)
{
	RG_JOIN(NAME, _Request) r;
	int err = OURS(Allreduce_init)(in, out, count, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &r);

	if (err)
		return err;
	OURS(Start)(&r);
	err = OURS(Wait)(&r, MPI_STATUS_IGNORE);
	OURS(Request_free)(&r);
	return err;
}
#else
static int persistent(int count)
{
	return reduce(count, MPI_INT, MPI_SUM); /* MPI 3 has none */
}
#endif

static int from_root(int root, int count)
{
	return OURS(Bcast)(in, count, MPI_INT, root, comm);
}

static int to_root(int sent, int block, int root)
{
	return OURS(Gather)(in, sent, MPI_INT, out, block, MPI_INT, root, comm);
}

static int among_ranks(int all, int own)
{
	return OURS(Scatter)(in, all, MPI_INT, out, own, MPI_INT, 2, comm);
}

/* Rank 1's block is of three elements, the others' of four; elsewhere than at the root there are no
 * arrays. */
static void cut_at(int root)
{
	for (int i = 0; i < P; i++) {
		counts[i] = rank == root ? 4 - (i == 1) : -7;
		places[i] = rank == root ? 8 * (P - 1 - i) : -7;
	}
}

static int irregular_gather(int root, int sent)
{
	cut_at(root);
	return OURS(Gatherv)(in, sent, MPI_INT, out, rank == root ? counts : NULL, places, MPI_INT,
	                     root, comm);
}

static int irregular_scatter(int root, int own)
{
	cut_at(root);
	return OURS(Scatterv)(in, rank == root ? counts : NULL, places, MPI_INT, out, own, MPI_INT,
	                      root, comm);
}

static int irregular_begun(int root, int sent)
{
	RG_JOIN(NAME, _Request) r;

	if (reduce(4, MPI_INT, MPI_SUM))
		die("the call before fails");
	cut_at(root);
	int err = OURS(Igatherv)(in, sent, MPI_INT, out, counts, places, MPI_INT, root, comm, &r);
	return err ? err : OURS(Wait)(&r, MPI_STATUS_IGNORE);
}

/* Calls of gatherv and scatterv; -1: it is no such kind. */
static int call_irregular(const char *kind)
{
	const int own = 4 - (rank == 1);

	if (!strcmp(kind, "gatherv"))
		return irregular_gather(2, own);
	if (!strcmp(kind, "gatherv-sent"))
		return irregular_gather(2, rank == 3 ? 5 : own);
	if (!strcmp(kind, "gatherv-own"))
		return irregular_gather(2, rank == 2 ? 5 : own);
	if (!strcmp(kind, "gatherv-root"))
		return irregular_gather(rank == 3, own);
	if (!strcmp(kind, "gatherv-begun"))
		return irregular_begun(0, rank == 3 ? 5 : own);
	if (!strcmp(kind, "gatherv-wrong"))
		return irregular_gather(0, rank == 3 ? -1 : own);
	if (!strcmp(kind, "scatterv"))
		return irregular_scatter(0, own);
	if (!strcmp(kind, "scatterv-received"))
		return irregular_scatter(0, 4);
	return -1;
}

/* Each rank sends one int to the next one, two to that behind it, and none to others, as it is
 * said; but rank 1 sends two to rank 2, or rank 3 receives none from rank 2, or -1. */
static int by_pairs(const char *kind)
{
	const bool begun = !strcmp(kind, "pairs-begun"), of_types = !strcmp(kind, "pairs-received");
	int sent[16], received[16];
	MPI_Datatype types[16];
	RG_JOIN(NAME, _Request) r;

	if (begun && reduce(4, MPI_INT, MPI_SUM))
		die("the call before fails");
	for (int i = 0; i < P; i++) {
		sent[i] = (i - rank + P) % P % 3;
		received[i] = (rank - i + P) % P % 3;
		places[i] = 8 * i;
		types[i] = MPI_INT;
	}
	if (rank == 1 && (begun || !strcmp(kind, "pairs-sent")))
		sent[2] = 2;
	if (rank == 3 && (of_types || !strcmp(kind, "pairs-wrong")))
		received[2] = of_types ? 0 : -1;
	if (of_types)
		return OURS(Alltoallw)(in, sent, places, types, out, received, places, types, comm);
	if (!begun)
		return OURS(Alltoallv)(in, sent, places, MPI_INT, out, received, places, MPI_INT,
		                       comm);
	int err = OURS(Ialltoallv)(in, sent, places, MPI_INT, out, received, places, MPI_INT, comm,
	                           &r);
	return err ? err : OURS(Wait)(&r, MPI_STATUS_IGNORE);
}

/* Arguments that are significant only at the root may differ elsewhere; -1: it is no such kind. */
static int call_rooted(const char *kind)
{
	if (!strcmp(kind, "root"))
		return from_root(rank == 1 ? 3 : 0, 4);
	if (!strcmp(kind, "no-root"))
		return from_root(rank == 1 ? -5 : 0, 4);
	if (!strcmp(kind, "bcast"))
		return from_root(2, rank == 1 ? 5 : 4);
	if (!strcmp(kind, "gather"))
		return to_root(rank == 1 ? 5 : 4, rank == 2 ? 4 : -9, 2);
	if (!strcmp(kind, "gather-own"))
		return to_root(rank == 2 ? 3 : 4, rank == 2 ? 4 : -9, 2);
	if (!strcmp(kind, "scatter-own"))
		return among_ranks(rank == 2 ? 4 : -9, rank == 2 ? 3 : 4);
	if (!strcmp(kind, "each"))
		return OURS(Alltoall)(in, rank == 1 ? 3 : 4, MPI_INT, out, rank == 1 ? 3 : 4,
		                      MPI_INT, comm);
	if (!strcmp(kind, "each-sent"))
		return OURS(Alltoall)(in, rank == 2 ? 2 : 3, MPI_INT, out, 3, MPI_INT, comm);
	if (!strncmp(kind, "pairs", 5))
		return by_pairs(kind);
	if (!strcmp(kind, "reduce"))
		return OURS(Reduce)(in, rank == 3 ? out : NULL, 4, MPI_INT,
		                    rank ? MPI_SUM : MPI_MAX, 3, comm);
	if (!strcmp(kind, "scan"))
		return rank ? OURS(Scan)(in, out, 4, MPI_INT, MPI_SUM, comm)
		            : OURS(Exscan)(in, out, 4, MPI_INT, MPI_SUM, comm);
	if (!strcmp(kind, "barrier"))
		return rank ? OURS(Barrier)(comm) : reduce(4, MPI_INT, MPI_SUM);
	if (!strcmp(kind, "barriers"))
		return OURS(Barrier)(comm);
	return call_irregular(kind);
}

static int call(const char *kind)
{
	int err = call_rooted(kind);

	if (err != -1)
		return err;
	if (!strcmp(kind, "count"))
		return reduce(rank == 1 ? 5 : 4, MPI_INT, MPI_SUM);
	if (!strcmp(kind, "type"))
		return reduce(4, rank ? MPI_INT : MPI_DOUBLE, MPI_SUM);
	if (!strcmp(kind, "signature")) /* as many bytes: that is no difference */
		return reduce(rank ? 4 : 8, rank ? MPI_INT : MPI_SHORT, MPI_BOR);
	if (!strcmp(kind, "empty"))
		return reduce(rank ? 4 : 0, MPI_INT, MPI_SUM);
	if (!strcmp(kind, "op"))
		return reduce(4, MPI_INT, rank ? MPI_SUM : MPI_MAX);
	if (!strcmp(kind, "users-op"))
		return users_op();
	if (!strcmp(kind, "wrong"))
		return reduce(rank ? 4 : -1, MPI_INT, MPI_SUM);
	if (!strcmp(kind, "all-wrong")) /* and MPI says what */
		return reduce(4, MPI_INT, MPI_OP_NULL);
	if (!strcmp(kind, "collective"))
		return rank == 1 ? gather(4, 4) : reduce(4, MPI_INT, MPI_SUM);
	if (!strcmp(kind, "block"))
		return gather(4, rank ? 4 : 6);
	if (!strcmp(kind, "sent"))
		return gather(rank ? 4 : 3, 4);
	if (!strcmp(kind, "blocks"))
		return gatherv(rank == 1 ? 3 : 4, 4, rank == 2 ? 4 : 3);
	if (!strcmp(kind, "scatter"))
		return scatter(4, rank ? 4 : 5);
	if (!strcmp(kind, "swapped"))
		return scatter_swapped();
	if (!strcmp(kind, "root"))
		return bcast(rank == 1, 4);
	if (!strcmp(kind, "root-reduce"))
		return OURS(Reduce)(in, out, 4, MPI_INT, MPI_SUM, rank == 2 ? 1 : 0, comm);
	if (!strcmp(kind, "root-scatter"))
		return OURS(Scatter)(in, 4, MPI_INT, out, 4, MPI_INT, rank ? 0 : 1, comm);
	if (!strcmp(kind, "bcast")) /* of another length at the root */
		return bcast(0, rank ? 4 : 5);
	if (!strcmp(kind, "gather-sent"))
		return collect(1, rank == 2 ? 3 : 4, 4);
	if (!strcmp(kind, "gather-block")) /* what is given elsewhere has no meaning */
		return collect(1, 4, rank == 1 ? 4 : 17);
	if (!strcmp(kind, "barrier"))
		return rank == 1 ? OURS(Barrier)(comm) : bcast(0, 4);
	if (!strcmp(kind, "scan"))
		return rank == 1 ? OURS(Exscan)(in, out, 4, MPI_INT, MPI_SUM, comm)
		                 : OURS(Scan)(in, out, 4, MPI_INT, MPI_SUM, comm);
	if (!strcmp(kind, "scan-in-place")) /* each rank for itself: that is no difference */
		return OURS(Scan)(rank ? MPI_IN_PLACE : in, out, 4, MPI_INT, MPI_SUM, comm);
	if (!strcmp(kind, "in-place")) { /* that is no difference */
		out[0] = rank;
		return OURS(Allreduce)(rank ? MPI_IN_PLACE : in, out, 4, MPI_INT, MPI_SUM, comm);
	}
	if (!strcmp(kind, "nonblocking"))
		return nonblocking(rank == 1 ? 5 : 4, false);
	if (!strcmp(kind, "form"))
		return nonblocking(4, rank == 1);
	if (!strncmp(kind, "many", 4)) /* or many-NUMBER */
		return many(kind[4] ? atoi(kind + 5) : -1);
	if (!strcmp(kind, "nonblocking-empty"))
		return nonblocking(rank == 1 ? 0 : 4, false);

	if (!strcmp(kind, "persistent"))
		return persistent(rank == 1 ? 5 : 4);
	if (!strncmp(kind, "late-0", 6) ? !rank : !strncmp(kind, "late", 4) && rank == 1)
		sleep(rank ? 12 : 14);
	return strstr(kind, "-nonblocking") ? begin_and_wait(4) : reduce(4, MPI_INT, MPI_SUM);
}

int main(int argc, char **argv)
{
	int class = 0, least, most;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	MPI_Comm_set_name(comm, "pairs");
	if (argc < 2 || P > 16)
		die("usage: mismatch KIND [again]");
	if (argc > 2 && reduce(4, MPI_INT, MPI_SUM))
		die("the call before fails");
	int err = call(argv[1]);
	if (err)
		MPI_Error_class(err, &class);
	PMPI_Allreduce(&class, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	PMPI_Allreduce(&class, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	if (least != most)
		die("error class %d, but others have %d to %d", class, least, most);
	for (int i = 0; i < 4; i++)
		in[i] = rank + i;
	for (int i = 0; i < 3; i++)
		if (reduce(4, MPI_INT, MPI_SUM) || out[3] != P * (P - 1) / 2 + 3 * P)
			die("the call after it is wrong");
	if (!rank)
		printf("%s\n", class == MPI_ERR_OTHER   ? "other"
		               : class == MPI_ERR_ROOT  ? "root"
		               : class == MPI_ERR_ARG   ? "arg"
		               : class == MPI_ERR_COUNT ? "count"
		               : class == MPI_ERR_OP    ? "op"
		               : class                  ? "another"
		                                        : "none");
	MPI_Comm_free(&comm);
	MPI_Finalize();
	return 0;
}
