/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers of mpi_f08 that come as descriptors of arrays, and what sections of arrays are in MPI.
 */
#include "preload/names/sections.h"

#ifdef OPEN_MPI
#include "mpi/launch_rank.h"
#include "mpi/report.h"
#include "mpi/type.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdatomic.h>

/* ---- Whose descriptors they are */

/* Whether the library that has this routine uses a routine of gfortran's own library, which has it
 * from version 9 on. */
static bool is_of_gfortran(const void *routine)
{
	Dl_info at;
	void *library = NULL, *found = NULL;

	if (dladdr(routine, &at) && at.dli_fname)
		library = dlopen(at.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
	if (library) {
		found = dlsym(library, "_gfortran_cfi_desc_to_gfc_desc");
		dlclose(library);
	}
	return found;
}

/* Other compilers have other descriptors, and a program is compiled by that of MPI's modules. */
static bool find_compiler(void)
{
	const void *routine = dlsym(RTLD_DEFAULT, "pmpi_bcast_f08ts_");
	bool known = routine && is_of_gfortran(routine);

	if (!known && !rg_launch_rank())
		rg_say("the module mpi_f08 was not compiled by gfortran: its collectives with "
		       "buffers are MPI's own");
	return known;
}

static bool is_known(void)
{
	enum { NEW, KNOWN, UNKNOWN };
	static atomic_int state;
	int is = atomic_load(&state);

	if (is == NEW) {
		is = find_compiler() ? KNOWN : UNKNOWN;
		atomic_store(&state, is);
	}
	return is == KNOWN;
}

/* ---- An array */

static ptrdiff_t extent(const struct rg_array *a, int i)
{
	return a->dimension[i].upper - a->dimension[i].lower + 1;
}

static ptrdiff_t step(const struct rg_array *a, int i)
{
	return a->dimension[i].stride * a->span;
}

/* Where the extent is 1 the step does not count. The last extent of an array that has none is
 * negative. */
static bool is_contiguous(const struct rg_array *a)
{
	ptrdiff_t bytes = (ptrdiff_t)a->bytes;

	for (int i = 0; i < a->rank; i++)
		if (!extent(a, i))
			return true;
	for (int i = 0; i < a->rank; i++) {
		if (extent(a, i) != 1 && step(a, i) != bytes)
			return false;
		bytes *= extent(a, i);
	}
	return true;
}

/* ---- Its type */

/* Items that stand in a grid. */
struct grid {
	MPI_Datatype item;
	int dimensions;
	struct {
		int64_t n;
		MPI_Aint step;
	} of[1 + 15]; /* 15 has Fortran at the most */
};

static void add_dimension(struct grid *g, int64_t n, MPI_Aint step)
{
	g->of[g->dimensions].n = n;
	g->of[g->dimensions++].step = step;
}

/* Rows, and a part of one more, become a type; each of the two may be MPI_DATATYPE_NULL. They are
 * freed. */
static int join(MPI_Datatype rows, MPI_Datatype part, MPI_Aint place, MPI_Datatype *made)
{
	int err = MPI_SUCCESS, one[2] = {1, 1};
	MPI_Aint places[2] = {0, place};
	MPI_Datatype both[2] = {rows, part};

	if (rows == MPI_DATATYPE_NULL || part == MPI_DATATYPE_NULL) {
		*made = rows == MPI_DATATYPE_NULL ? part : rows;
		return err;
	}
	err = PMPI_Type_create_struct(2, one, places, both, made);
	PMPI_Type_free(&rows);
	PMPI_Type_free(&part);
	return err;
}

/* The type of the first n items, in the order of Fortran, of the grid's first dimensions. */
static int first_items(const struct grid *g, int dimensions, int64_t n, MPI_Datatype *made)
{
	MPI_Datatype row, rows = MPI_DATATYPE_NULL, part = MPI_DATATYPE_NULL;
	int d = dimensions - 1, err = MPI_SUCCESS;
	int64_t in_row = 1;

	if (d < 0)
		return PMPI_Type_dup(g->item, made);
	for (int i = 0; i < d; i++)
		in_row *= g->of[i].n;
	int64_t whole = n / in_row;
	if (whole > INT_MAX)
		return MPI_ERR_COUNT;
	if (whole && !(err = first_items(g, d, in_row, &row))) {
		err = PMPI_Type_create_hvector((int)whole, 1, g->of[d].step, row, &rows);
		PMPI_Type_free(&row);
	}
	if (!err && n % in_row && (err = first_items(g, d, n % in_row, &part)) && whole)
		PMPI_Type_free(&rows);
	return err ? err : join(rows, part, whole * g->of[d].step, made);
}

/* What the elements of the array are to the type: one item of it each, or a part of the bytes that
 * its items are. *n: of `count` items. */
static int lay_out(const struct rg_array *a, int64_t count, MPI_Datatype type, struct grid *g,
                   int64_t *n)
{
	MPI_Aint lb, length, first, bytes, all = (MPI_Aint)a->bytes;
	MPI_Count size;
	int err;

	if ((err = rg_type_size(type, &size)) || (err = PMPI_Type_get_extent(type, &lb, &length)) ||
	    (err = PMPI_Type_get_true_extent(type, &first, &bytes)))
		return err;
	*g = (struct grid){.item = type};
	*n = count;
	if (length != all || first < 0 || first + bytes > all) {
		bool dense = !first && size == length && size == bytes &&
		             (rg_type_is_named(type) || rg_type_is_in_order(type));
		if (!dense)
			return MPI_ERR_TYPE;
		g->item = MPI_BYTE;
		*n = count * size;
		add_dimension(g, all, 1);
	}
	for (int i = 0; i < a->rank; i++)
		add_dimension(g, extent(a, i), step(a, i));
	return MPI_SUCCESS;
}

/* The buffer of a block becomes one item of a type made for it. */
static int describe(struct rg_sections *s, const struct rg_array *a, int64_t *count,
                    MPI_Datatype *type)
{
	int64_t n, there = 1;
	struct grid g;
	int err;

	if (*count <= 0)
		return MPI_SUCCESS;
	if ((err = lay_out(a, *count, *type, &g, &n)))
		return err;
	for (int i = 0; i < g.dimensions; i++)
		there *= g.of[i].n;
	if (n > there)
		return MPI_ERR_COUNT;
	if ((err = first_items(&g, g.dimensions, n, &s->type)) ||
	    (err = PMPI_Type_commit(&s->type)))
		return err;
	*count = 1;
	*type = s->type;
	return MPI_SUCCESS;
}

/* ---- A call */

static bool has_gaps(const struct rg_array *a)
{
	return a && !is_contiguous(a);
}

/* The sections that this rank's part in the call is about. */
static bool settle(struct rg_sections *s, struct rg_call *k, int rank, int *err)
{
	const struct rg_descriptor *d = &rg_collectives[k->which];
	bool sent = rg_sends(k, rank) && has_gaps(s->sent);
	bool received = rg_receives(k, rank) && has_gaps(s->received);

	if ((sent || received) && k->reduces)
		return false;
	if ((sent && d->begins != RG_OWN_BLOCK) ||
	    (received && d->ends != RG_OWN_BLOCK && !rg_has_one_buffer(k->which)))
		return false;
	if (sent && k->in_type != MPI_DATATYPE_NULL)
		*err = describe(s, s->sent, &k->in_count, &k->in_type);
	if (received && k->type != MPI_DATATYPE_NULL)
		*err = describe(s, s->received, &k->count, &k->type);
	return true;
}

bool rg_sections_settle(struct rg_sections *s, struct rg_call *k, int *err)
{
	int inter = 0, rank = 0;

	*err = MPI_SUCCESS;
	if (!is_known())
		return false;
	if (k->comm == MPI_COMM_NULL || (!has_gaps(s->sent) && !has_gaps(s->received)))
		return true;
	if (PMPI_Comm_test_inter(k->comm, &inter) || inter || PMPI_Comm_rank(k->comm, &rank) ||
	    !settle(s, k, rank, err))
		return false;
	if (*err)
		PMPI_Comm_call_errhandler(k->comm, *err);
	return true;
}

void rg_sections_end(struct rg_sections *s)
{
	if (s->type != MPI_DATATYPE_NULL)
		PMPI_Type_free(&s->type);
}
#endif
