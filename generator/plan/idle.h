/* SPDX-License-Identifier: BSD-3-Clause
 * idle: what was asked for and cannot run.
 */
#ifndef RG_IDLE_H
#define RG_IDLE_H

#include "base/diag.h"
#include "engine/catalogue.h"

/* Are there collectives that are wanted by algorithms of which none `runs` ([RG_ROUTINES], see
 * struct rg_planning)? Nothing would be emitted of them. Each is reported, under the option by
 * which they were asked for, without dashes. */
bool rg_any_idle(const struct rg_wanted wanted[RG_ROUTINES], const char *asked_by,
                 const bool runs[RG_ROUTINES], struct rg_diag *d);

#endif
