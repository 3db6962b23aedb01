/* SPDX-License-Identifier: BSD-3-Clause
 * A selection: the list of words that says which collectives are to be ours.
 */
#include "mpi/selection.h"
#include "ringgen/fnv.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- Reading */

static void set_all(struct rg_selection *w, int64_t from)
{
	for (int i = 0; i < RG_COLLECTIVES; i++)
		w->from[i] = from;
}

/* A word, without the blanks around it. */
struct word {
	const char *text;
	size_t length;
};

static bool is(struct word word, const char *text)
{
	return word.length == strlen(text) && !strncasecmp(word.text, text, word.length);
}

/* The word that begins here; *at is then behind it and its comma. */
static struct word next_word(const char **at)
{
	struct word word = {*at, strcspn(*at, ",")};

	*at += word.length;
	*at += **at == ',';
	for (; word.length && isspace((unsigned char)*word.text); word.length--)
		word.text++;
	while (word.length && isspace((unsigned char)word.text[word.length - 1]))
		word.length--;
	return word;
}

/* 4096, 64K, 64KiB, 1M ...; -1: it is no such thing. */
static int64_t read_bytes(struct word word)
{
	static const char *const units[] = {"", "K", "M", "G", "B", "KiB", "MiB", "GiB"};
	const int64_t most = INT64_C(1) << 32; /* so that no unit makes it overflow */
	int64_t bytes = 0;
	size_t digits = 0;

	for (; digits < word.length && isdigit((unsigned char)word.text[digits]); digits++) {
		bytes = 10 * bytes + (word.text[digits] - '0');
		if (bytes > most)
			return -1;
	}
	struct word unit = {word.text + digits, word.length - digits};
	for (int i = 0; digits && i < 8; i++)
		if (is(unit, units[i]))
			return bytes << 10 * (i % 4);
	return -1;
}

/* NAME or NAME:BYTES. False: the word is neither; how many bytes an irregular collective has not
 * all ranks know. */
static bool read_name(struct word word, int64_t from[RG_COLLECTIVES])
{
	const char *colon = memchr(word.text, ':', word.length);
	struct word name = {word.text, colon ? (size_t)(colon - word.text) : word.length};
	int64_t bytes = 0;

	if (colon)
		bytes = read_bytes((struct word){colon + 1, word.length - name.length - 1});
	for (int i = 0; i < RG_COLLECTIVES && bytes >= 0; i++)
		if (is(name, rg_collectives[i].name)) {
			if (colon && rg_hides_size((enum rg_collective)i))
				return false;
			from[i] = bytes;
			return true;
		}
	return false;
}

/* Before the first word that names collectives, all collectives are ours; from that word on only
 * those that are named. */
const char *rg_selection_read(const char *list, struct rg_selection *w, int *length)
{
	const char *wrong = NULL;
	bool chosen = false;

	*w = (struct rg_selection){.prepare = false};
	set_all(w, -1);
	for (const char *at = list; *at;) {
		struct word word = next_word(&at);
		if (!word.length)
			continue;
		if (is(word, "prepare")) {
			w->prepare = true;
			continue;
		}
		chosen = true;
		if (is(word, "on")) {
			set_all(w, 0);
		} else if (is(word, "off") || is(word, "native")) {
			set_all(w, -1);
		} else if (!read_name(word, w->from) && !wrong) {
			wrong = word.text;
			*length = (int)word.length;
		}
	}
	if (!chosen)
		set_all(w, 0);
	return wrong;
}

/* ---- Use */

int rg_selection_hash(const struct rg_selection *w)
{
	uint64_t hash = RG_FNV_EMPTY;

	for (int i = 0; i < RG_COLLECTIVES; i++)
		hash = rg_fnv(hash, (uint64_t)w->from[i]);
	hash = rg_fnv(hash, (uint64_t)(w->prepare + 2 * w->mixed));
	return (int)(hash >> 33);
}

bool rg_selection_any(const struct rg_selection *w)
{
	for (int i = 0; i < RG_COLLECTIVES; i++)
		if (w->from[i] >= 0)
			return true;
	return false;
}

enum rg_reason rg_selection_allows(const struct rg_selection *w, enum rg_collective which,
                                   int64_t bytes)
{
	if (w->mixed)
		return RG_MIXED_SELECTION;
	if (w->from[which] < 0)
		return RG_NOT_SELECTED;
	return bytes < w->from[which] ? RG_TOO_SHORT : RG_OURS;
}
