/* SPDX-License-Identifier: BSD-3-Clause
 * hosts: lists of host names, as Slurm, MPICH and Open MPI write them.
 */
#ifndef RG_HOSTS_H
#define RG_HOSTS_H

#include <stddef.h>

#include "diag.h"

struct rg_host {
	char *name;
	int ranks; /* how many ranks the list puts there at this place: n0:4, n0 slots=4; else 1 */
	int core;  /* the core (logical number) that a rankfile names for this rank; -1: none */
	int package; /* >= 0: core counts within this package (slot=1:0); -1: within the machine */
	int line;    /* of the file; 0 when from the command line */
};

struct rg_hosts {             /* zero it to begin */
	struct rg_host *host; /* [n] */
	int n;
	size_t cap;
	char *file; /* where they came from; NULL: the command line */
};

void rg_hosts_free(struct rg_hosts *h);

/* Append the names that `expr` stands for: comma-separated, with ranges as Slurm writes them
 * ("n[0-31]", "n[00-07,12]x", "r[0-1]n[0-3]", plain names). Leading zeros keep their width. At most
 * RG_HOSTS_MOST names. Returns NULL, or what is wrong with expr, as rg_parse_* do. */
enum { RG_HOSTS_MOST = 1 << 20 };
const char *rg_hosts_expand(struct rg_hosts *h, const char *expr);

/* `--hosts`: LIST or @FILE. LIST is an rg_hosts_expand expression. FILE ("-": standard input) has
 * any of the forms of rg_hosts_read. Returns 0, or -1 after reporting errors with file and line. */
int rg_hosts_arg(struct rg_hosts *h, const char *arg, struct rg_diag *d);

/* A file of hosts in the order of ranks, in whichever of these forms a line has: a name or range;
 * MPICH `n0:2`; Open MPI `n0 slots=2 max_slots=4`; Open MPI rankfile `rank 3=n0 slot=1` (or
 * slot=0:1; all lines or none; ordered by rank, no rank twice or missing); the XML that `ringgen
 * order --format xml` prints.
 * '#' begins a comment; blank lines are skipped. A file that names no host is an error. Returns 0,
 * or -1 after reporting all errors; h may then hold a part. What h held before is freed. */
int rg_hosts_read(struct rg_hosts *h, const char *path, struct rg_diag *d);

#endif
