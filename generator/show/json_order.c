/* SPDX-License-Identifier: BSD-3-Clause
 * json_order: the order of a job's machines as JSON.
 */
#include "show/json_order.h"

#include "show/json.h"

void rg_json_order(const struct rg_topo *t, char *const *called, const int *machines, int n,
                   const int *first, struct rg_text *out)
{
	json_object *all = rg_json_new("order", t), *order;
	rg_json_whole(all, "ranks", first[n]);
	rg_json_whole(all, "machines", n);
	order = rg_json_array(all, "order");
	for (int i = 0; i < n; i++) {
		json_object *o = rg_json_object(order, NULL);
		rg_json_text(o, "host", t->vertex[t->machine[machines[i]]].name);
		if (called && called[machines[i]])
			rg_json_text(o, "called", called[machines[i]]);
		rg_json_whole(o, "first_rank", first[i]);
		rg_json_whole(o, "ranks", first[i + 1] - first[i]);
	}
	rg_json_print(all, out);
}
