/* SPDX-License-Identifier: BSD-3-Clause
 * json_advise: advice for programs: ringgen-json(5).
 */
#ifndef RG_JSON_ADVISE_H
#define RG_JSON_ADVISE_H

#include "base/text.h"
#include "native/advice.h"

void rg_json_advise(const struct rg_advice *a, const struct rg_job_request *q, struct rg_text *out);

#endif
