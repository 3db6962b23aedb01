/* SPDX-License-Identifier: BSD-3-Clause
 * encoding: is the text of an XML file UTF-8? That is all that is promised, and what a parser makes
 * of the other encodings that it knows is nothing to rely on.
 */
#ifndef RG_ENCODING_H
#define RG_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/utf8.h"

enum { RG_ENCODING_BEGIN = 4096 }; /* bytes in which an XML declaration has to end */

struct rg_encoding { /* zero it to begin */
	int line;    /* of the byte that is looked at, from 1 */
	bool begun, ascii;
	struct rg_utf8 character;
	char wrong[160]; /* why the text is refused */
};

/* Look at the next n bytes of the text, the first time at RG_ENCODING_BEGIN or all of them. Returns
 * how many of them a parser may have: n, or fewer, and `wrong` says what is wrong at `line`.
 * Refused are a declared encoding other than UTF-8 and US-ASCII, the marks of others, bytes that
 * are not of the encoding, and NUL. A character that is cut off at the end is for the parser to
 * report. */
size_t rg_encoding_check(struct rg_encoding *e, const char *s, size_t n);

#endif
