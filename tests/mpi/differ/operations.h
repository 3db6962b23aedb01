/* SPDX-License-Identifier: BSD-3-Clause
 * Reduction operations, each beside a computation of our own, and values whose result is exact and
 * does not depend on how the operands are bracketed.
 */
#ifndef RG_DIFFER_OPERATIONS_H
#define RG_DIFFER_OPERATIONS_H

#include "types.h"

struct operation {
	const char *name;
	MPI_Op handle;    /* of a predefined one */
	unsigned classes; /* bit `enum class`: MPI defines it for these; none: it is the user's */
	bool of_pairs;
	bool commutes;
	bool of_any; /* the user's: of every signature, else of an even number of unsigneds */
	/* b = a op b, of one number, or one unit of `n` numbers in canonical form */
	void (*one)(const struct basic *basic, const unsigned char *a, unsigned char *b);
	void (*unit)(const struct signature *s, const unsigned char *a, unsigned char *b);
};

/* An operation that MPI has, with a type that it is defined for: if the type is basic, `*pair` is
 * -1. Or one that a user makes. */
const struct operation *operation_draw(struct draw *d, bool users, int *basic, int *pair);

/* Values for so many units in canonical form. */
void operation_values(struct draw *d, const struct operation *o, const struct signature *s,
                      unsigned char *canonical, int64_t units);

/* b = a op b, for so many units in canonical form. */
void operation_apply(const struct operation *o, const struct signature *s, const unsigned char *a,
                     unsigned char *b, int64_t units);

/* A handle to call MPI with; of a user's one it is to be freed. */
MPI_Op operation_make(const struct operation *o);

/* MPI calls a user's operation with a handle of a type: this tells what the handle means from now
 * on. Both must last as long as the operation is in use. */
void operation_know(const struct operation *o, const struct type *t, const struct signature *s);
void operation_forget(const struct type *t);

#endif
