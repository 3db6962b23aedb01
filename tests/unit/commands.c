/* SPDX-License-Identifier: BSD-3-Clause
 * The rows of the commands: what they take is what their help tells, and a name of an option is
 * one.
 */
#include "cli/commands.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/embedded.h"
#include "cli/known.h"
#include "test.h"

static bool is_known(const char *name)
{
	for (int i = 0; i < rg_known_count(); i++)
		if (strcmp(rg_known_word(i), name) == 0)
			return true;
	return false;
}

static bool has_word(const char *words, const char *word)
{
	char *copy = rg_strdup(words), *rest;
	bool has = false;
	for (char *w = strtok_r(copy, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
		has |= strcmp(w, word) == 0;
	free(copy);
	return has;
}

/* Every word is an option; NULL: there are none. */
static void check_words(const struct rg_command *c, const char *words)
{
	char *copy = rg_strdup(words ? words : ""), *rest;
	for (char *w = strtok_r(copy, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
		if (!CHECK(is_known(w)))
			fprintf(stderr, "%s: '%s' is no option\n", c->name, w);
	free(copy);
}

/* Has the command's help a line "  --NAME" of the option, or "  -o, --NAME"? One that has a value
 * has its name behind it, in capitals. */
static bool is_in_help(const struct rg_command *c, int i)
{
	char file[48];
	const char *name = rg_known_name(i);
	size_t n = strlen(name);
	snprintf(file, sizeof file, "cli/help/%s.txt", c->name);
	for (const char *const *line = rg_embedded(file); *line; line++) {
		const char *s = strncmp(*line, "  -o, --", 8) == 0 ? *line + 8
		                : strncmp(*line, "  --", 4) == 0   ? *line + 4
		                                                   : "";
		bool valued = s[0] && strlen(s) > n + 1 && isupper((unsigned char)s[n + 1]);
		if (strncmp(s, name, n) == 0 && strchr(" \n", s[n]) &&
		    valued == rg_known_has_value(i))
			return true;
	}
	return false;
}

static void check_help(const struct rg_command *c)
{
	for (int i = 0; i < rg_known_count(); i++) {
		const char *name = rg_known_name(i);
		if (!CHECK(has_word(c->takes, rg_known_word(i)) == is_in_help(c, i)))
			fprintf(stderr, "%s --%s: taken and not told, or told and not taken\n",
			        c->name, name);
	}
}

/* Whom a condition is about the command takes; without what, perhaps not: several commands share
 * some. */
static void check_conditions(const struct rg_command *c)
{
	for (const struct rg_condition *k = c->conditions; k && k->says; k++) {
		check_words(c, k->given);
		check_words(c, k->needs);
		check_words(c, k->without);
		CHECK(!k->given || has_word(c->takes, k->given));
		CHECK(k->given || k->needs || k->wrong);
		CHECK(k->needs || k->without || k->wrong);
	}
}

int main(void)
{
	int n = 0;
	for (const struct rg_command *const *c = rg_commands; *c; c++, n++) {
		check_words(*c, (*c)->takes);
		check_words(*c, (*c)->no_file);
		check_help(*c);
		check_conditions(*c);
		CHECK((*c)->run != NULL);
	}
	CHECK(n > 10);
	return TEST_END;
}
