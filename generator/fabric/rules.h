/* SPDX-License-Identifier: BSD-3-Clause
 * rules: which ways a rule allows in a graph without forwarding tables. A message is in a phase,
 * from 0 on; a link is allowed in some phases, and may lead to a later one. Therefore ways.c seeks
 * the shortest ways among pairs of a vertex and a phase.
 *
 * up-down: the switches have levels, the roots' is 0. A message goes towards the roots (phase 0),
 * then away from them (phase 1), and so no messages wait for each other in a cycle. Levels are the
 * positions, or, where there are none, links from the nearest root; roots are then the switches
 * that are farthest from all machines. If two switches have the same level, the one that is first
 * in the file is the upper one.
 *
 * dimension-order: positions are coordinates. A message goes along the first dimension, then along
 * the second, and so on; the phase is the dimension. In a torus, a mesh, a hypercube or a HyperX.
 *
 * dragonfly: the first number of a position is the group. A message goes from group to group once
 * at most; phase 1 is after that.
 *
 * spanning-tree: links are left out before (spanning.h); what is left allows all.
 */
#ifndef RG_RULES_H
#define RG_RULES_H

#include "base/diag.h"
#include "fabric/topo.h"

/* Read the words of routes="...": the name of a rule, and d-mod-k, or one of them. Returns what is
 * wrong with it, as a phrase, or NULL. rg_routing_words gives the words again, "" for what holds
 * where nothing is said. */
const char *rg_routing_read(const char *s, enum rg_rule *rule, bool *by_receiver);
extern const char rg_routing_list[]; /* of all words that there are */
const char *rg_routing_words(const struct rg_topo *t, char *buf, size_t n);

struct rg_allowed {
	const struct rg_topo *topo;
	int phases; /* at least 1 */
	int *of; /* [links] up-down: the upper end; dimension-order: the dimension, -1: a machine's
	            link; dragonfly: whether it joins groups; NULL: all links are alike */
};

/* The links that the rule of a checked graph allows. The graph is borrowed. Free what is in it with
 * rg_allowed_free. */
struct rg_allowed rg_allowed_new(const struct rg_topo *t);
void rg_allowed_free(struct rg_allowed *a);

/* The phase after a link that is taken from a vertex in a phase; -1: it must not be. */
int rg_allowed_after(const struct rg_allowed *a, int link, int from, int phase);

/* Report positions that the rule cannot read, unless there are tables. Returns 0, or -1 after
 * errors. */
int rg_rules_check(const struct rg_topo *t, struct rg_diag *d);

#endif
