/* SPDX-License-Identifier: BSD-3-Clause
 * What is compared: the MPI library's own collectives, and the generated routines linked in.
 */
#include "peer.h"
#include "heard.h"
#include "linked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct routines native = {.name = "native",
                                       .allreduce = MPI_Allreduce,
                                       .allgather = MPI_Allgather,
                                       .allgatherv = MPI_Allgatherv,
                                       .reduce_scatter = MPI_Reduce_scatter,
                                       .reduce_scatter_block = MPI_Reduce_scatter_block};

/* linked.h has one of these for each algorithm: the prefix of its routines, its name. */
#define ALLREDUCE_ONLY(prefix, title) \
	{.name = title, .linked = true, .allreduce = prefix##_Allreduce},
#define ALL_COLLECTIVES(prefix, title)              \
	{.name = title,                             \
	 .linked = true,                            \
	 .allreduce = prefix##_Allreduce,           \
	 .allgather = prefix##_Allgather,           \
	 .allgatherv = prefix##_Allgatherv,         \
	 .reduce_scatter = prefix##_Reduce_scatter, \
	 .reduce_scatter_block = prefix##_Reduce_scatter_block},

static const struct routines linked[] = {LINKED{.name = NULL}};

const struct routines *routines_at(int i)
{
	if (i == 0)
		return &native;
	return i <= (int)(sizeof linked / sizeof *linked) && linked[i - 1].name ? &linked[i - 1]
	                                                                        : NULL;
}

/* ---- Who takes part */

bool list_item(const char *list, int i, char name[NAME_MOST])
{
	for (; i > 0; i--) {
		list += strcspn(list, ",");
		if (!*list++)
			return false;
	}
	snprintf(name, NAME_MOST, "%.*s", (int)strcspn(list, ","), list);
	return true;
}

static void add(struct peer *peers, int n, const struct routines *r, const char *name)
{
	int same = 1;

	for (int i = 0; i < n; i++)
		same += peers[i].routines == r;
	peers[n] = (struct peer){.routines = r};
	if (same == 1)
		snprintf(peers[n].name, sizeof peers[n].name, "%s", name);
	else
		snprintf(peers[n].name, sizeof peers[n].name, "%s#%d", name, same);
}

/* The routines of that name; NULL: there are none. */
static const struct routines *find(const char *name, const char *native_name)
{
	const struct routines *r;

	if (!strcmp(name, native_name))
		return &native;
	for (int i = 0; (r = routines_at(i)); i++)
		if (!strcmp(r->name, name))
			return r;
	return NULL;
}

int peers_choose(const char *list, const char *native_name, struct peer peers[PEERS_MOST],
                 char *error, size_t room)
{
	const struct routines *r;
	bool all = !strcmp(list, "all");
	char name[NAME_MOST];

	for (int i = 0;; i++) {
		if (all ? !(r = routines_at(i)) : !list_item(list, i, name))
			return i;
		if (!all && !(r = find(name, native_name))) {
			snprintf(error, room, "--algorithms: '%s' is not linked in", name);
			return -1;
		}
		if (i == PEERS_MOST) {
			snprintf(error, room, "--algorithms: more than %d", PEERS_MOST);
			return -1;
		}
		add(peers, i, r, r == &native ? native_name : r->name);
	}
}

/* ---- A call */

void peer_call(const struct peer *p, const struct vector *v, int slot)
{
	const struct routines *r = p->routines;
	const void *in = vector_send(v, slot);
	void *out = vector_receive(v, slot);
	MPI_Datatype t = v->mpi_type;
	MPI_Comm comm = MPI_COMM_WORLD;

	switch (v->collective) {
	case ALLREDUCE:
		r->allreduce(in, out, v->n, t, MPI_SUM, comm);
		break;
	case ALLGATHER:
		r->allgather(in, v->block, t, out, v->block, t, comm);
		break;
	case ALLGATHERV:
		r->allgatherv(in, v->in, t, out, v->counts, v->displs, t, comm);
		break;
	case REDUCE_SCATTER:
		r->reduce_scatter(in, out, v->counts, t, MPI_SUM, comm);
		break;
	default:
		r->reduce_scatter_block(in, out, v->block, t, MPI_SUM, comm);
	}
}

/* ---- Who serves what */

static bool has_routine(const struct routines *r, enum collective c)
{
	return c == ALLREDUCE        ? r->allreduce != NULL
	       : c == ALLGATHER      ? r->allgather != NULL
	       : c == ALLGATHERV     ? r->allgatherv != NULL
	       : c == REDUCE_SCATTER ? r->reduce_scatter != NULL
	                             : r->reduce_scatter_block != NULL;
}

/* One call of a linked routine, while rank 0 hears what libringgen says of it. */
static bool try_routine(const struct peer *p, enum collective c, enum type type)
{
	struct vector v = vector_new(c, type, 1 << 12, 1);
	char reason[256];
	int ours = 0;

	vector_fill(&v, 0, 0);
	heard_begin();
	peer_call(p, &v, 0);
	if (v.rank == 0) {
		ours = heard_end(reason, sizeof reason);
		if (!ours)
			fprintf(stderr, "ringbench: %s does not serve %s here: %s\n",
			        p->routines->name, collective_names[c], reason);
	}
	MPI_Bcast(&ours, 1, MPI_INT, 0, MPI_COMM_WORLD);
	vector_free(&v);
	return ours;
}

/* libringgen speaks once of each routine, so the second of a name is what the first is. */
static bool serves(const struct peer *peers, int i, enum collective c, enum type type)
{
	const struct peer *p = &peers[i];

	if (!has_routine(p->routines, c) || !p->routines->linked)
		return has_routine(p->routines, c);
	for (int k = 0; k < i; k++)
		if (peers[k].routines == p->routines)
			return peers[k].serves[c];
	return try_routine(p, c, type);
}

void peers_try(struct peer *peers, int n, const bool wanted[COLLECTIVES], enum type type)
{
	for (int i = 0; i < n; i++)
		for (int c = 0; c < COLLECTIVES; c++)
			peers[i].serves[c] =
				wanted[c] && serves(peers, i, (enum collective)c, type);
}
