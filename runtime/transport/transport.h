/* SPDX-License-Identifier: BSD-3-Clause
 * The transport over MPI: runs an algorithm of the engine on real processes, in one or more lanes.
 */
#ifndef RG_TRANSPORT_H
#define RG_TRANSPORT_H

#include "mpi/pack.h"
#include "transport/kernel.h"
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
	int lanes;                /* at a time; r.lanes may be more */
	int entering_most;        /* so many of them at most are at their first wait */
	int begun, entering;      /* lanes that have begun; of these, at their first wait, */
	int running;              /* and lanes that have not ended */
	int joining;              /* lanes that wait for the others */
	int err;                  /* what the first lane failed with: the end of all */
	/* What the first message failed with that was posted (truncated, say). The routine goes on
	 * to its end, or the other processes would wait for ever: it ends as a native collective
	 * would. */
	int failure;
	/* What is posted and not complete, of all lanes: [posted] requests and their lanes. */
	MPI_Request *request;
	short *owner;
	int posted, room;
};

#pragma GCC visibility push(hidden)

extern const struct rg_transport rg_mpi_transport;

/* Drive the algorithm to its end in all lanes. Their frames are zero. Returns MPI's error code;
 * nothing was raised. When something could not be posted, what was posted is cancelled, as far as
 * MPI can. */
int rg_mpi_run(struct rg_mpi *m, const struct rg_algorithm *algorithm);

/* The same in steps. `posts` lasts until rg_mpi_free, and so do requests that were more than it
 * holds: a run that begins anew has room for them. */
void rg_mpi_open(struct rg_mpi *m, struct rg_posts *posts);
void rg_mpi_begin(struct rg_mpi *m);

/* Go on as far as can be gone without waiting. Whether the end is reached: then rg_mpi_end tells
 * how. *moved: something was done. */
bool rg_mpi_advance(struct rg_mpi *m, const struct rg_algorithm *algorithm, bool *moved);
int rg_mpi_end(struct rg_mpi *m);
void rg_mpi_free(struct rg_mpi *m);

#pragma GCC visibility pop
#endif
