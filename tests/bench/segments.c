/* SPDX-License-Identifier: BSD-3-Clause
 * segments FILE MACHINES RANKS MODEL OPS BYTES...: what each variant that serves the collectives of
 * OPS (as `ringgen plan --ops` has them) is predicted to take in segments of each length, with so
 * many ranks on each of the first machines of the topology file (0: all), by that model. Lines of
 * CSV: what `ringgen plan` tells of the best length only. Segment 0 is the whole vector. Who takes
 * no segments has one line, with the slice that is best for it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "certify/bound.h"
#include "certify/certify.h"
#include "fabric/check.h"
#include "import/topology_file.h"
#include "plan/contest.h"

struct page {
	const struct rg_certificate *certificate;
	struct rg_contest *contest;
	int ranks;
};

static void print_row(const struct page *p, int i, double bytes, int64_t segment, double seconds)
{
	enum rg_collective which = rg_contest_collective(p->contest);
	char name[128];

	printf("%s,%s,%d,%.0f,%lld,%.9g,%.9g\n", rg_collectives[which].name,
	       rg_variant_name(rg_contest_variant(p->contest, i), name, sizeof name), p->ranks,
	       bytes, (long long)segment, seconds,
	       rg_certificate_bound(p->certificate, which, (int64_t)bytes).bound);
}

static void print_variant(const struct page *p, int i, double bytes)
{
	struct rg_candidate *k = rg_contest_candidate(p->contest, i);

	if (!rg_contest_variant(p->contest, i)->routine->algorithm->segments) {
		struct rg_prediction best = rg_contest_ask(p->contest, i, 0, bytes);
		print_row(p, i, bytes, best.slice, best.seconds);
		return;
	}
	print_row(p, i, bytes, 0, rg_candidate_time_in(k, bytes, 0));
	for (int64_t segment = 1 << 10; (double)segment < bytes; segment *= 2)
		if (bytes / (double)segment <= RG_SEGMENTS_MOST)
			print_row(p, i, bytes, segment, rg_candidate_time_in(k, bytes, segment));
}

static void print_collectives(struct page *p, const struct rg_scenario *g,
                              const struct rg_wanted wanted[RG_ROUTINES], char **sizes)
{
	puts("collective,algorithm,ranks,bytes,segment,seconds,bound");
	for (int c = 0; c < RG_COLLECTIVES; c++) {
		p->contest = rg_contest_new((enum rg_collective)c, false, wanted, g);
		for (char **size = sizes; *size; size++)
			for (int i = 0; i < rg_contest_candidates(p->contest); i++)
				print_variant(p, i, strtod(*size, NULL));
		rg_contest_free(p->contest);
	}
}

static int complain(const char *what)
{
	fprintf(stderr, "segments: %s\n", what);
	return RG_USAGE;
}

static int print_all(const struct rg_topo *t, char **argv)
{
	struct rg_wanted wanted[RG_ROUTINES];
	struct rg_scenario g = {.model = rg_model_usual};
	char *wrong = rg_model_parse(argv[4], &g.model);
	int n = atoi(argv[2]), each = atoi(argv[3]), *dfs = rg_order(t);

	if (wrong || (wrong = rg_catalogue_ops(argv[5], true, wanted)))
		return complain(wrong);
	n = n > 0 && n < t->machines ? n : t->machines;
	struct rg_placement *placement = rg_placement_new(t, dfs, dfs, n, each);
	struct rg_routes *routes = rg_routes_new(t);
	g.routes = routes;
	g.placement = placement;
	g.windows = each > 1;
	rg_model_settle(&g.model, t, placement->machine, placement->machines);
	struct rg_certificate *c = rg_certify(routes, placement->ring, n * each);
	struct page p = {.certificate = c, .ranks = n * each};
	print_collectives(&p, &g, wanted, argv + 6);
	rg_certificate_free(c);
	rg_routes_free(routes);
	rg_placement_free(placement);
	rg_wanted_free(wanted);
	free(dfs);
	return RG_OK;
}

int main(int argc, char **argv)
{
	struct rg_diag d = {0};

	if (argc < 7 || atoi(argv[3]) < 1)
		return complain("FILE MACHINES RANKS MODEL OPS BYTES...");
	struct rg_topo *t = rg_read(argv[1], RG_GIVEN, &d);
	if (!t || rg_check_tree(t, &d) < 0)
		return RG_INVALID;
	int status = print_all(t, argv);
	rg_topo_free(t);
	return status;
}
