/* SPDX-License-Identifier: BSD-3-Clause
 * calibrate_command: the command that puts measured speeds into a topology file.
 */
#ifndef RG_CALIBRATE_COMMAND_H
#define RG_CALIBRATE_COMMAND_H

#include "cli/options.h"

/* Write o->output: the topology file o->job.file with the bandwidth and latency of each link as
 * o->measured has them. Print a table of the links. */
enum rg_status rg_calibrate(const struct rg_options *o);

#endif
