/* SPDX-License-Identifier: BSD-3-Clause
 * The cases that the collectives are tried with: datatypes, operations, and values whose result
 * does not depend on how they are bracketed, so that results can be compared bit by bit.
 */
#ifndef RG_TEST_KINDS_H
#define RG_TEST_KINDS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

enum op { SUM, PROD, MAX, BAND, MINLOC, USER, ORDERED, OPS };
enum { PARTS = 4, KINDS = 13 };

/* A datatype: `parts` numbers at `offset` bytes from the element's address, everything else gaps.
 */
struct kind {
	const char *name;
	MPI_Datatype type;
	int ops; /* bit `op`: it is tried */
	int parts, offset[PARTS], width[PARTS];
	MPI_Aint extent, low, high; /* the bytes low <= i < high of an element are its own */
	bool loose;                 /* MPI's own routines may write its gaps (struct padding) */
	/* Another kind, that is sent in its place by the gathers, with the same signature when
	 * `factor` of its elements are taken for one. */
	const char *sender;
	int factor;
};

extern struct kind kinds[KINDS];
extern MPI_Op ops[OPS];
extern const char *const op_names[OPS];

void kinds_make(void);
void kinds_free(void);
const struct kind *kind_named(const char *name);

/* Write the numbers of an element. `key` numbers the contribution and the first part; the
 * values suit the operation. */
void kind_put(const struct kind *k, enum op op, unsigned char *element, uint64_t key);

#endif
