/* SPDX-License-Identifier: BSD-3-Clause
 * certify_command: is a ring contention free?
 */
#ifndef RG_CERTIFY_COMMAND_H
#define RG_CERTIFY_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_certify_command;

#endif
