/* SPDX-License-Identifier: BSD-3-Clause
 * Machines of all shapes, made by hwloc itself and written by hand, through rg_probe_inside and
 * rg_inside_print.
 */
#include <errno.h>
#include <hwloc.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "import/probe.h"
#include "import/topology_file.h"
#include "show/inside_file.h"
#include "test.h"

static char path[64], heard_path[64];

/* The text on standard error between listen and heard, for the latter to return (free it). */
static int spoken = -1;

static void listen(void)
{
	fflush(stderr);
	spoken = dup(STDERR_FILENO);
	CHECK(freopen(heard_path, "w", stderr) != NULL);
}

static char *heard(void)
{
	struct rg_text t = {0};
	char line[512];

	fflush(stderr);
	dup2(spoken, STDERR_FILENO);
	close(spoken);
	rg_text_add(&t, "");
	FILE *f = fopen(heard_path, "r");
	while (CHECK(f != NULL) && fgets(line, sizeof(line), f))
		rg_text_add(&t, line);
	if (f)
		fclose(f);
	return t.s;
}

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

/* Probe the file; "P N C: " and then the package and the NUMA node of each core, and the cache if
 * it is known. */
static char *probe(void)
{
	struct rg_diag d = {0};
	struct rg_inside *in = rg_probe_inside(path, RG_GIVEN, NULL, NULL, 0, &d);
	struct rg_text t = {0};

	CHECK_INT(d.errors, 0);
	if (!CHECK(in != NULL))
		exit(1);
	rg_textf(&t, "%d %d %d:", in->packages, in->numas, in->cores);
	for (int i = 0; i < in->cores; i++) {
		rg_textf(&t, " %d.%d", in->core[i].package, in->core[i].numa);
		if (in->core[i].cache >= 0)
			rg_textf(&t, ".%d", in->core[i].cache);
	}
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
	/* The last of several caches, by its first processing unit; one around NUMA nodes. */
	expect("pack:2 l3:2 l2:2 core:1 pu:2", -1,
	       "2 2 8: 0.0.0 0.0.0 0.0.4 0.0.4 1.1.8 1.1.8 1.1.12 1.1.12");
	expect("l3:1 numa:2 core:2 pu:1", -1, "1 2 4: 0.0.0 0.0.0 0.1.0 0.1.0");
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
	struct rg_inside *in = rg_probe_inside(path, RG_GIVEN, &host, NULL, 0, &d);
	if (!CHECK(in != NULL))
		return;
	CHECK_STR(host, "2old.site");
	rg_inside_print(in, host, &t);
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
	struct rg_core core[] = {{0, 0, -1}, {0, 1, -1}, {1, 2, -1}, {1, 3, -1},
	                         {2, 4, -1}, {2, 4, -1}, {2, 5, -1}, {2, 6, -1}};
	struct rg_inside in = {3, 7, 8, core};
	struct rg_text t = {0};

	rg_inside_print(&in, "a[1]\"<&", &t);
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
	struct rg_inside *in = rg_probe_inside(NULL, RG_GIVEN, &host, NULL, 0, &d);

	if (!CHECK(in != NULL))
		return;
	CHECK(in->cores > 0 && in->packages > 0 && in->numas >= in->packages);
	CHECK(host != NULL && *host);
	free(host);
	free(in->core);
	free(in);
}

/* A name that would begin like those of MPI or the runtime, or be too long, is changed: the printed
 * file can be read. */
static void named(const char *host, const char *name)
{
	struct rg_core core = {0, 0, -1};
	struct rg_inside in = {1, 1, 1, &core};
	struct rg_text t = {0};
	struct rg_diag d = {0};

	rg_inside_print(&in, host, &t);
	write_file(t.s);
	struct rg_topo *topo = rg_read(path, RG_GIVEN, &d);
	CHECK_INT(d.errors, 0);
	if (CHECK(topo != NULL))
		CHECK_STR(topo->name, name);
	rg_topo_free(topo);
	rg_text_free(&t);
}

static void test_names(void)
{
	static const char *const as_they_are[] = {"n1", "mp", "pmp", "rgb", "r", "Zmpi"};
	char longest[601], cut[256], escaped[256];

	for (size_t i = 0; i < sizeof(as_they_are) / sizeof(*as_they_are); i++)
		named(as_they_are[i], as_they_are[i]);
	named(NULL, "machine");
	named("mpi01", "host_mpi01");
	named("MPI-1.site", "host_MPI_1");
	named("pMpI", "host_pMpI");
	named("rg_x", "host_rg_x");
	named("RG-1", "host_RG_1");
	named("rg", "host_rg");
	named("_x", "host__x");
	named(".x", "host_");
	named("9", "host_9");
	memset(longest, 'a', 600);
	longest[600] = '\0';
	snprintf(cut, sizeof(cut), "%.255s", longest);
	named(longest, cut);
	longest[0] = '1';
	snprintf(escaped, sizeof(escaped), "host_%.250s", longest);
	named(longest, escaped);
}

/* Probe the machine, and return the message about it besides the name of the file. */
static char *warned(const char *synthetic)
{
	make_machine(synthetic, -1, 0);
	listen();
	free(probe());
	char *said = heard();
	if (CHECK(strncmp(said, path, strlen(path)) == 0 || !*said) && *said)
		memmove(said, said + strlen(path), strlen(said + strlen(path)) + 1);
	return said;
}

/* The model cannot hold a NUMA node that spans packages; that it is split is told. */
static void test_spanning(void)
{
	static const char *const spanning[] = {"numa:2 pack:2 core:2 pu:1"};
	static const char *const fitting[] = {"pack:2 numa:2 core:2 pu:1", "[numa] pu:3",
	                                      "[numa] pack:2 core:2 pu:1",
	                                      "[numa] pack:2 [numa] core:2 pu:1"};
	char *said;

	for (size_t i = 0; i < sizeof(spanning) / sizeof(*spanning); i++) {
		said = warned(spanning[i]);
		CHECK_STR(said, ": warning: the file describes a machine with a NUMA node that "
		                "spans packages: it is split into one for each package\n");
		free(said);
	}
	for (size_t i = 0; i < sizeof(fitting) / sizeof(*fitting); i++) {
		said = warned(fitting[i]);
		CHECK_STR(said, "");
		free(said);
	}
}

/* Everything that is not a machine is refused, once, and no host is left behind. */
static void refuse(const char *xml, const char *text)
{
	struct rg_diag d = {0};
	char *host = path;

	if (text)
		write_file(text);
	CHECK(rg_probe_inside(xml, RG_GIVEN, &host, "some.xml", 7, &d) == NULL);
	CHECK(host == NULL);
	CHECK_INT(d.errors, 1);
}

/* As lstopo writes it, but for a core whose complete_cpuset was lost: libhwloc 2.9 crashes on it.
 * `complete` is what was lost. */
#define DAMAGED(complete)                                                                          \
	"<?xml version=\"1.0\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"                     \
	"<topology version=\"2.0\"><object type=\"Machine\" os_index=\"0\" cpuset=\"0x3\" "        \
	"complete_cpuset=\"0x3\" allowed_cpuset=\"0x3\" nodeset=\"0x1\" complete_nodeset=\"0x1\" " \
	"allowed_nodeset=\"0x1\" gp_index=\"1\">"                                                  \
	"<object type=\"NUMANode\" os_index=\"0\" cpuset=\"0x3\" complete_cpuset=\"0x3\" "         \
	"nodeset=\"0x1\" complete_nodeset=\"0x1\" gp_index=\"6\" local_memory=\"1024\"/>"          \
	"<object type=\"Core\" os_index=\"0\" cpuset=\"0x1\" complete_cpuset=\"0x1\" "             \
	"nodeset=\"0x1\" complete_nodeset=\"0x1\" gp_index=\"3\">"                                 \
	"<object type=\"PU\" os_index=\"0\" cpuset=\"0x1\" complete_cpuset=\"0x1\" "               \
	"nodeset=\"0x1\" complete_nodeset=\"0x1\" gp_index=\"2\"/></object>"                       \
	"<object type=\"Core\" os_index=\"1\" cpuset=\"0x2\" " complete                            \
	"nodeset=\"0x1\" complete_nodeset=\"0x1\" gp_index=\"5\">"                                 \
	"<object type=\"PU\" os_index=\"1\" cpuset=\"0x2\" " complete                              \
	"nodeset=\"0x1\" complete_nodeset=\"0x1\" gp_index=\"4\"/></object>"                       \
	"</object></topology>\n"

/* The crash is an error at the place that names the file, which is named once; no process stays. */
static void test_damaged(void)
{
	struct rg_diag d = {0};
	struct rg_text t = {0}, refused = {0};
	char *said;

	write_file(DAMAGED("complete_cpuset=\"0x2\" "));
	said = probe();
	CHECK_STR(said, "1 1 2: 0.0 0.0");
	free(said);
	write_file(DAMAGED(""));
	listen();
	CHECK(rg_probe_inside(path, RG_GIVEN, NULL, "lab.xml", 3, &d) == NULL);
	CHECK(rg_probe_inside(path, RG_GIVEN, NULL, path, 0, &d) == NULL);
	said = heard();
	rg_textf(&t,
	         "lab.xml:3: error: '%s' is not a topology that hwloc can read (it is damaged): "
	         "make it again with 'lstopo --of xml'\n%s: error: the file is not a topology "
	         "that hwloc can read (it is damaged): make it again with 'lstopo --of xml'\n",
	         path, path);
	/* hwloc 2.15 reads it to its end and refuses it, those up to 2.12 crash. */
	const char *why = "is not a topology that hwloc can read: make it with 'lstopo --of xml'";
	rg_textf(&refused, "lab.xml:3: error: '%s' %s\n%s: error: the file %s\n", path, why, path,
	         why);
	if (strcmp(said, refused.s))
		CHECK_STR(said, t.s);
	CHECK_INT(d.errors, 2);
	CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
	rg_text_free(&refused);
	rg_text_free(&t);
	free(said);
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

static bool make_file(char *name, size_t size)
{
	const char *tmp = getenv("TMPDIR");
	snprintf(name, size, "%.40s/probe-XXXXXX", tmp ? tmp : "/tmp");
	int fd = mkstemp(name);

	return CHECK(fd >= 0) && CHECK(close(fd) == 0);
}

int main(void)
{
	if (!make_file(path, sizeof(path)) || !make_file(heard_path, sizeof(heard_path)))
		return TEST_END;
	test_shapes();
	test_v1();
	test_old();
	test_print();
	test_names();
	test_spanning();
	test_here();
	test_damaged();
	test_refused();
	unlink(path);
	unlink(heard_path);
	return TEST_END;
}
