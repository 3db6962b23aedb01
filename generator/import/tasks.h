/* SPDX-License-Identifier: BSD-3-Clause
 * tasks: how many ranks each host of a list has, as Slurm says it in SLURM_TASKS_PER_NODE.
 */
#ifndef RG_TASKS_H
#define RG_TASKS_H

#include "base/diag.h"
#include "base/host_names.h"

enum { RG_TASKS_MOST = 1 << 16 }; /* on a host: a larger number is a slip */

/* A phrase that says what is wrong with a list such as "16(x2),8", two hosts with 16 ranks and one
 * with 8; NULL: nothing. Without a comma and brackets it is a number. */
const char *rg_tasks_fault(const char *s);

/* The number, if s has no fault; 0: it is a list. */
int rg_tasks_each(const char *s);

/* For how many hosts a list is that has no fault; of a number alone: 1. */
int rg_tasks_hosts(const char *s);

/* Give each host of the list, in its order, as many ranks as `s`, which has no fault, says: a
 * number alone is for each. Returns 0, or -1 after the error that there are not as many hosts. */
int rg_tasks_apply(const char *s, struct rg_hosts *h, struct rg_diag *d);

#endif
