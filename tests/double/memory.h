/* SPDX-License-Identifier: BSD-3-Clause
 * Memory that ranks share: all of them get one and the same mapping of a file.
 */
#ifndef DOUBLE_MEMORY_H
#define DOUBLE_MEMORY_H

#include <sys/types.h>

/* Rank i's process number is so many more: more than Linux ever gives. */
enum { DOUBLE_FIRST_PID = 1 << 23 };

pid_t __wrap_getpid(void); /* each rank's own */
ssize_t __wrap_readlink(const char *path, char *to, size_t size);
int __wrap_open(const char *path, int flags, ...);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int __wrap_munmap(void *at, size_t size);

#endif
