/* SPDX-License-Identifier: BSD-3-Clause
 * The user's folder for results that one run leaves to the next: proofs and measurements.
 * RINGGEN_CACHE names it, or it is where users' caches are by the XDG base directory specification.
 */
#ifndef RG_CACHE_H
#define RG_CACHE_H

#include <limits.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Its path. False: there is none. */
bool rg_cache_folder(char path[PATH_MAX]);

/* Make a folder, and those that it is in. `path` is as it was afterwards. False: errno says why. */
bool rg_cache_make(char *path);

/* Write a file in a folder, which `path` is within: under another name first, so that readers see a
 * whole file, or none. False: errno says why. */
bool rg_cache_write(const char *folder, const char *path, const char *text);

#pragma GCC visibility pop
#endif
