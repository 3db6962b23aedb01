/* SPDX-License-Identifier: BSD-3-Clause
 * The values of options. Each function reads one; false: it is no good, and the reason is told.
 */
#ifndef VALUES_H
#define VALUES_H

#include "ringbench/options.h"

/* Where a reason goes. */
struct complaint {
	char *text;
	size_t room;
};

/* Tell it; always false. */
__attribute__((format(printf, 2, 3))) bool refuse(const struct complaint *to, const char *format,
                                                  ...);

bool read_collectives(const char *list, struct options *o, const struct complaint *to);
bool read_sizes(const char *list, struct options *o, const struct complaint *to);
bool read_forms(const char *list, struct options *o, const struct complaint *to);
bool read_type(const char *name, struct options *o, const struct complaint *to);
bool read_blocks(const char *list, struct options *o, const struct complaint *to);
bool read_seed(const char *text, struct options *o, const struct complaint *to);
bool read_budget(const char *text, struct options *o, const struct complaint *to);
bool read_root(const char *text, struct options *o, const struct complaint *to);
bool read_routines(const char *text, struct options *o, const struct complaint *to);
bool read_variant(const char *text, struct options *o, const struct complaint *to);
bool read_native_name(const char *text, struct options *o, const struct complaint *to);
bool read_label(const char *text, struct options *o, const struct complaint *to);
bool read_repeat(const char *text, struct options *o, const struct complaint *to);

/* A single size; a number of at least 0; one above 0; a time, in seconds if it has no unit; a file
 * that is written. */
bool read_size(const char *option, const char *text, long long *bytes, const struct complaint *to);
bool read_count(const char *option, const char *text, int *value, const struct complaint *to);
bool read_positive(const char *option, const char *text, double *value, const struct complaint *to);
bool read_seconds(const char *option, const char *text, double *value, const struct complaint *to);
bool read_file(const char *option, const char *text, const char **file, const struct complaint *to);

/* The i-th item of a list with commas, cut at NAME_MOST bytes; false past the last. */
bool list_item(const char *list, int i, char item[NAME_MOST]);

#endif
