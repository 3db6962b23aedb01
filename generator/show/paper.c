/* SPDX-License-Identifier: BSD-3-Clause
 * paper: what pictures are drawn on, and the words on it.
 */
#include "show/paper.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/xml_text.h"

#define FONT "Helvetica, Arial, 'DejaVu Sans', sans-serif"

void rg_add_escaped(struct rg_text *out, const char *s, size_t most)
{
	size_t n = strlen(s), cut = n > most ? most - 1 : n;
	struct rg_text shown = {0};

	while (cut < n && (s[cut] & 0xc0) == 0x80) /* not within a UTF-8 sequence */
		cut--;
	rg_text_add(&shown, "");
	for (size_t i = 0; i < cut; i++)
		if ((unsigned char)s[i] >= ' ')
			rg_text_addn(&shown, s + i, 1);
	rg_xml_text(out, shown.s);
	rg_text_free(&shown);
	if (cut < n)
		rg_text_add(out, "…");
}

/* Where the line that begins there ends: before a blank, if one is near enough. */
static size_t line_end(const char *s, size_t letters)
{
	size_t n = strlen(s), end = letters;

	if (n <= letters)
		return n;
	while (end > 0 && s[end] != ' ')
		end--;
	return end > 0 ? end : strcspn(s, " ");
}

int rg_add_lines(struct rg_text *out, const char *words, int letters, double step)
{
	int lines = 0;

	if (strlen(words) <= (size_t)letters) {
		rg_add_escaped(out, words, SIZE_MAX);
		return 1;
	}
	do {
		size_t n = line_end(words, (size_t)letters);
		char *line = rg_strndup(words, n);
		rg_textf(out, "<tspan x=\"0\" dy=\"%.1f\">", lines++ ? step : 0.0);
		rg_add_escaped(out, line, (size_t)letters);
		rg_text_add(out, "</tspan>");
		free(line);
		words += n + (words[n] == ' ');
	} while (*words);
	return lines;
}

void rg_paper_begin(struct rg_text *out, const char *title, const struct rg_colours *colours,
                    double x, double y, double w, double h)
{
	rg_textf(out,
	         "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%.0f\" "
	         "height=\"%.0f\" viewBox=\"%.1f %.1f %.1f %.1f\" font-family=\"%s\">\n<title>",
	         w, h, x, y, w, h, FONT);
	rg_add_escaped(out, title, SIZE_MAX);
	rg_textf(out,
	         "</title>\n<rect x=\"%.1f\" y=\"%.1f\" width=\"100%%\" height=\"100%%\" "
	         "fill=\"%s\"/>\n",
	         x, y, colours->paper);
}

void rg_paper_end(struct rg_text *out)
{
	rg_text_add(out, "</svg>\n");
}
