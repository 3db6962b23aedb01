/* SPDX-License-Identifier: BSD-3-Clause
 * excerpts: which embedded files the text of an algorithm is made of.
 */
#ifndef RG_EXCERPTS_H
#define RG_EXCERPTS_H

#include <stddef.h>

struct rg_excerpt {
	char *name;              /* as it is included */
	const char *const *line; /* NULL: a header of libringgen, which stays one */
	int lines;
};

struct rg_excerpts {                /* zero it to begin */
	struct rg_excerpt *excerpt; /* [n], each behind what it includes */
	size_t n, cap;
};

/* The file that a line includes, into *length the length of its name; NULL: it includes none. */
const char *rg_excerpt_included(const char *line, size_t *length);

/* Add a file with what it includes; what is there already stays where it is. Returns its number. */
size_t rg_excerpts_add(struct rg_excerpts *p, const char *name);

void rg_excerpts_free(struct rg_excerpts *p);

#endif
