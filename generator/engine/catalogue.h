/* SPDX-License-Identifier: BSD-3-Clause
 * catalogue: the algorithms that there are for each collective, and which of them a user wants.
 * Among those plan/contest.h chooses by size and cost.
 */
#ifndef RG_CATALOGUE_H
#define RG_CATALOGUE_H

#include "generator/algorithms.h"
#include "ringgen/engine.h"

/* A collective and an algorithm for it. */
struct rg_routine {
	enum rg_collective collective;
	const char *name;                     /* "allreduce": of --ops and of messages */
	const struct rg_algorithm *algorithm; /* linked into the command, for the proof */
	const char *template;                 /* the file its text is emitted from */
	const char *symbol;                   /* the algorithm's name in that text */
};

/* The algorithms for a row's family and lengths: RG_FOR_RG_EQUAL(family)(X, ...) is X(..., family,
 * NAME) of each. */
#define RG_FOR_RG_EQUAL(family) RG_BY_##family
#define RG_FOR_RG_KNOWN(family) RG_UNEQUAL_##family
#define RG_FOR_RG_HIDDEN(family) RG_UNEQUAL_##family
#define RG_FOR_RG_BY_PAIRS(family) RG_UNEQUAL_##family

/* All routines, by collective: each of the algorithms of its family. */
#define RG_ONE(...) +1
#define RG_OF_FAMILY(NAME, name, Entry, large, arguments, family, begins, ends, passes, reduces, \
                     lengths, ...)                                                               \
	RG_FOR_##lengths(family)(RG_ONE, )
enum { RG_ROUTINES = 0 RG_ROWS(RG_OF_FAMILY) };
#undef RG_OF_FAMILY
#undef RG_ONE
extern const struct rg_routine rg_routines[RG_ROUTINES];

/* A variant: a routine with its parameters. All that plans, proves or emits is about variants. */
struct rg_variant {
	const struct rg_routine *routine; /* NULL: MPI's own */
	const char *parameters;           /* rg.parameters; NULL: none */
};

/* Are the parameters the same? NULL is as "". */
bool rg_same_parameters(const char *a, const char *b);

/* Is it the same algorithm, with the same parameters, perhaps for another collective? And is it the
 * same collective, too? */
bool rg_same_play(const struct rg_variant *a, const struct rg_variant *b);
bool rg_same_variant(const struct rg_variant *a, const struct rg_variant *b);

/* The same text, kept as long as the process runs, for parameters that were found and not wanted:
 * each text once. Threads may call it. */
const char *rg_parameters_kept(const char *parameters);

/* Its name as users write it, in n bytes: "ring", "islands", "factored:-7 1 7". Returns that. */
char *rg_variant_name(const struct rg_variant *v, char *buf, size_t n);

/* The most ports that a step of it can have among P processes on so many machines; 0: as many as it
 * asks for, or it has none. Ports beyond that are not taken. */
int rg_variant_excess(const struct rg_variant *v, int P, int machines);

/* The variants of a routine that are wanted: it with each of these parameters, one of which may be
 * NULL. */
struct rg_wanted {
	char **parameters; /* [n]; 0: it is not wanted */
	int n;
	bool named; /* somebody said which; else they are those that the planner tries */
};

/* Want all that there is. */
void rg_wanted_all(struct rg_wanted wanted[RG_ROUTINES]);
void rg_wanted_free(struct rg_wanted wanted[RG_ROUTINES]);

/* Are they the same? */
bool rg_wanted_alike(const struct rg_wanted *a, const struct rg_wanted *b);

/* Parse a list as of --ops into wanted[RG_ROUTINES]: "allreduce=butterfly,allgatherv"; a collective
 * alone is by its default, or by each of its algorithms if `every`; "allreduce=factored:-7 1 7":
 * with these parameters; "all": the same for each collective that is not named; "all=ring": for
 * each of those that has a ring. Returns NULL, or what is wrong with it (a phrase, to be freed).
 * Free what is wanted in any case. */
char *rg_catalogue_ops(const char *list, bool every, struct rg_wanted wanted[RG_ROUTINES]);

/* Leave only routines that combine in the order of the ranks, for the same bits everywhere. Returns
 * NULL, or what is wrong with that, if nothing is left of a collective (a phrase, to be freed). */
char *rg_catalogue_keep_ordered(struct rg_wanted wanted[RG_ROUTINES]);

#endif
