/* SPDX-License-Identifier: BSD-3-Clause
 * A message on stderr.
 */
#include "mpi/say.h"
#include "mpi/file_limit.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void rg_say(const char *format, ...)
{
	char line[2048] = "ringgen: ";
	size_t begin = strlen(line);
	struct rg_file_limit limit;
	va_list args;

	va_start(args, format);
	vsnprintf(line + begin, sizeof line - begin - 1, format, args);
	va_end(args);
	strcat(line, "\n");
	rg_file_limit_begin(&limit);
	fputs(line, stderr);
	rg_file_limit_end(&limit);
}
