/* SPDX-License-Identifier: BSD-3-Clause
 * What the topology says of this job, by `ringgen survey`.
 */
#include "survey.h"
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *list_hosts(const char (*hosts)[HOST_MOST], int ranks)
{
	char *text = allocate((size_t)ranks, HOST_MOST + 1), *at = text;

	for (int i = 0; i < ranks; i++)
		at += sprintf(at, "%s\n", hosts[i]);
	return text;
}

/* What the command printed, or NULL: it has said why, or we do. */
static char *ask(const char *program, const char *file, const char *hosts)
{
	const char *const argv[] = {program, "survey", file, "--hosts", "@-", NULL};
	int status = 0;
	char *said = program_run(argv, hosts, &status);

	if (!said)
		fprintf(stderr, "ringbench: %s: %s (--ringgen PROGRAM names another one)\n",
		        program, strerror(errno));
	else if (status)
		fprintf(stderr, "ringbench: %s survey %s: exit status %d\n", program, file, status);
	if (!said || !status)
		return said;
	free(said);
	return NULL;
}

static void read_bound(const char *line, struct survey *s)
{
	char name[64];
	double bound;

	if (sscanf(line, "bound %63s %lf", name, &bound) != 2)
		return;
	for (int c = 0; c < COLLECTIVES; c++)
		if (!strcmp(name, collective_names[c]))
			s->seconds_per_byte[c] = bound;
}

bool survey_read(const char *program, const char *file, const char (*hosts)[HOST_MOST], int ranks,
                 struct survey *s)
{
	char *list = list_hosts(hosts, ranks), *rest, *said = ask(program, file, list);
	int seen = 0;

	free(list);
	if (!said)
		return false;
	for (char *line = strtok_r(said, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		sscanf(line, "ranks %d machines %d", &seen, &s->machines);
		read_bound(line, s);
	}
	free(said);
	if (seen != ranks)
		fprintf(stderr, "ringbench: %s survey %s: tells of %d ranks instead of %d\n",
		        program, file, seen, ranks);
	return seen == ranks;
}
