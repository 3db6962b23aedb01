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
#include "calibrate/report.h"
#include "calibrate/topology_edit.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/conditions.h"
#include "fabric/check.h"
#include "import/topology_file.h"
#include "import/xml.h"

struct calibration {
	struct rg_calibration is;
	struct rg_routes *routes;
	xmlDoc *doc;
};

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
	char *from = folder_of(c->is.t->file), *to = folder_of(output);
	if (names_beside(xmlDocGetRootElement(c->doc)) && strcmp(from, to) != 0)
		rg_warning(output, 0,
		           "names hwloc files beside it, which are in the folder of %s: copy them",
		           c->is.t->file);
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
	c->is.t = rg_read_document(o->job.file, &c->doc, d);
	if (!c->is.t || rg_check_tree(c->is.t, d) < 0)
		return -1;
	c->routes = rg_routes_new(c->is.t);
	if (rg_measured_read(&c->is.m, c->is.t, o->measured, d) < 0)
		return -1;
	take_out_startup(&c->is.m);
	c->is.e = rg_estimate(c->routes, &c->is.m);
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
	rg_topology_edit(c->doc, c->is.e);
	for (int k = 0; k < RG_TOLDS; k++)
		if (c->is.m.told[k] > 0)
			rg_topology_edit_told(c->doc, (enum rg_told)k, c->is.m.told[k]);
	rg_topology_edit_combining(c->doc, c->is.m.combining, c->is.m.combinings);
	rg_topology_edit_comment(c->doc, "Measured by ringbench:", comment.s);
	rg_topology_edit_print(c->doc, &file);
	rg_calibration_print(&c->is, &table);
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
		rg_calibration_warn(&c.is);
		tell_hwloc(&c, o->output);
	}
	free(c.is.e);
	rg_measured_free(&c.is.m);
	rg_routes_free(c.routes);
	rg_topo_free(c.is.t);
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
