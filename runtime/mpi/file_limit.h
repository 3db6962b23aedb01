/* SPDX-License-Identifier: BSD-3-Clause
 * Files that become longer than RLIMIT_FSIZE lets them: an error, and no signal.
 */
#ifndef RG_FILE_LIMIT_H
#define RG_FILE_LIMIT_H

#include <signal.h>
#include <stdbool.h>

/* How this thread took the signal before. */
struct rg_file_limit {
	sigset_t mask;
	bool kept; /* it was kept back already, or was not to be had */
};

#pragma GCC visibility push(hidden)

/* Between these two our writes by this thread fail with EFBIG at the limit, and the kernel's
 * SIGXFSZ, which ends a program, is kept from it. Nothing of the program's is to be called there.
 * errno stays. */
void rg_file_limit_begin(struct rg_file_limit *l);
void rg_file_limit_end(const struct rg_file_limit *l);

#pragma GCC visibility pop
#endif
