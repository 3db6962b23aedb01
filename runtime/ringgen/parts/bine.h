/* SPDX-License-Identifier: BSD-3-Clause
 * The partners of a Bine butterfly (De Sensi and others 2025; they are those of Swing, by De Sensi
 * and others 2024), for a power of two w of workers: in step j an even one is with the one d(j) =
 * (1 - (-2)^(j+1)) / 3 = 1, -1, 3, -5, 11 ... places behind it, around the end too, and so an odd
 * one with that d(j) places before it. Partners of the last step are w / 3 places away, not w / 2.
 *
 * A butterfly needs more than partners: those who have exchanged all that they have, from the last
 * step down to step j, must have the same. They have: d(j + 1) and d(j) differ by 2^(j+1), so what
 * these steps' distances differ by are the multiples of 2^(j+1). So such workers are w / 2^j: even
 * ones with the same remainder modulo 2^(j+1), and the partners of the last step of these. (The
 * other way round, from the first step up, partners would go on to others who have not the same,
 * and add up in another order.)
 *
 * Slots are an order of the workers in which they all are neighbours: the w / 2^j of step j are an
 * aligned run, and partners of that step are in the two halves of the run that is twice as long.
 */
#pragma once
#include "ringgen/parts/workers.h"

/* The partner of worker i in a step. */
static inline int bine_partner(int workers, int i, int step)
{
	int distance = 0;

	for (int j = 0, power = 1; j <= step; j++, power *= -2)
		distance += power;
	return (workers + (i % 2 ? i - distance : i + distance)) % workers;
}

/* The steps: the last of them is the farthest. */
static inline int bine_steps(int workers)
{
	int steps = 0;

	while (1 << steps < workers)
		steps++;
	return steps;
}

/* The bits of a number backwards, but for the last one. */
static inline int bine_turn(int workers, int i)
{
	int turned = i % 2;

	for (int low = 2, high = workers / 2; high > 1; low *= 2, high /= 2)
		turned += i & high ? low : 0;
	return turned;
}

/* The slot of worker i: that of an even one is next to that of its farthest partner. */
static inline int bine_slot(int workers, int i)
{
	if (i % 2)
		return bine_turn(workers, bine_partner(workers, i, bine_steps(workers) - 1)) + 1;
	return bine_turn(workers, i);
}

static inline int bine_worker(int workers, int slot)
{
	int even = bine_turn(workers, slot - slot % 2);
	return slot % 2 ? bine_partner(workers, even, bine_steps(workers) - 1) : even;
}
