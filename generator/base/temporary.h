/* SPDX-License-Identifier: BSD-3-Clause
 * temporary: files, folders and child processes that are gone when the program ends, also by a
 * signal: on SIGINT, SIGTERM, SIGHUP and their like the children die, what they and we made is
 * removed, and then the signal does what it did before. After kill -9 all of it stays behind.
 * Nothing but the C library is needed: programs beside ringgen use it, too. For one thread.
 */
#ifndef RG_TEMPORARY_H
#define RG_TEMPORARY_H

#include <sys/types.h>

/* Make a file, or a folder, by a name that ends in XXXXXX, which is filled in. The file is open for
 * writing, mode 0600: its descriptor is returned, 0 for a folder. -1: errno says why not. */
int rg_temporary_file(char *name);
int rg_temporary_folder(char *name);

/* `name` is one that a child may make, in a folder of ours. Returns 0, or -1 with errno. */
int rg_temporary_expect(const char *name);

/* Remove it, if it is there, or keep it: from now on nothing is known of it. The files in a folder
 * go before the folder. */
void rg_temporary_remove(const char *name);
void rg_temporary_keep(const char *name);

/* Start the shell on `script`, with the arguments up to NULL as $1 and so on, and wait for its end.
 * It has a process group of its own, all of which dies with us. Gives what waitpid does of it, or
 * -1 with errno. */
int rg_temporary_shell(const char *script, const char *const *argument);

/* A program to be run. */
struct rg_program_run {
	char *const *argv;        /* up to NULL; PATH finds the first */
	char *const *environment; /* NAME=VALUE, up to NULL */
	int input, output;        /* descriptors of its standard input and output */
};

/* The same for a program. One that cannot be started ends with status 127 (126: it is there, but
 * not to be executed), as in a shell, and says why. */
int rg_temporary_run(const struct rg_program_run *r);

/* Until the second call, signals that would end the program wait. For what must be whole. */
void rg_temporary_hold(void);
void rg_temporary_release(void);

#endif
