/* SPDX-License-Identifier: BSD-3-Clause
 * hosts_option: the hosts that an option names, in one grammar for all commands.
 */
#ifndef RG_HOSTS_OPTION_H
#define RG_HOSTS_OPTION_H

#include "base/diag.h"
#include "base/host_names.h"

/* The file that an option of hosts names, which is @FILE, the name of a file that is there, one
 * with a slash, or "-" (standard input); NULL: it is a list. */
const char *rg_hosts_file(const char *arg);

/* The hosts that `option` ("--hosts") names: a file, in any of the forms of rg_hosts_read, a batch
 * system whose job runs here (job_hosts.h), or a list, an rg_hosts_accept expression. Returns 0, or
 * -1 after reporting errors with file and line.
 */
int rg_hosts_arg(struct rg_hosts *h, const char *option, const char *arg, struct rg_diag *d);

#endif
