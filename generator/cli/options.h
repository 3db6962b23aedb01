/* SPDX-License-Identifier: BSD-3-Clause
 * options: what the command line says.
 */
#ifndef RG_OPTIONS_H
#define RG_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cost/rates.h"
#include "engine/catalogue.h"
#include "emit/emit.h"
#include "native/agreement.h"
#include "job/job.h"
#include "order/schedule.h"
#include "plan/prune.h"

struct rg_command;

/* How a command prints its results. */
struct rg_show_options {
	enum rg_format format; /* --format */
	bool csv, json;        /* --csv, --json */
	bool plot, timeline;   /* --plot, --timeline */
	bool dark;             /* --dark */
};

/* What check prints in place of its summary. */
struct rg_check_options {
	bool links, ways; /* --links, --ways */
};

/* What certify claims and prints. */
struct rg_certify_options {
	bool strict, loads; /* --strict, --loads */
};

/* The phases of an all-to-all. */
struct rg_alltoall_options {
	int schedule; /* --schedule, 1 + enum rg_phasing; 0: the best */
	int phase;    /* --phase; 0: not given */
};

/* What prove plays, and the schedule that it prints. */
struct rg_prove_options {
	int least, most; /* --ranks */
	bool thorough;   /* --thorough */
	bool messages;   /* --messages */
	int count;       /* --count */
	int lanes;       /* --lanes; 0: one */
};

/* What generate puts into the files. */
struct rg_emit_options {
	bool automatic;          /* --auto */
	bool reproducible;       /* --reproducible */
	bool preload;            /* --preload */
	struct rg_budget budget; /* --budget */
	bool forms[RG_FORMS];    /* --forms */
};

/* What compare preloads and writes. */
struct rg_compare_options {
	const char *csv; /* --csv FILE */
	bool linked;     /* --linked */
};

/* What import takes of a file, and assumes. */
struct rg_import_options {
	const char *topology, *partition; /* --topology, --partition */
	const char *join;                 /* --join NAME[=RATE] */
};

struct rg_options {
	const struct rg_command *command;
	const struct rg_command *const *commands; /* all that there are, up to NULL */
	char *line; /* the command line again, without folders: for what is emitted */

	struct rg_job_request job; /* the topology file, --hosts, --ranks-per-node, --order, --rail,
	                          --seconds, --seed */
	const char *target;        /* export: the format; import: the kind */
	char *const *path;         /* import, survey-jobs: [paths] */
	int paths;
	char *const *program; /* compare: what is run, up to NULL; NULL: nothing was given */
	int pairs;            /* --pairs; 0: not given */
	const char *output;   /* -o; NULL: standard output */
	const char *prefix;   /* --prefix; NULL: the topology's name */
	const char *from;     /* --from */
	const char *measured; /* --measured */
	const char *tuned;    /* --tuned */
	const char *routes;   /* --routes, of import; NULL: none */
	double latency;       /* --latency, seconds; negative: not given */

	const char *mpi;                      /* --mpi; NULL: not given */
	unsigned assumed;                     /* --assume, enum rg_assumed; 0: not given */
	const char *ops;                      /* --ops or --collective; NULL: what `wanted` has */
	const char *ops_by;                   /* which of the two was typed, or could be */
	struct rg_wanted wanted[RG_ROUTINES]; /* the same */
	int64_t size;                         /* --size; 0: not given */
	const char *blocks;                   /* --blocks */
	int root;                             /* --root */
	struct rg_model model;                /* --model */

	struct rg_import_options import;
	struct rg_show_options show;
	struct rg_check_options check;
	struct rg_certify_options certify;
	struct rg_alltoall_options alltoall;
	struct rg_prove_options prove;
	struct rg_emit_options emit;
	struct rg_compare_options compare;
};

void rg_options_free(struct rg_options *o);

/* The MPI library that is meant: MPICH, if none is named. */
enum rg_implementation rg_mpi_of(const struct rg_options *o);

#endif
