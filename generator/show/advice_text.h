/* SPDX-License-Identifier: BSD-3-Clause
 * advice_text: what a job would gain by what, in words.
 */
#ifndef RG_ADVICE_TEXT_H
#define RG_ADVICE_TEXT_H

#include "base/text.h"
#include "native/advice.h"

/* All of it; `q` is the job as it was asked for, for the commands to do it. */
void rg_advice_print(const struct rg_advice *a, const struct rg_job_request *q,
                     struct rg_text *out);

/* The command lines of a way, each on a line of its own, behind so many blanks. */
enum { RG_COMMAND_INDENT = 4 };
void rg_advice_commands(const struct rg_advice *a, const struct rg_job_request *q,
                        enum rg_advised way, struct rg_text *out);

#endif
