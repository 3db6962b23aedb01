/* SPDX-License-Identifier: BSD-3-Clause
 * probe_command: this machine as a topology.
 */
#ifndef RG_PROBE_COMMAND_H
#define RG_PROBE_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_probe_command;

#endif
