/* SPDX-License-Identifier: BSD-3-Clause
 * The last rank is killed, or aborts, while the others are in a collective.
 *
 *   dies kill|abort blocking|nonblocking|persistent
 */
#include "routines.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>

enum { N = 100000, CALLS = 20 };

static double in[N], out[N];

static void end(const char *how)
{
	if (!strcmp(how, "kill"))
		raise(SIGKILL);
	MPI_Abort(MPI_COMM_WORLD, 7);
}

int main(int argc, char **argv)
{
	RG_JOIN(NAME, _Request) r;
	int rank, P;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	if (argc < 3)
		die("usage: dies HOW FORM");
	OURS(Allreduce)(in, out, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#if defined HEADER || MPI_VERSION >= 4
	if (!strcmp(argv[2], "persistent"))
		OURS(Allreduce_init)
	(in, out, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
#endif
	for (int i = 0; i <= CALLS; i++) {
		bool late = rank == P - 1 && i == CALLS;
		if (!strcmp(argv[2], "blocking")) {
			if (late)
				end(argv[1]);
			OURS(Allreduce)(in, out, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
			continue;
		}
		if (!strcmp(argv[2], "nonblocking"))
			OURS(Iallreduce)(in, out, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r);
#if defined HEADER || MPI_VERSION >= 4
		else
			OURS(Start)(&r);
#endif
		if (late)
			end(argv[1]);
		OURS(Wait)(&r, MPI_STATUS_IGNORE);
	}
	MPI_Barrier(
		MPI_COMM_WORLD); /* what the last rank began may have been all that was needed */
	die("all went well");
}
