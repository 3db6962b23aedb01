/* SPDX-License-Identifier: BSD-3-Clause
 * The calls of agreed.c, by collective: each way to call it, and what must come out.
 */
#include "agreed.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Ways to call: the plain one; in place, or nonsense where arguments do not count; with other types
 * on each rank; in place with other types. */
enum way { SAME, NONSENSE, TYPES, BOTH, WAYS };
static const char *const ways[] = {"same arguments", "nonsense where they do not count",
                                   "other types on each rank", "in place, other types"};

#ifdef OPEN_MPI
enum { OF_MPICH = 0 };
#else
enum { OF_MPICH = 1 };
#endif

/* Arguments for places where they do not count. */
static int *const nowhere = (int *)64;
enum { NO_COUNT = 1234567 };

static MPI_Datatype no_type(const struct place *p)
{
	return p->rank % 2 ? MPI_DOUBLE : MPI_DATATYPE_NULL;
}

static enum style style_of(enum way way, int rank, int shift)
{
	return way < TYPES ? PLAIN : (enum style)((rank + shift) % STYLES);
}

/* Roots that are tried: the first, one between, the last. */
enum { ROOTS = 3 };
static int root_of(const struct place *p, int i)
{
	return i == 0 ? 0 : i == 1 ? p->P / 2 : p->P - 1;
}

/* Lengths and places of P blocks, n each; or by pairs a short and a long one, none and twice as
 * long, and so on. */
struct blocks {
	int *n, *place, *layout, total;
};

static struct blocks blocks_of(int P, int n, bool even)
{
	struct blocks b = {malloc((size_t)P * sizeof(int)), malloc((size_t)P * sizeof(int)),
	                   malloc((size_t)P * sizeof(int)), 0};
	for (int r = 0; r < P; r++) {
		int less = r / 2 % 2 ? 0 : n / 2;
		bool alone = r == P - 1 && r % 2 == 0;
		b.n[r] = even || alone ? n : r % 2 ? 2 * n - less : less;
		b.place[r] = b.total;
		b.layout[r] = b.total; /* in extents of the type */
		b.total += b.n[r];
	}
	return b;
}

static void blocks_free(struct blocks *b)
{
	free(b->n);
	free(b->place);
	free(b->layout);
}

/* What a call sent from and received to, and how that was described. */
static void ends_free(struct ints *from, struct ints *to, struct side *s, struct side *t)
{
	ints_free(from);
	ints_free(to);
	side_free(s);
	side_free(t);
}

/* ---- From and to a root */

static void call_bcast(const struct place *p, int n, int root, enum way way)
{
	struct side s = side_of(n, style_of(way, p->rank, way));
	struct ints v = ints_new(n, s.step);
	now("bcast of %d ints, %d ranks, root %d, %s", n, p->P, root, ways[way]);
	if (p->rank == root)
		put(&v, 0, n, root, n);
	MPI_Bcast(v.at, s.count, s.type, root, p->comm);
	check(&v, 0, n, root, n);
	check_free(&v, 0, 0);
	ints_free(&v);
	side_free(&s);
}

static void call_gather(const struct place *p, int n, int root, enum way way)
{
	const bool in_place = way == NONSENSE || way == BOTH, own = p->rank == root;
	struct side s = side_of(n, style_of(way, p->rank, 1)),
		    t = side_of(n, style_of(way, p->rank, 2));
	struct ints from = ints_new(n, s.step), to = ints_new(own ? n * p->P : 0, t.step);
	now("gather of %d ints each, %d ranks, root %d, %s", n, p->P, root, ways[way]);
	put(&from, 0, n, p->rank, 0);
	if (own && in_place)
		put(&to, n * root, n, root, 0);
	if (!own && alike)
		MPI_Gather(from.at, s.count, s.type, NULL, t.count, t.type, root, p->comm);
	else if (!own && way != SAME)
		MPI_Gather(from.at, s.count, s.type, nowhere, NO_COUNT, no_type(p), root, p->comm);
	else if (!own)
		MPI_Gather(from.at, s.count, s.type, NULL, 0, MPI_DATATYPE_NULL, root, p->comm);
	else if (in_place)
		MPI_Gather(MPI_IN_PLACE, way == BOTH ? NO_COUNT : 0,
		           way == BOTH ? MPI_DOUBLE : MPI_DATATYPE_NULL, to.at, t.count, t.type,
		           root, p->comm);
	else
		MPI_Gather(from.at, s.count, s.type, to.at, t.count, t.type, root, p->comm);
	for (int r = 0; own && r < p->P; r++)
		check(&to, r * n, n, r, 0);
	check_free(&to, 0, 0);
	check(&from, 0, n, p->rank, 0);
	ends_free(&from, &to, &s, &t);
}

static void call_scatter(const struct place *p, int n, int root, enum way way)
{
	const bool in_place = way == NONSENSE || way == BOTH, own = p->rank == root;
	struct side s = side_of(n, style_of(way, p->rank, 1)),
		    t = side_of(n, style_of(way, p->rank, 2));
	struct ints from = ints_new(own ? n * p->P : 0, s.step), to = ints_new(n, t.step);
	now("scatter of %d ints each, %d ranks, root %d, %s", n, p->P, root, ways[way]);
	put(&from, 0, from.n, root, 0);
	if (!own && alike)
		MPI_Scatter(NULL, s.count, s.type, to.at, t.count, t.type, root, p->comm);
	else if (!own && way != SAME)
		MPI_Scatter(nowhere, NO_COUNT, no_type(p), to.at, t.count, t.type, root, p->comm);
	else if (!own)
		MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, to.at, t.count, t.type, root, p->comm);
	else if (in_place)
		MPI_Scatter(from.at, s.count, s.type, MPI_IN_PLACE, way == BOTH ? NO_COUNT : 0,
		            way == BOTH ? MPI_DOUBLE : MPI_DATATYPE_NULL, root, p->comm);
	else
		MPI_Scatter(from.at, s.count, s.type, to.at, t.count, t.type, root, p->comm);
	if (own && in_place)
		check_free(&to, 0, n);
	else
		check(&to, 0, n, root, n * p->rank);
	check_free(&to, 0, 0);
	check(&from, 0, from.n, root, 0);
	ends_free(&from, &to, &s, &t);
}

static void call_gatherv(const struct place *p, int n, int root, enum way way)
{
	const bool in_place = way == NONSENSE || way == BOTH, own = p->rank == root;
	struct blocks b = blocks_of(p->P, n, false);
	int mine = b.n[p->rank];
	struct side s = side_of(mine, style_of(way, p->rank, 1)),
		    t = side_of(0, way < TYPES ? PLAIN : GAPS);
	struct ints from = ints_new(mine, s.step), to = ints_new(own ? b.total : 0, t.step);
	now("gatherv of %d ints, %d ranks, root %d, %s", b.total, p->P, root, ways[way]);
	put(&from, 0, mine, p->rank, 0);
	if (own && in_place)
		put(&to, b.place[root], mine, root, 0);
	if (!own)
		MPI_Gatherv(from.at, s.count, s.type, NULL, NULL, NULL,
		            way == SAME ? MPI_INT : MPI_DATATYPE_NULL, root, p->comm);
	else if (in_place)
		MPI_Gatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to.at, b.n, b.layout, t.type, root,
		            p->comm);
	else
		MPI_Gatherv(from.at, s.count, s.type, to.at, b.n, b.layout, t.type, root, p->comm);
	for (int r = 0; own && r < p->P; r++)
		check(&to, b.place[r], b.n[r], r, 0);
	check_free(&to, 0, 0);
	ends_free(&from, &to, &s, &t);
	blocks_free(&b);
}

static void call_scatterv(const struct place *p, int n, int root, enum way way)
{
	const bool in_place = way == NONSENSE || way == BOTH, own = p->rank == root;
	struct blocks b = blocks_of(p->P, n, false);
	int mine = b.n[p->rank];
	struct side s = side_of(0, way < TYPES ? PLAIN : GAPS),
		    t = side_of(mine, style_of(way, p->rank, 1));
	struct ints from = ints_new(own ? b.total : 0, s.step), to = ints_new(mine, t.step);
	now("scatterv of %d ints, %d ranks, root %d, %s", b.total, p->P, root, ways[way]);
	put(&from, 0, from.n, root, 0);
	if (!own)
		MPI_Scatterv(NULL, NULL, NULL, way == SAME ? MPI_INT : MPI_DATATYPE_NULL, to.at,
		             t.count, t.type, root, p->comm);
	else if (in_place)
		MPI_Scatterv(from.at, b.n, b.layout, s.type, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL,
		             root, p->comm);
	else
		MPI_Scatterv(from.at, b.n, b.layout, s.type, to.at, t.count, t.type, root, p->comm);
	if (!own || !in_place)
		check(&to, 0, mine, root, b.place[p->rank]);
	check_free(&to, 0, 0);
	ends_free(&from, &to, &s, &t);
	blocks_free(&b);
}

/* ---- To all */

static void call_allgather(const struct place *p, int n, enum way way)
{
	const bool in_place = way == NONSENSE || way == BOTH;
	struct side s = side_of(n, style_of(way, p->rank, 1)),
		    t = side_of(n, style_of(way, p->rank, 2));
	struct ints from = ints_new(n, s.step), to = ints_new(n * p->P, t.step);
	now("allgather of %d ints each, %d ranks, %s", n, p->P, ways[way]);
	put(in_place ? &to : &from, in_place ? n * p->rank : 0, n, p->rank, 0);
	if (in_place) /* what they say of what they send is another thing at each rank */
		MPI_Allgather(MPI_IN_PLACE, p->rank % 3 ? NO_COUNT * p->rank : 0, no_type(p), to.at,
		              t.count, t.type, p->comm);
	else
		MPI_Allgather(from.at, s.count, s.type, to.at, t.count, t.type, p->comm);
	for (int r = 0; r < p->P; r++)
		check(&to, r * n, n, r, 0);
	check_free(&to, 0, 0);
	ends_free(&from, &to, &s, &t);
}

/* The libraries' own choices that are wrong, whatever a file says: Open MPI takes its way by
 * elements that are received of the size of the type that is sent; MPICH's ring, which it takes
 * from so many bytes on, cuts blocks by the extent of the type. */
static bool fault_of_allgatherv(const struct place *p, int total, bool sizes_differ, bool gaps)
{
	const bool power = (p->P & (p->P - 1)) == 0;
	if (!OF_MPICH)
		return sizes_differ;
	return gaps && (size_t)total * sizeof(int) >= (power ? 524288 : 81920);
}

static void call_allgatherv(const struct place *p, int n, enum way way, bool even)
{
	const bool in_place = way == NONSENSE || way == BOTH;
	struct blocks b = blocks_of(p->P, n, even);
	int mine = b.n[p->rank];
	enum style style = style_of(way, p->rank, 1);
	if (fault_of_allgatherv(p, b.total, way == TYPES, way >= TYPES)) {
		blocks_free(&b);
		return;
	}
	struct side s = side_of(mine, style),
		    t = side_of(0, way >= TYPES && p->rank % 2 ? GAPS : PLAIN);
	struct ints from = ints_new(mine, s.step), to = ints_new(b.total, t.step);
	now("allgatherv of %d ints, %s, %d ranks, %s", b.total, even ? "even" : "uneven", p->P,
	    ways[way]);
	put(in_place ? &to : &from, in_place ? b.place[p->rank] : 0, mine, p->rank, 0);
	if (in_place)
		MPI_Allgatherv(MPI_IN_PLACE, p->rank % 3 ? NO_COUNT * p->rank : 0, no_type(p),
		               to.at, b.n, b.layout, t.type, p->comm);
	else
		MPI_Allgatherv(from.at, s.count, s.type, to.at, b.n, b.layout, t.type, p->comm);
	for (int r = 0; r < p->P; r++)
		check(&to, b.place[r], b.n[r], r, 0);
	check_free(&to, 0, 0);
	ends_free(&from, &to, &s, &t);
	blocks_free(&b);
}

/* The block of rank r for rank q has its items q * n on. All ranks are in place, or none. */
static void call_alltoall(const struct place *p, int n, enum way way)
{
	const bool in_place = way == NONSENSE || way == BOTH;
	struct side s = side_of(n, style_of(way, p->rank, 1)),
		    t = side_of(n, style_of(way, p->rank, 2));
	struct ints from = ints_new(n * p->P, s.step), to = ints_new(n * p->P, t.step);
	now("alltoall of %d ints each, %d ranks, %s", n, p->P, ways[way]);
	put(in_place ? &to : &from, 0, n * p->P, p->rank, 0);
	if (in_place)
		MPI_Alltoall(MPI_IN_PLACE, p->rank % 3 ? NO_COUNT * p->rank : 0, no_type(p), to.at,
		             t.count, t.type, p->comm);
	else
		MPI_Alltoall(from.at, s.count, s.type, to.at, t.count, t.type, p->comm);
	for (int r = 0; r < p->P; r++)
		check(&to, r * n, n, r, p->rank * n);
	check_free(&to, 0, 0);
	ends_free(&from, &to, &s, &t);
}

/* The block of rank r for rank q has up to n of the items from q * n on, as many as q's for r. */
static void call_by_pairs(const struct place *p, int n, enum way way, bool of_types)
{
	const bool in_place = way == NONSENSE || way == BOTH;
	struct blocks b = blocks_of(p->P, n, true);
	struct side s = side_of(0, way >= TYPES && p->rank % 3 ? GAPS : PLAIN),
		    t = side_of(0, way >= TYPES && p->rank % 2 ? GAPS : PLAIN);
	struct ints from = ints_new(n * p->P, s.step), to = ints_new(n * p->P, t.step);
	MPI_Datatype sent[MOST_RANKS], received[MOST_RANKS];
	int from_bytes[MOST_RANKS];
	now("alltoall%c of at most %d ints each, %d ranks, %s", of_types ? 'w' : 'v', n, p->P,
	    ways[way]);
	for (int r = 0; r < p->P; r++) {
		b.n[r] = n * ((p->rank + r) % 4) / 3;
		b.place[r] = n * r * (int)sizeof(int) * to.step; /* in bytes */
		from_bytes[r] = n * r * (int)sizeof(int) * from.step;
		b.layout[r] = n * r;
		sent[r] = s.type;
		received[r] = t.type;
		put(in_place ? &to : &from, n * r, b.n[r], p->rank, n * r);
	}
	if (of_types)
		MPI_Alltoallw(in_place ? MPI_IN_PLACE : (void *)from.at, b.n, from_bytes, sent,
		              to.at, b.n, b.place, received, p->comm);
	else if (in_place)
		MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, no_type(p), to.at, b.n, b.layout, t.type,
		              p->comm);
	else
		MPI_Alltoallv(from.at, b.n, b.layout, s.type, to.at, b.n, b.layout, t.type,
		              p->comm);
	for (int r = 0; r < p->P; r++)
		check(&to, n * r, b.n[r], r, p->rank * n);
	ends_free(&from, &to, &s, &t);
	blocks_free(&b);
}

static void call_alltoallv(const struct place *p, int n, enum way way)
{
	call_by_pairs(p, n, way, false);
}

static void call_alltoallw(const struct place *p, int n, enum way way)
{
	call_by_pairs(p, n, way, true);
}

/* No rank leaves before the last one came: each counts in what all of them see, a file, since a
 * library may have been told that ranks of one machine are on several. */
static void call_barrier(const struct place *p, int n)
{
	static int rounds[MOST_RANKS + 1];
	for (int i = 0; i <= 4 + n % 2; i++) {
		now("barrier, %d ranks", p->P);
		rounds[p->P]++;
		atomic_fetch_add(&came[p->P], 1);
		MPI_Barrier(p->comm);
		if (atomic_load(&came[p->P]) < rounds[p->P] * p->P)
			wrong("a rank left before the last one came");
	}
}

/* ---- Reductions. Items are added up; or they are maps x -> a x + b, in pairs of ints, which are
 * put one after another. */

struct map {
	unsigned a, b;
};

static struct map after(struct map x, struct map y)
{
	return (struct map){x.a * y.a, x.a * y.b + x.b};
}

static void put_after(void *in, void *inout, int *n, MPI_Datatype *type)
{
	struct map *x = in, *y = inout;
	(void)type;
	for (int i = 0; i < *n; i++)
		y[i] = after(x[i], y[i]);
}

static struct {
	MPI_Op maps;
	MPI_Datatype map;
} made;

static void make(void)
{
	if (made.maps)
		return;
	MPI_Op_create(put_after, false, &made.maps);
	MPI_Type_contiguous(2, MPI_UNSIGNED, &made.map);
	MPI_Type_commit(&made.map);
}

/* Item i of those of ranks first to last, together; as an int or a map. */
static struct map together(int first, int last, int i, bool maps)
{
	struct map all = {0, 0}; /* of ints b stays so */
	for (int r = first; r <= last; r++) {
		struct map own = {(unsigned)item(r, i) | maps, (unsigned)item(r, i + 7)};
		if (!maps)
			all.a += own.a;
		else
			all = r == first ? own : after(all, own);
	}
	return all;
}

/* A vector of n elements of a reduction. */
struct vector {
	bool maps;
	int n;
	unsigned *at; /* one or two for each */
	MPI_Datatype type;
	MPI_Op op;
};

static struct vector vector_new(int n, bool maps, int rank)
{
	make();
	struct vector v = {maps, n, malloc(((size_t)n + 1) * sizeof(struct map)),
	                   maps ? made.map : MPI_INT, maps ? made.maps : MPI_SUM};
	for (int i = 0; i < n; i++) {
		struct map m = together(rank, rank, i, maps);
		if (maps)
			memcpy(v.at + (ptrdiff_t)2 * i, &m, sizeof m);
		else
			v.at[i] = m.a;
	}
	return v;
}

static void is_together(const struct vector *v, int n, int item_of_first, int first, int last)
{
	for (int i = 0; i < n; i += step_of(n, i)) {
		const unsigned *at = v->at + (ptrdiff_t)(1 + v->maps) * i;
		struct map m = together(first, last, item_of_first + i, v->maps);
		if (at[0] != m.a || (v->maps && at[1] != m.b))
			wrong("element %d is 0x%x 0x%x in place of 0x%x 0x%x", i, at[0],
			      v->maps ? at[1] : 0, m.a, m.b);
	}
}

/* A reduction to be called with these two vectors. */
struct reduction {
	const char *name;
	const struct place *p;
	int n, root;
	bool in_place, even;
	struct vector in, out;
};

static void reduce_blocks(struct reduction *r)
{
	struct blocks b = blocks_of(r->p->P, r->n, r->even);
	for (int i = 0; i < r->p->P && r->in.maps; i++)
		b.n[i] /= 2;
	int before = 0;
	for (int i = 0; i < r->p->rank; i++)
		before += b.n[i];
	const void *in = r->in_place ? MPI_IN_PLACE : r->in.at;
	void *out = r->in_place ? r->in.at : r->out.at;
	if (strcmp(r->name, "reduce_scatter") == 0)
		MPI_Reduce_scatter(in, out, b.n, r->in.type, r->in.op, r->p->comm);
	else
		MPI_Reduce_scatter_block(in, out, b.n[0], r->in.type, r->in.op, r->p->comm);
	is_together(r->in_place ? &r->in : &r->out, b.n[r->p->rank], before, 0, r->p->P - 1);
	blocks_free(&b);
}

static void reduce_vectors(struct reduction *r)
{
	const int n = r->in.n, last = r->p->P - 1, rank = r->p->rank;
	const bool root = rank == r->root, place = r->in_place;
	const void *in = place ? MPI_IN_PLACE : r->in.at;
	void *out = place ? r->in.at : r->out.at;
	const struct vector *result = place ? &r->in : &r->out;
	if (strcmp(r->name, "allreduce") == 0) {
		MPI_Allreduce(in, out, n, r->in.type, r->in.op, r->p->comm);
		is_together(result, n, 0, 0, last);
	} else if (strcmp(r->name, "scan") == 0) {
		MPI_Scan(in, out, n, r->in.type, r->in.op, r->p->comm);
		is_together(result, n, 0, 0, rank);
	} else if (strcmp(r->name, "exscan") == 0) {
		MPI_Exscan(in, out, n, r->in.type, r->in.op, r->p->comm);
		if (rank)
			is_together(result, n, 0, 0, rank - 1);
	} else if (root) {
		MPI_Reduce(in, out, n, r->in.type, r->in.op, r->root, r->p->comm);
		is_together(result, n, 0, 0, last);
	} else {
		MPI_Reduce(r->in.at, place ? NULL : nowhere, n, r->in.type, r->in.op, r->root,
		           r->p->comm);
		is_together(&r->in, n, 0, rank, rank);
	}
}

/* n is each block's, or the vector's. */
static void call_reduction(const struct place *p, const char *name, int n, int root, bool in_place,
                           bool maps)
{
	const bool blocks = strncmp(name, "reduce_scatter", 14) == 0;
	for (int even = strcmp(name, "reduce_scatter") == 0 ? 0 : 1; even < 2; even++) {
		int all = blocks ? n * p->P : n, length = maps ? all / 2 : all;
		struct reduction r = {name,
		                      p,
		                      n,
		                      root,
		                      in_place,
		                      even,
		                      vector_new(0, maps, 0),
		                      vector_new(length, false, p->rank)};
		free(r.in.at);
		r.in = vector_new(length, maps, p->rank);
		r.out.maps = maps;
		now("%s of %d %s%s, %d ranks, root %d, %s", name, length,
		    maps ? "maps, which do not commute" : "ints", even ? "" : ", uneven", p->P,
		    root, in_place ? "in place" : "not in place");
		if (blocks)
			reduce_blocks(&r);
		else
			reduce_vectors(&r);
		free(r.in.at);
		free(r.out.at);
	}
}

/* MPICH's device, which comes before a file if it is not told to leave it, takes MPI_IN_PLACE for
 * an address at a root that is not the first rank. Its own choice for long vectors of a
 * reduce_scatter copies a long block onto itself in place. */
static bool fault_of_reduce(const struct place *p, const char *name, int n, int root, bool in_place)
{
	const char *device = getenv("MPIR_CVAR_REDUCE_DEVICE_COLLECTIVE");
	if (!OF_MPICH || !in_place)
		return false;
	if (strcmp(name, "reduce_scatter") == 0)
		return (size_t)n * (size_t)p->P * sizeof(int) >= 524288;
	return strcmp(name, "reduce") == 0 && root && !device;
}

static void reductions(const struct place *p, const char *name, int n)
{
	const int roots = strcmp(name, "reduce") == 0 ? ROOTS : 1;
	for (int i = 0; i < roots; i++)
		for (int maps = 0; maps < 2 - commuting; maps++)
			for (int in_place = 0; in_place < 2 - alike; in_place++)
				if (!fault_of_reduce(p, name, n, root_of(p, i), in_place))
					call_reduction(p, name, n, root_of(p, i), in_place, maps);
}

/* ---- All of them */

static const struct {
	const char *name;
	void (*call)(const struct place *p, int n, int root, enum way way);
} rooted[] = {{"bcast", call_bcast},
              {"gather", call_gather},
              {"scatter", call_scatter},
              {"gatherv", call_gatherv},
              {"scatterv", call_scatterv}};
static const struct {
	const char *name;
	void (*call)(const struct place *p, int n, enum way way);
} among_all[] = {{"allgather", call_allgather},
                 {"alltoall", call_alltoall},
                 {"alltoallv", call_alltoallv},
                 {"alltoallw", call_alltoallw}};
static const char *const reducing[] = {
	"allreduce", "reduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan"};

bool calls_of(const struct place *p, const char *name, int n)
{
	const int some = alike ? SAME + 1 : WAYS;
	bool known = false;
	for (size_t k = 0; k < sizeof rooted / sizeof *rooted; k++) {
		if (strcmp(rooted[k].name, name) != 0)
			continue;
		known = true;
		for (int i = 0; i < ROOTS; i++)
			for (int w = 0; w < some; w++)
				rooted[k].call(p, n, root_of(p, i), (enum way)w);
	}
	for (size_t k = 0; k < sizeof reducing / sizeof *reducing; k++) {
		if (strcmp(reducing[k], name) != 0)
			continue;
		known = true;
		reductions(p, name, n);
	}
	for (size_t k = 0; k < sizeof among_all / sizeof *among_all; k++) {
		if (strcmp(among_all[k].name, name) != 0)
			continue;
		known = true;
		for (int w = 0; w < some; w++)
			among_all[k].call(p, n, (enum way)w);
	}
	const bool counted = strcmp(name, "allgatherv") == 0;
	for (int w = 0; w < 2 * some && counted; w++)
		call_allgatherv(p, n, (enum way)(w / 2), w % 2);
	if (strcmp(name, "barrier") != 0)
		return known || counted;
	call_barrier(p, n);
	return true;
}

/* ---- Between two groups */

/* The first rank of the second group is the root; the others of that group take no part. */
static void rooted_between(MPI_Comm inter, const struct place *own, int other, bool first, int n)
{
	const int root = first ? 0 : own->rank ? MPI_PROC_NULL : MPI_ROOT, all = n * other;
#ifdef OPEN_MPI
	const enum style style = (enum style)(own->rank % STYLES);
#else
	const enum style style =
		PLAIN; /* its own choice between groups is by counts, of any type */
#endif
	struct side s = side_of(n, style);
	struct ints v = ints_new(root == MPI_ROOT ? all : n, s.step);
	now("bcast of %d ints between groups of %d and %d", n, own->P, other);
	if (root == MPI_ROOT)
		put(&v, 0, n, 100, 0);
	if (root == MPI_PROC_NULL)
		MPI_Bcast(nowhere, 0, MPI_INT, root, inter);
	else
		MPI_Bcast(v.at, s.count, s.type, root, inter);
	if (first)
		check(&v, 0, n, 100, 0);
	now("gather of %d ints each between groups of %d and %d", n, own->P, other);
	if (first) {
		put(&v, 0, n, own->rank, 0);
		MPI_Gather(v.at, s.count, s.type, nowhere, NO_COUNT, MPI_DATATYPE_NULL, root,
		           inter);
	} else {
		MPI_Gather(nowhere, NO_COUNT, MPI_DATATYPE_NULL, v.at, s.count, s.type, root,
		           inter);
	}
	for (int r = 0; r < other && root == MPI_ROOT; r++)
		check(&v, r * n, n, r, 0);
	now("scatter of %d ints each between groups of %d and %d", n, own->P, other);
	if (root == MPI_ROOT)
		put(&v, 0, all, 200, 0);
	if (first)
		MPI_Scatter(nowhere, NO_COUNT, MPI_DATATYPE_NULL, v.at, s.count, s.type, root,
		            inter);
	else
		MPI_Scatter(v.at, s.count, s.type, nowhere, NO_COUNT, MPI_DATATYPE_NULL, root,
		            inter);
	if (first)
		check(&v, 0, n, 200, own->rank * n);
	ints_free(&v);
	side_free(&s);
}

void calls_between(MPI_Comm inter, const struct place *own, int other, bool first, int n)
{
	const int from = first ? 0 : 50, theirs = first ? 50 : 0;
	struct ints v = ints_new(n, 1), all = ints_new(n * other, 1);
	struct vector in = vector_new(n, false, from + own->rank), out = vector_new(n, false, 0);
	rooted_between(inter, own, other, first, n);
	now("allgather of %d ints each between groups of %d and %d", n, own->P, other);
	put(&v, 0, n, from + own->rank, 0);
	MPI_Allgather(v.at, n, MPI_INT, all.at, n, MPI_INT, inter);
	for (int r = 0; r < other; r++)
		check(&all, r * n, n, theirs + r, 0);
	now("alltoall of %d ints each between groups of %d and %d", n, own->P, other);
	struct ints given = ints_new(n * other, 1);
	put(&given, 0, n * other, from + own->rank, 0);
	MPI_Alltoall(given.at, n, MPI_INT, all.at, n, MPI_INT, inter);
	for (int r = 0; r < other; r++)
		check(&all, r * n, n, theirs + r, own->rank * n);
	ints_free(&given);
	now("allreduce of %d ints between groups of %d and %d", n, own->P, other);
	MPI_Allreduce(in.at, out.at, n, MPI_INT, MPI_SUM, inter);
	is_together(&out, n, 0, theirs, theirs + other - 1);
	now("reduce of %d ints between groups of %d and %d", n, own->P, other);
	int root = first ? 0 : own->rank ? MPI_PROC_NULL : MPI_ROOT;
	MPI_Reduce(first ? in.at : (unsigned *)nowhere, first ? (unsigned *)nowhere : out.at, n,
	           MPI_INT, MPI_SUM, root, inter);
	if (root == MPI_ROOT)
		is_together(&out, n, 0, theirs, theirs + other - 1);
	now("barrier between groups of %d and %d", own->P, other);
	MPI_Barrier(inter);
	free(in.at);
	free(out.at);
	ints_free(&v);
	ints_free(&all);
}
