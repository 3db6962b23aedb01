/* SPDX-License-Identifier: BSD-3-Clause
 * Pictures by gnuplot. What cannot be done is said on stderr.
 */
#include "ringbench/gnuplot.h"
#include "ringbench/program.h"
#include "base/whole.h"

#include <stdlib.h>
#include <string.h>

static const char *const gnuplot[] = {"gnuplot", NULL};

/* Report an error of the file, as whole.h knows it. */
static bool told(const struct rg_whole *file)
{
	if (file->error)
		fprintf(stderr, "ringbench: %s: cannot write: %s\n", file->path,
		        strerror(file->error));
	return !file->error;
}

bool gnuplot_is_here(void)
{
	int status = 0;
	char *said = program_run(gnuplot, "", &status);
	bool here = said && !status;

	free(said);
	if (!here)
		fputs("ringbench: --plot: no gnuplot is here\n", stderr);
	return here;
}

bool gnuplot_can_write(const char *name)
{
	struct rg_whole file = {.path = name};

	return rg_whole_test(&file, 1) || told(&file);
}

void gnuplot_quote(FILE *f, const char *text)
{
	fputc('\'', f);
	for (; *text; text++)
		fputs(*text == '\'' ? "''" : (const char[]){*text, '\0'}, f);
	fputc('\'', f);
}

bool gnuplot_draw(const char *name, const char *script)
{
	int status = 0;
	char *svg = program_run(gnuplot, script, &status);
	struct rg_whole file = {name, svg, svg ? strlen(svg) : 0, 0, false};
	bool good = svg && !status;

	if (!good)
		fprintf(stderr, "ringbench: %s: gnuplot fails\n", name);
	else
		good = rg_whole_write(&file, 1) != RG_WHOLE_FAILED || told(&file);
	free(svg);
	return good;
}
