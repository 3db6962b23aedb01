/* SPDX-License-Identifier: BSD-3-Clause
 * json_certify: a certificate as JSON.
 */
#ifndef RG_JSON_CERTIFY_H
#define RG_JSON_CERTIFY_H

#include "show/certificate.h"
#include "show/json.h"

/* The words of verdicts, by enum rg_verdict, and what is claimed with them, NULL: nothing. */
extern const char *const rg_json_verdicts[], *const rg_json_claims[];

/* Put the k-th overloaded resource of c into a list, with at most so many pairs (0: all). */
void rg_json_overloaded(json_object *list, const struct rg_certificate *c, int k, int most_pairs);

/* What rg_certificate_print tells of c, added to out as `ringgen-json(5)` has it. */
void rg_json_certify(const struct rg_certificate *c, const struct rg_report_options *o,
                     struct rg_text *out);

/* Of an order that names what t does not have: the verdict is unknown, and `reason` says why. */
void rg_json_certify_unknown(const struct rg_topo *t, const char *reason, struct rg_text *out);

#endif
