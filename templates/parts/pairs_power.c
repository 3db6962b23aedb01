/* The fold to a power of two: so many of n members work, the largest number of that kind that is
 * not above n.
 */
#pragma once

static int pairs_workers(int n)
{
	int workers = 1;

	while (workers <= n / 2)
		workers *= 2;
	return workers;
}
