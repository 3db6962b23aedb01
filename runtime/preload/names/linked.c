/* SPDX-License-Identifier: BSD-3-Clause
 * A program of another MPI library than this one was built for.
 *
 * A library that is loaded first has the first word in every call of MPI, and it is too late to
 * pass it on: an `int` of MPICH has lost half of a pointer of Open MPI. So before the program
 * begins its libraries are looked at, and if they are of the other kind, it is executed anew
 * without us.
 */
#include "preload/names/linked.h"
#include "mpi/launch_rank.h"
#include "mpi/say.h"
#include "preload/front/front.h"
#include "preload/front/which.h"
#include "ringgen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Which library */

static const char *own_file(void)
{
	static const char here;
	return rg_which_file(&here);
}

#if defined(OPEN_MPI)
static const struct rg_which *const own = &rg_which_openmpi;
#elif defined(RG_STANDARD_ABI)
static const struct rg_which *const own = &rg_which_abi;
#else
static const struct rg_which *const own = &rg_which_mpich;
#endif

/* By one rank, which gets the time for it if all end then. */
static void tell(const struct rg_which *other, const char *what_then, bool ends)
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

#pragma weak rg_front_opens

void rg_linked_begin(bool speaks)
{
	const char *file;
	const struct rg_which *other = rg_which_loaded(own, &file);

	if (!other || (rg_front_opens && rg_front_opens()))
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
	const struct rg_which *other = rg_which_of_file(rg_which_file(address));

	if (!other || other == own)
		return;
	tell(other,
	     "It has been loaded too late for this one to get out of its way: the program ends",
	     true);
	fflush(NULL);
	_exit(1);
}
