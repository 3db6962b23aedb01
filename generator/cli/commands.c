/* SPDX-License-Identifier: BSD-3-Clause
 * commands: each command of ringgen is a recipe over the stages.
 */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/progress.h"
#include "calibrate/survey.h"
#include "cli/advise_command.h"
#include "cli/calibrate_command.h"
#include "cli/export_command.h"
#include "cli/fit.h"
#include "cli/generate.h"
#include "cli/import_command.h"
#include "cli/outputs.h"
#include "cli/plan_command.h"
#include "cli/survey_jobs_command.h"
#include "engine/sizes.h"
#include "fabric/check.h"
#include "import/hostfile.h"
#include "import/probe.h"
#include "job/job.h"
#include "prove/cases.h"
#include "prove/loads.h"
#include "show/certificate.h"
#include "show/inside_file.h"
#include "show/json_certify.h"
#include "show/json_check.h"
#include "show/json_order.h"
#include "show/json_survey.h"
#include "show/svg.h"

static enum rg_status print(const struct rg_options *o, struct rg_text *text, struct rg_diag *d)
{
	struct rg_output out = {o->output, text};
	rg_write(&out, 1, d);
	rg_text_free(text);
	return d->errors ? RG_INVALID : RG_OK;
}

/* ---- check, order ---- */

static enum rg_status check(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_text text = {0};
	enum rg_status status = RG_INVALID;
	if (rg_job_read(&s, &o->job, RG_ANY_GRAPH, &d) == 0) {
		static void (*const forms[2][2])(const struct rg_topo *, struct rg_text *) = {
			{rg_summary, rg_links_print}, {rg_json_check, rg_json_graph}};
		if (o->ways)
			rg_ways_print(s.routes, &text);
		else
			forms[o->json][o->links](s.topo, &text);
		status = print(o, &text, &d);
	}
	rg_job_free(&s);
	return status;
}

/* A rankfile names a core for each rank. Returns 0, or -1 after reporting machines that have too
 * few. */
static int enough_cores(const struct rg_job *s, struct rg_diag *d)
{
	int before = d->errors;
	for (int i = 0; i < s->placement->machines; i++) {
		const struct rg_vertex *v =
			&s->topo->vertex[s->topo->machine[s->placement->machine[i]]];
		int ranks = s->placement->places.level[RG_ON_MACHINE].first[i + 1] -
		            s->placement->places.level[RG_ON_MACHINE].first[i];
		if (v->inside && ranks > v->inside->cores)
			rg_error(d, s->topo->file, v->line,
			         "\"%s\" has %d core%s, a rankfile cannot give %d ranks one each",
			         v->name, v->inside->cores, v->inside->cores == 1 ? "" : "s",
			         ranks);
	}
	return d->errors == before ? 0 : -1;
}

static enum rg_status order(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_text text = {0};
	enum rg_status status = RG_INVALID;
	if (rg_job_load_graph(&s, &o->job, &d) == 0 &&
	    (o->format != RG_RANKFILE || enough_cores(&s, &d) == 0)) {
		const struct rg_placement *p = s.placement;
		const int *first = p->places.level[RG_ON_MACHINE].first;
		if (o->json)
			rg_json_order(s.topo, p->machine, p->machines, first, &text);
		else
			rg_order_print(s.topo, p->machine, p->machines, first, o->format, &text);
		status = print(o, &text, &d);
	}
	rg_job_free(&s);
	return status;
}

/* ---- certify, plot ---- */

/* The certificate of the ring that the options ask for: ours, or somebody's order. *ring holds the
 * places of the latter. NULL: *status says why not. */
static struct rg_certificate *certificate(struct rg_job *s, const struct rg_options *o,
                                          struct rg_place **ring, enum rg_status *status)
{
	struct rg_diag d = {0};
	struct rg_hosts h = {0};
	struct rg_certificate *c = NULL;
	*status = RG_INVALID;
	if (o->job.order ? rg_job_read(s, &o->job, RG_ANY_GRAPH, &d) < 0
	                 : rg_job_load_graph(s, &o->job, &d) < 0)
		return NULL;
	if (!o->job.order)
		return rg_certify(s->routes, s->placement->ring, s->placement->places.P);
	if (rg_job_hosts(&h, &o->job, &d) == 0) {
		int P = rg_order_ranks(s->topo, &h, ring, &d);
		if (P > 0)
			c = rg_certify(s->routes, *ring, P);
		else
			*status = RG_UNKNOWN;
	}
	rg_hosts_free(&h);
	return c;
}

/* The verdict of an order that names what the file does not have. */
static enum rg_status print_strange(const struct rg_options *o, const struct rg_topo *t)
{
	struct rg_diag d = {0};
	struct rg_text reason = {0}, text = {0};
	rg_textf(&reason, "the order names what %s does not have", t->file);
	if (o->json)
		rg_json_certify_unknown(t, reason.s, &text);
	else
		rg_textf(&text, "unknown: %s\n", reason.s);
	rg_text_free(&reason);
	enum rg_status status = print(o, &text, &d);
	return status == RG_OK ? RG_UNKNOWN : status;
}

static enum rg_status certify(const struct rg_options *o)
{
	static const enum rg_status verdicts[] = {[RG_IS_PROVED] = RG_OK,
	                                          [RG_IS_PROVED_ANY_WAY] = RG_OK,
	                                          [RG_IS_WITHIN_CAPACITY] = RG_OK,
	                                          [RG_IS_REFUTED] = RG_REFUTED,
	                                          [RG_IS_UNKNOWN] = RG_UNKNOWN};
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_text text = {0};
	struct rg_place *ring = NULL;
	enum rg_status status;
	struct rg_certificate *c = certificate(&s, o, &ring, &status);
	if (c) {
		if (o->strict)
			rg_certificate_be_strict(c);
		struct rg_report_options report = {o->size ? o->size : 1 << 20, o->pairs, o->loads};
		(o->json ? rg_json_certify : rg_certificate_print)(c, &report, &text);
		status = print(o, &text, &d);
		status = status == RG_OK ? verdicts[c->verdict] : status;
	} else if (status == RG_UNKNOWN) {
		status = print_strange(o, s.topo);
	}
	rg_certificate_free(c);
	free(ring);
	rg_job_free(&s);
	return status;
}

static enum rg_status plot(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_text text = {0};
	struct rg_place *ring = NULL;
	enum rg_status status;
	struct rg_certificate *c = certificate(&s, o, &ring, &status);
	if (c) {
		rg_plot(c, o->dark ? &rg_dark : &rg_light, &text);
		status = print(o, &text, &d);
	}
	rg_certificate_free(c);
	free(ring);
	rg_job_free(&s);
	return status;
}

/* ---- prove ---- */

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
	char *wrong = rg_sizes_parse(o->blocks, P, o->count ? o->count : 1, len);
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

/* The messages of one collective, in an order that holds for each pair and lane. */
static enum rg_status print_messages(const struct rg_options *o, const struct rg_way *w, int P,
                                     const struct rg_placement *placement)
{
	const struct rg_routine *r = w->routine;
	struct rg_text text = {0};
	struct rg_diag d = {0};
	int64_t n = rg_has_any_length(r->collective) ? o->count : o->count * P;
	const int one_machine[] = {0, P};
	struct rg_game g = {.collective = r->collective,
	                    .algorithm = r->algorithm,
	                    .places.P = P,
	                    .root = o->root,
	                    .n = rg_has_data(r->collective) ? n : 0,
	                    .lanes = o->lanes,
	                    .parameters = w->parameters,
	                    .window = r->algorithm->windows ? n + 2 * P : 0};
	if (placement) {
		g.places = placement->places;
	} else if (r->algorithm->machine) {
		g.places.level[RG_ON_MACHINE] = (struct rg_runs){1, one_machine};
	}
	int64_t *len = rg_alloc((size_t)P, sizeof *len);
	enum rg_status status = blocks_of(o, &g, len);
	if (status == RG_OK && play_for(&g, &text))
		status = print(o, &text, &d);
	else if (status == RG_OK)
		status = RG_REFUTED;
	rg_text_free(&text);
	free(len);
	return status;
}

/* The row of one way and number of ranks; `loads` (of resources, NULL: no topology) is room. */
static bool prove_row(const struct rg_way *w, int P, const struct rg_job *s, bool thorough,
                      int *loads)
{
	struct rg_proof proof = {0};
	const struct rg_placement *placement = s->placement;
	char name[128];
	rg_way_name(w, name, sizeof name);
	rg_show_progress("playing %s by %s on %d ranks", w->routine->name, name, P);
	rg_prove_with(w->routine, w->parameters, P, placement, &proof);
	if (thorough)
		rg_prove_shares_with(w->routine, w->parameters, P, placement, &proof);
	rg_progress_clear();
	printf("%-21s %-18s %6d %10lld %6d %8lld ", w->routine->name, name, P,
	       (long long)proof.messages, proof.waits, (long long)proof.scratch);
	if (placement)
		printf("%6d ", rg_proof_loads(&proof, s->routes, placement->place, loads));
	else
		printf("%6s ", "-");
	printf("%-6s %s%s%s\n", proof.rank_order ? "yes" : "no",
	       proof.proved ? "proved" : "refuted", proof.proved ? "" : ": ", proof.reason);
	bool proved = proof.proved;
	rg_proof_free(&proof);
	return proved;
}

/* How many rows are there for a routine, and the way that the k-th is of? Parameters that somebody
 * named have one each, and so have levels and trees; else the proof takes the ports it likes. */
static int rows_of(const struct rg_wanted *wanted, int routine)
{
	const struct rg_wanted *w = &wanted[routine];
	enum rg_takes takes = rg_routines[routine].algorithm->takes;
	bool each = takes == RG_A_LEVEL || takes == RG_A_TREE || takes == RG_JOINS;
	return w->named || each ? w->n : w->n > 0;
}

static struct rg_way row_of(const struct rg_options *o, int routine, int k)
{
	const struct rg_wanted *w = &o->wanted[routine];
	bool ports = rg_routines[routine].algorithm->takes == RG_PORTS;
	return (struct rg_way){&rg_routines[routine], w->named || !ports ? w->parameters[k] : NULL};
}

static enum rg_status prove_all(const struct rg_options *o, const struct rg_job *s, int least,
                                int most)
{
	bool proved = true, any = false;
	int *loads = s->routes ? rg_alloc((size_t)s->routes->resources, sizeof *loads) : NULL;
	rg_progress_begin();
	printf("%-21s %-18s %6s %10s %6s %8s %6s %-6s %s\n", "collective", "by", "ranks",
	       "messages", "waits", "scratch", "load", "order", "verdict");
	for (int i = 0; i < RG_ROUTINES; i++) {
		if (!rg_is_for(rg_routines[i].algorithm, s->placement))
			continue;
		for (int k = 0; k < rows_of(o->wanted, i); k++) {
			const struct rg_way w = row_of(o, i, k);
			any = true;
			for (int P = least; P <= most && !ferror(stdout); P++)
				proved &= prove_row(&w, P, s, o->thorough, loads);
		}
	}
	free(loads);
	if (!any)
		fputs("ringgen: error: what is wanted is for the ranks of one machine\n", stderr);
	return fflush(stdout) ? RG_INVALID : !any ? RG_UNKNOWN : proved ? RG_OK : RG_REFUTED;
}

static enum rg_status prove(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	int least = o->most ? o->least : 1, most = o->most ? o->most : 64;
	enum rg_status status = RG_INVALID;
	if (o->job.file && rg_job_load(&s, &o->job, o->model.of, &d) < 0)
		goto out;
	if (s.placement)
		least = most = s.placement->places.P;
	if (least == most)
		rg_fit_parameters(o, most, s.placement ? s.placement->machines : most);
	if (most > RG_PLAY_MOST) {
		rg_error(&d, NULL, 0, "%d ranks are too many to play, at most %d", most,
		         RG_PLAY_MOST);
		status = RG_UNKNOWN;
		goto out;
	}
	int one = -1, wanted = 0;
	for (int i = 0; i < RG_ROUTINES; i++) {
		one = o->wanted[i].n ? i : one;
		wanted += rows_of(o->wanted, i);
	}
	if (!o->messages) {
		status = prove_all(o, &s, least, most);
	} else if (!rg_fit_root(o, most, &d)) {
		status = RG_USAGE;
	} else if (wanted == 1 && least == most && (o->count || o->blocks)) {
		const struct rg_way way = row_of(o, one, 0);
		status = print_messages(o, &way, most, s.placement);
	} else {
		rg_error(&d, NULL, 0,
		         "--messages needs --count, one collective by one algorithm, and one "
		         "number of "
		         "ranks");
		status = RG_USAGE;
	}
out:
	rg_job_free(&s);
	return status;
}

/* ---- probe ---- */

static enum rg_status probe(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_text text = {0};
	char *host = NULL;
	struct rg_inside *inside = rg_probe_inside(o->from, RG_GIVEN, &host, o->from, 0, &d);
	if (!inside)
		return RG_INVALID;
	rg_inside_print(inside, host, &text);
	free(inside->core);
	free(inside);
	free(host);
	return print(o, &text, &d);
}

/* ---- survey ---- */

static enum rg_status survey(const struct rg_options *o)
{
	struct rg_diag d = {0};
	struct rg_job s = {0};
	struct rg_hosts h = {0};
	struct rg_text text = {0};
	struct rg_place *rank = NULL;
	enum rg_status status = RG_INVALID;
	if (rg_job_read(&s, &o->job, RG_TREE_ONLY, &d) == 0 &&
	    rg_hosts_arg(&h, o->job.hosts, &d) == 0) {
		int P = rg_order_ranks(s.topo, &h, &rank, &d);
		if (P > 0) {
			(o->json ? rg_json_survey : rg_survey_print)(s.routes, rank, P, &text);
			status = print(o, &text, &d);
		}
	}
	free(rank);
	rg_hosts_free(&h);
	rg_job_free(&s);
	return status;
}

enum rg_status rg_run_command(const struct rg_options *o)
{
	static enum rg_status (*const commands[RG_COMMANDS])(const struct rg_options *) = {
		[RG_CHECK] = check,
		[RG_ORDER] = order,
		[RG_CERTIFY] = certify,
		[RG_PROVE] = prove,
		[RG_PROBE] = probe,
		[RG_GENERATE] = rg_generate,
		[RG_PLOT] = plot,
		[RG_SURVEY] = survey,
		[RG_CALIBRATE] = rg_calibrate,
		[RG_EXPORT] = rg_export,
		[RG_PLAN] = rg_shape_plan,
		[RG_ADVISE] = rg_advise,
		[RG_IMPORT] = rg_import,
		[RG_SURVEY_JOBS] = rg_survey_jobs,
	};
	enum rg_status status = rg_outputs_test(o);
	return status == RG_OK ? commands[o->command](o) : status;
}
