/* SPDX-License-Identifier: BSD-3-Clause
 * record: what each process of a routine does, without its data.
 */
#include "engine/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "engine/notes.h"
#include "engine/script.h"

/* From so many processes on, SAMPLES of them are recorded first. If all others do as much, and the
 * record would then be FAR times as large as is allowed, no record is made. FAR leaves room for
 * processes that do less than those. */
enum { SAMPLED_FROM = 512, SAMPLES = 16 };
#define FAR 1.5

/* ---- The game ---- */

/* More are given up. */
static size_t most_moves(int P)
{
	size_t each = (size_t)RG_RECORD_EACH * (size_t)P;
	return each > RG_RECORD_MOST ? each : RG_RECORD_MOST;
}

/* The process at a position. */
static void take_place(struct rg_recorder *x, const struct rg_game *g,
                       const struct rg_places *places, int pos)
{
	x->r = (struct rg){.t = &rg_notes,
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
	if (rg_game_has_pairs(g)) {
		rg_game_pairs(g, x->r.rank, false, x->off, x->len);
		rg_game_pairs(g, x->r.rank, true, x->sent_off, x->sent_len);
		x->r.sent_off = x->sent_off;
		x->r.sent_len = x->sent_len;
	}
	rg_cut(&x->r, x->r.irregular ? 0 : g->n);
}

/* Run the process at a position to its end. False: it fails or does too much. */
static bool write_script(struct rg_recorder *x, const struct rg_game *g, void *frame)
{
	int progress;
	memset(frame, 0, g->algorithm->frame);
	x->begin = x->waits = 0;
	while ((progress = g->algorithm->run(&x->r, frame)) == RG_MORE) {
		rg_script_end(x->script, &x->begin);
		x->r.pending = 0;
		if (x->script->moves > RG_RECORD_MOST || ++x->waits > RG_RECORD_MOST)
			return false;
	}
	rg_script_end(x->script, &x->begin);
	struct rg_record *record = x->record;
	record->waits = x->waits > record->waits ? x->waits : record->waits;
	return progress == RG_DONE;
}

/* Do position 0 and some others do the same? Then all do: the text of a ring asks for its own
 * position only. */
static bool record_ring(struct rg_recorder *x, const struct rg_game *g,
                        const struct rg_places *places, void *frame)
{
	const int others[] = {1, g->places.P / 2, g->places.P - 1};
	struct rg_script *zero = &x->record->script[0], other = {0};
	x->script = zero;
	take_place(x, g, places, 0);
	bool alike = write_script(x, g, frame);
	for (size_t i = 0; alike && i < zero->steps; i++)
		alike = rg_script_is_ring(zero, &zero->step[i], places->order, 0, g->places.P);
	for (int k = 0; alike && k < 3; k++) {
		x->script = &other;
		take_place(x, g, places, others[k]);
		alike = write_script(x, g, frame) && rg_script_same(zero, &other);
		for (size_t i = 0; alike && i < other.steps; i++)
			alike = rg_script_is_ring(&other, &other.step[i], places->order, others[k],
			                          g->places.P);
		rg_script_free(&other);
	}
	x->record->messages = x->posted / 4 * g->places.P;
	if (!alike)
		rg_script_free(zero);
	return alike;
}

/* Would the record be far too large, if all processes do as much as a sample of them? */
static bool is_too_much(struct rg_recorder *x, const struct rg_game *g,
                        const struct rg_places *places, void *frame)
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
		rg_script_free(&sample);
	}
	x->record->waits = 0;
	x->record->exact = false;
	return moves / SAMPLES * g->places.P > FAR * (double)most_moves(g->places.P);
}

static bool record_all(struct rg_recorder *x, const struct rg_game *g,
                       const struct rg_places *places, void *frame)
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
	struct rg_recorder x;
	void *frame;
	bool done;
};

/* The awaited number has come with data. */
static void take(struct rg_mail *mail, const struct rg_mail_awaited *a,
                 const struct rg_mail_told *told, struct rg_script *script)
{
	script->move[a->move].len += told->len;
	mail->caught = rg_grow(mail->caught, mail->catches, &mail->catch_cap, sizeof *mail->caught);
	mail->caught[mail->catches++] = (struct rg_mail_caught){a->off, told->number[0]};
}

/* Whether all that the process waits for is there: it hears it, as far as it is. */
static bool hears(struct rg_mail *mail, struct rg_script *script)
{
	size_t heard = 0;
	for (; heard < mail->waits; heard++) {
		struct rg_mail_awaited *a = &mail->awaited[heard];
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
	struct rg_recorder *x = &t->x;
	while (!t->done && hears(&x->mail[x->r.rank], x->script)) {
		x->r.pending = 0;
		int progress = g->algorithm->run(&x->r, t->frame);
		*moved = true;
		rg_script_end(x->script, &x->begin);
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

static bool record_irregular(struct rg_recorder *x, const struct rg_game *g,
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

static void open_blocks(struct rg_recorder *x, const struct rg_game *g)
{
	int64_t at = 0;
	size_t P = (size_t)g->places.P;
	bool irregular = rg_is_irregular(g->collective);
	if (!irregular && !g->len)
		return;
	x->mail = irregular ? rg_alloc(P, sizeof *x->mail) : NULL;
	x->len = rg_alloc(P, sizeof *x->len);
	x->off = rg_alloc(P, sizeof *x->off);
	x->sent_len = rg_game_has_pairs(g) ? rg_alloc(P, sizeof *x->sent_len) : NULL;
	x->sent_off = rg_game_has_pairs(g) ? rg_alloc(P, sizeof *x->sent_off) : NULL;
	for (int i = 0; i < g->places.P; i++) {
		x->len[i] = g->len ? g->len[i] : rg_game_block(g, i).len;
		x->off[i] = at;
		at += x->len[i];
	}
}

static void close_blocks(struct rg_recorder *x, int P)
{
	for (int i = 0; i < P && x->mail; i++) {
		free(x->mail[i].told);
		free(x->mail[i].awaited);
		free(x->mail[i].caught);
	}
	free(x->mail);
	free(x->len);
	free(x->off);
	free(x->sent_len);
	free(x->sent_off);
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
	struct rg_recorder x = {
		.record = record, .exact = &record->exact, .numa = find_numas(&places)};
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
		rg_script_free(&r->script[i]);
	free(r->script);
	free(r);
}

void rg_record_keep(struct rg_record *r, const bool *keep)
{
	for (int i = 0; i < r->P; i++)
		if (!keep[i])
			rg_script_free(&r->script[i]);
}

uint64_t rg_record_hash(const struct rg_record *r)
{
	uint64_t hash = rg_mix(rg_mix((uint64_t)r->P, (uint64_t)r->n), (uint64_t)r->messages);
	hash = rg_mix(rg_mix(hash, (uint64_t)r->waits),
	              (uint64_t)(4 * r->segments + 2 * r->alike + r->exact));
	for (int i = 0; i < (r->alike ? 1 : r->P); i++)
		hash = rg_script_hash(&r->script[i], hash);
	return hash;
}
