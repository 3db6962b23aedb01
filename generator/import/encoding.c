/* SPDX-License-Identifier: BSD-3-Clause
 * encoding: is the text of an XML file UTF-8?
 */
#include "import/encoding.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/input.h"

static const char blanks[] = " \t\r\n";

static void refuse(struct rg_encoding *e, const char *name)
{
	snprintf(e->wrong, sizeof(e->wrong),
	         "the encoding is %.40s: only UTF-8 is read (try iconv -f %.40s -t UTF-8)", name,
	         name);
}

/* The value, in quotes, of what begins behind the word `encoding` at s; false: it is not one. */
static bool take_value(const char *s, char *value, size_t room)
{
	char quote;
	size_t n;

	s += strspn(s, blanks);
	if (*s++ != '=')
		return false;
	s += strspn(s, blanks);
	quote = *s++;
	if (quote != '"' && quote != '\'')
		return false;
	n = strcspn(s, (char[]){quote, 0});
	snprintf(value, room, "%.*s", (int)n, s);
	return true;
}

/* Look at what the XML declaration says. */
static void check_declaration(struct rg_encoding *e, const char *declaration)
{
	char value[40];

	for (const char *s = declaration; (s = strstr(s, "encoding"));) {
		s += strlen("encoding");
		if (!take_value(s, value, sizeof(value)))
			continue;
		e->ascii = strcasecmp(value, "US-ASCII") == 0 || strcasecmp(value, "ASCII") == 0;
		if (!e->ascii && strcasecmp(value, "UTF-8") != 0 && strcasecmp(value, "UTF8") != 0)
			refuse(e, value);
	}
}

/* Which encoding of several bytes a character the text begins in, by its mark or by the zeros
 * beside its first '<'; NULL: in none. */
static const char *wide_name(const char *s, size_t n)
{
	int zeros = 0;
	bool mark = n >= 4 && (memcmp(s, "\xff\xfe", 2) == 0 || memcmp(s, "\xfe\xff", 2) == 0 ||
	                       memcmp(s, "\0\0\xfe\xff", 4) == 0);

	for (size_t i = 0; i < 4 && n >= 4; i++)
		zeros += !s[i];
	if (!mark && (!zeros || !memchr(s, '<', 4)))
		return NULL;
	return zeros > (mark ? 1 : 2) ? "UTF-32" : "UTF-16";
}

/* The beginning of the text: marks, and the declaration. */
static void check_begin(struct rg_encoding *e, const char *s, size_t n)
{
	char declaration[RG_ENCODING_BEGIN + 1];
	const char *end;

	e->begun = true;
	e->line = 1;
	if (wide_name(s, n))
		refuse(e, wide_name(s, n));
	s += rg_input_mark(s, n);
	n -= rg_input_mark(s, n);
	if (e->wrong[0] || n < 6 || memcmp(s, "<?xml", 5) != 0 || !strchr(blanks, s[5]))
		return;
	n = n < RG_ENCODING_BEGIN ? n : RG_ENCODING_BEGIN;
	end = memmem(s, n, "?>", 2);
	if (!end && n == RG_ENCODING_BEGIN) {
		snprintf(e->wrong, sizeof(e->wrong), "the XML declaration has no end");
		return;
	}
	n = end ? (size_t)(end - s) : n;
	memcpy(declaration, s, n);
	declaration[n] = 0;
	check_declaration(e, declaration);
}

size_t rg_encoding_check(struct rg_encoding *e, const char *s, size_t n)
{
	if (!e->begun)
		check_begin(e, s, n);
	for (size_t i = 0; i < n && !e->wrong[0]; i++) {
		unsigned char c = (unsigned char)s[i];

		if (!c)
			snprintf(e->wrong, sizeof(e->wrong), "a NUL byte: not a text file");
		else if (!rg_utf8_take(&e->character, c) || (e->ascii && c >= 0x80))
			snprintf(e->wrong, sizeof(e->wrong), "the byte 0x%02x is not %s here", c,
			         e->ascii ? "US-ASCII" : "UTF-8");
		if (e->wrong[0])
			return i;
		e->line += c == '\n';
	}
	return e->wrong[0] ? 0 : n;
}
