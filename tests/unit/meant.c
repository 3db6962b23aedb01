/* SPDX-License-Identifier: BSD-3-Clause
 * Which word was meant: near ones, and those that are too far to be told.
 */
#include "base/meant.h"
#include "base/picture_name.h"

#include "test.h"

static const char commands[] = "check, order, certify, plot, plan, prove, generate";
static const char collectives[] = "allreduce allgather reduce_scatter reduce_scatter_block scan";

/* Each word, among words, and what is told of it. */
static void check_hints(void)
{
	static const struct {
		const char *before, *typed, *words, *hint;
	} hint[] = {
		{"", "certfy", commands, " (did you mean certify?)"},   /* a letter less */
		{"", "certiffy", commands, " (did you mean certify?)"}, /* one more */
		{"", "cartify", commands, " (did you mean certify?)"},  /* another one */
		{"", "chekc", commands, " (did you mean check?)"},      /* two exchanged */
		{"", "CHECK", commands, " (did you mean check?)"},      /* case */
		{"", "gen", commands, " (did you mean generate?)"},     /* the begin */
		{"--", "ordr", "hosts order", " (did you mean --order?)"},
		{"", "reduce-scatter", collectives, " (did you mean reduce_scatter?)"},
		{"", "reducescatterblock", collectives, " (did you mean reduce_scatter_block?)"},
		{"", "plon", commands, " (did you mean plot?)"}, /* of two as near, the first */
		/* Of a list, the first word that is none of them. */
		{"", "scan,alreduce,scna", collectives, " (did you mean allreduce?)"},
		/* Nothing is near. */
		{"", "alltoall", collectives, ""},
		{"", "help", commands, ""},
		{"", "ge", commands, ""},
		{"", "", commands, ""},
		{"", "check", "", ""},
		/* Nothing is wrong. */
		{"", "scan,allreduce", collectives, ""},
	};
	char buf[RG_HINT];

	for (size_t i = 0; i < sizeof hint / sizeof *hint; i++)
		CHECK_STR(rg_nearest_hint(buf, sizeof buf, hint[i].before, hint[i].typed,
		                          hint[i].words),
		          hint[i].hint);
}

/* Words that are longer than any that there is, on both sides. */
static void check_long(void)
{
	char typed[1000], buf[RG_HINT];

	memset(typed, 'a', sizeof typed);
	typed[sizeof typed - 1] = '\0';
	CHECK_STR(rg_nearest_hint(buf, sizeof buf, "", typed, commands), "");
	CHECK_STR(rg_nearest_hint(buf, sizeof buf, "", "aaaa", typed), "");
	CHECK_STR(rg_nearest_hint(buf, 8, "--", "certfy", commands), " (did y");
}

static void check_words(void)
{
	CHECK(rg_is_word("plan", 4, commands));
	CHECK(!rg_is_word("pla", 3, commands));
	CHECK(!rg_is_word("plans", 5, commands));
	CHECK(rg_is_word("planning", 4, commands));
	CHECK(!rg_is_word("", 0, commands));
}

static void check_pictures(void)
{
	CHECK(rg_is_other_picture("x.png"));
	CHECK(rg_is_other_picture("a.b/x.y.PDF"));
	CHECK(!rg_is_other_picture("x.svg"));
	CHECK(!rg_is_other_picture("png"));
	CHECK(!rg_is_other_picture("x.png.svg"));
	CHECK(!rg_is_other_picture("-"));
}

int main(void)
{
	check_hints();
	check_long();
	check_words();
	check_pictures();
	return TEST_END;
}
