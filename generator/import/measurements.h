/* SPDX-License-Identifier: BSD-3-Clause
 * measurements: what ringbench measured between the machines of a topology, from its CSV file.
 */
#ifndef RG_MEASUREMENTS_H
#define RG_MEASUREMENTS_H

#include "base/diag.h"
#include "fabric/topo.h"

/* Rates in bytes per second, of one direction; both_ways while the other one is used, too. 0: not
 * measured. */
struct rg_measured_pair {
	int a, b;       /* machines, not the same */
	double latency; /* seconds, one way */
	double one_way, both_ways;
};

/* Pairs across a link, measured at once: the first `pairs` of link_pairs.h. */
struct rg_measured_cut {
	int link, pairs;
	double one_way, both_ways; /* of all pairs together */
};

struct rg_measured {                    /* zero it to begin */
	double told[RG_TOLDS];          /* of messages and memory; 0: not measured */
	struct rg_combining *combining; /* [combinings] of others than int:sum */
	int combinings;
	size_t combining_cap;
	struct rg_measured_pair *pair; /* [pairs] in the order of the file */
	struct rg_measured_cut *cut;   /* [cuts] */
	int pairs, cuts;
	size_t pair_cap, cut_cap;
};

/* Read a file whose first line is
 *   kind,label,a,b,pairs,latency_us,one_way_MBps,both_ways_MBps
 * and whose others are a pair of hosts (kind pair), a link (kind cut; its label as rg_survey prints
 * it) with the first pair across it, or what messages and memory take (the kinds of rg_tellings: a
 * time has latency_us alone, a rate one_way_MBps, a size the label; the label of `combine` is the
 * TYPE:OPERATION). Decimal numbers; those of a cut's latency and of both_ways may be empty or 0.
 * Pairs within a machine say nothing of links and are left out. "-" is standard input. Returns 0,
 * or -1 after reporting errors by line: hosts and links that `t` does not have, numbers that are
 * none, no pair at all. Free m in any case. */
int rg_measured_read(struct rg_measured *m, const struct rg_topo *t, const char *path,
                     struct rg_diag *d);
void rg_measured_free(struct rg_measured *m);

#endif
