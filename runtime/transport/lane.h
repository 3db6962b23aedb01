/* SPDX-License-Identifier: BSD-3-Clause
 * A lane of one process's part of a collective in progress over MPI.
 */
#ifndef RG_TRANSPORT_LANE_H
#define RG_TRANSPORT_LANE_H

#include <limits.h>

#include "mpi/pack.h"
#include "transport/kernel.h"
#include "transport/watch.h"
#include "transport/window.h"

enum {
	RG_POSTED = 16 /* more requests at a time cost an allocation */
};

struct rg_mpi;

/* One lane of one process's part; where lanes go one behind the other, a slot for them: it has
 * those of the slot's number, and every `lanes` of the run from there on, each when its turn has
 * come. It may go on when r.pending is 0: that counts its requests, and one each for all that it
 * awaits and for the other lanes. */
struct rg_lane {
	struct rg r; /* first: the engine knows this part */
	struct rg_mpi *m;
	uintptr_t base[RG_WINDOW]; /* address of element 0 of each buffer; it need not be memory */
	void *frame;
	int slot;    /* its number in the run; its messages have that tag */
	bool awaits; /* notifications */
	bool joins;  /* waits for the other lanes */
	int waits;   /* at which it has stood */
	bool done;   /* there is no lane in the slot */
};

/* Room for the first requests of a run, in what drives it. */
struct rg_posts {
	MPI_Request request[RG_POSTED];
	short owner[RG_POSTED];
};

/* What is lent (lend.h): what is given, and what is taken. */
enum { RG_LOANS = 2 };

/* Where it is, as a rank tells the others of its machine. */
struct rg_offer {
	uint64_t sign;           /* that it is an offer, of this call */
	uintptr_t at[RG_LOANS];  /* the addresses of the first elements, */
	int64_t bytes[RG_LOANS]; /* and how many there are */
};

/* A piece of what another rank gives, fetched. */
struct rg_fetched {
	struct rg_span span;
	uintptr_t at;
};

/* What this process lends, and what it has fetched. */
struct rg_lending {
	struct rg_span span[RG_LOANS];
	uintptr_t at[RG_LOANS];
	char *packed; /* copies of both, if others cannot get at them where they are; or NULL */
	struct rg_fetched fetched[2];
};

/* One process's part of one collective in progress. */
struct rg_mpi {
	struct rg_packing element; /* of its type, and the private communicator; */
	struct rg_packing scratch; /* the same in RG_TMP: see rg_pack_apart */
	bool dense;                /* any number of elements is their bytes; else windows hold them
	                              packed */
	int tag;                   /* of the first slot's messages; the others' follow */
	MPI_Op op;
	rg_kernel *kernel;        /* of both; NULL: by MPI_Reduce_local */
	struct rg_window *window; /* NULL: none */
	struct rg_lane *lane;     /* [lanes] */
	int lanes;                /* at a time; r.veiled_lanes may be more */
	int entering_most;        /* so many of them at most are at their first wait */
	int begun, entering;      /* lanes that have begun; of these, at their first wait, */
	int running;              /* and lanes that have not ended */
	int joining;              /* lanes that wait for the others */
	int err;                  /* what the first lane failed with: the end of all */
	/* The error of the first message that was seen to fail (truncated, say). The routine goes
	 * on to its end, or the other processes would wait for ever: it ends as a native collective
	 * would. */
	int failure;
	/* The requests of all lanes that are posted and not complete, [posted], and their lanes. */
	MPI_Request *request;
	short *owner;
	int posted, room;
	struct rg_watched watched; /* what RINGGEN_TIMELINE says of it */
	struct rg_watch *watch;    /* of this run; NULL: it is not watched */
	struct rg_lending lending;
	void *more; /* scratch that was asked for in the run, see rg_room; NULL: none */
};

/* The lane that the engine knows by its first part. */
static inline struct rg_lane *rg_lane_of(struct rg *r)
{
	return (struct rg_lane *)r;
}

/* The elements of a buffer, which is no window. */
static inline const struct rg_packing *rg_packing_of(const struct rg_lane *l, int buf)
{
	return buf == RG_TMP ? &l->m->scratch : &l->m->element;
}

/* Elements in windows are packed, and so is what is lent. */
static inline bool rg_is_packed(const struct rg_span *s)
{
	return s->buf >= RG_WINDOW || rg_is_lent(s->buf);
}

/* Whether it is what another rank lends. */
static inline bool rg_is_elsewhere(const struct rg_lane *l, const struct rg_span *s)
{
	return rg_is_lent(s->buf) && rg_lender(s->buf) != l->r.rank;
}

/* The address of what this rank lends itself, or of what it has fetched. */
static inline uintptr_t rg_lent_address(const struct rg_lane *l, int buf, int64_t off)
{
	const struct rg_lending *lending = &l->m->lending;
	const struct rg_fetched *f = lending->fetched;

	if (rg_lender(buf) == l->r.rank)
		return lending->at[rg_is_taken(buf)] + (uintptr_t)(off * l->m->element.size);
	f += f->span.buf != buf;
	return f->at + (uintptr_t)((off - f->span.off) * l->m->element.size);
}

/* Addresses are computed as integers: with MPI_BOTTOM, or a type whose lower bound is far away,
 * they are not pointers into an object, with which C may compute. */
static inline void *rg_address(const struct rg_lane *l, int buf, int64_t off)
{
	const struct rg_mpi *m = l->m;

	if (rg_is_lent(buf))
		return (void *)rg_lent_address(l, buf, off);
	if (buf < RG_WINDOW)
		return (void *)(l->base[buf] + (uintptr_t)(off * rg_packing_of(l, buf)->extent));
	uintptr_t base = rg_window_base(m->window, l->r.veiled_lane, buf - RG_WINDOW);
	return (void *)(base + (uintptr_t)(off * m->element.size));
}

/* How many of so many elements one call of MPI 3.1 takes: the rest go by another. */
static inline int rg_portion(int64_t len)
{
	return len < INT_MAX ? (int)len : INT_MAX;
}

/* The first error counts. */
static inline void rg_note(struct rg *r, int err)
{
	if (err && !r->err)
		r->err = err;
}

#endif
