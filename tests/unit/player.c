/* SPDX-License-Identifier: BSD-3-Clause
 * The proof as libringgen has it: all algorithms on the places of jobs, a ring with faults as
 * compiled code has them, which looks up nothing before it takes an index, and what happens when
 * time or memory is short. Linked with the very object that is in that library.
 */
#undef RINGGEN_PROOF
#include "library/player.h"

#include <stdlib.h>

#include "engine/catalogue.h"
#include "memory.h"
#include "test.h"

static char why[512];

/* Play all of its shares with time enough, up to the first that is not proved. */
static enum rg_player_verdict play(const struct rg_player_variant *variant)
{
	double left = 600;
	enum rg_player_verdict verdict = RG_PROVED_HERE;
	for (int i = 0; i < rg_player_shares(variant) && verdict == RG_PROVED_HERE; i++)
		verdict = rg_player_play(variant, i, &left, why, sizeof why);
	CHECK(left < 600);
	return verdict;
}

/* ---- All algorithms */

/* Ranks 0 ... 8 backwards, on machines of 4, 3 and 2 ranks behind two switches. */
static const int backwards[] = {8, 7, 6, 5, 4, 3, 2, 1, 0}, machines[] = {0, 4, 7, 9},
		 switches[] = {0, 7, 9}, one[] = {0, 9};

static void test_all(void)
{
	const struct rg_places several = {
		.P = 9,
		.order = backwards,
		.level = {[RG_ON_MACHINE] = {3, machines}, [RG_ON_SWITCH] = {2, switches}}};
	const struct rg_places alone = {
		.P = 9, .order = backwards, .level[RG_ON_MACHINE] = {1, one}};

	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_algorithm *a = rg_routines[i].algorithm;
		const char *const none[] = {NULL, NULL}, *const *tries = a->tries ? a->tries : none;
		for (int k = 0; k == 0 || tries[k]; k++) {
			struct rg_player_variant variant = {
				rg_player_widest(rg_routines[i].collective, a), a, tries[k],
				a->machine ? &alone : &several, k % 2};
			CHECK_INT(play(&variant), RG_PROVED_HERE);
			CHECK_STR(why, "");
		}
	}
}

/* ---- A ring allgather, and what may be wrong with it */

enum fault { NONE, AT_SIX, IN_LANES, BEFORE_ORDER, BEHIND_ORDER, BEHIND_LENGTHS, NO_END, FAULTS };
static enum fault fault;

struct ring {
	int at, step;
};

/* Which block goes to the next rank in this step. */
static int block_of(const struct rg *r, const struct ring *s)
{
	int i = r->pos - s->step + 1;
	bool last = s->step == r->P - 1;

	if ((fault == AT_SIX && r->P == 6) || (fault == IN_LANES && r->veiled_lanes == 8))
		return last ? i - 1 : i;
	if (fault == BEFORE_ORDER && last && r->pos == 0)
		return i - r->P;
	if (fault == BEHIND_ORDER && last && r->pos == r->P - 1)
		return i + 2 * r->P;
	return i;
}

static int ring(struct rg *r, void *frame)
{
	struct ring *s = frame;
	struct rg_span own;

	RG_BEGIN(r, s);
	if (!r->in_place) {
		own = rg_block_of(r, RG_OUT, r->rank);
		rg_copy(r, rg_slice(r, RG_OUT, own.off, own.len), rg_own(r, RG_IN));
	}
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, rg_next(r), rg_block(r, RG_OUT, block_of(r, s)));
		rg_recv(r, rg_prev(r), rg_block(r, RG_OUT, r->pos - s->step));
		if (fault == BEHIND_LENGTHS && r->len && r->rank == 3)
			rg_copy(r, rg_block_of(r, RG_OUT, 3), rg_block_of(r, RG_OUT, r->P));
		rg_wait(r, s);
	}
	for (; fault == NO_END;)
		rg_wait(r, s);
	RG_END(s);
}

static const struct rg_algorithm ring_allgather = {
	.name = "ring", .run = ring, .frame = sizeof(struct ring), .lanes = true, .ring = true};

static struct rg_player_variant ring_variant(const struct rg_places *places, bool in_lanes)
{
	return (struct rg_player_variant){rg_player_widest(RG_ALLGATHER, &ring_allgather),
	                                  &ring_allgather, NULL, places, in_lanes};
}

static void test_faults(void)
{
	const struct rg_places five = {.P = 5, .order = backwards + 4},
			       six = {.P = 6, .order = backwards + 3};
	const struct rg_player_variant at_five = ring_variant(&five, true),
				       at_six = ring_variant(&six, true),
				       in_one = ring_variant(&six, false);

	for (fault = NONE; fault < FAULTS; fault++) {
		CHECK_INT(play(&at_six), fault ? RG_REFUTED_HERE : RG_PROVED_HERE);
		CHECK_INT(strlen(why) > 0, fault > 0);
	}
	fault = AT_SIX;
	CHECK_INT(play(&at_five), RG_PROVED_HERE);
	fault = IN_LANES;
	CHECK_INT(play(&in_one), RG_PROVED_HERE);
	fault = NONE;
}

/* ---- When something is short */

static void test_time(void)
{
	const struct rg_places nine = {.P = 9};
	const struct rg_player_variant variant = ring_variant(&nine, false);

	for (double left = 0; left < 1e-3; left += 1e-4) {
		double rest = left;
		enum rg_player_verdict verdict =
			rg_player_play(&variant, 0, &rest, why, sizeof why);
		CHECK(verdict == RG_TOO_LATE || verdict == RG_PROVED_HERE);
		CHECK(left > 0 || verdict == RG_TOO_LATE);
		CHECK(rest < left);
	}
	/* For one long game, which is given up within it. */
	const struct rg_places many = {.P = 2000};
	const struct rg_player_variant longer = ring_variant(&many, false);
	double left = 0.2;
	CHECK_INT(rg_player_play(&longer, 0, &left, why, sizeof why), RG_TOO_LATE);
	CHECK(left > -2 && strstr(why, "too long"));
}

static void test_memory(void)
{
	const struct rg_places many = {.P = 1000};
	const struct rg_player_variant variant = ring_variant(&many, false);
	struct rlimit all;
	double left = 600;

	if (!memory_is_limited())
		return;
	limit_memory(1 << 20, &all);
	enum rg_player_verdict verdict = rg_player_play(&variant, 0, &left, why, sizeof why);
	setrlimit(RLIMIT_AS, &all);
	CHECK_INT(verdict, RG_TOO_LATE);
	CHECK(strstr(why, "out of memory"));
}

int main(void)
{
	test_all();
	test_faults();
	test_time();
	if (!TEST_SANITIZED) /* it has its own memory */
		test_memory();
	return TEST_END;
}
