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

/* Parts of it, for the report of several certificates: the overloaded resources, `when` behind the
 * head; what is assumed of the ways, if anything is. */
void rg_certificate_print_overloaded(const struct rg_certificate *c, const char *when,
                                     int most_pairs, struct rg_text *out);
void rg_assumptions_print(const struct rg_assumptions *a, struct rg_text *out);

/* What else the report tells, for other forms of it. Is the load of resource i among all loads? A
 * half-duplex link has one resource, and a boundary that is not used is no news. */
bool rg_certificate_tells(const struct rg_certificate *c, int i);

/* How many machines of the ring have an inside that the file does not describe; how many links that
 * are used are half duplex. */
int rg_certificate_undescribed(const struct rg_certificate *c);
int rg_certificate_half(const struct rg_certificate *c);

#endif
