/* SPDX-License-Identifier: BSD-3-Clause
 * Does a generated routine run its own algorithm? See heard.h.
 */
#include "ringbench/heard.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static bool told; /* the user has set RINGGEN_VERBOSE */
static int rank, ranks;
static int stderr_before = -1;
static FILE *heard;

/* As libringgen reads it. */
static bool is_yes(const char *value)
{
	static const char *const words[] = {"1", "on", "yes", "true"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcasecmp(value, words[i]))
			return true;
	return false;
}

void heard_prepare(void)
{
	const char *value = getenv("RINGGEN_VERBOSE");

	told = value && is_yes(value);
	setenv("RINGGEN_VERBOSE", "1", 1);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

void heard_begin(void)
{
	if (rank)
		return;
	fflush(stderr);
	heard = tmpfile();
	stderr_before = heard ? dup(STDERR_FILENO) : -1;
	if (stderr_before < 0 || dup2(fileno(heard), STDERR_FILENO) < 0) {
		perror("ringbench: temporary file");
		MPI_Abort(MPI_COMM_WORLD, 3);
	}
}

/* "ringgen: NAME_Allreduce on 4 ranks: native: WHY", or "... on 4 ranks, 4 machines: ALGORITHM".
 * If the line is none of these, the answer stays as before. */
static bool is_own(const char *line, bool before, char *reason, size_t room)
{
	const char *on = strstr(line, " on "), *why = strstr(line, ": native: ");
	int number, read = 0;

	if (strncmp(line, "ringgen: ", 9) != 0 || !on)
		return before;
	sscanf(on, " on %d ranks%n", &number, &read);
	if (read && why) {
		why += strlen(": native: ");
		snprintf(reason, room, "%.*s", (int)strcspn(why, "\n"), why);
	}
	return read ? !why : before;
}

bool heard_end(char *reason, size_t room)
{
	char line[4096];
	bool own = false;

	fflush(stderr);
	dup2(stderr_before, STDERR_FILENO);
	close(stderr_before);
	snprintf(reason, room, "%s",
	         ranks == 1 ? "there is one process only" : "libringgen does not say what it does");
	rewind(heard);
	while (fgets(line, sizeof line, heard))
		own = is_own(line, own, reason, room);
	rewind(heard);
	while ((told || !own) && fgets(line, sizeof line, heard))
		fputs(line, stderr);
	fclose(heard);
	return own;
}
