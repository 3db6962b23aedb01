/* SPDX-License-Identifier: BSD-3-Clause
 * batch_lines: the lines of hosts that batch systems write.
 */
#include "import/batch_lines.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 3, LENGTH = 64 /* of a word; what is longer is none of these */ };

/* The first words of a line; returns how many there are in all. */
static int look_ahead(const char *rest, char word[WORDS][LENGTH])
{
	int n = 0;
	for (size_t k; *(rest += strspn(rest, " \t")); rest += k, n++) {
		k = strcspn(rest, " \t");
		if (n < WORDS)
			snprintf(word[n], LENGTH, "%.*s", k < LENGTH ? (int)k : LENGTH - 1, rest);
	}
	return n;
}

static bool has_only(const char *s, const char *characters)
{
	return *s && !s[strspn(s, characters)];
}

enum rg_batch rg_batch_line(const char *rest, bool affinity)
{
	static const char digits[] = "0123456789";
	char word[WORDS][LENGTH] = {{0}};
	int n = look_ahead(rest, word);
	if (!has_only(word[0], "0123456789,-"))
		return RG_BATCH_NONE;
	if (affinity || !has_only(word[0], digits) ||
	    (n == 3 && has_only(word[1], digits) && has_only(word[2], digits)))
		return RG_BATCH_RANK;
	if (n == 3 && strchr(word[1], '@'))
		return RG_BATCH_RANKS;
	return n > 1 && !has_only(word[1], digits) ? RG_BATCH_PAIRS : RG_BATCH_DOUBT;
}
