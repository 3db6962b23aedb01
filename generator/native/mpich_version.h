/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_version: the versions of MPICH whose choice of algorithms is kept in native/mpich/.
 */
#ifndef RG_MPICH_VERSION_H
#define RG_MPICH_VERSION_H

#include <stdbool.h>
#include <stddef.h>

struct rg_mpich_version {
	const char *version; /* "4.0.2" */
	/* An embedded file with the members that are other ones than in native/mpich/generic.json;
	 * and the algorithm that it no longer has. NULL: none. */
	const char *changes, *lacks;
};

/* The versions that are known, "3.4.1, 4.0.2, ...". */
extern const char *const rg_mpich_versions;

/* The version of that number; NULL: it is not known. */
const struct rg_mpich_version *rg_mpich_version_named(const char *number);

/* Where the number stands in the text of MPI_Get_library_version, and how long it is; NULL: this is
 * not MPICH. */
const char *rg_mpich_number(const char *text, size_t *length);

/* The version that the text tells; NULL: it is none of those that are known. */
const struct rg_mpich_version *rg_mpich_version_told(const char *text);

/* Does the text tell that its device is ch4, which has a choice of its own? */
bool rg_mpich_is_ch4(const char *text);

#endif
