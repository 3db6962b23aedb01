/* SPDX-License-Identifier: BSD-3-Clause
 * Which of a communicator's collectives are ours.
 *
 * MPI libraries drop info keys that they do not know. So the library that takes over the routines
 * that bring them keeps the list in an attribute, which MPI copies to duplicates as it copies
 * hints.
 */
#include "communicator/selections.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

const struct rg_cluster *rg_bound;
bool rg_counts_alone;

/* The number of rg_first for an info's wrong word, which belongs to no cluster. */
enum { WRONG_WORD = 0 };

static void read_list(const char *list, struct rg_selection *w, bool speaks)
{
	int length;
	const char *wrong = rg_selection_read(list, w, &length);

	if (wrong && speaks && rg_first(NULL, WRONG_WORD))
		rg_say(RG_SELECTION_KEY
		       ": '%.*s' is ignored: the words of such a list are " RG_SELECTION_WORDS,
		       length, wrong);
}

bool rg_selection_of_info(MPI_Info info, char list[MPI_MAX_INFO_VAL + 1], struct rg_selection *w,
                          bool speaks)
{
	int found = 0;

#if RINGGEN_LARGE_COUNT /* MPI 4, which advises against MPI_Info_get */
	int room = MPI_MAX_INFO_VAL + 1;
	PMPI_Info_get_string(info, RG_SELECTION_KEY, &room, list, &found);
#else
	PMPI_Info_get(info, RG_SELECTION_KEY, MPI_MAX_INFO_VAL, list, &found);
#endif
	if (found)
		read_list(list, w, speaks);
	return found;
}

/* ---- Selections kept with communicators */

struct note {
	struct rg_selection selection;
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

int rg_selection_put(MPI_Comm comm, const char *list, const struct rg_selection *w, bool agreed)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	size_t length = strlen(list) + 1;
	struct note *n = malloc(sizeof *n + length);

	pthread_once(&once, make_keyval);
	if (!n)
		return MPI_ERR_NO_MEM;
	*n = (struct note){.selection = *w, .agreed = agreed, .size = sizeof *n + length};
	memcpy(n->list, list, length);
	int err = PMPI_Comm_set_attr(comm, keyval, n);
	if (err)
		free(n);
	return err;
}

void rg_selection_drop(MPI_Comm comm)
{
	if (note_of(comm))
		PMPI_Comm_delete_attr(comm, keyval);
}

const char *rg_selection_list(MPI_Comm comm, bool *agreed)
{
	struct note *n = note_of(comm);

	if (!n)
		return NULL;
	*agreed = n->agreed;
	return n->list;
}

/* Read the key from the communicator's info, in case the MPI library keeps keys that it does not
 * know. */
static bool read_info(MPI_Comm comm, struct rg_selection *w, bool speaks)
{
	char list[MPI_MAX_INFO_VAL + 1];
	MPI_Info info = MPI_INFO_NULL;

	if (PMPI_Comm_get_info(comm, &info) || info == MPI_INFO_NULL)
		return false;
	bool found = rg_selection_of_info(info, list, w, speaks);
	PMPI_Info_free(&info);
	return found;
}

struct rg_selection rg_selection_of_all(void)
{
	const char *list = getenv(RG_SELECTION_VARIABLE);
	struct rg_selection w;
	int length;

	rg_selection_read(list ? list : "", &w, &length);
	return w;
}

struct rg_selection rg_selection_of(MPI_Comm comm, bool speaks)
{
	const struct note *n = note_of(comm);
	struct rg_selection w;

	if (n)
		return n->selection;
	return read_info(comm, &w, speaks) ? w : rg_selection_of_all();
}
