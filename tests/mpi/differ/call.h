/* SPDX-License-Identifier: BSD-3-Clause
 * One call of a collective: its random arguments, its buffers, and its expected result.
 *
 * All counts are in units, which have the call's signature; each rank may describe a unit by a type
 * of its own, or by several elements of one.
 */
#ifndef RG_DIFFER_CALL_H
#define RG_DIFFER_CALL_H

#include "../routines.h"
#include "buffer.h"
#include "operations.h"

typedef RG_JOIN(NAME, _Request) request;

/* NAME_Test and so on take MPI's own requests, which may stand among others. */
#ifdef HEADER
#define MPI_REQUESTS 0
#else
#define MPI_REQUESTS 1
#endif

/* MPI 3 has no persistent collectives that could be taken over. */
#if defined HEADER || MPI_VERSION >= 4
#define PERSISTENT_ONES 1
#else
#define PERSISTENT_ONES 0
#endif

enum form { BLOCKING, NONBLOCKING, PERSISTENT, FORMS };

struct row;

struct call {
	const struct row *row;
	enum form form;
	bool large;            /* by the routine for large counts */
	bool in_place;         /* MPI_IN_PLACE */
	bool tiled;            /* the blocks may lie in gaps of each other */
	bool stays;            /* MPI_IN_PLACE instead of a receive buffer */
	bool nowhere;          /* no address is given of what is empty on this rank */
	int P, rank, root;     /* ranks that send to this one, which is `rank` of its own group */
	bool inter;            /* those are another group than this rank's, */
	int side, locals;      /* which is this one of the two; it has so many ranks */
	bool roots, leaves;    /* this rank's group has the root; the others */
	int *peers;            /* [P] of a barrier: those ranks in the world */
	MPI_Comm comm, shadow; /* of the call; with the same ranks, for the MPI library's own */
	char where[128];       /* what kind of communicator that is */
	uint64_t seed, step;
	int round; /* how often it was started */

	struct signature s;        /* of a unit */
	struct type in_type, type; /* of what is sent, if it is another one; of what is received */
	int in_per, per;           /* elements in a unit */
	int64_t count, total;      /* units of a vector or of each block; of all blocks */
	int64_t cut;               /* units of what a root cuts, with the holes between blocks */
	int blocks;                /* of what is received or, if it is scattered, cut */
	int64_t *len, *place;      /* [blocks] units of each, and where it goes on this rank, or
	                              stands at a root that cuts */
	int64_t *sent_len, *sent_place; /* [blocks] the same of what is sent, where lengths are two
	                                  ranks' alone; NULL: not so */
	int64_t most_of_pair;           /* units; */
	int kind_of_pairs;              /* see call_pair */
	int64_t sends;                  /* units that this rank gives */
	const struct operation *o;      /* or NULL */
	MPI_Op op;

	/* As MPI takes them, in elements. */
	int in_count, out_count, *counts, *places, *in_counts, *in_places, given_root;
	MPI_Count *counts_c, *in_counts_c;
	MPI_Aint *places_c, *in_places_c;
	MPI_Datatype *types, *in_types;

	struct buffer in, sent, out, expected, native;
	request r;
	bool active;
	bool asked;    /* the MPI library's own was called, */
	bool refused;  /* and failed */
	bool released; /* the types and the operation were given back */
};

/* The wish for a row of the table, when a call is drawn. */
struct call_wish {
	const struct row *row;
	enum form form;
	MPI_Comm comm, shadow;
	const char *where;
	uint64_t seed, step;
	int64_t most;    /* bytes of a vector, or of all blocks together */
	bool same_types; /* all ranks receive by the same type */
};

/* The units that a rank, of the other group if there are two, sends to rank `to` of this group,
 * where only the two know. All ranks may ask. */
int64_t call_pair(const struct call *c, int from, int to);

/* What this rank sends, as it stands in its buffer: into spans[blocks + 1]. Returns how many. */
int call_sent(const struct call *c, struct span *spans);

/* Draw its arguments. To be freed. */
struct call *call_draw(const struct call_wish *wish);
void call_free(struct call *c);

/* Give types and operation back to MPI, which may come before the end of the call. */
void call_release(struct call *c);

/* New data, and the expected result, by our own computation; and by the MPI library. All ranks must
 * call it at the same time. */
void call_prepare(struct call *c);

/* A persistent one is made, any other one begun. It ends the test when that fails. */
void call_begin(struct call *c);
void call_start(struct call *c);

/* It is over: compare. False: it is wrong, and has been told. */
bool call_check(struct call *c);

/* Whether this rank is the root. */
static inline bool call_is_root(const struct call *c)
{
	return c->roots && c->rank == c->root;
}

/* Whether all ranks, of both groups if there are two, are for it. They have to ask at the same
 * time.
 */
bool call_agreed(const struct call *c, int here);

/* All about it, in a line. */
void call_describe(const struct call *c, char *text, size_t size);

/* Calls compared; of them, calls in which the MPI library's own gave something else or failed. */
extern _Atomic int64_t calls_checked, calls_native_wrong, calls_native_failed;

#endif
