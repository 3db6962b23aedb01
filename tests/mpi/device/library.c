/* SPDX-License-Identifier: BSD-3-Clause
 * A double for a library that knows of a device's memory: CUDA's driver (-DCUDA), HIP (-DHIP=5, or
 * 6 and later), or Level Zero (-DLEVEL_ZERO). It does not know memory that was not asked for by its
 * name (memory.h), and errs.
 */
#include "memory.h"

#include <stdint.h>

/* How often it was asked, whatever was said. */
int device_questions(void);
static int questions;

int device_questions(void)
{
	return questions;
}

#ifdef CUDA
int cuPointerGetAttribute(void *value, int attribute, unsigned long long address);
int cuPointerGetAttribute(void *value, int attribute, unsigned long long address)
{
	enum { INVALID_VALUE = 1, MEMORY_TYPE = 2, IS_MANAGED = 8, ON_HOST = 1, ON_DEVICE = 2 };
	enum device_kind kind = device_kind((const void *)(uintptr_t)address);

	questions++;
	if (kind == DEVICE_UNKNOWN)
		return INVALID_VALUE;
	if (attribute == MEMORY_TYPE)
		*(unsigned *)value = kind == DEVICE_HOST ? ON_HOST : ON_DEVICE;
	else if (attribute == IS_MANAGED)
		*(unsigned *)value = kind == DEVICE_MANAGED;
	else
		return INVALID_VALUE;
	return 0;
}
#endif

#ifdef HIP
int hipPeekAtLastError(void);
int hipGetLastError(void);
int hipRuntimeGetVersion(int *version);
int hipPointerGetAttribute(void *value, int attribute, void *address);
int hipPointerGetAttributes(void *attributes, const void *address);

enum { INVALID_VALUE = 1, ON_HOST = HIP < 6 ? 0 : 1, ON_DEVICE };

static int last_error;

int hipPeekAtLastError(void)
{
	return last_error;
}

int hipGetLastError(void)
{
	int was = last_error;
	last_error = 0;
	return was;
}

int hipRuntimeGetVersion(int *version)
{
	*version = HIP * 10000000 + 200000 + 41133;
	return 0;
}

static int fail(void)
{
	return last_error = INVALID_VALUE;
}

#ifdef HIP_ONE_BY_ONE
int hipPointerGetAttribute(void *value, int attribute, void *address)
{
	enum { MEMORY_TYPE = 2, IS_MANAGED = 8 };
	enum device_kind kind = device_kind(address);

	questions++;
	if (kind == DEVICE_UNKNOWN)
		return fail();
	if (attribute == MEMORY_TYPE)
		*(unsigned *)value = kind == DEVICE_HOST ? ON_HOST : ON_DEVICE;
	else if (attribute == IS_MANAGED)
		*(unsigned *)value = kind == DEVICE_MANAGED;
	else
		return fail();
	return 0;
}
#endif

int hipPointerGetAttributes(void *attributes, const void *address)
{
	struct {
		unsigned type;
		int device;
		void *on_device, *on_host;
		int managed;
		unsigned flags;
	} *all = attributes;
	enum device_kind kind = device_kind(address);

	questions++;
	if (kind == DEVICE_UNKNOWN)
		return fail();
	all->type = kind == DEVICE_HOST ? ON_HOST : ON_DEVICE;
	all->managed = kind == DEVICE_MANAGED;
	return 0;
}
#endif

#ifdef LEVEL_ZERO
enum { UNINITIALIZED = 0x78000001, INVALID = 0x78000004 };

struct properties {
	int type;
	void *next;
	int memory;
	uint64_t id, page;
};

int zeInit(unsigned flags);
int zeDriverGet(uint32_t *n, void **drivers);
int zeContextCreate(void *driver, const void *description, void **context);
int zeMemGetAllocProperties(void *context, const void *address, void *properties, void **device);

static int initialised, driver, context;

int zeInit(unsigned flags)
{
	(void)flags;
	initialised = 1;
	return 0;
}

int zeDriverGet(uint32_t *n, void **drivers)
{
	if (!initialised)
		return UNINITIALIZED;
	if (*n && drivers)
		drivers[0] = &driver;
	*n = 1;
	return 0;
}

int zeContextCreate(void *of, const void *description, void **made)
{
	if (of != &driver || *(const int *)description != 0xd)
		return INVALID;
	*made = &context;
	return 0;
}

int zeMemGetAllocProperties(void *by, const void *address, void *properties, void **device)
{
	enum { UNKNOWN, ON_HOST, ON_DEVICE, SHARED };
	struct properties *p = properties;
	enum device_kind kind = device_kind(address);

	questions++;
	if (by != &context || p->type != 0x17 || p->next)
		return INVALID;
	p->memory = kind == DEVICE_UNKNOWN  ? UNKNOWN
	            : kind == DEVICE_HOST   ? ON_HOST
	            : kind == DEVICE_MEMORY ? ON_DEVICE
	                                    : SHARED;
	*device = NULL;
	return 0;
}
#endif
