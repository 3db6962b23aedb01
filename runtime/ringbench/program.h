/* SPDX-License-Identifier: BSD-3-Clause
 * Another program: its standard input given, its standard output read.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stddef.h>

/* Run a program: its output is returned, for the caller to free, and its exit status is in *status.
 * NULL: it could not be started, and errno says why. The program is looked for in PATH if its name
 * has no slash; its standard error is ours. Nothing forks: that is not safe under every MPI
 * library. */
char *program_run(const char *const argv[], const char *input, int *status);

#endif
