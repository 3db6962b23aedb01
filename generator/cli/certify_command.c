/* SPDX-License-Identifier: BSD-3-Clause
 * certify_command: is a ring contention free?
 */
#include "cli/certify_command.h"

#include "cli/print.h"
#include "cli/ring.h"
#include "cli/conditions.h"
#include "show/certificate.h"
#include "show/json_certify.h"

/* The verdict of an order that names what the file does not have. */
static enum rg_status print_strange(const struct rg_options *o, const struct rg_topo *t)
{
	struct rg_text reason = {0}, text = {0};
	rg_textf(&reason, "the order names what %s does not have", t->file);
	if (o->show.json)
		rg_json_certify_unknown(t, reason.s, &text);
	else
		rg_textf(&text, "unknown: %s\n", reason.s);
	rg_text_free(&reason);
	enum rg_status status = rg_print(o, &text);
	return status == RG_OK ? RG_UNKNOWN : status;
}

static enum rg_status certify(const struct rg_options *o)
{
	static const enum rg_status verdicts[] = {[RG_IS_PROVED] = RG_OK,
	                                          [RG_IS_PROVED_ANY_WAY] = RG_OK,
	                                          [RG_IS_WITHIN_CAPACITY] = RG_OK,
	                                          [RG_IS_REFUTED] = RG_REFUTED,
	                                          [RG_IS_UNKNOWN] = RG_UNKNOWN};
	struct rg_asked_ring r = {0};
	struct rg_text text = {0};
	enum rg_status status = rg_ask_ring(&r, o);
	struct rg_certificate *c = r.certificate;
	if (c) {
		if (o->certify.strict)
			rg_certificate_be_strict(c);
		struct rg_report_options report = {o->size ? o->size : 1 << 20, o->pairs,
		                                   o->certify.loads};
		(o->show.json ? rg_json_certify : rg_certificate_print)(c, &report, &text);
		status = rg_print(o, &text);
		status = status == RG_OK ? verdicts[c->verdict] : status;
		if (status == RG_OK && rg_certificate_assumes(c))
			status = RG_ASSUMED;
	} else if (status == RG_UNKNOWN) {
		status = print_strange(o, r.job.topo);
	}
	rg_asked_ring_free(&r);
	return status;
}

static const struct rg_condition conditions[] = {
	RG_WITH_ORDER,
	RG_WITH_TASKS,
	RG_WITH_STDIN_ONCE,
	{.says = NULL},
};

const struct rg_command rg_certify_command = {
	.name = "certify",
	.takes = "hosts order ranks-per-node rail seconds seed size strict loads pairs json",
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.run = certify,
};
