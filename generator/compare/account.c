/* SPDX-License-Identifier: BSD-3-Clause
 * account: what became of the collectives of one run.
 *
 * A summary has a first line with the number of its format, a line for each row, and a last one;
 * words are parted by tabulators:
 *
 *   ringgen-summary 1
 *   alone CALLS
 *   call COLLECTIVE CALLS BYTES SECONDS|- ours|mpi BY
 *   end
 */
#include "compare/account.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* The next word of a line; NULL: there is none. */
static char *next_word(char **rest)
{
	return strsep(rest, "\t");
}

/* A number that is none below zero. */
static bool read_number(const char *word, double *value)
{
	char *end;
	if (!word || !*word)
		return false;
	*value = strtod(word, &end);
	return !*end && isfinite(*value) && *value >= 0;
}

/* The row of the same calls, which is made if there is none. */
static struct rg_account_row *row_of(struct rg_account *a, const char *collective, const char *by,
                                     bool ours)
{
	for (int i = 0; i < a->n; i++)
		if (a->row[i].ours == ours && strcmp(a->row[i].collective, collective) == 0 &&
		    strcmp(a->row[i].by, by) == 0)
			return &a->row[i];
	a->row = rg_realloc(a->row, (size_t)a->n + 1, sizeof *a->row);
	a->row[a->n] = (struct rg_account_row){
		.collective = rg_strdup(collective), .by = rg_strdup(by), .ours = ours};
	return &a->row[a->n++];
}

static bool read_call(struct rg_account *a, char *rest)
{
	const char *collective = next_word(&rest);
	double calls, bytes, seconds = 0;
	bool right = read_number(next_word(&rest), &calls) && read_number(next_word(&rest), &bytes);
	const char *time = next_word(&rest), *who = next_word(&rest), *by = next_word(&rest);
	if (!right || !by || rest || !*collective)
		return false;
	bool timed = strcmp(time, "-") != 0, ours = strcmp(who, "ours") == 0;
	if ((timed && !read_number(time, &seconds)) || (!ours && strcmp(who, "mpi") != 0))
		return false;
	struct rg_account_row *r = row_of(a, collective, by, ours);
	r->timed = timed;
	r->calls += calls;
	r->bytes += bytes;
	r->seconds += seconds;
	return true;
}

/* A line; *within: it is between the first one of a summary and its last. */
static bool read_line(struct rg_account *a, char *line, bool *within)
{
	char *rest = line;
	const char *word = next_word(&rest);
	double alone;
	if (!*within) {
		*within = strcmp(word, "ringgen-summary") == 0 && rest && strcmp(rest, "1") == 0;
		return *within;
	}
	if (strcmp(word, "call") == 0)
		return read_call(a, rest);
	if (strcmp(word, "alone") == 0 && read_number(rest, &alone)) {
		a->alone += alone;
		return true;
	}
	*within = false;
	a->jobs++;
	return strcmp(word, "end") == 0 && !rest;
}

bool rg_account_read(const char *file, struct rg_account *a)
{
	FILE *in = fopen(file, "re");
	char *line = NULL;
	size_t room = 0;
	bool right = in, within = false;
	*a = (struct rg_account){0};
	while (right && getline(&line, &room, in) > 0) {
		size_t length = strcspn(line, "\n");
		right = line[length] && strlen(line) == length + 1;
		line[length] = '\0';
		right = right && read_line(a, line, &within);
	}
	if (in) {
		right = right && !ferror(in) && !within;
		fclose(in);
	}
	free(line);
	return right;
}

void rg_account_free(struct rg_account *a)
{
	for (int i = 0; i < a->n; i++) {
		free(a->row[i].collective);
		free(a->row[i].by);
	}
	free(a->row);
	*a = (struct rg_account){0};
}

double rg_account_ours(const struct rg_account *a)
{
	double calls = 0;
	for (int i = 0; i < a->n; i++)
		calls += a->row[i].ours ? a->row[i].calls : 0;
	return calls;
}

double rg_account_calls(const struct rg_account *a)
{
	double calls = 0;
	for (int i = 0; i < a->n; i++)
		calls += a->row[i].calls;
	return calls;
}
