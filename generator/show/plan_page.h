/* SPDX-License-Identifier: BSD-3-Clause
 * plan_page: one collective of a plan: its candidates, or what serves from which size on.
 */
#ifndef RG_PLAN_PAGE_H
#define RG_PLAN_PAGE_H

#include "base/units.h"
#include "certify/certify.h"
#include "cost/time_bound.h"
#include "native/choice.h"
#include "plan/contest.h"
#include "plan/tuning.h"
#include "show/json.h"

/* The MPI library's own routines, with the ranks in the order of their numbers. */
struct rg_plan_native {
	const struct rg_mpi_library *library;
	struct rg_native_ground *ground;
};

/* One collective of a plan. */
struct rg_plan_page {
	enum rg_collective collective;
	enum rg_purpose purpose;
	struct rg_contest *contest;
	const struct rg_certificate *certificate;
	struct rg_time_bound bound; /* all 0: there is none */
	const int64_t *len; /* [P] the bytes of the blocks of an irregular collective, NULL: there
	                       are none to be asked about */
	const struct rg_tuned *measured; /* no lines: nothing is known */
	const struct rg_wanted *wanted;
	struct rg_plan_native *native; /* NULL: it is not asked about */
	json_object *json;             /* for --json; else NULL */
	struct rg_time_unit unit;      /* of the times in its tables */
	struct rg_text *out;
};

/* Print it: for that many bytes (0: for all sizes), in words, as CSV, or as JSON, if it has some.
 */
void rg_plan_page_print(struct rg_plan_page *p, bool csv, int64_t size);

#endif
