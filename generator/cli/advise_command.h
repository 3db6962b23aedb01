/* SPDX-License-Identifier: BSD-3-Clause
 * advise_command: is it worth it here? What a job's collectives are predicted to take as it is, and
 * with each of what ringgen has for it.
 */
#ifndef RG_ADVISE_COMMAND_H
#define RG_ADVISE_COMMAND_H

#include "cli/options.h"

/* Run the command of o. Returns the exit status. */
enum rg_status rg_advise(const struct rg_options *o);

#endif
