/* SPDX-License-Identifier: BSD-3-Clause
 * engine.h: what an algorithm is written against.
 *
 * An algorithm is a resumable routine over a transport. It knows the number of processes, its
 * position in the logical ring and the geometry of the blocks; it posts sends and receives, waits,
 * combines and copies. Over MPI that is a collective (libringgen); over a transport in memory it is
 * the proof that the collective is right (the generator). Nothing here knows MPI.
 */
#ifndef RG_ENGINE_H
#define RG_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ringgen/collectives.def"
#include "ringgen/places.h"

#define RINGGEN_VERSION 600 /* 0.6.0: major * 10000 + minor * 100 + patch */
#define RINGGEN_VERSION_TEXT "0.6.0"

/* The buffers of a collective, in elements. Allreduce: RG_IN and RG_OUT are the vector.
 * Allgather(v): RG_IN is the own block alone, RG_OUT all blocks. Reduce_scatter(_block): RG_IN is
 * the vector, RG_OUT the own block alone; with MPI_IN_PLACE the vector, whose first elements become
 * the own block. Alltoall(v, w): both are all blocks, RG_IN has one for each rank, RG_OUT gets one
 * from each. RG_IN is the caller's send buffer and is never written; RG_OUT its receive buffer;
 * RG_TMP scratch of the size that the algorithm states. With MPI_IN_PLACE, RG_OUT holds the
 * caller's data and RG_IN must not be touched.
 *
 * Bcast: RG_OUT is the vector everywhere, as if in place; only the root's holds data. Reduce: RG_IN
 * is the vector, RG_OUT is there at the root only. Gather: RG_IN is the own block, RG_OUT, all
 * blocks, is there at the root only. Scatter: RG_IN, all blocks, is there at the root only, RG_OUT
 * is the own block; MPI_IN_PLACE at the root leaves its own block where it is, and RG_OUT must not
 * be touched there. Gatherv and scatterv are like these. Scan and exscan: both are the vector, but
 * of an exscan rank 0 has no RG_OUT, and with MPI_IN_PLACE leaves it as it is. Barrier: there are
 * none.
 *
 * RG_WINDOW + rank is the window of that process: memory that the processes of its machine can
 * read and it alone can write. What is in it at the beginning of a call is undefined. Who is alone
 * on its machine has none.
 *
 * Below 0 is what another process of the machine has lent of its own buffers, see rg_lend: what is
 * given may be read, what is taken may be written. */
enum rg_buffer { RG_IN, RG_OUT, RG_TMP, RG_WINDOW };

static inline int rg_given_by(int rank)
{
	return -1 - 2 * rank;
}

static inline int rg_taken_by(int rank)
{
	return -2 - 2 * rank;
}

static inline bool rg_is_lent(int buf)
{
	return buf < RG_IN;
}

/* Of a buffer that is lent: whose it is, and whether it is to be written. */
static inline int rg_lender(int buf)
{
	return (-1 - buf) / 2;
}

static inline bool rg_is_taken(int buf)
{
	return (-1 - buf) % 2;
}

/* The most lanes of a run, and the bytes of a window, which its lanes share: libringgen's, and what
 * the plan reckons with. All lanes are under way at a time, each with tags of its own, of which MPI
 * promises few. Of segments (see rg_algorithm) only a few are, so there may be more: with 4,096 of
 * them to fill a pipeline through P processes takes P / 4,096 of the time, and each number of them
 * that runs can still be played (rg_lanes_for). */
enum { RG_LANES_MOST = 128, RG_SEGMENTS_MOST = 1 << 12, RG_WINDOW_BYTES = 256 << 10 };

/* Short vectors of calls that may be left early have windows of so many bytes, see rg_is_near: what
 * goes through windows in one round at any time (see SHARED_PIPE_LEAST). Longer ones
 * were not tried. */
enum { RG_WINDOW_NEAR = RG_WINDOW_BYTES / 64 };

/* Of the segments of a vector, which go one behind the other, so many are under way at a time, and
 * so many of these at most wait for what comes first: segments come in while those before them go
 * out. To keep a link busy takes as many messages as it sends while one of them is waited for. Four
 * that wait are too few for segments of 16 KiB on links of 1 Gbit/s whose messages take 250 us
 * (simulated: 0.80 of the bound, with eight 0.98); twelve under way at a time were as fast as
 * sixteen. */
enum { RG_SEGMENTS_AT_ONCE = 16, RG_SEGMENTS_ENTERING = 8 };

/* RG_ALLREDUCE and so on: a row of the table each. */
#define RG_NUMBERED(NAME, ...) RG_##NAME,
enum rg_collective { RG_ROWS(RG_NUMBERED) RG_COLLECTIVES };
#undef RG_NUMBERED

/* What a process has of the vector: its block; all of it; all of it if it is the root, else
 * nothing; all of it, of the ranks up to this one, or before it; nothing, there is none; one of its
 * own, which has a block for each process, and in the end one from each. */
enum rg_part {
	RG_OWN_BLOCK,
	RG_WHOLE,
	RG_AT_ROOT,
	RG_UP_TO_OWN,
	RG_BEFORE_OWN,
	RG_NO_DATA,
	RG_EACH_BLOCK
};

/* How long blocks are: all as long; any lengths, which all processes know; any lengths, which the
 * root knows, and each process that of its own block: those are the irregular collectives; any
 * lengths, each of which its sender and its receiver know. */
enum rg_lengths { RG_EQUAL, RG_KNOWN, RG_HIDDEN, RG_BY_PAIRS };

/* Whether there may be gaps between blocks, where all are: they have places then, in elements; or
 * in bytes, and each block has a type of its own. */
enum rg_gaps { RG_NO_GAPS, RG_GAPS, RG_GAPS_IN_BYTES };

/* What a collective is: collectives.def tells what these mean. */
struct rg_descriptor {
	const char *name, *entry, *family;
	enum rg_part begins, ends;
	int passes;
	bool reduces;
	enum rg_lengths lengths;
	enum rg_gaps places;
	const char *by_default;
	/* The share of the vector that must leave the `behind` of P processes behind a link, 0 <
	 * behind < P, towards the others. `rooted`: the root is among them; of a scan, rank 0. */
	double (*leaves)(int behind, int P, bool rooted);
};
#pragma GCC visibility push(hidden)
/* For the generator and for libringgen: emitted code knows its collectives. */
extern const struct rg_descriptor rg_collectives[RG_COLLECTIVES];
#pragma GCC visibility pop

/* What a list of choices is for: operations that commute, and collectives without one; other
 * operations, and the same bits everywhere, by rg.ordered; where one of the blocks, whose lengths
 * all processes know, is longer than all others together. */
enum rg_purpose { RG_FOR_ANY, RG_FOR_ORDER, RG_FOR_UNEVEN, RG_PURPOSES };

/* Whether a collective has lists of its own for that. */
static inline bool rg_has_purpose(enum rg_collective which, enum rg_purpose purpose)
{
	const struct rg_descriptor *d = &rg_collectives[which];
	return purpose == RG_FOR_ORDER    ? d->reduces
	       : purpose == RG_FOR_UNEVEN ? d->lengths == RG_KNOWN
	                                  : true;
}

/* Whether each process has a block for each other one. */
static inline bool rg_is_for_each(enum rg_collective which)
{
	return rg_collectives[which].begins == RG_EACH_BLOCK;
}

/* Whether a vector may have any number of elements: no process has a block of it by itself, nor for
 * another one. */
static inline bool rg_has_any_length(enum rg_collective which)
{
	return rg_collectives[which].begins != RG_OWN_BLOCK &&
	       rg_collectives[which].ends != RG_OWN_BLOCK && !rg_is_for_each(which);
}

/* Whether one of the processes is the root. */
static inline bool rg_has_root(enum rg_collective which)
{
	return rg_collectives[which].begins == RG_AT_ROOT ||
	       rg_collectives[which].ends == RG_AT_ROOT;
}

/* Whether there is a vector at all. */
static inline bool rg_has_data(enum rg_collective which)
{
	return rg_collectives[which].begins != RG_NO_DATA;
}

/* Whether each process has one buffer, in which the vector is before and after. */
static inline bool rg_has_one_buffer(enum rg_collective which)
{
	return rg_collectives[which].begins == RG_AT_ROOT && rg_collectives[which].ends == RG_WHOLE;
}

/* Whether the root alone knows the lengths of all blocks. */
static inline bool rg_is_irregular(enum rg_collective which)
{
	return rg_collectives[which].lengths == RG_HIDDEN;
}

/* Whether the two ends of a block alone know its length. Then no process is in place: libringgen
 * copies what is to be sent before. */
static inline bool rg_is_by_pairs(enum rg_collective which)
{
	return rg_collectives[which].lengths == RG_BY_PAIRS;
}

/* Whether not all processes know how much there is to do. What all must agree on, the algorithm
 * and whether it runs at all, does not depend on it. */
static inline bool rg_hides_size(enum rg_collective which)
{
	return rg_is_irregular(which) || rg_is_by_pairs(which);
}

/* `len` elements from element `off` of a buffer. Elements are of the collective's datatype; in an
 * allgather(v) they are bytes. */
struct rg_span {
	int buf; /* enum rg_buffer; RG_WINDOW + rank; rg_given_by(rank), rg_taken_by(rank) */
	int64_t off, len;
};

struct rg;
struct rg_blocks;

/* The calls of an algorithm. Spans are never empty here but for signals: the inline wrappers below
 * drop those.
 *
 * send and recv only post: the span must stay untouched (send: unwritten) until the next rg_wait
 * has passed. A receive names its sender and has the length of its message; nobody sends to itself,
 * nor from or to a window. A message of no elements is a signal, see rg_signal.
 *
 * notify and await are for processes on one machine: a notification is a message without contents,
 * and what its sender had written to its window before may be read once it has been awaited and
 * rg_wait has passed. Who writes to its window again must know, by a notification from each reader,
 * that they are done. The k-th await of a process answers the k-th notification. The windows of the
 * next call that uses them are other memory, those of one after it are these again: so when a
 * process leaves an algorithm that uses windows it must have heard by notifications, if only
 * through others, from every process on its machine. Not so one that says `early`: the transport
 * then finds out whether all have left the call that had a window, before it is written again. In
 * such a one each process of a machine notifies or awaits another one, if any there does.
 *
 * lend and reclaim are for processes on one machine, too, and for what runs in one lane: see
 * rg_lend.
 *
 * tell and hear, carry, catch and caught, room, send_blocks and recv_blocks are for irregular
 * collectives: see ringgen/irregular.h.
 *
 * join posts a wait for the other lanes of this process: it is over when all have posted theirs.
 *
 * A failure is left in rg.err. */
struct rg_transport {
	void (*send)(struct rg *r, int peer, const struct rg_span *from);
	void (*recv)(struct rg *r, int peer, const struct rg_span *to);
	/* to = left op right, elementwise; equal lengths; no overlap, but `to` may be `right`.
	 * Left and right may be in other processes' windows, or given by them. */
	void (*combine)(struct rg *r, const struct rg_span *to, const struct rg_span *left,
	                const struct rg_span *right);
	/* equal lengths, no overlap; `from` may be in another process's window, or given by one;
	 * `to` may be taken by one */
	void (*copy)(struct rg *r, const struct rg_span *to, const struct rg_span *from);
	void (*notify)(struct rg *r, int peer);
	void (*await)(struct rg *r, int peer);
	void (*lend)(struct rg *r, const struct rg_span *given, const struct rg_span *taken);
	void (*reclaim)(struct rg *r);
	void (*join)(struct rg *r);
	void (*tell)(struct rg *r, int peer, const int64_t *number, int n);
	void (*hear)(struct rg *r, int peer, int64_t *number, int n);
	void (*carry)(struct rg *r, int peer, int64_t number, const struct rg_span *from);
	void (*catch)(struct rg *r, int peer, const struct rg_span *to);
	int64_t (*caught)(struct rg *r, const struct rg_span *to);
	void (*room)(struct rg *r, int64_t len);
	void (*send_blocks)(struct rg *r, int peer, const struct rg_blocks *from);
	void (*recv_blocks)(struct rg *r, int peer, const struct rg_blocks *to);
};

/* What one process knows of a collective in progress. Transports embed it as their first member. */
struct rg {
	const struct rg_transport *t;
	const struct rg_places *places;
	int P;              /* of places, at hand */
	const int *order;   /* the same */
	int pos, rank;      /* this process: order[pos] == rank */
	int root, root_pos; /* the root, if there is one: order[root_pos] == root */
	int run[RG_LEVELS]; /* which run of each level it is in */
	/* An algorithm cannot read these four, see the end of this file: */
	int veiled_lane, veiled_lanes; /* the routine runs in so many lanes at a time, each on a
	                                  slice of every block: see rg_block; this one */
	bool veiled_drift;             /* the slices get longer from lane to lane, see rg_cut_at; */
	int veiled_ramp;               /* or so many of the first do, of segments; 0: none */
	bool in_place;
	bool ordered;           /* combine in the order of the ranks, whatever their places */
	const char *parameters; /* what the algorithm takes, see enum rg_takes; NULL: none */
	int64_t window;     /* elements of each window that this lane may use; 0: there are none; an
	                       algorithm that needs them has at least 2 P */
	const int64_t *off; /* [P] where the block of each rank begins, */
	const int64_t *len; /* [P] its length; both NULL: equal blocks, see rg_cut, */
	const int64_t *sent_off; /* [P] the same of RG_IN, where blocks have other lengths and */
	const int64_t *sent_len; /* places there (RG_BY_PAIRS); both NULL: as in RG_OUT */
	bool irregular;     /* or another process than the root in an irregular collective, which
	                       knows no more than `own` */
	int64_t own;        /* the length of its own block, in an irregular one */
	int64_t n;          /* elements of the whole vector, */
	int64_t quot, rest; /* n / P, n % P: see rg_cut */
	int pending;        /* posted and not yet complete */
	int err;            /* 0, or what the transport failed with: sticks */
	bool stop;          /* the next wait returns even if nothing is pending, */
	bool strict;        /* and so does every wait of a strict transport */
};

/* How a run ends: finished, to be resumed when something completed, failed (see rg.err). */
enum { RG_DONE, RG_MORE, RG_FAILED };

/* What the parameters of an algorithm are, in rg.parameters: nothing; the ports of each step of a
 * factored exchange, numbers with blanks in between (see ringgen/parts/exchange.h); the name of a
 * level; the shape of a tree, and perhaps a level (see ringgen/parts/rooted.h); how neighbours are
 * joined, and perhaps a level (see ringgen/parts/ordered.h); a number above 0; perhaps such a
 * number, and perhaps a level behind it. */
enum rg_takes {
	RG_NOTHING,
	RG_PORTS,
	RG_A_LEVEL,
	RG_A_TREE,
	RG_JOINS,
	RG_A_NUMBER,
	RG_NUMBER_AND_LEVEL
};

/* Whether a level may be among them. */
static inline bool rg_takes_level(enum rg_takes takes)
{
	return takes == RG_A_LEVEL || takes == RG_A_TREE || takes == RG_JOINS ||
	       takes == RG_NUMBER_AND_LEVEL;
}

/* The number that is named, or another one if there is none. Nobody needs one above RG_NUMBER_MOST:
 * users can name none. */
enum { RG_NUMBER_MOST = 1 << 20 };
static inline int rg_number_of(const char *parameters, int other)
{
	int number = 0;

	for (const char *s = parameters; s && *s >= '0' && *s <= '9' && number < RG_NUMBER_MOST;
	     s++)
		number = 10 * number + *s - '0';
	return number > 0 ? number : other;
}

/* The level that is named, as the last word, or another one if there are no such parameters. */
static inline enum rg_level rg_level_of(const char *parameters, enum rg_level other)
{
	const char *word = parameters ? strrchr(parameters, ' ') : NULL;

	word = word ? word + 1 : parameters;
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS && word; k++)
		if (strcmp(word, rg_level_name((enum rg_level)k)) == 0)
			return (enum rg_level)k;
	return other;
}

/* An algorithm for one collective. `run` keeps all that must last across a wait in the frame:
 * `frame` bytes, zeroed before the first run. `scratch` tells the elements of RG_TMP it needs. */
struct rg_algorithm {
	const char *name;
	int (*run)(struct rg *r, void *frame);
	size_t frame;
	int64_t (*scratch)(const struct rg *r); /* of one lane */
	bool commutes; /* it needs an operation that commutes; else it heeds rg.ordered */
	bool ring;     /* its messages go to the next rank of the ring only */
	bool lanes;    /* it takes the data by rg_block and rg_own alone, so it may run in lanes */
	bool segments; /* its lanes are slices of the whole vector, of which some need to run at a
	                  time only, one behind the other: it uses no windows and never joins. Its
	                  scratch is the same in each lane */
	bool windows;  /* it needs windows; else it can do without, see rg.window */
	bool lends;    /* it lends, where the system lets processes of a machine read and write each
	                  other's memory; it has windows, and `far` */
	bool machine;  /* it is for processes of one machine */
	bool equal;    /* it is for equal blocks, see RG_BY_PAIRS */
	bool early;    /* a process may leave it without having heard from all on its machine; and
	                  where rg_is_near, it has no more than n elements in any window */
	bool far;      /* it has no near windows: not all processes know n */
	enum rg_takes takes;      /* what rg.parameters are; it is right with any, and with none */
	const char *const *tries; /* [..., NULL] the parameters that the planner tries; see
	                             RG_WORDS; NULL: none */
	const char *const *names; /* [..., NULL] what users call it with each of those; NULL: by
	                             `name` and the parameters */
	enum rg_level level;      /* it is for runs of several ranks at this level, else it is the
	                             ring; above RG_ON_MACHINE: and for several of them; below: and
	                             for several of a machine. With one of its own among its
	                             parameters: at that one, this is if there are none */
};

/* Whether a vector of n elements has near windows: rg.window tells the elements of a far one. It is
 * the same for all processes of a call, whatever their datatypes. */
static inline bool rg_is_near(const struct rg_algorithm *a, int lanes, int64_t n, int64_t window)
{
	return a->early && !a->far && lanes <= 1 &&
	       n <= window / (RG_WINDOW_BYTES / RG_WINDOW_NEAR);
}

/* For .tries and .names: texts, between commas. */
#define RG_WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The level that it is for with such parameters; RG_NO_LEVEL: none. */
static inline enum rg_level rg_algorithm_level(const struct rg_algorithm *a, const char *parameters)
{
	return rg_level_of(rg_takes_level(a->takes) ? parameters : NULL, a->level);
}

/* The name that it has with such parameters; NULL: none of its own. */
static inline const char *rg_own_name(const struct rg_algorithm *a, const char *parameters)
{
	for (int i = 0; a->names && a->names[i] && parameters; i++)
		if (strcmp(a->tries[i], parameters) == 0)
			return a->names[i];
	return NULL;
}

/* What users call it with such parameters; if these have no name, without them. */
static inline const char *rg_algorithm_name(const struct rg_algorithm *a, const char *parameters)
{
	const char *own = rg_own_name(a, parameters);
	return own ? own : a->name;
}

/* A routine's body stands between RG_BEGIN and RG_END; s points to its frame, which has a member
 * `int at`. Nothing that must last lives in a local variable across rg_wait or rg_run, and neither
 * stands inside an inner switch. After RG_END the frame is as new. */
#define RG_BEGIN(r, s)            \
	switch ((s)->at) {        \
	default:                  \
		(r)->err = -1;    \
		return RG_FAILED; \
	case 0:

#define RG_END(s)    \
	}            \
	(s)->at = 0; \
	return RG_DONE

/* Wait for all that was posted. */
#define rg_wait(r, s)                                  \
	while ((r)->err || !rg_ready(r)) {             \
		(s)->at = __LINE__;                    \
		return (r)->err ? RG_FAILED : RG_MORE; \
	case __LINE__:;                                \
	}

/* Run another routine to its end; `frame` is its own, within s. */
#define rg_run(r, s, routine, frame)                   \
	while (routine((r), (frame)) != RG_DONE) {     \
		(s)->at = __LINE__;                    \
		return (r)->err ? RG_FAILED : RG_MORE; \
	case __LINE__:;                                \
	}

static inline bool rg_ready(struct rg *r)
{
	if (r->pending || r->stop)
		return false;
	r->stop = r->strict;
	return true;
}

/* Tell r that it is the process at position `pos` of the places, which must last as long as it. */
static inline void rg_sit(struct rg *r, const struct rg_places *places, int pos)
{
	r->places = places;
	r->P = places->P;
	r->order = places->order;
	r->pos = pos;
	r->rank = places->order[pos];
	for (int k = RG_FIRST_LEVEL; k < RG_LEVELS; k++)
		r->run[k] = rg_run_at(&places->level[k], pos);
}

/* Tell r which rank is the root, and where that is; -1: it is to be looked for. */
static inline void rg_root(struct rg *r, int root, int pos)
{
	r->root = root;
	for (int i = 0; i < r->P && pos < 0; i++)
		pos = r->order[i] == root ? i : pos;
	r->root_pos = pos;
}

#ifdef RINGGEN_PROOF
/* The generator's (engine/game.h): an index that is out of its range loses the game. Returns one
 * that is in it. */
int rg_stray(int i, int from, int to);
#endif

/* An index, which is at least `from` and below `to`. */
static inline int rg_within(int i, int from, int to)
{
#ifdef RINGGEN_PROOF
	if (i < from || i >= to)
		return rg_stray(i, from, to);
#endif
	(void)from;
	(void)to;
	return i;
}

/* The position i of the ring, brought into 0 ... P - 1; i is at least -P and below 2 P. */
static inline int rg_at(const struct rg *r, int i)
{
	i = rg_within(i, -r->P, 2 * r->P);
	return i < 0 ? i + r->P : i < r->P ? i : i - r->P;
}

/* The ranks behind and before this process in the ring. */
static inline int rg_next(const struct rg *r)
{
	return r->order[rg_at(r, r->pos + 1)];
}

static inline int rg_prev(const struct rg *r)
{
	return r->order[rg_at(r, r->pos - 1)];
}

/* Some of the processes, for routines that do not need them all. */
struct rg_group {
	int n, me;       /* members; which one this process is */
	const int *at;   /* [n] the position of each member; NULL: 0 ... n - 1 */
	const int *rank; /* the rank at each position; NULL: the same */
};

/* All processes, by rank. */
static inline struct rg_group rg_all(const struct rg *r)
{
	return (struct rg_group){r->P, r->rank, NULL, NULL};
}

/* All processes: by rank if the order matters, else in the order of the ring, which is the same
 * wherever the ranks are. */
static inline struct rg_group rg_everyone(const struct rg *r)
{
	if (r->ordered)
		return rg_all(r);
	return (struct rg_group){r->P, r->pos, NULL, r->order};
}

/* The processes of this one's run of a level, in their order. The first leads them. */
static inline struct rg_group rg_run_of(const struct rg *r, enum rg_level level)
{
	const int *first = r->places->level[level].first + r->run[level];
	return (struct rg_group){first[1] - first[0], r->pos - first[0], NULL, r->order + first[0]};
}

/* The processes on this machine. */
static inline struct rg_group rg_machine(const struct rg *r)
{
	return rg_run_of(r, RG_ON_MACHINE);
}

/* The process number `member` of each machine, in the order of the machines; this one has to be
 * among them. */
static inline struct rg_group rg_of_each_machine(const struct rg *r, int member)
{
	const struct rg_runs *machines = &r->places->level[RG_ON_MACHINE];
	return (struct rg_group){machines->n, r->run[RG_ON_MACHINE], machines->first,
	                         r->order + member};
}

/* The processes that lead a run of one level within this one's run of another, which is above it;
 * or all runs of a level: this one has to be among them. */
static inline struct rg_group rg_runs_of(const struct rg *r, enum rg_level below,
                                         enum rg_level level)
{
	const struct rg_runs *runs = &r->places->level[level], *parts = &r->places->level[below];
	int first = rg_run_at(parts, runs->first[r->run[level]]),
	    last = rg_run_at(parts, runs->first[r->run[level] + 1] - 1);
	return (struct rg_group){last + 1 - first, r->run[below] - first, parts->first + first,
	                         r->order};
}

static inline struct rg_group rg_leaders_of(const struct rg *r, enum rg_level level)
{
	const struct rg_runs *runs = &r->places->level[level];
	return (struct rg_group){runs->n, r->run[level], runs->first, r->order};
}

/* The processes that lead a machine. */
static inline struct rg_group rg_leaders(const struct rg *r)
{
	return rg_of_each_machine(r, 0);
}

/* The processes of the run of a level that has the fewest. */
static inline int rg_fewest(const struct rg *r, enum rg_level level)
{
	const struct rg_runs *runs = &r->places->level[level];
	int fewest = r->P;
	for (int i = 0; i < runs->n; i++)
		if (runs->first[i + 1] - runs->first[i] < fewest)
			fewest = runs->first[i + 1] - runs->first[i];
	return fewest;
}

static inline bool rg_leads(const struct rg *r)
{
	return rg_machine(r).me == 0;
}

/* The rank of member i, 0 ... n - 1. */
static inline int rg_member(const struct rg_group *g, int i)
{
	i = rg_within(i, 0, g->n);
	i = g->at ? g->at[i] : i;
	return g->rank ? g->rank[i] : i;
}

/* Cut a vector of n elements into equal blocks. */
static inline void rg_cut(struct rg *r, int64_t n)
{
	r->n = n;
	r->quot = n / r->P;
	r->rest = n % r->P;
}

/* Lanes differ by a sixteenth: enough to be out of step after as many steps, and little enough that
 * the longest one ends but a sixteenth later. */
enum { RG_DRIFT = 16 };

/* Where links are shared fairly, lanes that begin together and have as much to send wait for their
 * latencies together, too; lanes that differ get out of step until one sends while another waits.
 *
 * With rg.drift the first lane's slice is about 1 / RG_DRIFT shorter than the mean, the last one's
 * as much longer. Segments follow each other, so it is enough if the first of them differ: of
 * rg.ramp the first has one rg.ramp-th of a whole one, the next two, and so on. These are out of
 * step at once, and so are those that come in their places. */
static inline void rg_vary(struct rg *r, const struct rg_algorithm *a, bool drift)
{
	r->veiled_drift = drift && !a->segments;
	r->veiled_ramp = drift && a->segments ? RG_SEGMENTS_ENTERING : 0;
}

/* The parts of a vector in the first g segments: of a whole one `ramp`. */
static inline int64_t rg_ramp_parts(int64_t ramp, int64_t g)
{
	return g < ramp ? g * (g + 1) / 2 : ramp * (ramp + 1) / 2 + (g - ramp) * ramp;
}

/* Where the slice of a lane begins, of so many elements: in part g out of d. */
static inline int64_t rg_cut_at(const struct rg *r, int64_t len, int lane)
{
	int64_t lanes = r->veiled_lanes, d = lanes, g = lane;
	if (r->veiled_drift) {
		d = RG_DRIFT * lanes * lanes;
		g = lane * ((RG_DRIFT - 1) * lanes + lane);
	} else if (r->veiled_ramp) {
		d = rg_ramp_parts(r->veiled_ramp, lanes);
		g = rg_ramp_parts(r->veiled_ramp, lane);
	}
	return len / d * g + len % d * g / d;
}

/* How many lanes there are, or segments, of at least `lanes` of them and of at most `most`: one of
 * few numbers, two in each octave (1, 2, 3, 4, 6, 8, 12 ...), so that each number that runs can be
 * played before. Slices get at most a third shorter by that, and never longer. */
static inline int rg_lanes_for(int64_t lanes, int most)
{
	int64_t two = 1;

	if (lanes >= most)
		return most;
	while (2 * two <= lanes)
		two *= 2;
	if (lanes > two)
		two = lanes <= two / 2 * 3 ? two / 2 * 3 : 2 * two;
	return two < most ? (int)two : most;
}

/* What an algorithm may know of its lanes, beside the lengths of its slices: whether there are
 * others; */
static inline bool rg_in_lanes(const struct rg *r)
{
	return r->veiled_lanes > 1;
}

/* and number i of 0 ... n - 1 in a turn that each lane begins with another one. */
static inline int rg_in_turn(const struct rg *r, int i, int n)
{
	return (i + r->veiled_lane) % n;
}

/* The slice of this lane, of `len` elements from element `off` of a buffer. */
static inline struct rg_span rg_slice(const struct rg *r, int buf, int64_t off, int64_t len)
{
	if (r->veiled_lanes <= 1)
		return (struct rg_span){buf, off, len};
	int64_t begin = rg_cut_at(r, len, r->veiled_lane),
		end = rg_cut_at(r, len, r->veiled_lane + 1);
	return (struct rg_span){buf, off + begin, end - begin};
}

/* The whole block of a rank, in buffer buf. Equal blocks differ by at most one element; the longer
 * ones come first. */
static inline struct rg_span rg_block_of(const struct rg *r, int buf, int rank)
{
	rank = rg_within(rank, 0, r->P);
	if (r->sent_len && buf == RG_IN)
		return (struct rg_span){buf, r->sent_off[rank], r->sent_len[rank]};
	if (r->len)
		return (struct rg_span){buf, r->off[rank], r->len[rank]};
	return (struct rg_span){buf, rank * r->quot + (rank < r->rest ? rank : r->rest),
	                        r->quot + (rank < r->rest)};
}

/* This lane's slice of the block of the process at position i (of -P ... 2P - 1) of the ring, in
 * buffer buf. */
static inline struct rg_span rg_block(const struct rg *r, int buf, int i)
{
	struct rg_span b = rg_block_of(r, buf, r->order[rg_at(r, i)]);
	return rg_slice(r, buf, b.off, b.len);
}

/* This lane's slice of the own block, in a buffer that holds that block alone. */
static inline struct rg_span rg_own(const struct rg *r, int buf)
{
	return rg_slice(r, buf, 0, r->irregular ? r->own : rg_block_of(r, buf, r->rank).len);
}

/* The buffer with this process's own contribution. */
static inline int rg_mine(const struct rg *r)
{
	return r->in_place ? RG_OUT : RG_IN;
}

/* `len` elements from the beginning of a buffer. */
static inline struct rg_span rg_head(int buf, int64_t len)
{
	return (struct rg_span){buf, 0, len};
}

/* The longest slice of so many elements in any lane. */
static inline int64_t rg_slice_most(const struct rg *r, int64_t len)
{
	if (r->veiled_drift || r->veiled_ramp)
		return len - rg_cut_at(r, len, r->veiled_lanes - 1) + 1;
	return r->veiled_lanes <= 1 ? len : len / r->veiled_lanes + (len % r->veiled_lanes != 0);
}

/* The longest slice of a block in any lane, in elements: the last one of the longest block. O(P)
 * when the blocks are not equal. */
static inline int64_t rg_longest(const struct rg *r)
{
	int64_t longest = r->len ? 0 : r->quot + (r->rest != 0);
	for (int i = 0; r->len && i < r->P; i++)
		longest = r->len[i] > longest ? r->len[i] : longest;
	return r->veiled_lanes <= 1 ? longest
	                            : longest - rg_cut_at(r, longest, r->veiled_lanes - 1);
}

/* Two processes that exchange long messages send first, and receive then: when the later one has
 * offered its message before it asks for the other's, both are on their way at once. The other way
 * round a library over TCP answers the offer of the one behind its own message: they take turns.
 */
static inline void rg_send(struct rg *r, int peer, struct rg_span from)
{
	if (from.len)
		r->t->send(r, peer, &from);
}

static inline void rg_recv(struct rg *r, int peer, struct rg_span to)
{
	if (to.len)
		r->t->recv(r, peer, &to);
}

/* right = left op right */
static inline void rg_combine(struct rg *r, struct rg_span left, struct rg_span right)
{
	if (right.len)
		r->t->combine(r, &right, &left, &right);
}

/* to = left op right */
static inline void rg_combine_to(struct rg *r, struct rg_span to, struct rg_span left,
                                 struct rg_span right)
{
	if (right.len)
		r->t->combine(r, &to, &left, &right);
}

static inline void rg_copy(struct rg *r, struct rg_span to, struct rg_span from)
{
	if (to.len)
		r->t->copy(r, &to, &from);
}

/* A signal: a message without contents, and its receipt. */
static inline void rg_signal(struct rg *r, int peer)
{
	const struct rg_span none = {RG_OUT, 0, 0};

	r->t->send(r, peer, &none);
}

static inline void rg_heed(struct rg *r, int peer)
{
	const struct rg_span none = {RG_OUT, 0, 0};

	r->t->recv(r, peer, &none);
}

static inline void rg_notify(struct rg *r, int peer)
{
	r->t->notify(r, peer);
}

static inline void rg_await(struct rg *r, int peer)
{
	r->t->await(r, peer);
}

/* Lend to the others of this machine what they may read, and what they may write, once they have
 * heard of it by a notification: elements of this process's own buffers. They know the one by
 * rg_given_by(rank) and the other by rg_taken_by(rank), counted from where the span begins; either
 * may be empty. Data so go from buffer to buffer, and are copied once.
 *
 * Until it has heard that the others are done, and reclaims all, this process leaves what is given
 * unwritten. What is taken it knows by that name alone, and does not read before it is reclaimed.
 * What is given is there by both of its names. (Elements that are not their bytes are lent packed,
 * so both are copies then.) */
static inline void rg_lend(struct rg *r, struct rg_span given, struct rg_span taken)
{
	r->t->lend(r, &given, &taken);
}

static inline void rg_reclaim(struct rg *r)
{
	r->t->reclaim(r);
}

static inline void rg_join(struct rg *r)
{
	r->t->join(r);
}

/* What is true of some lanes is true of any number of them, if no text can depend on that number.
 * So the compiler refuses an algorithm that names what tells it; only what runs and what plays
 * algorithms is compiled with RG_SEES_LANES. */
#if defined __GNUC__ && !defined RG_SEES_LANES
#pragma GCC poison veiled_lane veiled_lanes veiled_drift veiled_ramp rg_cut_at rg_ramp_parts \
	rg_lanes_for
#endif

#endif
