/* SPDX-License-Identifier: BSD-3-Clause
 * The lottery among ways, and the file that keeps the measurements.
 */
#include "ringgen/lottery.h"
#include "ringgen/tuned.h"

#include <stdlib.h>

#include "test.h"

/* ---- Averages */

static struct rg_trials of(int n, double first, double others)
{
	struct rg_trials t = {0};

	for (int i = 0; i < n; i++)
		rg_trials_add(&t, i ? others : first);
	return t;
}

static bool is_near(double a, double b)
{
	return a - b < 1e-12 && b - a < 1e-12;
}

static void test_averages(void)
{
	struct rg_trials one = of(1, 3, 3), two = of(2, 3, 5), same = of(20, 2, 2);

	CHECK(one.n == 1 && one.mean == 3 && one.variance == 0);
	CHECK(two.n == 2 && is_near(two.mean, 4) && is_near(two.variance, 1));
	CHECK(same.n == 20 && is_near(same.mean, 2) && is_near(same.variance, 0));
	/* A way that became slower is known to be so after a few trials, whatever was before. */
	struct rg_trials slower = of(100, 1, 1);
	rg_trials_add(&slower, 9);
	CHECK(is_near(slower.mean, 5));
	rg_trials_add(&slower, 9);
	CHECK(slower.mean > 5 && slower.mean < 9);
	/* The mean of varying trials is an average of many. */
	struct rg_trials varies = {0};
	for (int i = 0; i < 400; i++)
		rg_trials_add(&varies, i % 2 ? 2 : 1);
	CHECK(varies.mean > 1.4 && varies.mean < 1.6);
	CHECK(varies.variance > 0.15 && varies.variance < 0.35);
}

static void test_joined(void)
{
	struct rg_trials a = of(2, 1, 1), b = of(6, 5, 5), none = {0};
	struct rg_trials both = rg_trials_join(a, b), left = rg_trials_join(a, none),
			 right = rg_trials_join(none, b);

	CHECK(both.n == 8 && is_near(both.mean, 4) && is_near(both.variance, 3));
	CHECK(left.n == 2 && left.mean == 1 && right.n == 6 && right.mean == 5);
}

/* ---- Draws */

enum { DRAWS = 40000 };

static struct rg_lottery lottery_of(enum rg_tuning tuning, uint64_t seed)
{
	return (struct rg_lottery){tuning, RG_LOTTERY_ALPHA, seed};
}

/* How often each way is drawn, when nothing more is learned. */
static void count_draws(enum rg_tuning tuning, const struct rg_trials *way, int n, int *drawn)
{
	struct rg_lottery lottery = lottery_of(tuning, 1);
	double share;

	for (int i = 0; i < n; i++)
		drawn[i] = 0;
	for (int i = 0; i < DRAWS; i++) {
		int w = rg_lottery_draw(&lottery, way, n, &share);
		if (CHECK(w >= 0 && w < n))
			drawn[w]++;
	}
}

static bool is_share(int drawn, double share)
{
	double off = drawn - share * DRAWS;
	return off * off < 16 * DRAWS * (share * (1 - share) + 1e-9); /* four deviations */
}

/* 0.8 to the best, the rest in inverse proportion to time, none to ways that are clearly slower. */
static void test_tickets(void)
{
	const struct rg_trials way[] = {
		{10, 2.0, 0.04}, {10, 1.0, 0.25}, {10, 1.5, 0.04}, {10, 9.0, 0.01}};
	int drawn[4];

	count_draws(RG_BY_LOTTERY, way, 4, drawn);
	CHECK(is_share(drawn[1], 0.8));
	CHECK(is_share(drawn[0], 0.2 * (1 / 2.0) / (1 / 2.0 + 1 / 1.5)));
	CHECK(is_share(drawn[2], 0.2 * (1 / 1.5) / (1 / 2.0 + 1 / 1.5)));
	CHECK_INT(drawn[3], 0);
	count_draws(RG_BY_PAPER, way, 4, drawn);
	for (int i = 0; i < 4; i++)
		CHECK(is_share(drawn[i], i == 1 ? 0.8 : 0.2 / 3));
	count_draws(RG_UNIFORM, way, 4, drawn);
	for (int i = 0; i < 4; i++)
		CHECK(is_share(drawn[i], 0.25));
	count_draws(RG_BEST_KNOWN, way, 4, drawn);
	CHECK_INT(drawn[1], DRAWS);
}

/* Another alpha; and how many draws it takes, for the paper's policy, until all others were drawn:
 * by as many games as it takes to say so within a third of the paper's formula, which is an
 * estimate.
 */
static void test_alpha(void)
{
	const struct rg_trials way[] = {{10, 2.0, 0}, {10, 1.0, 0}, {10, 3.0, 0}, {10, 4.0, 0}};
	struct rg_lottery lottery = {RG_BY_PAPER, 0.5, 11};
	double share, draws = 0;
	int first = 0;
	enum { GAMES = 4000 };

	for (int i = 0; i < DRAWS; i++)
		first += rg_lottery_draw(&lottery, way, 4, &share) == 1;
	CHECK(is_share(first, 0.5));
	for (int game = 0; game < GAMES; game++)
		for (unsigned seen = 0; seen != 15; draws++)
			seen |= 1u << rg_lottery_draw(&lottery, way, 4, &share);
	double expected = rg_lottery_expected(4, 0.5);
	CHECK(expected == 16);
	CHECK(draws / GAMES > expected * 2 / 3 && draws / GAMES < expected * 4 / 3);
	CHECK(rg_lottery_expected(1, 0.8) == 0 && rg_lottery_expected(0, 0.8) == 0);
}

/* Where all others are ruled out the best has all tickets. */
static void test_alone(void)
{
	const struct rg_trials way[] = {{10, 2.0, 0}, {10, 1.0, 0}};
	int drawn[2];

	count_draws(RG_BY_LOTTERY, way, 2, drawn);
	CHECK_INT(drawn[1], DRAWS);
	count_draws(RG_BY_LOTTERY, way, 1, drawn);
	CHECK_INT(drawn[0], DRAWS);
}

/* All are tried before any is judged, the first first; one that is far off only twice. */
static void test_first_tries(void)
{
	const double time[] = {5, 1, 2000, 1.1};
	struct rg_trials way[4] = {{0}};
	struct rg_lottery lottery = lottery_of(RG_BY_LOTTERY, 3),
			  best = lottery_of(RG_BEST_KNOWN, 3);
	double share;

	for (int i = 0; i < 8; i++) {
		int w = rg_lottery_draw(&lottery, way, 4, &share);
		CHECK_INT(w, i % 4);
		rg_trials_add(&way[w], time[w]);
	}
	for (int i = 0; i < 3; i++) {
		int w = rg_lottery_draw(&lottery, way, 4, &share);
		CHECK_INT(w, i == 2 ? 3 : i);
		rg_trials_add(&way[w], time[w]);
	}
	CHECK_INT(way[2].n, 2);
	CHECK_INT(rg_lottery_best(way, 4), 1);
	/* A draw for the best known takes it. */
	struct rg_trials known[] = {{0}, {1, 7, 0}, {0}};
	CHECK_INT(rg_lottery_draw(&best, known, 3, &share), 1);
	CHECK(share == 1);
}

/* One candidate for calls of all sizes: what is behind MPI's own somewhere is not it. */
static void test_serves(void)
{
	const double us = 1e-6;
	/* MPI's own; ahead everywhere; further ahead, but behind at the last size */
	double seconds[] = {10 * us, 20 * us, 40 * us, 8 * us, 15 * us, 41 * us,
	                    2 * us,  3 * us,  44 * us, 1 * us, 1 * us,  0};

	CHECK_INT(rg_lottery_serves(seconds, 4, 3, 0), 1);
	CHECK_INT(rg_lottery_serves(seconds, 4, 2, 0), 3); /* [6][2] of the same */
	/* without MPI's own the mean decides, of what was measured at all sizes */
	CHECK_INT(rg_lottery_serves(seconds, 4, 3, -1), 2);
	seconds[5] = 43 * us;
	CHECK_INT(rg_lottery_serves(seconds, 4, 3, 0), 0);
	/* level at all sizes: MPI's own; where that was not measured: whatever is the fastest */
	double level[] = {100 * us, 51 * us, 96 * us, 50 * us};
	CHECK_INT(rg_lottery_serves(level, 2, 2, 0), 0);
	level[1] = 0;
	CHECK_INT(rg_lottery_serves(level, 2, 2, 0), 1);
	CHECK_INT(rg_lottery_serves(level, 1, 1, -1), 0);
	CHECK_INT(rg_lottery_serves(level, 0, 1, -1), -1);
	level[0] = 0;
	CHECK_INT(rg_lottery_serves(level, 1, 1, -1), -1);
}

/* In turn: nobody is more than one trial ahead. */
static void test_sweep(void)
{
	struct rg_trials way[3] = {{0}};
	struct rg_lottery lottery = lottery_of(RG_SWEEP, 5);
	double share;

	for (int i = 0; i < 30; i++)
		rg_trials_add(&way[rg_lottery_draw(&lottery, way, 3, &share)], 1 + i % 7);
	for (int i = 0; i < 3; i++)
		CHECK_INT(way[i].n, 10);
}

/* A best way that becomes slow is left: the paper's reason for a lottery. Each draw is a life. */
static void test_follows(void)
{
	const double before[] = {1, 2, 3}, after[] = {8, 2, 3};
	struct rg_trials way[3] = {{0}};
	struct rg_lottery lottery = lottery_of(RG_BY_LOTTERY, 7);
	double share;
	int late = 0;

	for (int i = 0; i < 100; i++) {
		int w = rg_lottery_draw(&lottery, way, 3, &share);
		rg_trials_add(&way[w], i < 50 ? before[w] : after[w]);
		late += i >= 54 && w == 0;
	}
	CHECK_INT(rg_lottery_best(way, 3), 1);
	CHECK(late <= 12);
}

/* ---- The file */

static const char head[] =
	"# ringgen tuned 1\n# cluster its-1\n# library MPICH 4.0\n"
	"shape,collective,purpose,windows,root,bytes,by,slice,trials,picoseconds,ppm\n";
static const char ring[] = "4x1-0,allreduce,any,no,none,1024,ring,0,17,105200000,40210\n";
static const char tree[] = "4x1-0,bcast,any,yes,leads,0,tree:binomial switch,65536,1,1,0\n";

static enum rg_tuned_verdict read_text(const char *text, size_t length, struct rg_tuned *t, int *at)
{
	FILE *f = fmemopen((void *)text, length ? length : 1, "r");
	enum rg_tuned_verdict verdict;

	if (!length)
		fgetc(f);
	verdict = rg_tuned_read(f, t, at);
	fclose(f);
	return verdict;
}

static void test_file(void)
{
	char text[1024], *again = NULL;
	struct rg_tuned t;
	size_t length;
	int at;

	snprintf(text, sizeof text, "%s%s%s", head, ring, tree);
	CHECK_INT(read_text(text, strlen(text), &t, &at), RG_TUNED_READ);
	CHECK_STR(t.cluster, "its-1");
	CHECK_STR(t.library, "MPICH 4.0");
	CHECK_INT((int)t.n, 2);
	CHECK_STR(t.line[1].by, "tree:binomial switch");
	CHECK(t.line[0].picoseconds == 105200000 && t.line[0].ppm == 40210);
	/* Found, and made with no trials, which are not written. */
	struct rg_tuned_line key = t.line[0];
	CHECK(rg_tuned_line(&t, &key) == &t.line[0]);
	key.bytes = 2048;
	struct rg_tuned_line *new = rg_tuned_line(&t, &key);
	CHECK(new == &t.line[2] && !new->trials &&new->bytes == 2048);
	FILE *to = open_memstream(&again, &length);
	CHECK(rg_tuned_write(to, &t));
	fclose(to);
	CHECK_STR(again, text);
	free(again);
	rg_tuned_free(&t);
}

/* Many lines are found as fast as few. */
static void test_many(void)
{
	enum { MANY = 200000 };
	struct rg_tuned t = {.n = 0};
	struct rg_tuned_line key = {.shape = "4x1-0", .collective = "bcast", .by = "ring"};

	for (int i = 0; i < MANY; i++) {
		key.bytes = i / 2;
		key.slice = i % 2;
		struct rg_tuned_line *l = rg_tuned_line(&t, &key);
		if (!l || l->trials || t.n != (size_t)i + 1)
			break;
		l->trials = i + 1;
	}
	CHECK_INT((int)t.n, MANY);
	for (int i = 0; i < MANY; i += 97) {
		key.bytes = i / 2;
		key.slice = i % 2;
		CHECK_INT(rg_tuned_line(&t, &key)->trials, i + 1);
	}
	CHECK_INT((int)t.n, MANY);
	rg_tuned_free(&t);
}

/* A line that is cut off or changed anywhere is read as a whole or not at all. */
static void test_damage(void)
{
	static const struct {
		const char *line;
		int at;
	} wrong[] = {
		{"4x1-0,allreduce,any,no,none,1024,ring,0,17,105200000", 5},
		{"4x1-0,allreduce,any,no,none,1024,ring,0,17,105200000,\n", 5},
		{"4x1-0,allreduce,any,no,none,1024,ring,0,17,105200000,1,2\n", 5},
		{"4x1-0,allreduce,any,no,none,-1024,ring,0,17,105200000,1\n", 5},
		{"4x1-0,allreduce,any,no,none,1024,ring,0,0,105200000,1\n", 5},
		{"4x1-0,allreduce,any,no,none,1024,ring,0,17,0,1\n", 5},
		{"4x1-0,allreduce,any,no,none,1024,ring,0,17,1.5,1\n", 5},
		{"4x1-0,,any,no,none,1024,ring,0,17,1,1\n", 5},
		{"4x1-0,all\treduce,any,no,none,1024,ring,0,17,1,1\n", 5},
		{"4x1-0,allreduce,any,no,none,99999999999999999999,ring,0,17,1,1\n", 5},
		{"\n", 5},
		{ring, 6}, /* for the second time, below */
	};
	char text[4096];
	struct rg_tuned t;
	int at;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		snprintf(text, sizeof text, "%s%s%s", head, wrong[i].at == 6 ? ring : "",
		         wrong[i].line);
		CHECK_INT(read_text(text, strlen(text), &t, &at), RG_TUNED_DAMAGED);
		CHECK_INT(at, wrong[i].at);
		CHECK(!t.n && !t.line);
	}
	snprintf(text, sizeof text, "%s%s%s", head, ring, tree);
	size_t all = strlen(text), header = strlen(head);
	for (size_t length = 0; length < all; length++) {
		enum rg_tuned_verdict verdict = read_text(text, length, &t, &at);
		bool whole = length >= header && text[length - 1] == '\n';
		CHECK((verdict == RG_TUNED_READ) == whole);
		rg_tuned_free(&t);
	}
	/* Any byte of any other value: no crash, and no more lines than there are. */
	for (size_t i = 0; i < all; i++)
		for (int value = 0; value < 256; value += 1 + i % 7) {
			char was = text[i];
			text[i] = (char)value;
			if (read_text(text, all, &t, &at) == RG_TUNED_READ)
				CHECK(t.n <= 2);
			rg_tuned_free(&t);
			text[i] = was;
		}
	CHECK_INT(read_text("a,b\n1,2\n", 8, &t, &at), RG_TUNED_FOREIGN);
	CHECK_INT(read_text("", 0, &t, &at), RG_TUNED_FOREIGN);
}

int main(void)
{
	test_averages();
	test_joined();
	test_tickets();
	test_alone();
	test_alpha();
	test_first_tries();
	test_serves();
	test_sweep();
	test_follows();
	test_file();
	test_many();
	test_damage();
	return TEST_END;
}
