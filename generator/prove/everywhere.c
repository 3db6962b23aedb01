/* SPDX-License-Identifier: BSD-3-Clause
 * everywhere: the proof of an algorithm for any cluster.
 */
#include "prove/everywhere.h"

#include <stdio.h>
#include <string.h>

/* All small numbers; then what a rule for small ones could miss: a power of two with its
 * neighbours, a prime, a product of many factors, another power of two, and a number so large that
 * less is played of it (RG_PROVE_WIDE). More cost seconds of every build. */
static const int alone[] = {31, 32, 33, 37, 48, 64, 257};
enum { ALL_UP_TO = 24, ALONE = sizeof alone / sizeof *alone };

static bool play(const struct rg_variant *variant, int P, struct rg_proof *proof)
{
	rg_proof_free(proof);
	*proof = (struct rg_proof){0};
	rg_prove_with(variant->routine, variant->parameters, P, NULL, proof);
	return proof->proved;
}

void rg_play_everywhere(const struct rg_variant *variant, struct rg_proof *proof)
{
	for (int P = 1; P <= ALL_UP_TO; P++)
		if (!play(variant, P, proof))
			return;
	for (int i = 0; i < ALONE; i++)
		if (!play(variant, alone[i], proof))
			return;
}

/* The finding of the build, or NULL. A routine does not know which collective of its family is
 * played: the finding is of the collective whose games are all there are. */
static const struct rg_finding *find(const struct rg_variant *variant)
{
	const struct rg_finding *f = rg_findings;
	while (f->template && (strcmp(f->template, variant->routine->template) != 0 ||
	                       !rg_same_parameters(f->parameters, variant->parameters)))
		f++;
	return f->template ? f : NULL;
}

bool rg_proved_everywhere(const struct rg_variant *variant, char *reason, size_t room)
{
	const struct rg_finding *f = find(variant);
	if (f) {
		snprintf(reason, room, "%s", f->reason ? f->reason : "");
		return !f->reason;
	}
	struct rg_proof proof = {0};
	rg_play_everywhere(variant, &proof);
	bool proved = proof.proved;
	snprintf(reason, room, "%s", proof.reason);
	rg_proof_free(&proof);
	return proved;
}
