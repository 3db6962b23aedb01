/* SPDX-License-Identifier: BSD-3-Clause
 * The transport over MPI: runs an algorithm of the engine on real processes, in one or more lanes.
 */
#include "transport/transport.h"
#include "transport/lend.h"
#include "transport/move.h"
#include "transport/post.h"

#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static void note_failure(struct rg_mpi *m, int err)
{
	if (err && !m->failure)
		m->failure = err;
}

/* ---- Requests */

/* Request i is complete. */
static void complete(struct rg_mpi *m, int i)
{
	m->lane[m->owner[i]].r.pending--;
	m->posted--;
	m->request[i] = m->request[m->posted];
	m->owner[i] = m->owner[m->posted];
}

/* ---- The calls of an algorithm */

/* memcpy would write the gaps between a type's parts, and another rank may describe the same data
 * by another map: so windows hold it packed. */
static int copy_typed(struct rg_lane *l, const struct rg_span *to, const struct rg_span *from)
{
	const struct rg_packing *p = rg_packing_of(l, from->buf), *q = rg_packing_of(l, to->buf);
	void *there = rg_address(l, to->buf, to->off), *here = rg_address(l, from->buf, from->off);

	if (rg_is_packed(to))
		return rg_pack(p, here, to->len, there);
	if (rg_is_packed(from))
		return rg_unpack(q, here, there, to->len);
	return rg_pack_copy(p, here, q, there, to->len);
}

static void copy(struct rg *r, const struct rg_span *to, const struct rg_span *from)
{
	struct rg_lane *l = rg_lane_of(r);

	if (r->err)
		return;
	if (rg_is_elsewhere(l, from))
		rg_lend_get(l, to, from);
	else if (rg_is_elsewhere(l, to))
		rg_lend_put(l, to, from);
	else if (l->m->dense || (rg_is_packed(to) && rg_is_packed(from)))
		rg_move_bytes(rg_address(l, to->buf, to->off), rg_address(l, from->buf, from->off),
		              (size_t)(to->len * l->m->element.size));
	else
		note_failure(l->m, copy_typed(l, to, from));
}

/* right = left op right, where both are elements of the type */
static void reduce(struct rg *r, const char *left, char *right, int64_t n)
{
	const struct rg_mpi *m = rg_lane_of(r)->m;

	for (int64_t done = 0; done < n && !r->err; done += INT_MAX) {
		uintptr_t step = (uintptr_t)(done * m->element.extent);
		rg_note(r, PMPI_Reduce_local((const void *)((uintptr_t)left + step),
		                             (void *)((uintptr_t)right + step),
		                             rg_portion(n - done), m->element.type, m->op));
	}
}

/* So many elements of a span, from one on. */
static struct rg_span piece_of(const struct rg_span *s, int64_t done, int64_t n)
{
	return (struct rg_span){s->buf, s->off + done, n};
}

/* Elements of a span, packed or not, to where the type has them in memory of our own; or back. */
static void stage(struct rg_lane *l, struct rg_span s, void *elements, bool back)
{
	const struct rg_packing *p = &l->m->element;
	void *at = rg_address(l, s.buf, s.off);
	int err;

	if (rg_is_packed(&s))
		err = back ? rg_pack(p, elements, s.len, at) : rg_unpack(p, at, elements, s.len);
	else
		err = back ? rg_pack_copy(p, elements, rg_packing_of(l, s.buf), at, s.len)
		           : rg_pack_copy(rg_packing_of(l, s.buf), at, p, elements, s.len);
	rg_note(&l->r, err);
}

/* Elements that are packed in windows are unpacked to be combined, some at a time. */
static void combine_packed(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                           const struct rg_span *right)
{
	enum { PIECE = 64 << 10 }; /* bytes: two of them stay in a cache */
	struct rg_lane *l = rg_lane_of(r);
	const struct rg_packing *p = &l->m->element;
	int64_t low, most = 1 + PIECE / (p->true_extent > p->size ? p->true_extent : p->size);
	int64_t bytes = rg_pack_reach(p, most, &low);
	char *room = malloc(2 * (size_t)bytes);

	if (!room)
		rg_note(r, MPI_ERR_NO_MEM);
	for (int64_t done = 0; done < to->len && !r->err; done += most) {
		int64_t n = to->len - done < most ? to->len - done : most;
		char *first = (char *)((uintptr_t)room - (uintptr_t)low), *second = first + bytes;
		stage(l, piece_of(left, done, n), first, false);
		stage(l, piece_of(right, done, n), second, false);
		reduce(r, first, second, n);
		stage(l, piece_of(to, done, n), second, true);
	}
	free(room);
}

/* Elements that stand apart in scratch are combined one by one. */
static void combine_apart(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                          const struct rg_span *right)
{
	struct rg_lane *l = rg_lane_of(r);

	for (int64_t i = 0; i < to->len && !r->err; i++) {
		struct rg_span one = piece_of(to, i, 1), other = piece_of(right, i, 1);
		if (one.buf != other.buf || one.off != other.off)
			copy(r, &one, &other);
		reduce(r, rg_address(l, left->buf, left->off + i), rg_address(l, one.buf, one.off),
		       1);
	}
}

/* Both operands are in memory of this process, or in windows. */
static void combine_here(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                         const struct rg_span *right)
{
	struct rg_lane *l = rg_lane_of(r);

	if (l->m->kernel) {
		l->m->kernel(rg_address(l, to->buf, to->off), rg_address(l, left->buf, left->off),
		             rg_address(l, right->buf, right->off), to->len);
		return;
	}
	if (!l->m->dense && (rg_is_packed(to) || rg_is_packed(left) || rg_is_packed(right))) {
		combine_packed(r, to, left, right);
		return;
	}
	if (l->m->scratch.extent != l->m->element.extent) {
		combine_apart(r, to, left, right);
		return;
	}
	if (to->buf != right->buf || to->off != right->off)
		copy(r, to, right);
	reduce(r, rg_address(l, left->buf, left->off), rg_address(l, to->buf, to->off), to->len);
}

/* What other ranks give is fetched, a piece at a time. */
static void combine(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                    const struct rg_span *right)
{
	struct rg_lane *l = rg_lane_of(r);
	const struct rg_span *operand[] = {left, right};
	int64_t most = rg_lend_most(l);

	if (!rg_is_elsewhere(l, left) && !rg_is_elsewhere(l, right)) {
		combine_here(r, to, left, right);
		return;
	}
	for (int64_t done = 0; done < to->len && !r->err; done += most) {
		int64_t n = to->len - done < most ? to->len - done : most;
		struct rg_span there = piece_of(to, done, n), piece[2];
		for (int i = 0; i < 2; i++) {
			piece[i] = piece_of(operand[i], done, n);
			if (rg_is_elsewhere(l, &piece[i]))
				rg_lend_fetch(l, i, &piece[i]);
		}
		if (!r->err)
			combine_here(r, &there, &piece[0], &piece[1]);
	}
}

static void notify(struct rg *r, int peer)
{
	rg_window_notify(rg_lane_of(r)->m->window, r->veiled_lane, peer);
}

static void await(struct rg *r, int peer)
{
	struct rg_lane *l = rg_lane_of(r);

	rg_window_await(l->m->window, r->veiled_lane, peer);
	r->pending += !l->awaits;
	l->awaits = true;
}

/* The last lane to come lets all go on. */
static void join(struct rg *r)
{
	struct rg_lane *l = rg_lane_of(r);
	struct rg_mpi *m = l->m;

	r->pending += !l->joins;
	m->joining += !l->joins;
	l->joins = true;
	if (m->joining < m->lanes)
		return;
	for (int i = 0; i < m->lanes; i++) {
		m->lane[i].joins = false;
		m->lane[i].r.pending--;
	}
	m->joining = 0;
}

const struct rg_transport rg_mpi_transport = {.send = rg_post_send,
                                              .recv = rg_post_recv,
                                              .combine = combine,
                                              .copy = copy,
                                              .notify = notify,
                                              .await = await,
                                              .lend = rg_lend_begin,
                                              .reclaim = rg_lend_end,
                                              .join = join,
                                              .tell = rg_post_tell,
                                              .hear = rg_post_hear,
                                              .carry = rg_post_carry,
                                              .catch = rg_post_catch,
                                              .caught = rg_post_caught,
                                              .room = rg_post_room,
                                              .send_blocks = rg_post_send_blocks,
                                              .recv_blocks = rg_post_recv_blocks};

/* ---- The driver */

/* What looks at several requests belongs to no communicator, and MPICH raises their errors on
 * MPI_COMM_SELF, where they end the program (4.2; 4.0 raises all errors of messages on
 * MPI_COMM_WORLD). What looks at one raises them on its communicator, and ours return. MPI sees to
 * the others meanwhile. */
static void wait_all(struct rg_mpi *m)
{
	for (int i = 0; i < m->posted; i++)
		note_failure(m, PMPI_Wait(&m->request[i], MPI_STATUS_IGNORE));
	m->lane->r.pending -= m->posted;
	m->posted = 0;
}

/* Complete the requests that are; with `block`, in several lanes, wait for one at least. MPICH lets
 * all messages make progress whenever a request is tested that is not complete. A lane alone goes
 * on when all of them are, so that the first that is not tells enough. */
#if defined(MPICH) || defined(RG_STANDARD_ABI)
static void complete_any(struct rg_mpi *m, bool block)
{
	bool any = false;

	while (m->posted && !any) {
		for (int i = 0; i < m->posted;) {
			int flag = 0, err = PMPI_Test(&m->request[i], &flag, MPI_STATUS_IGNORE);
			note_failure(m, err);
			any = any || flag || err;
			if (flag || err)
				complete(m, i);
			else if (m->lanes == 1)
				return;
			else
				i++;
			if (block && !any)
				sched_yield();
		}
		if (!block)
			return;
	}
}
#else
/* Open MPI frees all requests with an error as it returns the first one's (5.0.7, 6.0.0rc2): then
 * nobody tells of the others. */
static void complete_freed(struct rg_mpi *m)
{
	for (int i = 0; i < m->posted;)
		if (m->request[i] == MPI_REQUEST_NULL)
			complete(m, i);
		else
			i++;
}

static void complete_any(struct rg_mpi *m, bool block)
{
	int flag = 1;

	while (m->posted && flag && !m->err) {
		int i = -1;
		int err = block ? PMPI_Waitany(m->posted, m->request, &i, MPI_STATUS_IGNORE)
		                : PMPI_Testany(m->posted, m->request, &i, &flag, MPI_STATUS_IGNORE);
		block = false;
		note_failure(m, err);
		if (i >= 0 && (flag || err))
			complete(m, i);
		else if (err)
			m->err = err; /* of none of them */
		else if (i < 0)
			break; /* SimGrid's Testany takes short messages for none: Waitany will not
			        */
		if (err)
			complete_freed(m);
	}
}
#endif

/* Test the requests that are posted. With `block`, wait: in one lane for all of them, in several
 * lanes for one at least. */
static void complete_some(struct rg_mpi *m, bool block)
{
	if (block && m->lanes == 1)
		wait_all(m);
	else
		complete_any(m, block);
}

/* Let MPI make progress, on which another process may depend, and give other processes on this core
 * a turn. */
static void poll(struct rg_mpi *m)
{
	int flag;

	if (m->posted)
		complete_some(m, false);
	else
		note_failure(m, PMPI_Iprobe(m->lane->r.rank, m->tag, m->element.comm, &flag,
		                            MPI_STATUS_IGNORE));
	sched_yield();
}

/* Whether the lane can go on. */
static bool may_go_on(struct rg_lane *l)
{
	if (l->awaits && rg_window_arrived(l->m->window, l->r.veiled_lane)) {
		l->awaits = false;
		l->r.pending--;
	}
	return !l->done && !l->r.pending;
}

/* Begin the lanes whose turn it is: all of them; or segments in the order of their numbers, while
 * there is a slot for the next one and few others stand at their first wait. All processes begin
 * them in that order: the first lane that is not over everywhere has a slot everywhere, so that
 * lanes do not wait for each other in a circle. */
static void begin_lanes(struct rg_mpi *m)
{
	while (m->begun < m->lane->r.veiled_lanes && m->entering < m->entering_most) {
		struct rg_lane *l = &m->lane[m->begun % m->lanes];
		if (!l->done)
			return;
		l->r.veiled_lane = m->begun++;
		l->waits = 0;
		l->done = false;
		m->entering++;
	}
}

/* The lane has ended; its slot is as new. */
static void end_lane(struct rg_lane *l, const struct rg_algorithm *algorithm)
{
	struct rg_mpi *m = l->m;

	l->done = true;
	m->running--;
	if (m->begun < l->r.veiled_lanes)
		memset(l->frame, 0, algorithm->frame);
}

static void resume(struct rg_lane *l, const struct rg_algorithm *algorithm)
{
	struct rg_mpi *m = l->m;
	int64_t began = m->watch ? rg_watch_now() : 0;
	int lane = l->r.veiled_lane;
	int progress = algorithm->run(&l->r, l->frame);

	if (m->watch)
		rg_watch_note(m->watch, "resume", -1, lane, 0, began);

	m->entering -= l->waits == 1 || (l->waits == 0 && progress != RG_MORE);
	if (progress == RG_MORE) {
		l->waits++;
		return;
	}
	end_lane(l, algorithm);
	if (progress == RG_FAILED && !m->err) /* or the routine lost its place */
		m->err = l->r.err > 0 ? l->r.err : MPI_ERR_INTERN;
}

/* Resume all lanes that can go on. Whether there were any; and *awaits: does any wait for a
 * notification? */
static bool resume_all(struct rg_mpi *m, const struct rg_algorithm *algorithm, bool *awaits)
{
	bool any = false;

	/* Nothing begins before it may write its window. */
	*awaits = m->window && !rg_window_is_free(m->window);
	if (*awaits)
		return false;
	begin_lanes(m);
	for (int i = 0; i < m->lanes && !m->err; i++) {
		if (may_go_on(&m->lane[i])) {
			resume(&m->lane[i], algorithm);
			any = true;
		}
		*awaits = *awaits || m->lane[i].awaits;
	}
	return any;
}

/* After a failure: nobody waits any more for what is still posted. */
static void give_up(struct rg_mpi *m)
{
	for (int i = 0; i < m->posted; i++) {
		if (m->request[i] == MPI_REQUEST_NULL)
			continue;
		PMPI_Cancel(&m->request[i]);
		PMPI_Request_free(&m->request[i]);
	}
	m->posted = 0;
}

void rg_mpi_open(struct rg_mpi *m, struct rg_posts *posts)
{
	m->request = posts->request;
	m->owner = posts->owner;
	m->room = RG_POSTED;
}

void rg_mpi_begin(struct rg_mpi *m)
{
	m->running = m->lane->r.veiled_lanes;
	m->posted = m->joining = m->begun = m->entering = 0;
	m->err = m->failure = MPI_SUCCESS;
	m->watch = m->watched.is ? rg_watch_begin(&m->watched) : NULL;
}

int rg_mpi_end(struct rg_mpi *m)
{
	free(m->more);
	m->more = NULL;
	rg_lend_free(m);
	give_up(m);
	rg_watch_end(m->watch);
	m->watch = NULL;
	if (m->window)
		rg_window_leave(m->window);
	return m->err ? m->err : m->failure;
}

void rg_mpi_free(struct rg_mpi *m)
{
	if (m->room > RG_POSTED)
		free(m->request);
}

bool rg_mpi_advance(struct rg_mpi *m, const struct rg_algorithm *algorithm, bool *moved)
{
	bool awaits, more = true;

	while (more && m->running && !m->err) {
		int posted = m->posted;
		more = resume_all(m, algorithm, &awaits);
		if (!more && posted) {
			complete_some(m, false);
			more = m->posted < posted;
		}
		*moved = *moved || more;
	}
	return !m->running || m->err;
}

int rg_mpi_run(struct rg_mpi *m, const struct rg_algorithm *algorithm)
{
	/* Looks at notifications so often, before MPI and other processes on this core get their
	 * turn. */
	enum { SPIN = 1000, SPIN_IN_CROWD = 30 };
	struct rg_posts posts; /* not in *m, which is zeroed in each call */
	int idle = 0, spin = rg_window_crowd() ? SPIN_IN_CROWD : SPIN;
	bool awaits;

	rg_mpi_open(m, &posts);
	rg_mpi_begin(m);
	while (m->running && !m->err) {
		if (resume_all(m, algorithm, &awaits))
			idle = 0;
		else if (!awaits)
			complete_some(m, true);
		else if (++idle >= spin || m->posted) {
			poll(m);
			idle = 0;
		}
	}
	int err = rg_mpi_end(m);
	rg_mpi_free(m);
	return err;
}
