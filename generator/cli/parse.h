/* SPDX-License-Identifier: BSD-3-Clause
 * parse: the command line of ringgen.
 */
#ifndef RG_PARSE_H
#define RG_PARSE_H

#include "cli/options.h"

/* Parse the command line of one of these commands (up to NULL) into *o (zeroed). Returns -1 to go
 * on, or the exit status: help and version were printed, or a usage error was. */
int rg_options_parse(struct rg_options *o, const struct rg_command *const *commands, int argc,
                     char **argv);

#endif
