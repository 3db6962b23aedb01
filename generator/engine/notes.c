/* SPDX-License-Identifier: BSD-3-Clause
 * notes: a transport that only notes what a routine does.
 */
#include "engine/notes.h"

#include <string.h>

#include "base/alloc.h"

static void note(struct rg *r, enum rg_act act, int peer, int64_t len)
{
	struct rg_script *s = ((struct rg_recorder *)r)->script;
	s->move = rg_grow(s->move, s->moves, &s->move_cap, sizeof *s->move);
	s->move[s->moves++] = (struct rg_move){act, peer, len, 0};
}

static void note_send(struct rg *r, int peer, const struct rg_span *from)
{
	note(r, RG_SENDS, peer, from->len);
	((struct rg_recorder *)r)->posted++;
	r->pending++;
}

static void note_recv(struct rg *r, int peer, const struct rg_span *to)
{
	note(r, RG_RECEIVES, peer, to->len);
	r->pending++;
}

/* Note what the process does with its own data. It is added to the move before if that does the
 * same with the data just before. */
static void note_work(struct rg *r, enum rg_act act, int64_t len, int64_t far)
{
	struct rg_recorder *x = (struct rg_recorder *)r;
	struct rg_script *s = x->script;
	if ((int)s->moves > x->begin && s->move[s->moves - 1].act == act)
		s->move[s->moves - 1].len += len;
	else
		note(r, act, -1, len);
	s->move[s->moves - 1].far += far;
}

/* The elements of a span that are in memory of another NUMA node. */
static int64_t far_in(const struct rg *r, const struct rg_span *span)
{
	const int *numa = ((const struct rg_recorder *)r)->numa;
	int whose = rg_is_lent(span->buf)    ? rg_lender(span->buf)
	            : span->buf >= RG_WINDOW ? span->buf - RG_WINDOW
	                                     : r->rank;
	return numa[whose] != numa[r->rank] ? span->len : 0;
}

/* What the system takes to copy so many elements of four bytes between processes, in elements that
 * a process copies itself: it has to find the pages of both. 3 us to begin, at 10 GB/s, and about
 * 5 GB/s, measured with Linux 6.18 on an AMD EPYC. */
enum { CALL = 8192 };

static int64_t between(const struct rg *r, const struct rg_span *span)
{
	bool lent = rg_is_lent(span->buf) && rg_lender(span->buf) != r->rank;
	return lent ? CALL + span->len * 2 : 0;
}

static void note_combine(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                         const struct rg_span *right)
{
	int64_t fetched = between(r, left) + between(r, right);
	note_work(r, RG_COMBINES, to->len, far_in(r, left) + far_in(r, right));
	/* What is given is fetched first. */
	if (fetched)
		note_work(r, RG_COPIES, fetched, 0);
}

static void note_copy(struct rg *r, const struct rg_span *to, const struct rg_span *from)
{
	int64_t moved = between(r, to) + between(r, from);
	note_work(r, RG_COPIES, moved ? moved : to->len, far_in(r, from) + far_in(r, to));
}

static void note_notify(struct rg *r, int peer)
{
	note(r, RG_NOTIFIES, peer, 0);
	*((struct rg_recorder *)r)->exact = true;
}

static void note_await(struct rg *r, int peer)
{
	note(r, RG_AWAITS, peer, 0);
	r->pending++;
}

static void note_lend(struct rg *r, const struct rg_span *given, const struct rg_span *taken)
{
	(void)r, (void)given, (void)taken;
}

static void note_reclaim(struct rg *r)
{
	(void)r;
}

/* There is one lane here. */
static void note_join(struct rg *r)
{
	(void)r;
}

/* Numbers are eight bytes each, which are elements of an irregular collective. */
static int64_t bytes_of(int n)
{
	return (int64_t)sizeof(int64_t) * n;
}

static void note_tell(struct rg *r, int peer, const int64_t *number, int n)
{
	struct rg_recorder *x = (struct rg_recorder *)r;
	struct rg_mail *to = &x->mail[peer];
	to->told = rg_grow(to->told, to->n, &to->cap, sizeof *to->told);
	to->told[to->n] = (struct rg_mail_told){.from = r->rank, .n = n};
	memcpy(to->told[to->n++].number, number, (size_t)n * sizeof *number);
	note(r, RG_SENDS, peer, bytes_of(n));
	*x->exact = true;
	x->posted++;
	r->pending++;
}

static void note_hear(struct rg *r, int peer, int64_t *number, int n)
{
	struct rg_recorder *x = (struct rg_recorder *)r;
	struct rg_mail *mine = &x->mail[r->rank];
	mine->awaited = rg_grow(mine->awaited, mine->waits, &mine->wait_cap, sizeof *mine->awaited);
	mine->awaited[mine->waits++] =
		(struct rg_mail_awaited){.from = peer, .n = n, .number = number};
	note(r, RG_RECEIVES, peer, bytes_of(n));
	*x->exact = true;
	r->pending++;
}

static int64_t blocks_length(const struct rg *r, const struct rg_blocks *b)
{
	int64_t len = 0;
	for (int i = b->first; i < b->first + b->n; i++)
		len += rg_block_of(r, b->buf, rg_member(&b->of, i)).len;
	return len;
}

static void note_send_blocks(struct rg *r, int peer, const struct rg_blocks *from)
{
	const struct rg_span all = {from->buf, 0, blocks_length(r, from)};
	note_send(r, peer, &all);
}

static void note_recv_blocks(struct rg *r, int peer, const struct rg_blocks *to)
{
	const struct rg_span all = {to->buf, 0, blocks_length(r, to)};
	note_recv(r, peer, &all);
}

/* Note a number that is sent with data behind it. */
static void note_carry(struct rg *r, int peer, int64_t number, const struct rg_span *from)
{
	struct rg_recorder *x = (struct rg_recorder *)r;
	note_tell(r, peer, &number, 1);
	x->mail[peer].told[x->mail[peer].n - 1].len = from->len;
	x->script->move[x->script->moves - 1].len += from->len;
}

/* How long it is is not known yet: record.c completes it. */
static void note_catch(struct rg *r, int peer, const struct rg_span *to)
{
	struct rg_recorder *x = (struct rg_recorder *)r;
	struct rg_mail *mine = &x->mail[r->rank];
	note_hear(r, peer, NULL, 1);
	mine->awaited[mine->waits - 1].off = to->off;
	mine->awaited[mine->waits - 1].move = x->script->moves - 1;
}

static int64_t note_caught(struct rg *r, const struct rg_span *to)
{
	const struct rg_mail *mine = &((struct rg_recorder *)r)->mail[r->rank];
	size_t i = mine->catches;
	while (i-- > 0)
		if (mine->caught[i].off == to->off)
			return mine->caught[i].number;
	r->err = 1;
	return -1;
}

static void note_room(struct rg *r, int64_t len)
{
	(void)r, (void)len;
}

const struct rg_transport rg_notes = {.send = note_send,
                                      .recv = note_recv,
                                      .combine = note_combine,
                                      .copy = note_copy,
                                      .notify = note_notify,
                                      .await = note_await,
                                      .lend = note_lend,
                                      .reclaim = note_reclaim,
                                      .join = note_join,
                                      .tell = note_tell,
                                      .hear = note_hear,
                                      .carry = note_carry,
                                      .catch = note_catch,
                                      .caught = note_caught,
                                      .room = note_room,
                                      .send_blocks = note_send_blocks,
                                      .recv_blocks = note_recv_blocks};
