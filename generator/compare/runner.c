/* SPDX-License-Identifier: BSD-3-Clause
 * runner: a program, run with ringgen's collectives and with MPI's own.
 */
#include "compare/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/program.h"
#include "base/temporary.h"
#include "base/text.h"

const char *const rg_side_names[RG_SIDES] = {"MPI's own collectives", "ringgen's collectives"};

/* ---- The environment of a side */

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);
	return value && *value;
}

/* Does NAME=VALUE name the same variable as this one? */
static bool same_name(const char *a, const char *b)
{
	size_t n = strcspn(a, "=");
	return strcspn(b, "=") == n && strncmp(a, b, n) == 0;
}

/* Take a variable out of the environment; n are there, and room for more. */
static size_t take_out(char **environment, size_t n, const char *variable)
{
	size_t left = 0;
	for (size_t i = 0; i < n; i++)
		if (same_name(environment[i], variable))
			free(environment[i]);
		else
			environment[left++] = environment[i];
	return left;
}

static size_t set(char **environment, size_t n, const char *name, const char *value)
{
	struct rg_text t = {0};
	rg_textf(&t, "%s=%s", name, value);
	n = take_out(environment, n, t.s);
	environment[n] = t.s;
	return n + 1;
}

/* LD_PRELOAD with the preload library before what is there, if that has none. */
static size_t preload(char **environment, size_t n)
{
	const char *before = getenv("LD_PRELOAD");
	struct rg_text list = {0};
	if (before && rg_program_has_preload(before))
		return n;
	rg_program_preload_beside(&list);
	if (before && *before)
		rg_textf(&list, ":%s", before);
	n = set(environment, n, "LD_PRELOAD", list.s);
	rg_text_free(&list);
	return n;
}

/* What turns ringgen on, if nothing does yet, and off. */
static size_t choose(const struct rg_runner *r, char **environment, size_t n, enum rg_run_side side)
{
	if (side == RG_SIDE_MPI) {
		n = take_out(environment, n, "RINGGEN_TOPOLOGY");
		return set(environment, n, "RINGGEN_COLLECTIVES", "off");
	}
	if (r->topology)
		return set(environment, n, "RINGGEN_TOPOLOGY", r->topology);
	if (!is_set("RINGGEN_TOPOLOGY") && !is_set("RINGGEN_COLLECTIVES"))
		return set(environment, n, "RINGGEN_COLLECTIVES", "on");
	return n;
}

static char **make_environment(const struct rg_runner *r, enum rg_run_side side)
{
	enum { MORE = 8 };
	size_t n = 0;
	while (environ[n])
		n++;
	char **made = rg_alloc(n + MORE, sizeof *made);
	for (size_t i = 0; i < n; i++)
		made[i] = rg_strdup(environ[i]);
	if (!r->linked)
		n = preload(made, n);
	n = choose(r, made, n, side);
	n = set(made, n, "RINGGEN_SUMMARY", r->summary);
	made[n] = NULL;
	return made;
}

/* ---- Standard input */

/* A file is read by each run; a terminal would stop what is in another process group, and a pipe
 * could be read but once. */
static void open_input(struct rg_runner *r)
{
	struct stat st;
	r->input = STDIN_FILENO;
	r->input_at = -1;
	if (fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode)) {
		r->input_at = lseek(STDIN_FILENO, 0, SEEK_CUR);
		return;
	}
	if (S_ISFIFO(st.st_mode))
		rg_warning(NULL, 0,
		           "standard input is a pipe, which only one run could read: the program "
		           "has none (give a file)");
	r->input = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* ---- Opened and closed */

/* A folder that is gone when the command ends, by a signal, too; in it the file of a run. Its name
 * is whole, since the program may run in another folder. */
static int make_folder(struct rg_runner *r, struct rg_diag *d)
{
	const char *set = getenv("TMPDIR"), *temporary = set && *set ? set : "/tmp";
	char *whole = realpath(temporary, NULL);
	struct rg_text folder = {0}, summary = {0};
	rg_textf(&folder, "%s/ringgen.XXXXXX", whole ? whole : temporary);
	free(whole);
	if (rg_temporary_folder(folder.s) < 0) {
		rg_error(d, temporary, 0, "cannot make a folder in it: %s", strerror(errno));
		rg_text_free(&folder);
		return -1;
	}
	rg_textf(&summary, "%s/summary", folder.s);
	rg_temporary_expect(summary.s);
	r->folder = folder.s;
	r->summary = summary.s;
	return 0;
}

int rg_runner_open(struct rg_runner *r, struct rg_diag *d)
{
	open_input(r);
	if (make_folder(r, d) < 0)
		return -1;
	for (int side = 0; side < RG_SIDES; side++)
		r->environment[side] = make_environment(r, (enum rg_run_side)side);
	return 0;
}

void rg_runner_close(struct rg_runner *r)
{
	for (int side = 0; side < RG_SIDES; side++) {
		for (char **at = r->environment[side]; at && *at; at++)
			free(*at);
		free(r->environment[side]);
	}
	if (r->summary)
		rg_temporary_remove(r->summary);
	if (r->folder)
		rg_temporary_remove(r->folder);
	free(r->summary);
	free(r->folder);
	if (r->input > STDIN_FILENO)
		close(r->input);
}

/* ---- A run */

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The file of the run to come, which is empty. */
static bool make_file(const char *name)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	return fd >= 0 && close(fd) == 0;
}

int rg_run_once(const struct rg_runner *r, enum rg_run_side side, struct rg_run_result *run,
                struct rg_diag *d)
{
	const struct rg_program_run program = {r->argv, r->environment[side], r->input,
	                                       STDERR_FILENO};
	*run = (struct rg_run_result){0};
	if (!make_file(r->summary)) {
		rg_error(d, r->summary, 0, "cannot make it: %s", strerror(errno));
		return -1;
	}
	if (r->input_at >= 0)
		lseek(r->input, r->input_at, SEEK_SET);
	double began = now();
	run->status = rg_temporary_run(&program);
	run->seconds = now() - began;
	if (run->status == -1) {
		rg_error(d, NULL, 0, "cannot start '%s': %s", r->argv[0], strerror(errno));
		return -1;
	}
	if (run->status == 0 && !rg_account_read(r->summary, &run->account)) {
		rg_error(d, r->summary, 0,
		         "it is no summary of this version of ringgen, or not a whole one");
		return -1;
	}
	return 0;
}
