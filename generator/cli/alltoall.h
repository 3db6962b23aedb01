/* SPDX-License-Identifier: BSD-3-Clause
 * alltoall: the phases of an all-to-all that certify and plot are about.
 */
#ifndef RG_ASKED_ALLTOALL_H
#define RG_ASKED_ALLTOALL_H

#include "certify/phased.h"
#include "cli/command.h"
#include "cli/ring.h"

/* An all-to-all of the ranks that the options ask for. */
struct rg_asked_alltoall {
	struct rg_asked_ring ring;
	int P;
	struct rg_place *place; /* [P] by rank, without the cores */
	int *order;             /* [P] the rank at each position of ringgen's ring */
	enum rg_phasing by;
	struct rg_schedule *schedule;
	struct rg_phased *message; /* [P * (P - 1)] */
	struct rg_phased_certificate *certificate;
};

/* Find it; *a is zero before. The schedule is that of --schedule; else of those that are proved the
 * one that takes the least time, or of all if none is. Unless it returns RG_OK there is none;
 * RG_UNKNOWN: the order names what the topology does not have. Free it in any case. */
enum rg_status rg_ask_alltoall(struct rg_asked_alltoall *a, const struct rg_options *o);
void rg_asked_alltoall_free(struct rg_asked_alltoall *a);

/* The certificate of another schedule of the same ranks; NULL: it cannot be made. Free it with
 * rg_phased_free. */
struct rg_phased_certificate *rg_certify_other(const struct rg_asked_alltoall *a,
                                               enum rg_phasing by);

/* For struct rg_condition.wrong: --collective names one that has no phases. */
bool rg_is_not_alltoall(const struct rg_options *o);

#define RG_WITH_ALLTOALL                                                                 \
	{                                                                                \
		.given = "collective", .wrong = rg_is_not_alltoall,                      \
		.says = "--collective: only alltoall has phases; without it the ring's " \
			"certificate is printed, which all others share"                 \
	}
#define RG_WITH_PHASES(option)                                         \
	{                                                              \
		.given = option, .needs = "collective",                \
		.says = "--" option " goes with --collective alltoall" \
	}

#endif
