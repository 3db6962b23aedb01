/* SPDX-License-Identifier: BSD-3-Clause
 * jobs_table: what past jobs met, in a table.
 */
#ifndef RG_JOBS_TABLE_H
#define RG_JOBS_TABLE_H

#include "cli/past_jobs.h"

void rg_jobs_table(struct rg_past_jobs *j, struct rg_text *out);

#endif
