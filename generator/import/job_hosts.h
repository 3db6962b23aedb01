/* SPDX-License-Identifier: BSD-3-Clause
 * job_hosts: the hosts of the job that runs here, as its batch system tells them in the
 * environment.
 */
#ifndef RG_JOB_HOSTS_H
#define RG_JOB_HOSTS_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/host_names.h"

/* Is it the name of a batch system (slurm, pbs, lsf, sge), or auto? */
bool rg_job_system(const char *word);

/* The job's hosts, in the batch system's order, with as many ranks as that gives each; auto: by the
 * system whose variables are there. Errors begin with the variable. Returns 0, or -1 after
 * reporting errors; the hosts that h held before are freed. */
int rg_job_hosts_read(struct rg_hosts *h, const char *option, const char *system,
                      struct rg_diag *d);

#endif
