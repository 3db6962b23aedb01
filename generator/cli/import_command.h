/* SPDX-License-Identifier: BSD-3-Clause
 * import_command: the command that makes a topology file of what other tools print.
 */
#ifndef RG_IMPORT_COMMAND_H
#define RG_IMPORT_COMMAND_H

#include "cli/options.h"

/* `ringgen import`. Returns the exit status. */
enum rg_status rg_import(const struct rg_options *o);

#endif
