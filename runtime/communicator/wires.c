/* SPDX-License-Identifier: BSD-3-Clause
 * Whether the wires are as fast as the topology file says.
 */
#include "communicator/wires.h"
#include "mpi/report.h"

#include <stdlib.h>
#include <unistd.h>

/* The messages take a millisecond by the file, within these bounds: else start-up would hide what
 * the links do, or the set-up take long. The best of some tries counts. */
#define WORTH 1e-3
enum { LEAST = 64 << 10, MOST = 4 << 20, TRIES = 3 };

/* A prediction that is right to a factor of three is one that a plan can be made of: those of 1 to
 * 8 KiB that a file with speeds 50 times too high spoils take 1.3 to 1.5 times as long. The
 * measured time of short messages is added for the load of the machines, and SLACK for start-up.
 * Chosen. */
enum { WIRES_OFF = 3 };
#define SLACK 2e-4

static int bytes_of(const struct rg_cluster *c)
{
	double bytes = c->wires.speed * WORTH;
	return bytes < LEAST ? LEAST : bytes > MOST ? MOST : (int)bytes;
}

char *rg_wires_load(const struct rg_cluster *c)
{
	if (!(c->wires.speed > 0) || !rg_wants_wires() || *rg_setting(RG_HOSTS) ||
	    rg_came_up(c, RG_ONCE_WIRES))
		return NULL;
	return calloc(2, (size_t)bytes_of(c));
}

/* Seconds of an exchange with the neighbours, of the slowest rank of it; or MPI's error. */
static int exchange(const struct rg_context *x, const struct rg_group *g, char *load, int bytes,
                    double *seconds)
{
	int next = rg_member(g, (g->me + 1) % g->n), last = rg_member(g, (g->me + g->n - 1) % g->n);
	double begun = PMPI_Wtime();
	int err = PMPI_Sendrecv(load, bytes, MPI_BYTE, next, 0, load + bytes, bytes, MPI_BYTE, last,
	                        0, x->own, MPI_STATUS_IGNORE);

	*seconds = PMPI_Wtime() - begun;
	return err;
}

/* Seconds of the best of some tries. */
static int best_of(const struct rg_context *x, const struct rg_group *g, char *load, int bytes,
                   double *seconds)
{
	double took;
	int err = MPI_SUCCESS;

	for (int i = 0; i < TRIES && !err; i++) {
		err = exchange(x, g, load, bytes, &took);
		*seconds = i && *seconds < took ? *seconds : took;
	}
	return err;
}

/* Time short messages and long ones. The very first message opens the connection. */
static int time_messages(const struct rg_context *x, char *load, double *few, double *many)
{
	struct rg_group leaders = rg_of_each_machine(&x->seat, 0);
	int err = exchange(x, &leaders, load, 1, few);

	if (!err)
		err = best_of(x, &leaders, load, 1, few);
	return err ? err : best_of(x, &leaders, load, bytes_of(x->c), many);
}

/* The findings: seconds of short messages and of long ones; how many ranks share a core, on the
 * machine where they are the most. If several do, a message waits for its turn, and time tells
 * nothing. */
enum { SHORT, LONG, SHARED, FOUND };

static double ranks_a_core(const struct rg_context *x)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	return cores > 0 ? (double)rg_machine(&x->seat).n / (double)cores : 0;
}

static void judge(const struct rg_context *x, const double found[FOUND])
{
	const struct rg_wires *wires = &x->c->wires;
	double expected = bytes_of(x->c) / wires->speed + wires->latency;

	if (found[SHARED] > 1)
		return;
	if (found[LONG] > WIRES_OFF * (expected + SLACK + found[SHORT]))
		rg_say("'%s': from machine to machine %d KiB took %.3g ms, where the topology file "
		       "lets expect %.3g: are its speeds right? With wrong ones slow algorithms "
		       "are chosen: see 'ringgen survey' and 'ringgen calibrate'",
		       x->c->name, bytes_of(x->c) >> 10, 1e3 * found[LONG], 1e3 * expected);
	else if (rg_verbose())
		rg_say("'%s': from machine to machine %d KiB took %.3g ms, the topology file lets "
		       "expect %.3g at most",
		       x->c->name, bytes_of(x->c) >> 10, 1e3 * found[LONG], 1e3 * expected);
}

int rg_wires_compare(const struct rg_context *x, char *load)
{
	struct rg_group here = rg_machine(&x->seat);
	double own[FOUND] = {[SHARED] = ranks_a_core(x)}, all[FOUND] = {0};
	int err;

	if (x->places.level[RG_ON_MACHINE].n < 2)
		return MPI_SUCCESS;
	rg_first(x->c, RG_ONCE_WIRES);
	err = PMPI_Barrier(x->own);
	if (!err && here.me == 0)
		err = time_messages(x, load, &own[SHORT], &own[LONG]);
	if (!err)
		err = PMPI_Allreduce(own, all, FOUND, MPI_DOUBLE, MPI_MAX, x->own);
	if (!err && !x->rank)
		judge(x, all);
	return err;
}
