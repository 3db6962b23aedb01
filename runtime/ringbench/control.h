/* SPDX-License-Identifier: BSD-3-Clause
 * A control variable of the MPI library (MPI_T) whose values are numbers.
 */
#ifndef CONTROL_H
#define CONTROL_H

#include <mpi.h>
#include <stdbool.h>

#ifndef MPI_T_ENUM_NULL /* an MPI library without MPI_T */
typedef void *MPI_T_cvar_handle;
#endif

struct control {
	MPI_T_cvar_handle handle;
	int index, kind, scope;
};

/* The variable of that name. Returns NULL, or why it is of no use. It is never closed. */
const char *control_open(const char *name, struct control *c);

/* Can it be written after MPI_Init? */
bool control_is_open(const struct control *c);

long long control_read(const struct control *c);
bool control_write(const struct control *c, long long value);

/* The number that `text` stands for: itself, or the name of a value. False: neither. */
bool control_value(const struct control *c, const char *name, const char *text, long long *value);

/* Before MPI_Init: print the number that the variable has under this environment. Returns an exit
 * status: 2, and nothing printed, if there is none. */
int control_print(const char *name);

#endif
