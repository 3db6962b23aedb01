/* SPDX-License-Identifier: BSD-3-Clause
 * play: processes that run in turn, over a transport in memory.
 */
#include "prove/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "prove/memory.h"
#include "prove/posts.h"
#include "prove/processes.h"
#include "prove/touch.h"

/* Bytes: more than a routine and what it calls have of it. */
enum { STACK_TO_POISON = 2048 };

/* More waits than any routine needs, each 2 * P or fewer: it does not end. */
enum { WAITS_EACH = 1000, WAITS_MORE = 10000 };

/* ---- Who has begun ---- */

/* It knows that, too, from now on. */
static void hear(struct rg_actor *a, struct rg_post *op)
{
	for (size_t i = 0; i < (size_t)a->r.P / 64 + 1 && op->heard && op->kind != RG_SEND; i++)
		a->heard[i] |= op->heard[i];
	free(op->heard);
	op->heard = NULL;
}

/* A process that leaves a barrier must know of all others that they have begun. */
static void check_all_heard(struct rg_actor *a)
{
	for (int rank = 0; rank < a->r.P && a->heard; rank++)
		if (!(a->heard[rank / 64] >> rank % 64 & 1)) {
			rg_lane_fail(a, "leaves without having heard that rank %d has begun", rank);
			return;
		}
}

/* ---- Running ---- */

/* Overwrite the stack that the next resume will use: what a routine left there is gone. */
static __attribute__((noinline)) void poison_stack(void)
{
	unsigned char waste[STACK_TO_POISON];
	memset(waste, 0xA5, sizeof waste);
	__asm__ volatile("" : : "r"(waste) : "memory"); /* it is read: do not leave it out */
}

/* A wait is over. Messages that were posted with a join were in flight before and after it. */
static void pass_wait(struct rg_actor *a)
{
	a->joins += a->joining;
	for (size_t i = 0; i < a->ops; i++) {
		struct rg_post *op = &a->op[i];
		if (op->kind == RG_AWAIT)
			rg_races_acquire(&a->races, op->clock);
		else if (a->joining && op->kind != RG_JOIN)
			rg_lane_apart(a, &op->span, op->kind == RG_RECV);
		hear(a, op);
		if (op->kind == RG_RECV && op->told.depth > a->depth)
			a->depth = op->told.depth;
		rg_post_free(op);
	}
	a->ops = 0;
	a->joining = false;
}

/* The lane is through. It goes on with the next slice that is its to do, if there is one. */
static void end_slice(struct rg_playing *p, struct rg_actor *a)
{
	const struct rg_algorithm *algorithm = p->result->game.algorithm;
	if (a->ops)
		rg_lane_fail(a, "ends without waiting for what it posted (%zu messages)", a->ops);
	if (a->process->loan.on)
		rg_lane_fail(a, "ends without having reclaimed what it lends");
	check_all_heard(a);
	a->done = a->r.veiled_lane + p->lanes >= p->slices;
	if (a->done)
		return;
	a->r.veiled_lane += p->lanes;
	a->stands = false;
	rg_pieces_clear(&a->scratch);
	memset(a->frame, 0, algorithm->frame);
	rg_post_ready(a);
}

/* Run a lane, all of whose posts are complete, up to its next wait or its end. */
static void resume(struct rg_playing *p, struct rg_actor *a)
{
	pass_wait(a);
	a->r.stop = !a->stands; /* a wait that it stands at passes, all others return */
	poison_stack();
	int progress = p->result->game.algorithm->run(&a->r, a->frame);
	struct rg_strayed strayed = rg_strayed();
	if (!rg_lane_is_guarded(a))
		rg_lane_fail(a, "writes beyond its frame");
	if (strayed.any)
		rg_lane_fail(a, "asks for number %d of %d to %d", strayed.i, strayed.from,
		             strayed.to - 1);
	if (p->result->reason[0])
		return;
	if (progress == RG_FAILED) {
		rg_lane_fail(a, "the routine gives up");
	} else if (progress == RG_DONE) {
		end_slice(p, a);
	} else {
		a->waits++;
		a->waiting = a->stands = true;
		if (a->waits > WAITS_MORE + WAITS_EACH * (a->r.P < 10000 ? a->r.P : 10000))
			rg_lane_fail(a, "does not end");
		if (a->r.pending == 0)
			rg_post_ready(a);
	}
}

static void explain_deadlock(struct rg_actor *a, const struct rg_post *op)
{
	if (op->kind == RG_AWAIT)
		rg_lane_fail(a, "deadlock: the notification from rank %d never comes", op->peer);
	else if (op->told.n)
		rg_lane_fail(a, "deadlock: what is %s rank %d is never %s",
		             op->kind == RG_RECV ? "to be heard from" : "told", op->peer,
		             op->kind == RG_RECV ? "told" : "heard");
	else if (op->kind == RG_JOIN)
		rg_lane_fail(a, "deadlock: not all lanes join");
	else
		rg_lane_fail(a, "deadlock: %s rank %d (%lld elements) never completes",
		             op->kind == RG_RECV ? "the receive from" : "the send to", op->peer,
		             (long long)op->span.len);
}

/* Name a message that never completes, if there is one: whoever waits for a notification or a lane
 * may only wait for a process that waits for a message. */
static void find_deadlock(struct rg_playing *p)
{
	struct rg_actor *stuck = NULL;
	const struct rg_post *open = NULL;
	for (int i = 0; i < p->actors; i++) {
		struct rg_actor *a = &p->actor[i];
		for (size_t k = 0; k < a->ops && !a->done; k++)
			if (!a->op[k].matched && (!open || a->op[k].kind < open->kind)) {
				stuck = a;
				open = &a->op[k];
			}
	}
	explain_deadlock(stuck, open);
}

/* Has any lane of the process heard from that one of its machine? */
static bool has_heard(const struct rg_playing *p, const struct rg_actor *lane, int number)
{
	for (int i = 0; i < p->lanes; i++)
		if (lane[i].races.now->time[number])
			return true;
	return false;
}

/* Does any lane of the process notify or await? */
static bool meets_any(const struct rg_playing *p, const struct rg_actor *lane)
{
	bool meets = false;
	for (int i = 0; i < p->lanes; i++)
		meets |= lane[i].meets;
	return meets;
}

/* All have ended. If windows were used, each process must have heard from all others of its
 * machine: else it has left too early. If it may, it must have met one: else it does not take turns
 * of windows as the others do. */
static void check_leaving(struct rg_playing *p, const int *rank, int ranks)
{
	bool shares = false, early = p->result->game.algorithm->early;
	for (int i = 0; i < ranks * p->lanes; i++)
		shares |= p->actor[rank[i / p->lanes] * p->lanes + i % p->lanes].shares;
	for (int i = 0; shares && early && i < ranks; i++)
		if (!meets_any(p, &p->actor[rank[i] * p->lanes]))
			rg_lane_fail(&p->actor[rank[i] * p->lanes],
			             "neither notifies nor awaits another one of its machine");
	for (int i = 0; shares && !early && i < ranks; i++)
		for (int k = 0; k < ranks; k++) {
			struct rg_actor *lane = &p->actor[rank[i] * p->lanes];
			if (!has_heard(p, lane, k))
				rg_lane_fail(
					lane,
					"leaves without having heard from rank %d of its machine",
					rank[k]);
		}
}

static void check_notices(struct rg_playing *p)
{
	for (int i = 0; i < p->actors; i++)
		if (p->actor[i].notices)
			rg_lane_fail(&p->actor[i],
			             "ends without having awaited a notification of rank %d",
			             p->actor[i].notice[0].from);
}

/* Has this thread had what it may have of its processor? */
static bool is_over(double until)
{
	struct timespec used;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec > until;
}

/* Asked at the beginning and after so many turns, which take a millisecond or less. */
enum { TURNS = 1024 };

static bool give_up(struct rg_playing *p, int64_t turn)
{
	struct rg_played *r = p->result;
	if (r->game.until <= 0 || turn % TURNS || !is_over(r->game.until))
		return false;
	r->late = true;
	snprintf(r->reason, sizeof r->reason, "it takes too long to play");
	return true;
}

static void run(struct rg_playing *p)
{
	const struct rg_runs *machines = &p->places.level[RG_ON_MACHINE];
	int done = 0;
	for (int i = 0; i < p->actors; i++)
		rg_post_ready(&p->actor[i]);
	for (int64_t turn = 0; p->count && !p->result->reason[0] && !give_up(p, turn); turn++) {
		struct rg_actor *a = &p->actor[p->ready[p->head]];
		p->head = p->head + 1 < p->actors ? p->head + 1 : 0;
		p->count--;
		resume(p, a);
		done += a->done;
	}
	if (p->result->late)
		return;
	if (done < p->actors && !p->result->reason[0])
		find_deadlock(p);
	check_notices(p);
	for (int i = 0; i < machines->n && p->result->game.window; i++)
		check_leaving(p, p->places.order + machines->first[i],
		              machines->first[i + 1] - machines->first[i]);
}

struct rg_played *rg_play(const struct rg_game *game, rg_message_fn *tell, void *context)
{
	struct rg_played *result = rg_alloc(1, sizeof *result);
	struct rg_playing p = {.result = result, .tell = tell, .context = context};
	result->game = *game;
	rg_strayed();
	rg_processes_begin(&p, &rg_in_memory);
	run(&p);
	rg_processes_end(&p);
	return result;
}

void rg_played_free(struct rg_played *p)
{
	for (int i = 0; p && i < p->game.places.P; i++)
		rg_pieces_free(&p->out[i]);
	if (p) {
		free(p->out);
		rg_terms_free(&p->terms);
		free(p);
	}
}
