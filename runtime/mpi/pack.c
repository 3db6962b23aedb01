/* SPDX-License-Identifier: BSD-3-Clause
 * Between elements of any type and their bytes in the order of the type's map.
 *
 * By MPI_Pack, not by messages of a process to itself: MPICH 4.0.2 calls some of these truncated
 * (MPI_C_LONG_DOUBLE_COMPLEX with gaps, from 16 KiB on), although its collectives move the same
 * data.
 */
#include "mpi/pack.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

/* ---- A few elements: as many as one call takes */

#if RINGGEN_LARGE_COUNT
static int64_t at_a_time(const struct rg_packing *p)
{
	return p->size ? INT64_MAX / p->size : INT64_MAX;
}

static int pack(const struct rg_packing *p, const void *elements, int64_t n, char *bytes, bool back)
{
	MPI_Count size = n * p->size, at = 0;
	int err = back ? PMPI_Unpack_c(bytes, size, &at, (void *)(uintptr_t)elements, n, p->type,
	                               p->comm)
	               : PMPI_Pack_c(elements, n, p->type, bytes, size, &at, p->comm);

	return err || at == size ? err : MPI_ERR_INTERN; /* with more than the data */
}
#else
static int64_t at_a_time(const struct rg_packing *p)
{
	return p->size && p->size <= INT_MAX ? INT_MAX / p->size : 1;
}

/* A type of so many bytes, more than INT_MAX. */
static int make_bytes(MPI_Count size, MPI_Datatype *type)
{
	enum { CHUNK = 1 << 30 };
	int length[2] = {(int)(size / CHUNK), (int)(size % CHUNK)}, err;
	MPI_Aint place[2] = {0, size - size % CHUNK};
	MPI_Datatype part[2] = {MPI_DATATYPE_NULL, MPI_BYTE};

	if ((err = PMPI_Type_contiguous(CHUNK, MPI_BYTE, &part[0])))
		return err;
	err = PMPI_Type_create_struct(2, length, place, part, type);
	PMPI_Type_free(&part[0]);
	return err ? err : PMPI_Type_commit(type);
}

/* One element that MPI 3 has no call to pack: by a message to this process itself, one at a time.
 */
static int pack_by_message(const struct rg_packing *p, void *element, char *bytes, bool back)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	MPI_Datatype raw;
	int me, err = PMPI_Comm_rank(p->comm, &me);

	if (err || (err = make_bytes(p->size, &raw)))
		return err;
	pthread_mutex_lock(&lock);
	err = back ? PMPI_Sendrecv(bytes, 1, raw, me, 0, element, 1, p->type, me, 0, p->comm,
	                           MPI_STATUS_IGNORE)
	           : PMPI_Sendrecv(element, 1, p->type, me, 0, bytes, 1, raw, me, 0, p->comm,
	                           MPI_STATUS_IGNORE);
	pthread_mutex_unlock(&lock);
	PMPI_Type_free(&raw);
	return err;
}

static int pack(const struct rg_packing *p, const void *elements, int64_t n, char *bytes, bool back)
{
	void *there = (void *)(uintptr_t)elements;
	int size = (int)(n * p->size), at = 0;

	if (p->size > INT_MAX)
		return pack_by_message(p, there, bytes, back);
	int err = back ? PMPI_Unpack(bytes, size, &at, there, (int)n, p->type, p->comm)
	               : PMPI_Pack(elements, (int)n, p->type, bytes, size, &at, p->comm);
	return err || at == size ? err : MPI_ERR_INTERN; /* with more than the data */
}
#endif

/* ---- At MPI_BOTTOM */

/* MPICH refuses NULL in MPI_Pack and MPI_Unpack, also where it is MPI_BOTTOM (4.0.2 and 4.2.1; not
 * in its messages, nor in MPI_Reduce_local). So elements at address 0 are described from where
 * their data begin: their extent stays. */
static int pack_from_data(const struct rg_packing *p, int64_t n, char *bytes, bool back)
{
	struct rg_packing q = *p;
	MPI_Aint origin = -p->true_lb;
	int one = 1, err = PMPI_Type_create_hindexed(1, &one, &origin, p->type, &q.type);

	if (err)
		return err;
	if (!(err = PMPI_Type_commit(&q.type)))
		err = pack(&q, (const void *)(uintptr_t)p->true_lb, n, bytes, back);
	PMPI_Type_free(&q.type);
	return err;
}

/* ---- All of them */

static int pack_all(const struct rg_packing *p, const void *elements, int64_t n, char *bytes,
                    bool back)
{
	int64_t most = at_a_time(p);
	int err = MPI_SUCCESS;

	for (int64_t done = 0; done < n && p->size && !err; done += most) {
		int64_t now = n - done < most ? n - done : most;
		uintptr_t at = (uintptr_t)elements + (uintptr_t)(done * p->extent);
		err = at ? pack(p, (const void *)at, now, bytes + done * p->size, back)
		         : pack_from_data(p, now, bytes + done * p->size, back);
	}
	return err;
}

int rg_pack(const struct rg_packing *p, const void *elements, int64_t n, char *bytes)
{
	return pack_all(p, elements, n, bytes, false);
}

int rg_unpack(const struct rg_packing *p, const char *bytes, void *elements, int64_t n)
{
	return pack_all(p, elements, n, (char *)(uintptr_t)bytes, true);
}

int64_t rg_pack_reach(const struct rg_packing *p, int64_t n, int64_t *low)
{
	enum { ALIGN = 64 };
	int64_t span = (n - 1) * p->extent;
	int64_t begin = p->true_lb + (span < 0 ? span : 0);
	int64_t end = p->true_lb + p->true_extent + (span > 0 ? span : 0);

	*low = begin - ((begin % ALIGN) + ALIGN) % ALIGN;
	return (end - *low + ALIGN - 1) / ALIGN * ALIGN;
}

int rg_pack_apart(const struct rg_packing *p, struct rg_packing *apart)
{
	enum { ALIGN = 16 }; /* of any predefined type */
	int64_t extent = p->extent < 0 ? -p->extent : p->extent;

	*apart = *p;
	if (p->true_extent <= extent)
		return MPI_SUCCESS;
	apart->extent = (p->true_extent + ALIGN - 1) / ALIGN * ALIGN;
	int err = PMPI_Type_create_resized(p->type, 0, apart->extent, &apart->type);
	return err ? err : PMPI_Type_commit(&apart->type);
}

int rg_pack_copy(const struct rg_packing *p, const void *from, const struct rg_packing *q, void *to,
                 int64_t n)
{
	enum { PIECE = 64 << 10 }; /* bytes: stays in a cache */
	int64_t most = p->size && p->size < PIECE ? PIECE / p->size : 1;
	char *piece = malloc((size_t)((n < most ? n : most) * p->size + 1));
	int err = piece ? MPI_SUCCESS : MPI_ERR_NO_MEM;

	for (int64_t done = 0; done < n && !err; done += most) {
		int64_t now = n - done < most ? n - done : most;
		uintptr_t step = (uintptr_t)(done * p->extent),
			  further = (uintptr_t)(done * q->extent);
		err = rg_pack(p, (const void *)((uintptr_t)from + step), now, piece);
		if (!err)
			err = rg_unpack(q, piece, (void *)((uintptr_t)to + further), now);
	}
	free(piece);
	return err;
}
