/* SPDX-License-Identifier: BSD-3-Clause
 * Reduction operations.
 */
#include "operations.h"

#include "../routines.h"

#include <pthread.h>
#include <string.h>

#define BIT(class) (1u << (class))
#define INTEGERS (BIT(SIGNED) | BIT(UNSIGNED))
#define ORDERED (INTEGERS | BIT(WORD) | BIT(FLOATING))
#define ARITHMETIC (ORDERED | BIT(COMPLEX))
#define TRUTHS (INTEGERS | BIT(LOGICAL))
#define BITS (INTEGERS | BIT(WORD) | BIT(RAW))

/* ---- Numbers of every width */

static int64_t whole(const struct basic *b, const unsigned char *at)
{
	uint64_t bits = 0;
	int unused = 64 - 8 * b->size;

	memcpy(&bits, at, (size_t)b->size); /* the low bytes come first on all machines we know */
	bits <<= unused;
	return b->class == SIGNED || b->class == WORD ? (int64_t)bits >> unused
	                                              : (int64_t)(bits >> unused);
}

static void put_whole(const struct basic *b, unsigned char *at, int64_t n)
{
	memcpy(at, &n, (size_t)b->size);
}

/* The real number of so many bytes. */
static long double real(int size, const unsigned char *at)
{
	float f;
	double d;
	long double l;

	memcpy(&f, at, sizeof f);
	if (size == sizeof f)
		return f;
	memcpy(&d, at, sizeof d);
	if (size == sizeof d)
		return d;
	memcpy(&l, at, sizeof l);
	return l;
}

static void put_real(int size, unsigned char *at, long double l)
{
	float f = (float)l;
	double d = (double)l;
	const void *from = size == sizeof f ? (void *)&f : size == sizeof d ? (void *)&d : &l;

	memcpy(at, from, (size_t)size);
}

static bool is_real(const struct basic *b)
{
	return b->class == FLOATING;
}

/* ---- MPI's operations, of one number */

static void sum(const struct basic *t, const unsigned char *a, unsigned char *b)
{
	int half = t->size / 2;

	if (t->class == COMPLEX) {
		put_real(half, b, real(half, a) + real(half, b));
		put_real(half, b + half, real(half, a + half) + real(half, b + half));
	} else if (is_real(t)) {
		put_real(t->size, b, real(t->size, a) + real(t->size, b));
	} else {
		put_whole(t, b, whole(t, a) + whole(t, b));
	}
}

static void product(const struct basic *t, const unsigned char *a, unsigned char *b)
{
	int half = t->size / 2;

	if (t->class == COMPLEX) {
		long double r = real(half, a), i = real(half, a + half);
		long double s = real(half, b), j = real(half, b + half);
		put_real(half, b, r * s - i * j);
		put_real(half, b + half, r * j + i * s);
	} else if (is_real(t)) {
		put_real(t->size, b, real(t->size, a) * real(t->size, b));
	} else {
		put_whole(t, b, whole(t, a) * whole(t, b));
	}
}

static bool less(const struct basic *t, const unsigned char *a, const unsigned char *b)
{
	if (is_real(t))
		return real(t->size, a) < real(t->size, b);
	if (t->class == UNSIGNED)
		return (uint64_t)whole(t, a) < (uint64_t)whole(t, b);
	return whole(t, a) < whole(t, b);
}

static void maximum(const struct basic *t, const unsigned char *a, unsigned char *b)
{
	if (less(t, b, a))
		memcpy(b, a, (size_t)t->size);
}

static void minimum(const struct basic *t, const unsigned char *a, unsigned char *b)
{
	if (less(t, a, b))
		memcpy(b, a, (size_t)t->size);
}

static void logical_and(const struct basic *t, const unsigned char *a, unsigned char *b)
{
	put_whole(t, b, whole(t, a) && whole(t, b));
}

static void logical_or(const struct basic *t, const unsigned char *a, unsigned char *b)
{
	put_whole(t, b, whole(t, a) || whole(t, b));
}

static void logical_xor(const struct basic *t, const unsigned char *a, unsigned char *b)
{
	put_whole(t, b, !whole(t, a) != !whole(t, b));
}

static void bits_and(const struct basic *t, const unsigned char *a, unsigned char *b)
{
	for (int i = 0; i < t->size; i++)
		b[i] &= a[i];
}

static void bits_or(const struct basic *t, const unsigned char *a, unsigned char *b)
{
	for (int i = 0; i < t->size; i++)
		b[i] |= a[i];
}

static void bits_xor(const struct basic *t, const unsigned char *a, unsigned char *b)
{
	for (int i = 0; i < t->size; i++)
		b[i] ^= a[i];
}

/* ---- On a unit, a value and its place: of equal values the first place counts */

static void extreme(const struct signature *s, const unsigned char *a, unsigned char *b, bool most)
{
	const struct basic *value = &basics[s->basic[0]], *place = &basics[BASIC_INT];
	bool better = most ? less(value, b, a) : less(value, a, b);
	bool worse = most ? less(value, a, b) : less(value, b, a);

	if (better || (!worse && less(place, a + value->size, b + value->size)))
		memcpy(b, a, s->size);
}

static void maxloc(const struct signature *s, const unsigned char *a, unsigned char *b)
{
	extreme(s, a, b, true);
}

static void minloc(const struct signature *s, const unsigned char *a, unsigned char *b)
{
	extreme(s, a, b, false);
}

/* ---- Users' operations */

static void words(const unsigned char *a, const unsigned char *b, uint32_t x[4])
{
	memcpy(x, a, 8);
	memcpy(x + 2, b, 8);
}

static void plus(const struct signature *s, const unsigned char *a, unsigned char *b)
{
	for (int i = 0; i < s->n; i += 2, a += 8, b += 8) {
		uint32_t x[4];
		words(a, b, x);
		x[2] += x[0];
		x[3] += x[1];
		memcpy(b, x + 2, 8);
	}
}

/* Each two numbers are a map, x -> p x + q; these are carried out one after the other. */
static void after(const struct signature *s, const unsigned char *a, unsigned char *b)
{
	for (int i = 0; i < s->n; i += 2, a += 8, b += 8) {
		uint32_t x[4];
		words(a, b, x);
		uint32_t both[2] = {x[0] * x[2], x[1] * x[2] + x[3]};
		memcpy(b, both, 8);
	}
}

static void first(const struct signature *s, const unsigned char *a, unsigned char *b)
{
	memcpy(b, a, s->size);
}

static void last(const struct signature *s, const unsigned char *a, unsigned char *b)
{
	(void)s, (void)a, (void)b;
}

static const struct operation operations[] = {
	{"MPI_SUM", MPI_SUM, ARITHMETIC, false, true, false, sum, NULL},
	{"MPI_PROD", MPI_PROD, ARITHMETIC, false, true, false, product, NULL},
	{"MPI_MAX", MPI_MAX, ORDERED, false, true, false, maximum, NULL},
	{"MPI_MIN", MPI_MIN, ORDERED, false, true, false, minimum, NULL},
	{"MPI_LAND", MPI_LAND, TRUTHS, false, true, false, logical_and, NULL},
	{"MPI_LOR", MPI_LOR, TRUTHS, false, true, false, logical_or, NULL},
	{"MPI_LXOR", MPI_LXOR, TRUTHS, false, true, false, logical_xor, NULL},
	{"MPI_BAND", MPI_BAND, BITS, false, true, false, bits_and, NULL},
	{"MPI_BOR", MPI_BOR, BITS, false, true, false, bits_or, NULL},
	{"MPI_BXOR", MPI_BXOR, BITS, false, true, false, bits_xor, NULL},
	{"MPI_MAXLOC", MPI_MAXLOC, 0, true, true, false, NULL, maxloc},
	{"MPI_MINLOC", MPI_MINLOC, 0, true, true, false, NULL, minloc},
	{"plus", MPI_OP_NULL, 0, false, true, false, NULL, plus},
	{"after", MPI_OP_NULL, 0, false, false, false, NULL, after},
	{"first", MPI_OP_NULL, 0, false, false, true, NULL, first},
	{"last", MPI_OP_NULL, 0, false, false, true, NULL, last},
};

enum { OPERATIONS = sizeof operations / sizeof *operations, USERS = 4 };

const struct operation *operation_draw(struct draw *d, bool users, int *basic, int *pair)
{
	*pair = -1;
	if (users)
		return &operations[OPERATIONS - 1 - draw_below(d, USERS)];
	const struct operation *o = &operations[draw_below(d, OPERATIONS - USERS)];
	if (o->of_pairs)
		*pair = draw_below(d, PAIRS);
	do
		*basic = draw_below(d, BASICS);
	while (!o->of_pairs && !(o->classes & BIT(basics[*basic].class)));
	return o;
}

void operation_apply(const struct operation *o, const struct signature *s, const unsigned char *a,
                     unsigned char *b, int64_t units)
{
	for (int64_t u = 0; u < units; u++, a += s->size, b += s->size) {
		if (o->unit)
			o->unit(s, a, b);
		else
			o->one(&basics[s->basic[0]], a, b);
	}
}

/* ---- Values */

/* The factors of products: none grows beyond what eight of them leave exact in the type. */
static int draw_factor(struct draw *d, const struct basic *b)
{
	static const int factors[] = {1, -1, 2, 1};

	return b->size == 1 || b->class == UNSIGNED ? 1 + (draw_once_in(d, 4) && b->size > 1)
	                                            : factors[draw_below(d, 4)];
}

/* A whole number: the sum of eight fits into the type. */
static int draw_whole(struct draw *d, const struct basic *b)
{
	int most = b->size == 1 ? 15 : 1000;

	return draw_between(d, b->class == UNSIGNED ? 0 : -most, most);
}

static void put_complex(struct draw *d, const struct basic *b, bool factor, unsigned char *to)
{
	/* i^k (1 + 2 i): no part of any product of them is 0, whose sign would depend on the
	 * order. */
	static const int factors[4][2] = {{1, 2}, {-2, 1}, {-1, -2}, {2, -1}};
	int half = b->size / 2, k = draw_below(d, 4);

	for (int i = 0; i < 2; i++)
		put_real(half, to + i * half, factor ? factors[k][i] : draw_between(d, -999, 999));
}

static void put_value(struct draw *d, const struct operation *o, const struct basic *b,
                      unsigned char *to)
{
	bool factor = o->one == product;
	int n = factor ? draw_factor(d, b) : draw_whole(d, b);

	if (b->class == COMPLEX)
		put_complex(d, b, factor, to);
	else if (is_real(b))
		put_real(b->size, to, n);
	else if (b->class == LOGICAL)
		put_whole(b, to, n & 1);
	else if (o->one == bits_and || o->one == bits_or || o->one == bits_xor)
		draw_bytes(d, to, (uint64_t)b->size);
	else if (o->classes == TRUTHS)
		put_whole(b, to, draw_once_in(d, 2) ? n & 3 : 0);
	else
		put_whole(b, to, n);
}

/* Put a number of a pair: equal values are frequent. */
static void put_alike(struct draw *d, const struct basic *b, unsigned char *to)
{
	int n = draw_below(d, 3);

	if (is_real(b))
		put_real(b->size, to, n);
	else
		put_whole(b, to, n);
}

void operation_values(struct draw *d, const struct operation *o, const struct signature *s,
                      unsigned char *canonical, int64_t units)
{
	if (o->handle == MPI_OP_NULL) {
		draw_bytes(d, canonical, s->size * (uint64_t)units);
		return;
	}
	for (int64_t u = 0; u < units; u++)
		for (int i = 0; i < s->n; i++) {
			const struct basic *b = &basics[s->basic[i]];
			put_value(d, o, b, canonical);
			if (o->of_pairs && !i)
				put_alike(d, b, canonical);
			canonical += b->size;
		}
}

/* ---- For MPI */

enum { KNOWN = 1024 };

static struct known {
	MPI_Datatype handle;
	const struct operation *o;
	const struct type *t;
	const struct signature *s;
} known[KNOWN];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void operation_know(const struct operation *o, const struct type *t, const struct signature *s)
{
	int i;

	pthread_mutex_lock(&lock);
	/* A type that was freed early is gone when MPI is through with its call, which may be
	 * before this program knows it: the handle may then be that of another type. */
	for (i = 0; i < KNOWN && t->made; i++)
		if (known[i].t != t && known[i].handle == t->handle)
			known[i].t = NULL;
	for (i = 0; i < KNOWN && known[i].t; i++)
		;
	if (i == KNOWN)
		die("too many types are in use");
	known[i] = (struct known){t->handle, o, t, s};
	pthread_mutex_unlock(&lock);
}

void operation_forget(const struct type *t)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < KNOWN; i++)
		if (known[i].t == t)
			known[i].t = NULL;
	pthread_mutex_unlock(&lock);
}

/* Types by name, and their operations, are known several times, but mean the same. */
static struct known lookup(void (*unit)(const struct signature *, const unsigned char *,
                                        unsigned char *),
                           MPI_Datatype handle)
{
	struct known k = {.t = NULL};

	pthread_mutex_lock(&lock);
	for (int i = 0; i < KNOWN && !k.t; i++)
		if (known[i].t && known[i].handle == handle && known[i].o->unit == unit)
			k = known[i];
	pthread_mutex_unlock(&lock);
	if (!k.t)
		die("an operation was called with a datatype that is not the caller's");
	return k;
}

static void user(void (*unit)(const struct signature *, const unsigned char *, unsigned char *),
                 const unsigned char *in, unsigned char *inout, int n, MPI_Datatype handle)
{
	struct known k = lookup(unit, handle);
	int units = k.s->n ? k.t->n / k.s->n : 0; /* in an element */
	unsigned char *a = get(k.t->size), *b = get(k.t->size);

	const unsigned char *from = (const unsigned char *)((uintptr_t)in + k.t->base);
	unsigned char *to = (unsigned char *)((uintptr_t)inout + k.t->base);

	for (int e = 0; e < n; e++) {
		type_pack(k.t, from, e, 1, a);
		type_pack(k.t, to, e, 1, b);
		operation_apply(k.o, k.s, a, b, units);
		type_unpack(k.t, to, e, 1, b);
	}
	free(a);
	free(b);
}

#define USER(name)                                                                 \
	static void user_##name(void *in, void *inout, int *n, MPI_Datatype *type) \
	{                                                                          \
		user(name, in, inout, *n, *type);                                  \
	}
USER(plus)
USER(after)
USER(first)
USER(last)

MPI_Op operation_make(const struct operation *o)
{
	static MPI_User_function *const functions[USERS] = {user_plus, user_after, user_first,
	                                                    user_last};
	MPI_Op made = o->handle;

	if (made == MPI_OP_NULL)
		MPI_Op_create(functions[o - (operations + OPERATIONS - USERS)], o->commutes, &made);
	return made;
}
