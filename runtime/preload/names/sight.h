/* SPDX-License-Identifier: BSD-3-Clause
 * Each routine of MPI that is known here, and whether it could see a persistent collective of ours
 * (handles.h) behind our back.
 *
 * The table has all of MPI 1.0 to 5.0 and what MPICH and Open MPI add. tests/names.bats compares it
 * with the installed mpi.h and with the names that are taken over.
 */
#ifndef RG_SIGHT_H
#define RG_SIGHT_H

#include <stdbool.h>

enum rg_sight {
	RG_SIGHT_NOT_MPI,   /* the name of no routine of MPI */
	RG_SIGHT_HARMLESS,  /* taken over here, or it sees no request but its own */
	RG_SIGHT_PASSED_BY, /* it sees requests, and does not come by here */
	RG_SIGHT_UNKNOWN    /* of a newer MPI than this file: it may */
};

#pragma GCC visibility push(hidden)

/* What a symbol that a program imports stands for: MPI_NAME, MPI_NAME_c, the Fortran names
 * (mpi_name_, mpi_name__, mpi_name_f08_, MPI_NAME), each also with P before it: then the routine is
 * called beneath us. */
enum rg_sight rg_sight(const char *symbol);

/* The other name of the same routine, in C or Fortran as `symbol` is: that with P before it. other
 * has `size` bytes. */
void rg_sight_beneath(const char *symbol, char *other, int size);

/* The names of the routines that complete, test, start or free requests: the i-th, without MPI_;
 * NULL: there are no more. */
const char *rg_sight_completes(int i);

#pragma GCC visibility pop
#endif
