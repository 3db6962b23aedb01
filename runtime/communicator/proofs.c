/* SPDX-License-Identifier: BSD-3-Clause
 * The proofs that are known, so that they need not be played again.
 */
#include "communicator/proofs.h"
#include "mpi/cache.h"
#include "mpi/setting.h"
#include "ringgen/fnv.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- In this process */

/* A program that makes communicators of ever other places forgets the oldest. */
enum { KEPT_MOST = 1024 };

static char *kept[KEPT_MOST];
static unsigned made; /* kept[made % KEPT_MOST] is the next */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool remembers(const char *proof)
{
	bool found = false;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < KEPT_MOST && kept[i] && !found; i++)
		found = !strcmp(kept[i], proof);
	pthread_mutex_unlock(&lock);
	return found;
}

static void remember(const char *proof)
{
	char *copy = strdup(proof);

	if (!copy)
		return;
	pthread_mutex_lock(&lock);
	char **at = &kept[made++ % KEPT_MOST];
	free(*at);
	*at = copy;
	pthread_mutex_unlock(&lock);
}

/* ---- In the folder */

/* When a program is compiled anew, the proofs of the old one stay behind. A file that is used
 * counts as written on that day. */
enum { DAY = 24 * 60 * 60, KEPT_DAYS = 90 };

/* Where a proof is: by the hash of its text. */
static bool find_file(const char *folder, const char *proof, char path[PATH_MAX])
{
	uint64_t hash = rg_fnv_bytes(RG_FNV_EMPTY, proof, strlen(proof));

	return snprintf(path, PATH_MAX, "%s/%016" PRIx64 ".proof", folder, hash) < PATH_MAX;
}

static bool is_same(FILE *f, const char *proof)
{
	while (*proof && getc(f) == (unsigned char)*proof)
		proof++;
	return !*proof && getc(f) == EOF;
}

static bool is_in_folder(const char *proof)
{
	char folder[PATH_MAX], path[PATH_MAX];
	struct stat is;
	bool same = false;

	if (!rg_cache_folder(folder) || !find_file(folder, proof, path) || stat(path, &is) ||
	    !S_ISREG(is.st_mode)) /* a pipe would make it wait */
		return false;
	FILE *f = fopen(path, "re");
	if (f) {
		same = is_same(f, proof);
		fclose(f);
	}
	if (same && is.st_mtime < time(NULL) - DAY)
		utimensat(AT_FDCWD, path, NULL, 0);
	return same;
}

/* Is it a file of ours that nobody has used for long? */
static bool is_old(int folder, const char *name)
{
	const char *end = strrchr(name, '.');
	struct stat is;

	return end && (!strcmp(end, ".proof") || !strncmp(end, ".new-", 5)) &&
	       !fstatat(folder, name, &is, AT_SYMLINK_NOFOLLOW) && S_ISREG(is.st_mode) &&
	       is.st_mtime < time(NULL) - KEPT_DAYS * DAY;
}

static void remove_old(const char *path)
{
	DIR *folder = opendir(path);

	if (!folder)
		return;
	for (struct dirent *entry; (entry = readdir(folder));)
		if (is_old(dirfd(folder), entry->d_name))
			unlinkat(dirfd(folder), entry->d_name, 0);
	closedir(folder);
}

/* Once in a process. */
static bool is_first(bool *done)
{
	pthread_mutex_lock(&lock);
	bool first = !*done;
	*done = true;
	pthread_mutex_unlock(&lock);
	return first;
}

static void put_in_folder(const char *proof, bool speaks)
{
	static bool told, tidied;
	char folder[PATH_MAX], path[PATH_MAX];

	if (!rg_cache_folder(folder) || !find_file(folder, proof, path))
		return;
	errno = 0;
	bool written = rg_cache_make(folder) && rg_cache_write(folder, path, proof);
	int err = errno;
	if (!speaks)
		return;
	if (written && is_first(&tidied))
		remove_old(folder);
	if (!written && *rg_setting(RG_CACHE) && is_first(&told))
		rg_say("RINGGEN_CACHE: '%s': %s: what is proved is not kept", folder,
		       strerror(err));
}

/* ---- Both */

bool rg_proofs_know(const char *proof)
{
	if (remembers(proof))
		return true;
	if (!is_in_folder(proof))
		return false;
	remember(proof);
	return true;
}

void rg_proofs_keep(const char *proof, bool speaks)
{
	remember(proof);
	put_in_folder(proof, speaks);
}

void rg_proofs_free(void)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < KEPT_MOST; i++) {
		free(kept[i]);
		kept[i] = NULL;
	}
	made = 0;
	pthread_mutex_unlock(&lock);
}
