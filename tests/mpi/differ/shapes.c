/* SPDX-License-Identifier: BSD-3-Clause
 * Random types by MPI's constructors, of types that were made so themselves.
 *
 * A type is made of copies of smaller ones, each at an offset. The offsets are computed here from
 * the standard's text about a constructor; only extents are asked of MPI, since a struct may be
 * padded. MPI's true extent has to be ours: else the map is wrong, and that ends the test.
 */
#include "types.h"

#include "../routines.h"

#include <string.h>

enum { DEEPEST = 4, TEXT = 600 };

/* How a type is made. */
struct making {
	struct draw *d;
	bool loose; /* copies may lie anywhere */
	bool tight; /* no gaps */
	int depth;
};

static struct type build(struct making *m, const int *basic, int n);
static struct type resize(struct making *m, struct type t);

static ptrdiff_t round_up(ptrdiff_t n, ptrdiff_t to)
{
	return n + (to - 1 - ((n - 1) % to + to) % to);
}

/* Bytes to leave between two copies. */
static ptrdiff_t draw_gap(struct making *m, int align)
{
	if (m->tight || draw_once_in(m->d, 2))
		return 0;
	return (ptrdiff_t)align * draw_between(m->d, 1, 5);
}

static char *text(const char *how, const struct type *of, const char *arguments)
{
	char *t = get(TEXT);
	int n = snprintf(t, TEXT, "%s(%s%s%s)", how, arguments, *arguments ? ", " : "", of->text);

	if (n >= TEXT)
		strcpy(t + TEXT - 5, "...)");
	return t;
}

/* ---- From copies to a map */

static void see_bounds(struct type *t)
{
	t->low = PTRDIFF_MAX;
	t->high = PTRDIFF_MIN;
	t->size = 0;
	for (int i = 0; i < t->n; i++) {
		const struct basic *b = &basics[t->part[i].basic];
		t->low = t->part[i].at < t->low ? t->part[i].at : t->low;
		t->high = t->part[i].at + b->size > t->high ? t->part[i].at + b->size : t->high;
		t->size += (size_t)b->size;
		t->align = b->align > t->align ? b->align : t->align;
	}
	MPI_Aint lb, extent;
	MPI_Type_get_extent(t->handle, &t->lb, &t->extent);
	if (!t->n) {
		t->low = t->high = 0;
		t->align = 1;
		return;
	}
	MPI_Type_get_true_extent(t->handle, &lb, &extent);
	/* MPICH 4.0 counts the places of parts without data, too. */
	bool wider = t->hollow && lb <= t->low && lb + extent >= t->high;
	if (!wider && (lb != t->low || extent != t->high - t->low))
		die("%s: MPI says it is from %td on %td bytes, not from %td on %td", t->text,
		    (ptrdiff_t)lb, (ptrdiff_t)extent, t->low, t->high - t->low);
}

static void add_copy(struct type *t, const struct type *of, ptrdiff_t at)
{
	for (int i = 0; i < of->n; i++)
		t->part[t->n++] = (struct part){of->part[i].basic, of->part[i].at + at};
}

/* k copies of a type, which is used up. */
static struct type copies(MPI_Datatype handle, char *how, struct type *of, int k,
                          const ptrdiff_t *at)
{
	struct type t = {.handle = handle, .made = true, .hollow = of->hollow, .text = how};

	t.part = get((size_t)(k * of->n) * sizeof *t.part);
	for (int i = 0; i < k; i++)
		add_copy(&t, of, at[i]);
	see_bounds(&t);
	type_free(of);
	return t;
}

/* ---- k copies of one type. Each gives the handle, where the copies are, and its arguments. */

struct repeating {
	struct making *m;
	const struct type *of;
	int k, rows, columns; /* k == rows * columns */
	ptrdiff_t *at;        /* [k] */
	char arguments[64];
};

static MPI_Datatype contiguous(struct repeating *r)
{
	MPI_Datatype made;

	for (int i = 0; i < r->k; i++)
		r->at[i] = i * r->of->extent;
	snprintf(r->arguments, sizeof r->arguments, "%d", r->k);
	MPI_Type_contiguous(r->k, r->of->handle, &made);
	return made;
}

/* From row to row, in elements or bytes: forward or backward, now and then so close that rows lie
 * within each other. */
static int draw_stride(struct repeating *r, int step)
{
	struct draw *d = r->m->d;
	int stride = r->columns * step + (int)draw_gap(r->m, 1) * step;

	if (!r->m->tight && draw_once_in(d, 4))
		stride = draw_between(d, 0, 6) * step;
	return draw_once_in(d, 4) ? -stride : stride;
}

/* Open MPI 4.1 takes a stride of -1 byte from element to element for one that was not told. */
static bool is_not_taken(const struct repeating *r, ptrdiff_t bytes)
{
	return r->columns == 1 && bytes == -1 && is_open_mpi();
}

static MPI_Datatype vector(struct repeating *r)
{
	int stride = draw_stride(r, 1);
	MPI_Datatype made;

	stride -= is_not_taken(r, stride * r->of->extent);
	for (int i = 0; i < r->k; i++)
		r->at[i] = (i / r->columns * stride + i % r->columns) * r->of->extent;
	snprintf(r->arguments, sizeof r->arguments, "%d, %d, %d", r->rows, r->columns, stride);
	MPI_Type_vector(r->rows, r->columns, stride, r->of->handle, &made);
	return made;
}

static MPI_Datatype hvector(struct repeating *r)
{
	int step = r->of->extent > 0 ? (int)r->of->extent : r->of->align;
	MPI_Aint stride = draw_stride(r, step) + draw_gap(r->m, r->of->align);
	MPI_Datatype made;

	stride -= is_not_taken(r, stride);
	for (int i = 0; i < r->k; i++)
		r->at[i] = i / r->columns * stride + i % r->columns * r->of->extent;
	snprintf(r->arguments, sizeof r->arguments, "%d, %d, %td", r->rows, r->columns,
	         (ptrdiff_t)stride);
	MPI_Type_create_hvector(r->rows, r->columns, stride, r->of->handle, &made);
	return made;
}

/* A matrix of rows x columns elements, column by column. */
static MPI_Datatype transposed(struct repeating *r)
{
	MPI_Datatype column, made;

	for (int i = 0; i < r->k; i++)
		r->at[i] = (i % r->rows * r->columns + i / r->rows) * r->of->extent;
	snprintf(r->arguments, sizeof r->arguments, "%d x %d", r->rows, r->columns);
	MPI_Type_vector(r->rows, 1, r->columns, r->of->handle, &column);
	MPI_Type_create_hvector(r->columns, 1, r->of->extent, column, &made);
	MPI_Type_free(&column);
	return made;
}

/* Runs of `columns` elements, one after the other in a random order; places are counted in units of
 * `unit` bytes. */
static void lay_runs(struct repeating *r, ptrdiff_t unit, int *places, MPI_Aint *offsets)
{
	int order[512];
	ptrdiff_t at = draw_once_in(r->m->d, 3) ? -(ptrdiff_t)draw_between(r->m->d, 1, 4) : 0;

	draw_order(r->m->d, order, r->rows);
	if (draw_once_in(r->m->d, 3))
		for (int i = 0; i < r->rows; i++)
			order[i] = i;
	for (int i = 0; i < r->rows; i++) {
		int run = order[i];
		places[run] = (int)at;
		offsets[run] = at * unit;
		for (int c = 0; c < r->columns; c++)
			r->at[run * r->columns + c] = at * unit + c * r->of->extent;
		ptrdiff_t length = r->columns * r->of->extent;
		at += (length + unit - 1) / unit + draw_gap(r->m, 1);
	}
	snprintf(r->arguments, sizeof r->arguments, "%d of %d at %d %d %d...", r->rows, r->columns,
	         places[0], places[r->rows > 1], places[r->rows > 2 ? 2 : 0]);
}

enum indexing { INDEXED, HINDEXED, INDEXED_BLOCK, HINDEXED_BLOCK };

static MPI_Datatype by_index(struct repeating *r, enum indexing how)
{
	int places[512], lengths[512];
	MPI_Aint offsets[512];
	MPI_Datatype made, of = r->of->handle;
	bool bytes = how == HINDEXED || how == HINDEXED_BLOCK;

	if (!bytes && r->of->extent <= 0)
		return contiguous(r);
	lay_runs(r, bytes ? r->of->align : r->of->extent, places, offsets);
	for (int i = 0; i < r->rows; i++)
		lengths[i] = r->columns;
	if (how == INDEXED)
		MPI_Type_indexed(r->rows, lengths, places, of, &made);
	else if (how == HINDEXED)
		MPI_Type_create_hindexed(r->rows, lengths, offsets, of, &made);
	else if (how == INDEXED_BLOCK)
		MPI_Type_create_indexed_block(r->rows, r->columns, places, of, &made);
	else
		MPI_Type_create_hindexed_block(r->rows, r->columns, offsets, of, &made);
	return made;
}

static MPI_Datatype indexed(struct repeating *r)
{
	return by_index(r, INDEXED);
}

static MPI_Datatype hindexed(struct repeating *r)
{
	return by_index(r, HINDEXED);
}

static MPI_Datatype indexed_block(struct repeating *r)
{
	return by_index(r, INDEXED_BLOCK);
}

static MPI_Datatype hindexed_block(struct repeating *r)
{
	return by_index(r, HINDEXED_BLOCK);
}

/* Rows x columns of a bigger matrix. */
static MPI_Datatype subarray(struct repeating *r)
{
	struct draw *d = r->m->d;
	bool fortran = draw_once_in(d, 2), tight = r->m->tight;
	int rows = r->rows + (tight ? 0 : draw_below(d, 3));
	int columns = r->columns + (tight ? 0 : draw_below(d, 3));
	int row = draw_below(d, rows - r->rows + 1),
	    column = draw_below(d, columns - r->columns + 1);
	int sizes[2] = {rows, columns}, subsizes[2] = {r->rows, r->columns},
	    starts[2] = {row, column};
	MPI_Datatype made;

	if (fortran) { /* the first index is the fastest */
		int turned[3][2] = {{columns, rows}, {r->columns, r->rows}, {column, row}};
		memcpy(sizes, turned[0], sizeof sizes);
		memcpy(subsizes, turned[1], sizeof subsizes);
		memcpy(starts, turned[2], sizeof starts);
	}
	for (int i = 0; i < r->k; i++)
		r->at[i] = ((row + i / r->columns) * columns + column + i % r->columns) *
		           r->of->extent;
	snprintf(r->arguments, sizeof r->arguments, "%d x %d of %d x %d at %d, %d", r->rows,
	         r->columns, rows, columns, row, column);
	MPI_Type_create_subarray(2, sizes, subsizes, starts,
	                         fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C, r->of->handle, &made);
	return made;
}

/* A factor of k. */
static int draw_factor(struct draw *d, int k)
{
	int factors[64], n = 0;

	for (int f = 1; f <= k && n < 64; f++)
		if (k % f == 0)
			factors[n++] = f;
	return factors[draw_below(d, n)];
}

static struct type repeat(struct making *m, struct type of, int k)
{
	static const struct {
		const char *name;
		MPI_Datatype (*make)(struct repeating *r);
	} ways[] = {
		{"contiguous", contiguous},
		{"vector", vector},
		{"hvector", hvector},
		{"transposed", transposed},
		{"indexed", indexed},
		{"hindexed", hindexed},
		{"indexed_block", indexed_block},
		{"hindexed_block", hindexed_block},
		{"subarray", subarray},
	};
	size_t way = (size_t)draw_below(m->d, sizeof ways / sizeof *ways);
	struct repeating r = {.m = m, .of = &of, .k = k};

	r.columns = draw_factor(m->d, k);
	r.rows = k / r.columns;
	r.at = get((size_t)k * sizeof *r.at);
	MPI_Datatype made = ways[way].make(&r);
	struct type t = copies(made, text(ways[way].name, &of, r.arguments), &of, k, r.at);
	free(r.at);
	return t;
}

/* ---- Types without data */

static MPI_Datatype no_copies(struct draw *d)
{
	MPI_Datatype made;

	MPI_Type_contiguous(0, basics[draw_below(d, BASICS)].type, &made);
	return made;
}

static MPI_Datatype no_members(struct draw *d)
{
	MPI_Datatype made;

	(void)d;
	MPI_Type_create_struct(0, NULL, NULL, NULL, &made);
	return made;
}

/* Members, but none of any length. */
static MPI_Datatype no_lengths(struct draw *d)
{
	MPI_Datatype made, of[2] = {MPI_INT, basics[draw_below(d, BASICS)].type};
	MPI_Aint at[2] = {16, draw_between(d, -16, 64)};
	int none[2] = {0, 0};

	MPI_Type_create_struct(2, none, at, of, &made);
	return made;
}

static MPI_Datatype no_rows(struct draw *d)
{
	MPI_Datatype made;

	MPI_Type_vector(draw_below(d, 2) * 3, 0, 5, basics[draw_below(d, BASICS)].type, &made);
	return made;
}

static struct type build_empty(struct making *m)
{
	static const struct {
		const char *name;
		MPI_Datatype (*make)(struct draw *d);
	} ways[] = {{"no copies", no_copies},
	            {"no members", no_members},
	            {"no lengths", no_lengths},
	            {"no rows", no_rows}};
	size_t way = (size_t)draw_below(m->d, sizeof ways / sizeof *ways);
	struct type none = {.text = ""};
	struct type t = {.handle = ways[way].make(m->d),
	                 .made = true,
	                 .hollow = true,
	                 .part = get(0),
	                 .text = text(ways[way].name, &none, "")};

	see_bounds(&t);
	if (draw_once_in(m->d, 2))
		t = resize(m, t);
	return draw_once_in(m->d, 4) ? repeat(m, t, draw_between(m->d, 2, 4)) : t;
}

/* ---- Several types in a struct */

enum { MEMBERS = 5 };

/* Where the members are: one after the other in memory, in a random order; or anywhere. */
static void lay_members(struct making *m, const struct type *member, int n, MPI_Aint *at)
{
	int order[MEMBERS];
	ptrdiff_t end = 0;

	draw_order(m->d, order, n);
	for (int i = 0; i < n; i++) {
		const struct type *t = &member[order[i]];
		ptrdiff_t begin = round_up(end + draw_gap(m, t->align) - t->low, t->align);
		if (m->loose && draw_once_in(m->d, 3))
			begin = (ptrdiff_t)t->align * draw_between(m->d, -4, 8);
		at[order[i]] = begin;
		end = begin + t->high;
	}
}

static struct type join(struct making *m, struct type *member, int n)
{
	struct type t = {.made = true, .text = get(TEXT)};
	MPI_Datatype handles[MEMBERS];
	MPI_Aint at[MEMBERS];
	int ones[MEMBERS] = {1, 1, 1, 1, 1}, parts = 0, used = snprintf(t.text, TEXT, "struct(");

	lay_members(m, member, n, at);
	for (int i = 0; i < n; i++) {
		parts += member[i].n;
		t.hollow = t.hollow || member[i].hollow;
		handles[i] = member[i].handle;
	}
	t.part = get((size_t)parts * sizeof *t.part);
	for (int i = 0; i < n; i++) {
		add_copy(&t, &member[i], at[i]);
		if (used < TEXT - 1)
			used += snprintf(t.text + used, (size_t)(TEXT - used), "%s%td: %s",
			                 i ? ", " : "", (ptrdiff_t)at[i], member[i].text);
	}
	if (used < TEXT - 1)
		snprintf(t.text + used, (size_t)(TEXT - used), ")");
	MPI_Type_create_struct(n, ones, at, handles, &t.handle);
	see_bounds(&t);
	for (int i = 0; i < n; i++)
		type_free(&member[i]);
	return t;
}

static struct type build_members(struct making *m, const int *basic, int n)
{
	struct type member[MEMBERS];
	int members = draw_between(m->d, 2, n < MEMBERS ? n : MEMBERS - 1), done = 0;

	for (int i = 0; i < members; i++) {
		int left = members - i - 1;
		int most = n - done - left;
		int take = left ? draw_between(m->d, 1, most) : most;
		member[i] = build(m, basic + done, take);
		done += take;
	}
	if (draw_once_in(m->d, 8)) { /* one without data, anywhere among them */
		int at = draw_below(m->d, members + 1);
		memmove(&member[at + 1], &member[at], (size_t)(members - at) * sizeof *member);
		member[at] = build_empty(m);
		members++;
	}
	return join(m, member, members);
}

/* ---- Around a type */

/* Another extent: as tight as can be, wider, so that elements lie within each other, or backward;
 * the lower bound may be anywhere. */
static struct type resize(struct making *m, struct type t)
{
	ptrdiff_t span = round_up(t.high - t.low, t.align);
	ptrdiff_t lb = t.low, extent = span;
	char arguments[64];
	MPI_Datatype made;
	ptrdiff_t none = 0;

	switch (m->tight ? 0 : draw_below(m->d, 5)) {
	case 1:
		extent = span + (ptrdiff_t)t.align * draw_between(m->d, 1, 9);
		break;
	case 2:
		lb = t.low - (ptrdiff_t)t.align * draw_between(m->d, 1, 6);
		extent = span + t.low - lb;
		break;
	case 3:
		extent = (ptrdiff_t)t.align * draw_between(m->d, m->loose ? 0 : 1, 5);
		break;
	case 4:
		lb = (ptrdiff_t)t.align * draw_between(m->d, -5, 5);
		break;
	}
	snprintf(arguments, sizeof arguments, "%td, %td", lb, extent);
	MPI_Type_create_resized(t.handle, lb, extent, &made);
	return copies(made, text("resized", &t, arguments), &t, 1, &none);
}

static struct type duplicate(struct type t)
{
	MPI_Datatype made;
	ptrdiff_t none = 0;

	MPI_Type_dup(t.handle, &made);
	return copies(made, text("dup", &t, ""), &t, 1, &none);
}

static struct type wrap(struct making *m, struct type t)
{
	switch (draw_below(m->d, 6)) {
	case 0:
		return duplicate(t);
	case 1:
	case 2:
		return resize(m, t);
	default:
		return t;
	}
}

/* ---- All of it */

static int pair_of(const int *basic, int n)
{
	for (int i = 0; i < PAIRS && n == 2; i++)
		if (pairs[i].value == basic[0] && basic[1] == BASIC_INT)
			return i;
	return -1;
}

/* How many copies of something `basic` [n] is to be: 1 if it is no repetition. */
static int draw_copies(struct draw *d, const int *basic, int n)
{
	int period = signature_period(basic, n), k = draw_factor(d, n / period);

	return k == 1 && period == 1 ? n : k; /* few structs whose members are all alike */
}

static struct type build(struct making *m, const int *basic, int n)
{
	int pair = pair_of(basic, n), k = draw_copies(m->d, basic, n);
	struct type t;

	m->depth++;
	if (pair >= 0 && draw_once_in(m->d, 2))
		t = type_of_pair(pair);
	else if (n == 1)
		t = type_named(basic[0]);
	else if (k > 1 && (m->depth >= DEEPEST || !draw_once_in(m->d, 4)))
		t = repeat(m, build(m, basic, n / k), k);
	else
		t = build_members(m, basic, n);
	m->depth--;
	return m->depth < DEEPEST ? wrap(m, t) : t;
}

/* Whether no byte has two parts, in so many elements. */
static bool is_clear(const struct type *t, int64_t count)
{
	ptrdiff_t reach = (ptrdiff_t)(count - 1) * t->extent, size = t->high - t->low;
	ptrdiff_t least = t->low + (reach < 0 ? reach : 0);
	size_t bytes = (size_t)(size + (reach < 0 ? -reach : reach));
	unsigned char *used = calloc(bytes ? bytes : 1, 1);
	bool clear = used != NULL;

	for (int64_t e = 0; e < count && clear; e++)
		for (int i = 0; i < t->n && clear; i++) {
			unsigned char *at = used + (e * t->extent + t->part[i].at - least);
			int length = basics[t->part[i].basic].size;
			clear = !memchr(at, 1, (size_t)length);
			memset(at, 1, (size_t)length);
		}
	free(used);
	return clear;
}

static bool may_be_written(const struct type *t, int64_t count)
{
	enum { MANY = 100000 };
	ptrdiff_t step = t->extent < 0 ? -t->extent : t->extent;

	if (step < t->high - t->low && count * t->n > MANY)
		return false;
	return is_clear(t, step >= t->high - t->low || count < 1 ? 1 : count);
}

struct type type_draw(struct draw *d, const int *basic, int n, bool may_overlap, int64_t count)
{
	struct making m = {.d = d, .loose = may_overlap && draw_once_in(d, 3)};
	struct type t;

	m.tight = !m.loose && draw_once_in(d, 2);
	for (int tries = 0;; tries++) {
		t = tries < 20 ? build(&m, basic, n) : resize(&m, build(&m, basic, n));
		if (t.made)
			MPI_Type_commit(&t.handle);
		if ((m.loose || may_be_written(&t, count)) && type_is_packed(&t))
			break;
		type_free(&t);
		m.tight = tries > 10;
	}
	return t;
}

struct type type_draw_empty(struct draw *d)
{
	struct making m = {.d = d};
	struct type t = build_empty(&m);

	MPI_Type_commit(&t.handle);
	return t;
}
