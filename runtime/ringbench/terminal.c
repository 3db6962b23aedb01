/* SPDX-License-Identifier: BSD-3-Clause
 * Lines on stderr while it measures.
 */
#include "ringbench/terminal.h"
#include "base/units.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static bool progress_shown;

void terminal_progress(const char *format, ...)
{
	va_list args;

	if (!isatty(STDERR_FILENO))
		return;
	progress_shown = true;
	fputs("\r\033[K", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fflush(stderr);
}

void terminal_progress_end(void)
{
	if (progress_shown)
		fputs("\r\033[K", stderr);
	progress_shown = false;
}

void terminal_wrong(const struct vector *v, const char *peer, int rank, const struct wrong *w)
{
	terminal_progress_end();
	fprintf(stderr,
	        "ringbench: wrong result: %s, %s, %lld bytes, rank %d, %s %lld: %.17g instead of "
	        "%.17g\n",
	        collective_names[v->collective], peer, vector_bytes(v), rank,
	        w->input ? "send buffer changed, element" : "element", w->element, w->got,
	        w->expected);
}

void terminal_far(const char *what, const char *peer, long long bytes, double seconds,
                  double before)
{
	char size[32], one[32], other[32];

	terminal_progress_end();
	fprintf(stderr, "ringbench: %s, %s, %s: took %s; nothing before took more than %s\n", what,
	        peer, rg_show_size(size, sizeof size, (double)bytes),
	        rg_show_time(one, sizeof one, seconds), rg_show_time(other, sizeof other, before));
}
