/* SPDX-License-Identifier: BSD-3-Clause
 * regular: networks that are built, and routed, by a rule. Rules and numbers are those of SimGrid's
 * clusters (FatTreeZone, TorusZone, DragonflyZone of version 3.32), which are those of the
 * literature: extended generalised fat trees (Zahavi, Fat-tree routing and node ordering providing
 * contention free traffic for MPI global collectives, 2012), Cray's cascade dragonfly.
 */
#include "import/regular.h"

#include <stdint.h>
#include <stdio.h>

#include "base/alloc.h"

/* Bytes a second of the link between a machine of a torus and its switch, which never limits: in
 * SimGrid they are one. */
#define NO_LIMIT 1e18

enum { MACHINES_MOST = 1 << 18 };

/* A way out of a switch: to vertex `to`, by the number-th link there. */
struct step {
	int to, number;
};

struct rule {
	int64_t (*machines)(const struct rg_regular *g, const char **why);
	int (*switches)(const struct rg_regular *g);
	void (*name)(const struct rg_regular *g, int s, char *buf, size_t n);
	void (*wire)(const struct rg_regular *g, struct rg_topo *t);
	struct step (*next)(const struct rg_regular *g, int s, int machine);
	/* The step out of a machine that has several links; NULL: none has. */
	struct step (*begin)(const struct rg_regular *g, int from, int machine);
};

static void join(const struct rg_regular *g, struct rg_topo *t, int a, int b, double times)
{
	struct rg_link link = g->speed;
	link.a = a;
	link.b = b;
	link.bandwidth *= times;
	rg_topo_link(t, link);
}

/* ---- One switch */

static int64_t machines_of_one(const struct rg_regular *g, const char **why)
{
	(void)g;
	(void)why;
	return 0;
}

static int switches_of_one(const struct rg_regular *g)
{
	(void)g;
	return 1;
}

static void name_one(const struct rg_regular *g, int s, char *buf, size_t n)
{
	(void)s;
	snprintf(buf, n, g->router ? "%s" : "%s_router", g->router ? g->router : g->name);
}

static void wire_one(const struct rg_regular *g, struct rg_topo *t)
{
	for (int i = 0; i < g->hosts; i++)
		join(g, t, g->first, g->host[i], 1);
}

static struct step next_of_one(const struct rg_regular *g, int s, int machine)
{
	(void)s;
	return (struct step){g->host[machine], 1};
}

/* ---- Fat trees
 *
 * Each vertex at level l (0: machines) has a number in a mixed radix, the first digit counts:
 * digits before l count parents, from l on children. Two of neighbouring levels l and l + 1 are
 * joined if they differ in digit l only. */

static int radix(const struct rg_regular *g, int level, int digit)
{
	return digit < level ? g->up[digit] : g->down[digit];
}

static int64_t at_level(const struct rg_regular *g, int level)
{
	int64_t n = 1;
	for (int i = 0; i < g->n && n <= MACHINES_MOST; i++)
		n *= radix(g, level, i);
	return n;
}

static int64_t machines_of_tree(const struct rg_regular *g, const char **why)
{
	for (int level = 1; level <= g->n; level++)
		if (at_level(g, level) > MACHINES_MOST)
			*why = "has too many switches";
	return at_level(g, 0);
}

static int switches_of_tree(const struct rg_regular *g)
{
	int n = 0;
	for (int level = 1; level <= g->n; level++)
		n += (int)at_level(g, level);
	return n;
}

/* The level of switch s, and its number there. */
static int level_of(const struct rg_regular *g, int s, int *number)
{
	int level = 1;
	for (; s >= at_level(g, level); level++)
		s -= (int)at_level(g, level);
	*number = s;
	return level;
}

/* The vertex of a number at a level. */
static int vertex_at(const struct rg_regular *g, int level, int number)
{
	int v = g->first + number;
	if (level == 0)
		return g->host[number];
	for (int below = 1; below < level; below++)
		v += (int)at_level(g, below);
	return v;
}

static int digit_of(const struct rg_regular *g, int level, int number, int digit)
{
	for (int i = 0; i < digit; i++)
		number /= radix(g, level, i);
	return number % radix(g, level, digit);
}

/* The number, at another level, of what has the same digits but for one. */
static int replace(const struct rg_regular *g, int level, int number, int to, int digit, int value)
{
	int out = 0;
	for (int i = g->n - 1; i >= 0; i--)
		out = out * radix(g, to, i) + (i == digit ? value : digit_of(g, level, number, i));
	return out;
}

static void name_in_tree(const struct rg_regular *g, int s, char *buf, size_t n)
{
	int number, level = level_of(g, s, &number);
	snprintf(buf, n, "%s_L%d_%d", g->name, level, number);
}

static void wire_tree(const struct rg_regular *g, struct rg_topo *t)
{
	for (int level = 0; level < g->n; level++)
		for (int i = 0; i < at_level(g, level); i++)
			for (int p = 0; p < g->up[level]; p++)
				for (int k = 0; k < g->wide[level]; k++)
					join(g, t,
					     vertex_at(g, level + 1,
					               replace(g, level, i, level + 1, level, p)),
					     vertex_at(g, level, i), 1);
}

/* Is the machine below the switch? Then their digits are the same from its level on. */
static bool is_below(const struct rg_regular *g, int level, int number, int machine)
{
	for (int i = 0; i < level; i++) {
		number /= g->up[i];
		machine /= g->down[i];
	}
	return number == machine; /* the digits that are left */
}

/* The step up from a number at a level, towards a machine, whose number chooses the parent. */
static struct step up_in_tree(const struct rg_regular *g, int level, int number, int machine)
{
	int by = machine;
	for (int i = 0; i < level; i++)
		by /= g->up[i] * g->wide[i];
	by %= g->up[level] * g->wide[level];
	int parent = replace(g, level, number, level + 1, level, by % g->up[level]);
	return (struct step){vertex_at(g, level + 1, parent), 1 + by / g->up[level]};
}

static struct step begin_in_tree(const struct rg_regular *g, int from, int machine)
{
	return up_in_tree(g, 0, from, machine);
}

static struct step next_in_tree(const struct rg_regular *g, int s, int machine)
{
	int number, level = level_of(g, s, &number);
	if (is_below(g, level, number, machine)) {
		int child = replace(g, level, number, level - 1, level - 1,
		                    digit_of(g, 0, machine, level - 1));
		return (struct step){vertex_at(g, level - 1, child),
		                     1 + machine % g->wide[level - 1]};
	}
	return up_in_tree(g, level, number, machine);
}

/* ---- Tori: a switch for each machine */

static int64_t machines_of_torus(const struct rg_regular *g, const char **why)
{
	int64_t n = 1;
	(void)why;
	for (int i = 0; i < g->n && n <= MACHINES_MOST; i++)
		n *= g->down[i];
	return n;
}

static int switches_of_torus(const struct rg_regular *g)
{
	return g->hosts;
}

static void name_in_torus(const struct rg_regular *g, int s, char *buf, size_t n)
{
	snprintf(buf, n, "%s_s%d", g->name, s);
}

/* The next switch in a dimension of that size, whose neighbours are `apart`. */
static int neighbour(int s, int size, int apart, int way)
{
	int at = s / apart % size;
	return s + ((at + size + way) % size - at) * apart;
}

static void wire_torus(const struct rg_regular *g, struct rg_topo *t)
{
	for (int i = 0; i < g->hosts; i++)
		rg_topo_link(t, (struct rg_link){.a = g->first + i,
		                                 .b = g->host[i],
		                                 .bandwidth = NO_LIMIT,
		                                 .line = g->speed.line});
	for (int i = 0; i < g->hosts; i++) {
		for (int d = 0, apart = 1; d < g->n; apart *= g->down[d++])
			if (g->down[d] > 1)
				join(g, t, g->first + i,
				     g->first + neighbour(i, g->down[d], apart, 1), 1);
	}
}

static struct step next_in_torus(const struct rg_regular *g, int s, int machine)
{
	for (int d = 0, apart = 1; d < g->n; apart *= g->down[d++]) {
		int size = g->down[d], from = s / apart % size, to = machine / apart % size;
		if (from == to)
			continue;
		bool right = (to > from && to <= from + size / 2) ||
		             (from > size / 2 && (from + size / 2) % size >= to);
		return (struct step){g->first + neighbour(s, size, apart, right ? 1 : -1), 1};
	}
	return (struct step){g->host[machine], 1};
}

/* ---- Dragonflies: switches by group, chassis, blade. Those of a chassis are joined with each
 * other, and those of a group that have the same blade; group i and group k by blade k of the first
 * chassis of i, and i of k. */

static int64_t machines_of_dragonfly(const struct rg_regular *g, const char **why)
{
	if (g->group > g->blade)
		*why = "has more groups than blades in a chassis, one of which leads to each";
	int64_t n = (int64_t)g->group * g->chassis;
	n = n > MACHINES_MOST ? n : n * g->blade;
	return n > MACHINES_MOST ? n : n * g->node;
}

static int switches_of_dragonfly(const struct rg_regular *g)
{
	return g->group * g->chassis * g->blade;
}

static int switch_at(const struct rg_regular *g, int group, int chassis, int blade)
{
	return (group * g->chassis + chassis) * g->blade + blade;
}

static void name_in_dragonfly(const struct rg_regular *g, int s, char *buf, size_t n)
{
	snprintf(buf, n, "%s_g%dc%db%d", g->name, s / g->blade / g->chassis,
	         s / g->blade % g->chassis, s % g->blade);
}

/* Within a group: blades of a chassis, then the same blade of chassis. */
static void wire_group(const struct rg_regular *g, struct rg_topo *t, int group)
{
	for (int c = 0; c < g->chassis; c++)
		for (int b = 0; b < g->blade; b++) {
			int s = g->first + switch_at(g, group, c, b);
			for (int other = b + 1; other < g->blade; other++)
				join(g, t, s, g->first + switch_at(g, group, c, other), g->wide[2]);
			for (int other = c + 1; other < g->chassis; other++)
				join(g, t, s, g->first + switch_at(g, group, other, b), g->wide[1]);
		}
}

static void wire_dragonfly(const struct rg_regular *g, struct rg_topo *t)
{
	for (int i = 0; i < g->hosts; i++)
		join(g, t, g->first + i / g->node, g->host[i], 1);
	for (int group = 0; group < g->group; group++)
		wire_group(g, t, group);
	for (int i = 0; i < g->group; i++)
		for (int k = i + 1; k < g->group; k++)
			join(g, t, g->first + switch_at(g, i, 0, k),
			     g->first + switch_at(g, k, 0, i), g->wide[0]);
}

static struct step next_in_dragonfly(const struct rg_regular *g, int s, int machine)
{
	int group = s / g->blade / g->chassis, chassis = s / g->blade % g->chassis;
	int blade = s % g->blade, goal = machine / g->node;
	int to_group = goal / g->blade / g->chassis, to_chassis = goal / g->blade % g->chassis;
	int to_blade = goal % g->blade, next;
	if (s == goal)
		return (struct step){g->host[machine], 1};
	if (group != to_group && blade != to_group)
		next = switch_at(g, group, chassis, to_group);
	else if (group != to_group && chassis != 0)
		next = switch_at(g, group, 0, blade);
	else if (group != to_group)
		next = switch_at(g, to_group, 0, group);
	else if (blade != to_blade)
		next = switch_at(g, group, chassis, to_blade);
	else
		next = switch_at(g, group, to_chassis, blade);
	return (struct step){g->first + next, 1};
}

/* ---- All */

static const struct rule rules[RG_FAMILIES] = {
	[RG_FAMILY_SWITCH] = {machines_of_one, switches_of_one, name_one, wire_one, next_of_one,
                              NULL},
	[RG_FAMILY_FAT_TREE] = {machines_of_tree, switches_of_tree, name_in_tree, wire_tree,
                                next_in_tree, begin_in_tree},
	[RG_FAMILY_TORUS] = {machines_of_torus, switches_of_torus, name_in_torus, wire_torus,
                             next_in_torus, NULL},
	[RG_FAMILY_DRAGONFLY] = {machines_of_dragonfly, switches_of_dragonfly, name_in_dragonfly,
                                 wire_dragonfly, next_in_dragonfly, NULL},
};

int rg_regular_machines(const struct rg_regular *g, const char **why)
{
	*why = NULL;
	int64_t n = rules[g->family].machines(g, why);
	if (!*why && n > MACHINES_MOST)
		*why = "has too many machines";
	return *why ? -1 : (int)n;
}

void rg_regular_build(struct rg_regular *g, struct rg_topo *t, const int *host, int hosts)
{
	const struct rule *rule = &rules[g->family];
	char name[512];
	g->host = host;
	g->hosts = hosts;
	g->first = t->vertices;
	for (int s = 0, n = rule->switches(g); s < n; s++) {
		rule->name(g, s, name, sizeof name);
		rg_topo_vertex(t, RG_SWITCH, name, g->speed.line);
	}
	rule->wire(g, t);
}

void rg_regular_tables(const struct rg_regular *g, struct rg_topo *t)
{
	const struct rule *rule = &rules[g->family];
	for (int s = 0, n = rule->switches(g); s < n; s++) {
		int *table = rg_topo_table(t, g->first + s);
		for (int i = 0; i < g->hosts; i++) {
			struct step next = rule->next(g, s, i);
			table[t->vertex[g->host[i]].machine] =
				rg_topo_link_to(t, g->first + s, next.to, next.number);
		}
	}
	for (int from = 0; rule->begin && from < g->hosts; from++) {
		int v = g->host[from];
		int *table =
			rg_topo_ports(t, t->vertex[v].machine) > 1 ? rg_topo_table(t, v) : NULL;
		for (int i = 0; table && i < g->hosts; i++) {
			struct step next = rule->begin(g, from, i);
			table[t->vertex[g->host[i]].machine] =
				i == from ? -1 : rg_topo_link_to(t, v, next.to, next.number);
		}
	}
}
