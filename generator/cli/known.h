/* SPDX-License-Identifier: BSD-3-Clause
 * known: each option that there is: its name, the kind of its value, and where that goes.
 */
#ifndef RG_KNOWN_H
#define RG_KNOWN_H

#include "cli/options.h"

/* They have numbers from 0 on; the first is --output. */
int rg_known_count(void);
const char *rg_known_name(int i);

/* The word by which rows of commands mean it: its name, unless two options share that. */
const char *rg_known_word(int i);
bool rg_known_has_value(int i);

/* Take its value. Returns -1, or the exit status after the error that it is none. */
int rg_known_take(struct rg_options *o, int i, const char *value);

/* Was the option of that name given, with another value than the usual one? */
bool rg_is_given(const struct rg_options *o, const char *name);

/* The collectives and algorithms that are wanted, from --ops. */
int rg_take_ops(struct rg_options *o);

#endif
