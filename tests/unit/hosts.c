/* SPDX-License-Identifier: BSD-3-Clause
 * Lists of hosts: ranges, and files of every form, good and bad. The hosts that were read are
 * compared as text: "name:ranks" for each host, "@core" or "@package:core" behind it when a
 * rankfile names one.
 */
#include "import/hostfile.h"
#include "import/hosts_option.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"
#include "test.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static void describe(const struct rg_hosts *h, struct rg_text *out)
{
	rg_text_add(out, "");
	for (int i = 0; i < h->n; i++) {
		const struct rg_host *host = &h->host[i];

		rg_textf(out, "%s%s:%d", i ? " " : "", host->name, host->ranks);
		if (host->package >= 0)
			rg_textf(out, "@%d:%d", host->package, host->core);
		else if (host->core >= 0)
			rg_textf(out, "@%d", host->core);
	}
}

/* ---- rg_hosts_expand ---- */

static const struct {
	const char *expr, *names;
} ranges[] = {
	{"n0", "n0:1"},
	{"n0,n1", "n0:1 n1:1"},
	{"n0,n0", "n0:1 n0:1"}, /* whether a host may repeat is for others to say */
	{"n[0-3]", "n0:1 n1:1 n2:1 n3:1"},
	{"n[3]", "n3:1"},
	{"n[3-3]", "n3:1"},
	{"n[0,2-3,1]", "n0:1 n2:1 n3:1 n1:1"},
	{"n[00-02,12]x", "n00x:1 n01x:1 n02x:1 n12x:1"},
	{"n[008-010]", "n008:1 n009:1 n010:1"},
	{"n[9-11]", "n9:1 n10:1 n11:1"},
	{"n[099-101]", "n099:1 n100:1 n101:1"},
	{"n[98-101]", "n98:1 n99:1 n100:1 n101:1"},
	{"n[001-3]", "n001:1 n002:1 n003:1"},
	{"n[0-0]", "n0:1"},
	{"r[0-1]n[0-1]", "r0n0:1 r0n1:1 r1n0:1 r1n1:1"},
	{"[0-1][0-1]", "00:1 01:1 10:1 11:1"},
	{"a[1-2],b,c[3]", "a1:1 a2:1 b:1 c3:1"},
	{"n[0-1].cluster.example", "n0.cluster.example:1 n1.cluster.example:1"},
	{"A_b-c.d", "A_b-c.d:1"},
	{"n[9999999999]", "n9999999999:1"},
	{"n[999999999999999999]", "n999999999999999999:1"},
};

static const struct {
	const char *expr, *wrong;
} bad_ranges[] = {
	{"", "has an empty name"},
	{",", "has an empty name"},
	{"n0,", "has an empty name"},
	{",n0", "has an empty name"},
	{"n0,,n1", "has an empty name"},
	{"n[3-1]", "has a range that runs backwards"},
	{"n[]", "has an empty range"},
	{"n[,]", "has an empty range"},
	{"n[1,]", "has an empty range"},
	{"n[,1]", "has an empty range"},
	{"n[1-]", "has an empty range"},
	{"n[-1]", "has a range that is not made of numbers"},
	{"n[-]", "has a range that is not made of numbers"},
	{"n[1-2-3]", "has a range that is not made of numbers"},
	{"n[a-b]", "has a range that is not made of numbers"},
	{"n[0x1]", "has a range that is not made of numbers"},
	{"n[1.5]", "has a range that is not made of numbers"},
	{"n[0 - 1]", "has a range that is not made of numbers"},
	{"n[0-1:2]", "has a range that is not made of numbers"},
	{"n[[0-1]]", "has a range that is not made of numbers"},
	{"n[0-[1-2]]", "has a range that is not made of numbers"},
	{"n[0-31", "has a [ without a ]"},
	{"n[", "has a [ without a ]"},
	{"n[0-1]m[", "has a [ without a ]"},
	{"n0]", "has a ] without a ["},
	{"n[0-1]]", "has a ] without a ["},
	{"n[0-9999999999]", "stands for too many names"},
	{"n[0-1048576]", "stands for too many names"},
	{"n[0-999]m[0-9999]", "stands for too many names"},
	{"n[0-1048575],x", "stands for too many names"},
	{"n[0-1048574,x]", "has a range that is not made of numbers"},
	{"n[0-1048574],n]", "has a ] without a ["},
	{"[0-999999][0-999999][0-999999][0-999999]", "stands for too many names"},
	{"n[9999999999999999999]", "has a number with too many digits in a range"},
	{"n[0-9999999999999999999]", "has a number with too many digits in a range"},
	{"n[0-07]", "has a range whose ends are padded with zeros differently"},
	{"n[001-03]", "has a range whose ends are padded with zeros differently"},
	{"n 0", "has a character that no host name has"},
	{"n0 ", "has a character that no host name has"},
	{" n0", "has a character that no host name has"},
	{"n0, n1", "has a character that no host name has"},
	{"n0:2", "has a character that no host name has"},
	{"n0=1", "has a character that no host name has"},
	{"@n0", "has a character that no host name has"},
	{"n0\n", "has a character that no host name has"},
	{"n\xc3\xa9", "has a character that no host name has"},
	{"n[0-1]!", "has a character that no host name has"},
};

static void check_ranges(void)
{
	for (size_t i = 0; i < COUNT(ranges); i++) {
		struct rg_hosts h = {0};
		struct rg_text got = {0};
		bool good = CHECK_STR(rg_hosts_expand(&h, ranges[i].expr), NULL);

		describe(&h, &got);
		if (!CHECK_STR(got.s, ranges[i].names) || !good)
			fprintf(stderr, "  in \"%s\"\n", ranges[i].expr);
		rg_text_free(&got);
		rg_hosts_free(&h);
	}
}

/* A wrong expression adds nothing, and takes nothing away. */
/* Names are written as a list, and the list stands for the names again. */
static void check_fold(void)
{
	static const struct {
		const char *names, *folded;
	} cases[] = {
		{"n0,n1,n2,n3", "n[0-3]"},
		{"n0", "n0"},
		{"login", "login"},
		{"n0,n2,n3", "n0,n[2-3]"},
		{"n[00-11]", "n[00-11]"},
		{"n[8-11]", "n[8-11]"},
		{"n[08-101]", "n[08-101]"},
		{"n9,n010", "n9,n010"},
		{"n09,n10,n011", "n[09-10],n011"},
		{"r[0-1]n[0-3]", "r0n[0-3],r1n[0-3]"},
		{"n[0-3].example", "n[0-3].example"},
		{"n[0-3].rack2", "n[0-3].rack2"},
		{"n[0-1]r[1-2]", "n0r[1-2],n1r[1-2]"},
		{"0n1,1n1,1n2", "[0-1]n1,1n2"},
		{"a3,b4,b5,4,5,6", "a3,b[4-5],[4-6]"},
		{"n3,n2,n1", "n3,n2,n1"},
		{"n999999999999999998,n999999999999999999",
	         "n[999999999999999998-999999999999999999]"},
		{"n1234567890123456788,n1234567890123456789",
	         "n1[234567890123456788-234567890123456789]"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct rg_hosts names = {0}, again = {0};
		struct rg_text text = {0};

		CHECK_STR(rg_hosts_expand(&names, cases[i].names), NULL);
		rg_hosts_fold(names.host, names.n, &text);
		CHECK_STR(text.s, cases[i].folded);
		CHECK_STR(rg_hosts_expand(&again, text.s), NULL);
		CHECK_INT(again.n, names.n);
		for (int k = 0; k < names.n && k < again.n; k++)
			CHECK_STR(again.host[k].name, names.host[k].name);
		rg_hosts_free(&names);
		rg_hosts_free(&again);
		rg_text_free(&text);
	}
}

static void check_bad_ranges(void)
{
	for (size_t i = 0; i < COUNT(bad_ranges); i++) {
		struct rg_hosts h = {0};

		CHECK_STR(rg_hosts_expand(&h, "first"), NULL);
		if (!CHECK_STR(rg_hosts_expand(&h, bad_ranges[i].expr), bad_ranges[i].wrong))
			fprintf(stderr, "  in \"%s\"\n", bad_ranges[i].expr);
		CHECK(h.n == 1 && strcmp(h.host[0].name, "first") == 0);
		CHECK(h.cap < 1000); /* nor was more made meanwhile */
		rg_hosts_free(&h);
	}
}

static void check_limits(void)
{
	struct rg_hosts h = {0};
	char name[300];

	CHECK_STR(rg_hosts_expand(&h, "n[0-1048575]"), NULL);
	CHECK_INT(h.n, RG_HOSTS_MOST);
	CHECK_STR(h.host[1048575].name, "n1048575");
	CHECK_STR(rg_hosts_expand(&h, "x"), "stands for too many names");
	rg_hosts_free(&h);

	memset(name, 'x', sizeof(name));
	name[255] = 0;
	CHECK_STR(rg_hosts_expand(&h, name), NULL);
	name[255] = 'x';
	name[256] = 0;
	CHECK_STR(rg_hosts_expand(&h, name), "has a name that is too long");
	strcpy(name + 252, "[9-1000]");
	CHECK_STR(rg_hosts_expand(&h, name), "has a name that is too long");
	CHECK_INT(h.n, 1);
	rg_hosts_free(&h);
	CHECK(h.n == 0 && !h.host && !h.file);
}

/* ---- rg_hosts_read ---- */

static const char *const file = "hosts.test"; /* in a directory of its own */

/* Read text[len] as a file. Gives what was read or, after errors, what was said. */
static void read_bytes(const char *text, size_t len, struct rg_text *got)
{
	struct rg_hosts h = {0};
	struct rg_diag d = {0};
	FILE *f = fopen(file, "w"), *said = tmpfile();
	int result, saved = dup(STDERR_FILENO), c;

	fwrite(text, 1, len, f);
	fclose(f);
	fflush(stderr);
	dup2(fileno(said), STDERR_FILENO);
	result = rg_hosts_read(&h, file, &d);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	CHECK_INT(result, d.errors ? -1 : 0);
	CHECK_STR(h.file, file);
	rewind(said);
	rg_text_add(got, "");
	while ((c = getc(said)) != EOF)
		rg_text_addn(got, &(char){(char)c}, 1);
	fclose(said);
	if (result == 0)
		describe(&h, got);
	rg_hosts_free(&h);
}

static const struct {
	const char *text, *hosts;
} files[] = {
	{"n0\nn1\n", "n0:1 n1:1"},
	{"n0", "n0:1"},
	{"n[0-1]\n\n  \t\n# none\nn7 # seven\n", "n0:1 n1:1 n7:1"},
	{"n0\r\nn1:2\r\n\r\n", "n0:1 n1:2"},
	{"\xef\xbb\xbfn0\n", "n0:1"},
	{"  n0  \n\tn1\t\n", "n0:1 n1:1"},
	{"n0#n1\n", "n0:1"},
	{"n0:2\nn1:3\n", "n0:2 n1:3"},
	{"n[0-1]:2\n", "n0:2 n1:2"},
	{"n[0,2]:2,m\n", "n0:2 n2:2 m:1"},
	{"n0:1048576\n", "n0:1048576"},
	{"n0 slots=2\nn1 slots=3 max_slots=4\n", "n0:2 n1:3"},
	{"n0 max-slots=4 slots=2\nn1 max_slots=4", "n0:2 n1:4"}, /* as Open MPI has it */
	/* Forms that Open MPI, PRRTE and Hydra take beside. */
	{"n0 slots = 2\nn1 slots= 3\nn2 slots\t=4 max_slots = 5\n", "n0:2 n1:3 n2:4"},
	{"n0 cpu=2\nn1 count=3\nn2 cpu-max=4\nn3 slots_max=5\nn4 max-count=6",
         "n0:2 n1:3 n2:4 n3:5 n4:6"},
	{"joe@n0 slots=2\nn1 username=joe slots=2\nn2 user-name = joe\n", "n0:2 n1:2 n2:1"},
	{"n0:2 user=joe binding=user:0,1 ifname=ib0\nn1 user_name=joe port=22\n", "n0:2 n1:1"},
	{"joe@n0:2,eva@n[1-2]:3\n", "n0:2 n1:3 n2:3"},
	{"// all\nn0 // one\n/* n1\nn2 */ n3 /**/\n# /*\nn4\n", "n0:1 n3:1 n4:1"},
	{"n0 /* open", "n0:1"},
	{"rank 0 = joe@n0 slot = 1\n", "n0:1@1"},
	{"rank slots = 2\nrank username=joe\n", "rank:2 rank:1"},
	/* Addresses are not cut at a colon. */
	{"[fe80::1]:2\n::1 slots=3\nfe80:0:0::2\n", "fe80::1:2 ::1:3 fe80::2:1"},
	{"joe@[FE80::1%eth0]:2,[::1],n0:3\n", "fe80::1:2 ::1:1 n0:3"},
	{"::ffff:10.0.0.1\n10.0.0.1:2", "::ffff:10.0.0.1:1 10.0.0.1:2"},
	{"rank 0=fe80::1 slot=0\nrank 1=[fe80::1] slot=1\n", "fe80::1:1@0 fe80::1:1@1"},
	{"<order><machine id='fe80::1' ranks='2'/></order>", "fe80::1:2"},
	{"n0,n1 slots=2", "n0:2 n1:2"},
	{"n0\nn1:2\nn2 slots=3\n", "n0:1 n1:2 n2:3"},
	{"n0\nn1\nn0\n", "n0:1 n1:1 n0:1"},
	{"rank\n", "rank:1"},
	{"rank0\nranks\n", "rank0:1 ranks:1"},
	{"rank 0=n0 slot=1\n", "n0:1@1"},
	{"rank 1=n1 slot=0\r\nrank 0=n0 slot=3 # zero\r\n", "n0:1@3 n1:1@0"},
	{"\trank\t0=n0\tslot=1:2\nrank 2=n0 slot=0:7\nrank 1=n9 slot=4\n",
         "n0:1@1:2 n9:1@4 n0:1@0:7"},
	{"rank 00=n[7] slot=0\n", "n7:1@0"},
	{"<order topology=\"pair\" ranks=\"3\">\n"
         "<machine id=\"n1\" ranks=\"2\"/><!-- c -->\n<machine id=\"n0\"/></order>",
         "n1:2 n0:1"},
	{"  \n\t<order><machine id='n0'/></order>\n", "n0:1"},
	{"<?xml version=\"1.0\"?>\r\n<order><machine ranks='4' id='n0'></machine></order>", "n0:4"},
	{"\xef\xbb\xbf<?xml version=\"1.0\"?><order><machine id=\"n0\"/></order>", "n0:1"},
};

#define MIXED                                                                               \
	"a rankfile has lines like \"rank 0=n0 slot=0\" only; this line and line 1 are of " \
	"different kinds\n"
#define NO_RANK_LINE "not a line of a rankfile (try rank 0=n0 slot=0)\n"
#define NO_CORE "is not one core (try slot=1 or, in a package, slot=0:1)\n"

static const struct {
	const char *text, *said; /* every line of it; "!" stands for "hosts.test:", "~" for error */
} bad_files[] = {
	{"", "! ~: names no host\n"},
	{"\n\r\n# only this\n", "! ~: names no host\n"},
	{"<order/>", "! ~: names no host\n"},
	{"n0\nn[3-1]\n", "!2: ~: \"n[3-1]\" has a range that runs backwards\n"},
	{"n0,\n\nn1]\n", "!1: ~: \"\" has an empty name\n!3: ~: \"n1]\" has a ] without a [\n"},
	{"n0 n1\n", "!1: ~: \"n1\" is not known behind a host (try slots=4)\n"},
	{"n0:0\n", "!1: ~: \"0\" is not positive\n"},
	{"n0:-2\n", "!1: ~: \"-2\" is not positive\n"},
	{"n0:\n", "!1: ~: \"\" is not a whole number\n"},
	{"n0:two\n", "!1: ~: \"two\" is not a whole number\n"},
	{"n0:2:3\n", "!1: ~: \"2:3\" is not a whole number\n"},
	{":2\n", "!1: ~: \"\" has an empty name\n"},
	{"n0:1048577\n", "!1: ~: \"1048577\" is too large\n"},
	{"n0:99999999999999999999\n", "!1: ~: \"99999999999999999999\" is too large\n"},
	{"n0 slots=0\n", "!1: ~: \"slots=0\" is not positive\n"},
	{"n0 slots=\n", "!1: ~: \"slots=\" is not a whole number\n"},
	{"n0 slots=0x2\n", "!1: ~: \"slots=0x2\" is not a whole number\n"},
	{"n0 slots\n", "!1: ~: \"slots\" is not known behind a host (try slots=4)\n"},
	{"n0 slots =\n", "!1: ~: \"slots=\" is not a whole number\n"},
	{"n0 = 2\n", "!1: ~: \"n0=2\" has a character that no host name has\n"},
	{"=\n", "!1: ~: \"=\" has a character that no host name has\n"},
	{"n0 user=\n", "!1: ~: \"user=\" has no value\n"},
	{"n0 slots=2 cpu=3\n",
         "!1: ~: \"cpu=3\" comes after the number of ranks: it is said twice\n"},
	{"n0 slots=3 max_slots=2\n", "!1: ~: 3 slots are more than at most 2\n"},
	{"n0 max_slots=1048577\n", "!1: ~: 1048577 slots are too many\n"},
	{"n0 a=1 b=2\n", "!1: ~: \"a=1\" is not known behind a host (try slots=4)\n"
                         "!1: ~: \"b=2\" is not known behind a host (try slots=4)\n"},
	{"^n0\n+n1\n+e:2\n",
         "!1: ~: \"^n0\" leaves a host out: name those that take part instead\n"
         "!2: ~: \"+n1\" counts on what a resource manager gives: name the hosts instead\n"
         "!3: ~: \"+e:2\" counts on what a resource manager gives: name the hosts instead\n"},
	{"@n0\njoe@\n", "!1: ~: \"@n0\" has a character that no host name has\n"
                        "!2: ~: \"\" has an empty name\n"},
	{"[fe80::zz]:2\n", "!1: ~: \"[fe80::zz]:2\" is no IPv6 address\n"},
	{"[fe80::1]x\n", "!1: ~: \"[fe80::1]x\" has a range that is not made of numbers\n"},
	{"[fe80::1]:2 slots=2\n",
         "!1: ~: \"[fe80::1]:2\" says how many ranks, and slots= does too\n"},
	{"n0 slot=2\n", "!1: ~: \"slot=2\" is not known behind a host (try slots=4)\n"},
	{"n0 max_slots=0\n", "!1: ~: \"max_slots=0\" is not positive\n"},
	{"n0:2 slots=2\n", "!1: ~: \"n0:2\" says how many ranks, and slots= does too\n"},
	{"n0\rn1\n", "!1: ~: \"n0\\x0dn1\" has a character that no host name has\n"},
	{"n0\x1b[2J\n", "!1: ~: \"n0\\x1b[2J\" has a character that no host name has\n"},
	/* rankfiles */
	{"rank 0=n0 slot=0\nrank 2=n1 slot=0\n", "!2: ~: rank 2 is here, but rank 1 is missing\n"},
	{"rank 1=n0 slot=0\n", "!1: ~: rank 1 is here, but rank 0 is missing\n"},
	{"rank 0=n0 slot=0\nrank 1=n1 slot=0\nrank 0=n2 slot=1\n",
         "!3: ~: rank 0 is on line 1 already\n"},
	{"rank 0=n0 slot=0\n\nn1\nn2:2\n", "!3: ~: " MIXED "!4: ~: " MIXED},
	{"n1\nrank 0=n0 slot=0\n", "!2: ~: " MIXED},
	{"rank x\n", "!1: ~: " NO_RANK_LINE},
	{"rank 0=n0\n", "!1: ~: " NO_RANK_LINE},
	{"rank 0 n0 slot=0\n", "!1: ~: " NO_RANK_LINE},
	{"rank =n0 slot=0\n", "!1: ~: " NO_RANK_LINE},
	{"rank -1=n0 slot=0\n", "!1: ~: " NO_RANK_LINE},
	{"rank 1048576=n0 slot=0\n", "!1: ~: " NO_RANK_LINE},
	{"rank 99999999999999999999=n0 slot=0\n", "!1: ~: " NO_RANK_LINE},
	{"rank 0=n0 slot=0 more\n", "!1: ~: " NO_RANK_LINE},
	{"rank 0=n0 slots=1\n", "!1: ~: " NO_RANK_LINE},
	{"rank 0= slot=1\n", "!1: ~: " NO_RANK_LINE},
	{"rank 0=+n0 slot=1\n", "!1: ~: \"+n0\" counts on what a resource manager gives: name the "
                                "hosts instead\n"},
	{"rank 0=n[0-1] slot=1\n", "!1: ~: \"n[0-1]\" stands for several hosts: a rank has one\n"},
	{"rank 0=n0 slot=\n", "!1: ~: \"\" " NO_CORE},
	{"rank 0=n0 slot=0-3\n", "!1: ~: \"0-3\" " NO_CORE},
	{"rank 0=n0 slot=1,2\n", "!1: ~: \"1,2\" " NO_CORE},
	{"rank 0=n0 slot=0:*\n", "!1: ~: \"0:*\" " NO_CORE},
	{"rank 0=n0 slot=:1\n", "!1: ~: \":1\" " NO_CORE},
	{"rank 0=n0 slot=1:\n", "!1: ~: \"1:\" " NO_CORE},
	{"rank 0=n0 slot=p1\n", "!1: ~: \"p1\" " NO_CORE},
	{"rank 0=n0 slot=-1\n", "!1: ~: \"-1\" " NO_CORE},
	/* XML */
	{"<ring/>", "!1: ~: \"ring\" is not the root element of a hosts file: that is <order>\n"},
	{"<order>\n<node id='n0'/>\n</order>",
         "!2: ~: \"node\" may not stand here: <order> holds <machine> only\n"},
	{"<order>\n\nn0</order>", "!3: ~: unexpected text 'n0' in <order>\n"},
	{"<order>\n<machine/></order>", "!2: ~: \"machine\" has no attribute id\n"},
	{"<order><machine id=''/></order>", "!1: ~: \"\" has an empty name\n"},
	{"<order><machine id='n[0-1]'/></order>",
         "!1: ~: \"n[0-1]\" stands for several hosts: a <machine> is one\n"},
	{"<order><machine id='n0' ranks='0'/></order>", "!1: ~: \"0\" is not positive\n"},
	{"<order><machine id='n0' core='0'/></order>",
         "!1: ~: \"core\" is not an attribute of this element\n"},
	{"<order rank='1'><machine id='n0'/></order>",
         "!1: ~: \"rank\" is not an attribute of this element\n"},
	{"\n<order ranks='3'><machine id='n0' ranks='2'/></order>",
         "!2: ~: ranks=\"3\", but the machines have 2 in all\n"},
	{"<!DOCTYPE order [<!ENTITY e SYSTEM 'hosts.test'>]>\n<order><machine id='n0'/></order>",
         "!1: ~: a document type declaration is not allowed\n"},
};

/* Malformed XML: the words are the library's, the line is what counts. */
static const struct {
	const char *text, *begin;
} malformed[] = {
	{"<", "hosts.test:1: error: "},
	{"<order>\n<machine id='n0'/>", "hosts.test:2: error: "},
	{"<order>\n<machine id=n0/></order>", "hosts.test:2: error: "},
	{"<order/>\n\nrank 0=n0 slot=0", "hosts.test:3: error: "},
	{"<order><machine id='&x;'/></order>", "hosts.test:1: error: "},
};

static void expand_said(const char *s, struct rg_text *out)
{
	for (; *s; s++) {
		if (*s == '!')
			rg_textf(out, "%s:", file);
		else if (*s == '~')
			rg_text_add(out, "error");
		else
			rg_text_addn(out, s, 1);
	}
}

static void check_files(void)
{
	for (size_t i = 0; i < COUNT(files); i++) {
		struct rg_text got = {0};

		read_bytes(files[i].text, strlen(files[i].text), &got);
		if (!CHECK_STR(got.s, files[i].hosts))
			fprintf(stderr, "  in \"%s\"\n", files[i].text);
		rg_text_free(&got);
	}
}

static void check_bad_files(void)
{
	for (size_t i = 0; i < COUNT(bad_files); i++) {
		struct rg_text got = {0}, want = {0};

		expand_said(bad_files[i].said, &want);
		read_bytes(bad_files[i].text, strlen(bad_files[i].text), &got);
		if (!CHECK_STR(got.s, want.s))
			fprintf(stderr, "  in \"%s\"\n", bad_files[i].text);
		rg_text_free(&got);
		rg_text_free(&want);
	}
	for (size_t i = 0; i < COUNT(malformed); i++) {
		struct rg_text got = {0};

		read_bytes(malformed[i].text, strlen(malformed[i].text), &got);
		if (!CHECK(strncmp(got.s, malformed[i].begin, strlen(malformed[i].begin)) == 0))
			fprintf(stderr, "  \"%s\": %s\n", malformed[i].text, got.s);
		rg_text_free(&got);
	}
}

static void check_odd_bytes(void)
{
	static const char nul[] = "n0\nn1\0\n", nul_first[] = "\0n0";
	struct rg_text got = {0};

	read_bytes(nul, sizeof(nul) - 1, &got);
	CHECK_STR(got.s, "hosts.test:2: error: has a NUL byte: not a text file\n");
	rg_text_free(&got);
	read_bytes(nul_first, sizeof(nul_first) - 1, &got);
	CHECK_STR(got.s, "hosts.test:1: error: has a NUL byte: not a text file\n");
	rg_text_free(&got);
}

/* A megabyte in one line: as one name, and as many. */
static void check_long_lines(void)
{
	struct rg_text line = {0}, got = {0};

	for (int i = 0; i < 1 << 20; i++)
		rg_text_add(&line, "x");
	read_bytes(line.s, line.len, &got);
	CHECK(got.len < 200 && strstr(got.s, "xxx\" has a name that is too long\n"));
	rg_text_free(&got);
	rg_text_free(&line);

	for (int i = 0; i < 200000; i++)
		rg_textf(&line, "%sn%d", i ? "," : "", i);
	read_bytes(line.s, line.len, &got);
	CHECK(got.len > 1000000 && strcmp(got.s + got.len - 10, " n199999:1") == 0);
	rg_text_free(&got);
	rg_text_free(&line);
}

/* "Billion laughs": refused at once, nothing is expanded. */
static void check_entity_bomb(void)
{
	struct rg_text bomb = {0}, got = {0};

	rg_text_add(&bomb, "<!DOCTYPE order [<!ENTITY e0 'nnnnnnnnnn'>\n");
	for (int i = 1; i < 12; i++) {
		rg_textf(&bomb, "<!ENTITY e%d '", i);
		for (int k = 0; k < 10; k++)
			rg_textf(&bomb, "&e%d;", i - 1);
		rg_text_add(&bomb, "'>\n");
	}
	rg_text_add(&bomb, "]><order><machine id='&e11;'/>&e11;</order>");
	read_bytes(bomb.s, bomb.len, &got);
	CHECK(strncmp(got.s, "hosts.test:", 11) == 0 && strstr(got.s, ": error: "));
	rg_text_free(&got);
	rg_text_free(&bomb);
}

static void check_lines_remembered(void)
{
	struct rg_hosts h = {0};
	struct rg_diag d = {0};
	FILE *f = fopen(file, "w");

	fputs("# first\nn[0-1]\n\nn7:2\n", f);
	fclose(f);
	CHECK_INT(rg_hosts_arg(&h, "--hosts", "@hosts.test", &d), 0);
	CHECK(h.n == 3 && h.host[0].line == 2 && h.host[1].line == 2 && h.host[2].line == 4);
	rg_hosts_free(&h);
	CHECK_INT(rg_hosts_arg(&h, "--hosts", "n[0-1],n7", &d), 0);
	CHECK(h.n == 3 && h.host[2].line == 0 && !h.file);
	rg_hosts_free(&h);
	CHECK_INT(d.errors, 0);
}

static void check_unreadable(void)
{
	static const char *const args[] = {"@no.such.file", "@", "@.", "n[", ""};

	fprintf(stderr, "five errors are meant to be here:\n");
	for (size_t i = 0; i < COUNT(args); i++) {
		struct rg_hosts h = {0};
		struct rg_diag d = {0};

		CHECK_INT(rg_hosts_arg(&h, "--hosts", args[i], &d), -1);
		CHECK_INT(d.errors, 1);
		CHECK_INT(h.n, 0);
		rg_hosts_free(&h);
	}
}

int main(void)
{
	char dir[] = "/tmp/ringgen-hosts.XXXXXX";

	if (!mkdtemp(dir) || chdir(dir) != 0) {
		perror(dir);
		return 1;
	}
	check_ranges();
	check_fold();
	check_bad_ranges();
	check_limits();
	check_files();
	check_bad_files();
	check_odd_bytes();
	check_long_lines();
	check_entity_bomb();
	check_lines_remembered();
	check_unreadable();
	unlink(file);
	rmdir(dir);
	return TEST_END;
}
