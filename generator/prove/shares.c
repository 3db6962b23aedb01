/* SPDX-License-Identifier: BSD-3-Clause
 * shares: the games of a job beside those of its vectors.
 */
#include "prove/shares.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* A share, and what it is played with. */
struct share {
	struct rg_game g;       /* the job's, with nothing else set */
	struct rg_proof *proof; /* of this share */
	bool asked;             /* whether it uses windows that it can do without */
};

/* Do ranks share a machine, so that there may be windows? */
static bool may_share(const struct rg_game *g)
{
	const struct rg_runs *machines = &g->places.level[RG_ON_MACHINE];
	return machines->first && machines->n < g->places.P;
}

/* Play the game: without windows and, where there may be some, with windows that hold the vector.
 * With many ranks, games in place and others take turns. */
enum { BOTH_MOST = 16 };
static void play(struct share *s, struct rg_game g, int turn)
{
	bool both = g.places.P <= BOTH_MOST || rg_has_root(g.collective);
	void (*how)(struct rg_game, struct rg_proof *) = both ? rg_play_both : rg_play_orders;
	g.in_place = !both && turn % 2 && !rg_has_one_buffer(g.collective);
	how(g, s->proof);
	if (g.algorithm->windows || g.algorithm->segments || !may_share(&g) ||
	    (s->asked && !s->proof->shares))
		return;
	s->asked = true;
	g.window = g.n + rg_least_window(&g);
	how(g, s->proof);
}

/* ---- Lanes */

/* A game has at most so many messages, and so many lanes of all processes: some milliseconds. More
 * would be most of a set-up, for numbers that no text can tell from others (engine.h). */
enum { MESSAGES_MOST = 1 << 13, LANES_IN_ALL = 1 << 10 };

/* The number of lanes after that many; 0: there are no more, or they are too many to be played. */
static int next_lanes(const struct rg_game *g, int lanes)
{
	bool segments = g->algorithm->segments;
	int next = rg_lanes_for(lanes + 1, segments ? RG_SEGMENTS_MOST : RG_LANES_MOST);
	int64_t in_all = (int64_t)next * g->places.P,
		most = segments ? MESSAGES_MOST : LANES_IN_ALL;
	return next > lanes && (next == 2 || in_all <= most) ? next : 0;
}

/* Are the game's lanes too many messages? It is played in one lane to find out. */
static bool is_too_long(const struct share *s, struct rg_game g)
{
	int lanes = g.lanes;
	g.lanes = g.at_once = 0;
	g.n = g.places.P;
	rg_play_orders(g, s->proof);
	return lanes > 2 && s->proof->messages * lanes > MESSAGES_MOST;
}

static int shares_of_lanes(const struct rg_game *g, bool in_lanes)
{
	int n = 0;
	for (int lanes = next_lanes(g, 1); lanes && in_lanes && g->algorithm->lanes; n++)
		lanes = next_lanes(g, lanes);
	return n;
}

/* Play in lanes with rank 0 as the root, as it mostly is, and with another root. */
static void play_lanes(struct share *s, int share)
{
	struct rg_game g = s->g;
	int P = g.places.P;
	g.lanes = 2;
	for (int i = 0; i < share; i++)
		g.lanes = next_lanes(&g, g.lanes);
	g.drift = share % 2;
	g.at_once = g.algorithm->segments ? RG_SEGMENTS_AT_ONCE : 0;
	if (is_too_long(s, g))
		return;
	g.n = g.algorithm->segments ? 3 * g.lanes + P : (int64_t)g.lanes * P + P / 2;
	if (!rg_has_any_length(g.collective))
		g.n -= g.n % P;
	play(s, g, share);
	if (rg_takes_unequal(&g) && P <= RG_PROVE_SOME)
		rg_play_unequal(g, g.lanes, s->proof);
	g.root = P - 1 - share % P;
	if (rg_has_root(g.collective))
		play(s, g, share);
}

/* ---- Blocks */

/* Blocks of a few elements. */
static int64_t some_elements(int i)
{
	return 1 + i % 3;
}

static void play_blocks(struct share *s, const int64_t *len, int turn)
{
	struct rg_game g = s->g;
	g.len = len;
	g.n = 0;
	for (int i = 0; i < g.places.P; i++)
		g.n += len[i];
	if (g.n)
		play(s, g, turn);
}

/* The blocks of ranks i and k are empty, and all others are not; or the other way round. */
static void play_pair(struct share *s, int i, int k, int64_t *len)
{
	for (int alone = 0; alone < 2; alone++) {
		for (int j = 0; j < s->g.places.P; j++)
			len[j] = (j == i || j == k) == alone ? some_elements(j) : 0;
		play_blocks(s, len, i + alone);
	}
}

/* The block of rank i is longer than all others together. */
static void play_longest(struct share *s, int i, int64_t *len)
{
	for (int j = 0; j < s->g.places.P; j++)
		len[j] = j == i ? 2 * s->g.places.P : 1;
	play_blocks(s, len, i);
}

/* Play games in which only the block of rank i is empty, or only that is not, or it is the longest.
 * With few ranks the first two are played in two lanes, too. Where pairs know their lengths, also
 * such in which it alone sends, or alone receives. */
static void play_one(struct share *s, int i, int64_t *len)
{
	play_pair(s, i, i, len);
	play_longest(s, i, len);
	rg_play_one_way(s->g, i, len, s->proof);
	s->g.lanes = s->g.algorithm->lanes && s->g.places.P <= BOTH_MOST ? 2 : 0;
	if (s->g.lanes)
		play_pair(s, i, i, len);
	s->g.lanes = 0;
}

/* A sequence in which each four digits come up once, with its end joined to its beginning (de
 * Bruijn): begun at each of its places it has each subset of any four neighbours empty once. */
static const char four[] = "0000100110101111";
enum { SUBSETS = sizeof four - 1, DRAWS = 64, PATTERNS = SUBSETS + DRAWS };

/* Does a pattern leave block i empty? The first patterns go by that sequence, the others by chance:
 * 64 draws have any two blocks empty at a time but for one in 10^8. The mixer is that of
 * splitmix64. */
static bool is_left_empty(int pattern, int i)
{
	if (pattern < SUBSETS)
		return four[(i + pattern) % SUBSETS] == '1';
	uint64_t x = (uint64_t)i * DRAWS + (uint64_t)pattern;
	x = (x + 1) * UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x >> 63;
}

static void play_pattern(struct share *s, int pattern, int64_t *len)
{
	for (int j = 0; j < s->g.places.P; j++)
		len[j] = is_left_empty(pattern, j) ? 0 : some_elements(j);
	play_blocks(s, len, pattern);
}

/* Play the games and pairs that begin with the block of rank i, and its part of the patterns. With
 * more than PAIRS_MOST ranks, all pairs would be more than all else together. */
enum { PAIRS_MOST = 16 };
static void play_blocks_from(struct share *s, int i)
{
	int P = s->g.places.P, last = P <= PAIRS_MOST ? P - 1 : i + 1;
	int64_t *len = rg_alloc((size_t)P, sizeof *len);
	play_one(s, i, len);
	for (int k = i + 1; k <= last && P > 2; k++)
		play_pair(s, i, k % P, len);
	for (int pattern = i; pattern < PATTERNS; pattern += P)
		play_pattern(s, pattern, len);
	free(len);
}

/* ---- Roots */

static void play_root(struct share *s, int root)
{
	int P = s->g.places.P;
	struct rg_game g = s->g;
	g.root = root;
	g.n = rg_short_vector(&g);
	play(s, g, root);
	g.n = 3 * P;
	g.lanes = g.algorithm->lanes ? 3 : 0;
	g.at_once = g.algorithm->segments ? 2 : 0;
	if (P <= BOTH_MOST)
		play(s, g, root);
	if (!rg_is_irregular(g.collective))
		return;
	int64_t *len = rg_alloc((size_t)P, sizeof *len);
	s->g.root = root;
	play_one(s, root, len);
	free(len);
}

/* ---- All of them */

/* How many there are of each kind. */
struct kinds {
	int lanes, roots, blocks;
};

static struct kinds count(const struct rg_game *g, bool in_lanes)
{
	int P = g->places.P;
	return (struct kinds){.lanes = shares_of_lanes(g, in_lanes),
	                      .roots = rg_has_root(g->collective) ? P : 0,
	                      .blocks = rg_takes_unequal(g) && P > 1 ? P : 0};
}

int rg_shares(const struct rg_game *job, bool in_lanes)
{
	struct kinds n = count(job, in_lanes);
	return n.lanes + n.roots + n.blocks;
}

void rg_prove_share(const struct rg_game *job, bool in_lanes, int share, struct rg_proof *proof)
{
	struct kinds n = count(job, in_lanes);
	struct share s = {.g = {.collective = job->collective,
	                        .algorithm = job->algorithm,
	                        .places = job->places,
	                        .parameters = job->parameters,
	                        .until = job->until},
	                  .proof = proof};
	proof->parameters = job->parameters;
	if (share < n.lanes)
		play_lanes(&s, share);
	else if ((share -= n.lanes) < n.roots)
		play_root(&s, share);
	else
		play_blocks_from(&s, share - n.roots);
}

void rg_prove_shares(const struct rg_game *job, struct rg_proof *proof)
{
	for (int i = 0; i < rg_shares(job, true) && proof->proved; i++) {
		struct rg_proof one = {0};
		rg_prove_share(job, true, i, &one);
		if (!one.proved) {
			proof->proved = false;
			memcpy(proof->reason, one.reason, sizeof proof->reason);
		}
		rg_proof_free(&one);
	}
}
