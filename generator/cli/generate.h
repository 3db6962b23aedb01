/* SPDX-License-Identifier: BSD-3-Clause
 * generate: certify, prove, emit. Nothing is written that was not proved.
 */
#ifndef RG_GENERATE_H
#define RG_GENERATE_H

#include "cli/options.h"

/* `ringgen generate`: write BASE.c and BASE.h. Returns the exit status. */
enum rg_status rg_generate(const struct rg_options *o);

#endif
