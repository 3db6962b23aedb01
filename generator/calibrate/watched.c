/* SPDX-License-Identifier: BSD-3-Clause
 * watched: the timeline of a call that was measured.
 */
#include "calibrate/watched.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/input.h"
#include "base/text.h"

/* No process notes more than some tens of megabytes (runtime/transport/watch.c). */
enum { FILE_MOST = 64 << 20 };

enum what { SEND, RECEIVE, COMBINE, COPY, NOTIFY, AWAIT, RESUME, WHATS };
static const char *const whats[WHATS] = {
	[SEND] = "send",     [RECEIVE] = "receive", [COMBINE] = "combine", [COPY] = "copy",
	[NOTIFY] = "notify", [AWAIT] = "await",     [RESUME] = "resume",
};

struct event {
	enum what what;
	int peer, lane;
	int64_t bytes, begin, end; /* nanoseconds */
};

struct call {
	enum rg_collective which;
	int64_t bytes, begin, end;
	char by[64];
	int line;
	size_t first, n; /* its events */
};

/* The log of one process. */
struct log {
	char path[PATH_MAX];
	struct event *event; /* [events] */
	struct call *call;   /* [calls] */
	size_t events, calls, event_cap, call_cap;
};

/* ---- Reading */

static bool read_call(struct log *g, const char *s, int line)
{
	char name[32];
	struct call c = {.which = RG_COLLECTIVES, .line = line, .first = g->events};
	if (sscanf(s, "call %31s %" SCNd64 " %" SCNd64 " %" SCNd64 " %63[^\n]", name, &c.bytes,
	           &c.begin, &c.end, c.by) != 5)
		return false;
	for (int i = 0; i < RG_COLLECTIVES; i++)
		if (strcmp(name, rg_collectives[i].name) == 0)
			c.which = (enum rg_collective)i;
	g->call = rg_grow(g->call, g->calls, &g->call_cap, sizeof *g->call);
	g->call[g->calls++] = c;
	return c.which < RG_COLLECTIVES && c.bytes >= 0 && 0 <= c.begin && c.begin <= c.end;
}

static bool read_event(struct log *g, const char *s, int P)
{
	char name[16];
	struct event e = {.what = WHATS};
	struct call *c = g->calls ? &g->call[g->calls - 1] : NULL;
	if (!c || sscanf(s, "%15s %d %d %" SCNd64 " %" SCNd64 " %" SCNd64, name, &e.peer, &e.lane,
	                 &e.bytes, &e.begin, &e.end) != 6)
		return false;
	for (int i = 0; i < WHATS; i++)
		if (strcmp(name, whats[i]) == 0)
			e.what = (enum what)i;
	g->event = rg_grow(g->event, g->events, &g->event_cap, sizeof *g->event);
	g->event[g->events++] = e;
	c->n++;
	bool within = c->begin <= e.begin && e.begin <= e.end && e.end <= c->end;
	return e.what < WHATS && e.peer >= -1 && e.peer < P && e.bytes >= 0 && within;
}

static void read_lines(struct log *g, char *s, int rank, int P, struct rg_diag *d)
{
	int line = 0, found = -1, ranks = -1;
	for (char *end; s && *s; s = end ? end + 1 : NULL) {
		bool right;
		end = strchr(s, '\n');
		if (end)
			*end = '\0';
		line++;
		if (line == 1)
			right = sscanf(s, "ringgen-timeline 1 %d %d", &found, &ranks) == 2;
		else
			right = strncmp(s, "call ", 5) == 0 ? read_call(g, s, line)
			                                    : read_event(g, s, P);
		if (!right)
			rg_error(d, g->path, line, "not a line of a timeline");
		else if (line == 1 && (found != rank || ranks != P))
			rg_error(d, g->path, line, "this is rank %d of %d, not rank %d of %d",
			         found, ranks, rank, P);
		if (d->errors)
			return;
	}
	if (!line)
		rg_error(d, g->path, 0, "it is empty");
}

static void read_log(struct log *g, const char *path, int rank, int P, struct rg_diag *d)
{
	struct rg_text text = {0};
	const char *why;
	snprintf(g->path, sizeof g->path, "%s.%d", path, rank);
	FILE *f = rg_input_open(g->path, RG_GIVEN, &why);
	if (!f) {
		rg_error(d, g->path, 0, "%s", why);
		return;
	}
	if (rg_input_read(f, FILE_MOST, &text) != 0)
		rg_error(d, g->path, 0, "it cannot be read");
	else
		read_lines(g, text.s, rank, P, d);
	rg_input_close(f);
	rg_text_free(&text);
}

/* ---- Which call */

static bool is_wanted(const struct call *c, const struct rg_watched_call *wanted)
{
	return c->which == wanted->collective && (wanted->bytes < 0 || c->bytes == wanted->bytes);
}

/* The time from the first process's beginning to the last one's end; *begin: the former. */
static int64_t lasts(const struct log *log, int P, size_t k, int64_t *begin)
{
	int64_t end = log[0].call[k].end;
	*begin = log[0].call[k].begin;
	for (int i = 1; i < P; i++) {
		const struct call *c = &log[i].call[k];
		*begin = c->begin < *begin ? c->begin : *begin;
		end = c->end > end ? c->end : end;
	}
	return end - *begin;
}

struct lasting {
	int64_t ns;
	size_t call;
};

static int compare_lasting(const void *pa, const void *pb)
{
	const struct lasting *a = pa, *b = pb;
	return a->ns != b->ns ? (a->ns < b->ns ? -1 : 1)
	                      : (a->call > b->call) - (a->call < b->call);
}

/* Call k of all processes is one: the same collective. */
static bool is_one(const struct log *log, int P, size_t k, struct rg_diag *d)
{
	for (int i = 1; i < P; i++)
		if (log[i].call[k].which != log[0].call[k].which) {
			rg_error(d, log[i].path, log[i].call[k].line,
			         "call %zu is %s here, %s of rank 0", k + 1,
			         rg_collectives[log[i].call[k].which].name,
			         rg_collectives[log[0].call[k].which].name);
			return false;
		}
	return true;
}

/* The middle one of the calls that are wanted, by how long they lasted; -1: there is none. Calls
 * that some process did not note, as its memory for it was full, are left out. */
static long middle(const struct log *log, int P, struct rg_watched_call *wanted, struct rg_diag *d)
{
	size_t calls = log[0].calls;
	for (int i = 1; i < P; i++)
		calls = log[i].calls < calls ? log[i].calls : calls;
	struct lasting *of = rg_alloc(calls, sizeof *of);
	int64_t begin;
	wanted->calls = 0;
	for (size_t k = 0; k < calls && is_one(log, P, k, d); k++)
		if (is_wanted(&log[0].call[k], wanted))
			of[wanted->calls++] = (struct lasting){lasts(log, P, k, &begin), k};
	qsort(of, (size_t)wanted->calls, sizeof *of, compare_lasting);
	long found = wanted->calls ? (long)of[(wanted->calls - 1) / 2].call : -1;
	free(of);
	if (found < 0 && !d->errors)
		rg_error(d, log[0].path, 0, "ringgen served no %s of that size in it",
		         rg_collectives[wanted->collective].name);
	return found;
}

/* ---- What a process did */

struct maker {
	struct rg_timeline *t;
	int64_t zero;
};

static double seconds(const struct maker *x, int64_t ns)
{
	return (double)(ns - x->zero) * 1e-9;
}

static void add(struct maker *x, enum rg_doing_kind kind, int rank, const struct event *e,
                int64_t begin, int64_t end)
{
	struct rg_timeline *t = x->t;
	if (end <= begin)
		return;
	t->doing = rg_grow(t->doing, t->doings, &t->doing_cap, sizeof *t->doing);
	t->doing[t->doings++] = (struct rg_doing){.kind = kind,
	                                          .rank = rank,
	                                          .peer = e ? e->peer : -1,
	                                          .bytes = e ? (double)e->bytes : 0,
	                                          .begin = seconds(x, begin),
	                                          .end = seconds(x, end)};
}

/* The process waits in the time between two of them. */
static void add_doings(struct maker *x, int rank, const struct log *g, const struct call *c)
{
	static const enum rg_doing_kind kinds[WHATS] = {
		[SEND] = RG_DOES_SEND, [RECEIVE] = RG_DOES_RECEIVE, [COMBINE] = RG_DOES_COMBINE,
		[COPY] = RG_DOES_COPY, [NOTIFY] = RG_DOES_SEND,     [AWAIT] = RG_DOES_RECEIVE,
	};
	int64_t now = c->begin;
	for (size_t i = c->first; i < c->first + c->n; i++) {
		const struct event *e = &g->event[i];
		if (e->what == RESUME)
			continue;
		add(x, RG_DOES_WAIT, rank, NULL, now, e->begin);
		add(x, kinds[e->what], rank, e, e->begin, e->end);
		now = e->end > now ? e->end : now;
	}
	add(x, RG_DOES_WAIT, rank, NULL, now, c->end);
}

/* ---- Messages */

/* One end of a message. The k-th ends of a pair, a lane and a kind, one at each side, are of one
 * message. */
struct end {
	int from, to, lane, notice, k;
	int64_t bytes, time;
};

static int compare_ends(const void *pa, const void *pb)
{
	const struct end *a = pa, *b = pb;
	const int all[][2] = {{a->from, b->from},
	                      {a->to, b->to},
	                      {a->lane, b->lane},
	                      {a->notice, b->notice},
	                      {a->k, b->k}};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i][0] != all[i][1])
			return all[i][0] < all[i][1] ? -1 : 1;
	return 0;
}

/* The time when the message had come: its lane went on then. */
static int64_t had_come(const struct log *g, const struct call *c, size_t i)
{
	for (size_t k = i + 1, stood = 0; k < c->first + c->n; k++) {
		if (g->event[k].what != RESUME || g->event[k].lane != g->event[i].lane)
			continue;
		if (stood++) /* the first is the one that asked for it, and is noted behind it */
			return g->event[k].begin;
	}
	return c->end;
}

static size_t list_ends(const struct log *g, const struct call *c, int rank, bool sent,
                        struct end *out)
{
	size_t n = 0;
	for (size_t i = c->first; i < c->first + c->n; i++) {
		const struct event *e = &g->event[i];
		bool sends = e->what == SEND || e->what == NOTIFY;
		bool asks = e->what == RECEIVE || e->what == AWAIT;
		if (sent ? !sends : !asks)
			continue;
		out[n++] = (struct end){.from = sent ? rank : e->peer,
		                        .to = sent ? e->peer : rank,
		                        .lane = e->lane,
		                        .notice = e->what == NOTIFY || e->what == AWAIT,
		                        .k = (int)i,
		                        .bytes = e->bytes,
		                        .time = sent ? e->end : had_come(g, c, i)};
	}
	return n;
}

static bool same_pair(const struct end *a, const struct end *b)
{
	struct end c = *a;
	c.k = b->k;
	return compare_ends(&c, b) == 0;
}

/* Sort the ends, and number them anew within each pair, lane and kind. */
static void number(struct end *e, size_t n)
{
	qsort(e, n, sizeof *e, compare_ends);
	for (size_t first = 0, i = 0; i < n; i++) {
		first = same_pair(&e[first], &e[i]) ? first : i;
		e[i].k = (int)(i - first);
	}
}

static void add_flights(struct maker *x, const struct log *log, int P, size_t k, double *apart)
{
	size_t most = 0, sends = 0, receives = 0;
	for (int i = 0; i < P; i++)
		most += log[i].call[k].n;
	struct end *sent = rg_alloc(most, sizeof *sent), *came = rg_alloc(most, sizeof *came);
	for (int i = 0; i < P; i++) {
		sends += list_ends(&log[i], &log[i].call[k], i, true, sent + sends);
		receives += list_ends(&log[i], &log[i].call[k], i, false, came + receives);
	}
	number(sent, sends);
	number(came, receives);
	x->t->flight = rg_alloc(sends, sizeof *x->t->flight);
	for (size_t i = 0, j = 0; i < sends && j < receives;) {
		int order = compare_ends(&sent[i], &came[j]);
		if (order == 0) {
			double begin = seconds(x, sent[i].time), end = seconds(x, came[j].time);
			*apart = fmax(*apart, begin - end);
			x->t->flight[x->t->flights++] =
				(struct rg_flight){.notice = sent[i].notice,
			                           .from = sent[i].from,
			                           .to = sent[i].to,
			                           .bytes = (double)sent[i].bytes,
			                           .sent = begin,
			                           .begin = begin,
			                           .end = fmax(begin, end)};
		}
		i += order <= 0;
		j += order >= 0;
	}
	free(sent);
	free(came);
}

static struct rg_timeline *make(const struct log *log, int P, size_t k,
                                struct rg_watched_call *call)
{
	struct maker x = {.t = rg_alloc(1, sizeof *x.t)};
	int64_t ns = lasts(log, P, k, &x.zero);
	x.t->P = P;
	x.t->seconds = (double)ns * 1e-9;
	for (int i = 0; i < P; i++)
		add_doings(&x, i, &log[i], &log[i].call[k]);
	call->apart = 0;
	add_flights(&x, log, P, k, &call->apart);
	snprintf(call->by, sizeof call->by, "%s", log[0].call[k].by);
	return x.t;
}

struct rg_timeline *rg_watched_read(const char *path, int P, struct rg_watched_call *call,
                                    struct rg_diag *d)
{
	struct log *log = rg_alloc((size_t)P, sizeof *log);
	struct rg_timeline *t = NULL;
	for (int i = 0; i < P && !d->errors; i++)
		read_log(&log[i], path, i, P, d);
	long k = d->errors ? -1 : middle(log, P, call, d);
	if (k >= 0 && !d->errors)
		t = make(log, P, (size_t)k, call);
	for (int i = 0; i < P; i++) {
		free(log[i].event);
		free(log[i].call);
	}
	free(log);
	return t;
}
