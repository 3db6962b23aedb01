/* SPDX-License-Identifier: BSD-3-Clause
 * Generated routines that come from shared objects when the program runs.
 */
#ifndef LOADED_H
#define LOADED_H

#include <stdbool.h>
#include <stddef.h>

#include "ringbench/options.h"
#include "ringbench/routines.h"

/* Load routines that `ringgen generate` emitted under that prefix, from a shared object: routines
 * of this name, ROUTINES_MOST at most. The prefix is the name with a _ for each character that no
 * name in C has. The name is borrowed; loaded routines stay. False, with the reason in `error`:
 * there is no such file, or it is for another MPI library, or has no such routines. */
bool routines_load(const char *name, const char *path, char *error, size_t room);

/* Those loaded as number i; NULL past the last. */
const struct routines *routines_loaded(int i);

#endif
