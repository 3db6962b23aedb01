/* SPDX-License-Identifier: BSD-3-Clause
 * certificate: a certificate in words.
 */
#ifndef RG_CERTIFICATE_H
#define RG_CERTIFICATE_H

#include "base/text.h"
#include "certify/bound.h"

/* The report of `ringgen certify`: verdict; loads, all or only a summary; each overloaded resource
 * with its colliding pairs, at most `most_pairs` of each (0: all); bound, ring, efficiency for
 * `bytes`; what lies outside the claim. */
struct rg_report_options {
	int64_t bytes;
	int most_pairs;
	bool all_loads;
};
void rg_certificate_print(const struct rg_certificate *c, const struct rg_report_options *o,
                          struct rg_text *out);

#endif
