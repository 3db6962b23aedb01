/* SPDX-License-Identifier: BSD-3-Clause
 * The spanning tree of random networks of Ethernet, against one that is made here in another way:
 * the switches tell each other what they know until nobody learns anything, as the protocol has it.
 *
 * spanning [SEED [TRIALS]]
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "fabric/check.h"
#include "fabric/spanning.h"
#include "test.h"

enum { MOST = 12, LINKS = 40 };

static uint64_t state;

static int below(int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (uint64_t)n);
}

/* What a switch tells: the root that it believes in, the cost to it, itself, the link. Less is
 * better, from the first number on. */
struct message {
	long root[2], cost, by[2], link;
};

static int compare(const struct message *a, const struct message *b)
{
	const long x[] = {a->root[0], a->root[1], a->cost, a->by[0], a->by[1], a->link};
	const long y[] = {b->root[0], b->root[1], b->cost, b->by[0], b->by[1], b->link};
	for (int i = 0; i < 6; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

/* Gbit/s and what IEEE 802.1D-2004 has for it in table 17-3. */
static const struct speed {
	double gigabits;
	long cost;
} speeds[] = {{0.1, 200000}, {1, 20000}, {10, 2000}, {100, 200}};

struct network {
	int switches, links;
	int a[LINKS], b[LINKS], speed[LINKS];
	int priority[MOST]; /* -1: it has none */
	bool blocked[LINKS];
};

static void invent(struct network *n)
{
	n->switches = 1 + below(MOST);
	n->links = n->switches > 1 ? below(LINKS) : 0;
	for (int v = 0; v < n->switches; v++)
		n->priority[v] = below(3) ? -1 : 4096 * below(10);
	for (int l = 0; l < n->links; l++) {
		n->a[l] = below(n->switches);
		n->b[l] = (n->a[l] + 1 + below(n->switches - 1)) % n->switches;
		n->speed[l] = below(4);
		n->blocked[l] = !below(10);
	}
}

/* The links that forward, as the protocol finds them. */
static void agree(const struct network *n, bool *forwards)
{
	struct message best[MOST];
	for (int v = 0; v < n->switches; v++) {
		long priority = n->priority[v] < 0 ? 32768 : n->priority[v];
		best[v] = (struct message){{priority, v}, 0, {-1, -1}, -1};
	}
	for (bool learned = true; learned;) {
		learned = false;
		for (int l = 0; l < n->links; l++)
			for (int way = 0; way < 2 && !n->blocked[l]; way++) {
				int from = way ? n->a[l] : n->b[l], to = way ? n->b[l] : n->a[l];
				long priority = n->priority[from] < 0 ? 32768 : n->priority[from];
				struct message told = {{best[from].root[0], best[from].root[1]},
				                       best[from].cost + speeds[n->speed[l]].cost,
				                       {priority, from},
				                       l};
				if (compare(&told, &best[to]) < 0) {
					best[to] = told;
					learned = true;
				}
			}
	}
	for (int l = 0; l < n->links; l++)
		forwards[l] = false;
	for (int v = 0; v < n->switches; v++)
		if (best[v].link >= 0)
			forwards[best[v].link] = true;
}

static struct rg_topo *build(const struct network *n)
{
	struct rg_topo *t = rg_topo_new("ethernet");
	char name[16];
	for (int v = 0; v < n->switches; v++) {
		snprintf(name, sizeof name, "s%d", v);
		rg_topo_vertex(t, RG_SWITCH, name, 1);
		if (n->priority[v] >= 0)
			rg_topo_put(t, v, &n->priority[v], 1);
	}
	for (int l = 0; l < n->links; l++)
		rg_topo_link(t,
		             (struct rg_link){.a = n->a[l],
		                              .b = n->b[l],
		                              .bandwidth = speeds[n->speed[l]].gigabits * 1e9 / 8,
		                              .blocked = n->blocked[l],
		                              .line = l});
	for (int v = 0; v < n->switches; v++) {
		snprintf(name, sizeof name, "n%d", v);
		int machine = rg_topo_vertex(t, RG_MACHINE, name, 1);
		rg_topo_link(t, (struct rg_link){v, machine, 1e9, 0, false, LINKS, false});
	}
	t->rule = RG_SPANNING_TREE;
	rg_topo_close(t);
	return t;
}

static void check(const struct network *n)
{
	bool forwards[LINKS] = {false}, left[LINKS] = {false};
	struct rg_topo *t = build(n);
	int machines = 0, wanted = 0;
	agree(n, forwards);
	CHECK(rg_spanning_rules(t));
	int out = rg_spanning_take(t);
	for (int l = 0; l < t->links; l++)
		if (t->link[l].line == LINKS)
			machines++;
		else
			left[t->link[l].line] = true;
	for (int l = 0; l < n->links; l++) {
		CHECK_INT(left[l], forwards[l]);
		wanted += forwards[l];
	}
	CHECK_INT(machines, n->switches);
	CHECK_INT(out, n->links - wanted);
	CHECK_INT(t->left_out, out);
	rg_topo_free(t);
}

int main(int argc, char **argv)
{
	int trials = argc > 2 ? atoi(argv[2]) : 3000;
	state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	for (int i = 0; i < trials && !failures; i++) {
		struct network n;
		uint64_t seed = state;
		invent(&n);
		check(&n);
		if (failures)
			fprintf(stderr, "spanning %llu 1\n", (unsigned long long)seed);
	}
	return TEST_END;
}
