/* SPDX-License-Identifier: BSD-3-Clause
 * The command line.
 */
#include "options.h"
#include "peer.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a reason goes, when something is no good. */
struct complaint {
	char *text;
	size_t room;
};

__attribute__((format(printf, 2, 3))) static bool refuse(const struct complaint *to,
                                                         const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(to->text, to->room, format, args);
	va_end(args);
	return false;
}

/* ---- Values */

/* The index of a name, or -1. */
static int find(const char *const *names, int n, const char *name)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(names[i], name))
			return i;
	return -1;
}

static bool read_collectives(const char *list, struct options *o, const struct complaint *to)
{
	char name[NAME_MOST];
	bool all = !strcmp(list, "all");

	for (int c = 0; c < COLLECTIVES; c++)
		o->collectives[c] = all;
	for (int i = 0; !all && list_item(list, i, name); i++) {
		int c = find(collective_names, COLLECTIVES, name);
		if (c < 0)
			return refuse(to, "--collectives: there is no '%s'", name);
		o->collectives[c] = true;
	}
	return true;
}

/* Digits, then K, M or G: 1024 of what is before. */
static bool read_bytes(const char **at, long long *bytes)
{
	static const char units[] = "KMG";
	char *end;

	errno = 0;
	*bytes = isdigit((unsigned char)**at) ? strtoll(*at, &end, 10) : 0;
	if (*bytes <= 0 || errno)
		return false;
	const char *unit = *end ? strchr(units, *end) : NULL;
	for (long i = 0; unit && i <= unit - units; i++) {
		if (*bytes > LLONG_MAX / 1024)
			return false;
		*bytes *= 1024;
	}
	*at = unit ? end + 1 : end;
	return *bytes <= INT_MAX;
}

/* FIRST[:LAST[:xFACTOR]] */
static bool read_range(const char *text, long long *first, long long *last, long *factor)
{
	char *end;

	*factor = 2;
	if (!read_bytes(&text, first))
		return false;
	*last = *first;
	if (!*text)
		return true;
	if (*text++ != ':' || !read_bytes(&text, last) || *last < *first)
		return false;
	if (!*text)
		return true;
	if (strncmp(text, ":x", 2) != 0 || !isdigit((unsigned char)text[2]))
		return false;
	*factor = strtol(text + 2, &end, 10);
	return !*end && *factor >= 2 && *factor <= INT_MAX;
}

static bool read_sizes(const char *list, struct options *o, const struct complaint *to)
{
	char entry[NAME_MOST];
	long long first, last;
	long factor;

	o->nsizes = 0;
	for (int i = 0; list_item(list, i, entry); i++) {
		if (!read_range(entry, &first, &last, &factor))
			return refuse(to,
			              "--sizes: '%s' is not SIZE, FIRST:LAST or FIRST:LAST:xFACTOR "
			              "(1 byte to 2047M; K, M, G)",
			              entry);
		for (long long size = first; size <= last; size *= factor) {
			if (o->nsizes == SIZES_MOST)
				return refuse(to, "--sizes: more than %d sizes", SIZES_MOST);
			o->sizes[o->nsizes++] = size;
		}
	}
	return true;
}

static bool read_type(const char *name, struct options *o, const struct complaint *to)
{
	int type = find(type_names, TYPES, name);

	if (type < 0)
		return refuse(to, "--type: '%s' is not float, double or int", name);
	o->type = (enum type)type;
	return true;
}

static bool read_int(const char *text, int least, int *value, char **end)
{
	errno = 0;
	long number = isdigit((unsigned char)*text) ? strtol(text, end, 10) : -1;
	*value = (int)number;
	return number >= least && number <= 1000000 && !errno;
}

static bool read_repeat(const char *text, struct options *o, const struct complaint *to)
{
	char *end = NULL;
	bool good = read_int(text, 1, &o->repeat_min, &end);

	o->repeat_max = o->repeat_min;
	if (good && *end == ':')
		good = read_int(end + 1, o->repeat_min, &o->repeat_max, &end);
	return (good && !*end) || refuse(to, "--repeat: '%s' is not MIN:MAX or a number", text);
}

static bool read_count(const char *option, const char *text, int *value, const struct complaint *to)
{
	char *end = NULL;

	return (read_int(text, 0, value, &end) && !*end) ||
	       refuse(to, "%s: '%s' is not a number", option, text);
}

static bool read_positive(const char *option, const char *text, double *value,
                          const struct complaint *to)
{
	char *end;

	*value = strtod(text, &end);
	return (end != text && !*end && *value > 0 && *value < 1e9) ||
	       refuse(to, "%s: '%s' is not a number above 0", option, text);
}

/* ---- The command line */

enum option_code {
	HELP = 1,
	VERSION,
	COLLECTIVE_LIST,
	SIZE_LIST,
	TYPE,
	ALGORITHM_LIST,
	NATIVE_NAME,
	REPEAT,
	TIME,
	STEADY,
	WARM_UP,
	BATCH,
	TOPOLOGY,
	PROGRAM,
	CSV,
	PLOT,
	LABEL
};

static const struct option known[] = {
	{"help", no_argument, NULL, HELP},
	{"version", no_argument, NULL, VERSION},
	{"collectives", required_argument, NULL, COLLECTIVE_LIST},
	{"sizes", required_argument, NULL, SIZE_LIST},
	{"type", required_argument, NULL, TYPE},
	{"algorithms", required_argument, NULL, ALGORITHM_LIST},
	{"native-name", required_argument, NULL, NATIVE_NAME},
	{"repeat", required_argument, NULL, REPEAT},
	{"time", required_argument, NULL, TIME},
	{"steady", required_argument, NULL, STEADY},
	{"warm-up", required_argument, NULL, WARM_UP},
	{"batch", required_argument, NULL, BATCH},
	{"topology", required_argument, NULL, TOPOLOGY},
	{"ringgen", required_argument, NULL, PROGRAM},
	{"csv", required_argument, NULL, CSV},
	{"plot", required_argument, NULL, PLOT},
	{"label", required_argument, NULL, LABEL},
	{NULL, 0, NULL, 0},
};

static bool read_text(int code, const char *value, struct options *o)
{
	const char **to = code == ALGORITHM_LIST ? &o->algorithms
	                  : code == NATIVE_NAME  ? &o->native_name
	                  : code == TOPOLOGY     ? &o->topology
	                  : code == PROGRAM      ? &o->ringgen
	                  : code == CSV          ? &o->csv
	                  : code == PLOT         ? &o->plot
	                                         : &o->label;
	*to = value;
	return true;
}

static bool read_option(int code, const char *value, struct options *o, const struct complaint *to)
{
	switch (code) {
	case HELP:
		return o->help = true;
	case VERSION:
		return o->version = true;
	case COLLECTIVE_LIST:
		return read_collectives(value, o, to);
	case SIZE_LIST:
		return read_sizes(value, o, to);
	case TYPE:
		return read_type(value, o, to);
	case REPEAT:
		return read_repeat(value, o, to);
	case TIME:
		return read_positive("--time", value, &o->seconds, to);
	case STEADY:
		return read_positive("--steady", value, &o->steady_percent, to);
	case WARM_UP:
		return read_count("--warm-up", value, &o->warm_up, to);
	case BATCH:
		return read_count("--batch", value, &o->batch, to);
	default:
		return read_text(code, value, o);
	}
}

/* A field of the CSV file. */
static bool is_plain(const char *text)
{
	return !text[strcspn(text, ",\"\r\n")];
}

bool options_read(int argc, char **argv, struct options *o, char *error, size_t room)
{
	const struct complaint to = {error, room};
	const char *program = getenv("RINGGEN");
	int code;

	*o = (struct options){.collectives = {[ALLREDUCE] = true},
	                      .algorithms = "all",
	                      .native_name = "native",
	                      .repeat_min = 10,
	                      .repeat_max = 200,
	                      .warm_up = 2,
	                      .seconds = 10,
	                      .steady_percent = 5,
	                      .ringgen = program && *program ? program : "ringgen",
	                      .label = ""};
	read_sizes("1K:4M:x4", o, &to);
	opterr = 0;
	optind = 0;
	while ((code = getopt_long(argc, argv, ":", known, NULL)) != -1) {
		if (code == ':')
			return refuse(&to, "%s needs a value", argv[optind - 1]);
		if (code == '?')
			return refuse(&to, "there is no option '%s'", argv[optind - 1]);
		if (!read_option(code, optarg, o, &to))
			return false;
	}
	if (optind < argc)
		return refuse(&to, "'%s' is not an option", argv[optind]);
	if (!is_plain(o->label) || !is_plain(o->native_name) || !*o->native_name ||
	    strlen(o->native_name) >= NAME_MOST)
		return refuse(&to,
		              "a label or a name has no commas and no quotes, and a name is short");
	return true;
}
