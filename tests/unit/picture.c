/* SPDX-License-Identifier: BSD-3-Clause
 * Pictures, read back as a viewer would: no word leaves the sheet, no arrow head lies on another
 * one, and in graphs no link runs through the box of a switch that it does not end at.
 */
#include <libxml/parser.h>
#include <math.h>
#include <stdlib.h>

#include "order/order.h"
#include "show/paper.h"
#include "show/svg.h"
#include "test.h"

enum { MOST = 4000 };

struct point {
	double x, y;
};

struct box {
	double x, y, w, h, turn, cx, cy; /* turned around cx, cy, degrees */
	char name[32];
};

struct link {
	char from[32], to[32];
	struct point at[64];
	int n;
};

/* How what is within an element is moved, scaled and turned. */
struct frame {
	double x, y, scale, turn, font;
	char anchor[8];
};

/* What is in a picture. */
static struct {
	struct box box[MOST];
	struct link link[MOST];
	struct point arrow[MOST];
	double arrow_size, sheet[4];
	int boxes, links, arrows, words;
} seen;

static int arrows; /* of all pictures */

static double number(const xmlNode *e, const char *name, double otherwise)
{
	xmlChar *s = xmlGetProp(e, (const xmlChar *)name);
	double d = s ? strtod((char *)s, NULL) : otherwise;
	xmlFree(s);
	return d;
}

static bool is(const xmlNode *e, const char *name)
{
	return e->type == XML_ELEMENT_NODE && strcmp((const char *)e->name, name) == 0;
}

/* The text of the first child of that name. */
static void text_of(const xmlNode *e, const char *child, char *out, size_t size)
{
	*out = '\0';
	for (xmlNode *c = e->children; c; c = c->next)
		if (is(c, child)) {
			xmlChar *s = xmlNodeGetContent(c);
			snprintf(out, size, "%s", (char *)s);
			xmlFree(s);
			return;
		}
}

/* ---- Words */

static struct frame frame_within(struct frame f, const xmlNode *e)
{
	xmlChar *s = xmlGetProp(e, (const xmlChar *)"transform");
	xmlChar *anchor = xmlGetProp(e, (const xmlChar *)"text-anchor");
	const char *at = s ? strstr((char *)s, "translate(") : NULL;
	double x, y;

	if (at && sscanf(at, "translate(%lf %lf)", &x, &y) == 2) {
		f.x += f.scale * x;
		f.y += f.scale * y;
	}
	if (s && (at = strstr((char *)s, "scale(")))
		f.scale *= strtod(at + 6, NULL);
	if (s && (at = strstr((char *)s, "rotate(")))
		f.turn = strtod(at + 7,
		                NULL); /* around the words' middle, if not where they begin */
	if (anchor)
		snprintf(f.anchor, sizeof f.anchor, "%s", (char *)anchor);
	f.font = number(e, "font-size", f.font);
	xmlFree(s);
	xmlFree(anchor);
	return f;
}

static int letters(const xmlChar *s)
{
	int n = 0;
	for (; *s; s++)
		n += (*s & 0xc0) != 0x80;
	return n;
}

static void check_word(const xmlNode *e, struct frame f, double x, double y)
{
	xmlChar *s = xmlNodeGetContent(e);
	double length = f.scale * f.font * RG_LETTER * letters(s), turn = f.turn * acos(-1) / 180;
	double begin = strcmp(f.anchor, "end") == 0      ? -length
	               : strcmp(f.anchor, "middle") == 0 ? -length / 2
	                                                 : 0;
	for (int i = 0; i <= 1; i++) {
		double along = (x == x ? f.scale * x : 0) + begin + i * length, up = f.scale * y;
		bool boxed = strcmp(f.anchor, "middle") == 0 && f.turn != 0;
		double px = boxed ? x + (begin + i * length) * cos(turn)
		                  : f.x + along * cos(turn) - up * sin(turn);
		double py = boxed ? y + (begin + i * length) * sin(turn)
		                  : f.y + along * sin(turn) + up * cos(turn);
		bool within = px >= seen.sheet[0] && px <= seen.sheet[0] + seen.sheet[2] &&
		              py >= seen.sheet[1] && py <= seen.sheet[1] + seen.sheet[3];
		if (!CHECK(within))
			fprintf(stderr, "\"%s\" is at %.1f %.1f\n", (char *)s, px, py);
	}
	seen.words++;
	xmlFree(s);
}

static void check_text(const xmlNode *e, struct frame f)
{
	double x = number(e, "x", 0), y = number(e, "y", 0);
	bool lines = false;

	for (xmlNode *c = e->children; c; c = c->next)
		if (is(c, "tspan")) {
			lines = true;
			y += number(c, "dy", 0);
			check_word(c, f, x, y);
		}
	if (!lines)
		check_word(e, f, x, y);
}

/* ---- Shapes */

static void see_box(const xmlNode *e)
{
	struct box b = {.w = -1};
	xmlChar *s = xmlGetProp(e, (const xmlChar *)"transform");

	if (s)
		sscanf((char *)s, "rotate(%lf %lf %lf)", &b.turn, &b.cx, &b.cy);
	xmlFree(s);
	text_of(e, "title", b.name, sizeof b.name);
	for (xmlNode *c = e->children; c; c = c->next)
		if (is(c, "rect")) {
			b.x = number(c, "x", 0);
			b.y = number(c, "y", 0);
			b.w = number(c, "width", 0);
			b.h = number(c, "height", 0);
		}
	if (b.w >= 0 && *b.name && CHECK(seen.boxes < MOST))
		seen.box[seen.boxes++] = b;
}

/* The points of a path until it is closed or ends: what is behind. */
static const char *points_of(const char *s, struct point *p, int *n, int most)
{
	for (*n = 0; *n < most && (*s == 'M' || *s == 'L');) {
		char *end;
		p[*n].x = strtod(s + 1, &end);
		p[(*n)++].y = strtod(end, &end);
		s = end;
	}
	return s;
}

static void see_path(const xmlNode *e)
{
	char title[256];
	xmlChar *d = xmlGetProp(e, (const xmlChar *)"d");
	struct link l = {.n = 0};

	text_of(e, "title", title, sizeof title);
	if (sscanf(title, "%31s -> %31[^ :]", l.from, l.to) == 2 && CHECK(seen.links < MOST)) {
		points_of((char *)d, l.at, &l.n, 64);
		seen.link[seen.links++] = l;
	}
	struct point p[4];
	int n = 0;
	for (const char *s = (char *)d; *s == 'M' && strchr(s, 'z') && !*title; s++) {
		s = points_of(s, p, &n, 3);
		if (n != 3 || *s != 'z' || !CHECK(seen.arrows < MOST))
			break;
		struct point back = {(p[0].x + p[2].x) / 2, (p[0].y + p[2].y) / 2};
		seen.arrow_size = hypot(p[1].x - back.x, p[1].y - back.y);
		seen.arrow[seen.arrows++] =
			(struct point){(p[1].x + back.x) / 2, (p[1].y + back.y) / 2};
	}
	xmlFree(d);
}

static void see(const xmlNode *e, struct frame f)
{
	for (; e; e = e->next) {
		if (e->type != XML_ELEMENT_NODE)
			continue;
		struct frame in = frame_within(f, e);
		if (is(e, "text"))
			check_text(e, in);
		else if (is(e, "path"))
			see_path(e);
		else if (is(e, "g"))
			see_box(e);
		if (!is(e, "text"))
			see(e->children, in);
	}
}

/* ---- Claims */

static bool is_inside(const struct box *b, double x, double y)
{
	double turn = -b->turn * acos(-1) / 180, dx = x - b->cx, dy = y - b->cy;
	double px = b->cx + dx * cos(turn) - dy * sin(turn);
	double py = b->cy + dx * sin(turn) + dy * cos(turn);

	return px > b->x && px < b->x + b->w && py > b->y && py < b->y + b->h;
}

/* Half a pixel after the other. */
static bool runs_through(const struct link *l, const struct box *b)
{
	for (int i = 1; i < l->n; i++) {
		double dx = l->at[i].x - l->at[i - 1].x, dy = l->at[i].y - l->at[i - 1].y;
		int steps = (int)ceil(2 * hypot(dx, dy)) + 1;
		for (int k = 0; k <= steps; k++)
			if (is_inside(b, l->at[i - 1].x + dx * k / steps,
			              l->at[i - 1].y + dy * k / steps))
				return true;
	}
	return false;
}

static void check_links(void)
{
	for (int i = 0; i < seen.links; i++)
		for (int k = 0; k < seen.boxes; k++) {
			const struct link *l = &seen.link[i];
			const struct box *b = &seen.box[k];
			if (strcmp(l->from, b->name) == 0 || strcmp(l->to, b->name) == 0)
				continue;
			if (!CHECK(!runs_through(l, b)))
				fprintf(stderr, "%s -> %s through %s\n", l->from, l->to, b->name);
		}
}

static void check_arrows(void)
{
	for (int i = 0; i < seen.arrows; i++)
		for (int k = 0; k < i; k++)
			CHECK(hypot(seen.arrow[i].x - seen.arrow[k].x,
			            seen.arrow[i].y - seen.arrow[k].y) > seen.arrow_size);
}

static void check_picture(const char *svg, const struct rg_routes *r)
{
	int links = r->topo->links, switches = r->topo->vertices - r->topo->machines;
	xmlDoc *doc = xmlReadMemory(svg, (int)strlen(svg), "x.svg", NULL, XML_PARSE_NONET);
	memset(&seen, 0, sizeof seen);
	if (!CHECK(doc != NULL))
		return;
	xmlNode *root = xmlDocGetRootElement(doc);
	xmlChar *sheet = xmlGetProp(root, (const xmlChar *)"viewBox");
	CHECK_INT(sscanf((char *)sheet, "%lf %lf %lf %lf", &seen.sheet[0], &seen.sheet[1],
	                 &seen.sheet[2], &seen.sheet[3]),
	          4);
	see(root->children, (struct frame){.scale = 1});
	CHECK_INT(seen.links, 2 * links); /* nothing was overlooked */
	CHECK_INT(seen.boxes, switches);
	CHECK(seen.words > 3);
	if (!r->tree)
		check_links();
	check_arrows();
	arrows += seen.arrows;
	xmlFree(sheet);
	xmlFreeDoc(doc);
}

/* ---- Graphs */

static int add(struct rg_topo *t, enum rg_kind kind, const char *name, int n, const char *domain)
{
	char whole[96];
	snprintf(whole, sizeof whole, "%s%d%s", name, n, domain);
	return rg_topo_vertex(t, kind, whole, 1);
}

static void join(struct rg_topo *t, int a, int b)
{
	double speed = (rand() % 3 + 1) * 125e6;
	rg_topo_link(t, (struct rg_link){a, b, speed, 1e-5, false, 1, false});
}

/* A tree of switches, with more links between them by chance, some of them twice, and some rails.
 */
static struct rg_topo *make(int switches, int machines, int more, const char *domain)
{
	struct rg_topo *t = rg_topo_new("test");
	int *all = calloc((size_t)switches, sizeof *all);

	t->name = strdup("a_graph_with_rather_a_long_name_that_somebody_has_made_by_a_script");
	for (int i = 0; i < switches; i++) {
		all[i] = add(t, RG_SWITCH, "s", i, "");
		if (i)
			join(t, all[i], all[rand() % i]);
	}
	for (int i = 0; i < more && switches > 1; i++) {
		int a = rand() % switches, b = rand() % switches;
		if (a != b)
			join(t, all[a], all[b]);
	}
	for (int i = 0; i < machines; i++) {
		int v = add(t, RG_MACHINE, "n", i, domain), first = rand() % switches;
		join(t, all[first], v);
		if (switches > 1 && more && rand() % 8 == 0)
			join(t, all[(first + 1) % switches], v);
	}
	rg_topo_close(t);
	free(all);
	return t;
}

/* A ring of the first n of them, as they come or shuffled. */
static void draw_some(struct rg_topo *t, int n, bool shuffled)
{
	struct rg_routes *routes = rg_routes_new(t);
	struct rg_text svg = {0};
	int *order = calloc((size_t)t->machines, sizeof *order);

	for (int i = 0; i < t->machines; i++) {
		int other = shuffled ? rand() % (i + 1) : i;
		order[i] = order[other];
		order[other] = i;
	}
	struct rg_place *ring = rg_order_places(t, order, n, 1);
	struct rg_certificate *c = rg_certify(routes, ring, n);
	rg_plot(c, &rg_light, &svg);
	check_picture(svg.s, routes);
	rg_text_free(&svg);
	rg_certificate_free(c);
	rg_routes_free(routes);
	free(ring);
	free(order);
}

/* With `more` links between switches they are graphs, without trees: there a shuffled ring has ways
 * across the circle, with arrows where these meet. */
static void test_pictures(int pictures, int switches_most, int machines_most, bool more)
{
	for (int i = 0; i < pictures && failures < 20; i++) {
		int switches = 2 + rand() % (switches_most - 1),
		    machines = 2 + rand() % machines_most;
		struct rg_topo *t = make(switches, machines, more ? 1 + rand() % (2 * switches) : 0,
		                         i % 3 ? "" : ".rack.cluster.example.org");
		int before = failures, n = i % 2 ? machines : 2 + rand() % (machines - 1);
		draw_some(t, n, i % 4 < 2);
		if (failures > before)
			fprintf(stderr, "picture %d: %d switches, %d machines, a ring of %d\n", i,
			        switches, machines, n);
		rg_topo_free(t);
	}
}

int main(void)
{
	srand(1);
	test_pictures(200, 12, 40, true);
	test_pictures(20, 30, 150, true);
	test_pictures(100, 6, 60, false);
	CHECK(arrows > 3000);
	xmlCleanupParser();
	return TEST_END;
}
