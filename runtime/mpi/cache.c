/* SPDX-License-Identifier: BSD-3-Clause
 * The user's folder for results that one run leaves to the next.
 */
#include "mpi/cache.h"
#include "mpi/file_limit.h"
#include "mpi/setting.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool rg_cache_folder(char path[PATH_MAX])
{
	const char *named = rg_setting(RG_CACHE), *cache = getenv("XDG_CACHE_HOME"),
		   *home = getenv("HOME");
	int n = -1;

	if (rg_is_off(named))
		return false;
	if (*named)
		n = snprintf(path, PATH_MAX, "%s", named);
	else if (cache && *cache == '/')
		n = snprintf(path, PATH_MAX, "%s/ringgen", cache);
	else if (home && *home == '/')
		n = snprintf(path, PATH_MAX, "%s/.cache/ringgen", home);
	return n > 0 && n < PATH_MAX;
}

bool rg_cache_make(char *path)
{
	for (char *end = path + 1; *end; end++) {
		if (*end != '/')
			continue;
		*end = '\0';
		mkdir(path, 0700);
		*end = '/';
	}
	return !mkdir(path, 0700) || errno == EEXIST;
}

bool rg_cache_write(const char *folder, const char *path, const char *text)
{
	struct rg_file_limit limit;
	char new[PATH_MAX];

	if (snprintf(new, sizeof new, "%s/.new-XXXXXX", folder) >= (int)sizeof new)
		return false;
	int fd = mkstemp(new);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f) {
		if (fd >= 0) {
			close(fd);
			unlink(new);
		}
		return false;
	}
	rg_file_limit_begin(&limit);
	bool written = fputs(text, f) >= 0;
	written = !fclose(f) && written && !rename(new, path);
	rg_file_limit_end(&limit);
	int err = errno;
	if (!written)
		unlink(new);
	errno = err;
	return written;
}
