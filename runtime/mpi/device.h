/* SPDX-License-Identifier: BSD-3-Clause
 * Is an address in the memory of a device, which the processor cannot read?
 *
 * The libraries that know are asked: CUDA's driver, HIP and Level Zero, as far as the process has
 * loaded them by itself. None is loaded here. No call of MPI.
 */
#ifndef RG_DEVICE_H
#define RG_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

/* Signs that there may be such memory: bits. */
enum rg_devices {
	RG_CUDA = 1,
	RG_HIP = 2,
	RG_LEVEL_ZERO = 4,
	RG_TAKEN_BY_MPI = 8 /* MPI says that it takes such buffers */
};

#pragma GCC visibility push(hidden)

/* Which of these libraries are in the process now, even if the last one has just been loaded: as
 * long as no object is loaded that costs a call of dl_iterate_phdr. A library that was found stays:
 * it is kept loaded. Any thread may call it. */
unsigned rg_device_libraries(void);

/* The same, and whether the MPI library says that it takes buffers in the memory of devices. */
unsigned rg_device_signs(void);

/* Whether this address is in the memory of a device. Memory that the processor can read is not:
 * memory of the host that is registered with a device, and memory that is managed or shared. */
bool rg_device_has(uintptr_t address);

#pragma GCC visibility pop
#endif
