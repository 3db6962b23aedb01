/* SPDX-License-Identifier: BSD-3-Clause
 * This process's copy of a cluster's file of measurements.
 */
#include "communicator/tuned_file.h"
#include "mpi/cache.h"
#include "mpi/setting.h"
#include "ringgen/fnv.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Old measurements count as so many trials at most beside new ones. */
enum { OLD_TRIALS = 64 };

/* Jobs that end together wait so long for each other: seconds. Writing takes milliseconds. */
enum { LOCK_SECONDS = 10 };

/* One cluster's. */
struct store {
	const struct rg_cluster *c;
	char folder[PATH_MAX], path[PATH_MAX]; /* "": there is no file */
	bool not_ours;                         /* to write */
	bool told;                             /* why what is in it is not used */
	struct rg_tuned known, learned;
	struct store *next;
};

static struct store *stores;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- Which file */

/* The MPI library and its version, as words that a file's name may have. */
static void name_library(char name[RG_TUNED_TEXT])
{
	char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
	int length = 0;
	size_t n = 0;

	PMPI_Get_library_version(version, &length);
	for (const char *c = version; *c && *c != '\n' && *c != ',' && n < 60; c++) {
		bool plain = *c > ' ' && *c <= '~' && *c != '/' && *c != ':';
		if (plain || (n && name[n - 1] != '-'))
			name[n++] = plain ? *c : '-';
	}
	name[n] = '\0';
}

/* Name a cluster by its machines, so that neither the names of its routines nor the order of its
 * machines matter. The shapes have the wiring. */
static void name_cluster(const struct rg_cluster *c, char name[RG_TUNED_TEXT])
{
	uint64_t h = 0;

	for (int i = 0; i < c->nmachines && c->machines; i++)
		h += rg_fnv_bytes(RG_FNV_EMPTY, c->machines[i], strlen(c->machines[i]));
	if (c->machines)
		snprintf(name, RG_TUNED_TEXT, "%d-machines-%08" PRIx32, c->nmachines,
		         (uint32_t)(h ^ h >> 32));
	else
		strcpy(name, "by-host-name");
}

/* The file as it is named, from the root of the file system: a program may change its folder. */
static int name_path(char path[PATH_MAX], const char *named)
{
	char here[PATH_MAX];

	if (*named == '/')
		return snprintf(path, PATH_MAX, "%s", named);
	return getcwd(here, sizeof here) ? snprintf(path, PATH_MAX, "%s/%s", here, named) : -1;
}

static void find_path(struct store *s)
{
	const char *named = rg_setting(RG_TUNED);
	int n = -1;

	if (rg_is_off(named))
		return;
	if (*named) {
		n = name_path(s->path, named);
		if (n > 0 && n < PATH_MAX)
			snprintf(s->folder, PATH_MAX, "%.*s",
			         (int)(strrchr(s->path, '/') - s->path + 1), s->path);
	} else if (rg_cache_folder(s->folder)) {
		n = snprintf(s->path, PATH_MAX, "%s/tuned-%s-%s.csv", s->folder, s->learned.cluster,
		             s->learned.library);
	}
	if (n < 0 || n >= PATH_MAX)
		*s->path = '\0';
}

/* ---- Reading */

/* Most programs have rank 0 of MPI_COMM_WORLD among those that read. */
static bool speaks(void)
{
	int rank = 0;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return !rank || rg_verbose();
}

static const char damaged[] = "this file of measurements is damaged here";

static void say_ignored(const char *path, int at, const char *why)
{
	if (!speaks())
		return;
	if (at)
		rg_say("%s:%d: warning: %s: it is ignored", path, at, why);
	else
		rg_say("%s: warning: %s: it is ignored", path, why);
}

/* Why the content that was read is not to be used; NULL: it is used. */
static const char *what_is_wrong(enum rg_tuned_verdict verdict, const struct rg_tuned *t,
                                 const struct store *s)
{
	if (verdict == RG_TUNED_FOREIGN)
		return "no file of measurements";
	if (verdict == RG_TUNED_FAILED)
		return "it cannot be read";
	if (*t->cluster && strcmp(t->cluster, s->learned.cluster) != 0)
		return "it was measured on another cluster";
	if (*t->library && strcmp(t->library, s->learned.library) != 0)
		return "it was measured with another MPI library";
	return verdict == RG_TUNED_DAMAGED ? damaged : NULL;
}

/* Read the file's content of now: nothing, if there is no file or it is empty. Nothing, too, if the
 * content is not to be used, which is said once. */
static struct rg_tuned read_file(struct store *s)
{
	struct rg_tuned t = {.n = 0};
	struct stat is;
	int at = 0;

	errno = 0;
	if (!*s->path || (stat(s->path, &is) && errno == ENOENT) ||
	    (!errno && S_ISREG(is.st_mode) && !is.st_size))
		return t;
	FILE *f = !errno && S_ISREG(is.st_mode) ? fopen(s->path, "re") : NULL;
	const char *why = f ? NULL : errno ? strerror(errno) : "this is no file";
	if (f) {
		why = what_is_wrong(rg_tuned_read(f, &t, &at), &t, s);
		fclose(f);
	}
	s->not_ours = why && why != damaged;
	if (why && !s->told)
		say_ignored(s->path, why == damaged ? at : 0, why);
	s->told |= why != NULL;
	if (why)
		rg_tuned_free(&t);
	return t;
}

/* The cluster's store, read if it is new. Locked. NULL: no memory. */
static struct store *store_of(const struct rg_cluster *c)
{
	struct store *s = stores;

	while (s && s->c != c)
		s = s->next;
	if (s || !(s = calloc(1, sizeof *s)))
		return s;
	s->c = c;
	name_cluster(c, s->learned.cluster);
	name_library(s->learned.library);
	find_path(s);
	s->known = read_file(s);
	s->next = stores;
	return stores = s;
}

static struct rg_trials trials_of(const struct rg_tuned_line *l)
{
	double mean = (double)l->picoseconds * 1e-12;
	return (struct rg_trials){l->trials, mean, (double)l->ppm * 1e-6 * mean * mean};
}

struct rg_trials rg_tuned_recall(const struct rg_cluster *c, const struct rg_tuned_line *key)
{
	struct rg_trials known = {0};

	pthread_mutex_lock(&lock);
	struct store *s = store_of(c);
	const struct rg_tuned_line *l = s && !s->not_ours ? rg_tuned_find(&s->known, key) : NULL;
	if (l)
		known = trials_of(l);
	if ((l = s ? rg_tuned_find(&s->learned, key) : NULL))
		known = rg_trials_join(known, trials_of(l));
	pthread_mutex_unlock(&lock);
	return known;
}

/* ---- Writing */

/* Add trials to those of the line. */
static void add(struct rg_tuned_line *l, struct rg_trials more)
{
	struct rg_trials old = trials_of(l);

	if (old.n > OLD_TRIALS)
		old.n = OLD_TRIALS;
	struct rg_trials t = rg_trials_join(old, more);
	double square = t.mean * t.mean, ppm = square > 0 ? t.variance / square * 1e6 : 0;
	l->trials = t.n;
	l->picoseconds = t.mean * 1e12 < 1 ? 1
	                 : t.mean < 9e5    ? (int64_t)(t.mean * 1e12 + 0.5)
	                                   : (int64_t)9e17;
	l->ppm = ppm < 9e17 ? (int64_t)(ppm + 0.5) : (int64_t)9e17;
}

bool rg_tuned_keeps(const struct rg_cluster *c)
{
	pthread_mutex_lock(&lock);
	struct store *s = store_of(c);
	bool keeps = s && *s->path && !s->not_ours && rg_cache_make(s->folder) &&
	             !access(s->folder, W_OK);
	pthread_mutex_unlock(&lock);
	return keeps;
}

void rg_tuned_learn(const struct rg_cluster *c, const struct rg_tuned_line *key,
                    struct rg_trials learned)
{
	pthread_mutex_lock(&lock);
	struct store *s = learned.n ? store_of(c) : NULL;
	struct rg_tuned_line *l = s ? rg_tuned_line(&s->learned, key) : NULL;
	if (l)
		add(l, learned);
	pthread_mutex_unlock(&lock);
}

/* Wait for the lock of the file's name, on a file of its own, since the other one is replaced. -1:
 * errno says why. */
static int take_lock(const struct store *s)
{
	const struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	const struct timespec pause = {.tv_nsec = 20000000};
	char path[PATH_MAX];

	if (snprintf(path, sizeof path, "%s.lock", s->path) >= (int)sizeof path) {
		errno = ENAMETOOLONG;
		return -1;
	}
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	const time_t end = time(NULL) + LOCK_SECONDS;
	while (fd >= 0 && fcntl(fd, F_SETLK, &whole)) {
		int err = errno;
		if ((err == EACCES || err == EAGAIN) && time(NULL) < end) {
			nanosleep(&pause, NULL);
			continue;
		}
		close(fd);
		errno = err;
		return -1;
	}
	return fd;
}

/* Add this run's measurements to those that are in the file by now. */
static bool write_merged(struct store *s)
{
	char *text = NULL;
	size_t length;
	struct rg_tuned now = read_file(s);

	if (s->not_ours)
		return true; /* which was said */
	memcpy(now.cluster, s->learned.cluster, sizeof now.cluster);
	memcpy(now.library, s->learned.library, sizeof now.library);
	for (size_t i = 0; i < s->learned.n; i++) {
		struct rg_tuned_line *l = rg_tuned_line(&now, &s->learned.line[i]);
		if (l)
			add(l, trials_of(&s->learned.line[i]));
	}
	FILE *to = open_memstream(&text, &length);
	bool written = to && rg_tuned_write(to, &now);
	if (to)
		written = !fclose(to) && written;
	written = written && rg_cache_write(s->folder, s->path, text);
	free(text);
	rg_tuned_free(&now);
	return written;
}

static void write_store(struct store *s)
{
	if (!s->learned.n || !*s->path || s->not_ours)
		return;
	int fd = rg_cache_make(s->folder) ? take_lock(s) : -1;
	bool written = fd >= 0 && write_merged(s);
	int err = errno;
	if (fd >= 0)
		close(fd);
	if (!written && speaks())
		rg_say("%s: %s: what was measured is not kept", s->path, strerror(err));
}

void rg_tuned_end(void)
{
	pthread_mutex_lock(&lock);
	while (stores) {
		struct store *s = stores;
		stores = s->next;
		write_store(s);
		rg_tuned_free(&s->known);
		rg_tuned_free(&s->learned);
		free(s);
	}
	pthread_mutex_unlock(&lock);
}
