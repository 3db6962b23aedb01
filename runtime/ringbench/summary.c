/* SPDX-License-Identifier: BSD-3-Clause
 * How the planned routines compare: with the best of all others, and with the MPI library's own.
 *
 * A ratio is the other's median by that of the planned routines: above 1, the plan is ahead. The
 * second of an A/A pair (native#2) is nobody's rival: its difference from the first is the noise,
 * below which nothing is ahead or behind.
 */
#include "ringbench/summary.h"

#include <math.h>
#include <string.h>

/* Ratios so far. */
struct mean {
	double logarithms, least;
	int n;
};

static void mean_add(struct mean *m, double ratio)
{
	m->least = m->n && m->least < ratio ? m->least : ratio;
	m->logarithms += log(ratio);
	m->n++;
}

int summary_find(const struct run *r, const char *name)
{
	for (int i = 0; i < r->npeers; i++)
		if (!strcmp(r->peers[i].name, name))
			return i;
	return -1;
}

/* The fastest blocking one at one size, the planned ones apart; -1: there is none. */
static int best_other(const struct run *r, const struct outcome *x, int planned)
{
	int best = -1;

	for (int i = 0; i < r->npeers; i++)
		if (i != planned && r->peers[i].form == BLOCKING && !peer_is_again(&r->peers[i]) &&
		    outcome_counts(&x[i]) && (best < 0 || x[i].median < x[best].median))
			best = i;
	return best;
}

static void print_row(const struct run *r, long long bytes, const struct outcome *x, int planned,
                      struct mean *others, struct mean *natives)
{
	int best = best_other(r, x, planned), native = summary_find(r, r->o->native_name);
	char size[32], mine[32], its[32];

	if (!outcome_counts(&x[planned]) || best < 0)
		return;
	const double least = fmin(x[best].median, x[planned].median);
	mean_add(others, x[best].median / x[planned].median);
	printf("%11s  %9s  %-20s  %9s  %6.2f", output_size_text(bytes, size),
	       output_time_beside(x[planned].median, least, mine), r->peers[best].name,
	       output_time_beside(x[best].median, least, its), x[best].median / x[planned].median);
	if (native >= 0 && outcome_counts(&x[native])) {
		mean_add(natives, x[native].median / x[planned].median);
		printf("  %6.2f", x[native].median / x[planned].median);
	}
	putchar('\n');
}

static void print_means(const struct mean *others, const struct mean *natives)
{
	printf("%11s  %9s  %-20s  %9s  %6.2f", "mean", "", "(geometric)", "",
	       exp(others->logarithms / others->n));
	if (natives->n)
		printf("  %6.2f", exp(natives->logarithms / natives->n));
	printf("\n%11s  %9s  %-20s  %9s  %6.2f", "least", "", "", "", others->least);
	if (natives->n)
		printf("  %6.2f", natives->least);
	putchar('\n');
}

/* The largest difference between the two of an A/A pair. */
static void print_noise(const struct run *r, int n, const struct outcome *outcomes)
{
	double most = -1;

	for (int i = 0; i < r->npeers; i++) {
		for (int k = 0; k < i && peer_is_again(&r->peers[i]); k++)
			for (int s = 0; s < n; s++) {
				const struct outcome *a = &outcomes[s * r->npeers + k];
				const struct outcome *b = &outcomes[s * r->npeers + i];
				if (r->peers[k].routines == r->peers[i].routines &&
				    r->peers[k].variant == r->peers[i].variant &&
				    r->peers[k].form == r->peers[i].form && outcome_counts(a) &&
				    outcome_counts(b))
					most = fmax(most, fabs(a->median / b->median - 1));
			}
	}
	if (most >= 0)
		printf("one routine, measured twice in turn, differs by up to %.1f %%\n",
		       100 * most);
}

void summary_print(const struct run *r, enum collective c, int n, const long long *bytes,
                   const struct outcome *outcomes)
{
	int planned = summary_find(r, "planned");
	struct mean others = {0}, natives = {0};
	bool measured = false;

	for (int s = 0; s < n && planned >= 0; s++)
		measured |= outcome_counts(&outcomes[s * r->npeers + planned]);
	if (!measured || r->npeers < 2)
		return;
	printf("\n%s: the plan's choices, and the best of all others; ratios above 1: the plan is "
	       "faster\n%11s  %9s  %-20s  %9s  %6s  %6s\n",
	       collective_names[c], "size", "planned", "best other", "median", "ratio",
	       r->o->native_name);
	for (int s = 0; s < n; s++)
		print_row(r, bytes[s], &outcomes[s * r->npeers], planned, &others, &natives);
	if (others.n)
		print_means(&others, &natives);
	print_noise(r, n, outcomes);
}
