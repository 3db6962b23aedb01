/* SPDX-License-Identifier: BSD-3-Clause
 * diag: messages on standard error, one line each.
 */
#include "diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Print s, with control characters as \xNN: a name from a file cannot break the line, nor steer the
 * terminal. */
static void print_clean(const char *s)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c < ' ' || c == 0x7f)
			fprintf(stderr, "\\x%02x", c);
		else
			putc(c, stderr);
	}
}

static void say(const char *file, int line, const char *kind, const char *fmt, va_list ap)
{
	char *message;

	if (vasprintf(&message, fmt, ap) < 0)
		message = NULL;
	print_clean(file ? file : "ringgen");
	if (line)
		fprintf(stderr, ":%d", line);
	fprintf(stderr, ": %s: ", kind);
	print_clean(message ? message : "(no memory for the message)");
	putc('\n', stderr);
	free(message);
}

void rg_error(struct rg_diag *d, const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(file, line, "error", fmt, ap);
	va_end(ap);
	d->errors++;
}

void rg_warning(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(file, line, "warning", fmt, ap);
	va_end(ap);
}
