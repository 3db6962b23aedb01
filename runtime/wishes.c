/* SPDX-License-Identifier: BSD-3-Clause
 * What is wished of a communicator's collectives.
 *
 * MPI libraries drop info keys that they do not know. So whoever takes over the routines that
 * bring them keeps the list in an attribute, which MPI copies to duplicates as it copies hints.
 */
#include "wishes.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const struct rg_cluster *rg_bound;

/* What rg_first is asked of an info's wrong word; it is told of no cluster. */
enum { WRONG_WORD = 0 };

static const char *const names[RG_COLLECTIVES] = {
	[RG_ALLREDUCE] = "allreduce",
	[RG_ALLGATHER] = "allgather",
	[RG_ALLGATHERV] = "allgatherv",
	[RG_REDUCE_SCATTER] = "reduce_scatter",
	[RG_REDUCE_SCATTER_BLOCK] = "reduce_scatter_block",
};

/* ---- Reading */

static void set_all(struct rg_wish *w, int64_t from)
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

/* NAME or NAME:BYTES. False: the word is neither. */
static bool read_name(struct word word, int64_t from[RG_COLLECTIVES])
{
	const char *colon = memchr(word.text, ':', word.length);
	struct word name = {word.text, colon ? (size_t)(colon - word.text) : word.length};
	int64_t bytes = 0;

	if (colon)
		bytes = read_bytes((struct word){colon + 1, word.length - name.length - 1});
	for (int i = 0; i < RG_COLLECTIVES && bytes >= 0; i++)
		if (is(name, names[i])) {
			from[i] = bytes;
			return true;
		}
	return false;
}

/* The first word that says which are ours ends the state in which all are. */
const char *rg_wish_read(const char *list, struct rg_wish *w, int *length)
{
	const char *wrong = NULL;
	bool chosen = false;

	*w = (struct rg_wish){.prepare = false};
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

void rg_wish_of_key(const char *list, struct rg_wish *w, bool speaks)
{
	int length;
	const char *wrong = rg_wish_read(list, w, &length);

	if (wrong && speaks && rg_first(NULL, WRONG_WORD))
		rg_say(RG_WISH_KEY
		       ": '%.*s' is no word for it, and names nothing: there are " RG_WISH_WORDS,
		       length, wrong);
}

/* ---- Use */

int rg_wish_hash(const struct rg_wish *w)
{
	uint64_t hash = 14695981039346656037u;

	for (int i = 0; i < RG_COLLECTIVES; i++)
		hash = (hash ^ (uint64_t)w->from[i]) * 1099511628211u;
	hash = (hash ^ (uint64_t)(w->prepare + 2 * w->mixed)) * 1099511628211u;
	return (int)(hash >> 33);
}

bool rg_wish_any(const struct rg_wish *w)
{
	for (int i = 0; i < RG_COLLECTIVES; i++)
		if (w->from[i] >= 0)
			return true;
	return false;
}

enum rg_reason rg_wish_allows(const struct rg_wish *w, enum rg_collective which, int64_t bytes)
{
	if (w->mixed)
		return RG_MIXED_WISH;
	if (w->from[which] < 0)
		return RG_NOT_WISHED;
	return bytes < w->from[which] ? RG_TOO_SHORT : RG_OURS;
}

/* ---- What is kept with communicators */

struct note {
	struct rg_wish wish;
	bool agreed;
	size_t size; /* of the note, its list included */
	char list[];
};

static int keyval = MPI_KEYVAL_INVALID;

static int copy_note(MPI_Comm comm, int key, void *extra, void *value, void *copy, int *copied)
{
	struct note *from = value, *to = malloc(from->size);
	(void)comm, (void)key, (void)extra;

	*copied = 0;
	if (!to)
		return MPI_ERR_NO_MEM;
	memcpy(to, from, from->size);
	memcpy(copy, &to, sizeof to);
	*copied = 1;
	return MPI_SUCCESS;
}

static int delete_note(MPI_Comm comm, int key, void *value, void *extra)
{
	(void)comm, (void)key, (void)extra;
	free(value);
	return MPI_SUCCESS;
}

static void make_keyval(void)
{
	PMPI_Comm_create_keyval(copy_note, delete_note, &keyval, NULL);
}

static struct note *note_of(MPI_Comm comm)
{
	struct note *n;
	int found = 0;

	if (keyval == MPI_KEYVAL_INVALID || PMPI_Comm_get_attr(comm, keyval, &n, &found))
		return NULL;
	return found ? n : NULL;
}

int rg_wish_put(MPI_Comm comm, const char *list, const struct rg_wish *w, bool agreed)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	size_t length = strlen(list) + 1;
	struct note *n = malloc(sizeof *n + length);

	pthread_once(&once, make_keyval);
	if (!n)
		return MPI_ERR_NO_MEM;
	*n = (struct note){.wish = *w, .agreed = agreed, .size = sizeof *n + length};
	memcpy(n->list, list, length);
	int err = PMPI_Comm_set_attr(comm, keyval, n);
	if (err)
		free(n);
	return err;
}

void rg_wish_drop(MPI_Comm comm)
{
	if (note_of(comm))
		PMPI_Comm_delete_attr(comm, keyval);
}

const char *rg_wish_list(MPI_Comm comm, bool *agreed)
{
	struct note *n = note_of(comm);

	if (!n)
		return NULL;
	*agreed = n->agreed;
	return n->list;
}

/* What the MPI library has kept of the key, should it keep keys that it does not know. */
static bool read_info(MPI_Comm comm, struct rg_wish *w, bool speaks)
{
	char list[MPI_MAX_INFO_VAL + 1];
	MPI_Info info = MPI_INFO_NULL;
	int found = 0;

	if (PMPI_Comm_get_info(comm, &info) || info == MPI_INFO_NULL)
		return false;
	PMPI_Info_get(info, RG_WISH_KEY, MPI_MAX_INFO_VAL, list, &found);
	PMPI_Info_free(&info);
	if (found)
		rg_wish_of_key(list, w, speaks);
	return found;
}

struct rg_wish rg_wish_of_all(void)
{
	const char *list = getenv(RG_WISH_VARIABLE);
	struct rg_wish w;
	int length;

	rg_wish_read(list ? list : "", &w, &length);
	return w;
}

struct rg_wish rg_wish_of(MPI_Comm comm, bool speaks)
{
	const struct note *n = note_of(comm);
	struct rg_wish w;

	if (n)
		return n->wish;
	return read_info(comm, &w, speaks) ? w : rg_wish_of_all();
}
