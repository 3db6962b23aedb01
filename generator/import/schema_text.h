/* SPDX-License-Identifier: BSD-3-Clause
 * schema_text: the table of schema.h as a schema of RELAX NG, which editors and xmllint read:
 * topology.rng, which `make golden` writes anew.
 */
#ifndef RG_SCHEMA_TEXT_H
#define RG_SCHEMA_TEXT_H

#include "base/text.h"

void rg_schema_print(struct rg_text *out);

#endif
