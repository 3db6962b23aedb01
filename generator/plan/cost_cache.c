/* SPDX-License-Identifier: BSD-3-Clause
 * cost_cache: the records on a placement, and their costs.
 */
#include "plan/cost_cache.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "engine/catalogue.h"

/* Records that nobody uses are kept until they have more messages than this together; then all are
 * dropped. Those of few processes may be asked for again, those of many take much memory: so many
 * messages are some megabytes. Chosen. */
enum { IDLE_MOST = 1 << 17 };

/* A game that has been recorded. */
struct played {
	const struct rg_algorithm *algorithm;
	const char *parameters; /* NULL: none */
	int64_t n, window;
	uint64_t blocks; /* a hash of their lengths, 0: equal ones */
	int root;
	bool ordered;
	struct rg_costed *costed;
};

struct rg_cost_cache {
	const struct rg_routes *routes;
	const struct rg_placement *placement;
	const struct rg_model *model;
	struct rg_costed **costed; /* [n] */
	size_t n, costed_cap;
	struct played *played; /* [plays] */
	size_t plays, play_cap;
	int64_t idle; /* messages of the records that nobody uses */
};

struct rg_cost_cache *rg_cost_cache_new(const struct rg_routes *routes,
                                        const struct rg_placement *placement,
                                        const struct rg_model *model)
{
	struct rg_cost_cache *s = rg_alloc(1, sizeof *s);
	s->routes = routes;
	s->placement = placement;
	s->model = model;
	return s;
}

static void free_costed(struct rg_costed *t)
{
	rg_cost_free(t->cost);
	rg_record_free(t->record);
	free(t);
}

void rg_cost_cache_free(struct rg_cost_cache *s)
{
	for (size_t i = 0; s && i < s->n; i++)
		free_costed(s->costed[i]);
	if (s) {
		free(s->costed);
		free(s->played);
	}
	free(s);
}

/* Those that nobody uses go, and the games that they are of. */
static void drop_idle(struct rg_cost_cache *s)
{
	size_t plays = 0, n = 0;
	for (size_t i = 0; i < s->plays; i++)
		if (s->played[i].costed->users)
			s->played[plays++] = s->played[i];
	for (size_t i = 0; i < s->n; i++) {
		if (s->costed[i]->users)
			s->costed[n++] = s->costed[i];
		else
			free_costed(s->costed[i]);
	}
	s->plays = plays;
	s->n = n;
	s->idle = 0;
}

static int64_t messages_of(const struct rg_costed *t)
{
	return t->record ? t->record->messages : 0;
}

static struct rg_costed *use(struct rg_cost_cache *s, struct rg_costed *t)
{
	if (!t->users++)
		s->idle -= messages_of(t);
	return t;
}

void rg_cost_cache_release(struct rg_cost_cache *s, struct rg_costed *t)
{
	if (!t || --t->users)
		return;
	s->idle += messages_of(t);
	if (s->idle > IDLE_MOST)
		drop_idle(s);
}

static uint64_t hash_blocks(const struct rg_game *g, int P)
{
	uint64_t hash = 0;
	for (int i = 0; i < P && g->len; i++)
		hash = rg_mix(hash, (uint64_t)g->len[i]);
	return hash;
}

static struct rg_costed *find_game(const struct rg_cost_cache *s, const struct rg_game *g,
                                   uint64_t blocks)
{
	for (size_t i = 0; i < s->plays; i++) {
		const struct played *p = &s->played[i];
		if (p->algorithm == g->algorithm && p->n == g->n && p->window == g->window &&
		    p->blocks == blocks && p->root == g->root && p->ordered == g->ordered &&
		    rg_same_parameters(p->parameters, g->parameters))
			return p->costed;
	}
	return NULL;
}

static struct rg_costed *find_record(const struct rg_cost_cache *s, uint64_t hash)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->costed[i]->record && s->costed[i]->hash == hash)
			return s->costed[i];
	return NULL;
}

/* Add a record, which the cache owns from now on; only the part of it that is followed stays. */
static struct rg_costed *add_costed(struct rg_cost_cache *s, struct rg_record *r, uint64_t hash)
{
	struct rg_costed *t = rg_alloc(1, sizeof *t);
	t->record = r;
	t->hash = hash;
	if (r) {
		t->cost = rg_cost_new(r, s->routes, s->placement->place, s->placement->places.order,
		                      s->model);
	}
	if (t->cost) {
		rg_cost_trim(t->cost, r);
	} else {
		rg_record_free(r);
		t->record = NULL;
	}
	s->costed = rg_grow(s->costed, s->n, &s->costed_cap, sizeof *s->costed);
	s->idle += messages_of(t); /* it is used at once */
	return s->costed[s->n++] = t;
}

struct rg_costed *rg_cost_cache_get(struct rg_cost_cache *s, const struct rg_game *g)
{
	uint64_t blocks = hash_blocks(g, s->placement->places.P);
	struct rg_costed *t = find_game(s, g, blocks);
	if (t)
		return use(s, t);
	struct rg_record *r = rg_record_new(g);
	uint64_t hash = r ? rg_record_hash(r) : 0;
	t = r ? find_record(s, hash) : NULL;
	if (t)
		rg_record_free(r);
	else
		t = add_costed(s, r, hash);
	s->played = rg_grow(s->played, s->plays, &s->play_cap, sizeof *s->played);
	s->played[s->plays++] = (struct played){g->algorithm, g->parameters, g->n,       g->window,
	                                        blocks,       g->root,       g->ordered, t};
	return use(s, t);
}
