/* SPDX-License-Identifier: BSD-3-Clause
 * candidate: a variant that may serve a collective on one placement, and how long it takes.
 */
#include "plan/candidate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "engine/sizes.h"

/* A block is cut into slices of one of these lengths, bytes; each slice is a lane of its own. 0:
 * one lane. Longer slices, so fewer lanes, come first. 64 KiB is the longest eager message of usual
 * MPI libraries over TCP, see rates.c: lanes are to hide what messages wait for, and a longer one
 * waits again until its receiver has answered. Shorter than 8 KiB what each message takes of a
 * processor is more than what lanes hide. Chosen. */
static const int64_t slices[] = {0, 64 << 10, 32 << 10, 16 << 10, 8 << 10};

/* A vector is cut into segments of one of these: powers of two, from the 1 KiB of Nishtala et al.
 * on, up to 1 MiB, of which the longest vector that is planned for has 64. */
static const int64_t segments[] = {0,        1 << 20,  512 << 10, 256 << 10, 128 << 10, 64 << 10,
                                   32 << 10, 16 << 10, 8 << 10,   4 << 10,   2 << 10,   1 << 10};

/* The lengths that there are to try. */
struct cuts {
	const int64_t *slice; /* [n] */
	int n, lanes_most;
};

/* Where messages share the links fairly, lanes wait for nothing but latencies, and few lanes are
 * enough: no more than so many, and twice as many only for a gain of more than this. It is half of
 * RG_WORTH, since more lanes cost no line of the emitted code. Both are chosen. */
enum { DRIFTING_MOST = 16 };
#define WORTH_A_LANE 1.01

/* With more processes than this some things are not recorded, as their records grow with the square
 * of the processes: exchanges in which each sends to each, and vectors of fewer elements than
 * processes. They win for short vectors of few processes. Chosen, not measured. */
enum { DIRECT_MOST = 64 };

/* With more processes than this no alltoall is planned: all its blocks, which are the square of the
 * processes, are written down or copied, and that takes more than a second. Chosen. */
enum { EACH_MOST = 1024 };

/* Lengths are in proportion to the vector's, so that a record of one length serves all: it has this
 * many elements for each process. Chosen: a power of two, so that halves of blocks come out even,
 * and so many that the odd elements of other cuts do not count. */
enum { RECORDED = 1 << 12 };

/* Where the number of elements matters, they are taken to have so many bytes, as a float. */
enum { ELEMENT = 4 };

/* Through windows a vector goes in rounds, a window's length at a time. A longer vector than this,
 * in elements, is recorded as one with longer rounds, not more: four rounds are enough to see how
 * they overlap, and to notify takes little of the time of a round. With one long block a round
 * takes no more than a P-th part as long. */
enum { ROUNDS_RECORDED = 4 * RG_WINDOW_BYTES / ELEMENT };

/* ---- What there is of it */

/* Are the runs of a level below the machine those of the next one, or single processes? */
static bool is_no_level(const struct rg_places *p, enum rg_level level)
{
	return p->level[level].n == p->level[level + 1].n || p->level[level].n == p->P;
}

/* Is a tree by this level the same as one by no level, or by a lower one: since the level's runs
 * are single machines or processes, or there is one run? */
static bool is_same_tree(const struct rg_algorithm *a, enum rg_level level,
                         const struct rg_placement *p)
{
	const struct rg_runs *runs = &p->places.level[level];
	if ((a->takes != RG_A_TREE && a->takes != RG_JOINS) || level == RG_NO_LEVEL)
		return false;
	return runs->n == 1 || runs->n == p->places.P ||
	       (level > RG_ON_MACHINE && runs->n == p->machines);
}

/* Phases by branch are for who names them. They are the fewest in which no messages meet, but
 * measured on the emulated chain32, 20 Mbit/s, blocks of 16 KiB, two phases at a time, medians of 3
 * in seconds, ranks in order and shuffled: by branch 2.16 and 2.16, by switch 1.98 and 2.00. The
 * simulation has them level. (Without signals: 2.9 and 3.2; pairwise 2.3 to 2.5 and 2.2.) */
static bool are_phases_by_branch(const struct rg_variant *v, enum rg_level level)
{
	return rg_is_for_each(v->routine->collective) && level == RG_IN_BRANCH;
}

/* Bytes that a link of a machine carries in the time that a message takes of the root; within a
 * machine, that a message carries. Longer ones had better not be sent twice, to save a message: the
 * limits of an ordered tree (ringgen/parts/ordered.h). */
static double worth_a_message(const struct rg_scenario *g)
{
	const struct rg_topo *t = g->routes->topo;
	double least = INFINITY;
	if (g->placement->machines == 1)
		return g->model.within * g->model.stream;
	for (int i = 0; i < t->links; i++) {
		const struct rg_link *l = &t->link[i];
		bool machine =
			t->vertex[l->a].kind == RG_MACHINE || t->vertex[l->b].kind == RG_MACHINE;
		if (machine && l->bandwidth > 0)
			least = fmin(least, l->bandwidth);
	}
	return g->model.startup * least;
}

/* The last of the limits in a text, 0: there are none. */
static double limit_in(const char *parameters)
{
	const char *blank = strchr(parameters, ' ');
	return blank ? strtod(blank, NULL) : 0;
}

/* Among variants that differ in their limits only, is its limit the nearest to what a message is
 * worth, by the quotient? */
static bool is_nearest_limit(const struct rg_algorithm *a, const char *parameters,
                             const struct rg_scenario *g)
{
	double worth = fmax(worth_a_message(g), 1), mine = parameters ? limit_in(parameters) : 0;
	for (int i = 0; mine > 0 && a->tries && a->tries[i]; i++) {
		double other = limit_in(a->tries[i]);
		if (other > 0 && fabs(log(other / worth)) < fabs(log(mine / worth)))
			return false;
	}
	return true;
}

bool rg_candidate_fits(const struct rg_variant *v, bool named, const struct rg_scenario *g)
{
	const struct rg_algorithm *a = v->routine->algorithm;
	enum rg_level level = rg_algorithm_level(a, v->parameters);
	if (a->windows && !g->windows)
		return false;
	const struct rg_placement *p = g->placement;
	int runs = p->places.level[level].n, P = p->places.P;
	if (rg_is_for_each(v->routine->collective) && P > EACH_MOST)
		return false;
	if (!named && (is_same_tree(a, level, p) || are_phases_by_branch(v, level)))
		return false;
	if (a->takes == RG_JOINS && !named && !is_nearest_limit(a, v->parameters, g))
		return false;
	/* With one rank on each machine, what runs inside machines first is a ring of all ranks. */
	bool is_ring = level == RG_ON_MACHINE && runs == P;
	/* A gateway that leads itself alone is on the ring. */
	if (level == RG_AT_GATEWAY && runs == p->machines && !named)
		return false;
	if (rg_level_below(level) && is_no_level(&p->places, level) && !named)
		return false;
	/* If all machines are in one run of the level, each sends to each. */
	bool is_mesh = level > RG_ON_MACHINE && runs == 1;
	if ((is_ring || is_mesh) && P > DIRECT_MOST)
		return false;
	return !a->machine || g->placement->machines == 1;
}

/* The game with a vector of n elements, of blocks of len[P] or equal ones (NULL). */
static struct rg_game game_of(const struct rg_candidate *k, int64_t n, const int64_t *len)
{
	const struct rg_scenario *g = k->scenario;
	return (struct rg_game){.collective = k->variant.routine->collective,
	                        .algorithm = k->variant.routine->algorithm,
	                        .places = g->placement->places,
	                        .root = g->root,
	                        .n = rg_has_data(k->variant.routine->collective) ? n : 0,
	                        .len = len,
	                        .ordered = k->purpose == RG_FOR_ORDER,
	                        .parameters = k->variant.parameters,
	                        .window = g->windows ? RG_WINDOW_BYTES / ELEMENT : 0};
}

/* A record of that, and what it costs. */
static void record(struct rg_candidate *k, int64_t n, const int64_t *len)
{
	struct rg_game game = game_of(k, n, len);
	struct rg_costed *before = k->costed;
	k->costed = rg_cost_cache_get(k->scenario->cache, &game);
	rg_cost_cache_release(k->scenario->cache, before);
	k->record = k->costed->record;
	k->cost = k->costed->cost;
	k->stuck |= k->cost && isinf(rg_cost_least(k->cost, 1));
}

/* The elements of a vector of which all lengths are in proportion. One long block has as many as
 * each of equal ones: through windows it goes in as many rounds. */
static int64_t recorded(const struct rg_candidate *k)
{
	return k->purpose == RG_FOR_UNEVEN ? RECORDED
	                                   : (int64_t)k->scenario->placement->places.P * RECORDED;
}

/* The same for a vector of that purpose: where blocks are uneven, there is one block only, in the
 * middle. */
static void record_vector(struct rg_candidate *k, int64_t n)
{
	int P = k->scenario->placement->places.P;
	int64_t *len = k->purpose == RG_FOR_UNEVEN ? rg_alloc((size_t)P, sizeof *len) : NULL;
	if (len)
		len[P / 2] = n;
	record(k, n, len);
	free(len);
}

bool rg_candidate_begin(struct rg_candidate *k, const struct rg_variant *variant,
                        enum rg_purpose purpose, const struct rg_scenario *g)
{
	*k = (struct rg_candidate){.variant = *variant, .scenario = g, .purpose = purpose};
	record_vector(k, recorded(k));
	if (!k->record)
		rg_candidate_end(k);
	return k->record != NULL;
}

void rg_candidate_end(struct rg_candidate *k)
{
	rg_cost_cache_release(k->scenario->cache, k->costed);
	free(k->known);
}

/* How many elements to record for a vector of so many bytes. With windows, whose length is given,
 * it is as many as there are. If an allreduce has fewer elements than processes, some blocks are
 * empty, and are not sent; in other collectives each process has a block, all of one length. */
static int64_t elements(const struct rg_candidate *k, double bytes)
{
	int P = k->scenario->placement->places.P;
	int64_t n = bytes < ELEMENT ? 1 : (int64_t)(bytes / ELEMENT);
	if (!rg_has_data(k->variant.routine->collective))
		return 0;
	bool any = rg_has_any_length(k->variant.routine->collective);
	bool few = any && n < P && P <= DIRECT_MOST;
	if (!k->record->exact)
		return few ? n : recorded(k);
	int64_t most = k->purpose == RG_FOR_UNEVEN ? ROUNDS_RECORDED / P : ROUNDS_RECORDED;
	n = n < most ? n : most;
	return any ? n : (n + P - 1) / P * P;
}

static void record_for(struct rg_candidate *k, double bytes)
{
	if (k->record && k->record->n != elements(k, bytes))
		record_vector(k, elements(k, bytes));
}

struct rg_game rg_candidate_game(struct rg_candidate *k, double bytes, const int64_t *len)
{
	if (len)
		rg_candidate_time_with(k, len);
	else
		record_for(k, bytes);
	return game_of(k, k->record ? k->record->n : 0, len);
}

int64_t rg_candidate_messages(const struct rg_candidate *k)
{
	return k->record ? k->record->messages : INT64_MAX;
}

/* ---- Times in a number of lanes */

static bool has_segments(const struct rg_candidate *k)
{
	return k->variant.routine->algorithm->segments;
}

static struct cuts cuts_of(const struct rg_candidate *k)
{
	if (has_segments(k))
		return (struct cuts){segments, sizeof segments / sizeof *segments,
		                     RG_SEGMENTS_MOST};
	return (struct cuts){slices, sizeof slices / sizeof *slices, RG_LANES_MOST};
}

/* The length that is cut into slices: the longest block, or the whole vector. */
static double block_of(const struct rg_candidate *k, double bytes)
{
	bool whole = has_segments(k) || k->purpose == RG_FOR_UNEVEN;
	return whole ? bytes : bytes / k->scenario->placement->places.P;
}

/* The lanes that it is in, cut into slices of that length. */
static int lanes_of(const struct rg_candidate *k, double bytes, int64_t slice)
{
	double block = block_of(k, bytes), lanes = ceil(block / (double)(slice ? slice : 1));
	int most = cuts_of(k).lanes_most;
	if (!slice || block <= (double)slice)
		return 1;
	return rg_lanes_for(lanes < most ? (int64_t)lanes : most, most);
}

int rg_candidate_lanes(const struct rg_candidate *k, double bytes, int64_t slice)
{
	return lanes_of(k, bytes, slice);
}

/* May it run in several lanes? They hide latencies of links; inside a machine they would only be in
 * each other's way. Where links are shared fairly, the effect of lanes is known for rings only,
 * since these have one message at a time. With too many messages it would take long to find out,
 * and each of them is short already. */
static bool runs_in_lanes(const struct rg_candidate *k)
{
	bool ring = !k->record || k->record->alike || has_segments(k);
	if (!ring && (k->scenario->model.fair || k->record->messages > RG_RECORD_MOST))
		return false;
	return k->variant.routine->algorithm->lanes && k->scenario->placement->machines > 1;
}

static void keep(struct rg_candidate *k, double bytes, int lanes, double seconds)
{
	k->known = rg_grow(k->known, k->n, &k->cap, sizeof *k->known);
	k->known[k->n++] = (struct rg_known){bytes, seconds, lanes};
}

/* The time of its busiest link or process, in any number of lanes; 0: it is not known, as the
 * record is not in proportion to the vector. */
static double busiest(const struct rg_candidate *k, double bytes)
{
	bool scales = k->cost && !k->record->exact && k->record->n >= k->record->P;
	return scales ? rg_cost_least(k->cost, bytes) : 0;
}

double rg_candidate_least(const struct rg_candidate *k, double bytes)
{
	double least = busiest(k, bytes);
	for (size_t i = 0; i < k->n; i++)
		if (k->known[i].lanes == 0 && k->known[i].bytes <= bytes)
			least = fmax(least, k->known[i].seconds);
	return least;
}

static double time_of_problems(struct rg_candidate *k);
static double time_of_equal_blocks(struct rg_candidate *k);

/* The time in so many lanes, at least one. A time that is asked for again is not worked out
 * again. */
static double time_in_lanes(struct rg_candidate *k, double bytes, int lanes)
{
	for (size_t i = 0; i < k->n; i++)
		if (k->known[i].lanes == lanes && k->known[i].bytes == bytes)
			return k->known[i].seconds;
	double seconds = INFINITY;
	if (rg_is_irregular(k->variant.routine->collective)) {
		seconds = time_of_problems(k);
	} else if (rg_is_by_pairs(k->variant.routine->collective)) {
		seconds = time_of_equal_blocks(k);
	} else {
		record_for(k, bytes);
		seconds = k->record ? rg_cost_of(k->cost, bytes, lanes) : INFINITY;
	}
	keep(k, bytes, lanes, seconds);
	return seconds;
}

double rg_candidate_time_in(struct rg_candidate *k, double bytes, int64_t slice)
{
	return time_in_lanes(k, bytes, lanes_of(k, bytes, slice));
}

/* ---- The best slice */

/* How many blocks the longest message between machines has, up to a power of two: slices are of
 * blocks, but it is messages that must not be too long. Where windows are, they cut those of long
 * vectors. The logarithm of a rounded quotient may be a little above a whole number, by parts of
 * 1e-15: that is not to count as one more. */
static double blocks_in_a_message(struct rg_candidate *k, double bytes)
{
	record_for(k, bytes);
	double longest = k->record ? rg_cost_longest(k->cost, bytes) : 0;
	return longest > 0 ? exp2(ceil(log2(longest / block_of(k, bytes)) - 1e-9)) : 1;
}

/* Slice number s, where a message has so many blocks. */
static int64_t slice_for(const struct rg_candidate *k, int s, double blocks)
{
	return (int64_t)ceil((double)cuts_of(k).slice[s] / blocks);
}

/* The number of the first slice, from number `from` on, in which it takes at most so many seconds;
 * if there is none, of the one in which it takes the least. -1: there are no more. Into *seconds
 * what it takes then. The longest message has so many blocks. */
static int choose_slice(struct rg_candidate *k, double bytes, double blocks, int from, double most,
                        double *seconds)
{
	int found = -1, tried = 0;
	*seconds = INFINITY;
	for (int s = from; s < cuts_of(k).n; s++) {
		int lanes = lanes_of(k, bytes, slice_for(k, s, blocks));
		if (lanes == tried)
			continue;
		tried = lanes;
		if (busiest(k, bytes) * RG_WORTH >= *seconds)
			break; /* more lanes cannot be worth it */
		double now = time_in_lanes(k, bytes, lanes);
		if (now < *seconds) {
			found = s;
			*seconds = now;
		}
		if (*seconds <= most)
			break;
	}
	return found;
}

/* The first slice that makes eager messages of messages with so many blocks; 0: no messages need to
 * be cut for that. */
static int first_eager(const struct rg_candidate *k, double bytes, double blocks)
{
	double eager = (double)k->scenario->model.eager;
	struct cuts cuts = cuts_of(k);
	int s = 0;
	while (eager > 0 && block_of(k, bytes) * blocks > eager && s < cuts.n &&
	       (!cuts.slice[s] || (double)cuts.slice[s] > eager))
		s++;
	return s;
}

/* The time on real networks. If several slices are as good, the longest is taken, with the fewest
 * lanes: each lane has messages of its own, which take their time of both ends. Messages that are
 * too long to be eager are cut even if that is predicted to take a little longer: the model knows
 * what asking the receiver takes on the wire, not how long both sides are about it. And they are
 * cut in any case if they were for fewer bytes. */
static double time_cut(struct rg_candidate *k, double bytes, int64_t *slice)
{
	double blocks = blocks_in_a_message(k, bytes), best, seconds;
	double most = *slice ? INFINITY : time_in_lanes(k, bytes, 1) * RG_WORTH;
	int from = first_eager(k, bytes, blocks);
	*slice = 0;
	if (!runs_in_lanes(k) || choose_slice(k, bytes, blocks, from, 0, &best) < 0 || best > most)
		return time_in_lanes(k, bytes, 1);
	int s = choose_slice(k, bytes, blocks, from, best * RG_WORTH, &seconds);
	*slice = slice_for(k, s, blocks);
	return seconds;
}

/* Where links are shared fairly, lanes drift (rg_cut_at): 2, 4, 8 ... of them are tried. A slice
 * that makes as many lanes as are taken, or some more, stays. */
static double time_adrift(struct rg_candidate *k, double bytes, int64_t *slice)
{
	record_for(k, bytes); /* times that are known already do not: whether lanes may be does */
	double block = block_of(k, bytes), best = time_in_lanes(k, bytes, 1);
	int64_t stays = *slice;
	*slice = 0;
	for (int lanes = 2; lanes <= DRIFTING_MOST && runs_in_lanes(k); lanes *= 2) {
		int64_t cut = (int64_t)ceil(block / lanes);
		int now = stays ? lanes_of(k, bytes, stays) : 1;
		bool alike = now >= lanes && now < 2 * lanes;
		double seconds = time_in_lanes(k, bytes, lanes);
		if (seconds * WORTH_A_LANE >= best)
			continue;
		best = seconds;
		*slice = alike ? stays : cut;
	}
	return best;
}

/* ---- Irregular collectives */

double rg_candidate_time_with(struct rg_candidate *k, const int64_t *len)
{
	int64_t n = 0;
	for (int i = 0; i < k->scenario->placement->places.P; i++)
		n += len[i];
	record(k, n, len);
	return k->record ? rg_cost_of(k->cost, (double)n, 1) : INFINITY;
}

/* Irregular collectives are judged by these problems, since the choice is for all lengths: short
 * and long blocks, as long as each other, some much longer, and less from rank to rank. Chosen. */
static const struct {
	enum rg_sizes kind;
	int64_t bytes;
} problems[] = {{RG_SAME, 16},     {RG_SAME, 1024},    {RG_SAME, 32768},     {RG_SPIKES, 16},
                {RG_SPIKES, 1024}, {RG_SPIKES, 32768}, {RG_DECREASING, 1024}};
enum { PROBLEMS = sizeof problems / sizeof *problems };

static double time_of_problems(struct rg_candidate *k)
{
	int P = k->scenario->placement->places.P;
	int64_t *len = rg_alloc((size_t)P, sizeof *len);
	double sum = 0;
	for (int i = 0; i < PROBLEMS; i++) {
		rg_sizes_make(problems[i].kind, P, problems[i].bytes, 1, len);
		sum += log(rg_candidate_time_with(k, len));
	}
	free(len);
	return exp(sum / PROBLEMS);
}

/* Where the two ends of a block alone know its length, the same, of equal blocks: others have no
 * symmetry, and to work out their times takes fifty times as long (measured with pair.xml). */
static double time_of_equal_blocks(struct rg_candidate *k)
{
	static const double lengths[] = {16, 1024, 32768};
	enum { LENGTHS = sizeof lengths / sizeof *lengths };
	double sum = 0;
	for (int i = 0; i < LENGTHS; i++) {
		double bytes = lengths[i] * k->scenario->placement->places.P;
		record_for(k, bytes);
		sum += log(k->record ? rg_cost_of(k->cost, bytes, 1) : INFINITY);
	}
	return exp(sum / LENGTHS);
}

double rg_candidate_time(struct rg_candidate *k, double bytes, int64_t *slice)
{
	if (rg_hides_size(k->variant.routine->collective)) {
		*slice = 0;
		return time_in_lanes(k, bytes, 1);
	}
	bool drifts = k->scenario->model.fair && !has_segments(k);
	double best = drifts ? time_adrift(k, bytes, slice) : time_cut(k, bytes, slice);
	keep(k, bytes, 0, best);
	rg_show_progress("planning %s on %d ranks: %.0f bytes",
	                 rg_collectives[k->variant.routine->collective].name,
	                 k->scenario->placement->places.P, bytes);
	return best;
}
