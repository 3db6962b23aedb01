/* SPDX-License-Identifier: BSD-3-Clause
 * Where the ranks run, by the names that libringgen goes by.
 */
#ifndef HOSTS_H
#define HOSTS_H

enum { HOST_MOST = 256 };

struct host {
	char name[HOST_MOST];
};

/* [ranks] names on rank 0, for the caller to free; NULL elsewhere, and where the file that
 * RINGGEN_HOSTS names is no good: rank 0 has said so. Collective over MPI_COMM_WORLD. */
struct host *hosts_gather(void);

/* How many different ones there are. */
int hosts_machines(const struct host *hosts, int ranks);

#endif
