/* SPDX-License-Identifier: BSD-3-Clause
 * preload: what was emitted as a library that takes over MPI's collectives. A script finds the
 * compiler and runs it, in a folder that goes afterwards.
 */
#include "preload.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc.h"
#include "embedded.h"

int rg_preload_alone(const char *output)
{
	size_t n = strlen(output);
	return n > 3 && strcmp(output + n - 3, ".so") == 0;
}

char *rg_preload_file(const char *output)
{
	const char *slash = strrchr(output, '/');
	size_t folder = slash ? (size_t)(slash + 1 - output) : 0;
	struct rg_text path = {0};
	rg_textf(&path, "%.*slib%s-preload.so", (int)folder, output, output + folder);
	return path.s;
}

/* Run a shell script of the embedded ones; gives its exit status, RG_INVALID if it has none. */
static int run_script(const char *name, char *const argument[3])
{
	struct rg_text script = {0};
	int status = RG_INVALID << 8;
	for (const char *const *line = rg_embedded(name); *line; line++)
		rg_text_add(&script, *line);
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		execl("/bin/sh", "sh", "-c", script.s, "ringgen", argument[0], argument[1],
		      argument[2], (char *)NULL);
		_exit(127);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	rg_text_free(&script);
	return WIFEXITED(status) ? WEXITSTATUS(status) : RG_INVALID;
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

static enum rg_status build(char *file, char *made, const struct rg_text *source,
                            struct rg_text *library)
{
	struct rg_diag d = {0};
	struct rg_output out = {file, source};
	char program[4096] = "";
	if (rg_write(&out, 1, &d) < 0)
		return RG_INVALID;
	if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
		strcpy(program, "ringgen");
	int status = run_script("preload.sh", (char *const[]){file, made, program});
	if (status == RG_OK)
		return read_library(made, library, &d);
	return status == RG_UNKNOWN ? RG_UNKNOWN : RG_INVALID;
}

enum rg_status rg_preload_build(const char *base, const struct rg_text *source,
                                struct rg_text *library)
{
	const char *set = getenv("TMPDIR"), *temporary = set && *set ? set : "/tmp";
	struct rg_text folder = {0}, file = {0}, made = {0};
	enum rg_status status = RG_INVALID;
	rg_textf(&folder, "%s/ringgen.XXXXXX", temporary);
	if (mkdtemp(folder.s)) {
		rg_textf(&file, "%s/%s.c", folder.s, base);
		rg_textf(&made, "%s/%s.so", folder.s, base);
		status = build(file.s, made.s, source, library);
		unlink(file.s);
		unlink(made.s);
		rmdir(folder.s);
	} else {
		rg_error(&(struct rg_diag){0}, temporary, 0, "cannot make a folder in it: %s",
		         strerror(errno));
	}
	rg_text_free(&folder);
	rg_text_free(&file);
	rg_text_free(&made);
	return status;
}
