/* SPDX-License-Identifier: BSD-3-Clause
 * excerpts: which embedded files the text of an algorithm is made of.
 */
#include "base/excerpts.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/embedded.h"

const char *rg_excerpt_included(const char *line, size_t *length)
{
	static const char include[] = "#include \"";

	if (strncmp(line, include, sizeof include - 1) != 0)
		return NULL;
	line += sizeof include - 1;
	*length = strcspn(line, "\"");
	return line;
}

/* What a file includes; returns how many lines it has. */
static int add_included(struct rg_excerpts *p, const char *const *line)
{
	int lines = 0;

	for (; line[lines]; lines++) {
		size_t length;
		const char *included = rg_excerpt_included(line[lines], &length);
		if (!included)
			continue;
		char *name = rg_strndup(included, length);
		rg_excerpts_add(p, name);
		free(name);
	}
	return lines;
}

size_t rg_excerpts_add(struct rg_excerpts *p, const char *name)
{
	struct rg_excerpt excerpt = {.line = rg_embedded(name)};

	for (size_t i = 0; i < p->n; i++)
		if (strcmp(p->excerpt[i].name, name) == 0)
			return i;
	if (excerpt.line)
		excerpt.lines = add_included(p, excerpt.line);
	excerpt.name = rg_strdup(name);
	p->excerpt = rg_grow(p->excerpt, p->n, &p->cap, sizeof *p->excerpt);
	p->excerpt[p->n] = excerpt;
	return p->n++;
}

void rg_excerpts_free(struct rg_excerpts *p)
{
	for (size_t i = 0; i < p->n; i++)
		free(p->excerpt[i].name);
	free(p->excerpt);
	*p = (struct rg_excerpts){0};
}
