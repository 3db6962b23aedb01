/* SPDX-License-Identifier: BSD-3-Clause
 * A type's map: it decides whether the type's data may be moved as the bytes that they are in
 * memory.
 *
 * MPI moves data in the order of the type map (MPI-3.1, 4.1.1), which is that of the constructors'
 * blocks. So a type is taken apart as it was made, by MPI_Type_get_envelope and its contents, and
 * its blocks are followed: each has to begin where the one before has ended.
 */
#include "mpi/type.h"

#include <pthread.h>
#include <stdlib.h>

/* ---- Cached with a type */

/* The known facts about a type are an attribute of it, whose value is RG_TYPE_ bits: an integer and
 * no address, so that threads that find out the same at once cannot free what the other one reads.
 */
static int keyval = MPI_KEYVAL_INVALID;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* A duplicate has the same map, and is committed if the type is (MPI-3.1, 4.1.10). */
static void make_keyval(void)
{
	if (PMPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &keyval, NULL))
		keyval = MPI_KEYVAL_INVALID;
}

unsigned rg_type_marks(MPI_Datatype type)
{
	void *value = NULL;
	int found = 0;

	pthread_once(&once, make_keyval);
	if (keyval == MPI_KEYVAL_INVALID || PMPI_Type_get_attr(type, keyval, &value, &found))
		return 0;
	return found ? (unsigned)(uintptr_t)value : 0;
}

static void mark(MPI_Datatype type, unsigned marks)
{
	if (keyval != MPI_KEYVAL_INVALID)
		PMPI_Type_set_attr(type, keyval, (void *)(uintptr_t)marks);
}

void rg_type_free(void)
{
	if (keyval != MPI_KEYVAL_INVALID)
		PMPI_Type_free_keyval(&keyval);
	keyval = MPI_KEYVAL_INVALID;
}

/* ---- How a type was made */

#if RINGGEN_LARGE_COUNT
typedef MPI_Count number;
#else
typedef int number; /* as MPI tells how many there are */
#endif

enum { INTEGERS, ADDRESSES, COUNTS, TYPES, KINDS };

struct contents {
	int combiner;
	bool large;         /* made by a routine for large counts */
	int64_t *n;         /* integers, addresses, large counts, one after the other; */
	MPI_Datatype *type; /* [types] the types that it is made of. Both NULL: of none */
	size_t types;
};

/* How much of each kind there is. Only the routines for large counts can describe types that were
 * made with them. */
static int envelope(MPI_Datatype type, number n[KINDS], int *combiner)
{
#if RINGGEN_LARGE_COUNT
	return PMPI_Type_get_envelope_c(type, &n[INTEGERS], &n[ADDRESSES], &n[COUNTS], &n[TYPES],
	                                combiner);
#else
	n[COUNTS] = 0;
	return PMPI_Type_get_envelope(type, &n[INTEGERS], &n[ADDRESSES], &n[TYPES], combiner);
#endif
}

/* Whether MPI has made the type itself, so that nobody frees it. */
static bool is_ready_made(int combiner)
{
	return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
	       combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
}

bool rg_type_is_named(MPI_Datatype type)
{
	number n[KINDS];
	int combiner;

	return !envelope(type, n, &combiner) && is_ready_made(combiner);
}

static void *room(number n, size_t size)
{
	return calloc((size_t)n + 1, size);
}

/* MPI's contents of the type, into c->n and c->type. */
static int read_contents(MPI_Datatype type, const number n[KINDS], struct contents *c)
{
	int *integers = room(n[INTEGERS], sizeof *integers), err = MPI_ERR_NO_MEM;
	MPI_Aint *addresses = room(n[ADDRESSES], sizeof *addresses);
	MPI_Count *counts = room(n[COUNTS], sizeof *counts);
	int64_t *to = c->n;

	if (integers && addresses && counts)
#if RINGGEN_LARGE_COUNT
		err = PMPI_Type_get_contents_c(type, n[INTEGERS], n[ADDRESSES], n[COUNTS], n[TYPES],
		                               integers, addresses, counts, c->type);
#else
		err = PMPI_Type_get_contents(type, n[INTEGERS], n[ADDRESSES], n[TYPES], integers,
		                             addresses, c->type);
#endif
	for (number i = 0; i < n[INTEGERS] && !err; i++)
		*to++ = integers[i];
	for (number i = 0; i < n[ADDRESSES] && !err; i++)
		*to++ = addresses[i];
	for (number i = 0; i < n[COUNTS] && !err; i++)
		*to++ = counts[i];
	free(integers);
	free(addresses);
	free(counts);
	return err;
}

/* The types that it is made of are handles of our own, unless they are ready-made. */
static void free_contents(struct contents *c)
{
	for (size_t i = 0; i < c->types; i++)
		if (!rg_type_is_named(c->type[i]))
			PMPI_Type_free(&c->type[i]);
	free(c->n);
	free(c->type);
}

/* How the type was made; to be freed. False: it cannot be told. */
static bool take_apart(MPI_Datatype type, struct contents *c)
{
	number n[KINDS];

	*c = (struct contents){.types = 0};
	if (envelope(type, n, &c->combiner))
		return false;
	if (is_ready_made(c->combiner))
		return true;
	c->large = n[COUNTS] > 0;
	c->n = room(n[INTEGERS] + n[ADDRESSES] + n[COUNTS], sizeof *c->n);
	c->type = room(n[TYPES], sizeof *c->type);
	if (c->n && c->type && !read_contents(type, n, c)) {
		c->types = (size_t)n[TYPES];
		return true;
	}
	free_contents(c);
	return false;
}

/* ---- Its map, block by block */

/* A part of a map, if it is in order: `size` bytes from `at` on. (Not the true lower bound: MPICH
 * 4.0.2 counts parts without data in.) */
struct part {
	bool in_order;
	MPI_Count size;
	MPI_Aint extent;
	uint64_t at;
};

/* How far a map was followed. Addresses are taken modulo 2^64, as in a machine. */
struct trail {
	bool in_order, begun;
	uint64_t first, next; /* where it begins, and where the next byte has to be */
};

/* `n` elements follow, the first one's origin at `at`. */
static void follow(struct trail *t, uint64_t at, int64_t n, const struct part *element)
{
	if (n <= 0 || !element->size)
		return;
	at += element->at;
	if (!element->in_order || (n > 1 && element->extent != element->size) ||
	    (t->begun && at != t->next))
		t->in_order = false;
	t->first = t->begun ? t->first : at;
	t->begun = true;
	t->next = at + (uint64_t)n * (uint64_t)element->size;
}

/* `count` blocks of `length` elements, one every `stride` bytes: as the first two are, all are. */
static void follow_vector(struct trail *t, int64_t count, int64_t length, uint64_t stride,
                          const struct part *element)
{
	for (int64_t i = 0; i < count && i < 2; i++)
		follow(t, (uint64_t)i * stride, length, element);
}

/* Blocks at their places, in units of bytes. length: [count], or one for all if `alike`. */
static void follow_blocks(struct trail *t, int64_t count, const int64_t *length, bool alike,
                          const int64_t *place, MPI_Aint unit, const struct part *element)
{
	for (int64_t i = 0; i < count && t->in_order; i++)
		follow(t, (uint64_t)place[i] * (uint64_t)unit, length[alike ? 0 : i], element);
}

/* A struct's blocks, each of a type of its own. */
static void follow_struct(struct trail *t, int64_t count, const int64_t *length,
                          const int64_t *place, const struct part *element)
{
	for (int64_t i = 0; i < count && t->in_order; i++)
		follow(t, (uint64_t)place[i], length[i], &element[i]);
}

/* A subarray is one run when each dimension but the slowest of those that it needs is taken whole.
 */
static void follow_subarray(struct trail *t, const struct contents *c, const struct part *element)
{
	int64_t n = c->n[0], order = c->n[c->large ? 1 : 1 + 3 * n], elements = 1;
	const int64_t *size = c->n + (c->large ? 2 : 1), *taken = size + n;
	bool whole = true; /* all faster dimensions are */

	for (int64_t i = 0; i < n; i++) {
		int64_t d = order == MPI_ORDER_C ? n - 1 - i : i;
		if (!whole && taken[d] != 1)
			t->in_order = false;
		whole = whole && taken[d] == size[d];
		elements *= taken[d];
	}
	follow(t, 0, elements, element);
}

/* The map of a type, as it was made of these elements. */
static struct trail follow_contents(const struct contents *c, const struct part *element)
{
	struct trail t = {.in_order = true};
	const int64_t *n = c->n, *rest = n ? n + 1 : n;

	switch (c->combiner) {
	case MPI_COMBINER_DUP:
	case MPI_COMBINER_RESIZED:
		follow(&t, 0, 1, element);
		break;
	case MPI_COMBINER_CONTIGUOUS:
		follow(&t, 0, n[0], element);
		break;
	case MPI_COMBINER_VECTOR:
		follow_vector(&t, n[0], n[1], (uint64_t)n[2] * (uint64_t)element->extent, element);
		break;
	case MPI_COMBINER_HVECTOR:
		follow_vector(&t, n[0], n[1], (uint64_t)n[2], element);
		break;
	case MPI_COMBINER_INDEXED:
		follow_blocks(&t, n[0], rest, false, rest + n[0], element->extent, element);
		break;
	case MPI_COMBINER_HINDEXED:
		follow_blocks(&t, n[0], rest, false, rest + n[0], 1, element);
		break;
	case MPI_COMBINER_INDEXED_BLOCK:
		follow_blocks(&t, n[0], rest, true, rest + 1, element->extent, element);
		break;
	case MPI_COMBINER_HINDEXED_BLOCK:
		follow_blocks(&t, n[0], rest, true, rest + 1, 1, element);
		break;
	case MPI_COMBINER_STRUCT:
		follow_struct(&t, n[0], rest, rest + n[0], element);
		break;
	case MPI_COMBINER_SUBARRAY:
		follow_subarray(&t, c, element);
		break;
	default: /* a distributed array, or a constructor of a later version of MPI: not taken
	            apart; its data are packed, which is always right */
		t.in_order = false;
	}
	return t;
}

static struct part look_at(MPI_Datatype type);

/* The elements that it was made of, and with them the map. */
static struct trail follow_type(const struct contents *c)
{
	struct part *element = room((number)c->types, sizeof *element);
	struct trail t = {.in_order = false};

	for (size_t i = 0; i < c->types && element; i++)
		element[i] = look_at(c->type[i]);
	if (element)
		t = follow_contents(c, element);
	free(element);
	return t;
}

static struct part look_at(MPI_Datatype type)
{
	struct part p = {.in_order = false};
	struct contents c;
	MPI_Aint lb, extent;

	if (rg_type_size(type, &p.size) || PMPI_Type_get_extent(type, &lb, &p.extent) ||
	    !take_apart(type, &c))
		return p;
	if (is_ready_made(c.combiner)) { /* in order, if it has no gap */
		p.in_order = !PMPI_Type_get_true_extent(type, &lb, &extent) && extent == p.size;
		return p;
	}
	struct trail t = follow_type(&c);
	p.in_order = t.in_order;
	p.at = t.first;
	free_contents(&c);
	return p;
}

/* ---- Answers for callers */

bool rg_type_is_in_order(MPI_Datatype type)
{
	unsigned marks = rg_type_marks(type);

	if (marks & RG_TYPE_KNOWN)
		return marks & RG_TYPE_IN_ORDER;
	bool in_order = look_at(type).in_order;
	mark(type, marks | RG_TYPE_KNOWN | (in_order ? RG_TYPE_IN_ORDER : 0));
	return in_order;
}

bool rg_type_is_committed(MPI_Datatype type, MPI_Comm returns)
{
	unsigned marks = rg_type_marks(type);
	char none[1];
	int at = 0;

	if (marks & RG_TYPE_COMMITTED)
		return true;
	if (PMPI_Pack(none, 0, type, none, 0, &at, returns)) /* does nothing else than look */
		return false;
	mark(type, marks | RG_TYPE_COMMITTED);
	return true;
}

/* ---- Kept beyond MPI_Type_free */

/* A duplicate's attributes would be copied, so it is one of it. */
MPI_Datatype rg_type_keep(MPI_Datatype type, MPI_Datatype *kept)
{
	*kept = MPI_DATATYPE_NULL;
	if (type == MPI_DATATYPE_NULL || rg_type_is_named(type) ||
	    PMPI_Type_contiguous(1, type, kept) || PMPI_Type_commit(kept))
		return type;
	return *kept;
}

void rg_type_give_back(MPI_Datatype *kept)
{
	if (*kept != MPI_DATATYPE_NULL)
		PMPI_Type_free(kept);
}

/* Neighbours that have the same type have it once. */
static void keep_row(MPI_Datatype *row, MPI_Datatype *kept, const MPI_Datatype *types, int n)
{
	for (int i = 0; i < n; i++) {
		bool again = i && types && types[i] == types[i - 1];
		MPI_Datatype type = types ? types[i] : MPI_DATATYPE_NULL;
		kept[i] = MPI_DATATYPE_NULL;
		row[i] = again ? row[i - 1] : rg_type_keep(type, &kept[i]);
	}
}

MPI_Datatype *rg_types_keep(const MPI_Datatype *received, const MPI_Datatype *sent, int n)
{
	MPI_Datatype *types = malloc((4 * (size_t)n + 1) * sizeof *types);

	if (!types)
		return NULL;
	keep_row(types, types + 2 * n, received, n);
	keep_row(types + n, types + 3 * n, sent, n);
	return types;
}

void rg_types_give_back(MPI_Datatype *types, int n)
{
	for (int i = 2 * n; i < 4 * n && types; i++)
		rg_type_give_back(&types[i]);
	free(types);
}
