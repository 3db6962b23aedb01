/* SPDX-License-Identifier: BSD-3-Clause
 * Which collectives to take from ringgen, and from which size on.
 *
 * A collective is recommended from the smallest size on from which the planned routine was nowhere
 * slower: neither there nor at any longer size that was measured, by the medians. A routine is
 * slower if it takes more than LEVEL times as long, so that noise alone draws no line. Where the
 * longest size is slower, or has no right result, it is not recommended at all.
 */
#include "ringbench/recommendation.h"
#include "ringbench/summary.h"

#include <string.h>

static const double LEVEL = 1.02;

/* Whether one size speaks for the planned routine. A routine that was given up was too slow. */
static bool is_good(const struct outcome *planned, const struct outcome *native)
{
	return outcome_counts(planned) &&
	       (!outcome_counts(native) || planned->median <= LEVEL * native->median);
}

/* As RINGGEN_COLLECTIVES has it: exact. */
static const char *size_text(long long bytes, char text[32])
{
	const char *unit = "";

	if (bytes % (1 << 20) == 0) {
		bytes >>= 20;
		unit = "M";
	} else if (bytes % (1 << 10) == 0) {
		bytes >>= 10;
		unit = "K";
	}
	snprintf(text, 32, "%lld%s", bytes, unit);
	return text;
}

/* Sizes need not be in order. -1: at none. */
static long long find_from(const struct run *r, int n, const long long *bytes,
                           const struct outcome *outcomes, int planned, int native)
{
	long long bad = -1, from = -1;

	for (int s = 0; s < n; s++) {
		const struct outcome *x = &outcomes[s * r->npeers];
		if (bytes[s] > bad && !is_good(&x[planned], &x[native]))
			bad = bytes[s];
	}
	for (int s = 0; s < n; s++)
		if (bytes[s] > bad && (from < 0 || bytes[s] < from))
			from = bytes[s];
	return from;
}

static bool has_times(const struct run *r, int n, const struct outcome *outcomes, int peer)
{
	bool any = false;

	for (int s = 0; s < n && peer >= 0; s++)
		any |= outcome_counts(&outcomes[s * r->npeers + peer]);
	return any;
}

void recommendation_find(struct recommendation *w, const struct run *r, enum collective c, int n,
                         const long long *bytes, const struct outcome *outcomes)
{
	int planned = summary_find(r, "planned"), native = summary_find(r, r->o->native_name);
	char size[32];

	if (!has_times(r, n, outcomes, planned) || !has_times(r, n, outcomes, native))
		return;
	w->measured[c] = true;
	w->from[c] = find_from(r, n, bytes, outcomes, planned, native);
	w->taken[c] = w->from[c] >= 0;
	if (c == BARRIER)
		printf("planned is %sslower than %s\n", w->taken[c] ? "not " : "",
		       r->o->native_name);
	else if (w->taken[c])
		printf("planned is nowhere slower than %s from %s on (medians; level within "
		       "%.0f %%)\n",
		       r->o->native_name, size_text(w->from[c], size), 100 * (LEVEL - 1));
	else
		printf("planned is slower than %s at the longest size\n", r->o->native_name);
}

void recommendation_print(const struct recommendation *w)
{
	bool measured = false;
	char size[32];
	int printed = 0;

	for (int c = 0; c < COLLECTIVES; c++)
		measured |= w->measured[c];
	if (!measured)
		return;
	printf("\nthe setting for that:\nRINGGEN_COLLECTIVES=");
	for (int c = 0; c < COLLECTIVES; c++) {
		if (!w->taken[c])
			continue;
		printf("%s%s", printed++ ? "," : "", collective_names[c]);
		if (c != BARRIER)
			printf(":%s", size_text(w->from[c], size));
	}
	puts(printed ? "" : "off");
}
