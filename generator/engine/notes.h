/* SPDX-License-Identifier: BSD-3-Clause
 * notes: a transport that only notes what a routine does.
 */
#ifndef RG_NOTES_H
#define RG_NOTES_H

#include "engine/script.h"
#include "ringgen/irregular.h"

/* Numbers on their way to a process, the oldest first, and those that it waits for. */
struct rg_mail_told {
	int from, n;
	int64_t number[RG_NUMBERS_MOST];
	int64_t len; /* of the data behind them */
};

struct rg_mail_awaited {
	int from, n;
	int64_t *number; /* NULL: one that is caught, */
	int64_t off;     /* with the data that come there, */
	size_t move;     /* by that move of the script */
};

/* A number that came with data. */
struct rg_mail_caught {
	int64_t off, number;
};

struct rg_mail {
	struct rg_mail_told *told; /* [n] */
	size_t n, cap;
	struct rg_mail_awaited *awaited; /* [waits] */
	size_t waits, wait_cap;
	struct rg_mail_caught *caught; /* [catches] */
	size_t catches, catch_cap;
};

/* One process at a time. */
struct rg_recorder {
	struct rg r;              /* first: the routine sees only this */
	struct rg_mail *mail;     /* [P] by rank, of an irregular collective */
	struct rg_record *record; /* that of record.c */
	struct rg_script *script;
	bool *exact;        /* set: lengths are not in proportion to the vector */
	int begin;          /* the first move of the current step */
	int waits;          /* so far */
	int64_t posted;     /* messages sent */
	int *numa;          /* [P] of each rank, the run of that level */
	int root_pos;       /* where the root is */
	int64_t *off, *len; /* [P] blocks that have lengths of their own; NULL: equal ones; */
	int64_t *sent_off, *sent_len; /* [P] and of pairs, those that the process sends */
};

/* For the `r` of a recorder. */
extern const struct rg_transport rg_notes;

#endif
