/* SPDX-License-Identifier: BSD-3-Clause
 * Memory that ranks share: all of them get one and the same mapping of a file, where processes
 * would have one each, since a sanitizer tells memory by its address. Each rank has a process
 * number of its own here, so the files of processes are looked for in this one. The linker has the
 * ranks call these instead of the system (--wrap).
 */
#include "memory.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 64 };

/* A path below /proc, as this process has it. Others are as they are. */
static const char *own_path(const char *path, char own[PATH])
{
	int pid, fd, whole = 0;

	if (sscanf(path, "/proc/%d/fd/%d%n", &pid, &fd, &whole) != 2 || path[whole] ||
	    pid < DOUBLE_FIRST_PID)
		return path;
	snprintf(own, PATH, "/proc/self/fd/%d", fd);
	return own;
}

ssize_t __wrap_readlink(const char *path, char *to, size_t size)
{
	char own[PATH];
	return readlink(own_path(path, own), to, size);
}

int __wrap_open(const char *path, int flags, ...)
{
	char own[PATH];
	va_list args;

	va_start(args, flags);
	int mode = flags & O_CREAT ? va_arg(args, int) : 0;
	va_end(args);
	return open(own_path(path, own), flags, mode);
}

/* ---- Mappings */

struct mapping {
	ino_t file;
	void *at;
	int users;
	struct mapping *next;
};

static struct mapping *mappings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* A mapping of so many bytes of this file, new if there is none. Locked. */
static void *map(ino_t file, size_t size, int protection, int flags, int fd)
{
	struct mapping *m = mappings;

	while (m && m->file != file)
		m = m->next;
	if (!m && (m = calloc(1, sizeof *m))) {
		*m = (struct mapping){.file = file,
		                      .at = mmap(NULL, size, protection, flags, fd, 0),
		                      .next = mappings};
		mappings = m;
	}
	if (!m || m->at == MAP_FAILED)
		return MAP_FAILED;
	m->users++;
	return m->at;
}

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	struct stat is;

	if (at || offset || !(flags & MAP_SHARED) || fstat(fd, &is))
		return mmap(at, size, protection, flags, fd, offset);
	pthread_mutex_lock(&lock);
	void *mapped = map(is.st_ino, size, protection, flags, fd);
	pthread_mutex_unlock(&lock);
	return mapped;
}

/* The last one takes it away. */
int __wrap_munmap(void *at, size_t size)
{
	int err = 0;

	pthread_mutex_lock(&lock);
	for (struct mapping **i = &mappings, *m; (m = *i); i = &m->next) {
		if (m->at != at)
			continue;
		if (--m->users == 0) {
			err = munmap(at, size);
			*i = m->next;
			free(m);
		}
		break;
	}
	pthread_mutex_unlock(&lock);
	return err;
}
