/* SPDX-License-Identifier: BSD-3-Clause
 * The checks, and the trials that must be timed for them.
 */
#include "ringbench/agenda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- One guideline for one peer, collective, size, and kind of blocks */

struct place {
	const struct guideline *rule;
	const struct peer *peer;
	enum collective collective;
	enum blocks blocks;
	long long bytes; /* that are asked for */
};

static int shorter_sizes(const struct options *o, long long bytes)
{
	int n = 0;

	for (int i = 0; i < o->nsizes; i++)
		n += o->sizes[i] < bytes;
	return n;
}

/* A term of that trial. */
static struct vector shape(const struct agenda *a, const struct trial *t, enum collective c,
                           long long bytes, enum blocks blocks)
{
	return vector_shape(c, a->o->type, bytes, t->parts, t->root,
	                    (struct cut){blocks, a->o->seed});
}

static bool is_measured(const struct options *o, long long bytes)
{
	bool found = false;

	for (int i = 0; i < o->nsizes; i++)
		found |= o->sizes[i] == bytes;
	return found;
}

static long long next_size(const struct options *o, long long bytes)
{
	long long next = -1;

	for (int i = 0; i < o->nsizes; i++)
		if (o->sizes[i] > bytes && (next < 0 || o->sizes[i] < next))
			next = o->sizes[i];
	return next;
}

/* The bytes of a term, or -1: there is no such size. */
static long long term_bytes(const struct agenda *a, const struct place *p, enum extent extent,
                            const struct vector *left)
{
	long long part = p->rule->parts ? p->bytes / p->rule->parts : p->bytes;

	switch (extent) {
	case ONE:
		return 1;
	case PADDED:
		return vector_padded_bytes(left);
	case NEXT:
		return next_size(a->o, p->bytes);
	case PART:
		return part * p->rule->parts == p->bytes && is_measured(a->o, part) ? part : -1;
	default:
		return vector_bytes(left);
	}
}

/* Blocks that may differ on both sides are cut alike, from the size that was asked for. */
static bool add_term(const struct agenda *a, const struct place *p, const struct term *term,
                     struct trial *t)
{
	enum collective c =
		term->collective == ANY ? p->collective : (enum collective)term->collective;
	const struct vector *left = &a->trials[a->checks[a->nchecks].left].terms[0];
	bool alike = has_unequal_blocks(c) && has_unequal_blocks(p->collective);
	long long bytes =
		alike && term->extent == WHOLE ? p->bytes : term_bytes(a, p, term->extent, left);

	if (bytes < 0 || !p->peer->serves[c])
		return false;
	t->terms[t->nterms++] = shape(a, t, c, bytes, alike ? p->blocks : SAME);
	return true;
}

/* ---- Trials */

static bool is_same_vector(const struct vector *a, const struct vector *b)
{
	return a->collective == b->collective && a->n == b->n &&
	       !memcmp(a->counts, b->counts, (size_t)a->ranks * sizeof *a->counts);
}

static bool is_same(const struct trial *a, const struct trial *b)
{
	bool same = a->peer == b->peer && a->nterms == b->nterms && a->parts == b->parts &&
	            a->local == b->local && a->root == b->root;

	for (int i = 0; i < a->nterms && same; i++)
		same = is_same_vector(&a->terms[i], &b->terms[i]);
	return same;
}

static void free_terms(struct trial *t)
{
	for (int i = 0; i < t->nterms; i++) {
		t->terms[i].sendbuf = t->terms[i].recvbuf = NULL;
		vector_free(&t->terms[i]);
	}
}

/* The index of that trial, which may be there. Those of a peer are behind each other. */
static int add_trial(struct agenda *a, struct trial *t)
{
	for (int i = a->ntrials - 1; i >= 0 && a->trials[i].peer == t->peer; i--)
		if (is_same(&a->trials[i], t)) {
			free_terms(t);
			return i;
		}
	a->trials = grow(a->trials, a->ntrials, sizeof *a->trials);
	a->trials[a->ntrials] = *t;
	return a->ntrials++;
}

/* ---- Checks */

/* Where both sides are rounded up to the same blocks, they are the same call. */
static bool says_something(const struct guideline *rule, const struct vector *left,
                           const struct trial *right)
{
	if (rule->left != ANY)
		return true;
	return rule->right[0].extent == NEXT ? right->terms[0].n > left->n
	                                     : right->terms[0].n < left->n;
}

/* Two sizes may be rounded up to the same one. */
static bool is_there(const struct agenda *a, const struct check *check)
{
	bool found = false;

	for (int i = a->nchecks - 1; i >= 0 && a->checks[i].rule == check->rule; i--)
		found |= a->checks[i].left == check->left && a->checks[i].right == check->right;
	return found;
}

static int last_rank(void)
{
	int ranks;

	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	return ranks - 1;
}

static void add_check(struct agenda *a, const struct place *p)
{
	struct trial left = {.peer = p->peer, .nterms = 1, .parts = 1, .root = a->o->root};
	struct trial right = {.peer = p->peer,
	                      .parts = p->rule->parts ? p->rule->parts : 1,
	                      .root = a->o->root,
	                      .local = p->rule->local};
	bool possible = p->peer->serves[p->collective];
	int before = a->ntrials;

	if (!possible)
		return;
	a->checks = grow(a->checks, a->nchecks, sizeof *a->checks);
	if (p->rule->last_root)
		left.root = last_rank();
	left.terms[0] = shape(a, &left, p->collective, p->bytes, p->blocks);
	long long bytes = vector_bytes(&left.terms[0]);
	struct check *check = &a->checks[a->nchecks];
	*check = (struct check){.rule = p->rule,
	                        .peer = p->peer,
	                        .collective = p->collective,
	                        .blocks = p->blocks,
	                        .bytes = bytes,
	                        .size = shorter_sizes(a->o, p->bytes),
	                        .verdict = LEFT_OUT,
	                        .left = add_trial(a, &left)};
	for (int i = 0; i < p->rule->nterms && possible; i++)
		possible = add_term(a, p, &p->rule->right[i], &right);
	possible = possible && says_something(p->rule, &a->trials[check->left].terms[0], &right);
	if (possible) {
		check->right = add_trial(a, &right);
		a->nchecks += !is_there(a, check);
		return;
	}
	free_terms(&right);
	if (a->ntrials > before) /* nobody needs the left side, either */
		free_terms(&a->trials[--a->ntrials]);
}

/* One collective: each size, of each kind of blocks. */
static void add_sizes(struct agenda *a, struct place p)
{
	bool kinds = p.rule->each_kind && has_unequal_blocks(p.collective);
	int n = p.collective == BARRIER ? 1 : a->o->nsizes;

	for (int kind = 0; kind < KINDS; kind++)
		for (int i = 0; i < n && (kinds ? a->o->blocks[kind] : kind == SAME); i++) {
			p.blocks = (enum blocks)kind;
			p.bytes = p.collective == BARRIER ? 0 : a->o->sizes[i];
			add_check(a, &p);
		}
}

static void add_rule(struct agenda *a, const struct guideline *rule, const struct peer *peer)
{
	for (int c = 0; c < COLLECTIVES; c++)
		if (a->o->collectives[c] && (rule->left == c || rule->left == ANY))
			if (c != BARRIER || rule->left != ANY)
				add_sizes(a,
				          (struct place){rule, peer, (enum collective)c, SAME, 0});
}

/* ---- Buffers */

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

/* One trial is in progress at a time, so all have the same buffers: of each term its own. */
static void lend_buffers(struct agenda *a)
{
	size_t in = 1, out = 1;

	for (int i = 0; i < a->ntrials; i++)
		for (int k = 0; k < a->trials[i].nterms; k++) {
			const struct vector *v = &a->trials[i].terms[k];
			in = larger(in, v->in_room * (size_t)v->slots);
			out = larger(out, v->out_room * (size_t)v->slots);
		}
	for (int k = 0; k < TERMS_MOST; k++) {
		a->send[k] = allocate(1, in);
		a->receive[k] = allocate(1, out);
	}
	a->scratch = allocate(1, larger(in, out));
	for (int i = 0; i < a->ntrials; i++)
		for (int k = 0; k < a->trials[i].nterms; k++) {
			a->trials[i].terms[k].sendbuf = a->send[k];
			a->trials[i].terms[k].recvbuf = a->receive[k];
		}
}

/* ---- The order */

/* Each fourth size, each second, all. */
static int spread(const struct check *c)
{
	return c->size % 4 == 0 ? 0 : c->size % 2 == 0 ? 1 : 2;
}

static int by_turn(const void *a, const void *b, void *checks)
{
	const int *i = a, *k = b;
	const struct check *x = (struct check *)checks + *i, *y = (struct check *)checks + *k;

	if (spread(x) != spread(y))
		return spread(x) - spread(y);
	return x->size != y->size ? x->size - y->size : *i - *k;
}

static void choose_order(struct agenda *a)
{
	a->order = allocate((size_t)a->nchecks, sizeof *a->order);
	for (int i = 0; i < a->nchecks; i++)
		a->order[i] = i;
	qsort_r(a->order, (size_t)a->nchecks, sizeof *a->order, by_turn, a->checks);
}

/* ---- The whole */

const char *trial_name(const struct trial *t, char *text, size_t room)
{
	size_t at = 0;

	*text = '\0';
	if (t->parts > 1)
		at += (size_t)snprintf(text, room, "%d x ", t->parts);
	for (int i = 0; i < t->nterms && at < room; i++)
		at += (size_t)snprintf(text + at, room - at, "%s%s", i ? "+" : "",
		                       collective_names[t->terms[i].collective]);
	return text;
}

void agenda_collectives(const struct options *o, bool wanted[COLLECTIVES])
{
	const struct guideline *rule;

	memcpy(wanted, o->collectives, COLLECTIVES * sizeof *wanted);
	for (int i = 0; (rule = guideline_at(i)); i++)
		for (int k = 0; k < rule->nterms && rule->left != ANY; k++)
			wanted[rule->right[k].collective] |= o->collectives[rule->left];
}

struct agenda agenda_new(const struct options *o, const struct peer *peers, int n)
{
	struct agenda a = {.o = o, .peers = peers};
	const struct guideline *rule;

	for (int p = 0; p < n; p++)
		for (int i = 0; (rule = guideline_at(i)); i++)
			add_rule(&a, rule, &peers[p]);
	lend_buffers(&a);
	choose_order(&a);
	return a;
}

void agenda_free(struct agenda *a)
{
	for (int i = 0; i < a->ntrials; i++) {
		free_terms(&a->trials[i]);
		record_free(&a->trials[i].times);
	}
	for (int k = 0; k < TERMS_MOST; k++) {
		free(a->send[k]);
		free(a->receive[k]);
	}
	free(a->scratch);
	free(a->trials);
	free(a->checks);
	free(a->order);
}
