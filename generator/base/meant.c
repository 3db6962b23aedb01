/* SPDX-License-Identifier: BSD-3-Clause
 * meant: which word was meant.
 */
#include "base/meant.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ringgen/edit_distance.h"

static const char between[] = ", ";

/* A shorter word is near to too many. */
enum { LEAST = 3 };

/* A word of n letters, with all the same that is the same here. */
static void fold(const char *word, size_t n, char folded[RG_EDIT_LONGEST + 1])
{
	for (size_t i = 0; i < n; i++)
		folded[i] = word[i] == '_' ? '-' : (char)tolower((unsigned char)word[i]);
	folded[n] = '\0';
}

/* The slips that a word would be, as far as that is near; else -1. */
static int slips_to(const char *word, size_t n, const char *other, size_t m)
{
	char typed[RG_EDIT_LONGEST + 1], meant[RG_EDIT_LONGEST + 1];
	int most = n < 6 ? 1 : (int)n / 3;
	if (n < LEAST || n > RG_EDIT_LONGEST || m > RG_EDIT_LONGEST)
		return -1;
	fold(word, n, typed);
	fold(other, m, meant);
	int slips = rg_edit_distance(typed, n, meant);
	if (slips <= most)
		return slips;
	return strncmp(typed, meant, n) == 0 ? most : -1; /* it is the begin */
}

/* The next word of a text, from *at on, and its length; NULL: there is none. */
static const char *next_word(const char **at, size_t *length)
{
	const char *word = *at + strspn(*at, between);
	*length = strcspn(word, between);
	*at = word + *length;
	return *length ? word : NULL;
}

int rg_is_word(const char *word, size_t n, const char *words)
{
	size_t m;
	for (const char *w; (w = next_word(&words, &m));)
		if (m == n && strncmp(w, word, n) == 0)
			return true;
	return false;
}

const char *rg_nearest(const char *word, size_t n, const char *words, size_t *length)
{
	const char *found = NULL;
	int fewest = RG_EDIT_LONGEST;
	size_t m;
	for (const char *w; (w = next_word(&words, &m));) {
		int slips = slips_to(word, n, w, m);
		if (slips < 0 || slips >= fewest)
			continue;
		fewest = slips;
		found = w;
		*length = m;
	}
	return found;
}

const char *rg_nearest_hint(char *buf, size_t room, const char *before, const char *typed,
                            const char *words)
{
	size_t n, m;
	const char *word = next_word(&typed, &n), *meant;
	while (word && rg_is_word(word, n, words))
		word = next_word(&typed, &n);
	meant = word ? rg_nearest(word, n, words, &m) : NULL;
	*buf = '\0';
	if (meant)
		snprintf(buf, room, " (did you mean %s%.*s?)", before, (int)m, meant);
	return buf;
}
