/* SPDX-License-Identifier: BSD-3-Clause
 * groups: trees that are told by which switch or group holds which: what Slurm's topology, tables
 * of hosts and coordinates have in common.
 */
#ifndef RG_GROUPS_H
#define RG_GROUPS_H

#include "base/diag.h"
#include "fabric/topo.h"
#include "base/host_names.h"
#include "import/request.h"

/* The kinds of groups. Those of one file are all of one kind. */
enum rg_grouping { RG_NO_GROUPS, RG_SWITCHES, RG_BLOCKS, RG_RINGS };

/* What holds others: a switch, a block, a ring, a group. */
struct rg_listed_group {
	char *name;
	int line, file;
	struct rg_hosts hosts, groups; /* in it */
	int outer;                     /* the group that it is in; -1: none */
	int vertex;                    /* -1: it is left out */
};

struct rg_groups { /* set d and files to begin, all else zero */
	struct rg_diag *d;
	char *const *files;
	int file, line;                /* what is said now is there */
	struct rg_listed_group *group; /* [n] */
	int n;
	size_t cap;
	int names; /* of hosts and groups, in all lists */
	bool full; /* there were too many, which was reported */
	enum rg_grouping kind;
	int kind_line;          /* where that was said */
	struct rg_joining join; /* above those that are in none, if nothing else joins them */
};

/* The group of that name; -1: there is none. A new one; its number. */
int rg_group_find(const struct rg_groups *g, const char *name);
int rg_group_add(struct rg_groups *g, const char *name);

/* They are of that kind. False after the error that others before were of another. */
bool rg_groups_are(struct rg_groups *g, enum rg_grouping kind);

/* Report that `what` of the line is wrong. */
void rg_groups_refuse(struct rg_groups *g, const char *what, const char *wrong);

/* Add the names that a list stands for to the hosts or groups of a group. */
void rg_groups_list(struct rg_groups *g, struct rg_hosts *to, const char *list);

/* Read each of files[n] by lines (text_lines.h), `data` being what each line is for. */
void rg_groups_lines(struct rg_groups *g, int n, void line(char *s, int number, void *data),
                     void *data);

/* The closed topology of all that was read, called `name`. Groups that are in none hang at one
 * switch if `joined`, or they are blocks, or g->join asks for it; that switch is assumed. Blocks
 * without hosts are left out; rings are grids (grid.h); speeds, which the file does not say, are as
 * in a topology file that does not say them: all with a warning. `of`: what the file should have
 * had. NULL after errors, those before this, too. The groups are freed. */
struct rg_topo *rg_groups_build(struct rg_groups *g, const char *name, bool joined, const char *of);

#endif
