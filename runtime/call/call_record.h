/* SPDX-License-Identifier: BSD-3-Clause
 * A rank's record of its call, by which ranks compare their calls (call_check.h): numbers that are
 * the same on all ranks when the calls match. And the messages about calls that differ.
 */
#ifndef RG_CALL_RECORD_H
#define RG_CALL_RECORD_H

#include "call/arguments.h"

enum { RG_RECORD_ITEMS = 8 };

typedef long long rg_call_record[RG_RECORD_ITEMS];

#pragma GCC visibility push(hidden)

void rg_record_make(const struct rg_call *k, const struct rg_context *x, rg_call_record r);

/* all: [P]. An error class for calls that do not match; MPI_SUCCESS: all match. */
int rg_records_conclude(const struct rg_context *x, const rg_call_record *all);

/* Whether all ranks call the same collective with unequal blocks, and differ in these; and whether
 * all of them wait, so that they can find out together which block it is. */
bool rg_records_differ_in_blocks(const struct rg_context *x, const rg_call_record *all);

/* Each rank finds the first block whose length on rank 0 is another one than its own; in an
 * irregular call, whether the root has another length for its own block; by pairs, what another
 * rank sends it that has another length than it receives. Rank 0 makes a text of
 * that of the lowest rank that has found one. Collective. Returns MPI's error code. */
int rg_find_block(const struct rg_call *k, const struct rg_context *x, char *text, size_t size);

/* One line says which ranks differ, and in what. name: of the user's communicator, or "";
 * block: what rg_find_block says, or "". */
void rg_tell_difference(const struct rg_context *x, const rg_call_record *all, const char *name,
                        const char *block);

/* "0-2, 5": the ranks that `listed` says yes to. */
void rg_list_ranks(char *text, size_t size, const struct rg_context *x,
                   bool (*listed)(const void *what, int rank), const void *what);

/* The routine of a record: rg_describe_routine (announce.h). */
void rg_record_routine(char *text, size_t size, const struct rg_context *x, const rg_call_record r);

#pragma GCC visibility pop
#endif
