/* SPDX-License-Identifier: BSD-3-Clause
 * ways: which links a message takes in a graph that is no tree.
 *
 * The shortest ways to a machine lead to the switch that it hangs at, so distances are kept for
 * that one switch, of switches only: a fat tree of ten thousand machines has some hundred rows. A
 * rule makes the way depend on where a message was, so they are those of pairs of a switch and a
 * phase (rules.h).
 */
#include "fabric/ways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "fabric/rules.h"

struct rg_ways {
	const struct rg_topo *topo;
	struct rg_allowed allowed;
	int *number; /* [vertices] of each switch, from 0 on; -1: a machine */
	int switches;
	int **row; /* [vertices] how many links are left to that vertex, by ways through switches
	              only, [switches * phases], by a switch's number * phases + phase; -1: there is
	              no way; NULL: nobody asked */
	size_t held;
	int *queue; /* [vertices * phases] vertex * phases + phase */
	bool *seen; /* [vertices * phases] none is, between calls */
	int *taken; /* [2 * links] 1 + how far from the goal a link is taken, from its end a or b
	               on, or on how many rails; 0: it is not; none is, between calls */
	int *link, *at; /* [vertices] a way on another rail */
	int *step;      /* [2 * links + 1] how far from the goal a link is taken */
	bool *sure;     /* [2 * links] every way takes it */
	int *room;      /* [4 * links] */
	int *lead;      /* [vertices * phases + 2] links that lead nearer from so far; none, between
	                   calls */
};

/* So many distances are kept (256 MiB), then all are forgotten. */
enum { DISTANCES_MOST = 1 << 26 };

struct rg_ways *rg_ways_new(const struct rg_topo *t)
{
	struct rg_ways *w = rg_alloc(1, sizeof *w);
	w->topo = t;
	w->allowed = rg_allowed_new(t);
	size_t states = (size_t)t->vertices * (size_t)w->allowed.phases;
	w->number = rg_alloc((size_t)t->vertices, sizeof *w->number);
	for (int v = 0; v < t->vertices; v++)
		w->number[v] = t->vertex[v].kind == RG_SWITCH ? w->switches++ : -1;
	w->row = rg_alloc((size_t)t->vertices, sizeof *w->row);
	w->queue = rg_alloc(states, sizeof *w->queue);
	w->seen = rg_alloc(states, sizeof *w->seen);
	w->taken = rg_alloc(2 * (size_t)t->links, sizeof *w->taken);
	w->link = rg_alloc((size_t)t->vertices, sizeof *w->link);
	w->at = rg_alloc((size_t)t->vertices, sizeof *w->at);
	w->step = rg_alloc(2 * (size_t)t->links + 1, sizeof *w->step);
	w->lead = rg_alloc(states + 2, sizeof *w->lead);
	w->sure = rg_alloc(2 * (size_t)t->links, sizeof *w->sure);
	w->room = rg_alloc(4 * (size_t)t->links, sizeof *w->room);
	return w;
}

static void forget_rows(struct rg_ways *w)
{
	for (int v = 0; v < w->topo->vertices; v++) {
		free(w->row[v]);
		w->row[v] = NULL;
	}
	w->held = 0;
}

void rg_ways_free(struct rg_ways *w)
{
	if (!w)
		return;
	forget_rows(w);
	rg_allowed_free(&w->allowed);
	free(w->row);
	free(w->number);
	free(w->queue);
	free(w->seen);
	free(w->taken);
	free(w->link);
	free(w->at);
	free(w->step);
	free(w->lead);
	free(w->sure);
	free(w->room);
	free(w);
}

/* The place that notes whether link l is taken from vertex v on. Both directions of a half-duplex
 * link are one. */
static int *taken_of(struct rg_ways *w, int l, int v)
{
	const struct rg_link *link = &w->topo->link[l];
	return &w->taken[2 * l + (!link->half && link->a != v)];
}

/* Append link l, taken from vertex v on, so far from the goal, to what was found, unless it is
 * there. Returns whether it is new, or was taken farther or nearer only. */
static bool take(struct rg_ways *w, int l, int v, int far, int *link, int *at, int *n)
{
	int *taken = taken_of(w, l, v);
	if (*taken)
		return *taken != far + 1;
	*taken = far + 1;
	w->step[*n] = far;
	link[*n] = l;
	at[(*n)++] = v;
	return true;
}

/* Forget the links that were taken: the list of them is complete. */
static void forget_taken(struct rg_ways *w, const int *link, const int *at, int n)
{
	for (int i = 0; i < n; i++)
		*taken_of(w, link[i], at[i]) = 0;
}

/* Put those of link[n] first that every way takes, by w->sure. The others stay in their order.
 * Returns how many they are. */
static int certain_first(const struct rg_ways *w, int n, int *link, int *at)
{
	int certain = 0, others = 0;
	for (int i = 0; i < n; i++) {
		int l = link[i], v = at[i];
		if (w->sure[i]) {
			link[certain] = l;
			at[certain++] = v;
		} else {
			w->room[others++] = l;
			w->room[others++] = v;
		}
	}
	for (int i = 0; i < others; i += 2) {
		link[certain + i / 2] = w->room[i];
		at[certain + i / 2] = w->room[i + 1];
	}
	return certain;
}

/* ---- By tables */

/* The link on which vertex v sends what is for that entry of tables; -1: it is not said. A machine
 * sends on its link; if it has several, and the tables know one rail, it has to have a table, too.
 */
static int next_link(const struct rg_topo *t, int v, int entry)
{
	if (t->vertex[v].kind == RG_MACHINE && t->first[v + 1] - t->first[v] < 2)
		return t->first[v] < t->first[v + 1] ? t->incident[t->first[v]] : -1;
	return t->table[v] && entry >= 0 ? t->table[v][entry] : -1;
}

/* Follow the tables on a rail; if they know one only, the number does not matter. */
static int walk(const struct rg_topo *t, int from, int to, int rail, int *link, int *at,
                struct rg_found *found)
{
	int v = t->machine[from], n = 0, entry = rg_topo_entry(t, to, rail);
	int port = t->rails > 1 ? rail : 0;
	do {
		int l = n || !port ? next_link(t, v, entry) : rg_topo_port(t, from, rail);
		*found = (struct rg_found){l < 0              ? RG_NO_ENTRY
		                           : n == t->vertices ? RG_LOOP
		                                              : RG_ONE_WAY,
		                           v, port, 0};
		if (found->is != RG_ONE_WAY)
			return 0;
		link[n] = l;
		at[n++] = v;
		v = rg_topo_other(t, l, v);
	} while (t->vertex[v].kind == RG_SWITCH);
	if (v != t->machine[to] || (port && link[n - 1] != rg_topo_port(t, to, rail))) {
		*found = (struct rg_found){RG_MISDELIVERY, v, port, 0};
		return 0;
	}
	found->at = -1;
	found->certain = n;
	return n;
}

/* On how many rails a pair can send. */
static int rails_of(const struct rg_topo *t, int from, int to)
{
	int a = rg_topo_ports(t, from), b = rg_topo_ports(t, to);
	return t->rails == 1 ? 1 : a > b ? a : b > 1 ? b : 1;
}

/* Count in w->taken the links that are taken on this rail too, and append those that are new, with
 * their count 1. Returns how many there are then. A way comes to a vertex once, so it counts a link
 * once; the two ways along a half-duplex link are one. */
static int add_rail(struct rg_ways *w, int more, int *link, int *at, int n)
{
	for (int i = 0; i < more; i++) {
		int *taken = taken_of(w, w->link[i], w->at[i]);
		if (!(*taken)++) {
			link[n] = w->link[i];
			at[n++] = w->at[i];
		}
	}
	return n;
}

/* Follow the tables on all rails; the way on each has to be known. The links that all rails take
 * come first, as rails may share what lies between, or lead to the one port of a machine. */
static int walk_all(struct rg_ways *w, int from, int to, int *link, int *at, struct rg_found *found)
{
	const struct rg_topo *t = w->topo;
	int rails = rails_of(t, from, to), n = 0, longest = 0;
	*found = (struct rg_found){RG_ONE_WAY, -1, 0, 0};
	for (int rail = 1; rail <= rails && found->is == RG_ONE_WAY; rail++) {
		int more = walk(t, from, to, rail, w->link, w->at, found);
		n = add_rail(w, more, link, at, n);
		longest = more > longest ? more : longest;
	}
	bool known = found->is == RG_ONE_WAY;
	for (int i = 0; i < n; i++)
		w->sure[i] = *taken_of(w, link[i], at[i]) == rails;
	forget_taken(w, link, at, n);
	if (known && n > longest)
		found->is = RG_SEVERAL_WAYS;
	found->certain = known ? certain_first(w, n, link, at) : 0;
	return known ? n : 0;
}

/* Follow the tables on the first rail, if the ways on all rails are known. */
static int walk_first(struct rg_ways *w, int from, int to, int *link, int *at,
                      struct rg_found *found)
{
	struct rg_found first;
	if (!walk_all(w, from, to, link, at, found))
		return 0;
	found->certain = walk(w->topo, from, to, 1, link, at, &first);
	return found->certain;
}

/* ---- How far */

/* Link l leads from switch v to where a message is in that phase, `far` from the goal: in each
 * phase from which it does so, v is one link farther, unless that is known already. n are in the
 * queue; returns how many are then. */
static int reach_back(struct rg_ways *w, int *row, int l, int v, int phase, int far, int n)
{
	int phases = w->allowed.phases;
	for (int p = 0; p < phases; p++) {
		int *left = &row[w->number[v] * phases + p];
		if (*left >= 0 || rg_allowed_after(&w->allowed, l, v, p) != phase)
			continue;
		*left = far + 1;
		w->queue[n++] = v * phases + p;
	}
	return n;
}

/* The row of a vertex: breadth first, backwards. */
static const int *row_of(struct rg_ways *w, int goal)
{
	const struct rg_topo *t = w->topo;
	int phases = w->allowed.phases, n = 0;
	size_t states = (size_t)w->switches * (size_t)phases;
	if (w->row[goal])
		return w->row[goal];
	if (w->held + states > DISTANCES_MOST)
		forget_rows(w);
	int *row = rg_alloc(states, sizeof *row);
	w->row[goal] = row;
	w->held += states;
	for (size_t i = 0; i < states; i++)
		row[i] = -1;
	for (int p = 0; p < phases; p++) {
		if (w->number[goal] >= 0)
			row[w->number[goal] * phases + p] = 0;
		w->queue[n++] = goal * phases + p;
	}
	for (int i = 0; i < n; i++) {
		int x = w->queue[i] / phases, phase = w->queue[i] % phases;
		int far = w->number[x] < 0 ? 0 : row[w->number[x] * phases + phase];
		for (int k = t->first[x]; k < t->first[x + 1]; k++) {
			int v = rg_topo_other(t, t->incident[k], x);
			if (w->number[v] >= 0)
				n = reach_back(w, row, t->incident[k], v, phase, far, n);
		}
	}
	return row;
}

/* The goal of ways: a machine's vertex, and distances from it. */
struct goal {
	int vertex;
	const int *row;
	int beyond; /* links from the row's vertex to it */
};

/* A machine with one link is one link from its switch, and rules allow that link in each phase. */
static struct goal goal_of(struct rg_ways *w, int machine)
{
	const struct rg_topo *t = w->topo;
	int v = t->machine[machine];
	bool single = t->first[v + 1] - t->first[v] == 1;
	int next = single ? rg_topo_other(t, t->incident[t->first[v]], v) : v;
	bool hangs = single && t->vertex[next].kind == RG_SWITCH;
	return (struct goal){v, row_of(w, hangs ? next : v), hangs};
}

/* Where a message is: at a vertex, in a phase. */
struct state {
	int v, phase;
};

static int distance(const struct rg_ways *w, const struct goal *g, struct state s);

/* Where link l leads a message to: v is -1 if the rule forbids it, or if it ends at a machine that
 * is not the goal. */
static struct state after(const struct rg_ways *w, const struct goal *g, struct state s, int l)
{
	int x = rg_topo_other(w->topo, l, s.v);
	int phase = rg_allowed_after(&w->allowed, l, s.v, s.phase);
	bool passes = phase >= 0 && (x == g->vertex || w->number[x] >= 0);
	return (struct state){passes ? x : -1, phase};
}

/* Links from there to the goal; -1: there is no way. Ways lead through switches only. */
static int distance(const struct rg_ways *w, const struct goal *g, struct state s)
{
	const struct rg_topo *t = w->topo;
	int least = -1;
	if (s.v == g->vertex)
		return 0;
	if (w->number[s.v] >= 0) {
		int far = g->row[w->number[s.v] * w->allowed.phases + s.phase];
		return far < 0 ? -1 : far + g->beyond;
	}
	for (int k = t->first[s.v]; k < t->first[s.v + 1]; k++) {
		struct state x = after(w, g, s, t->incident[k]);
		int far = x.v < 0 ? -1 : distance(w, g, x);
		if (far >= 0 && (least < 0 || far + 1 < least))
			least = far + 1;
	}
	return least;
}

/* Does the link lead from there, `far` from the goal, nearer to it? Then to *x. */
static bool leads_nearer(const struct rg_ways *w, const struct goal *g, struct state s, int far,
                         int l, struct state *x)
{
	*x = after(w, g, s, l);
	return x->v >= 0 && distance(w, g, *x) == far - 1;
}

/* ---- The shortest */

/* All links that lead nearer, from each state that such links lead to. */
static int all_the_shortest(struct rg_ways *w, int from, int to, int *link, int *at,
                            struct rg_found *found)
{
	const struct rg_topo *t = w->topo;
	struct goal g = goal_of(w, to);
	int n = 0, reached = 0, phases = w->allowed.phases;
	struct state start = {t->machine[from], 0}, x;
	*found = (struct rg_found){distance(w, &g, start) < 0 ? RG_NO_WAY : RG_ONE_WAY, -1, 0, 0};
	if (found->is == RG_NO_WAY)
		return 0;
	w->queue[reached++] = start.v * phases;
	for (int i = 0; i < reached; i++) {
		struct state s = {w->queue[i] / phases, w->queue[i] % phases};
		int far = distance(w, &g, s), nearer = 0;
		for (int k = t->first[s.v]; k < t->first[s.v + 1]; k++) {
			if (!leads_nearer(w, &g, s, far, t->incident[k], &x))
				continue;
			w->lead[far] += take(w, t->incident[k], s.v, far, link, at, &n);
			found->is = ++nearer > 1 ? RG_SEVERAL_WAYS : found->is;
			if (x.v == g.vertex || w->seen[x.v * phases + x.phase])
				continue;
			w->seen[x.v * phases + x.phase] = true;
			w->queue[reached++] = x.v * phases + x.phase;
		}
	}
	for (int i = 0; i < reached; i++)
		w->seen[w->queue[i]] = false;
	forget_taken(w, link, at, n);
	/* Every way takes a link of each distance: the one that alone is there. */
	for (int i = 0; i < n; i++)
		w->sure[i] = w->lead[w->step[i]] == 1;
	found->certain = certain_first(w, n, link, at);
	memset(w->lead, 0, ((size_t)distance(w, &g, start) + 1) * sizeof *w->lead);
	return n;
}

/* How many links lead nearer from there; the number-th of them (from 0 on) into *link, and where it
 * leads into *x. */
static int count_nearer(const struct rg_ways *w, const struct goal *g, struct state s, int far,
                        int number, int *link, struct state *x)
{
	const struct rg_topo *t = w->topo;
	struct state there;
	int n = 0;
	for (int k = t->first[s.v]; k < t->first[s.v + 1]; k++) {
		if (!leads_nearer(w, g, s, far, t->incident[k], &there) || n++ != number)
			continue;
		*link = t->incident[k];
		*x = there;
	}
	return n;
}

static int one_of_the_shortest(struct rg_ways *w, int from, int to, int *link, int *at,
                               struct rg_found *found)
{
	const struct rg_topo *t = w->topo;
	struct goal g = goal_of(w, to);
	struct state s = {t->machine[from], 0};
	int n = 0, far = distance(w, &g, s), by = to;
	*found = (struct rg_found){far < 0 ? RG_NO_WAY : RG_ONE_WAY, -1, 0, far < 0 ? 0 : far};
	for (; far > 0; far--) {
		int k = count_nearer(w, &g, s, far, -1, NULL, NULL);
		at[n] = s.v;
		count_nearer(w, &g, s, far, by % k, &link[n++], &s);
		by /= k;
		found->is = k > 1 && !t->by_receiver ? RG_SEVERAL_WAYS : found->is;
	}
	return n;
}

/* ---- Either */

int rg_all_ways(struct rg_ways *w, int from, int to, int *link, int *at, struct rg_found *found)
{
	if (w->topo->table)
		return walk_all(w, from, to, link, at, found);
	if (w->topo->by_receiver)
		return rg_one_way(w, from, to, link, at, found);
	return all_the_shortest(w, from, to, link, at, found);
}

int rg_one_way(struct rg_ways *w, int from, int to, int *link, int *at, struct rg_found *found)
{
	if (!w->topo->table)
		return one_of_the_shortest(w, from, to, link, at, found);
	return walk_first(w, from, to, link, at, found);
}

char *rg_found_phrase(const struct rg_topo *t, const struct rg_found *found, int to, char *buf,
                      size_t n)
{
	static const char *const phrase[] = {
		[RG_ONE_WAY] = "one way",
		[RG_SEVERAL_WAYS] = "several ways",
		[RG_NO_WAY] = "nothing joins them",
		[RG_NO_ENTRY] = "%s has no entry for %s%s",
		[RG_LOOP] = "a loop at %s on the way to %s%s",
		[RG_MISDELIVERY] = "%s gets what is for %s%s",
	};
	char port[32] = "";
	if (found->port)
		snprintf(port, sizeof port, "'s port %d", found->port);
	if (found->at >= 0)
		snprintf(buf, n, phrase[found->is], t->vertex[found->at].name,
		         t->vertex[t->machine[to]].name, port);
	else if (found->is == RG_NO_WAY && t->rule != RG_SHORTEST && !t->table)
		snprintf(buf, n, "no way that %s allows joins them", rg_rule_names[t->rule]);
	else
		snprintf(buf, n, "%s", phrase[found->is]);
	return buf;
}
