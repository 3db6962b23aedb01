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

/* linked.h, which linked.sh makes, has a row for each algorithm. */
static const struct routines linked[] = {LINKED{.name = NULL}};

const struct routines *routines_at(int i)
{
	if (i == 0)
		return &native;
	return i <= (int)(sizeof linked / sizeof *linked) && linked[i - 1].name ? &linked[i - 1]
	                                                                        : NULL;
}

/* ---- Who takes part */

/* The peers chosen so far, and what they are chosen from. */
struct choice {
	const struct options *o;
	struct variant *variants;
	struct peer *peers;
	int n;
	char *error;
	size_t room;
};

static bool refuse(const struct choice *c, const char *why, const char *name)
{
	snprintf(c->error, c->room, "--algorithms: %s%s", why, name);
	return false;
}

static bool add(struct choice *c, const struct routines *r, struct variant *v, const char *name)
{
	int same = 1;

	if (c->n == PEERS_MOST)
		return refuse(c, "too many of them, at ", name);
	for (int i = 0; i < c->n; i++)
		same += c->peers[i].routines == r && c->peers[i].variant == v;
	struct peer *p = &c->peers[c->n++];
	*p = (struct peer){.routines = r, .variant = v};
	if (same == 1)
		snprintf(p->name, sizeof p->name, "%s", name);
	else
		snprintf(p->name, sizeof p->name, "%s#%d", name, same);
	return true;
}

static bool add_variants(struct choice *c)
{
	for (int i = 0; i < c->o->nvariants; i++) {
		bool there = false;
		for (int k = 0; k < c->n; k++)
			there |= c->peers[k].variant == &c->variants[i];
		if (!there && !add(c, &native, &c->variants[i], c->o->variants[i].name))
			return false;
	}
	return true;
}

static bool add_all(struct choice *c)
{
	const struct routines *r;

	if (!add(c, &native, NULL, c->o->native_name) || !add_variants(c))
		return false;
	for (int i = 1; (r = routines_at(i)); i++)
		if (!add(c, r, NULL, r->name))
			return false;
	return true;
}

/* Of that name: all, the native routines, a variant of them, what was linked. */
static bool add_named(struct choice *c, const char *name)
{
	const struct routines *r;

	if (!strcmp(name, "all"))
		return add_all(c);
	if (!strcmp(name, native.name) || !strcmp(name, c->o->native_name))
		return add(c, &native, NULL, c->o->native_name);
	for (int i = 0; i < c->o->nvariants; i++)
		if (!strcmp(name, c->o->variants[i].name))
			return add(c, &native, &c->variants[i], name);
	for (int i = 1; (r = routines_at(i)); i++)
		if (!strcmp(name, r->name))
			return add(c, r, NULL, name);
	return refuse(c, "not linked in, and no variant: ", name);
}

static bool add_list(struct choice *c, const char *list)
{
	char name[NAME_MOST];

	for (int i = 0; list_item(list, i, name); i++)
		if (!add_named(c, name))
			return false;
	return true;
}

/* Is it what the native or a linked one is called? */
static bool is_taken(const struct choice *c, const char *name)
{
	const struct routines *r;
	bool taken = !strcmp(name, c->o->native_name);

	for (int i = 0; (r = routines_at(i)); i++)
		taken |= !strcmp(name, r->name);
	return taken;
}

static bool variants_have_names(const struct choice *c)
{
	for (int i = 0; i < c->o->nvariants; i++)
		if (is_taken(c, c->o->variants[i].name))
			return refuse(c, "a variant has the name of another one: ",
			              c->o->variants[i].name);
	return true;
}

int peers_choose(const struct options *o, struct variant variants[VARIANTS_MOST],
                 struct peer peers[PEERS_MOST], char *error, size_t room)
{
	struct choice c = {o, variants, peers, 0, error, room};

	return variants_have_names(&c) && add_list(&c, o->algorithms) && add_variants(&c) ? c.n
	                                                                                  : -1;
}

/* ---- A call */

void peer_begin(const struct peer *p)
{
	if (p->variant)
		variant_set(p->variant);
}

void peer_end(const struct peer *p)
{
	if (p->variant)
		variant_reset(p->variant);
}

void peer_call(const struct peer *p, const struct vector *v, int slot)
{
	const struct routines *r = p->routines;
	const void *in = vector_send(v, slot);
	void *out = vector_receive(v, slot);
	MPI_Datatype t = v->mpi_type;
	MPI_Comm comm = p->variant ? p->variant->comm : MPI_COMM_WORLD;

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

/* A plan may say that the MPI library is faster for so many bytes: it is the plan that is measured.
 */
static bool is_planned(const char *reason)
{
	return strstr(reason, "the plan says");
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
		ours = heard_end(reason, sizeof reason) || is_planned(reason);
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
