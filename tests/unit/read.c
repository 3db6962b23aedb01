/* SPDX-License-Identifier: BSD-3-Clause
 * Reading and checking topology files: the model of a good one, and each mistake with the one
 * message that it gets.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fabric/check.h"
#include "import/topology_file.h"
#include "test.h"

enum { MESSAGES = 1 << 16 };

static char messages[MESSAGES]; /* what the last take() printed on stderr */

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "wb");

	CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

/* rg_read and rg_check_tree f.xml, with stderr into `messages`. NULL: it is not a sound topology.
 */
static struct rg_topo *take_file(void)
{
	struct rg_diag d = {0};
	FILE *caught = tmpfile();
	int saved = dup(2);
	struct rg_topo *t;

	dup2(fileno(caught), 2);
	t = rg_read("f.xml", RG_GIVEN, &d);
	if (t && rg_check_tree(t, &d) < 0) {
		rg_topo_free(t);
		t = NULL;
	}
	dup2(saved, 2);
	close(saved);
	rewind(caught);
	messages[fread(messages, 1, MESSAGES - 1, caught)] = 0;
	fclose(caught);
	CHECK((d.errors == 0) == (t != NULL));
	return t;
}

static struct rg_topo *take(const char *xml)
{
	write_file("f.xml", xml);
	return take_file();
}

#define GOOD "<topology name='t'>\n<switch id='s0'>\n<node id='n[0-1]'/>\n"
#define END "</switch>\n</topology>\n"

/* Each file gets exactly these messages. */
static const struct {
	const char *xml, *expected;
} mistakes[] = {
	/* XML */
	{"", "f.xml: error: the file is empty\n"},
	{"hello\n", "f.xml:1: error: not XML (it does not begin with <)\n"},
	{"<topology name='t'>\n<switch id='s'>\n</topology>\n",
         "f.xml:3: error: Opening and ending tag mismatch: switch line 2 and topology\n"},
	{"<topology name='t'>\n<switch id='s' id='t'/>\n</topology>\n",
         "f.xml:2: error: Attribute id redefined\n"},
	{"<topology name='t'>\n<switch id='&x;'/>\n</topology>\n",
         "f.xml:2: error: Entity 'x' not defined\n"},
	{"<?xml version='1.0'?>\n<!DOCTYPE topology [<!ENTITY a 'b'>]>\n<topology name='&a;'/>\n",
         "f.xml:2: error: a document type declaration is not allowed\n"},
	{"<!DOCTYPE topology SYSTEM 'http://127.0.0.1/x.dtd'>\n<topology name='t'/>\n",
         "f.xml:1: error: a document type declaration is not allowed\n"},
	/* Text, of which the first line counts; CDATA is text. */
	{GOOD "\n\n one\ntwo\n<node id='a'/> three " END,
         "f.xml:6: error: unexpected text 'one' in "
         "<switch>\n"},
	{GOOD "<node id='a'>&lt;</node><![CDATA[x]]>" END,
         "f.xml:4: error: unexpected text '<' in <node>\n"
         "f.xml:4: error: unexpected text 'x' in <switch>\n"},
	/* Elements */
	{"<html/>\n", "f.xml:1: error: unexpected element <html> (expected <topology>)\n"},
	{GOOD "<nod id='x'/>" END,
         "f.xml:4: error: unexpected element <nod> in <switch> (did you mean 'node'?)\n"},
	{GOOD "<foo\n id='x'\n>\n</foo>" END,
         "f.xml:6: error: unexpected element <foo> in <switch> (expected switch, node)\n"},
	{GOOD "<node id='x'><node id='y'/></node>" END,
         "f.xml:4: error: unexpected element <node> in <node> (expected package)\n"},
	{GOOD "<link a='s0' b='s1'/>" END,
         "f.xml:4: error: unexpected element <link> in <switch> (a "
         "<link> stands directly in <topology>)\n"},
	{GOOD "</switch>\n<defaults/>\n</topology>\n",
         "f.xml:5: error: <defaults> is not the first element of <topology>\n"},
	{GOOD "<node id='x'><package><numa/></package><package/></node>" END,
         "f.xml:4: error: <numa> is empty (put <core/> into it)\n"
         "f.xml:4: error: <package> is empty (put <core/> into it)\n"},
	{GOOD "<node id='x'><package><core/>\n<numa><core/></numa></package></node>" END,
         "f.xml:5: error: <package> holds <numa> and <core> (put all cores into NUMA nodes)\n"},
	{"<topology name='t' xmlns='urn:x'/>\n",
         "f.xml:1: error: <topology> is in the namespace 'urn:x' (a topology file has none)\n"},
	/* Attributes */
	{GOOD "<node\n/>" END, "f.xml:5: error: <node> has no attribute 'id'\n"},
	{"<topology>\n<link a='x'/>\n</topology>\n",
         "f.xml:1: error: <topology> has no attribute 'name'\n"
         "f.xml:2: error: <link> has no attribute 'b'\n"},
	{GOOD "<node id='x'\nbandwith='1Gbps'\n/>" END,
         "f.xml:6: error: unknown attribute 'bandwith' of <node> (did you mean 'bandwidth'?)\n"},
	{GOOD "<node ip='x'/>" END,
         "f.xml:4: error: unknown attribute 'ip' of <node> (did you mean 'id'?)\n"},
	{GOOD "<node id='x'><package colour='x'><core/></package></node>" END,
         "f.xml:4: error: unknown attribute 'colour' of <package> (expected count)\n"},
	{GOOD "<node id='x' xml:lang='de'/>" END, "f.xml:4: error: unknown attribute 'xml:lang' of "
                                                  "<node> (expected id, aliases, cores, hwloc, "
                                                  "bandwidth, latency, duplex)\n"},
	{"<topology name='t'>\n<switch id='s0' latency='1us'><node "
         "id='n'/></switch>\n</topology>\n",
         "f.xml:2: error: attribute 'latency' of <switch> is of the link to an outer switch, and "
         "there "
         "is none (use <defaults> or <link>)\n"},
	/* Quantities */
	{GOOD "<node id='x' bandwidth='10' latency='1 hour' duplex='both'/>" END,
         "f.xml:4: error: duplex 'both' of <node> is neither 'full' nor 'half'\n"
         "f.xml:4: error: bandwidth '10' of <node> has no unit (try 1Gbps)\n"
         "f.xml:4: error: latency '1 hour' of <node> has an unknown unit (try 25us, 1.5ms or "
         "300ns)\n"},
	{GOOD "<node id='x' bandwidth='10' latency='-1us'/>" END,
         "f.xml:4: error: bandwidth '10' of <node> has no unit (try 1Gbps)\n"
         "f.xml:4: error: latency '-1us' of <node> is negative\n"},
	{GOOD "<switch id='x' bandwidth='0Gbps'/>" END,
         "f.xml:4: error: bandwidth '0Gbps' of <switch> is not positive\n"},
	{GOOD "<switch id='x' bandwidth='1e400Gbps'/>" END,
         "f.xml:4: error: bandwidth '1e400Gbps' of <switch> is too large\n"},
	{GOOD "<node id='x' cores='0'/><node id='y' cores='99999999999'/>" END,
         "f.xml:4: error: cores '0' of <node> is not positive\n"
         "f.xml:4: error: cores '99999999999' of <node> is too large\n"},
	{GOOD
         "<node id='x'><package count='x'><numa count='-2'><core/></numa></package></node>" END,
         "f.xml:4: error: count 'x' of <package> is not a whole number\n"
         "f.xml:4: error: count '-2' of <numa> is not positive\n"},
	{GOOD
         "<node id='x'>\n<package count='60000'><numa count='60000'><core count='60000'/></numa>"
         "</package></node>" END,
         "f.xml:4: error: too many cores (at most 65536 in a <node>)\n"},
	{GOOD "<node id='x' cores='8' hwloc='x.xml'/>" END,
         "f.xml:4: error: <node> says its inside twice (keep one of: cores, hwloc, <package>)\n"},
	/* Names */
	{GOOD "<node id='x[3-1]'/><switch id=''/>" END,
         "f.xml:4: error: id 'x[3-1]' of <node> has a range that runs backwards\n"
         "f.xml:4: error: id '' of <switch> is empty\n"},
	{GOOD "<switch id='s[1-2]'/><switch id='s 1'/>" END,
         "f.xml:4: error: id 's[1-2]' of <switch> is a range, which only a <node> may have\n"
         "f.xml:4: error: id 's 1' of <switch> has a character that no name may have (use letters, "
         "digits, . _ -)\n"},
	{GOOD "<node id='fe80::1'/>" END,
         "f.xml:4: error: id 'fe80::1' of <node> is an address: give "
         "the node a name, and that as an alias\n"},
	{GOOD "<node id='x[0-3]' aliases='y[0-3] z[0-2]'/>" END,
         "f.xml:4: error: aliases 'z[0-2]' of <node> stand for 3 names, but id 'x[0-3]' for 4\n"},
	{"<topology name='2t'><switch id='s'><node id='n'/></switch></topology>\n",
         "f.xml:1: error: name '2t' of <topology> is not a C identifier (begin with a letter)\n"},
	{"<topology name='a-b'><switch id='s'><node id='n'/></switch></topology>\n",
         "f.xml:1: error: name 'a-b' of <topology> is not a C identifier (use letters, digits and "
         "_)\n"},
	{"<topology name='Mpi_x'><switch id='s'><node id='n'/></switch></topology>\n",
         "f.xml:1: error: name 'Mpi_x' of <topology> begins like the names of MPI\n"},
	{"<topology name='rg_x'><switch id='s'><node id='n'/></switch></topology>\n",
         "f.xml:1: error: name 'rg_x' of <topology> begins like the names of the runtime\n"},
	/* Soundness */
	{"<topology name='t'>\n<switch id='s'/>\n</topology>\n",
         "f.xml:1: error: the topology has no machine (add a <node>)\n"},
	{GOOD "<node id='n1'/>" END,
         "f.xml:4: error: the name 'n1' is used twice (first at line 3)\n"},
	{GOOD "<node id='x' aliases='s0'/>\n<node id='n[0-1]'/>" END,
         "f.xml:4: error: the name 's0' is used twice (first at line 2)\n"
         "f.xml:5: error: the name 'n0' and 1 more are used twice (first at line 3)\n"},
	{GOOD "</switch>\n<link a='s0' b='s7'/>\n<link a='' b='s0'/>\n</topology>\n",
         "f.xml:5: error: b 's7' of <link> is not the id of a switch or node\n"
         "f.xml:6: error: a '' of <link> is not the id of a switch or node\n"},
	{GOOD "</switch>\n<link a='s0' b='s0'/>\n</topology>\n",
         "f.xml:5: error: the link joins 's0' to itself\n"},
	{GOOD "</switch>\n<node id='m[0-1]'/>\n<switch id='s1'/>\n</topology>\n",
         "f.xml:5: error: machine 'm0' cannot be reached from 's0' (add a <link>)\n"
         "f.xml:5: error: machine 'm1' cannot be reached from 's0' (add a <link>)\n"
         "f.xml:6: error: switch 's1' cannot be reached from 's0' (add a <link>)\n"},
	{GOOD "</switch>\n<switch id='s1'/>\n<link a='s0' b='n0'/>\n<link a='n1' b='s1'/>\n"
              "</topology>\n",
         "f.xml:6: error: machine 'n0' has more than one link: what joins others is a <switch>\n"
         "f.xml:7: error: machine 'n1' has more than one link: what joins others is a <switch>\n"},
	{GOOD
         "</switch>\n<switch id='s1'/><switch id='s2'/>\n<link a='s0' b='s1'/>\n"
         "<link a='s1' b='s2'/>\n<link\n a='s2' b='s0'\n/>\n<link a='s0' b='s1'/>\n</topology>\n",
         "f.xml:10: error: the links form a cycle: s0 - s1 - s2 - s0 (this command is for trees)\n"
         "f.xml:11: error: the links form a cycle: s0 - s1 - s0 (this command is for "
         "trees)\n"},
};

static void test_mistakes(void)
{
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(*mistakes); i++) {
		CHECK(take(mistakes[i].xml) == NULL);
		CHECK(strcmp(messages, mistakes[i].expected) == 0);
		if (strcmp(messages, mistakes[i].expected) != 0)
			fprintf(stderr, "--- file\n%s--- printed\n%s--- expected\n%s---\n",
			        mistakes[i].xml, messages, mistakes[i].expected);
	}
}

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-12 * fabs(b);
}

static const char whole[] =
	"<?xml version='1.0' encoding='UTF-8'?>\n"
	"<!-- a comment -->\n"
	"<topology name='pair'>\n"
	"<defaults bandwidth='2Gbps' duplex='half'/>\n"
	"<switch id='s0'>\n"
	"<node id='n[0-2]' aliases='ib[0-2]  n[0-2].x'>\n"
	"<package count='2'><numa count='2'><core count='4'/></numa></package>\n"
	"<package><core/><core count='2'/></package>\n"
	"</node>\n"
	"<switch\n id='s1'\n bandwidth='1GB/s' latency='5us' duplex='full'>\n"
	"<node id='m&#49;' cores='3'/>\n"
	"</switch>\n"
	"</switch>\n"
	"<link a='s2' b='s0' latency='0s'/>\n"
	"<switch id='s2'/>\n"
	"<node id='x'/><link a='x' b='s2'/>\n"
	"</topology>\n";

static void check_vertices(const struct rg_topo *t)
{
	const struct rg_vertex *n1 = &t->vertex[2], *m1 = &t->vertex[5];

	CHECK(strcmp(t->name, "pair") == 0 && t->line == 3);
	CHECK(t->vertices == 8 && t->machines == 5 && t->insides == 2);
	CHECK(n1->kind == RG_MACHINE && strcmp(n1->name, "n1") == 0 && n1->line == 6);
	CHECK(n1->aliases == 2 && strcmp(n1->alias[0], "ib1") == 0);
	CHECK(strcmp(n1->alias[1], "n1.x") == 0);
	CHECK(n1->inside == t->vertex[1].inside);
	CHECK(n1->inside->packages == 3 && n1->inside->numas == 5 && n1->inside->cores == 19);
	CHECK(n1->inside->core[7].package == 0 && n1->inside->core[7].numa == 1);
	CHECK(n1->inside->core[18].package == 2 && n1->inside->core[18].numa == 4);
	CHECK(t->vertex[4].line == 12 && t->vertex[4].kind == RG_SWITCH);
	CHECK(strcmp(m1->name, "m1") == 0 && m1->inside->cores == 3 && m1->inside->numas == 1);
	CHECK(t->vertex[rg_topo_find(t, "x")].inside == NULL);
}

static void check_model_links(const struct rg_topo *t)
{
	const struct rg_link *n0 = &t->link[0], *s1 = &t->link[3], *s2 = &t->link[5];

	CHECK(t->links == 7);
	CHECK(n0->a == 0 && n0->b == 1 && n0->half && n0->line == 6);
	CHECK(near(n0->bandwidth, 250e6) && near(n0->latency, 50e-6));
	CHECK(s1->a == 0 && s1->b == 4 && !s1->half && s1->line == 12);
	CHECK(near(s1->bandwidth, 1e9) && near(s1->latency, 5e-6));
	CHECK(s2->a == rg_topo_find(t, "s2") && s2->b == 0 && s2->latency == 0 && s2->half);
}

static void test_model(void)
{
	struct rg_topo *t = take(whole);

	CHECK(t && !*messages);
	if (!t)
		return;
	check_vertices(t);
	check_model_links(t);
	rg_topo_free(t);
}

static void test_summary(void)
{
	struct rg_topo *t = take("<topology name='t'>\n<switch id='s0'>\n<node id='a[0-7]'/>\n"
	                         "<switch id='s1' bandwidth='2Gbps'>\n<node id='b[0-3]' cores='2'/>"
	                         "\n</switch>\n<switch id='s2' bandwidth='4Gbps' duplex='half'>\n"
	                         "<node id='c[0-3]'/>\n</switch>\n</switch>\n</topology>\n");
	struct rg_text out = {0};

	CHECK(t != NULL);
	if (!t)
		return;
	rg_summary(t, &out);
	CHECK(strcmp(out.s,
	             "name            t\n"
	             "machines        16\n"
	             "cores           8, and not described for 12 machines\n"
	             "switches        3\n"
	             "links           18\n"
	             "depth           2\n"
	             "slowest link    s0 - a0: 1 Gbit/s, 50 us, full duplex\n"
	             "oversubscribed\n"
	             "    2.00 : 1  s0 - s1: 4 machines can send 4 Gbit/s, it carries 2 Gbit/s\n"
	             "    2.00 : 1  s0 - s2: 4 machines can send 4 Gbit/s, it carries 2 "
	             "Gbit/s\n") == 0);
	if (failures)
		fputs(out.s, stderr);
	rg_text_free(&out);
	rg_topo_free(t);
}

/* `head`, n times `body`, `tail`. */
static void write_repeated(const char *head, const char *body, int n, const char *tail)
{
	FILE *f = fopen("f.xml", "wb");

	CHECK(f != NULL);
	fputs(head, f);
	for (int i = 0; i < n; i++)
		fputs(body, f);
	fputs(tail, f);
	CHECK(fclose(f) == 0);
}

static void test_limits(void)
{
	/* 256 levels are fine: the topology, 254 switches, the node. */
	write_repeated("<topology name='t'>", "<switch id='s'>", 254, "<node id='n'/>");
	CHECK(!take_file());
	CHECK(strcmp(messages, "f.xml:1: error: the file ends before </switch>\n") == 0);
	write_repeated("<topology name='t'>\n", "<switch id='s'>\n", 100000, "");
	CHECK(!take_file());
	CHECK(strcmp(messages, "f.xml:257: error: elements are nested more than 256 deep\n") == 0);
	write_repeated("<topology name='t'>", "<core/>\n", (1 << 20) + 1, "</topology>");
	CHECK(!take_file());
	CHECK(strcmp(messages, "f.xml:1048575: error: more than 1048576 elements and attributes "
	                       "(use ranges: n[0-31])\n") == 0);
	write_repeated("<topology ", "attribute ", 100000, "");
	CHECK(!take_file());
	CHECK(strstr(messages, "f.xml:1: error: ") == messages);
	write_repeated("", "\n", RG_READ_BYTES + 1, "<topology name='t'/>");
	CHECK(!take_file());
	CHECK(strcmp(messages, "f.xml: error: the file is too large\n") == 0);
}

/* More than there may be, from a short file: that is said once, whatever follows. */
static void test_much(void)
{
	write_repeated("<topology name='t'><switch id='s'>\n", "<node id='n[0-262143]'/>\n", 3,
	               END);
	CHECK(!take_file());
	CHECK(strcmp(messages, "f.xml:3: error: more than 262144 machines in the file\n") == 0);
	write_repeated("<topology name='t'><switch id='s'>\n",
	               "<node id='n[0-1]' aliases='a[0-1048575] b[0-1048575]'/>\n", 3, END);
	CHECK(!take_file());
	CHECK(strstr(messages, "f.xml:2: error: more than 1048576 names in the file\n"));
	CHECK(!strstr(messages, "f.xml:3"));
	write_repeated("<topology name='t'><switch id='s'>\n",
	               "<node id='n[0-9]'><package count='32768'><core/></package></node>\n", 8,
	               END);
	CHECK(!take_file());
	CHECK(strcmp(messages, "f.xml:8: error: more than 4194304 packages and NUMA nodes of all "
	                       "machines together in the file\n") == 0);
}

/* Machines that are described alike share one inside; those that are not do not. */
static void test_shared_insides(void)
{
	struct rg_topo *t = take(
		"<topology name='t'><switch id='s'>"
		"<node id='a' cores='4'/><node id='b' cores='4'/><node id='c' cores='5'/>"
		"<node id='d'><package count='2'><core/></package></node>"
		"<node id='e'><package count='2'><core/></package></node>"
		"<node id='f'><package><core count='2'/></package></node>"
		"<node id='g'><package><numa><core/></numa><numa><core/></numa></package></node>"
		"<node id='h'/></switch></topology>");
	const struct rg_inside *in[8];

	if (!CHECK(t != NULL))
		return;
	for (int i = 0; i < 8; i++)
		in[i] = t->vertex[t->machine[i]].inside;
	CHECK(in[0] == in[1] && in[3] == in[4] && t->insides == 5 && !in[7]);
	CHECK(in[0]->cores == 4 && in[2]->cores == 5);
	CHECK(in[3]->packages == 2 && in[5]->packages == 1 && in[5]->numas == 1);
	CHECK(in[6]->packages == 1 && in[6]->numas == 2);
	rg_topo_free(t);
}

/* Lines beyond 65535, where libxml2 stops to count in its tree. */
static void test_long_file(void)
{
	write_repeated("<topology name='t'>\n", "\n", 99998, "<switch/>\n</topology>\n");
	CHECK(!take_file());
	CHECK(strcmp(messages, "f.xml:100000: error: <switch> has no attribute 'id'\n") == 0);
}

/* Many cycles and a long one: linear, and messages of bounded length. */
static void test_many_cycles(void)
{
	FILE *f = fopen("f.xml", "wb");
	const char *line = messages;
	int lines = 0;

	CHECK(f != NULL);
	fputs("<topology name='t'><node id='n'/><link a='n' b='s0'/>\n", f);
	for (int i = 0; i < 2000; i++)
		fprintf(f, "<switch id='s%d'/><link a='s%d' b='s%d'/>\n", i, i, (i + 1) % 2000);
	for (int i = 0; i < 30; i++)
		fputs("<link a='s0' b='s1'/>\n", f);
	fputs("</topology>\n", f);
	CHECK(fclose(f) == 0);
	CHECK(!take_file());
	for (; (line = strchr(line, '\n')); line++)
		lines++;
	CHECK(lines == 31);
	CHECK(strstr(messages, "f.xml:2001: error: the links form a cycle: s0 - s1 - s2 - s3 - s4 "
	                       "- s5 - s6 - s7 - (1984 more) - s1992 - s1993 - s1994 - s1995 - "
	                       "s1996 - s1997 - s1998 - s1999 - s0 (this command") == messages);
	CHECK(strstr(messages, "f.xml:2031: error: the link 's0' - 's1' closes a cycle"));
}

int main(void)
{
	char folder[] = "/tmp/ringgen-read-XXXXXX";

	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 1;
	test_mistakes();
	test_model();
	test_summary();
	test_limits();
	test_much();
	test_shared_insides();
	test_long_file();
	test_many_cycles();
	remove("f.xml");
	rmdir(folder);
	return failures != 0;
}
