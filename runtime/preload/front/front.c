/* SPDX-License-Identifier: BSD-3-Clause
 * libringgen-preload.so: what stands behind it, and what a name leads to.
 *
 * Functions of the C library that came late, or that not each C library has, are weak here (the
 * Makefile's LIBC_MAY_LACK): so a program without MPI starts where they are missing.
 */
#include "preload/front/front.h"
#include "preload/front/which.h"
#include "mpi/launch_rank.h"
#include "mpi/say.h"

#include <dlfcn.h>
#include <limits.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma weak dlsym
#pragma weak dladdr

enum { CLOSED, OPENING, SETTLED };
static atomic_int stage = CLOSED;
static _Thread_local bool is_opening;
static void *behind; /* the library; NULL: there is none. Set before SETTLED */

/* ---- What this process was asked for */

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);
	return value && *value;
}

/* As the library behind reads them (takeover.c), but for lists that name nothing. */
static bool is_asked(void)
{
	const char *which = getenv("RINGGEN_COLLECTIVES");
	return is_set("RINGGEN_TOPOLOGY") || (which && *which && strcmp(which, "off") != 0);
}

/* ---- Where objects are */

/* This file. Its name may begin in the working directory, which a program can leave. */
static char own_file[PATH_MAX];

__attribute__((constructor)) static void remember_own_file(void)
{
	const char *name = dladdr ? rg_which_file(own_file) : "";

	if (*name == '/' && strlen(name) < sizeof own_file)
		strcpy(own_file, name);
	else if (*name && !realpath(name, own_file))
		*own_file = '\0';
}

/* The object that holds this code, for dlsym: the program's own where it is no library. Free it by
 * dlclose. */
static void *object_of(const void *code)
{
	void *object = dlopen(rg_which_file(code), RTLD_LAZY | RTLD_NOLOAD);
	return object ? object : dlopen(NULL, RTLD_LAZY);
}

/* ---- The library behind */

/* The kind of MPI library for code at this address: what that finds, else what the process has;
 * NULL: none. */
static const struct rg_which *kind_for(const void *caller)
{
	void *object = object_of(caller);
	const struct rg_which *kind = object ? rg_which_of(object) : NULL;
	const char *file;

	if (object)
		dlclose(object);
	return kind ? kind : rg_which_loaded(NULL, &file);
}

/* A program may have loaded its MPI library for itself alone: then the one behind has to find it
 * nonetheless, and no other copy. */
static void share_mpi(const void *caller)
{
	void *object = object_of(caller), *init = object ? dlsym(object, "PMPI_Init") : NULL;

	if (init)
		dlopen(rg_which_file(init), RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
	if (object)
		dlclose(object);
}

/* Its file: beside this one (not beside a link to it), or in a folder for that MPI library, as it
 * is built. False: it is not there. */
static bool find_file(const struct rg_which *kind, char file[PATH_MAX])
{
	char here[PATH_MAX];
	const char *end = realpath(own_file, here) ? strrchr(here, '/') : NULL;

	for (int apart = 0; apart < 2 && end; apart++) {
		int length =
			snprintf(file, PATH_MAX, "%.*s/%s%slibringgen-preload-%s.so." RG_SOVERSION,
		                 (int)(end - here), here, apart ? kind->part : "", apart ? "/" : "",
		                 kind->part);
		if (length < PATH_MAX && access(file, R_OK) == 0)
			return true;
	}
	return false;
}

/* Each rank of a job would say the same: the first one does. */
static void tell(const struct rg_which *kind, const char *why)
{
	if ((is_asked() || is_set("RINGGEN_VERBOSE")) && !rg_launch_rank())
		rg_say("libringgen-preload for %s: %s: MPI's own collectives are used", kind->name,
		       why);
}

static void *open_for(const struct rg_which *kind, const void *caller)
{
	char file[PATH_MAX], why[PATH_MAX + 128];

	if (!find_file(kind, file)) {
		snprintf(why, sizeof why,
		         "there is no libringgen-preload-%s.so." RG_SOVERSION " beside %s",
		         kind->part, *own_file ? own_file : "the library");
		tell(kind, why);
		return NULL;
	}
	share_mpi(caller);
	/* At once: what is missing is found here, and not in the midst of the program. */
	void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (!library)
		tell(kind, dlerror());
	return library;
}

/* While there is no MPI it is not settled: a program may load one later. */
static void open_once(const void *caller)
{
	const struct rg_which *kind = atomic_load(&stage) == SETTLED ? NULL : kind_for(caller);
	int expected = CLOSED;

	if (!kind)
		return;
	if (atomic_compare_exchange_strong(&stage, &expected, OPENING)) {
		is_opening = true;
		behind = open_for(kind, caller);
		is_opening = false;
		atomic_store(&stage, SETTLED);
	}
	while (atomic_load(&stage) != SETTLED && !is_opening)
		sched_yield();
}

bool rg_front_serves(void)
{
	return atomic_load(&stage) == SETTLED && behind;
}

bool rg_front_opens(void)
{
	return is_opening;
}

/* ---- Names */

static rg_function *as_function(void *symbol)
{
	rg_function *f = NULL;

	if (symbol)
		memcpy(&f, &symbol, sizeof f);
	return f;
}

/* The symbol, if the library behind has it: its own libraries have the same names. */
static void *symbol_behind(const char *name)
{
	void *symbol = behind ? dlsym(behind, name) : NULL;
	return symbol && rg_which_base(symbol) == rg_which_base(dlsym(behind, "rg_preload_version"))
	               ? symbol
	               : NULL;
}

/* If a program is linked with the library behind it is loaded after this one, too. */
static void *symbol_after(const char *name)
{
	void *symbol = dlsym(RTLD_NEXT, name);
	return symbol && symbol == symbol_behind(name) ? NULL : symbol;
}

rg_function *rg_front_next(const char *name)
{
	return as_function(symbol_after(name));
}

/* Whether it is a library's own routine that has one of these names: no MPI is meant. */
static bool is_callers_own(const void *symbol, void *object, const void *caller)
{
	const void *base = rg_which_base(symbol);
	return base && base == rg_which_base(caller) &&
	       base != rg_which_base(dlsym(object, "PMPI_Init"));
}

/* What the name is for this code. NULL: no library has it. *keeps: for all code of this process. */
static void *symbol_for(const void *caller, const char *name, bool *keeps)
{
	void *object = object_of(caller), *symbol = symbol_after(name);

	*keeps = false;
	if (object && is_callers_own(symbol, object, caller)) {
		dlclose(object);
		return symbol;
	}
	open_once(caller);
	*keeps = atomic_load(&stage) == SETTLED;
	void *served = symbol_behind(name);
	if (served)
		symbol = served;
	else if (!symbol && object) /* the code has libraries of its own */
		symbol = dlsym(object, name);
	if (object)
		dlclose(object);
	return rg_which_base(symbol) == rg_which_base(own_file) ? NULL : symbol;
}

/* As the dynamic linker ends a program. */
__attribute__((noreturn)) static void end(const char *why)
{
	fprintf(stderr, "libringgen-preload: error: %s\n", why);
	_exit(127);
}

rg_function *rg_front_find(struct rg_front_name *n, const void *caller)
{
	char why[sizeof n->name + 32];
	bool keeps;

	if (!dlsym || !dladdr)
		end("it was built for a newer C library, so that MPI is not found here");
	void *symbol = symbol_for(caller, n->name, &keeps);
	if (!symbol) {
		snprintf(why, sizeof why, "undefined symbol: %s", n->name);
		end(why);
	}
	if (keeps)
		atomic_store_explicit(&n->found, as_function(symbol), memory_order_release);
	return as_function(symbol);
}

/* ---- A program that passes us by */

/* The program ends, and MPI was initialised, but no name of ours was called. */
__attribute__((destructor)) static void tell_passed_by(void)
{
	const char *file;
	int flag = 0;

	if (atomic_load(&stage) != CLOSED || !is_asked() || !is_set("RINGGEN_VERBOSE") ||
	    rg_launch_rank() || !dlsym || !rg_which_loaded(NULL, &file))
		return;
	void *object = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
	rg_function *f = as_function(object ? dlsym(object, "PMPI_Initialized") : NULL);
	if (f && !((int (*)(int *))f)(&flag) && flag)
		rg_say(RG_PASSED_BY);
}
