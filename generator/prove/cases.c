/* SPDX-License-Identifier: BSD-3-Clause
 * cases: what is played to prove a routine.
 */
#include "prove/cases.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "engine/sizes.h"
#include "ringgen/parts/rooted_shapes.h"

/* ---- Vectors */

/* The least that windows have: see rg.window. */
static int64_t least_window(const struct rg_game *g)
{
	return g->algorithm->windows ? 2 * g->places.P : 1;
}

/* An algorithm that serves operations which do not commute is played in the order of the ranks,
 * too. */
static void play_orders(struct rg_game g, struct rg_proof *proof)
{
	bool heeds = rg_collectives[g.collective].reduces && !g.algorithm->commutes;
	if (!rg_has_data(g.collective))
		g.n = 0;
	if (g.algorithm->windows && !g.window)
		g.window = g.n + least_window(&g);
	rg_prove_game(&g, proof);
	if (heeds) {
		g.ordered = true;
		rg_prove_game(&g, proof);
	}
}

/* With and without MPI_IN_PLACE. */
static void play_both(struct rg_game g, struct rg_proof *proof)
{
	/* Where nothing or all is in place, it makes no difference. */
	bool once = !rg_has_data(g.collective) || rg_has_one_buffer(g.collective);
	for (int in_place = 0; in_place < 2 - once; in_place++) {
		g.in_place = in_place;
		play_orders(g, proof);
	}
}

/* More elements than an int can count, in each block: the game takes as long as with a few. */
#define LONG_BLOCK (((int64_t)1 << 32) + 5)

/* A vector of such blocks, of which some are longer if the collective lets them. */
static int64_t long_vector(const struct rg_game *g)
{
	int P = g->places.P;
	return P * LONG_BLOCK + (rg_has_any_length(g->collective) ? P / 2 : 0);
}

/* Through windows of the game, which are small, many rounds; and some through long ones. */
static void play_rounds(struct rg_game g, struct rg_proof *proof)
{
	if (g.places.P > RG_PROVE_LONG)
		return;
	g.n = 100 * g.places.P;
	play_both(g, proof);
	g.n = long_vector(&g);
	g.window = g.n / 3;
	play_both(g, proof);
}

/* Windows are small here, so that short vectors take many rounds, too. */
static void play_equal(struct rg_game g, struct rg_proof *proof)
{
	int P = g.places.P;
	bool any = rg_has_any_length(g.collective); /* else a multiple of P */
	const int64_t lengths[] = {any ? P + P / 2 : P,
	                           any ? P - 1 : 2 * P,
	                           any ? 1 : 3 * P,
	                           any ? 0 : 2 * P,
	                           any ? 4 * P + 3 : 4 * P,
	                           any ? 5 * P + 1 : 5 * P,
	                           8 * P,
	                           any ? 17 * P - 1 : 17 * P};
	int n = P > RG_PROVE_WIDE || !rg_has_data(g.collective) ? 1 : P > RG_PROVE_LONG ? 5 : 8;
	for (int i = 0; i < n; i++) {
		g.n = lengths[i];
		play_both(g, proof);
	}
	if (!g.window && P <= RG_PROVE_WIDE && rg_has_data(g.collective)) {
		g.n = long_vector(&g);
		play_both(g, proof);
	}
}

/* The blocks of the game's vector are apart, from the last rank to the first. */
static void play_gaps(struct rg_game g, struct rg_proof *proof)
{
	int64_t at = 1, *off = rg_alloc((size_t)g.places.P, sizeof *off);
	for (int i = g.places.P - 1; i >= 0; i--) {
		off[i] = at;
		at += g.len[i] + i % 3;
	}
	g.off = off;
	play_both(g, proof);
	free(off);
}

/* Blocks of 0 to 3 times `unit` elements. */
static void play_unequal(struct rg_game g, int64_t unit, struct rg_proof *proof)
{
	int64_t *len = rg_alloc((size_t)g.places.P, sizeof *len);
	g.len = len;
	g.n = 0;
	for (int i = 0; i < g.places.P; i++)
		g.n += len[i] = (5 * i + 2) % 7 % 4 * unit;
	play_both(g, proof);
	if (rg_collectives[g.collective].places)
		play_gaps(g, proof);
	memset(len, 0, (size_t)g.places.P * sizeof *len); /* all that there is at one rank */
	g.n = len[g.places.P / 2] = 3 * unit;
	play_both(g, proof);
	free(len);
}

/* Blocks of each kind, about so many elements each, with gaps too; of those that chance decides as
 * many draws as are asked for. */
static void play_kinds(struct rg_game g, int64_t b, int draws, struct rg_proof *proof)
{
	int64_t *len = rg_alloc((size_t)g.places.P, sizeof *len);
	g.len = len;
	for (int kind = 0; kind < RG_SIZES_KINDS; kind++) {
		bool chance = kind == RG_RANDOM || kind == RG_SPIKES || kind == RG_WITH_HOLES;
		for (int i = 0; i < (chance ? draws : 1); i++) {
			uint64_t seed = (uint64_t)(1000 * g.places.P + i);
			g.n = rg_sizes_make((enum rg_sizes)kind, g.places.P, b, seed, len);
			play_both(g, proof);
			play_gaps(g, proof);
		}
	}
	free(len);
}

/* What an irregular algorithm does depends on each length: blocks of a few elements, of as many as
 * the parameters' limits have that are played, and of more than 2^32. */
static void play_irregular(struct rg_game g, struct rg_proof *proof)
{
	const int64_t blocks[] = {2, 30, 1000, LONG_BLOCK};
	for (int i = 0; i < (g.window ? 2 : 4); i++) /* through small windows those take long */
		play_kinds(g, blocks[i], g.places.P <= RG_PROVE_LONG ? 4 : 1, proof);
	g.n = 0;
	play_both(g, proof);
}

static bool takes_unequal(const struct rg_game *g)
{
	return rg_collectives[g->collective].lengths;
}

/* Vectors of all kinds, on the machines of the game. */
static void play_all(struct rg_game g, struct rg_proof *proof)
{
	bool unequal = takes_unequal(&g);
	play_equal(g, proof);
	if (rg_is_irregular(g.collective) && g.places.P <= RG_PROVE_WIDE)
		play_irregular(g, proof);
	if (unequal && g.places.P <= RG_PROVE_WIDE)
		play_unequal(g, 1, proof);
	if (unequal && g.places.P <= RG_PROVE_LONG) {
		play_unequal(g, 17, proof);
		if (!g.window)
			play_unequal(g, LONG_BLOCK, proof);
	}
}

/* A vector whose blocks are short, equal if the collective asks for that. */
static int64_t short_vector(const struct rg_game *g)
{
	return rg_has_any_length(g->collective) ? g->places.P + g->places.P / 2 : g->places.P;
}

/* ---- On machines of several shapes */

/* With windows that hold more than the vector, as little as they may, and a few elements more; and
 * with near ones. A routine that does not use the first ones uses none. */
static void play_windows(struct rg_game g, struct rg_proof *proof)
{
	const int64_t least = least_window(&g), near = g.n * (RG_WINDOW_BYTES / RG_WINDOW_NEAR);
	const int64_t sizes[] = {g.n + least, least, least + 2, near};
	int n = rg_is_near(g.algorithm, g.lanes, g.n, near) ? 4 : 3;
	for (int i = 0; i < n && (i == 0 || proof->shares); i++) {
		g.window = sizes[i];
		play_both(g, proof);
	}
}

/* In lanes of slices that differ by more than rounding makes them. */
static void play_drift(struct rg_game g, struct rg_proof *proof)
{
	if (g.places.P > RG_PROVE_LONG)
		return;
	g.drift = true;
	g.lanes = 3;
	g.n = 50 * g.places.P;
	play_both(g, proof);
	if (takes_unequal(&g))
		play_unequal(g, 21, proof);
}

/* In as many lanes as the game has, these many; of more processes it takes half of all the time. */
static const int many_lanes[] = {5, 8, RG_LANES_MOST};
enum { MANY_LANES = sizeof many_lanes / sizeof *many_lanes, IN_MANY_LANES_MOST = 4 };

static void play_many_lanes(struct rg_game g, struct rg_proof *proof)
{
	if (!g.algorithm->lanes || g.places.P > IN_MANY_LANES_MOST)
		return;
	g.n = long_vector(&g);
	play_both(g, proof);
	g.n = 11 * g.places.P;
	play_orders(g, proof);
}

/* In more slices than are under way at a time, a few more and many more; the first of which are
 * shorter, or not. That fewer than so many may stand at their first wait is not played: lanes share
 * nothing, so what holds when one of them begins early holds when it begins late. */
static void play_segments(struct rg_game g, struct rg_proof *proof)
{
	if (!g.algorithm->segments)
		return;
	for (g.at_once = 1; g.at_once <= 4; g.at_once += 3) {
		g.drift = g.at_once == 1;
		for (g.lanes = 5; g.lanes <= 13 && g.places.P <= RG_PROVE_SOME; g.lanes += 8) {
			g.n = 11 * g.places.P;
			play_both(g, proof);
		}
	}
}

/* In lanes: more than there are elements in a block; and fewer, if there are few processes. In as
 * many as the game has, or in 2 to 4. */
static void play_lanes(struct rg_game g, struct rg_proof *proof)
{
	const int64_t lengths[] = {short_vector(&g), 4 * g.places.P, 11 * g.places.P};
	bool few = g.places.P <= RG_PROVE_LONG;
	int least = g.lanes ? g.lanes : few ? 2 : 3, most = g.lanes ? g.lanes : few ? 4 : 3;
	for (g.lanes = least; g.lanes <= most; g.lanes++) {
		for (int i = 0; i < (few ? 3 : 1); i++) {
			g.n = lengths[i];
			play_both(g, proof);
		}
		if (takes_unequal(&g) && few)
			play_unequal(g, 5, proof);
		if (proof->shares && !g.window)
			play_windows(g, proof);
	}
	play_drift(g, proof);
	g.lanes = 0;
	play_segments(g, proof);
}

/* With numbers of ports for the steps: the same for all steps, and different ones; for scattering
 * and for gathering in turn. */
static void play_ports(struct rg_game g, struct rg_proof *proof)
{
	static const char *const ports[] = {"1",  "2",  "3",  "7",      "2 1",    "1 3",   "-1",
	                                    "-2", "-3", "-7", "-1 1 1", "-3 1 3", "-7 1 7"};
	for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
		g.parameters = ports[i];
		play_both(g, proof);
		if (takes_unequal(&g))
			play_unequal(g, 1, proof);
	}
}

/* As trees of all shapes. */
static void play_trees(struct rg_game g, struct rg_proof *proof)
{
	for (int i = 0; i < ROOTED_SHAPES; i++) {
		g.parameters = rooted_shape_name((enum rooted_shape)i);
		play_both(g, proof);
	}
}

/* With the first of the parameters that are tried, or none, others are played, too. */
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
		play_both(g, proof);
		if (takes_unequal(&g))
			play_kinds(g, 5, 1, proof);
	}
}

/* What the length does not matter to. */
static void play_variants(struct rg_game g, struct rg_proof *proof)
{
	int lanes = g.lanes;
	g.lanes = 0;
	if (g.algorithm->takes == RG_PORTS && !g.parameters)
		play_ports(g, proof);
	if (g.algorithm->takes == RG_A_TREE && !g.parameters)
		play_trees(g, proof);
	if (g.algorithm->takes == RG_JOINS && is_first_try(&g))
		play_joins(g, proof);
	play_windows(g, proof);
	g.lanes = lanes;
	if (g.algorithm->lanes)
		play_lanes(g, proof);
	g.lanes = 0;
	if (rg_has_root(g.collective))
		return;
	g.mixed = true;
	play_orders(g, proof);
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

/* On so many of them vectors of all kinds are played. */
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
		play(g, proof);
	}
	free(first);
}

/* The same ranks on machines of several shapes. The lengths were played with one on each. The
 * variants are played on all shapes if there are few ranks, else on two. */
static void play_shapes(struct rg_game g, bool variants, struct rg_proof *proof)
{
	int *first = rg_alloc((size_t)g.places.P + 1, sizeof *first);
	int shape = g.algorithm->machine ? ONE_MACHINE : 0;
	int shapes_played = g.places.P > RG_PROVE_WIDE ? shape + 1 : SHAPES;
	int islands = shapes_for_islands(&g);
	g.n = short_vector(&g);
	for (; shape < shapes_played; shape++) {
		int n = part(g.places.P, shapes[shape], first);
		g.places.level[RG_ON_MACHINE] = (struct rg_runs){n, first};
		g.ordered = !rg_collectives[g.collective].reduces && shape % 2; /* no matter */
		g.lanes = 0;
		play_islands(play_both, g, shape, islands, proof);
		g.lanes = 2 + (shape + g.places.P) % 3; /* so all come up on all shapes */
		if (variants &&
		    (g.places.P <= RG_PROVE_SOME || shape == UNEVEN || shape == ONE_MACHINE))
			play_islands(play_variants, g, shape, 1, proof);
		g.lanes = many_lanes[(shape + g.places.P) % MANY_LANES];
		if (variants)
			play_islands(play_many_lanes, g, shape, 1, proof);
	}
	free(first);
}

/* Vectors of all kinds through small windows: on one machine, on several. */
static void play_shared(struct rg_game g, struct rg_proof *proof)
{
	int *first = rg_alloc((size_t)g.places.P + 1, sizeof *first);
	g.window = least_window(&g) + 1;
	for (int shape = g.algorithm->machine ? ONE_MACHINE : UNEVEN; shape < SHAPES;
	     shape += ONE_MACHINE - UNEVEN) {
		int n = part(g.places.P, shapes[shape], first);
		g.places.level[RG_ON_MACHINE] = (struct rg_runs){n, first};
		play_islands(play_all, g, shape, 1, proof);
		play_islands(play_rounds, g, shape, 1, proof);
	}
	free(first);
}

/* ---- What is played for a number of processes */

/* With each root if there are few processes, else with some: in vectors of two lengths, in lanes,
 * in a few of them at a time. Those of the game's own root were played. */
enum { ALL_ROOTS = 16, SOME_ROOTS = 4 };

static void play_root(struct rg_game g, struct rg_proof *proof)
{
	const int64_t lengths[] = {short_vector(&g), 3 * g.places.P};
	for (int i = 0; i < (g.places.P <= RG_PROVE_SOME ? 2 : 1); i++) {
		g.n = lengths[i];
		g.lanes = i && g.algorithm->lanes ? 3 : 0;
		g.at_once = i && g.algorithm->segments ? 2 : 0;
		play_both(g, proof);
	}
}

static void play_roots(struct rg_game g, struct rg_proof *proof)
{
	int P = g.places.P, own = g.root, few = P <= ALL_ROOTS ? P : SOME_ROOTS;
	const int some[SOME_ROOTS] = {0, 1, P / 3, P - 1};
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
	play_all(g, proof);
	play_roots(g, proof);
	g.n = short_vector(&g);
	if (g.places.P <= RG_PROVE_WIDE)
		play_variants(g, proof);
}

/* Up to so many lanes of all processes, which take a quarter of a second of a ring. */
enum { LANES_IN_ALL = 4096 };

void rg_prove_lanes(const struct rg_game *job, struct rg_proof *proof)
{
	struct rg_game g = *job;
	if (!g.algorithm->lanes || g.places.P > RG_PROVE_WIDE)
		return;
	for (int i = 0; i < MANY_LANES && many_lanes[i] * g.places.P <= LANES_IN_ALL; i++) {
		g.lanes = many_lanes[i];
		g.drift = i % 2;
		g.n = many_lanes[i] * g.places.P + g.places.P / 2;
		if (!rg_has_any_length(g.collective))
			g.n -= g.n % g.places.P;
		play_orders(g, proof);
	}
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
		g.window = g.algorithm->windows ? least_window(&g) : 0;
		play_islands(play_roots, g, shape, 1, proof);
	}
	free(first);
}

static void play_anywhere(struct rg_game g, struct rg_proof *proof)
{
	int *shuffled = rg_alloc((size_t)g.places.P, sizeof *shuffled);
	int one_machine[] = {0, g.places.P};
	bool wide = g.places.P > RG_PROVE_WIDE;
	int islands = shapes_for_islands(&g);
	if (g.algorithm->machine)
		g.places.level[RG_ON_MACHINE] = (struct rg_runs){1, one_machine};
	play_islands(play_all, g, 0, islands, proof);
	if (!wide)
		play_shapes(g, false, proof);
	shuffle(g.places.P, shuffled);
	g.places.order = shuffled;
	if (!wide)
		play_islands(play_all, g, 1, islands, proof);
	play_shapes(g, !wide, proof);
	play_islands(play_roots, g, 0, wide ? 1 : islands, proof);
	play_shapes_of_roots(g, proof);
	if (!wide && proof->shares)
		play_shared(g, proof);
	free(shuffled);
}

/* A routine does not know which collective of its family is played. The collectives of a family
 * differ in whether their blocks may be unequal, and the games with unequal blocks are played in
 * addition. */
enum rg_collective rg_prove_widest(enum rg_collective collective)
{
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

void rg_prove(const struct rg_routine *routine, int P, const struct rg_placement *placement,
              struct rg_proof *proof)
{
	rg_prove_with(routine, NULL, P, placement, proof);
}
