/* SPDX-License-Identifier: BSD-3-Clause
 * prove: the routines are proved for every number of processes, and a routine with a fault in it is
 * caught, each fault for its own reason.
 */
#include "prove/cases.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "test.h"

/* ---- The routines that are emitted ---- */

static int ceil_lg(int n)
{
	int steps = 0;
	while (1 << steps < n)
		steps++;
	return steps;
}

/* The messages of the allgather by recursive doubling: each process gets one in each step, but for
 * those at the end in whose step nobody is behind them, nor before them with a longer run. */
static int64_t doubling_messages(int P)
{
	int64_t messages = 0;
	for (int bit = 1; bit < P; bit *= 2)
		messages += P % (2 * bit) > bit ? P : P - P % (2 * bit);
	return messages;
}

/* The messages of a prefix by recursive doubling: each process gets one from each partner that
 * there is. */
static int64_t prefix_messages(int P)
{
	int64_t messages = 0;
	for (int bit = 1; bit < P; bit *= 2)
		for (int rank = 0; rank < P; rank++)
			messages += (rank ^ bit) < P;
	return messages;
}

/* The blocks that a binomial scatter brings to those whose blocks they are not. */
static int64_t passing_blocks(int P)
{
	int64_t blocks = P - 1;
	for (int i = 1; i < P; i++)
		blocks += ((i & -i) < P - i ? (i & -i) : P - i) - 1;
	return blocks;
}

/* The same of broadcasts. The shared ones take rounds. */
static void check_broadcast(const char *by, int P, const struct rg_proof *proof)
{
	int lg = ceil_lg(P);
	if (!strcmp(by, "scatter-ring")) {
		CHECK_INT(proof->messages, (int64_t)(P + 1) * (P - 1) - passing_blocks(P));
		CHECK(proof->waits >= P - 1 && proof->waits <= P + 1);
	} else if (!strcmp(by, "scatter-doubling")) {
		bool power = P == 1 << lg;
		CHECK(proof->messages <= (power ? 1 : 2) * (int64_t)P * lg);
		CHECK(proof->messages >= (power ? (int64_t)P * lg : P - 1));
		CHECK(proof->waits >= lg && proof->waits <= lg + 2);
	} else if (!strcmp(by, "shared-leaders")) {
		CHECK(P == 1 || (proof->messages && proof->messages % (P - 1) == 0));
	} else {
		CHECK(!strcmp(by, "ring") || !strcmp(by, "tree"));
		CHECK_INT(proof->messages, P - 1);
		CHECK(proof->waits <= 2);
	}
}

static void check_reduction(const char *by, int P, const struct rg_proof *proof)
{
	int lg = ceil_lg(P);
	bool folded = P != 1 << lg;
	int64_t w = folded ? 1 << (lg - 1) : P;
	if (!strcmp(by, "halving-gather")) {
		CHECK_INT(proof->messages, P - w + w * (lg - folded) + w - 1);
		CHECK_INT(proof->waits, 2 * lg - folded);
	} else if (!strcmp(by, "shared-leaders")) {
		CHECK(P == 1 || (proof->messages && proof->messages % (P - 1) == 0));
	} else {
		CHECK_INT(proof->messages, P - 1);
		CHECK(strcmp(by, "in-order") || proof->waits == lg);
	}
}

/* Of an alltoall: each sends to each, or by digits. */
static void check_exchange(const char *by, int P, const struct rg_proof *proof)
{
	int lg = ceil_lg(P);
	if (!strcmp(by, "bruck")) {
		CHECK_INT(proof->messages, (int64_t)P * lg); /* the radix is 2 */
		CHECK_INT(proof->waits, lg);
		return;
	}
	int64_t pairs = (int64_t)P * (P - 1);
	if (!strcmp(by, "phases")) { /* perhaps with two signals for each message */
		CHECK(proof->messages >= pairs && proof->messages <= 3 * pairs);
		CHECK(proof->waits >= P - 1 && proof->waits <= 4 * (P - 1) + 1);
		return;
	}
	CHECK_INT(proof->messages, pairs);
	if (!strcmp(by, "xor"))
		CHECK_INT(proof->waits, P - 1);
	else if (!strcmp(by, "linear"))
		CHECK_INT(proof->waits, (P - 1 + 3) / 4);
	else
		CHECK(!strcmp(by, "pairwise") && proof->waits == P - 1);
}

/* The counts of the collectives with a root, of barriers, prefixes and alltoalls. */
static void check_other_counts(const char *by, enum rg_collective collective, int P,
                               const struct rg_proof *proof)
{
	bool blocks = collective == RG_GATHER || collective == RG_SCATTER;
	int lg = ceil_lg(P);
	if (!strcmp(by, "shared-pairs") && rg_is_by_pairs(collective)) {
		CHECK(proof->messages <= P * (P - 1)); /* the long blocks */
	} else if (!strcmp(by, "shared") || !strcmp(by, "shared-pairs") || !strcmp(by, "lent")) {
		CHECK_INT(proof->messages, 0);
	} else if (rg_is_for_each(collective)) {
		check_exchange(by, P, proof);
	} else if (!strcmp(by, "ordered") || !strcmp(by, "carried")) {
		/* Some blocks may be carried to a process that sends them to the root. */
		CHECK(proof->messages >= P - 1 && proof->messages <= 2 * (P - 1));
		CHECK(proof->waits <= 2 * lg + 3);
	} else if (!strcmp(by, "sequential")) {
		CHECK_INT(proof->messages, P - 1);
		CHECK_INT(proof->waits, 1);
	} else if (collective == RG_BCAST) {
		check_broadcast(by, P, proof);
	} else if (collective == RG_REDUCE) {
		check_reduction(by, P, proof);
	} else if (collective == RG_BARRIER && strcmp(by, "tree") != 0) {
		/* By dissemination, of all processes or of machines. */
		CHECK_INT(proof->messages, (int64_t)P * lg);
		CHECK(proof->waits == lg || !strcmp(by, "shared-leaders"));
	} else if (!strcmp(by, "recursive-doubling")) {
		CHECK_INT(proof->messages, prefix_messages(P));
		CHECK_INT(proof->waits, lg);
	} else if (blocks && !strcmp(by, "ring")) {
		CHECK_INT(proof->messages, (int64_t)P * (P - 1) / 2);
		CHECK(proof->waits == (P > 1 ? P - 1 : 1));
	} else {
		CHECK(!strcmp(by, "tree") || !strcmp(by, "chain"));
		CHECK_INT(proof->messages, (collective == RG_BARRIER ? 2 : 1) * (P - 1));
	}
}

/* With one rank on each machine, on P ranks and a vector that has an element for each: the messages
 * in all; the waits of the process that waits most. w ranks work for P in pairs. */
static void check_counts(const struct rg_variant *variant, int P, const struct rg_proof *proof)
{
	const struct rg_routine *r = variant->routine;
	int lg = ceil_lg(P), rounds = r->collective == RG_ALLREDUCE ? 2 : 1;
	bool folded = P != 1 << lg;
	int64_t w = folded ? 1 << (lg - 1) : P, pairs = P - w;
	const char *by = rg_algorithm_name(r->algorithm, variant->parameters);
	if (r->collective >= RG_BCAST) {
		check_other_counts(by, r->collective, P, proof);
	} else if (!strcmp(by, "ring")) {
		CHECK_INT(proof->messages, (int64_t)rounds * P * (P - 1));
		CHECK_INT(proof->waits, rounds * (P - 1));
	} else if (!strcmp(by, "gateways")) {
		/* All in one run, or each in its own. */
		CHECK(proof->messages >= 2 * (P - 1) && proof->messages <= 2ll * P * (P - 1));
	} else if (!strcmp(by, "islands")) {
		CHECK(proof->waits <= rounds * P + 1);
	} else if (!strcmp(by, "shared-columns")) {
		CHECK_INT(proof->messages, (int64_t)rounds * P * (P - 1));
	} else if (!strcmp(by, "shared-factored") && rounds == 1) {
		/* One port: a message a step. */
		CHECK_INT(proof->messages, (int64_t)P * lg);
	} else if (!strcmp(by, "shared-factored") || !strcmp(by, "shared-leaders")) {
		int64_t least = (int64_t)rounds * P * lg;
		CHECK(proof->messages >= least && proof->messages <= rounds * least);
	} else if (!strcmp(by, "columns")) {
		bool hands_out = r->algorithm->commutes && rounds == 1;
		CHECK_INT(proof->messages, (int64_t)rounds * P * (P - 1));
		CHECK_INT(proof->waits, rounds * P + hands_out);
	} else if (!strcmp(by, "recursive-doubling") && !rg_collectives[r->collective].reduces) {
		CHECK_INT(proof->messages, doubling_messages(P));
		CHECK(proof->waits >= lg && proof->waits <= 2 * lg);
	} else if (!strcmp(by, "bine")) {
		CHECK_INT(proof->messages, rounds * w * (lg - folded) + 2 * pairs);
		CHECK_INT(proof->waits, rounds * (lg - folded) + 2 * folded);
	} else if (!strcmp(by, "recursive-doubling") || !strcmp(by, "bine-doubling")) {
		CHECK_INT(proof->messages, w * (lg - folded) + 2 * pairs);
		CHECK_INT(proof->waits, lg + folded);
	} else if (!strcmp(by, "butterfly")) {
		CHECK_INT(proof->messages, 2 * w * (lg - folded) + 2 * pairs);
		CHECK_INT(proof->waits, 2 * lg);
	} else if (!strcmp(by, "smp-binomial")) {
		CHECK_INT(proof->messages, 2 * (P - 1));
	} else if (!strcmp(by, "factored")) {
		/* P blocks; in an allreduce those at the vector's ends may be two messages. */
		int64_t least = (int64_t)rounds * P * lg;
		CHECK(proof->messages >= least && proof->messages <= rounds * least);
		CHECK(folded || proof->messages == least);
		CHECK_INT(proof->waits, rounds * lg);
	} else if (!strcmp(by, "circulant")) {
		CHECK_INT(proof->messages, (int64_t)rounds * P * lg);
		CHECK_INT(proof->waits, rounds * lg);
	} else if (!strcmp(by, "gather")) {
		CHECK_INT(proof->messages, (int64_t)P * lg);
		CHECK_INT(proof->waits, lg);
	} else if (!strcmp(by, "pairwise")) {
		CHECK_INT(proof->messages, (int64_t)P * (P - 1));
		CHECK_INT(proof->waits, P - 1);
	} else if (!strcmp(by, "neighbour")) {
		int half = P / 2, third = P % 2 && P > 1;
		CHECK_INT(proof->messages, (int64_t)2 * half * half + third * (half + 1));
	} else if (!strcmp(by, "recursive-halving")) {
		CHECK_INT(proof->messages, w * (lg - folded) + 2 * pairs);
		CHECK_INT(proof->waits, lg + folded);
	} else if (!strcmp(by, "shared") || !strcmp(by, "shared-tiers")) {
		CHECK_INT(proof->messages, 0);
		CHECK(proof->waits >= (P > 1));
	} else if (!strcmp(by, "lent")) {
		CHECK_INT(proof->messages, 0);
		CHECK_INT(proof->waits, 2);
	} else {
		CHECK_STR(by, "smp-butterfly");
		CHECK_INT(proof->messages, 2 * w * (lg - folded) + 2 * pairs);
	}
}

/* Is each process's partner always the same, with one rank on each machine? */
static bool is_ring(const struct rg_variant *v)
{
	const char *by = rg_algorithm_name(v->routine->algorithm, v->parameters);
	return v->routine->algorithm->ring || !strcmp(by, "columns") ||
	       !strcmp(by, "shared-columns");
}

/* Variant number *i, which is counted up: each routine, at each level that it takes. False: there
 * are no more. */
static bool next_variant(struct rg_variant *v, int *i)
{
	int n = (*i)++;
	for (int k = 0; k < RG_ROUTINES; k++) {
		const struct rg_algorithm *a = rg_routines[k].algorithm;
		int levels = 0;
		while ((a->takes == RG_A_LEVEL || a->takes == RG_NUMBER_AND_LEVEL) &&
		       a->tries[levels])
			levels++;
		if (n < (levels ? levels : 1)) {
			*v = (struct rg_variant){&rg_routines[k], levels ? a->tries[n] : NULL};
			return true;
		}
		n -= levels ? levels : 1;
	}
	return false;
}

/* With many processes, algorithms are proved by the first of their parameters only: each takes
 * seconds. */
static bool is_first_try(const struct rg_variant *variant)
{
	const char *const *tries = variant->routine->algorithm->tries;
	return !tries || rg_same_parameters(tries[0], variant->parameters);
}

static void prove_routines(int least, int most)
{
	struct rg_variant variant;
	for (int i = 0; next_variant(&variant, &i);)
		for (int P = least; P <= most && (P <= RG_PROVE_WIDE || is_first_try(&variant));
		     P++) {
			struct rg_proof proof = {0};
			rg_prove_with(variant.routine, variant.parameters, P, NULL, &proof);
			CHECK_STR(proof.reason, "");
			CHECK(proof.proved && proof.games > 1);
			check_counts(&variant, P, &proof);
			rg_proof_free(&proof);
		}
}

/* In a shuffled order the ring is the same, and its pairs are neighbours in that order. */
static void prove_shuffled(int P)
{
	int *order = calloc((size_t)P, sizeof(int)), *first = calloc((size_t)P + 1, sizeof(int));
	int one_switch[] = {0, P};
	struct rg_placement placement = {
		.places =
			{.P = P,
	                 .order = order,
	                 .level = {[RG_ON_MACHINE] = {P, first}, [RG_ON_SWITCH] = {1, one_switch}}},
		.machines = P};
	for (int i = 0; i < P; i++)
		order[i] = (int)((i * 7ll + 3) % P);
	for (int i = 0; i <= P; i++)
		first[i] = i;
	struct rg_variant variant;
	for (int i = 0; next_variant(&variant, &i);) {
		struct rg_proof proof = {0};
		if (variant.routine->algorithm->machine) /* here are several */
			continue;
		rg_prove_with(variant.routine, variant.parameters, P, &placement, &proof);
		CHECK_STR(proof.reason, "");
		int64_t talks = 0;
		for (int k = 0; k < P * P; k++)
			talks += proof.talks[k / 64] >> k % 64 & 1;
		for (int k = 0; k < P && is_ring(&variant); k++) {
			size_t bit = (size_t)order[k] * (size_t)P + (size_t)order[(k + 1) % P];
			CHECK(proof.talks[bit / 64] >> bit % 64 & 1);
		}
		CHECK((talks == P) == is_ring(&variant) || P == 2);
		rg_proof_free(&proof);
	}
	free(order);
	free(first);
}

/* Whether results are combined in rank order is seen. */
static void see_rank_order(void)
{
	struct rg_variant variant;
	for (int i = 0; next_variant(&variant, &i);) {
		struct rg_proof proof = {0};
		rg_prove_with(variant.routine, variant.parameters, 5, NULL, &proof);
		/* A chain of ranks is in their order, but not in everybody's brackets. */
		bool chain = !strcmp(variant.routine->algorithm->name, "chain");
		CHECK(proof.rank_order == (chain || !variant.routine->algorithm->commutes));
		rg_proof_free(&proof);
	}
}

/* ---- Routines with a fault ---- */

enum fault {
	NO_FAULT,
	WRONG_BLOCK,   /* sends another block, of the same length */
	SHORT_MESSAGE, /* sends less than is received */
	MISSING_WAIT,  /* combines before the message is there */
	MISSING_LAST_WAIT,
	SENT_TO_ITSELF,
	SWAPPED_PAIR, /* two processes mix up their neighbours */
	WAIT_BETWEEN, /* send, wait, receive: needs buffered sends */
	TWICE,        /* adds a contribution twice */
	LEFT_OUT,     /* does not add its own */
	ONE_STEP_LESS,
	WRITES_INPUT,
	BEYOND_SCRATCH,
	LOCAL_VARIABLE,   /* keeps its step in a local variable across the wait */
	OVERWRITES_SENT,  /* changes what is being sent */
	RECEIVES_ON_SENT, /* receives where it is sending from */
	FAULTS
};

static enum fault fault;

static const char *const reasons[FAULTS] = {
	[WRONG_BLOCK] = "combines element",
	[SHORT_MESSAGE] = "which expects",
	[MISSING_WAIT] = "while it is being received",
	[MISSING_LAST_WAIT] = "ends without waiting",
	[SENT_TO_ITSELF] = "sends to rank",
	[SWAPPED_PAIR] = "deadlock",
	[WAIT_BETWEEN] = "deadlock",
	[TWICE] = "twice",
	[LEFT_OUT] = "lacks rank",
	[ONE_STEP_LESS] = "ends wrong",
	[WRITES_INPUT] = "writes to RG_IN",
	[BEYOND_SCRATCH] = "outside RG_TMP",
	[LOCAL_VARIABLE] = "lacks rank",
	[OVERWRITES_SENT] = "while it is being sent",
	[RECEIVES_ON_SENT] = "while it is being sent",
};

struct frame {
	int at, step;
};

static struct rg_span landing(const struct rg *r, int i)
{
	struct rg_span to = rg_head(RG_TMP, rg_block(r, RG_OUT, i).len);
	to.off = fault == BEYOND_SCRATCH;
	return to;
}

static int neighbour(const struct rg *r, bool next)
{
	bool swapped = fault == SWAPPED_PAIR && r->rank < 2;
	if (fault == SENT_TO_ITSELF && next)
		return r->rank;
	return next != swapped ? rg_next(r) : rg_prev(r);
}

static struct rg_span outgoing(const struct rg *r, int step)
{
	struct rg_span from =
		rg_block(r, RG_OUT, r->pos - step - (fault == WRONG_BLOCK && step > 1));
	from.len -= fault == SHORT_MESSAGE && from.len > 0;
	return from;
}

/* The first half of the ring allreduce, on a copy of the input, with room for faults. */
static int faulty(struct rg *r, void *frame)
{
	struct frame *s = frame;
	volatile int lost = 0;

	RG_BEGIN(r, s);
	rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	if (fault == WRITES_INPUT)
		rg_copy(r, rg_head(RG_IN, 1), rg_head(RG_OUT, 1));
	for (s->step = 1; s->step < r->P - (fault == ONE_STEP_LESS); s->step++) {
		rg_send(r, neighbour(r, true), outgoing(r, s->step));
		if (fault == WAIT_BETWEEN)
			rg_wait(r, s);
		if (fault == OVERWRITES_SENT)
			rg_copy(r, outgoing(r, s->step), outgoing(r, s->step + 1));
		rg_recv(r, neighbour(r, false),
		        fault == RECEIVES_ON_SENT ? outgoing(r, s->step)
		                                  : landing(r, r->pos - s->step - 1));
		lost = s->step;
		if (fault != MISSING_WAIT)
			rg_wait(r, s);
		if (fault == LOCAL_VARIABLE && lost != s->step)
			continue;
		if (fault != LEFT_OUT || r->rank)
			rg_combine(r, landing(r, r->pos - s->step - 1),
			           rg_block(r, RG_OUT, r->pos - s->step - 1));
		if (fault == TWICE && s->step == 2)
			rg_combine(r, landing(r, r->pos - s->step - 1),
			           rg_block(r, RG_OUT, r->pos - s->step - 1));
	}
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, rg_next(r), rg_block(r, RG_OUT, r->pos - s->step + 1));
		rg_recv(r, rg_prev(r), rg_block(r, RG_OUT, r->pos - s->step));
		if (fault != MISSING_LAST_WAIT || s->step < r->P - 1)
			rg_wait(r, s);
	}
	RG_END(s);
}

static int64_t scratch(const struct rg *r)
{
	return rg_longest(r);
}

static void catch_faults(int P)
{
	const struct rg_algorithm algorithm = {.name = "faulty",
	                                       .run = faulty,
	                                       .frame = sizeof(struct frame),
	                                       .scratch = scratch,
	                                       .commutes = true};
	for (fault = NO_FAULT; fault < FAULTS; fault++) {
		struct rg_game game = {.collective = RG_ALLREDUCE,
		                       .algorithm = &algorithm,
		                       .places = {.P = P},
		                       .n = 3 * P};
		struct rg_proof proof = {0};
		bool proved = rg_prove_game(&game, &proof);
		CHECK(proved == (fault == NO_FAULT));
		if (!proved && !CHECK(strstr(proof.reason, reasons[fault])))
			fprintf(stderr, "fault %d: %s\n", (int)fault, proof.reason);
		rg_proof_free(&proof);
	}
}

/* ---- Routines that are right only in some cases: rg_prove has to play the others ---- */

/* Gatherings. Each is right for equal blocks of one or two elements in rank order. */
enum flaw {
	NO_FLAW,
	MISPLACES,     /* a block stands where another belongs */
	RANK_IS_PLACE, /* takes positions for ranks */
	NO_GAPS,       /* takes RG_OUT for one piece */
	SHORT_BLOCKS,  /* forgets what is beyond 4 elements of a block */
	SMALL_FRAME,   /* says that its frame is smaller than it is */
	WILD_POSITION, /* loses its place, and indexes with it */
	NEVER_ENDS,
	PAST_THE_RING,  /* asks for a position that is right but for a multiple of P */
	PAST_THE_GROUP, /* and so for a member of a group */
	FLAWS
};

static enum flaw flaw;

static const char *const flaw_reasons[FLAWS] = {
	[MISPLACES] = "has no value yet",
	[RANK_IS_PLACE] = "",
	[NO_GAPS] = "with gaps",
	[SHORT_BLOCKS] = "ends wrong",
	[SMALL_FRAME] = "beyond its frame",
	[WILD_POSITION] = "",
	[NEVER_ENDS] = "does not end",
	[PAST_THE_RING] = "asks for number",
	[PAST_THE_GROUP] = "asks for number 5 of 0 to 4",
};

static struct rg_span gathered(const struct rg *r, int i)
{
	struct rg_span block = rg_block(r, RG_OUT, i);
	if (flaw == NO_GAPS && r->len)
		block.off = rg_at(r, i) ? block.off : 0;
	if (flaw == SHORT_BLOCKS && block.len > 4)
		block.len = 4;
	return block;
}

static int behind(const struct rg *r)
{
	struct rg_group all = rg_everyone(r);
	return flaw == PAST_THE_GROUP ? rg_member(&all, r->pos + 1) : rg_next(r);
}

static int flawed(struct rg *r, void *frame)
{
	struct frame *s = frame;
	volatile int kept = 0;
	int turns = flaw == PAST_THE_RING ? 2 * r->P : 0;

	RG_BEGIN(r, s);
	if (!r->in_place)
		rg_copy(r, rg_block(r, RG_OUT, r->pos),
		        rg_head(RG_IN, rg_block(r, RG_OUT, r->pos).len));
	while (flaw == NEVER_ENDS)
		rg_wait(r, s);
	for (s->step = 1; s->step < r->P; s->step++) {
		rg_send(r, flaw == RANK_IS_PLACE ? rg_at(r, r->pos + 1) : behind(r),
		        gathered(r, r->pos - s->step + 1 - turns));
		rg_recv(r, rg_prev(r),
		        gathered(r, flaw == MISPLACES ? r->pos + s->step : r->pos - s->step));
		kept = r->pos;
		rg_wait(r, s);
		if (flaw == WILD_POSITION)
			rg_copy(r, gathered(r, kept + 1), gathered(r, r->pos));
	}
	RG_END(s);
}

static void catch_flaws(void)
{
	for (flaw = NO_FLAW; flaw < FLAWS; flaw++) {
		const struct rg_algorithm algorithm = {
			.name = "flawed",
			.run = flawed,
			.frame = flaw == SMALL_FRAME ? sizeof(int) : sizeof(struct frame)};
		const struct rg_routine routine = {RG_ALLGATHERV, "flawed", &algorithm, "", ""};
		struct rg_proof proof = {0};
		rg_prove(&routine, 5, NULL, &proof);
		CHECK(proof.proved == (flaw == NO_FLAW));
		if (flaw && !CHECK(strstr(proof.reason, flaw_reasons[flaw])))
			fprintf(stderr, "flaw %d: %s\n", (int)flaw, proof.reason);
		rg_proof_free(&proof);
	}
}

/* The ring combines out of rank order. An algorithm that does so must say that it needs an
 * operation that commutes, or non-commutative ones would go wrong. */
static void catch_unordered(void)
{
	int i = 0;
	while (rg_routines[i].collective != RG_ALLREDUCE ||
	       strcmp(rg_routines[i].algorithm->name, "ring") != 0)
		i++;
	struct rg_algorithm algorithm = *rg_routines[i].algorithm;
	algorithm.commutes = false;
	const struct rg_routine routine = {RG_ALLREDUCE, "unordered", &algorithm, "", ""};
	struct rg_proof proof = {0};
	rg_prove(&routine, 4, NULL, &proof);
	CHECK(!proof.proved && strstr(proof.reason, "rank order"));
	rg_proof_free(&proof);
}

/* Two processes that each add the other's contribution to their own: right, but for the bits. */
static int exchange(struct rg *r, void *frame)
{
	struct frame *s = frame;
	int peer = 1 - r->rank;

	RG_BEGIN(r, s);
	rg_copy(r, rg_head(RG_OUT, r->n), rg_head(RG_IN, r->n));
	rg_send(r, peer, rg_head(RG_OUT, r->n));
	rg_recv(r, peer, rg_head(RG_TMP, r->n));
	rg_wait(r, s);
	rg_combine(r, rg_head(RG_TMP, r->n), rg_head(RG_OUT, r->n));
	RG_END(s);
}

static int64_t whole(const struct rg *r)
{
	return r->n;
}

static void catch_other_bits(void)
{
	const struct rg_algorithm algorithm = {.name = "exchange",
	                                       .run = exchange,
	                                       .frame = sizeof(struct frame),
	                                       .scratch = whole,
	                                       .commutes = true};
	struct rg_game game = {
		.collective = RG_ALLREDUCE, .algorithm = &algorithm, .places = {.P = 2}, .n = 3};
	struct rg_proof proof = {0};
	CHECK(!rg_prove_game(&game, &proof) && strstr(proof.reason, "other bits"));
	rg_proof_free(&proof);
}

/* ---- Games of one collective that are games of another */

static const struct rg_algorithm *inner; /* that is played, by `noting` */
static uint64_t *game;                   /* [games] hashes of what was played, */
static size_t games, game_cap;           /* once for each lane of each process */

static uint64_t mix_all(uint64_t hash, const int64_t *number, int n)
{
	for (int i = 0; i < n && number; i++)
		hash = rg_mix(hash, (uint64_t)number[i]);
	return rg_mix(hash, number != NULL);
}

static uint64_t mix_ints(uint64_t hash, const int *number, int n)
{
	for (int i = 0; i < n; i++)
		hash = rg_mix(hash, (uint64_t)number[i]);
	return hash;
}

/* All that a routine is told. */
static uint64_t hash_of(const struct rg *r)
{
	const int64_t number[] = {r->P,
	                          r->pos,
	                          r->rank,
	                          r->veiled_lane,
	                          r->veiled_lanes,
	                          r->veiled_drift,
	                          r->veiled_ramp,
	                          r->in_place,
	                          r->ordered,
	                          r->window,
	                          r->n};
	uint64_t hash = mix_all(0, number, sizeof number / sizeof *number);
	hash = mix_ints(hash, r->order, r->P);
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS; k++) {
		const struct rg_runs *runs = &r->places->level[k];
		hash = rg_mix(rg_mix(hash, (uint64_t)runs->n), (uint64_t)r->run[k]);
		hash = mix_ints(hash, runs->first, runs->n + 1);
	}
	hash = rg_mix(hash, r->places->around);
	for (const char *c = r->parameters; c && *c; c++)
		hash = rg_mix(hash, (uint64_t)*c);
	return mix_all(mix_all(hash, r->off, r->P), r->len, r->P);
}

static int noting(struct rg *r, void *frame)
{
	game = rg_grow(game, games, &game_cap, sizeof *game);
	game[games++] = hash_of(r);
	return inner->run(r, frame);
}

static int compare_hashes(const void *pa, const void *pb)
{
	const uint64_t *a = pa, *b = pb;
	return *a < *b ? -1 : *a > *b;
}

/* Plays the routine for that collective and returns the games that were played, sorted; `games` is
 * their number. */
static uint64_t *play_noted(const struct rg_routine *r, enum rg_collective collective, int P)
{
	struct rg_algorithm algorithm = *r->algorithm;
	struct rg_routine routine = *r;
	struct rg_proof proof = {0};
	inner = r->algorithm;
	algorithm.run = noting;
	routine.algorithm = &algorithm;
	routine.collective = collective;
	game = NULL;
	games = game_cap = 0;
	rg_prove(&routine, P, NULL, &proof);
	CHECK(proof.proved);
	rg_proof_free(&proof);
	qsort(game, games, sizeof *game, compare_hashes);
	return game;
}

/* A proof of a routine for the widest collective is one for this collective. */
static void check_widest(const struct rg_routine *r, int P)
{
	enum rg_collective widest = rg_prove_widest(r->collective, r->algorithm);
	uint64_t *narrow = play_noted(r, r->collective, P);
	size_t n = games;
	uint64_t *wide = play_noted(r, widest, P);
	bool all = true;
	for (size_t i = 0; i < n; i++)
		all &= bsearch(&narrow[i], wide, games, sizeof *wide, compare_hashes) != NULL;
	bool more = rg_collectives[r->collective].lengths != rg_collectives[widest].lengths;
	CHECK(n > 0 && (more ? games > n : games == n) && all);
	free(narrow);
	free(wide);
}

static void see_widest(void)
{
	int seen = 0;
	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_routine *r = &rg_routines[i];
		if (rg_prove_widest(r->collective, r->algorithm) == r->collective)
			continue;
		check_widest(r, 3);
		check_widest(r, 9);
		seen++;
	}
	CHECK(seen > 0);
	CHECK_INT(rg_prove_widest(RG_ALLREDUCE, rg_routines[0].algorithm), RG_ALLREDUCE);
}

int main(void)
{
	/* Others are played when ringgen is built: see everywhere.c. */
	bool all = longer("as many as 17 ranks, 36 and 257") && !TEST_SANITIZED;
	prove_routines(1, all ? 17 : 8);
	if (all) {
		prove_routines(36, 36);
		prove_routines(257, 257);
	}
	for (int P = 2; P < 30; P += 9)
		prove_shuffled(P);
	see_rank_order();
	for (int P = 3; P < 9; P++)
		catch_faults(P);
	catch_flaws();
	catch_unordered();
	catch_other_bits();
	see_widest();
	return TEST_END;
}
