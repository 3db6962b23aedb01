/* @banner */
#ifndef NAME_RINGGEN_H
#define NAME_RINGGEN_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each routine takes the arguments of the MPI routine of its name and gives its results and its
 * errors. */

/* @prototypes */

#ifdef __cplusplus
}
#endif
#endif
