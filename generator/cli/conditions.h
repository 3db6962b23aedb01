/* SPDX-License-Identifier: BSD-3-Clause
 * conditions: what several commands ask of their options.
 */
#ifndef RG_CONDITIONS_H
#define RG_CONDITIONS_H

#include "cli/command.h"

/* ---- For struct rg_condition.wrong */

/* Several of the topology, the order, the hosts and what was measured are to be read from standard
 * input. */
bool rg_reads_stdin_twice(const struct rg_options *o);

/* --ranks-per-node is a list, and nothing says of which hosts. */
bool rg_tasks_of_nobody(const struct rg_options *o);

/* --mpi names another library than MPICH. */
bool rg_is_not_mpich(const struct rg_options *o);

/* ---- Conditions */

#define RG_WITH_STDIN_ONCE                                                                    \
	{                                                                                     \
		.wrong = rg_reads_stdin_twice, .says = "standard input can be read only once" \
	}
#define RG_WITH_TASKS                                                                           \
	{                                                                                       \
		.wrong = rg_tasks_of_nobody,                                                    \
		.says = "--ranks-per-node: a list goes with --hosts, a number for each of them" \
	}
#define RG_WITH_ORDER                                                         \
	{                                                                     \
		.given = "order", .without = "hosts",                         \
		.says = "--hosts is for ringgen's own order, without --order" \
	}
#define RG_WITH_FROM                                                                              \
	{                                                                                         \
		.given = "from", .wrong = rg_is_not_mpich, .says = "--from goes with --mpi mpich" \
	}
#define RG_WITH_JSON                                                              \
	{                                                                         \
		.given = "json", .without = "csv plot format tuned",              \
		.says = "--json goes without --csv, --plot, --format and --tuned" \
	}

#endif
