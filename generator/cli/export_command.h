/* SPDX-License-Identifier: BSD-3-Clause
 * export_command: the cluster in the language of another program.
 */
#ifndef RG_EXPORT_COMMAND_H
#define RG_EXPORT_COMMAND_H

#include "cli/options.h"

/* The command: reads the topology, places the ranks, writes what the format o->target asks for.
 * Returns the exit status. */
enum rg_status rg_export(const struct rg_options *o);

#endif
