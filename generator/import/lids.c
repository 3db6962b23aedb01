/* SPDX-License-Identifier: BSD-3-Clause
 * lids: whose lid it is.
 */
#include "import/lids.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sets.h"

struct owner {
	int subnet, lid; /* the subnet is one of its stations */
	int station;     /* -1: two have the lid */
};

struct rg_lids {
	int *set;            /* [stations] joined by cables */
	struct owner *owner; /* [n] by subnet, then lid */
	size_t n;
};

static int compare_owners(const void *pa, const void *pb)
{
	const struct owner *a = pa, *b = pb;
	if (a->subnet != b->subnet)
		return a->subnet < b->subnet ? -1 : 1;
	return (a->lid > b->lid) - (a->lid < b->lid);
}

/* If several have one lid, only the first stays, as a lid that nobody is known to have. */
static int drop_twice(struct rg_lids *l)
{
	size_t n = 0;
	int twice = 0;
	for (size_t i = 0; i < l->n; i++) {
		bool again = n && compare_owners(&l->owner[n - 1], &l->owner[i]) == 0;
		if (!again) {
			l->owner[n++] = l->owner[i];
			continue;
		}
		twice += l->owner[n - 1].station >= 0;
		l->owner[n - 1].station = -1;
	}
	l->n = n;
	return twice;
}

struct rg_lids *rg_lids_new(const struct rg_subnet *f, int *twice)
{
	struct rg_lids *l = rg_alloc(1, sizeof *l);
	l->set = rg_sets_new(f->stations);
	l->owner = rg_alloc((size_t)f->stations, sizeof *l->owner);
	for (int i = 0; i < f->cables; i++)
		rg_sets_join(l->set, f->cable[i].a, f->cable[i].b);
	for (int i = 0; i < f->stations; i++) {
		const struct rg_station *s = &f->station[i];
		if (!s->is_switch && s->port && s->lid > 0 && s->lid < RG_LIDS)
			l->owner[l->n++] = (struct owner){rg_sets_find(l->set, i), s->lid, i};
	}
	if (l->n)
		qsort(l->owner, l->n, sizeof *l->owner, compare_owners);
	*twice = drop_twice(l);
	return l;
}

void rg_lids_free(struct rg_lids *l)
{
	free(l->set);
	free(l->owner);
	free(l);
}

int rg_lids_find(const struct rg_lids *l, int station, int lid)
{
	struct owner key = {rg_sets_find(l->set, station), lid, -1};
	const struct owner *found =
		l->n ? bsearch(&key, l->owner, l->n, sizeof key, compare_owners) : NULL;
	return found ? found->station : -1;
}
