/* SPDX-License-Identifier: BSD-3-Clause
 * text_lines: the lines of a text file from elsewhere.
 */
#include "import/text_lines.h"

#include <errno.h>
#include <string.h>

#include "base/input.h"

enum {
	LARGEST_FILE = 1 << 30,
	MISTAKES = 20, /* after which nobody needs more */
};

const char *rg_text_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

/* All lines of a text; returns the number of the last one that was looked at. */
static int each_line(char *s, char comment, void line(char *s, int number, void *data), void *data,
                     const struct rg_diag *d)
{
	int number = 0, before = d->errors;
	for (char *next; *s && d->errors < before + MISTAKES; s = next) {
		size_t n = strcspn(s, "\n");
		next = s + n + (s[n] != '\0');
		s[n] = '\0';
		if (n && s[n - 1] == '\r')
			s[n - 1] = '\0';
		char *end = comment ? strchr(s, comment) : NULL;
		if (end)
			*end = '\0';
		line(s, ++number, data);
	}
	return number;
}

int rg_text_lines(const char *path, char comment, void line(char *s, int number, void *data),
                  void *data, struct rg_diag *d)
{
	struct rg_text text = {0};
	const char *why, *file = rg_text_name(path);
	FILE *from = rg_input_open(path, RG_GIVEN, &why);
	int before = d->errors;
	if (!from || rg_input_read(from, LARGEST_FILE, &text) < 0) {
		rg_error(d, file, 0, "cannot read: %s", from ? strerror(errno) : why);
	} else if (text.len && strlen(text.s) != text.len) {
		rg_error(d, file, 0, "has a NUL byte: not a text file");
	} else if (text.len) {
		size_t mark = rg_input_mark(text.s, text.len);
		int last = each_line(text.s + mark, comment, line, data, d);
		if (d->errors >= before + MISTAKES)
			rg_error(d, file, last, "the lines after this one are not looked at");
	}
	if (from)
		rg_input_close(from);
	rg_text_free(&text);
	return d->errors == before ? 0 : -1;
}

bool rg_text_whole(const char *path, size_t most, struct rg_text *text, struct rg_diag *d)
{
	const char *why, *file = rg_text_name(path);
	FILE *from = rg_input_open(path, RG_GIVEN, &why);
	int before = d->errors;
	if (!from || rg_input_read(from, most, text) < 0)
		rg_error(d, file, 0, "cannot read: %s", from ? strerror(errno) : why);
	else if (!text->len)
		rg_error(d, file, 0, "is empty");
	if (from)
		rg_input_close(from);
	return d->errors == before;
}
