/* SPDX-License-Identifier: BSD-3-Clause
 * The options of the command line.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "ringbench/variant.h"
#include "ringbench/vector.h"

enum { SIZES_MOST = 256, NAME_MOST = 64, ROUTINES_MOST = 32 };

/* How a collective is called. INITIALIZATION: what is timed is how a persistent one is set up. */
enum form { BLOCKING, PERSISTENT, NONBLOCKING, INITIALIZATION, FORMS };

extern const char *const form_names[FORMS];

static inline bool form_is_persistent(enum form form)
{
	return form == PERSISTENT || form == INITIALIZATION;
}

/* NAME:VARIABLE=VALUE[,VARIABLE=VALUE...] */
struct variant_option {
	char name[NAME_MOST];
	const char *settings;
};

/* NAME=FILE */
struct routines_option {
	char name[NAME_MOST];
	const char *file;
};

struct options {
	bool help, version;
	bool collectives[COLLECTIVES];
	bool blocks[KINDS], blocks_told; /* told: by --blocks */
	unsigned seed;
	bool guidelines; /* in place of times */
	double slack_percent, budget;
	long long sizes[SIZES_MOST]; /* bytes of the whole vector */
	int nsizes;
	enum type type;
	int root; /* or ALL_ROOTS */
	const char *algorithms, *native_name;
	enum form forms[FORMS]; /* that each algorithm has */
	int nforms;
	struct variant_option variants[VARIANTS_MOST];
	int nvariants;
	struct routines_option routines[ROUTINES_MOST];
	int nroutines;
	int repeat_min, repeat_max;
	int warm_up; /* calls of each, not timed */
	int batch;   /* calls in a sample; 0: as many as the barrier asks for */
	bool apart;  /* a barrier behind each call, whatever it is */
	double seconds, steady_percent;
	double give_up; /* on what takes so many times as long as the fastest; 0: on nothing */
	const char *topology, *ringgen;
	bool b_eff;        /* in place of the collectives, */
	long long longest; /* with messages of so many bytes; 0: by the memory */
	bool pairs;        /* the same */
	long long pair_bytes;
	const char *calibrate;
	const char *tune; /* the file that libringgen keeps what it measures in */
	const char *csv, *samples, *plot, *label;
};

#endif
