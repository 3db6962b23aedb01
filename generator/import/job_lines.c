/* SPDX-License-Identifier: BSD-3-Clause
 * job_lines: what a line of a file of past jobs says.
 */
#include "import/job_lines.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

static const char blanks[] = " \t";

/* As many fields as anybody asks for; those behind are one. */
enum { MOST_FIELDS = 64 };

struct fields {
	char *field[MOST_FIELDS];
	int n;
};

/* ---- Fields */

/* Without blanks around it. */
static char *trim(char *s)
{
	s += strspn(s, blanks);
	size_t n = strlen(s);
	while (n && strchr(blanks, s[n - 1]))
		s[--n] = '\0';
	return s;
}

static char *unquote(char *s)
{
	size_t n = strlen(s);
	if (n < 2 || s[0] != '"' || s[n - 1] != '"')
		return s;
	s[n - 1] = '\0';
	return s + 1;
}

static void add(struct fields *f, char *s)
{
	f->field[f->n++] = unquote(trim(s));
}

/* Fields between separators that are not in quotes. */
static void split(struct fields *f, char *s, char separator)
{
	bool quoted = false;
	char *begin = s;
	for (; *s; s++) {
		quoted ^= *s == '"';
		if (*s != separator || quoted || f->n == MOST_FIELDS - 1)
			continue;
		*s = '\0';
		add(f, begin);
		begin = s + 1;
	}
	add(f, begin);
}

static void split_words(struct fields *f, char *s)
{
	while (*(s += strspn(s, blanks)) && f->n < MOST_FIELDS) {
		size_t n = strcspn(s, blanks);
		char *next = s + n + (s[n] != '\0');
		s[n] = '\0';
		f->field[f->n++] = s;
		s = next;
	}
}

/* A list has commas itself: those that the head does not account for are of the list. */
static void split_by_head(struct fields *f, const struct rg_job_columns *c, char *s)
{
	int behind = c->n - 1 - c->list;
	char *end = s + strlen(s);
	for (; behind > 0 && end > s; behind -= *end == ',')
		end--;
	for (int i = 0; i < c->list && (s < end); i++) {
		char *comma = strchr(s, ',');
		if (!comma || comma >= end)
			break;
		*comma = '\0';
		add(f, s);
		s = comma + 1;
	}
	if (*end) {
		*end = '\0';
		add(f, s);
		split(f, end + 1, ',');
	} else {
		add(f, s);
	}
}

/* ---- Head lines */

static bool is_among(const char *word, const char *const *words)
{
	while (*words && strcasecmp(word, *words) != 0)
		words++;
	return *words;
}

static bool names_list(const char *word)
{
	static const char *const words[] = {"NodeList", "NodeList(Reason)", "HostList",
	                                    "Hosts",    "exec_host",        NULL};
	return is_among(word, words);
}

static bool names_number(const char *word)
{
	static const char *const words[] = {"JobID", "JobIDRaw", "Job_ID", "Job", NULL};
	return is_among(word, words);
}

/* Lines of jobs have digits. */
static bool has_digit(const char *s)
{
	return strpbrk(s, "0123456789");
}

/* If it is a head line, take its columns. */
static bool is_head(struct rg_job_columns *c, const struct fields *f, bool commas)
{
	struct rg_job_columns head = {.n = f->n, .number = -1, .list = -1, .commas = commas};
	for (int i = f->n - 1; i >= 0; i--) {
		if (has_digit(f->field[i]))
			return false;
		head.number = names_number(f->field[i]) ? i : head.number;
		head.list = names_list(f->field[i]) ? i : head.list;
	}
	if (head.list < 0 && head.number < 0)
		return false;
	*c = head;
	return true;
}

/* "------- --------" */
static bool is_ruler(const char *s)
{
	return strchr(s, '-') && !s[strspn(s, "-+| \t")];
}

/* ---- A line */

/* A step of a job has the job's number and a point before its own. */
static bool is_step(const char *number)
{
	static const char *const names[] = {"batch", "extern", "interactive", NULL};
	static const char digits[] = "0123456789";
	const char *point = strchr(number, '.');
	return point && strspn(number, "0123456789_+") == (size_t)(point - number) &&
	       (is_among(point + 1, names) || (point[1] && !point[1 + strspn(point + 1, digits)]));
}

/* What is written where a job has no hosts; squeue gives the reason in parentheses. */
static bool is_nowhere(const char *list)
{
	static const char *const words[] = {"None",   "None assigned", "assigned", "N/A",
	                                    "(null)", "Unknown",       "",         NULL};
	return is_among(list, words) || *list == '(';
}

/* PBS: without what stands behind each host, and with commas between them. */
static void take_hosts_of_pbs(char *list)
{
	char *to = list;
	for (; *list; list++) {
		if (*list == '/')
			list += strcspn(list, "+") - 1; /* to the end of the host's text */
		else
			*to++ = *list == '+' ? ',' : *list;
	}
	*to = '\0';
}

/* A head line whose fields have commas between them; a list of hosts has, too. */
static bool is_head_with_commas(const char *line)
{
	return !has_digit(line) && !strpbrk(line, blanks) && strchr(line, ',') &&
	       (strcasestr(line, "nodelist") || strcasestr(line, "jobid"));
}

/* The fields of a line, which has something. */
static struct fields split_line(const struct rg_job_columns *c, char *line)
{
	struct fields f = {.n = 0};
	if (strchr(line, '|'))
		split(&f, line, '|');
	else if (strchr(line, '"') || is_head_with_commas(line))
		split(&f, line, ',');
	else if (c->commas && c->list >= 0)
		split_by_head(&f, c, line);
	else
		split_words(&f, line);
	while (f.n > 1 && f.n > c->n && !*f.field[f.n - 1])
		f.n--; /* each line of sacct -p ends in a | */
	return f;
}

/* Which field is the list. Where a field of words has blanks, those behind it are counted wrong. */
static int list_of(const struct rg_job_columns *c, const struct fields *f)
{
	bool told = c->n && c->list >= 0 && f->n >= c->n;
	return told && (f->n == c->n || c->list < c->n - 1) ? c->list : f->n - 1;
}

enum rg_job_line rg_job_line_read(struct rg_job_columns *c, char *line, char **number, char **list)
{
	if (!strchr(line, '|'))
		line[strcspn(line, "#")] = '\0';
	line = trim(line);
	if (!*line || *line == '#' || is_ruler(line) || c->blind)
		return RG_JOB_NO_LINE;
	bool bars = strchr(line, '|');
	bool commas = is_head_with_commas(line) || (c->commas && c->list >= 0);
	struct fields f = split_line(c, line);
	if (is_head(c, &f, commas)) {
		c->blind = bars && c->list < 0;
		return c->blind ? RG_JOB_NO_LIST : RG_JOB_NO_LINE;
	}
	int at = list_of(c, &f), first = c->n && f.n == c->n ? c->number : 0;
	*list = f.field[at];
	*number = first >= 0 && first != at && *f.field[first] ? f.field[first] : NULL;
	if (*number && is_step(*number))
		return RG_JOB_STEP;
	if (is_nowhere(*list))
		return RG_JOB_NOWHERE;
	if (strchr(*list, '/'))
		take_hosts_of_pbs(*list);
	size_t n = strlen(*list);
	return n && (*list)[n - 1] == '+' ? RG_JOB_CUT : RG_JOB;
}
