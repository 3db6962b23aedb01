/* SPDX-License-Identifier: BSD-3-Clause
 * tasks: how many ranks each host of a list has.
 */
#include "import/tasks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A number from 1 to `most` and where it ends; 0: it is none. */
static int read_number(const char **at, int most)
{
	char *end;
	long n = isdigit((unsigned char)**at) ? strtol(*at, &end, 10) : 0;
	if (n < 1 || n > most)
		return 0;
	*at = end;
	return (int)n;
}

/* "16" or "16(x2)", and the comma behind it: ranks, and on how many hosts, 0: it is neither. */
static int read_part(const char **at, int *hosts)
{
	int ranks = read_number(at, RG_TASKS_MOST);
	*hosts = 1;
	if (ranks && strncmp(*at, "(x", 2) == 0) {
		*at += 2;
		*hosts = read_number(at, RG_HOSTS_MOST);
		if (!*hosts || **at != ')')
			return 0;
		++*at;
	}
	if (**at == ',' && (*at)[1])
		++*at;
	else if (**at)
		return 0;
	return ranks;
}

const char *rg_tasks_fault(const char *s)
{
	int64_t all = 0;
	int hosts;
	if (!*s)
		return "is no number";
	while (*s) {
		if (!read_part(&s, &hosts))
			return "is neither a number from 1 to 65536 nor a list as 16(x2),8";
		all += hosts;
		if (all > RG_HOSTS_MOST)
			return "is for too many hosts";
	}
	return NULL;
}

int rg_tasks_each(const char *s)
{
	return strpbrk(s, ",(") ? 0 : atoi(s);
}

int rg_tasks_hosts(const char *s)
{
	int hosts, all = 0;
	for (const char *at = s; *at; all += hosts)
		read_part(&at, &hosts);
	return all;
}

int rg_tasks_apply(const char *s, struct rg_hosts *h, struct rg_diag *d)
{
	bool one = rg_tasks_each(s) > 0;
	int n = 0, hosts, all = rg_tasks_hosts(s);
	if (!one && all != h->n) {
		rg_error(d, NULL, 0, "--ranks-per-node: '%s' is for %d host%s, not for %d", s, all,
		         all == 1 ? "" : "s", h->n);
		return -1;
	}
	for (const char *at = s; *at;) {
		int ranks = read_part(&at, &hosts);
		for (int i = 0; i < (one ? h->n : hosts); i++)
			h->host[n++].ranks = ranks;
	}
	return 0;
}
