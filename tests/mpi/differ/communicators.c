/* SPDX-License-Identifier: BSD-3-Clause
 * Random communicators.
 */
#include "communicators.h"

#include "report.h"

#include <stdio.h>
#include <string.h>

enum { RANKS_MOST = 256 };

/* The origin of a communicator. */
struct origin {
	MPI_Comm comm, shadow;
	int P, rank;
	struct draw *d; /* the same on all its ranks */
};

static MPI_Comm duplicate(const struct origin *o)
{
	MPI_Comm made;

	MPI_Comm_dup(o->comm, &made);
	return made;
}

static MPI_Comm split(const struct origin *o)
{
	int colours[RANKS_MOST], keys[RANKS_MOST], parts = draw_between(o->d, 1, 3);
	MPI_Comm made;

	for (int i = 0; i < o->P; i++) {
		colours[i] = draw_once_in(o->d, 8) ? MPI_UNDEFINED : draw_below(o->d, parts);
		keys[i] = draw_below(o->d, o->P);
	}
	MPI_Comm_split(o->comm, colours[o->rank], keys[o->rank], &made);
	return made;
}

static MPI_Comm reversed(const struct origin *o)
{
	MPI_Comm made;

	MPI_Comm_split(o->comm, 0, -o->rank, &made);
	return made;
}

static MPI_Comm by_machine(const struct origin *o)
{
	MPI_Comm made;

	MPI_Comm_split_type(o->comm, MPI_COMM_TYPE_SHARED, draw_below(o->d, 2) ? o->rank : 0,
	                    MPI_INFO_NULL, &made);
	return made;
}

/* Some ranks in some order. */
static MPI_Comm of_group(const struct origin *o)
{
	int order[RANKS_MOST], n = draw_between(o->d, 1, o->P);
	MPI_Group all, some;
	MPI_Comm made = MPI_COMM_NULL;

	draw_order(o->d, order, o->P);
	MPI_Comm_group(o->comm, &all);
	MPI_Group_incl(all, n, order, &some);
	if (draw_once_in(o->d, 2)) {
		int member;
		MPI_Group_rank(some, &member);
		if (member != MPI_UNDEFINED)
			MPI_Comm_create_group(o->comm, some, 17, &made);
	} else {
		MPI_Comm_create(o->comm, some, &made);
	}
	MPI_Group_free(&all);
	MPI_Group_free(&some);
	return made;
}

/* A grid of all ranks or all but one; or its rows. */
static MPI_Comm grid(const struct origin *o)
{
	int all = o->P - (o->P > 2 && draw_once_in(o->d, 3)), dims[2] = {0, 0};
	int periodic[2] = {draw_below(o->d, 2), 0}, keep[2] = {draw_below(o->d, 2), 1};
	bool rows = draw_once_in(o->d, 2);
	MPI_Comm made, row;

	MPI_Dims_create(all, 2, dims);
	MPI_Cart_create(o->comm, 2, dims, periodic, 0, &made);
	if (!rows || made == MPI_COMM_NULL)
		return made;
	MPI_Cart_sub(made, keep, &row);
	MPI_Comm_free(&made);
	return row;
}

/* Each with its neighbours in a ring. */
static MPI_Comm graph(const struct origin *o)
{
	int before = (o->rank + o->P - 1) % o->P, behind = (o->rank + 1) % o->P;
	int weight = 1;
	MPI_Comm made;

	MPI_Dist_graph_create_adjacent(o->comm, 1, &before, &weight, 1, &behind, &weight,
	                               MPI_INFO_NULL, 0, &made);
	return made;
}

int communicators_side(MPI_Comm inter)
{
	MPI_Group world, group[2];
	int first = 0, place[2];

	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Comm_group(inter, &group[0]);
	MPI_Comm_remote_group(inter, &group[1]);
	for (int i = 0; i < 2; i++) {
		MPI_Group_translate_ranks(group[i], 1, &first, world, &place[i]);
		MPI_Group_free(&group[i]);
	}
	MPI_Group_free(&world);
	return place[0] > place[1];
}

/* Two parts, and what is between them. The leaders meet on the shadow: a receive of the user's that
 * matches anything might take their messages. */
static MPI_Comm between(const struct origin *o)
{
	int cut = draw_between(o->d, 1, o->P - 1);
	MPI_Comm part, made;
	bool lower = o->rank < cut;

	if (o->P < 2)
		return duplicate(o);
	MPI_Comm_split(o->comm, lower, 0, &part);
	MPI_Intercomm_create(part, 0, o->shadow, lower ? cut : 0, 18, &made);
	MPI_Comm_free(&part);
	return made;
}

static bool is_inter(MPI_Comm comm)
{
	int inter = 0;

	MPI_Comm_test_inter(comm, &inter);
	return inter;
}

/* The two groups of an intercommunicator, in either order. */
static MPI_Comm unite(const struct origin *o)
{
	int low = draw_below(o->d, 2);
	MPI_Comm made;

	MPI_Intercomm_merge(o->comm, communicators_side(o->comm) == low, &made);
	return made;
}

/* Two parts, which are merged again. */
static MPI_Comm merged(const struct origin *o)
{
	struct origin parts = {.comm = between(o), .d = o->d};
	MPI_Comm made;

	if (!is_inter(parts.comm))
		return parts.comm;
	made = unite(&parts);
	MPI_Comm_free(&parts.comm);
	return made;
}

struct way {
	const char *name;
	MPI_Comm (*make)(const struct origin *o);
};

static const struct way ways[] = {
	{"dup", duplicate},      {"split", split},    {"reversed", reversed},
	{"machine", by_machine}, {"group", of_group}, {"grid", grid},
	{"graph", graph},        {"merged", merged},  {"between", between}};

/* Out of an intercommunicator. */
static const struct way ways_from_inter[] = {{"dup", duplicate}, {"united", unite}};

static void fill(struct place *p, MPI_Comm comm, const char *what, const char *of)
{
	p->taken = true;
	p->inter = false;
	p->comm = comm;
	p->shadow = MPI_COMM_NULL;
	snprintf(p->what, sizeof p->what, "%s%s%s", what, of ? " of " : "", of ? of : "");
	if (comm == MPI_COMM_NULL)
		return;
	p->inter = is_inter(comm);
	PMPI_Comm_dup(comm, &p->shadow);
	MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(p->shadow, MPI_ERRORS_RETURN);
}

void communicators_begin(struct communicators *all, MPI_Comm base)
{
	memset(all, 0, sizeof *all);
	fill(&all->at[0], base, "base", NULL);
}

void communicators_end(struct communicators *all)
{
	for (int i = 1; i < PLACES_MOST; i++)
		communicators_free(all, i);
	PMPI_Comm_free(&all->at[0].shadow);
}

int communicators_any(const struct communicators *all, struct draw *d)
{
	int slot;

	do
		slot = draw_below(d, PLACES_MOST);
	while (!all->at[slot].taken);
	return slot;
}

/* The parts of a split draw other things from here on, without disagreeing on the slots: `d` is
 * not used by those who call this any more. */
void communicators_make(struct communicators *all, struct draw *d)
{
	int to = 0, from = communicators_any(all, d);
	struct place *parent = &all->at[from];
	const struct way *way = &ways[draw_below(d, sizeof ways / sizeof *ways)];
	const struct way *out = &ways_from_inter[draw_below(d, 2)];
	enum matching matching = (enum matching)draw_below(d, 3);

	while (to < PLACES_MOST && all->at[to].taken)
		to++;
	if (to == PLACES_MOST)
		return;
	struct origin o = {.comm = parent->comm, .shadow = parent->shadow, .d = d};
	MPI_Comm made = MPI_COMM_NULL;
	if (o.comm != MPI_COMM_NULL) {
		MPI_Comm_size(o.comm, &o.P);
		MPI_Comm_rank(o.comm, &o.rank);
		if (o.P > RANKS_MOST)
			report_failure("at most %d ranks", RANKS_MOST);
		if (parent->inter)
			way = out;
		made = way->make(&o);
	}
	fill(&all->at[to], made, way->name, parent->what);
	all->at[to].matching = matching;
}

void communicators_free(struct communicators *all, int slot)
{
	struct place *p = &all->at[slot];

	if (!p->taken || !slot)
		return;
	if (p->comm != MPI_COMM_NULL) {
		MPI_Comm_free(&p->comm);
		PMPI_Comm_free(&p->shadow);
	}
	p->taken = false;
}
