/* SPDX-License-Identifier: BSD-3-Clause
 * measurements: reads the CSV file of a measurement. Its names have neither commas nor quotes, so
 * that a line is what stands between its commas.
 */
#include "import/measurements.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/input.h"
#include "base/units.h"
#include "fabric/naming.h"
#include "base/host_names.h"

static const char header[] = "kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps";

enum { KIND, LABEL, A, B, PAIRS, LATENCY, ONE_WAY, BOTH_WAYS, FIELDS };

enum {
	LONGEST_LINE = 4096,
	LARGEST_FILE = 64 << 20, /* bytes: about a million lines */
	MISTAKES_MOST = 100,     /* a file that has so many is no measurement */
};

struct reader {
	struct rg_measured *m;
	const struct rg_topo *t;
	struct rg_callers *callers;
	struct rg_diag *d;
	const char *file;
	int line, before; /* errors counted before this file */
};

/* Report that `what` is `wrong`. */
static void refuse(const struct reader *r, const char *what, const char *wrong)
{
	rg_error(r->d, r->file, r->line, "\"%.80s\" %s", what, wrong);
}

/* ---- Fields ---- */

/* Cut a line into its fields; false: it has more or fewer. */
static bool split(char *line, char *field[FIELDS])
{
	int n = 0;
	for (char *s = line; s; n++) {
		char *comma = strchr(s, ',');
		if (n < FIELDS)
			field[n] = s;
		if (comma)
			*comma++ = 0;
		s = comma;
	}
	return n == FIELDS;
}

/* The machine that a field names, or -1 after an error. */
static int read_host(const struct reader *r, const char *name)
{
	int machine = rg_callers_find(r->callers, r->file, r->line, name, r->d);
	if (machine == RG_NOBODY)
		rg_error(r->d, r->file, r->line,
		         "\"%.80s\" is not the name or alias of one machine of %s", name,
		         r->t->file);
	return machine;
}

/* Parse s as a number of `unit`. */
static const char *parse_as(const char *s, const char *unit,
                            const char *(*parse)(const char *, double *), double *value)
{
	char quantity[64];
	if (strlen(s) > 40 || s[strspn(s, "0123456789.eE+-")])
		return "is not a number";
	snprintf(quantity, sizeof(quantity), "%s%s", s, unit);
	return parse(quantity, value);
}

/* Is the field empty or zero: not measured? */
static bool is_none(const char *s)
{
	double value = 1;
	return !*s || (!parse_as(s, "s", rg_parse_time, &value) && value == 0);
}

/* Microseconds, as seconds. False after an error. */
static bool read_latency(const struct reader *r, const char *s, double *seconds)
{
	const char *wrong = parse_as(s, "us", rg_parse_time, seconds);
	if (wrong)
		refuse(r, s, wrong);
	return !wrong;
}

/* Millions of bytes in a second, as bytes. False after an error. */
static bool read_rate(const struct reader *r, const char *s, double *rate)
{
	const char *wrong = parse_as(s, "MB/s", rg_parse_bandwidth, rate);
	if (wrong)
		refuse(r, s, wrong);
	return !wrong;
}

/* The link that "s0:s1" names, or -1 after an error. */
static int read_link(const struct reader *r, const char *label)
{
	const struct rg_topo *t = r->t;
	const char *colon = strchr(label, ':');
	char *end = rg_strndup(label, strcspn(label, ":"));
	int a = rg_topo_find(t, end), b = colon ? rg_topo_find(t, colon + 1) : -1;
	free(end);
	for (int i = a < 0 ? 0 : t->first[a]; a >= 0 && i < t->first[a + 1]; i++)
		if (rg_topo_other(t, t->incident[i], a) == b)
			return t->incident[i];
	rg_error(r->d, r->file, r->line, "\"%.80s\" is not a link of %s (try s0:s1)", label,
	         t->file);
	return -1;
}

/* ---- Lines ---- */

static void read_pair(struct reader *r, char **field)
{
	struct rg_measured *m = r->m;
	struct rg_measured_pair p = {.a = read_host(r, field[A]), .b = read_host(r, field[B])};
	if (strcmp(field[PAIRS], "1") != 0)
		refuse(r, field[PAIRS], "is not 1: a line of kind pair is of one");
	if (p.a >= 0 && p.a == p.b)
		return; /* says nothing of links, and their speed may be anything */
	bool good = read_latency(r, field[LATENCY], &p.latency);
	good &= read_rate(r, field[ONE_WAY], &p.one_way);
	good &= is_none(field[BOTH_WAYS]) || read_rate(r, field[BOTH_WAYS], &p.both_ways);
	if (!good || p.a < 0 || p.b < 0)
		return;
	m->pair = rg_grow(m->pair, m->pairs, &m->pair_cap, sizeof(*m->pair));
	m->pair[m->pairs++] = p;
}

static void read_cut(struct reader *r, char **field)
{
	struct rg_measured *m = r->m;
	struct rg_measured_cut c = {.link = read_link(r, field[LABEL])};
	double latency;
	const char *wrong = rg_parse_count(field[PAIRS], RG_HOSTS_MOST, &c.pairs);
	bool good = read_host(r, field[A]) >= 0;
	good &= read_host(r, field[B]) >= 0;
	if (wrong)
		refuse(r, field[PAIRS], wrong);
	good &= is_none(field[LATENCY]) || read_latency(r, field[LATENCY], &latency);
	good &= read_rate(r, field[ONE_WAY], &c.one_way);
	good &= is_none(field[BOTH_WAYS]) || read_rate(r, field[BOTH_WAYS], &c.both_ways);
	if (!good || wrong || c.link < 0)
		return;
	m->cut = rg_grow(m->cut, m->cuts, &m->cut_cap, sizeof(*m->cut));
	m->cut[m->cuts++] = c;
}

/* How fast elements of the type and by the operation that the label says are combined. */
static void read_combining(struct reader *r, char **field)
{
	struct rg_measured *m = r->m;
	const char *wrong = rg_combining_fault(field[LABEL]);
	double rate;
	if (wrong) {
		refuse(r, field[LABEL], wrong);
	} else if (!is_none(field[ONE_WAY]) && read_rate(r, field[ONE_WAY], &rate)) {
		m->combining = rg_grow(m->combining, (size_t)m->combinings, &m->combining_cap,
		                       sizeof *m->combining);
		m->combining[m->combinings++] =
			(struct rg_combining){rg_strdup(field[LABEL]), rate};
	}
}

/* Read a line on messages and memory: a time stands as a latency, a rate as one way, a size as the
 * label. False: the line is of none of these kinds. */
static bool read_told(struct reader *r, char **field)
{
	int k = 0;
	while (k < RG_TOLDS && strcmp(field[KIND], rg_tellings[k].name) != 0)
		k++;
	if (k == RG_TOLDS)
		return false;
	if (k == RG_TOLD_COMBINE && *field[LABEL]) {
		read_combining(r, field);
		return true;
	}
	static const int in[] = {[RG_TIME] = LATENCY, [RG_RATE] = ONE_WAY, [RG_SIZE] = LABEL};
	const char *s = field[in[rg_tellings[k].is]], *wrong;
	int64_t bytes = 0;
	if (is_none(s))
		return true;
	if (rg_tellings[k].is == RG_TIME)
		read_latency(r, s, &r->m->told[k]);
	else if (rg_tellings[k].is == RG_RATE)
		read_rate(r, s, &r->m->told[k]);
	else if ((wrong = rg_parse_size(s, &bytes)))
		rg_error(r->d, r->file, r->line, "\"%s\" %s", s, wrong);
	else
		r->m->told[k] = (double)bytes;
	return true;
}

static void read_line(struct reader *r, char *line)
{
	char *field[FIELDS];
	if (r->line == 1) {
		if (strcmp(line, header) != 0)
			rg_error(r->d, r->file, 1,
			         "not a measurement: its first line is not \"%s\"", header);
	} else if (!*line) {
		return;
	} else if (!split(line, field)) {
		rg_error(r->d, r->file, r->line, "does not have %d fields with commas between them",
		         FIELDS);
	} else if (strcmp(field[KIND], "pair") == 0) {
		read_pair(r, field);
	} else if (strcmp(field[KIND], "cut") == 0) {
		read_cut(r, field);
	} else if (!read_told(r, field)) {
		refuse(r, field[KIND],
		       "is not a kind of line (pair, cut, startup, alone, within, stream, "
		       "notify, eager, burst, combine, copy)");
	}
}

/* After a wrong first line, what follows is no measurement either. */
static bool gives_up(const struct reader *r)
{
	int mistakes = r->d->errors - r->before;
	if (mistakes < MISTAKES_MOST)
		return r->line == 1 && mistakes;
	rg_error(r->d, r->file, r->line, "the lines after this one are not looked at");
	return true;
}

static void read_lines(struct reader *r, FILE *f)
{
	char line[LONGEST_LINE];
	long total = 0;
	while (!gives_up(r) && fgets(line, sizeof(line), f)) {
		size_t n = strcspn(line, "\r\n");
		r->line++;
		total += (long)n + 1;
		if (total > LARGEST_FILE) {
			rg_error(r->d, r->file, r->line, "the file is larger than 64 MiB");
			return;
		}
		if (!line[n] && !feof(f)) {
			rg_error(r->d, r->file, r->line, "is too long, or has a NUL byte");
			return;
		}
		line[n] = 0;
		read_line(r, line + (r->line == 1 ? rg_input_mark(line, n) : 0));
	}
	if (ferror(f))
		rg_error(r->d, r->file, 0, "cannot read: %s", strerror(errno));
	else if (r->line == 0)
		rg_error(r->d, r->file, 0, "the file is empty");
	else if (r->d->errors == r->before && r->m->pairs == 0)
		rg_error(r->d, r->file, 0, "has no pair of machines");
}

int rg_measured_read(struct rg_measured *m, const struct rg_topo *t, const char *path,
                     struct rg_diag *d)
{
	bool dash = strcmp(path, "-") == 0;
	struct reader r = {
		.m = m, .t = t, .d = d, .file = dash ? "<stdin>" : path, .before = d->errors};
	const char *why;
	FILE *f = rg_input_open(path, RG_GIVEN, &why);
	if (!f) {
		rg_error(d, r.file, 0, "cannot open the file: %s", why);
		return -1;
	}
	r.callers = rg_callers_new(t);
	read_lines(&r, f);
	rg_callers_free(r.callers);
	rg_input_close(f);
	return d->errors == r.before ? 0 : -1;
}

void rg_measured_free(struct rg_measured *m)
{
	for (int i = 0; i < m->combinings; i++)
		free(m->combining[i].of);
	free(m->combining);
	free(m->pair);
	free(m->cut);
	*m = (struct rg_measured){0};
}
