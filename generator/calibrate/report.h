/* SPDX-License-Identifier: BSD-3-Clause
 * report: what was measured, in words.
 */
#ifndef RG_CALIBRATION_REPORT_H
#define RG_CALIBRATION_REPORT_H

#include "base/text.h"
#include "calibrate/estimate.h"
#include "fabric/topo.h"

/* What was measured of a topology. */
struct rg_calibration {
	struct rg_topo *t;
	struct rg_measured m;
	struct rg_estimate *e; /* [t->links] */
};

/* A table of the links that were measured, and lines of what else was. */
void rg_calibration_print(const struct rg_calibration *c, struct rg_text *out);

/* Warnings: links that behave as of another duplex, were not the limit, or were not measured. */
void rg_calibration_warn(const struct rg_calibration *c);

#endif
