/* SPDX-License-Identifier: BSD-3-Clause
 * Reading the command line.
 */
#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include "ringbench/options.h"

/* Read the command line. False, with the reason in `error`: it is not one. The strings are those of
 * argv or of the environment. */
bool options_read(int argc, char **argv, struct options *o, char *error, size_t room);

#endif
