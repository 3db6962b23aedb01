/* SPDX-License-Identifier: BSD-3-Clause
 * utf8: is a text UTF-8?
 */
#include "base/utf8.h"

/* The first byte of a character: how many follow, and which the first of them may be. False: none
 * begins so. */
static bool begin_character(struct rg_utf8 *u, unsigned char c)
{
	u->low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
	u->high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
	u->left = c < 0x80 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
	return c < 0x80 || (c >= 0xc2 && c <= 0xf4);
}

bool rg_utf8_take(struct rg_utf8 *u, unsigned char c)
{
	if (!u->left)
		return begin_character(u, c);
	if (c < u->low || c > u->high)
		return false;
	u->left--;
	u->low = 0x80;
	u->high = 0xbf;
	return true;
}

size_t rg_utf8_character(const char *s)
{
	struct rg_utf8 u = {0};
	size_t n = 0;

	do {
		if (!rg_utf8_take(&u, (unsigned char)s[n++]))
			return 0;
	} while (u.left);
	return n;
}
