/* SPDX-License-Identifier: BSD-3-Clause
 * prove_row: what is proved of one way and number of ranks.
 */
#include "cli/prove_row.h"

#include <stdio.h>

#include "base/progress.h"
#include "prove/cases.h"
#include "prove/loads.h"

bool rg_prove_row(const struct rg_way *w, int P, const struct rg_job *s, bool thorough, int *loads)
{
	struct rg_proof proof = {0};
	const struct rg_placement *placement = s->placement;
	char name[128];
	rg_way_name(w, name, sizeof name);
	rg_show_progress("playing %s by %s on %d ranks", w->routine->name, name, P);
	rg_prove_with(w->routine, w->parameters, P, placement, &proof);
	if (thorough)
		rg_prove_shares_with(w->routine, w->parameters, P, placement, &proof);
	rg_progress_clear();
	printf("%-21s %-18s %6d %10lld %6d %8lld ", w->routine->name, name, P,
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
