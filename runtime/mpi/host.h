/* SPDX-License-Identifier: BSD-3-Clause
 * Which machine this process runs on, by name.
 */
#ifndef RG_HOST_H
#define RG_HOST_H

#include "ringgen.h"

enum { RG_HOST_NAME = 256 };

struct rg_this_host {
	char name[RG_HOST_NAME];
	bool placed; /* RINGGEN_HOSTS said where in the machine, too: */
	int package, numa, core, cache;
	char *trouble; /* why the name is not known; NULL: it is */
};

#pragma GCC visibility push(hidden)

/* The host of this process: the line of MPI_COMM_WORLD's rank in the file that RINGGEN_HOSTS names,
 * else the name that MPI_Get_processor_name gives. Found once per process. */
const struct rg_this_host *rg_this_host(void);

/* The machine of this name, as an index into c->machines; -1: none, or more than one. Names match
 * without regard to case; a short name matches the full one. *domain is then the part of this name
 * that the machine's name lacks, with the dot; else "". */
int rg_host_machine(const struct rg_cluster *c, const char *name, const char **domain);

/* A hash of a name. Should two names ever collide, two machines are taken for one: slower, not
 * wrong. */
void rg_host_id(const char *name, size_t length, int id[2]);

/* The same of a part of a name, in one number: 0 if it is empty. */
int rg_host_part_id(const char *part, size_t length);

void rg_host_free(void);

#pragma GCC visibility pop
#endif
