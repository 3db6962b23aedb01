/* SPDX-License-Identifier: BSD-3-Clause
 * Windows call by call, without a transport: who has which window when.
 *
 * Ranks take their steps in one thread, in an order that chance chooses, some of them far ahead of
 * others. That is the game of the model (model/window.pml), played with the runtime's own
 * window.c, and with what the model does not have: where windows, lanes and counters lie in the
 * file. The order of stores it does not see: that is what the thread sanitizer is for.
 *
 *   turns [GAMES] [SEED] [PAGE]     "all games are right", or what went wrong first; pages of
 * memory have so many bytes
 */
#include "transport/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long page = 4096;

/* What window.c asks. */
long __wrap_sysconf(int name);
long __wrap_sysconf(int name)
{
	return name == _SC_PAGESIZE ? page : name == _SC_NPROCESSORS_ONLN ? 1 : -1;
}

bool rg_wants_windows(void)
{
	return true;
}

bool rg_wants_attaching(void)
{
	return false;
}

/* A rank in a room goes from call to call by itself: a strand. */
enum { RANKS_MOST = 11, ELSEWHERE = 2, ROOMS = 3, CALLS = 100, ROUNDS_MOST = 2 };

/* Whom each rank tells in a call. */
enum way { NOBODY, ALL, FROM_ONE, TO_ONE, TO_NEXT, WAYS };

struct call {
	enum way way;
	bool early, near;
	int one;    /* of FROM_ONE and TO_ONE */
	int lanes;  /* each has so many */
	int bytes;  /* in the window, */
	bool told;  /* all ranks know how many */
	int rounds; /* in so many rounds */
};

enum step { BEGIN, WRITE, NOTIFY, AWAIT, READ, LEAVE };

struct strand {
	struct rg_window *w;
	int me, room;
	int call;       /* its number, */
	enum step step; /* and the next step of it, */
	int at, round;  /* of which so many parts are done, in this round */
};

static int n, rank_of[RANKS_MOST]; /* ranks of the machine, and by their place on it */
static struct call calls[ROOMS][CALLS];
static struct strand strands[ROOMS * RANKS_MOST];
static unsigned long long seed, chance;

_Noreturn static void fail(const char *what, const struct strand *s)
{
	printf("game %llu of %d ranks: room %d, call %d, rank %d: %s\n", seed, n, s->room, s->call,
	       s->me, what);
	exit(1);
}

/* Less than `below`, by a linear congruential generator: Knuth's MMIX. */
static int draw(int below)
{
	chance = chance * 6364136223846793005ull + 1442695040888963407ull;
	return (int)((chance >> 33) % (unsigned)below);
}

/* ---- A call */

static int draw_lanes(bool near)
{
	static const int lanes[] = {1, 2, 3, RG_LANES_MOST};
	return near || draw(3) ? 1 : lanes[draw(draw(8) ? 3 : 4)];
}

static int draw_bytes(const struct call *c)
{
	static const int nears[] = {4, 36, 64, 700, RG_WINDOW_NEAR};
	static const int fars[] = {4, 40, 48, 64, 1500};
	int most = (int)rg_window_size(c->lanes), i = draw(6);

	if (c->near)
		return nears[i % 5];
	return i < 5 ? fars[i] : most;
}

/* Often such a call as the one before it, so that a rank that only gives gets far ahead. */
static struct call draw_call(const struct call *before)
{
	struct call c = {.way = (enum way)draw(WAYS), .one = draw(n), .rounds = 1};

	if (c.way == ALL && draw(2))
		c.way = FROM_ONE;
	c.early = (c.way != ALL && c.way != NOBODY) || draw(4) == 0;
	c.near = c.early && draw(3);
	if (before && draw(2))
		c = *before;
	c.lanes = draw_lanes(c.near);
	c.bytes = draw_bytes(&c);
	c.told = c.near || c.lanes > 1 || draw(3);
	c.rounds = c.way == ALL && c.bytes >= 8 ? 1 + draw(ROUNDS_MOST) : 1;
	return c;
}

static bool tells(const struct call *c, int from, int to)
{
	switch (c->way) {
	case ALL:
		return from != to;
	case FROM_ONE:
		return from == c->one && to != from;
	case TO_ONE:
		return to == c->one && to != from;
	case TO_NEXT:
		return to == from + 1;
	default:
		return false;
	}
}

/* What stands in a window, so that it differs from what any other call, rank, lane or round has. */
static int stamp(const struct strand *s, int rank, int lane)
{
	return ((((s->room * CALLS + s->call + 1) * RANKS_MOST + rank) * RG_LANES_MOST + lane) *
	                ROUNDS_MOST +
	        s->round) *
	       7;
}

/* The round's part of a window. */
static char *part(const struct strand *s, const struct call *c, int rank, int lane, int *bytes)
{
	*bytes = c->bytes / c->rounds / (int)sizeof(int) * (int)sizeof(int);
	return (char *)rg_window_base(s->w, lane, rank_of[rank]) + s->round * *bytes;
}

/* From one number to the next: each of the first ones and of the last ones, some in between. */
static int behind(int i, int bytes)
{
	enum { EDGE = 2 * RG_WINDOW_LINE, STEP = 1020 };
	return i >= EDGE && i + STEP < bytes - EDGE ? i + STEP : i + (int)sizeof(int);
}

static void write_own(const struct strand *s, const struct call *c, int lane)
{
	int bytes, number = stamp(s, s->me, lane);
	char *to = part(s, c, s->me, lane, &bytes);

	for (int i = 0; i < bytes; i = behind(i, bytes))
		memcpy(to + i, &number, sizeof number);
}

static void read_of(const struct strand *s, const struct call *c, int rank, int lane)
{
	int bytes, number, wanted = stamp(s, rank, lane);
	const char *from = part(s, c, rank, lane, &bytes);

	for (int i = 0; i < bytes; i = behind(i, bytes)) {
		memcpy(&number, from + i, sizeof number);
		if (number != wanted)
			fail("another number is in the window", s);
	}
}

/* ---- The steps of a strand */

static void next_step(struct strand *s, enum step step)
{
	s->step = step;
	s->at = 0;
}

static bool gives(const struct call *c, int me)
{
	for (int i = 0; i < n; i++)
		if (tells(c, me, i))
			return true;
	return false;
}

/* One lane and peer after another: a step each. */
static void notify_next(struct strand *s, const struct call *c)
{
	int peer = s->at % n, lane = s->at / n;

	if (tells(c, s->me, peer))
		rg_window_notify(s->w, lane, rank_of[peer]);
	if (++s->at == n * c->lanes)
		next_step(s, AWAIT);
}

static void await_others(struct strand *s, const struct call *c)
{
	for (int lane = 0; lane < c->lanes; lane++)
		for (int peer = 0; peer < n; peer++)
			if (tells(c, peer, s->me))
				rg_window_await(s->w, lane, rank_of[peer]);
	next_step(s, READ);
}

static bool read_next(struct strand *s, const struct call *c)
{
	int peer = s->at % n, lane = s->at / n;

	if (!rg_window_arrived(s->w, lane))
		return false;
	if (tells(c, peer, s->me))
		read_of(s, c, peer, lane);
	if (++s->at < n * c->lanes)
		return true;
	if (++s->round < c->rounds)
		next_step(s, WRITE);
	else
		next_step(s, LEAVE);
	return true;
}

/* Whether it could. */
static bool go_on(struct strand *s)
{
	const struct call *c = &calls[s->room][s->call];

	switch (s->step) {
	case BEGIN:
		if (!s->w) /* a room is made when it is needed */
			s->w = rg_window_room(strands[s->me].w, n + ELSEWHERE, s->room);
		rg_window_begin(s->w, c->lanes, c->told ? (int64_t)c->bytes * c->lanes : 0,
		                c->early, c->near);
		s->round = 0;
		next_step(s, WRITE);
		return true;
	case WRITE:
		if (!s->round && !rg_window_is_free(s->w))
			return false;
		for (int lane = 0; lane < c->lanes && gives(c, s->me); lane++)
			write_own(s, c, lane);
		next_step(s, NOTIFY);
		return true;
	case NOTIFY:
		notify_next(s, c);
		return true;
	case AWAIT:
		await_others(s, c);
		return true;
	case READ:
		return read_next(s, c);
	default:
		rg_window_leave(s->w);
		s->call++;
		next_step(s, BEGIN);
		return true;
	}
}

/* ---- A game */

/* Each rank's windows: in all rooms one file, mapped by each rank. */
static void open_all(void)
{
	struct rg_window_key key[RANKS_MOST + ELSEWHERE];
	int P = n + ELSEWHERE;

	for (int i = 0; i < n; i++)
		rank_of[i] = (i * (P - 1) + 1) % P; /* others are in between, in another order */
	for (int i = 0; i < P; i++)
		key[i] = (struct rg_window_key){.pid = -i, .fd = -1};
	int trouble = 0;
	key[rank_of[0]] = rg_window_offer(n, ROOMS, &trouble);
	for (int i = 0; i < n; i++) {
		struct strand *s = &strands[i];
		*s = (struct strand){.me = i};
		s->w = rg_window_open(key, sizeof *key, rank_of, n, i, P, ROOMS, &trouble);
		if (!s->w)
			fail("it has no windows", s);
		for (int room = 1; room < ROOMS; room++)
			strands[room * n + i] = (struct strand){.me = i, .room = room};
	}
	rg_window_withdraw(&key[rank_of[0]]);
}

/* No other rank has windows here. */
static void look_elsewhere(void)
{
	for (int rank = 0; rank < n + ELSEWHERE; rank++) {
		bool here = false;
		for (int i = 0; i < n; i++)
			here = here || rank_of[i] == rank;
		if (here != !!rg_window_base(strands[0].w, 0, rank))
			fail("a window of another machine's rank", &strands[0]);
	}
}

static void close_all(void)
{
	for (int i = ROOMS * n - 1; i >= 0; i--)
		rg_window_close(strands[i].w);
}

/* Some steps of one that can go on. Whether there is any. */
static bool some_steps(void)
{
	static const int most[] = {1, 6, 60, 2000};
	int first = draw(ROOMS * n), steps = most[draw(4)];

	for (int i = 0; i < ROOMS * n; i++) {
		struct strand *s = &strands[(first + i) % (ROOMS * n)];
		int done = 0;
		while (done < steps && s->call < CALLS && go_on(s))
			done++;
		if (done)
			return true;
	}
	return false;
}

static void play(void)
{
	chance = seed;
	n = draw(8) ? 2 + draw(3) : RANKS_MOST; /* so many have counters in two lines */
	for (int room = 0; room < ROOMS; room++)
		for (int i = 0; i < CALLS; i++)
			calls[room][i] = draw_call(i ? &calls[room][i - 1] : NULL);
	open_all();
	look_elsewhere();
	while (some_steps())
		;
	for (int i = 0; i < ROOMS * n; i++)
		if (strands[i].call < CALLS)
			fail("nobody can go on", &strands[i]);
	close_all();
}

int main(int argc, char **argv)
{
	int games = argc > 1 ? atoi(argv[1]) : 100;

	seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	page = argc > 3 ? atol(argv[3]) : page;
	for (int i = 0; i < games; i++, seed++)
		play();
	puts("all games are right");
	return 0;
}
