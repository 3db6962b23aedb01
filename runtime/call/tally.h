/* SPDX-License-Identifier: BSD-3-Clause
 * What is counted for summaries: the calls of this process, by who served them.
 */
#ifndef RG_TALLY_H
#define RG_TALLY_H

#include "call/arguments.h"
#include "mpi/report.h"

/* Calls of a collective, in one form, that were served alike. */
struct rg_tally {
	enum rg_collective which;
	enum rg_form form;
	enum rg_reason why;                   /* RG_OURS, or why they were MPI's */
	const struct rg_algorithm *algorithm; /* RG_OURS */
	const char *parameters;
	uint64_t calls;
	double bytes;   /* volume.h */
	double seconds; /* of calls that block */
};

/* The tallies are few: some algorithms and some reasons for each collective. Later kinds of calls
 * have no tally. */
enum { RG_TALLIES = 256 };

/* All that was counted. */
struct rg_tallies {
	struct rg_tally tally[RG_TALLIES]; /* [n] those that took most of the time first */
	int n;
	double first;   /* when the first call that blocks began; 0: there was none */
	double trials;  /* seconds of trials before calls (trial.h), which are in these, too */
	uint64_t alone; /* calls on communicators of one process, which have no tally */
};

#pragma GCC visibility push(hidden)

/* The time now, seconds. */
double rg_tally_now(void);

/* So many seconds went into a trial. */
void rg_tally_trial(double seconds);

/* Where calls that were served like this one are counted; NULL: there is no room. */
struct rg_tally *rg_tally_like(const struct rg_tally *like);

/* Count a call of so many bytes. began: of one that blocks, which was over then; else 0. */
void rg_tally_add(struct rg_tally *t, double bytes, double began, double over);

/* Count a call on a communicator of one process. */
void rg_tally_alone(void);

void rg_tally_read(struct rg_tallies *all);

/* "MPI_Allreduce", "MPI_Iallreduce", "MPI_Allreduce_init"; the algorithm, or the reason. */
enum { RG_TALLY_NAME = 48 };
void rg_tally_name(char name[RG_TALLY_NAME], const struct rg_tally *t);
const char *rg_tally_server(const struct rg_tally *t);

#pragma GCC visibility pop
#endif
