/* SPDX-License-Identifier: BSD-3-Clause
 * Persistent collectives of ours in programs that use mpi_f08, with MPICH, whose routines of that
 * module start, await, test and free requests by PMPI. While there are none, nor nonblocking ones
 * that may fail, or with another MPI library, which has none, all goes on to the next library.
 *
 * A type(MPI_Request) is MPICH's handle in C, a type(MPI_Status) its MPI_Status. ierror may be left
 * out.
 */
#include "preload/names/handles.h"
#include "preload/names/looks.h"
#include "preload/names/next.h"
#include "preload/names/takeover.h"

#ifdef MPICH
/* What a program of mpi_f08 says for "ignore". They are in MPICH's library for Fortran, before 4.2
 * in that for C: a program in C may have none of them. */
extern MPI_Status rg_f08_status_ignore RG_MPI_NAME(MPIR_F08_MPI_STATUS_IGNORE_OBJ)
	__attribute__((weak));
extern MPI_Status rg_f08_statuses_ignore RG_MPI_NAME(MPIR_F08_MPI_STATUSES_IGNORE_OBJ)
	__attribute__((weak));

static MPI_Status *one(MPI_Status *status)
{
	return status == &rg_f08_status_ignore ? MPI_STATUS_IGNORE : status;
}

static MPI_Status *several(MPI_Status *statuses)
{
	return statuses == &rg_f08_statuses_ignore ? MPI_STATUSES_IGNORE : statuses;
}

/* Fortran counts from 1. */
static void count_from_one(MPI_Fint *index)
{
	if (*index != MPI_UNDEFINED)
		++*index;
}

static void count_all_from_one(const MPI_Fint *n, MPI_Fint indices[])
{
	for (int i = 0; *n != MPI_UNDEFINED && i < *n; i++)
		count_from_one(&indices[i]);
}

/* mpi_NAME_f08_ with such parameters; for ours, err = CALL, and what else is to be done. */
#define TAKE(NAME, PARAMETERS, ARGUMENTS, ...)                                                  \
	__attribute__((weak)) void pmpir_##NAME##_f08_ PARAMETERS;                              \
	RG_TAKEN void mpi_##NAME##_f08_ PARAMETERS                                              \
	{                                                                                       \
		static struct rg_next next = {.name = "mpi_" #NAME "_f08_",                     \
		                              .otherwise = (rg_function *)pmpir_##NAME##_f08_}; \
		bool ours = rg_handles_any() || rg_handles_may_fail();                          \
		if (!ours && rg_next_of(&next)) {                                               \
			((void(*) PARAMETERS)rg_next_of(&next)) ARGUMENTS;                      \
			return;                                                                 \
		}                                                                               \
		int err;                                                                        \
		__VA_ARGS__;                                                                    \
		if (ierr)                                                                       \
			*ierr = err;                                                            \
	}

TAKE(start, (MPI_Request * request, MPI_Fint *ierr), (request, ierr), err = MPI_Start(request))

TAKE(startall, (MPI_Fint * n, MPI_Request requests[], MPI_Fint *ierr), (n, requests, ierr),
     err = MPI_Startall(*n, requests))

TAKE(request_free, (MPI_Request * request, MPI_Fint *ierr), (request, ierr),
     err = MPI_Request_free(request))

TAKE(request_get_status,
     (MPI_Request * request, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierr),
     (request, flag, status, ierr), err = MPI_Request_get_status(*request, flag, one(status)))

TAKE(wait, (MPI_Request * request, MPI_Status *status, MPI_Fint *ierr), (request, status, ierr),
     err = MPI_Wait(request, one(status)))

TAKE(test, (MPI_Request * request, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierr),
     (request, flag, status, ierr), err = MPI_Test(request, flag, one(status)))

TAKE(waitall, (MPI_Fint * n, MPI_Request requests[], MPI_Status statuses[], MPI_Fint *ierr),
     (n, requests, statuses, ierr), err = MPI_Waitall(*n, requests, several(statuses)))

TAKE(testall,
     (MPI_Fint * n, MPI_Request requests[], MPI_Fint *flag, MPI_Status statuses[], MPI_Fint *ierr),
     (n, requests, flag, statuses, ierr), err = MPI_Testall(*n, requests, flag, several(statuses)))

TAKE(waitany,
     (MPI_Fint * n, MPI_Request requests[], MPI_Fint *index, MPI_Status *status, MPI_Fint *ierr),
     (n, requests, index, status, ierr), err = MPI_Waitany(*n, requests, index, one(status));
     count_from_one(index))

TAKE(testany,
     (MPI_Fint * n, MPI_Request requests[], MPI_Fint *index, MPI_Fint *flag, MPI_Status *status,
      MPI_Fint *ierr),
     (n, requests, index, flag, status, ierr),
     err = MPI_Testany(*n, requests, index, flag, one(status));
     if (*flag) count_from_one(index))

TAKE(waitsome,
     (MPI_Fint * n, MPI_Request requests[], MPI_Fint *found, MPI_Fint indices[],
      MPI_Status statuses[], MPI_Fint *ierr),
     (n, requests, found, indices, statuses, ierr),
     err = MPI_Waitsome(*n, requests, found, indices, several(statuses));
     count_all_from_one(found, indices))

TAKE(testsome,
     (MPI_Fint * n, MPI_Request requests[], MPI_Fint *found, MPI_Fint indices[],
      MPI_Status statuses[], MPI_Fint *ierr),
     (n, requests, found, indices, statuses, ierr),
     err = MPI_Testsome(*n, requests, found, indices, several(statuses));
     count_all_from_one(found, indices))

/* Those of MPI 4.1. Without them in a library behind us they are served all the same. */
TAKE(request_get_status_any,
     (MPI_Fint * n, MPI_Request requests[], MPI_Fint *index, MPI_Fint *flag, MPI_Status *status,
      MPI_Fint *ierr),
     (n, requests, index, flag, status, ierr),
     err = rg_get_status_any(*n, requests, index, flag, one(status));
     if (*flag) count_from_one(index))

TAKE(request_get_status_all,
     (MPI_Fint * n, MPI_Request requests[], MPI_Fint *flag, MPI_Status statuses[], MPI_Fint *ierr),
     (n, requests, flag, statuses, ierr),
     err = rg_get_status_all(*n, requests, flag, several(statuses)))

TAKE(request_get_status_some,
     (MPI_Fint * n, MPI_Request requests[], MPI_Fint *found, MPI_Fint indices[],
      MPI_Status statuses[], MPI_Fint *ierr),
     (n, requests, found, indices, statuses, ierr),
     err = rg_get_status_some(*n, requests, found, indices, several(statuses));
     count_all_from_one(found, indices))
#endif
