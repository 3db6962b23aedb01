/* SPDX-License-Identifier: BSD-3-Clause
 * Gatherv and scatterv as users and MPI libraries have them, beside which J. L. Traeff measures his
 * trees (Practical, Linear-time, Fully Distributed Algorithms for Irregular Gather and Scatter,
 * 2017, sections 4 and 5): blocks that are padded to the longest, for the regular collective (his
 * guideline 2); and trees that do not follow the blocks, k-nomial by the distance from the root,
 * as Intel MPI has for k = 2 (his tables 9 to 11).
 *
 * For types without gaps. What MPI fails with ends the program, as everywhere in ringbench; so does
 * a lack of memory.
 */
#include "ringbench/irregular.h"
#include "ringbench/vector.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG = 1 };

/* ---- Where blocks are */

/* The blocks at the root: so many elements of each rank, and where they are. */
struct layout {
	const int *counts, *displs; /* [P] */
};

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

/* Bytes of the block of a rank, and those before it. */
static size_t length(const struct job *j, struct layout b, int rank)
{
	return (size_t)b.counts[rank] * j->size;
}

static size_t place(const struct job *j, struct layout b, int rank)
{
	return (size_t)b.displs[rank] * j->size;
}

static void send(const struct job *j, const void *data, size_t bytes, int rank)
{
	if (bytes > INT_MAX) {
		fprintf(stderr, "ringbench: knomial: a message of %zu bytes is too long\n", bytes);
		MPI_Abort(MPI_COMM_WORLD, 3);
	}
	MPI_Send(data, (int)bytes, MPI_BYTE, rank, TAG, j->comm);
}

/* Receive what that rank sends, behind `have` bytes of `all`. Returns both, and frees `all`. */
static char *append(const struct job *j, int rank, char *all, size_t *have)
{
	MPI_Status s;
	int n;

	MPI_Probe(rank, TAG, j->comm, &s);
	MPI_Get_count(&s, MPI_BYTE, &n);
	char *both = allocate(*have + (size_t)n, 1);
	if (*have)
		memcpy(both, all, *have);
	MPI_Recv(both + *have, n, MPI_BYTE, rank, TAG, j->comm, MPI_STATUS_IGNORE);
	*have += (size_t)n;
	free(all);
	return both;
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

/* The blocks of all below behind the own one, in the order of the distances. */
static char *gather_below(const struct job *j, char *all, size_t *have)
{
	int top = top_step(j);

	for (int step = 1; step < top; step *= j->k)
		for (int a = 1; a < j->k && j->me + a * step < j->P; a++)
			all = append(j, rank_at(j, j->me + a * step), all, have);
	return all;
}

static void gather_along(const struct job *j, const void *in, int n, char *out, struct layout b)
{
	size_t have = (size_t)n * j->size;
	char *all = allocate(have, 1);

	if (have)
		memcpy(all, in, have);
	all = gather_below(j, all, &have);
	if (j->me)
		send(j, all, have, parent_of(j));
	const char *from = all;
	for (int i = 0; i < j->P && !j->me; i++) {
		int rank = rank_at(j, i);
		memcpy(out + place(j, b, rank), from, length(j, b, rank));
		from += length(j, b, rank);
	}
	free(all);
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
static void pass(const struct job *j, const struct parcel *p, int from, int to)
{
	size_t head = (size_t)(to - from) * sizeof(int), begin = place_in(j, p, from);
	size_t bytes = place_in(j, p, to) - begin;
	char *part = allocate(head + bytes, 1);

	memcpy(part, counts_in(p) + (from - p->first), head);
	memcpy(part + head, p->data + begin, bytes);
	send(j, part, head + bytes, rank_at(j, from));
	free(part);
}

/* The farthest first: below it stand most. */
static void pass_down(const struct job *j, const struct parcel *p)
{
	for (int step = top_step(j) / j->k; step; step /= j->k)
		for (int a = j->k - 1; a; a--) {
			int from = j->me + a * step, to = from + step;
			if (from < j->P)
				pass(j, p, from, to < j->P ? to : j->P);
		}
}

/* The data of the root's parcel. */
static char *wrap(const struct job *j, const char *in, struct layout b)
{
	size_t bytes = (size_t)j->P * sizeof(int);

	for (int i = 0; i < j->P; i++)
		bytes += length(j, b, i);
	char *data = allocate(bytes, 1), *to = data;
	for (int i = 0; i < j->P; i++, to += sizeof(int))
		memcpy(to, &b.counts[rank_at(j, i)], sizeof(int));
	for (int i = 0; i < j->P; i++) {
		int rank = rank_at(j, i);
		memcpy(to, in + place(j, b, rank), length(j, b, rank));
		to += length(j, b, rank);
	}
	return data;
}

static void scatter_along(const struct job *j, const char *in, struct layout b, void *out)
{
	int top = top_step(j);
	struct parcel p = {NULL, j->me, j->me + top < j->P ? top : j->P - j->me};
	size_t have = 0;

	p.data = j->me ? append(j, parent_of(j), NULL, &have) : wrap(j, in, b);
	memcpy(out, p.data + place_in(j, &p, j->me), (size_t)counts_in(&p)[0] * j->size);
	pass_down(j, &p);
	free(p.data);
}

/* ---- Padded */

/* A block as long as the longest, and at the root all of them: bytes, in memory to be freed. */
struct padded {
	int longest; /* elements */
	size_t room; /* bytes */
	char *own, *all;
};

/* `n` is the length of the own block. */
static struct padded pad(const struct job *j, int n)
{
	struct padded p;

	MPI_Allreduce(&n, &p.longest, 1, MPI_INT, MPI_MAX, j->comm);
	p.room = (size_t)p.longest * j->size;
	p.own = allocate(p.room, 1);
	p.all = allocate(j->me ? 0 : (size_t)j->P, p.room);
	return p;
}

static void free_padded(struct padded *p)
{
	free(p->own);
	free(p->all);
}

static int padded_gatherv(const void *in, int n, MPI_Datatype t, void *out, const int counts[],
                          const int displs[], MPI_Datatype u, int root, MPI_Comm comm)
{
	struct job j = job_of(t, root, comm, 2);
	struct padded p = pad(&j, n);
	struct layout b = {counts, displs};

	if (n)
		memcpy(p.own, in, (size_t)n * j.size);
	MPI_Gather(p.own, p.longest, t, p.all, p.longest, u, root, comm);
	for (int i = 0; i < j.P && !j.me; i++)
		memcpy((char *)out + place(&j, b, i), p.all + (size_t)i * p.room, length(&j, b, i));
	free_padded(&p);
	return MPI_SUCCESS;
}

static int padded_scatterv(const void *in, const int counts[], const int displs[], MPI_Datatype t,
                           void *out, int n, MPI_Datatype u, int root, MPI_Comm comm)
{
	struct job j = job_of(u, root, comm, 2);
	struct padded p = pad(&j, n);
	struct layout b = {counts, displs};

	for (int i = 0; i < j.P && !j.me; i++)
		memcpy(p.all + (size_t)i * p.room, (const char *)in + place(&j, b, i),
		       length(&j, b, i));
	MPI_Scatter(p.all, p.longest, t, p.own, p.longest, u, root, comm);
	if (n)
		memcpy(out, p.own, (size_t)n * j.size);
	free_padded(&p);
	return MPI_SUCCESS;
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
		(void)u; /* the same */                                                         \
		gather_along(&j, in, n, out, (struct layout){counts, displs});                  \
		return MPI_SUCCESS;                                                             \
	}                                                                                       \
	static int scatterv##k(const void *in, const int counts[], const int displs[],          \
	                       MPI_Datatype t, void *out, int n, MPI_Datatype u, int root,      \
	                       MPI_Comm comm)                                                   \
	{                                                                                       \
		struct job j = job_of(u, root, comm, k);                                        \
		(void)t; /* the same */                                                         \
		(void)n; /* comes with the data */                                              \
		scatter_along(&j, in, (struct layout){counts, displs}, out);                    \
		return MPI_SUCCESS;                                                             \
	}                                                                                       \
	const struct routines knomial##k##_routines = {                                         \
		.name = "knomial:" #k, .gatherv = gatherv##k, .scatterv = scatterv##k}

KNOMIAL(2);
KNOMIAL(4);
