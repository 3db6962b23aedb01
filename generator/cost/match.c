/* SPDX-License-Identifier: BSD-3-Clause
 * match: which message of a record answers which receive.
 *
 * The processes run through their scripts; a send is over when its receive is posted, which is the
 * worst that MPI allows.
 */
#include "cost/match.h"

#include <stdlib.h>

#include "base/alloc.h"

/* A message, notification or receive that was posted at one end only. */
struct post {
	int from, to; /* ranks */
	bool notice;
	int number, level, waits;
	int next; /* in its list; -1: the last */
};

struct list {
	int head, tail; /* posts; -1: none */
};

struct actor {
	int step, times, waits; /* where it stands; how often it has done that step; all so far */
	bool posted;            /* what that step posts, this time */
	bool waiting;
	int open;              /* it waits for so many */
	int level, later;      /* messages before; when what it waits for is complete */
	int sends, receives;   /* so far */
	struct list sent, due; /* to it, before it asked; what it asked for that was not yet sent */
};

struct matcher {
	const struct rg_record *record;
	struct rg_matching *out;
	struct actor *actor; /* [P] */
	struct post *post;
	size_t posts, post_cap;
	int spare;               /* list of posts that are free again */
	int *ready, head, count; /* [P] queue of ranks that can go on */
};

static void make_ready(struct matcher *m, int rank)
{
	m->actor[rank].waiting = false;
	m->ready[(m->head + m->count++) % m->record->P] = rank;
}

static void append(struct matcher *m, struct list *l, struct post p)
{
	int i = m->spare;
	if (i >= 0) {
		m->spare = m->post[i].next;
	} else {
		m->post = rg_grow(m->post, m->posts, &m->post_cap, sizeof *m->post);
		i = (int)m->posts++;
	}
	p.next = -1;
	m->post[i] = p;
	if (l->head < 0)
		l->head = i;
	else
		m->post[l->tail].next = i;
	l->tail = i;
}

/* Take the oldest post between the two out of the list. False: there is none. */
static bool take(struct matcher *m, struct list *l, const struct post *like, struct post *out)
{
	for (int i = l->head, before = -1; i >= 0; before = i, i = m->post[i].next) {
		struct post *p = &m->post[i];
		if (p->from != like->from || p->to != like->to || p->notice != like->notice)
			continue;
		*out = *p;
		if (before < 0)
			l->head = p->next;
		else
			m->post[before].next = p->next;
		if (l->tail == i)
			l->tail = before;
		p->next = m->spare;
		m->spare = i;
		return true;
	}
	return false;
}

static void complete(struct matcher *m, int rank, int level)
{
	struct actor *a = &m->actor[rank];
	a->later = level > a->later ? level : a->later;
	if (--a->open == 0 && a->waiting)
		make_ready(m, rank);
}

/* Both ends have posted it. */
static void deliver(struct matcher *m, const struct post *sent, const struct post *due)
{
	int level = sent->level;
	if (!sent->notice && due->level > level)
		level = due->level;
	m->out->source[m->out->receives[sent->to] + (size_t)due->number] = sent->waits;
	m->out->goal[m->out->sends[sent->from] + (size_t)sent->number] = due->waits;
	m->out->number_received[m->out->receives[sent->to] + (size_t)due->number] =
		m->out->delivered;
	m->out->number_sent[m->out->sends[sent->from] + (size_t)sent->number] = m->out->delivered;
	m->out->from[m->out->delivered] = sent->from;
	m->out->to[m->out->delivered++] = sent->to;
	complete(m, sent->to, level + !sent->notice);
	if (!sent->notice)
		complete(m, sent->from, level + 1);
}

static void send(struct matcher *m, int rank, const struct rg_move *move, int *level)
{
	struct actor *a = &m->actor[rank];
	struct post p = {rank,     move->peer, move->act == RG_NOTIFIES, a->sends++, a->level,
	                 a->waits, -1},
		    due;
	*level = *level ? *level : a->level + 1;
	a->open += !p.notice;
	if (take(m, &m->actor[move->peer].due, &p, &due))
		deliver(m, &p, &due);
	else
		append(m, &m->actor[move->peer].sent, p);
}

static void receive(struct matcher *m, int rank, const struct rg_move *move)
{
	struct actor *a = &m->actor[rank];
	struct post p = {move->peer, rank, move->act == RG_AWAITS, a->receives++, a->level,
	                 a->waits,   -1};
	struct post sent;
	a->open++;
	if (take(m, &a->sent, &p, &sent))
		deliver(m, &sent, &p);
	else
		append(m, &a->due, p);
}

/* Post what the current step posts. */
static void begin_step(struct matcher *m, int rank)
{
	struct actor *a = &m->actor[rank];
	const struct rg_script *s = &m->record->script[rank];
	const struct rg_step *step = &s->step[a->step];
	struct rg_matching *out = m->out;
	out->turn = rg_grow(out->turn, out->turns, &out->turn_cap, sizeof *out->turn);
	out->turn[out->turns++] = (struct rg_turn){rank, out->delivered};
	a->later = a->level;
	for (int i = step->first; i < step->first + step->moves; i++) {
		const struct rg_move *move = &s->move[i];
		if (move->act == RG_SENDS || move->act == RG_NOTIFIES)
			send(m, rank, move, &m->out->level[m->out->moves[rank] + (size_t)i]);
		else if (move->act == RG_RECEIVES || move->act == RG_AWAITS)
			receive(m, rank, move);
	}
}

/* Run a process as far as it comes. Returns whether it has come to its end. */
static bool resume(struct matcher *m, int rank)
{
	struct actor *a = &m->actor[rank];
	const struct rg_script *s = &m->record->script[rank];
	while (a->step < (int)s->steps) {
		if (!a->posted)
			begin_step(m, rank);
		a->posted = true;
		if (a->open) {
			a->waiting = true;
			return false;
		}
		a->level = a->later;
		a->posted = false;
		a->waits++;
		if (++a->times < s->step[a->step].times)
			continue;
		a->times = 0;
		a->step++;
	}
	return true;
}

/* How many there are of each kind. */
static void count_posts(const struct rg_record *r, struct rg_matching *m)
{
	m->receives = rg_alloc((size_t)r->P + 1, sizeof *m->receives);
	m->sends = rg_alloc((size_t)r->P + 1, sizeof *m->sends);
	m->moves = rg_alloc((size_t)r->P + 1, sizeof *m->moves);
	for (int rank = 0; rank < r->P; rank++) {
		const struct rg_script *s = &r->script[rank];
		size_t sends = 0, receives = 0;
		for (size_t k = 0; k < s->steps; k++)
			for (int i = s->step[k].first; i < s->step[k].first + s->step[k].moves;
			     i++) {
				enum rg_act act = s->move[i].act;
				size_t times = (size_t)s->step[k].times;
				sends += act == RG_SENDS || act == RG_NOTIFIES ? times : 0;
				receives += act == RG_RECEIVES || act == RG_AWAITS ? times : 0;
			}
		m->sends[rank + 1] = m->sends[rank] + sends;
		m->receives[rank + 1] = m->receives[rank] + receives;
		m->moves[rank + 1] = m->moves[rank] + s->moves;
	}
	m->source = rg_alloc(m->receives[r->P], sizeof *m->source);
	m->number_received = rg_alloc(m->receives[r->P], sizeof *m->number_received);
	m->number_sent = rg_alloc(m->sends[r->P], sizeof *m->number_sent);
	m->from = rg_alloc(m->sends[r->P], sizeof *m->from);
	m->to = rg_alloc(m->sends[r->P], sizeof *m->to);
	m->goal = rg_alloc(m->sends[r->P], sizeof *m->goal);
	m->level = rg_alloc(m->moves[r->P], sizeof *m->level);
}

struct rg_matching rg_match(const struct rg_record *r)
{
	struct rg_matching out = {0};
	struct matcher m = {.record = r, .out = &out, .spare = -1};
	int done = 0;
	count_posts(r, &out);
	m.actor = rg_alloc((size_t)r->P, sizeof *m.actor);
	m.ready = rg_alloc((size_t)r->P, sizeof *m.ready);
	for (int i = 0; i < r->P; i++) {
		m.actor[i] = (struct actor){.sent = {-1, -1}, .due = {-1, -1}};
		make_ready(&m, i);
	}
	while (m.count) {
		int rank = m.ready[m.head];
		m.head = (m.head + 1) % r->P;
		m.count--;
		done += resume(&m, rank);
	}
	out.stuck = done < r->P;
	free(m.actor);
	free(m.ready);
	free(m.post);
	return out;
}

void rg_matching_free(struct rg_matching *m)
{
	free(m->receives);
	free(m->sends);
	free(m->source);
	free(m->goal);
	free(m->moves);
	free(m->level);
	free(m->number_sent);
	free(m->number_received);
	free(m->from);
	free(m->to);
	free(m->turn);
	*m = (struct rg_matching){0};
}
