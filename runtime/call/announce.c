/* SPDX-License-Identifier: BSD-3-Clause
 * The names of routines as users know them, and what RINGGEN_VERBOSE says of calls.
 */
#include "call/announce.h"
#include "communicator/selections.h"
#include "mpi/setting.h"

#include <ctype.h>
#include <stdio.h>

const char *rg_prefix(const struct rg_cluster *c)
{
	return c == rg_bound ? "MPI" : c->name;
}

const char *rg_routine_name(enum rg_collective which)
{
	return rg_collectives[which].entry;
}

void rg_describe_routine(char *text, size_t size, const struct rg_context *x,
                         enum rg_collective which, enum rg_form form)
{
	const char *name = rg_routine_name(which);

	if (form == RG_NONBLOCKING)
		snprintf(text, size, "%s_I%c%s", rg_prefix(x->c), tolower((unsigned char)*name),
		         name + 1);
	else
		snprintf(text, size, "%s_%s%s", rg_prefix(x->c), name,
		         form == RG_PERSISTENT ? "_init" : "");
}

/* The same bits everywhere were asked for, and cannot be had of MPI's own collectives. Once per
 * cluster and collective. */
static void warn_of_bits(const struct rg_context *x, const struct rg_call *k, enum rg_reason why)
{
	if (!x->reproducible || !k->reduces || why <= RG_EMPTY || why == RG_ONE_PROCESS ||
	    !rg_first(x->c, RG_REASONS + (int)k->which) || x->rank)
		return;
	rg_say("%s_%s: the bits of its result may depend on where the ranks are: native: %s",
	       rg_prefix(x->c), rg_collectives[k->which].entry, rg_reason_text(why));
}

void rg_tell_why(struct rg_context *x, const struct rg_call *k, enum rg_reason why,
                 const struct rg_choice *choice)
{
	const struct rg_cluster *c = x->c;

	_Static_assert(RG_REASONS <= 64, "x->told has a bit for each");
	warn_of_bits(x, k, why);
	if (!rg_verbose() || x->rank || why == RG_ONE_PROCESS ||
	    x->told[k->which] & UINT64_C(1) << why)
		return;
	x->told[k->which] |= UINT64_C(1) << why;
	if (why == RG_OURS && !choice)
		rg_say("%s_%s on %d ranks, %d machine%s: by measurement (RINGGEN_TUNE=%s)",
		       rg_prefix(c), rg_collectives[k->which].entry, x->P,
		       x->places.level[RG_ON_MACHINE].n,
		       x->places.level[RG_ON_MACHINE].n == 1 ? "" : "s", rg_setting(RG_TUNE));
	else if (why == RG_OURS)
		rg_say("%s_%s on %d ranks, %d machine%s: %s (%s)", rg_prefix(c),
		       rg_collectives[k->which].entry, x->P, x->places.level[RG_ON_MACHINE].n,
		       x->places.level[RG_ON_MACHINE].n == 1 ? "" : "s",
		       rg_algorithm_name(choice->algorithm, choice->parameters),
		       x->by_name || !c->fact    ? "the machines by host name"
		       : choice->algorithm->ring ? c->fact
		                                 : "no claim on the load of links");
	else
		rg_say("%s_%s on %d ranks: native: %s", rg_prefix(c),
		       rg_collectives[k->which].entry, x->P, rg_reason_text(why));
}
