/* SPDX-License-Identifier: BSD-3-Clause
 * print: what a command has to say, where -o says.
 */
#ifndef RG_PRINT_H
#define RG_PRINT_H

#include "base/text.h"
#include "cli/options.h"

/* Write the text to -o, or to standard output, and free it. */
enum rg_status rg_print(const struct rg_options *o, struct rg_text *text);

#endif
