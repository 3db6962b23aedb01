/* SPDX-License-Identifier: BSD-3-Clause
 * The collectives: a call that is ours is run here, any other goes to PMPI.
 */
#include "entry/blocking.h"
#include "call/bytes.h"
#include "call/decide.h"
#include "call/image.h"
#include "call/tune.h"
#include "transport/progress.h"

/* Raise what the run failed with. */
static void raise(const struct rg_call *k, int err)
{
	if (err)
		PMPI_Comm_call_errhandler(k->comm, err);
}

/* Whether it is like an earlier call that was kept ready; then it has been done. */
static bool again(const struct rg_call *k, struct rg_context *x, int *err)
{
	struct rg_ready *ready = x && !x->check && !x->tuner ? rg_find_ready(k, x) : NULL;

	if (!ready || (rg_has_data(k->which) && rg_where_matters(x)))
		return false;
	*err = rg_perform_ready(ready, k, x);
	raise(k, *err);
	return true;
}

static int perform(const struct rg_call *k, struct rg_found *j)
{
	if (rg_is_moved(k))
		return rg_run_in_bytes(k, j->x, &j->s, j->choice);
	return rg_perform(k, j->x, &j->s, j->choice, j->x->tuner || j->x->asks ? NULL : k);
}

/* The same, with images of the buffers that are in the memory of a device. */
static int perform_on_images(const struct rg_call *k, struct rg_found *j)
{
	struct rg_call in_images = *k;
	struct rg_images images;
	int err = rg_images_make(&images, &in_images, j->x, &j->s);

	if (!err) {
		rg_progress_lock();
		rg_images_before(&images);
		rg_progress_unlock();
		err = perform(&in_images, j);
		rg_progress_lock();
		int after = rg_images_after(&images);
		rg_progress_unlock();
		err = err ? err : after;
	}
	rg_images_free(&images);
	return err;
}

/* As rg_serve, for a call that is like no earlier one, with what was found out in *j. */
static bool serve(struct rg_call *k, struct rg_found *j, int *err)
{
	enum rg_decision verdict = rg_find_context(k, j);

	if (verdict == RG_FOR_US) {
		if (again(k, j->x, err))
			return true;
		verdict = rg_decide(k, j);
	}
	if (verdict != RG_WRONG && rg_is_tuned(k, j))
		verdict = rg_tune(k, j);
	if (verdict != RG_FOR_US) {
		*err = j->err;
		return verdict == RG_WRONG;
	}
	*err = j->images ? perform_on_images(k, j) : perform(k, j);
	rg_served(k, *err);
	raise(k, *err);
	return true;
}

static bool serve_counted(struct rg_call *k, struct rg_found *j, int *err)
{
	k->began = rg_summary_now();
	bool done = serve(k, j, err);
	k->tally = rg_summary_of(k, j);
	if (done && k->tally)
		rg_summary_count(k->tally, k->began);
	return done;
}

bool rg_serve_on(struct rg_context *last, struct rg_call *k, int *err)
{
	struct rg_found j = {0};

	if (last && rg_is_left(k, last)) {
		*err = MPI_SUCCESS;
		return false;
	}
	if (again(k, last, err))
		return true;
	return rg_wants_summary() ? serve_counted(k, &j, err) : serve(k, &j, err);
}

bool rg_serve(struct rg_call *k, int *err)
{
	return rg_serve_on(rg_context_last(k->c, k->comm), k, err);
}

/* ---- The entries */

const int rg_library = RINGGEN_VERSION;

int rg_allreduce(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
                 MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k = rg_call_allreduce(c, sendbuf, recvbuf, count, type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Allreduce(sendbuf, recvbuf, count, type, op, comm));
}

int rg_allgather(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 MPI_Comm comm)
{
	struct rg_call k = rg_call_allgather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                     recvtype, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf,
	                                              recvcount, recvtype, comm));
}

int rg_allgatherv(const struct rg_cluster *c, const void *sendbuf, int sendcount,
                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                  MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_allgatherv(c, sendbuf, sendcount, sendtype, recvbuf, RG_SMALL(recvcounts),
	                           RG_SMALL(displs), recvtype, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf,
	                                               recvcounts, displs, recvtype, comm));
}

int rg_reduce_scatter(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                      const int recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_reduce_scatter(c, sendbuf, recvbuf, RG_SMALL(recvcounts), type, op, comm);
	int err;

	return rg_serve(&k, &err) ? err
	                          : rg_served(&k, PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts,
	                                                              type, op, comm));
}

int rg_reduce_scatter_block(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                            int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_reduce_scatter_block(c, sendbuf, recvbuf, recvcount, type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, type,
	                                                         op, comm));
}

int rg_bcast(const struct rg_cluster *c, void *buffer, int count, MPI_Datatype type, int root,
             MPI_Comm comm)
{
	struct rg_call k = rg_call_bcast(c, buffer, count, type, root, comm);
	int err;

	return rg_serve(&k, &err) ? err
	                          : rg_served(&k, PMPI_Bcast(buffer, count, type, root, comm));
}

int rg_reduce(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
              MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
	struct rg_call k = rg_call_reduce(c, sendbuf, recvbuf, count, type, op, root, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Reduce(sendbuf, recvbuf, count, type, op, root, comm));
}

int rg_gather(const struct rg_cluster *c, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
              void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct rg_call k = rg_call_gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                  recvtype, root, comm);
	int err;

	return rg_serve(&k, &err) ? err
	                          : rg_served(&k, PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf,
	                                                      recvcount, recvtype, root, comm));
}

int rg_scatter(const struct rg_cluster *c, const void *sendbuf, int sendcount,
               MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
               MPI_Comm comm)
{
	struct rg_call k = rg_call_scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                   recvtype, root, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf,
	                                            recvcount, recvtype, root, comm));
}

int rg_gatherv(const struct rg_cluster *c, const void *sendbuf, int sendcount,
               MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
               MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_gatherv(c, sendbuf, sendcount, sendtype, recvbuf, RG_SMALL(recvcounts),
	                        RG_SMALL(displs), recvtype, root, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf,
	                                            recvcounts, displs, recvtype, root, comm));
}

int rg_scatterv(const struct rg_cluster *c, const void *sendbuf, const int sendcounts[],
                const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct rg_call k = rg_call_scatterv(c, sendbuf, RG_SMALL(sendcounts), RG_SMALL(displs),
	                                    sendtype, recvbuf, recvcount, recvtype, root, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf,
	                                             recvcount, recvtype, root, comm));
}

int rg_barrier(const struct rg_cluster *c, MPI_Comm comm)
{
	struct rg_call k = rg_call_barrier(c, comm);
	int err;

	return rg_serve(&k, &err) ? err : rg_served(&k, PMPI_Barrier(comm));
}

int rg_scan(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
            MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k = rg_call_scan(c, sendbuf, recvbuf, count, type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Scan(sendbuf, recvbuf, count, type, op, comm));
}

int rg_exscan(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, int count,
              MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k = rg_call_exscan(c, sendbuf, recvbuf, count, type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Exscan(sendbuf, recvbuf, count, type, op, comm));
}

#if RINGGEN_LARGE_COUNT
int rg_allreduce_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, MPI_Count count,
                   MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k = rg_call_allreduce(c, sendbuf, recvbuf, count, type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Allreduce_c(sendbuf, recvbuf, count, type, op, comm));
}

int rg_allgather_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   MPI_Comm comm)
{
	struct rg_call k = rg_call_allgather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                     recvtype, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf,
	                                                recvcount, recvtype, comm));
}

int rg_allgatherv_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                    const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_allgatherv(c, sendbuf, sendcount, sendtype, recvbuf, RG_LARGE(recvcounts),
	                           RG_PLACES(displs), recvtype, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf,
	                                                 recvcounts, displs, recvtype, comm));
}

int rg_reduce_scatter_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                        const MPI_Count recvcounts[], MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_reduce_scatter(c, sendbuf, recvbuf, RG_LARGE(recvcounts), type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, type, op,
	                                                     comm));
}

int rg_reduce_scatter_block_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf,
                              MPI_Count recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_reduce_scatter_block(c, sendbuf, recvbuf, recvcount, type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount,
	                                                           type, op, comm));
}

int rg_bcast_c(const struct rg_cluster *c, void *buffer, MPI_Count count, MPI_Datatype type,
               int root, MPI_Comm comm)
{
	struct rg_call k = rg_call_bcast(c, buffer, count, type, root, comm);
	int err;

	return rg_serve(&k, &err) ? err
	                          : rg_served(&k, PMPI_Bcast_c(buffer, count, type, root, comm));
}

int rg_reduce_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, MPI_Count count,
                MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
	struct rg_call k = rg_call_reduce(c, sendbuf, recvbuf, count, type, op, root, comm);
	int err;

	return rg_serve(&k, &err) ? err
	                          : rg_served(&k, PMPI_Reduce_c(sendbuf, recvbuf, count, type, op,
	                                                        root, comm));
}

int rg_gather_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                int root, MPI_Comm comm)
{
	struct rg_call k = rg_call_gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                  recvtype, root, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Gather_c(sendbuf, sendcount, sendtype, recvbuf,
	                                             recvcount, recvtype, root, comm));
}

int rg_scatter_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm)
{
	struct rg_call k = rg_call_scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount,
	                                   recvtype, root, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Scatter_c(sendbuf, sendcount, sendtype, recvbuf,
	                                              recvcount, recvtype, root, comm));
}

int rg_gatherv_c(const struct rg_cluster *c, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                 const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct rg_call k =
		rg_call_gatherv(c, sendbuf, sendcount, sendtype, recvbuf, RG_LARGE(recvcounts),
	                        RG_PLACES(displs), recvtype, root, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf,
	                                              recvcounts, displs, recvtype, root, comm));
}

int rg_scatterv_c(const struct rg_cluster *c, const void *sendbuf, const MPI_Count sendcounts[],
                  const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
	struct rg_call k = rg_call_scatterv(c, sendbuf, RG_LARGE(sendcounts), RG_PLACES(displs),
	                                    sendtype, recvbuf, recvcount, recvtype, root, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Scatterv_c(sendbuf, sendcounts, displs, sendtype,
	                                               recvbuf, recvcount, recvtype, root, comm));
}

int rg_scan_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, MPI_Count count,
              MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k = rg_call_scan(c, sendbuf, recvbuf, count, type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Scan_c(sendbuf, recvbuf, count, type, op, comm));
}

int rg_exscan_c(const struct rg_cluster *c, const void *sendbuf, void *recvbuf, MPI_Count count,
                MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	struct rg_call k = rg_call_exscan(c, sendbuf, recvbuf, count, type, op, comm);
	int err;

	return rg_serve(&k, &err)
	               ? err
	               : rg_served(&k, PMPI_Exscan_c(sendbuf, recvbuf, count, type, op, comm));
}
#endif
