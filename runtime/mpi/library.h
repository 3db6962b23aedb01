/* SPDX-License-Identifier: BSD-3-Clause
 * Which MPI library this process has. Code for MPICH's or Open MPI's own mpi.h knows it when it is
 * compiled; code for the standard ABI asks the library itself.
 */
#ifndef RG_LIBRARY_H
#define RG_LIBRARY_H

#include "ringgen.h"

#pragma GCC visibility push(hidden)

#if defined(OPEN_MPI)
#define RG_IS_OPEN_MPI true
#elif defined(RG_STANDARD_ABI)
#define RG_IS_OPEN_MPI rg_library_is_open_mpi()
#else
#define RG_IS_OPEN_MPI false
#endif

/* Of the standard ABI: what the library says of itself, at any time, also before MPI_Init. */
bool rg_library_is_open_mpi(void);

/* Whether a rank that waits in the library keeps its CPU, also where there are more ranks than
 * CPUs: then others come when their turn does, after milliseconds. Open MPI knows that there are
 * and gives the CPU away (mpi_yield_when_idle); MPICH, and what is made from it, does not. */
static inline bool rg_library_keeps_cpus(void)
{
	return !RG_IS_OPEN_MPI;
}

/* Whether its messages are simulated: SimGrid's. */
bool rg_library_is_simulated(void);

#pragma GCC visibility pop
#endif
