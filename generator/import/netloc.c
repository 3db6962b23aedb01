/* SPDX-License-Identifier: BSD-3-Clause
 * netloc: the folder that netloc gathers of a site: what ibnetdiscover and ibroute printed, and
 * hwloc's files of the hosts.
 */
#include "import/netloc.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/input.h"
#include "base/text.h"
#include "base/host_names.h"
#include "import/infiniband.h"
#include "import/machines.h"
#include "import/probe.h"

/* ---- The fabric */

static const char subnet_file[] = "ib-subnet-"; /* what the names of such files begin with */

struct files {
	char **path; /* [n] */
	int n;
	size_t cap;
};

/* The entries of a folder whose names begin so, with its path before them, in order. */
static void list_files(struct files *to, const char *folder, const char *with)
{
	struct dirent **entry = NULL;
	int n = scandir(folder, &entry, NULL, versionsort);
	for (int i = 0; i < n; i++) {
		struct rg_text path = {0};
		rg_textf(&path, "%s/%s", folder, entry[i]->d_name);
		if (strncmp(entry[i]->d_name, with, strlen(with)) == 0) {
			to->path = rg_grow(to->path, (size_t)to->n, &to->cap, sizeof *to->path);
			to->path[to->n++] = path.s;
		} else {
			rg_text_free(&path);
		}
		free(entry[i]);
	}
	free(entry);
}

static void free_files(struct files *f)
{
	for (int i = 0; i < f->n; i++)
		free(f->path[i]);
	free(f->path);
	*f = (struct files){0};
}

/* The subnet of that file alone, with the tables in ibroutes-* beside it that are called so, too.
 */
static struct rg_topo *read_one(const char *file, const char *name, struct rg_diag *d)
{
	const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
	char *folder = slash ? rg_strndup(file, (size_t)(slash - file)) : rg_strdup(".");
	struct files files = {0};
	struct rg_text routes = {0};
	files.path = rg_grow(NULL, 0, &files.cap, sizeof *files.path);
	files.path[files.n++] = rg_strdup(file);
	if (strncmp(base, subnet_file, strlen(subnet_file)) == 0) {
		const char *id = base + strlen(subnet_file);
		rg_textf(&routes, "%s/ibroutes-%.*s", folder, (int)strcspn(id, "."), id);
		list_files(&files, routes.s, "ibroute-");
	}
	struct rg_topo *t = rg_infiniband_read(files.path, files.n, name, d);
	free_files(&files);
	rg_text_free(&routes);
	free(folder);
	return t;
}

static struct rg_topo *read_fabric(const char *folder, const char *name, struct rg_diag *d)
{
	struct files files = {0}, tables = {0};
	struct rg_topo *t = NULL;
	struct rg_text raw = {0};
	rg_textf(&raw, "%s/ib-raw", folder);
	list_files(&files, folder, subnet_file);
	const char *in = files.n ? folder : raw.s;
	if (!files.n)
		list_files(&files, in, subnet_file);
	list_files(&tables, in, "ibroutes-");
	int subnets = files.n;
	for (int i = 0; i < tables.n; i++)
		list_files(&files, tables.path[i], "ibroute-");
	if (subnets == 1)
		t = rg_infiniband_read(files.path, files.n, name, d);
	else if (subnets)
		rg_error(d, folder, 0,
		         "has %d subnets: give the file of one, as in: ringgen import netloc %s",
		         subnets, files.path[0]);
	else
		rg_error(d, folder, 0, "has no ib-subnet-*.txt, nor ib-raw with one");
	free_files(&files);
	free_files(&tables);
	rg_text_free(&raw);
	return t;
}

/* ---- The hosts
 *
 * HOST.xml is hwloc's file of a host. A host that is like another has a HOST.diff.xml, which names
 * the other one and differs from it in names and values only (hwloc makes no such file for a host
 * of another structure). */

enum { LARGEST_DIFF = 1 << 26 };

struct insides {
	struct rg_topo *t;
	struct rg_diag *d;
	const char *folder;
	struct known {
		char *file; /* in the folder */
		const struct rg_inside *inside;
	} * known; /* [n] files that were read */
	int n;
	size_t cap;
};

/* The inside in a file of the folder; NULL after an error. */
static const struct rg_inside *read_inside(struct insides *s, const char *file)
{
	int i = 0;
	while (i < s->n && strcmp(s->known[i].file, file) != 0)
		i++;
	if (i < s->n)
		return s->known[i].inside;
	struct rg_text path = {0};
	rg_textf(&path, "%s/%s", s->folder, file);
	struct rg_inside *in = rg_probe_inside(path.s, RG_REFERRED, NULL, path.s, 0, s->d);
	s->known = rg_grow(s->known, (size_t)s->n, &s->cap, sizeof *s->known);
	s->known[s->n++] =
		(struct known){rg_strdup(file), in ? rg_machines_inside(s->t, in) : NULL};
	rg_text_free(&path);
	return s->known[s->n - 1].inside;
}

/* Which file a diff is to; to be freed; NULL: it says none. The declaration of its type, which
 * names a file elsewhere, is passed over. */
static char *base_of(const char *path)
{
	struct rg_text text = {0};
	const char *why, *at, *end;
	FILE *f = rg_input_open(path, RG_REFERRED, &why);
	char *base = NULL;
	if (f && rg_input_read(f, LARGEST_DIFF, &text) == 0 && text.len &&
	    (at = strstr(text.s, "<topologydiff refname=\"")) && (at = strchr(at, '"')) &&
	    (end = strchr(at + 1, '"')) && !memchr(at, '/', (size_t)(end - at)))
		base = rg_strndup(at + 1, (size_t)(end - at) - 1);
	if (f)
		rg_input_close(f);
	rg_text_free(&text);
	return base;
}

static const struct rg_inside *inside_of(struct insides *s, const char *host)
{
	struct rg_text path = {0}, file = {0};
	const struct rg_inside *in = NULL;
	rg_textf(&file, "%s.xml", host);
	rg_textf(&path, "%s/%s.xml", s->folder, host);
	if (access(path.s, F_OK) == 0) {
		in = read_inside(s, file.s);
	} else {
		path.len = 0;
		rg_textf(&path, "%s/%s.diff.xml", s->folder, host);
		char *base = base_of(path.s);
		in = base ? read_inside(s, base) : NULL;
		free(base);
	}
	rg_text_free(&path);
	rg_text_free(&file);
	return in;
}

/* The insides of the hosts of which the folder has them. */
static void read_insides(struct rg_topo *t, const char *folder, struct rg_diag *d)
{
	struct insides s = {.t = t, .d = d, .folder = folder};
	int without = 0;
	for (int i = 0; i < t->machines; i++) {
		struct rg_vertex *v = &t->vertex[t->machine[i]];
		v->inside = inside_of(&s, v->name);
		without += !v->inside;
	}
	if (without && s.n)
		rg_warning(folder, 0, "has no file of %d of %d hosts", without, t->machines);
	for (int i = 0; i < s.n; i++)
		free(s.known[i].file);
	free(s.known);
}

/* The folder of hwloc's files. It is in the folder that is read; or, if a file of a subnet is read,
 * beside that file or beside the folder that the file is in. */
static void find_insides(const char *path, bool file, struct rg_text *hosts)
{
	const char *slash = file ? strrchr(path, '/') : NULL;
	int folder = slash ? (int)(slash - path) + 1 : 0;
	if (!file) {
		rg_textf(hosts, "%s/hwloc", path);
		return;
	}
	rg_textf(hosts, "%.*shwloc", folder, path);
	if (access(hosts->s, F_OK) == 0)
		return;
	hosts->len = 0;
	rg_textf(hosts, "%.*s../hwloc", folder, path);
}

struct rg_topo *rg_netloc_read(const char *path, const char *name, struct rg_diag *d)
{
	bool file = rg_hosts_is_file(path);
	int before = d->errors;
	struct rg_topo *t = file ? read_one(path, name, d) : read_fabric(path, name, d);
	struct rg_text hosts = {0};
	find_insides(path, file, &hosts);
	if (t && access(hosts.s, F_OK) == 0)
		read_insides(t, hosts.s, d);
	rg_text_free(&hosts);
	if (d->errors == before)
		return t;
	rg_topo_free(t);
	return NULL;
}
