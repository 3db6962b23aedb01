/* SPDX-License-Identifier: BSD-3-Clause
 * Which checks are taken up, so that the budget is kept. On rank 0.
 */
#ifndef ADMISSION_H
#define ADMISSION_H

#include "ringbench/budget.h"
#include "ringbench/directed.h"
#include "ringbench/forecast.h"

struct admission {
	struct agenda *a;
	const struct budget *budget;
	struct directed directed;
	struct forecast forecast;
	int rounds;      /* for which there must be time */
	int *due;        /* of each trial: rounds that it was taken up for and has not had yet */
	double promised; /* seconds that these will take */
	double least;    /* that the next one left out needs; 0: nobody has asked yet */
	bool any_left;   /* is any left out that could be taken up? */
};

/* On rank 0: a first estimate, if there is time for one. */
void admission_begin(struct admission *m);

/* On rank 0: take up as many checks as there is time for: a first look at what they call, and
 * `rounds` of them, at first the least number of --repeat. What there is no time for any more is
 * left out again. */
void admission_take(struct admission *m);

/* On rank 0: from now on there must be time only for as many rounds as say anything. False: that is
 * so already, or nothing is left. */
bool admission_ask_less(struct admission *m);

/* A trial was played and took that. */
void admission_learn(struct admission *m, int trial, double seconds);

/* At the end: the seconds that all which was left out would take at the least. */
double admission_left(struct admission *m);

#endif
