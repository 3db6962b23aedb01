/* SPDX-License-Identifier: BSD-3-Clause
 * The values of options.
 */
#include "ringbench/values.h"
#include "base/meant.h"
#include "base/text.h"
#include "base/units.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool refuse(const struct complaint *to, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(to->text, to->room, format, args);
	va_end(args);
	return false;
}

bool list_item(const char *list, int i, char item[NAME_MOST])
{
	for (; i > 0; i--) {
		list += strcspn(list, ",");
		if (!*list++)
			return false;
	}
	snprintf(item, NAME_MOST, "%.*s", (int)strcspn(list, ","), list);
	return true;
}

/* The index of a name, or -1. */
static int find(const char *const *names, int n, const char *name)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(names[i], name))
			return i;
	return -1;
}

/* That a word is none of these, with the one that may have been meant. */
static bool refuse_word(const struct complaint *to, const char *option, const char *name,
                        const char *const *names, int n)
{
	char hint[RG_HINT];
	struct rg_text all = {0};

	for (int i = 0; i < n; i++)
		rg_textf(&all, "%s%s", i ? ", " : "", names[i]);
	refuse(to, "%s: '%s' is none of %s%s", option, name, all.s,
	       rg_nearest_hint(hint, sizeof hint, "", name, all.s));
	rg_text_free(&all);
	return false;
}

bool read_collectives(const char *list, struct options *o, const struct complaint *to)
{
	char name[NAME_MOST];
	bool all = !strcmp(list, "all");

	for (int c = 0; c < COLLECTIVES; c++)
		o->collectives[c] = all;
	for (int i = 0; !all && list_item(list, i, name); i++) {
		int c = find(collective_names, COLLECTIVES, name);
		if (c < 0)
			return refuse_word(to, "--collectives", name, collective_names,
			                   COLLECTIVES);
		o->collectives[c] = true;
	}
	return true;
}

bool read_blocks(const char *list, struct options *o, const struct complaint *to)
{
	char name[NAME_MOST];
	bool all = !strcmp(list, "all");

	o->blocks_told = true;
	for (int k = 0; k < KINDS; k++)
		o->blocks[k] = all;
	for (int i = 0; !all && list_item(list, i, name); i++) {
		int k = find(blocks_names, KINDS, name);
		if (k < 0)
			return refuse_word(to, "--blocks", name, blocks_names, KINDS);
		o->blocks[k] = true;
	}
	return true;
}

const char *const form_names[FORMS] = {"blocking", "persistent", "nonblocking", "initialization"};

bool read_forms(const char *list, struct options *o, const struct complaint *to)
{
	char name[NAME_MOST];

	o->nforms = 0;
	for (int i = 0; list_item(list, i, name); i++) {
		int form = find(form_names, FORMS, name);
		if (form < 0)
			return refuse_word(to, "--forms", name, form_names, FORMS);
		for (int k = 0; k < o->nforms; k++)
			if ((int)o->forms[k] == form)
				return refuse(to, "--forms: '%s' is there twice", name);
		o->forms[o->nforms++] = (enum form)form;
	}
	return true;
}

/* As ringgen reads sizes; a call takes no more than an int counts. */
static bool read_bytes(const char *option, const char *text, long long *bytes,
                       const struct complaint *to)
{
	int64_t value = 0;
	const char *wrong = rg_parse_size(text, &value);

	if (!wrong && value > INT_MAX)
		wrong = "is too large (at most 2147483647 bytes)";
	*bytes = value;
	return !wrong || refuse(to, "%s: '%s' %s", option, text, wrong);
}

/* FIRST[:LAST[:xFACTOR]]; the text is taken apart. */
static bool read_range(char *text, long long *first, long long *last, long *factor,
                       const struct complaint *to)
{
	char *rest, *begin = strtok_r(text, ":", &rest), *end = strtok_r(NULL, ":", &rest);
	char *step = strtok_r(NULL, ":", &rest), *after = "";

	*factor = 2;
	if (!begin)
		return refuse(to, "--sizes: a size is missing");
	if (!read_bytes("--sizes", begin, first, to))
		return false;
	*last = *first;
	if (end && !read_bytes("--sizes", end, last, to))
		return false;
	if (*last < *first)
		return refuse(to, "--sizes: %s:%s runs backwards", begin, end);
	if (step)
		*factor = step[0] == 'x' && isdigit((unsigned char)step[1])
		                  ? strtol(step + 1, &after, 10)
		                  : 0;
	if (*after || *factor < 2 || *factor > INT_MAX || strtok_r(NULL, ":", &rest))
		return refuse(to, "--sizes: after FIRST:LAST comes :xFACTOR, such as :x4");
	return true;
}

bool read_sizes(const char *list, struct options *o, const struct complaint *to)
{
	char entry[NAME_MOST];
	long long first, last;
	long factor;

	o->nsizes = 0;
	for (int i = 0; list_item(list, i, entry); i++) {
		if (!read_range(entry, &first, &last, &factor, to))
			return false;
		for (long long size = first; size <= last; size *= factor) {
			if (o->nsizes == SIZES_MOST)
				return refuse(to, "--sizes: more than %d sizes", SIZES_MOST);
			o->sizes[o->nsizes++] = size;
		}
	}
	return true;
}

bool read_size(const char *option, const char *text, long long *bytes, const struct complaint *to)
{
	return read_bytes(option, text, bytes, to);
}

bool read_type(const char *name, struct options *o, const struct complaint *to)
{
	int type = find(type_names, TYPES, name);

	if (type < 0)
		return refuse_word(to, "--type", name, type_names, TYPES);
	o->type = (enum type)type;
	return true;
}

/* A word in the CSV file. */
static bool is_name(const char *text, size_t length)
{
	return length > 0 && length < NAME_MOST && strcspn(text, ",\"\r\n") >= length;
}

bool read_variant(const char *text, struct options *o, const struct complaint *to)
{
	size_t length = strcspn(text, ":");

	if (!is_name(text, length) || !text[length])
		return refuse(to, "--variant: '%s' is not NAME:VARIABLE=VALUE[,VARIABLE=VALUE...]",
		              text);
	if (o->nvariants == VARIANTS_MOST)
		return refuse(to, "--variant: more than %d of them", VARIANTS_MOST);
	struct variant_option *v = &o->variants[o->nvariants++];
	snprintf(v->name, sizeof v->name, "%.*s", (int)length, text);
	v->settings = text + length + 1;
	return true;
}

bool read_routines(const char *text, struct options *o, const struct complaint *to)
{
	size_t length = strcspn(text, "=");

	if (!is_name(text, length) || !text[length] || !text[length + 1])
		return refuse(to, "--routines: '%s' is not NAME=FILE", text);
	if (o->nroutines == ROUTINES_MOST)
		return refuse(to, "--routines: more than %d of them", ROUTINES_MOST);
	struct routines_option *r = &o->routines[o->nroutines++];
	snprintf(r->name, sizeof r->name, "%.*s", (int)length, text);
	r->file = text + length + 1;
	return true;
}

bool read_native_name(const char *text, struct options *o, const struct complaint *to)
{
	o->native_name = text;
	return is_name(text, strlen(text)) ||
	       refuse(to, "--native-name: '%s' is not a name: no commas, no quotes", text);
}

bool read_label(const char *text, struct options *o, const struct complaint *to)
{
	o->label = text;
	return !text[strcspn(text, ",\"\r\n")] ||
	       refuse(to, "--label: '%s' has a comma, a quote or more than one line", text);
}

static bool read_int(const char *text, int least, int *value, char **end)
{
	errno = 0;
	long number = isdigit((unsigned char)*text) ? strtol(text, end, 10) : -1;
	*value = (int)number;
	return number >= least && number <= 1000000 && !errno;
}

bool read_repeat(const char *text, struct options *o, const struct complaint *to)
{
	char *end = NULL;
	bool good = read_int(text, 1, &o->repeat_min, &end);

	o->repeat_max = o->repeat_min;
	if (good && *end == ':')
		good = read_int(end + 1, o->repeat_min, &o->repeat_max, &end);
	return (good && !*end) || refuse(to, "--repeat: '%s' is not MIN:MAX or a number", text);
}

bool read_count(const char *option, const char *text, int *value, const struct complaint *to)
{
	char *end = NULL;

	return (read_int(text, 0, value, &end) && !*end) ||
	       refuse(to, "%s: '%s' is not a number", option, text);
}

bool read_seed(const char *text, struct options *o, const struct complaint *to)
{
	int seed;
	bool good = read_count("--seed", text, &seed, to);

	o->seed = (unsigned)seed;
	return good;
}

bool read_root(const char *text, struct options *o, const struct complaint *to)
{
	char *end = NULL;

	if (!strcmp(text, "all")) {
		o->root = ALL_ROOTS;
		return true;
	}
	return (read_int(text, 0, &o->root, &end) && !*end) ||
	       refuse(to, "--root: '%s' is neither a rank nor all", text);
}

bool read_positive(const char *option, const char *text, double *value, const struct complaint *to)
{
	char *end;

	/* Decimal digits only, nothing else that strtod reads. */
	*value = strtod(text, &end);
	return (end != text && !text[strspn(text, "0123456789.eE+-")] && !*end && *value > 0 &&
	        *value < 1e9) ||
	       refuse(to, "%s: '%s' is not a number above 0", option, text);
}

bool read_seconds(const char *option, const char *text, double *value, const struct complaint *to)
{
	const char *wrong = text[strspn(text, "0123456789.eE+-")] ? rg_parse_time(text, value) : "";

	if (wrong && !*wrong)
		return read_positive(option, text, value, to);
	if (!wrong && *value <= 0)
		wrong = "is not positive";
	return !wrong || refuse(to, "%s: '%s' %s", option, text, wrong);
}

/* Like other times, or minutes, which no other time takes. */
bool read_budget(const char *text, struct options *o, const struct complaint *to)
{
	size_t length = strspn(text, "0123456789.");
	char number[NAME_MOST];

	if (!length || length >= sizeof number ||
	    (strcmp(text + length, "m") != 0 && strcmp(text + length, "min") != 0))
		return read_seconds("--budget", text, &o->budget, to);
	snprintf(number, sizeof number, "%.*s", (int)length, text);
	if (!read_positive("--budget", number, &o->budget, to))
		return false;
	o->budget *= 60;
	return true;
}

bool read_file(const char *option, const char *text, const char **file, const struct complaint *to)
{
	*file = text;
	if (!*text)
		return refuse(to, "%s: '' is no name of a file", option);
	return strcmp(text, "-") != 0 ||
	       refuse(to, "%s: standard output has the table, give a name", option);
}
