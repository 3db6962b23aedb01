/* SPDX-License-Identifier: BSD-3-Clause
 * record: what each process of a routine does, without its data.
 */
#include "engine/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "ringgen/irregular.h"

/* From so many processes on, SAMPLES of them are recorded first. If all others do as much, and the
 * record would then be FAR times as large as is allowed, no record is made. FAR leaves room for
 * processes that do less than those. */
enum { SAMPLED_FROM = 512, SAMPLES = 16 };
#define FAR 1.5

/* Numbers on their way to a process, the oldest first, and those that it waits for. */
struct told {
	int from, n;
	int64_t number[RG_NUMBERS_MOST];
	int64_t len; /* of the data behind them */
};

struct awaited {
	int from, n;
	int64_t *number; /* NULL: one that is caught, */
	int64_t off;     /* with the data that come there, */
	size_t move;     /* by that move of the script */
};

/* A number that came with data. */
struct caught {
	int64_t off, number;
};

struct mail {
	struct told *told; /* [n] */
	size_t n, cap;
	struct awaited *awaited; /* [waits] */
	size_t waits, wait_cap;
	struct caught *caught; /* [catches] */
	size_t catches, catch_cap;
};

/* One process at a time. */
struct recorder {
	struct rg r;       /* first: the routine sees only this */
	struct mail *mail; /* [P] by rank, of an irregular collective */
	struct rg_record *record;
	struct rg_script *script;
	int begin;          /* the first move of the current step */
	int waits;          /* so far */
	int64_t posted;     /* messages sent */
	int *numa;          /* [P] of each rank, the run of that level */
	int root_pos;       /* where the root is */
	int64_t *off, *len; /* [P] blocks that have lengths of their own; NULL: equal ones */
};

/* ---- The transport ---- */

static void note(struct rg *r, enum rg_act act, int peer, int64_t len)
{
	struct rg_script *s = ((struct recorder *)r)->script;
	s->move = rg_grow(s->move, s->moves, &s->move_cap, sizeof *s->move);
	s->move[s->moves++] = (struct rg_move){act, peer, len, 0};
}

static void note_send(struct rg *r, int peer, const struct rg_span *from)
{
	note(r, RG_SENDS, peer, from->len);
	((struct recorder *)r)->posted++;
	r->pending++;
}

static void note_recv(struct rg *r, int peer, const struct rg_span *to)
{
	note(r, RG_RECEIVES, peer, to->len);
	r->pending++;
}

/* Note what the process does with its own data. It is added to the move before if that does the
 * same with the data just before. */
static void note_work(struct rg *r, enum rg_act act, int64_t len, int64_t far)
{
	struct recorder *x = (struct recorder *)r;
	struct rg_script *s = x->script;
	if ((int)s->moves > x->begin && s->move[s->moves - 1].act == act)
		s->move[s->moves - 1].len += len;
	else
		note(r, act, -1, len);
	s->move[s->moves - 1].far += far;
}

/* The elements of a span that are in memory of another NUMA node. */
static int64_t far_in(const struct rg *r, const struct rg_span *span)
{
	const int *numa = ((const struct recorder *)r)->numa;
	bool far = span->buf >= RG_WINDOW && numa[span->buf - RG_WINDOW] != numa[r->rank];
	return far ? span->len : 0;
}

static void note_combine(struct rg *r, const struct rg_span *to, const struct rg_span *left,
                         const struct rg_span *right)
{
	note_work(r, RG_COMBINES, to->len, far_in(r, left) + far_in(r, right));
}

static void note_copy(struct rg *r, const struct rg_span *to, const struct rg_span *from)
{
	note_work(r, RG_COPIES, to->len, far_in(r, from));
}

static void note_notify(struct rg *r, int peer)
{
	note(r, RG_NOTIFIES, peer, 0);
	((struct recorder *)r)->record->exact = true;
}

static void note_await(struct rg *r, int peer)
{
	note(r, RG_AWAITS, peer, 0);
	r->pending++;
}

/* There is one lane here. */
static void note_join(struct rg *r)
{
	(void)r;
}

/* Numbers are eight bytes each, which are elements of an irregular collective. */
static int64_t bytes_of(int n)
{
	return (int64_t)sizeof(int64_t) * n;
}

static void note_tell(struct rg *r, int peer, const int64_t *number, int n)
{
	struct recorder *x = (struct recorder *)r;
	struct mail *to = &x->mail[peer];
	to->told = rg_grow(to->told, to->n, &to->cap, sizeof *to->told);
	to->told[to->n] = (struct told){.from = r->rank, .n = n};
	memcpy(to->told[to->n++].number, number, (size_t)n * sizeof *number);
	note(r, RG_SENDS, peer, bytes_of(n));
	x->record->exact = true;
	x->posted++;
	r->pending++;
}

static void note_hear(struct rg *r, int peer, int64_t *number, int n)
{
	struct recorder *x = (struct recorder *)r;
	struct mail *mine = &x->mail[r->rank];
	mine->awaited = rg_grow(mine->awaited, mine->waits, &mine->wait_cap, sizeof *mine->awaited);
	mine->awaited[mine->waits++] = (struct awaited){.from = peer, .n = n, .number = number};
	note(r, RG_RECEIVES, peer, bytes_of(n));
	x->record->exact = true;
	r->pending++;
}

static int64_t blocks_length(const struct rg *r, const struct rg_blocks *b)
{
	int64_t len = 0;
	for (int i = b->first; i < b->first + b->n; i++)
		len += rg_block_of(r, b->buf, rg_member(&b->of, i)).len;
	return len;
}

static void note_send_blocks(struct rg *r, int peer, const struct rg_blocks *from)
{
	const struct rg_span all = {from->buf, 0, blocks_length(r, from)};
	note_send(r, peer, &all);
}

static void note_recv_blocks(struct rg *r, int peer, const struct rg_blocks *to)
{
	const struct rg_span all = {to->buf, 0, blocks_length(r, to)};
	note_recv(r, peer, &all);
}

/* Note a number that is sent with data behind it. */
static void note_carry(struct rg *r, int peer, int64_t number, const struct rg_span *from)
{
	struct recorder *x = (struct recorder *)r;
	note_tell(r, peer, &number, 1);
	x->mail[peer].told[x->mail[peer].n - 1].len = from->len;
	x->script->move[x->script->moves - 1].len += from->len;
}

/* How long it is is not known yet: hears() completes it. */
static void note_catch(struct rg *r, int peer, const struct rg_span *to)
{
	struct recorder *x = (struct recorder *)r;
	struct mail *mine = &x->mail[r->rank];
	note_hear(r, peer, NULL, 1);
	mine->awaited[mine->waits - 1].off = to->off;
	mine->awaited[mine->waits - 1].move = x->script->moves - 1;
}

static int64_t note_caught(struct rg *r, const struct rg_span *to)
{
	const struct mail *mine = &((struct recorder *)r)->mail[r->rank];
	size_t i = mine->catches;
	while (i-- > 0)
		if (mine->caught[i].off == to->off)
			return mine->caught[i].number;
	r->err = 1;
	return -1;
}

static void note_room(struct rg *r, int64_t len)
{
	(void)r, (void)len;
}

static const struct rg_transport notes = {.send = note_send,
                                          .recv = note_recv,
                                          .combine = note_combine,
                                          .copy = note_copy,
                                          .notify = note_notify,
                                          .await = note_await,
                                          .join = note_join,
                                          .tell = note_tell,
                                          .hear = note_hear,
                                          .carry = note_carry,
                                          .catch = note_catch,
                                          .caught = note_caught,
                                          .room = note_room,
                                          .send_blocks = note_send_blocks,
                                          .recv_blocks = note_recv_blocks};

/* ---- Scripts ---- */

static bool same_move(const struct rg_move *a, const struct rg_move *b)
{
	return a->act == b->act && a->peer == b->peer && a->len == b->len && a->far == b->far;
}

static bool repeats(const struct rg_script *s, const struct rg_step *last, int begin)
{
	if ((int)s->moves - begin != last->moves)
		return false;
	for (int i = 0; i < last->moves; i++)
		if (!same_move(&s->move[last->first + i], &s->move[begin + i]))
			return false;
	return true;
}

/* The moves noted since the last wait are a new step, or one more repetition of the step before. */
static void end_step(struct recorder *x)
{
	struct rg_script *s = x->script;
	struct rg_step *last = s->steps ? &s->step[s->steps - 1] : NULL;
	if (last && repeats(s, last, x->begin)) {
		last->times++;
		s->moves = (size_t)x->begin;
		return;
	}
	s->step = rg_grow(s->step, s->steps, &s->step_cap, sizeof *s->step);
	s->step[s->steps++] = (struct rg_step){x->begin, (int)s->moves - x->begin, 1};
	x->begin = (int)s->moves;
}

/* Run the process at a position to its end. False: it fails or does too much. */
static bool write_script(struct recorder *x, const struct rg_game *g, void *frame)
{
	int progress;
	memset(frame, 0, g->algorithm->frame);
	x->begin = x->waits = 0;
	while ((progress = g->algorithm->run(&x->r, frame)) == RG_MORE) {
		end_step(x);
		x->r.pending = 0;
		if (x->script->moves > RG_RECORD_MOST || ++x->waits > RG_RECORD_MOST)
			return false;
	}
	end_step(x);
	struct rg_record *record = x->record;
	record->waits = x->waits > record->waits ? x->waits : record->waits;
	return progress == RG_DONE;
}

/* ---- Is a ring's script the same everywhere? ---- */

static int at(int i, int P)
{
	return (i % P + P) % P;
}

/* Every message of the script of position pos goes to or comes from its neighbour, at most one of
 * each a step. */
static bool is_ring_step(const struct rg_script *s, const struct rg_step *step, const int *order,
                         int pos, int P)
{
	int sends = 0, receives = 0;
	for (int i = step->first; i < step->first + step->moves; i++) {
		const struct rg_move *m = &s->move[i];
		if (m->act == RG_SENDS && (sends++ || m->peer != order[at(pos + 1, P)]))
			return false;
		if (m->act == RG_RECEIVES && (receives++ || m->peer != order[at(pos - 1, P)]))
			return false;
		if (m->act == RG_NOTIFIES || m->act == RG_AWAITS)
			return false;
	}
	return sends == receives;
}

/* Both are scripts of rings; the same moves but for the peers? */
static bool same_script(const struct rg_script *a, const struct rg_script *b)
{
	if (a->moves != b->moves || a->steps != b->steps)
		return false;
	for (size_t i = 0; i < a->steps; i++)
		if (a->step[i].moves != b->step[i].moves || a->step[i].times != b->step[i].times)
			return false;
	for (size_t i = 0; i < a->moves; i++)
		if (a->move[i].act != b->move[i].act || a->move[i].len != b->move[i].len ||
		    a->move[i].far != b->move[i].far)
			return false;
	return true;
}

/* ---- The game ---- */

/* More are given up. */
static size_t most_moves(int P)
{
	size_t each = (size_t)RG_RECORD_EACH * (size_t)P;
	return each > RG_RECORD_MOST ? each : RG_RECORD_MOST;
}

static void free_script(struct rg_script *s)
{
	free(s->move);
	free(s->step);
	*s = (struct rg_script){0};
}

/* The process at a position. */
static void take_place(struct recorder *x, const struct rg_game *g, const struct rg_places *places,
                       int pos)
{
	x->r = (struct rg){.t = &notes,
	                   .veiled_lanes = 1,
	                   .in_place = rg_game_in_place(g, places->order[pos]),
	                   .ordered = g->ordered,
	                   .parameters = g->parameters,
	                   .window = g->window};
	rg_sit(&x->r, places, pos);
	rg_root(&x->r, g->root, x->root_pos);
	x->r.irregular = x->mail && x->r.rank != g->root;
	x->r.own = x->len ? x->len[x->r.rank] : 0;
	x->r.len = x->r.irregular ? NULL : x->len;
	x->r.off = x->r.irregular ? NULL : x->off;
	rg_cut(&x->r, x->r.irregular ? 0 : g->n);
}

/* Do position 0 and some others do the same? Then all do: the text of a ring asks for its own
 * position only. */
static bool record_ring(struct recorder *x, const struct rg_game *g, const struct rg_places *places,
                        void *frame)
{
	const int others[] = {1, g->places.P / 2, g->places.P - 1};
	struct rg_script *zero = &x->record->script[0], other = {0};
	x->script = zero;
	take_place(x, g, places, 0);
	bool alike = write_script(x, g, frame);
	for (size_t i = 0; alike && i < zero->steps; i++)
		alike = is_ring_step(zero, &zero->step[i], places->order, 0, g->places.P);
	for (int k = 0; alike && k < 3; k++) {
		x->script = &other;
		take_place(x, g, places, others[k]);
		alike = write_script(x, g, frame) && same_script(zero, &other);
		for (size_t i = 0; alike && i < other.steps; i++)
			alike = is_ring_step(&other, &other.step[i], places->order, others[k],
			                     g->places.P);
		free_script(&other);
	}
	x->record->messages = x->posted / 4 * g->places.P;
	if (!alike)
		free_script(zero);
	return alike;
}

/* Would the record be far too large, if all processes do as much as a sample of them? */
static bool is_too_much(struct recorder *x, const struct rg_game *g, const struct rg_places *places,
                        void *frame)
{
	double moves = 0;
	if (g->places.P < SAMPLED_FROM)
		return false;
	for (int i = 0; i < SAMPLES; i++) {
		struct rg_script sample = {0};
		x->script = &sample;
		take_place(x, g, places, (int)((int64_t)i * g->places.P / SAMPLES));
		bool written = write_script(x, g, frame);
		moves += written ? (double)sample.moves : INFINITY;
		free_script(&sample);
	}
	x->record->waits = 0;
	x->record->exact = false;
	return moves / SAMPLES * g->places.P > FAR * (double)most_moves(g->places.P);
}

static bool record_all(struct recorder *x, const struct rg_game *g, const struct rg_places *places,
                       void *frame)
{
	size_t moves = 0;
	if (is_too_much(x, g, places, frame))
		return false;
	x->posted = 0;
	for (int pos = 0; pos < g->places.P; pos++) {
		x->script = &x->record->script[places->order[pos]];
		take_place(x, g, places, pos);
		if (!write_script(x, g, frame) ||
		    (moves += x->script->moves) > most_moves(g->places.P))
			return false;
	}
	x->record->messages = x->posted;
	return true;
}

/* ---- Irregular collectives: all processes in turn ---- */

/* A process of one. */
struct talker {
	struct recorder x;
	void *frame;
	bool done;
};

/* The awaited number has come with data. */
static void take(struct mail *mail, const struct awaited *a, const struct told *told,
                 struct rg_script *script)
{
	script->move[a->move].len += told->len;
	mail->caught = rg_grow(mail->caught, mail->catches, &mail->catch_cap, sizeof *mail->caught);
	mail->caught[mail->catches++] = (struct caught){a->off, told->number[0]};
}

/* Whether all that the process waits for is there: it hears it, as far as it is. */
static bool hears(struct mail *mail, struct rg_script *script)
{
	size_t heard = 0;
	for (; heard < mail->waits; heard++) {
		struct awaited *a = &mail->awaited[heard];
		size_t i = 0;
		while (i < mail->n && mail->told[i].from != a->from)
			i++;
		if (i == mail->n || mail->told[i].n != a->n)
			break;
		if (a->number)
			memcpy(a->number, mail->told[i].number, (size_t)a->n * sizeof *a->number);
		else
			take(mail, a, &mail->told[i], script);
		memmove(&mail->told[i], &mail->told[i + 1], (--mail->n - i) * sizeof *mail->told);
	}
	mail->waits -= heard;
	if (mail->waits && heard)
		memmove(mail->awaited, mail->awaited + heard, mail->waits * sizeof *mail->awaited);
	return !mail->waits;
}

/* Let a process go on as far as it can. False: it fails or does too much. */
static bool talk(struct talker *t, const struct rg_game *g, bool *moved)
{
	struct recorder *x = &t->x;
	while (!t->done && hears(&x->mail[x->r.rank], x->script)) {
		x->r.pending = 0;
		int progress = g->algorithm->run(&x->r, t->frame);
		*moved = true;
		end_step(x);
		t->done = progress == RG_DONE;
		if (progress == RG_FAILED || x->script->moves > RG_RECORD_MOST ||
		    ++x->waits > RG_RECORD_MOST)
			return false;
	}
	return true;
}

static bool talk_to_the_end(struct talker *t, const struct rg_game *g)
{
	bool moved = true, done = false;
	while (moved && !done) {
		moved = false;
		done = true;
		for (int pos = 0; pos < g->places.P; pos++) {
			if (!talk(&t[pos], g, &moved))
				return false;
			done &= t[pos].done;
		}
	}
	return done;
}

static bool record_irregular(struct recorder *x, const struct rg_game *g,
                             const struct rg_places *places)
{
	int P = g->places.P;
	struct talker *t = rg_alloc((size_t)P, sizeof *t);
	for (int pos = 0; pos < P; pos++) {
		t[pos].x = *x;
		t[pos].x.script = &x->record->script[places->order[pos]];
		t[pos].frame = rg_alloc(1, g->algorithm->frame);
		take_place(&t[pos].x, g, places, pos);
	}
	bool done = talk_to_the_end(t, g);
	for (int pos = 0; pos < P; pos++) {
		int waits = t[pos].x.waits - 1;
		x->record->messages += t[pos].x.posted;
		x->record->waits = waits > x->record->waits ? waits : x->record->waits;
		free(t[pos].frame);
	}
	free(t);
	return done;
}

static void open_blocks(struct recorder *x, const struct rg_game *g)
{
	int64_t at = 0;
	size_t P = (size_t)g->places.P;
	bool irregular = rg_is_irregular(g->collective);
	if (!irregular && !g->len)
		return;
	x->mail = irregular ? rg_alloc(P, sizeof *x->mail) : NULL;
	x->len = rg_alloc(P, sizeof *x->len);
	x->off = rg_alloc(P, sizeof *x->off);
	for (int i = 0; i < g->places.P; i++) {
		x->len[i] = g->len ? g->len[i] : rg_game_block(g, i).len;
		x->off[i] = at;
		at += x->len[i];
	}
}

static void close_blocks(struct recorder *x, int P)
{
	for (int i = 0; i < P && x->mail; i++) {
		free(x->mail[i].told);
		free(x->mail[i].awaited);
		free(x->mail[i].caught);
	}
	free(x->mail);
	free(x->len);
	free(x->off);
}

static int *find_numas(const struct rg_places *places)
{
	int *numa = rg_alloc((size_t)places->P, sizeof *numa);
	for (int i = 0; i < places->P; i++)
		numa[places->order[i]] = rg_run_at(&places->level[RG_IN_NUMA], i);
	return numa;
}

struct rg_record *rg_record_new(const struct rg_game *g)
{
	struct rg_places places = rg_places_filled(&g->places);
	void *frame = rg_alloc(1, g->algorithm->frame);
	struct rg_record *record = rg_alloc(1, sizeof *record);
	struct recorder x = {.record = record, .numa = find_numas(&places)};
	while (places.order[x.root_pos] != g->root)
		x.root_pos++;
	record->P = g->places.P;
	record->n = g->n;
	record->segments = g->algorithm->segments;
	record->script = rg_alloc((size_t)g->places.P, sizeof *record->script);
	open_blocks(&x, g);
	record->alike = g->algorithm->ring && g->places.P > 2 && record_ring(&x, g, &places, frame);
	bool done = x.mail ? record_irregular(&x, g, &places)
	                   : record->alike || record_all(&x, g, &places, frame);
	close_blocks(&x, g->places.P);
	rg_places_free(&places);
	free(x.numa);
	free(frame);
	if (done)
		return record;
	rg_record_free(record);
	return NULL;
}

void rg_record_free(struct rg_record *r)
{
	if (!r)
		return;
	for (int i = 0; i < r->P; i++)
		free_script(&r->script[i]);
	free(r->script);
	free(r);
}

void rg_record_keep(struct rg_record *r, const bool *keep)
{
	for (int i = 0; i < r->P; i++)
		if (!keep[i])
			free_script(&r->script[i]);
}

static uint64_t hash_script(const struct rg_script *s, uint64_t hash)
{
	hash = rg_mix(rg_mix(hash, s->steps), s->moves);
	for (size_t i = 0; i < s->steps; i++) {
		const struct rg_step *step = &s->step[i];
		hash = rg_mix(hash, (uint64_t)step->first << 32 | (uint64_t)step->moves);
		hash = rg_mix(hash, (uint64_t)step->times);
	}
	for (size_t i = 0; i < s->moves; i++) {
		const struct rg_move *m = &s->move[i];
		hash = rg_mix(hash, (uint64_t)m->act << 32 | (uint32_t)m->peer);
		hash = rg_mix(rg_mix(hash, (uint64_t)m->len), (uint64_t)m->far);
	}
	return hash;
}

uint64_t rg_record_hash(const struct rg_record *r)
{
	uint64_t hash = rg_mix(rg_mix((uint64_t)r->P, (uint64_t)r->n), (uint64_t)r->messages);
	hash = rg_mix(rg_mix(hash, (uint64_t)r->waits),
	              (uint64_t)(4 * r->segments + 2 * r->alike + r->exact));
	for (int i = 0; i < (r->alike ? 1 : r->P); i++)
		hash = hash_script(&r->script[i], hash);
	return hash;
}
