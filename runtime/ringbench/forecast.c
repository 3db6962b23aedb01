/* SPDX-License-Identifier: BSD-3-Clause
 * What a trial will take, by what calls took so far.
 *
 * A longer vector takes as long as the next shorter one that is known, and for each byte more what
 * a byte took between that one and the one before it; never less than the shorter one, never more
 * than in proportion to the bytes. Where only one is known, a byte takes twice what it takes in the
 * first estimate. A vector below all known ones takes as long as the shortest.
 */
#include "ringbench/forecast.h"
#include "ringbench/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is known */

/* The number of known sizes that are below `bytes`. */
static int below(const struct curve *c, long long bytes)
{
	int i = 0;

	while (i < c->n && c->bytes[i] < bytes)
		i++;
	return i;
}

static void put(struct curve *c, long long bytes, double seconds)
{
	int at = below(c, bytes);

	if (at == c->n || c->bytes[at] != bytes) {
		size_t behind = (size_t)(c->n - at);
		c->bytes = grow(c->bytes, c->n, sizeof *c->bytes);
		c->seconds = grow(c->seconds, c->n, sizeof *c->seconds);
		memmove(&c->bytes[at + 1], &c->bytes[at], behind * sizeof *c->bytes);
		memmove(&c->seconds[at + 1], &c->seconds[at], behind * sizeof *c->seconds);
		c->n++;
	}
	c->bytes[at] = bytes;
	c->seconds[at] = seconds;
}

void forecast_begin(struct forecast *f, long long bytes, double seconds)
{
	put(&f->first, bytes, seconds);
}

/* Several calls share what they took alike. */
static void put_calls(struct forecast *f, const struct trial *t, double seconds)
{
	for (int i = 0; i < t->nterms; i++)
		put(&f->curves[t->peer - f->peers][t->terms[i].collective],
		    vector_bytes(&t->terms[i]), seconds / t->nterms / t->parts);
}

/* Longer than all others before, and than was to be expected. */
static bool is_far(const struct forecast *f, const struct trial *t, double seconds)
{
	enum { FAR = 10 };

	return f->longest > 0 && seconds > FAR * f->longest && seconds > FAR * forecast_of(f, t);
}

static void tell_far(const struct forecast *f, const struct trial *t, double seconds)
{
	char name[256];

	terminal_far(trial_name(t, name, sizeof name), t->peer->name, vector_bytes(&t->terms[0]),
	             seconds, f->longest);
}

void forecast_learn(struct forecast *f, struct trial *t, double seconds, double much)
{
	if (seconds >= much && is_far(f, t, seconds))
		tell_far(f, t, seconds);
	f->longest = fmax(f->longest, seconds);
	if (t->plays++) {
		t->all += seconds;
		t->longest = fmax(t->longest, seconds);
	} else {
		t->first = seconds;
	}
	put_calls(f, t, forecast_of(f, t));
}

/* ---- What follows from that */

/* What a byte more takes up to the i-th known size; infinity if there is none before it. */
static double slope(const struct curve *c, int i)
{
	if (i < 1 || i >= c->n)
		return INFINITY;
	double more = c->seconds[i] - c->seconds[i - 1];
	return fmax(0, more / (double)(c->bytes[i] - c->bytes[i - 1]));
}

static double on_curve(const struct forecast *f, const struct curve *c, long long bytes)
{
	int at = below(c, bytes);

	if (!c->n)
		return 0;
	if (!at || (at < c->n && c->bytes[at] == bytes))
		return c->seconds[at];
	double known = c->seconds[at - 1], from = fmax(1, (double)c->bytes[at - 1]);
	double each = at > 1 ? slope(c, at - 1) : 2 * slope(&f->first, f->first.n - 1);
	return fmin(known * (double)bytes / from, known + ((double)bytes - from) * each);
}

/* Of a collective that was not called yet: as long as another source's, or else as the longest of
 * all. */
static double elsewhere(const struct forecast *f, int collective, long long bytes)
{
	double same = 0, any = on_curve(f, &f->first, bytes);

	for (int p = 0; p < PEERS_MOST; p++)
		for (int c = 0; c < COLLECTIVES; c++) {
			double here = on_curve(f, &f->curves[p][c], bytes);
			if (c == collective)
				same = fmax(same, here);
			any = fmax(any, here);
		}
	return same > 0 ? same : any;
}

static double by_others(const struct forecast *f, const struct trial *t)
{
	double seconds = 0;

	for (int i = 0; i < t->nterms; i++) {
		int collective = t->terms[i].collective;
		long long bytes = vector_bytes(&t->terms[i]);
		const struct curve *c = &f->curves[t->peer - f->peers][collective];
		seconds += c->n ? on_curve(f, c, bytes) : elsewhere(f, collective, bytes);
	}
	return seconds * t->parts;
}

double forecast_of(const struct forecast *f, const struct trial *t)
{
	return t->plays > 1 ? t->all / (t->plays - 1) : t->plays ? t->first : by_others(f, t);
}

double forecast_most(const struct forecast *f, const struct trial *t)
{
	return t->plays > 1 ? t->longest : forecast_of(f, t);
}

double forecast_least(const struct forecast *f, const struct trial *t)
{
	double seconds = 0;

	if (t->plays)
		return forecast_of(f, t);
	for (int i = 0; i < t->nterms; i++) {
		const struct curve *c = &f->curves[t->peer - f->peers][t->terms[i].collective];
		int shorter = below(c, vector_bytes(&t->terms[i]));
		if (c->n)
			seconds += c->seconds[shorter ? shorter - 1 : 0];
		else if (f->first.n)
			seconds += f->first.seconds[0];
	}
	return seconds * t->parts;
}

/* ---- The end */

static void free_curve(struct curve *c)
{
	free(c->bytes);
	free(c->seconds);
}

void forecast_free(struct forecast *f)
{
	for (int p = 0; p < PEERS_MOST; p++)
		for (int c = 0; c < COLLECTIVES; c++)
			free_curve(&f->curves[p][c]);
	free_curve(&f->first);
}
