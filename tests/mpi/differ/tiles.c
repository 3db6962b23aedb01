/* SPDX-License-Identifier: BSD-3-Clause
 * Places for blocks that lie within each other's gaps.
 */
#include "tiles.h"

#include "../routines.h"

#include <string.h>

enum { TRIES = 20, NEAR = 3, MOST = 1 << 22 };

struct ground {
	const struct type *t;
	ptrdiff_t unit; /* bytes from unit to unit */
	int per;
	int64_t reach; /* blocks are tried at -reach ... reach, */
	int64_t apart; /* and behind that so far from each other that they are free in any case */
	ptrdiff_t low; /* the byte of used[0] */
	unsigned char *used;
};

/* Whether a block is free at a place. It is taken, if asked for: that place is free, then. */
static bool is_free(const struct ground *g, int64_t at, int64_t units, bool take)
{
	for (int64_t e = at * g->per; e < (at + units) * g->per; e++)
		for (int i = 0; i < g->t->n; i++) {
			const struct part *part = &g->t->part[i];
			size_t size = (size_t)basics[part->basic].size;
			unsigned char *byte = g->used + (e * g->t->extent + part->at - g->low);
			if (take)
				memset(byte, 1, size);
			else if (memchr(byte, 1, size))
				return false;
		}
	return true;
}

/* Near the one before, or anywhere. */
static int64_t draw_place(const struct ground *g, struct draw *d, int64_t before)
{
	int reach = (int)g->reach;
	int64_t at = before + draw_between(d, -NEAR, NEAR);

	return draw_once_in(d, 2) || at < -reach || at > reach ? draw_between(d, -reach, reach)
	                                                       : at;
}

static void place_all(const struct ground *g, struct draw *d, int blocks, const int64_t *len,
                      int64_t *place)
{
	int64_t before = 0;

	for (int i = 0; i < blocks; i++) {
		int64_t at = g->reach + g->apart * (i + 1);
		for (int tries = 0; tries < TRIES; tries++) {
			int64_t here = draw_place(g, d, before);
			if (is_free(g, here, len[i], false)) {
				at = here;
				break;
			}
		}
		is_free(g, at, len[i], true);
		place[i] = at;
		before = at > g->reach ? before : at;
	}
}

bool tiles_place(struct draw *d, const struct type *t, int per, int blocks, const int64_t *len,
                 int64_t *place)
{
	struct ground g = {.t = t, .per = per, .unit = per * t->extent};
	int64_t longest = 0;

	if (g.unit <= 0 || !t->n)
		return false;
	for (int i = 0; i < blocks; i++) {
		longest = len[i] > longest ? len[i] : longest;
		g.reach += len[i];
	}
	g.reach += NEAR;
	g.apart = longest + (t->high - t->low) / g.unit + 2;
	g.low = -g.reach * g.unit + t->low;
	ptrdiff_t high = (g.reach + g.apart * (blocks + 2)) * g.unit + t->high;
	if (high - g.low > MOST)
		return false;
	g.used = get((size_t)(high - g.low));
	memset(g.used, 0, (size_t)(high - g.low));
	place_all(&g, d, blocks, len, place);
	free(g.used);
	return true;
}
