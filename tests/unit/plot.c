/* SPDX-License-Identifier: BSD-3-Clause
 * The picture: where things stand, that a contention-free ring is the circle and another one is
 * not, and that the drawing is whole and well-formed.
 */
#include <libxml/parser.h>
#include <math.h>
#include <stdlib.h>

#include "order/order.h"
#include "show/layout.h"
#include "show/names.h"
#include "show/strokes.h"
#include "show/svg.h"
#include "test.h"

/* A topology with one order of all its machines. */
struct subject {
	struct rg_topo *t;
	struct rg_routes *routes;
	int *order;
};

static int add(struct rg_topo *t, enum rg_kind kind, int outer, int number)
{
	char name[32];
	int line = 1;

	snprintf(name, sizeof(name), "%s<%d>", kind == RG_SWITCH ? "s" : "n&", number);
	int v = rg_topo_vertex(t, kind, name, line);
	if (outer >= 0)
		rg_topo_link(t, (struct rg_link){outer, v, number % 3 ? 125e6 : 125e7, 1e-5, false,
		                                 line, false});
	return v;
}

/* Switches hung at random, machines at random switches. */
static struct subject make(int switches, int machines)
{
	struct subject s = {.t = rg_topo_new("test")};
	int *all = calloc((size_t)switches, sizeof(int));

	s.t->name = strdup("test");
	for (int i = 0; i < switches; i++)
		all[i] = add(s.t, RG_SWITCH, i ? all[rand() % i] : -1, i);
	for (int i = 0; i < machines; i++)
		add(s.t, RG_MACHINE, all[rand() % switches], i);
	rg_topo_close(s.t);
	s.routes = rg_routes_new(s.t);
	s.order = rg_order(s.t);
	free(all);
	return s;
}

static void drop(struct subject *s)
{
	free(s->order);
	rg_routes_free(s->routes);
	rg_topo_free(s->t);
}

/* Draw a ring of the first n machines of the order; the text is the caller's. */
static char *draw(const struct subject *s, int n, enum rg_verdict *verdict)
{
	struct rg_place *ring = rg_order_places(s->t, s->order, n, 1);
	struct rg_certificate *c = rg_certify(s->routes, ring, n);
	struct rg_text svg = {0};

	*verdict = c->verdict;
	rg_plot(c, &rg_light, &svg);
	rg_certificate_free(c);
	free(ring);
	return svg.s;
}

static int count(const char *s, const char *what)
{
	size_t length = strlen(what);
	int n = 0;

	for (; *s; s++)
		n += *s == *what && strncmp(s, what, length) == 0;
	return n;
}

/* Well-formed, nothing but shapes and text, no number that is none. */
static void check_svg(const struct subject *s, const char *svg)
{
	xmlDoc *doc = xmlReadMemory(svg, (int)strlen(svg), "plot.svg", NULL, XML_PARSE_NONET);

	CHECK(doc != NULL);
	xmlFreeDoc(doc);
	CHECK(!strstr(svg, "<script") && !strstr(svg, "href") && !strstr(svg, "<style"));
	CHECK(!strstr(svg, "nan") && !strstr(svg, "inf"));
	CHECK_INT(count(svg, "<circle"), s->t->machines + 1); /* and one in the legend */
	CHECK_INT(count(svg, "bit/s</title>"), 2 * s->t->links);
}

/* Every vertex within the circle; the seats of the ring 0 ... seats - 1, none twice. */
static void check_layout(const struct subject *s, int n)
{
	struct rg_place *ring = rg_order_places(s->t, s->order, n, 1);
	struct rg_layout *l = rg_layout_new(s->t, ring, n);
	bool *taken = calloc((size_t)s->t->machines, sizeof(bool));

	CHECK_INT(l->seats, n);
	for (int v = 0; v < s->t->vertices; v++) {
		CHECK(l->radius[v] >= 0 && l->radius[v] <= l->circle);
		CHECK(l->angle[v] >= 0 && l->angle[v] <= 2 * acos(-1));
	}
	for (int i = 0; i < n; i++) {
		int seat = l->seat[ring[i].machine];
		if (CHECK(seat >= 0 && seat < n))
			CHECK(!taken[seat]);
		taken[seat] = true;
	}
	CHECK(l->angle[s->t->machine[ring[0].machine]] < 1e-9);
	free(taken);
	rg_layout_free(l);
	free(ring);
}

/* Any tree, any part of its depth-first order, from anywhere on: proved, and all arcs. */
static void test_circle(void)
{
	for (int i = 0; i < 300; i++) { /* every other one in reverse */
		int switches = 1 + rand() % 12, machines = 2 + rand() % 40;
		struct subject s = make(switches, machines);
		int n = 2 + rand() % (s.t->machines - 1), first = rand() % s.t->machines;
		int *turned = calloc((size_t)s.t->machines, sizeof(int));
		enum rg_verdict verdict;
		for (int k = 0; k < s.t->machines; k++)
			turned[i % 2 ? k : machines - 1 - k] = s.order[(first + k) % machines];
		free(s.order);
		s.order = turned;
		char *svg = draw(&s, n, &verdict);
		CHECK_INT(verdict, RG_IS_PROVED);
		CHECK_INT(count(svg, "A") >= n, 1);
		CHECK_INT(count(svg, "Q"), 0);
		CHECK(strstr(svg, "proved:") != NULL);
		check_svg(&s, svg);
		check_layout(&s, n);
		free(svg);
		drop(&s);
	}
}

/* A shuffled order: refuted or not, pairs that share links have chords, and a refuted order is
 * called so. */
static void test_chords(void)
{
	int refuted = 0;

	for (int i = 0; i < 300; i++) {
		int switches = 1 + rand() % 6, machines = 2 + rand() % 30;
		struct subject s = make(switches, machines);
		enum rg_verdict verdict;
		for (int k = s.t->machines - 1; k > 0; k--) {
			int other = rand() % (k + 1), m = s.order[k];
			s.order[k] = s.order[other];
			s.order[other] = m;
		}
		char *svg = draw(&s, s.t->machines, &verdict);
		bool chords = count(svg, "Q") > 0;
		CHECK_INT(chords, verdict == RG_IS_REFUTED || verdict == RG_IS_WITHIN_CAPACITY);
		CHECK_INT(strstr(svg, "refuted:") != NULL, verdict == RG_IS_REFUTED);
		refuted += verdict == RG_IS_REFUTED;
		check_svg(&s, svg);
		check_layout(&s, s.t->machines);
		free(svg);
		drop(&s);
	}
	CHECK(refuted > 100);
}

/* Names are text, not markup; the same input gives the same bytes. */
static void test_bytes(void)
{
	struct subject s = make(3, 9);
	enum rg_verdict verdict;
	char *one = draw(&s, 9, &verdict), *two = draw(&s, 9, &verdict);

	CHECK(strstr(one, ">n&amp;&lt;4&gt;</text>") != NULL);
	CHECK_STR(one, two);
	free(one);
	free(two);
	drop(&s);
}

/* One machine alone, two without a switch, one behind a switch. */
static void test_small(void)
{
	enum rg_verdict verdict;

	for (int n = 1; n <= 3; n++) {
		struct subject s = {.t = rg_topo_new("test")};
		s.t->name = strdup("small");
		int first = add(s.t, n == 3 ? RG_SWITCH : RG_MACHINE, -1, 0);
		if (n > 1)
			add(s.t, RG_MACHINE, first, 1);
		rg_topo_close(s.t);
		s.routes = rg_routes_new(s.t);
		s.order = rg_order(s.t);
		char *svg = draw(&s, s.t->machines, &verdict);
		check_svg(&s, svg);
		CHECK_INT(count(svg, "Q"), 0);
		free(svg);
		drop(&s);
	}
}

/* A chain of switches that is far deeper than a stack would like. */
static void test_deep(void)
{
	struct subject s = {.t = rg_topo_new("test")};
	enum rg_verdict verdict;
	int v = -1;

	s.t->name = strdup("deep");
	for (int i = 0; i < 20000; i++) {
		v = add(s.t, RG_SWITCH, v, i);
		if (i % 100 == 0)
			add(s.t, RG_MACHINE, v, i);
	}
	rg_topo_close(s.t);
	s.routes = rg_routes_new(s.t);
	s.order = rg_order(s.t);
	char *svg = draw(&s, s.t->machines, &verdict);
	check_svg(&s, svg);
	free(svg);
	drop(&s);
}

/* A star of named machines, each with a link of its own speed. */
static struct subject star(int machines, const char *const *name, const double *gbit)
{
	struct subject s = {.t = rg_topo_new("test")};
	int centre = rg_topo_vertex(s.t, RG_SWITCH, "s", 1);

	s.t->name = strdup("star");
	for (int i = 0; i < machines; i++) {
		int v = rg_topo_vertex(s.t, RG_MACHINE, name[i], 1);
		rg_topo_link(s.t,
		             (struct rg_link){centre, v, gbit[i] * 125e6, 1e-5, false, 1, false});
	}
	rg_topo_close(s.t);
	s.routes = rg_routes_new(s.t);
	s.order = rg_order(s.t);
	return s;
}

/* Speeds are told apart, by the pixel, and each is in the legend; more of them stay narrow. */
static void test_strokes(void)
{
	static const char *const name[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
	static const double usual[] = {10, 25, 40, 100}, alike[] = {9.41, 9.4, 9.45, 9.38};
	static const double many[] = {0.1, 1, 10, 25, 40, 100, 200, 400};
	struct subject s = star(4, name, usual);
	struct rg_strokes w = rg_strokes_new(s.t);
	enum rg_verdict verdict;
	char *svg = draw(&s, 4, &verdict);

	CHECK_INT(w.n, 4);
	for (int i = 1; i < w.n; i++)
		CHECK(rg_stroke_of(&w, usual[i] * 125e6) >=
		      rg_stroke_of(&w, usual[i - 1] * 125e6) + 1);
	CHECK(strstr(svg, ">10 Gbit/s</text>") && strstr(svg, ">25 Gbit/s</text>") &&
	      strstr(svg, ">40 Gbit/s</text>") && strstr(svg, ">100 Gbit/s</text>"));
	rg_strokes_free(&w);
	free(svg);
	drop(&s);
	s = star(4, name, alike);
	w = rg_strokes_new(s.t);
	CHECK(w.n == 4 && w.width[3] - w.width[0] < 0.1);
	rg_strokes_free(&w);
	drop(&s);
	s = star(8, name, many);
	w = rg_strokes_new(s.t);
	CHECK(w.n == 8 && w.width[0] > 1 && w.width[7] < 8.1);
	for (int i = 1; i < w.n; i++)
		CHECK(w.width[i] > w.width[i - 1] + 0.5);
	rg_strokes_free(&w);
	drop(&s);
}

static size_t domain_of(const char *a, const char *b)
{
	const char *name[] = {a, b};
	static const double gbit[] = {1, 1};
	struct subject s = star(2, name, gbit);
	size_t n = rg_common_domain(s.t);

	drop(&s);
	return n;
}

/* The common end of all machines' names is said once. */
static void test_domain(void)
{
	static const char *const name[] = {"n1.cluster.example.org", "n2.cluster.example.org"};
	static const double gbit[] = {1, 1};
	struct subject s = star(2, name, gbit);
	enum rg_verdict verdict;
	char *svg = draw(&s, 2, &verdict);

	CHECK_INT(count(svg, ">n1</text>"), 1);
	CHECK_INT(count(svg, "*.cluster.example.org</text>"), 1);
	CHECK_INT(count(svg, "<title>n1.cluster.example.org</title>"), 1);
	free(svg);
	drop(&s);
	CHECK_INT(domain_of("n1.a.org", "n1.b.org"), 4);
	CHECK_INT(domain_of("a.org", "b.a.org"), 4);
	CHECK_INT(domain_of("x.org", ".org"), 0);
	CHECK_INT(domain_of("10.0.0.1", "10.0.1.1"), 0);
	CHECK_INT(domain_of("n1", "m1"), 0);
	CHECK_INT(domain_of("rack-a.x", "lab-a.x"), 2);
	CHECK_INT(rg_without_domain("n1.a.org", ".org"), 4);
	CHECK_INT(rg_without_domain("s0", ".org"), 2);
	CHECK_INT(rg_without_domain(".org", ".org"), 4);
	CHECK_INT(rg_without_domain("s0", ""), 2);
}

/* Only what is in the picture is in its legend, and dark paper changes colours alone. */
static void test_legend(void)
{
	struct subject s = make(3, 9);
	enum rg_verdict verdict;
	char *all = draw(&s, 9, &verdict), *some = draw(&s, 4, &verdict);

	CHECK(!strstr(all, "load 2 or more") && !strstr(all, "collides"));
	CHECK(!strstr(all, "half duplex") && !strstr(all, "not used by the ring"));
	CHECK(strstr(some, "not used by the ring") != NULL);
	free(all);
	free(some);
	drop(&s);

	struct subject one = make(3, 9);
	struct rg_place *ring = rg_order_places(one.t, one.order, 9, 1);
	struct rg_certificate *c = rg_certify(one.routes, ring, 9);
	struct rg_text light = {0}, dark = {0};
	rg_plot(c, &rg_light, &light);
	rg_plot(c, &rg_dark, &dark);
	check_svg(&one, dark.s);
	CHECK(!strstr(dark.s, rg_light.paper) && !strstr(dark.s, rg_light.ink));
	CHECK_INT(count(dark.s, "<path"), count(light.s, "<path"));
	rg_text_free(&light);
	rg_text_free(&dark);
	rg_certificate_free(c);
	free(ring);
	drop(&one);
}

/* Too many machines to be named: their switches are, beside them. */
static void test_racks(void)
{
	struct subject s = {.t = rg_topo_new("test")};
	enum rg_verdict verdict;
	int top = add(s.t, RG_SWITCH, -1, 0);

	s.t->name = strdup("racks");
	for (int i = 1; i <= 150; i++) {
		int rack = add(s.t, RG_SWITCH, top, i);
		for (int k = 0; k < 20; k++)
			add(s.t, RG_MACHINE, rack, 20 * i + k);
	}
	rg_topo_close(s.t);
	s.routes = rg_routes_new(s.t);
	s.order = rg_order(s.t);
	char *svg = draw(&s, s.t->machines, &verdict);
	check_svg(&s, svg);
	CHECK_INT(count(svg, "&gt;</text>"), 151);
	CHECK(strstr(svg, ">s&lt;150&gt;</text>") != NULL);
	free(svg);
	drop(&s);
}

int main(void)
{
	srand(1);
	test_circle();
	test_chords();
	test_bytes();
	test_small();
	test_deep();
	test_strokes();
	test_domain();
	test_legend();
	test_racks();
	xmlCleanupParser();
	return TEST_END;
}
