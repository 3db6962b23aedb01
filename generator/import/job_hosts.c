/* SPDX-License-Identifier: BSD-3-Clause
 * job_hosts: the hosts of the job that runs here.
 */
#include "import/job_hosts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/text.h"
#include "import/hostfile.h"
#include "import/tasks.h"

/* A variable of the environment, NULL: it is not there or has nothing. */
static const char *value(const char *name)
{
	const char *s = getenv(name);
	return s && *s ? s : NULL;
}

/* ---- Slurm: sbatch(1), OUTPUT ENVIRONMENT VARIABLES */

/* Add the hosts of a list with the ranks that the other variable has for them in turn, 16(x2),8. */
static void add_slurm(struct rg_hosts *h, const char *list_name, const char *tasks_name,
                      struct rg_diag *d)
{
	const char *list = value(list_name), *tasks = value(tasks_name);
	struct rg_hosts part = {.n = 0};
	const char *wrong = list ? rg_hosts_expand(&part, list) : "is not set";
	if (wrong)
		rg_error(d, list_name, 0, list ? "\"%.80s\" %s" : "%s%s", list ? list : "", wrong);
	else if (tasks && (wrong = rg_tasks_fault(tasks)))
		rg_error(d, tasks_name, 0, "\"%.80s\" %s", tasks, wrong);
	else if (tasks && rg_tasks_hosts(tasks) != part.n)
		rg_error(d, tasks_name, 0, "\"%.80s\" is for %d hosts, and %s has %d", tasks,
		         rg_tasks_hosts(tasks), list_name, part.n);
	else if (tasks)
		rg_tasks_apply(tasks, &part, d);
	for (int i = 0; i < part.n; i++) {
		h->host = rg_grow(h->host, (size_t)h->n, &h->cap, sizeof *h->host);
		h->host[h->n++] = part.host[i];
	}
	free(part.host); /* the names are h's now */
	free(part.file);
}

/* A job of several parts, each with its own resources, has variables for each part. */
static int read_slurm(struct rg_hosts *h, struct rg_diag *d)
{
	const char *size = value("SLURM_HET_SIZE");
	int parts = size ? atoi(size) : 0, before = d->errors;
	h->file = rg_strdup("SLURM_JOB_NODELIST");
	if (parts < 2)
		add_slurm(h, "SLURM_JOB_NODELIST", "SLURM_TASKS_PER_NODE", d);
	for (int i = 0; parts > 1 && i < parts && d->errors == before; i++) {
		struct rg_text list = {0}, tasks = {0};
		rg_textf(&list, "SLURM_JOB_NODELIST_HET_GROUP_%d", i);
		rg_textf(&tasks, "SLURM_TASKS_PER_NODE_HET_GROUP_%d", i);
		add_slurm(h, list.s, tasks.s, d);
		rg_text_free(&list);
		rg_text_free(&tasks);
	}
	return d->errors == before ? 0 : -1;
}

/* ---- PBS and SGE: a file */

static int read_named(struct rg_hosts *h, const char *variable, struct rg_diag *d)
{
	const char *path = value(variable);
	if (path)
		return rg_hosts_read_referred(h, path, false, d);
	rg_error(d, variable, 0, "is not set");
	return -1;
}

static int read_pbs(struct rg_hosts *h, struct rg_diag *d)
{
	return read_named(h, "PBS_NODEFILE", d);
}

static int read_sge(struct rg_hosts *h, struct rg_diag *d)
{
	return read_named(h, "PE_HOSTFILE", d);
}

/* ---- LSF: the ranks with their processors, if it bound any; else hosts with numbers of ranks; or
 * hosts, a word for each rank */

static int read_lsf(struct rg_hosts *h, struct rg_diag *d)
{
	const char *bound = value("LSB_AFFINITY_HOSTFILE"), *counted = value("LSB_MCPU_HOSTS");
	struct stat s;
	if (bound && stat(bound, &s) == 0 && s.st_size)
		return rg_hosts_read_referred(h, bound, true, d);
	if (counted)
		return rg_hosts_counted(h, counted, "LSB_MCPU_HOSTS", d);
	return read_named(h, "LSB_DJOB_HOSTFILE", d);
}

/* ---- All */

static const struct system {
	const char *name;
	const char *variable[3]; /* one of them is there in each job of it */
	int (*read)(struct rg_hosts *h, struct rg_diag *d);
} systems[] = {
	{"slurm", {"SLURM_JOB_NODELIST", "SLURM_HET_SIZE"}, read_slurm},
	{"pbs", {"PBS_NODEFILE"}, read_pbs},
	{"lsf", {"LSB_MCPU_HOSTS", "LSB_DJOB_HOSTFILE", "LSB_AFFINITY_HOSTFILE"}, read_lsf},
	{"sge", {"PE_HOSTFILE"}, read_sge},
};
enum { SYSTEMS = sizeof systems / sizeof *systems };

static const struct system *find(const char *word)
{
	for (int i = 0; i < SYSTEMS; i++)
		if (strcmp(systems[i].name, word) == 0)
			return &systems[i];
	return NULL;
}

/* The variable of it that is there; NULL: none is. */
static const char *sign_of(const struct system *s)
{
	for (int i = 0; i < 3 && s->variable[i]; i++)
		if (value(s->variable[i]))
			return s->variable[i];
	return NULL;
}

/* The system whose variables are there; NULL after the error that none is, or several are. */
static const struct system *here(const char *option, struct rg_diag *d)
{
	const struct system *found = NULL;
	for (int i = 0; i < SYSTEMS; i++) {
		if (!sign_of(&systems[i]))
			continue;
		if (found) {
			rg_error(d, NULL, 0,
			         "%s: auto is in doubt, for %s and %s are set: say %s or %s",
			         option, sign_of(found), sign_of(&systems[i]), found->name,
			         systems[i].name);
			return NULL;
		}
		found = &systems[i];
	}
	if (!found)
		rg_error(d, NULL, 0,
		         "%s: auto finds no job: none of SLURM_JOB_NODELIST, PBS_NODEFILE, "
		         "LSB_MCPU_HOSTS and PE_HOSTFILE is set",
		         option);
	return found;
}

bool rg_job_system(const char *word)
{
	return strcmp(word, "auto") == 0 || find(word);
}

int rg_job_hosts_read(struct rg_hosts *h, const char *option, const char *word, struct rg_diag *d)
{
	const struct system *s = strcmp(word, "auto") == 0 ? here(option, d) : find(word);
	rg_hosts_free(h);
	return s ? s->read(h, d) : -1;
}
