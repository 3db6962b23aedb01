/* SPDX-License-Identifier: BSD-3-Clause
 * play: lanes, windows and notifications: a routine that is right is proved, and each fault is
 * caught for its own reason.
 */
#include "prove/cases.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

/* ---- An allreduce on one machine, through windows ---- */

enum fault {
	NO_FAULT,
	READS_EARLY,      /* does not await that a window is written */
	OVERWRITES_EARLY, /* does not await that its window has been read */
	WAITS_LATE,       /* reads before rg_wait has passed */
	TELLS_EARLY,      /* notifies before it writes */
	NOT_AWAITED,      /* leaves a notification behind */
	NOT_NOTIFIED,     /* awaits one too many */
	WRITES_OTHERS,    /* writes to another process's window */
	BEYOND_WINDOW,
	SENDS_WINDOW,
	RECEIVES_IN_WINDOW,
	TELLS_ITSELF,
	BY_RANK, /* says that it need not commute, but brackets from the left */
	FAULTS
};

static enum fault fault;

static const char *const reasons[FAULTS] = {
	[READS_EARLY] = "race: reads element 0 of the window of rank 0",
	[OVERWRITES_EARLY] = "race: writes elements 0 to 3 of its window, which rank",
	[WAITS_LATE] = "which has no value yet",
	[TELLS_EARLY] = "race: reads",
	[NOT_AWAITED] = "ends without having awaited a notification",
	[NOT_NOTIFIED] = "deadlock: the notification from rank",
	[WRITES_OTHERS] = "writes to the window of rank",
	[BEYOND_WINDOW] = "outside the window of rank",
	[SENDS_WINDOW] = "with a window",
	[RECEIVES_IN_WINDOW] = "with a window",
	[TELLS_ITSELF] = "no other process of its machine",
	[BY_RANK] = "brackets the ranks otherwise",
};

struct frame {
	int at, peer, step;
	int64_t done;
};

static struct rg_span window(int rank, int64_t off, int64_t len)
{
	return (struct rg_span){RG_WINDOW + rank, off, len};
}

/* The part of the vector that goes through the windows now. */
static struct rg_span part(const struct rg *r, const struct frame *s, int buf)
{
	int64_t left = r->n - s->done;
	return (struct rg_span){buf, s->done, left < r->window ? left : r->window};
}

static void notify_all(struct rg *r)
{
	for (int i = 0; i < r->P; i++)
		if (i != r->rank || fault == TELLS_ITSELF)
			rg_notify(r, i);
}

static void await_all(struct rg *r, const struct frame *s, bool written)
{
	for (int i = 0; i < r->P; i++) {
		bool forgotten = (fault == READS_EARLY && i < r->rank && written) ||
		                 (fault == OVERWRITES_EARLY && !written) ||
		                 (fault == NOT_AWAITED && !written && s->done + 4 >= r->n);
		if (i != r->rank && !forgotten)
			rg_await(r, i);
	}
	if (fault == NOT_NOTIFIED && s->done)
		rg_await(r, (r->rank + 1) % r->P);
}

static void expose(struct rg *r, const struct frame *s)
{
	struct rg_span from = part(r, s, rg_mine(r));

	if (fault == TELLS_EARLY)
		notify_all(r);
	rg_copy(r, window(r->rank, 0, from.len + (fault == BEYOND_WINDOW)),
	        (struct rg_span){from.buf, from.off, from.len + (fault == BEYOND_WINDOW)});
	if (fault == WRITES_OTHERS)
		rg_copy(r, window((r->rank + 1) % r->P, 0, from.len), from);
	if (fault == SENDS_WINDOW)
		rg_send(r, (r->rank + 1) % r->P, window(r->rank, 0, 1));
	if (fault == RECEIVES_IN_WINDOW)
		rg_recv(r, (r->rank + 1) % r->P, window(r->rank, 0, 1));
	if (fault != TELLS_EARLY)
		notify_all(r);
}

/* Add them all up, from rank 0 on, into RG_TMP: RG_OUT may be what others are given. */
static void add_up(struct rg *r, const struct frame *s)
{
	int64_t len = part(r, s, RG_OUT).len;

	rg_copy(r, rg_head(RG_TMP, len), window(0, 0, len));
	for (int i = 1; i < r->P; i++) {
		struct rg_span sum = {RG_TMP, i % 2 * len, len},
			       so_far = {RG_TMP, (i + 1) % 2 * len, len};
		rg_combine_to(r, sum, so_far, window(i, 0, len));
	}
	rg_copy(r, part(r, s, RG_OUT), (struct rg_span){RG_TMP, (r->P - 1) % 2 * len, len});
}

static int shared(struct rg *r, void *frame)
{
	struct frame *s = frame;

	RG_BEGIN(r, s);
	for (s->done = 0; s->done < r->n; s->done += r->window) {
		expose(r, s);
		await_all(r, s, true);
		if (fault != WAITS_LATE)
			rg_wait(r, s);
		add_up(r, s);
		rg_wait(r, s);
		notify_all(r);
		await_all(r, s, false);
		rg_wait(r, s);
	}
	RG_END(s);
}

static int64_t two_windows(const struct rg *r)
{
	return 2 * r->window;
}

static const struct rg_algorithm shared_allreduce = {
	.name = "shared",
	.run = shared,
	.frame = sizeof(struct frame),
	.scratch = two_windows,
	.commutes = true,
	.windows = true,
	.machine = true,
};

/* Prove a game, or see it refuted for a reason. */
static void check_game(const struct rg_game *game, const char *reason, int number)
{
	struct rg_proof proof = {0};
	bool proved = rg_prove_game(game, &proof);
	if (!CHECK(reason ? !proved && strstr(proof.reason, reason) : proved))
		fprintf(stderr, "case %d: %s\n", number, proof.reason);
	rg_proof_free(&proof);
}

static void catch_window_faults(int P)
{
	const int one[] = {0, P};
	for (fault = NO_FAULT; fault < FAULTS; fault++) {
		struct rg_algorithm a = shared_allreduce;
		a.commutes = fault != BY_RANK;
		struct rg_game g = {.collective = RG_ALLREDUCE,
		                    .algorithm = &a,
		                    .places = {.P = P, .level[RG_ON_MACHINE] = {1, one}},
		                    .n = 9,
		                    .ordered = fault == BY_RANK,
		                    .window = 4};
		check_game(&g, reasons[fault], (int)fault);
	}
	fault = NO_FAULT;
}

/* The whole proof of it, and that it is for one machine. */
static void prove_shared(void)
{
	const struct rg_routine routine = {RG_ALLREDUCE, "shared", &shared_allreduce, "", ""};
	for (int P = 2; P < 10; P++) {
		struct rg_proof proof = {0};
		rg_prove(&routine, P, NULL, &proof);
		CHECK_STR(proof.reason, "");
		CHECK(proof.proved && proof.shares && proof.messages == 0);
		rg_proof_free(&proof);
	}
	const int two[] = {0, 2, 4};
	struct rg_game g = {.collective = RG_ALLREDUCE,
	                    .algorithm = &shared_allreduce,
	                    .places = {.P = 4, .level[RG_ON_MACHINE] = {2, two}},
	                    .n = 9,
	                    .window = 4};
	check_game(&g, "notifies rank 2, which is no other process of its machine", 0);
	g.window = 0;
	g.n = 0; /* no loop without end */
	check_game(&g, NULL, 0);
}

/* ---- Leaving, and what crosses machines: small routines ---- */

enum sharing {
	HEARD,      /* rank 0 gives to all, and hears from all, */
	BY_OTHERS,  /* if only through rank 1, */
	UNHEARD,    /* or leaves */
	OTHERS_DO,  /* rank 0 hears from all, but they not from one another */
	EARLY,      /* or leaves, and may */
	NEAR,       /* or leaves, through a near window, */
	BEYOND,     /* which has no more elements than the vector */
	BESIDE,     /* nobody there has to do with rank 2 */
	BY_MESSAGE, /* who has read says so by a message, which does not order windows */
	NO_WINDOWS,
	SHARINGS
};

static enum sharing sharing;

static const char *const sharing_reasons[SHARINGS] = {
	[UNHEARD] = "rank 0, after 1 waits: leaves without having heard from rank 1",
	[OTHERS_DO] = "rank 1, after 3 waits: leaves without having heard from rank 2",
	[BEYOND] = "elements 1 to 1 are outside the window of rank 0",
	[BESIDE] = "rank 2, after 0 waits: neither notifies nor awaits another one of its machine",
	[BY_MESSAGE] = "race: writes",
	[NO_WINDOWS] = "without windows",
};

/* Whether it may be left early. */
static bool is_early(void)
{
	return sharing == EARLY || sharing == NEAR || sharing == BEYOND || sharing == BESIDE;
}

/* Three processes; the result is of no interest. */
static int give(struct rg *r, void *frame)
{
	struct frame *s = frame;
	bool all = sharing == HEARD || sharing == BY_OTHERS || sharing == UNHEARD;

	RG_BEGIN(r, s);
	if (r->rank == 0) {
		if (sharing != NO_WINDOWS)
			rg_copy(r, window(0, sharing == BEYOND, 1), rg_head(RG_IN, 1));
		rg_notify(r, 1);
		if (sharing != BESIDE)
			rg_notify(r, 2);
		rg_wait(r, s);
		if (sharing == BY_MESSAGE) {
			rg_recv(r, 1, rg_head(RG_TMP, 1));
			rg_wait(r, s);
			rg_copy(r, window(0, 0, 1), rg_head(RG_IN, 1));
		} else if (sharing != UNHEARD && !is_early()) {
			rg_await(r, 1);
			if (sharing != BY_OTHERS)
				rg_await(r, 2);
			rg_wait(r, s);
		}
	} else if (sharing != BESIDE || r->rank == 1) {
		rg_await(r, 0);
		rg_wait(r, s);
		rg_copy(r, rg_head(RG_OUT, 1), window(0, 0, 1));
		if (all)
			rg_notify(r, 3 - r->rank);
		if (all)
			rg_await(r, 3 - r->rank);
		rg_wait(r, s);
		if (sharing == BY_MESSAGE && r->rank == 1)
			rg_send(r, 0, rg_head(RG_IN, 1));
		rg_wait(r, s);
		if (sharing == HEARD || sharing == OTHERS_DO ||
		    (sharing == BY_OTHERS && r->rank == 1))
			rg_notify(r, 0);
	}
	RG_END(s);
}

static int64_t one_element(const struct rg *r)
{
	(void)r;
	return 1;
}

static void check_leaving(void)
{
	struct rg_algorithm algorithm = {
		.name = "give", .run = give, .frame = sizeof(struct frame), .scratch = one_element};
	const int one[] = {0, 3};
	for (sharing = HEARD; sharing < SHARINGS; sharing++) {
		algorithm.early = is_early();
		struct rg_game g = {.collective = RG_ALLREDUCE,
		                    .algorithm = &algorithm,
		                    .places = {.P = 3, .level[RG_ON_MACHINE] = {1, one}},
		                    .n = 1,
		                    .window = sharing == NO_WINDOWS ? 0
		                              : sharing == NEAR || sharing == BEYOND
		                                      ? RG_WINDOW_BYTES / RG_WINDOW_NEAR
		                                      : 1};
		struct rg_played *p = rg_play(&g, NULL, NULL);
		const char *reason = sharing_reasons[sharing];
		if (!CHECK(reason ? strstr(p->reason, reason) != NULL : !p->reason[0]))
			fprintf(stderr, "sharing %d: %s\n", (int)sharing, p->reason);
		rg_played_free(p);
	}
}

/* ---- Lanes ---- */

enum crossing {
	NO_CROSSING,
	WRITES_WRITTEN, /* a lane writes what another wrote, */
	READS_WRITTEN,  /* reads it, */
	WRITES_READ,    /* writes what another read, without join */
	JOINS_BESIDE,   /* joins while messages are in flight, which others use then */
	JOINS_TWICE,
	SOME_JOIN,
	CROSSINGS
};

static enum crossing crossing;

static const char *const crossing_reasons[CROSSINGS] = {
	[WRITES_WRITTEN] = "writes RG_OUT[0], which another lane writes: they have not joined",
	[READS_WRITTEN] = "reads RG_OUT[0], which another lane writes: they have not joined",
	[WRITES_READ] = "writes RG_OUT[0], which another lane reads: they have not joined",
	[JOINS_BESIDE] = "they have not joined",
	[JOINS_TWICE] = "joins twice without a wait",
	[SOME_JOIN] = "deadlock: not all lanes join",
};

/* An allgather of blocks of two elements, on two processes. Each lane sends one element of the own
 * block, then reads what the other received. */
static int cross(struct rg *r, void *frame)
{
	struct frame *s = frame;
	struct rg_span all = rg_head(RG_OUT, r->n);

	RG_BEGIN(r, s);
	rg_copy(r, rg_block(r, RG_OUT, r->pos), rg_own(r, RG_IN));
	rg_send(r, 1 - r->rank, rg_own(r, RG_IN));
	rg_recv(r, 1 - r->rank, rg_block(r, RG_OUT, 1 - r->pos));
	if (crossing == JOINS_BESIDE)
		rg_join(r);
	rg_wait(r, s);
	if (crossing == WRITES_WRITTEN && r->veiled_lane)
		rg_copy(r, rg_head(RG_OUT, 1), rg_head(RG_IN, 1));
	if (crossing == READS_WRITTEN && r->veiled_lane)
		rg_copy(r, rg_head(RG_TMP, r->n), all);
	if (crossing == WRITES_READ && r->veiled_lane == 0) {
		rg_join(r);
		rg_wait(r, s);
		rg_copy(r, rg_head(RG_TMP, r->n), all);
	} else if (crossing == WRITES_READ) {
		rg_join(r);
		rg_wait(r, s);
		rg_copy(r, rg_head(RG_OUT, 1), rg_head(RG_IN, 1));
	}
	if (crossing == JOINS_TWICE)
		rg_join(r);
	if (crossing == NO_CROSSING || crossing == JOINS_TWICE ||
	    (crossing == SOME_JOIN && r->veiled_lane))
		rg_join(r);
	rg_wait(r, s);
	if (crossing == NO_CROSSING || crossing == JOINS_BESIDE)
		rg_copy(r, rg_head(RG_TMP, r->n), all);
	RG_END(s);
}

static int64_t vector(const struct rg *r)
{
	return r->n;
}

static void catch_crossings(void)
{
	const struct rg_algorithm algorithm = {
		.name = "cross", .run = cross, .frame = sizeof(struct frame), .scratch = vector};
	for (crossing = NO_CROSSING; crossing < CROSSINGS; crossing++) {
		struct rg_game g = {.collective = RG_ALLGATHER,
		                    .algorithm = &algorithm,
		                    .places = {.P = 2},
		                    .n = 4,
		                    .lanes = 2};
		check_game(&g, crossing_reasons[crossing], (int)crossing);
	}
}

/* A message of one lane is not for another. */
static int mixed_lanes(struct rg *r, void *frame)
{
	struct frame *s = frame;

	RG_BEGIN(r, s);
	if ((r->rank + r->veiled_lane) % 2)
		rg_send(r, 1 - r->rank, rg_head(RG_IN, 1));
	else
		rg_recv(r, 1 - r->rank, (struct rg_span){RG_OUT, r->veiled_lane, 1});
	if (r->veiled_lane == 2)
		rg_recv(r, 1 - r->rank, (struct rg_span){RG_OUT, 3, 1});
	rg_wait(r, s);
	RG_END(s);
}

static void match_lanes(void)
{
	const struct rg_algorithm algorithm = {
		.name = "mixed", .run = mixed_lanes, .frame = sizeof(struct frame)};
	struct rg_game g = {.collective = RG_ALLREDUCE,
	                    .algorithm = &algorithm,
	                    .places = {.P = 2},
	                    .n = 4,
	                    .lanes = 2};
	struct rg_played *p = rg_play(&g, NULL, NULL);
	CHECK_STR(p->reason, "");
	CHECK_INT(p->messages, 2);
	rg_played_free(p);
	g.lanes = 3;
	p = rg_play(&g, NULL, NULL);
	CHECK(strstr(p->reason, "lane 2, after 1 waits: deadlock"));
	rg_played_free(p);
}

int main(void)
{
	for (int P = 4; P < 7; P++) /* three ranks are bracketed in one way only */
		catch_window_faults(P);
	prove_shared();
	check_leaving();
	catch_crossings();
	match_lanes();
	return TEST_END;
}
