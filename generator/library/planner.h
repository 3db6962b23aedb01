/* SPDX-License-Identifier: BSD-3-Clause
 * planner: the generator as a part of libringgen-preload, in a program that runs. The process goes
 * on and nothing is printed, whatever the file and however little memory there is; memory that was
 * allocated before it ran out is lost.
 *
 * Only what is declared here is to be seen of the generator: its other names are local to one
 * object. Nothing here knows MPI.
 */
#ifndef RG_PLANNER_H
#define RG_PLANNER_H

#include <stddef.h>

#include "ringgen/engine.h"

#pragma GCC visibility push(hidden)

/* A topology that was read and checked. Machines are numbered in the order of the ring, depth
 * first. All but rg_planner_plan may be called by several threads at a time. */
struct rg_planner;

/* Read a topology file (ringgen-topology(5)), as the command does. NULL: the first error as a line,
 * `file:line: error: ...`, is in why[room]. */
struct rg_planner *rg_planner_read(const char *file, char *why, size_t room);

/* A topology as text, for other processes (free it), and the topology that such a text tells. NULL:
 * no memory. */
char *rg_planner_tell(const struct rg_planner *p);
struct rg_planner *rg_planner_hear(const char *text);

void rg_planner_free(struct rg_planner *p);

/* The contents of a planner: the topology's name, what is proved of its ring, the machines, their
 * other names, and their numbers on the levels above that of machines, as in struct rg_cluster. All
 * borrowed. */
const char *rg_planner_name(const struct rg_planner *p);
const char *rg_planner_fact(const struct rg_planner *p);
int rg_planner_machines(const struct rg_planner *p);
const char *rg_planner_machine(const struct rg_planner *p, int machine);
int rg_planner_aliases(const struct rg_planner *p, int machine);
const char *rg_planner_alias(const struct rg_planner *p, int machine, int i);
double rg_planner_speed(const struct rg_planner *p); /* as in struct rg_wires */
double rg_planner_latency(const struct rg_planner *p);
int rg_planner_level(const struct rg_planner *p, enum rg_level level, int machine);

/* The plans for P processes, each on machine host[rank]; `wide` ones have all that a lottery may
 * draw. p NULL: nothing is known of the network,
 * and the machines have any numbers below P. Sizes for which the routines of the MPI library are
 * as good are left to them, if it is known which it takes; mpi is what MPI_Get_library_version
 * says, NULL: none is. Gives text, for other processes (free it); NULL: no memory. A job of more
 * than RG_PLANNED_MOST processes (plans.h) is planned for as a smaller one on some of its machines.
 *
 * Its first line has the ring of the job: how many machines, and their numbers; 0: in their order.
 * That is so in a tree, where one order holds for all jobs; else an order is sought for this job.
 * The second line has the verdict on that ring, empty in a tree; or "!" and why there is no plan,
 * since between some of the machines no way is known. The rest is what cluster/choices.h reads. */
char *rg_planner_plan(const struct rg_planner *p, const int *host, int P, const char *mpi,
                      bool wide);

/* Is it known which routines that MPI library takes? */
bool rg_planner_knows(const char *mpi);

#pragma GCC visibility pop
#endif
