/* SPDX-License-Identifier: BSD-3-Clause
 * Programs at the edge of what MPI allows, and beyond. The first argument tells which.
 */
#include "routines.h"

#include <dlfcn.h>
#include <string.h>

typedef int allreduce_fn(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);

enum { MOST = 20000 };

static int a[MOST], b[2 * MOST];

static int class_of(int err)
{
	int class;
	MPI_Error_class(err, &class);
	return class;
}

/* Ranks that disagree on the count, but for which the plan has the same: an error somewhere, and an
 * end everywhere. */
static int counts(void)
{
	int rank, err, worst;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	err = OURS(Allreduce)(a, b, rank ? MOST / 4 * 3 : MOST / 2, MPI_INT, MPI_SUM,
	                      MPI_COMM_WORLD);
	err = err ? class_of(err) : 0;
	PMPI_Allreduce(&err, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	return worst == MPI_ERR_TRUNCATE ? 0 : 1;
}

/* Ranks that disagree on the count, through memory of their machine: what they get is anybody's, or
 * an error, but the next call is right again. */
static int counts_in_windows(void)
{
	int rank, P;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	OURS(Allreduce)(a, b, rank ? MOST : MOST / 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	OURS(Allreduce)(a, b, rank ? 1 : 20, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < MOST; i++)
		a[i] = i + rank;
	for (int call = 0; call < 3; call++) {
		if (OURS(Allreduce)(a, b, MOST, MPI_INT, MPI_SUM, MPI_COMM_WORLD))
			return 1;
		for (int i = 0; i < MOST; i++)
			if (b[i] != P * i + P * (P - 1) / 2)
				return 1;
	}
	return 0;
}

/* Rank 0 lends an eighth of what up to three others ask it for, all beyond that: those are told so,
 * nobody reads or writes beyond the loan, and the next call is right again. */
static int short_loan(void)
{
	int rank, P;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	memset(b, 0xff, sizeof b);
	int err = OURS(Allreduce)(a, b, rank ? MOST : MOST / 8, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (rank ? !err || class_of(err) != MPI_ERR_TRUNCATE : b[MOST / 8] != -1)
		return 1;
	for (int i = 0; i < MOST; i++)
		a[i] = i;
	if (OURS(Allreduce)(a, b, MOST, MPI_INT, MPI_SUM, MPI_COMM_WORLD))
		return 1;
	for (int i = 0; i < MOST; i++)
		if (b[i] != P * i)
			return 1;
	return 0;
}

/* A rank has more to send than its block takes: so it is told, and the others get their blocks. */
static int too_much(void)
{
	int rank;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (int i = 0; i < 9; i++)
		a[i] = 100 * rank + i;
	int err = OURS(Allgather)(a, rank ? 8 : 9, MPI_INT, b, 8, MPI_INT, MPI_COMM_WORLD);
	if (rank == 0)
		return err && class_of(err) == MPI_ERR_TRUNCATE ? 0 : 1;
	return err || b[7] != 7 || b[8] != 100 || b[15] != 107;
}

/* A rank has less to send than its block takes: nothing beyond its data is read or sent. */
static int too_little(void)
{
	int rank;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < 8; i++)
		a[i] = 1;
	memset(b, 0xff, sizeof b);
	int err = OURS(Allgather)(a, rank ? 8 : 5, MPI_INT, b, 8, MPI_INT, MPI_COMM_WORLD);
	return err || b[4] != 1 || (rank == 0 && b[5] != -1) || b[8] != 1;
}

/* Generated code in a plug-in that is unloaded before its communicators go; then another one, which
 * may come to stand at the same address. */
static int plugins(char **file)
{
	MPI_Comm comm;
	int P, wrong = 0;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_size(comm, &P);
	for (int i = 0; i < 8; i++)
		a[i] = 1;
	for (; file[0] && file[1]; file += 2) {
		void *plugin = dlopen(file[0], RTLD_NOW | RTLD_LOCAL);
		void *symbol = plugin ? dlsym(plugin, file[1]) : NULL;
		allreduce_fn *routine;
		if (!symbol) {
			fprintf(stderr, "%s\n", dlerror());
			return 1;
		}
		memcpy(&routine, &symbol, sizeof routine);
		routine(a, b, 8, MPI_INT, MPI_SUM, comm);
		wrong |= b[7] != P;
		dlclose(plugin);
	}
	MPI_Comm_free(&comm);
	return wrong;
}

/* Open MPI 5.0 has sessions, and says that it has MPI 3.1. */
#if MPI_VERSION >= 4 || defined RG_MPI_HAS_INIT
#define HAS_SESSIONS 1
#else
#define HAS_SESSIONS 0
#endif

#if HAS_SESSIONS
/* No MPI_Init: sessions alone. */
static int session(void)
{
	MPI_Session session;
	MPI_Group group;
	MPI_Comm comm;
	int P;
	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
	MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
	MPI_Comm_create_from_group(group, "ringgen", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
	MPI_Comm_size(comm, &P);
	for (int i = 0; i < 8; i++)
		a[i] = 1;
	OURS(Allreduce)(a, b, 8, MPI_INT, MPI_SUM, comm);
	MPI_Comm_free(&comm);
	MPI_Group_free(&group);
	MPI_Session_finalize(&session);
	return b[7] != P;
}
#endif

int main(int argc, char **argv)
{
	const char *which = argc > 1 ? argv[1] : "";
	int wrong = 1;
#if HAS_SESSIONS
	if (strcmp(which, "session") == 0)
		return session();
#endif
	MPI_Init(&argc, &argv);
	if (strcmp(which, "counts") == 0)
		wrong = counts();
	else if (strcmp(which, "counts-in-windows") == 0)
		wrong = counts_in_windows();
	else if (strcmp(which, "short-loan") == 0)
		wrong = short_loan();
	else if (strcmp(which, "too-much") == 0)
		wrong = too_much();
	else if (strcmp(which, "too-little") == 0)
		wrong = too_little();
	else if (strcmp(which, "plugins") == 0)
		wrong = plugins(argv + 2);
	if (wrong)
		fprintf(stderr, "%s: wrong\n", which);
	MPI_Finalize();
	return wrong;
}
