/* SPDX-License-Identifier: BSD-3-Clause
 * What a trial will take, by what calls took so far. On rank 0.
 */
#ifndef FORECAST_H
#define FORECAST_H

#include "ringbench/agenda.h"

/* Of one collective: what a call took lately, the sizes ascending. */
struct curve {
	int n;
	long long *bytes;
	double *seconds;
};

struct forecast {
	const struct peer *peers; /* the first */
	struct curve curves[PEERS_MOST][COLLECTIVES];
	struct curve first; /* a quick estimate, where nothing is known */
	double longest;     /* of all trials so far */
};

/* The estimate: a call of so many bytes took that. */
void forecast_begin(struct forecast *f, long long bytes, double seconds);

/* The trial was played and took that. One that took far longer than all before is told, if it took
 * `much` or more. */
void forecast_learn(struct forecast *f, struct trial *t, double seconds, double much);

/* What it will take; what it may take, as long as ever but for its first time; and what it takes at
 * the least, as long as what is known to be shorter. */
double forecast_of(const struct forecast *f, const struct trial *t);
double forecast_most(const struct forecast *f, const struct trial *t);
double forecast_least(const struct forecast *f, const struct trial *t);

void forecast_free(struct forecast *f);

#endif
