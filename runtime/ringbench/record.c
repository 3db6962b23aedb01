/* SPDX-License-Identifier: BSD-3-Clause
 * Samples with the round that each was taken in.
 */
#include "ringbench/record.h"
#include "ringbench/vector.h"

#include <stdlib.h>

void record_add(struct record *r, int round, double seconds)
{
	r->rounds = grow(r->rounds, r->n, sizeof *r->rounds);
	r->seconds = grow(r->seconds, r->n, sizeof *r->seconds);
	r->rounds[r->n] = round;
	r->seconds[r->n++] = seconds;
}

void record_free(struct record *r)
{
	free(r->rounds);
	free(r->seconds);
	*r = (struct record){0};
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static struct rg_interval interval_of(double *seconds, int n)
{
	qsort(seconds, (size_t)n, sizeof *seconds, by_size);
	return rg_samples_interval(&(struct rg_samples){seconds, n});
}

int record_compare(const struct record *a, const struct record *b, struct rg_interval *of_a,
                   struct rg_interval *of_b)
{
	size_t most = (size_t)(a->n < b->n ? a->n : b->n);
	double *mine = allocate(most, sizeof *mine), *other = allocate(most, sizeof *other);
	int n = 0;

	for (int i = 0, k = 0; i < a->n && k < b->n;) {
		if (a->rounds[i] < b->rounds[k]) {
			i++;
		} else if (a->rounds[i] > b->rounds[k]) {
			k++;
		} else {
			mine[n] = a->seconds[i++];
			other[n++] = b->seconds[k++];
		}
	}
	*of_a = interval_of(mine, n);
	*of_b = interval_of(other, n);
	free(mine);
	free(other);
	return n;
}
