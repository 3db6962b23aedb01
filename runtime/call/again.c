/* SPDX-License-Identifier: BSD-3-Clause
 * A call that is like an earlier one.
 */
#include "call/again.h"
#include "call/summary.h"
#include "call/where.h"

bool rg_again(const struct rg_call *k, struct rg_context *x, int *err)
{
	struct rg_ready *ready = x && !x->check && !x->tuning ? rg_find_ready(k, x) : NULL;

	if (!ready || (rg_has_data(k->which) && rg_where_matters(x)) || rg_ready_is_due(ready))
		return false;
	*err = rg_perform_ready(ready, k, x);
	if (k->began > 0 && !*err)
		rg_summary_again(k, x, ready);
	return true;
}
