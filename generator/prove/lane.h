/* SPDX-License-Identifier: BSD-3-Clause
 * lane: a lane of a process that is played. For loans.c, touch.c, posts.c, memory.c, play.c and
 * processes.c alone.
 */
#ifndef RG_LANE_H
#define RG_LANE_H

#include <stddef.h>

#include "prove/played.h"
#include "prove/races.h"

/* The kinds of posts of a lane. */
enum rg_post_kind { RG_SEND, RG_RECV, RG_AWAIT, RG_JOIN };

/* The numbers of a message that has no data (ringgen/irregular.h). */
struct rg_header {
	int n;               /* 0: it is no such message */
	int64_t *to;         /* where they are heard; */
	const int64_t *from; /* or told from, */
	int64_t *copy;       /* as they were then */
	bool carries;        /* the number, and what is behind the header in the span */
	int depth;           /* messages of numbers that this one depends on, with itself */
};

/* A post, until its lane has waited for it. */
struct rg_post {
	enum rg_post_kind kind;
	int peer;
	struct rg_span span;  /* of several spans, what is before the others */
	struct rg_span *more; /* [mores] these, of blocks; NULL: none */
	int mores;
	struct rg_header told;
	bool matched;
	int waits;              /* of its lane when it was posted */
	struct rg_clock *clock; /* that the notification carries */
	uint64_t *heard;        /* and the message or notification: see rg_actor.heard */
};

/* Free what a post has of its own, but for its clock and what is heard. */
void rg_post_free(struct rg_post *op);

/* A notification that is not awaited yet. */
struct rg_notice {
	int from;
	struct rg_clock *clock;
	uint64_t *heard;
};

/* Which lanes used the elements of RG_OUT, all of which are in some piece, since all joined for the
 * `joins`-th time; no piece: nobody asked yet. Each piece has in `value` 1 + the lane that wrote
 * it, and in `written` 1 + the lane that read it, or RG_LANES_SEVERAL; 0: none did. */
struct rg_touches {
	int joins;
	struct rg_pieces by;
};
enum { RG_LANES_SEVERAL = -1 };

/* What somebody has done to what is lent, by the number on the machine. */
struct rg_access {
	int who, time;
	bool write;
	struct rg_span span;
};

/* What a process lends to the others of its machine: loans.h. */
struct rg_loan {
	bool on;
	int since; /* the owner's time */
	struct rg_span given, taken;
	struct rg_access *access; /* [accesses] meanwhile */
	size_t accesses, access_cap;
};

enum { RG_PAIR_ROWS = 4 };

/* The state that the lanes of a process share. */
struct rg_process {
	struct rg_pieces cell[RG_OUT + 1];
	int64_t size[RG_OUT + 1]; /* elements */
	struct rg_touches touches;
	struct rg_loan loan;
	int joined;                   /* lanes that stand at a join */
	int64_t *pairs[RG_PAIR_ROWS]; /* [P] where blocks have the lengths of pairs: rg.off, len,
	                                 sent_off, sent_len */
};

/* A number that came with data, which are at `off` of the scratch. */
struct rg_heard {
	int64_t off, number;
};

/* One lane of a process. */
struct rg_actor {
	struct rg r; /* first: the routine sees only this */
	struct rg_playing *play;
	struct rg_process *process;
	unsigned char *frame;     /* with a guard behind it */
	struct rg_pieces scratch; /* RG_TMP */
	int64_t scratch_size;
	struct rg_races races; /* of its window; not if there are none */
	bool shares;           /* it touched a window, notified, awaited */
	bool meets;            /* it notified, awaited */
	uint64_t *heard;       /* where there are no data: bit `rank`, it is known that this one has
	                          begun; NULL: there are data */
	struct rg_post *op;    /* [ops] posted since its last wait */
	size_t ops, op_cap;
	struct rg_notice *notice; /* [notices] the oldest first */
	size_t notices, notice_cap;
	struct rg_heard *caught; /* [catches] */
	size_t catches, catch_cap;
	int waits, joins; /* passed */
	int depth;        /* messages of numbers that it has heard, each after the other */
	bool stands;      /* at a wait, */
	bool waiting;     /* for something that is not complete */
	bool joining;     /* between rg_join and rg_wait */
	bool done;
};

struct rg_playing {
	struct rg_played *result;
	rg_message_fn *tell;
	void *context;
	int actors, lanes;          /* lanes at a time, */
	int slices;                 /* of so many in all */
	struct rg_actor *actor;     /* [actors] by rank, then by lane */
	struct rg_process *process; /* [P] by rank */
	struct rg_places places;
	int64_t *off, *len;                /* [P], or NULL */
	struct rg_pieces left, right, sum; /* room for what is computed or sent */
	int *ready; /* queue of actors that can run; each is in it at most once */
	int head, count;
};

/* The same lane of another process. */
struct rg_actor *rg_actor_of(struct rg_actor *a, int rank);

/* The first reason counts, and stops everything. */
void rg_lane_fail(struct rg_actor *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

bool rg_overlap(const struct rg_span *x, const struct rg_span *y);
bool rg_is_window(const struct rg_span *s);

/* Do the two ranks share windows: are they on one machine? A rank that is alone on its machine has
 * none. */
bool rg_lane_shares(struct rg_actor *a, int rank);

#endif
