/* SPDX-License-Identifier: BSD-3-Clause
 * The next library that has a name which is taken over here: a tool's below us, or MPI's.
 */
#ifndef RG_NEXT_H
#define RG_NEXT_H

#include "preload/front/front.h"
#include "ringgen.h"

#include <stdatomic.h>

/* A name, and what it leads to once it was looked for. */
struct rg_next {
	const char *name;
	rg_function *otherwise; /* if no library has it; in a static program none can be asked */
	_Atomic(rg_function *) found;
};

#pragma GCC visibility push(hidden)

/* Look for it. */
rg_function *rg_next_find(struct rg_next *n);

/* Whether this symbol is the library's own, or that of the library before it (front.h). */
bool rg_next_comes_by(const void *symbol);

#pragma GCC visibility pop

/* What the name leads to in the libraries behind this one; NULL: nothing. */
static inline rg_function *rg_next_of(struct rg_next *n)
{
	rg_function *found = atomic_load_explicit(&n->found, memory_order_acquire);
	return found ? found : rg_next_find(n);
}

/* MPI_NAME of the next library, PMPI_NAME if there is none, as what is called in its place. Stands
 * in a function that has an RG_NEXT_HERE(NAME). */
#define RG_NEXT_HERE(NAME) \
	static struct rg_next next = {.name = "MPI_" #NAME, .otherwise = (rg_function *)PMPI_##NAME}
#define RG_NEXT(NAME) ((__typeof__(&PMPI_##NAME))rg_next_of(&next))

#endif
