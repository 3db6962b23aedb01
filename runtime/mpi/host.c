/* SPDX-License-Identifier: BSD-3-Clause
 * Which machine this process runs on, by name.
 *
 * RINGGEN_HOSTS names a file (also as @FILE) whose i-th line that is neither empty nor a comment
 * (#) is the host of MPI_COMM_WORLD's rank i: `host [package [numa [core [cache]]]]`, numbers that
 * are left out being 0; or it is a list of hosts, n[0-3],m7. It is for hosts that MPI calls by
 * names which the topology does not have, and for tests. The file must be a regular one.
 */
#include "mpi/host.h"
#include "ringgen/fnv.h"
#include "ringgen/name.h"
#include "mpi/setting.h"
#ifndef RINGGEN_UNPLAYED
#include "library/player.h"
#endif

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_FILE = 64 << 20 /* bytes: a million ranks, 64 for each */ };

static struct rg_this_host host;

__attribute__((format(printf, 1, 2))) static void trouble(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (vasprintf(&host.trouble, format, args) < 0)
		host.trouble = NULL;
	va_end(args);
	host.name[0] = '\0';
}

/* The next number of a line, 0 when there is none. False: it is not a number of that kind. */
static bool next_number(char **rest, int *value)
{
	char *word = strtok_r(NULL, " \t\r\n", rest), *end;

	if (!word || *word == '#') {
		*rest += strlen(*rest);
		*value = 0;
		return true;
	}
	errno = 0;
	long number = strtol(word, &end, 10);
	*value = (int)number;
	return !*end && !errno && number >= 0 && number <= INT_MAX;
}

static void read_line(const char *file, long number, char *line)
{
	char *rest, *word = strtok_r(line, " \t\r\n", &rest);

	if (strlen(word) >= sizeof host.name) {
		trouble("%s:%ld: the host name is longer than %d bytes", file, number,
		        RG_HOST_NAME - 1);
		return;
	}
	strcpy(host.name, word);
	host.placed = true;
	if (!next_number(&rest, &host.package) || !next_number(&rest, &host.numa) ||
	    !next_number(&rest, &host.core) || !next_number(&rest, &host.cache))
		trouble("%s:%ld: after the host come at most four numbers: package, NUMA node, "
		        "core, cache",
		        file, number);
}

/* The file, or NULL: *why says why not. Only regular files, since reading a pipe or a device might
 * never end. */
static FILE *open_file(const char *file, const char **why)
{
	int fd = open(file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;
	FILE *in = NULL;

	if (fd >= 0 && !fstat(fd, &st) && !S_ISREG(st.st_mode)) {
		*why = "not a regular file";
	} else if (fd >= 0 && st.st_size > LARGEST_FILE) {
		*why = "larger than 64 MiB";
	} else {
		in = fd < 0 ? NULL : fdopen(fd, "r");
		*why = strerror(errno);
	}
	if (fd >= 0 && !in)
		close(fd);
	return in;
}

/* Is it a line of a rank? Its first word begins at *word. */
static bool names_host(char *line, bool first, char **word)
{
	if (first && !strncmp(line, "\xef\xbb\xbf", 3)) /* a byte order mark */
		line += 3;
	*word = line + strspn(line, " \t\r\n");
	return **word && **word != '#';
}

static void read_file(const char *file, int rank)
{
	const char *why;
	FILE *in = open_file(file, &why);
	char *line = NULL, *word;
	size_t room = 0;
	ssize_t length;
	long number = 0;

	if (!in) {
		trouble("RINGGEN_HOSTS '%s' cannot be read: %s", file, why);
		return;
	}
	trouble("RINGGEN_HOSTS '%s' has no line for rank %d", file, rank);
	for (int left = rank; left >= 0 && (length = getline(&line, &room, in)) > 0;) {
		bool first = !number++, text = strlen(line) == (size_t)length;
		if (text && (!names_host(line, first, &word) || left-- > 0))
			continue;
		free(host.trouble);
		host.trouble = NULL;
		if (text)
			read_line(file, number, word);
		else
			trouble("%s:%ld: a NUL byte: not a text file", file, number);
		break;
	}
	free(line);
	fclose(in);
}

/* rg_player_host, which simulations do not have. */
static bool nth_host(const char *list, int rank, char *why, size_t room)
{
#ifdef RINGGEN_UNPLAYED
	(void)list, (void)rank;
	snprintf(why, room, "is not read in a simulation");
	return false;
#else
	return rg_player_host(list, rank, host.name, sizeof host.name, why, room);
#endif
}

/* Where there is no file of that name it is a list, as in the command's --hosts. */
static void read_hosts(const char *hosts, int rank)
{
	char why[128];
	int ranks;

	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (*hosts == '@' || strchr(hosts, '/') || access(hosts, F_OK) == 0)
		read_file(hosts + (*hosts == '@'), rank);
	else if (!nth_host(hosts, ranks - 1, why, sizeof why) ||
	         !nth_host(hosts, rank, why, sizeof why))
		trouble("RINGGEN_HOSTS '%s' is no file, and as a list of hosts it %s", hosts, why);
	else
		host.placed = true;
}

static void find_host(void)
{
	const char *hosts = rg_setting(RG_HOSTS);
	char name[MPI_MAX_PROCESSOR_NAME + 1] = "";
	int rank = 0, length = 0;

	if (*hosts) {
		PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
		read_hosts(hosts, rank);
		return;
	}
	PMPI_Get_processor_name(name, &length);
	if (length <= 0 || length >= RG_HOST_NAME)
		trouble("MPI does not tell the name of this host");
	else
		memcpy(host.name, name, (size_t)length + 1);
}

const struct rg_this_host *rg_this_host(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, find_host);
	return &host;
}

static bool same_name(const char *a, const char *b)
{
	return !rg_name_compare(a, b, SIZE_MAX);
}

/* One of the two is short, and is the other's short form. */
static bool short_name(const char *a, const char *b)
{
	size_t cut = rg_name_short(a);
	if (cut != rg_name_short(b) || (a[cut] && b[cut]))
		return false;
	return !rg_name_compare(a, b, cut);
}

/* The machine, one of whose names matches; -1: none, -2: several. */
static int find(const struct rg_cluster *c, const char *name,
                bool (*match)(const char *, const char *))
{
	int found = -1;

	for (int i = 0; i < c->nmachines + c->naliases; i++) {
		bool alias = i >= c->nmachines;
		const struct rg_alias *other = alias ? &c->aliases[i - c->nmachines] : NULL;
		if (!match(name, alias ? other->name : c->machines[i]))
			continue;
		int machine = alias ? other->machine : i;
		if (found >= 0 && found != machine)
			return -2;
		found = machine;
	}
	return found;
}

int rg_host_machine(const struct rg_cluster *c, const char *name, const char **domain)
{
	*domain = "";
	if (!*name)
		return -1;
	int machine = find(c, name, same_name);
	if (machine == -1) {
		machine = find(c, name, short_name);
		*domain = name + rg_name_short(name);
	}
	return machine < 0 ? -1 : machine;
}

void rg_host_id(const char *name, size_t length, int id[2])
{
	uint64_t hash = RG_FNV_EMPTY;

	for (size_t i = 0; i < length; i++)
		hash = rg_fnv(hash, (unsigned)rg_name_lower(name[i]));
	id[0] = (int)(hash >> 33);
	id[1] = (int)(hash & 0x7fffffff);
}

int rg_host_part_id(const char *part, size_t length)
{
	int id[2];

	rg_host_id(part, length, id);
	return length ? id[1] | 1 : 0;
}

void rg_host_free(void)
{
	free(host.trouble);
	host.trouble = NULL;
}
