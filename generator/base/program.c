/* SPDX-License-Identifier: BSD-3-Clause
 * program: where the command itself is, and what is installed or built beside it.
 */
#include "base/program.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *rg_program(char program[PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", program, PATH_MAX - 1);

	if (n < 0)
		return "ringgen";
	program[n] = '\0';
	return program;
}

/* The path of ../lib/NAME from the command's own folder, if it is there and LD_PRELOAD can have it.
 * Free it. */
static char *find_installed(const char *name)
{
	char program[PATH_MAX];
	struct rg_text path = {0};
	const char *here = rg_program(program), *end = strrchr(here, '/');
	if (!end)
		return NULL;
	rg_textf(&path, "%.*s/../lib", (int)(end - here), here);
	char *folder = realpath(path.s, NULL);
	rg_text_free(&path);
	if (!folder)
		return NULL;
	rg_textf(&path, "%s/%s", folder, name);
	free(folder);
	if (access(path.s, R_OK) == 0 && !strpbrk(path.s, " :"))
		return path.s;
	rg_text_free(&path);
	return NULL;
}

void rg_program_preload(struct rg_text *out)
{
	const char *name = "libringgen-preload.so";
	char *path = find_installed(name);
	rg_text_add(out, path ? path : name);
	free(path);
}
