/* SPDX-License-Identifier: BSD-3-Clause
 * Where the ranks run, by the names that libringgen goes by: the MPI library's, or what
 * RINGGEN_HOSTS says: a file, whose i-th line that is neither empty nor a comment (#) begins with
 * the host of rank i, or a list.
 */
#include "ringbench/hosts.h"
#include "ringbench/vector.h"
#include "base/host_names.h"
#include "ringgen/again.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file, or NULL after an error. One that never ends, or that nobody writes to, is none. */
static FILE *open_file(const char *file)
{
	int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	bool regular = fd < 0 || fstat(fd, &st) || S_ISREG(st.st_mode);
	FILE *in = fd < 0 || !regular ? NULL : fdopen(fd, "r");

	if (in)
		return in;
	fprintf(stderr, "ringbench: RINGGEN_HOSTS '%s'%s%s\n", file,
	        regular ? ": " : " is not a regular file", regular ? strerror(errno) : "");
	if (fd >= 0)
		close(fd);
	return NULL;
}

/* Returns how many ranks got a name. */
static int read_file(const char *file, struct host *hosts, int ranks)
{
	FILE *in = open_file(file);
	char *line = NULL;
	size_t room = 0;
	int n = 0;

	if (!in)
		return -1;
	while (n < ranks && getline(&line, &room, in) > 0) {
		char *word = strtok(line, " \t\r\n");
		if (!word || *word == '#')
			continue;
		snprintf(hosts[n++].name, HOST_MOST, "%s", word);
	}
	free(line);
	fclose(in);
	if (n < ranks)
		fprintf(stderr, "ringbench: RINGGEN_HOSTS '%s' has no line for rank %d\n", file, n);
	return n;
}

static int read_list(const char *list, struct host *hosts, int ranks)
{
	struct rg_hosts names = {.n = 0};
	const char *wrong = rg_hosts_accept(&names, list);
	int n = wrong ? -1 : names.n;

	for (int i = 0; i < n && i < ranks; i++)
		snprintf(hosts[i].name, HOST_MOST, "%s", names.host[i].name);
	rg_hosts_free(&names);
	if (n < ranks)
		fprintf(stderr,
		        "ringbench: RINGGEN_HOSTS '%s' is no file, and as a list of hosts it %s\n",
		        list, wrong ? wrong : "has too few for the ranks");
	return n;
}

/* As libringgen reads it (mpi/host.c). */
static int read_names(const char *names, struct host *hosts, int ranks)
{
	if (*names == '@' || strchr(names, '/') || access(names, F_OK) == 0)
		return read_file(names + (*names == '@'), hosts, ranks);
	return read_list(names, hosts, ranks);
}

/* A host that stands in RINGGEN_HOSTS again, where most stand there once. */
static void tell_again(const struct host *hosts, int ranks)
{
	int *id = allocate((size_t)ranks, sizeof *id),
	    *times = allocate((size_t)ranks, sizeof *times);
	struct rg_again a;

	for (int i = 0; i < ranks; i++)
		while (strcasecmp(hosts[id[i]].name, hosts[i].name) != 0)
			id[i]++;
	if (rg_again_find(id, ranks, times, ranks, &a))
		fprintf(stderr,
		        "ringbench: RINGGEN_HOSTS has host '%s' for rank %d and again for rank %d, "
		        "%d "
		        "times in all: most hosts stand there once\n",
		        hosts[a.first].name, a.first, a.second, a.times);
	free(id);
	free(times);
}

struct host *hosts_gather(void)
{
	char mine[HOST_MOST] = "", name[MPI_MAX_PROCESSOR_NAME + 1] = "";
	const char *names = getenv("RINGGEN_HOSTS");
	int rank, ranks, length;
	struct host *hosts = NULL;

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Get_processor_name(name, &length);
	snprintf(mine, sizeof mine, "%.*s", HOST_MOST - 1, name);
	if (rank == 0)
		hosts = allocate((size_t)ranks, sizeof *hosts);
	MPI_Gather(mine, HOST_MOST, MPI_CHAR, hosts, HOST_MOST, MPI_CHAR, 0, MPI_COMM_WORLD);
	if (rank || !names || !*names)
		return hosts;
	if (read_names(names, hosts, ranks) < ranks) {
		free(hosts);
		return NULL;
	}
	tell_again(hosts, ranks);
	return hosts;
}

static int compare(const void *a, const void *b)
{
	return strcasecmp(a, b);
}

int hosts_machines(const struct host *hosts, int ranks)
{
	struct host *sorted = allocate((size_t)ranks, sizeof *sorted);
	int machines = 1;

	memcpy(sorted, hosts, (size_t)ranks * sizeof *sorted);
	qsort(sorted, (size_t)ranks, sizeof *sorted, compare);
	for (int i = 1; i < ranks; i++)
		machines += compare(&sorted[i], &sorted[i - 1]) != 0;
	free(sorted);
	return machines;
}
