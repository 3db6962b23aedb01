/* SPDX-License-Identifier: BSD-3-Clause
 * format: C text as clang-format has it.
 */
#include "emit/format.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* As .clang-format says. */
enum { COLUMNS = 100, TAB = 8 };

/* ---- Words and lines */

void rg_format_string(struct rg_text *out, const char *s)
{
	rg_text_add(out, "\"");
	for (; *s; s++)
		if (*s == '"' || *s == '\\' || *s == '?')
			rg_textf(out, "\\%c", *s);
		else
			rg_textf(out, "%c", *s);
	rg_text_add(out, "\"");
}

void rg_format_upper(struct rg_text *out, const char *s)
{
	for (; *s; s++)
		rg_textf(out, "%c", toupper((unsigned char)*s));
}

void rg_format_call(struct rg_text *out, const char *line)
{
	size_t tabs = strspn(line, "\t"), column = tabs * TAB, align = column;
	const char *open = strchr(line, '(');
	align += open ? (size_t)(open - line) - tabs + 1 : 0;
	rg_text_addn(out, line, tabs);
	for (const char *s = line + tabs; *s;) {
		const char *comma = strstr(s, ", ");
		size_t n = comma ? (size_t)(comma - s) + 1 : strcspn(s, "\n");
		if (column > align && column + 1 + n > COLUMNS) {
			rg_textf(out, "\n%.*s%*s", (int)tabs, "\t\t\t\t", (int)(align - tabs * TAB),
			         "");
			column = align;
		} else if (s > line + tabs) {
			rg_text_add(out, " ");
			column++;
		}
		rg_text_addn(out, s, n);
		column += n;
		s += n + (comma ? 1 : s[n] == '\n');
	}
	rg_text_add(out, "\n");
}

void rg_format_comment(struct rg_text *out, const char *s)
{
	size_t column = 2;
	rg_text_add(out, " *");
	for (; *s; s += *s == ' ') {
		if (*s == '\n') {
			rg_text_add(out, *++s ? "\n *" : "\n");
			column = 2;
			continue;
		}
		size_t n = strcspn(s, " \n");
		if (column > 2 && column + 1 + n > COLUMNS) {
			rg_text_add(out, "\n *");
			column = 2;
		}
		rg_text_add(out, " ");
		for (size_t i = 0; i < n; i++)
			rg_text_addn(out, s[i] == '/' && i && s[i - 1] == '*' ? "|" : s + i, 1);
		column += 1 + n;
		s += n;
	}
}

void rg_format_rows(struct rg_text *out, const struct rg_text *rows)
{
	size_t width = 0, comments = 0;
	for (const char *row = rows->s; row && *row; row = strchr(row, '\n') + 1) {
		size_t n = (size_t)(strstr(row, "//") - row), all = strcspn(row, "\n");
		width = n > width ? n : width;
		comments = all - n > comments ? all - n : comments;
	}
	bool wide = TAB + width + comments > COLUMNS;
	if (wide)
		rg_text_add(out, "\t/* clang-format off */\n");
	for (const char *row = rows->s; row && *row; row = strchr(row, '\n') + 1) {
		const char *comment = strstr(row, "//");
		rg_textf(out, "\t%-*.*s%.*s", (int)width, (int)(comment - row), row,
		         (int)(strchr(row, '\n') + 1 - comment), comment);
	}
	if (wide)
		rg_text_add(out, "\t/* clang-format on */\n");
}

/* ---- Many short items to a row */

enum { IN_A_ROW = 16 };

/* How wide each of so many columns is, with its comma. */
static void widths_of(char *const *item, int n, int columns, int width[IN_A_ROW])
{
	memset(width, 0, IN_A_ROW * sizeof *width);
	for (int i = 0; i < n; i++) {
		int w = (int)strlen(item[i]) + 1;
		width[i % columns] = w > width[i % columns] ? w : width[i % columns];
	}
}

/* The most columns, a power of two, that leave room for a comment. */
static int columns_for(char *const *item, int n, int room, int width[IN_A_ROW])
{
	for (int columns = IN_A_ROW;; columns /= 2) {
		int all = TAB + columns + room;
		widths_of(item, n, columns, width);
		for (int i = 0; i < columns; i++)
			all += width[i];
		if (all <= COLUMNS || columns == 1)
			return columns;
	}
}

void rg_format_items(struct rg_text *out, char **item, int n, const char *what)
{
	int width[IN_A_ROW], columns = columns_for(item, n, 24 + (int)strlen(what), width);
	for (int i = 0; i < n; i += columns) {
		int last = i + columns < n ? i + columns - 1 : n - 1, pad = 0;
		rg_text_add(out, "\t");
		for (int k = i; k <= last; k++) {
			rg_textf(out, "%*s%s%s,", pad, "", k > i ? " " : "", item[k]);
			pad = width[k - i] - (int)strlen(item[k]) - 1;
		}
		for (int k = last - i + 1; k < columns && n > columns; k++)
			pad += width[k] + 1;
		rg_textf(out, "%*s // %s%d", n > columns ? pad : 0, "", what, i);
		if (last > i)
			rg_textf(out, " to %d", last);
		rg_text_add(out, "\n");
	}
	for (int i = 0; i < n; i++)
		free(item[i]);
	free(item);
}

void rg_format_numbers(struct rg_text *out, const int *number, int n, const char *what)
{
	char **item = rg_alloc((size_t)n, sizeof *item);
	for (int i = 0; i < n; i++) {
		struct rg_text text = {0};
		rg_textf(&text, "%d", number[i]);
		item[i] = text.s;
	}
	rg_format_items(out, item, n, what);
}
