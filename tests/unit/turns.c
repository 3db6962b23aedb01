/* SPDX-License-Identifier: BSD-3-Clause
 * ringbench's turns: in each repetition each has one; in twice as many repetitions as there are
 * each is as often at each place, and behind each other one.
 */
#include "ringbench/turns.c"
#include "test.h"

enum { MOST = 24 };

static void test_balance(int n)
{
	int at[MOST][MOST] = {{0}}, behind[MOST][MOST] = {{0}};

	for (unsigned repetition = 0; repetition < 2 * (unsigned)n; repetition++) {
		bool had[MOST] = {false};
		for (int k = 0; k < n; k++) {
			int who = turns_of(repetition, k, n);
			CHECK(who >= 0 && who < n);
			CHECK(!had[who]);
			had[who] = true;
			at[who][k]++;
			if (k)
				behind[who][turns_of(repetition, k - 1, n)]++;
		}
	}
	for (int a = 0; a < n; a++)
		for (int b = 0; b < n; b++) {
			CHECK_INT(at[a][b], 2);
			CHECK_INT(behind[a][b], a == b ? 0 : 2);
		}
}

int main(void)
{
	for (int n = 1; n <= MOST; n++)
		test_balance(n);
	/* Repetitions go on and on. */
	CHECK_INT(turns_of(6, 0, 3), turns_of(0, 0, 3));
	return TEST_END;
}
