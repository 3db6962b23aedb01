/* SPDX-License-Identifier: BSD-3-Clause
 * agreement: what an MPI library asks its tuning file for when it chooses an algorithm, and whether
 * all ranks of a correct program ask for the same. Ranks that do not would go different ways: they
 * hang, or get wrong data without a word.
 */
#ifndef RG_AGREEMENT_H
#define RG_AGREEMENT_H

#include "base/text.h"
#include "native/natives.h"

/* A user's promises about the programs, beyond that they are correct; bits. */
enum rg_assumed {
	/* No operation that does not commute. */
	RG_COMMUTING = 1,
	/* All ranks give the same counts and types, also where these do not count, and never
	 * MPI_IN_PLACE. */
	RG_ALIKE = 2,
};

/* "commuting", "alike". */
extern const char *const rg_assumed_words[2];

/* What the size is by which a rule is looked up. */
enum rg_asked_length {
	RG_ASKS_NOTHING, /* there is but one, or no rules at all */
	RG_ASKS_WHOLE,   /* the bytes of the whole vector */
	RG_ASKS_BLOCK,   /* of the mean block */
	RG_ASKS_ELEMENT, /* of one element times the ranks, however many elements there are */
};

/* A collective's rules in a library's file. */
struct rg_agreement {
	enum rg_implementation mpi;
	enum rg_collective collective;
	enum rg_asked_length asks;
	const char *condition; /* MPICH's word for it; NULL: Open MPI's rules have none */
	/* Why ranks may ask for different sizes, as what follows "the size is read from"; NULL: all
	 * ranks of a correct program ask for the same. */
	const char *unsure;
};

/* Of each library and collective there is one; NULL: its algorithms are not known here, and left to
 * it. */
const struct rg_agreement *rg_agreement_of(enum rg_implementation mpi,
                                           enum rg_collective collective);

/* What is asked for where P blocks have so many bytes together. */
int64_t rg_agreement_length(const struct rg_agreement *a, int64_t bytes, int P);

/* Can its rules tell sizes apart? Else one algorithm is for all of them. */
bool rg_agreement_by_size(const struct rg_agreement *a, unsigned assumed);

/* May a file name this algorithm, in segments or not? Not one that is wrong for calls that are
 * right. What the library takes by itself is not named. */
bool rg_agreement_allows(const struct rg_native_algorithm *n, bool in_segments, unsigned assumed);

/* Say what a file for a library leaves out and why, lines that begin with `before`. */
void rg_agreement_tell(enum rg_implementation mpi, unsigned assumed, const char *before,
                       struct rg_text *out);

#endif
