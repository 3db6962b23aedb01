/* SPDX-License-Identifier: BSD-3-Clause
 * The routines of MPI that the program and its libraries import.
 */
#ifndef RG_IMPORTS_H
#define RG_IMPORTS_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Whether anything that is loaded now calls a routine that could see a persistent collective of
 * ours and does not come by here: it is not taken over, or it is called beneath us, by PMPI.
 * `symbol` is then the name of one ("" otherwise), `file` what calls it ("": the program itself);
 * each has `size` bytes. What is found later, by dlsym or in what is opened later, is not seen. */
bool rg_imports_unseen(char *symbol, char *file, int size);

#pragma GCC visibility pop
#endif
