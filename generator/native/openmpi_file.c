/* SPDX-License-Identifier: BSD-3-Clause
 * openmpi_file: choices of algorithms as a file for Open MPI.
 *
 * Its form (ompi/mca/coll/tuned/coll_tuned_dynamic_file.c): how many collectives; of each its
 * number, how many sizes of communicators; of each the size, how many rules; of each from how many
 * bytes of the whole vector on, the algorithm (0: what Open MPI takes by itself), fan-out, and
 * bytes of a segment. A communicator takes the rules of the largest size that is not above its own.
 */
#include "native/openmpi_file.h"

/* The numbers of coll_tuned (enum COLLTYPE of ompi/mca/coll/base). */
static const int numbers[RG_COLLECTIVES] = {
	[RG_ALLGATHER] = 0, [RG_ALLGATHERV] = 1,      [RG_ALLREDUCE] = 2,
	[RG_BCAST] = 7,     [RG_GATHER] = 9,          [RG_REDUCE] = 11,
	[RG_SCATTER] = 15,  [RG_REDUCE_SCATTER] = 12, [RG_REDUCE_SCATTER_BLOCK] = 13,
	[RG_BARRIER] = 6,   [RG_EXSCAN] = 8,          [RG_SCAN] = 14,
};

/* What it takes by itself is left to it. */
static bool is_own(const struct rg_native_choice *c)
{
	return c->native == c->usual;
}

static void add_rule(const struct rg_native_choice *c, struct rg_text *out)
{
	rg_textf(out, "%lld %d 0 %lld # %s%s\n", (long long)c->bytes, is_own(c) ? 0 : c->native->id,
	         (long long)c->segment, is_own(c) ? "its own choice " : "",
	         c->native ? c->native->name : "");
}

static void add_collective(enum rg_collective collective, const struct rg_native_choices *c, int P,
                           struct rg_text *out)
{
	rg_textf(out, "\n%d # %s\n2\n%d # ranks\n%d # rules\n", numbers[collective],
	         rg_collectives[collective].name, P, c->n);
	for (int i = 0; i < c->n; i++)
		add_rule(&c->choice[i], out);
	rg_textf(out, "%d # ranks and more: its own choice\n1\n0 0 0 0\n", P + 1);
}

void rg_openmpi_file(const struct rg_native_choices choices[RG_COLLECTIVES], int P,
                     struct rg_text *out)
{
	int n = 0;
	for (int k = 0; k < RG_COLLECTIVES; k++)
		n += rg_native_changes(&choices[k]);
	rg_textf(out, "%d # collectives\n", n);
	for (int k = 0; k < RG_COLLECTIVES; k++)
		if (rg_native_changes(&choices[k]))
			add_collective((enum rg_collective)k, &choices[k], P, out);
}
