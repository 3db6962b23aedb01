/* SPDX-License-Identifier: BSD-3-Clause
 * The transport of a run that is watched.
 */
#include "transport/watching.h"
#include "ringgen/irregular.h"
#include "transport/transport.h"

/* Note an action of a lane that began then. */
static void did(struct rg *r, const char *what, int peer, int64_t elements, int64_t began)
{
	struct rg_lane *l = rg_lane_of(r);

	rg_watch_note(l->m->watch, what, peer, r->veiled_lane, elements * l->m->element.size,
	              began);
}

static int64_t elements_of(const struct rg *r, const struct rg_blocks *b)
{
	int64_t n = 0;

	for (int i = b->first; i < b->first + b->n;)
		n += rg_blocks_piece(r, b, &i).len;
	return n;
}

static void send(struct rg *r, int peer, const struct rg_span *from)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.send(r, peer, from);
	did(r, "send", peer, from->len, began);
}

static void recv(struct rg *r, int peer, const struct rg_span *to)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.recv(r, peer, to);
	did(r, "receive", peer, to->len, began);
}

static void combine(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                    const struct rg_span *right)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.combine(r, to, left, right);
	did(r, "combine", -1, to->len, began);
}

static void copy(struct rg *r, const struct rg_span *to, const struct rg_span *from)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.copy(r, to, from);
	did(r, "copy", -1, to->len, began);
}

static void notify(struct rg *r, int peer)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.notify(r, peer);
	did(r, "notify", peer, 0, began);
}

static void await(struct rg *r, int peer)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.await(r, peer);
	did(r, "await", peer, 0, began);
}

static void lend(struct rg *r, const struct rg_span *given, const struct rg_span *taken)
{
	rg_mpi_transport.lend(r, given, taken);
}

static void reclaim(struct rg *r)
{
	rg_mpi_transport.reclaim(r);
}

static void join(struct rg *r)
{
	rg_mpi_transport.join(r);
}

/* Numbers count as no bytes: only the bytes of data are told. */
static void tell(struct rg *r, int peer, const int64_t *number, int n)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.tell(r, peer, number, n);
	did(r, "send", peer, 0, began);
}

static void hear(struct rg *r, int peer, int64_t *number, int n)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.hear(r, peer, number, n);
	did(r, "receive", peer, 0, began);
}

static void carry(struct rg *r, int peer, int64_t number, const struct rg_span *from)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.carry(r, peer, number, from);
	did(r, "send", peer, from->len, began);
}

static void catch (struct rg *r, int peer, const struct rg_span *to)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.catch(r, peer, to);
	did(r, "receive", peer, to->len, began);
}

static int64_t caught(struct rg *r, const struct rg_span *to)
{
	return rg_mpi_transport.caught(r, to);
}

static void room(struct rg *r, int64_t len)
{
	rg_mpi_transport.room(r, len);
}

static void send_blocks(struct rg *r, int peer, const struct rg_blocks *from)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.send_blocks(r, peer, from);
	did(r, "send", peer, elements_of(r, from), began);
}

static void recv_blocks(struct rg *r, int peer, const struct rg_blocks *to)
{
	int64_t began = rg_watch_now();

	rg_mpi_transport.recv_blocks(r, peer, to);
	did(r, "receive", peer, elements_of(r, to), began);
}

const struct rg_transport rg_watching_transport = {.send = send,
                                                   .recv = recv,
                                                   .combine = combine,
                                                   .copy = copy,
                                                   .notify = notify,
                                                   .await = await,
                                                   .lend = lend,
                                                   .reclaim = reclaim,
                                                   .join = join,
                                                   .tell = tell,
                                                   .hear = hear,
                                                   .carry = carry,
                                                   .catch = catch,
                                                   .caught = caught,
                                                   .room = room,
                                                   .send_blocks = send_blocks,
                                                   .recv_blocks = recv_blocks};
