/* SPDX-License-Identifier: BSD-3-Clause
 * This process's copy of a cluster's file of measurements (ringgen/tuned.h), and the measurements
 * that it adds.
 *
 * The file is RINGGEN_TUNED, or one in the cache folder that is named for the cluster and the MPI
 * library. It is read once and written once, at the end, by the processes that were rank 0 of a
 * communicator; jobs that end at the same time take turns by a lock, and each adds to what it finds
 * there then.
 */
#ifndef RG_TUNED_FILE_H
#define RG_TUNED_FILE_H

#include "ringgen.h"
#include "ringgen/lottery.h"
#include "ringgen/tuned.h"

#pragma GCC visibility push(hidden)

/* The trials of a candidate of a kind, of the file and those that this process has added; n == 0:
 * there are none. */
struct rg_trials rg_tuned_recall(const struct rg_cluster *c, const struct rg_tuned_line *key);

/* Whether this process could write the file. */
bool rg_tuned_keeps(const struct rg_cluster *c);

/* Keep measurements of this run, to be added to the file. */
void rg_tuned_learn(const struct rg_cluster *c, const struct rg_tuned_line *key,
                    struct rg_trials learned);

/* Write what was learned, and forget all. A file that is damaged, or that belongs to another
 * cluster or library, is ignored with a warning; only a damaged one is written anew. */
void rg_tuned_end(void);

#pragma GCC visibility pop
#endif
