/* SPDX-License-Identifier: BSD-3-Clause
 * groups: trees that are told by which switch or group holds which: what Slurm's topology, tables
 * of hosts and coordinates have in common.
 */
#ifndef RG_GROUPS_H
#define RG_GROUPS_H

#include "base/diag.h"
#include "fabric/topo.h"
#include "import/host_names.h"

/* What holds others: a switch, a block, a group. */
struct rg_group {
	char *name;
	int line, file;
	struct rg_hosts hosts, groups; /* in it */
	int outer;                     /* the group that it is in; -1: none */
	int vertex;
};

struct rg_groups { /* set d and files to begin, all else zero */
	struct rg_diag *d;
	char *const *files;
	int file, line;         /* what is said now is there */
	struct rg_group *group; /* [n] */
	int n;
	size_t cap;
	bool blocks; /* there are some */
};

/* The group of that name; -1: there is none. A new one; its number. */
int rg_group_find(const struct rg_groups *g, const char *name);
int rg_group_add(struct rg_groups *g, const char *name);

/* Report that `what` of the line is wrong. */
void rg_groups_refuse(struct rg_groups *g, const char *what, const char *wrong);

/* Add the names that a list stands for to the hosts or groups of a group. */
void rg_groups_list(struct rg_groups *g, struct rg_hosts *to, const char *list);

/* Read each of files[n] by lines (text_lines.h), `data` being what each line is for. */
void rg_groups_lines(struct rg_groups *g, int n, void line(char *s, int number, void *data),
                     void *data);

/* The closed topology of all that was read, called `name`. Groups that are in none hang at one
 * switch if `joined`, or they are blocks; what the file does not say, the speeds, is as in a
 * topology file that does not say them: both with a warning. `of`: what the file should have had.
 * NULL after errors, those before this, too. The groups are freed. */
struct rg_topo *rg_groups_build(struct rg_groups *g, const char *name, bool joined, const char *of);

#endif
