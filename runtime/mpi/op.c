/* SPDX-License-Identifier: BSD-3-Clause
 * Properties of an operation that are known before it is used. The MPI library knows which
 * operation is defined for which type: it is asked by a reduction of no elements on a communicator
 * of this process alone, whose handler returns. (MPI_Reduce_local would raise on MPI_COMM_WORLD.)
 */
#include "mpi/op.h"
#include "mpi/own_comm.h"

#include <pthread.h>

static MPI_Comm alone = MPI_COMM_NULL;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool rg_op_commutes(MPI_Op op)
{
	int commutes = 0;
	return !PMPI_Op_commutative(op, &commutes) && commutes;
}

int rg_op_predefined(MPI_Op op)
{
	const MPI_Op all[] = {MPI_MAX,    MPI_MIN,    MPI_SUM,     MPI_PROD, MPI_LAND,
	                      MPI_BAND,   MPI_LOR,    MPI_BOR,     MPI_LXOR, MPI_BXOR,
	                      MPI_MINLOC, MPI_MAXLOC, MPI_REPLACE, MPI_NO_OP};

	for (int i = 0; i < (int)(sizeof all / sizeof *all); i++)
		if (op == all[i])
			return i;
	return -1;
}

const char *rg_op_name(int i)
{
	static const char *const name[] = {"MPI_MAX",     "MPI_MIN",  "MPI_SUM",    "MPI_PROD",
	                                   "MPI_LAND",    "MPI_BAND", "MPI_LOR",    "MPI_BOR",
	                                   "MPI_LXOR",    "MPI_BXOR", "MPI_MINLOC", "MPI_MAXLOC",
	                                   "MPI_REPLACE", "MPI_NO_OP"};
	return name[i];
}

bool rg_op_defined(MPI_Op op, MPI_Datatype type)
{
	char none[2];

	if (rg_op_predefined(op) < 0)
		return true;
	pthread_mutex_lock(&lock); /* one collective at a time on one communicator */
	if (alone == MPI_COMM_NULL)
		alone = rg_own_comm(MPI_COMM_SELF);
	int err = alone == MPI_COMM_NULL /* then there is nobody to ask */
	                  ? MPI_SUCCESS
	                  : PMPI_Allreduce(&none[0], &none[1], 0, type, op, alone);
	pthread_mutex_unlock(&lock);
	return !err;
}

void rg_op_free(void)
{
	if (alone != MPI_COMM_NULL)
		PMPI_Comm_free(&alone);
}
