/* SPDX-License-Identifier: BSD-3-Clause
 * meant: which word was meant by one that is not known. ringgen and the programs beside it, which
 * are compiled with this file, ask here.
 */
#ifndef RG_MEANT_H
#define RG_MEANT_H

#include <stddef.h>

/* Words stand in one text, with blanks or commas between them. Upper and lower case are the same
 * here, and so are - and _. */

/* Is the word of n characters among them, letter by letter? */
int rg_is_word(const char *word, size_t n, const char *words);

/* The one of the words that the word of n characters is most likely a slip of, *length characters;
 * of several the first. Near is what takes few slips (a letter more, less, another, or two
 * exchanged: one for every three letters, at least one), and of which three letters or more are the
 * begin. NULL: none is near. */
const char *rg_nearest(const char *word, size_t n, const char *words, size_t *length);

/* " (did you mean --order?)" for the first word of the list `typed` that is none of the words;
 * `before` ("--", or "") stands in front of the word. "" where none is near, or all are known. It
 * is written to buf, which should have room for RG_HINT. */
enum { RG_HINT = 128 };
const char *rg_nearest_hint(char *buf, size_t room, const char *before, const char *typed,
                            const char *words);

#endif
