/* SPDX-License-Identifier: BSD-3-Clause
 * Requests that are looked at and not completed: a request that is said to be over has its data,
 * and a look changes nothing. For a preloaded library. Ranks 1 and up begin late, so that rank 0
 * looks at requests that are not over yet.
 *
 * The array has a persistent collective that is started and one that is not, a nonblocking one, a
 * message from this process to itself, and no request. (MPI 3 has no persistent ones.) Prints
 * "looks: ok".
 */
#include "looks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PERSISTENT, INACTIVE, NONBLOCKING, RECEIVED, SENT, NONE, REQUESTS };
enum way { ONE, ANY, ALL, SOME, WAYS };

static const char *const names[WAYS] = {"get_status", "get_status_any", "get_status_all",
                                        "get_status_some"};
static int P, rank, in, out[REQUESTS], message;
static MPI_Request request[REQUESTS];
static enum way way;

static void die(const char *what, int which)
{
	fprintf(stderr, "rank %d, %s: %s (%d)\n", rank, names[way], what, which);
	MPI_Abort(MPI_COMM_WORLD, 1);
	abort();
}

/* A request that is over has its data. */
static void check(int which)
{
	int sum = P * (P + 1) / 2;

	if ((which == PERSISTENT || which == NONBLOCKING) && out[which] != sum)
		die("it is not over", which);
	if (which == RECEIVED && message != 17)
		die("the message has not come", which);
	if (which == INACTIVE || which == NONE || which < 0 || which >= REQUESTS)
		die("there is none", which);
}

static void check_status(int which, const MPI_Status *status)
{
	int n;

	check(which);
	if (which == RECEIVED && (status->MPI_SOURCE != 0 || status->MPI_TAG != 5))
		die("its status is wrong", which);
	MPI_Get_count(status, MPI_INT, &n);
	if (which == RECEIVED && n != 1)
		die("its count is wrong", n);
}

/* ---- The ways; returns how many of `n` requests are over */

static int each(int n)
{
	MPI_Status status;
	int over = 0, flag;

	for (int i = 0; i < n; i++) {
		MPI_Request_get_status(request[i], &flag, &status);
		if (!flag || request[i] == MPI_REQUEST_NULL || i == INACTIVE)
			continue;
		check_status(i, &status);
		over++;
	}
	return over;
}

/* One at a time, and the array of those that are not over. */
static int any(int n)
{
	MPI_Request left[REQUESTS];
	int over = 0, flag = 1, i;
	MPI_Status status;

	memcpy(left, request, sizeof left);
	for (;;) {
		MPI_Request_get_status_any(n, left, &i, &flag, &status);
		if (!flag || i == MPI_UNDEFINED)
			return over;
		check_status(i, &status);
		left[i] = MPI_REQUEST_NULL;
		over++;
	}
}

static int all(int n, int active)
{
	MPI_Status statuses[REQUESTS];
	int flag;

	MPI_Request_get_status_all(n, request, &flag, statuses);
	for (int i = 0; i < n && flag; i++)
		if (request[i] != MPI_REQUEST_NULL && i != INACTIVE)
			check_status(i, &statuses[i]);
	return flag ? active : 0;
}

static int some(int n)
{
	int found, indices[REQUESTS];
	MPI_Status statuses[REQUESTS];

	MPI_Request_get_status_some(n, request, &found, indices, statuses);
	if (found == MPI_UNDEFINED)
		die("there are some", n);
	for (int i = 0; i < found; i++)
		check_status(indices[i], &statuses[i]);
	return found;
}

static int look(int n, int active)
{
	switch (way) {
	case ONE:
		return each(n);
	case ANY:
		return any(n);
	case ALL:
		return all(n, active);
	default:
		return some(n);
	}
}

/* ---- With all of them, and where there is nothing to look at */

static void begin(void)
{
	memset(out, 0, sizeof out);
	message = 0;
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank)
		usleep(100000);
#if MPI_VERSION >= 4
	MPI_Start(&request[PERSISTENT]);
#endif
	MPI_Iallreduce(&in, &out[NONBLOCKING], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
	               &request[NONBLOCKING]);
	MPI_Irecv(&message, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request[RECEIVED]);
}

static void look_until_over(void)
{
	static const int sent = 17;
	const int ours = 1 + (MPI_VERSION >= 4);
	MPI_Status statuses[REQUESTS];

	begin();
	/* The message is not there yet. */
	if (way == ALL && look(REQUESTS, ours + 1))
		die("all are over", ours);
	while (way != ALL && look(REQUESTS, ours + 1) < ours)
		;
	MPI_Isend(&sent, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request[SENT]);
	while (look(REQUESTS, ours + 2) < ours + 2)
		;
	MPI_Waitall(REQUESTS, request, statuses);
	check(NONBLOCKING);
	if (MPI_VERSION >= 4)
		check(PERSISTENT);
}

/* Nothing is active: not even what can be started. */
static void look_at_nothing(void)
{
	int index, flag = 0, found, indices[REQUESTS];
	MPI_Status status, statuses[REQUESTS];

	MPI_Request_get_status_any(REQUESTS, request, &index, &flag, &status);
	if (!flag || index != MPI_UNDEFINED)
		die("any of nothing", index);
	MPI_Request_get_status_all(REQUESTS, request, &flag, statuses);
	if (!flag || statuses[INACTIVE].MPI_SOURCE != MPI_ANY_SOURCE)
		die("all of nothing", flag);
	MPI_Request_get_status_some(REQUESTS, request, &found, indices, statuses);
	if (found != MPI_UNDEFINED)
		die("some of nothing", found);
	/* Open MPI 6.0.0rc2 finds fault with NULL, even of no requests. */
	MPI_Request_get_status_all(0, request, &flag, statuses);
	if (!flag)
		die("all of an empty array", flag);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	in = rank + 1;
	for (int i = 0; i < REQUESTS; i++)
		request[i] = MPI_REQUEST_NULL;
#if MPI_VERSION >= 4
	MPI_Allreduce_init(&in, &out[PERSISTENT], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
	                   MPI_INFO_NULL, &request[PERSISTENT]);
	MPI_Allreduce_init(&in, &out[INACTIVE], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
	                   &request[INACTIVE]);
#endif
	for (way = ONE; way < WAYS; way++)
		for (int i = 0; i < 3; i++)
			look_until_over();
	look_at_nothing();
#if MPI_VERSION >= 4
	MPI_Request_free(&request[PERSISTENT]);
	MPI_Request_free(&request[INACTIVE]);
#endif
	if (!rank)
		printf("looks: ok\n");
	MPI_Finalize();
	return 0;
}
