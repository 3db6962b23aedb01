/* SPDX-License-Identifier: BSD-3-Clause
 * order: the logical ring. Depth-first order of the machines of the tree (Patarasuk & Yuan 2009,
 * section 4.1, after Faraj, Patarasuk & Yuan): every subtree is one contiguous run, so a ring
 * crosses each link once in each direction; leaving machines out cannot split a run, so any subset
 * in the same order is contention free too.
 */
#ifndef RG_ORDER_H
#define RG_ORDER_H

#include "base/diag.h"
#include "base/text.h"
#include "fabric/route.h"
#include "fabric/topo.h"
#include "ringgen/engine.h"
#include "base/host_names.h"

/* The machines (numbers, [t->machines]) in depth-first order from the first vertex of the file,
 * neighbours in file order; begins with the first machine it meets. Linear time. Free it. */
int *rg_order(const struct rg_topo *t);

/* The number of each machine on a level above that of machines, [machines], to be freed: see
 * rg_level_number.
 *
 * RG_ON_SWITCH: a run of the order dfs whose machines are on one switch, by their first link.
 *
 * RG_IN_GROUP: a run whose machines are behind one link of the lowest switch above all machines.
 *
 * RG_AT_GATEWAY: a slow machine has the number of its gateway, a fast one in front of it in the
 * order, with only slow ones between the two. It has its own number if it is fast, or if there is
 * no gateway. A slow machine's link has less than twice the bandwidth of the slowest: to hand its
 * vector over and get the result takes it less time than the ring takes the slowest. A gateway's
 * link carries that for all its machines, and the ring (twice the vector), in the time that this
 * takes the slowest.
 *
 * RG_IN_BRANCH: how many links the first vertex of the file is from the lowest one above the
 * machine and that before it in the order, by a tree that spans the graph; 0 of the first machine.
 *
 * In a graph that is no tree the numbers hold for any order: they are those of the machine's
 * switch, and of the part of a tree that spans the graph; there are no gateways. */
int *rg_order_level(const struct rg_topo *t, const int *dfs, enum rg_level level);

/* The ranks that `h` lists, in its order: a host may be there several times, and with several
 * ranks. A rank is on the core that the list names, else on the
 * next core of its machine (the i-th rank there on core i); on core -1 when the inside is not known
 * or has no such core. Returns how many, at most RG_HOSTS_MOST, into *ring (free it), or -1 after
 * reporting unknown hosts and cores that the list names and the machine does not have. */
int rg_order_ranks(const struct rg_topo *t, const struct rg_hosts *h, struct rg_place **ring,
                   struct rg_diag *d);

/* Sort machines[n] by their place in order[t->machines]. */
void rg_order_subset(const struct rg_topo *t, const int *order, int *machines, int n);

/* The ring of ranks: `each` ranks on every machine of machines[n], on its first cores in the order
 * of package, NUMA node and core; a machine whose inside is not known gives core -1, as do ranks
 * beyond its cores. Free it. */
struct rg_place *rg_order_places(const struct rg_topo *t, const int *machines, int n, int each);

enum rg_format {
	RG_NAMES,      /* a name a line, whatever its ranks */
	RG_MPICH,      /* name:ranks */
	RG_OPENMPI,    /* name slots=ranks */
	RG_RANKFILE,   /* rank 0=name slot=core; the inside not known: the i-th rank on slot i */
	RG_SLURM,      /* SLURM_HOSTFILE: a name per rank */
	RG_NODE_RANKS, /* 0 name: the number of each machine, for torchrun --node-rank */
	RG_RANK_ORDER, /* MPICH_RANK_ORDER: the rank of each place that the launcher fills in turn
	                */
	RG_XML, /* <order topology="..." ranks="..."><machine id="..." ranks="..."/>...</order> */
};

/* The format called `name`, or -1. Some have several names, for the launchers that take them. */
int rg_format_find(const char *name);

/* Print machines[n]; machine i has the ranks first[i] ... first[i + 1] - 1, from 0 on. called[of
 * all machines] is how a job calls them, for launchers know them by that; NULL, or NULL in it: by
 * the names of the topology. listed[n] are the same machines in the order of the job's own list;
 * NULL: there was none. */
void rg_order_print(const struct rg_topo *t, char *const *called, const int *listed,
                    const int *machines, int n, const int *first, enum rg_format format,
                    struct rg_text *out);

#endif
