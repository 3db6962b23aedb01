/* SPDX-License-Identifier: BSD-3-Clause
 * The collectives: a call that is ours is run here, any other goes to PMPI.
 */
#include "collective.h"
#include "bytes.h"
#include "check.h"
#include "decide.h"

/* Ours and done: true, *err being the outcome. Nothing was raised yet unless by the set-up. */
static bool attempt(struct rg_call *k, struct rg_context *x, int *err, bool *raised)
{
	struct rg_shape s;

	if ((*err = rg_measure(k, x, &s)))
		return true;
	if (!s.n || !s.size) {
		rg_tell(x, k, RG_EMPTY, NULL);
		return false;
	}
	if (!rg_buffers_settled(k, &s) || (k->reduces && !rg_op_settled(k, x)))
		return false;
	if (x->why == RG_NEW && (*err = rg_check(k, x, raised)))
		return true;
	const struct rg_choice *choice = NULL;
	enum rg_reason why = x->why == RG_OURS ? rg_decide(k, x, &s, &choice) : x->why;
	rg_tell(x, k, why, choice ? choice->algorithm : NULL);
	if (why != RG_OURS)
		return false;
	*err = k->reduces ? rg_perform(k, x, &s, choice, k) : rg_run_in_bytes(k, x, &s, choice);
	return true;
}

/* Raise what was not raised yet. */
static bool done(const struct rg_call *k, int err, bool raised)
{
	if (err && !raised)
		PMPI_Comm_call_errhandler(k->comm, err);
	return true;
}

/* Whether it is like an earlier call that was kept ready; then it has been done. */
static bool again(const struct rg_call *k, struct rg_context *x, int *err)
{
	struct rg_ready *ready = x && !x->check ? rg_find_ready(k, x) : NULL;

	if (!ready)
		return false;
	*err = rg_perform_ready(ready, k, x);
	return done(k, *err, false);
}

bool rg_serve(struct rg_call *k, int *err)
{
	struct rg_context *x;
	bool raised = false;

	k->in_place = k->in == MPI_IN_PLACE;
	k->reduces = k->which != RG_ALLGATHER && k->which != RG_ALLGATHERV;
	if (again(k, rg_context_last(k->c, k->comm), err))
		return true;
	bool bad = rg_handles_are_bad(k);
	if (bad && (k->comm == MPI_COMM_NULL || !rg_wants_check()))
		return false;
	if ((*err = rg_context(k->c, k->comm, &x)))
		return done(k, *err, *err != MPI_ERR_NO_MEM);
	if (!x)
		return false;
	if (rg_is_checked(x) && (*err = rg_check(k, x, &raised)))
		return done(k, *err, raised);
	if (bad)
		return false;
	if (x->why != RG_NEW && x->why != RG_OURS) {
		rg_tell(x, k, x->why, NULL);
		return false;
	}
	if (again(k, x, err))
		return true;
	return attempt(k, x, err, &raised) ? done(k, *err, raised) : false;
}

/* ---- The entries */

int rg_allreduce(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
                 MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k = rg_call_allreduce(c, sendbuf, recvbuf, count, type, op, comm);
	int err;

	return rg_serve(&k, &err) ? err : PMPI_Allreduce(sendbuf, recvbuf, count, type, op, comm);
}

int rg_allgather(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm)
{
	struct rg_call k = rg_call_allgather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                     recvtype, comm);
	int err;

	return rg_serve(&k, &err) ? err
	                          : PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                           recvtype, comm);
}

int rg_allgatherv(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                  MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_allgatherv(c, sendbuf, sendcount, sendtype, recvbuf, RG_SMALL(recvcounts),
	                           RG_SMALL(displs), recvtype, comm);
	int err;

	return rg_serve(&k, &err) ? err
	                          : PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf,
	                                            recvcounts, displs, recvtype, comm);
}

int rg_reduce_scatter(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                      const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_reduce_scatter(c, sendbuf, recvbuf, RG_SMALL(recvcounts), type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, type, op, comm);
}

int rg_reduce_scatter_block(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                            int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_reduce_scatter_block(c, sendbuf, recvbuf, recvcount, type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : PMPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, type, op, comm);
}

#if RINGGEN_LARGE_COUNT
int rg_allreduce_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, MPI_Count count,
                   MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k = rg_call_allreduce(c, sendbuf, recvbuf, count, type, op, comm);
	int err;

	return rg_serve(&k, &err) ? err : PMPI_Allreduce_c(sendbuf, recvbuf, count, type, op, comm);
}

int rg_allgather_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   MPI_Comm comm)
{
	struct rg_call k = rg_call_allgather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                     recvtype, comm);
	int err;

	return rg_serve(&k, &err) ? err
	                          : PMPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf,
	                                             recvcount, recvtype, comm);
}

int rg_allgatherv_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                    const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_allgatherv(c, sendbuf, sendcount, sendtype, recvbuf, RG_LARGE(recvcounts),
	                           RG_PLACES(displs), recvtype, comm);
	int err;

	return rg_serve(&k, &err) ? err
	                          : PMPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf,
	                                              recvcounts, displs, recvtype, comm);
}

int rg_reduce_scatter_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                        const MPI_Count recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_reduce_scatter(c, sendbuf, recvbuf, RG_LARGE(recvcounts), type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : PMPI_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, type, op, comm);
}

int rg_reduce_scatter_block_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                              MPI_Count recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_reduce_scatter_block(c, sendbuf, recvbuf, recvcount, type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : PMPI_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, type, op, comm);
}
#endif
