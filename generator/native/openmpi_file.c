/* SPDX-License-Identifier: BSD-3-Clause
 * openmpi_file: choices of algorithms as a file for Open MPI.
 *
 * Its form (ompi/mca/coll/tuned/coll_tuned_dynamic_file.c): how many collectives; for each its
 * number, and how many sizes of communicators; for each the size, and how many rules; for each from
 * how many bytes on (of what: agreement.c), the algorithm (0: Open MPI's own choice), fan-out, and
 * bytes of a segment. A communicator takes the rules of the largest size that is not above its own,
 * the last of these, or, if there is none, the first (ompi_coll_tuned_get_com_rule_ptr in
 * coll_tuned_dynamic_rules.c): so those of no ranks come first, and say nothing. Open MPI 6.0.0rc2
 * takes those of the smallest size that is above its own, the first of these, or, if there is none,
 * the last (tests/tuning_file.bats): so sizes stand twice, and each version finds what it is to.
 */
#include "native/openmpi_file.h"

/* The numbers of coll_tuned (enum COLLTYPE of ompi/mca/coll/base). Its reader takes any below
 * COLLCOUNT: a wrong one sets another collective's algorithms without a word. */
static const struct {
	enum rg_collective collective;
	int number;
} numbers[] = {
	{RG_ALLGATHER, 0},
	{RG_ALLGATHERV, 1},
	{RG_ALLREDUCE, 2},
	{RG_ALLTOALL, 3},
	{RG_ALLTOALLV, 4},
	{RG_BARRIER, 6},
	{RG_BCAST, 7},
	{RG_EXSCAN, 8},
	{RG_GATHER, 9},
	{RG_REDUCE, 11},
	{RG_REDUCE_SCATTER, 12},
	{RG_SCAN, 14},
	{RG_REDUCE_SCATTER_BLOCK, 13},
	{RG_SCATTER, 15},
};

int rg_openmpi_number(enum rg_collective collective)
{
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (numbers[i].collective == collective)
			return numbers[i].number;
	return -1;
}

/* An algorithm that Open MPI takes by itself is left to it. */
static bool is_own(const struct rg_native_choice *c)
{
	return c->native == c->usual;
}

/* Another name for the same rule is none. */
static bool is_as(const struct rg_native_choice *a, const struct rg_native_choice *b)
{
	return is_own(a) ? is_own(b)
	                 : !is_own(b) && a->native == b->native && a->segment == b->segment;
}

/* From which size on a rule holds, as it is looked up: a vector of that length, in equal blocks. */
static void add_rules(const struct rg_native_choices *c, const struct rg_agreement *asks, int P,
                      struct rg_text *out)
{
	struct rg_text rules = {0};
	int n = 0;
	for (int i = 0; i < c->n; i++) {
		const struct rg_native_choice *x = &c->choice[i];
		if (i && is_as(x, x - 1))
			continue;
		n++;
		rg_textf(&rules, "%lld %d 0 %lld # %s\n",
		         (long long)rg_agreement_length(asks, x->bytes, P),
		         is_own(x) ? 0 : x->native->id, (long long)(is_own(x) ? 0 : x->segment),
		         is_own(x) ? "its own choice" : x->native->name);
	}
	rg_textf(out, "%d # rules\n%s", n, rules.s);
	rg_text_free(&rules);
}

/* Communicators of this size have its own choice. */
static void add_own(int ranks, const char *which, struct rg_text *out)
{
	rg_textf(out, "%d # %s: its own choice\n1\n0 0 0 0\n", ranks, which);
}

static void add_collective(enum rg_collective collective, const struct rg_native_choices *c, int P,
                           struct rg_text *out)
{
	const struct rg_agreement *asks = rg_agreement_of(RG_OF_OPENMPI, collective);

	rg_textf(out, "\n%d # %s\n5 # sizes of communicators\n", rg_openmpi_number(collective),
	         rg_collectives[collective].name);
	add_own(0, "ranks and more", out);
	add_own(P, "fewer ranks, for Open MPI 6", out);
	rg_textf(out, "%d # ranks\n", P);
	add_rules(c, asks, P, out);
	rg_textf(out, "%d # the same ranks, for Open MPI 6\n", P + 1);
	add_rules(c, asks, P, out);
	add_own(P + 1, "ranks and more", out);
}

/* One without a number has no choice of algorithms (tests/unit/native.c). */
static bool is_written(enum rg_collective collective, const struct rg_native_choices *c)
{
	return rg_openmpi_number(collective) >= 0 && rg_native_changes(c);
}

void rg_openmpi_file(const struct rg_native_choices choices[RG_COLLECTIVES], int P,
                     unsigned assumed, struct rg_text *out)
{
	int n = 0;
	rg_agreement_tell(RG_OF_OPENMPI, assumed, "# ", out);
	for (int k = 0; k < RG_COLLECTIVES; k++)
		n += is_written((enum rg_collective)k, &choices[k]);
	rg_textf(out, "%d # collectives\n", n);
	for (int k = 0; k < RG_COLLECTIVES; k++)
		if (is_written((enum rg_collective)k, &choices[k]))
			add_collective((enum rg_collective)k, &choices[k], P, out);
}
