/* SPDX-License-Identifier: BSD-3-Clause
 * Which MPI library a program, or a part of one, calls.
 */
#include "preload/front/which.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

const struct rg_which rg_which_mpich = {"MPICH", "mpich"},
		      rg_which_openmpi = {"Open MPI", "openmpi"},
		      rg_which_abi = {"the standard ABI of MPI 5", "abi"};

const char *rg_which_file(const void *address)
{
	Dl_info object;
	return dladdr(address, &object) && object.dli_fname ? object.dli_fname : "";
}

const void *rg_which_base(const void *address)
{
	Dl_info object;
	return address && dladdr(address, &object) ? object.dli_fbase : NULL;
}

/* Not each C library has it. */
#pragma weak dladdr1

/* The soname of the object that holds this address; "": it has none. */
static const char *soname_of(const void *address)
{
	struct link_map *map = NULL;
	Dl_info object;
	const char *strings = NULL;
	const ElfW(Dyn) *name = NULL;

	if (!dladdr1 || !dladdr1(address, &object, (void **)&map, RTLD_DL_LINKMAP) || !map)
		return "";
	for (const ElfW(Dyn) *d = map->l_ld; d && d->d_tag != DT_NULL; d++) {
		if (d->d_tag == DT_SONAME)
			name = d;
		if (d->d_tag == DT_STRTAB) /* some loaders leave it as in the file */
			strings = (const char *)(d->d_un.d_ptr < map->l_addr
			                                 ? map->l_addr + d->d_un.d_ptr
			                                 : d->d_un.d_ptr);
	}
	return name && strings ? strings + name->d_un.d_val : "";
}

/* The two libraries that have the ABI may be beneath it with what marks them otherwise. */
const struct rg_which *rg_which_of(void *object)
{
	const char library[] = "libmpi_abi."; /* MPI 5.0 names it */
	const void *init = dlsym(object, "PMPI_Init");

	if (init && !strncmp(soname_of(init), library, strlen(library)))
		return &rg_which_abi;
	if (dlsym(object, "MPI_UNWEIGHTED"))
		return &rg_which_mpich;
	return init && dlsym(object, "ompi_mpi_comm_world") ? &rg_which_openmpi : NULL;
}

const struct rg_which *rg_which_of_file(const char *file)
{
	void *object = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
	const struct rg_which *kind = object ? rg_which_of(object) : NULL;

	if (object)
		dlclose(object);
	return kind;
}

/* (dl_iterate_phdr holds a lock that dlopen wants after another one: a thread that loads something
 * at the same time would wait for ever.) */
const struct rg_which *rg_which_loaded(const struct rg_which *other_than, const char **file)
{
	const struct rg_which *found = NULL;
	struct link_map *map = NULL;
	void *program = dlopen(NULL, RTLD_LAZY);

	if (!program)
		return NULL;
	dlinfo(program, RTLD_DI_LINKMAP, &map);
	for (; map && !found; map = map->l_next) {
		*file = map->l_name;
		found = **file ? rg_which_of_file(*file) : NULL;
		if (found == other_than)
			found = NULL;
	}
	dlclose(program);
	return found;
}
