/* SPDX-License-Identifier: BSD-3-Clause
 * The transport over MPI: runs an algorithm of the engine on real processes.
 */
#include "transport.h"

#include <stdlib.h>
#include <string.h>

#if MPI_VERSION >= 4
#define ISEND PMPI_Isend_c
#define IRECV PMPI_Irecv_c
#define SENDRECV PMPI_Sendrecv_c
#define REDUCE_LOCAL PMPI_Reduce_local_c
#else
#define ISEND PMPI_Isend
#define IRECV PMPI_Irecv
#define SENDRECV PMPI_Sendrecv
#define REDUCE_LOCAL PMPI_Reduce_local
#endif

static struct rg_mpi *lane(struct rg *r)
{
	return (struct rg_mpi *)r;
}

/* In integers: with MPI_BOTTOM, or a type whose lower bound is far away, it is no pointer that C
 * could reckon with. */
static void *address(const struct rg_mpi *m, const struct rg_span *s)
{
	return (void *)(m->base[s->buf] + (uintptr_t)(s->off * m->extent));
}

static void note(struct rg *r, int err)
{
	if (err && !r->err)
		r->err = err;
}

static void note_failure(struct rg_mpi *m, int err)
{
	if (err && !m->failure)
		m->failure = err;
}

/* Room for one more request; more than RG_LANE_POSTED cost an allocation. NULL: no memory. */
static MPI_Request *next_request(struct rg_mpi *m)
{
	if (m->r.pending < m->room)
		return &m->requests[m->r.pending];
	int room = 2 * m->room;
	MPI_Request *more = malloc((size_t)room * sizeof *more);
	if (!more) {
		note(&m->r, MPI_ERR_NO_MEM);
		return NULL;
	}
	memcpy(more, m->requests, (size_t)m->r.pending * sizeof *more);
	if (m->requests != m->few)
		free(m->requests);
	m->requests = more;
	m->room = room;
	return &m->requests[m->r.pending];
}

static void post_send(struct rg *r, int peer, const struct rg_span *from)
{
	struct rg_mpi *m = lane(r);
	MPI_Request *q = r->err ? NULL : next_request(m);

	if (!q)
		return;
	note(r,
	     ISEND(address(m, from), (rg_mpi_count)from->len, m->type, peer, r->lane, m->comm, q));
	r->pending += !r->err;
}

static void post_recv(struct rg *r, int peer, const struct rg_span *to)
{
	struct rg_mpi *m = lane(r);
	MPI_Request *q = r->err ? NULL : next_request(m);

	if (!q)
		return;
	note(r, IRECV(address(m, to), (rg_mpi_count)to->len, m->type, peer, r->lane, m->comm, q));
	r->pending += !r->err;
}

/* A message to oneself: memcpy would write the gaps between a type's parts. */
static void copy_by_message(struct rg_mpi *m, const struct rg_span *to, const struct rg_span *from)
{
	bool whole = from->buf == RG_IN && m->in_type != MPI_DATATYPE_NULL;

	note_failure(m, SENDRECV(address(m, from), whole ? m->in_count : (rg_mpi_count)from->len,
	                         whole ? m->in_type : m->type, m->r.rank, m->r.lane, address(m, to),
	                         (rg_mpi_count)to->len, m->type, m->r.rank, m->r.lane, m->comm,
	                         MPI_STATUS_IGNORE));
}

static void copy(struct rg *r, const struct rg_span *to, const struct rg_span *from)
{
	struct rg_mpi *m = lane(r);
	bool other_type = from->buf == RG_IN && m->in_type != MPI_DATATYPE_NULL;

	if (r->err)
		return;
	if (m->dense && !other_type)
		memcpy(address(m, to), address(m, from), (size_t)(to->len * m->extent));
	else
		copy_by_message(m, to, from);
}

static void combine(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                    const struct rg_span *right)
{
	struct rg_mpi *m = lane(r);

	if (to->buf != right->buf || to->off != right->off)
		copy(r, to, right);
	if (!r->err)
		note(r, REDUCE_LOCAL(address(m, left), address(m, to), (rg_mpi_count)to->len,
		                     m->type, m->op));
}

const struct rg_transport rg_mpi_transport = {
	.send = post_send, .recv = post_recv, .combine = combine, .copy = copy};

/* One by one: all make progress meanwhile, and each tells its own error. */
static void wait_all(struct rg_mpi *m)
{
	for (int i = 0; i < m->r.pending; i++)
		note_failure(m, PMPI_Wait(&m->requests[i], MPI_STATUS_IGNORE));
	m->r.pending = 0;
}

/* After a failure: nobody waits any more for what is still posted. */
static void give_up(struct rg_mpi *m)
{
	for (int i = 0; i < m->r.pending; i++) {
		if (m->requests[i] == MPI_REQUEST_NULL)
			continue;
		PMPI_Cancel(&m->requests[i]);
		PMPI_Request_free(&m->requests[i]);
	}
	m->r.pending = 0;
}

int rg_mpi_run(struct rg_mpi *m, const struct rg_algorithm *algorithm, void *frame)
{
	enum rg_progress progress;

	m->requests = m->few;
	m->room = RG_LANE_POSTED;
	memset(frame, 0, algorithm->frame);
	while ((progress = (enum rg_progress)algorithm->run(&m->r, frame)) == RG_MORE)
		wait_all(m);
	if (progress == RG_FAILED && m->r.err <= 0)
		m->r.err = MPI_ERR_INTERN; /* the routine lost its place */
	give_up(m);
	if (m->requests != m->few)
		free(m->requests);
	return m->r.err ? m->r.err : m->failure;
}
