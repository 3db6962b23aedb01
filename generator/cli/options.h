/* SPDX-License-Identifier: BSD-3-Clause
 * options: the command line of ringgen.
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
#include "plan/prune.h"

enum rg_command {
	RG_CHECK,
	RG_ORDER,
	RG_CERTIFY,
	RG_PROVE,
	RG_GENERATE,
	RG_PROBE,
	RG_PLOT,
	RG_SURVEY,
	RG_CALIBRATE,
	RG_EXPORT,
	RG_PLAN,
	RG_ADVISE,
	RG_IMPORT,
	RG_SURVEY_JOBS,
	RG_COMMANDS
};

struct rg_options {
	enum rg_command command;
	struct rg_request job; /* the topology file, --hosts, --ranks-per-node, --order, --rail,
	                          --seconds, --seed */
	const char *output;    /* -o; NULL: standard output */
	const char *from;      /* --from */
	const char *measured;  /* --measured */
	const char *tuned;     /* --tuned */
	const char *prefix;    /* --prefix; NULL: the topology's name */
	const char *target;    /* export: the format; import: the kind */
	char *const *path;     /* import, survey-jobs: [paths] */
	int paths;
	const char *mpi;  /* --mpi; NULL: not given */
	unsigned assumed; /* --assume, enum rg_assumed; 0: not given */
	double latency;   /* --latency, seconds; negative: not given */
	enum rg_format format;
	int64_t size;          /* --size; 0: not given */
	struct rg_model model; /* --model */
	bool csv;              /* --csv */
	bool json;             /* --json */
	bool dark;             /* --dark */
	bool plot;             /* --plot */
	bool timeline;         /* --timeline */
	int pairs;
	bool loads, strict, thorough;
	bool links, ways;                     /* --links, --ways */
	bool automatic;                       /* --auto */
	bool reproducible;                    /* --reproducible */
	bool preload;                         /* --preload */
	const char *ops;                      /* --ops; NULL: what `wanted` has */
	struct rg_wanted wanted[RG_ROUTINES]; /* --ops */
	int least, most;                      /* --ranks */
	const char *routes;                   /* --routes, of import; NULL: none */
	int count;                            /* --count */
	int lanes;                            /* --lanes; 0: one */
	int root;                             /* --root */
	const char *blocks;                   /* --blocks */
	bool messages;
	struct rg_budget budget; /* --budget */
	bool forms[RG_FORMS];    /* --forms */
	char *line;              /* the command line again, without folders: for what is emitted */
};

/* Parse the command line into *o (zeroed). Returns -1 to go on, or the exit status: help and
 * version were printed, or a usage error was. */
int rg_options_parse(struct rg_options *o, int argc, char **argv);
void rg_options_free(struct rg_options *o);

/* The MPI library that is meant: MPICH, if none is named. */
enum rg_implementation rg_mpi_of(const struct rg_options *o);

/* Is it export, of a tuning file? */
bool rg_exports_tuning(const struct rg_options *o);

#endif
