/* SPDX-License-Identifier: BSD-3-Clause
 * Communicators of our own.
 */
#include "mpi/own_comm.h"

/* PMPI_Comm_create, whose failure must not reach the user's error handler. The handler is exchanged
 * meanwhile; errors that another thread makes on the same communicator just then return, too. */
static MPI_Comm create(MPI_Comm comm, MPI_Group group)
{
	MPI_Errhandler handler;
	MPI_Comm made = MPI_COMM_NULL;

	if (PMPI_Comm_get_errhandler(comm, &handler))
		return MPI_COMM_NULL;
	PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	if (PMPI_Comm_create(comm, group, &made))
		made = MPI_COMM_NULL;
	if (handler == MPI_ERRHANDLER_NULL) { /* so SimGrid's MPI calls the one by default */
		PMPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
	} else {
		PMPI_Comm_set_errhandler(comm, handler);
		PMPI_Errhandler_free(&handler);
	}
	return made;
}

MPI_Comm rg_own_comm(MPI_Comm comm)
{
	MPI_Group group;

	if (PMPI_Comm_group(comm, &group))
		return MPI_COMM_NULL;
	MPI_Comm made = create(comm, group);
	PMPI_Group_free(&group);
	if (made != MPI_COMM_NULL)
		PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
	return made;
}
