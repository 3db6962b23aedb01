/* SPDX-License-Identifier: BSD-3-Clause
 * A message on stderr.
 */
#ifndef RG_SAY_H
#define RG_SAY_H

#pragma GCC visibility push(hidden)

/* One line on stderr, in one piece: "ringgen: ..." */
void rg_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#pragma GCC visibility pop
#endif
