/* SPDX-License-Identifier: BSD-3-Clause
 * slurm: the topology of Slurm.
 */
#include "import/slurm.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/alloc.h"
#include "import/groups.h"
#include "import/text_lines.h"

struct reader {
	struct rg_groups groups;
	char *before; /* the line before, which goes on in this one */
};

/* The kind of groups that a key names; RG_NO_GROUPS: it names nothing that holds others. */
static enum rg_grouping kind_of(const char *key)
{
	static const char *const keys[] = {
		[RG_SWITCHES] = "SwitchName", [RG_BLOCKS] = "BlockName", [RG_RINGS] = "RingName"};
	for (int k = RG_SWITCHES; k <= RG_RINGS; k++)
		if (strcasecmp(key, keys[k]) == 0)
			return (enum rg_grouping)k;
	return RG_NO_GROUPS;
}

/* One KEY=VALUE of a line; `own` is the group of the line, -1 before it was named. */
static int read_pair(struct rg_groups *g, int own, const char *key, const char *value, bool *level)
{
	enum rg_grouping kind = kind_of(key);
	if (kind != RG_NO_GROUPS) {
		rg_groups_are(g, kind);
		int known = rg_group_find(g, value);
		if (known >= 0)
			rg_groups_refuse(g, value, "is named twice");
		return known >= 0 ? known : rg_group_add(g, value);
	}
	if (own < 0)
		rg_groups_refuse(g, key, "comes before SwitchName, BlockName or RingName");
	else if (strcasecmp(key, "Nodes") == 0)
		rg_groups_list(g, &g->group[own].hosts, value);
	else if (strcasecmp(key, "Switches") == 0 && g->kind == RG_SWITCHES)
		rg_groups_list(g, &g->group[own].groups, value);
	else if (strcasecmp(key, "Level") == 0)
		*level = true;
	else if (strcasecmp(key, "LinkSpeed") != 0 && strcasecmp(key, "BlockIndex") != 0 &&
	         strcasecmp(key, "BlockSize") != 0)
		rg_groups_refuse(g, key,
		                 "is no parameter of a topology (SwitchName, BlockName, RingName, "
		                 "Nodes, Switches)");
	return own;
}

static void read_whole_line(struct rg_groups *g, char *s)
{
	int own = -1;
	bool level = false;
	char *rest;
	for (char *word = strtok_r(s, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
		char *value = strchr(word, '=');
		if (!value) {
			rg_groups_refuse(g, word, "is no NAME=VALUE");
			return;
		}
		*value++ = '\0';
		if (own < 0 && strcasecmp(word, "BlockSizes") == 0)
			return;
		own = read_pair(g, own, word, value, &level);
	}
	/* `scontrol show topology` has the level of a switch, and then all hosts below it. */
	if (own >= 0 && level && g->group[own].groups.n)
		rg_hosts_cut(&g->group[own].hosts, 0);
}

static void read_line(char *s, int number, void *reader)
{
	struct reader *r = reader;
	size_t n = strlen(s);
	struct rg_text line = {0};
	bool goes_on = n && s[n - 1] == '\\';
	if (goes_on)
		s[n - 1] = '\0';
	rg_textf(&line, "%s%s", r->before ? r->before : "", s);
	free(r->before);
	r->before = NULL;
	r->groups.line = number;
	if (goes_on)
		r->before = rg_strdup(line.s);
	else if (strncasecmp(line.s + strspn(line.s, " \t"), "Include", 7) == 0)
		rg_groups_refuse(&r->groups, line.s, "is not followed: give that file, too");
	else
		read_whole_line(&r->groups, line.s);
	rg_text_free(&line);
}

struct rg_topo *rg_slurm_read(const struct rg_import_request *q, struct rg_diag *d)
{
	struct reader r = {.groups = {.d = d, .files = q->paths, .join = q->join}};
	rg_groups_lines(&r.groups, q->n, read_line, &r);
	free(r.before);
	return rg_groups_build(&r.groups, q->name, false, "switch");
}

/* ---- slurm.conf */

struct partitions {
	const char *wanted;
	char *seen; /* names, for messages */
	bool here;  /* the lines that follow are of the one that is wanted */
	bool found;
	char *topology; /* that it names */
};

/* "PartitionName=gpu Nodes=... Topology=pods", or the same by `scontrol show partition`, where
 * Topology comes in a later line. */
static void read_partition_line(char *s, int number, void *partitions)
{
	struct partitions *p = partitions;
	char *rest;
	(void)number;
	for (char *word = strtok_r(s, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
		char *value = strchr(word, '=');
		if (!value)
			continue;
		*value++ = '\0';
		if (strcasecmp(word, "PartitionName") == 0) {
			struct rg_text seen = {0};
			rg_textf(&seen, "%s%s%s", p->seen ? p->seen : "", p->seen ? ", " : "",
			         value);
			free(p->seen);
			p->seen = seen.s;
			p->here = strcmp(value, p->wanted) == 0;
			p->found |= p->here;
		} else if (p->here && strcasecmp(word, "Topology") == 0) {
			free(p->topology);
			p->topology = rg_strdup(value);
		}
	}
}

char *rg_slurm_partition(const char *path, const char *wanted, struct rg_diag *d)
{
	struct partitions p = {.wanted = wanted};
	int before = d->errors;
	rg_text_lines(path, '#', read_partition_line, &p, d);
	if (d->errors == before && !p.found)
		rg_error(d, rg_text_name(path), 0, "has no partition '%s'%s%s", wanted,
		         p.seen ? ", but " : "", p.seen ? p.seen : "");
	free(p.seen);
	if (!p.topology && d->errors == before)
		p.topology = rg_strdup("");
	return p.topology;
}
