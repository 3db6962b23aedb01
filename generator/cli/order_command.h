/* SPDX-License-Identifier: BSD-3-Clause
 * order_command: the machines in the order of the ring.
 */
#ifndef RG_ORDER_COMMAND_H
#define RG_ORDER_COMMAND_H

#include "cli/command.h"

extern const struct rg_command rg_order_command;

#endif
