/* SPDX-License-Identifier: BSD-3-Clause
 * diag: what went wrong, and where. Messages are `file:line: error: ...` on stderr, every one of
 * them is printed as it is found, and the caller stops when errors were counted.
 */
#ifndef RG_DIAG_H
#define RG_DIAG_H

#include <stddef.h>

/* Exit status of every ringgen command. */
enum rg_status {
	RG_OK = 0,      /* done, or proved */
	RG_REFUTED = 1, /* the order is not contention free, or a routine is wrong */
	RG_USAGE = 2,   /* the command line */
	RG_UNKNOWN = 3, /* no verdict: something is missing */
	RG_INVALID = 4, /* invalid input, unreadable input, unwritable output */
	RG_ASSUMED = 5, /* proved, if what is assumed of the wires is so */
};

struct rg_diag {
	int errors; /* how many so far */
};

/* Report an error at `line` of `file`. line 0: the file as a whole. file NULL: "ringgen". */
void rg_error(struct rg_diag *d, const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* A note that does not stop the run: `file:line: warning: ...`. */
void rg_warning(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Catch errors, for a library: this thread's messages are not printed from now on; the first error
 * goes, as a line without its end, into first[room], cut if need be. NULL: they are printed
 * again. */
void rg_diag_catch(char *first, size_t room);

#endif
