/* SPDX-License-Identifier: BSD-3-Clause
 * Lists of ports: of all the lists that there are none is faster than the one that is found by more
 * than 1 %, by the sums that it is found by; and an algorithm reads it as it is meant.
 */
#include "plan/ports.h"

#include <math.h>

#include "ringgen/parts/exchange.h"
#include "test.h"

/* Machines on a fast network and on a slow one, alone on theirs or eight on each. */
static const struct rg_step_costs costs[] = {
	{1e-6, 2e-6, 12.5e9, 0.8e-6, 3e9, 5e9, 120, 1 << 14, 1, false},
	{10e-6, 40e-6, 125e6, 0.8e-6, 3e9, 5e9, 120, 1 << 14, 1, false},
	{2e-6, 5e-6, 12.5e9, 0.8e-6, 3e9, 5e9, 0, 0, 8, true},
};
enum { COSTS = sizeof costs / sizeof *costs };

/* The best of the lists so far, and what they are for. */
struct all {
	int n;
	enum rg_steps_of what;
	const struct rg_step_costs *costs;
	double bytes, least;
	long lists;
};

static void weigh(struct all *a, const struct rg_ports *list)
{
	double seconds = rg_ports_time(list, a->n, a->what, a->costs, a->bytes);
	a->least = fmin(a->least, seconds);
	a->lists++;
}

/* The allreduce steps of so many processes, and the allgather, behind what is in the list. */
static void weigh_across(struct all *a, struct rg_ports list, int scattering, int processes)
{
	for (int radix = 2; radix <= processes; radix++) {
		struct rg_ports longer = list;
		if (processes % radix)
			continue;
		longer.number[longer.n++] = radix - 1;
		weigh_across(a, longer, scattering, processes / radix);
	}
	if (processes > 1)
		return;
	for (int i = scattering - 1; i >= 0; i--)
		list.number[list.n++] = -list.number[i];
	weigh(a, &list);
}

/* All lists of exact factors of so many workers, behind those of a reduce-scatter. */
static void weigh_workers(struct all *a, struct rg_ports list, int workers)
{
	if (workers > 1)
		weigh_across(a, list, list.n, workers);
	for (int radix = 2; radix < workers; radix++) {
		struct rg_ports longer = list;
		if (workers % radix)
			continue;
		longer.number[longer.n++] = 1 - radix;
		weigh_workers(a, longer, workers / radix);
	}
}

/* All lists without allreduce steps. */
static void weigh_spread(struct all *a, struct rg_ports list, int left)
{
	for (int radix = 2, before = 0; radix <= left; radix++) {
		int next = left / radix + (left % radix != 0);
		struct rg_ports longer = list;
		if (next == before)
			continue;
		before = next;
		longer.number[longer.n++] = a->what == RG_AN_ALLREDUCE ? 1 - radix : radix - 1;
		weigh_spread(a, longer, next);
	}
	for (int i = 0, k = list.n - 1; left == 1 && a->what == RG_AN_ALLGATHER && i < k;
	     i++, k--) {
		int number = list.number[i];
		list.number[i] = list.number[k];
		list.number[k] = number;
	}
	if (left == 1)
		weigh(a, &list);
}

/* Is the list read as it is meant: in as many steps, with as many workers? */
static void check_read(const struct rg_ports *list, int n)
{
	char text[RG_PORTS_TEXT];
	struct rg r = {.P = n, .parameters = rg_ports_write(list, text)};
	struct factored s = {0};
	int scattering = 0, acrosses = 0, workers = 1;
	while (scattering < list->n && list->number[scattering] < 0)
		workers *= 1 - list->number[scattering++];
	if (scattering < list->n)
		acrosses = list->n - 2 * scattering;
	else
		workers = n;
	for (int i = 0; i < acrosses; i++)
		workers *= 1 + list->number[scattering + i];
	factored_steps(&s, &r, n);
	CHECK_INT(s.exchange.steps.steps, scattering);
	CHECK_INT(s.gather.steps, scattering);
	CHECK_INT(s.acrosses, acrosses);
	CHECK_INT(s.exchange.n * s.across[s.acrosses], workers);
}

static void check(int n, enum rg_steps_of what, const struct rg_step_costs *c, double bytes)
{
	struct all a = {n, what, c, bytes, INFINITY, 0};
	struct rg_ports best = rg_ports_best(n, what, c, bytes);
	weigh_spread(&a, (struct rg_ports){0}, n);
	for (int workers = n; what == RG_AN_ALLREDUCE && 2 * workers > n; workers--)
		weigh_workers(&a, (struct rg_ports){0}, workers);
	double said = rg_ports_time(&best, n, what, c, bytes);
	if (!CHECK(fabs(said - best.seconds) <= 1e-9 * said) || !CHECK(said <= 1.01 * a.least))
		printf("%d processes, %d a machine, %g bytes, %d: %g, of %ld lists %g\n", n,
		       c->each, bytes, (int)what, said, a.lists, a.least);
	if (what == RG_AN_ALLREDUCE)
		check_read(&best, n);
}

int main(void)
{
	for (int n = 2; n <= 64; n += n < 34 ? 1 : 3)
		for (int c = 0; c < COSTS; c++)
			for (double bytes = 8; bytes <= 1 << 24; bytes *= 16)
				for (int what = 0; what <= RG_AN_ALLREDUCE; what++)
					check(n, (enum rg_steps_of)what, &costs[c], bytes);
	return TEST_END;
}
