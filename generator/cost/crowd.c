/* SPDX-License-Identifier: BSD-3-Clause
 * crowd: the start-up times of messages when processes share processors.
 */
#include "cost/crowd.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cost/busy.h"

/* The start-ups between machines at one level of messages (rg_matching), in seconds. */
struct level {
	double together;        /* all */
	double sending, asking; /* the most that one process has of sends, of receives */
	double sends, receives; /* those of the process that is looked at */
};

double rg_crowded(const struct rg_resources *w, double together, double in_turn)
{
	if (w->processors <= 0 || in_turn <= 0)
		return 1;
	return rg_latest(1, together / w->processors / in_turn);
}

static bool sends(const struct rg_move *m)
{
	return m->act == RG_SENDS || m->act == RG_NOTIFIES;
}

static bool receives(const struct rg_move *m)
{
	return m->act == RG_RECEIVES || m->act == RG_AWAITS;
}

/* The level of each message by its number: that of its send. */
static int *levels_by_number(const struct rg_record *r, const struct rg_matching *m)
{
	int *level = rg_alloc((size_t)m->delivered, sizeof *level);
	for (int rank = 0; rank < r->P; rank++) {
		const struct rg_script *s = &r->script[rank];
		const int *number = m->number_sent + m->sends[rank];
		for (size_t k = 0; k < s->steps; k++)
			for (int t = 0; t < s->step[k].times; t++)
				for (int i = 0; i < s->step[k].moves; i++) {
					size_t at = (size_t)(s->step[k].first + i);
					if (sends(&s->move[at]))
						level[*number++] = m->level[m->moves[rank] + at];
				}
	}
	return level;
}

/* The level of each move that is a message. A send has its level of the first time that it is
 * posted; a receive has that of the message that it receives then. */
static int *levels_of_moves(const struct rg_record *r, const struct rg_matching *m)
{
	size_t moves = m->moves[r->P];
	int *by_number = levels_by_number(r, m), *level = rg_alloc(moves, sizeof *level);
	memcpy(level, m->level, moves * sizeof *level);
	for (int rank = 0; rank < r->P; rank++) {
		const struct rg_script *s = &r->script[rank];
		const int *number = m->number_received + m->receives[rank];
		for (size_t k = 0; k < s->steps; k++)
			for (int t = 0; t < s->step[k].times; t++)
				for (int i = 0; i < s->step[k].moves; i++) {
					size_t at = (size_t)(s->step[k].first + i);
					if (!receives(&s->move[at]))
						continue;
					if (t == 0)
						level[m->moves[rank] + at] = by_number[*number];
					number++;
				}
	}
	free(by_number);
	return level;
}

/* Does the move send a message to another machine, or receive one? */
static bool crosses(const struct rg_resources *w, int rank, const struct rg_move *m)
{
	return m->peer >= 0 && !rg_inside(w, rank, m->peer);
}

/* Add up the start-ups of a process, [moves of it]. */
static void add_process(const struct rg_resources *w, const struct rg_script *s, int rank,
                        const int *level, const double *startup, struct level *levels)
{
	for (size_t i = 0; i < s->moves; i++)
		if (crosses(w, rank, &s->move[i]))
			*(sends(&s->move[i]) ? &levels[level[i]].sends
			                     : &levels[level[i]].receives) += startup[i];
	for (size_t i = 0; i < s->moves; i++) {
		struct level *l = &levels[level[i]];
		l->together += l->sends + l->receives;
		l->sending = rg_latest(l->sending, l->sends);
		l->asking = rg_latest(l->asking, l->receives);
		l->sends = l->receives = 0;
	}
}

/* A receiver begins when the senders of that level are through. */
static void stretch(const struct rg_record *r, const struct rg_matching *m,
                    const struct rg_resources *w, double *startup)
{
	int *level = levels_of_moves(r, m), most = 0;
	for (size_t i = 0; i < m->moves[r->P]; i++)
		most = level[i] > most ? level[i] : most;
	struct level *levels = rg_alloc((size_t)most + 1, sizeof *levels);
	for (int rank = 0; rank < r->P; rank++)
		add_process(w, &r->script[rank], rank, level + m->moves[rank],
		            startup + m->moves[rank], levels);
	for (int rank = 0; rank < r->P; rank++)
		for (size_t i = 0; i < r->script[rank].moves; i++) {
			size_t at = m->moves[rank] + i;
			const struct level *l = &levels[level[at]];
			if (crosses(w, rank, &r->script[rank].move[i]))
				startup[at] *= rg_crowded(w, l->together, l->sending + l->asking);
		}
	free(levels);
	free(level);
}

double *rg_crowd(const struct rg_record *r, const struct rg_matching *m,
                 const struct rg_resources *w)
{
	double *startup = rg_alloc(m->moves[r->P], sizeof *startup);
	for (int rank = 0; rank < r->P; rank++)
		for (size_t i = 0; i < r->script[rank].moves; i++) {
			const struct rg_move *move = &r->script[rank].move[i];
			if (move->act == RG_SENDS || move->act == RG_RECEIVES)
				startup[m->moves[rank] + i] = rg_startup(w, rank, move->peer);
		}
	if (w->processors > 0)
		stretch(r, m, w, startup);
	return startup;
}
