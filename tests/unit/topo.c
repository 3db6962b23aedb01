/* SPDX-License-Identifier: BSD-3-Clause
 * The model: indices, finding hosts by name, order and certificate on trees that are easy to follow
 * by hand, and on one that is very deep.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "fabric/route.h"
#include "fabric/topo.h"
#include "order/order.h"
#include "order/placement.h"
#include "show/certificate.h"
#include "test.h"

/* s0 ( n0, s1 ( n1, n2 ), n3 ), with aliases for n0 and n1. Machines 0 to 3. */
static struct rg_topo *small(void)
{
	struct rg_topo *t = rg_topo_new("small.xml");
	int s0 = rg_topo_vertex(t, RG_SWITCH, "s0", 2);
	int n0 = rg_topo_vertex(t, RG_MACHINE, "n0", 3);
	rg_topo_link(t, (struct rg_link){.a = s0, .b = n0, .bandwidth = 125e6});
	int s1 = rg_topo_vertex(t, RG_SWITCH, "s1", 4);
	rg_topo_link(t, (struct rg_link){.a = s0, .b = s1, .bandwidth = 125e6});
	int n1 = rg_topo_vertex(t, RG_MACHINE, "n1.east", 5);
	rg_topo_link(t, (struct rg_link){.a = s1, .b = n1, .bandwidth = 125e6});
	int n2 = rg_topo_vertex(t, RG_MACHINE, "n2", 6);
	rg_topo_link(t, (struct rg_link){.a = s1, .b = n2, .bandwidth = 125e6});
	int n3 = rg_topo_vertex(t, RG_MACHINE, "n3", 8);
	rg_topo_link(t, (struct rg_link){.a = s0, .b = n3, .bandwidth = 125e6});
	rg_topo_alias(t, n0, "ib0");
	rg_topo_alias(t, n0, "n0.east");
	rg_topo_alias(t, n0, "head.east");
	rg_topo_alias(t, n1, "head.west");
	rg_topo_close(t);
	return t;
}

static void test_indices(void)
{
	struct rg_topo *t = small();
	CHECK(t->vertices == 6 && t->links == 5 && t->machines == 4);
	for (int i = 0; i < t->machines; i++)
		CHECK(t->vertex[t->machine[i]].machine == i);
	CHECK(t->first[0] == 0 && t->first[1] == 3 && t->first[6] == 2 * t->links);
	CHECK(t->incident[0] == 0 && t->incident[1] == 1 && t->incident[2] == 4);
	int s1 = rg_topo_find(t, "s1");
	CHECK(s1 == 2 && t->first[s1 + 1] - t->first[s1] == 3);
	CHECK(rg_topo_other(t, t->incident[t->first[s1]], s1) == 0);
	CHECK(rg_topo_find(t, "n3") == 5);
	CHECK(rg_topo_find(t, "") == -1 && rg_topo_find(t, "n") == -1);
	CHECK(rg_topo_find(t, "zz") == -1 && rg_topo_find(t, "ib0") == -1);
	rg_topo_free(t);
	t = rg_topo_new("empty.xml"); /* what check refuses can still be closed and searched */
	rg_topo_close(t);
	CHECK(rg_topo_find(t, "n0") == -1 && rg_topo_host(t, "n0") == -1);
	rg_topo_free(t);
}

static void test_hosts(void)
{
	struct rg_topo *t = small();
	CHECK(rg_topo_host(t, "n0") == 0);
	CHECK(rg_topo_host(t, "ib0") == 0);
	CHECK(rg_topo_host(t, "n0.east") == 0);
	CHECK(rg_topo_host(t, "N0") == 0 && rg_topo_host(t, "Ib0.East") == 0);
	CHECK(rg_topo_host(t, "N1.EAST") == 1 && rg_topo_host(t, "N1") == 1);
	CHECK(rg_topo_host(t, "ib0.cluster.example") == 0); /* the alias is its short name */
	CHECK(rg_topo_host(t, "n1.east") == 1);
	CHECK(rg_topo_host(t, "n1") == 1);       /* the short name of n1.east */
	CHECK(rg_topo_host(t, "n1.west") == -1); /* another domain */
	CHECK(rg_topo_host(t, "n3.any.where") == 3);
	CHECK(rg_topo_host(t, "head.east") == 0 && rg_topo_host(t, "head.west") == 1);
	CHECK(rg_topo_host(t, "head") == -1); /* two of them */
	CHECK(rg_topo_host(t, "s0") == -1);   /* a switch */
	CHECK(rg_topo_host(t, "n") == -1 && rg_topo_host(t, "n00") == -1);
	CHECK(rg_topo_host(t, "") == -1 && rg_topo_host(t, ".") == -1);
	rg_topo_free(t);
}

static void test_order(void)
{
	struct rg_topo *t = small();
	int *order = rg_order(t);
	for (int i = 0; i < 4; i++)
		CHECK(order[i] == i); /* file order, here */
	free(order);
	struct rg_host some[] = {{.name = "n3", .ranks = 1, .core = -1},
	                         {.name = "n1", .ranks = 2, .core = -1}};
	struct rg_hosts h = {.host = some, .n = 2};
	struct rg_diag d = {0};
	struct rg_place *ring;
	CHECK(rg_order_ranks(t, &h, &ring, &d) == 3 && d.errors == 0);
	CHECK(ring[0].machine == 3 && ring[1].machine == 1 && ring[2].machine == 1);
	free(ring);
	rg_topo_free(t);
}

/* Each wrong entry is one error; that they are worded well is for the Bats suites. */
static void test_wrong_hosts(void)
{
	struct rg_topo *t = small();
	struct rg_host wrong[] = {{.name = "n0", .ranks = 1, .core = -1, .line = 1},
	                          {.name = "nobody", .ranks = 1, .core = -1, .line = 2},
	                          {.name = "s1", .ranks = 1, .core = -1, .line = 3},
	                          {.name = "ib0", .ranks = 1, .core = -1, .line = 4}};
	struct rg_hosts h = {.host = wrong, .n = 4, .file = "hosts"};
	struct rg_diag d = {0};
	struct rg_place *ring;
	/* n0 may be there twice */
	CHECK(rg_order_ranks(t, &h, &ring, &d) == -1 && d.errors == 2);
	d.errors = 0;
	wrong[0].ranks = RG_HOSTS_MOST;
	CHECK(rg_order_ranks(t, &h, &ring, &d) == -1 && d.errors == 1);
	rg_topo_free(t);
}

/* A known collision: n0 -> n1 -> n3 -> n2 enters and leaves s1 twice. */
static void test_report(void)
{
	struct rg_topo *t = small();
	struct rg_routes *r = rg_routes_new(t);
	struct rg_place ring[] = {{0, -1}, {1, -1}, {3, -1}, {2, -1}};
	struct rg_certificate *c = rg_certify(r, ring, 4);
	struct rg_text text = {0};
	CHECK(c->verdict == RG_IS_REFUTED && c->most == 2 && c->overloaded == 2);
	CHECK(c->links_used == 10 && c->machines == 4);
	rg_certificate_print(c, &(struct rg_report_options){.bytes = 4 << 20, .most_pairs = 1},
	                     &text);
	CHECK(!strncmp(text.s, "refuted: load 2 on s0 -> s1 (2 of 10 link directions carry more",
	               63));
	CHECK(strstr(text.s, "  s0 -> s1: load 2, 2.00 of its bandwidth\n"
	                     "    n0 -> n1.east (rank 0 -> rank 1)\n"
	                     "    and 1 more\n"));
	CHECK(strstr(text.s, "bound for allreduce of 4 MiB: "));
	CHECK(strstr(text.s, "efficiency:                   0.50       (s0 -> s1, of "));
	CHECK(strstr(text.s, "not in the claim: the inside of the machines"));
	rg_text_free(&text);
	rg_certificate_free(c);
	rg_routes_free(r);
	rg_topo_free(t);
}

/* One rank, and several on one machine: nothing is on a link, and nothing is divided by zero. */
static void test_alone(void)
{
	struct rg_topo *t = rg_topo_new("alone.xml");
	rg_topo_vertex(t, RG_MACHINE, "n0", 2);
	rg_topo_close(t);
	struct rg_routes *r = rg_routes_new(t);
	struct rg_place ring[] = {{0, -1}, {0, -1}};
	for (int P = 1; P <= 2; P++) {
		struct rg_certificate *c = rg_certify(r, ring, P);
		struct rg_lower_bound b = rg_certificate_bound(c, RG_ALLREDUCE, 1000);
		struct rg_text text = {0};
		CHECK(c->verdict == RG_IS_PROVED && c->most == 0 && c->inside_unknown == (P > 1));
		CHECK(b.bound == 0 && b.ring == 0 && b.bottleneck == -1 && b.cut == -1);
		rg_certificate_print(c, &(struct rg_report_options){.bytes = 1000}, &text);
		CHECK(strstr(text.s, "bound: none"));
		rg_text_free(&text);
		rg_certificate_free(c);
	}
	rg_routes_free(r);
	rg_topo_free(t);
}

/* A path of switches with a machine at each: nothing here may recurse. */
static void test_deep(void)
{
	enum { DEEP = 200000 };
	struct rg_topo *t = rg_topo_new("deep.xml");
	char name[16];
	for (int i = 0, before = -1; i < DEEP; i++) {
		snprintf(name, sizeof(name), "s%d", i);
		int s = rg_topo_vertex(t, RG_SWITCH, name, i);
		snprintf(name, sizeof(name), "n%d", i);
		int m = rg_topo_vertex(t, RG_MACHINE, name, i);
		if (before >= 0)
			rg_topo_link(t, (struct rg_link){.a = before, .b = s, .bandwidth = 1e9});
		rg_topo_link(t, (struct rg_link){.a = s, .b = m, .bandwidth = 1e9});
		before = s;
	}
	rg_topo_close(t);
	struct rg_routes *r = rg_routes_new(t);
	int *order = rg_order(t);
	struct rg_place *ring = rg_order_places(t, order, t->machines, 1);
	struct rg_certificate *c = rg_certify(r, ring, t->machines);
	CHECK(order[0] == 0 && order[DEEP - 1] == DEEP - 1);
	CHECK(c->verdict == RG_IS_PROVED && c->links_used == 2 * t->links);
	rg_certificate_free(c);
	free(ring);
	free(order);
	rg_routes_free(r);
	rg_topo_free(t);
}

/* An inside of these cores: "package numa cache", a digit each. */
static struct rg_inside *inside_of(const char *cores)
{
	struct rg_inside *in = rg_alloc(1, sizeof *in);
	in->core = rg_alloc(strlen(cores), sizeof *in->core);
	for (const char *c = cores; *c; c += c[3] ? 4 : 3) {
		struct rg_core core = {c[0] - '0', c[1] - '0', c[2] == '-' ? -1 : c[2] - '0'};
		in->core[in->cores++] = core;
		in->packages = core.package + 1;
		in->numas = core.numa + 1;
	}
	return in;
}

/* A machine with such an inside (NULL: nothing is known of it), and one of which nothing is known,
 * with so many ranks on the former and two on the latter: where the runs of the levels begin. */
static void check_parts(const char *cores, int ranks, const char *numas, const char *caches)
{
	const char *const expected[] = {[RG_IN_NUMA] = numas, [RG_IN_CACHE] = caches};
	struct rg_topo *t = rg_topo_new("parts.xml");
	int a = rg_topo_vertex(t, RG_MACHINE, "a", 1), b = rg_topo_vertex(t, RG_MACHINE, "b", 2);
	rg_topo_link(t, (struct rg_link){.a = a, .b = b, .bandwidth = 1e9});
	t->vertex[a].inside = cores ? rg_topo_inside(t, inside_of(cores)) : NULL;
	rg_topo_close(t);
	int dfs[] = {0, 1}, host[16] = {0}, P = ranks + 2;
	host[ranks] = host[ranks + 1] = 1;
	struct rg_placement *p = rg_placement_of(t, dfs, host, P);
	for (int k = RG_FIRST_LEVEL; k < RG_ON_MACHINE; k++) {
		const struct rg_runs *runs = &p->places.level[k];
		char found[64] = "";
		for (int i = 0, n = 0; i <= runs->n; i++)
			n += snprintf(found + n, sizeof found - (size_t)n, "%d ", runs->first[i]);
		CHECK_STR(found, expected[k]);
	}
	rg_placement_free(p);
	rg_topo_free(t);
}

static void test_parts(void)
{
	check_parts("000 000 001 001 112 112 112 112", 8, "0 4 8 10 ", "0 2 4 8 10 ");
	check_parts("000 000 001 001 112 112 112 112", 3, "0 3 5 ", "0 2 3 5 ");
	check_parts("00- 00- 01- 01-", 4, "0 2 4 6 ", "0 2 4 6 "); /* caches are not known */
	check_parts("000 010", 2, "0 1 2 4 ", "0 1 2 4 ");         /* one of two NUMA nodes */
	check_parts("000 000 110 110", 5, "0 5 7 ", "0 5 7 ");     /* more ranks than cores */
	check_parts(NULL, 4, "0 4 6 ", "0 4 6 ");
}

int main(void)
{
	test_indices();
	test_hosts();
	test_order();
	test_wrong_hosts();
	test_report();
	test_alone();
	test_deep();
	test_parts();
	return failures != 0;
}
