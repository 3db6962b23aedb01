/* SPDX-License-Identifier: BSD-3-Clause
 * machines: a cluster of which only the insides of its machines are known.
 */
#include "import/machines.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/host_names.h"
#include "import/probe.h"

const struct rg_inside *rg_machines_inside(struct rg_topo *t, struct rg_inside *in)
{
	for (int i = 0; i < t->insides; i++) {
		const struct rg_inside *other = t->inside[i];
		if (other->packages != in->packages || other->numas != in->numas ||
		    other->cores != in->cores ||
		    memcmp(other->core, in->core, (size_t)in->cores * sizeof *in->core) != 0)
			continue;
		free(in->core);
		free(in);
		return other;
	}
	return rg_topo_inside(t, in);
}

/* The file's name without its folder, and without ".xml". */
static char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	size_t n = strlen(base);
	return rg_strndup(base, n > 4 && strcmp(base + n - 4, ".xml") == 0 ? n - 4 : n);
}

static void read_machine(struct rg_topo *t, int middle, const char *path, struct rg_diag *d)
{
	char *host = NULL;
	struct rg_inside *in = rg_probe_inside(path, RG_GIVEN, &host, path, 0, d);
	if (!in)
		return;
	if (!host)
		host = name_of(path);
	const char *wrong = rg_host_fault(host);
	if (wrong)
		rg_error(d, path, 0, "\"%.80s\" %s", host, wrong);
	int v = rg_topo_vertex(t, RG_MACHINE, host, 0);
	t->vertex[v].inside = rg_machines_inside(t, in);
	rg_topo_link(t,
	             (struct rg_link){.a = middle, .b = v, .bandwidth = 1e9 / 8, .latency = 50e-6});
	free(host);
}

struct rg_topo *rg_machines_read(char *const *paths, int n, const char *name, struct rg_diag *d)
{
	struct rg_topo *t = rg_topo_new(paths[0]);
	int before = d->errors, middle = rg_topo_vertex(t, RG_SWITCH, "switch", 0);
	t->vertex[middle].assumed = true;
	t->name = rg_strdup(name);
	for (int i = 0; i < n; i++)
		read_machine(t, middle, paths[i], d);
	rg_topo_close(t);
	if (d->errors == before) {
		rg_warning(t->file, 0,
		           "says nothing of the network: all machines are taken to hang at one "
		           "switch, by links of 1 Gbit/s");
		return t;
	}
	rg_topo_free(t);
	return NULL;
}
