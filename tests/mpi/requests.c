/* SPDX-License-Identifier: BSD-3-Clause
 * Nonblocking and persistent collectives against MPI's own blocking ones: any of them in progress
 * on several communicators at a time, started and completed in another order on each rank, between
 * messages and blocking collectives, on communicators and types that are freed meanwhile.
 *
 * requests SEED ROUNDS; numbers that are drawn with the seed alone are the same on all ranks.
 * Compiled with -DNAME=PREFIX -DHEADER='"FILE.h"', or without for a preloaded library.
 */
#include "routines.h"

#include <stdbool.h>
#include <string.h>

typedef RG_JOIN(NAME, _Request) request;

enum {
	ALLREDUCE,
	ALLGATHER,
	ALLGATHERV,
	REDUCE_SCATTER,
	REDUCE_SCATTER_BLOCK,
	BCAST,
	REDUCE,
	GATHER,
	SCATTER,
	GATHERV,
	SCATTERV,
	BARRIER,
	SCAN,
	EXSCAN,
	ALLTOALL,
	KINDS
};
enum { MOST = 96 };

static unsigned long common, private; /* states of what is drawn: on all ranks alike; on this */

static unsigned draw(unsigned long *state, unsigned below)
{
	*state = *state * 6364136223846793005ul + 1442695040888963407ul;
	return (unsigned)(*state >> 33) % below;
}

/* A collective, and its buffers. */
struct item {
	int kind; /* 0 ... KINDS - 1 */
	bool persistent, in_place, active;
	MPI_Comm comm;
	int P, rank, root;
	int count; /* elements of a block; of the vector if no rank has a block */
	MPI_Datatype type;
	MPI_Op op;
	int *counts, *places;
	size_t room; /* bytes of each buffer */
	char *in, *out, *expected;
	request r;
};

static struct item items[MOST];
static MPI_Datatype gaps; /* two ints, the second one behind a gap */

static bool gathers(const struct item *t)
{
	return t->kind == ALLGATHER || t->kind == ALLGATHERV || t->kind == GATHER ||
	       t->kind == GATHERV;
}

/* What is sent in place is in the receive buffer, and its count and type say nothing. */
static bool says_nothing(const struct item *t)
{
	return gathers(t) || t->kind == ALLTOALL;
}

static bool scatters(const struct item *t)
{
	return t->kind == SCATTER || t->kind == SCATTERV;
}

/* Whether MPI_IN_PLACE is said on this rank. */
static bool in_place(const struct item *t)
{
	bool at_root = t->kind == REDUCE || (t->kind >= GATHER && t->kind <= SCATTERV);

	return t->in_place && (!at_root || t->rank == t->root);
}

/* The root alone has lengths and places. */
static const int *at_root(const struct item *t, const int *numbers)
{
	return t->rank == t->root ? numbers : NULL;
}

/* MPI's own, not in place: there a reduce_scatter and a reduce of MPICH 4.0 may give up. */
static int call(const struct item *t, MPI_Comm comm, void *out)
{
	const void *in = !in_place(t) || scatters(t) ? t->in
	                 : says_nothing(t)           ? MPI_IN_PLACE
	                                             : t->out;

	switch (t->kind) {
	case ALLREDUCE:
		return PMPI_Allreduce(in, out, t->count, t->type, t->op, comm);
	case ALLGATHER:
		return PMPI_Allgather(in, t->count, t->type, out, t->count, t->type, comm);
	case ALLGATHERV:
		return PMPI_Allgatherv(in, t->counts[t->rank], t->type, out, t->counts, t->places,
		                       t->type, comm);
	case REDUCE_SCATTER:
		return PMPI_Reduce_scatter(in, out, t->counts, t->type, t->op, comm);
	case REDUCE_SCATTER_BLOCK:
		return PMPI_Reduce_scatter_block(in, out, t->count, t->type, t->op, comm);
	case BCAST:
		return PMPI_Bcast(out, t->count, t->type, t->root, comm);
	case REDUCE:
		return PMPI_Reduce(in, out, t->count, t->type, t->op, t->root, comm);
	case GATHER:
		return PMPI_Gather(in, t->count, t->type, out, t->count, t->type, t->root, comm);
	case SCATTER:
		return PMPI_Scatter(in, t->count, t->type, in_place(t) ? MPI_IN_PLACE : out,
		                    t->count, t->type, t->root, comm);
	case GATHERV:
		return PMPI_Gatherv(in, t->counts[t->rank], t->type, out, t->counts, t->places,
		                    t->type, t->root, comm);
	case SCATTERV:
		return PMPI_Scatterv(in, t->counts, t->places, t->type,
		                     in_place(t) ? MPI_IN_PLACE : out, t->counts[t->rank], t->type,
		                     t->root, comm);
	case BARRIER:
		return PMPI_Barrier(comm);
	case SCAN:
		return PMPI_Scan(in, out, t->count, t->type, t->op, comm);
	case ALLTOALL:
		return PMPI_Alltoall(in, t->count, t->type, out, t->count, t->type, comm);
	default:
		return PMPI_Exscan(in, out, t->count, t->type, t->op, comm);
	}
}

/* The two buffers. */
static const void *input(const struct item *t)
{
	return in_place(t) && !scatters(t) ? MPI_IN_PLACE : t->in;
}

static void *output(const struct item *t)
{
	return in_place(t) && scatters(t) ? MPI_IN_PLACE : t->out;
}

static int begin_other(struct item *t)
{
	const void *in = input(t);
	void *out = output(t);

	switch (t->kind) {
	case BCAST:
		return OURS(Ibcast)(out, t->count, t->type, t->root, t->comm, &t->r);
	case REDUCE:
		return OURS(Ireduce)(in, out, t->count, t->type, t->op, t->root, t->comm, &t->r);
	case GATHER:
		return OURS(Igather)(in, t->count, t->type, out, t->count, t->type, t->root,
		                     t->comm, &t->r);
	case SCATTER:
		return OURS(Iscatter)(in, t->count, t->type, out, t->count, t->type, t->root,
		                      t->comm, &t->r);
	case GATHERV:
		return OURS(Igatherv)(in, t->counts[t->rank], t->type, out, at_root(t, t->counts),
		                      at_root(t, t->places), t->type, t->root, t->comm, &t->r);
	case SCATTERV:
		return OURS(Iscatterv)(in, at_root(t, t->counts), at_root(t, t->places), t->type,
		                       out, t->counts[t->rank], t->type, t->root, t->comm, &t->r);
	case BARRIER:
		return OURS(Ibarrier)(t->comm, &t->r);
	case SCAN:
		return OURS(Iscan)(in, out, t->count, t->type, t->op, t->comm, &t->r);
	case ALLTOALL:
		return OURS(Ialltoall)(in, t->count, t->type, out, t->count, t->type, t->comm,
		                       &t->r);
	default:
		return OURS(Iexscan)(in, out, t->count, t->type, t->op, t->comm, &t->r);
	}
}

static int begin(struct item *t)
{
	const void *in = input(t);

	switch (t->kind) {
	case ALLREDUCE:
		return OURS(Iallreduce)(in, t->out, t->count, t->type, t->op, t->comm, &t->r);
	case ALLGATHER:
		return OURS(Iallgather)(in, t->count, t->type, t->out, t->count, t->type, t->comm,
		                        &t->r);
	case ALLGATHERV:
		return OURS(Iallgatherv)(in, t->counts[t->rank], t->type, t->out, t->counts,
		                         t->places, t->type, t->comm, &t->r);
	case REDUCE_SCATTER:
		return OURS(Ireduce_scatter)(in, t->out, t->counts, t->type, t->op, t->comm, &t->r);
	case REDUCE_SCATTER_BLOCK:
		return OURS(Ireduce_scatter_block)(in, t->out, t->count, t->type, t->op, t->comm,
		                                   &t->r);
	default:
		return begin_other(t);
	}
}

#if HAS_PERSISTENT
static int init_other(struct item *t)
{
	const void *in = input(t);
	void *out = output(t);
	MPI_Info none = MPI_INFO_NULL;

	switch (t->kind) {
	case BCAST:
		return OURS(Bcast_init)(out, t->count, t->type, t->root, t->comm, none, &t->r);
	case REDUCE:
		return OURS(Reduce_init)(in, out, t->count, t->type, t->op, t->root, t->comm, none,
		                         &t->r);
	case GATHER:
		return OURS(Gather_init)(in, t->count, t->type, out, t->count, t->type, t->root,
		                         t->comm, none, &t->r);
	case SCATTER:
		return OURS(Scatter_init)(in, t->count, t->type, out, t->count, t->type, t->root,
		                          t->comm, none, &t->r);
	case GATHERV:
		return OURS(Gatherv_init)(in, t->counts[t->rank], t->type, out,
		                          at_root(t, t->counts), at_root(t, t->places), t->type,
		                          t->root, t->comm, none, &t->r);
	case SCATTERV:
		return OURS(Scatterv_init)(in, at_root(t, t->counts), at_root(t, t->places),
		                           t->type, out, t->counts[t->rank], t->type, t->root,
		                           t->comm, none, &t->r);
	case BARRIER:
		return OURS(Barrier_init)(t->comm, none, &t->r);
	case SCAN:
		return OURS(Scan_init)(in, out, t->count, t->type, t->op, t->comm, none, &t->r);
	case ALLTOALL:
		return OURS(Alltoall_init)(in, t->count, t->type, out, t->count, t->type, t->comm,
		                           none, &t->r);
	default:
		return OURS(Exscan_init)(in, out, t->count, t->type, t->op, t->comm, none, &t->r);
	}
}

static int init(struct item *t)
{
	const void *in = input(t);
	MPI_Info none = MPI_INFO_NULL;

	switch (t->kind) {
	case ALLREDUCE:
		return OURS(Allreduce_init)(in, t->out, t->count, t->type, t->op, t->comm, none,
		                            &t->r);
	case ALLGATHER:
		return OURS(Allgather_init)(in, t->count, t->type, t->out, t->count, t->type,
		                            t->comm, none, &t->r);
	case ALLGATHERV:
		return OURS(Allgatherv_init)(in, t->counts[t->rank], t->type, t->out, t->counts,
		                             t->places, t->type, t->comm, none, &t->r);
	case REDUCE_SCATTER:
		return OURS(Reduce_scatter_init)(in, t->out, t->counts, t->type, t->op, t->comm,
		                                 none, &t->r);
	case REDUCE_SCATTER_BLOCK:
		return OURS(Reduce_scatter_block_init)(in, t->out, t->count, t->type, t->op,
		                                       t->comm, none, &t->r);
	default:
		return init_other(t);
	}
}
#endif

static int start(struct item *t)
{
	t->active = true;
#if HAS_PERSISTENT
	return t->persistent ? OURS(Start)(&t->r) : begin(t);
#else
	return begin(t);
#endif
}

/* Small integers, whose sums are exact in all types, in any order. */
static void fill(const struct item *t, char *buffer)
{
	for (size_t i = 0; i < t->room; i += 8) {
		if (t->type == MPI_DOUBLE)
			*(double *)(void *)(buffer + i) = draw(&private, 100);
		else
			((int *)(void *)(buffer + i))[0] = (int)draw(&private, 100),
						  ((int *)(void *)(buffer + i))[1] =
							  (int)draw(&private, 100);
	}
}

/* Draw one, with new buffers, and what is to come out of it. */
static void draw_item(struct item *t, MPI_Comm comm, bool persistent)
{
	static const int sizes[] = {1, 3, 17, 200, 3000, 40000};
	const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, gaps};

	*t = (struct item){.kind = (int)draw(&common, KINDS), .comm = comm};
	t->persistent = persistent;
	t->in_place = draw(&common, 3) == 0;
	bool moves = says_nothing(t) || t->kind == BCAST || scatters(t);
	t->type = types[draw(&common, moves ? 3 : 2)];
	t->op = draw(&common, 2) ? MPI_SUM : MPI_MAX;
	t->count = sizes[draw(&common, 6)];
	MPI_Comm_size(comm, &t->P);
	MPI_Comm_rank(comm, &t->rank);
	t->counts = get((size_t)t->P * sizeof *t->counts);
	t->places = get((size_t)t->P * sizeof *t->places);
	/* Drawn from a seed of their own: ranks on other communicators draw as many. */
	unsigned long state = common;
	int at = 0;
	draw(&common, 1);
	for (int i = 0; i < t->P; i++) {
		/* Not all empty: those are MPI's, and MPICH 4.0 takes persistent ones for one
		 * another that are started in another order. */
		t->counts[i] = (int)draw(&state, (unsigned)t->count + 1) + !i;
		t->places[i] = at;
		at += t->counts[i] + (int)draw(&state, 3);
	}
	t->root = (int)draw(&state, (unsigned)t->P);
	t->room = 16 * ((size_t)t->count + 3) * (size_t)t->P;
	t->in = get(t->room);
	t->out = get(t->room);
	t->expected = get(t->room);
}

static void new_data(struct item *t)
{
	fill(t, t->in);
	fill(t, t->out);
	memcpy(t->expected, t->out, t->room);
	if (call(t, t->comm, t->expected))
		die("MPI's own collective failed");
}

static void check(struct item *t, const char *when)
{
	static const char *const names[KINDS] = {
		"allreduce", "allgather", "allgatherv", "reduce_scatter", "reduce_scatter_block",
		"bcast",     "reduce",    "gather",     "scatter",        "gatherv",
		"scatterv",  "barrier",   "scan",       "exscan",         "alltoall"};

	t->active = false;
	/* In place, a reduce_scatter leaves open what is behind the own block. */
	size_t bytes = t->room;
	if (t->in_place && (t->kind == REDUCE_SCATTER || t->kind == REDUCE_SCATTER_BLOCK))
		bytes = (size_t)(t->kind == REDUCE_SCATTER ? t->counts[t->rank] : t->count) *
		        (t->type == MPI_DOUBLE ? 8 : 4);
	for (size_t i = 0; i < bytes; i++)
		if (t->out[i] != t->expected[i])
			die("%s (%s%s, %d elements a block, %d ranks): byte %zu differs, %s",
			    names[t->kind], t->persistent ? "persistent" : "nonblocking",
			    t->in_place ? ", in place" : "", t->count, t->P, i, when);
}

static void free_item(struct item *t)
{
	if (t->persistent && OURS(Request_free)(&t->r))
		die("freeing a request failed");
	free(t->counts);
	free(t->places);
	free(t->in);
	free(t->out);
	free(t->expected);
}

/* 0 ... n - 1, shuffled with this state. */
static void shuffle(int *order, int n, unsigned long *state)
{
	for (int i = 0; i < n; i++) {
		int j = (int)draw(state, (unsigned)i + 1);
		order[i] = order[j];
		order[j] = i;
	}
}

static void finish(struct item *t)
{
	int flag = 0;

	if (draw(&private, 2))
		while (!flag)
			OURS(Test)(&t->r, &flag, MPI_STATUS_IGNORE);
	else if (OURS(Wait)(&t->r, MPI_STATUS_IGNORE))
		die("waiting failed");
	check(t, "one by one");
}

#ifndef HEADER
/* By Waitall, Waitany, Waitsome, Testall, Testany and Testsome, with a message to oneself among
 * them. */
static void finish_all(struct item *const *list, int n, MPI_Comm comm)
{
	MPI_Request all[MOST + 2];
	MPI_Status *volatile ignore = MPI_STATUSES_IGNORE; /* gcc takes it for an array */
	int done[MOST + 2], many = 0, message[2] = {17, 0}, me;

	MPI_Comm_rank(comm, &me);
	for (int i = 0; i < n; i++)
		all[i] = list[i]->r;
	MPI_Isend(&message[0], 1, MPI_INT, me, 5, comm, &all[n]);
	MPI_Irecv(&message[1], 1, MPI_INT, me, 5, comm, &all[n + 1]);
	for (int left = n + 2; left > 0; left -= many) {
		int flag = 0, index;
		unsigned how = draw(&private, 6);
		many = 0;
		if (how == 0) {
			MPI_Waitall(n + 2, all, ignore);
			break;
		}
		if (how == 1)
			MPI_Testall(n + 2, all, &flag, ignore);
		if (how == 1 && flag)
			break;
		if (how == 2)
			MPI_Waitany(n + 2, all, &index, MPI_STATUS_IGNORE), many = 1;
		if (how == 3)
			MPI_Testany(n + 2, all, &index, &flag, MPI_STATUS_IGNORE), many = flag;
		if ((how == 2 || how == 3) && many && index == MPI_UNDEFINED)
			die("none is active, of %d", left);
		if ((how == 2 || how == 3) && many && index < n)
			check(list[index], "the one of any");
		if (how >= 4) {
			MPI_Status statuses[MOST + 2];
			if (how == 4)
				MPI_Waitsome(n + 2, all, &many, done, statuses);
			else
				MPI_Testsome(n + 2, all, &many, done, ignore);
			if (many == MPI_UNDEFINED)
				die("none of some is active, of %d", left);
			for (int i = 0; i < many; i++)
				if (done[i] < n)
					check(list[done[i]], "one of some");
		}
	}
	if (message[1] != 17)
		die("the message to oneself is lost");
	for (int i = 0; i < n; i++) {
		if (list[i]->active)
			check(list[i], "with all");
		if (!list[i]->persistent && all[i] != MPI_REQUEST_NULL)
			die("a request is left");
		list[i]->r = all[i];
	}
}
#else
static void finish_all(struct item *const *list, int n, MPI_Comm comm)
{
	(void)comm;
	for (int i = 0; i < n; i++)
		finish(list[i]);
}
#endif

/* All of them in progress, nonblocking ones begun in the same order on each communicator. */
static void run(int n, MPI_Comm world)
{
	struct item *list[MOST];
	int order[MOST], here = 0, sum;

	for (int i = 0; i < n; i++)
		new_data(&items[i]);
	shuffle(order, n, &private);
	for (int i = 0; i < n; i++)
		if (items[order[i]].persistent && start(&items[order[i]]))
			die("a start failed");
	for (int i = 0; i < n; i++)
		if (!items[i].persistent && start(&items[i]))
			die("a nonblocking call failed");
	MPI_Allreduce(&n, &sum, 1, MPI_INT, MPI_SUM, world);
	shuffle(order, n, &private);
	for (int i = 0; i < n; i++)
		list[i] = &items[order[i]];
	here = (int)draw(&private, (unsigned)n + 1);
	for (int i = 0; i < here; i++)
		finish(list[i]);
	if (here < n)
		finish_all(list + here, n - here, world);
}

static void round_of(MPI_Comm world, int number)
{
	MPI_Comm comms[3];
	int rank, n = 0, zero[1] = {0}, all[1];

	MPI_Comm_rank(world, &rank);
	comms[0] = world;
	MPI_Comm_dup(world, &comms[1]);
	MPI_Comm_split(world, rank % 2, -rank, &comms[2]);
	for (int i = 0; i < 3; i++) /* ours are set up by what may block */
		OURS(Allreduce)(zero, all, 1, MPI_INT, MPI_SUM, comms[i]);
	int most = number % 4 == 3 ? MOST : 12;
	for (n = 0; n < most; n++) {
		draw_item(&items[n], comms[draw(&common, 3)],
		          PERSISTENT_KEEP_TYPES && draw(&common, 2));
#if HAS_PERSISTENT
		if (items[n].persistent && init(&items[n]))
			die("an init failed");
#endif
	}
	for (int again = 0; again < 3; again++)
		run(n, world);
	for (int i = 0; i < n; i++)
		free_item(&items[i]);
	MPI_Comm_free(&comms[1]);
	MPI_Comm_free(&comms[2]);
}

/* The communicator and the type are freed while they are in use. */
static void freed_meanwhile(MPI_Comm world)
{
	MPI_Comm comm;
	MPI_Datatype type;
	int rank, P, flag = 0, mine = 0, sum;

	MPI_Comm_rank(world, &rank);
	MPI_Comm_size(world, &P);
	MPI_Comm_dup(world, &comm);
	OURS(Allreduce)(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
	MPI_Type_vector(2, 1, 2, MPI_INT, &type);
	MPI_Type_commit(&type);
	int in[4] = {rank, 0, rank + 1, 0}, *out = get((size_t)P * sizeof in);
	request r;
	OURS(Iallgather)(in, 1, type, out, 1, type, comm, &r);
	MPI_Type_free(&type);
	MPI_Comm_free(&comm);
	while (!flag)
		OURS(Test)(&r, &flag, MPI_STATUS_IGNORE);
	for (int i = 0; i < P; i++)
		if (out[3 * i] != i || out[3 * i + 2] != i + 1)
			die("a freed type: block %d is wrong", i);
	free(out);
}

#if HAS_PERSISTENT
/* The type is freed before the start of a persistent one; that of one rank alone is MPI's. */
static void freed_before(MPI_Comm comm)
{
	int P, rank;
	MPI_Datatype type;
	request r;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &P);
	MPI_Type_vector(2, 1, 2, MPI_INT, &type);
	MPI_Type_commit(&type);
	int in[4] = {rank, 0, rank + 1, 0}, *out = get((size_t)P * sizeof in);
	OURS(Allgather_init)(in, 1, type, out, 1, type, comm, MPI_INFO_NULL, &r);
	MPI_Type_free(&type);
	if (OURS(Start)(&r) || OURS(Wait)(&r, MPI_STATUS_IGNORE) || OURS(Request_free)(&r))
		die("a persistent one whose type was freed failed");
	for (int i = 0; i < P; i++)
		if (out[3 * i] != i || out[3 * i + 2] != i + 1)
			die("a type freed before the start: block %d is wrong", i);
	free(out);
}
#endif

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	common = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	int rounds = argc > 2 ? atoi(argv[2]) : 4, rank;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	private = common + 1000003ul * (unsigned long)(rank + 1);
	MPI_Type_create_resized(MPI_INT, 0, 8, &gaps);
	MPI_Type_commit(&gaps);
	for (int i = 0; i < rounds; i++)
		round_of(MPI_COMM_WORLD, i);
	freed_meanwhile(MPI_COMM_WORLD);
#if HAS_PERSISTENT
	if (PERSISTENT_KEEP_TYPES) {
		freed_before(MPI_COMM_WORLD);
		freed_before(MPI_COMM_SELF);
	}
#endif
	MPI_Type_free(&gaps);
	MPI_Barrier(MPI_COMM_WORLD);
	if (!rank)
		printf("requests: ok\n");
	MPI_Finalize();
	return 0;
}
