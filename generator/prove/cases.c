/* SPDX-License-Identifier: BSD-3-Clause
 * cases: the games that prove a routine.
 */
#include "prove/cases.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "prove/shares.h"
#include "ringgen/parts/rooted.h"

/* ---- On machines of several shapes */

/* Play with windows that hold more than the vector, as little as they may, and a few elements more;
 * and with near ones. A routine that does not use the first ones uses none. */
static void play_windows(struct rg_game g, struct rg_proof *proof)
{
	const int64_t least = rg_least_window(&g), near = g.n * (RG_WINDOW_BYTES / RG_WINDOW_NEAR);
	const int64_t sizes[] = {g.n + least, least, least + 2, near};
	int n = rg_is_near(g.algorithm, g.lanes, g.n, near) ? 4 : 3;
	for (int i = 0; i < n && (i == 0 || proof->shares); i++) {
		g.window = sizes[i];
		rg_play_both(g, proof);
	}
}

/* Play in lanes of slices that differ by more than rounding makes them. */
static void play_drift(struct rg_game g, struct rg_proof *proof)
{
	if (g.places.P > RG_PROVE_LONG)
		return;
	g.drift = true;
	g.lanes = 3;
	g.n = 50 * g.places.P;
	rg_play_both(g, proof);
	if (rg_takes_unequal(&g))
		rg_play_unequal(g, 21, proof);
}

/* Play in as many lanes as the game has: these many. With more processes it takes half of all the
 * time. */
static const int many_lanes[] = {5, 8, RG_LANES_MOST};
enum { MANY_LANES = sizeof many_lanes / sizeof *many_lanes, IN_MANY_LANES_MOST = 4 };

static void play_many_lanes(struct rg_game g, struct rg_proof *proof)
{
	if (!g.algorithm->lanes || g.places.P > IN_MANY_LANES_MOST)
		return;
	g.n = rg_long_vector(&g);
	rg_play_both(g, proof);
	g.n = 11 * g.places.P;
	rg_play_orders(g, proof);
}

/* Play in more slices than are under way at a time, a few more and many more; the first of them are
 * shorter, or not. Games in which fewer than so many stand at their first wait are not played:
 * lanes share nothing, so what holds when one of them begins early holds when it begins late. */
static void play_segments(struct rg_game g, struct rg_proof *proof)
{
	if (!g.algorithm->segments)
		return;
	for (g.at_once = 1; g.at_once <= 4; g.at_once += 3) {
		g.drift = g.at_once == 1;
		for (g.lanes = 5; g.lanes <= 13 && g.places.P <= RG_PROVE_SOME; g.lanes += 8) {
			g.n = 11 * g.places.P;
			rg_play_both(g, proof);
		}
	}
}

/* Play in lanes: more than there are elements in a block; and fewer, if there are few processes.
 * There are as many lanes as the game has, or 2 to 4. */
static void play_lanes(struct rg_game g, struct rg_proof *proof)
{
	const int64_t lengths[] = {rg_short_vector(&g), 4 * g.places.P, 11 * g.places.P};
	bool few = g.places.P <= RG_PROVE_LONG;
	int least = g.lanes ? g.lanes : few ? 2 : 3, most = g.lanes ? g.lanes : few ? 4 : 3;
	for (g.lanes = least; g.lanes <= most; g.lanes++) {
		for (int i = 0; i < (few ? 3 : 1); i++) {
			g.n = lengths[i];
			rg_play_both(g, proof);
		}
		if (rg_takes_unequal(&g) && few)
			rg_play_unequal(g, 5, proof);
		if (proof->shares && !g.window)
			play_windows(g, proof);
	}
	play_drift(g, proof);
	g.lanes = 0;
	play_segments(g, proof);
}

/* Play with numbers of ports for the steps: the same for all steps, and different ones; for
 * scattering and for gathering in turn. */
static void play_ports(struct rg_game g, struct rg_proof *proof)
{
	static const char *const ports[] = {"1",  "2",  "3",  "7",      "2 1",    "1 3",   "-1",
	                                    "-2", "-3", "-7", "-1 1 1", "-3 1 3", "-7 1 7"};
	for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
		g.parameters = ports[i];
		rg_play_both(g, proof);
		if (rg_takes_unequal(&g))
			rg_play_unequal(g, 1, proof);
	}
}

/* Play trees of all shapes. */
static void play_trees(struct rg_game g, struct rg_proof *proof)
{
	for (int i = 0; i < ROOTED_SHAPES; i++) {
		g.parameters = rooted_shape_name((enum rooted_shape)i);
		rg_play_both(g, proof);
	}
}

/* Has the game no parameters, or the first of those that are tried? Then others are played, too. */
static bool is_first_try(const struct rg_game *g)
{
	const char *const *tries = g->algorithm->tries;
	return !g->parameters || !tries || strcmp(g->parameters, tries[0]) == 0;
}

/* Joined in several ways: with ports, and limits that some of the blocks are above. */
static void play_joins(struct rg_game g, struct rg_proof *proof)
{
	static const char *const joins[] = {"1",     "2",           "3",       "7",       "1 8",
	                                    "1 8 8", "2 3 100",     "1 0 0",   "7 1 300", "3 40",
	                                    "1 0 9", "1 1000 1000", "2 500 60"};
	for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
		g.parameters = joins[i];
		rg_play_both(g, proof);
		if (rg_takes_unequal(&g))
			rg_play_kinds(g, 5, 1, proof);
	}
}

/* Numbers of which some are more than there are processes. */
static void play_numbers(struct rg_game g, struct rg_proof *proof)
{
	static const char *const numbers[] = {"1", "2", "3", "5", "8", "64", "999999"};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		g.parameters = numbers[i];
		rg_play_both(g, proof);
	}
}

/* Numbers before levels, or alone. */
static void play_numbers_and_levels(struct rg_game g, struct rg_proof *proof)
{
	static const char *const texts[] = {"2",        "3 machine", "2 switch",
	                                    "2 branch", "5 branch",  "999999 branch"};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		g.parameters = texts[i];
		rg_play_both(g, proof);
	}
}

/* Play the settings to which the length does not matter: parameters, windows, lanes, roots. */
static void play_settings(struct rg_game g, struct rg_proof *proof)
{
	int lanes = g.lanes;
	g.lanes = 0;
	if (g.algorithm->takes == RG_PORTS && !g.parameters)
		play_ports(g, proof);
	if (g.algorithm->takes == RG_A_TREE && !g.parameters)
		play_trees(g, proof);
	if (g.algorithm->takes == RG_JOINS && is_first_try(&g))
		play_joins(g, proof);
	if (g.algorithm->takes == RG_A_NUMBER && is_first_try(&g))
		play_numbers(g, proof);
	if (g.algorithm->takes == RG_NUMBER_AND_LEVEL && is_first_try(&g))
		play_numbers_and_levels(g, proof);
	play_windows(g, proof);
	g.lanes = lanes;
	if (g.algorithm->lanes)
		play_lanes(g, proof);
	g.lanes = 0;
	if (rg_has_root(g.collective))
		return;
	g.mixed = true;
	rg_play_orders(g, proof);
}

/* An order that is no rotation of 0 ... P - 1 (from P = 3 on): steps of a number that has no
 * divisor in common with P. */
static void shuffle(int P, int *order)
{
	static const int strides[] = {7, 5, 11, 3};
	int stride = P - 1;
	for (size_t i = sizeof strides / sizeof *strides; i-- > 0;)
		if (strides[i] < P - 1 && P % strides[i])
			stride = strides[i];
	for (int i = 0; i < P; i++)
		order[i] = (int)((3 + (int64_t)stride * i) % P);
}

/* Machines of these numbers of ranks, again and again; -1: all that are left. */
enum { SHAPE = 8 };
static const int shapes[][SHAPE] = {
	{3, 1, 4, 1, 5, 9, 2, 6}, {5, 1, 7}, {1, -1}, {4, -1}, {2}, {3}, {4}, {8}, {-1}};
enum {
	SHAPES = sizeof shapes / sizeof *shapes,
	UNEVEN = 0,
	SHAPE_OF_THREE = 5,
	ONE_MACHINE = SHAPES - 1
};

/* So islands, of these numbers of machines; and so machines are cut for a level below them. */
static const int island_shapes[][SHAPE] = {{3, 1, 2}, {2}, {1}, {5, 7, -1}, {4}, {-1}};
enum { ISLAND_SHAPES = sizeof island_shapes / sizeof *island_shapes };

/* Part n into groups of a shape; first has room for n + 1. Returns how many groups. */
static int part(int n, const int *shape, int *first)
{
	int groups = 0, length = 1;
	while (length < SHAPE && shape[length])
		length++;
	for (int at = 0; at < n; groups++) {
		int size = shape[groups % length];
		first[groups] = at;
		at += size > 0 && size < n - at ? size : n - at;
	}
	first[groups] = n;
	return groups;
}

/* Put the machines of the game into runs of that shape of a level; first has room for P + 1. */
static void put_on_islands(struct rg_game *g, enum rg_level level, const int *shape, int *first)
{
	struct rg_runs *machines = &g->places.level[RG_ON_MACHINE];
	int n = part(machines->first ? machines->n : g->places.P, shape, first);
	for (int i = 0; i <= n && machines->first; i++)
		first[i] = machines->first[first[i]];
	g->places.level[level] = (struct rg_runs){n, first};
}

/* Cut each machine of the game into runs of that shape of a level below it, which begins where the
 * last machine's ended. */
static void cut_machines(struct rg_game *g, enum rg_level level, const int *shape, int *first)
{
	const struct rg_runs *machines = &g->places.level[RG_ON_MACHINE];
	int n = 0, next = 0, end = 0, length = 1;
	while (length < SHAPE && shape[length])
		length++;
	for (int i = 0, at = 0; at < g->places.P; i++)
		for (end = machines->first ? machines->first[i + 1] : i + 1; at < end; next++) {
			int size = shape[next % length];
			first[n++] = at;
			at = size > 0 && size < end - at ? at + size : end;
		}
	first[n] = g->places.P;
	g->places.level[level] = (struct rg_runs){n, first};
}

/* The number of these shapes on which vectors of all kinds are played. */
static int shapes_for_islands(const struct rg_game *g)
{
	return g->places.P <= RG_PROVE_LONG ? ISLAND_SHAPES : g->places.P <= RG_PROVE_SOME ? 3 : 1;
}

typedef void play_fn(struct rg_game g, struct rg_proof *proof);

/* Play the machines of the game on n shapes of islands, from number i on; on one island if the
 * algorithm is not for several. */
static void play_islands(play_fn *play, struct rg_game g, int i, int n, struct rg_proof *proof)
{
	enum rg_level level = rg_algorithm_level(g.algorithm, g.parameters);
	if (level == RG_NO_LEVEL || level == RG_ON_MACHINE) {
		play(g, proof);
		return;
	}
	int *first = rg_alloc((size_t)g.places.P + 1, sizeof *first);
	/* Below the machine another one for each P, with several runs: if one shape is played of
	 * one machine, it is not the last. */
	int some = n < ISLAND_SHAPES ? ISLAND_SHAPES - 1 : ISLAND_SHAPES;
	for (; n > 0; n--, i++) {
		if (rg_level_below(level))
			cut_machines(&g, level, island_shapes[(i + g.places.P) % some], first);
		else
			put_on_islands(&g, level, island_shapes[i % ISLAND_SHAPES], first);
		g.places.around = level == RG_IN_BRANCH && (i + g.places.P) % 2 &&
		                  g.places.level[level].n > 1;
		play(g, proof);
	}
	free(first);
}

/* The same ranks on machines of several shapes. The lengths were played with one on each. The
 * settings are played on all shapes if there are few ranks, else on two. */
static void play_shapes(struct rg_game g, bool settings, struct rg_proof *proof)
{
	int *first = rg_alloc((size_t)g.places.P + 1, sizeof *first);
	int shape = g.algorithm->machine ? ONE_MACHINE : 0;
	int shapes_played = g.places.P > RG_PROVE_WIDE ? shape + 1 : SHAPES;
	int islands = shapes_for_islands(&g);
	g.n = rg_short_vector(&g);
	for (; shape < shapes_played; shape++) {
		int n = part(g.places.P, shapes[shape], first);
		g.places.level[RG_ON_MACHINE] = (struct rg_runs){n, first};
		g.ordered = !rg_collectives[g.collective].reduces && shape % 2; /* no matter */
		g.lanes = 0;
		play_islands(rg_play_both, g, shape, islands, proof);
		g.lanes = 2 + (shape + g.places.P) % 3; /* so all come up on all shapes */
		if (settings &&
		    (g.places.P <= RG_PROVE_SOME || shape == UNEVEN || shape == ONE_MACHINE))
			play_islands(play_settings, g, shape, 1, proof);
		g.lanes = many_lanes[(shape + g.places.P) % MANY_LANES];
		if (settings)
			play_islands(play_many_lanes, g, shape, 1, proof);
	}
	free(first);
}

/* Vectors of all kinds through small windows: on one machine, on several. */
static void play_shared(struct rg_game g, struct rg_proof *proof)
{
	int *first = rg_alloc((size_t)g.places.P + 1, sizeof *first);
	g.window = rg_least_window(&g) + 1;
	for (int shape = g.algorithm->machine ? ONE_MACHINE : UNEVEN; shape < SHAPES;
	     shape += ONE_MACHINE - UNEVEN) {
		int n = part(g.places.P, shapes[shape], first);
		g.places.level[RG_ON_MACHINE] = (struct rg_runs){n, first};
		play_islands(rg_play_all, g, shape, 1, proof);
		play_islands(rg_play_rounds, g, shape, 1, proof);
	}
	free(first);
}

/* ---- What is played for a number of processes */

/* With each root if there are few processes, else with some: in vectors of two lengths, in lanes,
 * in a few of them at a time. Those of the game's own root were played. Where a communicator is,
 * each of its ranks is played as the root (shares.h). */
enum { ALL_ROOTS = 16, SOME_ROOTS = 6 };

static void play_root(struct rg_game g, struct rg_proof *proof)
{
	const int64_t lengths[] = {rg_short_vector(&g), 3 * g.places.P};
	for (int i = 0; i < (g.places.P <= RG_PROVE_SOME ? 2 : 1); i++) {
		g.n = lengths[i];
		g.lanes = i && g.algorithm->lanes ? 3 : 0;
		g.at_once = i && g.algorithm->segments ? 2 : 0;
		rg_play_both(g, proof);
	}
}

static void play_roots(struct rg_game g, struct rg_proof *proof)
{
	int P = g.places.P, own = g.root, few = P <= ALL_ROOTS ? P : SOME_ROOTS;
	const int some[SOME_ROOTS] = {0, 1, 2, P / 3, P - 2, P - 1};
	for (int i = 0; i < few && rg_has_root(g.collective); i++) {
		g.root = P <= ALL_ROOTS ? i : some[i];
		if (g.root != own)
			play_root(g, proof);
	}
}

void rg_prove_places(const struct rg_game *job, struct rg_proof *proof)
{
	struct rg_game g = {.collective = job->collective,
	                    .algorithm = job->algorithm,
	                    .places = job->places,
	                    .root = rg_has_root(job->collective) ? job->places.P / 2 : 0,
	                    .parameters = job->parameters,
	                    .until = job->until};
	proof->parameters = g.parameters;
	rg_play_all(g, proof);
	play_roots(g, proof);
	g.n = rg_short_vector(&g);
	if (g.places.P <= RG_PROVE_WIDE)
		play_settings(g, proof);
}

/* All roots on even and on uneven machines, and on one. */
static void play_shapes_of_roots(struct rg_game g, struct rg_proof *proof)
{
	int *first = rg_alloc((size_t)g.places.P + 1, sizeof *first);
	for (int shape = 0; shape < SHAPES && rg_has_root(g.collective); shape++) {
		bool chosen = shape == UNEVEN || shape == ONE_MACHINE || shape == SHAPE_OF_THREE;
		if (!chosen || (g.algorithm->machine && shape != ONE_MACHINE))
			continue;
		int n = part(g.places.P, shapes[shape], first);
		g.places.level[RG_ON_MACHINE] = (struct rg_runs){n, first};
		g.window = g.algorithm->windows ? rg_least_window(&g) : 0;
		play_islands(play_roots, g, shape, 1, proof);
	}
	free(first);
}

/* Each root, and each block that may be empty, up to RG_PROVE_SOME processes: with 24 it takes five
 * times as long. */
static void play_shares(struct rg_game g, struct rg_proof *proof)
{
	for (int i = 0; i < rg_shares(&g, false); i++)
		rg_prove_share(&g, false, i, proof);
}

static void play_anywhere(struct rg_game g, struct rg_proof *proof)
{
	int *shuffled = rg_alloc((size_t)g.places.P, sizeof *shuffled);
	int one_machine[] = {0, g.places.P};
	bool wide = g.places.P > RG_PROVE_WIDE;
	int islands = shapes_for_islands(&g);
	if (g.algorithm->machine)
		g.places.level[RG_ON_MACHINE] = (struct rg_runs){1, one_machine};
	play_islands(rg_play_all, g, 0, islands, proof);
	if (!wide)
		play_shapes(g, false, proof);
	shuffle(g.places.P, shuffled);
	g.places.order = shuffled;
	if (!wide)
		play_islands(rg_play_all, g, 1, islands, proof);
	play_shapes(g, !wide, proof);
	play_islands(play_roots, g, 0, wide ? 1 : islands, proof);
	play_shapes_of_roots(g, proof);
	if (g.places.P <= RG_PROVE_SOME)
		play_shares(g, proof);
	if (!wide && proof->shares)
		play_shared(g, proof);
	free(shuffled);
}

/* A routine does not know which collective of its family is played. The collectives of a family
 * differ in whether their blocks may be unequal, and the games with unequal blocks are played in
 * addition. */
enum rg_collective rg_prove_widest(enum rg_collective collective, const struct rg_algorithm *a)
{
	if (a->equal)
		return collective;
	for (int i = 0; i < RG_COLLECTIVES; i++)
		if (rg_collectives[i].lengths &&
		    strcmp(rg_collectives[i].family, rg_collectives[collective].family) == 0)
			return (enum rg_collective)i;
	return collective;
}

bool rg_is_for(const struct rg_algorithm *a, const struct rg_placement *placement)
{
	return !a->machine || !placement || placement->places.level[RG_ON_MACHINE].n == 1;
}

void rg_prove_with(const struct rg_routine *routine, const char *parameters, int P,
                   const struct rg_placement *placement, struct rg_proof *proof)
{
	struct rg_game g = {.collective = routine->collective,
	                    .algorithm = routine->algorithm,
	                    .places.P = P,
	                    .root = rg_has_root(routine->collective) ? P / 2 : 0,
	                    .parameters = parameters};
	proof->parameters = parameters;
	if (placement) {
		g.places = placement->places;
		rg_prove_places(&g, proof);
	} else {
		play_anywhere(g, proof);
	}
}

void rg_prove_shares_with(const struct rg_routine *routine, const char *parameters, int P,
                          const struct rg_placement *placement, struct rg_proof *proof)
{
	const int one_machine[] = {0, P};
	struct rg_game g = {.collective = rg_prove_widest(routine->collective, routine->algorithm),
	                    .algorithm = routine->algorithm,
	                    .places.P = P,
	                    .parameters = parameters};
	if (placement)
		g.places = placement->places;
	else if (g.algorithm->machine)
		g.places.level[RG_ON_MACHINE] = (struct rg_runs){1, one_machine};
	rg_prove_shares(&g, proof);
}

void rg_prove(const struct rg_routine *routine, int P, const struct rg_placement *placement,
              struct rg_proof *proof)
{
	rg_prove_with(routine, NULL, P, placement, proof);
}
