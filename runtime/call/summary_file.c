/* SPDX-License-Identifier: BSD-3-Clause
 * RINGGEN_SUMMARY: a summary for programs, in a file.
 *
 * A first line with the number of the format, a line for each tally, and a last one; words are
 * parted by tabulators:
 *
 *   ringgen-summary 1
 *   alone CALLS
 *   call COLLECTIVE CALLS BYTES SECONDS|- ours|mpi BY
 *   end
 */
#include "call/summary_file.h"
#include "mpi/file_limit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE = 320 };

static int add_tally(char *text, size_t room, const struct rg_tally *t)
{
	char name[RG_TALLY_NAME], seconds[32] = "-";

	rg_tally_name(name, t);
	if (t->form == RG_BLOCKING)
		snprintf(seconds, sizeof seconds, "%.9f", t->seconds);
	return snprintf(text, room, "call\t%s\t%llu\t%.0f\t%s\t%s\t%.*s\n", name,
	                (unsigned long long)t->calls, t->bytes, seconds,
	                t->why == RG_OURS ? "ours" : "mpi", LINE / 2, rg_tally_server(t));
}

/* All of it. Free it; NULL: no memory. */
static char *make_text(const struct rg_tallies *all, size_t *length)
{
	size_t room = (size_t)(all->n + 3) * LINE;
	char *text = malloc(room);

	if (!text)
		return NULL;
	*length = (size_t)snprintf(text, room, "ringgen-summary\t1\nalone\t%llu\n",
	                           (unsigned long long)all->alone);
	for (int i = 0; i < all->n; i++)
		*length += (size_t)add_tally(text + *length, room - *length, &all->tally[i]);
	*length += (size_t)snprintf(text + *length, room - *length, "end\n");
	return text;
}

/* The errno of what went wrong, or 0. */
static int add_to(const char *file, const char *text, size_t length)
{
	int fd = open(file, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), why = 0;
	struct stat st;

	if (fd < 0)
		return errno;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		why = EINVAL;
	errno = EIO; /* of a part of it */
	if (!why && write(fd, text, length) != (ssize_t)length)
		why = errno;
	if (close(fd) && !why)
		why = errno;
	return why;
}

void rg_summary_write(const char *file, const struct rg_tallies *all)
{
	struct rg_file_limit limit;
	size_t length = 0;
	char *text = make_text(all, &length);

	rg_file_limit_begin(&limit);
	int why = text ? add_to(file, text, length) : ENOMEM;
	rg_file_limit_end(&limit);
	free(text);
	if (why)
		rg_say("RINGGEN_SUMMARY: cannot write to '%.200s': %s", file, strerror(why));
}
