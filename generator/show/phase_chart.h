/* SPDX-License-Identifier: BSD-3-Clause
 * phase_chart: the highest load of a link direction in each phase of an all-to-all, as SVG.
 */
#ifndef RG_PHASE_CHART_H
#define RG_PHASE_CHART_H

#include "certify/phased.h"
#include "show/colours.h"

/* Under the name of the topology and the verdict. `by` is how the phases were made. The same
 * certificate gives the same bytes. */
void rg_phase_chart(const struct rg_phased_certificate *c, const char *by,
                    const struct rg_colours *colours, struct rg_text *svg);

#endif
