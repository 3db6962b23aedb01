/* SPDX-License-Identifier: BSD-3-Clause
 * The command line.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "vector.h"

enum { SIZES_MOST = 256 };

struct options {
	bool help, version;
	bool collectives[COLLECTIVES];
	long long sizes[SIZES_MOST]; /* bytes of the whole vector */
	int nsizes;
	enum type type;
	const char *algorithms, *native_name;
	int repeat_min, repeat_max;
	int warm_up; /* calls of each, not timed */
	int batch;   /* calls in a sample; 0: as many as the barrier asks for */
	double seconds, steady_percent;
	const char *topology, *ringgen;
	const char *csv, *plot, *label;
};

/* Read the command line. False, with the reason in `error`: it is not one. The strings are those of
 * argv or of the environment. */
bool options_read(int argc, char **argv, struct options *o, char *error, size_t room);

extern const char options_help[];

#endif
