/* SPDX-License-Identifier: BSD-3-Clause
 * Ratios of times in pairs, their intervals, and what is said of them.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "compare/paired.h"
#include "show/compared_text.h"
#include "test.h"

static bool is_near(double a, double b)
{
	return fabs(a - b) < 1e-9;
}

/* Hollander, Wolfe & Chicken, example 3.1: nine patients' depression before and after; the book has
 * -0.46, and -0.786 to -0.010 in 96 of 100 cases. */
static void test_book(void)
{
	static const double before[] = {1.83, .50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
	static const double after[] = {.878, .647, .598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
	double a[9], b[9];
	for (int i = 0; i < 9; i++) {
		a[i] = exp(after[i]);
		b[i] = exp(before[i]);
	}
	const struct rg_paired p = rg_paired_ratio(a, b, 9), q = rg_paired_ratio(b, a, 9);
	CHECK(is_near(log(p.ratio), -0.46));
	CHECK(is_near(log(p.low), -0.786));
	CHECK(is_near(log(p.high), -0.010));
	CHECK(is_near(p.level, 1 - 20.0 / 512));
	CHECK(is_near(q.ratio * p.ratio, 1) && is_near(q.low * p.high, 1));
}

/* Of six pairs it is all that they span; with more it leaves out what is far off. */
static void test_numbers(void)
{
	double a[RG_PAIRS_MOST], b[RG_PAIRS_MOST];
	for (int i = 0; i < RG_PAIRS_MOST; i++) {
		a[i] = 2 + 0.01 * i;
		b[i] = 1;
	}
	struct rg_paired p = rg_paired_ratio(a, b, 6);
	CHECK(is_near(p.low, 2) && is_near(p.high, 2.05) && is_near(p.level, 1 - 2.0 / 64));
	a[7] = 1000; /* one disturbed run */
	p = rg_paired_ratio(a, b, 8);
	CHECK(p.low > 2 && p.high < 100 && is_near(p.level, 1 - 10.0 / 256));
	a[7] = 2.07;
	for (int n = RG_PAIRS_LEAST; n <= RG_PAIRS_MOST; n++) {
		p = rg_paired_ratio(a, b, n);
		CHECK(p.level >= 0.95 && p.level < 0.99);
		CHECK(p.low < p.ratio && p.ratio < p.high);
	}
	b[3] = 0; /* a collective that a run did not call */
	CHECK(isnan(rg_paired_ratio(a, b, 8).ratio));
}

/* The first line of what is said of such times. */
static void check_verdict(struct rg_paired times, const char *expected)
{
	struct rg_compared c = {.pairs = 8, .times = times};
	struct rg_text text = {0};
	rg_compared_text(&c, &text);
	text.s[strcspn(text.s, "\n")] = '\0';
	if (!CHECK(strcmp(text.s, expected) == 0))
		fprintf(stderr, "%s\n%s\n", text.s, expected);
	rg_text_free(&text);
}

static void test_verdicts(void)
{
	check_verdict((struct rg_paired){1.234, 1.18, 1.29, .95},
	              "faster: 1.23 (1.18 to 1.29) times");
	check_verdict((struct rg_paired){0.5, 0.4, 0.8, .95}, "slower: 2.00 (1.25 to 2.50) times");
	check_verdict((struct rg_paired){1.1, 0.9, 1.3, .95},
	              "no difference shown: 1.10 (0.90 to 1.30) times");
	/* One sees that 1 is not in it, and that it is. */
	check_verdict((struct rg_paired){1.004, 1.0012, 1.006, .95},
	              "faster: 1.004 (1.001 to 1.006) times");
	check_verdict((struct rg_paired){0.9999, 0.9998, 0.99996, .95},
	              "slower: 1.00010 (1.00004 to 1.00020) times");
	check_verdict((struct rg_paired){1, 1, 1, .95},
	              "no difference shown: 1.00 (1.00 to 1.00) times");
}

static bool says(const struct rg_text *t, const char *words)
{
	const bool has = strstr(t->s, words);
	if (!has)
		fprintf(stderr, "'%s' is not in\n%s", words, t->s);
	return has;
}

static void test_table(void)
{
	struct rg_compared_row row[] = {
		{"MPI_Allreduce",
	         true,
	         {10, 10},
	         {2e6, 2e6},
	         {3, 1.5},
	         {2, 1.9, 2.1, .96},
	         7,
	         "ring",
	         true},
		{"MPI_Ibcast",
	         false,
	         {4, 5},
	         {8, 8},
	         {0, 0},
	         {NAN, NAN, NAN, .96},
	         0,
	         "a \"reason\", of MPI's own",
	         false},
	};
	struct rg_compared c = {.pairs = 8, .times = {2, 1.9, 2.1, .96}, .row = row, .n = 2};
	struct rg_text text = {0}, csv = {0};
	c.all = row[0];
	c.all.collective = NULL;
	rg_compared_text(&c, &text);
	rg_compared_csv(&c, &csv);
	CHECK(says(&text, "MPI_Allreduce                      10        2.000     3.000000     "
	                  "1.500000  2.00 (1.90 to 2.10)     7, most by ring\n"));
	CHECK(says(&text,
	           "            -            -  -                       none: a \"reason\""));
	CHECK(says(&text, "calls otherwise with MPI's own collectives: MPI_Ibcast 4 times"));
	CHECK(says(&csv, "\nMPI_Allreduce,10,10,2000000,2000000,3,1.5,2,1.9,2.1,7,\"ring\"\n"));
	CHECK(says(&csv, "\nMPI_Ibcast,4,5,8,8,,,,,,0,\"a \"\"reason\"\", of MPI's own\"\n"));
	rg_text_free(&text);
	rg_text_free(&csv);
}

int main(void)
{
	test_book();
	test_numbers();
	test_verdicts();
	test_table();
	return TEST_END;
}
