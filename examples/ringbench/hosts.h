/* SPDX-License-Identifier: BSD-3-Clause
 * Where the ranks run, by the names that libringgen goes by.
 */
#ifndef HOSTS_H
#define HOSTS_H

enum { HOST_MOST = 256 };

/* [ranks] names on rank 0, for the caller to free; NULL elsewhere, and where the file that
 * RINGGEN_HOSTS names is no good: rank 0 has said so. Collective over MPI_COMM_WORLD. */
char (*hosts_gather(void))[HOST_MOST];

/* How many different ones there are. */
int hosts_machines(const char (*hosts)[HOST_MOST], int ranks);

#endif
