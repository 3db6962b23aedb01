/* SPDX-License-Identifier: BSD-3-Clause
 * calibrate_command: the command that puts measured speeds into a topology file.
 */
#include "cli/calibrate_command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/units.h"
#include "base/whole.h"
#include "calibrate/topology_edit.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/conditions.h"
#include "fabric/check.h"
#include "import/topology_file.h"
#include "import/xml.h"

/* Measurements that make every link suspicious are told of with a few. */
enum { TOLD_MOST = 5 };

struct calibration {
	struct rg_topo *t;
	struct rg_routes *routes;
	xmlDoc *doc;
	struct rg_measured m;
	struct rg_estimate *e; /* [t->links] */
};

/* "s0 - n3" into `name`, which is emptied before. */
static const char *link_name(const struct rg_topo *t, int l, struct rg_text *name)
{
	name->len = 0;
	rg_textf(name, "%s - %s", t->vertex[t->link[l].a].name, t->vertex[t->link[l].b].name);
	return name->s;
}

/* ---- The table ---- */

static const char *note(const struct rg_link *l, const struct rg_estimate *e)
{
	if (e->half)
		return "half duplex?";
	if (e->full)
		return "full duplex?";
	if (!e->at_least)
		return "";
	return l->bandwidth > e->seen ? "at least; nominal kept" : "at least";
}

static void print_row(const char *name, int width, const struct rg_link *l,
                      const struct rg_estimate *e, struct rg_text *out)
{
	char nominal[64], measured[64], ratio[32] = "-";
	rg_show_bandwidth(nominal, sizeof(nominal), l->bandwidth);
	rg_show_bandwidth(measured, sizeof(measured), e->seen);
	snprintf(ratio, sizeof(ratio), "%.3f", e->seen / l->bandwidth);
	rg_textf(out, "%-*s %12s %12s %7s", width, name, nominal, measured, ratio);
	rg_show_time(nominal, sizeof(nominal), l->latency);
	rg_show_time(measured, sizeof(measured), e->latency);
	if (l->latency > 0)
		snprintf(ratio, sizeof(ratio), "%.3f", e->latency / l->latency);
	else
		strcpy(ratio, "-");
	rg_textf(out, " %10s %10s %7s", nominal, measured, ratio);
	rg_textf(out, *note(l, e) ? "  %s\n" : "%s\n", note(l, e));
}

/* What was measured: how many links were not is told beside it. */
static void print_table(const struct calibration *c, struct rg_text *out)
{
	struct rg_text name = {0};
	int width = strlen("link");
	for (int l = 0; l < c->t->links; l++) {
		if (!c->e[l].measured)
			continue;
		int n = strlen(link_name(c->t, l, &name));
		width = n > width ? n : width;
	}
	rg_textf(out, "%-*s %12s %12s %7s %10s %10s %7s\n", width, "link", "bandwidth", "measured",
	         "ratio", "latency", "measured", "ratio");
	for (int l = 0; l < c->t->links; l++)
		if (c->e[l].measured)
			print_row(link_name(c->t, l, &name), width, &c->t->link[l], &c->e[l], out);
	rg_text_free(&name);
}

static void print_told(const struct calibration *c, struct rg_text *out)
{
	static char *(*const show[])(char *, size_t, double) = {
		[RG_TIME] = rg_show_time, [RG_RATE] = rg_show_bandwidth, [RG_SIZE] = rg_show_size};
	char measured[64];
	for (int k = 0; k < RG_TOLDS; k++)
		if (c->m.told[k] > 0)
			rg_textf(out, "%s: %s\n", rg_tellings[k].words,
			         show[rg_tellings[k].is](measured, sizeof measured, c->m.told[k]));
	for (int i = 0; i < c->m.combinings; i++)
		rg_textf(out, "a process combines %s: %s\n", c->m.combining[i].of,
		         rg_show_bandwidth(measured, sizeof measured, c->m.combining[i].rate));
}

/* ---- What is told beside it ---- */

/* One warning for all links that are as `is` says, with the first of them. */
static void tell_count(const struct calibration *c, bool is(const struct rg_estimate *),
                       const char *what, const char *hence)
{
	struct rg_text name = {0};
	int n = 0, first = -1;
	for (int l = c->t->links - 1; l >= 0; l--)
		if (is(&c->e[l])) {
			n++;
			first = l;
		}
	if (n)
		rg_warning(c->t->file, 0, "%s: %d of %d links (%s%s): %s", what, n, c->t->links,
		           link_name(c->t, first, &name), n > 1 ? ", ..." : "", hence);
	rg_text_free(&name);
}

static bool is_untouched(const struct rg_estimate *e)
{
	return !e->measured;
}

static bool is_at_least(const struct rg_estimate *e)
{
	return e->at_least;
}

static void tell_duplex(const struct calibration *c)
{
	struct rg_text name = {0};
	int told = 0, more = 0;
	for (int l = 0; l < c->t->links; l++) {
		const struct rg_estimate *e = &c->e[l];
		if (!e->half && !e->full)
			continue;
		if (told++ >= TOLD_MOST)
			more++;
		else
			rg_warning(c->t->file, c->t->link[l].line,
			           "%s behaves as %s duplex: both ways at once, each way has %s",
			           link_name(c->t, l, &name), e->half ? "half" : "full",
			           e->half ? "about half" : "more than half");
	}
	if (more)
		rg_warning(c->t->file, 0, "so do %d more links (the table has them)", more);
	rg_text_free(&name);
}

/* The folder of a file, as a string of its own. */
static char *folder_of(const char *file)
{
	const char *slash = strrchr(file, '/');
	char *folder = slash ? rg_strndup(file, (size_t)(slash + 1 - file)) : rg_strdup("./");
	char *real = realpath(folder, NULL);
	if (!real)
		return folder;
	free(folder);
	return real;
}

static bool names_beside(const xmlNode *e)
{
	for (; e; e = e->next) {
		const char *path =
			e->type == XML_ELEMENT_NODE ? rg_xml_attribute(e, "hwloc") : NULL;
		if ((path && *path != '/') || names_beside(e->children))
			return true;
	}
	return false;
}

/* hwloc="n0.xml" is beside the topology file: the output may be elsewhere. */
static void tell_hwloc(const struct calibration *c, const char *output)
{
	char *from = folder_of(c->t->file), *to = folder_of(output);
	if (names_beside(xmlDocGetRootElement(c->doc)) && strcmp(from, to) != 0)
		rg_warning(output, 0,
		           "names hwloc files beside it, which are in the folder of %s: copy them",
		           c->t->file);
	free(from);
	free(to);
}

/* ---- The command ---- */

/* What was measured of a pair has the start-ups of both ends in it; the rest is the links'. They
 * are measured in another way, perhaps when all machines are busy, so it may be nothing. */
static void take_out_startup(struct rg_measured *m)
{
	double startup = m->told[m->told[RG_TOLD_ALONE] > 0 ? RG_TOLD_ALONE : RG_TOLD_STARTUP];
	for (int i = 0; i < m->pairs; i++)
		m->pair[i].latency = fmax(0, m->pair[i].latency - 2 * startup);
}

static int load(struct calibration *c, const struct rg_options *o, struct rg_diag *d)
{
	c->t = rg_read_document(o->job.file, &c->doc, d);
	if (!c->t || rg_check_tree(c->t, d) < 0)
		return -1;
	c->routes = rg_routes_new(c->t);
	if (rg_measured_read(&c->m, c->t, o->measured, d) < 0)
		return -1;
	take_out_startup(&c->m);
	c->e = rg_estimate(c->routes, &c->m);
	return 0;
}

static int write_out(const struct calibration *c, const struct rg_options *o, struct rg_diag *d)
{
	struct rg_text file = {0}, table = {0}, comment = {0};
	const char *slash = strrchr(o->measured, '/');
	const char *base = strcmp(o->measured, "-") == 0 ? "standard input"
	                   : slash                       ? slash + 1
	                                                 : o->measured;
	rg_textf(&comment, "Measured by ringbench: bandwidths and latencies are those of %s.",
	         base);
	rg_topology_edit(c->doc, c->e);
	for (int k = 0; k < RG_TOLDS; k++)
		if (c->m.told[k] > 0)
			rg_topology_edit_told(c->doc, (enum rg_told)k, c->m.told[k]);
	rg_topology_edit_combining(c->doc, c->m.combining, c->m.combinings);
	rg_topology_edit_comment(c->doc, "Measured by ringbench:", comment.s);
	rg_topology_edit_print(c->doc, &file);
	print_table(c, &table);
	print_told(c, &table);
	struct rg_output out[] = {{o->output, &file}, {NULL, &table}};
	int result = rg_write(out, 2, d);
	rg_text_free(&file);
	rg_text_free(&table);
	rg_text_free(&comment);
	return result;
}

static enum rg_status calibrate(const struct rg_options *o)
{
	struct calibration c = {0};
	struct rg_diag d = {0};
	bool done = load(&c, o, &d) == 0 && write_out(&c, o, &d) == 0;
	if (done) {
		tell_duplex(&c);
		tell_count(&c, is_at_least, "never the bottleneck",
		           "at least what was seen, and the bandwidth of the file where that is "
		           "more");
		tell_count(&c, is_untouched, "in no measured pair", "all as it was");
		tell_hwloc(&c, o->output);
	}
	free(c.e);
	rg_measured_free(&c.m);
	rg_routes_free(c.routes);
	rg_topo_free(c.t);
	xmlFreeDoc(c.doc);
	return done ? RG_OK : RG_INVALID;
}

static bool is_to_stdout(const struct rg_options *o)
{
	return !o->output || strcmp(o->output, "-") == 0 || rg_whole_is_stdout(o->output);
}

static const struct rg_condition conditions[] = {
	{.needs = "measured", .says = "what was measured? give --measured CSV"},
	{.wrong = is_to_stdout, .says = "where to? give -o OUT.xml"},
	RG_WITH_STDIN_ONCE,
	{.says = NULL},
};

const struct rg_command rg_calibrate_command = {
	.name = "calibrate",
	.takes = "measured output",
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.outputs = rg_file_and_table,
	.replaces_file = true,
	.run = calibrate,
};
