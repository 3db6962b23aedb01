/* SPDX-License-Identifier: BSD-3-Clause
 * picture: points, text, strokes, room.
 */
#include "show/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "show/names.h"

struct rg_point rg_polar(double angle, double radius)
{
	return (struct rg_point){radius * sin(angle), -radius * cos(angle)};
}

struct rg_point rg_point_of(const struct rg_picture *p, int vertex)
{
	return rg_polar(p->l->angle[vertex], p->l->radius[vertex]);
}

int rg_vertex_at(const struct rg_picture *p, int i)
{
	return p->t->machine[p->c->ring[i % p->c->P].machine];
}

int rg_pair_from(const struct rg_picture *p, int k)
{
	return rg_vertex_at(p, p->c->sent[k].from);
}

int rg_pair_to(const struct rg_picture *p, int k)
{
	return rg_vertex_at(p, p->c->sent[k].to);
}

bool rg_pair_leaves(const struct rg_picture *p, int k)
{
	return rg_pair_from(p, k) != rg_pair_to(p, k);
}

struct rg_point rg_between(struct rg_point a, struct rg_point b, double part)
{
	return (struct rg_point){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

/* The point `distance` to the right of `at`, for whoever looks from a to b. */
struct rg_point rg_beside(struct rg_point at, struct rg_point a, struct rg_point b, double distance)
{
	double length = hypot(b.x - a.x, b.y - a.y);

	if (length == 0)
		return at;
	return (struct rg_point){at.x - distance * (b.y - a.y) / length,
	                         at.y + distance * (b.x - a.x) / length};
}

/* Coordinates with one decimal, and never "-0.0". */
void rg_add_point(struct rg_text *out, struct rg_point a)
{
	rg_textf(out, "%.1f %.1f", round(a.x * 10) / 10 + 0.0, round(a.y * 10) / 10 + 0.0);
}

/* Is there room for a label? Then it is taken. */
bool rg_take_room(struct rg_picture *p, struct rg_box b)
{
	if (p->boxes == RG_LABELS_MOST)
		return false;
	for (int i = 0; i < p->boxes; i++)
		if (fabs(b.x - p->box[i].x) < (b.w + p->box[i].w) / 2 &&
		    fabs(b.y - p->box[i].y) < (b.h + p->box[i].h) / 2)
			return false;
	p->box[p->boxes++] = b;
	return true;
}

/* The height of machine names; 0 where they would not be legible. */
double rg_machine_font(const struct rg_picture *p)
{
	double font = fmin(p->l->spacing * 0.8, 13);

	return font < 4 ? 0 : font;
}

double rg_machine_size(const struct rg_picture *p)
{
	return fmin(fmax(p->l->spacing * 0.26, 0.4), 6);
}

size_t rg_letters(const struct rg_picture *p, int vertex)
{
	size_t n = rg_without_domain(p->t->vertex[vertex].name, p->domain);

	return n < RG_NAME_MOST ? n : RG_NAME_MOST;
}

void rg_add_name(struct rg_picture *p, int vertex)
{
	const char *name = p->t->vertex[vertex].name;
	char *drawn = rg_strndup(name, rg_without_domain(name, p->domain));

	rg_add_escaped(p->svg, drawn, RG_NAME_MOST);
	free(drawn);
}
