/* SPDX-License-Identifier: BSD-3-Clause
 * Which types are their bytes: the runtime's answers for random types, made of others by all
 * constructors, are compared with MPI_Pack; some types must be found to be their bytes.
 *
 *   type_maps SEED TYPES PLAIN
 *
 * Of the types that are their bytes by how they are made, the first PLAIN must be found: the last
 * is a subarray, which MPI libraries may tell wrongly (faults/order_told.c), and is packed then.
 * Prints how many types there were, and how many of them are in order.
 */
#include "mpi/type.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 4, DEPTH = 4, MOST = 1 << 16 }; /* bytes that a type may reach over, either way */

static uint64_t state;

static int draw(int n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (int)((state >> 33) % (uint64_t)n);
}

static MPI_Datatype basic(void)
{
	static const MPI_Datatype all[] = {MPI_BYTE,     MPI_SHORT,     MPI_INT, MPI_DOUBLE,
	                                   MPI_LONG_INT, MPI_SHORT_INT, MPI_2INT};
	return all[draw(sizeof all / sizeof *all)];
}

static MPI_Aint extent_of(MPI_Datatype type)
{
	MPI_Aint lb, extent;
	MPI_Type_get_extent(type, &lb, &extent);
	return extent;
}

/* Lengths of some blocks and their places in units of `unit` elements: mostly one behind the other.
 */
static int draw_blocks(int length[BLOCKS], MPI_Aint place[BLOCKS], MPI_Aint unit)
{
	int n = 1 + draw(BLOCKS);
	MPI_Aint at = draw(3) * unit;

	for (int i = 0; i < n; i++) {
		length[i] = !i + draw(4); /* all empty, MPICH 4.0.2 divides by 0 */
		place[i] = draw(12) ? at : at + (draw(7) - 3) * unit;
		at = place[i] + length[i] * unit;
	}
	return n;
}

static MPI_Datatype make(int depth);

static MPI_Datatype make_struct(int depth)
{
	int length[BLOCKS], n = 1 + draw(BLOCKS);
	MPI_Aint place[BLOCKS], at = draw(8);
	MPI_Datatype part[BLOCKS], made;

	for (int i = 0; i < n; i++) {
		MPI_Aint lb, extent;
		part[i] = make(depth - 1);
		length[i] = !i + draw(3);
		MPI_Type_get_true_extent(part[i], &lb, &extent);
		place[i] = at - lb + (draw(12) ? 0 : draw(9) - 4);
		at = place[i] + lb + length[i] * extent_of(part[i]);
	}
	MPI_Type_create_struct(n, length, place, part, &made);
	for (int i = 0; i < n; i++)
		MPI_Type_free(&part[i]);
	return made;
}

static MPI_Datatype make_array(MPI_Datatype of)
{
	int size[3], taken[3], first[3], n = 1 + draw(3);
	MPI_Datatype made;

	for (int i = 0; i < n; i++) {
		size[i] = 1 + draw(3);
		taken[i] = draw(3) ? size[i] : 1 + draw(size[i]);
		first[i] = draw(size[i] - taken[i] + 1);
	}
	MPI_Type_create_subarray(n, size, taken, first, draw(2) ? MPI_ORDER_C : MPI_ORDER_FORTRAN,
	                         of, &made);
	return made;
}

static MPI_Datatype make_vector(MPI_Datatype of)
{
	int n = 1 + draw(4), length = 1 + draw(4), stride = draw(3) ? length : draw(9) - 4;
	MPI_Datatype made;

	if (draw(2))
		MPI_Type_vector(n, length, stride, of, &made);
	else
		MPI_Type_create_hvector(n, length, stride * extent_of(of) + (draw(9) == 0), of,
		                        &made);
	return made;
}

static MPI_Datatype make_indexed(MPI_Datatype of)
{
	int length[BLOCKS], places[BLOCKS], n, kind = draw(4);
	MPI_Aint place[BLOCKS], unit = kind % 2 ? extent_of(of) : 1;
	MPI_Datatype made;

	n = draw_blocks(length, place, unit);
	for (int i = 0; i < n; i++)
		places[i] = (int)place[i];
	if (kind == 0)
		MPI_Type_indexed(n, length, places, of, &made);
	else if (kind == 1)
		MPI_Type_create_hindexed(n, length, place, of, &made);
	else if (kind == 2)
		MPI_Type_create_indexed_block(n, 1, places, of, &made);
	else
		MPI_Type_create_hindexed_block(n, 1, place, of, &made);
	return made;
}

#if MPI_VERSION >= 4
static MPI_Datatype make_large(MPI_Datatype of)
{
	MPI_Count length[2] = {1 + draw(3), draw(3)}, place[2] = {0, draw(4)};
	MPI_Count size[2] = {2, 3}, taken[2] = {1 + draw(2), 3}, first[2] = {0, 0};
	MPI_Datatype made;

	switch (draw(4)) {
	case 0:
		MPI_Type_contiguous_c(1 + draw(4), of, &made);
		break;
	case 1:
		MPI_Type_vector_c(1 + draw(4), length[0], length[1], of, &made);
		break;
	case 2:
		MPI_Type_create_subarray_c(2, size, taken, first, MPI_ORDER_C, of, &made);
		break;
	default:
		MPI_Type_indexed_c(2, length, place, of, &made);
	}
	return made;
}
#else
static MPI_Datatype make_large(MPI_Datatype of)
{
	return make_array(of);
}
#endif

static MPI_Datatype make_of(MPI_Datatype of)
{
	MPI_Datatype made;

	switch (draw(8)) {
	case 0:
		MPI_Type_contiguous(1 + draw(4), of, &made);
		break;
	case 1:
		MPI_Type_dup(of, &made);
		break;
	case 2:
		MPI_Type_create_resized(of, draw(9) - 4, draw(3) ? extent_of(of) : draw(24), &made);
		break;
	case 3:
		return make_vector(of);
	case 4:
		return make_array(of);
	case 5:
		return make_large(of);
	default:
		return make_indexed(of);
	}
	return made;
}

/* A type of others, so many deep at most. */
static MPI_Datatype make(int depth)
{
	MPI_Datatype of, made;

	if (!depth || !draw(5)) {
		MPI_Type_dup(basic(), &made);
		return made;
	}
	if (!draw(5))
		return make_struct(depth);
	of = make(depth - 1);
	made = make_of(of);
	MPI_Type_free(&of);
	return made;
}

static char memory[2 * MOST], packed[MOST];

/* Whether MPI packs the bytes that are there. */
static bool packs_bytes(MPI_Datatype type, MPI_Aint lb, int size)
{
	int at = 0;

	MPI_Pack(memory + MOST, 1, type, packed, MOST, &at, MPI_COMM_SELF);
	return at == size && !memcmp(packed, memory + MOST + lb, (size_t)size);
}

/* Whether the type is its bytes, as is said: wrongly, ends the program. */
static bool check(MPI_Datatype type, int number)
{
	MPI_Aint lb, extent;
	int size;

	MPI_Type_commit(&type);
	MPI_Type_size(type, &size);
	MPI_Type_get_true_extent(type, &lb, &extent);
	if (!size || lb < -MOST || lb + extent > MOST || size != extent)
		return false;
	bool first = rg_type_is_in_order(type), again = rg_type_is_in_order(type);
	if (first != again || (first && !packs_bytes(type, lb, size))) {
		printf("type %d: said to be%s in order, then to be%s\n", number,
		       first ? "" : " not", again ? "" : " not");
		exit(1);
	}
	return first;
}

/* Types that are their bytes, and must be moved as such. */
static void check_plain(int plain)
{
	int length[2] = {2, 1}, sizes[2] = {3, 4}, taken[2] = {1, 4}, first[2] = {1, 0};
	MPI_Aint place[2] = {0, 8};
	MPI_Datatype part[2] = {MPI_INT, MPI_DOUBLE}, t[4];

	MPI_Type_contiguous(5, MPI_INT, &t[0]);
	MPI_Type_vector(3, 2, 2, MPI_DOUBLE, &t[1]);
	MPI_Type_create_struct(2, length, place, part, &t[2]);
	MPI_Type_create_subarray(2, sizes, taken, first, MPI_ORDER_C, MPI_INT, &t[3]);
	for (int i = 0; i < 4; i++) {
		if (!check(t[i], -1 - i) && i < plain) {
			printf("type %d is not said to be in order\n", -1 - i);
			exit(1);
		}
		MPI_Type_free(&t[i]);
	}
}

/* An overlap that cancels a gap: elements with a gap behind each, and the last one over another. */
static void check_cancelling(void)
{
	const int length[2] = {2, 1};
	const MPI_Aint place[2] = {0, 8};
	MPI_Datatype spaced, type;

	MPI_Type_create_resized(MPI_INT, 0, 8, &spaced);
	MPI_Type_create_hindexed(2, length, place, spaced, &type);
	check(type, 0);
	MPI_Type_free(&type);
	MPI_Type_free(&spaced);
}

int main(int argc, char **argv)
{
	int n = argc > 2 ? atoi(argv[2]) : 0, in_order = 0;

	MPI_Init(&argc, &argv);
	state = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
	for (size_t i = 0; i < sizeof memory; i++)
		memory[i] = (char)draw(256);
	check_plain(argc > 3 ? atoi(argv[3]) : 4);
	check_cancelling();
	for (int i = 0; i < n; i++) {
		MPI_Datatype type = make(DEPTH);
		in_order += check(type, i);
		MPI_Type_free(&type);
	}
	printf("%d types, %d in order\n", n, in_order);
	rg_type_free();
	MPI_Finalize();
	return 0;
}
