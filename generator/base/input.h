/* SPDX-License-Identifier: BSD-3-Clause
 * input: files from elsewhere. Anything may be behind a name, so a file is read up to a limit, and
 * only one that was given on the command line is waited for.
 */
#ifndef RG_INPUT_H
#define RG_INPUT_H

#include <stdio.h>

#include "base/text.h"

enum rg_source {
	RG_GIVEN,    /* named on the command line: a pipe will do, and "-" is standard input */
	RG_REFERRED, /* named in another file, or by the environment: regular files only */
};

/* Open a file to read it. NULL: *why says why not, for after a colon. Close it by rg_input_close,
 * which leaves standard input open. */
FILE *rg_input_open(const char *path, enum rg_source source, const char **why);
void rg_input_close(FILE *f);

/* Add all of f, at most `most` bytes, to text. Returns 0, or -1: errno says why (EFBIG: there is
 * more). */
int rg_input_read(FILE *f, size_t most, struct rg_text *text);

/* The byte order mark that UTF-8 files from other systems begin with: its length if s[n] does, else
 * 0. */
size_t rg_input_mark(const char *s, size_t n);

#endif
