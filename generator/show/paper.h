/* SPDX-License-Identifier: BSD-3-Clause
 * paper: what pictures are drawn on, and the words on it, as SVG: no script, no style sheet,
 * nothing from outside.
 */
#ifndef RG_PAPER_H
#define RG_PAPER_H

#include <stddef.h>

#include "base/text.h"
#include "show/colours.h"

#define RG_LETTER 0.6 /* the width of a letter, in heights: a guess, fonts differ */

/* Names longer than this are cut; in the picture of a tree the whole name is in the tooltip. */
enum { RG_NAME_MOST = 32 };

/* What XML would take for markup is escaped, and what it cannot have is dropped; longer text is
 * cut. */
void rg_add_escaped(struct rg_text *out, const char *s, size_t most);

/* Words, broken between them into lines of at most so many letters, which are `step` apart: within
 * a <text> at x = 0. A longer word has a line of its own, and is cut. Returns how many lines. */
int rg_add_lines(struct rg_text *out, const char *words, int letters, double step);

/* An empty sheet from x, y on, and the end of what is drawn on it. */
void rg_paper_begin(struct rg_text *out, const char *title, const struct rg_colours *colours,
                    double x, double y, double w, double h);
void rg_paper_end(struct rg_text *out);

#endif
