/* SPDX-License-Identifier: BSD-3-Clause
 * table: hosts and the groups that they are in, line by line.
 */
#include "import/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "import/groups.h"
#include "import/hostfile.h"

/* The next word of a line, which ends at a blank, or at a comma or semicolon outside of brackets;
 * NULL: there is none. */
static char *next_word(char **at)
{
	char *s = *at + strspn(*at, " \t,;"), *end = s;
	for (bool inside = false; *end && (inside || !strchr(" \t,;", *end)); end++)
		inside = *end == '[' || (inside && *end != ']');
	*at = end + (*end != '\0');
	*end = '\0';
	return *s ? s : NULL;
}

/* HOST GROUP [GROUP ...] */
static void read_table_line(char *s, int number, void *groups)
{
	struct rg_groups *g = groups;
	char *host = next_word(&s);
	int inner = -1;
	g->line = number;
	if (!host)
		return;
	for (char *word; (word = next_word(&s));) {
		int own = rg_group_find(g, word);
		if (own < 0)
			own = rg_group_add(g, word);
		if (inner < 0) {
			rg_groups_list(g, &g->group[own].hosts, host);
		} else if (g->group[inner].outer < 0) {
			g->group[inner].outer = own;
			rg_groups_list(g, &g->group[own].groups, g->group[inner].name);
		} else if (g->group[inner].outer != own) {
			rg_groups_refuse(g, g->group[inner].name, "is in another group already");
		}
		inner = own;
	}
	if (inner < 0)
		rg_groups_refuse(g, host, "is in no group");
}

struct rg_topo *rg_table_read(const struct rg_import_request *q, struct rg_diag *d)
{
	struct rg_groups g = {.d = d, .files = q->paths, .join = q->join};
	rg_groups_lines(&g, q->n, read_table_line, &g);
	return rg_groups_build(&g, q->name, true, "host with its group");
}

/* ---- Coordinates */

struct coordinates {
	struct rg_groups groups;
	struct rg_hosts hosts; /* by rank; none: they are called by their coordinates */
	int *of;               /* [ranks] of each rank its host */
	int ranks;
	int dimensions; /* of the first line; 0: there was none */
};

/* The host of a rank; NULL after an error. */
static const char *host_of(struct coordinates *c, const char *rank, const char *place)
{
	int number;
	if (!c->hosts.n)
		return place;
	number = atoi(rank);
	if (number < c->ranks)
		return c->hosts.host[c->of[number]].name;
	rg_groups_refuse(&c->groups, rank, "is a rank that the list of hosts does not have");
	return NULL;
}

static bool is_number(const char *s)
{
	size_t n = strspn(s, "0123456789");
	return n && n < 10 && !s[n];
}

/* The group `name` in the one around it, -1: none. */
static int enter(struct rg_groups *g, int outer, const char *name)
{
	int own = rg_group_find(g, name);
	if (own >= 0)
		return own;
	own = rg_group_add(g, name);
	g->group[own].outer = outer;
	if (outer >= 0)
		rg_groups_list(g, &g->group[outer].groups, name);
	return own;
}

static void put_host(struct rg_groups *g, int own, const char *host)
{
	struct rg_hosts *hosts = &g->group[own].hosts;
	for (int i = 0; i < hosts->n; i++)
		if (strcmp(hosts->host[i].name, host) == 0)
			return;
	rg_groups_list(g, hosts, host);
}

/* RANK: WIDEST ... NEAREST */
static void read_coordinates_line(char *s, int number, void *coordinates)
{
	struct coordinates *c = coordinates;
	struct rg_groups *g = &c->groups;
	struct rg_text place = {0};
	char *rest, *rank = strtok_r(s, ": \t", &rest),
		    *word = rank ? strtok_r(NULL, ": \t", &rest) : NULL;
	int own = -1, n = 0;
	g->line = number;
	if (!rank)
		return;
	for (char *next; word; word = next, n++) {
		next = strtok_r(NULL, ": \t", &rest);
		if (!is_number(word) || !is_number(rank)) {
			rg_groups_refuse(g, is_number(rank) ? word : rank, "is no number");
			break;
		}
		rg_textf(&place, "%s%s", n ? "-" : "at-", word);
		if (next)
			own = enter(g, own, place.s);
	}
	const char *host = own >= 0 && !word ? host_of(c, rank, place.s) : NULL;
	if (!word && (n < 2 || (c->dimensions && n != c->dimensions)))
		rg_groups_refuse(g, rank, "has not as many coordinates as others, or not two");
	else if (host)
		put_host(g, own, host);
	c->dimensions = n;
	rg_text_free(&place);
}

/* Give each rank its host of the list. */
static void number_ranks(struct coordinates *c)
{
	size_t cap = 0;
	for (int i = 0; i < c->hosts.n; i++)
		for (int k = 0; k < c->hosts.host[i].ranks; k++) {
			c->of = rg_grow(c->of, (size_t)c->ranks, &cap, sizeof *c->of);
			c->of[c->ranks++] = i;
		}
}

struct rg_topo *rg_coordinates_read(const struct rg_import_request *q, struct rg_diag *d)
{
	struct coordinates c = {.groups = {.d = d, .files = q->paths, .join = q->join}};
	if (q->n > 2)
		rg_error(d, q->paths[2], 0, "is one file too many: coordinates, and hosts by rank");
	else if (q->n == 2 && rg_hosts_read(&c.hosts, q->paths[1], d) == 0)
		number_ranks(&c);
	if (!d->errors)
		rg_groups_lines(&c.groups, 1, read_coordinates_line, &c);
	struct rg_topo *t = rg_groups_build(&c.groups, q->name, true, "rank with its coordinates");
	rg_hosts_free(&c.hosts);
	free(c.of);
	return t;
}
