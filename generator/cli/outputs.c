/* SPDX-License-Identifier: BSD-3-Clause
 * outputs: the files that a command writes.
 */
#include "cli/outputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text.h"
#include "import/hosts_option.h"

/* ---- Names */

void rg_outputs_add(struct rg_outputs *out, const char *output, const char *begin, const char *end)
{
	const char *slash = output ? strrchr(output, '/') : NULL;
	size_t folder = slash ? (size_t)(slash + 1 - output) : 0;
	struct rg_text path = {0};
	if (output)
		rg_textf(&path, "%.*s%s%s%s", (int)folder, output, begin, output + folder, end);
	out->path[out->n++] = path.s;
}

static void add_one(const struct rg_options *o, struct rg_outputs *out)
{
	bool named = o->output && strcmp(o->output, "-") != 0;
	rg_outputs_add(out, named ? o->output : NULL, "", "");
}

void rg_file_and_table(const struct rg_options *o, struct rg_outputs *out)
{
	add_one(o, out);
	rg_outputs_add(out, NULL, "", "");
}

void rg_outputs_name(const struct rg_options *o, struct rg_outputs *out)
{
	*out = (struct rg_outputs){0};
	(o->command->outputs ? o->command->outputs : add_one)(o, out);
}

void rg_outputs_free(struct rg_outputs *out)
{
	for (int i = 0; i < out->n; i++)
		free(out->path[i]);
	out->n = 0;
}

/* ---- The test */

/* Whether two names are of one file; - is standard input. A device does not count, since it is not
 * replaced. */
static bool same_file(const char *path, const char *input)
{
	struct stat a, b;
	int there = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &b) : stat(input, &b);
	return there == 0 && stat(path, &a) == 0 && S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

/* What is read, if this output would overwrite it; else NULL. */
static const char *read_as(const char *path, const struct rg_options *o)
{
	if (o->job.file && !o->command->replaces_file && same_file(path, o->job.file))
		return "topology file";
	if (o->from && same_file(path, o->from))
		return o->command->reads_from ? o->command->reads_from : "choice of the library";
	if (o->measured && same_file(path, o->measured))
		return "file of what was measured";
	const char *hosts = o->job.hosts ? rg_hosts_file(o->job.hosts) : NULL;
	if (o->command->keeps_hosts && hosts && same_file(path, hosts))
		return "list of hosts";
	return NULL;
}

enum rg_status rg_outputs_test(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_outputs names;
	struct rg_output out[RG_OUTPUTS_MOST];
	rg_outputs_name(o, &names);
	for (int i = 0; i < names.n; i++) {
		const char *which = names.path[i] ? read_as(names.path[i], o) : NULL;
		if (which)
			rg_error(&d, NULL, 0, "-o: '%s' is the %s, which would be overwritten",
			         names.path[i], which);
		out[i] = (struct rg_output){names.path[i], NULL};
	}
	rg_writable(out, names.n, &d);
	rg_outputs_free(&names);
	return d.errors ? RG_INVALID : RG_OK;
}
