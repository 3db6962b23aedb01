/* SPDX-License-Identifier: BSD-3-Clause
 * A program of another MPI library than this one was built for.
 *
 * A library that is loaded first has the first word in every call of MPI, and it is too late to
 * pass it on: an `int` of MPICH has lost half of a pointer of Open MPI. So before the program
 * begins its libraries are looked at, and if they are of the other kind, it is executed anew
 * without us.
 */
#include "preload/names/linked.h"
#include "mpi/launch.h"
#include "mpi/report.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Which library */

/* The file of the shared object that holds this address; "": it is not known. */
static const char *file_of(const void *address)
{
	Dl_info object;
	return dladdr(address, &object) && object.dli_fname ? object.dli_fname : "";
}

static const char *own_file(void)
{
	static const char here;
	return file_of(&here);
}

/* A kind of MPI library: what it is called, and its part of the name of libringgen. Libraries that
 * share MPICH's binary interface (Intel MPI, MVAPICH2, Cray MPICH) are MPICH here. */
struct kind {
	const char *name, *part;
};
static const struct kind mpich = {"MPICH", "mpich"}, openmpi = {"Open MPI", "openmpi"},
			 abi = {"the standard ABI of MPI 5", "abi"};

#if defined(OPEN_MPI)
static const struct kind *const own = &openmpi;
#elif defined(RG_STANDARD_ABI)
static const struct kind *const own = &abi;
#else
static const struct kind *const own = &mpich;
#endif

/* The soname of the object that holds this address; "": it has none. */
static const char *soname_of(const void *address)
{
	struct link_map *map = NULL;
	Dl_info object;
	const char *strings = NULL;
	const ElfW(Dyn) *name = NULL;

	if (!dladdr1(address, &object, (void **)&map, RTLD_DL_LINKMAP) || !map)
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

/* The kind of MPI library that an object finds, itself or in what it needs; NULL: none, or nobody
 * knows. The two that have the ABI may be beneath it with what marks them otherwise. */
static const struct kind *kind_in(void *object)
{
	const char library[] = "libmpi_abi."; /* MPI 5.0 names it */
	const void *init = dlsym(object, "PMPI_Init");

	if (init && !strncmp(soname_of(init), library, strlen(library)))
		return &abi;
	if (dlsym(object, "MPI_UNWEIGHTED"))
		return &mpich;
	return init && dlsym(object, "ompi_mpi_comm_world") ? &openmpi : NULL;
}

/* The same of a file that is loaded, if it is another kind than ours. */
static const struct kind *other_in(const char *file)
{
	void *object = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
	const struct kind *kind = object ? kind_in(object) : NULL;

	if (object)
		dlclose(object);
	return kind == own ? NULL : kind;
}

/* Among all that is loaded. (dl_iterate_phdr holds a lock that dlopen wants after another one: a
 * thread that loads something at the same time would wait for ever.) */
static const struct kind *other_loaded(void)
{
	const struct kind *other = NULL;
	struct link_map *map = NULL;
	void *program = dlopen(NULL, RTLD_LAZY);

	if (!program)
		return NULL;
	dlinfo(program, RTLD_DI_LINKMAP, &map);
	for (; map && !other; map = map->l_next)
		other = *map->l_name ? other_in(map->l_name) : NULL;
	dlclose(program);
	return other;
}

/* By one rank, which gets the time for it if all end then. */
static void tell(const struct kind *other, const char *what_then, bool ends)
{
	if (rg_launch_rank())
		sleep(ends);
	else
		rg_say("this program is linked to %s, and %s is for %s: load "
		       "libringgen-preload-%s.so. %s",
		       other->name, own_file(), own->name, other->part, what_then);
}

/* ---- Out of its way */

/* Take each entry with our file's name out of LD_PRELOAD. False: there is none, or no memory. */
static bool unload(void)
{
	const char *list = getenv("LD_PRELOAD"), *own = strrchr(own_file(), '/');
	char *left = list ? malloc(strlen(list) + 1) : NULL, *to = left;
	bool found = false;

	own = own ? own + 1 : own_file();
	for (const char *at = list; left && *at;) {
		size_t length = strcspn(at, ": "), base = length;
		while (base && at[base - 1] != '/')
			base--;
		bool is_own =
			length - base == strlen(own) && !memcmp(at + base, own, length - base);
		if (length && !is_own)
			to += sprintf(to, "%s%.*s", to == left ? "" : ":", (int)length, at);
		found = found || is_own;
		at += length + (at[length] != '\0');
	}
	if (left)
		*to = '\0';
	found = found && !(to == left ? unsetenv("LD_PRELOAD") : setenv("LD_PRELOAD", left, 1));
	free(left);
	return found;
}

/* The arguments of this process, which stay; NULL: they cannot be read. */
static char **arguments(void)
{
	FILE *in = fopen("/proc/self/cmdline", "re");
	char **words = NULL, **more, *word = NULL;
	size_t n = 0, room = 0;

	while (in && getdelim(&word, &room, '\0', in) > 0) {
		if (!(more = realloc(words, (n + 2) * sizeof *words)))
			break;
		words = more;
		words[n++] = word;
		words[n] = NULL;
		word = NULL;
		room = 0;
	}
	if (in)
		fclose(in);
	return words;
}

/* By the name of its file, so that ps shows that, else by /proc/self/exe. */
static void execute_again(void)
{
	char **words = arguments(), name[4096];
	ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);

	if (!words)
		return;
	if (length > 0) {
		name[length] = '\0';
		execv(name, words);
	}
	execv("/proc/self/exe", words);
}

void rg_linked_begin(bool speaks)
{
	const struct kind *other = other_loaded();

	if (!other)
		return;
	if (unload()) {
		if (speaks)
			tell(other, "MPI's own collectives are used", false);
		execute_again();
	}
	tell(other,
	     "It is linked into the program, or cannot be taken out of LD_PRELOAD: the program "
	     "ends",
	     true);
	_exit(1);
}

void rg_linked_call(const void *address)
{
	const struct kind *other = other_in(file_of(address));

	if (!other)
		return;
	tell(other,
	     "It has been loaded too late for this one to get out of its way: the program ends",
	     true);
	fflush(NULL);
	_exit(1);
}
