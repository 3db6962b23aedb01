/* SPDX-License-Identifier: BSD-3-Clause
 * text: what a stage says, gathered in memory, then written whole or not at all.
 */
#ifndef RG_TEXT_H
#define RG_TEXT_H

#include <stddef.h>

#include "base/diag.h"

struct rg_text { /* zero it to begin; s is NULL until something was added, else 0-terminated */
	char *s;
	size_t len, cap; /* bytes; cap has room for the terminator */
};

void rg_text_add(struct rg_text *t, const char *s);
void rg_text_addn(struct rg_text *t, const char *s, size_t n);
void rg_textf(struct rg_text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rg_text_free(struct rg_text *t);

/* One output file. */
struct rg_output {
	const char *path; /* "-" or NULL: standard output */
	const struct rg_text *text;
};

/* Could these be written now? Outputs that cannot are reported. It is meant for the time before
 * long work; the text is not looked at. Returns 0, or -1 after errors were counted in d. */
int rg_writable(const struct rg_output *out, int n, struct rg_diag *d);

/* Write n files, all or none, as whole.h says. Errors (unwritable, disk full) are reported and
 * leave nothing behind. A reader that closes a pipe has read what it wanted: the others are
 * written, then SIGPIPE ends the command, or, where that is ignored, nothing more happens. Returns
 * 0, or -1 after an error was counted in d. */
int rg_write(const struct rg_output *out, int n, struct rg_diag *d);

#endif
