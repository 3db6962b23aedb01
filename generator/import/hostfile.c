/* SPDX-License-Identifier: BSD-3-Clause
 * hostfile: files of hosts, line by line or as XML.
 */
#include "import/hostfile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/input.h"
#include "base/text.h"
#include "base/units.h"
#include "import/batch_lines.h"
#include "import/host_keys.h"
#include "import/xml.h"

enum { LARGEST_FILE = 64 << 20 /* bytes: a million ranks, 64 for each */ };

/* ---- Files, line by line ---- */

enum form { NO_FORM, LIST_FORM, RANK_FORM };

struct reader {
	struct rg_hosts *h;
	struct rg_diag *d;
	int line;
	enum form form; /* of the first line with a host */
	int form_line;  /* its number */
	bool affinity;  /* numbers behind a host are processors */
	int *rank;      /* [h->n], rankfiles: the rank of each host */
	size_t rank_cap;
};

/* The error that `what` (shortened) is `wrong`. */
static void refuse(const struct reader *r, const char *what, const char *wrong)
{
	rg_error(r->d, r->h->file, r->line, "\"%.80s\" %s", what, wrong);
}

/* A number from 0 of n digits at s; -1: no number, or one that is too large. */
static int small_number(const char *s, size_t n)
{
	if (n == 0 || n > 9 || n != strspn(s, "0123456789"))
		return -1;
	long value = strtol(s, NULL, 10);
	return value < RG_HOSTS_MOST ? (int)value : -1;
}

/* Cut the first word off *rest and return it; NULL at the end. */
static char *take_word(char **rest)
{
	char *word = *rest + strspn(*rest, " \t");
	size_t n = strcspn(word, " \t");

	if (n == 0)
		return NULL;
	*rest = word + n + (word[n] != 0);
	word[n] = 0;
	return word;
}

/* Read one word behind a name; slots and most, which are 0 where nothing is said yet. NULL, or what
 * is wrong with it. */
static const char *read_key(const char *word, int *slots, int *most)
{
	const char *value = strchr(word, '=');
	enum rg_host_key says = value ? rg_host_key_find(word, (size_t)(value - word)) : RG_NO_KEY;

	if (says == RG_NO_KEY)
		return "is not known behind a host (try slots=4)";
	if (says == RG_KEY_ACCESS)
		return value[1] ? NULL : "has no value";
	if (says == RG_KEY_SLOTS && *slots)
		return "comes after the number of ranks: it is said twice";
	return says == RG_KEY_SLOTS ? rg_parse_count(value + 1, RG_HOSTS_MOST, slots)
	                            : rg_parse_count(value + 1, INT32_MAX, most);
}

/* The words behind a name. Returns the slots, 0 when they say nothing of them, -1 after an error.
 * The most slots limit oversubscription; alone they are the slots (Open MPI 4.1 and PRRTE have it
 * so). */
static int read_slots(struct reader *r, char *rest)
{
	int slots = 0, most = 0;
	bool good = true;

	for (char *word; (word = take_word(&rest));) {
		const char *wrong = read_key(word, &slots, &most);
		if (wrong)
			refuse(r, word, wrong);
		good = good && !wrong;
	}
	if (good && most && slots > most) {
		rg_error(r->d, r->h->file, r->line, "%d slots are more than at most %d", slots,
		         most);
		good = false;
	}
	if (good && !slots && most > RG_HOSTS_MOST) {
		rg_error(r->d, r->h->file, r->line, "%d slots are too many", most);
		good = false;
	}
	return !good ? -1 : slots ? slots : most;
}

/* Launchers take some patterns in the place of a host's name that cannot be one here. Returns why
 * this one cannot be; NULL: it is none of them. */
static const char *strange_host(const char *pattern)
{
	if (*pattern == '^')
		return "leaves a host out: name those that take part instead";
	if (*pattern == '+')
		return "counts on what a resource manager gives: name the hosts instead";
	const char *bracket = *pattern == '[' ? strchr(pattern, ']') : NULL;
	if (bracket && memchr(pattern, ':', (size_t)(bracket - pattern)) &&
	    !rg_address_length(pattern))
		return "is no IPv6 address";
	return NULL;
}

/* One pattern of a line, perhaps with "user@" before it and MPICH's ":ranks" behind it; else it
 * gets `slots` ranks, or one. The colons of an IPv6 address are its own. */
static void read_pattern(struct reader *r, char *pattern, int slots)
{
	struct rg_hosts *h = r->h;
	char *at = strchr(pattern, '@');
	pattern = at && at > pattern ? at + 1 : pattern;
	char *colon = strchr(pattern + rg_address_length(pattern), ':');
	int before = h->n, ranks = slots ? slots : 1;
	const char *wrong = strange_host(pattern), *what = pattern;

	if (!wrong && colon && slots) {
		wrong = "says how many ranks, and slots= does too";
	} else if (!wrong && colon) {
		what = colon + 1;
		wrong = rg_parse_count(what, RG_HOSTS_MOST, &ranks);
	}
	if (wrong) {
		refuse(r, what, wrong);
		return;
	}
	if (colon)
		*colon = 0;
	wrong = rg_hosts_accept(h, pattern);
	if (wrong)
		refuse(r, pattern, wrong);
	for (int i = before; i < h->n; i++) {
		h->host[i].ranks = ranks;
		h->host[i].line = r->line;
	}
}

/* ---- Lines of batch systems: numbers, and no keys, behind a host */

/* Several hosts, each with its number of ranks: "n0 4 n1 2", as LSB_MCPU_HOSTS has them. */
static void read_counted(struct reader *r, char *pattern, char *rest)
{
	for (; pattern; pattern = take_word(&rest)) {
		char *number = take_word(&rest);
		int ranks = 0;
		const char *wrong = number ? rg_parse_count(number, RG_HOSTS_MOST, &ranks)
		                           : "has no number of ranks behind it";
		if (wrong)
			refuse(r, number ? number : pattern, wrong);
		else
			read_pattern(r, pattern, ranks);
	}
}

/* False: it is no line of a batch system. */
static bool read_batch_line(struct reader *r, char *pattern, char *rest)
{
	int ranks = 0;
	const char *wrong = NULL, *what = pattern;
	switch (rg_batch_line(rest, r->affinity)) {
	case RG_BATCH_NONE:
		return false;
	case RG_BATCH_RANK:
		read_pattern(r, pattern, 0);
		break;
	case RG_BATCH_RANKS:
		what = take_word(&rest);
		wrong = rg_parse_count(what, RG_HOSTS_MOST, &ranks);
		if (!wrong)
			read_pattern(r, pattern, ranks);
		break;
	case RG_BATCH_PAIRS:
		read_counted(r, pattern, rest);
		break;
	case RG_BATCH_DOUBT:
		what = take_word(&rest);
		wrong = "is a number of ranks, or a processor: write slots=4, or say that the "
			"list is LSF's (--hosts lsf)";
	}
	if (wrong)
		refuse(r, what, wrong);
	return true;
}

static void read_list_line(struct reader *r, char *line)
{
	char *pattern = take_word(&line);
	if (read_batch_line(r, pattern, line))
		return;
	int slots = read_slots(r, line);

	while (slots >= 0) {
		char *end = pattern + (rg_hosts_end(pattern) - pattern);
		bool last = !*end;

		*end = 0;
		read_pattern(r, pattern, slots);
		if (last)
			return;
		pattern = end + 1;
	}
}

/* The "1" or "0:1" of slot=; false: neither. */
static bool read_slot(const char *s, struct rg_host *host)
{
	const char *colon = strchr(s, ':');
	const char *core = colon ? colon + 1 : s;

	host->core = small_number(core, strlen(core));
	host->package = colon ? small_number(s, (size_t)(colon - s)) : -1;
	return host->core >= 0 && (!colon || host->package >= 0);
}

/* "rank 3=n0 slot=1": `line` begins behind "rank". */
static void read_rank_line(struct reader *r, char *line)
{
	struct rg_hosts *h = r->h;
	char *number = take_word(&line), *slot = take_word(&line), *more = take_word(&line);
	char *name = number + strcspn(number, "=");
	int rank = small_number(number, (size_t)(name - number)), before = h->n;
	const char *wrong;

	if (rank < 0 || !*name || !slot || strncmp(slot, "slot=", 5) != 0 || more) {
		rg_error(r->d, h->file, r->line, "not a line of a rankfile (try rank 0=n0 slot=0)");
		return;
	}
	char *at = strchr(++name, '@');
	name = at && at > name ? at + 1 : name;
	wrong = strange_host(name);
	if (!wrong)
		wrong = rg_hosts_accept(h, name);
	if (!wrong && h->n != before + 1)
		wrong = "stands for several hosts: a rank has one";
	if (wrong) {
		refuse(r, name, wrong);
		rg_hosts_cut(h, before);
		return;
	}
	h->host[before].line = r->line;
	if (!read_slot(slot + 5, &h->host[before]))
		refuse(r, slot + 5, "is not one core (try slot=1 or, in a package, slot=0:1)");
	r->rank = rg_grow(r->rank, (size_t)before, &r->rank_cap, sizeof(*r->rank));
	r->rank[before] = rank;
}

/* False after the error that this line's form is not that of the first. */
static bool same_form(struct reader *r, enum form form)
{
	if (r->form == NO_FORM) {
		r->form = form;
		r->form_line = r->line;
	}
	if (r->form == form)
		return true;
	rg_error(r->d, r->h->file, r->line,
	         "a rankfile has lines like \"rank 0=n0 slot=0\" only; this line and line %d "
	         "are of different kinds",
	         r->form_line);
	return false;
}

/* A line that begins with "rank" and goes on is one of a rankfile; but a host can be called rank,
 * too: "rank slots=2". */
static bool is_rank_line(const char *line)
{
	if (strncmp(line, "rank", 4) != 0 || !(line[4] == ' ' || line[4] == '\t'))
		return false;
	line += 4 + strspn(line + 4, " \t");
	return rg_host_key_find(line, strcspn(line, "= \t")) == RG_NO_KEY;
}

/* Launchers take blanks around a =, which words here do not have. */
static void close_up(char *s)
{
	char *to = s, *begin = s;

	for (; *s; s++) {
		if (*s == '=') {
			while (to > begin && (to[-1] == ' ' || to[-1] == '\t'))
				to--;
			s += strspn(s + 1, " \t");
			*to++ = '=';
		} else {
			*to++ = *s;
		}
	}
	*to = 0;
}

static void read_line(struct reader *r, char *line)
{
	size_t n;

	line += strspn(line, " \t");
	n = strlen(line);
	while (n && strchr(" \t\r", line[n - 1]))
		line[--n] = 0;
	if (n == 0)
		return;
	if (is_rank_line(line)) {
		close_up(line + 5);
		if (same_form(r, RANK_FORM))
			read_rank_line(r, line + 5);
		return;
	}
	close_up(line);
	if (same_form(r, LIST_FORM))
		read_list_line(r, line);
}

struct ranked {
	int rank;
	struct rg_host host;
};

static int by_rank(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return (x->host.line > y->host.line) - (x->host.line < y->host.line);
}

/* Put the hosts of a rankfile into the order of their ranks; each rank from 0 has one host. */
static void sort_ranks(struct reader *r)
{
	struct rg_hosts *h = r->h;
	struct ranked *x = rg_alloc((size_t)h->n, sizeof(*x));

	for (int i = 0; i < h->n; i++)
		x[i] = (struct ranked){r->rank[i], h->host[i]};
	qsort(x, (size_t)h->n, sizeof(*x), by_rank);
	for (int i = 0; i < h->n; i++) {
		int expected = i ? x[i - 1].rank + 1 : 0;
		int line = x[i].host.line;

		h->host[i] = x[i].host;
		if (x[i].rank < expected)
			rg_error(r->d, h->file, line, "rank %d is on line %d already", x[i].rank,
			         x[i - 1].host.line);
		else if (x[i].rank > expected)
			rg_error(r->d, h->file, line, "rank %d is here, but rank %d is missing",
			         x[i].rank, expected);
	}
	free(x);
}

/* Comments become blanks: from # or // to the end of the line, and C's, which may be of several
 * lines. */
static void blank_comments(char *s)
{
	while (*s) {
		bool line = *s == '#' || (s[0] == '/' && s[1] == '/'),
		     block = s[0] == '/' && s[1] == '*';
		const char *end = block ? strstr(s + 2, "*/") : line ? strchr(s, '\n') : s + 1;
		char *stop = !end    ? s + strlen(s)
		             : block ? (char *)s + (end - s) + 2
		                     : s + (end - s);

		for (; s < stop; s++)
			if ((line || block) && *s != '\n')
				*s = ' ';
	}
}

/* Read the lines of text, which has no NUL byte. Changes it. */
static void read_lines(struct reader *r, char *text)
{
	int before = r->d->errors;

	blank_comments(text);
	for (char *line = text; line; r->line++) {
		char *end = strchr(line, '\n');

		if (end)
			*end = 0;
		read_line(r, line);
		line = end ? end + 1 : NULL;
	}
	if (r->form == RANK_FORM && r->d->errors == before)
		sort_ranks(r);
	free(r->rank);
}

/* ---- <order topology="..." ranks="4"><machine id="n0" ranks="2"/>...</order> */

static void refuse_element(struct reader *r, const xmlNode *element, const char *what,
                           const char *wrong)
{
	r->line = rg_xml_line(element);
	refuse(r, what, wrong);
}

/* Report attributes that are neither of the two that an element may have. */
static void check_attributes(struct reader *r, const xmlNode *element, const char *first,
                             const char *second)
{
	for (const xmlAttr *a = element->properties; a; a = a->next) {
		const char *name = (const char *)a->name;

		if (strcmp(name, first) != 0 && strcmp(name, second) != 0)
			refuse_element(r, element, name, "is not an attribute of this element");
	}
}

/* The attribute `ranks`, or `otherwise` where there is none; 0 after an error. */
static int ranks_of(struct reader *r, const xmlNode *element, int otherwise)
{
	const char *text = rg_xml_attribute(element, "ranks");
	int ranks = otherwise;
	const char *wrong = text ? rg_parse_count(text, RG_HOSTS_MOST, &ranks) : NULL;

	if (!wrong)
		return ranks;
	refuse_element(r, element, text, wrong);
	return 0;
}

/* Append one <machine>. Returns its ranks; 0 after an error. */
static int read_machine(struct reader *r, const xmlNode *element)
{
	const char *id = rg_xml_attribute(element, "id");
	int before = r->h->n, ranks = ranks_of(r, element, 1);
	const char *wrong = id ? rg_hosts_accept(r->h, id) : "has no attribute id";

	if (!wrong && r->h->n != before + 1)
		wrong = "stands for several hosts: a <machine> is one";
	if (wrong)
		refuse_element(r, element, id ? id : "machine", wrong);
	check_attributes(r, element, "id", "ranks");
	if (wrong || !ranks) {
		rg_hosts_cut(r->h, before);
		return 0;
	}
	r->h->host[before].ranks = ranks;
	r->h->host[before].line = rg_xml_line(element);
	return ranks;
}

static void read_order(struct reader *r, const xmlNode *order)
{
	int before = r->d->errors;
	int64_t total = 0;
	int ranks;

	if (!rg_xml_is(order, "order")) {
		refuse_element(r, order, (const char *)order->name,
		               "is not the root element of a hosts file: that is <order>");
		return;
	}
	check_attributes(r, order, "topology", "ranks");
	ranks = ranks_of(r, order, 0);
	for (const xmlNode *child = order->children; child; child = child->next) {
		if (rg_xml_is(child, "machine"))
			total += read_machine(r, child);
		else
			refuse_element(r, child, (const char *)child->name,
			               "may not stand here: <order> holds <machine> only");
	}
	if (ranks && ranks != total && r->d->errors == before)
		rg_error(r->d, r->h->file, rg_xml_line(order),
		         "ranks=\"%d\", but the machines have %lld in all", ranks,
		         (long long)total);
}

static void read_xml(struct reader *r, const struct rg_text *text)
{
	/* A machine is an element with two attributes. */
	xmlDoc *doc = rg_xml_parse(text->s, text->len, r->h->file, 4L * RG_HOSTS_MOST, r->d);

	if (doc)
		read_order(r, xmlDocGetRootElement(doc));
	xmlFreeDoc(doc);
}

/* ---- Where the text comes from ---- */

/* NULL, or what is wrong. */
static const char *read_file(const char *path, enum rg_source source, struct rg_text *text)
{
	const char *why;
	FILE *f = rg_input_open(path, source, &why);

	if (f && rg_input_read(f, LARGEST_FILE, text) < 0)
		why = errno == EFBIG ? "it is larger than 64 MiB" : strerror(errno);
	rg_input_close(f);
	return why;
}

/* The line of the byte at `at`. */
static int line_of(const char *text, const char *at)
{
	int line = 1;

	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

/* Read what is a hosts file of one of the forms. */
static void read_text(struct reader *r, struct rg_text *text)
{
	char *start = text->s ? text->s : "";
	const char *nul = memchr(start, 0, text->len);

	if (nul) {
		rg_error(r->d, r->h->file, line_of(start, nul), "has a NUL byte: not a text file");
		return;
	}
	start += rg_input_mark(start, text->len);
	if (start[strspn(start, " \t\r\n")] == '<')
		read_xml(r, text);
	else if (*start)
		read_lines(r, start);
}

static int read_hosts(struct reader *r, const char *path, enum rg_source source)
{
	struct rg_text text = {0};
	struct rg_hosts *h = r->h;
	struct rg_diag *d = r->d;
	int errors = d->errors;
	const char *wrong = read_file(path, source, &text);

	rg_hosts_free(h);
	h->file = rg_strdup(strcmp(path, "-") == 0 ? "standard input" : path);
	if (wrong)
		rg_error(d, h->file, 0, "cannot read: %s", wrong);
	else
		read_text(r, &text);
	if (d->errors == errors && h->n == 0)
		rg_error(d, h->file, 0, "names no host");
	rg_text_free(&text);
	return d->errors == errors ? 0 : -1;
}

int rg_hosts_read(struct rg_hosts *h, const char *path, struct rg_diag *d)
{
	return read_hosts(&(struct reader){.h = h, .d = d, .line = 1}, path, RG_GIVEN);
}

int rg_hosts_read_referred(struct rg_hosts *h, const char *path, bool affinity, struct rg_diag *d)
{
	struct reader r = {.h = h, .d = d, .line = 1, .affinity = affinity};
	return read_hosts(&r, path, RG_REFERRED);
}

int rg_hosts_counted(struct rg_hosts *h, const char *list, const char *from, struct rg_diag *d)
{
	struct reader r = {.h = h, .d = d};
	char *text = rg_strdup(list), *rest = text;
	int errors = d->errors;
	rg_hosts_free(h);
	h->file = rg_strdup(from);
	char *first = take_word(&rest);
	read_counted(&r, first, rest);
	free(text);
	if (d->errors == errors && !h->n)
		rg_error(d, from, 0, "names no host");
	return d->errors == errors ? 0 : -1;
}
