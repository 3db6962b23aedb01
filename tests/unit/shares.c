/* SPDX-License-Identifier: BSD-3-Clause
 * The games that are played when a communicator is set up: each number of lanes that can run, each
 * root, each block and each pair of blocks empty, alone and longest. Algorithms of the templates
 * are played, behind a spy that notes what they are given.
 */
#include "prove/shares.h"

#include <stdlib.h>
#include <string.h>

#include "engine/catalogue.h"
#include "test.h"

enum { RANKS_MOST = 40 };

/* The findings about the calls of one job. Blocks are a set of ranks each. */
static struct {
	bool lanes[RG_SEGMENTS_MOST + 1];
	bool root[RANKS_MOST];
	bool in_place[2];
	uint64_t *empty; /* [n] the empty blocks of calls with unlike blocks */
	size_t n, room;
	uint64_t longest; /* the blocks that were longer than all others together */
	uint64_t own;     /* the roots whose own block was empty, and others were not */
} seen;

static const struct rg_algorithm *behind;

static void note_blocks(const struct rg *r)
{
	uint64_t empty = 0, longest = 0;
	for (int i = 0; i < r->P; i++) {
		empty |= (uint64_t)!r->len[i] << i;
		longest |= (uint64_t)(r->len[i] > r->n - r->len[i] && r->len[(i + 1) % r->P]) << i;
	}
	if (!seen.n || seen.empty[seen.n - 1] != empty) {
		if (seen.n == seen.room)
			seen.empty = realloc(seen.empty,
			                     (seen.room = 2 * seen.room + 64) * sizeof *seen.empty);
		seen.empty[seen.n++] = empty;
	}
	seen.longest |= longest;
	if (r->len && !r->len[r->root] && r->n)
		seen.own |= UINT64_C(1) << r->root;
}

static int spy(struct rg *r, void *frame)
{
	seen.lanes[r->veiled_lanes] = true;
	seen.root[r->root] = true;
	seen.in_place[r->in_place] = true;
	if (r->len)
		note_blocks(r);
	return behind->run(r, frame);
}

/* Play all shares of a routine on P ranks, each on a machine of its own. */
static void play(enum rg_collective which, const char *name, const char *parameters, int P)
{
	int i = 0;
	while (rg_routines[i].collective != which || strcmp(rg_routines[i].algorithm->name, name))
		i++;
	behind = rg_routines[i].algorithm;
	struct rg_algorithm spied = *behind;
	spied.run = spy;
	const struct rg_game job = {
		.collective = which, .algorithm = &spied, .places.P = P, .parameters = parameters};
	free(seen.empty);
	memset(&seen, 0, sizeof seen);
	for (int k = 0; k < rg_shares(&job, true); k++) {
		struct rg_proof proof = {0};
		rg_prove_share(&job, true, k, &proof);
		CHECK(proof.proved);
		CHECK_STR(proof.reason, "");
		rg_proof_free(&proof);
	}
}

static bool was_empty(uint64_t set)
{
	size_t i = 0;
	while (i < seen.n && seen.empty[i] != set)
		i++;
	return i < seen.n;
}

/* ---- Lanes */

/* Each number that can run is played, as long as it is not too many messages, of which there are so
 * many in one lane; two always. */
static void check_lanes(int P, int messages, bool segments)
{
	const int most = segments ? RG_SEGMENTS_MOST : RG_LANES_MOST;
	for (int lanes = 2; lanes <= most; lanes++) {
		int runs = rg_lanes_for(lanes, most);
		CHECK(runs >= lanes && 2 * runs <= 3 * lanes && runs <= most);
		CHECK_INT(rg_lanes_for(runs, most), runs);
		CHECK(seen.lanes[runs] || runs * messages > 1 << 13 ||
		      (!segments && runs * P > 1 << 10));
	}
	CHECK(seen.lanes[2]);
}

static void test_lanes(void)
{
	for (int P = 2; P <= 26; P = P < 4 ? P + 1 : P + 22) {
		play(P < 4 ? RG_ALLREDUCE : RG_ALLGATHER, "ring", NULL, P);
		check_lanes(P, (P < 4 ? 2 : 1) * P * (P - 1), false);
	}
	play(RG_BCAST, "ring", NULL, 9);
	check_lanes(9, 9, true);
	CHECK_INT(rg_lanes_for(1, 128), 1);
	CHECK_INT(rg_lanes_for(0, 128), 1);
	CHECK_INT(rg_lanes_for(INT64_MAX, 128), 128);
	CHECK_INT(rg_lanes_for(5, 128), 6);
	CHECK_INT(rg_lanes_for(97, 128), 128);
}

/* ---- Roots */

static void test_roots(void)
{
	static const struct {
		enum rg_collective which;
		const char *name, *parameters;
	} rooted[] = {{RG_BCAST, "tree", "binomial"}, {RG_REDUCE, "tree", "binary"},
	              {RG_GATHER, "ring", NULL},      {RG_SCATTER, "tree", "binomial"},
	              {RG_GATHERV, "ordered", "1"},   {RG_SCATTERV, "ordered", "1"}};
	for (size_t k = 0; k < sizeof rooted / sizeof *rooted; k++)
		for (int P = 2; P <= RANKS_MOST; P = 2 * P + 1) {
			play(rooted[k].which, rooted[k].name, rooted[k].parameters, P);
			for (int root = 0; root < P; root++) {
				CHECK(seen.root[root]);
				CHECK(!rg_is_irregular(rooted[k].which) || seen.own >> root & 1);
			}
			CHECK(rooted[k].which == RG_BCAST ||
			      (seen.in_place[0] && seen.in_place[1]));
		}
}

/* ---- Blocks */

/* Each subset of any four neighbours has been empty, whatever the others are. */
static void check_four(int P, int from)
{
	bool had[16] = {false};
	for (size_t i = 0; i < seen.n; i++) {
		int set = 0;
		for (int k = 0; k < 4; k++)
			set |= (int)(seen.empty[i] >> (from + k) % P & 1) << k;
		had[set] = true;
	}
	for (int set = 0; set < 16; set++)
		CHECK(had[set]);
}

static void check_blocks(int P, int pairs_from)
{
	const uint64_t all = (UINT64_C(1) << P) - 1;
	CHECK_INT(seen.longest == all, true);
	for (int i = 0; i < P; i++) {
		const uint64_t one = UINT64_C(1) << i;
		CHECK(was_empty(one) && was_empty(all & ~one));
		for (int k = i + 1; k < P && P > 2; k++) {
			const uint64_t two = one | UINT64_C(1) << k;
			bool all_pairs = k == i + 1 || P <= pairs_from;
			CHECK(!all_pairs || (was_empty(two) && (P == 2 || was_empty(all & ~two))));
		}
		if (P >= 8)
			check_four(P, i);
	}
}

static void test_blocks(void)
{
	for (int P = 2; P <= RANKS_MOST; P = P < 9 ? P + 1 : P + 31) {
		play(RG_ALLGATHERV, "ring", NULL, P);
		check_blocks(P, 16);
		play(RG_REDUCE_SCATTER, "ring", NULL, P);
		check_blocks(P, 16);
	}
	play(RG_GATHERV, "ordered", "1", 12);
	check_blocks(12, 16);
}

int main(void)
{
	test_lanes();
	test_roots();
	test_blocks();
	free(seen.empty);
	return TEST_END;
}
