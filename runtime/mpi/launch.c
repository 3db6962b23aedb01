/* SPDX-License-Identifier: BSD-3-Clause
 * Which library's mpiexec started this process, by what it puts into the environment.
 *
 * MPICH's speaks PMI, and so may Slurm's srun; Open MPI's has variables of its own. A process whose
 * library finds none of what it looks for is a job of one rank, as if it had been started by hand.
 */
#include "mpi/launch.h"
#include "mpi/report.h"

#include <stdatomic.h>
#include <stdlib.h>

struct launcher {
	const char *rank, *ranks; /* variables */
	const char *name;
	const char *commands; /* what it is called where both are installed */
};

static const struct launcher mpich = {"PMI_RANK", "PMI_SIZE", "a launcher for MPICH",
                                      "mpiexec.mpich or mpiexec.hydra"};
static const struct launcher openmpi = {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                                        "Open MPI's mpiexec", "mpiexec.openmpi"};

/* The number in this variable; -1: there is none. */
static int number(const char *variable)
{
	const char *value = getenv(variable);
	return value && *value ? atoi(value) : -1;
}

int rg_launch_rank(void)
{
	int rank = number(openmpi.rank);

	if (rank < 0)
		rank = number(mpich.rank);
	return rank < 0 ? 0 : rank;
}

void rg_launch_alone(void)
{
#ifdef OPEN_MPI
	const struct launcher *ours = &openmpi, *other = &mpich;
#else
	const struct launcher *ours = &mpich, *other = &openmpi;
#endif
	static atomic_bool told;
	int ranks = number(other->ranks);

	if (ranks < 2 || number(ours->ranks) > 0 || number(other->rank) != 0 ||
	    atomic_exchange(&told, true))
		return;
	rg_say("this program is linked to " RG_MPI ", but %s started it: %d jobs of one rank each. "
	       "Start it by " RG_MPI "'s own mpiexec (%s)",
	       other->name, ranks, ours->commands);
}
