/* SPDX-License-Identifier: BSD-3-Clause
 * diag: messages on standard error, one line each.
 */
#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"

/* Where this thread's first error goes; NULL: all are printed. */
static _Thread_local struct {
	char *first;
	size_t room;
} caught;

void rg_diag_catch(char *first, size_t room)
{
	caught.first = first;
	caught.room = room;
	if (first)
		*first = '\0';
}

/* Print s, with control characters as \xNN: a name from a file cannot break the line, nor steer the
 * terminal. */
static void print_clean(FILE *out, const char *s)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c < ' ' || c == 0x7f)
			fprintf(out, "\\x%02x", c);
		else
			putc(c, out);
	}
}

static void print_line(FILE *out, const char *file, int line, const char *kind, const char *message)
{
	print_clean(out, file ? file : "ringgen");
	if (line)
		fprintf(out, ":%d", line);
	fprintf(out, ": %s: ", kind);
	print_clean(out, message ? message : "(no memory for the message)");
	putc('\n', out);
}

/* Keep the message. This works without more memory than there is: the message may be that there is
 * none. */
static void keep(const char *file, int line, const char *fmt, va_list ap)
{
	FILE *to = fmemopen(caught.first, caught.room, "w");
	char message[512];

	vsnprintf(message, sizeof message, fmt, ap);
	if (!to) {
		snprintf(caught.first, caught.room, "%s", message);
		return;
	}
	print_line(to, file, line, "error", message);
	fclose(to);
	caught.first[caught.room - 1] = '\0';
	caught.first[strcspn(caught.first, "\n")] = '\0';
}

/* Standard error has no buffer: the line is made in memory and written at once, so that it takes
 * one system call and stays whole beside what other processes write. */
static void say(const char *file, int line, const char *kind, const char *fmt, va_list ap)
{
	char *message, *text = NULL;
	size_t len = 0;
	FILE *memory;

	if (caught.first) {
		if (!*caught.first && strcmp(kind, "error") == 0)
			keep(file, line, fmt, ap);
		return;
	}
	rg_progress_clear();
	memory = open_memstream(&text, &len);
	if (vasprintf(&message, fmt, ap) < 0)
		message = NULL;
	if (memory)
		print_line(memory, file, line, kind, message);
	if (memory && fclose(memory) == 0)
		fwrite(text, 1, len, stderr);
	else
		print_line(stderr, file, line, kind, message);
	free(text);
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
