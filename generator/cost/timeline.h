/* SPDX-License-Identifier: BSD-3-Clause
 * timeline: what each process does when, and which message is under way when.
 */
#ifndef RG_TIMELINE_H
#define RG_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>

/* The kinds of work that a process does for some time. */
enum rg_doing_kind {
	RG_DOES_SEND,    /* the start-up of a message, or a notification */
	RG_DOES_RECEIVE, /* the same of one that has come */
	RG_DOES_COMBINE,
	RG_DOES_COPY,
	RG_DOES_WAIT,
	RG_DOING_KINDS
};

struct rg_doing {
	enum rg_doing_kind kind;
	int rank, peer;    /* peer: -1 where there is none, or several */
	double bytes;      /* of its data; 0: not told */
	double begin, end; /* seconds from the beginning of the call */
};

struct rg_flight {
	bool notice;  /* a notification through a window, else a message */
	int from, to; /* ranks */
	double bytes;
	double sent;  /* seconds: when its sender was done with it, */
	double begin; /* when its first byte was on the way, as far as that is followed, */
	double end;   /* and when all of it had come */
};

struct rg_timeline {
	int P;
	struct rg_doing *doing; /* [doings] those of a rank are in the order of time */
	size_t doings, doing_cap;
	struct rg_flight *flight; /* [flights] */
	size_t flights;
	double seconds; /* until the last process's end */
};

#endif
