/* SPDX-License-Identifier: BSD-3-Clause
 * preload_build: what was emitted as a library that takes over MPI's collectives. A script finds
 * the compiler and runs it, in a folder that goes afterwards.
 */
#include "emit/preload_build.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/embedded.h"
#include "base/program.h"
#include "base/temporary.h"

/* Run preload_build.sh on the source and the library, or, without them, only look for what it
 * needs. */
static enum rg_status run_script(const char *file, const char *made, struct rg_diag *d)
{
	struct rg_text script = {0};
	char program[PATH_MAX];
	const char *const argument[] = {rg_program(program), file, made, NULL};
	for (const char *const *line = rg_embedded("emit/preload_build.sh"); *line; line++)
		rg_text_add(&script, *line);
	fflush(NULL);
	int status = rg_temporary_shell(script.s, argument);
	rg_text_free(&script);
	if (status == -1)
		rg_error(d, NULL, 0, "--preload: cannot start /bin/sh: %s", strerror(errno));
	else if (WIFSIGNALED(status))
		rg_error(d, NULL, 0, "--preload: the compiler was ended by signal %d (%s)",
		         WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (status == -1 || !WIFEXITED(status))
		return RG_INVALID;
	return WEXITSTATUS(status) == RG_OK        ? RG_OK
	       : WEXITSTATUS(status) == RG_UNKNOWN ? RG_UNKNOWN
	                                           : RG_INVALID;
}

static int read_library(const char *path, struct rg_text *out, struct rg_diag *d)
{
	FILE *f = fopen(path, "r");
	char piece[65536];
	size_t n;
	while (f && (n = fread(piece, 1, sizeof piece, f)) > 0)
		rg_text_addn(out, piece, n);
	if (!f || ferror(f) || !out->len)
		rg_error(d, path, 0, "cannot read the library that was made: %s", strerror(errno));
	if (f)
		fclose(f);
	return d->errors ? RG_INVALID : RG_OK;
}

/* A folder of its own for the compiler, which goes with what is in it. NULL: an error was reported.
 * Free it. */
static char *make_folder(struct rg_diag *d)
{
	const char *set = getenv("TMPDIR"), *temporary = set && *set ? set : "/tmp";
	struct rg_text folder = {0};
	rg_textf(&folder, "%s/ringgen.XXXXXX", temporary);
	if (rg_temporary_folder(folder.s) == 0)
		return folder.s;
	rg_error(d, temporary, 0, "cannot make a folder in it: %s", strerror(errno));
	rg_text_free(&folder);
	return NULL;
}

/* FOLDER/BASE.END, which goes with the folder. Free it. */
static char *name_in(const char *folder, const char *base, const char *end)
{
	struct rg_text name = {0};
	rg_textf(&name, "%s/%s%s", folder, base, end);
	return name.s;
}

static enum rg_status build(const char *file, const char *made, const struct rg_text *source,
                            struct rg_text *library, struct rg_diag *d)
{
	struct rg_output out = {file, source};
	if (rg_temporary_expect(file) < 0 || rg_temporary_expect(made) < 0) {
		rg_error(d, file, 0, "cannot write: %s", strerror(errno));
		return RG_INVALID;
	}
	if (rg_write(&out, 1, d) < 0)
		return RG_INVALID;
	enum rg_status status = run_script(file, made, d);
	return status == RG_OK ? (enum rg_status)read_library(made, library, d) : status;
}

enum rg_status rg_preload_build(const char *base, const struct rg_text *source,
                                struct rg_text *library)
{
	struct rg_diag d = {0};
	char *folder = make_folder(&d);
	if (!folder)
		return RG_INVALID;
	char *file = name_in(folder, base, ".c"), *made = name_in(folder, base, ".so");
	enum rg_status status = build(file, made, source, library, &d);
	rg_temporary_remove(made);
	rg_temporary_remove(file);
	rg_temporary_remove(folder);
	free(file);
	free(made);
	free(folder);
	return status;
}

enum rg_status rg_preload_ready(void)
{
	struct rg_diag d = {0};
	char *folder = make_folder(&d);
	if (!folder)
		return RG_INVALID;
	rg_temporary_remove(folder);
	free(folder);
	return run_script(NULL, NULL, &d);
}
