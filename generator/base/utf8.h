/* SPDX-License-Identifier: BSD-3-Clause
 * utf8: is a text UTF-8? Neither library that is used here says so: xmlCheckUTF8 of libxml2 2.9 and
 * the check of json-c 0.16 look at how many bytes follow, and take forms that are longer than need
 * be, surrogates and what is beyond U+10FFFF, which other readers of a file refuse. mbrtowc depends
 * on the locale.
 */
#ifndef RG_UTF8_H
#define RG_UTF8_H

#include <stdbool.h>
#include <stddef.h>

struct rg_utf8 { /* zero it to begin; of a character: bytes to come, what the next may be */
	unsigned char left, low, high;
};

/* The next byte of a text; false: it cannot stand here. */
bool rg_utf8_take(struct rg_utf8 *u, unsigned char c);

/* Bytes of the character at s, a text that ends with a 0; 0: it is none. */
size_t rg_utf8_character(const char *s);

#endif
