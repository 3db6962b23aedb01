/* SPDX-License-Identifier: BSD-3-Clause
 * RINGGEN_SUMMARY: a summary for programs, in a file. generator/compare/account.h reads it.
 */
#ifndef RG_SUMMARY_FILE_H
#define RG_SUMMARY_FILE_H

#include "call/tally.h"

#pragma GCC visibility push(hidden)

/* Add it to the file, in one piece. Whoever asks for it makes the file: one that is not there, or
 * is no regular one, stays as it is, and this is told. */
void rg_summary_write(const char *file, const struct rg_tallies *all);

#pragma GCC visibility pop
#endif
