/* SPDX-License-Identifier: BSD-3-Clause
 * One copy inside a machine.
 */
#include "transport/lend.h"
#include "mpi/say.h"
#include "transport/move.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* What is fetched has room behind where the loan is told, in this rank's own window: two pieces of
 * so many bytes. They stay in a core's own cache. */
enum { PIECE = 64 << 10, FETCHED = 2 };

_Static_assert(RG_WINDOW_LINE + FETCHED * PIECE <= RG_WINDOW_BYTES, "a window has room for them");
_Static_assert(sizeof(struct rg_offer) <= RG_WINDOW_LINE, "it stands before them");

static char *window_of(const struct rg_lane *l, int rank)
{
	return (char *)rg_window_base(l->m->window, 0, rank);
}

/* ---- Between processes */

/* Once in a process. */
static void tell_failure(const struct rg_lane *l, int rank, int err)
{
	static atomic_flag told = ATOMIC_FLAG_INIT;

	if (!atomic_flag_test_and_set(&told))
		rg_say("rank %d cannot use the memory that rank %d of its machine has lent it: "
		       "%s",
		       l->r.rank, rank, strerror(err));
}

/* Read so many bytes of a rank's memory, from that address on, or write them. The system may do
 * less than it is asked for. */
static void copy_bytes(struct rg_lane *l, int rank, uintptr_t there, void *here, size_t bytes,
                       bool write)
{
	const struct rg_window *w = l->m->window;
	uintptr_t at = (uintptr_t)here;

	while (bytes && !l->m->failure) {
		struct iovec mine = {(void *)at, bytes}, theirs = {(void *)there, bytes};
		pid_t pid = w->pid[w->seat[rank]];
		ssize_t n = write ? process_vm_writev(pid, &mine, 1, &theirs, 1, 0)
		                  : process_vm_readv(pid, &mine, 1, &theirs, 1, 0);
		if (n <= 0) {
			tell_failure(l, rank, n < 0 ? errno : EFAULT);
			l->m->failure = MPI_ERR_OTHER;
			return;
		}
		at += (uintptr_t)n;
		there += (uintptr_t)n;
		bytes -= (size_t)n;
	}
}

/* What marks an offer of this call. Ranks that disagree on the count may have chosen another
 * algorithm, so that there is none: random bits, which data are not by chance. */
static uint64_t sign_of(const struct rg_lane *l)
{
	return UINT64_C(0x9c4f61d3a7be0825) ^ l->m->window->calls;
}

static struct rg_offer *offer_of(const struct rg_lane *l, int rank)
{
	return (struct rg_offer *)(void *)window_of(l, rank);
}

/* Whether a rank has lent so much, in this call. As with messages it is an error if it has less. */
static bool has_lent(struct rg_lane *l, const struct rg_span *lent)
{
	const struct rg_offer *offer = offer_of(l, rg_lender(lent->buf));
	int64_t end = (lent->off + lent->len) * l->m->element.size;

	if (offer->sign != sign_of(l) || end > offer->bytes[rg_is_taken(lent->buf)])
		l->m->failure = l->m->failure ? l->m->failure : MPI_ERR_TRUNCATE;
	return !l->m->failure;
}

/* Where this process has a span that another rank lends, if that is attached; NULL: it is not. All
 * that the rank lends is, at a time. */
static char *attached(struct rg_lane *l, const struct rg_span *lent)
{
	const struct rg_window *w = l->m->window;
	int rank = rg_lender(lent->buf), i = rg_is_taken(lent->buf);
	const struct rg_offer *offer = offer_of(l, rank);

	if (!w->attached)
		return NULL;
	char *at = rg_attach_at(w->attached, w->seat[rank], offer->at[i], (size_t)offer->bytes[i]);
	return at ? at + lent->off * l->m->element.size : NULL;
}

/* Move a span's bytes between a rank that lends it and this one. */
static void move_span(struct rg_lane *l, const struct rg_span *lent, void *here)
{
	int rank = rg_lender(lent->buf);
	bool taken = rg_is_taken(lent->buf);
	int64_t off = lent->off * l->m->element.size;
	size_t bytes = (size_t)(lent->len * l->m->element.size);
	char *there;

	if (!has_lent(l, lent) || !bytes)
		return;
	if (!(there = attached(l, lent)))
		copy_bytes(l, rank, offer_of(l, rank)->at[taken] + (uintptr_t)off, here, bytes,
		           taken);
	else if (taken)
		rg_move_bytes(there, here, bytes);
	else
		rg_move_bytes(here, there, bytes);
}

/* ---- Room for what is fetched */

/* Longer elements than that do not go through windows at all: see rg_fits_windows. */
int64_t rg_lend_most(const struct rg_lane *l)
{
	return PIECE / l->m->element.size;
}

static char *room_for(const struct rg_lane *l, int number)
{
	return window_of(l, l->r.rank) + RG_WINDOW_LINE + number * PIECE;
}

void rg_lend_fetch(struct rg_lane *l, int number, const struct rg_span *from)
{
	char *at = from->len && has_lent(l, from) ? attached(l, from) : NULL;

	if (!at) {
		at = room_for(l, number);
		move_span(l, from, at);
	}
	l->m->lending.fetched[number] = (struct rg_fetched){*from, (uintptr_t)at};
}

/* ---- Copies of elements that are not their bytes, some at a time */

static struct rg_span piece_of(const struct rg_span *s, int64_t done, int64_t n)
{
	return (struct rg_span){s->buf, s->off + done, n};
}

static void get_packed(struct rg_lane *l, const struct rg_span *to, const struct rg_span *from)
{
	int64_t most = rg_lend_most(l);
	char *room = room_for(l, 0);

	for (int64_t done = 0; done < to->len; done += most) {
		int64_t n = to->len - done < most ? to->len - done : most;
		struct rg_span piece = piece_of(from, done, n);
		move_span(l, &piece, room);
		rg_note(&l->r, rg_unpack(rg_packing_of(l, to->buf), room,
		                         rg_address(l, to->buf, to->off + done), n));
	}
}

static void put_packed(struct rg_lane *l, const struct rg_span *to, const struct rg_span *from)
{
	int64_t most = rg_lend_most(l);
	char *room = room_for(l, 0);

	for (int64_t done = 0; done < to->len; done += most) {
		int64_t n = to->len - done < most ? to->len - done : most;
		struct rg_span piece = piece_of(to, done, n);
		rg_note(&l->r, rg_pack(rg_packing_of(l, from->buf),
		                       rg_address(l, from->buf, from->off + done), n, room));
		move_span(l, &piece, room);
	}
}

void rg_lend_get(struct rg_lane *l, const struct rg_span *to, const struct rg_span *from)
{
	if (l->m->dense || rg_is_packed(to))
		move_span(l, from, rg_address(l, to->buf, to->off));
	else
		get_packed(l, to, from);
}

void rg_lend_put(struct rg_lane *l, const struct rg_span *to, const struct rg_span *from)
{
	if (l->m->dense || rg_is_packed(from))
		move_span(l, to, rg_address(l, from->buf, from->off));
	else
		put_packed(l, to, from);
}

/* ---- Lend and reclaim */

/* Whether the system copies a byte of this process to itself. */
static bool is_open(char *at, bool write)
{
	char byte = *at;
	struct iovec here = {&byte, 1}, there = {at, 1};
	ssize_t n = write ? process_vm_writev(getpid(), &here, 1, &there, 1, 0)
	                  : process_vm_readv(getpid(), &here, 1, &there, 1, 0);

	return n == 1;
}

/* Whether others can get at what is lent where it is: elements are their bytes, and the memory is
 * of such a kind. What a device driver has mapped, as some memory that a device manages, can be
 * read by who has mapped it, but not from another process. The first byte and the last one are
 * tried. */
static bool can_be_lent(const struct rg_lane *l)
{
	bool open = l->m->dense;

	for (int i = 0; i < RG_LOANS && open; i++) {
		const struct rg_span *s = &l->m->lending.span[i];
		if (!s->len)
			continue;
		char *first = rg_address(l, s->buf, s->off);
		open = is_open(first, i) && is_open(first + s->len * l->m->element.size - 1, i);
	}
	return open;
}

/* Both spans, packed: of what is taken nobody may write some elements. */
static void pack_loan(struct rg_lane *l)
{
	struct rg_lending *lending = &l->m->lending;
	const struct rg_span *given = &lending->span[0], *taken = &lending->span[1];
	MPI_Count size = l->m->element.size;

	lending->packed = malloc((size_t)((given->len + taken->len) * size) + 1);
	if (!lending->packed) {
		rg_note(&l->r, MPI_ERR_NO_MEM);
		return;
	}
	lending->at[0] = (uintptr_t)lending->packed;
	lending->at[1] = lending->at[0] + (uintptr_t)(given->len * size);
	for (int i = 0; i < RG_LOANS; i++) {
		const struct rg_span *s = &lending->span[i];
		if (s->len)
			rg_note(&l->r,
			        rg_pack(rg_packing_of(l, s->buf), rg_address(l, s->buf, s->off),
			                s->len, (char *)lending->at[i]));
	}
}

void rg_lend_begin(struct rg *r, const struct rg_span *given, const struct rg_span *taken)
{
	struct rg_lane *l = rg_lane_of(r);
	struct rg_lending *lending = &l->m->lending;

	if (r->err)
		return;
	lending->span[0] = *given;
	lending->span[1] = *taken;
	if (can_be_lent(l))
		for (int i = 0; i < RG_LOANS; i++)
			lending->at[i] = (uintptr_t)rg_address(l, lending->span[i].buf,
			                                       lending->span[i].off);
	else
		pack_loan(l);
	struct rg_offer *offer = offer_of(l, r->rank);
	offer->sign = sign_of(l);
	for (int i = 0; i < RG_LOANS; i++) {
		offer->at[i] = lending->at[i];
		offer->bytes[i] = lending->span[i].len * l->m->element.size;
	}
}

void rg_lend_end(struct rg *r)
{
	struct rg_lane *l = rg_lane_of(r);
	const struct rg_span *taken = &l->m->lending.span[1];

	if (r->err)
		return;
	if (l->m->lending.packed && taken->len)
		rg_note(r,
		        rg_unpack(rg_packing_of(l, taken->buf), (const char *)l->m->lending.at[1],
		                  rg_address(l, taken->buf, taken->off), taken->len));
	rg_lend_free(l->m);
}

void rg_lend_free(struct rg_mpi *m)
{
	free(m->lending.packed);
	m->lending.packed = NULL;
}
