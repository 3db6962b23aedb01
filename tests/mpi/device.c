/* SPDX-License-Identifier: BSD-3-Clause
 * Collectives whose buffers are in the memory of a device, on some ranks or on all: in all forms,
 * with results and with who served them. Memory that the processor cannot read must not be read.
 *
 * device LIBRARY WHEN [EXPECTED]: LIBRARY is a double for a device's (device/library.c), which is
 * loaded `early`, before MPI is initialised; by `some` ranks then, the odd ones; `late`, once the
 * communicator is set up, or by some then (`late-some`); or `never`, and then no buffer is there.
 * EXPECTED is what becomes of blocking and persistent calls with a buffer there: they are `native`
 * (as if not said), or `ours`; or `free` to be either. Compiled with -DNAME=PREFIX
 * -DHEADER='"FILE.h"', or without for a preloaded library.
 */
#include "device/memory.h"
#include "routines.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

typedef RG_JOIN(NAME, _Request) request;

/* MPI 3 has no persistent collectives of its own to be taken over. */
#if defined HEADER || MPI_VERSION >= 4
#define PERSISTENT 1
#else
#define PERSISTENT 0
#endif

enum { BLOCK = 37, MOST_RANKS = 16, ROOT = 1 };

/* How it is called, and on which ranks buffers are on the device. */
enum form { BLOCKING, NONBLOCKING, PERSISTENTLY, FORMS };
enum where { NOWHERE, UNUSED, EVERYWHERE, AT_ROOT, AT_OTHERS, AT_LAST, PLACES };

static const char *const form_names[FORMS] = {"blocking", "nonblocking", "persistent"};
static const char *const place_names[PLACES] = {"no rank",          "buffers that do not count",
                                                "all ranks",        "the root",
                                                "all but the root", "the last rank"};

/* A call. */
static struct {
	const void *in;
	void *out;
	int n;             /* elements of a block, or of the vector */
	MPI_Datatype type; /* of what is moved: ints, perhaps with gaps, and where they begin */
	const int *counts, *places;
	int each[MOST_RANKS], slots[MOST_RANKS]; /* what two ranks give each other, and where, */
	int bytes[MOST_RANKS];                   /* in bytes, */
	MPI_Datatype types[MOST_RANKS];          /* and of which type */
	MPI_Comm comm;
	request *r;
} c;
static int P, rank;
static bool libraries; /* somebody has one, */
static void *object;   /* and this rank */

/* ---- The collectives: F(NAME, arguments before the communicator) */

#define MOVE_IN c.in, c.n, c.type
#define MOVE_OUT c.out, c.n, c.type
#define SUM MPI_INT, MPI_SUM
#define ALL(F)                                                                                     \
	F(Allreduce, allreduce, c.in, c.out, c.n, SUM)                                             \
	F(Allgather, allgather, MOVE_IN, MOVE_OUT)                                                 \
	F(Allgatherv, allgatherv, c.in, c.counts[rank], c.type, c.out, c.counts, c.places, c.type) \
	F(Reduce_scatter, reduce_scatter, c.in, c.out, c.counts, SUM)                              \
	F(Reduce_scatter_block, reduce_scatter_block, c.in, c.out, c.n, SUM)                       \
	F(Bcast, bcast, c.out, c.n, c.type, ROOT)                                                  \
	F(Reduce, reduce, c.in, c.out, c.n, SUM, ROOT)                                             \
	F(Gather, gather, MOVE_IN, MOVE_OUT, ROOT)                                                 \
	F(Scatter, scatter, MOVE_IN, MOVE_OUT, ROOT)                                               \
	F(Gatherv, gatherv, c.in, c.counts[rank], c.type, c.out, c.counts, c.places, c.type, ROOT) \
	F(Scatterv, scatterv, c.in, c.counts, c.places, c.type, c.out, c.counts[rank], c.type,     \
	  ROOT)                                                                                    \
	F(Scan, scan, c.in, c.out, c.n, SUM)                                                       \
	F(Exscan, exscan, c.in, c.out, c.n, SUM)                                                   \
	F(Alltoall, alltoall, MOVE_IN, MOVE_OUT)                                                   \
	F(Alltoallv, alltoallv, c.in, c.each, c.slots, c.type, c.out, c.each, c.slots, c.type)     \
	F(Alltoallw, alltoallw, c.in, c.each, c.bytes, c.types, c.out, c.each, c.bytes, c.types)

#define CALLS(Name, name, ...)                                  \
	static int call_##name(void)                            \
	{                                                       \
		return OURS(Name)(__VA_ARGS__, c.comm);         \
	}                                                       \
	static int begin_##name(void)                           \
	{                                                       \
		return OURS(I##name)(__VA_ARGS__, c.comm, c.r); \
	}                                                       \
	static int expected_##name(void)                        \
	{                                                       \
		return PMPI_##Name(__VA_ARGS__, c.comm);        \
	}
ALL(CALLS)
#if PERSISTENT
#define INIT(Name, name, ...)                                                      \
	static int init_##name(void)                                               \
	{                                                                          \
		return OURS(Name##_init)(__VA_ARGS__, c.comm, MPI_INFO_NULL, c.r); \
	}
#define INIT_OF(name) init_##name
ALL(INIT)
#else
#define INIT_OF(name) NULL
#endif

static const struct routine {
	const char *name, *began;
	int (*call)(void), (*begin)(void), (*init)(void), (*expected)(void);
} routines[] = {
#define ROW(Name, name, ...) \
	{#Name, "I" #name, call_##name, begin_##name, INIT_OF(name), expected_##name},
	ALL(ROW)};
enum { BCAST = 5, ROUTINES = sizeof routines / sizeof *routines };

static bool is(const struct routine *r, const char *name)
{
	return strcmp(r->name, name) == 0;
}

/* MPI_IN_PLACE is said where it may be. */
static bool in_place_here(const struct routine *r)
{
	if (is(r, "Reduce") || strstr(r->name, "ather") == r->name + 1)
		return rank == ROOT && !strstr(r->name, "All");
	return !is(r, "Bcast") && !strstr(r->name, "Scatter");
}

/* ---- Buffers */

static size_t room; /* of each, in bytes */

struct pair {
	int *in, *out;
};

static void fill(struct pair b)
{
	int n = (int)(room / sizeof(int));

	for (int i = 0; i < n; i++) {
		b.in[i] = (i * 7 + rank * 13) % 101;
		b.out[i] = (i * 5 + rank * 3) % 89;
	}
}

/* Buffers that may be on the device. */
static void fill_there(struct pair b)
{
	device_open();
	fill(b);
	device_close();
}

static struct pair host_buffers(void)
{
	return (struct pair){get(room), get(room)};
}

static struct pair kept_buffers(enum device_kind kind)
{
	return (struct pair){device_alloc(room, kind), device_alloc(room, kind)};
}

/* A rank that has no library has no such memory. */
static bool is_there(enum where where)
{
	if (!object)
		return false;
	switch (where) {
	case EVERYWHERE:
		return true;
	case AT_ROOT:
		return rank == ROOT;
	case AT_OTHERS:
		return rank != ROOT;
	case AT_LAST:
		return rank == P - 1;
	default:
		return false;
	}
}

/* Buffers of the host, or of the device where these are; or the one that does not count, if the
 * routine has such a one here. */
static struct pair choose(const struct routine *r, enum where where, struct pair host,
                          struct pair device)
{
	bool to_root = is(r, "Reduce") || is(r, "Gather") || is(r, "Gatherv");

	if (is_there(where))
		return device;
	if (where == UNUSED && rank != ROOT && to_root)
		host.out = device.out;
	if (where == UNUSED &&
	    ((rank != ROOT && strstr(r->name, "Scatter") == r->name) || is(r, "Bcast")))
		host.in = device.in;
	return host;
}

/* ---- One call */

/* How it is to be served. */
enum served { FREE, BY_MPI, BY_US };

struct trial {
	const struct routine *r;
	enum form form;
	bool in_place;
	const char *what;
	enum served expected;
};

static int calls_of(const char *name, const char *end)
{
	char whole[64];

	snprintf(whole, sizeof whole, "%s%s", name, end);
	return device_calls(whole);
}

/* Whether MPI is given it. Persistent ones of MPI 3 are nonblocking ones when they are started. */
static bool run(const struct trial *t, struct pair b)
{
	const char *name = t->form == NONBLOCKING ? t->r->began : t->r->name;
	const char *end = t->form == PERSISTENTLY ? "_init" : "";
	const char *large = t->form == PERSISTENTLY ? "_init_c" : "_c";
	int before = calls_of(name, end) + calls_of(name, large), starts = 0;
	request q;

	c.r = &q;
	fill_there(b);
	if (t->form == BLOCKING && t->r->call())
		die("%s failed", t->r->name);
	if (t->form == NONBLOCKING && (t->r->begin() || OURS(Wait)(&q, MPI_STATUS_IGNORE)))
		die("%s failed", t->r->began);
#if PERSISTENT
	if (t->form == PERSISTENTLY && t->r->init())
		die("%s_init failed", t->r->name);
	/* The second start of one of MPICH 4.0 moves nothing. */
	int times = LARGE_COUNT && t->expected != BY_US ? 1 : 2;
	starts = -device_calls(t->r->began);
	for (int i = 0; i < times && t->form == PERSISTENTLY; i++) {
		if (i && t->in_place)
			fill_there(b);
		device_close();
		if (OURS(Start)(&q) || OURS(Wait)(&q, MPI_STATUS_IGNORE))
			die("a start of %s_init failed", t->r->name);
	}
	starts += device_calls(t->r->began);
	if (t->form == PERSISTENTLY)
		OURS(Request_free)(&q);
#endif
	device_close();
	return calls_of(name, end) + calls_of(name, large) > before ||
	       (t->form == PERSISTENTLY && starts);
}

/* With these buffers, filled; compare with what is expected of buffers of the host. */
static void try(const struct trial *t, struct pair b, struct pair expected)
{
	c.in = t->in_place && in_place_here(t->r) ? MPI_IN_PLACE : b.in;
	c.out = b.out;
	if (t->in_place && strstr(t->r->name, "Scatter") == t->r->name && rank == ROOT)
		c.out = MPI_IN_PLACE;
	bool native = run(t, b);
	if (t->expected != FREE && native != (t->expected == BY_MPI))
		die("%s, %s, device: %s: %s", t->r->name, form_names[t->form], t->what,
		    native ? "MPI's own" : "not MPI's own");
	c.in = t->in_place && in_place_here(t->r) ? MPI_IN_PLACE : expected.in;
	c.out = c.out == MPI_IN_PLACE ? MPI_IN_PLACE : expected.out;
	fill(expected);
	if (t->r->expected())
		die("MPI's own %s failed", t->r->name);
	device_open();
	size_t own = (size_t)(is(t->r, "Reduce_scatter") ? c.counts[rank] : c.n);
	bool part = t->in_place && strstr(t->r->name, "Reduce_s");
	if (memcmp(b.out, expected.out, part ? own * sizeof(int) : room) != 0)
		die("%s, %s%s, device: %s: the result is wrong", t->r->name, form_names[t->form],
		    t->in_place ? " in place" : "", t->what);
	device_close();
}

/* ---- All calls */

static enum served expectation(const struct trial *t, enum where where, enum served with_device)
{
	if (t->form == NONBLOCKING || with_device == FREE)
		return with_device == BY_MPI && libraries ? BY_MPI : FREE;
	return where > UNUSED ? with_device : BY_US;
}

static void try_all(enum served with_device, bool devices, const struct pair host,
                    const struct pair expected)
{
	const struct pair device = kept_buffers(DEVICE_MEMORY);

	for (int r = 0; r < ROUTINES; r++)
		for (enum form form = BLOCKING; form < (PERSISTENT ? FORMS : PERSISTENTLY); form++)
			for (enum where where = NOWHERE; where < (devices ? PLACES : UNUSED);
			     where++)
				for (int in_place = 0; in_place < 2; in_place++) {
					struct trial t = {.r = &routines[r],
					                  .form = form,
					                  .in_place = in_place,
					                  .what = place_names[where]};
					t.expected = expectation(&t, where, with_device);
					try(&t, choose(t.r, where, host, device), expected);
				}
	device_free(device.in);
	device_free(device.out);
}

/* Managed memory, and the host's that the library knows, are the host's. */
static void try_readable(enum served with_device, struct pair expected)
{
	for (enum device_kind kind = DEVICE_HOST; kind <= DEVICE_MANAGED; kind++) {
		if (kind == DEVICE_MEMORY)
			continue;
		const struct pair b = kept_buffers(kind);
		for (int r = 0; r < ROUTINES; r++) {
			const struct trial t = {.r = &routines[r],
			                        .what = "readable",
			                        .expected = with_device ? BY_US : FREE};
			try(&t, b, expected);
		}
		device_free(b.in);
		device_free(b.out);
	}
}

/* Whether this rank has a library, by its number, which is known before MPI is initialised. */
static bool has_library(const char *when)
{
	const char *mpich = getenv("PMI_RANK"), *openmpi = getenv("OMPI_COMM_WORLD_RANK");
	int me = atoi(mpich ? mpich : openmpi ? openmpi : "0");

	return !strstr(when, "some") || me % 2;
}

/* Call a function of the library, for one that has to be told that it is used. */
static int call_library(const char *name)
{
	void *symbol = object ? dlsym(object, name) : NULL;
	int (*function)(unsigned) = NULL;

	memcpy(&function, &symbol, sizeof function);
	return function ? function(0) : 0;
}

static void load(const char *library, const char *when, bool late)
{
	if (strcmp(when, "never") == 0 || late != (strstr(when, "late") == when))
		return;
	libraries = true;
	if (!has_library(when))
		return;
	if (!(object = dlopen(library, RTLD_NOW | RTLD_LOCAL))) {
		fprintf(stderr, "%s\n", dlerror());
		exit(1);
	}
	call_library("zeInit");
}

/* ---- Other calls */

/* A type of absolute addresses: the type tells where the data are, not the buffer. */
static void try_absolute(enum served with, struct pair host)
{
	const struct trial t = {.r = &routines[BCAST], .what = "at an absolute address"};
	struct pair device = kept_buffers(DEVICE_MEMORY), b = object ? device : host;
	MPI_Datatype absolute;
	MPI_Aint at;
	const int n = BLOCK;

	MPI_Get_address(b.out, &at);
	MPI_Type_create_hindexed(1, &n, &at, MPI_INT, &absolute);
	MPI_Type_commit(&absolute);
	c.out = object ? MPI_BOTTOM : b.out;
	c.n = object ? 1 : BLOCK;
	c.type = object ? absolute : MPI_INT;
	bool native = run(&t, b);
	if (with && libraries && native != (with == BY_MPI))
		die("Bcast %s: %s", t.what, native ? "MPI's own" : "not MPI's own");
	device_open();
	for (int i = 0; i < BLOCK; i++)
		if (b.out[i] != (i * 5 + ROOT * 3) % 89)
			die("Bcast %s: the result is wrong", t.what);
	MPI_Type_free(&absolute);
	device_free(device.in);
	device_free(device.out);
	c.n = BLOCK;
}

static void set_counts(int *counts, int *places)
{
	int at = 0;

	for (int i = 0; i < P; i++) {
		counts[i] = i == 2 ? 0 : BLOCK + 5 * i;
		places[i] = at;
		at += counts[i] + i;
	}
}

/* What is moved has that type from now on. */
static void set_type(MPI_Datatype type)
{
	MPI_Aint lb, extent;

	MPI_Type_get_extent(type, &lb, &extent);
	c.type = type;
	for (int i = 0; i < P; i++) {
		c.each[i] = (i + rank) % 3 * 11;
		c.slots[i] = i * BLOCK;
		c.bytes[i] = (int)(c.slots[i] * extent);
		c.types[i] = type;
	}
}

/* Ints behind a gap, each before another. */
static MPI_Datatype make_gaps(void)
{
	MPI_Datatype shifted, gaps;
	const int one = 1;
	const MPI_Aint at = 2 * sizeof(int);

	MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &shifted);
	MPI_Type_create_resized(shifted, 0, 2 * sizeof(int), &gaps);
	MPI_Type_commit(&gaps);
	MPI_Type_free(&shifted);
	return gaps;
}

int main(int argc, char **argv)
{
	const char *when = argc > 2 ? argv[2] : "never";
	const char *said = argc > 3 ? argv[3] : "native";
	int counts[MOST_RANKS], places[MOST_RANKS];
	enum served with = strcmp(said, "free") == 0   ? FREE
	                   : strcmp(said, "ours") == 0 ? BY_US
	                                               : BY_MPI;

	load(argv[1], when, false);
	MPI_Init(&argc, &argv);
	MPI_Comm_size(MPI_COMM_WORLD, &P);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_dup(MPI_COMM_WORLD, &c.comm);
	set_counts(counts, places);
	c.counts = counts;
	c.places = places;
	c.n = BLOCK;
	MPI_Datatype gaps = make_gaps();
	room = 4 * sizeof(int) * (size_t)(places[P - 1] + counts[P - 1] + P * BLOCK + 4);
	struct pair host = host_buffers(), expected = host_buffers();

	/* The first one sets the communicator up. */
	c.in = host.in;
	c.out = host.out;
	call_allreduce();
	set_type(MPI_INT);
	try_all(with, false, host, expected);
	load(argv[1], when, true);
	try_all(with, libraries, host, expected);
	set_type(gaps);
	try_all(with, libraries, host, expected);
	try_readable(with, expected);
	try_absolute(with, host);
	if (call_library("hipPeekAtLastError"))
		die("the program finds an error that is none of its own");
	MPI_Type_free(&gaps);
	MPI_Comm_free(&c.comm);
	MPI_Finalize();
	if (!rank)
		puts("device: ok");
	return 0;
}
