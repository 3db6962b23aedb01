/* SPDX-License-Identifier: BSD-3-Clause
 * Copies of bytes, wherever the two places are in their pages, of lengths around those at which the
 * way of copying changes; nothing beside them is written.
 */
#include "transport/move.c"

#include <stdlib.h>

#include "test.h"

enum { ROOM = 3 * 4096 };

static unsigned char from[ROOM], to[ROOM];

static void moves(int here, int there, int n)
{
	memset(to, 0, sizeof to);
	rg_move_bytes(to + there, from + here, (size_t)n);
	bool right = memcmp(to + there, from + here, (size_t)n) == 0;
	for (int i = 0; i < ROOM && right; i++)
		right = (i >= there && i < there + n) || !to[i];
	if (!CHECK(right))
		fprintf(stderr, "%d bytes from %d to %d\n", n, here, there);
}

int main(void)
{
	static const int lengths[] = {0, 1, 1023, 1024, 1025, 1087, 1088, 4095, 4097, 5000};

	for (int i = 0; i < ROOM; i++)
		from[i] = (unsigned char)(1 + rand() % 255);
	for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
		for (int here = 0; here <= 64; here += 13)
			for (int ahead = -70; ahead <= 70; ahead++)
				moves(4000 + here, 4000 + here + ahead, lengths[l]);
	return TEST_END;
}
