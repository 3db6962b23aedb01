/* SPDX-License-Identifier: BSD-3-Clause
 * Which library's mpiexec started the process.
 * Two libraries are often installed side by side, and neither says a word when its program is
 * started by the other's mpiexec: each process becomes a job of its own.
 */
#ifndef RG_LAUNCH_H
#define RG_LAUNCH_H

#pragma GCC visibility push(hidden)

/* MPI_COMM_WORLD has this process alone. If it is one of several that the other library's mpiexec
 * has started, the first of these says so, once. */
void rg_launch_alone(void);

#pragma GCC visibility pop
#endif
