/* SPDX-License-Identifier: BSD-3-Clause
 * progress: what a long command is doing, on a terminal.
 */
#include "base/progress.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* Seconds before the first line, and between two: nobody reads faster. */
#define FIRST 1.0
#define NEXT 0.1

enum { LINE = 200, COLUMNS = 80 };

static struct {
	bool on, shown;
	double next; /* before that nothing is printed */
} progress;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A line that were wrapped could not be taken away. */
static int room(void)
{
	struct winsize w = {0};
	int columns = COLUMNS;
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 0)
		columns = w.ws_col;
	return columns < LINE ? columns - 1 : LINE - 1;
}

void rg_progress_begin(void)
{
	progress.on = isatty(STDERR_FILENO);
	progress.next = now() + FIRST;
}

void rg_show_progress(const char *fmt, ...)
{
	char line[LINE];
	va_list ap;
	if (!progress.on || now() < progress.next)
		return;
	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\r%.*s\033[K", room(), line);
	progress.shown = true;
	progress.next = now() + NEXT;
}

void rg_progress_clear(void)
{
	if (progress.shown)
		fputs("\r\033[K", stderr);
	progress.shown = false;
}

void rg_progress_end(void)
{
	rg_progress_clear();
	progress.on = false;
}
