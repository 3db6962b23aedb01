/* SPDX-License-Identifier: BSD-3-Clause
 * The generator as libringgen-preload has it: its messages about a file, that it tells what it has
 * read, its plans for jobs of all shapes, and that it neither ends the process nor heeds its
 * settings. Linked with the very object that is in that library.
 */
#include "library/planner.h"

#include <fenv.h>
#include <stdlib.h>

#include "memory.h"
#include "test.h"

static char why[256];

/* The topology of this text, by way of a file. */
static struct rg_planner *read_text(const char *text)
{
	char path[] = "/tmp/ringgen-planner-XXXXXX";
	int fd = mkstemp(path);
	FILE *f = fdopen(fd, "w");
	fputs(text, f);
	fclose(f);
	struct rg_planner *p = rg_planner_read(path, why, sizeof why);
	unlink(path);
	return p;
}

static const char small[] =
	"<topology name='small' startup='3us'>\n"
	"<switch id='s0'><node id='n[0-1]' aliases='a[0-1] b[0-1]' cores='4'/>\n"
	"<switch id='s1' bandwidth='2.5Gbps' latency='7us' duplex='half'>\n"
	"<node id='n2'><package count='2'><numa><core/><core "
	"count='2'/></numa><numa><core/></numa>\n"
	"</package></node><node id='n3'/></switch></switch>\n"
	"<switch id='s2'/><link a='s2' b='s0'/></topology>\n";

/* The planner of a process that was told: it tells the same. */
static struct rg_planner *hear_again(const struct rg_planner *p)
{
	char *told = rg_planner_tell(p);
	struct rg_planner *q = rg_planner_hear(told);
	char *again = rg_planner_tell(q);
	CHECK_STR(again, told);
	free(told);
	free(again);
	return q;
}

static void test_told_is_read(void)
{
	struct rg_planner *p = read_text(small);
	if (!CHECK(p))
		return;
	struct rg_planner *q = hear_again(p);
	CHECK_STR(rg_planner_fact(q), rg_planner_fact(p));
	CHECK_STR(rg_planner_name(q), "small");
	CHECK_INT(rg_planner_machines(q), 4);
	CHECK_STR(rg_planner_machine(q, 2), "n2");
	CHECK_INT(rg_planner_aliases(q, 1), 2);
	CHECK_STR(rg_planner_alias(q, 1, 1), "b1");
	CHECK_INT(rg_planner_aliases(q, 3), 0);
	CHECK(rg_planner_level(q, RG_ON_SWITCH, 0) == rg_planner_level(q, RG_ON_SWITCH, 1));
	CHECK(rg_planner_level(q, RG_ON_SWITCH, 1) != rg_planner_level(q, RG_ON_SWITCH, 2));
	int host[] = {3, 1, 2, 2, 1, 2, 0, 2};
	char *one = rg_planner_plan(p, host, 8, NULL, false),
	     *two = rg_planner_plan(q, host, 8, NULL, false);
	CHECK(one && strncmp(one, "0\n\n2 ", 5) == 0);
	CHECK_STR(two, one);
	free(one), free(two);
	rg_planner_free(p);
	rg_planner_free(q);
}

/* A ring of four switches with tables that go around it one way. */
static const char around[] =
	"<topology name='around'><defaults bandwidth='1Gbps'/>\n"
	"<switch id='s0'><node id='n0'/></switch><switch id='s1'><node id='n1'/></switch>\n"
	"<switch id='s2'><node id='n2'/></switch><switch id='s3'><node id='n3'/></switch>\n"
	"<link a='s0' b='s1'/><link a='s1' b='s2'/><link a='s2' b='s3'/><link a='s3' b='s0'/>\n"
	"<forward at='s0' to='n0' via='n0'/><forward at='s0' to='n[1-3]' via='s1'/>\n"
	"<forward at='s1' to='n1' via='n1'/><forward at='s1' to='n[0,2-3]' via='s2'/>\n"
	"<forward at='s2' to='n2' via='n2'/><forward at='s2' to='n[0-1,3]' via='s3'/>\n"
	"<forward at='s3' to='n3' via='n3'/><forward at='s3' to='n[0-2]' via='s0'/></topology>\n";

/* Off trees the plan of a job begins with its order, whoever makes it: the process that read the
 * file, or one that was told, since rank 0 of a communicator may be any. */
static void test_graphs(void)
{
	struct rg_planner *p = read_text(around);
	if (!CHECK(p))
		return;
	struct rg_planner *q = hear_again(p);
	int host[] = {2, 0, 3, 0}, at[3];
	char *one = rg_planner_plan(p, host, 4, NULL, false),
	     *two = rg_planner_plan(q, host, 4, NULL, false);
	CHECK(one && sscanf(one, "3 %d %d %d\n", &at[0], &at[1], &at[2]) == 3);
	/* By the switches' ring, from wherever. */
	for (int i = 0; i < 3; i++)
		CHECK(at[i] != 1 && (at[(i + 1) % 3] > at[i]) == (at[i] != 3));
	CHECK(one && strstr(one, "\nproved contention free: ring load 1 on 10 link directions\n"));
	CHECK_STR(two, one);
	free(one), free(two);
	rg_planner_free(p);
	rg_planner_free(q);
}

/* The gateway of each machine: as many slow ones go by one as its link carries beside twice their
 * rate; before the first fast one there is none, nor where all are alike. */
static void check_gateways(const char *machines, const char *expected)
{
	char text[512], found[64];
	size_t n = 0;
	snprintf(text, sizeof text,
	         "<topology name='t'><defaults bandwidth='1Gbps'/><switch id='s'>%s</switch>"
	         "</topology>",
	         machines);
	struct rg_planner *p = read_text(text);
	for (int i = 0; p && i < rg_planner_machines(p); i++)
		n += (size_t)snprintf(found + n, sizeof found - n, "%d ",
		                      rg_planner_level(p, RG_AT_GATEWAY, i));
	CHECK_STR(n ? found : NULL, expected);
	rg_planner_free(p);
}

static void test_gateways(void)
{
	check_gateways("<node id='n[0-3]'/>", "0 1 2 3 ");
	check_gateways("<node id='n[0-1]'/><node id='d[0-2]' bandwidth='200Mbps'/><node id='m'/>",
	               "0 1 1 1 1 5 ");
	check_gateways("<node id='n[0-1]'/><node id='d[0-4]' bandwidth='200Mbps'/><node id='m'/>",
	               "0 1 1 1 1 5 6 7 ");
	check_gateways("<node id='d[0-1]' bandwidth='200Mbps'/><node id='m'/>"
	               "<node id='e' bandwidth='250Mbps'/><node id='f' bandwidth='500Mbps'/>",
	               "0 1 2 2 4 ");
}

/* The first of several errors, as one line. */
static void test_errors(void)
{
	CHECK(!read_text("<topology name='t'>\n<switch id='s'>\n<nod/>\n<x/></switch></topology>"));
	CHECK(strstr(why, ":3: error: unexpected element <nod> in <switch>"));
	CHECK(!strchr(why, '\n'));
	char few[16];
	CHECK(!rg_planner_read("/none/at/all", few, sizeof few));
	CHECK_STR(few, "/none/at/all: e");
}

/* The machines and ranks of the first plan of a job of `machines` times `each`. */
static void check_shape(const struct rg_planner *p, int machines, int each, int planned, int ranks)
{
	int n = machines * each, *host = malloc((size_t)n * sizeof *host);
	char *text, shape[32], *at;
	for (int i = 0; i < n; i++)
		host[i] = (n - 1 - i) / each;
	text = rg_planner_plan(p, host, n, NULL, false);
	snprintf(shape, sizeof shape, "\n%d %d %d ", planned, ranks, ranks > 1);
	at = text ? strstr(text, shape) : NULL;
	CHECK(at);
	free(text);
	free(host);
}

static void test_shapes(void)
{
	struct rg_planner *p = read_text("<topology name='t'><switch id='s'><node id='n[0-39]'/>"
	                                 "</switch></topology>");
	check_shape(p, 2, 1, 2, 1);
	check_shape(p, 1, 5, 1, 5);
	check_shape(p, 3, 4, 3, 4);
	check_shape(NULL, 3, 2, 3, 2);
	if (longer("more ranks and machines than are planned for")) {
		check_shape(p, 40, 64, 4, 64);
		check_shape(NULL, 2000, 1, 1024, 1);
	}
	rg_planner_free(p);
	int apart[] = {0, 5, 2, 5, 0, 5}; /* machines are numbered as it happens */
	char *text = rg_planner_plan(NULL, apart, 6, NULL, false);
	CHECK(text && strstr(text, "\n3 3 1 "));
	free(text);
}

/* A program may have made errors of arithmetic fatal. */
static void test_traps(void)
{
	struct rg_planner *p = read_text(small);
	int host[] = {0, 1, 2, 3, 3},
	    fatal = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW | FE_UNDERFLOW;
	if (feenableexcept(fatal) < 0)
		printf("planner.c: this processor cannot make errors of arithmetic fatal\n");
	int before = fegetexcept();
	char *text = rg_planner_plan(p, host, 5, NULL, false);
	CHECK(fegetexcept() == before);
	fedisableexcept(FE_ALL_EXCEPT);
	CHECK(text);
	free(text);
	rg_planner_free(p);
}

/* ---- No memory */

/* With more and more memory, until there is enough; returns how often there was not. */
static int starve(char *(*work)(const void *), const void *on)
{
	struct rlimit all;
	int failed = 0;
	for (rlim_t more = 0; more < (rlim_t)1 << 30; more += 8 << 20) {
		limit_memory(more, &all); /* what was lost is used */
		char *text = work(on);
		setrlimit(RLIMIT_AS, &all);
		if (text) {
			free(text);
			return failed;
		}
		failed++;
	}
	return -1;
}

static char *plan_many(const void *planner)
{
	static int host[64];
	for (int i = 0; i < 64; i++)
		host[i] = i / 4;
	return rg_planner_plan(planner, host, 64, NULL, false);
}

static char *read_many(const void *text)
{
	struct rg_planner *p = read_text(text);
	if (!p) {
		CHECK(strstr(why, "out of memory"));
		return NULL;
	}
	rg_planner_free(p);
	return strdup("read");
}

static void test_memory(void)
{
	static const char many[] =
		"<topology name='t'><switch id='s'><node id='n[0-99999]'/></switch></topology>";
	struct rg_planner *p = read_text("<topology name='t'><switch id='s'><node id='n[0-39]'/>"
	                                 "</switch></topology>");
	CHECK(starve(plan_many, p) > 0);
	CHECK(starve(read_many, many) > 0);
	rg_planner_free(p);
}

int main(void)
{
	if (!TEST_SANITIZED && memory_is_limited()) /* before others leave memory behind */
		test_memory();
	test_told_is_read();
	test_graphs();
	test_gateways();
	test_errors();
	test_shapes();
	test_traps();
	return TEST_END;
}
