/* SPDX-License-Identifier: BSD-3-Clause
 * One call of a collective: its random arguments.
 */
#include "call.h"

#include "rows.h"

#include <string.h>

/* What the streams of a call are for. */
enum { COMMON, SENT, RECEIVED, PLACES };

/* ---- How much */

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

/* The blocks of a call: all alike; ragged, some empty; or one rank's alone. */
static void draw_blocks(struct call *c, struct draw *d, int64_t count)
{
	int how = c->row->unequal ? draw_below(d, 4) : 0, only = draw_below(d, c->P);

	c->count = count;
	c->len = get((size_t)c->P * sizeof *c->len);
	for (int i = 0; i < c->P; i++) {
		int64_t ragged = draw_once_in(d, 4) ? 0 : draw_below(d, (int)(2 * count + 1));
		c->len[i] = how < 2 ? ragged : how == 2 || i == only ? count : 0;
		if (!c->row->unequal)
			c->len[i] = count;
		c->total += c->len[i];
	}
}

/* In any order, with holes between them. MPICH 4.0 forgets the place when there is one rank only,
 * and those are MPI's calls. */
static void draw_places(struct call *c)
{
	struct draw d = draw_from(c->seed, c->step, c->rank, PLACES);
	int *order = get((size_t)c->P * sizeof *order);
	bool plain = !c->row->has_places || c->P == 1 || draw_once_in(&d, 3);
	int64_t at = 0;

	c->place = get((size_t)c->P * sizeof *c->place);
	draw_order(&d, order, c->P);
	for (int i = 0; i < c->P; i++) {
		int block = plain ? i : order[i];
		at += plain || draw_once_in(&d, 2) ? 0 : draw_below(&d, 5);
		c->place[block] = at;
		at += c->len[block];
	}
	free(order);
}

/* ---- Of what */

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

/* Units from the first to the last one that a buffer has room for. */
static int64_t reach(const struct call *c)
{
	int64_t most = c->total;

	for (int i = 0; i < c->P && c->place; i++)
		if (c->place[i] + c->len[i] > most)
			most = c->place[i] + c->len[i];
	return most;
}

static void draw_types(struct call *c, bool same)
{
	struct draw sent = draw_from(c->seed, c->step, c->rank, SENT);
	int who = same || c->row->reduces ? EVERYBODY : c->rank;
	struct draw received = draw_from(c->seed, c->step, who, RECEIVED);

	c->in_per = c->per = 1;
	if (c->row->reduces) {
		if (c->o->handle == MPI_OP_NULL)
			c->type = type_draw(&received, c->s.basic, c->s.n, false, reach(c));
		return;
	}
	c->type = draw_type(&received, &c->s, false, reach(c), &c->per);
	c->in_type = draw_type(&sent, &c->s, true, c->len[c->rank], &c->in_per);
}

/* ---- As MPI takes it */

static void give_counts(struct call *c)
{
	size_t n = (size_t)c->P;

	c->in_count = (int)(c->row->sends(c, c->rank) * c->in_per);
	c->out_count = (int)(c->count * c->per);
	c->counts = get(n * sizeof *c->counts);
	c->places = get(n * sizeof *c->places);
	c->counts_c = get(n * sizeof *c->counts_c);
	c->places_c = get(n * sizeof *c->places_c);
	for (int i = 0; i < c->P; i++) {
		c->counts_c[i] = c->counts[i] = (int)(c->len[i] * c->per);
		c->places_c[i] = c->places[i] = (int)(c->place[i] * c->per);
	}
}

static void make_buffers(struct call *c)
{
	const struct type *in = c->row->reduces ? &c->type : &c->in_type;
	struct span *blocks = get(((size_t)c->P + 1) * sizeof *blocks);
	struct span all = {0, c->row->sends(c, c->rank)};
	int n = c->row->receives(c, blocks);

	if (c->in_place)
		blocks[n++] = c->row->own(c);
	c->out = buffer_new(&c->type, c->per, blocks, n);
	c->expected = buffer_copy(&c->out);
	c->native = buffer_copy(&c->out);
	if (!c->in_place) {
		c->in = buffer_new(in, c->in_per, &all, 1);
		c->sent = buffer_copy(&c->in);
	}
	free(blocks);
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
	MPI_Comm_size(c->comm, &c->P);
	MPI_Comm_rank(c->comm, &c->rank);
	struct draw d = draw_from(c->seed, c->step, EVERYBODY, COMMON);
	c->large = LARGE_COUNT && draw_once_in(&d, 4);
	c->in_place = row->own && draw_once_in(&d, 3);
	c->root = row->has_root ? draw_below(&d, c->P) : 0;
	if (row->reduces)
		draw_reduction(c, &d);
	else
		c->s = signature_draw(&d);
	int64_t most = row->has_blocks ? wish->most / c->P : wish->most;
	int64_t count = draw_count(&d, c->P, (int64_t)c->s.size, most);
	if (row->has_blocks) {
		draw_blocks(c, &d, count);
		draw_places(c);
	} else {
		c->total = c->count = count;
		c->len = calloc((size_t)c->P, sizeof *c->len);
		c->place = calloc((size_t)c->P, sizeof *c->place);
	}
	draw_types(c, wish->same_types);
	if (c->o) {
		c->op = operation_make(c->o);
		operation_know(c->o, &c->type, &c->s);
	}
	give_counts(c);
	make_buffers(c);
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
	free(c->len);
	free(c->place);
	free(c->counts);
	free(c->places);
	free(c->counts_c);
	free(c->places_c);
	free(c);
}

/* ---- In words */

static int tell_blocks(const struct call *c, char *text, size_t size)
{
	int used = 0;

	for (int i = 0; i < c->P && (size_t)used < size; i++)
		used += snprintf(text + used, size - (size_t)used, "%s%lld", i ? "," : " (",
		                 (long long)c->len[i]);
	for (int i = 0; i < c->P && c->row->has_places && (size_t)used < size; i++)
		used += snprintf(text + used, size - (size_t)used, "%s%lld", i ? "," : " at ",
		                 (long long)c->place[i]);
	return used + ((size_t)used < size ? snprintf(text + used, size - (size_t)used, ")") : 0);
}

void call_describe(const struct call *c, char *text, size_t size)
{
	static const char *const forms[FORMS] = {"", ", nonblocking", ", persistent"};
	int n = snprintf(text, size, "%s%s%s%s on %d ranks (%s)%s, %lld units", c->row->name,
	                 c->large ? "_c" : "", forms[c->form], c->in_place ? ", in place" : "",
	                 c->P, c->where, c->released ? ", types freed" : "", (long long)c->count);

	if (c->row->unequal && (size_t)n < size)
		n += tell_blocks(c, text + n, size - (size_t)n);
	if ((size_t)n < size)
		n += snprintf(text + n, size - (size_t)n, " of %zu bytes, op %s, %d of %s",
		              c->s.size, c->o ? c->o->name : "none", c->per, c->type.text);
	if (c->in_type.part && !c->in_place && (size_t)n < size)
		snprintf(text + n, size - (size_t)n, " from %d of %s", c->in_per, c->in_type.text);
}
