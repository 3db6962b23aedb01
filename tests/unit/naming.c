/* SPDX-License-Identifier: BSD-3-Clause
 * Names of machines: a topology is accepted just when no host can be taken for two of them, by the
 * rule as it is documented, written here once more. `naming SEED TRIALS`.
 */
#include <ctype.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "fabric/check.h"
#include "fabric/naming.h"
#include "test.h"

enum { MACHINES = 3, NAMES = 3, NAME = 6, TRIALS = 20000 };

static unsigned state;

static unsigned below(unsigned n)
{
	state = state * 1103515245 + 12345;
	return (state >> 16) % n;
}

/* Few letters, so that names meet. */
static void make_name(char *name)
{
	unsigned n = 1 + below(NAME - 2);

	for (unsigned i = 0; i < n; i++)
		name[i] = "aAb1..-"[i ? below(7) : below(4)];
	name[n] = 0;
}

static bool is_address(const char *s)
{
	for (; *s; s++)
		if (*s != '.' && !isdigit((unsigned char)*s))
			return false;
	return true;
}

/* Is `full` the name `s` with a domain behind it? */
static bool is_short_for(const char *s, const char *full)
{
	size_t n = strlen(s);

	return !is_address(full) && !strchr(s, '.') && strncasecmp(s, full, n) == 0 &&
	       full[n] == '.';
}

static bool meet(const char *a, const char *b)
{
	return strcasecmp(a, b) == 0 || is_short_for(a, b) || is_short_for(b, a);
}

struct sample {
	char name[MACHINES][NAMES][NAME];
	int names[MACHINES];
};

static bool any_meet(const struct sample *s)
{
	for (int a = 0; a < MACHINES; a++)
		for (int b = a + 1; b < MACHINES; b++)
			for (int i = 0; i < s->names[a]; i++)
				for (int k = 0; k < s->names[b]; k++)
					if (meet(s->name[a][i], s->name[b][k]))
						return true;
	return false;
}

static struct rg_topo *make_topology(struct sample *s)
{
	struct rg_topo *t = rg_topo_new("t");
	int hub = rg_topo_vertex(t, RG_SWITCH, "A", 1);

	for (int a = 0; a < MACHINES; a++) {
		s->names[a] = 1 + (int)below(NAMES);
		for (int i = 0; i < s->names[a]; i++)
			make_name(s->name[a][i]);
		int v = rg_topo_vertex(t, RG_MACHINE, s->name[a][0], 2 + a);
		for (int i = 1; i < s->names[a]; i++)
			rg_topo_alias(t, v, s->name[a][i]);
		rg_topo_link(t, (struct rg_link){hub, v, 1, 0, false, 2 + a, false});
	}
	rg_topo_close(t);
	return t;
}

/* Also found by the name in capitals, and in small letters. */
static bool finds(const struct rg_topo *t, const char *name, int machine)
{
	char other[2][NAME];

	for (int i = 0; i < NAME; i++) {
		other[0][i] = (char)toupper((unsigned char)name[i]);
		other[1][i] = (char)tolower((unsigned char)name[i]);
	}
	return rg_topo_host(t, name) == machine && rg_topo_host(t, other[0]) == machine &&
	       rg_topo_host(t, other[1]) == machine;
}

/* ---- Names of a job */

enum { CALLS = 6 };

static bool has(const struct sample *s, int machine, const char *name)
{
	for (int i = 0; i < s->names[machine]; i++)
		if (strcasecmp(s->name[machine][i], name) == 0)
			return true;
	return false;
}

/* The machine that a name is; -1: of none, -2: of several. */
static int whose(const struct sample *s, const char *name)
{
	int found = -1;
	for (int a = 0; a < MACHINES; a++)
		if (has(s, a, name))
			return a;
	for (int a = 0; a < MACHINES; a++)
		for (int i = 0; i < s->names[a]; i++)
			if (meet(s->name[a][i], name))
				found = found == -1 || found == a ? a : -2;
	return found;
}

/* Two full names of one short one. */
static bool are_apart(const char *a, const char *b)
{
	const char *dot = strchr(a, '.'), *other = strchr(b, '.');
	return dot && other && !is_address(a) && !is_address(b) && dot - a == other - b &&
	       strncasecmp(a, b, (size_t)(dot - a)) == 0 && strcasecmp(a, b) != 0;
}

static int refused, shared;

static void test_calls(const struct sample *s, const struct rg_topo *t)
{
	struct rg_callers *c = rg_callers_new(t);
	char name[CALLS][NAME] = {{0}};
	int machine[CALLS];

	for (int k = 0; k < CALLS; k++) {
		struct rg_diag d = {0};
		int known = (int)below(MACHINES), want;
		make_name(name[k]);
		if (below(3)) /* mostly near a name that there is */
			snprintf(name[k], NAME, "%.3s.%c", s->name[known][0], "ab"[below(2)]);
		want = machine[k] = whose(s, name[k]);
		for (int i = 0; i < k && want >= 0; i++)
			if (machine[i] == want && are_apart(name[i], name[k]) &&
			    !(has(s, want, name[i]) && has(s, want, name[k])))
				machine[k] = -2;
		int got = rg_callers_find(c, "f", 1, name[k], &d);
		CHECK_INT(got, machine[k] == -2 ? -1 : machine[k] == -1 ? RG_NOBODY : machine[k]);
		CHECK_INT(d.errors, machine[k] == -2);
		refused += want >= 0 && machine[k] == -2;
		shared += want == -2;
	}
	rg_callers_free(c);
}

/* Returns whether it was accepted. */
static bool test_sample(void)
{
	struct sample s = {0};
	struct rg_topo *t = make_topology(&s);
	struct rg_diag d = {0};
	bool switch_name = false, good;

	rg_check_names(t, &d);
	for (int a = 0; a < MACHINES; a++)
		for (int i = 0; i < s.names[a]; i++)
			switch_name |= strcmp(s.name[a][i], "A") == 0;
	good = d.errors == 0;
	CHECK(good == (!any_meet(&s) && !switch_name));
	for (int a = 0; good && a < MACHINES; a++)
		for (int i = 0; i < s.names[a]; i++)
			CHECK(finds(t, s.name[a][i], a));
	if (good)
		test_calls(&s, t);
	rg_topo_free(t);
	return good;
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : (unsigned)getpid();
	int trials = argc > 2 ? atoi(argv[2]) : TRIALS, accepted = 0;
	char first[200];

	rg_diag_catch(first, sizeof(first)); /* most of them are refused */
	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (unsigned)i;
		accepted += test_sample();
		if (failures)
			fprintf(stderr, "naming: to repeat: naming %u 1\n", seed + (unsigned)i);
	}
	CHECK(trials < TRIALS || (refused > 100 && shared > 10));
	CHECK(trials < TRIALS || (accepted > trials / 50 && accepted < trials));
	return TEST_END;
}
