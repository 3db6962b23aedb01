/* SPDX-License-Identifier: BSD-3-Clause
 * Time and memory of the stages at scale. Without an argument: 10,000 machines behind 529 switches
 * in three levels, and a path of 5,000 switches with two machines each; with one, that topology
 * file.
 *
 * scale [FILE]
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "base/alloc.h"
#include "certify/bound.h"
#include "fabric/check.h"
#include "order/order.h"
#include "import/topology_file.h"
#include "fabric/route.h"
#include "fabric/topo.h"

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Prints a row: the time since *since, and the most memory so far. */
static void row(const char *stage, double *since)
{
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	printf("  %-26s %9.4f %9.1f\n", stage, now() - *since, (double)u.ru_maxrss / 1024);
	*since = now();
}

static int add(struct rg_topo *t, enum rg_kind kind, int number, int above, double bandwidth)
{
	char name[32];
	snprintf(name, sizeof(name), "%c%d", kind == RG_SWITCH ? 's' : 'n', number);
	int v = rg_topo_vertex(t, kind, name, t->vertices + 2);
	if (above >= 0)
		rg_topo_link(t, (struct rg_link){.a = above,
		                                 .b = v,
		                                 .bandwidth = bandwidth,
		                                 .latency = 5e-6,
		                                 .line = t->vertices + 1});
	return v;
}

/* One core switch, 24 below it, 504 below those: 529; the machines shared out among the last. */
static struct rg_topo *tree(void)
{
	enum { MACHINES = 10000, MIDDLE = 24, LEAVES = 504 };
	struct rg_topo *t = rg_topo_new("tree");
	t->name = rg_strdup("tree");
	int core = add(t, RG_SWITCH, 0, -1, 0), switches = 1, machines = 0;
	for (int i = 0; i < MIDDLE; i++) {
		int middle = add(t, RG_SWITCH, switches++, core, 12.5e9);
		for (int k = 0; k < LEAVES / MIDDLE; k++) {
			int leaf = add(t, RG_SWITCH, switches++, middle, 5e9);
			int end = (int)((long)MACHINES * (i * (LEAVES / MIDDLE) + k + 1) / LEAVES);
			while (machines < end)
				add(t, RG_MACHINE, machines++, leaf, 1.25e9);
		}
	}
	rg_topo_close(t);
	return t;
}

static struct rg_topo *chain(void)
{
	struct rg_topo *t = rg_topo_new("chain");
	t->name = rg_strdup("chain");
	for (int i = 0, s = -1; i < 5000; i++) {
		s = add(t, RG_SWITCH, i, s, 1.25e9);
		add(t, RG_MACHINE, 2 * i, s, 1.25e9);
		add(t, RG_MACHINE, 2 * i + 1, s, 1.25e9);
	}
	rg_topo_close(t);
	return t;
}

/* The machines in a bad order: to and fro between the first half and the second. */
static void spread(int *to, const int *order, int n)
{
	int half = (n + 1) / 2;
	for (int i = 0; i < n; i++)
		to[i] = order[i % 2 ? half + i / 2 : i / 2];
}

static const char *const verdicts[] = {"proved", "refuted", "unknown"};

static void certify(const struct rg_routes *r, const int *machines, double *since,
                    const char *stage)
{
	int n = r->topo->machines;
	struct rg_place *ring = rg_order_places(r->topo, machines, n, 1);
	struct rg_certificate *c = rg_certify(r, ring, n);
	struct rg_lower_bound b = rg_certificate_bound(c, RG_ALLREDUCE, 4 << 20);
	char text[64];
	snprintf(text, sizeof(text), "%s: %s", stage, verdicts[c->verdict]);
	row(text, since);
	if (c->machines > 1 && c->verdict == RG_IS_REFUTED)
		printf("    load %d, efficiency %.4f\n", c->most, b.bound / b.ring);
	rg_certificate_free(c);
	free(ring);
}

/* Everything but the spread order is what `ringgen certify` does. Returns an rg_status. */
static int measure(struct rg_topo *t, double begin, double since)
{
	struct rg_diag d = {0};
	double total;
	int status = rg_check_tree(t, &d) ? RG_INVALID : RG_OK;
	if (status)
		return status;
	row("check", &since);
	int *order = rg_order(t);
	row("order", &since);
	struct rg_routes *r = rg_routes_new(t);
	row("routes", &since);
	certify(r, order, &since, "certify");
	total = begin;
	row("in all", &total);
	int *worse = rg_alloc(t->machines, sizeof(int));
	spread(worse, order, t->machines);
	since = now();
	certify(r, worse, &since, "a bad order");
	free(worse);
	free(order);
	rg_routes_free(r);
	return status;
}

static int run(struct rg_topo *t, const char *stage, double begin)
{
	double since = begin;
	printf("%s: %d machines, %d switches\n", t->name ? t->name : t->file, t->machines,
	       t->vertices - t->machines);
	printf("  %-26s %9s %9s\n", "stage", "seconds", "peak MiB");
	row(stage, &since);
	int status = measure(t, begin, since);
	rg_topo_free(t);
	return status;
}

int main(int argc, char **argv)
{
	double begin = now();
	if (argc > 1) {
		struct rg_diag d = {0};
		struct rg_topo *t = rg_read(argv[1], RG_GIVEN, &d);
		return t ? run(t, "read", begin) : RG_INVALID;
	}
	int status = run(tree(), "build", begin);
	printf("\n");
	begin = now();
	int other = run(chain(), "build", begin);
	return status ? status : other;
}
