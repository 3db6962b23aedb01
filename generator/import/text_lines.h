/* SPDX-License-Identifier: BSD-3-Clause
 * text_lines: the lines of a text file from elsewhere.
 */
#ifndef RG_TEXT_LINES_H
#define RG_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/text.h"

/* Call `line` with each line of the file ("-": standard input), its number from 1 on and `data`;
 * without its end and, behind `comment` (0: there are none), what stands there. It may change the
 * line. After MISTAKES errors of its own the rest is not looked at. Returns 0, or -1 after
 * reporting errors. */
int rg_text_lines(const char *path, char comment, void line(char *s, int number, void *data),
                  void *data, struct rg_diag *d);

/* Add the whole file to text. False after reporting errors; a file of nothing is one. */
bool rg_text_whole(const char *path, size_t most, struct rg_text *text, struct rg_diag *d);

/* The file as messages call it. */
const char *rg_text_name(const char *path);

#endif
