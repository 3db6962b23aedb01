/* SPDX-License-Identifier: BSD-3-Clause
 * import_command: the command that makes a topology file of what other tools print.
 */
#include "cli/import_command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/meant.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/lacks.h"
#include "cli/options.h"
#include "fabric/check.h"
#include "fabric/rail.h"
#include "fabric/rules.h"
#include "base/host_names.h"
#include "import/importers.h"
#include "import/slurm_yaml.h"
#include "show/topology_text.h"

/* The name of the topology: as wanted, or the output's without folder and end, as a C identifier.
 */
static char *name_of(const struct rg_options *o)
{
	const char *slash = o->output ? strrchr(o->output, '/') : NULL;
	bool named = o->output && strcmp(o->output, "-") != 0;
	const char *base = slash ? slash + 1 : named ? o->output : "fabric";
	struct rg_text name = {0};
	if (o->prefix)
		base = o->prefix;
	if (!isalpha((unsigned char)*base))
		rg_text_add(&name, "fabric");
	for (size_t i = 0; i < (o->prefix ? strlen(base) : strcspn(base, ".")); i++)
		rg_text_addn(&name, isalnum((unsigned char)base[i]) ? &base[i] : "_", 1);
	if (!o->prefix && rg_topology_fault(name.s)) {
		name.len = 0;
		rg_text_add(&name, "fabric");
	}
	return name.s;
}

/* Can the name of a file stand in a comment? "--" must not, nor what is no text, and nobody wants
 * the folders. */
static bool can_be_told(const char *base)
{
	for (const char *s = base; *s; s++)
		if (*s < ' ' || *s > '~' || *s == '/')
			return false;
	return !strstr(base, "--");
}

static void comment_on(const struct rg_options *o, struct rg_text *out)
{
	rg_textf(out, "Imported by ringgen: %s, of", o->target);
	for (int i = 0; i < o->paths && i < 3; i++) {
		const char *slash = strrchr(o->path[i], '/');
		const char *base = slash ? slash + 1 : o->path[i];
		if (can_be_told(base))
			rg_textf(out, " %s", base);
	}
	const char *assumed = rg_importer_find(o->target)->assumed;
	rg_textf(out, "%s.%s%s", o->paths > 3 ? " ..." : "", *assumed ? " " : "", assumed);
}

/* What the file is to say of routes. */
static int choose_routes(struct rg_topo *t, const struct rg_options *o, struct rg_diag *d)
{
	int ports = rg_rail_most(t), hosts = rg_rail_hosts(t);
	enum rg_rule own = t->rule; /* what the importer gave positions for */
	if (o->routes)
		rg_routing_read(o->routes, &t->rule, &t->by_receiver);
	if (t->rule != own && (t->rule == RG_DIMENSIONS || t->rule == RG_DRAGONFLY))
		rg_error(d, NULL, 0,
		         "--routes: %s needs positions of switches, which nothing here tells: add "
		         "them to the file, and it to routes",
		         rg_rule_names[t->rule]);
	else if (o->routes && t->table)
		rg_warning(NULL, 0, "--routes: there are forwarding tables, and they count");
	if (d->errors)
		return -1;
	if (rg_check_graph(t, d) < 0)
		return -1;
	if (o->job.rail > ports)
		rg_error(d, NULL, 0, "--rail: no host has more than %d port%s", ports,
		         ports == 1 ? "" : "s");
	else if (o->job.rail)
		t->rail = o->job.rail;
	else if (hosts)
		rg_warning(NULL, 0,
		           "%d host%s several ports, up to %d: each is a way, so that less is "
		           "proved of messages between them until --rail chooses one",
		           hosts, hosts == 1 ? " has" : "s have", ports);
	return o->job.rail > ports ? -1 : 0;
}

/* "core=400Gbps": the name into *name, to be freed. */
static struct rg_joining join_of(const struct rg_options *o, char **name)
{
	struct rg_joining join = {0};
	const char *s = o->import.join, *speed = s ? strchr(s, '=') : NULL;
	if (!s)
		return join;
	join.name = *name = rg_strndup(s, strcspn(s, "="));
	if (speed && rg_parse_bandwidth(speed + 1, &join.bandwidth))
		join.bandwidth = -1;
	return join;
}

static enum rg_status import(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_text text = {0}, comment = {0};
	const struct rg_importer *importer = rg_importer_find(o->target);
	char *name = name_of(o), *joined = NULL;
	const struct rg_import_request request = {.paths = o->path,
	                                          .n = o->paths,
	                                          .name = name,
	                                          .topology = o->import.topology,
	                                          .partition = o->import.partition,
	                                          .join = join_of(o, &joined)};
	if (!rg_yaml_there && importer->is_yaml && importer->is_yaml(&request)) {
		free(name);
		free(joined);
		return rg_lacks(o->path[0], "libyaml");
	}
	if (rg_topology_fault(name)) {
		rg_error(&d, NULL, 0, "--prefix: '%s' %s", name, rg_topology_fault(name));
		free(name);
		free(joined);
		return RG_USAGE;
	}
	struct rg_topo *t = importer->read(&request, &d);
	if (t && choose_routes(t, o, &d) == 0) {
		comment_on(o, &comment);
		rg_topology_print(t, comment.s, &text);
		rg_write(&(struct rg_output){o->output, &text}, 1, &d);
	}
	rg_topo_free(t);
	rg_text_free(&text);
	rg_text_free(&comment);
	free(name);
	free(joined);
	return d.errors ? RG_INVALID : RG_OK;
}

/* The kind, which stands before the files. */
static char *kind_fault(const char *word)
{
	struct rg_text what = {0};
	char hint[RG_HINT];
	if (!word)
		rg_textf(&what, "import what? (%s)", rg_importer_names);
	else if (!rg_importer_find(word))
		rg_textf(&what, "not a kind that ringgen imports (%s): '%s'%s", rg_importer_names,
		         word, rg_nearest_hint(hint, sizeof hint, "", word, rg_importer_names));
	return what.s;
}

static bool is_one_too_many(const struct rg_options *o)
{
	return o->paths > 1 && rg_importer_find(o->target)->one;
}

static bool joins_not(const struct rg_options *o)
{
	return o->import.join && !rg_importer_find(o->target)->joins;
}

static bool is_no_join(const struct rg_options *o)
{
	char *name = NULL;
	struct rg_joining join = join_of(o, &name);
	bool wrong = name && (rg_name_fault(name) || join.bandwidth < 0);
	free(name);
	return wrong;
}

static bool is_not_slurm(const struct rg_options *o)
{
	return (o->import.topology || o->import.partition) && strcmp(o->target, "slurm") != 0;
}

static const struct rg_condition conditions[] = {
	{.wrong = is_one_too_many, .says = "too many arguments"},
	{.wrong = joins_not,
         .says = "--join is for coords, lldp, netq, slurm, table and topograph: the others know "
                 "what joins their switches"},
	{.wrong = is_no_join,
         .says = "--join takes the name of a switch, and perhaps the speed of its links: core, or "
                 "core=400Gbps"},
	{.wrong = is_not_slurm, .says = "--topology and --partition are for import slurm"},
	{.given = "topology",
         .without = "partition",
         .says = "--topology and --partition choose the same: give one"},
	{.says = NULL},
};

const struct rg_command rg_import_command = {
	.name = "import",
	.takes = "rail routes topology partition join prefix output",
	.conditions = conditions,
	.word_fault = kind_fault,
	.file = RG_NO_FILE,
	.paths = true,
	.run = import,
};
