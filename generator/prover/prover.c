/* SPDX-License-Identifier: BSD-3-Clause
 * prover: plays an algorithm for any cluster while ringgen is built, and prints what it found.
 *
 * prover FAMILY/NAME.c: rows of rg_findings for that template, one for each text of parameters that
 * the planner tries. A refuted algorithm is told on stderr, too; the command will not emit it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/everywhere.h"

/* A C string, or NULL. */
static void print_string(const char *s)
{
	if (!s) {
		printf("NULL");
		return;
	}
	putchar('"');
	for (; *s; s++)
		printf(*s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
	putchar('"');
}

static void print_finding(const struct rg_variant *variant)
{
	struct rg_proof proof = {0};
	rg_play_everywhere(variant, &proof);
	const char *reason = proof.proved ? NULL : proof.reason;
	if (reason)
		fprintf(stderr, "templates/%s:1: warning: refuted: %s\n",
		        variant->routine->template, reason);
	printf("\t{");
	print_string(variant->routine->template);
	printf(", ");
	print_string(variant->parameters);
	printf(", ");
	print_string(reason);
	printf("},\n");
	rg_proof_free(&proof);
}

/* The routine that has this template, for the collective of its family that has the most games. */
static const struct rg_routine *find(const char *template)
{
	for (int i = 0; i < RG_ROUTINES; i++) {
		const struct rg_routine *r = &rg_routines[i];
		if (strcmp(r->template, template) == 0 &&
		    rg_prove_widest(r->collective, r->algorithm) == r->collective)
			return r;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	const struct rg_routine *r = argc == 2 ? find(argv[1]) : NULL;
	if (!r) {
		fprintf(stderr,
		        "prover: error: one template is to be named, as allreduce/ring.c\n");
		return 1;
	}
	struct rg_wanted wanted[RG_ROUTINES];
	rg_wanted_all(wanted);
	const struct rg_wanted *w = &wanted[r - rg_routines];
	for (int i = 0; i < w->n; i++)
		print_finding(&(struct rg_variant){r, w->parameters[i]});
	rg_wanted_free(wanted);
	return fflush(stdout) ? 1 : 0;
}
