/* SPDX-License-Identifier: CC0-1.0
 * What ringgen emits may be used under any licence.
 *
 * Made by ringgen 0.3.0: ringgen generate --auto --ops allreduce=smp-binomial --prefix smp_binomial
 * -o smp_binomial
 *
 * The order follows the host names: machine by machine, then core by core.
 * allreduce by smp-binomial: partners change from step to step, so nothing is claimed of the load
 * on links.
 * Played back in memory for 1 to 17, 23 and 32 processes, in rank order and shuffled, on machines
 * with equal and unequal numbers of them: every contribution exactly once, no deadlock when no send
 * completes before its receive is posted.
 */
#ifndef smp_binomial_RINGGEN_H
#define smp_binomial_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each takes the arguments of the MPI routine of its name and gives its results and its errors. */
int smp_binomial_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type,
                           MPI_Op op, MPI_Comm comm);
#if MPI_VERSION >= 4
int smp_binomial_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm);
#endif

#ifdef __cplusplus
}
#endif
#endif
