/* SPDX-License-Identifier: BSD-3-Clause
 * The memory of the other ranks of a machine: whether this one can get at it. Each rank tells the
 * others where it has a mark, a number that no other process has, and each looks for the marks of
 * all others: where their memory is attached (attach.h), or else by a copy.
 */
#ifndef RG_REACH_H
#define RG_REACH_H

#include <stddef.h>

#include "transport/attach.h"

/* What a rank tells. int members only, sent as such; 0 in a member that is not known. */
struct rg_reach_key {
	int mark[2], at[2]; /* the mark, and its address */
	int segment[2];     /* by which the memory is attached: see rg_attach_offer */
};

#pragma GCC visibility push(hidden)

/* What this process tells. */
struct rg_reach_key rg_reach_offer(void);

/* Attach the memory of the processes i of n but `me`: key i is `stride` bytes times rank[i] behind
 * the first one. NULL: not all of it can be attached. */
struct rg_attached *rg_reach_attach(const struct rg_reach_key *keys, size_t stride, const int *rank,
                                    int n, int me);

/* Copy a process's mark. Returns 0, or the error: the system forbids it, or the number is of
 * another process here. */
int rg_reach_barred(const struct rg_reach_key *key, int pid);

#pragma GCC visibility pop
#endif
