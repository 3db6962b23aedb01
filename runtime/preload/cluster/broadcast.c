/* SPDX-License-Identifier: BSD-3-Clause
 * The text of one process is sent to all: the first piece begins with the length of the whole, in
 * decimal. A process that has no memory for it takes part all the same.
 */
#include "preload/cluster/broadcast.h"
#include "mpi/overdue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 2048, PIECE = 1 << 12, LENGTH = 24 };

/* Send or receive all but the first piece: text[length], from there on. text NULL: there is no
 * memory. */
static int pass_on(MPI_Comm comm, char *text, size_t done, size_t length)
{
	char piece[PIECE];
	int err = MPI_SUCCESS, rank;

	PMPI_Comm_rank(comm, &rank);
	for (size_t n; done < length && !err; done += n) {
		n = length - done < PIECE ? length - done : PIECE;
		if (!rank)
			memcpy(piece, text + done, n);
		err = PMPI_Bcast(piece, (int)n, MPI_CHAR, 0, comm);
		if (rank && text)
			memcpy(text + done, piece, n);
	}
	return err;
}

/* Rank 0 may have to make the text first, for which it needs its core: with more ranks than cores
 * it gets that only if the others sleep meanwhile. */
static int pass_first(MPI_Comm comm, char first[FIRST])
{
	MPI_Request request;
	int err = PMPI_Ibcast(first, FIRST, MPI_CHAR, 0, comm, &request);

	return err ? err : rg_wait_long(&request);
}

int rg_broadcast(MPI_Comm comm, char **text)
{
	char first[FIRST] = "";
	int rank;

	PMPI_Comm_rank(comm, &rank);
	if (!rank && *text) {
		snprintf(first, LENGTH, "%zu", strlen(*text));
		memcpy(first + LENGTH, *text, strnlen(*text, FIRST - LENGTH));
	}
	int err = pass_first(comm, first);
	if (err || !*first)
		return err;
	size_t length = strtoul(first, NULL, 10), done = FIRST - LENGTH;
	done = done < length ? done : length;
	if (rank)
		*text = malloc(length + 1);
	if (rank && *text) {
		memcpy(*text, first + LENGTH, done);
		(*text)[length] = '\0';
	}
	return pass_on(comm, *text, done, length);
}
