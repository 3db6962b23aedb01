/* SPDX-License-Identifier: BSD-3-Clause
 * The report: what each thread of this rank is doing, when it does not go on; what was wrong; and
 * the command that does it again.
 */
#ifndef RG_DIFFER_REPORT_H
#define RG_DIFFER_REPORT_H

#include <stdbool.h>
#include <stdint.h>

enum { DOING = 4096, THREADS_MOST = 16 };

/* The command, up to the seed and the number of steps, and the limit in seconds after which a step
 * is taken for one that hangs. */
void report_begin(int rank, const char *command, int limit, bool trace);
void report_end(void);

/* This thread does that now. */
__attribute__((format(printf, 3, 4))) void report_doing(int thread, uint64_t step,
                                                        const char *format, ...);

/* Something is wrong: it is told, with what this thread is doing, and ends the whole job. */
__attribute__((format(printf, 1, 2))) _Noreturn void report_failure(const char *format, ...);

#endif
