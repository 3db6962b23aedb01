/* SPDX-License-Identifier: BSD-3-Clause
 * The performance guidelines: a collective should not take longer than others that do the same.
 *
 * Users of MPI could write the right side in place of the left one. So where that is faster, the
 * library has something better than what it does, and its users are told what. The guidelines are
 * after Traff, Gropp & Thakur, "Self-consistent MPI performance guidelines" (TPDS 21(5), 2010);
 * Hunold, Carpen-Amarie, Lubbe & Traff, "Automatic verification of self-consistent MPI performance
 * guidelines" (Euro-Par 2016); and, for unequal blocks, Traff, "Practical, linear-time, fully
 * distributed algorithms for irregular gather and scatter" (EuroMPI 2017), section 4.
 *
 * Where equal blocks are rounded up, that makes the right side longer, not the left one. In a
 * gather by a reduction all others' blocks are zero.
 */
#include "ringbench/guidelines.h"

#include <stddef.h>

#define ONE_TERM(c, extent) .nterms = 1, .right = {{c, extent}}
#define TWO_TERMS(a, extent_a, b, extent_b) .nterms = 2, .right = {{a, extent_a}, {b, extent_b}}

/* clang-format off */
static const struct guideline table[] = {
	/* Equal blocks are the special case. */
	{"gather<=gatherv", GATHER, ONE_TERM(GATHERV, WHOLE),
	 .why = "equal blocks are the special case",
	 .advice = "use Gatherv instead"},
	{"scatter<=scatterv", SCATTER, ONE_TERM(SCATTERV, WHOLE),
	 .why = "equal blocks are the special case",
	 .advice = "use Scatterv instead"},
	{"allgather<=allgatherv", ALLGATHER, ONE_TERM(ALLGATHERV, WHOLE),
	 .why = "equal blocks are the special case",
	 .advice = "use Allgatherv instead"},
	{"reduce_scatter_block<=reduce_scatter", REDUCE_SCATTER_BLOCK, ONE_TERM(REDUCE_SCATTER, WHOLE),
	 .why = "equal blocks are the special case",
	 .advice = "use Reduce_scatter instead"},

	{"alltoall<=alltoallv", ALLTOALL, ONE_TERM(ALLTOALLV, WHOLE),
	 .why = "equal blocks are the special case",
	 .advice = "use Alltoallv instead"},
	{"alltoallv<=alltoallw", ALLTOALLV, ONE_TERM(ALLTOALLW, WHOLE), .each_kind = true,
	 .why = "one type for all blocks is the special case",
	 .advice = "use Alltoallw instead"},

	/* Unequal blocks can be padded: agree on the longest, then use the special case. */
	{"gatherv<=allreduce+gather", GATHERV, TWO_TERMS(ALLREDUCE, ONE, GATHER, PADDED), .each_kind = true,
	 .why = "blocks can be padded to the longest",
	 .advice = "agree on the longest block by Allreduce; pad and use Gather"},
	{"scatterv<=allreduce+scatter", SCATTERV, TWO_TERMS(ALLREDUCE, ONE, SCATTER, PADDED), .each_kind = true,
	 .why = "blocks can be padded to the longest",
	 .advice = "agree on the longest block by Allreduce; pad and use Scatter"},
	{"allgatherv<=allreduce+allgather", ALLGATHERV, TWO_TERMS(ALLREDUCE, ONE, ALLGATHER, PADDED), .each_kind = true,
	 .why = "blocks can be padded to the longest",
	 .advice = "agree on the longest block by Allreduce; pad and use Allgather"},

	{"alltoallv<=allreduce+alltoall", ALLTOALLV, TWO_TERMS(ALLREDUCE, ONE, ALLTOALL, PADDED), .each_kind = true,
	 .why = "blocks can be padded to the longest",
	 .advice = "agree on the longest block by Allreduce; pad and use Alltoall"},

	/* The right side does more. */
	{"allgather<=alltoall", ALLGATHER, ONE_TERM(ALLTOALL, WHOLE),
	 .why = "each rank may send its block to each",
	 .advice = "use Alltoall with the own block for each"},
	{"gather<=allgather", GATHER, ONE_TERM(ALLGATHER, WHOLE),
	 .why = "the root gets the same",
	 .advice = "use Allgather instead"},
	{"gather<=reduce", GATHER, ONE_TERM(REDUCE, WHOLE),
	 .why = "a sum with zeros for the others' blocks",
	 .advice = "use Reduce with zeros for the others' blocks"},
	{"scatter<=bcast", SCATTER, ONE_TERM(BCAST, WHOLE),
	 .why = "each rank gets its block and all others",
	 .advice = "use Bcast instead"},
	{"reduce<=allreduce", REDUCE, ONE_TERM(ALLREDUCE, WHOLE),
	 .why = "the root gets the same",
	 .advice = "use Allreduce instead"},
	{"reduce<=scan", REDUCE, ONE_TERM(SCAN, WHOLE), .last_root = true,
	 .why = "the last rank gets the same",
	 .advice = "use Scan instead where the root may be the last rank"},
	{"reduce_scatter_block<=allreduce", REDUCE_SCATTER_BLOCK, ONE_TERM(ALLREDUCE, WHOLE),
	 .why = "each rank gets its block and all others",
	 .advice = "use Allreduce instead"},
	{"allgather<=allreduce", ALLGATHER, ONE_TERM(ALLREDUCE, WHOLE),
	 .why = "a sum with zeros for the others' blocks",
	 .advice = "use Allreduce with zeros for the others' blocks"},
	{"exscan<=scan", EXSCAN, ONE_TERM(SCAN, WHOLE),
	 .why = "a scan adds one vector more",
	 .advice = "use Scan and take off the own vector"},
	{"barrier<=allreduce", BARRIER, ONE_TERM(ALLREDUCE, ONE),
	 .why = "nobody has the sum before all have come",
	 .advice = "use Allreduce of one element instead"},

	/* The right side is made of several calls. */
	{"allreduce<=reduce+bcast", ALLREDUCE, TWO_TERMS(REDUCE, WHOLE, BCAST, WHOLE),
	 .why = "the root sends the sum to all",
	 .advice = "use Reduce and then Bcast"},
	{"allreduce<=reduce_scatter_block+allgather", ALLREDUCE, TWO_TERMS(REDUCE_SCATTER_BLOCK, WHOLE, ALLGATHER, WHOLE),
	 .why = "each rank adds a block and sends it to all",
	 .advice = "use Reduce_scatter_block and then Allgather"},
	{"allgather<=gather+bcast", ALLGATHER, TWO_TERMS(GATHER, WHOLE, BCAST, WHOLE),
	 .why = "the root sends all blocks to all",
	 .advice = "use Gather and then Bcast"},
	{"bcast<=scatter+allgather", BCAST, TWO_TERMS(SCATTER, WHOLE, ALLGATHER, WHOLE),
	 .why = "each rank sends a block to all",
	 .advice = "use Scatter and then Allgather"},
	{"reduce<=reduce_scatter_block+gather", REDUCE, TWO_TERMS(REDUCE_SCATTER_BLOCK, WHOLE, GATHER, WHOLE),
	 .why = "each rank adds a block, the root gathers",
	 .advice = "use Reduce_scatter_block and then Gather"},
	{"reduce_scatter_block<=reduce+scatter", REDUCE_SCATTER_BLOCK, TWO_TERMS(REDUCE, WHOLE, SCATTER, WHOLE),
	 .why = "the root adds all and scatters",
	 .advice = "use Reduce and then Scatter"},
	{"reduce_scatter<=reduce+scatterv", REDUCE_SCATTER, TWO_TERMS(REDUCE, WHOLE, SCATTERV, WHOLE), .each_kind = true,
	 .why = "the root adds all and scatters",
	 .advice = "use Reduce and then Scatterv"},
	{"scan<=exscan+local", SCAN, ONE_TERM(EXSCAN, WHOLE), .local = true,
	 .why = "each rank adds its own vector",
	 .advice = "use Exscan and then Reduce_local"},

	/* Guidelines for every collective. */
	{"monotony", ANY, ONE_TERM(ANY, NEXT), .each_kind = true,
	 .why = "the vector can be padded to the next size",
	 .advice = "pad to the next size"},
	{"split-2", ANY, ONE_TERM(ANY, PART), .parts = 2,
	 .why = "the vector can be split",
	 .advice = "split into 2"},
	{"split-4", ANY, ONE_TERM(ANY, PART), .parts = 4,
	 .why = "the vector can be split",
	 .advice = "split into 4"},
	{"split-8", ANY, ONE_TERM(ANY, PART), .parts = 8,
	 .why = "the vector can be split",
	 .advice = "split into 8"},
};
/* clang-format on */

const struct guideline *guideline_at(int i)
{
	return i < (int)(sizeof table / sizeof *table) ? &table[i] : NULL;
}
