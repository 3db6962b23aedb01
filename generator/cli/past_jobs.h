/* SPDX-License-Identifier: BSD-3-Clause
 * past_jobs: past jobs of a site, and what their rings met.
 */
#ifndef RG_PAST_JOBS_H
#define RG_PAST_JOBS_H

#include "base/text.h"
#include "certify/certify.h"
#include "cli/jobs_choice.h"
#include "cli/options.h"
#include "import/job_lines.h"

enum { RG_OWN_ORDER, RG_OUR_ORDER, RG_JOB_ORDERS };
enum { RG_JOB_VERDICTS = RG_IS_UNKNOWN + 1 };

/* What is found of the jobs in one of the two orders. */
struct rg_jobs_tally {
	int jobs[RG_JOB_VERDICTS];
	double *slowdown; /* [slow] of the refuted ones */
	size_t slow, cap;
	int free, meets, unplanned; /* by what the planner chooses: no messages meet on a link,
	                               some do, nothing was planned */
};

/* Why a job is left out. */
enum rg_left_out { RG_LEFT_UNKNOWN, RG_LEFT_NOWHERE, RG_LEFT_CUT, RG_LEFT_OUT };

/* Jobs that are left out for one reason. */
struct rg_left_jobs {
	int n;
	struct rg_text names; /* of the first NAMED_MOST, with commas between them */
};

struct rg_past_jobs {
	const struct rg_options *o;
	struct rg_diag *d;
	struct rg_job job;
	int *order; /* of all machines */
	const char *file;
	struct rg_job_columns columns; /* of that file */
	struct rg_jobs_tally tally[RG_JOB_ORDERS];
	int n, one, steps; /* jobs; on one machine; lines of steps, which are no jobs */
	struct rg_left_jobs left[RG_LEFT_OUT];
	struct rg_hosts unknown;       /* hosts that the topology does not have, each once */
	void *known_unknown;           /* a tree of their names, of tsearch */
	struct rg_text rows;           /* --csv */
	struct rg_jobs_choice *choice; /* NULL: --size was not given */
};

extern const char *const rg_job_verdicts[RG_JOB_VERDICTS];

/* A line of a file of jobs: a struct rg_past_jobs is told what is found. */
void rg_past_job_read(char *s, int line, void *jobs);

/* Those that are left out, and why: lines, each with its end. "": none is. */
void rg_past_jobs_left(struct rg_past_jobs *j, struct rg_text *out);

void rg_past_jobs_free(struct rg_past_jobs *j);

#endif
