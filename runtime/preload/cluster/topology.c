/* SPDX-License-Identifier: BSD-3-Clause
 * The cluster that RINGGEN_TOPOLOGY names: the open form, but for the plans, which are made when a
 * communicator is set up. It stays as long as the process.
 */
#include "preload/cluster/topology.h"
#include "preload/cluster/broadcast.h"
#include "preload/cluster/planning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For copies of the runtime, this one or another: see setup.c. */
extern const int rg_preload_version;
const int rg_preload_version = RINGGEN_VERSION;

static struct rg_cluster cluster = {.version = RINGGEN_VERSION};

static const struct rg_cluster anywhere = {
	.version = RINGGEN_VERSION,
	.name = "auto",
	.fact = "machine by machine, by host name",
};

/* The topology's aliases into alias[], unless it is NULL; returns how many there are. */
static int list_aliases(const struct rg_planner *p, struct rg_alias *alias)
{
	int n = 0;

	for (int i = 0; i < rg_planner_machines(p); i++)
		for (int k = 0; k < rg_planner_aliases(p, i); k++, n++)
			if (alias)
				alias[n] = (struct rg_alias){rg_planner_alias(p, i, k), i};
	return n;
}

/* The numbers of the machines on a level; NULL: no memory. */
static int *list_numbers(const struct rg_planner *p, enum rg_level level)
{
	int n = rg_planner_machines(p), *number = malloc((size_t)n * sizeof *number);

	for (int i = 0; i < n && number; i++)
		number[i] = rg_planner_level(p, level, i);
	return number;
}

/* The cluster of this topology, whose names it borrows. False: no memory. */
static bool describe(const struct rg_planner *p, struct rg_cluster *c)
{
	size_t n = (size_t)rg_planner_machines(p);
	const char **machines = malloc(n * sizeof *machines);
	int *number[RG_LEVELS] = {NULL}, naliases = list_aliases(p, NULL);
	struct rg_alias *aliases = malloc(((size_t)naliases + 1) * sizeof *aliases);
	bool all = machines && aliases;

	for (int k = RG_ON_SWITCH; k < RG_LEVELS; k++) {
		number[k] = list_numbers(p, (enum rg_level)k);
		all = all && number[k];
	}
	if (!all) {
		for (int k = RG_ON_SWITCH; k < RG_LEVELS; k++)
			free(number[k]);
		free(machines);
		free(aliases);
		return false;
	}
	list_aliases(p, aliases);
	for (int i = 0; i < (int)n; i++)
		machines[i] = rg_planner_machine(p, i);
	for (int k = RG_ON_SWITCH; k < RG_LEVELS; k++)
		c->level[k] = number[k];
	c->name = rg_planner_name(p);
	c->fact = rg_planner_fact(p);
	c->machines = machines;
	c->nmachines = (int)n;
	c->aliases = aliases;
	c->naliases = naliases;
	c->wires = (struct rg_wires){rg_planner_speed(p), rg_planner_latency(p)};
	return true;
}

/* Rank 0 reads the file and tells it, or else why it cannot: all have the one text or the other.
 * Returns MPI's error code. */
static int read_and_tell(MPI_Comm comm, const char *file, struct rg_planner **planner, char **text,
                         char why[RG_WHY])
{
	char *reason = NULL;
	int rank;

	*planner = NULL;
	*text = NULL;
	PMPI_Comm_rank(comm, &rank);
	if (!rank && (*planner = rg_planner_read(file, why, RG_WHY)))
		*text = rg_planner_tell(*planner);
	if (!rank && *planner && !*text)
		snprintf(why, RG_WHY, "%s: error: out of memory", file);
	if (!rank && !*text)
		reason = strdup(why);
	int err = rg_broadcast(comm, text);
	if (!err && !*text)
		err = rg_broadcast(comm, &reason);
	if (rank && reason)
		snprintf(why, RG_WHY, "%s", reason);
	free(reason);
	return err;
}

const struct rg_cluster *rg_topology_read(MPI_Comm comm, const char *file, char why[RG_WHY])
{
	struct rg_planner *planner;
	char *text;
	int had, all = 0;

	snprintf(why, RG_WHY, "%s: error: out of memory", file);
	int err = read_and_tell(comm, file, &planner, &text, why);
	if (text && !planner)
		planner = rg_planner_hear(text);
	free(text);
	had = !err && planner && describe(planner, &cluster);
	if (!err)
		err = PMPI_Allreduce(&had, &all, 1, MPI_INT, MPI_MIN, comm);
	if (err || !all) {
		rg_planner_free(planner);
		return NULL;
	}
	rg_planning_begin(planner);
	return &cluster;
}

const struct rg_cluster *rg_topology_auto(void)
{
	rg_planning_begin(NULL);
	return &anywhere;
}
