/* SPDX-License-Identifier: BSD-3-Clause
 * plot_command: a picture of the cluster and a ring.
 */
#include "cli/plot_command.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "cli/alltoall.h"
#include "cli/print.h"
#include "cli/ring.h"
#include "cli/conditions.h"
#include "show/phase_chart.h"
#include "show/svg.h"

/* One of the phases, with the ranks in the order of the ring, so that neighbours stand together. */
static void plot_phase(const struct rg_options *o, const struct rg_asked_alltoall *a, int phase,
                       struct rg_text *text)
{
	size_t P = (size_t)a->P;
	int64_t all = (int64_t)a->P * (a->P - 1);
	struct rg_place *place = rg_alloc(P, sizeof *place);
	struct rg_pair *pair = rg_alloc(P, sizeof *pair);
	int *position = rg_alloc(P, sizeof *position), n = 0;
	char words[96];
	for (int i = 0; i < a->P; i++) {
		place[i] = a->place[a->order[i]];
		position[a->order[i]] = i;
	}
	for (int64_t i = 0; i < all && n < a->P; i++)
		if (a->message[i].phase == phase)
			pair[n++] = (struct rg_pair){position[a->message[i].from],
			                             position[a->message[i].to]};
	struct rg_certificate *c = rg_certify_pairs(a->certificate->routes, place, a->P, pair, n);
	snprintf(words, sizeof words, "phase %d of %d (%s) of an all-to-all", phase + 1,
	         a->certificate->phases, rg_phasing_names[a->by]);
	rg_plot_phase(c, words, o->show.dark ? &rg_dark : &rg_light, text);
	rg_certificate_free(c);
	free(place);
	free(pair);
	free(position);
}

static enum rg_status plot_alltoall(const struct rg_options *o)
{
	struct rg_asked_alltoall a = {0};
	struct rg_text text = {0};
	struct rg_diag d = {0};
	enum rg_status status = rg_ask_alltoall(&a, o);
	const struct rg_phased_certificate *c = a.certificate;
	if (status == RG_OK && o->alltoall.phase > c->phases) {
		rg_error(&d, NULL, 0, "--phase %d: there are %d (%s)", o->alltoall.phase, c->phases,
		         rg_phasing_names[a.by]);
		status = RG_INVALID;
	}
	if (status == RG_OK && o->certify.loads)
		rg_phase_chart(c, rg_phasing_names[a.by], o->show.dark ? &rg_dark : &rg_light,
		               &text);
	else if (status == RG_OK)
		plot_phase(o, &a,
		           o->alltoall.phase ? o->alltoall.phase - 1
		           : c->busiest < 0  ? 0
		                             : c->busiest,
		           &text);
	if (status == RG_OK)
		status = rg_print(o, &text);
	rg_asked_alltoall_free(&a);
	return status;
}

static enum rg_status plot(const struct rg_options *o)
{
	if (o->ops)
		return plot_alltoall(o);
	struct rg_asked_ring r = {0};
	struct rg_text text = {0};
	enum rg_status status = rg_ask_ring(&r, o);
	if (status == RG_OK) {
		rg_plot(r.certificate, o->show.dark ? &rg_dark : &rg_light, &text);
		status = rg_print(o, &text);
	}
	rg_asked_ring_free(&r);
	return status;
}

static const struct rg_condition conditions[] = {
	RG_WITH_ORDER,
	RG_WITH_TASKS,
	RG_WITH_STDIN_ONCE,
	RG_WITH_ALLTOALL,
	RG_WITH_PHASES("schedule"),
	RG_WITH_PHASES("phase"),
	RG_WITH_PHASES("loads"),
	{.given = "phase", .without = "loads", .says = "--phase draws one phase, --loads all"},
	{.says = NULL},
};

const struct rg_command rg_plot_command = {
	.name = "plot",
	.takes = "hosts order ranks-per-node dark rail seconds seed output "
		 "collective schedule phase loads",
	.names_one = true,
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.run = plot,
};
