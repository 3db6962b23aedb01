/* SPDX-License-Identifier: BSD-3-Clause
 * Datatypes as maps: which number is where.
 */
#include "types.h"

#include "../routines.h"

#include <string.h>

static char *text_of(const char *text)
{
	char *copy = get(strlen(text) + 1);
	return strcpy(copy, text);
}

struct type type_named(int basic)
{
	const struct basic *b = &basics[basic];
	struct type t = {.handle = b->type,
	                 .n = 1,
	                 .part = get(sizeof *t.part),
	                 .extent = b->size,
	                 .high = b->size,
	                 .size = (size_t)b->size,
	                 .align = b->align,
	                 .text = text_of(b->name)};

	t.part[0] = (struct part){basic, 0};
	return t;
}

struct type type_of_pair(int pair)
{
	const struct pair *p = &pairs[pair];
	struct type t = {.handle = p->type,
	                 .n = 2,
	                 .part = get(2 * sizeof *t.part),
	                 .extent = p->room,
	                 .high = p->at + (ptrdiff_t)sizeof(int),
	                 .size = (size_t)basics[p->value].size + sizeof(int),
	                 .align = basics[p->value].align,
	                 .text = text_of(p->name)};

	if (t.align < basics[BASIC_INT].align)
		t.align = basics[BASIC_INT].align;
	t.part[0] = (struct part){p->value, 0};
	t.part[1] = (struct part){BASIC_INT, p->at};
	return t;
}

void type_release(struct type *t)
{
	if (t->made && MPI_Type_free(&t->handle))
		die("MPI_Type_free failed");
	t->made = false;
}

void type_from_bottom(struct type *t, const void *origin)
{
	MPI_Datatype absolute;
	MPI_Aint at;
	int one = 1;

	MPI_Get_address(origin, &at);
	if (MPI_Type_create_hindexed(1, &one, &at, t->handle, &absolute) ||
	    MPI_Type_commit(&absolute))
		die("no type of absolute addresses");
	type_release(t);
	t->handle = absolute;
	t->made = true;
	t->base = (uintptr_t)at;
}

void type_free(struct type *t)
{
	type_release(t);
	free(t->part);
	free(t->text);
	*t = (struct type){.handle = MPI_DATATYPE_NULL};
}

void type_pack(const struct type *t, const unsigned char *origin, int64_t first, int64_t n,
               unsigned char *canonical)
{
	for (int64_t e = first; e < first + n; e++)
		for (int i = 0; i < t->n; i++) {
			size_t size = (size_t)basics[t->part[i].basic].size;
			memcpy(canonical, origin + e * t->extent + t->part[i].at, size);
			canonical += size;
		}
}

void type_unpack(const struct type *t, unsigned char *origin, int64_t first, int64_t n,
                 const unsigned char *canonical)
{
	for (int64_t e = first; e < first + n; e++)
		for (int i = 0; i < t->n; i++) {
			size_t size = (size_t)basics[t->part[i].basic].size;
			memcpy(origin + e * t->extent + t->part[i].at, canonical, size);
			canonical += size;
		}
}

bool type_is_packed(const struct type *t)
{
	enum { ELEMENTS = 2, WIDEST = 32 };
	/* Each number may be off by less than its size, all in one direction. */
	ptrdiff_t aside = (ptrdiff_t)ELEMENTS * t->n * WIDEST;
	ptrdiff_t low = t->low + (t->extent < 0 ? t->extent : 0) - aside;
	ptrdiff_t high = t->high + (t->extent > 0 ? t->extent : 0) + aside;
	unsigned char *from = get((size_t)(high - low)), *to = get((size_t)(high - low));
	unsigned char *is = get(ELEMENTS * t->size), *should = get(ELEMENTS * t->size);
	int bytes, at = 0;
	MPI_Datatype both;

	for (ptrdiff_t i = 0; i < high - low; i++)
		from[i] = (unsigned char)(1 + i % 251);
	memset(to, 0, (size_t)(high - low));
	MPI_Type_contiguous(ELEMENTS, t->handle, &both);
	MPI_Type_commit(&both);
	MPI_Pack_size(1, both, MPI_COMM_SELF, &bytes);
	void *packed = get((size_t)bytes);
	MPI_Pack(from - low, 1, both, packed, bytes, &at, MPI_COMM_SELF);
	bytes = at, at = 0;
	MPI_Unpack(packed, bytes, &at, to - low, 1, both, MPI_COMM_SELF);
	MPI_Type_free(&both);
	type_pack(t, from - low, 0, ELEMENTS, should);
	type_pack(t, to - low, 0, ELEMENTS, is);
	bool same = !memcmp(is, should, ELEMENTS * t->size);
	free(from), free(to), free(packed), free(is), free(should);
	return same;
}
