/* SPDX-License-Identifier: BSD-3-Clause
 * Whose turn it is, where some are measured in turn.
 */
#include "ringbench/turns.h"

int turns_of(unsigned repetition, int k, int n)
{
	int place = repetition / (unsigned)n % 2 ? n - 1 - k : k;
	int first = place % 2 ? (place + 1) / 2 : n - place / 2;

	return (int)(((unsigned)first + repetition) % (unsigned)n);
}
