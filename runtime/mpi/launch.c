/* SPDX-License-Identifier: BSD-3-Clause
 * Which library's mpiexec started this process, by what it puts into the environment.
 *
 * MPICH's speaks PMI, and so may Slurm's srun; Open MPI's has variables of its own. A process whose
 * library finds none of what it looks for is a job of one rank, as if it had been started by hand.
 */
#include "mpi/launch.h"
#include "mpi/launch_rank.h"
#include "mpi/library.h"
#include "mpi/report.h"

#include <stdatomic.h>
#include <stdlib.h>

struct launcher {
	const char *rank, *ranks; /* variables */
	const char *library, *name;
	const char *commands; /* what it is called where both are installed */
};

static const struct launcher mpich = {RG_LAUNCH_PMI, "PMI_SIZE", "MPICH", "a launcher for MPICH",
                                      "mpiexec.mpich or mpiexec.hydra"};
static const struct launcher openmpi = {RG_LAUNCH_OPENMPI, "OMPI_COMM_WORLD_SIZE", "Open MPI",
                                        "Open MPI's mpiexec", "mpiexec.openmpi"};

void rg_launch_alone(void)
{
	const struct launcher *ours = RG_IS_OPEN_MPI ? &openmpi : &mpich;
	const struct launcher *other = RG_IS_OPEN_MPI ? &mpich : &openmpi;
	static atomic_bool told;
	int ranks = rg_launch_number(other->ranks);

	if (ranks < 2 || rg_launch_number(ours->ranks) > 0 || rg_launch_number(other->rank) != 0 ||
	    atomic_exchange(&told, true))
		return;
	rg_say("this program is linked to %s, but %s started it: %d jobs of one rank each. "
	       "Start it by %s's own mpiexec (%s)",
	       ours->library, other->name, ranks, ours->library, ours->commands);
}
