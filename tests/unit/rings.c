/* SPDX-License-Identifier: BSD-3-Clause
 * The rings of ringbench --b-eff: each rank is in one, as large as the definition says; neighbours
 * are each other's; lengths and means are those of the definition.
 */
#include "ringbench/rings.c"
#include "test.h"

/* The size of the ring that a place is in, by walking around it to the right; 0: it is none. */
static int walk(int pattern, int ranks, int at)
{
	int n = 0, here = at;
	do {
		int left, right, back, unused;
		rings_neighbours(pattern, ranks, here, &left, &right);
		rings_neighbours(pattern, ranks, right, &back, &unused);
		if (right < 0 || right >= ranks || back != here || n++ > ranks)
			return 0;
		here = right;
	} while (here != at);
	return n;
}

static void test_patterns(void)
{
	for (int ranks = 2; ranks <= 300; ranks++)
		for (int pattern = 0; pattern < RINGS_PATTERNS; pattern++) {
			int size = rings_size(pattern, ranks), rings = ranks / size, in_longer = 0;
			CHECK(size >= 2 && size <= ranks);
			for (int at = 0; at < ranks; at++) {
				int n = walk(pattern, ranks, at);
				/* As equal as can be: what is left over goes to as many rings. */
				CHECK(n == ranks / rings || n == ranks / rings + 1);
				in_longer += n > ranks / rings;
			}
			CHECK_INT(in_longer, ranks % rings * (ranks / rings + 1));
		}
	CHECK_INT(rings_size(0, 100), 2);
	CHECK_INT(rings_size(2, 100), 8);
	CHECK_INT(rings_size(3, 100), 25);
	CHECK_INT(rings_size(3, 40), 16);
	CHECK_INT(rings_size(4, 100), 50);
	CHECK_INT(rings_size(4, 40), 32);
	CHECK_INT(rings_size(5, 100), 100);
	CHECK_INT(rings_size(2, 5), 5);
}

static void test_lengths(void)
{
	for (long long longest = 8192; longest <= 128 << 20; longest *= 2) {
		long long length[RINGS_LENGTHS];
		rings_lengths(longest, length);
		CHECK_INT(length[0], 1);
		CHECK_INT(length[12], 4096);
		CHECK_INT(length[RINGS_LENGTHS - 1], longest);
		for (int i = 1; i < RINGS_LENGTHS; i++)
			CHECK(length[i] > length[i - 1]);
		for (int i = 14; i < RINGS_LENGTHS; i++) /* one factor, but for whole bytes */
			CHECK(fabs((double)length[i] / (double)length[i - 1] -
			           pow((double)longest / 4096, 1.0 / 8)) < 1e-3);
	}
}

static void test_means(void)
{
	static rings_speeds speeds;
	for (int order = 0; order < RINGS_ORDERS; order++)
		for (int pattern = 0; pattern < RINGS_PATTERNS; pattern++)
			for (int i = 0; i < RINGS_LENGTHS;
			     i++) /* the mean is 10 more than at i = 0 */
				speeds[order][pattern][i] = i + (order ? 90 : pattern % 2 ? 30 : 0);
	CHECK(fabs(rings_mean(speeds[BY_RANK][0]) - 10) < 1e-9);
	CHECK(fabs(rings_mean_of_order(speeds[BY_RANK]) - 20) < 1e-9); /* of 10 and 40 */
	CHECK(fabs(rings_b_eff(speeds) - sqrt(20 * 100)) < 1e-9);
}

int main(void)
{
	test_patterns();
	test_lengths();
	test_means();
	return TEST_END;
}
