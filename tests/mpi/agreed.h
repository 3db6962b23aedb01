/* SPDX-License-Identifier: BSD-3-Clause
 * The parts of the calls of agreed.c: where they are made, what they send, what they say when they
 * go wrong.
 */
#ifndef AGREED_H
#define AGREED_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Where the call is: a communicator, and what it is called. */
struct place {
	MPI_Comm comm;
	int P, rank;
};

/* How a rank says that it has n ints: PLAIN as n of MPI_INT, WHOLE as one of a type of all of them,
 * GAPS with an int free after each, THREES by threes where n can be divided. */
enum style { PLAIN, WHOLE, GAPS, THREES, STYLES };

/* n ints of a style. A block of `ints` ints of which one is laid behind another lies `ints * step`
 * ints behind it. */
struct side {
	MPI_Datatype type;
	int count, step;
	bool made;
};

struct side side_of(int n, enum style style);
void side_free(struct side *s);

/* Ints in blocks: block b of so many, at place[b], counted in ints without gaps. */
struct ints {
	int *at;
	int n, step;
};

struct ints ints_new(int n, int step);
void ints_free(struct ints *v);
int *ints_place(const struct ints *v, int i);

/* The value of item i of rank `from`. */
int item(int from, int i);

/* Fill in, or compare, items first, first + 1, ... of rank `from`, n of them, from place `to` on.
 */
void put(const struct ints *v, int to, int n, int from, int first);
void check(const struct ints *v, int to, int n, int from, int first);
/* Where to look next after place i of n: in very long vectors one place in thirteen is enough. */
int step_of(int n, int i);
/* Nothing is written in gaps and elsewhere than in these places. */
void check_free(const struct ints *v, int from, int to);

/* The case that is under way, as a message names it; a new one has some seconds. */
void now(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* It went wrong: say so and end all ranks. */
void wrong(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
/* Say what is under way when it hangs, crashes or fails. */
void watch(int limit);
MPI_Errhandler watcher(void);

/* ---- agreed_calls.c */

/* All calls of a collective with blocks or vectors of n ints; false: there is no such one. */
bool calls_of(const struct place *p, const char *collective, int n);
/* Those between two groups of processes. `own` is this one's size, `other` the other's; is it the
 * first one? */
void calls_between(MPI_Comm inter, const struct place *own, int other, bool first, int n);

extern long calls;
/* The promises that the programs keep. */
extern bool commuting, alike;

enum { MOST_RANKS = 64 };
/* How many ranks of the communicator of so many ranks have come to a barrier. */
extern atomic_int *came; /* [MOST_RANKS + 1] */

#endif
