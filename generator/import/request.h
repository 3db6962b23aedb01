/* SPDX-License-Identifier: BSD-3-Clause
 * request: what an importer is asked for.
 */
#ifndef RG_IMPORT_REQUEST_H
#define RG_IMPORT_REQUEST_H

/* A switch above parts that nothing joins, which no file tells of. */
struct rg_joining {
	const char *name; /* NULL: none is asked for */
	double bandwidth; /* of its links, bytes per second; 0: as others' */
};

struct rg_import_request {
	char *const *paths; /* [n] */
	int n;
	const char *name;      /* of the topology that is made */
	const char *topology;  /* of several in a file, this one; NULL: not told */
	const char *partition; /* the same, by a partition of Slurm that has it */
	struct rg_joining join;
};

#endif
