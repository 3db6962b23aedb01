/* SPDX-License-Identifier: BSD-3-Clause
 * The messages that an algorithm posts over MPI.
 */
#include "transport/post.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Requests */

/* Room for twice as many. False: no memory. */
static bool make_room(struct rg_mpi *m)
{
	size_t room = 2 * (size_t)m->room;
	MPI_Request *request = malloc(room * (sizeof *request + sizeof *m->owner));

	if (!request)
		return false;
	short *owner = (short *)(request + room);
	memcpy(request, m->request, (size_t)m->posted * sizeof *request);
	memcpy(owner, m->owner, (size_t)m->posted * sizeof *owner);
	if (m->room > RG_POSTED)
		free(m->request);
	m->request = request;
	m->owner = owner;
	m->room = (int)room;
	return true;
}

/* Where the next request of this lane goes. NULL: no memory, or it has failed already. */
static MPI_Request *next_request(struct rg_lane *l)
{
	struct rg_mpi *m = l->m;

	if (m->posted == m->room && !l->r.err && !make_room(m))
		rg_note(&l->r, MPI_ERR_NO_MEM);
	if (l->r.err)
		return NULL;
	m->owner[m->posted] = (short)l->slot;
	return &m->request[m->posted];
}

static void count_request(struct rg_lane *l, int err)
{
	rg_note(&l->r, err);
	if (err)
		return;
	l->r.pending++;
	l->m->posted++;
}

/* ---- Data */

/* Send a span, or receive it, in messages that MPI can count. A signal is a message of nothing. */
static void post_span(struct rg *r, bool sends, int peer, const struct rg_span *span)
{
	struct rg_lane *l = rg_lane_of(r);
	MPI_Datatype type = rg_packing_of(l, span->buf)->type;
	MPI_Comm comm = l->m->element.comm;
	int tag = l->m->tag + l->slot;
	int64_t done = 0;
	MPI_Request *q;

	do {
		if (!(q = next_request(l)))
			return;
		void *at = rg_address(l, span->buf, span->off + done);
		int n = rg_portion(span->len - done);
		count_request(l, sends ? PMPI_Isend(at, n, type, peer, tag, comm, q)
		                       : PMPI_Irecv(at, n, type, peer, tag, comm, q));
	} while ((done += INT_MAX) < span->len);
}

void rg_post_send(struct rg *r, int peer, const struct rg_span *from)
{
	post_span(r, true, peer, from);
}

void rg_post_recv(struct rg *r, int peer, const struct rg_span *to)
{
	post_span(r, false, peer, to);
}

/* ---- Irregular collectives */

void rg_post_tell(struct rg *r, int peer, const int64_t *number, int n)
{
	struct rg_lane *l = rg_lane_of(r);
	MPI_Request *q = next_request(l);

	if (q)
		count_request(l, PMPI_Isend(number, n, MPI_INT64_T, peer, l->m->tag + l->slot,
		                            l->m->element.comm, q));
}

void rg_post_hear(struct rg *r, int peer, int64_t *number, int n)
{
	struct rg_lane *l = rg_lane_of(r);
	MPI_Request *q = next_request(l);

	if (q)
		count_request(l, PMPI_Irecv(number, n, MPI_INT64_T, peer, l->m->tag + l->slot,
		                            l->m->element.comm, q));
}

/* The place of the header of a span in RG_TMP. */
static void *header(const struct rg_lane *l, const struct rg_span *s)
{
	return rg_address(l, s->buf, s->off - RG_HEADER);
}

void rg_post_carry(struct rg *r, int peer, int64_t number, const struct rg_span *from)
{
	const struct rg_lane *l = rg_lane_of(r);
	const struct rg_span all = {from->buf, from->off - RG_HEADER, from->len + RG_HEADER};

	_Static_assert(RG_HEADER == sizeof number, "a number is its bytes");
	memcpy(header(l, from), &number, sizeof number);
	rg_post_send(r, peer, &all);
}

/* A longer message is truncated, which MPI tells; a shorter one is none. */
void rg_post_catch(struct rg *r, int peer, const struct rg_span *to)
{
	const struct rg_span all = {to->buf, to->off - RG_HEADER, to->len + RG_HEADER};

	rg_post_recv(r, peer, &all);
}

int64_t rg_post_caught(struct rg *r, const struct rg_span *to)
{
	int64_t number;

	memcpy(&number, header(rg_lane_of(r), to), sizeof number);
	return number;
}

void rg_post_room(struct rg *r, int64_t len)
{
	struct rg_lane *l = rg_lane_of(r);
	int64_t low, bytes = rg_pack_reach(&l->m->scratch, len, &low);

	free(l->m->more);
	l->m->more = malloc((size_t)bytes);
	if (!l->m->more)
		rg_note(r, MPI_ERR_NO_MEM);
	l->base[RG_TMP] = (uintptr_t)l->m->more - (uintptr_t)low;
}

/* Where the blocks of a message are, in the elements of their buffer: a part of a piece each. */
struct parts {
	int *len;       /* [n] */
	MPI_Aint *from; /* [n] bytes from element 0 of the buffer */
	int n;
};

/* The next elements of the blocks, INT_MAX at most, from member *i on, of whose piece `left` are
 * still to come. */
static void next_parts(struct rg_lane *l, const struct rg_blocks *b, int *i, struct rg_span *left,
                       struct parts *p)
{
	const struct rg_packing *q = rg_packing_of(l, b->buf);
	int64_t room = INT_MAX;

	for (p->n = 0; room && (left->len || *i < b->first + b->n); p->n++) {
		if (!left->len)
			*left = rg_blocks_piece(&l->r, b, i);
		int64_t len = left->len < room ? left->len : room;
		p->len[p->n] = (int)len;
		p->from[p->n] = (MPI_Aint)(left->off * q->extent);
		left->off += len;
		left->len -= len;
		room -= len;
	}
}

/* A type of these parts; it need not last longer than the call that uses it. */
static int parts_type(const struct rg_lane *l, int buf, const struct parts *p, MPI_Datatype *type)
{
	int err =
		PMPI_Type_create_hindexed(p->n, p->len, p->from, rg_packing_of(l, buf)->type, type);
	if (err)
		return err;
	if ((err = PMPI_Type_commit(type)))
		PMPI_Type_free(type);
	return err;
}

/* As many messages as one span of their length is. */
static void post_blocks(struct rg_lane *l, int peer, const struct rg_blocks *b, bool sends)
{
	struct parts p = {malloc((size_t)(b->n + 1) * sizeof *p.len),
	                  malloc((size_t)(b->n + 1) * sizeof *p.from), 0};
	struct rg_span left = {b->buf, 0, 0};
	void *base = rg_address(l, b->buf, 0);

	if (!p.len || !p.from)
		rg_note(&l->r, MPI_ERR_NO_MEM);
	for (int i = b->first; !l->r.err && (left.len || i < b->first + b->n);) {
		MPI_Request *q = next_request(l);
		MPI_Datatype type;
		if (!q)
			break;
		next_parts(l, b, &i, &left, &p);
		int err = parts_type(l, b->buf, &p, &type);
		if (err) {
			rg_note(&l->r, err);
			break;
		}
		count_request(l, sends ? PMPI_Isend(base, 1, type, peer, l->m->tag + l->slot,
		                                    l->m->element.comm, q)
		                       : PMPI_Irecv(base, 1, type, peer, l->m->tag + l->slot,
		                                    l->m->element.comm, q));
		PMPI_Type_free(&type);
	}
	free(p.len);
	free(p.from);
}

void rg_post_send_blocks(struct rg *r, int peer, const struct rg_blocks *from)
{
	post_blocks(rg_lane_of(r), peer, from, true);
}

void rg_post_recv_blocks(struct rg *r, int peer, const struct rg_blocks *to)
{
	post_blocks(rg_lane_of(r), peer, to, false);
}
