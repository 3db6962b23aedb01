/* SPDX-License-Identifier: BSD-3-Clause
 * Random datatypes, each beside a map of our own: which number is where in an element. Many types
 * have the same signature: the same basic types in the same order, wherever they are.
 */
#ifndef RG_DIFFER_TYPES_H
#define RG_DIFFER_TYPES_H

#include "basics.h"
#include "draw.h"

#include <stdint.h>

/* The basic types of a unit, by their number in `basics`. A unit in canonical form: its numbers one
 * behind the other, without gaps. */
struct signature {
	int n, *basic;
	size_t size; /* bytes */
};

struct part {
	int basic;
	ptrdiff_t at; /* bytes from the element's address */
};

struct type {
	MPI_Datatype handle;
	bool made;   /* to be freed */
	bool hollow; /* there is something without data in it */
	int n;       /* parts, in the order of the signature */
	struct part *part;
	MPI_Aint lb, extent; /* MPI's */
	ptrdiff_t low, high; /* the bytes low <= i < high of an element are in use, at most */
	size_t size;
	int align;
	char *text;     /* how it was made */
	uintptr_t base; /* what the handle's addresses are more than the map's: of MPI_BOTTOM */
};

/* A random signature, now and then without anything; one of a basic type alone, of so many of one.
 */
struct signature signature_draw(struct draw *d);
struct signature signature_of(int basic, int n);
void signature_free(struct signature *s);

/* The shortest beginning of basic types that, repeated, makes all of them. */
int signature_period(const int *basic, int n);

/* A committed type with the signature `basic` [n], which the MPI library packs rightly. May its
 * parts lie over each other, or those of neighbours among `count` elements? Only in a buffer that
 * is read. */
struct type type_draw(struct draw *d, const int *basic, int n, bool may_overlap, int64_t count);

/* A committed type without data, which may have an extent. */
struct type type_draw_empty(struct draw *d);

/* A type that MPI has by name. */
struct type type_named(int basic);
struct type type_of_pair(int pair);

/* Let the handle have absolute addresses, of element 0 at `origin`: that buffer is MPI_BOTTOM. The
 * map stays. */
void type_from_bottom(struct type *t, const void *origin);

/* The address that MPI is given for element 0. */
static inline void *type_address(const struct type *t, const void *origin)
{
	return (void *)((uintptr_t)origin - t->base);
}

/* The handle is given back to MPI: the map stays. */
void type_release(struct type *t);
void type_free(struct type *t);

/* Do two elements of a committed type get there and back by MPI_Pack? An MPI library that takes
 * them from other places gives wrong data of its own: see tests/mpi/faults/complex_stride.c. */
bool type_is_packed(const struct type *t);

/* Units to and from the canonical form; `origin` is the address of element 0. */
void type_pack(const struct type *t, const unsigned char *origin, int64_t first, int64_t n,
               unsigned char *canonical);
void type_unpack(const struct type *t, unsigned char *origin, int64_t first, int64_t n,
                 const unsigned char *canonical);

#endif
