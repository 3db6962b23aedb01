/* SPDX-License-Identifier: BSD-3-Clause
 * The data of a collective on one rank: its input, and whether its output is right.
 */
#ifndef VECTOR_H
#define VECTOR_H

#include "ringbench/blocks.h"
#include "ringgen/collectives.def"

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#define NUMBERED(NAME, ...) NAME,
enum collective { RG_ROWS(NUMBERED) COLLECTIVES };
#undef NUMBERED

extern const char *const collective_names[COLLECTIVES];

enum type { FLOAT, DOUBLE, INT, TYPES };

extern const char *const type_names[TYPES];

/* In place of a root: each rank in turn. */
enum { ALL_ROOTS = -1 };

/* The buffers of `slots` calls in a row, each with its own, so that every result can be looked at.
 * A broadcast has its data in what it gets. */
struct vector {
	enum collective collective;
	enum type type;
	MPI_Datatype mpi_type;
	int ranks, rank;
	int root;                 /* of the calls to come, if they have one */
	int n;                    /* elements of the whole vector; none in a barrier, */
	int block;                /* of a rank's block where all are equal, */
	int in, out;              /* of what this rank gives and gets */
	int *counts, *displs;     /* [ranks] blocks, where all are equal or not; where the two
	                             ends of one know its length, those that this rank gives
	                             and gets, */
	int *cut;                 /* [ranks] counts[(i + rank) mod ranks] of rank i; else NULL */
	int *places;              /* [ranks] displs, in bytes where each block has its type; */
	MPI_Datatype *types;      /* [ranks] all alike */
	int bits;                 /* of the numbers that a value is the sum of */
	int slots;                /* at most; */
	size_t in_room, out_room; /* bytes of each */
	char *sendbuf, *recvbuf;
};

/* A mistake in a result: its first wrong element. */
struct wrong {
	long long element; /* -1: nothing; the number of elements or more: written past the end */
	double expected, got;
	bool input; /* it is the send buffer that was changed */
};

/* How blocks are cut in collectives whose blocks may differ; all other collectives have equal
 * blocks. */
struct cut {
	enum blocks blocks;
	unsigned seed;
};

/* A vector of `bytes` in all, for calls with this root or with any (ALL_ROOTS: 0 is the first).
 * Where blocks must be equal, it is rounded up to whole ones, and where they are cut it has the sum
 * of the blocks; see vector_bytes. Released by vector_free. */
struct vector vector_new(enum collective c, enum type type, long long bytes, int slots, int root,
                         struct cut cut);
void vector_free(struct vector *v);

/* The same without buffers. They are given: `in_room` and `out_room` bytes for each slot. */
struct vector vector_shape(enum collective c, enum type type, long long bytes, int slots, int root,
                           struct cut cut);

/* The calls to come have that root. */
void vector_turn(struct vector *v, int root);

/* Has the collective a root? Does it add what the ranks give? May its blocks differ? */
bool has_root(enum collective c);
bool has_sums(enum collective c);
bool has_unequal_blocks(enum collective c);

/* Whether a rank may be done before the others have begun: several calls in a row would overlap. */
bool vector_runs_ahead(const struct vector *v);

/* The bytes that the whole vector really has; and those with each block padded to the longest. */
long long vector_bytes(const struct vector *v);
long long vector_padded_bytes(const struct vector *v);

/* The send buffer and the receive buffer of slot `slot`. */
void *vector_send(const struct vector *v, int slot);
void *vector_receive(const struct vector *v, int slot);

/* Values for call number `call`, other ones for each call, rank and element; and nothing of an
 * earlier result is left. */
void vector_fill(const struct vector *v, int slot, unsigned call);

/* Is what call number `call` left in its slot right, every element of it? */
struct wrong vector_verify(const struct vector *v, int slot, unsigned call);

/* Are sums over so many ranks exact in that type? */
bool type_is_exact(enum type type, int ranks);

/* Memory that any rank may need, or the end of the run. */
void *allocate(size_t n, size_t size);

/* An array of n items that has room for a power of two of them, and that one is to be added to: if
 * it is full, twice as much. */
void *grow(void *items, int n, size_t size);

#endif
