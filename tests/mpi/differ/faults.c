/* SPDX-License-Identifier: BSD-3-Clause
 * Faults of the MPI libraries that are known.
 */
#include "faults.h"

#include "rows.h"

#include <string.h>

static bool scatters_in_place(const struct call *c)
{
	return c->in_place && !strcmp(c->row->name, "reduce_scatter");
}

static bool reduces_below(const struct call *c)
{
	return c->row->reduces && (c->type.low != 0 || c->type.lb != 0);
}

/* clang-format off */
static const struct {
	bool mpich; /* whose: of MPICH 4.0 or Open MPI 4.1 */
	const char *fault;
	bool (*meets)(const struct call *c);
} faults[] = {
	{true, "stops in an assertion when a long block of a reduce_scatter in place does not come first", scatters_in_place},
	{false, "writes outside its own buffers when it reduces a type with a negative lower bound", reduces_below},
};
/* clang-format on */

#ifdef OPEN_MPI
enum { OF_MPICH = 0 };
#else
enum { OF_MPICH = 1 };
#endif

const char *fault_of(const struct call *c)
{
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (faults[i].mpich == OF_MPICH && faults[i].meets(c))
			return faults[i].fault;
	return NULL;
}
