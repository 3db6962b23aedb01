/* SPDX-License-Identifier: BSD-3-Clause
 * Properties of the ring and its certificate, on thousands of random trees. The recount here shares
 * no code with route.c and certify.c: it keeps its own picture of the tree, finds paths by breadth
 * first search, crosses boundaries by their definition, and sorts the pairs it saw.
 *
 * ring [SEED [TRIALS]]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "fabric/route.h"
#include "fabric/topo.h"
#include "import/hostfile.h"
#include "order/order.h"
#include "show/certificate.h"
#include "test.h"
#include "world.h"

/* ---- The recount */

enum what { DIRECTION, HALF, OUT_OF_PACKAGE, INTO_PACKAGE, OUT_OF_NUMA, INTO_NUMA };

/* One pair seen on one resource. For links a and b are vertices, else machine and number. */
struct seen {
	int what, a, b, from, to;
};

struct count {
	struct seen seen[RANKS * (VERTICES + 4)]; /* distinct, sorted */
	int n, resources, most;
};

static int compare_seen(const void *x, const void *y)
{
	return memcmp(x, y, sizeof(struct seen));
}

static bool same_resource(const struct seen *x, const struct seen *y)
{
	return x->what == y->what && x->a == y->a && x->b == y->b;
}

static void see(struct count *c, int what, int a, int b, int from, int to)
{
	c->seen[c->n++] = (struct seen){what, a, b, from, to};
}

static void see_path(const struct world *w, struct count *c, int v, int x, int from, int to)
{
	int previous[VERTICES];
	search(w, v, previous);
	for (; x != v; x = previous[x]) {
		int l = w->link[previous[x]][x] - 1;
		if (w->half[l])
			see(c, HALF, w->a[l], w->b[l], from, to);
		else
			see(c, DIRECTION, previous[x], x, from, to);
	}
}

static bool has_several_numas(const struct world *w, int m, int package)
{
	for (int i = 0; i < w->cores[m]; i++)
		for (int j = 0; j < i; j++)
			if (w->package[m][i] == package && w->package[m][j] == package &&
			    w->numa[m][i] != w->numa[m][j])
				return true;
	return false;
}

/* The boundaries around place p that another place q is outside of. */
static void see_boundaries(const struct world *w, struct count *c, struct rg_place p,
                           struct rg_place q, bool into, int from, int to)
{
	int m = p.machine;
	bool within = m == q.machine;
	if (!w->cores[m] || p.core < 0 || (within && q.core < 0))
		return;
	int package = w->package[m][p.core], numa = w->numa[m][p.core];
	if (w->packages[m] > 1 && !(within && w->package[m][q.core] == package))
		see(c, into ? INTO_PACKAGE : OUT_OF_PACKAGE, m, package, from, to);
	if (has_several_numas(w, m, package) && !(within && w->numa[m][q.core] == numa))
		see(c, into ? INTO_NUMA : OUT_OF_NUMA, m, numa, from, to);
}

static struct count *recount(const struct world *w, const struct rg_place *ring, int P)
{
	struct count *c = rg_alloc(1, sizeof(*c));
	for (int from = 0; P > 1 && from < P; from++) {
		int to = (from + 1) % P;
		struct rg_place p = ring[from], q = ring[to];
		see_boundaries(w, c, p, q, false, from, to);
		see_path(w, c, w->vertex_of[p.machine], w->vertex_of[q.machine], from, to);
		see_boundaries(w, c, q, p, true, from, to);
	}
	qsort(c->seen, c->n, sizeof(*c->seen), compare_seen);
	int n = 0, run = 0; /* drop pairs seen twice; count by resource */
	for (int i = 0; i < c->n; i++) {
		if (n && !compare_seen(&c->seen[n - 1], &c->seen[i]))
			continue;
		run = n && same_resource(&c->seen[n - 1], &c->seen[i]) ? run + 1 : 1;
		c->resources += run == 1;
		c->most = run > c->most ? run : c->most;
		c->seen[n++] = c->seen[i];
	}
	c->n = n;
	return c;
}

/* The pairs on a resource: returns how many, the first at *begin. */
static int pairs_on(const struct count *c, struct seen key, int *begin)
{
	int n = 0;
	for (int i = 0; i < c->n; i++)
		if (same_resource(&c->seen[i], &key) && n++ == 0)
			*begin = i;
	return n;
}

/* The kind of resource i, from its name: that is what people read. */
static struct seen resource(const struct world *w, int i)
{
	char name[64];
	struct seen s = {.what = -1};
	int v;
	rg_resource_name(w->routes, i, name, sizeof(name));
	if (sscanf(name, "v%d -> v%d", &s.a, &s.b) == 2)
		s.what = DIRECTION;
	else if (sscanf(name, "v%d <-> v%d", &s.a, &s.b) == 2)
		s.what = HALF;
	else if (sscanf(name, "v%d: out of package %d", &v, &s.b) == 2)
		s.what = OUT_OF_PACKAGE;
	else if (sscanf(name, "v%d: into package %d", &v, &s.b) == 2)
		s.what = INTO_PACKAGE;
	else if (sscanf(name, "v%d: out of NUMA node %d", &v, &s.b) == 2)
		s.what = OUT_OF_NUMA;
	else if (sscanf(name, "v%d: into NUMA node %d", &v, &s.b) == 2)
		s.what = INTO_NUMA;
	CHECK(s.what >= 0);
	if (s.what >= OUT_OF_PACKAGE)
		s.a = w->machine_at[v];
	return s;
}

static void check_pairs(const struct world *w, const struct rg_certificate *c,
                        const struct count *own)
{
	for (int k = 0; k < c->overloaded; k++) {
		int begin = 0, n = pairs_on(own, resource(w, c->over[k]), &begin);
		CHECK(c->first[k + 1] - c->first[k] == n && n > 1);
		for (int i = 0; i < n; i++) {
			/* In whichever order: theirs is that of the ring. */
			bool found = false;
			for (int j = 0; j < n; j++)
				found = found ||
				        (own->seen[begin + j].from ==
				                 c->pair[c->first[k] + i].from &&
				         own->seen[begin + j].to == c->pair[c->first[k] + i].to);
			CHECK(found);
		}
	}
}

static bool is_link(const struct seen *s)
{
	return s->what == DIRECTION || s->what == HALF;
}

static double bandwidth_of(const struct world *w, const struct seen *s)
{
	return w->bandwidth[w->link[s->a][s->b] - 1];
}

/* The speed of a pair: that of the slowest link that it was seen on. */
static double speed_of(const struct world *w, const struct count *own, int from, int to)
{
	double speed = INFINITY;
	for (int i = 0; i < own->n; i++)
		if (own->seen[i].from == from && own->seen[i].to == to && is_link(&own->seen[i]))
			speed = fmin(speed, bandwidth_of(w, &own->seen[i]));
	return speed;
}

/* The demand of the n > 1 pairs of a resource on it, from seen[begin] on. */
static double demand_on(const struct world *w, const struct count *own, int begin, int n)
{
	double sum = 0;
	if (!is_link(&own->seen[begin]))
		return n;
	for (int i = begin; i < begin + n; i++)
		sum += speed_of(w, own, own->seen[i].from, own->seen[i].to);
	return sum / bandwidth_of(w, &own->seen[begin]);
}

/* The demands, and the verdict that follows. */
static void check_demands(const struct world *w, const struct rg_certificate *c,
                          const struct count *own)
{
	double worst = 0, told = 0;
	for (int k = 0; k < c->overloaded; k++) {
		int begin = 0, n = pairs_on(own, resource(w, c->over[k]), &begin);
		double demand = demand_on(w, own, begin, n);
		CHECK(fabs(c->demand[k] - demand) <= 1e-9 * demand);
		worst = fmax(worst, demand);
	}
	CHECK((rg_certificate_worst(c, &told) >= 0) == (c->overloaded > 0));
	CHECK(fabs(told - worst) <= 1e-6 * worst);
	CHECK((c->verdict == RG_IS_REFUTED) == (worst > 1 + 1e-9));
	CHECK(worst > 1 + 1e-9 || (c->verdict == RG_IS_UNKNOWN) == c->cores_shared);
	CHECK((c->verdict == RG_IS_PROVED) == (own->most < 2 && !c->cores_shared));
}

/* Certify a ring and compare all of it with the recount. Returns the highest load by the recount;
 * the certificate goes to *out if out is given. */
static int compare(const struct world *w, const struct rg_place *ring, int P,
                   struct rg_certificate **out)
{
	struct rg_certificate *c = rg_certify(w->routes, ring, P);
	struct count *own = recount(w, ring, P);
	int begin, used = 0, over = 0, most = own->most;
	for (int i = 0; i < w->routes->resources; i++) {
		if (rg_is_link(w->routes, i) && i % 2 && w->half[i / 2]) {
			CHECK(c->load[i] == 0); /* the other half of a half-duplex link */
			continue;
		}
		CHECK(c->load[i] == pairs_on(own, resource(w, i), &begin));
		used += c->load[i] > 0;
		over += c->load[i] > 1;
	}
	CHECK(used == own->resources); /* and nothing is on a resource that has no number */
	CHECK(c->links_used + c->boundaries_used == used);
	CHECK(c->overloaded == over);
	CHECK(c->most == most);
	check_pairs(w, c, own);
	check_demands(w, c, own);
	free(own);
	if (out)
		*out = c;
	else
		rg_certificate_free(c);
	return most;
}

/* The same for one rank on each of n machines. */
static int compare_machines(const struct world *w, const int *machines, int n)
{
	struct rg_place *ring = rg_order_places(w->topo, machines, n, 1);
	int most = compare(w, ring, n, NULL);
	free(ring);
	return most;
}

/* ---- Properties */

static void check_permutation(const int *order, int n)
{
	bool seen[VERTICES] = {false};
	for (int i = 0; i < n; i++) {
		CHECK(order[i] >= 0 && order[i] < n && !seen[order[i]]);
		seen[order[i]] = true;
	}
}

/* Depth-first order has load 1 on all it uses: all machines, and any subset. */
static void test_depth_first(void)
{
	struct world *w = new_world((struct shape){0});
	int subset[VERTICES], sorted[VERTICES], at[VERTICES];
	check_permutation(w->order, w->machines);
	CHECK(compare_machines(w, w->order, w->machines) == (w->machines > 1));
	int n = random_subset(w, subset);
	memcpy(sorted, subset, sizeof(sorted));
	rg_order_subset(w->topo, w->order, sorted, n);
	for (int i = 0; i < w->machines; i++)
		at[w->order[i]] = i;
	for (int i = 1; i < n; i++)
		CHECK(at[sorted[i - 1]] < at[sorted[i]]);
	for (int i = 0; i < n; i++) {
		bool kept = false;
		for (int j = 0; j < n; j++)
			kept = kept || sorted[j] == subset[i];
		CHECK(kept);
	}
	CHECK(compare_machines(w, sorted, n) == (n > 1));
	free_world(w);
}

/* Any order's loads are those of the recount; a swap in a proved order is refuted exactly when the
 * recount says so. */
static void test_other_orders(void)
{
	struct world *w = new_world((struct shape){0});
	int order[VERTICES];
	int n = random_subset(w, order);
	compare_machines(w, order, n);
	rg_order_subset(w->topo, w->order, order, n);
	swap(&order[below(n)], &order[below(n)]);
	compare_machines(w, order, n);
	free_world(w);
}

/* How many runs the ranks on v's side of the link v - x make in the ring, around its end. */
static int runs(const struct world *w, int v, int x, const struct rg_place *ring, int P)
{
	int previous[VERTICES], n = 0;
	bool inside[VERTICES];
	search(w, x, previous); /* v's side: those whose path from x begins with v */
	for (int y = 0; y < w->vertices; y++) {
		int z = y;
		while (z != v && z != x)
			z = previous[z];
		inside[y] = z == v;
	}
	for (int k = 0; k < P; k++)
		n += inside[w->vertex_of[ring[k].machine]] &&
		     !inside[w->vertex_of[ring[(k + 1) % P].machine]];
	return n;
}

/* The load of a link direction is the number of runs of the subtree that it leaves: load 1
 * everywhere if and only if each subtree is one cyclic run. */
static void test_runs(void)
{
	struct world *w = new_world((struct shape){0});
	int order[VERTICES], most = 0;
	int n = random_subset(w, order);
	if (below(2))
		rg_order_subset(w->topo, w->order, order, n);
	if (below(2))
		swap(&order[below(n)], &order[below(n)]);
	struct rg_place *ring = rg_order_places(w->topo, order, n, 1);
	struct rg_certificate *c = rg_certify(w->routes, ring, n);
	for (int l = 0; l < w->topo->links; l++) {
		int a = w->a[l], b = w->b[l];
		int out = runs(w, a, b, ring, n), in = runs(w, b, a, ring, n);
		CHECK(c->load[rg_resource_of(w->routes, l, a)] == out);
		CHECK(c->load[rg_resource_of(w->routes, l, b)] == in);
		most = out > most ? out : most;
	}
	CHECK((c->verdict == RG_IS_PROVED) == (most < 2));
	rg_certificate_free(c);
	free(ring);
	free_world(w);
}

/* The most ranks that each of these machines has cores for, and not too many for the recount. */
static int most_each(const struct world *w, const int *machines, int n)
{
	int most = RANKS / n < 8 ? RANKS / n : 8;
	for (int i = 0; i < n; i++)
		if (w->cores[machines[i]] && w->cores[machines[i]] < most)
			most = w->cores[machines[i]];
	return most;
}

/* Several ranks on every machine: on the first cores, in order, every boundary is crossed at most
 * once in each direction; out of order, as often as the recount says. */
static void test_inside(void)
{
	struct world *w = new_world((struct shape){.insides = true});
	int machines[VERTICES], n = random_subset(w, machines);
	rg_order_subset(w->topo, w->order, machines, n);
	int each = between(1, most_each(w, machines, n)), P = n * each;
	struct rg_place *ring = rg_order_places(w->topo, machines, n, each);
	struct rg_certificate *c;
	CHECK(compare(w, ring, P, &c) <= 1);
	CHECK(c->verdict == RG_IS_PROVED);
	CHECK(c->machines == n);
	bool unknown = false;
	for (int i = 0; i < n; i++)
		unknown = unknown || (each > 1 && !w->cores[machines[i]]);
	CHECK(c->inside_unknown == unknown);
	rg_certificate_free(c);
	int i = below(n) * each; /* two ranks of a machine change places */
	struct rg_place *p = &ring[i + below(each)], *q = &ring[i + below(each)], x = *p;
	*p = *q;
	*q = x;
	compare(w, ring, P, NULL);
	free(ring);
	free_world(w);
}

/* Any ranks anywhere, several on a core too, known or not. */
static void test_any_places(void)
{
	struct world *w = new_world((struct shape){.insides = true, .half = true});
	struct rg_place ring[RANKS];
	struct rg_certificate *c;
	int P = between(1, 40);
	bool shared = false;
	for (int k = 0; k < P; k++) {
		int m = below(w->machines), same = 0;
		ring[k] = (struct rg_place){m, w->cores[m] ? between(-1, w->cores[m] - 1) : -1};
		for (int j = 0; j <= k; j++)
			same += ring[j].machine == m;
		shared = shared || (w->cores[m] && same > w->cores[m]);
		for (int j = 0; j < k; j++)
			shared = shared || (ring[k].core >= 0 && ring[j].machine == m &&
			                    ring[j].core == ring[k].core);
	}
	int most = compare(w, ring, P, &c);
	CHECK(c->cores_shared == shared);
	CHECK((c->verdict == RG_IS_UNKNOWN) == (most < 2 && shared));
	CHECK((c->verdict == RG_IS_PROVED) == (most < 2 && !shared));
	rg_certificate_free(c);
	free_world(w);
}

/* More ranks than cores: no verdict, for the links alone are fine. */
static void test_too_many_ranks(void)
{
	struct world *w = new_world((struct shape){.insides = true});
	int m = 0;
	while (m < w->machines && !w->cores[m])
		m++;
	if (m < w->machines) {
		int n = w->cores[m] + 1;
		struct rg_place *ring = rg_order_places(w->topo, &m, 1, n);
		struct rg_certificate *c;
		CHECK(ring[n - 2].core == n - 2 && ring[n - 1].core == -1);
		compare(w, ring, n, &c);
		CHECK(c->verdict == RG_IS_UNKNOWN && c->shared == m);
		rg_certificate_free(c);
		free(ring);
	}
	free_world(w);
}

/* A ring over a half-duplex link crosses it both ways: refuted, and the report says why. */
/* Links of all speeds, any order: some rings are within capacity, so many. */
static int within;

static void test_capacity(void)
{
	int order[VERTICES];
	struct world *w =
		new_world((struct shape){.insides = true, .half = below(2), .bandwidths = true});
	int n = random_subset(w, order);
	struct rg_place *ring = rg_order_places(w->topo, order, n, 1);
	struct rg_certificate *c;
	compare(w, ring, n, &c);
	bool fits = c->verdict == RG_IS_WITHIN_CAPACITY;
	within += fits;
	rg_certificate_be_strict(c);
	CHECK(!fits || c->verdict == RG_IS_REFUTED);
	rg_certificate_free(c);
	free(ring);
	free_world(w);
}

static void test_half_duplex(void)
{
	struct world *w = new_world((struct shape){.half = true});
	struct rg_place *ring = rg_order_places(w->topo, w->order, w->machines, 1);
	struct rg_certificate *c;
	struct rg_text text = {0};
	bool used = false;
	compare(w, ring, w->machines, &c);
	for (int l = 0; l < w->topo->links; l++) {
		bool here = w->half[l] && c->load[2 * l] > 0;
		used = used || here;
		CHECK(!here || c->load[2 * l] == 2);
	}
	CHECK((c->verdict == RG_IS_REFUTED) == used);
	rg_certificate_print(c, &(struct rg_report_options){.bytes = 1 << 20, .all_loads = true},
	                     &text);
	CHECK((strstr(text.s, "half duplex: ") != NULL) == used);
	CHECK(!strncmp(text.s, used ? "refuted: " : "proved contention free: ", used ? 9 : 23));
	rg_text_free(&text);
	rg_certificate_free(c);
	free(ring);
	free_world(w);
}

/* The ring's time, from the recount. */
static double own_time(const struct world *w, const struct rg_place *ring, int P,
                       enum rg_collective collective, double X)
{
	struct count *c = recount(w, ring, P);
	double most = 0, bytes = 0;
	double rounds = collective == RG_ALLREDUCE ? 2 : 1;
	if (collective == RG_BARRIER)
		rounds = 0;
	else if (collective == RG_BCAST || collective == RG_REDUCE || collective == RG_SCAN ||
	         collective == RG_EXSCAN) /* the vector goes along it as a whole */
		rounds = P / (P - 1.0);
	else if (rg_is_for_each(collective)) /* blocks go 1, 2 ... P - 1 pairs far */
		rounds = P / 2.0;
	for (int i = 0; i < c->n && P > 1; i++) {
		const struct seen *s = &c->seen[i];
		if (s->what > HALF)
			continue;
		bytes = i && same_resource(s, s - 1) ? bytes : 0;
		bytes += rounds * (P - 1.0) / P * X;
		most = fmax(most, bytes / w->bandwidth[w->link[s->a][s->b] - 1]);
	}
	free(c);
	return most;
}

static bool nearly(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* The time of a collective by this ring, whatever the bandwidths, the order and the places; no
 * bound is above it. (The bounds themselves: bound.c.) */
static void test_time(void)
{
	struct world *w = new_world(
		(struct shape){.insides = true, .half = below(2), .bandwidths = below(4)});
	struct rg_place ring[RANKS];
	int P = random_ranks(w, ring);
	int64_t X = between(1, 1 << 28);
	struct rg_certificate *c = rg_certify(w->routes, ring, P);
	for (enum rg_collective x = 0; x < RG_COLLECTIVES; x++) {
		struct rg_lower_bound b = rg_certificate_bound(c, x, X);
		CHECK(nearly(b.ring, own_time(w, ring, P, x, X)));
		CHECK(b.bound <= b.ring * (1 + 1e-12));
		CHECK((b.bound > 0) == (c->machines > 1 && x != RG_BARRIER));
		CHECK((b.bottleneck >= 0) == (c->machines > 1 && x != RG_BARRIER));
		CHECK(b.bottleneck < 0 || c->load[b.bottleneck] > 0);
	}
	rg_certificate_free(c);
	free_world(w);
}

/* rg_hosts_read understands a printed order in each format: the same ranks on the same machines,
 * and where the format or the convention says so, on the same cores. */
static void test_formats(void)
{
	static const char *const formats[] = {"names",    "mpich", "openmpi",
	                                      "rankfile", "slurm", "xml"};
	const char *name = formats[below(6)];
	struct world *w = new_world((struct shape){.insides = true});
	int machines[VERTICES], first[VERTICES + 1], n = random_subset(w, machines);
	int each = strcmp(name, "names") ? between(1, most_each(w, machines, n)) : 1;
	struct rg_place *ring = rg_order_places(w->topo, machines, n, each), *back = NULL;
	struct rg_text text = {0};
	struct rg_hosts hosts = {0};
	struct rg_diag d = {0};
	char path[] = "/tmp/rg-order-XXXXXX";
	w->topo->name = rg_strdup("random");
	for (int i = 0; i <= n; i++)
		first[i] = i * each;
	rg_order_print(w->topo, NULL, NULL, machines, n, first, rg_format_find(name), &text);
	int fd = mkstemp(path);
	CHECK(fd >= 0 && write(fd, text.s, text.len) == (ssize_t)text.len);
	close(fd);
	CHECK(rg_hosts_read(&hosts, path, &d) == 0);
	CHECK(rg_order_ranks(w->topo, &hosts, &back, &d) == n * each);
	for (int k = 0; back && k < n * each; k++)
		CHECK(back[k].machine == ring[k].machine && back[k].core == ring[k].core);
	unlink(path);
	free(back);
	free(ring);
	rg_hosts_free(&hosts);
	rg_text_free(&text);
	free_world(w);
}

static void repeat(void (*test)(void), int trials, uint64_t seed)
{
	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (uint64_t)i;
		test();
		if (failures)
			fprintf(stderr, "ring: to repeat: ring %llu 1\n",
			        (unsigned long long)(seed + i));
	}
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 20091;
	int trials = argc > 2 ? atoi(argv[2]) : 3000;
	repeat(test_depth_first, trials, seed);
	repeat(test_other_orders, trials, seed);
	repeat(test_runs, trials, seed);
	repeat(test_inside, trials, seed);
	repeat(test_any_places, trials, seed);
	repeat(test_too_many_ranks, trials / 10 + 1, seed);
	repeat(test_capacity, trials, seed);
	CHECK(within > trials / 100 || trials < 100);
	repeat(test_half_duplex, trials, seed);
	repeat(test_time, trials, seed);
	repeat(test_formats, trials / 10 + 1, seed);
	return failures != 0;
}
