/* SPDX-License-Identifier: BSD-3-Clause
 * The run of a call that is ours: its lanes, their scratch, the drive.
 */
#include "call/run.h"
#include "mpi/setting.h"
#include "transport/watching.h"

#include <stdlib.h>
#include <string.h>

/* A call that is kept, when it runs in one lane. */
struct rg_ready {
	/* The values by which a call that is kept ready is recognised. Its handles are predefined
	 * ones, which are never freed. */
	enum rg_collective which;
	bool in_place;
	int root;
	bool sends, receives;    /* there are such counts, of one type, */
	int64_t count, in_count; /* these */
	MPI_Datatype type;
	MPI_Op op;
	int64_t at;         /* bytes: where this rank's block begins in the vector */
	int64_t unit;       /* an element of the call is so many of the run */
	int64_t *off, *len; /* [P] as in struct rg, with unequal blocks that this rank knows, */
	int64_t *sent_off, *sent_len; /* [P] and where each pair has lengths of its own */
	struct rg_tally *tally;       /* where calls like it are counted; NULL: not known yet */
	int64_t *due;                 /* as in struct rg_call */

	struct rg_prepared run; /* algorithm NULL: nothing is kept here */
};

/* ---- Lanes */

/* Lanes for blocks of this length, by the longest, or segments of the vector: the same on all
 * ranks, whatever their types. */
static int count_lanes(const struct rg_choice *choice, const struct rg_shape *s, int P)
{
	if (!choice->slice || !choice->algorithm->lanes)
		return 1;
	bool segments = choice->algorithm->segments;
	int64_t block = s->longest ? s->longest * s->size : s->n * s->size / P;
	int64_t bytes = segments ? s->n * s->size : block;
	int64_t lanes = bytes / choice->slice + (bytes % choice->slice != 0);
	return rg_lanes_for(lanes, segments ? RG_SEGMENTS_MOST : RG_LANES_MOST);
}

/* The initial state of all lanes of a call. Elements are of the call's type. */
static struct rg_lane first_lane(const struct rg_call *k, struct rg_context *x,
                                 const struct rg_shape *s, const struct rg_choice *choice,
                                 bool windows)
{
	struct rg_lane l = {
		.r = x->seat,
		.frame = x->frame,
	};
	l.r.t = &rg_mpi_transport;
	l.r.veiled_lanes = count_lanes(choice, s, x->P);
	rg_vary(&l.r, choice->algorithm, choice->drift);
	l.r.in_place = k->in_place;
	l.r.ordered = k->ordered;
	l.r.parameters = choice->parameters;
	l.r.off = rg_knows_blocks(k, x->rank) ? x->off : NULL;
	l.r.len = rg_knows_blocks(k, x->rank) ? x->len : NULL;
	if (rg_is_by_pairs(k->which)) {
		l.r.sent_off = x->sent_off;
		l.r.sent_len = x->sent_len;
	}
	l.r.irregular = rg_has_blocks(k) && !l.r.len;
	l.r.own = s->own;
	if (rg_has_root(k->which))
		rg_root(&l.r, k->root, rg_context_root(x, k->root));
	if (windows && !choice->algorithm->segments)
		l.r.window = rg_window_size(l.r.veiled_lanes) / s->size;
	rg_cut(&l.r, s->n);
	return l;
}

/* All lanes, or so many segments at most. */
static int some_of(const struct rg_algorithm *algorithm, int lanes, int most)
{
	return algorithm->segments && lanes > most ? most : lanes;
}

/* Make all lanes like the first one, and their frames, in memory of their own. False: none. */
static bool make_lanes(struct rg_prepared *p)
{
	enum { ALIGN = 16 };
	size_t lanes = (size_t)p->m.lanes, head = lanes * sizeof p->lane;
	size_t frame = (p->algorithm->frame + ALIGN - 1) / ALIGN * ALIGN;

	head = (head + ALIGN - 1) / ALIGN * ALIGN;
	p->m.lane = malloc(head + lanes * frame);
	for (size_t i = 0; i < lanes && p->m.lane; i++) {
		p->m.lane[i] = p->lane;
		p->m.lane[i].slot = (int)i;
		p->m.lane[i].r.veiled_lane = (int)i;
		p->m.lane[i].frame = (char *)p->m.lane + head + i * frame;
	}
	return p->m.lane;
}

/* ---- Scratch */

/* The scratch for the type's elements that each lane needs. */
static void measure_scratch(struct rg_prepared *p)
{
	int64_t n = 0;

	for (int i = 0; i < p->m.lanes && p->algorithm->scratch; i++) {
		int64_t needed = p->algorithm->scratch(&p->m.lane[i].r);
		n = needed > n ? needed : n;
	}
	p->scratch = n ? rg_pack_reach(&p->m.scratch, n, &p->low) : 0;
}

/* ---- The run */

/* RINGGEN_TIMELINE: note when this does what. */
static void watch(struct rg_prepared *p, const struct rg_call *k, const struct rg_shape *s,
                  const struct rg_choice *choice)
{
	rg_context_at_end(rg_watch_write);
	p->lane.r.t = &rg_watching_transport;
	p->m.watched = (struct rg_watched){.is = true,
	                                   .which = k->which,
	                                   .algorithm = choice->algorithm,
	                                   .parameters = choice->parameters,
	                                   .bytes = s->n * s->size};
}

bool rg_prepare(struct rg_prepared *p, const struct rg_call *k, struct rg_context *x,
                const struct rg_shape *s, const struct rg_choice *choice, bool windows, bool alone)
{
	*p = (struct rg_prepared){.algorithm = choice->algorithm,
	                          .bytes = rg_hides_size(k->which) ? 0 : s->n * s->size,
	                          .lane = first_lane(k, x, s, choice, windows)};
	p->m = (struct rg_mpi){
		.element = {.type = k->type,
	                    .size = s->size,
	                    .extent = s->extent,
	                    .true_lb = s->true_lb,
	                    .true_extent = s->true_extent,
	                    .comm = x->own},
		.dense = s->dense,
		.op = k->op,
		.kernel = k->reduces ? x->kernel : NULL,
		.window = alone ? NULL : x->window,
		.lane = &p->lane,
		.lanes = some_of(choice->algorithm, p->lane.r.veiled_lanes, RG_SEGMENTS_AT_ONCE),
		.entering_most =
			some_of(choice->algorithm, p->lane.r.veiled_lanes, RG_SEGMENTS_ENTERING)};
	p->lane.m = &p->m;
	if (rg_wants_watch(x->P))
		watch(p, k, s, choice);
	if (rg_pack_apart(&p->m.element, &p->m.scratch))
		return false;
	if ((alone || p->m.lanes > 1) && !make_lanes(p))
		return false;
	measure_scratch(p);
	return true;
}

void rg_prepared_free(struct rg_prepared *p)
{
	if (p->m.scratch.type != p->m.element.type)
		PMPI_Type_free(&p->m.scratch.type);
	if (p->m.lane != &p->lane)
		free(p->m.lane);
}

void rg_prepared_place(struct rg_prepared *p, const void *in, void *out, const char *scratch)
{
	for (int i = 0; i < p->m.lanes; i++) {
		struct rg_lane *l = &p->m.lane[i];
		l->base[RG_IN] = (uintptr_t)in;
		l->base[RG_OUT] = (uintptr_t)out;
		l->base[RG_TMP] =
			(uintptr_t)scratch + (uintptr_t)(i * p->scratch) - (uintptr_t)p->low;
		l->done = true;
		l->r.veiled_lane = i;
		memset(l->frame, 0, p->algorithm->frame);
	}
	if (p->m.window && !p->algorithm->segments)
		rg_window_begin(
			p->m.window, p->m.lanes, p->bytes, p->algorithm->early,
			rg_is_near(p->algorithm, p->m.lanes, p->lane.r.n, p->lane.r.window));
}

static int drive(struct rg_prepared *p, struct rg_context *x, const void *in, void *out)
{
	char *scratch = p->scratch ? rg_context_scratch(x, rg_prepared_scratch(p)) : NULL;
	int err = MPI_ERR_NO_MEM;

	if (!p->scratch || scratch) {
		rg_prepared_place(p, in, out, scratch);
		err = rg_mpi_run(&p->m, p->algorithm);
	}
	rg_context_trim(x);
	return err;
}

/* ---- Calls kept ready */

/* The type that its data have on this rank, of the first block that is not empty where each has its
 * own; MPI_DATATYPE_NULL: there is none. */
static MPI_Datatype type_of(const struct rg_call *k, const struct rg_context *x)
{
	if (!rg_is_by_pairs(k->which))
		return rg_told_by(k, x->rank).type;
	for (int i = 0; i < x->P; i++)
		for (int sent = 0; sent < 2; sent++) {
			struct rg_pair_block b = rg_pair_block(k, sent, i);
			if (b.count)
				return b.type;
		}
	return MPI_DATATYPE_NULL;
}

/* Whether all blocks are sent from where they are, and received there: they have one type, and the
 * own one is as long at both ends. In place they are not. */
static bool pairs_may_be_kept(const struct rg_call *k, const struct rg_context *x)
{
	for (int i = 0; i < x->P && !k->in_place; i++)
		for (int sent = 0; sent < 2; sent++) {
			struct rg_pair_block b = rg_pair_block(k, sent, i);
			if (b.count && b.type != x->dense)
				return false;
		}
	return !k->in_place &&
	       rg_pair_block(k, true, x->rank).count == rg_pair_block(k, false, x->rank).count;
}

/* Whether the root, which has the blocks of all, or each rank of a call that does not hide them
 * from the others, knows too many of them. */
static bool has_too_many_blocks(const struct rg_call *k, const struct rg_context *x)
{
	return x->P > RG_READY_BLOCKS && rg_knows_blocks(k, x->rank);
}

/* Whether a call can be recognised by its arguments: it runs in one lane, its type is predefined
 * and has no gaps, and its operation has a kernel; data that are moved are where the run takes them
 * from. Of an irregular call each rank keeps what it knows of it: the choice is the same for all
 * such calls, and whether one was kept makes no difference for the others. */
static bool may_be_kept(const struct rg_call *k, const struct rg_context *x,
                        const struct rg_shape *s)
{
	bool whole = rg_collectives[k->which].ends != RG_OWN_BLOCK; /* is received */

	if (!rg_has_data(k->which))
		return true;
	if (type_of(k, x) != x->dense || has_too_many_blocks(k, x))
		return false;
	if (k->reduces)
		return rg_is_known(k, x);
	if (rg_is_by_pairs(k->which))
		return pairs_may_be_kept(k, x);
	bool sends_blocks = rg_has_blocks(k) && rg_collectives[k->which].begins == RG_AT_ROOT;
	if (rg_sends(k, x->rank) &&
	    (k->in_type != x->dense || (!sends_blocks && k->in_count * x->size != s->own)))
		return false;
	return !rg_receives(k, x->rank) || (rg_has_blocks(k) && whole) ||
	       (k->type == x->dense && k->count * x->size == s->own);
}

static struct rg_ready *place_of(const struct rg_call *k, const struct rg_context *x)
{
	int64_t count = rg_knows_blocks(k, x->rank) ? rg_number(&k->counts, 0)
	                                            : rg_told_by(k, x->rank).count;
	uint64_t mix = (uint64_t)(count + k->root) * RG_COLLECTIVES + k->which;
	return &x->ready[mix * UINT64_C(0x9e3779b97f4a7c15) >> 60];
}

/* Room for all calls that are kept, and for their blocks behind them: one piece of memory, which is
 * freed as such. False: no memory. */
static bool make_places(struct rg_context *x)
{
	size_t blocks = x->P <= RG_READY_BLOCKS ? 4 * (size_t)x->P : 0;
	struct rg_ready *c = calloc(1, RG_READY * (sizeof *c + blocks * sizeof *c->off));
	int64_t *off = (int64_t *)(void *)(c + RG_READY);

	for (int i = 0; i < RG_READY && c && blocks; i++, off += blocks) {
		c[i].off = off;
		c[i].len = off + x->P;
		c[i].sent_off = off + 2 * x->P;
		c[i].sent_len = off + 3 * x->P;
	}
	x->ready = c;
	return c;
}

/* The blocks of this call are the place's, which keeps them. */
static void keep_blocks(struct rg_ready *place, const struct rg_context *x,
                        enum rg_collective which)
{
	memcpy(place->off, x->off, (size_t)x->P * sizeof *x->off);
	memcpy(place->len, x->len, (size_t)x->P * sizeof *x->len);
	place->run.lane.r.off = place->off;
	place->run.lane.r.len = place->len;
	if (!rg_is_by_pairs(which))
		return;
	memcpy(place->sent_off, x->sent_off, (size_t)x->P * sizeof *x->sent_off);
	memcpy(place->sent_len, x->sent_len, (size_t)x->P * sizeof *x->sent_len);
	place->run.lane.r.sent_off = place->sent_off;
	place->run.lane.r.sent_len = place->sent_len;
}

static void keep(const struct rg_prepared *p, const struct rg_call *k, struct rg_context *x,
                 const struct rg_shape *s)
{
	_Static_assert(RG_READY == 16, "place_of() takes four bits");

	if (!x->ready && !make_places(x))
		return;
	struct rg_ready *place = place_of(k, x);
	place->run = *p;
	if (rg_knows_blocks(k, x->rank))
		keep_blocks(place, x, k->which);
	place->run.m.lane = &place->run.lane;
	place->run.lane.m = &place->run.m;
	place->tally = NULL;
	place->due = k->due;
	place->which = k->which;
	place->in_place = k->in_place;
	place->root = k->root;
	/* of pairs all is in their blocks */
	place->sends = rg_is_moved(k) && rg_sends(k, x->rank) && !rg_is_by_pairs(k->which);
	place->receives = (k->reduces || rg_receives(k, x->rank)) && !rg_is_by_pairs(k->which);
	place->count = k->count;
	place->in_count = k->in_count;
	place->unit = k->reduces ? 1 : x->size;
	place->type = rg_has_data(k->which) ? type_of(k, x) : k->type;
	place->op = k->op;
	place->at = s->at * s->extent;
}

/* Buffers that are nothing special. */
static bool are_plain(const struct rg_ready *c, const struct rg_call *k, int rank)
{
	bool sends = rg_sends(k, rank), receives = rg_receives(k, rank);
	uintptr_t in = (uintptr_t)k->in, out = (uintptr_t)k->out;

	if (rg_is_by_pairs(k->which))
		return k->in && k->out && k->out != MPI_IN_PLACE &&
		       in + (uintptr_t)c->sent_off[rank] != out + (uintptr_t)c->off[rank];
	if (receives && (!k->out || k->out == MPI_IN_PLACE))
		return false;
	if (sends && (!k->in || k->in == MPI_IN_PLACE))
		return false;
	if (rg_collectives[k->which].begins == RG_AT_ROOT)
		in += (uintptr_t)c->at;
	else if (!k->reduces) /* 0 where each has a block for each */
		out += (uintptr_t)c->at;
	return !sends || !receives || in != out;
}

/* Whether it has the same counts, as far as there are any. */
static bool counts_are_alike(const struct rg_ready *c, const struct rg_call *k)
{
	if (c->sends && (k->in_count != c->in_count || k->in_type != c->type))
		return false;
	return !c->receives || (k->count == c->count && k->type == c->type);
}

static bool pairs_are_alike(const struct rg_ready *c, const struct rg_call *k, bool sent, int P)
{
	const int64_t *off = sent ? c->sent_off : c->off, *len = sent ? c->sent_len : c->len;

	for (int i = 0; i < P; i++) {
		struct rg_pair_block b = rg_pair_block(k, sent, i);
		if (b.count * c->unit != len[i] || (b.count && b.type != c->type) ||
		    b.at * (b.bytes ? 1 : c->unit) != off[i])
			return false;
	}
	return true;
}

static bool blocks_are_alike(const struct rg_ready *c, const struct rg_call *k, int P)
{
	if (rg_is_by_pairs(k->which))
		return pairs_are_alike(c, k, false, P) && pairs_are_alike(c, k, true, P);
	for (int i = 0; i < P; i++)
		if (rg_number(&k->counts, i) * c->unit != c->len[i] ||
		    (rg_collectives[k->which].places &&
		     rg_number(&k->places, i) * c->unit != c->off[i]))
			return false;
	return true;
}

struct rg_ready *rg_find_ready(const struct rg_call *k, const struct rg_context *x)
{
	bool may_be = x->ready && rg_blocks_are_given(k, x->rank);
	struct rg_ready *c = may_be ? place_of(k, x) : NULL;

	if (!c || !c->run.algorithm || c->which != k->which || c->root != k->root ||
	    c->in_place != k->in_place || !counts_are_alike(c, k))
		return NULL;
	if (k->reduces && c->op != k->op)
		return NULL;
	if (rg_knows_blocks(k, x->rank) && !blocks_are_alike(c, k, x->P))
		return NULL;
	return are_plain(c, k, x->rank) ? c : NULL;
}

void rg_drop_ready(const struct rg_call *k, struct rg_context *x)
{
	struct rg_ready *c = rg_find_ready(k, x);

	if (c)
		c->run.algorithm = NULL;
}

bool rg_ready_is_due(struct rg_ready *c)
{
	return rg_is_due(c->due);
}

struct rg_tally **rg_ready_tally(struct rg_ready *c)
{
	return &c->tally;
}

const struct rg_algorithm *rg_ready_algorithm(const struct rg_ready *c, const char **parameters)
{
	*parameters = c->run.lane.r.parameters;
	return c->run.algorithm;
}

int rg_perform_ready(struct rg_ready *c, const struct rg_call *k, struct rg_context *x)
{
	int err = drive(&c->run, x, k->in, k->out);

	if (err)
		c->run.algorithm = NULL;
	return err;
}

int rg_perform(const struct rg_call *k, struct rg_context *x, const struct rg_shape *s,
               const struct rg_choice *choice, const struct rg_call *like)
{
	struct rg_prepared p;
	int err = MPI_ERR_NO_MEM;

	if (rg_prepare(&p, k, x, s, choice, rg_fits_windows(k, x, s), false))
		err = drive(&p, x, k->in, k->out);
	if (p.m.lane == &p.lane && !err && like && may_be_kept(like, x, s))
		keep(&p, like, x, s);
	rg_prepared_free(&p);
	return err;
}
