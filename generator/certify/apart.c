/* SPDX-License-Identifier: BSD-3-Clause
 * apart: what holds within each of the parts that nothing joins.
 */
#include "certify/apart.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sets.h"

/* The part of each position of the ring, numbered in the order of their first ranks: part[P].
 * Returns how many there are. */
static int number_parts(const struct rg_certificate *c, int *part)
{
	const struct rg_topo *t = c->routes->topo;
	int *set = rg_sets_new(t->vertices), parts = 0;
	int *number = rg_alloc((size_t)t->vertices, sizeof *number); /* 1 more, so that 0 is none */
	for (int l = 0; l < t->links; l++)
		rg_sets_join(set, t->link[l].a, t->link[l].b);
	for (int k = 0; k < c->P; k++) {
		int s = rg_sets_find(set, t->machine[c->ring[k].machine]);
		if (!number[s])
			number[s] = ++parts;
		part[k] = number[s] - 1;
	}
	free(number);
	free(set);
	return parts;
}

struct rg_apart rg_certify_apart(const struct rg_certificate *c)
{
	struct rg_apart a = {.whole = c};
	int *part = rg_alloc((size_t)c->P, sizeof *part), parts = number_parts(c, part);
	if (parts > 1) {
		a.parts = parts;
		a.first = rg_alloc((size_t)parts + 1, sizeof *a.first);
		a.ring = rg_alloc((size_t)c->P, sizeof *a.ring);
		int *next = rg_alloc((size_t)parts, sizeof *next);
		for (int k = 0; k < c->P; k++)
			a.first[part[k] + 1]++;
		for (int i = 0; i < parts; i++) {
			a.first[i + 1] += a.first[i];
			next[i] = a.first[i];
		}
		for (int k = 0; k < c->P; k++)
			a.ring[next[part[k]]++] = c->ring[k];
		free(next);
	}
	free(part);
	return a;
}

void rg_apart_free(struct rg_apart *a)
{
	free(a->first);
	free(a->ring);
}

struct rg_certificate *rg_apart_certify(const struct rg_apart *a, int i)
{
	return rg_certify(a->whole->routes, a->ring + a->first[i], a->first[i + 1] - a->first[i]);
}
