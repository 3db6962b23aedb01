/* SPDX-License-Identifier: BSD-3-Clause
 * Generated routines that come from shared objects when the program runs.
 */
#include "ringbench/loaded.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { SYMBOL_MOST = 256 };

static struct routines loaded[ROUTINES_MOST];
static int routines; /* so many of them */

const struct routines *routines_loaded(int i)
{
	return i < routines ? &loaded[i] : NULL;
}

/* PREFIX_Before+Name+after of the object, PREFIX being the name in C; NULL: it has none. */
static void *find(void *object, const char *name, const char *word, const char *routine,
                  const char *after)
{
	char symbol[SYMBOL_MOST];
	int length = snprintf(symbol, sizeof symbol, "%s", name);

	if (length >= SYMBOL_MOST)
		return NULL;
	for (int i = 0; i < length; i++)
		if (!isalnum((unsigned char)symbol[i]))
			symbol[i] = '_';
	if (length + snprintf(symbol + length, SYMBOL_MOST - (size_t)length, "_%s%s%s", word,
	                      routine, after) >=
	    SYMBOL_MOST)
		return NULL;
	return dlsym(object, symbol);
}

/* The address of a function where a pointer to it is kept: C has no cast for that, POSIX has the
 * representation be the same. */
static bool take(void *to, void *function)
{
	memcpy(to, &function, sizeof function);
	return function;
}

/* How many of them there are. */
static int find_all(void *object, struct routines *r)
{
	int found = 0;

#define ROUTINE(NAME, small, Name, ...)                                 \
	found += take(&r->small, find(object, r->name, "", #Name, "")); \
	take(&r->i##small, find(object, r->name, "I", #small, ""));     \
	take(&r->small##_init, find(object, r->name, "", #Name, "_init"));
	RG_ROWS(ROUTINE)
#undef ROUTINE
	take(&r->start, find(object, r->name, "", "Start", ""));
	take(&r->wait, find(object, r->name, "", "Wait", ""));
	take(&r->request_free, find(object, r->name, "", "Request_free", ""));
	return found;
}

#if defined(OPEN_MPI)
#define OWN_LIBRINGGEN "rg_libringgen_for_openmpi"
#elif defined(MPICH) || defined(MPICH_NUMVERSION)
#define OWN_LIBRINGGEN "rg_libringgen_for_mpich"
#else
#define OWN_LIBRINGGEN "rg_libringgen_for_abi"
#endif

/* Has it, or what it is linked to, a libringgen for another MPI library? That one's handles are not
 * this one's. */
static bool is_for_another(void *object)
{
	static const char *const all[] = {"rg_libringgen_for_mpich", "rg_libringgen_for_openmpi",
	                                  "rg_libringgen_for_abi"};
	bool another = false;

	for (int i = 0; i < (int)(sizeof all / sizeof *all); i++)
		another = another || (strcmp(all[i], OWN_LIBRINGGEN) && dlsym(object, all[i]));
	return another;
}

bool routines_load(const char *name, const char *path, char *error, size_t room)
{
	struct routines *r = &loaded[routines];
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!object) {
		snprintf(error, room, "--routines: %s", dlerror());
		return false;
	}
	if (is_for_another(object)) {
		snprintf(error, room, "--routines: %s is for another MPI library", path);
		return false;
	}
	*r = (struct routines){.name = name, .linked = true};
	if (!find_all(object, r)) {
		snprintf(error, room,
		         "--routines: %s has no routines of the prefix '%s' (see --prefix of "
		         "ringgen generate)",
		         path, name);
		return false;
	}
	routines++;
	return true;
}
