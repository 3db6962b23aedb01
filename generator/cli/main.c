/* SPDX-License-Identifier: BSD-3-Clause
 * ringgen: from a cluster's wiring to proven, specialised MPI collectives.
 *
 * topology file -> read -> check -> order -> certify -> plan -> prove -> emit
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/lacks.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/parse.h"
#include "show/json.h"

/* Where a standard stream was closed, open one that cannot be used, so that no other file gets its
 * number. */
static void open_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

static enum rg_status run(const struct rg_options *o)
{
	if (o->show.json && !rg_json_there)
		return rg_lacks("--json", "json-c");
	enum rg_status status = rg_outputs_test(o);
	return status == RG_OK ? o->command->run(o) : status;
}

/* Whoever closes our output early has read what was wanted: the command ends by SIGPIPE, quietly,
 * also where whoever started it ignores that. */
int main(int argc, char **argv)
{
	struct rg_options o = {0};
	open_streams();
	signal(SIGPIPE, SIG_DFL);
	int status = rg_options_parse(&o, rg_commands, argc, argv);
	if (status < 0)
		status = (int)run(&o);
	rg_options_free(&o);
	int failed = ferror(stdout);
	if (fclose(stdout) || failed) {
		rg_error(&(struct rg_diag){0}, NULL, 0, "cannot write to standard output");
		return status ? status : RG_INVALID;
	}
	return status;
}
