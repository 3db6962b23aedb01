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
#include "plan/prune.h"

struct rg_command;

struct rg_options {
	const struct rg_command *command;
	const struct rg_command *const *commands; /* all that there are, up to NULL */
	struct rg_job_request job; /* the topology file, --hosts, --ranks-per-node, --order, --rail,
	                          --seconds, --seed */
	const char *output;        /* -o; NULL: standard output */
	const char *from;          /* --from */
	const char *measured;      /* --measured */
	const char *tuned;         /* --tuned */
	const char *prefix;        /* --prefix; NULL: the topology's name */
	const char *target;        /* export: the format; import: the kind */
	char *const *path;         /* import, survey-jobs: [paths] */
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

void rg_options_free(struct rg_options *o);

/* The MPI library that is meant: MPICH, if none is named. */
enum rg_implementation rg_mpi_of(const struct rg_options *o);

#endif
