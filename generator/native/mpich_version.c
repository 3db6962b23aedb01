/* SPDX-License-Identifier: BSD-3-Clause
 * mpich_version: the versions of MPICH whose choice of algorithms is kept.
 */
#include "native/mpich_version.h"

#include <string.h>

/* The versions that Debian 11, 12 and 13 and its sid of 2026 have. generic.json is 4.0.2's; 3.4.1's
 * is the same, 5.0.2's the same as 4.2.1's. */
#define SINCE_4_2 "native/mpich/generic-4.2.json", "MPIR_Barrier_intra_dissemination"
static const struct rg_mpich_version versions[] = {
	{"3.4.1", NULL, NULL}, {"4.0.2", NULL, NULL}, {"4.2.1", SINCE_4_2}, {"5.0.2", SINCE_4_2}};
const char *const rg_mpich_versions = "3.4.1, 4.0.2, 4.2.1, 5.0.2";

static const struct rg_mpich_version *find(const char *number, size_t length)
{
	for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
		if (strlen(versions[i].version) == length &&
		    memcmp(versions[i].version, number, length) == 0)
			return &versions[i];
	return NULL;
}

const struct rg_mpich_version *rg_mpich_version_named(const char *number)
{
	return find(number, strlen(number));
}

/* The value of a line "NAME:    VALUE" of the text; NULL: there is none. */
static const char *value_of(const char *text, const char *name)
{
	size_t n = strlen(name);
	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, name, n) == 0)
			return line + n + strspn(line + n, " \t");
	}
	return NULL;
}

const char *rg_mpich_number(const char *text, size_t *length)
{
	const char *number = value_of(text, "MPICH Version:");
	*length = number ? strcspn(number, " \t\n") : 0;
	return number;
}

const struct rg_mpich_version *rg_mpich_version_told(const char *text)
{
	size_t length;
	const char *number = rg_mpich_number(text, &length);
	return number ? find(number, length) : NULL;
}

bool rg_mpich_is_ch4(const char *text)
{
	const char *device = value_of(text, "MPICH Device:");
	return device && strncmp(device, "ch4", 3) == 0;
}
