/* SPDX-License-Identifier: BSD-3-Clause
 * For LD_PRELOAD: logs every message that a program, or a library under it, hands to MPI through
 * the profiling interface, which is how libringgen sends. $RECORD.RANK.sent and .received get a
 * line for each, in order: `from to tag bytes`. Ranks are the communicator's, which must be as
 * large as the world. The messages inside MPI's own collectives are not seen.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *open_log(int rank, const char *what)
{
	char name[4096];

	snprintf(name, sizeof name, "%s.%d.%s", getenv("RECORD"), rank, what);
	FILE *log = fopen(name, "w");
	if (!log)
		abort();
	setlinebuf(log);
	return log;
}

static void record(int receives, long long elements, MPI_Datatype type, int peer, int tag,
                   MPI_Comm comm)
{
	static FILE *logs[2];
	int rank, size, world, bytes;

	PMPI_Comm_rank(comm, &rank);
	PMPI_Comm_size(comm, &size);
	PMPI_Comm_size(MPI_COMM_WORLD, &world);
	PMPI_Type_size(type, &bytes);
	if (peer == rank) /* a copy */
		return;
	if (size != world)
		abort();
	if (!logs[receives])
		logs[receives] = open_log(rank, receives ? "received" : "sent");
	fprintf(logs[receives], "%d %d %d %lld\n", receives ? peer : rank, receives ? rank : peer,
	        tag, elements * bytes);
}

/* The routine of that name behind this library. */
#define REAL(name)              \
	__typeof__(&name) real; \
	*(void **)&real = dlsym(RTLD_NEXT, #name)

#define SENDS(name, count_type)                                                            \
	int name(const void *buffer, count_type count, MPI_Datatype type, int to, int tag, \
	         MPI_Comm comm, MPI_Request *request)                                      \
	{                                                                                  \
		REAL(name);                                                                \
		record(0, count, type, to, tag, comm);                                     \
		return real(buffer, count, type, to, tag, comm, request);                  \
	}

#define RECEIVES(name, count_type)                                                     \
	int name(void *buffer, count_type count, MPI_Datatype type, int from, int tag, \
	         MPI_Comm comm, MPI_Request *request)                                  \
	{                                                                              \
		REAL(name);                                                            \
		record(1, count, type, from, tag, comm);                               \
		return real(buffer, count, type, from, tag, comm, request);            \
	}

#define BLOCKING_SEND(name, count_type)                                                    \
	int name(const void *buffer, count_type count, MPI_Datatype type, int to, int tag, \
	         MPI_Comm comm)                                                            \
	{                                                                                  \
		REAL(name);                                                                \
		record(0, count, type, to, tag, comm);                                     \
		return real(buffer, count, type, to, tag, comm);                           \
	}

#define SENDS_AND_RECEIVES(name, count_type)                                                  \
	int name(const void *out, count_type sent, MPI_Datatype out_type, int to, int stag,   \
	         void *in, count_type received, MPI_Datatype in_type, int from, int rtag,     \
	         MPI_Comm comm, MPI_Status *status)                                           \
	{                                                                                     \
		REAL(name);                                                                   \
		record(0, sent, out_type, to, stag, comm);                                    \
		record(1, received, in_type, from, rtag, comm);                               \
		return real(out, sent, out_type, to, stag, in, received, in_type, from, rtag, \
		            comm, status);                                                    \
	}

SENDS(PMPI_Isend, int)
SENDS(PMPI_Issend, int)
SENDS(PMPI_Send_init, int)
RECEIVES(PMPI_Irecv, int)
RECEIVES(PMPI_Recv_init, int)
BLOCKING_SEND(PMPI_Send, int)
BLOCKING_SEND(PMPI_Ssend, int)
SENDS_AND_RECEIVES(PMPI_Sendrecv, int)
#if MPI_VERSION >= 4
SENDS(PMPI_Isend_c, MPI_Count)
SENDS(PMPI_Issend_c, MPI_Count)
SENDS(PMPI_Send_init_c, MPI_Count)
RECEIVES(PMPI_Irecv_c, MPI_Count)
RECEIVES(PMPI_Recv_init_c, MPI_Count)
BLOCKING_SEND(PMPI_Send_c, MPI_Count)
BLOCKING_SEND(PMPI_Ssend_c, MPI_Count)
SENDS_AND_RECEIVES(PMPI_Sendrecv_c, MPI_Count)
#endif
