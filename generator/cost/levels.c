/* SPDX-License-Identifier: BSD-3-Clause
 * levels: the messages of a record by how many messages have to come before.
 */
#include "cost/levels.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "cost/fair_share.h"

/* A counting sort. */
struct rg_levels rg_levels_new(const struct rg_record *r, const struct rg_matching *m,
                               const struct rg_symmetry *k)
{
	struct rg_levels l = {0};
	size_t moves = m->moves[r->P];
	for (size_t i = 0; i < moves; i++)
		l.n = m->level[i] >= l.n ? m->level[i] + 1 : l.n;
	l.first = rg_alloc((size_t)l.n + 2, sizeof *l.first);
	for (size_t i = 0; i < moves; i++)
		l.first[m->level[i] + 2] += k->way[i] < k->way[i + 1];
	for (int i = 2; i < l.n + 2; i++)
		l.first[i] += l.first[i - 1];
	l.move = rg_alloc(l.first[l.n + 1], sizeof *l.move);
	for (size_t i = 0; i < moves; i++)
		if (k->way[i] < k->way[i + 1])
			l.move[l.first[m->level[i] + 1]++] = i;
	return l;
}

void rg_levels_free(struct rg_levels *l)
{
	free(l->move);
	free(l->first);
	*l = (struct rg_levels){0};
}

int rg_levels_load(const struct rg_levels *l, const struct rg_symmetry *k,
                   const struct rg_resources *w, int *resource)
{
	int *load = rg_alloc((size_t)w->resources, sizeof *load), most = 0;
	*resource = -1;
	for (int level = 0; level < l->n; level++) {
		for (size_t i = l->first[level]; i < l->first[level + 1]; i++)
			for (size_t h = k->way[l->move[i]]; h < k->way[l->move[i] + 1]; h++)
				if (k->link[h] < w->within && ++load[k->link[h]] > most) {
					most = load[k->link[h]];
					*resource = k->link[h];
				}
		for (size_t i = l->first[level]; i < l->first[level + 1]; i++)
			for (size_t h = k->way[l->move[i]]; h < k->way[l->move[i] + 1]; h++)
				load[k->link[h]] = 0;
	}
	free(load);
	return most;
}

/* Set the paces of one level. */
static void set_pace(const struct rg_levels *l, int level, const struct rg_symmetry *k,
                     const struct rg_resources *w, double *pace)
{
	size_t begin = l->first[level], n = l->first[level + 1] - begin;
	struct rg_flow *flow = rg_alloc(n, sizeof *flow);
	for (size_t i = 0; i < n; i++) {
		size_t move = l->move[begin + i], way = k->way[move];
		flow[i] = (struct rg_flow){k->link + way, (int)(k->way[move + 1] - way), pace[move],
		                           0};
	}
	rg_share(flow, (int)n, w->bandwidth, w->resources);
	for (size_t i = 0; i < n; i++) {
		double len = pace[l->move[begin + i]];
		pace[l->move[begin + i]] = len > 0 ? flow[i].seconds / len : 0;
	}
	free(flow);
}

double *rg_levels_pace(const struct rg_levels *l, const struct rg_record *r,
                       const struct rg_matching *m, const struct rg_symmetry *k,
                       const struct rg_resources *w)
{
	double *pace = rg_alloc(m->moves[r->P], sizeof *pace); /* at first: lengths */
	for (int rank = 0; rank < r->P; rank++)
		for (size_t i = 0; i < r->script[rank].moves; i++) {
			size_t at = m->moves[rank] + i;
			bool travels = k->way[at] < k->way[at + 1];
			pace[at] = travels ? (double)r->script[rank].move[i].len : 0;
		}
	for (int level = 0; level < l->n; level++)
		set_pace(l, level, k, w, pace);
	return pace;
}
