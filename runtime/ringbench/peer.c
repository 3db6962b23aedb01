/* SPDX-License-Identifier: BSD-3-Clause
 * The peers that are compared: the MPI library's own collectives, and generated routines.
 */
#include "ringbench/peer.h"
#include "ringbench/heard.h"
#include "ringbench/irregular.h"
#include "ringbench/loaded.h"
#include "ringbench/old.h"
#include "ringbench/values.h"
#include "base/meant.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUTINE(NAME, name, Entry, ...) .name = MPI_##Entry,
static const struct routines native = {.name = "native", RG_ROWS(ROUTINE)};
#undef ROUTINE

/* The MPI library's routines beneath a library that has taken over MPI's names, as
 * libringgen-preload does. */
#define ROUTINE(NAME, name, Entry, ...) .name = PMPI_##Entry,
static const struct routines beneath = {.name = "pmpi", .beneath = true, RG_ROWS(ROUTINE)};
#undef ROUTINE

const struct routines *routines_at(int i)
{
	int linked = 0;

	while (linked_routines[linked].name)
		linked++;
	if (i == 0)
		return &native;
	return i <= linked ? &linked_routines[i - 1] : routines_loaded(i - linked - 1);
}

/* Those that have to be named: they are in no list of all. */
static const struct routines *const named_routines[] = {&beneath, &old_routines, &padded_routines,
                                                        &knomial2_routines, &knomial4_routines};
enum { NAMED = sizeof named_routines / sizeof *named_routines };

static const struct routines *named(const char *name)
{
	for (int i = 0; i < NAMED; i++)
		if (!strcmp(name, named_routines[i]->name))
			return named_routines[i];
	return NULL;
}

/* ---- The choice of peers */

/* The peers chosen so far, and what they are chosen from. */
struct choice {
	const struct options *o;
	struct variant *variants;
	struct peer *peers;
	int n;
	char *error;
	size_t room;
};

static bool refuse_name(const struct choice *c, const char *why, const char *name)
{
	snprintf(c->error, c->room, "--algorithms: %s%s", why, name);
	return false;
}

static bool add_form(struct choice *c, const struct routines *r, struct variant *v,
                     const char *name, enum form form)
{
	const char *plus = form == BLOCKING ? "" : "+",
		   *what = form == BLOCKING ? "" : form_names[form];
	int same = 1;

	if (c->n == PEERS_MOST)
		return refuse_name(c, "too many of them, at ", name);
	for (int i = 0; i < c->n; i++)
		same += c->peers[i].routines == r && c->peers[i].variant == v &&
		        c->peers[i].form == form;
	struct peer *p = &c->peers[c->n++];
	*p = (struct peer){.routines = r, .variant = v, .form = form};
	if (same == 1)
		snprintf(p->name, sizeof p->name, "%s%s%s", name, plus, what);
	else
		snprintf(p->name, sizeof p->name, "%s%s%s#%d", name, plus, what, same);
	return true;
}

static bool add(struct choice *c, const struct routines *r, struct variant *v, const char *name)
{
	for (int i = 0; i < c->o->nforms; i++)
		if (!add_form(c, r, v, name, c->o->forms[i]))
			return false;
	return true;
}

bool peer_is_again(const struct peer *p)
{
	return strchr(p->name, '#');
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

static bool add_linked(struct choice *c)
{
	const struct routines *r;

	for (int i = 1; (r = routines_at(i)); i++)
		if (!add(c, r, NULL, r->name))
			return false;
	return true;
}

static bool add_all(struct choice *c)
{
	return add(c, &native, NULL, c->o->native_name) && add_variants(c) && add_linked(c);
}

/* The peer of which the name may be a slip, as rg_nearest_hint has it. */
static void find_hint(const struct choice *c, const char *name, char hint[RG_HINT])
{
	const struct routines *r;
	struct rg_text all = {0};

	rg_textf(&all, "all linked %s", c->o->native_name);
	for (int i = 0; i < NAMED; i++)
		rg_textf(&all, " %s", named_routines[i]->name);
	for (int i = 0; i < c->o->nvariants; i++)
		rg_textf(&all, " %s", c->o->variants[i].name);
	for (int i = 0; (r = routines_at(i)); i++)
		rg_textf(&all, " %s", r->name);
	rg_nearest_hint(hint, RG_HINT, "", name, all.s);
	rg_text_free(&all);
}

/* Add the peers of that name: all, all that was linked, the native routines, a variant of them, or
 * one that was linked. */
static bool add_named(struct choice *c, const char *name)
{
	const struct routines *r;
	char what[NAME_MOST + RG_HINT], hint[RG_HINT];

	if (!strcmp(name, "all"))
		return add_all(c);
	if (!strcmp(name, "linked"))
		return add_linked(c);
	if (!strcmp(name, native.name) || !strcmp(name, c->o->native_name))
		return add(c, &native, NULL, c->o->native_name);
	if ((r = named(name)))
		return add(c, r, NULL, name);
	for (int i = 0; i < c->o->nvariants; i++)
		if (!strcmp(name, c->o->variants[i].name))
			return add(c, &native, &c->variants[i], name);
	for (int i = 1; (r = routines_at(i)); i++)
		if (!strcmp(name, r->name))
			return add(c, r, NULL, name);
	find_hint(c, name, hint);
	snprintf(what, sizeof what, "%s%s", name, hint);
	return refuse_name(c, "not linked or loaded, and no variant: ", what);
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
	bool taken = !strcmp(name, c->o->native_name) || named(name);

	for (int i = 0; (r = routines_at(i)); i++)
		taken |= !strcmp(name, r->name);
	return taken;
}

/* Does each of ours have a name of its own? */
static bool routines_have_names(const struct choice *c)
{
	const struct routines *r, *other;

	for (int i = 1; (r = routines_at(i)); i++)
		for (int k = 0; k < i; k++) {
			other = routines_at(k);
			if (!strcmp(r->name, other->name) || !strcmp(r->name, "all") ||
			    !strcmp(r->name, "linked") || named(r->name) ||
			    !strcmp(r->name, c->o->native_name))
				return refuse_name(
					c, "routines have a name that there is already: ", r->name);
		}
	return true;
}

static bool variants_have_names(const struct choice *c)
{
	for (int i = 0; i < c->o->nvariants; i++)
		if (is_taken(c, c->o->variants[i].name))
			return refuse_name(c, "a variant has the name of another one: ",
			                   c->o->variants[i].name);
	return true;
}

int peers_choose(const struct options *o, struct variant variants[VARIANTS_MOST],
                 struct peer peers[PEERS_MOST], char *error, size_t room)
{
	struct choice c = {o, variants, peers, 0, error, room};

	return routines_have_names(&c) && variants_have_names(&c) && add_list(&c, o->algorithms) &&
	                       add_variants(&c)
	               ? c.n
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

static MPI_Comm comm_of(const struct peer *p)
{
	return p->variant ? p->variant->comm : MPI_COMM_WORLD;
}

static void call_blocking(const struct peer *p, const struct vector *v, int slot)
{
	const struct routines *r = p->routines;
	const void *in = vector_send(v, slot);
	void *out = vector_receive(v, slot);
	MPI_Datatype t = v->mpi_type;
	MPI_Comm comm = comm_of(p);

	switch (v->collective) {
#define ROUTINE(NAME, name, Entry, large, arguments, ...) \
	case NAME:                                        \
		r->name(RG_LIST(VALUES, arguments));      \
		break;
		RG_ROWS(ROUTINE)
#undef ROUTINE
	default:;
	}
}

void peer_call(const struct peer *p, const struct vector *v, int slot, union request *requests)
{
	if (p->form == BLOCKING) {
		call_blocking(p, v, slot);
		return;
	}
	if (p->form == INITIALIZATION) {
		request_set_up(p->routines, v, slot, comm_of(p), &requests[slot]);
		return;
	}
	if (p->form == PERSISTENT)
		request_start(p->routines, &requests[slot]);
	else
		request_begin(p->routines, v, slot, comm_of(p), &requests[slot]);
	request_wait(p->routines, &requests[slot]);
}

void peer_complete(const struct peer *p, union request *request)
{
	if (p->form != INITIALIZATION)
		return;
	request_start(p->routines, request);
	request_wait(p->routines, request);
	request_free(p->routines, request);
}

/* A request touches its memory, of ours up to eight windows in turn, when it is started first. */
enum { TOUCHES = 8 };

void peer_set_up(const struct peer *p, const struct vector *v, union request *requests)
{
	if (p->form != PERSISTENT)
		return;
	peer_begin(p);
	for (int slot = 0; slot < v->slots; slot++) {
		request_set_up(p->routines, v, slot, comm_of(p), &requests[slot]);
		for (int i = 0; i < TOUCHES; i++)
			peer_call(p, v, slot, requests);
	}
	peer_end(p);
}

void peer_release(const struct peer *p, const struct vector *v, union request *requests)
{
	for (int slot = 0; slot < v->slots && p->form == PERSISTENT; slot++)
		request_free(p->routines, &requests[slot]);
}

/* ---- Which collectives a peer serves */

static bool has_routine(const struct routines *r, enum collective c)
{
	switch (c) {
#define ROUTINE(NAME, name, ...) \
	case NAME:               \
		return r->name;
		RG_ROWS(ROUTINE)
#undef ROUTINE
	default:
		return false;
	}
}

/* A plan may leave so many bytes to the MPI library, and so may a trial: that is what is measured.
 */
static bool is_planned(const char *reason)
{
	return strstr(reason, "the plan has it") || strstr(reason, "the fastest in a trial");
}

/* One call of a linked routine. In another form libringgen serves it where the blocking one has
 * been called, and speaks only of what differs. */
static void try_call(const struct peer *p, const struct vector *v)
{
	union request request;

	vector_fill(v, 0, 0);
	call_blocking(p, v, 0);
	if (p->form == BLOCKING)
		return;
	peer_set_up(p, v, &request);
	peer_call(p, v, 0, &request);
	peer_complete(p, &request);
	peer_release(p, v, &request);
}

/* The same in a communicator of its own, since libringgen speaks once of each routine in one. */
static void try_apart(const struct peer *p, const struct vector *v)
{
	struct variant apart = {.n = 0};
	struct peer trial = *p;

	trial.variant = &apart;
	MPI_Comm_dup(MPI_COMM_WORLD, &apart.comm);
	try_call(&trial, v);
	MPI_Comm_free(&apart.comm);
}

/* Whether libringgen serves it, by what rank 0 hears of it. */
static bool try_routine(const struct peer *p, enum collective c, enum type type)
{
	struct vector v = vector_new(c, type, 1 << 12, 1, 0, (struct cut){SAME, 0});
	char reason[256];
	int ours = 0;

	heard_begin();
	try_call(p, &v);
	if (p->form != BLOCKING)
		try_apart(p, &v);
	if (v.rank == 0) {
		ours = heard_end(reason, sizeof reason) || is_planned(reason);
		if (!ours)
			fprintf(stderr, "ringbench: %s does not serve %s here: %s\n", p->name,
			        collective_names[c], reason);
	}
	MPI_Bcast(&ours, 1, MPI_INT, 0, MPI_COMM_WORLD);
	vector_free(&v);
	return ours;
}

static bool is_possible(const struct peer *p, enum collective c)
{
	int rank;

	if (request_is_possible(p->routines, p->form))
		return has_routine(p->routines, c);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		fprintf(stderr, "ringbench: %s: this MPI library has no persistent %s\n", p->name,
		        collective_names[c]);
	return false;
}

/* Whether there is time for a try, by the longest one so far: rank 0 says so to all. */
struct tries {
	const struct budget *budget; /* or NULL */
	double longest;
};

static bool is_time(const struct tries *t)
{
	int is = 1;

	if (t->budget) {
		is = t->longest < budget_left(t->budget);
		MPI_Bcast(&is, 1, MPI_INT, 0, MPI_COMM_WORLD);
	}
	return is;
}

static void try_linked(struct tries *t, struct peer *p, enum collective c, enum type type)
{
	double began = MPI_Wtime();

	if (is_time(t))
		p->serves[c] = try_routine(p, c, type);
	else
		p->serves[c] = p->untried[c] = true;
	double seconds = MPI_Wtime() - began;
	t->longest = seconds > t->longest ? seconds : t->longest;
}

/* The second of a name is what the first is: libringgen would not speak of it again. */
static void try_peer(struct tries *t, struct peer *peers, int i, enum collective c, enum type type)
{
	struct peer *p = &peers[i];

	for (int k = 0; k < i; k++)
		if (peers[k].routines == p->routines && peers[k].form == p->form) {
			p->serves[c] = peers[k].serves[c];
			p->untried[c] = peers[k].untried[c];
			return;
		}
	p->serves[c] = is_possible(p, c);
	if (p->serves[c] && p->routines->linked)
		try_linked(t, p, c, type);
}

void peers_try(struct peer *peers, int n, const bool wanted[COLLECTIVES], enum type type,
               const struct budget *budget)
{
	struct tries t = {budget, 0};

	for (int i = 0; i < n; i++)
		for (int c = 0; c < COLLECTIVES; c++)
			if (wanted[c])
				try_peer(&t, peers, i, (enum collective)c, type);
}
