/* SPDX-License-Identifier: BSD-3-Clause
 * whole: output files that appear whole or not at all. Nothing but the C library and temporary.h is
 * needed: programs beside ringgen use it, too.
 */
#ifndef RG_WHOLE_H
#define RG_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

/* One output file. */
struct rg_whole {
	const char *path; /* NULL: standard output */
	const char *text;
	size_t len;
	int error;     /* set: the errno for which it cannot be written; 0: none */
	bool replaced; /* set: it could not be brought back when another one failed */
};

enum rg_whole_result {
	RG_WHOLE_FAILED = -1, /* one of them has an error, nothing is written */
	RG_WHOLE_DONE,
	RG_WHOLE_CLOSED, /* done, but a pipe had nobody any more who reads */
};

/* Could they be written now? The text is not looked at, and nothing changes. For the time before
 * long work. False: each that cannot has its error. */
bool rg_whole_test(struct rg_whole *w, int n);

/* Write n files, all or none: each into a temporary file beside its place, then all renamed. An
 * existing file keeps its permissions; a symbolic link is followed; /dev/stdout and other
 * non-regular files are written directly, before the others take their places. A failure leaves
 * nothing behind, nor does a signal. */
enum rg_whole_result rg_whole_write(struct rg_whole *w, int n);

/* Is it what standard output goes to already (/dev/stdout)? Not of devices such as /dev/null. */
bool rg_whole_is_stdout(const char *path);

#endif
