/* SPDX-License-Identifier: BSD-3-Clause
 * program: where the command itself is, and what is installed or built beside it.
 */
#include "base/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"

const char *rg_program(char program[PATH_MAX])
{
	ssize_t n = readlink("/proc/self/exe", program, PATH_MAX - 1);

	if (n < 0)
		return "ringgen";
	program[n] = '\0';
	return program;
}

/* FOLDER/NAME, if it is there and LD_PRELOAD can have it. Free it. */
static char *find_in(const char *folder, const char *name)
{
	char *whole = realpath(folder, NULL);
	struct rg_text path = {0};
	if (!whole)
		return NULL;
	rg_textf(&path, "%s/%s", whole, name);
	free(whole);
	if (access(path.s, R_OK) == 0 && !strpbrk(path.s, " :"))
		return path.s;
	rg_text_free(&path);
	return NULL;
}

/* The same, of a folder as it is found from the command's own. Free it. */
static char *find_beside(const char *folder, const char *name)
{
	char program[PATH_MAX];
	struct rg_text path = {0};
	const char *here = rg_program(program), *end = strrchr(here, '/');
	if (!end)
		return NULL;
	rg_textf(&path, "%.*s/%s", (int)(end - here), here, folder);
	char *found = find_in(path.s, name);
	rg_text_free(&path);
	return found;
}

static const char preload[] = "libringgen-preload.so";

void rg_program_preload(struct rg_text *out)
{
	char *path = find_beside("../lib", preload);
	rg_text_add(out, path ? path : preload);
	free(path);
}

void rg_program_preload_beside(struct rg_text *out)
{
	const char *set = getenv("RINGGEN_LIBDIR");
	char *path = set && *set ? find_in(set, preload) : find_beside(".", preload);
	if (path)
		rg_text_add(out, path);
	else
		rg_program_preload(out);
	free(path);
}

/* ---- What is loaded already */

/* Has the file this text in it? -1: it cannot be read. */
static int has_text(const char *file, const char *text)
{
	char piece[65536 + 64];
	size_t n = strlen(text), kept = 0, got;
	int found = 0;
	FILE *f = fopen(file, "re");
	if (!f)
		return -1;
	while (!found && (got = fread(piece + kept, 1, sizeof piece - kept, f)) > 0) {
		found = memmem(piece, kept + got, text, n) != NULL;
		size_t rest = kept + got < n ? kept + got : n - 1;
		memmove(piece, piece + kept + got - rest, rest);
		kept = rest;
	}
	fclose(f);
	return found;
}

/* Each preload library has, or asks for, a symbol of this name. Where the file is the dynamic
 * linker's to find, its name tells. */
static bool is_preload(const char *entry)
{
	const char *slash = strrchr(entry, '/'), *base = slash ? slash + 1 : entry;
	const int found = slash ? has_text(entry, "rg_preload_version") : -1;
	return found < 0 ? strstr(base, "ringgen-preload") || strstr(base, "-preload.so") : found;
}

bool rg_program_has_preload(const char *list)
{
	char *copy = rg_strdup(list), *rest;
	bool found = false;
	for (char *s = strtok_r(copy, ": ", &rest); s && !found; s = strtok_r(NULL, ": ", &rest))
		found = is_preload(s);
	free(copy);
	return found;
}
