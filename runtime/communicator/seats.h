/* SPDX-License-Identifier: BSD-3-Clause
 * seats: the order of a communicator's ranks, from what all ranks were told of each other's places:
 * that is the same on all ranks, and so is what follows from it.
 *
 * The machines of a cluster are numbered in the order of its ring, so the order of the ranks is
 * that of (machine, package, NUMA node, core, rank): each subtree's ranks are one run of the ring,
 * whatever the subset of the machines and wherever the ranks are. Without a topology the machines
 * are numbered by their lowest rank: a tree of two levels, machines and their ranks (Patarasuk &
 * Yuan 2009, Lemma 6). The fixed form has its order, and off trees the plan of a communicator may
 * bring one.
 *
 * Where in its machine a rank runs is asked and told only when ranks share machines, and of the
 * fixed form only for an algorithm on a level below the machine: hwloc takes milliseconds to look,
 * on large nodes many (5 on one of two processing units, idle). It looks for caches, file by file
 * for each processing unit, only for an algorithm that asks for these.
 */
#ifndef RG_SEATS_H
#define RG_SEATS_H

#include "communicator/context.h"
#include "transport/window.h"

/* Where in its machine a rank is, and how to share its memory. Sent as ints. */
struct rg_spot {
	int package, numa, core;
	int part[RG_ON_MACHINE]; /* its number on each level below the machine; -1: not known */
	struct rg_window_key key;
};

/* A rank in the order of its place. */
struct rg_seat {
	int machine;    /* index into c->machines; by name the lowest rank on it */
	int turn;       /* of its machine in the order: that number, or its place in x->own_ring */
	int host_id[2]; /* hash of the host's name */
	struct rg_spot in;
	int rank;
};

#pragma GCC visibility push(hidden)
/* Put the seats of all ranks, [x->P], in order by machines. Their machine, host_id and rank are
 * set; they come in the order of the fixed form, if it is that, else of their ranks. */
void rg_seats_take(const struct rg_context *x, struct rg_seat *seats);

/* Put them in the order that came with the plans, if one did. False: no memory. */
bool rg_seats_turn(const struct rg_context *x, struct rg_seat *seats);

/* Tell each other where in their machines the ranks are, if some share one; spots[x->P], in which
 * the own spot's key is set, are those places by rank, and the seats are in order afterwards.
 * x->plans say which levels are asked for. `windows`: the first rank of each machine offers some,
 * *trouble being why it cannot (window.h). Collective; returns an MPI error. */
int rg_seats_spots(const struct rg_context *x, bool windows, struct rg_spot *spots,
                   struct rg_seat *seats, int *trouble);

/* Read the order of the seats into x: the ranks' order, the runs of all levels, the most ranks of a
 * machine, the own seat. False: no memory. */
bool rg_seats_read(struct rg_context *x, const struct rg_seat *seats);
#pragma GCC visibility pop

#endif
