/* SPDX-License-Identifier: BSD-3-Clause
 * runner: a program, run with ringgen's collectives and with MPI's own.
 *
 * With MPI's own it is as without ringgen: RINGGEN_COLLECTIVES is off and RINGGEN_TOPOLOGY is not
 * there, so that no communicator is set up, nothing is agreed on but that, and MPICH is asked for
 * no other level of threads. The preload library is there all the same, and counts calls as it does
 * else. What it has counted comes in a file of each run, which no output of the program's can be
 * taken for.
 */
#ifndef RG_RUNNER_H
#define RG_RUNNER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/diag.h"
#include "compare/account.h"

/* Whose collectives a run has. */
enum rg_run_side { RG_SIDE_MPI, RG_SIDE_RINGGEN, RG_SIDES };

extern const char *const rg_side_names[RG_SIDES]; /* "MPI's own collectives" */

/* What is run. */
struct rg_runner {
	char *const *argv;    /* up to NULL */
	const char *topology; /* RINGGEN_TOPOLOGY of ringgen's side; NULL: as it is set */
	bool linked;          /* the program has ringgen in it: nothing is preloaded */
	/* From here on by rg_runner_open: */
	char *folder, *summary; /* of the account of a run */
	char **environment[RG_SIDES];
	int input;      /* of each run, */
	off_t input_at; /* from here on; -1: it is nowhere in particular */
};

/* A run that is over. */
struct rg_run_result {
	double seconds;
	int status; /* as of waitpid */
	struct rg_account account;
};

/* Make ready for runs. Returns 0, or -1 after an error. */
int rg_runner_open(struct rg_runner *r, struct rg_diag *d);
void rg_runner_close(struct rg_runner *r);

/* Run it once. What it prints goes to standard error; standard input is read from where it stood at
 * first, if it is a file, and else there is none. Returns 0, or -1 after an error: it was not
 * started, or what it left is no account. */
int rg_run_once(const struct rg_runner *r, enum rg_run_side side, struct rg_run_result *run,
                struct rg_diag *d);

#endif
