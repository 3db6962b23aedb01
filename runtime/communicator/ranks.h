/* SPDX-License-Identifier: BSD-3-Clause
 * What each rank of a communicator tells all others before it is set up, its place and its
 * settings, and what follows from that for all of them in the same way.
 */
#ifndef RG_RANKS_H
#define RG_RANKS_H

#include "communicator/context.h"

#pragma GCC visibility push(hidden)

/* A rank's place and settings, for the others: int members only, sent as such. */
struct rg_rank_place {
	int setting, held;
	int same_bits;  /* RINGGEN_REPRODUCIBLE */
	int progress;   /* operations go on within any call of MPI; -1: no thread could be had */
	int check;      /* RINGGEN_CHECK */
	int prove;      /* RINGGEN_PROVE: that of rank 0 counts */
	int tuning;     /* RINGGEN_TUNE: that of rank 0 counts */
	int trial;      /* RINGGEN_TRIAL: the same, in milliseconds */
	int native;     /* RINGGEN_NATIVE: the same */
	int devices;    /* signs of them */
	int wires;      /* it has something to compare the wires with */
	int settings;   /* enum rg_settings */
	int selection;  /* hash of which collectives are to be ours */
	int machine;    /* index into c->machines, -1: unknown */
	int host_id[2]; /* hash of the host's name */
	int short_id;   /* the same of its short form, */
	int domain;     /* and of the rest of it, if the topology has the short form only; else 0 */
};

enum { RG_RANK_INTS = sizeof(struct rg_rank_place) / sizeof(int) };

/* Those of this rank, for the selection of x. */
struct rg_rank_place rg_rank_place(const struct rg_context *x);

/* Are machines told apart by the names of hosts? The fixed form has its own machines, always. */
bool rg_ranks_by_name(const struct rg_cluster *c);

/* Is the communicator ours? Else why not; places[x->P]. */
enum rg_reason rg_ranks_check(const struct rg_context *x, const struct rg_rank_place *places);

/* It is not: one warning of x->why. All ranks call it. */
int rg_ranks_warn(const struct rg_context *x, const struct rg_rank_place *places);

/* With RINGGEN_VERBOSE, say once if RINGGEN_HOSTS has a host again where most have one rank: of all
 * ranks of the program together. */
void rg_ranks_tell_again(const struct rg_context *x, const struct rg_rank_place *places);

/* The lowest rank that has something to say of its environment does so. Mostly all have the same
 * one, and rank 0 of MPI_COMM_WORLD has said it (context.c). */
void rg_ranks_tell_settings(const struct rg_context *x, const struct rg_rank_place *places);

/* All get the same bits everywhere if any rank asks for them. That not all did is said, since other
 * communicators, without that rank, will not have them. */
void rg_ranks_agree_on_bits(struct rg_context *x, const struct rg_rank_place *places);

/* If any rank may have buffers in the memory of a device. */
void rg_ranks_agree_on_devices(struct rg_context *x, const struct rg_rank_place *places);

/* How many slots there are tags for, and whether operations go on by themselves. */
void rg_ranks_agree_on_operations(struct rg_context *x, const struct rg_rank_place *places);

#pragma GCC visibility pop
#endif
