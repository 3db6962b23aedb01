/* SPDX-License-Identifier: BSD-3-Clause
 * format: C text as clang-format has it, so that what is emitted stays as it is when somebody
 * formats it. The names in a template are replaced by longer or shorter ones: its lines have to be
 * broken anew.
 */
#ifndef RG_FORMAT_H
#define RG_FORMAT_H

#include "base/text.h"

/* A string literal. */
void rg_format_string(struct rg_text *out, const char *s);

/* In upper case. */
void rg_format_upper(struct rg_text *out, const char *s);

/* A line with a call or a prototype "head(a, b, c)tail": broken after commas, the rest aligned
 * behind the parenthesis. */
void rg_format_call(struct rg_text *out, const char *line);

/* The inside of a comment: lines that begin with " *", broken at blanks. A newline in the text
 * begins a new line. The two characters that would end the comment are changed. */
void rg_format_comment(struct rg_text *out, const char *s);

/* The rows of a table, "item // comment\n" each: indented, the comments in one column. Around rows
 * that are too wide clang-format is told to let them be. */
void rg_format_rows(struct rg_text *out, const struct rg_text *rows);

/* The n items of an array, as many to a row as fit, in columns. They are freed, and so is the list.
 * A comment behind each row counts them: "rank 0 to 7", where `what` is "rank ". */
void rg_format_items(struct rg_text *out, char **item, int n, const char *what);

/* The same of numbers. */
void rg_format_numbers(struct rg_text *out, const int *number, int n, const char *what);

#endif
