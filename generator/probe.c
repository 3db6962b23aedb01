/* SPDX-License-Identifier: BSD-3-Clause
 * probe: the inside of a machine, by hwloc.
 */
#include <errno.h>
#include <hwloc.h>
#include <hwloc/diff.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "probe.h"

/* An lstopo export of a very large machine, with all its devices, is a few MB. */
enum { PROBE_BYTES = 64 << 20 };

/* Where to report: at the place that names the XML file, else at the XML file itself. */
struct place {
	const char *file;
	int line;
	struct rg_diag *d;
};

/* A core as hwloc tells it: numbers of its package and of its closest NUMA node, -1 for none. */
struct found {
	int package, numa, core;
};

/* The whole file, 0-terminated, and its length; or NULL after an error. hwloc could read the path
 * by itself, but neither says why it failed nor refuses a URL. */
static char *read_all(const char *path, size_t *len, const struct place *at)
{
	bool standard = strcmp(path, "-") == 0;
	FILE *f = standard ? stdin : fopen(path, "r");
	char *s = NULL;
	size_t cap = 0;

	*len = 0;
	if (!f) {
		rg_error(at->d, at->file, at->line, "cannot open '%s': %s", path, strerror(errno));
		return NULL;
	}
	errno = 0;
	do {
		cap = cap ? 2 * cap : 1 << 16;
		s = rg_realloc(s, cap, 1);
		*len += fread(s + *len, 1, cap - 1 - *len, f);
	} while (*len == cap - 1 && cap <= PROBE_BYTES);
	int failed = ferror(f) ? errno : 0;
	if (!standard)
		fclose(f);
	s[*len] = '\0';
	if (!failed && *len <= PROBE_BYTES)
		return s;
	rg_error(at->d, at->file, at->line, "cannot read '%s': %s", path,
	         failed ? strerror(failed) : "more than 64 MiB");
	free(s);
	return NULL;
}

/* Say why hwloc took no topology from the file. `hwloc-diff` writes files that look like one. */
static void not_a_topology(const char *xml, const char *buf, size_t len, const struct place *at)
{
	hwloc_topology_diff_t diff = NULL;
	char *whole = NULL;

	if (hwloc_topology_diff_load_xmlbuffer(buf, (int)len + 1, &diff, &whole) == 0) {
		rg_error(at->d, at->file, at->line,
		         "'%s' is a difference between two machines, not a machine: apply it to "
		         "'%s' with hwloc-patch",
		         xml, whole ? whole : "the file it was made from");
		hwloc_topology_diff_destroy(diff);
		free(whole);
		return;
	}
	rg_error(at->d, at->file, at->line,
	         "'%s' is not a topology that hwloc can read: make it with 'lstopo --of xml'", xml);
}

static int load_xml(hwloc_topology_t topo, const char *xml, const struct place *at)
{
	size_t len;
	char *buf = read_all(xml, &len, at);

	if (!buf)
		return -1;
	if (strstr(buf, "<!ENTITY")) {
		rg_error(at->d, at->file, at->line, "'%s' declares entities, which are refused",
		         xml);
		free(buf);
		return -1;
	}
	int failed = hwloc_topology_set_xmlbuffer(topo, buf, (int)len + 1) != 0 ||
	             hwloc_topology_load(topo) != 0;
	if (failed)
		not_a_topology(xml, buf, len, at);
	free(buf);
	return failed ? -1 : 0;
}

/* The machine of the XML file, or, xml NULL, this one; NULL after an error. */
static hwloc_topology_t load(const char *xml, const struct place *at)
{
	hwloc_topology_t topo;

	/* hwloc writes about what it finds odd in a machine; whoever set it wants to see that. */
	setenv("HWLOC_HIDE_ERRORS", "2", 0);
	if (hwloc_topology_init(&topo) != 0) {
		rg_error(at->d, at->file, at->line, "hwloc: %s", strerror(errno));
		return NULL;
	}
	if (xml && load_xml(topo, xml, at) == 0)
		return topo;
	if (!xml && hwloc_topology_load(topo) == 0)
		return topo;
	if (!xml)
		rg_error(at->d, at->file, at->line, "hwloc cannot describe this machine: %s",
		         strerror(errno));
	hwloc_topology_destroy(topo);
	return NULL;
}

/* Is it main memory? hwloc names the type of other nodes (MCDRAM, HBM, NVM, CXL, GPU memory). */
static bool is_dram(hwloc_obj_t numa)
{
	return !numa->subtype || strcmp(numa->subtype, "DRAM") == 0;
}

/* The first NUMA node among the memory objects `obj` (perhaps behind memory-side caches). */
static hwloc_obj_t first_numa(hwloc_obj_t obj, bool dram)
{
	for (; obj; obj = obj->next_sibling) {
		if (obj->type == HWLOC_OBJ_NUMANODE && (!dram || is_dram(obj)))
			return obj;
		hwloc_obj_t behind = first_numa(obj->memory_first_child, dram);
		if (behind)
			return behind;
	}
	return NULL;
}

/* The closest NUMA node of main memory, else the closest of any. One per core: memory without cores
 * of its own must not split those of its neighbour. */
static int numa_of(hwloc_obj_t obj)
{
	for (int dram = 1; dram >= 0; dram--)
		for (hwloc_obj_t up = obj; up; up = up->parent) {
			hwloc_obj_t numa = first_numa(up->memory_first_child, dram);
			if (numa)
				return (int)numa->logical_index;
		}
	return -1;
}

static int compare(const void *va, const void *vb)
{
	const struct found *a = va, *b = vb;

	if (a->package != b->package)
		return a->package < b->package ? -1 : 1;
	if (a->numa != b->numa)
		return a->numa < b->numa ? -1 : 1;
	return (a->core > b->core) - (a->core < b->core);
}

/* Every core with a processing unit, by package, NUMA node and core. Where hwloc knows no cores
 * (some virtual machines), a processing unit is one. */
static struct found *find_cores(hwloc_topology_t topo, int *n)
{
	hwloc_obj_t last = NULL, pu = NULL;
	int most = hwloc_get_nbobjs_by_type(topo, HWLOC_OBJ_PU);
	struct found *found = rg_alloc(most > 0 ? (size_t)most : 0, sizeof(*found));

	*n = 0;
	while ((pu = hwloc_get_next_obj_by_type(topo, HWLOC_OBJ_PU, pu))) {
		hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topo, HWLOC_OBJ_CORE, pu);
		hwloc_obj_t package = hwloc_get_ancestor_obj_by_type(topo, HWLOC_OBJ_PACKAGE, pu);
		if (core && core == last)
			continue;
		last = core;
		found[*n] = (struct found){package ? (int)package->logical_index : -1,
		                           numa_of(core ? core : pu), *n};
		++*n;
	}
	qsort(found, (size_t)*n, sizeof(*found), compare);
	return found;
}

/* Number packages and NUMA nodes from 0 as they come. A NUMA node that spans packages (one for the
 * whole machine) gets a number in each. */
static struct rg_inside *number(const struct found *found, int n)
{
	struct rg_inside *in = rg_alloc(1, sizeof(*in));

	in->cores = n;
	in->core = rg_alloc((size_t)n, sizeof(*in->core));
	for (int i = 0; i < n; i++) {
		bool package = i == 0 || found[i].package != found[i - 1].package;
		bool numa = package || found[i].numa != found[i - 1].numa;
		in->packages += package;
		in->numas += numa;
		in->core[i] = (struct rg_core){in->packages - 1, in->numas - 1};
	}
	return in;
}

static char *host_name(hwloc_topology_t topo, bool here)
{
	const char *name = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topo), "HostName");
	char buf[256] = "";

	if (name && *name)
		return rg_strdup(name);
	if (here && gethostname(buf, sizeof(buf) - 1) == 0 && *buf)
		return rg_strdup(buf);
	return NULL;
}

struct rg_inside *rg_probe_inside(const char *xml, char **host, const char *file, int line,
                                  struct rg_diag *d)
{
	struct place at = {file, line, d};

	if (xml && (!file || strcmp(file, "-") == 0)) {
		at.file = strcmp(xml, "-") == 0 ? "<stdin>" : xml;
		at.line = 0;
	}
	if (host)
		*host = NULL;
	hwloc_topology_t topo = load(xml, &at);
	if (!topo)
		return NULL;
	int n;
	struct found *found = find_cores(topo, &n);
	struct rg_inside *in = n ? number(found, n) : NULL;
	if (!in)
		rg_error(d, at.file, at.line, "'%s' describes a machine without cores",
		         xml ? xml : "hwloc");
	if (in && host)
		*host = host_name(topo, !xml);
	free(found);
	hwloc_topology_destroy(topo);
	return in;
}

/* The first core after i of another NUMA node, of another package. */
static int numa_end(const struct rg_inside *in, int i)
{
	int j = i + 1;

	while (j < in->cores && in->core[j].numa == in->core[i].numa)
		j++;
	return j;
}

static int package_end(const struct rg_inside *in, int i)
{
	int j = i + 1;

	while (j < in->cores && in->core[j].package == in->core[i].package)
		j++;
	return j;
}

/* Do the packages that begin at cores a and b have the same NUMA nodes? */
static bool same_package(const struct rg_inside *in, int a, int b)
{
	int n = package_end(in, a) - a;

	if (package_end(in, b) - b != n)
		return false;
	for (int i = 0; i < n; i++)
		if (in->core[a + i].numa - in->core[a].numa !=
		    in->core[b + i].numa - in->core[b].numa)
			return false;
	return true;
}

/* The package that begins at core `begin`, `count` times; equal NUMA nodes are folded. */
static void print_package(const struct rg_inside *in, int begin, int count, struct rg_text *out)
{
	int end = package_end(in, begin);

	rg_textf(out, "\t\t<package count=\"%d\">\n", count);
	for (int i = begin, next; i < end; i = next) {
		int cores = numa_end(in, i) - i, numas = 1;
		next = i + cores;
		while (next < end && numa_end(in, next) - next == cores) {
			next += cores;
			numas++;
		}
		rg_textf(out, "\t\t\t<numa count=\"%d\"><core count=\"%d\"/></numa>\n", numas,
		         cores);
	}
	rg_text_add(out, "\t\t</package>\n");
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The host as an id: what a host name cannot have, and what would be a range, becomes '_'. */
static void print_id(const char *host, struct rg_text *out)
{
	for (; *host; host++)
		rg_textf(out, "%c",
		         is_letter(*host) || is_digit(*host) || strchr("-._", *host) ? *host : '_');
}

/* The host, up to its first dot, as a C identifier. */
static void print_identifier(const char *host, struct rg_text *out)
{
	if (!is_letter(*host))
		rg_text_add(out, "host_");
	for (; *host && *host != '.'; host++)
		rg_textf(out, "%c", is_letter(*host) || is_digit(*host) ? *host : '_');
}

void rg_probe_print(const struct rg_inside *in, const char *host, struct rg_text *out)
{
	if (!host || !*host)
		host = "machine";
	rg_text_add(out, "<topology name=\"");
	print_identifier(host, out);
	rg_text_add(out, "\">\n\t<node id=\"");
	print_id(host, out);
	rg_text_add(out, "\">\n");
	for (int i = 0, next; i < in->cores; i = next) {
		int count = 1;
		next = package_end(in, i);
		while (next < in->cores && same_package(in, i, next)) {
			next = package_end(in, next);
			count++;
		}
		print_package(in, i, count, out);
	}
	rg_text_add(out, "\t</node>\n</topology>\n");
}
