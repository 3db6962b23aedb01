/* SPDX-License-Identifier: BSD-3-Clause
 * prove_messages: the schedule of one collective.
 */
#include "cli/prove_messages.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "cli/print.h"
#include "engine/sizes.h"
#include "prove/cases.h"

static void tell_message(void *context, const struct rg_message *m)
{
	rg_textf(context, "%d %d %d %lld\n", m->from, m->to, m->lane, (long long)m->elements);
}

/* The blocks that the options ask for, into len and the game. */
static enum rg_status blocks_of(const struct rg_options *o, struct rg_game *g, int64_t *len)
{
	struct rg_diag d = {0};
	int P = g->places.P;
	if (!o->blocks)
		return RG_OK;
	if (rg_collectives[g->collective].lengths == RG_EQUAL) {
		rg_error(&d, NULL, 0, "--blocks: all blocks of %s have the same length",
		         rg_collectives[g->collective].name);
		return RG_USAGE;
	}
	char *wrong = rg_sizes_parse(o->blocks, P, o->prove.count ? o->prove.count : 1, len);
	if (wrong)
		rg_error(&d, NULL, 0, "--blocks: '%s' %s", o->blocks, wrong);
	enum rg_status status = wrong ? RG_USAGE : RG_OK;
	free(wrong);
	g->len = len;
	g->n = 0;
	for (int i = 0; i < P && status == RG_OK; i++)
		g->n += len[i];
	if (g->window)
		g->window = g->n + 2 * P;
	return status;
}

/* Play it and tell its messages; what it leaves is examined, too. False: it is refuted. */
static bool play_for(const struct rg_game *g, struct rg_text *text)
{
	struct rg_proof proof = {.parameters = g->parameters};
	struct rg_played *p = rg_play(g, tell_message, text);
	bool right = !p->reason[0] && rg_prove_game(g, &proof);
	if (!right)
		fprintf(stderr, "ringgen: error: %s: %s\n", rg_collectives[g->collective].name,
		        p->reason[0] ? p->reason : proof.reason);
	rg_played_free(p);
	rg_proof_free(&proof);
	return right;
}

enum rg_status rg_prove_messages(const struct rg_options *o, const struct rg_variant *v, int P,
                                 const struct rg_placement *placement)
{
	const struct rg_routine *r = v->routine;
	struct rg_text text = {0};
	int64_t n = rg_has_any_length(r->collective) ? o->prove.count : o->prove.count * P;
	const int one_machine[] = {0, P};
	struct rg_game g = {.collective = r->collective,
	                    .algorithm = r->algorithm,
	                    .places.P = P,
	                    .root = o->root,
	                    .n = rg_has_data(r->collective) ? n : 0,
	                    .lanes = o->prove.lanes,
	                    .parameters = v->parameters,
	                    .window = r->algorithm->windows ? n + 2 * P : 0};
	if (placement) {
		g.places = placement->places;
	} else if (r->algorithm->machine) {
		g.places.level[RG_ON_MACHINE] = (struct rg_runs){1, one_machine};
	}
	int64_t *len = rg_alloc((size_t)P, sizeof *len);
	enum rg_status status = blocks_of(o, &g, len);
	if (status == RG_OK && play_for(&g, &text))
		status = rg_print(o, &text);
	else if (status == RG_OK)
		status = RG_REFUTED;
	rg_text_free(&text);
	free(len);
	return status;
}
