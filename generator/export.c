/* SPDX-License-Identifier: BSD-3-Clause
 * export: the cluster in the language of another program.
 */
#include "export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "hostfile.h"
#include "simgrid.h"
#include "subject.h"

/* The ranks, where they run: those of --hosts in the list's order, a host that is there several
 * times having several; else on all machines in the order of the file. Returns how many, or -1
 * after reporting errors. */
static int place_ranks(const struct rg_topo *t, const struct rg_options *o, struct rg_place **place,
                       struct rg_diag *d)
{
	struct rg_hosts h = {0};
	int P = -1;
	if (!o->hosts) {
		int each = o->each ? o->each : 1;
		if (t->machines <= RG_HOSTS_MOST / each) {
			int *all = rg_alloc(t->machines, sizeof *all);
			for (int i = 0; i < t->machines; i++)
				all[i] = i;
			*place = rg_order_places(t, all, t->machines, each);
			free(all);
			return t->machines * each;
		}
		rg_error(d, NULL, 0, "more than %d ranks", RG_HOSTS_MOST);
	} else if (rg_hosts_arg(&h, o->hosts, d) == 0) {
		for (int i = 0; i < h.n && o->each; i++)
			h.host[i].ranks = o->each;
		P = rg_order_ranks(t, &h, place, d);
	}
	rg_hosts_free(&h);
	return P;
}

/* Whether two names are of one file; - is standard input. */
static bool same_file(const char *path, const char *input)
{
	struct stat a, b;
	int there = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &b) : stat(input, &b);
	return there == 0 && stat(path, &a) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Whether this output is what is read: an error. */
static bool is_input(const char *path, const struct rg_options *o, struct rg_diag *d)
{
	const char *which = NULL;
	if (same_file(path, o->file))
		which = "topology file";
	else if (o->hosts && o->hosts[0] == '@' && same_file(path, o->hosts + 1))
		which = "list of hosts";
	if (which)
		rg_error(d, NULL, 0, "-o: '%s' is the %s, which would be overwritten", path, which);
	return which;
}

/* BASE.xml and BASE.hosts. */
static void write_files(const struct rg_options *o, const struct rg_text *xml,
                        const struct rg_text *hosts, struct rg_diag *d)
{
	struct rg_text a = {0}, b = {0};
	rg_textf(&a, "%s.xml", o->output);
	rg_textf(&b, "%s.hosts", o->output);
	struct rg_output out[] = {{a.s, xml}, {b.s, hosts}};
	if (!is_input(a.s, o, d) && !is_input(b.s, o, d))
		rg_write(out, 2, d);
	rg_text_free(&a);
	rg_text_free(&b);
}

static void write_simgrid(const struct rg_topo *t, const struct rg_options *o,
                          const struct rg_place *place, int P, struct rg_diag *d)
{
	struct rg_text xml = {0}, hosts = {0};
	struct rg_output out = {NULL, &xml};
	rg_simgrid_platform(t, place, P, o->latency, &xml);
	rg_simgrid_hosts(t, place, P, &hosts);
	if (o->output)
		write_files(o, &xml, &hosts, d);
	else
		rg_write(&out, 1, d);
	rg_text_free(&xml);
	rg_text_free(&hosts);
}

enum rg_status rg_export(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_subject s = {0};
	struct rg_place *place = NULL;
	if (rg_subject_topology(&s, o->file, &d) == 0) {
		int P = place_ranks(s.topo, o, &place, &d);
		if (P >= 0)
			write_simgrid(s.topo, o, place, P, &d);
	}
	free(place);
	rg_subject_free(&s);
	return d.errors ? RG_INVALID : RG_OK;
}
