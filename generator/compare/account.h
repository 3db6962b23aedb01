/* SPDX-License-Identifier: BSD-3-Clause
 * account: what became of the collectives of one run, as libringgen tells it in the file that
 * RINGGEN_SUMMARY names (runtime/call/summary_file.h has the other end).
 */
#ifndef RG_ACCOUNT_H
#define RG_ACCOUNT_H

#include <stdbool.h>

/* Calls of a collective that were served alike. */
struct rg_account_row {
	char *collective; /* "MPI_Allreduce" */
	char *by;         /* the algorithm, or why the calls were MPI's own */
	bool ours, timed; /* timed: the calls block */
	double calls, bytes, seconds;
};

struct rg_account {
	struct rg_account_row *row;
	int n;
	int jobs;     /* whose summaries these are; 0: none came */
	double alone; /* calls on communicators of one process, which have no row */
};

/* Read the file; what several jobs have told is added. False: it is not such a file, or a summary
 * in it is not whole. */
bool rg_account_read(const char *file, struct rg_account *a);
void rg_account_free(struct rg_account *a);

/* The calls that ringgen has served, and all of several processes. */
double rg_account_ours(const struct rg_account *a);
double rg_account_calls(const struct rg_account *a);

#endif
