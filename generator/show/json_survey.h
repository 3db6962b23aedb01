/* SPDX-License-Identifier: BSD-3-Clause
 * json_survey: what to measure between ranks, as JSON.
 */
#ifndef RG_JSON_SURVEY_H
#define RG_JSON_SURVEY_H

#include "calibrate/survey.h"

/* What rg_survey_print tells, added to out; as `ringgen-json(5)` has it. */
void rg_json_survey(const struct rg_routes *r, const struct rg_place *rank, int P,
                    struct rg_text *out);

#endif
