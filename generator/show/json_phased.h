/* SPDX-License-Identifier: BSD-3-Clause
 * json_phased: the certificate of an all-to-all as JSON.
 */
#ifndef RG_JSON_PHASED_H
#define RG_JSON_PHASED_H

#include "show/phased_text.h"

/* What rg_phased_print tells, added to out as `ringgen-json(5)` has it. */
void rg_json_phased(const struct rg_phased_report *r, struct rg_text *out);

#endif
