/* SPDX-License-Identifier: BSD-3-Clause
 * Machines of all shapes, made by hwloc itself and written by hand, through rg_probe_inside and
 * rg_probe_print.
 */
#include <hwloc.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../generator/alloc.h"
#include "../../generator/probe.h"
#include "test.h"

static char path[64];

static void write_file(const char *text)
{
	FILE *f = fopen(path, "w");

	if (!CHECK(f != NULL))
		exit(1);
	fputs(text, f);
	fclose(f);
}

/* Export a machine of hwloc's synthetic kind; `high` says which NUMA node of each pair is named
 * high-bandwidth memory: 0, 1, or -1 for none. */
static void make_machine(const char *synthetic, int high, unsigned long flags)
{
	hwloc_topology_t topo;
	hwloc_obj_t numa = NULL;

	hwloc_topology_init(&topo);
	CHECK(hwloc_topology_set_synthetic(topo, synthetic) == 0);
	CHECK(hwloc_topology_load(topo) == 0);
	while (high >= 0 && (numa = hwloc_get_next_obj_by_type(topo, HWLOC_OBJ_NUMANODE, numa))) {
		free(numa->subtype);
		numa->subtype = (int)numa->sibling_rank == high ? strdup("MCDRAM") : NULL;
	}
	CHECK(hwloc_topology_export_xml(topo, path, flags) == 0);
	hwloc_topology_destroy(topo);
}

/* Probe the file; "P N C: " and then the package and the NUMA node of each core. */
static char *probe(void)
{
	struct rg_diag d = {0};
	struct rg_inside *in = rg_probe_inside(path, NULL, NULL, 0, &d);
	struct rg_text t = {0};

	CHECK_INT(d.errors, 0);
	if (!CHECK(in != NULL))
		exit(1);
	rg_textf(&t, "%d %d %d:", in->packages, in->numas, in->cores);
	for (int i = 0; i < in->cores; i++)
		rg_textf(&t, " %d.%d", in->core[i].package, in->core[i].numa);
	free(in->core);
	free(in);
	return t.s;
}

static void expect(const char *synthetic, int high, const char *cores)
{
	char *s;

	make_machine(synthetic, high, 0);
	s = probe();
	CHECK_STR(s, cores);
	free(s);
}

static void test_shapes(void)
{
	expect("pack:2 numa:2 core:2 pu:2", -1, "2 4 8: 0.0 0.0 0.1 0.1 1.2 1.2 1.3 1.3");
	expect("[numa] pu:3", -1, "1 1 3: 0.0 0.0 0.0");
	expect("[numa] core:2 pu:4", -1, "1 1 2: 0.0 0.0");
	/* One NUMA node around both packages, two around two packages each. */
	expect("[numa] pack:2 core:2 pu:1", -1, "2 2 4: 0.0 0.0 1.1 1.1");
	expect("numa:2 pack:2 core:1 pu:1", -1, "4 4 4: 0.0 1.1 2.2 3.3");
	/* Memory without cores of its own: beside main memory, before it, and further away. */
	expect("pack:2 [numa] [numa] core:2 pu:1", 1, "2 2 4: 0.0 0.0 1.1 1.1");
	expect("pack:2 [numa] [numa] core:2 pu:1", 0, "2 2 4: 0.0 0.0 1.1 1.1");
	expect("[numa] pack:2 group:2 [numa] core:1 pu:1", -1, "2 4 4: 0.0 0.1 1.2 1.3");
}

static void test_v1(void)
{
	char *s;

	make_machine("pack:2 numa:2 core:2 pu:1", -1, HWLOC_TOPOLOGY_EXPORT_XML_FLAG_V1);
	s = probe();
	CHECK_STR(s, "2 4 8: 0.0 0.0 0.1 0.1 1.2 1.2 1.3 1.3");
	free(s);
}

/* As hwloc 1.x wrote it: sockets, no NUMA node; packages of two kinds. */
static void test_old(void)
{
	struct rg_diag d = {0};
	struct rg_text t = {0};
	char *host;

	write_file("<?xml version=\"1.0\"?>\n<!DOCTYPE topology SYSTEM \"hwloc.dtd\">\n<topology>"
	           "<object type=\"Machine\" os_index=\"0\" cpuset=\"0x7\" complete_cpuset=\"0x7\">"
	           "<info name=\"HostName\" value=\"2old.site\"/>"
	           "<object type=\"Socket\" os_index=\"0\" cpuset=\"0x3\" complete_cpuset=\"0x3\">"
	           "<object type=\"Core\" os_index=\"0\" cpuset=\"0x1\" complete_cpuset=\"0x1\">"
	           "<object type=\"PU\" os_index=\"0\" cpuset=\"0x1\" "
	           "complete_cpuset=\"0x1\"/></object>"
	           "<object type=\"Core\" os_index=\"1\" cpuset=\"0x2\" complete_cpuset=\"0x2\">"
	           "<object type=\"PU\" os_index=\"1\" cpuset=\"0x2\" "
	           "complete_cpuset=\"0x2\"/></object></object>"
	           "<object type=\"Socket\" os_index=\"1\" cpuset=\"0x4\" complete_cpuset=\"0x4\">"
	           "<object type=\"Core\" os_index=\"0\" cpuset=\"0x4\" complete_cpuset=\"0x4\">"
	           "<object type=\"PU\" os_index=\"2\" cpuset=\"0x4\" "
	           "complete_cpuset=\"0x4\"/></object></object>"
	           "</object></topology>\n");
	struct rg_inside *in = rg_probe_inside(path, &host, NULL, 0, &d);
	if (!CHECK(in != NULL))
		return;
	CHECK_STR(host, "2old.site");
	rg_probe_print(in, host, &t);
	CHECK_STR(t.s, "<topology name=\"host_2old\">\n\t<node id=\"2old.site\">\n"
	               "\t\t<package count=\"1\">\n"
	               "\t\t\t<numa count=\"1\"><core count=\"2\"/></numa>\n\t\t</package>\n"
	               "\t\t<package count=\"1\">\n"
	               "\t\t\t<numa count=\"1\"><core count=\"1\"/></numa>\n\t\t</package>\n"
	               "\t</node>\n</topology>\n");
	rg_text_free(&t);
	free(host);
	free(in->core);
	free(in);
}

/* Equal neighbours are folded, unequal ones are not; no name of a host breaks the file. */
static void test_print(void)
{
	struct rg_core core[] = {{0, 0}, {0, 1}, {1, 2}, {1, 3}, {2, 4}, {2, 4}, {2, 5}, {2, 6}};
	struct rg_inside in = {3, 7, 8, core};
	struct rg_text t = {0};

	rg_probe_print(&in, "a[1]\"<&", &t);
	CHECK_STR(t.s, "<topology name=\"a_1____\">\n\t<node id=\"a_1____\">\n"
	               "\t\t<package count=\"2\">\n"
	               "\t\t\t<numa count=\"2\"><core count=\"1\"/></numa>\n\t\t</package>\n"
	               "\t\t<package count=\"1\">\n"
	               "\t\t\t<numa count=\"1\"><core count=\"2\"/></numa>\n"
	               "\t\t\t<numa count=\"2\"><core count=\"1\"/></numa>\n\t\t</package>\n"
	               "\t</node>\n</topology>\n");
	rg_text_free(&t);
}

static void test_here(void)
{
	struct rg_diag d = {0};
	char *host;
	struct rg_inside *in = rg_probe_inside(NULL, &host, NULL, 0, &d);

	if (!CHECK(in != NULL))
		return;
	CHECK(in->cores > 0 && in->packages > 0 && in->numas >= in->packages);
	CHECK(host != NULL && *host);
	free(host);
	free(in->core);
	free(in);
}

/* Everything that is not a machine is refused, once, and no host is left behind. */
static void refuse(const char *xml, const char *text)
{
	struct rg_diag d = {0};
	char *host = path;

	if (text)
		write_file(text);
	CHECK(rg_probe_inside(xml, &host, "some.xml", 7, &d) == NULL);
	CHECK(host == NULL);
	CHECK_INT(d.errors, 1);
}

static void test_refused(void)
{
	refuse(path, "");
	refuse(path, "<topology>");
	refuse(path, "<hosts/>\n");
	refuse(path, "<!DOCTYPE topology [<!ENTITY a \"b\">]><topology version=\"2.0\"/>\n");
	refuse(path,
	       "<?xml version=\"1.0\"?>\n<topologydiff refname=\"n0.xml\"><diff type=\"0\" "
	       "obj_depth=\"0\" obj_index=\"0\" obj_attr_type=\"2\" obj_attr_name=\"HostName\" "
	       "obj_attr_oldvalue=\"n0\" obj_attr_newvalue=\"n1\"/></topologydiff>\n");
	refuse("/nonexistent/m.xml", NULL);
	refuse("/", NULL);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	snprintf(path, sizeof(path), "%.40s/probe-XXXXXX", tmp ? tmp : "/tmp");
	int fd = mkstemp(path);

	if (!CHECK(fd >= 0))
		return TEST_END;
	close(fd);
	test_shapes();
	test_v1();
	test_old();
	test_print();
	test_here();
	test_refused();
	unlink(path);
	return TEST_END;
}
