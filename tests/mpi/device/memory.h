/* SPDX-License-Identifier: BSD-3-Clause
 * The functions for the program in the double for an MPI library that takes the memory of a device.
 */
#ifndef RG_TEST_DEVICE_MEMORY_H
#define RG_TEST_DEVICE_MEMORY_H

#include <stddef.h>

/* Memory of a device is what nobody can read; the host's is known to the device's library, as if it
 * were registered with the device. */
enum device_kind { DEVICE_UNKNOWN, DEVICE_HOST, DEVICE_MEMORY, DEVICE_MANAGED };

void *device_alloc(size_t size, enum device_kind kind);
void device_free(void *memory);
enum device_kind device_kind(const void *address);

/* Let this process read and write all of it, or nobody. */
void device_open(void);
void device_close(void);

/* How often the MPI library's routine of this name has been called, such as "Iallreduce". */
int device_calls(const char *name);

#endif
