/* SPDX-License-Identifier: BSD-3-Clause
 * inside_file: the inside of a machine as a topology file.
 */
#include "show/inside_file.h"

#include <string.h>
#include <strings.h>

enum { LONGEST_NAME = 255 /* that the reader of topology files takes */ };

/* The first core after i of another NUMA node, of another package. */
static int numa_end(const struct rg_inside *in, int i)
{
	int j = i + 1;

	while (j < in->cores && in->core[j].numa == in->core[i].numa)
		j++;
	return j;
}

static int package_end(const struct rg_inside *in, int i)
{
	int j = i + 1;

	while (j < in->cores && in->core[j].package == in->core[i].package)
		j++;
	return j;
}

/* Do the packages that begin at cores a and b have the same NUMA nodes? */
static bool same_package(const struct rg_inside *in, int a, int b)
{
	int n = package_end(in, a) - a;

	if (package_end(in, b) - b != n)
		return false;
	for (int i = 0; i < n; i++)
		if (in->core[a + i].numa - in->core[a].numa !=
		    in->core[b + i].numa - in->core[b].numa)
			return false;
	return true;
}

/* The package that begins at core `begin`, `count` times; equal NUMA nodes are folded. */
static void print_package(const struct rg_inside *in, int begin, int count, struct rg_text *out)
{
	int end = package_end(in, begin);

	rg_textf(out, "\t\t<package count=\"%d\">\n", count);
	for (int i = begin, next; i < end; i = next) {
		int cores = numa_end(in, i) - i, numas = 1;
		next = i + cores;
		while (next < end && numa_end(in, next) - next == cores) {
			next += cores;
			numas++;
		}
		rg_textf(out, "\t\t\t<numa count=\"%d\"><core count=\"%d\"/></numa>\n", numas,
		         cores);
	}
	rg_text_add(out, "\t\t</package>\n");
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The host as an id: what a host name cannot have, and what would be a range, becomes '_'. */
static void print_id(const char *host, struct rg_text *out)
{
	for (int i = 0; host[i] && i < LONGEST_NAME; i++)
		rg_textf(out, "%c",
		         is_letter(host[i]) || is_digit(host[i]) || strchr("-._", host[i]) ? host[i]
		                                                                           : '_');
}

/* Does the host begin like the names of MPI or of the runtime? The prefix of what is generated,
 * which the name of a topology is, must not. */
static bool is_reserved(const char *host)
{
	return strncasecmp(host, "MPI", 3) == 0 || strncasecmp(host, "PMPI", 4) == 0 ||
	       (strncasecmp(host, "rg", 2) == 0 && !is_letter(host[2]) && !is_digit(host[2]));
}

/* The host, up to its first dot, as a C identifier that can be the name of a topology. */
static void print_identifier(const char *host, struct rg_text *out)
{
	const char *escape = is_letter(*host) && !is_reserved(host) ? "" : "host_";
	int most = LONGEST_NAME - (int)strlen(escape);

	rg_text_add(out, escape);
	for (int i = 0; i < most && host[i] && host[i] != '.'; i++)
		rg_textf(out, "%c", is_letter(host[i]) || is_digit(host[i]) ? host[i] : '_');
}

void rg_inside_packages(const struct rg_inside *in, struct rg_text *out)
{
	for (int i = 0, next; i < in->cores; i = next) {
		int count = 1;
		next = package_end(in, i);
		while (next < in->cores && same_package(in, i, next)) {
			next = package_end(in, next);
			count++;
		}
		print_package(in, i, count, out);
	}
}

void rg_inside_print(const struct rg_inside *in, const char *host, struct rg_text *out)
{
	if (!host || !*host)
		host = "machine";
	rg_text_add(out, "<topology name=\"");
	print_identifier(host, out);
	rg_text_add(out, "\">\n\t<node id=\"");
	print_id(host, out);
	rg_text_add(out, "\">\n");
	rg_inside_packages(in, out);
	rg_text_add(out, "\t</node>\n</topology>\n");
}
