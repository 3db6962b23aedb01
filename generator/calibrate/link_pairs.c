/* SPDX-License-Identifier: BSD-3-Clause
 * link_pairs: pairs of machines, one on each side of a link.
 */
#include "calibrate/link_pairs.h"

#include <stdlib.h>

#include "base/alloc.h"

/* A machine that was found; `turn` of them were found at the same switch before. */
struct found {
	int machine, turn, at;
};

/* One side: the vertices from the link's end on, level by level. */
struct side {
	int *queue; /* [vertices]; the level to look at next is queue[begin] ... queue[end - 1] */
	int begin, end;
	struct found *found; /* [machines] of the last level, in order */
	int founds, taken;
};

struct rg_link_pairs {
	const struct rg_topo *t;
	const bool *used;
	int *via; /* [vertices] the link by which a vertex was reached */
	struct side side[2];
};

struct rg_link_pairs *rg_link_pairs_new(const struct rg_topo *t, const bool *used)
{
	struct rg_link_pairs *x = rg_alloc(1, sizeof(*x));
	x->t = t;
	x->used = used;
	x->via = rg_alloc(t->vertices, sizeof(int));
	for (int i = 0; i < 2; i++) {
		x->side[i].queue = rg_alloc(t->vertices, sizeof(int));
		x->side[i].found = rg_alloc(t->machines, sizeof(struct found));
	}
	return x;
}

void rg_link_pairs_free(struct rg_link_pairs *x)
{
	if (!x)
		return;
	for (int i = 0; i < 2; i++) {
		free(x->side[i].queue);
		free(x->side[i].found);
	}
	free(x->via);
	free(x);
}

/* v is reached by link l; true when a machine was found there. */
static bool reach(struct rg_link_pairs *x, struct side *s, int v, int l, int turn)
{
	int m = x->t->vertex[v].machine;
	x->via[v] = l;
	s->queue[s->end++] = v;
	if (m < 0 || !x->used[m])
		return false;
	s->found[s->founds] = (struct found){m, turn, s->founds};
	s->founds++;
	return true;
}

void rg_link_pairs_begin(struct rg_link_pairs *x, int link)
{
	const struct rg_link *l = &x->t->link[link];
	for (int i = 0; i < 2; i++) {
		struct side *s = &x->side[i];
		s->begin = s->end = s->founds = s->taken = 0;
		reach(x, s, i ? l->b : l->a, link, 0);
	}
}

static int by_turn(const void *a, const void *b)
{
	const struct found *f = a, *g = b;
	return f->turn != g->turn ? f->turn - g->turn : f->at - g->at;
}

/* Find the machines of the next level. */
static void find_level(struct rg_link_pairs *x, struct side *s)
{
	const struct rg_topo *t = x->t;
	int end = s->end;
	s->founds = s->taken = 0;
	for (; s->begin < end; s->begin++) {
		int v = s->queue[s->begin], turn = 0;
		for (int i = t->first[v]; i < t->first[v + 1]; i++) {
			int l = t->incident[i];
			if (l != x->via[v])
				turn += reach(x, s, rg_topo_other(t, l, v), l, turn);
		}
	}
	qsort(s->found, s->founds, sizeof(*s->found), by_turn);
}

/* The next machine of a side; -1: there is none. */
static int next_machine(struct rg_link_pairs *x, struct side *s)
{
	while (s->taken == s->founds && s->begin < s->end)
		find_level(x, s);
	return s->taken < s->founds ? s->found[s->taken++].machine : -1;
}

bool rg_link_pairs_next(struct rg_link_pairs *x, int *a, int *b)
{
	*a = next_machine(x, &x->side[0]);
	*b = *a < 0 ? -1 : next_machine(x, &x->side[1]);
	return *b >= 0;
}
