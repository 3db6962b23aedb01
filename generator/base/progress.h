/* SPDX-License-Identifier: BSD-3-Clause
 * progress: what a long command is doing, on a terminal: one line of standard error that is written
 * over, and taken away before anything else is printed. Where standard error is no terminal, and in
 * the first second, there is nothing.
 */
#ifndef RG_PROGRESS_H
#define RG_PROGRESS_H

/* Progress is shown from now on, if standard error is a terminal. A library does not call it. */
void rg_progress_begin(void);

/* What is being done now, and how far it is. Cheap: most calls print nothing. */
void rg_show_progress(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Take the line away, until the next call of rg_show_progress. */
void rg_progress_clear(void);

/* Take it away for good. */
void rg_progress_end(void);

#endif
