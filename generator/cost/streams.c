/* SPDX-License-Identifier: BSD-3-Clause
 * streams: the messages that are under way at a time, and the rate of each.
 */
#include "cost/streams.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

/* Shares that differ by less than this, relatively, are equal: they are sums of some thousand
 * rounded numbers, each wrong by 1e-16, and no two links differ by as little. */
#define ALIKE 1e-9

/* A rate that differs by less than this, relatively, has not changed. It is the same sum in another
 * order; to set it anew would only add events. */
#define UNCHANGED 1e-12

struct stream {
	const struct rg_toll *toll; /* its way and its weight */
	int message, change;
	double left, rate, since; /* bytes at that time, bytes per second */
	double set;               /* the rate that is being worked out; 0: not yet */
	bool seen;
};

/* A stream in the list of a link that it is on. */
struct on_link {
	int next, before; /* -1: none */
};

struct rg_streams {
	const struct rg_folded *c;
	/* [streams], and the entries of each in the lists of its links, `longest` a stream. */
	struct stream *stream;
	struct on_link *entry;
	size_t streams, stream_cap, entry_cap;
	int *unused, unuseds; /* [streams] whose messages are through */
	size_t unused_cap;
	int longest;           /* links of a way, at most */
	int *head;             /* [links] the first entry of its list; -1: none */
	bool *changed;         /* [links] streams came or went since rates were set */
	int *touched, touches; /* [links] those that changed, and what they touch */
	int *near, nears;      /* [streams] those on them */
	size_t near_cap;
	/* [links] Bytes that each carries at once, what is left of them at a time, and the rate at
	 * which it is used since; NULL: none carries any. */
	double *burst, *saved, *saved_at, *used;
	double *room;   /* [links] bandwidth that is not given to anybody yet */
	double *asking; /* [links] weights of the streams that have no rate yet, */
	int *wanting;   /* [links] and how many streams these are */
};

struct rg_streams *rg_streams_new(const struct rg_folded *c, double burst)
{
	struct rg_streams *s = rg_alloc(1, sizeof *s);
	size_t links = (size_t)c->links;
	s->c = c;
	s->room = rg_alloc(links, sizeof *s->room);
	s->asking = rg_alloc(links, sizeof *s->asking);
	s->wanting = rg_alloc(links, sizeof *s->wanting);
	s->touched = rg_alloc(links, sizeof *s->touched);
	s->changed = rg_alloc(links, sizeof *s->changed);
	s->head = rg_alloc(links, sizeof *s->head);
	for (int l = 0; l < c->links; l++)
		s->head[l] = -1;
	if (burst > 0) {
		s->burst = rg_alloc(links, sizeof *s->burst);
		s->saved = rg_alloc(links, sizeof *s->saved);
		s->saved_at = rg_alloc(links, sizeof *s->saved_at);
		s->used = rg_alloc(links, sizeof *s->used);
	}
	for (int l = 0; l < c->links && s->burst; l++)
		s->burst[l] = s->saved[l] = c->wire[l] ? burst : 0;
	for (size_t i = 0; i < c->role[c->n].toll; i++)
		if ((int)(c->toll[i].end - c->toll[i].first) > s->longest)
			s->longest = (int)(c->toll[i].end - c->toll[i].first);
	return s;
}

void rg_streams_free(struct rg_streams *s)
{
	if (!s)
		return;
	free(s->stream);
	free(s->entry);
	free(s->unused);
	free(s->near);
	free(s->head);
	free(s->changed);
	free(s->touched);
	free(s->burst);
	free(s->saved);
	free(s->saved_at);
	free(s->used);
	free(s->room);
	free(s->asking);
	free(s->wanting);
	free(s);
}

/* ---- Coming and going */

static void touch(struct rg_streams *s, int link)
{
	if (!s->changed[link])
		s->touched[s->touches++] = link;
	s->changed[link] = true;
}

static int new_stream(struct rg_streams *s)
{
	if (s->unuseds)
		return s->unused[--s->unuseds];
	s->stream = rg_grow(s->stream, s->streams, &s->stream_cap, sizeof *s->stream);
	if (s->entry_cap < s->stream_cap) {
		s->entry_cap = s->near_cap = s->unused_cap = s->stream_cap;
		s->entry =
			rg_realloc(s->entry, s->entry_cap * (size_t)s->longest, sizeof *s->entry);
		s->near = rg_realloc(s->near, s->near_cap, sizeof *s->near);
		s->unused = rg_realloc(s->unused, s->unused_cap, sizeof *s->unused);
	}
	return (int)s->streams++;
}

/* Up to that time each link of a way has got back what it did not carry meanwhile. From then on it
 * is used at a rate that is higher by so many bytes per second. */
static void use(struct rg_streams *s, const struct rg_toll *toll, double more, double time)
{
	for (size_t h = toll->first; h < toll->end; h++) {
		int l = s->c->leg[h].link;
		double rest = fmax(0, s->c->bandwidth[l] - s->used[l]);
		s->saved[l] = fmin(s->burst[l], s->saved[l] + rest * (time - s->saved_at[l]));
		s->saved_at[l] = time;
		s->used[l] += more * s->c->leg[h].share;
	}
}

/* Of so many bytes, those that all links of a way carry at once. They are taken from these. */
static double take_saved(struct rg_streams *s, const struct rg_toll *toll, double bytes,
                         double time)
{
	use(s, toll, 0, time);
	for (size_t h = toll->first; h < toll->end; h++)
		bytes = fmin(bytes, s->saved[s->c->leg[h].link] / s->c->leg[h].share);
	for (size_t h = toll->first; h < toll->end; h++)
		s->saved[s->c->leg[h].link] -= bytes * s->c->leg[h].share;
	return bytes;
}

int rg_streams_begin(struct rg_streams *s, int message, const struct rg_toll *toll, double bytes,
                     double time)
{
	int n = new_stream(s);
	if (s->burst)
		bytes -= take_saved(s, toll, bytes, time);
	s->stream[n] =
		(struct stream){.toll = toll, .message = message, .left = bytes, .since = time};
	for (size_t h = toll->first; h < toll->end; h++) {
		int l = s->c->leg[h].link, e = n * s->longest + (int)(h - toll->first);
		s->entry[e] = (struct on_link){s->head[l], -1};
		if (s->head[l] >= 0)
			s->entry[s->head[l]].before = e;
		s->head[l] = e;
		touch(s, l);
	}
	return n;
}

void rg_streams_end(struct rg_streams *s, int stream, double time)
{
	const struct rg_toll *toll = s->stream[stream].toll;
	if (s->burst)
		use(s, toll, -s->stream[stream].rate, time);
	for (size_t h = toll->first; h < toll->end; h++) {
		int l = s->c->leg[h].link;
		struct on_link *e = &s->entry[stream * s->longest + (int)(h - toll->first)];
		*(e->before < 0 ? &s->head[l] : &s->entry[e->before].next) = e->next;
		if (e->next >= 0)
			s->entry[e->next].before = e->before;
		touch(s, l);
	}
	s->unused[s->unuseds++] = stream;
}

int rg_streams_change(const struct rg_streams *s, int stream)
{
	return s->stream[stream].change;
}

/* ---- Fair shares: of the streams near those that came or went */

/* The streams on the links that are touched; touches what else they are on. */
static void find_near(struct rg_streams *s)
{
	s->nears = 0;
	for (int k = 0; k < s->touches; k++)
		for (int e = s->head[s->touched[k]]; e >= 0; e = s->entry[e].next) {
			struct stream *t = &s->stream[e / s->longest];
			if (t->seen)
				continue;
			t->seen = true;
			t->set = 0;
			s->near[s->nears++] = e / s->longest;
			for (size_t h = t->toll->first; h < t->toll->end; h++)
				touch(s, s->c->leg[h].link);
		}
}

static void count_shares(struct rg_streams *s)
{
	for (int k = 0; k < s->touches; k++) {
		s->asking[s->touched[k]] = 0;
		s->wanting[s->touched[k]] = 0;
		s->room[s->touched[k]] = s->c->bandwidth[s->touched[k]];
	}
	for (int i = 0; i < s->nears; i++) {
		const struct rg_toll *t = s->stream[s->near[i]].toll;
		for (size_t h = t->first; h < t->end; h++) {
			s->asking[s->c->leg[h].link] += t->weight * s->c->leg[h].share;
			s->wanting[s->c->leg[h].link]++;
		}
	}
}

/* The stream gets this share for a weight of one, so much of each of its links. */
static void settle(struct rg_streams *s, struct stream *stream, double share)
{
	const struct rg_toll *t = stream->toll;
	stream->set = share * t->weight;
	for (size_t h = t->first; h < t->end; h++) {
		int l = s->c->leg[h].link;
		s->room[l] -= stream->set * s->c->leg[h].share;
		s->asking[l] -= t->weight * s->c->leg[h].share;
		s->wanting[l]--;
	}
}

/* The smallest share of the links that still have streams without a rate; the other links are left
 * out. */
static double least_share(struct rg_streams *s)
{
	double least = INFINITY;
	int n = 0;
	for (int k = 0; k < s->touches; k++) {
		int l = s->touched[k];
		s->changed[l] = false;
		if (!s->wanting[l])
			continue;
		s->touched[n++] = l;
		if (s->room[l] < least * s->asking[l])
			least = s->room[l] / s->asking[l];
	}
	s->touches = n;
	return least;
}

/* The streams on the links with the smallest share get that. */
static void settle_least(struct rg_streams *s, double least)
{
	for (int k = 0; k < s->touches; k++) {
		int l = s->touched[k];
		if (!s->wanting[l] || s->room[l] > least * (1 + ALIKE) * s->asking[l])
			continue;
		for (int e = s->head[l]; e >= 0; e = s->entry[e].next)
			if (s->stream[e / s->longest].set <= 0)
				settle(s, &s->stream[e / s->longest], least);
	}
}

/* The stream has the rate that was worked out from now on. False: that is the one it had. */
static bool set_rate(struct rg_streams *s, struct stream *t, double time)
{
	t->seen = false;
	if (fabs(t->set - t->rate) <= UNCHANGED * t->rate)
		return false;
	if (s->burst)
		use(s, t->toll, t->set - t->rate, time);
	t->left -= t->rate * (time - t->since);
	t->since = time;
	t->rate = t->set;
	t->change++;
	return true;
}

void rg_streams_share(struct rg_streams *s, double time, rg_stream_ends *ends, void *who)
{
	if (!s->touches)
		return;
	find_near(s);
	count_shares(s);
	for (;;) {
		double least = least_share(s);
		if (!s->touches)
			break;
		settle_least(s, least);
	}
	for (int i = 0; i < s->nears; i++) {
		struct stream *t = &s->stream[s->near[i]];
		if (set_rate(s, t, time))
			ends(who, time + (t->left > 0 ? t->left / t->rate : 0), t->message,
			     t->change);
	}
}
