/* SPDX-License-Identifier: BSD-3-Clause
 * Is an address in the memory of a device, which the processor cannot read?
 *
 * This file asks a handful of functions whose binary interface has not changed. They are declared
 * as in the headers of CUDA (4 and later), of HIP (ROCm 4 to 7) and of Level Zero (1), which need
 * not be installed. A pointer that they do not know is the host's.
 */
#include "mpi/device.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Loaded libraries */

typedef void function(void);

struct sought {
	const char *name, *path;
};

static int is_sought(struct dl_phdr_info *info, size_t size, void *closure)
{
	struct sought *s = closure;
	const char *slash = strrchr(info->dlpi_name, '/');

	(void)size;
	if (!strcmp(slash ? slash + 1 : info->dlpi_name, s->name))
		s->path = info->dlpi_name;
	return s->path != NULL;
}

/* The library, if it is loaded; else NULL. UCX has a dlopen of its own, which takes the name for
 * that of a file in the places where libraries are: so by the path that it was loaded from, too. */
static void *open_loaded(const char *name)
{
	void *object = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
	struct sought s = {.name = name};

	if (!object && dl_iterate_phdr(is_sought, &s))
		object = dlopen(s.path, RTLD_LAZY | RTLD_NOLOAD);
	return object;
}

/* Find a function of a library, by the library's names or wherever the program can see it. It stays
 * where it is, also if the code that has loaded the library closes it. NULL: there is none. */
static function *find(const char *const *names, const char *name)
{
	void *symbol = NULL, *object = NULL;
	function *found = NULL;
	Dl_info where;

	for (; *names && !symbol; names++)
		if ((object = open_loaded(*names))) {
			symbol = dlsym(object, name);
			if (!symbol)
				dlclose(object);
		}
	if (!symbol && (symbol = dlsym(RTLD_DEFAULT, name)) && dladdr(symbol, &where) &&
	    where.dli_fname)
		dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
	memcpy(&found, &symbol, sizeof found);
	return found;
}

/* All that is below is written under the lock, before its bit of `found` is set. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint found;
static atomic_ullong looked; /* so many objects had been loaded when it was looked; 0: never */

/* ---- CUDA */

enum { CU_MEMORY_TYPE = 2, CU_IS_MANAGED = 8 }; /* CUpointer_attribute */
enum { CU_DEVICE = 2, CU_ARRAY = 3 };           /* CUmemorytype */

/* cuPointerGetAttribute. CUresult is an int, CUdeviceptr an integer as long as a pointer. */
static int (*cu_ask)(void *value, int attribute, uintptr_t address);

static void find_cuda(void)
{
	static const char *const names[] = {"libcuda.so.1", NULL};

	cu_ask = (int (*)(void *, int, uintptr_t))find(names, "cuPointerGetAttribute");
	if (cu_ask)
		atomic_fetch_or(&found, RG_CUDA);
}

/* Managed memory may have the type of a device, too. Where no device was initialised the question
 * is an error, and there is no such memory. */
static bool cuda_has(uintptr_t address)
{
	unsigned type = 0, managed = 0;

	if (cu_ask(&type, CU_MEMORY_TYPE, address) || (type != CU_DEVICE && type != CU_ARRAY))
		return false;
	return cu_ask(&managed, CU_IS_MANAGED, address) || !managed;
}

/* ---- HIP */

enum { HIP_MEMORY_TYPE = 2, HIP_IS_MANAGED = 8 }; /* hipPointer_attribute */

/* hipPointerAttribute_t: its first members are the same in all versions. There is room for more. */
struct hip_attributes {
	unsigned type;
	int device;
	void *on_device, *on_host;
	int managed;
	char rest[256];
};

static int (*hip_ask)(void *value, int attribute, void *address); /* hipPointerGetAttribute */
static int (*hip_ask_all)(void *attributes, const void *address); /* ... Attributes */
static int (*hip_peek)(void), (*hip_clear)(void); /* hipPeekAtLastError, hipGetLastError */
static unsigned hip_device;                       /* hipMemoryTypeDevice */

static void find_hip(void)
{
	static const char *const names[] = {"libamdhip64.so.7", "libamdhip64.so.6",
	                                    "libamdhip64.so.5", "libamdhip64.so.4",
	                                    "libamdhip64.so",   NULL};
	int (*ask_version)(int *) = (int (*)(int *))find(names, "hipRuntimeGetVersion");
	int version = 0;

	hip_ask = (int (*)(void *, int, void *))find(names, "hipPointerGetAttribute");
	hip_ask_all = (int (*)(void *, const void *))find(names, "hipPointerGetAttributes");
	hip_peek = (int (*)(void))find(names, "hipPeekAtLastError");
	hip_clear = (int (*)(void))find(names, "hipGetLastError");
	if (!hip_ask && !hip_ask_all)
		return;
	/* ROCm 6.0 has numbered the types as CUDA does: the host was 0 and the device 1. A version
	 * is 10,000,000 times its first number, and more. */
	bool older = ask_version && !ask_version(&version) && version < 60000000;
	hip_device = older ? 1 : 2;
	atomic_fetch_or(&found, RG_HIP);
}

static bool hip_answers(uintptr_t address)
{
	struct hip_attributes all = {0};
	unsigned type = 0, managed = 0;
	void *at = (void *)address;

	if (!hip_ask)
		return !hip_ask_all(&all, at) && all.type == hip_device && !all.managed;
	if (hip_ask(&type, HIP_MEMORY_TYPE, at) || type != hip_device)
		return false;
	return hip_ask(&managed, HIP_IS_MANAGED, at) || !managed;
}

/* A question about the host's memory is an error, which HIP keeps for the program to find: it is to
 * find its own only. */
static bool hip_has(uintptr_t address)
{
	bool clean = hip_peek && hip_clear && !hip_peek();
	bool has = hip_answers(address);

	if (clean)
		hip_clear();
	return has;
}

/* ---- Level Zero */

enum { ZE_CONTEXT_DESC = 0xd, ZE_ALLOCATION_PROPERTIES = 0x17 }; /* ze_structure_type_t */
enum { ZE_DEVICE = 2 };                                          /* ze_memory_type_t */
enum { ZE_DRIVERS = 8 };                                         /* of which so many are asked */

struct ze_context_desc { /* ze_context_desc_t */
	int type;
	const void *next;
	uint32_t flags;
};
struct ze_properties { /* ze_memory_allocation_properties_t */
	int type;
	void *next;
	int memory;
	uint64_t id, page;
};

static int (*ze_drivers)(uint32_t *n, void **drivers); /* zeDriverGet */
static int (*ze_create)(void *driver, const void *description,
                        void **context); /* zeContextCreate */
static int (*ze_ask)(void *context, const void *address, void *properties,
                     void **device); /* zeMemGetAllocProperties */

/* A question needs a context. Any of the driver's will do, as in libfabric and MPICH: a driver
 * knows all allocations of the process. They are never destroyed: the driver may be gone by then.
 */
static void *ze_contexts[ZE_DRIVERS];
static atomic_int ze_n; /* so many there are */

/* The loader alone is no sign: hwloc has a plugin that brings it into any process (Debian 13). Its
 * drivers find GPUs, NPUs and Windows' devices by these nodes; others are named by its variables.
 */
static bool ze_may_have_devices(void)
{
	return !access("/dev/dri", F_OK) || !access("/dev/accel", F_OK) ||
	       !access("/dev/dxg", F_OK) || getenv("ZE_ENABLE_ALT_DRIVERS") ||
	       getenv("ZE_ENABLE_NULL_DRIVER");
}

static void find_level_zero(void)
{
	static const char *const names[] = {"libze_loader.so.1", NULL};

	ze_drivers = (int (*)(uint32_t *, void **))find(names, "zeDriverGet");
	ze_create = (int (*)(void *, const void *, void **))find(names, "zeContextCreate");
	ze_ask = (int (*)(void *, const void *, void *, void **))find(names,
	                                                              "zeMemGetAllocProperties");
	if (ze_drivers && ze_create && ze_ask && ze_may_have_devices())
		atomic_fetch_or(&found, RG_LEVEL_ZERO);
}

/* Until the program has called zeInit there are no drivers, and none of their memory; it is not for
 * us to call. */
static int ze_open(void)
{
	const struct ze_context_desc description = {.type = ZE_CONTEXT_DESC};
	void *drivers[ZE_DRIVERS];
	uint32_t n = ZE_DRIVERS;
	int opened = 0;

	pthread_mutex_lock(&lock);
	if (!atomic_load(&ze_n) && !ze_drivers(&n, drivers))
		for (uint32_t i = 0; i < n && i < ZE_DRIVERS; i++)
			if (!ze_create(drivers[i], &description, &ze_contexts[opened]))
				opened++;
	if (opened)
		atomic_store(&ze_n, opened);
	opened = atomic_load(&ze_n);
	pthread_mutex_unlock(&lock);
	return opened;
}

static bool level_zero_has(uintptr_t address)
{
	int n = atomic_load_explicit(&ze_n, memory_order_acquire);

	n = n ? n : ze_open();
	for (int i = 0; i < n; i++) {
		struct ze_properties p = {.type = ZE_ALLOCATION_PROPERTIES};
		void *device = NULL;
		if (!ze_ask(ze_contexts[i], (const void *)address, &p, &device) &&
		    p.memory == ZE_DEVICE)
			return true;
	}
	return false;
}

/* ---- All of them */

/* Look for what is not found yet: `objects` have been loaded so far. */
static void look(unsigned long long objects)
{
	pthread_mutex_lock(&lock);
	if (!(found & RG_CUDA))
		find_cuda();
	if (!(found & RG_HIP))
		find_hip();
	if (!(found & RG_LEVEL_ZERO))
		find_level_zero();
	atomic_store(&looked, objects);
	pthread_mutex_unlock(&lock);
}

/* The first object tells how many have been loaded, which never falls. */
static int count(struct dl_phdr_info *info, size_t size, void *objects)
{
	(void)size;
	*(unsigned long long *)objects = info->dlpi_adds;
	return 1;
}

unsigned rg_device_libraries(void)
{
	unsigned long long objects = 0;

	dl_iterate_phdr(count, &objects);
	if (objects != atomic_load_explicit(&looked, memory_order_acquire))
		look(objects);
	return atomic_load_explicit(&found, memory_order_acquire);
}

/* Open MPI and MPICH have such functions; some tell what was there when they were compiled. */
static bool mpi_takes_them(void)
{
	static const char *const names[] = {"MPIX_Query_cuda_support", "MPIX_Query_hip_support",
	                                    "MPIX_Query_rocm_support", "MPIX_Query_ze_support"};
	bool takes = false;

	for (size_t i = 0; i < sizeof names / sizeof *names && !takes; i++) {
		void *symbol = dlsym(RTLD_DEFAULT, names[i]);
		int (*query)(void) = NULL;
		memcpy(&query, &symbol, sizeof query);
		takes = query && query() == 1;
	}
	return takes;
}

unsigned rg_device_signs(void)
{
	return rg_device_libraries() | (mpi_takes_them() ? RG_TAKEN_BY_MPI : 0);
}

bool rg_device_has(uintptr_t address)
{
	unsigned in = atomic_load_explicit(&found, memory_order_acquire);

	return (in & RG_CUDA && cuda_has(address)) || (in & RG_HIP && hip_has(address)) ||
	       (in & RG_LEVEL_ZERO && level_zero_has(address));
}
