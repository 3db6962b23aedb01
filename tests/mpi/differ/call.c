/* SPDX-License-Identifier: BSD-3-Clause
 * One call of a collective: its random arguments.
 */
#include "call.h"

#include "communicators.h"
#include "gate.h"
#include "rows.h"
#include "tiles.h"

#include <string.h>

/* The purposes of a call's streams. */
enum { COMMON, SENT, RECEIVED, PLACES, TILES, NOWHERE, IN_PLACES, OF_PAIR };

/* ---- How much */

enum { NOTHING = 64 }; /* what a unit of no bytes is taken for, because of its gaps */

/* Lengths around which algorithms or ways of sending change, in bytes. */
static int64_t draw_length(struct draw *d)
{
	static const int lengths[] = {64, 256, 1024, 2048, 4096, 8192, 16384, 65536, 262144};

	return lengths[draw_below(d, sizeof lengths / sizeof *lengths)];
}

/* So many units at a time, of `unit` bytes; at most `most` bytes. */
static int64_t draw_count(struct draw *d, int P, int64_t unit, int64_t most)
{
	const int few[] = {1, 2, 3, P - 1, P, P + 1, 2 * P, 7, 13, 17};
	const int primes[] = {101, 1009, 4001};
	int64_t n = 0;
	int how = draw_below(d, 32);

	if (how == 0)
		return 0;
	if (how < 16)
		n = few[draw_below(d, sizeof few / sizeof *few)];
	else if (how < 24)
		n = draw_length(d) / unit / (draw_once_in(d, 2) ? P : 1) + draw_between(d, -2, 2);
	else if (how < 27)
		n = primes[draw_below(d, 3)];
	else if (how < 31 || !draw_once_in(d, 4))
		n = draw_below(d, 3000);
	else
		n = most / unit;
	if (n * unit > most)
		n = most / unit;
	return n < 1 ? 1 : n;
}

/* So many blocks: all alike; ragged, some empty; or one rank's alone. */
static int64_t *draw_lengths(const struct call *c, struct draw *d, int n, int64_t count)
{
	int how = c->row->unequal ? draw_below(d, 4) : 2, only = draw_below(d, n);
	int64_t *len = get((size_t)n * sizeof *len);

	for (int i = 0; i < n; i++) {
		int64_t ragged = draw_once_in(d, 4) ? 0 : draw_below(d, (int)(2 * count + 1));
		len[i] = how < 2 ? ragged : how == 2 || i == only ? count : 0;
	}
	return len;
}

static int64_t sum(const int64_t *len, int n)
{
	int64_t all = 0;

	for (int i = 0; i < n; i++)
		all += len[i];
	return all;
}

/* Other lengths whose sum is the same. */
static int64_t *draw_cut(struct draw *d, int n, int64_t total)
{
	int64_t *len = get((size_t)n * sizeof *len);

	for (int i = 0; i < n; i++) {
		len[i] = i == n - 1 ? total : draw_below(d, (int)total + 1);
		total -= len[i];
	}
	return len;
}

/* The blocks of two groups: each gathers the other's, which may be of other lengths; vectors to
 * reduce are as long in both groups, and cut for the group that gets the result. */
static void draw_blocks_between(struct call *c, struct draw *d, int64_t count)
{
	int n[2], own = c->side, from = c->row->reduces ? own : !own;
	int64_t *len[2];

	n[own] = c->locals;
	n[!own] = c->P;
	len[0] = draw_lengths(c, d, n[0], count);
	if (!c->row->reduces)
		len[1] = draw_lengths(c, d, n[1], draw_below(d, (int)(2 * count + 1)));
	else if (c->row->unequal)
		len[1] = draw_cut(d, n[1], sum(len[0], n[0]));
	else
		len[1] = get((size_t)n[1] * sizeof *len[1]);
	for (int side = 0; side < 2 && c->row->reduces && !c->row->unequal; side++)
		for (int i = 0; i < n[side]; i++)
			len[side][i] = (count / (n[0] + n[1]) + 1) * n[!side];
	c->blocks = n[from];
	c->len = len[from];
	c->sends = c->row->reduces    ? sum(len[0], n[0])
	           : c->row->for_each ? c->P * len[own][c->rank]
	                              : len[own][c->rank];
	free(len[!from]);
}

/* The blocks of all ranks that the root serves. */
static void draw_blocks_of_root(struct call *c, struct draw *d, int64_t count)
{
	c->blocks = c->inter && !c->roots ? c->locals : c->P;
	c->len = draw_lengths(c, d, c->blocks, count);
}

/* ---- Blocks whose lengths two ranks alone know */

/* Between the same ranks of two groups there are two, one each way: so each rank has a number. */
static int number_of(const struct call *c, int side, int rank)
{
	enum { MOST = 1 << 12 };

	return (c->inter ? side : 0) * MOST + rank;
}

/* All alike; ragged, some empty; those from one rank alone, or to one. In place they are as long
 * both ways. */
static int64_t pair_units(const struct call *c, int from, int to)
{
	int low = c->in_place && to < from ? to : from, high = from + to - low;
	struct draw d = draw_from(c->seed, c->step, low, OF_PAIR + high);
	int64_t most = c->most_of_pair,
		ragged = draw_once_in(&d, 4) ? 0 : draw_below(&d, (int)(2 * most + 1));

	switch (c->kind_of_pairs) {
	case 0:
		return most;
	case 1:
		return low % 3 == 1 ? most : 0;
	case 2:
		return high % 3 == 1 ? most : 0;
	default:
		return ragged;
	}
}

int64_t call_pair(const struct call *c, int from, int to)
{
	return pair_units(c, number_of(c, !c->side, from), number_of(c, c->side, to));
}

static void draw_pairs(struct call *c, struct draw *d, int64_t count)
{
	c->blocks = c->P;
	c->most_of_pair = count;
	c->kind_of_pairs = draw_below(d, 6);
	c->len = get((size_t)c->P * sizeof *c->len);
	c->sent_len = get((size_t)c->P * sizeof *c->sent_len);
	for (int i = 0; i < c->P; i++) {
		c->len[i] = call_pair(c, i, c->rank);
		c->sent_len[i] =
			pair_units(c, number_of(c, c->side, c->rank), number_of(c, !c->side, i));
	}
}

int call_sent(const struct call *c, struct span *spans)
{
	if (!c->row->pairs) {
		spans[0] = (struct span){c->in_place ? c->row->own(c).at : 0, c->sends};
		return 1;
	}
	for (int i = 0; i < c->blocks; i++)
		spans[i] = c->in_place ? (struct span){c->place[i], c->len[i]}
		                       : (struct span){c->sent_place[i], c->sent_len[i]};
	return c->blocks;
}

/* ---- All blocks */

static void draw_blocks(struct call *c, struct draw *d, int64_t count)
{
	if (c->row->pairs) {
		draw_pairs(c, d, count);
	} else if (c->row->root) {
		draw_blocks_of_root(c, d, count);
	} else if (c->inter) {
		draw_blocks_between(c, d, count);
	} else {
		c->blocks = c->P;
		c->len = draw_lengths(c, d, c->P, count);
	}
	c->total = sum(c->len, c->blocks);
	c->count = c->row->unequal ? count : c->len[0];
	if (c->row->pairs)
		c->sends = sum(c->sent_len, c->blocks);
	else if (!c->inter && !c->row->root)
		c->sends = c->row->reduces || c->row->for_each ? c->total : c->len[c->rank];
}

/* Units of this rank's own block, of those that a root gives or gets. */
static int64_t own_units(const struct call *c)
{
	return c->leaves ? c->len[c->rank] : 0;
}

/* The units that the root gives, or that it gets of this rank. */
static void cut_for_root(struct call *c)
{
	if (c->row->root == FROM_ROOT)
		c->sends = call_is_root(c) ? c->cut : 0;
	else
		c->sends = c->row->has_blocks ? own_units(c) : c->leaves ? c->total : 0;
}

/* Those that are sent stand in any order, too, and may overlap. */
static void draw_sent_places(struct call *c, bool plain)
{
	struct draw d = draw_from(c->seed, c->step, c->rank, IN_PLACES);
	bool overlap = !plain && draw_once_in(&d, 3);
	int *order = get((size_t)c->blocks * sizeof *order);
	int64_t at = 0;

	c->sent_place = get((size_t)c->blocks * sizeof *c->sent_place);
	draw_order(&d, order, c->blocks);
	for (int i = 0; i < c->blocks; i++) {
		int block = plain ? i : order[i];
		at += plain ? 0 : draw_below(&d, 3);
		c->sent_place[block] = overlap ? draw_below(&d, (int)c->sends + 1) : at;
		at += c->sent_len[block];
	}
	free(order);
}

/* The blocks are in any order, with holes between them, now and then from far before the buffer's
 * address on. MPICH 4.0 forgets the place when there is one rank only, and those are MPI's calls.
 * The blocks that a root cuts begin at the buffer's address, and all ranks know them. */
static void draw_places(struct call *c)
{
	bool cut = c->row->root == FROM_ROOT;
	struct draw d = draw_from(c->seed, c->step, cut ? EVERYBODY : c->rank, PLACES);
	int *order = get((size_t)c->blocks * sizeof *order);
	bool plain = !c->row->has_places || c->blocks == 1 || draw_once_in(&d, 3);
	int64_t at = plain || cut || draw_once_in(&d, 2) ? 0 : -draw_below(&d, (int)c->total + 5);

	c->place = get((size_t)c->blocks * sizeof *c->place);
	draw_order(&d, order, c->blocks);
	for (int i = 0; i < c->blocks; i++) {
		int block = plain ? i : order[i];
		at += plain || draw_once_in(&d, 2) ? 0 : draw_below(&d, 5);
		c->place[block] = at;
		at += c->len[block];
	}
	free(order);
	c->cut = at;
	if (c->row->pairs)
		draw_sent_places(c, plain);
	/* Later, when the type is known. */
	c->tiled = !plain && !cut && c->s.size && c->total * (int64_t)c->s.size <= 4096 &&
	           draw_once_in(&d, 2);
}

/* ---- The data */

static void draw_reduction(struct call *c, struct draw *d)
{
	int basic = 0, pair;

	c->o = operation_draw(d, draw_once_in(d, 3), &basic, &pair);
	if (c->o->handle != MPI_OP_NULL) {
		c->s = pair < 0 ? signature_of(basic, 1) : signature_of(BASIC_INT, 2);
		if (pair >= 0) {
			c->s.basic[0] = pairs[pair].value;
			c->s.size = (size_t)basics[pairs[pair].value].size + sizeof(int);
		}
		c->type = pair < 0 ? type_named(basic) : type_of_pair(pair);
		return;
	}
	c->s = c->o->of_any ? signature_draw(d)
	                    : signature_of(BASIC_UNSIGNED, 2 * draw_between(d, 1, 8));
}

/* A type for units, as this rank describes them; *per elements of it make one. */
static struct type draw_type(struct draw *d, const struct signature *s, bool may_overlap,
                             int64_t units, int *per)
{
	if (!s->n) {
		/* With none on some ranks alone, MPICH 4.0 leaves at once there, and waits
		 * elsewhere. */
		*per = draw_between(d, 1, 3);
		return type_draw_empty(d);
	}
	int times = s->n / signature_period(s->basic, s->n), k = times;

	if (draw_once_in(d, 2))
		k = 1;
	else
		while (times % k || (k > 1 && draw_once_in(d, 3)))
			k--;
	*per = k;
	if (s->n == k && draw_once_in(d, 2))
		return type_named(s->basic[0]);
	return type_draw(d, s->basic, s->n / k, may_overlap, units * k);
}

/* Units from the first to the last one that a buffer has room for; of tiles, those of each. */
static int64_t reach(const struct call *c)
{
	int64_t low = 0, high = c->row->has_blocks ? c->sends : c->total;

	for (int i = 0; i < c->blocks; i++) {
		int64_t at = c->tiled ? 0 : c->place[i], end = at + c->len[i];
		low = at < low ? at : low;
		high = end > high ? end : high;
	}
	return high - low;
}

static void draw_types(struct call *c, bool same)
{
	struct draw sent = draw_from(c->seed, c->step, c->rank, SENT);
	int who = same || c->row->reduces ? EVERYBODY : c->rank;
	struct draw received = draw_from(c->seed, c->step, who, RECEIVED);

	struct draw places = draw_from(c->seed, c->step, c->rank, TILES);

	c->in_per = c->per = 1;
	if (row_is_barrier(c->row)) {
		c->type = type_named(0);
		return;
	}
	if (c->row->reduces) {
		if (c->o->handle == MPI_OP_NULL)
			c->type = c->s.n ? type_draw(&received, c->s.basic, c->s.n, false, reach(c))
			                 : type_draw_empty(&received);
		return;
	}
	c->type = draw_type(&received, &c->s, false, reach(c), &c->per);
	if (row_is_bcast(c->row))
		return;
	c->in_type = draw_type(&sent, &c->s, true, c->sends, &c->in_per);
	if (!c->tiled)
		return;
	for (int tries = 0; !tiles_place(&places, &c->type, c->per, c->blocks, c->len, c->place);
	     tries++) {
		if (tries == 9)
			die("no type of %d parts lets its blocks be placed", c->s.n);
		type_free(&c->type);
		c->type = draw_type(&received, &c->s, false, reach(c), &c->per);
	}
}

/* ---- As MPI takes it */

static void give_sent_counts(struct call *c, size_t n)
{
	int64_t unit = c->row->in_bytes ? c->in_type.extent : 1;

	c->in_counts = get(n * sizeof *c->in_counts);
	c->in_places = get(n * sizeof *c->in_places);
	c->in_counts_c = get(n * sizeof *c->in_counts_c);
	c->in_places_c = get(n * sizeof *c->in_places_c);
	for (size_t i = 0; i < n; i++) {
		c->in_counts_c[i] = c->in_counts[i] = (int)(c->sent_len[i] * c->in_per);
		c->in_places_c[i] = c->in_places[i] = (int)(c->sent_place[i] * c->in_per * unit);
	}
}

/* Once the types have their addresses. */
static void give_types(struct call *c)
{
	c->types = get((size_t)c->blocks * sizeof *c->types);
	c->in_types = get((size_t)c->blocks * sizeof *c->in_types);
	for (int i = 0; i < c->blocks; i++) {
		c->types[i] = c->type.handle;
		c->in_types[i] = c->in_type.handle;
	}
}

static void give_counts(struct call *c)
{
	size_t n = (size_t)c->blocks;

	bool cut = c->row->root == FROM_ROOT; /* the count is of a block */
	int per = cut ? c->in_per : c->per;
	int64_t sends = c->row->for_each && !c->row->pairs ? c->sends / c->blocks : c->sends;
	c->in_count = (int)((cut ? c->count : sends) * c->in_per);
	c->out_count = (int)((row_is_irregular(c->row) ? own_units(c) : c->count) * c->per);
	c->counts = get(n * sizeof *c->counts);
	c->places = get(n * sizeof *c->places);
	c->counts_c = get(n * sizeof *c->counts_c);
	c->places_c = get(n * sizeof *c->places_c);
	for (int i = 0; i < c->blocks; i++) {
		c->counts_c[i] = c->counts[i] = (int)(c->len[i] * per);
		c->places_c[i] = c->places[i] =
			(int)(c->place[i] * per * (c->row->in_bytes ? c->type.extent : 1));
	}
	if (c->row->pairs)
		give_sent_counts(c, n);
}

static void make_buffers(struct call *c)
{
	const struct type *in = c->row->reduces ? &c->type : &c->in_type;
	struct span *blocks = get(((size_t)c->P + 1) * sizeof *blocks);
	int n = c->row->receives(c, blocks);

	if (c->in_place && !c->row->pairs)
		blocks[n++] = c->row->own(c);
	c->out = buffer_new(&c->type, c->per, blocks, n);
	c->expected = buffer_copy(&c->out);
	c->native = buffer_copy(&c->out);
	if (!c->in_place) {
		c->in = buffer_new(in, c->in_per, blocks, call_sent(c, blocks));
		c->sent = buffer_copy(&c->in);
	}
	free(blocks);
}

/* Now and then a buffer is MPI_BOTTOM, each rank's for itself, and its type has its address. A
 * reduction has one type for both: in place it has one buffer, too; and no operation of MPI's own
 * has such a type. */
static void draw_bottom(struct call *c, struct draw *own)
{
	bool in = draw_once_in(own, 4), out = draw_once_in(own, 4);

	if (row_is_barrier(c->row) || (c->o && (c->o->handle != MPI_OP_NULL || !c->in_place)))
		return;
	if (out)
		type_from_bottom(&c->type, c->out.origin);
	if (in && !c->in_place && c->in_type.part)
		type_from_bottom(&c->in_type, c->in.origin);
}

/* The ranks that take part. */
static void look_around(struct call *c)
{
	int inter;

	MPI_Comm_size(c->comm, &c->P);
	c->locals = c->P;
	MPI_Comm_rank(c->comm, &c->rank);
	MPI_Comm_test_inter(c->comm, &inter);
	c->roots = c->leaves = true;
	if (!inter)
		return;
	c->inter = true;
	c->roots = c->leaves = false;
	c->side = communicators_side(c->comm);
	MPI_Comm_remote_size(c->comm, &c->P);
}

/* Any rank; between two groups, of any of the two, where it has a name of its own in its group. */
static void draw_root(struct call *c, struct draw *d)
{
	int side = draw_below(d, 2), number = draw_bits(d) >> 33;

	if (c->inter) {
		c->roots = side == c->side;
		c->leaves = !c->roots;
	}
	c->root = number % (c->inter && c->roots ? c->locals : c->P);
	c->given_root = c->root;
	if (c->inter && c->roots)
		c->given_root = call_is_root(c) ? MPI_ROOT : MPI_PROC_NULL;
}

/* On all ranks alike, but where the standard says of one rank what it does; each rank for itself
 * where nobody else can know. */
static void draw_in_place(struct call *c, struct draw *d, struct draw *own)
{
	bool in_place = draw_once_in(d, 3) && !c->inter, here = draw_once_in(own, 3);

	if (row_is_bcast(c->row))
		c->in_place = call_is_root(c);
	else if (c->row->root == FROM_ROOT)
		c->stays = in_place && call_is_root(c);
	else if (c->row->root == TO_ROOT)
		c->in_place = in_place && call_is_root(c);
	else if (c->row->own)
		c->in_place = c->row->prefix ? here : in_place;
}

struct call *call_draw(const struct call_wish *wish)
{
	struct call *c = get(sizeof *c);
	const struct row *row = wish->row;

	*c = (struct call){.row = row,
	                   .form = wish->form,
	                   .comm = wish->comm,
	                   .shadow = wish->shadow,
	                   .seed = wish->seed,
	                   .step = wish->step};
	snprintf(c->where, sizeof c->where, "%s", wish->where);
	look_around(c);
	struct draw d = draw_from(c->seed, c->step, EVERYBODY, COMMON);
	c->large = LARGE_COUNT && draw_once_in(&d, 4);
	struct draw own = draw_from(c->seed, c->step, c->rank, NOWHERE);
	if (row->root)
		draw_root(c, &d);
	draw_in_place(c, &d, &own);
	if (row->reduces)
		draw_reduction(c, &d);
	else if (!row_is_barrier(row))
		c->s = signature_draw(&d);
	int ranks = c->inter ? c->P + c->locals : c->P;
	int64_t most = row->has_blocks ? wish->most / ranks : wish->most;
	int64_t count = draw_count(&d, ranks, c->s.size ? (int64_t)c->s.size : NOTHING, most);
	if (row->has_blocks) {
		draw_blocks(c, &d, count);
		draw_places(c);
	} else {
		c->total = c->cut = c->count = c->sends = row_is_barrier(row) ? 0 : count;
	}
	if (row->root)
		cut_for_root(c);
	draw_types(c, wish->same_types);
	give_counts(c);
	c->nowhere = draw_once_in(&own, 2);
	make_buffers(c);
	draw_bottom(c, &own);
	if (c->row->pairs)
		give_types(c);
	if (c->o) {
		c->op = operation_make(c->o);
		operation_know(c->o, &c->type, &c->s);
	}
	if (row_is_barrier(row))
		c->peers = gate_peers(c);
	return c;
}

static void free_operation(struct call *c)
{
	if (c->o && c->o->handle == MPI_OP_NULL && c->op != MPI_OP_NULL)
		MPI_Op_free(&c->op);
}

/* MPI 3 has nothing that keeps the operation for later starts. */
void call_release(struct call *c)
{
	if (c->released)
		return;
	type_release(&c->type);
	if (c->in_type.part)
		type_release(&c->in_type);
	if (MPI_VERSION >= 4 || c->form != PERSISTENT)
		free_operation(c);
	c->released = true;
}

void call_free(struct call *c)
{
	call_release(c);
	free_operation(c);
	operation_forget(&c->type);
	type_free(&c->type);
	if (c->in_type.part)
		type_free(&c->in_type);
	signature_free(&c->s);
	buffer_free(&c->in);
	buffer_free(&c->sent);
	buffer_free(&c->out);
	buffer_free(&c->expected);
	buffer_free(&c->native);
	free(c->peers);
	free(c->len);
	free(c->place);
	free(c->counts);
	free(c->places);
	free(c->counts_c);
	free(c->places_c);
	free(c->sent_len);
	free(c->sent_place);
	free(c->in_counts);
	free(c->in_places);
	free(c->in_counts_c);
	free(c->in_places_c);
	free(c->types);
	free(c->in_types);
	free(c);
}

bool call_agreed(const struct call *c, int here)
{
	int others = 0, all = 0;

	PMPI_Allreduce(&here, &all, 1, MPI_INT, MPI_MIN, c->shadow);
	if (!c->inter)
		return all;
	/* That was of the others, who now tell what this group said. */
	PMPI_Allreduce(&all, &others, 1, MPI_INT, MPI_MIN, c->shadow);
	return all && others;
}

/* ---- In words */

static int tell_blocks(const struct call *c, char *text, size_t size)
{
	int used = 0;

	for (int i = 0; i < c->blocks && (size_t)used < size; i++)
		used += snprintf(text + used, size - (size_t)used, "%s%lld", i ? "," : " (",
		                 (long long)c->len[i]);
	for (int i = 0; i < c->blocks && c->row->has_places && (size_t)used < size; i++)
		used += snprintf(text + used, size - (size_t)used, "%s%lld", i ? "," : " at ",
		                 (long long)c->place[i]);
	return used + ((size_t)used < size ? snprintf(text + used, size - (size_t)used, ")") : 0);
}

void call_describe(const struct call *c, char *text, size_t size)
{
	static const char *const forms[FORMS] = {"", ", nonblocking", ", persistent"};
	bool in_place = c->in_place || c->stays;
	int n = snprintf(text, size, "%s%s%s%s on %d%s ranks (%s)%s, %lld units", c->row->name,
	                 c->large ? "_c" : "", forms[c->form], in_place ? ", in place" : "", c->P,
	                 c->inter ? " other" : "", c->where, c->released ? ", types freed" : "",
	                 (long long)c->count);

	if (c->row->root && (size_t)n < size)
		n += snprintf(text + n, size - (size_t)n, ", root %d", c->given_root);
	if (c->row->unequal && (size_t)n < size)
		n += tell_blocks(c, text + n, size - (size_t)n);
	if ((size_t)n < size)
		n += snprintf(text + n, size - (size_t)n, " of %zu bytes, op %s, %d of %s%s",
		              c->s.size, c->o ? c->o->name : "none", c->per, c->type.text,
		              c->type.base ? " at MPI_BOTTOM" : "");
	if (c->in_type.part && !c->in_place && (size_t)n < size)
		snprintf(text + n, size - (size_t)n, " from %d of %s%s", c->in_per, c->in_type.text,
		         c->in_type.base ? " at MPI_BOTTOM" : "");
}
