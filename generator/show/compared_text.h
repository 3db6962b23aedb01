/* SPDX-License-Identifier: BSD-3-Clause
 * compared_text: what a comparison has shown, for people and for programs.
 */
#ifndef RG_COMPARED_TEXT_H
#define RG_COMPARED_TEXT_H

#include "base/text.h"
#include "compare/compared.h"

/* The verdict in the first line, then a table by collective. */
void rg_compared_text(const struct rg_compared *c, struct rg_text *out);

/* Lines of CSV: the program, all collectives that block, and each collective. */
void rg_compared_csv(const struct rg_compared *c, struct rg_text *out);

#endif
