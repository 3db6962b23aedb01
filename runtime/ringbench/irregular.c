/* SPDX-License-Identifier: BSD-3-Clause
 * Gatherv and scatterv as users and MPI libraries have them, beside which J. L. Traeff measures his
 * trees (Practical, Linear-time, Fully Distributed Algorithms for Irregular Gather and Scatter,
 * 2017, sections 4 and 5): blocks that are padded to the longest, for the regular collective (his
 * guideline 2); and trees that do not follow the blocks, k-nomial by the distance from the root,
 * as Intel MPI has for k = 2 (his tables 9 to 11).
 *
 * For types without gaps.
 */
#include "ringbench/irregular.h"

#include <stdlib.h>
#include <string.h>

enum { TAG = 1 };

/* ---- Where blocks are */

struct job {
	MPI_Comm comm;
	int P, me, root, k; /* `me`: the distance from the root; k: the tree's */
	size_t size;        /* bytes of an element */
};

static struct job job_of(MPI_Datatype t, int root, MPI_Comm comm, int k)
{
	struct job j = {.comm = comm, .root = root, .k = k};
	int rank, size;

	MPI_Comm_size(comm, &j.P);
	MPI_Comm_rank(comm, &rank);
	MPI_Type_size(t, &size);
	j.me = (rank - root + j.P) % j.P;
	j.size = (size_t)size;
	return j;
}

static int rank_at(const struct job *j, int distance)
{
	return (j->root + distance) % j->P;
}

static char *block(const struct job *j, void *buffer, const int displs[], int rank)
{
	return (char *)buffer + (size_t)displs[rank] * j->size;
}

/* ---- k-nomial trees: below the process at distance i stand those up to i + j->k^n - 1, where n is
 * how often k divides i; its children are i + a k^m for 0 < a < k and m < n */

/* From which step on the process has no children: k^n, or for the root one that is P at least. */
static int top_step(const struct job *j)
{
	int step = 1;

	while (step < j->P && j->me % (step * j->k) == 0)
		step *= j->k;
	return step;
}

static int parent_of(const struct job *j)
{
	return rank_at(j, j->me - j->me % (top_step(j) * j->k));
}

/* Receive what the process at that distance sends, behind `have` bytes of *all. */
static int append(const struct job *j, int distance, char **all, size_t *have)
{
	MPI_Status s;
	int n, err = MPI_Probe(rank_at(j, distance), TAG, j->comm, &s);

	if (err)
		return err;
	MPI_Get_count(&s, MPI_BYTE, &n);
	char *more = realloc(*all, *have + (size_t)n + 1);
	if (!more)
		return MPI_ERR_NO_MEM;
	*all = more;
	err = MPI_Recv(more + *have, n, MPI_BYTE, s.MPI_SOURCE, TAG, j->comm, MPI_STATUS_IGNORE);
	*have += (size_t)n;
	return err;
}

/* Gather the blocks of all below behind the own one, in the order of the distances. */
static int gather_below(const struct job *j, char **all, size_t *have)
{
	int top = top_step(j), err = MPI_SUCCESS;

	for (int step = 1; step < top; step *= j->k)
		for (int a = 1; a < j->k && !err && j->me + a * step < j->P; a++)
			err = append(j, j->me + a * step, all, have);
	return err;
}

static int gather_along(const struct job *j, const void *in, int n, void *out, const int counts[],
                        const int displs[])
{
	size_t have = (size_t)n * j->size;
	char *all = malloc(have + 1);

	if (!all)
		return MPI_ERR_NO_MEM;
	memcpy(all, in, have);
	int err = gather_below(j, &all, &have);
	if (!err && j->me)
		err = MPI_Send(all, (int)have, MPI_BYTE, parent_of(j), TAG, j->comm);
	const char *from = all;
	for (int i = 0; i < j->P && !err && !j->me; i++) {
		int rank = rank_at(j, i);
		memcpy(block(j, out, displs, rank), from, (size_t)counts[rank] * j->size);
		from += (size_t)counts[rank] * j->size;
	}
	free(all);
	return err;
}

/* What is passed down: how many elements each process from `first` on gets, then all of these. */
struct parcel {
	char *data;
	int first, n;
};

static const int *counts_in(const struct parcel *p)
{
	return (const int *)(const void *)p->data;
}

/* Where the elements for the process at that distance stand; distance may be one beyond. */
static size_t place_in(const struct job *j, const struct parcel *p, int distance)
{
	size_t at = (size_t)p->n * sizeof(int);

	for (int i = 0; i < distance - p->first; i++)
		at += (size_t)counts_in(p)[i] * j->size;
	return at;
}

/* Send what processes from..to - 1 get to the first of these. */
static int pass(const struct job *j, const struct parcel *p, int from, int to)
{
	size_t head = (size_t)(to - from) * sizeof(int), begin = place_in(j, p, from);
	size_t bytes = place_in(j, p, to) - begin;
	char *part = malloc(head + bytes);

	if (!part)
		return MPI_ERR_NO_MEM;
	memcpy(part, counts_in(p) + (from - p->first), head);
	memcpy(part + head, p->data + begin, bytes);
	int err = MPI_Send(part, (int)(head + bytes), MPI_BYTE, rank_at(j, from), TAG, j->comm);
	free(part);
	return err;
}

/* The farthest first: below it stand most. */
static int pass_down(const struct job *j, const struct parcel *p)
{
	int err = MPI_SUCCESS;

	for (int step = top_step(j) / j->k; step; step /= j->k)
		for (int a = j->k - 1; a && !err; a--) {
			int from = j->me + a * step, to = from + step;
			if (from < j->P)
				err = pass(j, p, from, to < j->P ? to : j->P);
		}
	return err;
}

/* The root's parcel; NULL: no memory. */
static char *wrap(const struct job *j, const void *in, const int counts[], const int displs[])
{
	size_t bytes = (size_t)j->P * sizeof(int);

	for (int i = 0; i < j->P; i++)
		bytes += (size_t)counts[i] * j->size;
	char *data = malloc(bytes), *to = data;
	if (!data)
		return NULL;
	for (int i = 0; i < j->P; i++, to += sizeof(int))
		memcpy(to, &counts[rank_at(j, i)], sizeof(int));
	for (int i = 0; i < j->P; i++) {
		int rank = rank_at(j, i);
		size_t n = (size_t)counts[rank] * j->size;
		memcpy(to, (const char *)in + (size_t)displs[rank] * j->size, n);
		to += n;
	}
	return data;
}

static int scatter_along(const struct job *j, const void *in, const int counts[],
                         const int displs[], void *out)
{
	int top = top_step(j), err = MPI_SUCCESS;
	struct parcel p = {NULL, j->me, j->me + top < j->P ? top : j->P - j->me};
	size_t have = 0;

	if (j->me)
		err = append(j, j->me - j->me % (top * j->k), &p.data, &have);
	else if (!(p.data = wrap(j, in, counts, displs)))
		err = MPI_ERR_NO_MEM;
	if (!err) {
		memcpy(out, p.data + place_in(j, &p, j->me), (size_t)counts_in(&p)[0] * j->size);
		err = pass_down(j, &p);
	}
	free(p.data);
	return err;
}

/* ---- Padded */

static int padded_gatherv(const void *in, int n, MPI_Datatype t, void *out, const int counts[],
                          const int displs[], MPI_Datatype u, int root, MPI_Comm comm)
{
	struct job j = job_of(t, root, comm, 2);
	int longest, err = MPI_Allreduce(&n, &longest, 1, MPI_INT, MPI_MAX, comm);
	size_t room = (size_t)longest * j.size;
	(void)u;

	if (err)
		return err;
	char *own = calloc(1, room + 1), *all = malloc((j.me ? 0 : room * (size_t)j.P) + 1);
	if (own && all) {
		memcpy(own, in, (size_t)n * j.size);
		err = MPI_Gather(own, longest, t, all, longest, t, root, comm);
	} else {
		err = MPI_ERR_NO_MEM;
	}
	for (int i = 0; i < j.P && !err && !j.me; i++)
		memcpy(block(&j, out, displs, i), all + (size_t)i * room,
		       (size_t)counts[i] * j.size);
	free(own);
	free(all);
	return err;
}

static int padded_scatterv(const void *in, const int counts[], const int displs[], MPI_Datatype t,
                           void *out, int n, MPI_Datatype u, int root, MPI_Comm comm)
{
	struct job j = job_of(t, root, comm, 2);
	int longest, err = MPI_Allreduce(&n, &longest, 1, MPI_INT, MPI_MAX, comm);
	size_t room = (size_t)longest * j.size;
	(void)u;

	if (err)
		return err;
	char *own = malloc(room + 1), *all = calloc(1, (j.me ? 0 : room * (size_t)j.P) + 1);
	for (int i = 0; i < j.P && all && !j.me; i++)
		memcpy(all + (size_t)i * room, (const char *)in + (size_t)displs[i] * j.size,
		       (size_t)counts[i] * j.size);
	if (own && all)
		err = MPI_Scatter(all, longest, t, own, longest, t, root, comm);
	else
		err = MPI_ERR_NO_MEM;
	if (!err)
		memcpy(out, own, (size_t)n * j.size);
	free(own);
	free(all);
	return err;
}

const struct routines padded_routines = {
	.name = "padded", .gatherv = padded_gatherv, .scatterv = padded_scatterv};

/* ---- By k */

#define KNOMIAL(k)                                                                              \
	static int gatherv##k(const void *in, int n, MPI_Datatype t, void *out,                 \
	                      const int counts[], const int displs[], MPI_Datatype u, int root, \
	                      MPI_Comm comm)                                                    \
	{                                                                                       \
		struct job j = job_of(t, root, comm, k);                                        \
		(void)u;                                                                        \
		return gather_along(&j, in, n, out, counts, displs);                            \
	}                                                                                       \
	static int scatterv##k(const void *in, const int counts[], const int displs[],          \
	                       MPI_Datatype t, void *out, int n, MPI_Datatype u, int root,      \
	                       MPI_Comm comm)                                                   \
	{                                                                                       \
		struct job j = job_of(t, root, comm, k);                                        \
		(void)n;                                                                        \
		(void)u;                                                                        \
		return scatter_along(&j, in, counts, displs, out);                              \
	}                                                                                       \
	const struct routines knomial##k##_routines = {                                         \
		.name = "knomial:" #k, .gatherv = gatherv##k, .scatterv = scatterv##k}

KNOMIAL(2);
KNOMIAL(4);
