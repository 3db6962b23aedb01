/* SPDX-License-Identifier: BSD-3-Clause
 * simulate: how long a folded record takes, event by event.
 */
#include "cost/simulate.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "cost/busy.h"
#include "cost/streams.h"

/* Events whose times differ by less than this, relatively, happen at once: their times are sums of
 * some thousand rounded numbers, each wrong by 1e-16. */
#define TOGETHER 1e-11

/* One process of a kind. */
struct actor {
	int step, times; /* where it stands; how often it has done that step */
	int waits;       /* so far */
	bool posted;     /* what that step posts, this time */
	bool waiting, done;
	int open;               /* it waits for so many */
	double now, later;      /* its clock; when all that it waits for is complete, so far */
	double receiving;       /* start-ups of what it waits for */
	size_t sends, receives; /* the next ones */
	int leaving, leaves;    /* its messages under way, and the step that they are of */
	int held, last;         /* messages of later steps, which leave after those; -1: none */
};

struct message {
	int owner, step; /* its sender; waits when it was sent */
	const struct rg_toll *toll;
	double len, bytes;
	double sent, asked; /* times; sent < 0: not yet */
	int unasked;        /* receives that are not yet posted */
	bool asks, waits;   /* rendezvous: it begins when both ends have posted it, and its sender
	                       waits for it */
	bool notice;
	int next;   /* held behind the same process */
	int stream; /* -1: it is not under way */
};

struct receipt {
	int owner; /* -1: not yet posted */
	int missing;
	double time; /* when the last of those came */
};

/* An event: a message begins to be under way, or ends if it has begun. It counts if the rate of the
 * message has not been set anew since: `change` says how often it was. */
struct event {
	double time;
	int message, change;
};

struct flow {
	const struct rg_folded *c;
	const struct rg_model *m;
	double unit, time;
	struct actor *actor;     /* [n] */
	struct message *message; /* [sends] */
	struct receipt *receipt; /* [receives] */
	struct event *heap;      /* [events] the first is the earliest */
	size_t events, event_cap;
	struct rg_streams *streams;
	struct rg_timeline *told; /* NULL: nobody asks what happens */
};

/* ---- What is told */

/* Tell that a process does this from `begin` on, until `end`. */
static void tell(struct flow *f, int kind, enum rg_doing_kind does, int peer, double len,
                 double begin, double end)
{
	struct rg_timeline *t = f->told;
	if (!t || end <= begin)
		return;
	t->doing = rg_grow(t->doing, t->doings, &t->doing_cap, sizeof *t->doing);
	t->doing[t->doings++] = (struct rg_doing){.kind = does,
	                                          .rank = f->c->role[kind].rank,
	                                          .peer = peer,
	                                          .bytes = len * f->unit,
	                                          .begin = begin,
	                                          .end = end};
}

static struct rg_flight *flight(struct flow *f, int message)
{
	return f->told ? &f->told->flight[message] : NULL;
}

/* ---- Events */

static void push(struct flow *f, double time, int message, int change)
{
	f->heap = rg_grow(f->heap, f->events, &f->event_cap, sizeof *f->heap);
	size_t i = f->events++;
	for (; i && f->heap[(i - 1) / 2].time > time; i = (i - 1) / 2)
		f->heap[i] = f->heap[(i - 1) / 2];
	f->heap[i] = (struct event){time, message, change};
}

static struct event pop(struct flow *f)
{
	struct event first = f->heap[0];
	struct event last = f->heap[--f->events];
	size_t i = 0;
	for (size_t k; (k = 2 * i + 1) < f->events; i = k) {
		k += k + 1 < f->events && f->heap[k + 1].time < f->heap[k].time;
		if (f->heap[k].time >= last.time)
			break;
		f->heap[i] = f->heap[k];
	}
	f->heap[i] = last;
	return first;
}

/* ---- Processes */

static void resume(struct flow *f, int kind);

static void complete(struct flow *f, int kind, double time)
{
	struct actor *a = &f->actor[kind];
	a->later = rg_latest(a->later, time);
	if (--a->open == 0 && a->waiting)
		resume(f, kind);
}

/* The message begins, if nothing is missing. */
static void launch(struct flow *f, int i)
{
	struct message *m = &f->message[i];
	double asking = 2 * m->toll->startup, begin = m->sent;
	if (m->sent < 0 || (m->asks && m->unasked))
		return;
	if (m->asks) /* the sender asks, the receiver answers */
		begin = rg_latest(begin + asking, m->asked) + asking;
	push(f, begin + m->toll->latency, i, 0);
}

static void send(struct flow *f, int kind, const struct rg_move *move, const struct rg_toll *toll)
{
	struct actor *a = &f->actor[kind];
	int i = (int)a->sends++;
	struct message *m = &f->message[i];
	tell(f, kind, RG_DOES_SEND, move->peer, (double)move->len, a->now, a->now + toll->startup);
	a->now += toll->startup;
	m->owner = kind;
	m->step = a->waits;
	m->toll = toll;
	m->sent = a->now;
	m->notice = move->act == RG_NOTIFIES;
	m->len = (double)move->len;
	m->bytes = m->len * f->unit;
	m->asks = !m->notice && m->bytes > (double)f->m->eager;
	m->waits = !m->notice && m->bytes > (double)f->m->buffered;
	if (flight(f, i))
		*flight(f, i) = (struct rg_flight){.notice = m->notice,
		                                   .from = f->c->role[kind].rank,
		                                   .to = move->peer,
		                                   .bytes = m->bytes,
		                                   .sent = a->now,
		                                   .begin = -1};
	a->open += m->waits;
	launch(f, i);
}

static void receive(struct flow *f, int kind, const struct rg_toll *toll)
{
	struct actor *a = &f->actor[kind];
	size_t i = a->receives++;
	struct receipt *r = &f->receipt[i];
	a->receiving += toll->startup;
	r->owner = kind;
	if (r->missing)
		a->open++;
	else
		a->later = rg_latest(a->later, r->time);
	for (size_t k = f->c->sends_of[i]; k < f->c->sends_of[i + 1]; k++) {
		struct message *m = &f->message[f->c->send[k]];
		m->asked = rg_latest(m->asked, a->now);
		if (--m->unasked == 0 && m->sent >= 0 && m->asks)
			launch(f, f->c->send[k]);
	}
}

/* Combine or copy. */
static void work(struct flow *f, int kind, const struct rg_move *m, const struct rg_toll *toll)
{
	struct actor *a = &f->actor[kind];
	double end = a->now + toll->work * (double)m->len * f->unit;
	tell(f, kind, m->act == RG_COMBINES ? RG_DOES_COMBINE : RG_DOES_COPY, -1, (double)m->len,
	     a->now, end);
	a->now = end;
}

/* All that was waited for is there. */
static void go_on(struct flow *f, int kind)
{
	struct actor *a = &f->actor[kind];
	double there = rg_latest(a->now, a->later);
	tell(f, kind, RG_DOES_WAIT, -1, 0, a->now, there);
	tell(f, kind, RG_DOES_RECEIVE, -1, 0, there, there + a->receiving);
	a->now = there + a->receiving;
}

/* Post what the current step posts. */
static void begin_step(struct flow *f, int kind)
{
	const struct rg_role *role = &f->c->role[kind];
	struct actor *a = &f->actor[kind];
	const struct rg_step *step = &role->script->step[a->step];
	a->later = a->receiving = 0;
	for (int i = step->first; i < step->first + step->moves; i++) {
		const struct rg_move *m = &role->script->move[i];
		const struct rg_toll *toll = &f->c->toll[role->toll + (size_t)i];
		if (m->act == RG_SENDS || m->act == RG_NOTIFIES)
			send(f, kind, m, toll);
		else if (m->act == RG_RECEIVES || m->act == RG_AWAITS)
			receive(f, kind, toll);
		else
			work(f, kind, m, toll);
	}
}

/* Run a process as far as it comes. */
static void resume(struct flow *f, int kind)
{
	struct actor *a = &f->actor[kind];
	const struct rg_script *s = f->c->role[kind].script;
	a->waiting = false;
	while (a->step < (int)s->steps) {
		if (!a->posted)
			begin_step(f, kind);
		a->posted = true;
		if (a->open) {
			a->waiting = true;
			return;
		}
		go_on(f, kind);
		a->posted = false;
		a->waits++;
		if (++a->times < s->step[a->step].times)
			continue;
		a->times = 0;
		a->step++;
	}
	a->done = true;
}

/* ---- Messages */

static void arrive(struct flow *f, int i)
{
	struct message *m = &f->message[i];
	if (flight(f, i)) {
		struct rg_flight *l = flight(f, i);
		l->begin = l->begin < 0 ? f->time : l->begin;
		l->end = f->time;
	}
	for (size_t k = f->c->receives_of[i]; k < f->c->receives_of[i + 1]; k++) {
		struct receipt *r = &f->receipt[f->c->receive[k]];
		r->time = f->time;
		if (--r->missing == 0 && r->owner >= 0)
			complete(f, r->owner, f->time);
	}
	if (m->waits)
		complete(f, m->owner, f->time);
}

/* It is under way: on each of its links. */
static void join(struct flow *f, int i)
{
	struct message *m = &f->message[i];
	struct actor *a = &f->actor[m->owner];
	a->leaves = m->step;
	a->leaving++;
	if (flight(f, i))
		flight(f, i)->begin = f->time;
	m->stream = rg_streams_begin(f->streams, i, m->toll, m->bytes + m->toll->header, f->time);
}

/* The latency of a message is over. On real networks the messages of a step share their way, and
 * those of the next step come after them. */
static void depart(struct flow *f, int i)
{
	struct message *m = &f->message[i];
	struct actor *a = &f->actor[m->owner];
	m->next = -1;
	if (m->bytes <= 0 || m->toll->first == m->toll->end) {
		arrive(f, i);
	} else if (f->m->fair || !a->leaving || a->leaves == m->step) {
		join(f, i);
	} else {
		*(a->held < 0 ? &a->held : &f->message[a->last].next) = i;
		a->last = i;
	}
}

/* The last message of a step has left: those of the next step that is held back go. */
static void release(struct flow *f, struct actor *a)
{
	int i = a->held, step = i < 0 ? 0 : f->message[i].step;
	while (i >= 0 && f->message[i].step == step) {
		a->held = f->message[i].next;
		join(f, i);
		i = a->held;
	}
}

/* ---- Time */

static void end(struct flow *f, int i)
{
	struct message *m = &f->message[i];
	struct actor *a = &f->actor[m->owner];
	rg_streams_end(f->streams, m->stream, f->time);
	m->stream = -1;
	if (--a->leaving == 0)
		release(f, a);
	arrive(f, i);
}

/* See rg_streams_share: an event for the end of a message. */
static void expect_end(void *flow, double time, int message, int change)
{
	push(flow, time, message, change);
}

static void run(struct flow *f)
{
	while (f->events) {
		double until = f->heap[0].time * (1 + TOGETHER);
		f->time = rg_latest(f->time, f->heap[0].time);
		while (f->events && f->heap[0].time <= until) {
			struct event e = pop(f);
			int stream = f->message[e.message].stream;
			if (!e.change)
				depart(f, e.message);
			else if (stream >= 0 && rg_streams_change(f->streams, stream) == e.change)
				end(f, e.message);
		}
		rg_streams_share(f->streams, f->time, expect_end, f);
	}
}

static void begin(struct flow *f)
{
	const struct rg_folded *c = f->c;
	const struct rg_role *last = &c->role[c->n];
	f->actor = rg_alloc((size_t)c->n, sizeof *f->actor);
	f->message = rg_alloc(last->sends, sizeof *f->message);
	f->receipt = rg_alloc(last->receives, sizeof *f->receipt);
	f->streams = rg_streams_new(c, (double)f->m->burst);
	for (size_t i = 0; i < last->sends; i++) {
		f->message[i].sent = f->message[i].stream = -1;
		f->message[i].unasked = (int)(c->receives_of[i + 1] - c->receives_of[i]);
	}
	for (size_t i = 0; i < last->receives; i++) {
		f->receipt[i].owner = -1;
		f->receipt[i].missing = (int)(c->sends_of[i + 1] - c->sends_of[i]);
	}
	for (int i = 0; i < c->n; i++) {
		f->actor[i].held = -1;
		f->actor[i].sends = c->role[i].sends;
		f->actor[i].receives = c->role[i].receives;
	}
}

double rg_flow_follow(const struct rg_folded *c, const struct rg_model *m, double unit,
                      struct rg_timeline *t)
{
	struct flow f = {.c = c, .m = m, .unit = unit, .told = t};
	double end = 0;
	if (t) {
		t->flights = c->role[c->n].sends;
		t->flight = rg_alloc(t->flights, sizeof *t->flight);
	}
	begin(&f);
	for (int i = 0; i < c->n; i++)
		resume(&f, i);
	run(&f);
	for (int i = 0; i < c->n; i++)
		end = f.actor[i].done ? rg_latest(end, f.actor[i].now) : INFINITY;
	free(f.actor);
	free(f.message);
	free(f.receipt);
	free(f.heap);
	rg_streams_free(f.streams);
	return end;
}

double rg_flow_time(const struct rg_folded *c, const struct rg_model *m, double unit)
{
	return rg_flow_follow(c, m, unit, NULL);
}
