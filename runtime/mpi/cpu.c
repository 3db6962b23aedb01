/* SPDX-License-Identifier: BSD-3-Clause
 * Where in its machine this process runs, by hwloc. The topology is loaded without devices and
 * caches, which cost most of the time, and is dropped once the place is known.
 */
#include "mpi/cpu.h"

#include <hwloc.h>
#include <pthread.h>

static struct rg_cpu place;

/* The index of the object of this type that contains processing unit `pu`. */
static int holder(hwloc_topology_t topology, hwloc_obj_type_t type, unsigned pu)
{
	hwloc_obj_t o = NULL;

	while ((o = hwloc_get_next_obj_by_type(topology, type, o)))
		if (hwloc_bitmap_isset(o->cpuset, pu))
			return (int)o->logical_index;
	return 0;
}

static void find_in(hwloc_topology_t topology, hwloc_bitmap_t bound)
{
	if (hwloc_get_cpubind(topology, bound, HWLOC_CPUBIND_THREAD) ||
	    hwloc_bitmap_isincluded(hwloc_topology_get_topology_cpuset(topology), bound))
		return;
	int pu = hwloc_bitmap_first(bound);
	if (pu < 0)
		return;
	place.package = holder(topology, HWLOC_OBJ_PACKAGE, (unsigned)pu);
	place.numa = holder(topology, HWLOC_OBJ_NUMANODE, (unsigned)pu);
	place.core = holder(topology, HWLOC_OBJ_CORE, (unsigned)pu);
}

static void find_core(void)
{
	hwloc_topology_t topology;
	hwloc_bitmap_t bound = hwloc_bitmap_alloc();

	if (!bound)
		return;
	if (!hwloc_topology_init(&topology)) {
		/* Of a container that has some of the cores only, too, the place in the machine. */
		hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
		hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
		hwloc_topology_set_cache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
		hwloc_topology_set_icache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
		if (!hwloc_topology_load(topology))
			find_in(topology, bound);
		hwloc_topology_destroy(topology);
	}
	hwloc_bitmap_free(bound);
}

const struct rg_cpu *rg_cpu(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, find_core);
	return &place;
}
