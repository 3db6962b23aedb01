/* SPDX-License-Identifier: BSD-3-Clause
 * schedule: phases of an all-to-all.
 */
#include "order/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "ringgen/parts/tree_phases.h"

const char *const rg_phasing_names[RG_PHASINGS] = {
	[RG_BY_TREE] = "tree",     [RG_BY_SHIFTS] = "shifts", [RG_BY_COLOURS] = "colours",
	[RG_BY_RANK] = "pairwise", [RG_BY_RANK_XOR] = "xor",
};

struct rg_schedule {
	enum rg_phasing by;
	int P, phases;
	const struct rg_routes *routes;
	struct rg_place *place;      /* [P] by rank */
	int *position;               /* [P] of each rank */
	int *member;                 /* [P] tree: its number in the branches */
	struct rg_branches branches; /* tree */
	int *first;                  /* tree: theirs */
	int *phase;                  /* colours: [P * P] from, to */
};

/* ---- The tree: a root, none of whose branches has more than half of the ranks ---- */

/* The ranks at each vertex and below it, [vertices], in the tree of the routes. Free it. */
static int *ranks_below(const struct rg_schedule *s)
{
	const struct rg_routes *r = s->routes;
	const struct rg_topo *t = r->topo;
	int *below = rg_alloc((size_t)t->vertices, sizeof *below);
	for (int i = 0; i < s->P; i++)
		below[t->machine[s->place[i].machine]]++;
	for (int i = t->vertices - 1; i > 0; i--) {
		int v = r->downward[i];
		if (r->parent[v] >= 0)
			below[r->parent[v]] += below[v];
	}
	return below;
}

/* The lowest vertex with more than half of the ranks at it and below: what is above it are fewer
 * than half, and so is all below each other vertex that hangs at it, or half of them. It may be a
 * machine, whose ranks are branches then. */
static int find_root(const struct rg_schedule *s, const int *below)
{
	const struct rg_routes *r = s->routes;
	int root = r->downward[0];
	for (int i = 1; i < r->topo->vertices; i++) {
		int v = r->downward[i];
		if (2 * below[v] > s->P)
			root = v;
	}
	return root;
}

/* What tells branches apart: the vertex below the root through which one goes there; the root, of
 * what is above it; or a number of its own, of a rank that is at the root itself. */
static int *branch_of_ranks(const struct rg_schedule *s, int root)
{
	const struct rg_routes *r = s->routes;
	const struct rg_topo *t = r->topo;
	int *through = rg_alloc((size_t)t->vertices, sizeof *through);
	int *branch = rg_alloc((size_t)s->P, sizeof *branch);
	for (int i = 0; i < t->vertices; i++) {
		int v = r->downward[i], up = r->parent[v];
		through[v] = v == root || up < 0 ? root : up == root ? v : through[up];
	}
	for (int rank = 0; rank < s->P; rank++) {
		int v = t->machine[s->place[rank].machine];
		branch[rank] = v == root ? t->vertices + rank : through[v];
	}
	free(through);
	return branch;
}

/* A rank, while they are sorted: those of a large branch first, one branch after the other, and
 * within it by their positions. */
struct seat {
	int size, branch, position, rank;
};

static int compare_seats(const void *pa, const void *pb)
{
	const struct seat *a = pa, *b = pb;
	if (a->size != b->size)
		return b->size - a->size;
	return a->branch != b->branch ? (a->branch > b->branch) - (a->branch < b->branch)
	                              : a->position - b->position;
}

static void number_members(struct rg_schedule *s, const int *branch)
{
	size_t P = (size_t)s->P, numbers = (size_t)s->routes->topo->vertices + P;
	struct seat *seat = rg_alloc(P, sizeof *seat);
	int *size = rg_alloc(numbers, sizeof *size);
	s->member = rg_alloc(P, sizeof *s->member);
	s->first = rg_alloc(P + 1, sizeof *s->first);
	for (int rank = 0; rank < s->P; rank++)
		size[branch[rank]]++;
	for (int rank = 0; rank < s->P; rank++)
		seat[rank] =
			(struct seat){size[branch[rank]], branch[rank], s->position[rank], rank};
	qsort(seat, P, sizeof *seat, compare_seats);
	for (int i = 0; i < s->P; i++) {
		s->member[seat[i].rank] = i;
		if (i == 0 || seat[i].branch != seat[i - 1].branch)
			s->first[s->branches.n++] = i;
	}
	s->first[s->branches.n] = s->P;
	s->branches.first = s->first;
	free(seat);
	free(size);
}

static const char *make_tree(struct rg_schedule *s)
{
	if (!s->routes->tree)
		return "it is for trees, and this graph is none";
	int *below = ranks_below(s);
	int *branch = branch_of_ranks(s, find_root(s, below));
	number_members(s, branch);
	s->phases = s->P > 1 ? (int)rg_tree_phases(&s->branches) : 0;
	free(below);
	free(branch);
	return NULL;
}

/* ---- Colours: first fit, by routes ---- */

/* What is looked at for all messages together, phases and links, takes about a second; and what is
 * remembered of phases, in bytes. */
#define LOOKS_MOST 400000000LL
#define ROOM_MOST (256LL << 20)

struct painter {
	const struct rg_schedule *s;
	int links;     /* link directions */
	int *phase;    /* [P * P] */
	int phases;    /* so far, */
	int room;      /* for so many: */
	double *taken; /* [room * links] the share of its bandwidth that a link direction carries */
	char *sends, *receives;  /* [room * P] */
	int *open_out, *open_in; /* [P] before this phase a rank sends in each, or receives */
	int *route;
	int64_t looks;
};

/* The link directions of a way, into p->route; returns how many, and in *speed how fast the
 * slowest of them is. */
static int way_of(struct painter *p, int from, int to, double *speed)
{
	const struct rg_routes *r = p->s->routes;
	int n = rg_route(r, p->s->place[from], p->s->place[to], p->route), links = 0;
	*speed = INFINITY;
	for (int i = 0; i < n; i++) {
		if (!rg_is_link(r, p->route[i]))
			continue;
		*speed = fmin(*speed, r->topo->link[p->route[i] / 2].bandwidth);
		p->route[links++] = p->route[i];
	}
	return links;
}

/* Rounding of some sums of shares is no lack of room. */
static bool has_room(struct painter *p, int phase, int links, double speed)
{
	const double *taken = p->taken + (size_t)phase * (size_t)p->links;
	p->looks += links + 1;
	for (int i = 0; i < links; i++) {
		double all = p->s->routes->topo->link[p->route[i] / 2].bandwidth;
		if (taken[p->route[i]] + speed / all > 1 + 1e-10)
			return false;
	}
	return true;
}

/* Room for more phases. False: there is none. */
static bool grow(struct painter *p)
{
	size_t P = (size_t)p->s->P, links = (size_t)p->links, old = (size_t)p->room;
	size_t room = old ? 2 * old : 64;
	if (room * (links * sizeof *p->taken + 2 * P) > ROOM_MOST)
		return false;
	p->taken = rg_realloc(p->taken, room * links, sizeof *p->taken);
	p->sends = rg_realloc(p->sends, room * P, 1);
	p->receives = rg_realloc(p->receives, room * P, 1);
	memset(p->taken + old * links, 0, (room - old) * links * sizeof *p->taken);
	memset(p->sends + old * P, 0, (room - old) * P);
	memset(p->receives + old * P, 0, (room - old) * P);
	p->room = (int)room;
	return true;
}

/* False: there are too many phases to remember. */
static bool paint(struct painter *p, int from, int to)
{
	int P = p->s->P;
	double speed;
	int links = way_of(p, from, to, &speed);
	int phase = p->open_out[from] > p->open_in[to] ? p->open_out[from] : p->open_in[to];
	for (;; phase++) {
		if (phase == p->room && !grow(p))
			return false;
		size_t at = (size_t)phase * (size_t)P;
		p->looks++;
		if (!p->sends[at + (size_t)from] && !p->receives[at + (size_t)to] &&
		    has_room(p, phase, links, speed))
			break;
	}
	for (int i = 0; i < links; i++)
		p->taken[(size_t)phase * (size_t)p->links + (size_t)p->route[i]] +=
			speed / p->s->routes->topo->link[p->route[i] / 2].bandwidth;
	p->sends[(size_t)phase * (size_t)P + (size_t)from] = 1;
	p->receives[(size_t)phase * (size_t)P + (size_t)to] = 1;
	p->phase[from * P + to] = phase;
	p->phases = phase >= p->phases ? phase + 1 : p->phases;
	while (p->open_out[from] < p->phases && p->sends[p->open_out[from] * P + from])
		p->open_out[from]++;
	while (p->open_in[to] < p->phases && p->receives[p->open_in[to] * P + to])
		p->open_in[to]++;
	return p->looks <= LOOKS_MOST;
}

/* All messages of at least `least` links and fewer than `end`, in the order of shifts. */
static bool paint_those(struct painter *p, const int *rank_at, int least, int end)
{
	int P = p->s->P;
	double speed;
	for (int k = 1; k < P; k++)
		for (int i = 0; i < P; i++) {
			int from = rank_at[i], to = rank_at[(i + k) % P];
			int links = way_of(p, from, to, &speed);
			p->looks += links;
			if (links >= least && links < end && !paint(p, from, to))
				return false;
		}
	return true;
}

/* Paint all, in the order of shifts; or, `longest`, the longest ways first. */
static bool paint_all(struct painter *p, const int *rank_at, bool longest)
{
	int most = p->s->routes->longest;
	if (!longest)
		return paint_those(p, rank_at, 0, most + 1);
	for (int links = most; links >= 0; links--)
		if (!paint_those(p, rank_at, links, links + 1))
			return false;
	return true;
}

static bool paint_new(struct rg_schedule *s, const int *rank_at, bool longest, int64_t *looks)
{
	size_t P = (size_t)s->P;
	struct painter p = {.s = s,
	                    .links = 2 * s->routes->topo->links,
	                    .phase = rg_alloc(P * P, sizeof(int)),
	                    .open_out = rg_alloc(P, sizeof(int)),
	                    .open_in = rg_alloc(P, sizeof(int)),
	                    .route = rg_alloc((size_t)s->routes->longest, sizeof(int)),
	                    .looks = *looks};
	bool done = paint_all(&p, rank_at, longest);
	*looks = p.looks;
	if (done && (!s->phase || p.phases < s->phases)) {
		int *other = s->phase;
		s->phase = p.phase;
		p.phase = other;
		s->phases = p.phases;
	}
	free(p.phase);
	free(p.taken);
	free(p.sends);
	free(p.receives);
	free(p.open_out);
	free(p.open_in);
	free(p.route);
	return done;
}

static const char *make_colours(struct rg_schedule *s, const int *rank_at)
{
	int64_t looks = 0;
	if (s->P < 2) {
		s->phase = rg_alloc(1, sizeof *s->phase);
		return NULL;
	}
	if (!paint_new(s, rank_at, false, &looks))
		return "it would take too long for so many ranks";
	paint_new(s, rank_at, true, &looks);
	return NULL;
}

/* ---- All of them ---- */

static const char *make(struct rg_schedule *s, const int *order)
{
	s->phases = s->P - 1;
	switch (s->by) {
	case RG_BY_TREE:
		return make_tree(s);
	case RG_BY_COLOURS:
		return make_colours(s, order);
	case RG_BY_RANK_XOR:
		return s->P & (s->P - 1) ? "it is for 1, 2, 4, 8 ... ranks" : NULL;
	default:
		return NULL;
	}
}

struct rg_schedule *rg_schedule_new(enum rg_phasing by, const struct rg_routes *routes,
                                    const struct rg_place *place, const int *order, int P,
                                    const char **why)
{
	struct rg_schedule *s = rg_alloc(1, sizeof *s);
	*s = (struct rg_schedule){.by = by,
	                          .P = P,
	                          .routes = routes,
	                          .place = rg_alloc((size_t)P, sizeof *s->place),
	                          .position = rg_alloc((size_t)P, sizeof *s->position)};
	memcpy(s->place, place, (size_t)P * sizeof *place);
	for (int i = 0; i < P; i++)
		s->position[order[i]] = i;
	*why = P > RG_SCHEDULE_MOST ? "it is for 4096 ranks at most" : make(s, order);
	if (!*why)
		return s;
	rg_schedule_free(s);
	return NULL;
}

void rg_schedule_free(struct rg_schedule *s)
{
	if (!s)
		return;
	free(s->place);
	free(s->position);
	free(s->member);
	free(s->first);
	free(s->phase);
	free(s);
}

int rg_schedule_phases(const struct rg_schedule *s)
{
	return s->phases;
}

int rg_schedule_phase(const struct rg_schedule *s, int from, int to)
{
	switch (s->by) {
	case RG_BY_TREE:
		return (int)rg_tree_phase(&s->branches, s->member[from], s->member[to]);
	case RG_BY_COLOURS:
		return s->phase[from * s->P + to];
	case RG_BY_SHIFTS:
		from = s->position[from];
		to = s->position[to];
		break;
	case RG_BY_RANK_XOR:
		return (from ^ to) - 1;
	default:
		break;
	}
	return (to - from + s->P) % s->P - 1;
}

/* A counting sort, which keeps the order of the senders. */
struct rg_phased *rg_schedule_messages(const struct rg_schedule *s)
{
	size_t P = (size_t)s->P;
	struct rg_phased *all = rg_alloc(P * (P - 1), sizeof *all);
	int *end = rg_alloc((size_t)s->phases + 1, sizeof *end);
	for (int from = 0; from < s->P; from++)
		for (int to = 0; to < s->P; to++)
			if (from != to)
				end[rg_schedule_phase(s, from, to) + 1]++;
	for (int i = 0; i < s->phases; i++)
		end[i + 1] += end[i];
	for (int from = 0; from < s->P; from++)
		for (int to = 0; to < s->P; to++)
			if (from != to) { /* moves the end of the phase before to this one's */
				int phase = rg_schedule_phase(s, from, to);
				all[end[phase]++] = (struct rg_phased){phase, from, to};
			}
	free(end);
	return all;
}

void rg_schedule_print(const struct rg_schedule *s, struct rg_text *out)
{
	struct rg_phased *all = rg_schedule_messages(s);
	rg_text_add(out, "phase,from,to\n");
	for (int64_t i = 0; i < (int64_t)s->P * (s->P - 1); i++)
		rg_textf(out, "%d,%d,%d\n", all[i].phase + 1, all[i].from, all[i].to);
	free(all);
}
