/* SPDX-License-Identifier: BSD-3-Clause
 * A native variant: the MPI library's own collectives under other values of its control variables.
 */
#ifndef VARIANT_H
#define VARIANT_H

#include <stddef.h>

#include "ringbench/control.h"

enum { VARIANTS_MOST = 16, SETTINGS_MOST = 16 };

struct setting {
	struct control control;
	long long value, before;
};

struct variant {
	MPI_Comm comm; /* made under the settings: some libraries read them only then */
	struct setting settings[SETTINGS_MOST];
	int n;
};

/* Prepare it from its settings, VARIABLE=VALUE[,VARIABLE=VALUE...]. False, with the reason in
 * `error`: the library has no such variable, or would not obey it. Collective over MPI_COMM_WORLD.
 */
bool variant_prepare(struct variant *v, const char *settings, char *error, size_t room);

/* Around the calls on its communicator, on all ranks. */
void variant_set(struct variant *v);
void variant_reset(struct variant *v);

#endif
