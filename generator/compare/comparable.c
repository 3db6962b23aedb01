/* SPDX-License-Identifier: BSD-3-Clause
 * comparable: whether the two runs of a pair can be compared, and if not, why.
 */
#include "compare/comparable.h"

#include <string.h>

#include "base/text.h"

#define NOTHING "nothing can be compared: "

static void tell_no_account(const struct rg_runner *r, enum rg_run_side side, struct rg_diag *d)
{
	rg_error(d, NULL, 0,
	         NOTHING
	         "no summary came from the run with %s. %s; or it ended without "
	         "MPI_Finalize; or rank 0 is on another machine, to which the launcher must "
	         "hand on LD_PRELOAD and ringgen's variables, RINGGEN_SUMMARY among them "
	         "(mpirun -x NAME), and which must share the folder of TMPDIR",
	         rg_side_names[side],
	         r->linked ? "With --linked the program must have generated routines"
	                   : "The preload library was not in the program: it is static, finds MPI "
	                     "by dlopen, or is none of MPI");
}

/* The calls that were MPI's own for the same reason as those of row `first`; 0: an earlier row has
 * told of them. */
static double calls_like(const struct rg_account *a, int first)
{
	double calls = 0;
	for (int i = 0; i < a->n; i++) {
		if (strcmp(a->row[i].by, a->row[first].by) != 0)
			continue;
		if (i < first)
			return 0;
		calls += a->row[i].calls;
	}
	return calls;
}

static void tell_none_served(const struct rg_account *a, struct rg_diag *d)
{
	struct rg_text why = {0};
	for (int i = 0; i < a->n; i++) {
		const double calls = calls_like(a, i);
		if (calls > 0)
			rg_textf(&why, "%s%.0f call%s: %s", i ? "; " : "", calls,
			         calls > 1 ? "s" : "", a->row[i].by);
	}
	rg_error(d, NULL, 0, NOTHING "no collective was served by ringgen (%s)", why.s);
	rg_text_free(&why);
}

static void tell_none_called(const struct rg_account *a, struct rg_diag *d)
{
	if (a->alone > 0)
		rg_error(d, NULL, 0,
		         NOTHING
		         "all %.0f collectives of its rank 0 are of one process alone "
		         "(MPI_COMM_SELF, or a job of one process), which ringgen leaves to "
		         "MPI",
		         a->alone);
	else
		rg_error(d, NULL, 0,
		         NOTHING "its rank 0 has called no collective that ringgen serves");
}

bool rg_is_comparable(const struct rg_runner *r, const struct rg_run_result *by_mpi,
                      const struct rg_run_result *by_ringgen, struct rg_diag *d)
{
	const struct rg_account *off = &by_mpi->account, *ours = &by_ringgen->account;
	if (!off->jobs || !ours->jobs)
		tell_no_account(r, off->jobs ? RG_SIDE_RINGGEN : RG_SIDE_MPI, d);
	else if (rg_account_ours(off) > 0)
		rg_error(d, NULL, 0,
		         NOTHING
		         "with RINGGEN_COLLECTIVES=off ringgen has served %.0f collectives: "
		         "does the program, or a script that starts it, set a variable of "
		         "ringgen's?",
		         rg_account_ours(off));
	else if (!rg_account_calls(ours))
		tell_none_called(ours, d);
	else if (!rg_account_ours(ours))
		tell_none_served(ours, d);
	else
		return true;
	return false;
}
