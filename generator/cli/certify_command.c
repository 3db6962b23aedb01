/* SPDX-License-Identifier: BSD-3-Clause
 * certify_command: is a ring contention free?
 */
#include "cli/certify_command.h"

#include "cli/alltoall.h"
#include "cli/print.h"
#include "cli/ring.h"
#include "cli/conditions.h"
#include "show/certificate.h"
#include "show/json_certify.h"
#include "show/json_phased.h"

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

static const enum rg_status verdicts[] = {[RG_IS_PROVED] = RG_OK,
                                          [RG_IS_PROVED_ANY_WAY] = RG_OK,
                                          [RG_IS_WITHIN_CAPACITY] = RG_OK,
                                          [RG_IS_REFUTED] = RG_REFUTED,
                                          [RG_IS_UNKNOWN] = RG_UNKNOWN};

/* Print, and tell the verdict if that went well. */
static enum rg_status end(const struct rg_options *o, enum rg_verdict verdict, bool assumed,
                          struct rg_text *text)
{
	enum rg_status status = rg_print(o, text);
	status = status == RG_OK ? verdicts[verdict] : status;
	return status == RG_OK && assumed ? RG_ASSUMED : status;
}

static struct rg_report_options report_of(const struct rg_options *o)
{
	return (struct rg_report_options){o->size ? o->size : 1 << 20, o->pairs, o->certify.loads};
}

/* The phases themselves, or what is claimed of them. */
static void print_alltoall(const struct rg_options *o, const struct rg_asked_alltoall *a,
                           struct rg_text *text)
{
	if (o->prove.messages) {
		rg_schedule_print(a->schedule, text);
		return;
	}
	struct rg_phased_certificate *usual = rg_certify_other(a, RG_BY_RANK);
	struct rg_phased_report report = {a->certificate, rg_phasing_names[a->by], usual,
	                                  report_of(o)};
	(o->show.json ? rg_json_phased : rg_phased_print)(&report, text);
	rg_phased_free(usual);
}

static enum rg_status certify_alltoall(const struct rg_options *o)
{
	struct rg_asked_alltoall a = {0};
	struct rg_text text = {0};
	enum rg_status status = rg_ask_alltoall(&a, o);
	struct rg_phased_certificate *c = a.certificate;
	if (c) {
		if (o->certify.strict)
			rg_phased_be_strict(c);
		print_alltoall(o, &a, &text);
		status = end(o, c->verdict, c->assumed.text.s, &text);
	} else if (status == RG_UNKNOWN) {
		status = print_strange(o, a.ring.job.topo);
	}
	rg_asked_alltoall_free(&a);
	return status;
}

static enum rg_status certify(const struct rg_options *o)
{
	if (o->ops)
		return certify_alltoall(o);
	struct rg_asked_ring r = {0};
	struct rg_text text = {0};
	enum rg_status status = rg_ask_ring(&r, o);
	struct rg_certificate *c = r.certificate;
	if (c) {
		if (o->certify.strict)
			rg_certificate_be_strict(c);
		struct rg_report_options report = report_of(o);
		(o->show.json ? rg_json_certify : rg_certificate_print)(c, &report, &text);
		status = end(o, c->verdict, rg_certificate_assumes(c), &text);
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
	RG_WITH_ALLTOALL,
	RG_WITH_PHASES("schedule"),
	RG_WITH_PHASES("messages"),
	{.given = "messages",
         .without = "json pairs loads size",
         .says = "--messages goes without --json, --pairs, --loads and --size"},
	{.says = NULL},
};

const struct rg_command rg_certify_command = {
	.name = "certify",
	.takes = "hosts order ranks-per-node rail seconds seed size strict loads pairs json "
		 "collective schedule messages",
	.names_one = true,
	.conditions = conditions,
	.file = RG_ONE_FILE,
	.run = certify,
};
