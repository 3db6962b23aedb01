/* SPDX-License-Identifier: BSD-3-Clause
 * Several mistakes in one topology file: each is reported, at its line, and nothing else. Files are
 * made at random, a line for each element, and mistakes that have nothing to do with each other are
 * planted in them.
 *
 * faults [SEED [TRIALS]]
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/text.h"
#include "fabric/check.h"
#include "import/topology_file.h"
#include "test.h"

enum { LINES = 400, LINE = 160, SWITCHES = 6, EACH = 2 };

static uint64_t state;

static int below(int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (uint64_t)n);
}

/* ---- A good file, and where mistakes go */

struct file {
	char line[LINES][LINE];
	bool wrong[LINES]; /* it is a mistake */
	int lines;
	int switches;
	bool tables, lost; /* a mistake leaves something out */
};

static void put(struct file *f, int at, const char *text, bool wrong)
{
	for (int i = f->lines++; i > at; i--) {
		memcpy(f->line[i], f->line[i - 1], LINE);
		f->wrong[i] = f->wrong[i - 1];
	}
	snprintf(f->line[at], LINE, "%s", text);
	f->wrong[at] = wrong;
}

#define ADD(f, ...)                                       \
	do {                                              \
		char text[LINE];                          \
		snprintf(text, sizeof text, __VA_ARGS__); \
		put((f), (f)->lines, text, false);        \
	} while (0)

/* A ring of switches, each with some machines. A message for another switch goes up in number, then
 * around. */
static void make_file(struct file *f)
{
	*f = (struct file){.switches = 4 + below(SWITCHES - 3), .tables = below(2)};
	ADD(f, "<topology name='t'%s>", f->tables ? "" : " routes='dimension-order'");
	for (int s = 0; s < f->switches; s++) {
		ADD(f, "<switch id='s%d' position='%d,0'>", s, s);
		for (int i = 0; i < EACH; i++)
			ADD(f, "<node id='n%d'/>", EACH * s + i);
		ADD(f, "</switch>");
	}
	for (int s = 0; s < f->switches; s++)
		ADD(f, "<link a='s%d' b='s%d'/>", s, (s + 1) % f->switches);
	for (int s = 0; s < f->switches && f->tables; s++)
		for (int n = 0; n < EACH * f->switches; n++)
			ADD(f, "<forward at='s%d' to='n%d' via='%c%d'/>", s, n,
			    n / EACH == s ? 'n' : 's', n / EACH == s ? n : (s + 1) % f->switches);
	ADD(f, "</topology>");
}

/* ---- Mistakes: a line each; # stands for a number of its own, @ for the last switch */

enum place { WITHIN, OUTSIDE, BEHIND };

static const struct mistake {
	const char *text;
	enum place place;  /* in the last switch; behind it; behind all */
	bool once;         /* two of them would be one */
	bool lost;         /* it leaves something out */
	bool tables, rule; /* it is one only in files with tables, or with a rule */
	bool reach;        /* what something left out could explain */
} mistakes[] = {
	{.text = "<node id='n0'/>", .once = true},
	{.text = "<node id='N1'/>", .once = true},
	{.text = "<node id='s0'/>", .once = true},
	{.text = "<node id='a#' bandwidth='fast'/>"},
	{.text = "<node id='a#' latency='late'/>"},
	{.text = "<node id='a#' duplex='both'/>"},
	{.text = "<node id='a#' colour='red'/>"},
	{.text = "<node id='a#' cores='0'/>"},
	{.text = "<node id='a#' hwloc='no-such-file'/>"},
	{.text = "<node id='a#'><package/></node>"},
	{.text = "<node id='a#'><package><numa><core/></numa><core/></package></node>"},
	{.text = "<node id='a#'><package><core count='0'/></package></node>"},
	{.text = "<node id='a#' cores='1' hwloc='x'/>"},
	{.text = "<node id='b#[0-1]' aliases='c#'/>"},
	{.text = "<node id='b#' aliases='c#[1-0]'/>"},
	{.text = "<node id='b#[3-1]'/>", .lost = true},
	{.text = "<node id='b #'/>", .lost = true},
	{.text = "<node/>", .lost = true},
	{.text = "<nod id='b#'/>"},
	{.text = "<switch id='w#' position='1,'/>"},
	{.text = "<switch id='w:#' position='@,#'/>"},
	{.text = "<switch colour='w#' id='x#' position='@,#'/>"},
	{.text = "<link a='s0' b='s1'/>"},
	{.text = "words", .once = true},
	{.text = "<link a='s0' b='zz#'/>", .place = OUTSIDE, .lost = true},
	{.text = "<link a='s0'/>", .place = OUTSIDE, .lost = true},
	{.text = "<link a='s1' b='s1'/>", .place = OUTSIDE},
	{.text = "<link a='s1' b='s2' bandwidth='0'/>", .place = OUTSIDE},
	{.text = "<link a='n2' b='n3'/>", .place = OUTSIDE, .once = true},
	{.text = "<switch id='alone#' position='0,#'/>", .place = OUTSIDE, .reach = true},
	{.text = "<defaults/>", .place = OUTSIDE},
	{.text = "<forward at='s2' to='ghost#' via='s3'/>", .place = BEHIND},
	{.text = "<forward at='ghost#' to='n0' via='s3'/>", .place = BEHIND},
	{.text = "<forward at='s1' to='n1' via='s3'/>", .place = BEHIND},
	{.text = "<forward at='s1' to='n[1-0]' via='s2'/>", .place = BEHIND},
	{.text = "<forward at='s1' to='n1' via='s2' rail='0'/>", .place = BEHIND},
	{.text = "<forward at='s1' to='n1' via='s2' link='9'/>", .place = BEHIND},
	{.text = "<forward at='s1' to='n6'/>", .place = BEHIND},
	{.text = "<forward at='s2' to='n7' via='s1'/>",
         .place = BEHIND,
         .once = true,
         .tables = true},
	{.text = "<switch id='w#'/>", .rule = true},
	{.text = "<switch id='w#' position='1,0'/>", .rule = true, .once = true},
};
enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

static void plant(struct file *f, const struct mistake *m, int number)
{
	char text[LINE];
	size_t n = 0;
	for (const char *s = m->text; *s; s++)
		if (*s == '#' || *s == '@')
			n += (size_t)snprintf(text + n, sizeof text - n, "%d",
			                      *s == '#' ? number : f->switches - 1);
		else
			text[n++] = *s;
	text[n] = 0;
	int at = f->lines - 1;
	if (m->place != BEHIND)
		while (strcmp(f->line[at], "</switch>") != 0)
			at--;
	put(f, m->place == OUTSIDE ? at + 1 : at, text, true);
	f->lost |= m->lost;
}

/* ---- The messages about it */

/* How often each line is named, said[LINES + 1], and the rest. */
static void read_file(const struct file *f, int *said, struct rg_text *all)
{
	struct rg_diag d = {0};
	FILE *out = fopen("faults.xml", "w"), *caught = tmpfile();
	int saved = dup(2), number;
	char line[1000];
	for (int i = 0; i < f->lines; i++)
		fprintf(out, "%s\n", f->line[i]);
	fclose(out);
	dup2(fileno(caught), 2);
	struct rg_topo *t = rg_read("faults.xml", RG_GIVEN, &d);
	if (t)
		rg_check_graph(t, &d);
	dup2(saved, 2);
	close(saved);
	rg_topo_free(t);
	rewind(caught);
	while (fgets(line, sizeof line, caught)) {
		rg_text_add(all, line);
		bool of_line = sscanf(line, "faults.xml:%d:", &number) == 1 && number <= LINES;
		said[of_line ? number - 1 : LINES]++;
	}
	fclose(caught);
}

static int planted[MISTAKES];

static void test_file(void)
{
	static struct file f;
	int said[LINES + 1] = {0}, k = below(7), number = 0;
	bool used[MISTAKES] = {false};
	struct rg_text all = {0};
	make_file(&f);
	for (int i = 0; i < k; i++) {
		int which = below(MISTAKES);
		const struct mistake *m = &mistakes[which];
		if ((used[which] && m->once) || (m->tables && !f.tables) || (m->rule && f.tables) ||
		    m->reach)
			continue;
		plant(&f, m, ++number);
		used[which] = true;
		planted[which]++;
	}
	/* A forward makes a file one with tables, whose positions do not count. */
	bool forwards = false, rule = false;
	for (int i = 0; i < MISTAKES; i++) {
		forwards |= used[i] && mistakes[i].place == BEHIND;
		rule |= used[i] && mistakes[i].rule;
	}
	if (rule && forwards)
		return;
	for (int i = 0; i < MISTAKES && !f.lost; i++)
		if (mistakes[i].reach && below(2)) {
			plant(&f, &mistakes[i], ++number);
			planted[i]++;
		}
	read_file(&f, said, &all);
	for (int i = 0; i <= LINES; i++)
		CHECK_INT(said[i], i < f.lines && f.wrong[i]);
	if (failures) {
		for (int i = 0; i < f.lines; i++)
			fprintf(stderr, "%3d %s %s\n", i + 1, f.wrong[i] ? "!" : " ", f.line[i]);
		fprintf(stderr, "%s", all.s ? all.s : "");
	}
	rg_text_free(&all);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 41;
	int trials = argc > 2 ? atoi(argv[2]) : 2000;
	char folder[] = "/tmp/faults-XXXXXX";
	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 1;
	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (uint64_t)i;
		test_file();
		if (failures)
			fprintf(stderr, "faults: to repeat: faults %" PRIu64 " 1\n",
			        seed + (uint64_t)i);
	}
	for (int i = 0; i < MISTAKES && trials >= 2000; i++)
		CHECK(planted[i] > 0);
	remove("faults.xml");
	if (chdir("/") != 0 || rmdir(folder) != 0)
		return 1;
	return TEST_END;
}
