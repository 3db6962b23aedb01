/* SPDX-License-Identifier: BSD-3-Clause
 * A file of measurements.
 */
#include "ringgen/tuned.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ringgen/fnv.h"

static const char magic[] = "# ringgen tuned 1";
static const char cluster[] = "# cluster ";
static const char library[] = "# library ";
static const char columns[] =
	"shape,collective,purpose,windows,root,bytes,by,slice,trials,picoseconds,ppm";

/* More than the longest line has. */
enum { LINE = 1024 };

/* ---- Reading */

/* The next line without its end. False: there is none, or it has no end or is too long, which
 * *damaged is told. */
static bool next_line(FILE *from, char text[LINE], bool *damaged)
{
	*damaged = false;
	if (!fgets(text, LINE, from))
		return false;
	size_t length = strcspn(text, "\n");
	*damaged = text[length] != '\n' || strlen(text) != length + 1;
	text[length] = '\0';
	return !*damaged;
}

/* What stands up to the next comma, which is passed over; "" is no field. */
static bool take_text(const char **at, char field[RG_TUNED_TEXT])
{
	size_t length = strcspn(*at, ",");

	if (!length || length >= RG_TUNED_TEXT)
		return false;
	for (size_t i = 0; i < length; i++)
		if ((*at)[i] < ' ' || (*at)[i] > '~')
			return false;
	memcpy(field, *at, length);
	field[length] = '\0';
	*at += length;
	*at += **at == ',';
	return true;
}

static bool take_number(const char **at, int64_t *number)
{
	char field[RG_TUNED_TEXT];

	if (!take_text(at, field) || strspn(field, "0123456789") != strlen(field) ||
	    strlen(field) > 18)
		return false;
	*number = strtoll(field, NULL, 10);
	return true;
}

static bool read_line(const char *text, struct rg_tuned_line *l)
{
	return take_text(&text, l->shape) && take_text(&text, l->collective) &&
	       take_text(&text, l->purpose) && take_text(&text, l->windows) &&
	       take_text(&text, l->root) && take_number(&text, &l->bytes) &&
	       take_text(&text, l->by) && take_number(&text, &l->slice) &&
	       take_number(&text, &l->trials) && take_number(&text, &l->picoseconds) &&
	       take_number(&text, &l->ppm) && !*text && l->trials && l->picoseconds;
}

static bool same_key(const void *lines, size_t i, const void *key)
{
	const struct rg_tuned_line *a = (const struct rg_tuned_line *)lines + i, *b = key;
	return a->bytes == b->bytes && a->slice == b->slice && !strcmp(a->by, b->by) &&
	       !strcmp(a->collective, b->collective) && !strcmp(a->purpose, b->purpose) &&
	       !strcmp(a->windows, b->windows) && !strcmp(a->root, b->root) &&
	       !strcmp(a->shape, b->shape);
}

/* Of a kind and variant. */
static uint64_t hash_of(const void *lines, size_t n)
{
	const struct rg_tuned_line *key = (const struct rg_tuned_line *)lines + n;
	const char *const text[] = {key->shape,   key->collective, key->purpose,
	                            key->windows, key->root,       key->by};
	uint64_t h = rg_fnv(rg_fnv(RG_FNV_EMPTY, (uint64_t)key->bytes), (uint64_t)key->slice);

	for (int i = 0; i < (int)(sizeof text / sizeof *text); i++)
		h = rg_fnv_bytes(h, text[i], strlen(text[i]) + 1);
	return h;
}

/* Room for one more. False: no memory. */
static bool make_room(struct rg_tuned *t)
{
	enum { LEAST = 32 };
	const size_t room = t->room ? 2 * t->room : LEAST;

	if (t->n == t->room) {
		struct rg_tuned_line *line = realloc(t->line, room * sizeof *line);
		if (!line)
			return false;
		t->line = line;
		t->room = room;
	}
	return rg_slots_reserve(&t->number, t->n, calloc, hash_of, t->line);
}

struct rg_tuned_line *rg_tuned_line(struct rg_tuned *t, const struct rg_tuned_line *key)
{
	if (t->n >= UINT32_MAX / 4 || !make_room(t))
		return NULL;
	uint32_t *slot = rg_slots_find(&t->number, hash_of(key, 0), same_key, t->line, key);
	if (*slot)
		return &t->line[*slot - 1];
	struct rg_tuned_line *new = &t->line[t->n++];
	*slot = (uint32_t)t->n;
	*new = *key;
	new->trials = new->picoseconds = new->ppm = 0;
	return new;
}

const struct rg_tuned_line *rg_tuned_find(const struct rg_tuned *t, const struct rg_tuned_line *key)
{
	if (!t->n)
		return NULL;
	const uint32_t *slot = rg_slots_find(&t->number, hash_of(key, 0), same_key, t->line, key);
	return *slot ? &t->line[*slot - 1] : NULL;
}

/* A header's text, behind what it begins with. */
static bool read_header(FILE *from, const char *begins, char text[RG_TUNED_TEXT])
{
	char line[LINE];
	bool damaged;
	size_t length = strlen(begins);

	if (!next_line(from, line, &damaged) || strncmp(line, begins, length) != 0 ||
	    strlen(line + length) >= RG_TUNED_TEXT)
		return false;
	strcpy(text, line + length);
	return true;
}

static enum rg_tuned_verdict read_lines(FILE *from, struct rg_tuned *t, int *at)
{
	char text[LINE], none[RG_TUNED_TEXT];
	struct rg_tuned_line l = {0};
	bool damaged;

	*at = 1;
	if (!read_header(from, magic, none) || *none)
		return RG_TUNED_FOREIGN;
	if (++*at, !read_header(from, cluster, t->cluster))
		return RG_TUNED_DAMAGED;
	if (++*at, !read_header(from, library, t->library))
		return RG_TUNED_DAMAGED;
	if (++*at, !read_header(from, columns, none) || *none)
		return RG_TUNED_DAMAGED;
	while (++*at, next_line(from, text, &damaged)) {
		size_t before = t->n;
		if (!read_line(text, &l))
			return RG_TUNED_DAMAGED;
		struct rg_tuned_line *new = rg_tuned_line(t, &l);
		if (!new)
			return RG_TUNED_FAILED;
		if (t->n == before) /* a kind and variant stand once */
			return RG_TUNED_DAMAGED;
		*new = l;
	}
	if (ferror(from))
		return RG_TUNED_FAILED;
	return damaged ? RG_TUNED_DAMAGED : RG_TUNED_READ;
}

static void free_lines(struct rg_tuned *t)
{
	free(t->line);
	free(t->number.slot);
	t->line = NULL;
	t->number = (struct rg_slots){.slots = 0};
	t->n = t->room = 0;
}

enum rg_tuned_verdict rg_tuned_read(FILE *from, struct rg_tuned *t, int *at)
{
	*t = (struct rg_tuned){.n = 0};
	enum rg_tuned_verdict verdict = read_lines(from, t, at);
	if (verdict != RG_TUNED_READ)
		free_lines(t);
	return verdict;
}

/* ---- Words for kinds */

void rg_tuned_shape(const struct rg_places *places, char shape[RG_TUNED_TEXT])
{
	const struct rg_runs *machines = &places->level[RG_ON_MACHINE];
	uint32_t h = RG_FNV32_EMPTY;
	int most = 0;

	for (int k = RG_ON_MACHINE; k < RG_LEVELS; k++)
		for (int i = 0; i < places->level[k].n; i++) {
			const int *first = places->level[k].first + i;
			h = rg_fnv32(rg_fnv32(h, (uint32_t)(first[1] - first[0])), (uint32_t)k);
		}
	for (int i = 0; i < machines->n; i++) {
		int ranks = machines->first[i + 1] - machines->first[i];
		most = ranks > most ? ranks : most;
	}
	snprintf(shape, RG_TUNED_TEXT, "%dx%d-%08" PRIx32, machines->n, most, h);
}

const char *rg_tuned_root(const struct rg_places *places, enum rg_collective which, int pos)
{
	const struct rg_runs *machines = &places->level[RG_ON_MACHINE];

	if (!rg_has_root(which))
		return "none";
	return machines->first[rg_run_at(machines, pos)] == pos ? "leads" : "elsewhere";
}

void rg_tuned_by(const struct rg_algorithm *a, const char *parameters, char by[RG_TUNED_TEXT])
{
	const char *own = a && parameters ? rg_own_name(a, parameters) : NULL;

	if (!a || own || !parameters)
		snprintf(by, RG_TUNED_TEXT, "%s", !a ? "native" : own ? own : a->name);
	else
		snprintf(by, RG_TUNED_TEXT, "%s:%s", a->name, parameters);
}

const char *rg_tuned_purpose(enum rg_purpose purpose)
{
	static const char *const words[RG_PURPOSES] = {"any", "ordered", "uneven"};
	return words[purpose];
}

/* ---- Writing */

bool rg_tuned_write(FILE *to, const struct rg_tuned *t)
{
	fprintf(to, "%s\n%s%s\n%s%s\n%s\n", magic, cluster, t->cluster, library, t->library,
	        columns);
	for (size_t i = 0; i < t->n; i++) {
		const struct rg_tuned_line *l = &t->line[i];
		if (l->trials)
			fprintf(to,
			        "%s,%s,%s,%s,%s,%" PRId64 ",%s,%" PRId64 ",%" PRId64 ",%" PRId64
			        ",%" PRId64 "\n",
			        l->shape, l->collective, l->purpose, l->windows, l->root, l->bytes,
			        l->by, l->slice, l->trials, l->picoseconds, l->ppm);
	}
	return !ferror(to);
}

void rg_tuned_free(struct rg_tuned *t)
{
	free_lines(t);
	*t = (struct rg_tuned){.n = 0};
}
