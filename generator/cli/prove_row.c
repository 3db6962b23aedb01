/* SPDX-License-Identifier: BSD-3-Clause
 * prove_row: what is proved of one variant among so many ranks.
 */
#include "cli/prove_row.h"

#include <stdio.h>

#include "base/progress.h"
#include "prove/cases.h"
#include "prove/loads.h"

bool rg_prove_row(const struct rg_variant *v, int P, const struct rg_job *s, bool thorough,
                  int *loads)
{
	struct rg_proof proof = {0};
	const struct rg_placement *placement = s->placement;
	char name[128];
	rg_variant_name(v, name, sizeof name);
	rg_show_progress("playing %s by %s on %d ranks", v->routine->name, name, P);
	rg_prove_with(v->routine, v->parameters, P, placement, &proof);
	if (thorough)
		rg_prove_shares_with(v->routine, v->parameters, P, placement, &proof);
	rg_progress_clear();
	printf("%-21s %-18s %6d %10lld %6d %8lld ", v->routine->name, name, P,
	       (long long)proof.messages, proof.waits, (long long)proof.scratch);
	if (placement)
		printf("%6d ", rg_proof_loads(&proof, s->routes, placement->place, loads));
	else
		printf("%6s ", "-");
	printf("%-6s %s%s%s\n", proof.rank_order ? "yes" : "no",
	       proof.proved ? "proved" : "refuted", proof.proved ? "" : ": ", proof.reason);
	bool proved = proof.proved;
	rg_proof_free(&proof);
	return proved;
}
