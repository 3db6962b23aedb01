/* SPDX-License-Identifier: BSD-3-Clause
 * An MPI library with a fault, to test the tester: loaded before the MPI library, it spoils what
 * the collectives give, in the way that BREAK names. All ways are such as a test that compares
 * contiguous numbers of one blocking call would miss, or nearly.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The arguments of a call, as they were given. */
struct given {
	char *in; /* NULL: in place */
	char *out;
	MPI_Datatype type; /* of what is in both, of `in` if it is another one */
	MPI_Datatype in_type;
	int n;     /* elements, from out on */
	int block; /* of these, so many from each rank; 0: there are no blocks */
};

static MPI_Aint extent_of(MPI_Datatype type)
{
	MPI_Aint lb, extent;

	PMPI_Type_get_extent(type, &lb, &extent);
	return extent;
}

/* Unpack ones into room for an element, all zero: a byte that stays zero is a gap. *low is the
 * offset of the first byte. To be freed. */
static char *map_of(MPI_Datatype type, MPI_Aint *low, MPI_Aint *length)
{
	int size, at = 0;

	PMPI_Type_size(type, &size);
	PMPI_Type_get_true_extent(type, low, length);
	char *ones = malloc((size_t)size + 1), *map = calloc((size_t)*length + 1, 1);
	if (!ones || !map)
		abort();
	memset(ones, 1, (size_t)size);
	PMPI_Unpack(ones, size, &at, map - *low, 1, type, MPI_COMM_SELF);
	free(ones);
	return map;
}

/* A byte in a gap of the last element. With gaps that elements lie in, it may be a neighbour's. */
static void gap(const struct given *g)
{
	MPI_Aint low, length, extent = extent_of(g->type);
	char *map = map_of(g->type, &low, &length);

	for (MPI_Aint i = 0; i < length; i++)
		if (!map[i]) {
			g->out[(g->n - 1) * extent + low + i] ^= 1;
			break;
		}
	free(map);
}

/* The byte behind the last element. */
static void beyond(const struct given *g)
{
	MPI_Aint low, length;

	PMPI_Type_get_true_extent(g->type, &low, &length);
	g->out[(g->n - 1) * extent_of(g->type) + low + length] ^= 1;
}

/* The first byte of the last element, of what was sent. */
static void sent(const struct given *g)
{
	MPI_Aint low, length;

	PMPI_Type_get_true_extent(g->in_type, &low, &length);
	if (g->in)
		g->in[low] ^= 1;
}

/* `n` elements of the type at a and b are exchanged. */
static void exchange(char *a, char *b, int n, MPI_Datatype type)
{
	int size, at = 0, bytes = 0;

	PMPI_Pack_size(2 * n, type, MPI_COMM_SELF, &size);
	char *packed = malloc((size_t)size + 1);
	if (!packed)
		abort();
	PMPI_Pack(b, n, type, packed, size, &at, MPI_COMM_SELF);
	PMPI_Pack(a, n, type, packed, size, &at, MPI_COMM_SELF);
	PMPI_Unpack(packed, at, &bytes, a, n, type, MPI_COMM_SELF);
	PMPI_Unpack(packed, at, &bytes, b, n, type, MPI_COMM_SELF);
	free(packed);
}

/* The last two elements. */
static void permuted(const struct given *g)
{
	MPI_Aint extent = extent_of(g->type);

	if (g->n > 1)
		exchange(g->out + (g->n - 2) * extent, g->out + (g->n - 1) * extent, 1, g->type);
}

/* The first two ranks' blocks. */
static void blocks(const struct given *g)
{
	if (g->block && g->n > g->block)
		exchange(g->out, g->out + g->block * extent_of(g->type), g->block, g->type);
}

static bool is(const char *way)
{
	const char *broken = getenv("BREAK");

	return broken && !strcmp(broken, way);
}

static int spoil(struct given g, const void *in, int err)
{
	static const struct {
		const char *name;
		void (*spoil)(const struct given *g);
	} ways[] = {{"gap", gap},
	            {"beyond", beyond},
	            {"sent", sent},
	            {"permuted", permuted},
	            {"blocks", blocks}};

	g.in = in == MPI_IN_PLACE ? NULL : (char *)(size_t)in;
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (!err && g.n > 0 && is(ways[i].name))
			ways[i].spoil(&g);
	return err;
}

/* One less, when this form is to be. */
static int less(int n, const char *form)
{
	return n > 1 && is(form) ? n - 1 : n;
}

int MPI_Allreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
	int err = PMPI_Allreduce(in, out, less(n, "short"), type, op, comm);

	return spoil((struct given){.out = out, .type = type, .in_type = type, .n = n}, in, err);
}

int MPI_Allgather(const void *in, int in_n, MPI_Datatype in_type, void *out, int n,
                  MPI_Datatype type, MPI_Comm comm)
{
	int P, err = PMPI_Allgather(in, in_n, in_type, out, n, type, comm);

	PMPI_Comm_size(comm, &P);
	return spoil(
		(struct given){
			.out = out, .type = type, .in_type = in_type, .n = P * n, .block = n},
		in, err);
}

int MPI_Iallreduce(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request *r)
{
	return PMPI_Iallreduce(in, out, less(n, "nonblocking"), type, op, comm, r);
}

#if MPI_VERSION >= 4
int MPI_Allreduce_init(const void *in, void *out, int n, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm, MPI_Info info, MPI_Request *r)
{
	return PMPI_Allreduce_init(in, out, less(n, "persistent"), type, op, comm, info, r);
}
#endif
