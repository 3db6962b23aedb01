/* SPDX-License-Identifier: BSD-3-Clause
 * contest: the candidates for one collective on one placement, and which of them is the fastest for
 * a vector of some length. choices.h chooses among them.
 */
#ifndef RG_CONTEST_H
#define RG_CONTEST_H

#include "plan/candidate.h"

/* Are all sizes one? There are no data; or all processes have to choose the same variant, and most
 * of them do not know how long the vector is: see rg_candidate_time. */
static inline bool rg_has_one_size(enum rg_collective which)
{
	return !rg_has_data(which) || rg_hides_size(which);
}

/* How many sizes are planned for. */
static inline int rg_sizes_of(enum rg_collective which)
{
	return rg_has_one_size(which) ? 1 : RG_SIZES;
}

struct rg_contest;

/* The candidates for a collective among the wanted routines, recorded. All are borrowed. Those that
 * the scenario does not allow, or that were too long to record, are not among them; in order: nor
 * those that need an operation that commutes. Free it. */
struct rg_contest *rg_contest_new(enum rg_collective collective, enum rg_purpose purpose,
                                  const struct rg_wanted wanted[RG_ROUTINES],
                                  const struct rg_scenario *scenario);
void rg_contest_free(struct rg_contest *c);

enum rg_collective rg_contest_collective(const struct rg_contest *c);
const struct rg_scenario *rg_contest_scenario(const struct rg_contest *c);

/* How many candidates there are, and number i of them: itself, its variant. */
int rg_contest_candidates(const struct rg_contest *c);
struct rg_candidate *rg_contest_candidate(struct rg_contest *c, int i);
const struct rg_variant *rg_contest_variant(const struct rg_contest *c, int i);

/* Do the processes of candidate i wait for each other for ever, at a size that was asked about? The
 * routine is wrong then, and no candidate. */
bool rg_contest_stuck(const struct rg_contest *c, int i);

/* It is no candidate from now on; the time that it takes stays known. */
void rg_contest_leave_out(struct rg_contest *c, int i);

/* The predicted seconds of a candidate for some size, in some slice. */
struct rg_prediction {
	int i; /* -1: none */
	int64_t slice;
	double seconds;
};

/* The prediction of candidate i for so many bytes. `slice`: its slice for fewer bytes, 0 if it had
 * none.
 */
struct rg_prediction rg_contest_ask(struct rg_contest *c, int i, int64_t slice, double bytes);

/* The fastest for so many bytes of the candidates that are allowed[] (NULL: all); of those that are
 * as fast, the first. */
struct rg_prediction rg_contest_fastest(struct rg_contest *c, const bool *allowed, double bytes);

/* The fastest candidate but that variant. */
struct rg_prediction rg_contest_next(struct rg_contest *c, const struct rg_variant *but,
                                     double bytes);

/* The least that any candidate takes at size number s, seconds. */
double rg_contest_least(struct rg_contest *c, int s);

/* The size number behind s that is looked at; the last one always is. With many processes it is
 * each second one. */
int rg_contest_next_size(const struct rg_contest *c, int s);

/* Messages of candidate i in all, the steps of a process, the most messages that meet on a link
 * direction at a time, and that resource (-1: none). */
struct rg_traffic {
	int64_t messages;
	int waits, load, resource;
};
struct rg_traffic rg_contest_traffic(const struct rg_contest *c, int i);

#endif
