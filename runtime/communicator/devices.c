/* SPDX-License-Identifier: BSD-3-Clause
 * Whether the ranks of a communicator have to agree, before each call, where its buffers are.
 */
#include "communicator/devices.h"
#include "mpi/device.h"

#include <stdio.h>

/* One more sign beside those of enum rg_devices: RINGGEN_DEVICE sets it. */
enum { ASKED_FOR = 16 };

int rg_devices_signs(void)
{
	if (rg_wants_devices() == RG_DEVICES_OFF)
		return 0;
	return (int)rg_device_signs() | (rg_wants_devices() == RG_DEVICES_ASK ? ASKED_FOR : 0);
}

void rg_devices_settle(struct rg_context *x, int signs, int having)
{
	static const char *const names[] = {"CUDA", "HIP", "Level Zero",
	                                    "an MPI library that takes its memory",
	                                    "RINGGEN_DEVICE=ask"};
	char text[128] = "";

	x->asks = signs;
	if (!signs || x->rank || !rg_verbose() || !rg_first(x->c, RG_ONCE_DEVICES))
		return;
	for (size_t i = 0, end = 0; i < sizeof names / sizeof *names; i++)
		if (signs >> i & 1)
			end += (size_t)snprintf(text + end, sizeof text - end, "%s%s",
			                        end ? ", " : "", names[i]);
	rg_say("%s: buffers may be in the memory of a device (%s; %d of %d ranks): the ranks agree "
	       "on that before each blocking collective, and all others are MPI's own",
	       x->c->name, text, having, x->P);
}

bool rg_devices_here(void)
{
	return rg_wants_devices() != RG_DEVICES_OFF && rg_device_libraries();
}
