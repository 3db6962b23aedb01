/* SPDX-License-Identifier: BSD-3-Clause
 * host_names: lists of host names, with ranges as Slurm writes them.
 */
#ifndef RG_HOST_NAMES_H
#define RG_HOST_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct rg_host {
	char *name;
	int ranks; /* how many ranks the list puts there at this place: n0:4, n0 slots=4; else 1 */
	int core;  /* the core (logical number) that a rankfile names for this rank; -1: none */
	int package; /* >= 0: core counts within this package (slot=1:0); -1: within the machine */
	int line;    /* of the file; 0 when from the command line */
};

struct rg_hosts {             /* zero it to begin */
	struct rg_host *host; /* [n] */
	int n;
	size_t cap;
	char *file; /* where they came from; NULL: the command line */
};

void rg_hosts_free(struct rg_hosts *h);

/* Append the names that `expr` stands for: comma-separated, with ranges as Slurm writes them
 * ("n[0-31]", "n[00-07,12]x", "r[0-1]n[0-3]", plain names). Leading zeros keep their width. At most
 * RG_HOSTS_MOST names in all: more are not even expanded. Returns NULL, or what is wrong with expr,
 * as rg_parse_* do. */
enum { RG_HOSTS_MOST = 1 << 20 };
const char *rg_hosts_expand(struct rg_hosts *h, const char *expr);

/* The length of the IPv6 address that s is, or that stands at its begin in brackets, with these; 0:
 * there is none. */
size_t rg_address_length(const char *s);

/* As rg_hosts_expand, but an element may be an IPv6 address, too, with or without brackets: then it
 * is appended as inet_ntop writes it, without a zone. For the names of hosts in jobs and aliases; a
 * machine's own name is no such address, since its colons would mean something else in hostfiles.
 */
const char *rg_hosts_accept(struct rg_hosts *h, const char *expr);

/* A phrase that says what is wrong with the name of a switch; NULL: nothing. */
const char *rg_name_fault(const char *name);

/* The same of a machine: a host, and no range. */
const char *rg_host_fault(const char *name);

/* The same of a topology, whose name is the C prefix of what is generated: it must not look like
 * MPI's names or the runtime's own. */
const char *rg_topology_fault(const char *name);

/* Is there a file called so? A pipe is one, too, a directory is none. */
bool rg_hosts_is_file(const char *name);

/* The end of the first pattern of an expression: a comma outside of brackets, or the end. */
const char *rg_hosts_end(const char *expr);

/* The reverse, for names[n]: their list, in their order, with a range for numbers that follow each
 * other ("n[0-3],m7"). */
void rg_hosts_fold(const struct rg_host *host, int n, struct rg_text *out);

/* Forget the hosts from number n on. */
void rg_hosts_cut(struct rg_hosts *h, int n);

#endif
