/* SPDX-License-Identifier: BSD-3-Clause
 * Random signatures.
 */
#include "types.h"

#include "../routines.h"

#include <string.h>

static struct signature empty(int n)
{
	return (struct signature){n, get((size_t)n * sizeof(int)), 0};
}

static struct signature measured(struct signature s)
{
	for (int i = 0; i < s.n; i++)
		s.size += (size_t)basics[s.basic[i]].size;
	return s;
}

struct signature signature_of(int basic, int n)
{
	struct signature s = empty(n);

	for (int i = 0; i < n; i++)
		s.basic[i] = basic;
	return measured(s);
}

/* A pattern, repeated. */
static struct signature repeated(struct draw *d, int period, int times)
{
	struct signature s = empty(period * times);

	for (int i = 0; i < s.n; i++)
		s.basic[i] = i < period ? draw_below(d, BASICS) : s.basic[i - period];
	return measured(s);
}

struct signature signature_draw(struct draw *d)
{
	if (draw_once_in(d, 24))
		return empty(0);
	switch (draw_below(d, 12)) {
	case 0:
	case 1:
	case 2:
		return repeated(d, 1, 1);
	case 3:
	case 4:
	case 5:
		return repeated(d, 1, draw_between(d, 2, 16));
	case 6:
		return repeated(d, 1, draw_between(d, 17, 400));
	case 7:
	case 8:
		return repeated(d, draw_between(d, 2, 4), draw_between(d, 1, 6));
	case 9: { /* what a pair type may be sent as */
		const struct pair *p = &pairs[draw_below(d, PAIRS)];
		struct signature s = empty(2 * draw_between(d, 1, 4));
		for (int i = 0; i < s.n; i++)
			s.basic[i] = i % 2 ? BASIC_INT : p->value;
		return measured(s);
	}
	default:
		return repeated(d, draw_between(d, 2, 8), 1);
	}
}

void signature_free(struct signature *s)
{
	free(s->basic);
	*s = (struct signature){0};
}

int signature_period(const int *basic, int n)
{
	for (int p = 1; p < n; p++)
		if (n % p == 0 && !memcmp(basic, basic + p, (size_t)(n - p) * sizeof *basic))
			return p;
	return n;
}
