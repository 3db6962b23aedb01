/* SPDX-License-Identifier: BSD-3-Clause
 * excerpts: which pieces of the embedded files the text of an algorithm is made of.
 */
#include "base/excerpts.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/embedded.h"

/* A piece of a file, or a header. */
struct piece {
	struct rg_excerpt text;
	bool taken;
};

/* What a template and the files that it includes have, each behind what it includes. */
struct pieces {
	struct piece *piece;
	size_t n, cap;
};

/* ---- Words of C */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Behind a comment, a string or a character that begins at s, or the next character. *inside: a
 * comment goes on in the next line. */
static const char *behind(const char *s, bool *inside)
{
	if (*inside || strncmp(s, "/*", 2) == 0) {
		const char *end = strstr(*inside ? s : s + 2, "*/");
		*inside = !end;
		return end ? end + 2 : s + strlen(s);
	}
	if (strncmp(s, "//", 2) == 0)
		return s + strlen(s);
	if (*s != '"' && *s != '\'')
		return s + 1;
	for (char quote = *s++; *s && *s != quote; s++)
		s += *s == '\\' && s[1];
	return *s ? s + 1 : s;
}

/* Does a word stand in the text, outside comments and strings? */
static bool has_word(const struct rg_excerpt *text, const char *word, size_t length)
{
	bool inside = false;

	for (int i = 0; i < text->lines; i++)
		for (const char *s = text->line[i]; *s;) {
			size_t n = 0;
			while (!inside && is_word(s[n]))
				n++;
			if (n == length && strncmp(s, word, n) == 0)
				return true;
			s = n ? s + n : behind(s, &inside);
		}
	return false;
}

/* The name that is defined by what begins in a line: the last word in front of its first bracket,
 * or of an initial value. NULL: no definition begins there. */
static const char *defined(const char *line, size_t *length)
{
	const char *end = line + strcspn(line, "({[=;");

	if (!isalpha((unsigned char)*line) || !*end)
		return NULL;
	while (end > line && !is_word(end[-1]))
		end--;
	*length = 0;
	while (end - *length > line && is_word(end[-1 - (ptrdiff_t)*length]))
		++*length;
	return end - *length;
}

/* Does one piece use another: does a name of it stand there? */
static bool uses(const struct rg_excerpt *text, const struct rg_excerpt *other)
{
	for (int i = 0; i < other->lines; i++) {
		size_t length;
		const char *name = defined(other->line[i], &length);
		if (name && has_word(text, name, length))
			return true;
	}
	return false;
}

/* Can what uses the text be found by names? Constants of an enumeration are not looked for. */
static bool has_name(const char *const *line, int lines)
{
	bool any = false;

	for (int i = 0; i < lines; i++) {
		size_t length;
		if (strncmp(line[i], "enum ", 5) == 0)
			return false;
		any |= defined(line[i], &length) != NULL;
	}
	return any;
}

/* ---- Pieces of a file */

/* The file that a line includes, into *length the length of its name; NULL: it includes none. */
static const char *included(const char *line, size_t *length)
{
	static const char include[] = "#include \"";

	if (strncmp(line, include, sizeof include - 1) != 0)
		return NULL;
	line += sizeof include - 1;
	*length = strcspn(line, "\"");
	return line;
}

/* Is the line for the preprocessor alone: which files there are, and how often they are read? */
static bool is_dropped(const char *line)
{
	size_t length;
	return included(line, &length) || strcmp(line, "#pragma once\n") == 0;
}

/* The lines that say something. */
static const char **lines_of(const char *const *line, int *lines)
{
	int n = 0;

	while (line[n])
		n++;
	const char **own = rg_alloc((size_t)n + 1, sizeof *own);
	for (*lines = 0; *line; line++)
		if (!is_dropped(*line))
			own[(*lines)++] = *line;
		else if (line[1] && line[1][0] == '\n')
			line++;
	return own;
}

/* How many lines the comment has that they begin with. */
static int comment_of(const char *const *line, int lines)
{
	int n = 0;

	if (!lines || strncmp(*line, "/*", 2) != 0)
		return 0;
	while (n < lines && !strstr(line[n], "*/"))
		n++;
	return n < lines ? n + 1 : n;
}

/* May a piece end with this line? Lines inside one begin with a blank or a tab. */
static bool ends_piece(const char *line)
{
	return *line == '}' || *line == '#' ||
	       (isalpha((unsigned char)*line) && strstr(line, ";\n"));
}

/* How many lines the piece has that they begin with. */
static int piece_of(const char *const *line, int lines)
{
	int n = 1;

	while (n < lines && !(line[n][0] == '\n' && ends_piece(line[n - 1])))
		n++;
	return n;
}

static void add_piece(struct pieces *p, const char *name, const char *const *line, int lines,
                      bool taken)
{
	const char **own = line ? rg_alloc((size_t)lines, sizeof *own) : NULL;

	if (own)
		memcpy(own, line, (size_t)lines * sizeof *own);
	p->piece = rg_grow(p->piece, p->n, &p->cap, sizeof *p->piece);
	p->piece[p->n++] = (struct piece){{rg_strdup(name), own, lines}, taken};
}

/* Of the template all pieces are taken, of a part those too that cannot be found by their names. */
static void add_pieces(struct pieces *p, const char *name, bool is_template)
{
	int lines;
	const char **all = lines_of(rg_embedded(name), &lines), **line = all;
	int head = comment_of(line, lines);

	if (!is_template && comment_of(line + head, lines - head))
		line += head;
	while (line < all + lines) {
		int n = piece_of(line, (int)(all + lines - line));
		add_piece(p, name, line, n, is_template || !has_name(line, n));
		for (line += n; line < all + lines && line[0][0] == '\n';)
			line++;
	}
	free(all);
}

static bool is_there(const struct pieces *p, const char *name)
{
	for (size_t i = 0; i < p->n; i++)
		if (strcmp(p->piece[i].text.name, name) == 0)
			return true;
	return false;
}

/* A file, behind what it includes. A header is taken. */
static void add_file(struct pieces *p, const char *name, bool is_template)
{
	const char *const *line = rg_embedded(name);

	if (is_there(p, name))
		return;
	if (!line) {
		add_piece(p, name, NULL, 0, true);
		return;
	}
	for (int i = 0; line[i]; i++) {
		size_t length;
		const char *other = included(line[i], &length);
		if (!other)
			continue;
		char *file = rg_strndup(other, length);
		add_file(p, file, false);
		free(file);
	}
	add_pieces(p, name, is_template);
}

/* Take what is used. A definition stands in front of its uses: so the last pieces come first. */
static void take(struct pieces *p)
{
	for (size_t i = p->n; i-- > 0;)
		for (size_t k = i; k-- > 0 && p->piece[i].taken;)
			p->piece[k].taken |= uses(&p->piece[i].text, &p->piece[k].text);
}

/* ---- All that an algorithm is made of */

size_t rg_excerpts_find(const struct rg_excerpts *p, const struct rg_excerpt *excerpt)
{
	size_t i = 0;

	while (i < p->n && (strcmp(p->excerpt[i].name, excerpt->name) != 0 ||
	                    (excerpt->line && p->excerpt[i].line[0] != excerpt->line[0])))
		i++;
	return i;
}

static void free_excerpt(struct rg_excerpt *excerpt)
{
	free(excerpt->name);
	free(excerpt->line);
}

void rg_excerpts_add(struct rg_excerpts *p, const char *template)
{
	struct pieces all = {0};

	add_file(&all, template, true);
	take(&all);
	for (size_t i = 0; i < all.n; i++) {
		struct rg_excerpt *text = &all.piece[i].text;
		if (!all.piece[i].taken || rg_excerpts_find(p, text) < p->n) {
			free_excerpt(text);
			continue;
		}
		p->excerpt = rg_grow(p->excerpt, p->n, &p->cap, sizeof *p->excerpt);
		p->excerpt[p->n++] = *text;
	}
	free(all.piece);
}

void rg_excerpts_free(struct rg_excerpts *p)
{
	for (size_t i = 0; i < p->n; i++)
		free_excerpt(&p->excerpt[i]);
	free(p->excerpt);
	*p = (struct rg_excerpts){0};
}
