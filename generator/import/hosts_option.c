/* SPDX-License-Identifier: BSD-3-Clause
 * hosts_option: the hosts that an option names, in one grammar for all commands.
 */
#include "import/hosts_option.h"

#include <string.h>

#include "import/hostfile.h"
#include "import/job_hosts.h"

const char *rg_hosts_file(const char *arg)
{
	if (arg[0] == '@')
		return arg + 1;
	bool is = strcmp(arg, "-") == 0 || strchr(arg, '/') || rg_hosts_is_file(arg);
	return is ? arg : NULL;
}

int rg_hosts_arg(struct rg_hosts *h, const char *option, const char *arg, struct rg_diag *d)
{
	const char *file = rg_hosts_file(arg), *wrong;

	if (file && *file)
		return rg_hosts_read(h, file, d);
	if (!file && rg_job_system(arg))
		return rg_job_hosts_read(h, option, arg, d);
	wrong = file ? "has no file name" : rg_hosts_accept(h, arg);
	if (!wrong)
		return 0;
	rg_error(d, NULL, 0, "%s: \"%.80s\" %s", option, arg, wrong);
	return -1;
}
