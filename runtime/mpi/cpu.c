/* SPDX-License-Identifier: BSD-3-Clause
 * Where in its machine this process runs, by hwloc. The topology is loaded without devices and
 * caches, which cost most of the time, and is dropped once the place is known. Only for an
 * algorithm that asks for caches it is loaded with them.
 */
#include "mpi/cpu.h"

#include <hwloc.h>
#include <pthread.h>

static struct rg_cpu place = {.own_numa = -1, .own_cache = -1},
		     cached = {.own_numa = -1, .own_cache = -1};

/* The object of this type that contains processing unit `pu`, or NULL. */
static hwloc_obj_t holder(hwloc_topology_t topology, hwloc_obj_type_t type, unsigned pu)
{
	hwloc_obj_t o = NULL;

	while ((o = hwloc_get_next_obj_by_type(topology, type, o)))
		if (hwloc_bitmap_isset(o->cpuset, pu))
			return o;
	return NULL;
}

static int index_of(hwloc_obj_t o)
{
	return o ? (int)o->logical_index : 0;
}

/* The last cache that processing unit `pu` has, of those that the topology was loaded with, or
 * NULL. */
static hwloc_obj_t last_cache(hwloc_topology_t topology, unsigned pu)
{
	hwloc_obj_t last = NULL;

	for (hwloc_obj_t o = hwloc_get_pu_obj_by_os_index(topology, pu); o; o = o->parent)
		if (hwloc_obj_type_is_dcache(o->type))
			last = o;
	return last;
}

/* The number of the object if it has all these processing units, that of its first one; else -1.
 * Caches of hybrid machines are not all at one depth, and hwloc numbers them at each. */
static int whole(hwloc_obj_t o, hwloc_const_bitmap_t bound)
{
	return o && hwloc_bitmap_isincluded(bound, o->cpuset) ? hwloc_bitmap_first(o->cpuset) : -1;
}

static void find_in(hwloc_topology_t topology, hwloc_bitmap_t bound, struct rg_cpu *in)
{
	if (hwloc_get_cpubind(topology, bound, HWLOC_CPUBIND_THREAD) ||
	    hwloc_bitmap_isincluded(hwloc_topology_get_topology_cpuset(topology), bound))
		return;
	int pu = hwloc_bitmap_first(bound);
	if (pu < 0)
		return;
	hwloc_obj_t numa = holder(topology, HWLOC_OBJ_NUMANODE, (unsigned)pu);
	in->package = index_of(holder(topology, HWLOC_OBJ_PACKAGE, (unsigned)pu));
	in->numa = index_of(numa);
	in->core = index_of(holder(topology, HWLOC_OBJ_CORE, (unsigned)pu));
	in->own_numa = whole(numa, bound);
	in->own_cache = whole(last_cache(topology, (unsigned)pu), bound);
}

static void find(struct rg_cpu *in, enum hwloc_type_filter_e caches)
{
	hwloc_topology_t topology;
	hwloc_bitmap_t bound = hwloc_bitmap_alloc();

	if (!bound)
		return;
	if (!hwloc_topology_init(&topology)) {
		/* The place is one in the whole machine, also in a container that has only some
		 * cores. */
		hwloc_topology_set_flags(topology, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
		hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
		hwloc_topology_set_cache_types_filter(topology, caches);
		hwloc_topology_set_icache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
		if (!hwloc_topology_load(topology))
			find_in(topology, bound, in);
		hwloc_topology_destroy(topology);
	}
	hwloc_bitmap_free(bound);
}

static void find_core(void)
{
	find(&place, HWLOC_TYPE_FILTER_KEEP_NONE);
}

static void find_cache(void)
{
	find(&cached, HWLOC_TYPE_FILTER_KEEP_ALL);
}

const struct rg_cpu *rg_cpu(bool caches)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT, once_cached = PTHREAD_ONCE_INIT;
	pthread_once(caches ? &once_cached : &once, caches ? find_cache : find_core);
	return caches ? &cached : &place;
}
