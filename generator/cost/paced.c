/* SPDX-License-Identifier: BSD-3-Clause
 * paced: how long a record takes whose messages have their rates given.
 */
#include "cost/paced.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cost/busy.h"
#include "ringgen/slots.h"

/* The costs of moves that are alike. There are few classes of moves, and few paces, so that a
 * message is a few numbers: there may be millions of them. */
struct class
{
	enum rg_act act;
	bool travels;   /* it takes links, where it shares them */
	double startup; /* seconds, at each end */
	double latency; /* seconds */
	double header;  /* bytes */
	double work;    /* seconds per element, of a combination or copy */
	double len;     /* elements */
	double spare;   /* seconds per byte of a burst, see rg_saving */
};

struct message {
	int class, pace;
	int from, to; /* ranks */
};

/* Different things, each with a number. */
struct table {
	char *thing; /* [n] of `size` bytes, which have no padding or are zeroed */
	size_t n, cap, size;
	struct rg_slots number;
};

struct rg_paced {
	int P;
	struct table classes, paces;
	struct message *message; /* [messages] by number, see match.h */
	struct rg_turn *turn;    /* [turns] */
	int messages, turns;
	/* [code_of[P]] of each rank its steps: minus how often, then the classes of what it does.
	 */
	int *code;
	size_t *code_of; /* [P + 1] */
	int *post;       /* the numbers of what each rank sends and receives, in its order */
	size_t *post_of; /* [P + 1] */
};

/* ---- Numbers of different things */

static uint64_t hash(const char *thing, size_t size)
{
	uint64_t h = 0;
	for (size_t i = 0; i + 8 <= size; i += 8) {
		uint64_t word;
		memcpy(&word, thing + i, sizeof word);
		h = (h ^ word) * 0x9e3779b97f4a7c15u;
		h ^= h >> 32;
	}
	return h;
}

static bool is_same(const void *of, size_t i, const void *thing)
{
	const struct table *t = of;
	return memcmp(t->thing + i * t->size, thing, t->size) == 0;
}

static uint64_t hash_of(const void *of, size_t i)
{
	const struct table *t = of;
	return hash(t->thing + i * t->size, t->size);
}

/* The number of a thing, which is a multiple of 8 bytes long. */
static int number(struct table *t, const void *thing, size_t size)
{
	t->size = size;
	rg_slots_reserve(&t->number, t->n, rg_alloc, hash_of, t);
	uint32_t *slot = rg_slots_find(&t->number, hash(thing, size), is_same, t, thing);
	if (!*slot) {
		t->thing = rg_grow(t->thing, t->n, &t->cap, size);
		memcpy(t->thing + t->n * size, thing, size);
		*slot = (uint32_t)++t->n;
	}
	return (int)*slot - 1;
}

/* Paces that differ by rounding only are one: 12 digits count. */
static int number_of_pace(struct table *t, double pace)
{
	uint64_t bits;
	memcpy(&bits, &pace, sizeof bits);
	bits = (bits + 0x800) & ~(uint64_t)0xfff;
	memcpy(&pace, &bits, sizeof pace);
	return number(t, &pace, sizeof pace);
}

/* ---- Making */

struct maker {
	const struct rg_record *r;
	const struct rg_matching *m;
	const struct rg_symmetry *k;
	const struct rg_resources *w;
	const double *pace;
	struct rg_paced *p;
};

static bool is_sent(enum rg_act act)
{
	return act == RG_SENDS || act == RG_NOTIFIES;
}

static bool is_work(enum rg_act act)
{
	return act == RG_COMBINES || act == RG_COPIES;
}

static int class_of(struct maker *x, int rank, size_t i)
{
	const struct rg_move *m = &x->r->script[rank].move[i];
	size_t at = x->m->moves[rank] + i;
	struct class c;
	memset(&c, 0, sizeof c); /* the padding too */
	c.act = m->act;
	c.len = (double)m->len;
	if (is_work(m->act))
		c.work = rg_labour(x->w, rank, m->act == RG_COMBINES);
	else if (m->act == RG_NOTIFIES)
		c.latency = x->w->model.notify;
	else if (m->act != RG_AWAITS)
		c.startup = x->k->startup[at];
	if (m->act == RG_SENDS) {
		bool inside = rg_inside(x->w, rank, m->peer);
		c.latency = x->k->latency[at];
		c.header = inside ? 0 : (double)x->w->model.header;
		c.travels = x->k->way[at] < x->k->way[at + 1] || (inside && x->w->model.stream > 0);
		c.spare = rg_saving(x->w, &x->k->link[x->k->way[at]],
		                    (int)(x->k->way[at + 1] - x->k->way[at]));
	}
	return number(&x->p->classes, &c, sizeof c);
}

static void write_code(struct maker *x, int rank)
{
	const struct rg_script *s = &x->r->script[rank];
	int *code = x->p->code + x->p->code_of[rank];
	for (size_t k = 0; k < s->steps; k++) {
		*code++ = -s->step[k].times;
		for (int i = s->step[k].first; i < s->step[k].first + s->step[k].moves; i++)
			*code++ = class_of(x, rank, (size_t)i);
	}
	x->p->code_of[rank + 1] = (size_t)(code - x->p->code);
}

/* Write the posts of a rank: the numbers of its sends and receives, and the classes and paces of
 * its sends. */
static void write_posts(struct maker *x, int rank)
{
	struct rg_paced *p = x->p;
	const struct rg_script *s = &x->r->script[rank];
	const int *sent = x->m->number_sent + x->m->sends[rank];
	const int *received = x->m->number_received + x->m->receives[rank];
	const int *code = p->code + p->code_of[rank];
	int *post = p->post + p->post_of[rank];
	for (size_t k = 0; k < s->steps; code += s->step[k].moves, k++) {
		code++;
		for (int t = 0; t < s->step[k].times; t++)
			for (int i = 0; i < s->step[k].moves; i++) {
				size_t at = (size_t)(s->step[k].first + i);
				if (is_work(s->move[at].act))
					continue;
				*post++ = is_sent(s->move[at].act) ? *sent++ : *received++;
				if (!is_sent(s->move[at].act))
					continue;
				struct message *m = &p->message[post[-1]];
				m->class = code[i];
				m->pace =
					number_of_pace(&p->paces, x->pace[x->m->moves[rank] + at]);
			}
	}
	p->post_of[rank + 1] = (size_t)(post - p->post);
}

struct rg_paced *rg_paced_new(const struct rg_record *r, const struct rg_matching *m,
                              const struct rg_symmetry *k, const struct rg_resources *w,
                              const double *pace)
{
	struct rg_paced *p = rg_alloc(1, sizeof *p);
	struct maker x = {r, m, k, w, pace, p};
	size_t P = (size_t)r->P, steps = 0;
	for (int rank = 0; rank < r->P; rank++)
		steps += r->script[rank].steps;
	p->P = r->P;
	p->messages = m->delivered;
	p->message = rg_alloc((size_t)p->messages, sizeof *p->message);
	for (int i = 0; i < p->messages; i++) {
		p->message[i].from = m->from[i];
		p->message[i].to = m->to[i];
	}
	p->turns = (int)m->turns;
	p->turn = rg_alloc(m->turns, sizeof *p->turn);
	memcpy(p->turn, m->turn, m->turns * sizeof *p->turn);
	p->code = rg_alloc(steps + m->moves[P], sizeof *p->code);
	p->code_of = rg_alloc(P + 1, sizeof *p->code_of);
	p->post = rg_alloc(m->sends[P] + m->receives[P], sizeof *p->post);
	p->post_of = rg_alloc(P + 1, sizeof *p->post_of);
	for (int rank = 0; rank < r->P; rank++) {
		write_code(&x, rank);
		write_posts(&x, rank);
	}
	return p;
}

void rg_paced_free(struct rg_paced *p)
{
	if (!p)
		return;
	free(p->classes.thing);
	free(p->classes.number.slot);
	free(p->paces.thing);
	free(p->paces.number.slot);
	free(p->message);
	free(p->turn);
	free(p->code);
	free(p->code_of);
	free(p->post);
	free(p->post_of);
	free(p);
}

/* ---- Time */

/* One process. */
struct actor {
	const int *step, *post; /* the code of its step; what it sends or receives next */
	int times;              /* how often it has done that step; 0: not yet */
	double now, later;      /* its clock; when all that it waits for is complete, so far */
	double receiving;       /* start-ups of what it waits for */
	double left, leaving;   /* when the last message of the steps before was through; of all */
	double spent;           /* seconds of what it can save that it has saved */
};

/* When both ends were there. */
struct posted {
	double sent, asked;
};

/* The costs of a class once the size of an element is known. */
struct toll {
	double startup, latency, work, size, spare;
	enum rg_act act;
	bool asks, waits, travels;
};

struct clock {
	const struct rg_paced *p;
	bool fair;
	struct actor *actor;   /* [P] */
	struct posted *posted; /* [messages] */
	struct toll *toll;     /* [classes] */
};

static struct toll toll_of(const struct class *c, const struct rg_model *m, double unit)
{
	double bytes = c->len * unit;
	bool message = c->act == RG_SENDS;
	return (struct toll){.startup = c->startup,
	                     .latency = c->latency,
	                     .work = c->work * c->len * unit,
	                     .size = bytes + c->header,
	                     .act = c->act,
	                     .asks = message && bytes > (double)m->eager,
	                     .waits = message && bytes > (double)m->buffered,
	                     .travels = c->travels && bytes > 0,
	                     .spare = c->spare * (double)m->burst};
}

/* The step is over. */
static void finish(struct actor *a)
{
	a->now = rg_latest(a->now, a->later) + a->receiving;
	a->later = a->receiving = 0;
	a->left = a->leaving;
}

/* Post the next step, or the same again. */
static void post_step(struct clock *c, struct actor *a)
{
	if (a->times == -a->step[0]) {
		do
			a->step++;
		while (*a->step >= 0);
		a->times = 0;
	}
	a->times++;
	const struct rg_paced *p = c->p;
	const int *end = p->code + p->code_of[a - c->actor + 1];
	for (const int *code = a->step + 1; code < end && *code >= 0; code++) {
		const struct toll *t = &c->toll[*code];
		if (t->act == RG_COMBINES || t->act == RG_COPIES) {
			a->now += t->work;
		} else if (is_sent(t->act)) {
			a->now += t->startup;
			c->posted[*a->post++].sent = a->now;
		} else {
			a->receiving += t->startup;
			c->posted[*a->post++].asked = a->now;
		}
	}
}

/* Of a message that takes its sender's link so many seconds from `begin` on, those that it saves.
 * What was saved before is there again once the link has rested as long. */
static double save(struct actor *from, const struct toll *t, double begin, double seconds)
{
	double rested = rg_latest(begin - from->leaving, 0);
	from->spent = rg_latest(from->spent - rested, 0);
	double saved = rg_latest(t->spare - from->spent, 0);
	saved = saved < seconds ? saved : seconds;
	from->spent += saved;
	return saved;
}

static void deliver(struct clock *c, int i)
{
	const struct message *m = &c->p->message[i];
	const struct toll *t = &c->toll[m->class];
	struct actor *from = &c->actor[m->from], *to = &c->actor[m->to];
	double time = c->posted[i].sent;
	if (t->asks) /* the sender asks, the receiver answers */
		time = rg_latest(time + 2 * t->startup, c->posted[i].asked) + 2 * t->startup;
	time += t->latency;
	if (t->travels) {
		double pace = ((const double *)(const void *)c->p->paces.thing)[m->pace];
		time = c->fair ? time : rg_latest(time, from->left);
		time += pace * t->size - save(from, t, time, pace * t->size);
		from->leaving = rg_latest(from->leaving, time);
	}
	to->later = rg_latest(to->later, time);
	if (t->waits)
		from->later = rg_latest(from->later, time);
}

double rg_paced_time(const struct rg_paced *p, const struct rg_model *m, double unit)
{
	struct clock c = {.p = p, .fair = m->fair};
	const struct class *class = (const void *)p->classes.thing;
	double end = 0;
	c.actor = rg_alloc((size_t)p->P, sizeof *c.actor);
	c.posted = rg_realloc(NULL, (size_t)p->messages, sizeof *c.posted);
	c.toll = rg_alloc(p->classes.n, sizeof *c.toll);
	for (size_t i = 0; i < p->classes.n; i++)
		c.toll[i] = toll_of(&class[i], m, unit);
	for (int i = 0; i < p->P; i++) {
		c.actor[i].step = p->code + p->code_of[i];
		c.actor[i].post = p->post + p->post_of[i];
	}
	for (int i = 0, done = 0; i <= p->turns; i++) {
		int until = i < p->turns ? p->turn[i].delivered : p->messages;
		while (done < until)
			deliver(&c, done++);
		if (i == p->turns)
			break;
		finish(&c.actor[p->turn[i].rank]);
		post_step(&c, &c.actor[p->turn[i].rank]);
	}
	for (int i = 0; i < p->P; i++) {
		finish(&c.actor[i]);
		end = rg_latest(end, c.actor[i].now);
	}
	free(c.actor);
	free(c.posted);
	free(c.toll);
	return end;
}
