/* SPDX-License-Identifier: BSD-3-Clause
 * phased_text: the certificate of an all-to-all in words.
 */
#ifndef RG_PHASED_TEXT_H
#define RG_PHASED_TEXT_H

#include "certify/phased.h"
#include "show/certificate.h"

/* What is told: the phases that are certified, and beside them what MPI libraries do. */
struct rg_phased_report {
	const struct rg_phased_certificate *c;
	const char *by;                            /* the way in which its phases were made */
	const struct rg_phased_certificate *usual; /* pairwise, in the order of the ranks */
	struct rg_report_options o;                /* bytes: of all blocks of a rank */
};

/* Seconds of such phases, for a vector of so many bytes; NAN: not all ways are known. */
double rg_phased_seconds(const struct rg_phased_certificate *c, int64_t bytes);

/* The report of `ringgen certify --collective alltoall`: verdict; of the busiest phase the
 * resources that are overloaded, with their pairs; loads by phase; bound, time, efficiency; what
 * MPI libraries do; what lies outside the claim. */
void rg_phased_print(const struct rg_phased_report *r, struct rg_text *out);

#endif
