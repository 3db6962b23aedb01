/* SPDX-License-Identifier: BSD-3-Clause
 * plot_command: a picture of the cluster and a ring.
 */
#ifndef RG_PLOT_COMMAND_H
#define RG_PLOT_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_plot_command;

#endif
