/* SPDX-License-Identifier: BSD-3-Clause
 * hostfile: files of hosts, as MPICH, Open MPI and ringgen write them.
 */
#ifndef RG_HOSTFILE_H
#define RG_HOSTFILE_H

#include "base/diag.h"
#include "base/host_names.h"

/* A file of hosts in the order of ranks, in whichever of these forms a line has: a name or range;
 * MPICH `n0:2 user=joe`; Open MPI `joe@n0 slots=2 max_slots=4`; Open MPI rankfile `rank 3=n0
 * slot=1` (or slot=0:1; all lines or none; ordered by rank, no rank twice or missing); SGE `n0 4
 * all.q@n0 UNDEFINED`; LSF `n0 4 n1 2` and `n0 0,1 0 1`; the XML that `ringgen order --format xml`
 * prints. A host may be an IPv6 address, as in `[fe80::1]:2`. Other
 * words of launchers, on how to get to a host, are passed over. Comments are those of the
 * launchers: from # or // on, and C's; blank lines are skipped. A file that names no host is an
 * error. Returns 0, or -1 after reporting all errors; h may then hold a part. The hosts that h held
 * before are freed. */
int rg_hosts_read(struct rg_hosts *h, const char *path, struct rg_diag *d);

/* The same of a file that the environment names. `affinity`: it is LSF's, with a line for each
 * rank, and numbers behind a host are processors. */
int rg_hosts_read_referred(struct rg_hosts *h, const char *path, bool affinity, struct rg_diag *d);

/* The same of a text of hosts with their numbers of ranks, "n0 4 n1 2", which messages call
 * `from`. */
int rg_hosts_counted(struct rg_hosts *h, const char *list, const char *from, struct rg_diag *d);

#endif
