/* SPDX-License-Identifier: BSD-3-Clause
 * Phases that signals keep apart, on random trees: no message begins before the one that is so many
 * messages before it on the link out of its branch, or into the other, has come, and what is twice
 * as many before it, and so on, whatever takes long: so no more than so many are there at a time.
 * That is followed from who hears of what in the routine's own moves: a process knows at a step
 * what has come to it, and what those knew whose messages these were.
 *
 * apart [SEED [TRIALS]]
 */
#include "engine/catalogue.h"
#include "engine/game.h"
#include "engine/record.h"
#include "order/placement.h"
#include "ringgen/parts/phased.h"
#include "test.h"
#include "world.h"

enum { MOST = 32, WORDS = MOST * MOST / 64 };

/* Messages, by number from * P + to. */
struct known {
	uint64_t word[WORDS];
};

static bool is_known(const struct known *k, int message)
{
	return k->word[message / 64] >> message % 64 & 1;
}

static void know(struct known *k, int message)
{
	k->word[message / 64] |= UINT64_C(1) << message % 64;
}

static void know_all(struct known *k, const struct known *more)
{
	for (int i = 0; i < WORDS; i++)
		k->word[i] |= more->word[i];
}

/* What one process has sent to another: what it knew then, and whether it is a block. */
struct sent {
	struct known known;
	bool block;
};

enum { EACH = 8 }; /* blocks and signals from one process to another */

struct run {
	int P, apart;
	struct rg_places places;
	struct rg_branches branches;
	int branch[MOST]; /* of a rank */
	int member[MOST];
	int number[2][MOST][MOST];
	const struct rg_record *record;
	struct known known[MOST];
	struct sent sent[MOST][MOST][EACH];
	int given[MOST][MOST], taken[MOST][MOST];
	int step[MOST], times[MOST];
	bool posted[MOST];
	int early; /* messages that may begin too early */
};

/* ---- Where the branches are */

static void place_branches(struct run *x, const char *parameters)
{
	for (int pos = 0; pos < x->P; pos++) {
		struct rg r = {.parameters = parameters};
		struct phases_alltoall s = {0};
		rg_sit(&r, &x->places, pos);
		phased_begin(&r, &s);
		x->branches = s.branches;
		x->member[r.rank] = s.member;
		x->branch[r.rank] = rg_branch_at(&s.branches, s.member);
	}
}

/* Are both on the link out of a branch, or on that into one? */
static bool meet(const struct run *x, int in, int from, int to, int a, int b)
{
	const int *branch = x->branch;

	return branch[from] != branch[to] && branch[a] != branch[b] &&
	       (in ? branch[b] == branch[to] : branch[a] == branch[from]);
}

/* How many messages are before each one on its two links. */
static void number_messages(struct run *x)
{
	int phase[MOST][MOST] = {0};

	for (int a = 0; a < x->P; a++)
		for (int b = 0; b < x->P; b++)
			phase[a][b] = a == b ? 0
			                     : (int)rg_tree_phase(&x->branches, x->member[a],
			                                          x->member[b]);
	for (int from = 0; from < x->P; from++)
		for (int to = 0; to < x->P; to++)
			for (int a = 0; a < x->P; a++)
				for (int b = 0; b < x->P; b++)
					for (int in = 0; in < 2; in++)
						x->number[in][from][to] +=
							meet(x, in, from, to, a, b) &&
							phase[a][b] < phase[from][to];
}

/* No more than what the two branches with the fewest processes send to each other, twice. */
static int may_be_apart(const struct run *x, int apart)
{
	int size[MOST] = {0}, least[2] = {MOST, MOST};

	for (int rank = 0; rank < x->P; rank++)
		size[x->branch[rank]]++;
	for (int i = 0; i < x->P; i++) {
		if (!size[i])
			continue;
		int more = size[i] < least[0] ? least[0] : size[i];
		least[0] = size[i] < least[0] ? size[i] : least[0];
		least[1] = more < least[1] ? more : least[1];
	}
	return apart < 2 * least[0] * least[1] ? apart : 2 * least[0] * least[1];
}

/* ---- The run */

/* A block begins: has all come that is to have come? */
static void look(struct run *x, int from, int to)
{
	for (int a = 0; a < x->P; a++)
		for (int b = 0; b < x->P; b++)
			for (int in = 0; in < 2; in++) {
				int before = x->number[in][from][to] - x->number[in][a][b];
				if (meet(x, in, from, to, a, b) && before > 0 &&
				    before % x->apart == 0)
					x->early += !is_known(&x->known[from], a * x->P + b);
			}
}

static const struct rg_script *script_of(const struct run *x, int rank)
{
	return &x->record->script[rank];
}

static void post(struct run *x, int rank)
{
	const struct rg_script *s = script_of(x, rank);
	const struct rg_step *step = &s->step[x->step[rank]];

	for (int i = step->first; i < step->first + step->moves; i++) {
		const struct rg_move *m = &s->move[i];
		if (m->act != RG_SENDS)
			continue;
		if (!CHECK(x->given[rank][m->peer] < EACH))
			exit(1);
		if (m->len)
			look(x, rank, m->peer);
		x->sent[rank][m->peer][x->given[rank][m->peer]++] =
			(struct sent){x->known[rank], m->len > 0};
	}
	x->posted[rank] = true;
}

/* Has all come that it waits for in this step? */
static bool has_come(const struct run *x, int rank)
{
	const struct rg_script *s = script_of(x, rank);
	const struct rg_step *step = &s->step[x->step[rank]];
	int wanted[MOST] = {0};
	bool all = true;

	for (int i = step->first; i < step->first + step->moves; i++)
		if (s->move[i].act == RG_RECEIVES)
			wanted[s->move[i].peer]++;
	for (int peer = 0; peer < x->P; peer++)
		all &= x->taken[peer][rank] + wanted[peer] <= x->given[peer][rank];
	return all;
}

static void take(struct run *x, int rank)
{
	const struct rg_script *s = script_of(x, rank);
	const struct rg_step *step = &s->step[x->step[rank]];

	for (int i = step->first; i < step->first + step->moves; i++) {
		int peer = s->move[i].peer;
		if (s->move[i].act != RG_RECEIVES)
			continue;
		const struct sent *got = &x->sent[peer][rank][x->taken[peer][rank]++];
		know_all(&x->known[rank], &got->known);
		if (got->block)
			know(&x->known[rank], peer * x->P + rank);
	}
	x->posted[rank] = false;
	if (++x->times[rank] == step->times) {
		x->times[rank] = 0;
		x->step[rank]++;
	}
}

/* One step of a process, if it can. */
static bool go_on(struct run *x, int rank)
{
	if (x->step[rank] == (int)script_of(x, rank)->steps)
		return false;
	if (!x->posted[rank]) {
		post(x, rank);
		return true;
	}
	if (!has_come(x, rank))
		return false;
	take(x, rank);
	return true;
}

static void go(struct run *x)
{
	bool any = true;

	while (any) {
		any = false;
		for (int rank = 0; rank < x->P; rank++)
			while (go_on(x, rank))
				any = true;
	}
	for (int rank = 0; rank < x->P; rank++) {
		CHECK_INT(x->step[rank], (int)script_of(x, rank)->steps);
		for (int from = 0; from < x->P; from++)
			CHECK(from == rank || is_known(&x->known[rank], from * x->P + rank));
	}
}

/* ---- Cases */

/* How many pairs of messages are not kept so far apart by a routine with these parameters. */
static int early(const struct rg_placement *p, const char *parameters, int apart)
{
	static struct run x;
	struct rg_wanted wanted[RG_ROUTINES];
	struct rg_game g = {.collective = RG_ALLTOALL, .parameters = parameters};

	memset(&x, 0, sizeof x);
	x.places = rg_places_filled(&p->places);
	x.P = p->places.P;
	g.places = x.places;
	g.n = x.P;
	free(rg_catalogue_ops("alltoall=phases", true, wanted));
	for (int i = 0; i < RG_ROUTINES; i++)
		if (wanted[i].n && rg_routines[i].collective == RG_ALLTOALL)
			g.algorithm = rg_routines[i].algorithm;
	rg_wanted_free(wanted);
	place_branches(&x, parameters);
	number_messages(&x);
	x.apart = may_be_apart(&x, apart);
	struct rg_record *record = rg_record_new(&g);
	if (CHECK(record && !record->alike)) {
		x.record = record;
		go(&x);
	}
	rg_record_free(record);
	rg_places_free(&x.places);
	return x.early;
}

static int found, found_without; /* where they are less far apart than what they are told */

static void test_apart(void)
{
	static const char *const levels[] = {"branch", "switch", "machine"};
	struct world *w = new_world((struct shape){.small = below(2)});
	struct rg_place ring[RANKS];
	int machine[RANKS], P = random_ranks(w, ring), number = between(1, 6);
	char with[32], without[16];

	P = P < MOST ? P : MOST;
	for (int k = 0; k < P; k++)
		machine[k] = ring[k].machine;
	snprintf(without, sizeof without, "%s", levels[below(3)]);
	snprintf(with, sizeof with, "%d %s", number, without);
	struct rg_placement *p = rg_placement_on(w->topo, machine, P);
	if (P > 1) {
		CHECK_INT(early(p, with, number), 0);
		found += number > 1 && early(p, with, 1) > 0;
		found_without += early(p, without, 1) > 0;
	}
	rg_placement_free(p);
	free_world(w);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 2005;
	int trials = argc > 2 ? atoi(argv[2]) : 200;

	for (int i = 0; i < trials && !failures; i++) {
		state = seed + (uint64_t)i;
		test_apart();
		if (failures)
			fprintf(stderr, "apart: to repeat: apart %llu 1\n",
			        (unsigned long long)(seed + (uint64_t)i));
	}
	/* What is looked for is there where there are fewer signals, or none. */
	if (trials > 50) {
		CHECK(found > 0);
		CHECK(found_without > 0);
	}
	return TEST_END;
}
