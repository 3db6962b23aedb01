/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives that do not block: MPI's own or generated ones, nonblocking or persistent.
 */
#include "request.h"

/* Call the collective of `v` by the one of these routines that does it; the last arguments come
 * after MPI's. */
#define CALL(reduce, gather, gatherv, scatter, scatter_block, ...)                              \
	do {                                                                                    \
		const void *in = vector_send(v, slot);                                          \
		void *out = vector_receive(v, slot);                                            \
		MPI_Datatype t = v->mpi_type;                                                   \
		switch (v->collective) {                                                        \
		case ALLREDUCE:                                                                 \
			reduce(in, out, v->n, t, MPI_SUM, comm, __VA_ARGS__);                   \
			break;                                                                  \
		case ALLGATHER:                                                                 \
			gather(in, v->block, t, out, v->block, t, comm, __VA_ARGS__);           \
			break;                                                                  \
		case ALLGATHERV:                                                                \
			gatherv(in, v->in, t, out, v->counts, v->displs, t, comm, __VA_ARGS__); \
			break;                                                                  \
		case REDUCE_SCATTER:                                                            \
			scatter(in, out, v->counts, t, MPI_SUM, comm, __VA_ARGS__);             \
			break;                                                                  \
		default:                                                                        \
			scatter_block(in, out, v->block, t, MPI_SUM, comm, __VA_ARGS__);        \
		}                                                                               \
	} while (0)

bool request_is_possible(const struct routines *r, enum form form)
{
	return r->linked || form != PERSISTENT || MPI_VERSION >= 4;
}

void request_begin(const struct routines *r, const struct vector *v, int slot, MPI_Comm comm,
                   union request *q)
{
	if (r->linked)
		CALL(r->iallreduce, r->iallgather, r->iallgatherv, r->ireduce_scatter,
		     r->ireduce_scatter_block, &q->ours);
	else if (r->beneath)
		CALL(PMPI_Iallreduce, PMPI_Iallgather, PMPI_Iallgatherv, PMPI_Ireduce_scatter,
		     PMPI_Ireduce_scatter_block, &q->native);
	else
		CALL(MPI_Iallreduce, MPI_Iallgather, MPI_Iallgatherv, MPI_Ireduce_scatter,
		     MPI_Ireduce_scatter_block, &q->native);
}

void request_set_up(const struct routines *r, const struct vector *v, int slot, MPI_Comm comm,
                    union request *q)
{
	MPI_Info none = MPI_INFO_NULL;

	if (r->linked)
		CALL(r->allreduce_init, r->allgather_init, r->allgatherv_init,
		     r->reduce_scatter_init, r->reduce_scatter_block_init, none, &q->ours);
#if MPI_VERSION >= 4
	else if (r->beneath)
		CALL(PMPI_Allreduce_init, PMPI_Allgather_init, PMPI_Allgatherv_init,
		     PMPI_Reduce_scatter_init, PMPI_Reduce_scatter_block_init, none, &q->native);
	else
		CALL(MPI_Allreduce_init, MPI_Allgather_init, MPI_Allgatherv_init,
		     MPI_Reduce_scatter_init, MPI_Reduce_scatter_block_init, none, &q->native);
#endif
}

void request_start(const struct routines *r, union request *q)
{
	if (r->linked)
		r->start(&q->ours);
	else if (r->beneath)
		PMPI_Start(&q->native);
	else
		MPI_Start(&q->native);
}

void request_wait(const struct routines *r, union request *q)
{
	if (r->linked)
		r->wait(&q->ours, MPI_STATUS_IGNORE);
	else if (r->beneath)
		PMPI_Wait(&q->native, MPI_STATUS_IGNORE);
	else
		MPI_Wait(&q->native, MPI_STATUS_IGNORE);
}

void request_free(const struct routines *r, union request *q)
{
	if (r->linked)
		r->request_free(&q->ours);
	else if (r->beneath)
		PMPI_Request_free(&q->native);
	else
		MPI_Request_free(&q->native);
}
