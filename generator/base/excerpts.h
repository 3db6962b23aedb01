/* SPDX-License-Identifier: BSD-3-Clause
 * excerpts: which pieces of the embedded files the text of an algorithm is made of.
 *
 * A template is taken whole. What it includes are headers, which stay headers, and parts, files of
 * which only those pieces are taken that are used: a piece is a function or a structure, with the
 * comment in front of it, up to the next empty line outside. It is used if one of the names that it
 * defines stands in a piece that is taken, outside comments and strings; enumerations and macros
 * are taken in any case. Where the first piece of a part has a comment of its own, that at the head
 * is of the file, and is left out.
 */
#ifndef RG_EXCERPTS_H
#define RG_EXCERPTS_H

#include <stddef.h>

struct rg_excerpt {
	char *name;        /* of the file, as it is included */
	const char **line; /* [lines]; NULL: a header of libringgen, which stays one */
	int lines;
};

struct rg_excerpts {                /* zero it to begin */
	struct rg_excerpt *excerpt; /* [n], each behind what it uses */
	size_t n, cap;
};

/* Add what a template is made of; what is there already stays where it is. */
void rg_excerpts_add(struct rg_excerpts *p, const char *template);

/* The number of an excerpt of another list in this one; n: it is not there. */
size_t rg_excerpts_find(const struct rg_excerpts *p, const struct rg_excerpt *excerpt);

void rg_excerpts_free(struct rg_excerpts *p);

#endif
