/* SPDX-License-Identifier: BSD-3-Clause
 * nearest: which word was meant. The distance is that of optimal string alignment: Damerau, "A
 * technique for computer detection and correction of spelling errors" (1964), where no letters are
 * changed twice.
 */
#include "base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char between[] = ", ";

enum {
	LONGEST = 64, /* no word has more characters: a longer one has no near one */
	LEAST = 3     /* a shorter one is near to too many */
};

static int letter(char c)
{
	return c == '_' ? '-' : tolower((unsigned char)c);
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* The slips between two words, by the rows of the table: that of a's first i letters, and the two
 * before it. */
static int count_slips(const char *a, size_t n, const char *b, size_t m)
{
	int rows[3][LONGEST + 1];
	for (size_t k = 0; k <= m; k++)
		rows[0][k] = (int)k;
	for (size_t i = 1; i <= n; i++) {
		int *now = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
		now[0] = (int)i;
		for (size_t k = 1; k <= m; k++) {
			int x = letter(a[i - 1]), y = letter(b[k - 1]);
			now[k] = least(least(last[k], now[k - 1]) + 1, last[k - 1] + (x != y));
			if (i > 1 && k > 1 && x == letter(b[k - 2]) && y == letter(a[i - 2]))
				now[k] = least(now[k], before[k - 2] + 1);
		}
	}
	return rows[n % 3][m];
}

/* The slips that a word would be, as far as that is near; else -1. */
static int slips_to(const char *word, size_t n, const char *other, size_t m)
{
	int most = n < 6 ? 1 : (int)n / 3;
	if (n < LEAST || n > LONGEST || m > LONGEST)
		return -1;
	int slips = count_slips(word, n, other, m);
	if (slips <= most)
		return slips;
	return m > n && count_slips(word, n, other, n) == 0 ? most : -1;
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
	int fewest = LONGEST;
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
