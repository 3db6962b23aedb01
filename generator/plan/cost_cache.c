/* SPDX-License-Identifier: BSD-3-Clause
 * stock: what has been recorded on a placement, and what it costs.
 */
#include "plan/stock.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "engine/catalogue.h"

/* Takes that nobody uses are kept until they have more messages than this, and all are dropped
 * then: those of few processes may be asked for again, those of many take much memory. */
enum { IDLE_MOST = 1 << 17 };

/* A game that has been recorded. */
struct played {
	const struct rg_algorithm *algorithm;
	const char *parameters; /* NULL: none */
	int64_t n, window;
	bool ordered;
	struct rg_take *take;
};

struct rg_stock {
	const struct rg_routes *routes;
	const struct rg_placement *placement;
	const struct rg_model *model;
	struct rg_take **take; /* [takes] */
	size_t takes, take_cap;
	struct played *played; /* [plays] */
	size_t plays, play_cap;
	int64_t idle; /* messages of the takes that nobody uses */
};

struct rg_stock *rg_stock_new(const struct rg_routes *routes, const struct rg_placement *placement,
                              const struct rg_model *model)
{
	struct rg_stock *s = rg_alloc(1, sizeof *s);
	s->routes = routes;
	s->placement = placement;
	s->model = model;
	return s;
}

static void free_take(struct rg_take *t)
{
	rg_cost_free(t->cost);
	rg_record_free(t->record);
	free(t);
}

void rg_stock_free(struct rg_stock *s)
{
	for (size_t i = 0; s && i < s->takes; i++)
		free_take(s->take[i]);
	if (s) {
		free(s->take);
		free(s->played);
	}
	free(s);
}

/* Those that nobody uses go, and the games that they are of. */
static void drop_idle(struct rg_stock *s)
{
	size_t plays = 0, takes = 0;
	for (size_t i = 0; i < s->plays; i++)
		if (s->played[i].take->users)
			s->played[plays++] = s->played[i];
	for (size_t i = 0; i < s->takes; i++) {
		if (s->take[i]->users)
			s->take[takes++] = s->take[i];
		else
			free_take(s->take[i]);
	}
	s->plays = plays;
	s->takes = takes;
	s->idle = 0;
}

static int64_t messages_of(const struct rg_take *t)
{
	return t->record ? t->record->messages : 0;
}

static struct rg_take *use(struct rg_stock *s, struct rg_take *t)
{
	if (!t->users++)
		s->idle -= messages_of(t);
	return t;
}

void rg_stock_give(struct rg_stock *s, struct rg_take *t)
{
	if (!t || --t->users)
		return;
	s->idle += messages_of(t);
	if (s->idle > IDLE_MOST)
		drop_idle(s);
}

static struct rg_take *find_game(const struct rg_stock *s, const struct rg_game *g)
{
	for (size_t i = 0; i < s->plays; i++) {
		const struct played *p = &s->played[i];
		if (p->algorithm == g->algorithm && p->n == g->n && p->window == g->window &&
		    p->ordered == g->ordered && rg_same_parameters(p->parameters, g->parameters))
			return p->take;
	}
	return NULL;
}

static struct rg_take *find_record(const struct rg_stock *s, uint64_t hash)
{
	for (size_t i = 0; i < s->takes; i++)
		if (s->take[i]->record && s->take[i]->hash == hash)
			return s->take[i];
	return NULL;
}

/* Of a record, which it owns from now on; only what is followed of it stays. */
static struct rg_take *add_take(struct rg_stock *s, struct rg_record *r, uint64_t hash)
{
	struct rg_take *t = rg_alloc(1, sizeof *t);
	t->record = r;
	t->hash = hash;
	if (r) {
		t->cost = rg_cost_new(r, s->routes, s->placement->place, s->placement->places.order,
		                      s->model);
		rg_cost_trim(t->cost, r);
	}
	s->take = rg_grow(s->take, s->takes, &s->take_cap, sizeof *s->take);
	s->idle += messages_of(t); /* it is used at once */
	return s->take[s->takes++] = t;
}

struct rg_take *rg_stock_take(struct rg_stock *s, const struct rg_game *g)
{
	struct rg_take *t = find_game(s, g);
	if (t)
		return use(s, t);
	struct rg_record *r = rg_record_new(g);
	uint64_t hash = r ? rg_record_hash(r) : 0;
	t = r ? find_record(s, hash) : NULL;
	if (t)
		rg_record_free(r);
	else
		t = add_take(s, r, hash);
	s->played = rg_grow(s->played, s->plays, &s->play_cap, sizeof *s->played);
	s->played[s->plays++] =
		(struct played){g->algorithm, g->parameters, g->n, g->window, g->ordered, t};
	return use(s, t);
}
