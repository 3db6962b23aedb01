/* SPDX-License-Identifier: BSD-3-Clause
 * The proofs that are known, so that they need not be played again: those of this process, and
 * those of earlier ones, in a folder of the user's (RINGGEN_CACHE). A proof is the text that says
 * what was proved; in the folder it is a file, which is compared as a whole and may be deleted at
 * any time.
 */
#ifndef RG_PROOFS_H
#define RG_PROOFS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Is this proof known? */
bool rg_proofs_know(const char *proof);

/* From now on it is. A folder that cannot be written to is passed over; if it was named, by
 * RINGGEN_CACHE, the first time is said, by the process that `speaks`; that one removes files that
 * nobody has used for 90 days, too. */
void rg_proofs_keep(const char *proof, bool speaks);

/* Free what this process remembers. */
void rg_proofs_free(void);

#pragma GCC visibility pop
#endif
