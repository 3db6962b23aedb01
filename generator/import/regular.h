/* SPDX-License-Identifier: BSD-3-Clause
 * regular: networks that are built, and routed, by a rule.
 */
#ifndef RG_REGULAR_H
#define RG_REGULAR_H

#include "fabric/topo.h"

enum rg_family {
	RG_FAMILY_SWITCH,    /* all machines at one */
	RG_FAMILY_FAT_TREE,  /* routed up by the receiver's number (d-mod-k), and down */
	RG_FAMILY_TORUS,     /* routed dimension by dimension, the shorter way around */
	RG_FAMILY_DRAGONFLY, /* routed minimally, from group to group by the first chassis */
	RG_FAMILIES
};

enum { RG_FAMILY_LEVELS = 16 };

struct rg_regular {
	enum rg_family family;
	const char *name;           /* of its switches their names begin so */
	const char *router;         /* the name of the only switch; NULL: from `name` */
	struct rg_link speed;       /* of each link */
	int n;                      /* levels of a fat tree, dimensions */
	int down[RG_FAMILY_LEVELS]; /* fat tree: children of a switch of level i + 1; torus: sizes
	                             */
	int up[RG_FAMILY_LEVELS];   /* fat tree: parents of what is below that level */
	int wide[RG_FAMILY_LEVELS]; /* fat tree: links from each of these to each parent; dragonfly:
	                             by how much a link is faster between groups, chassis, blades */
	int group, chassis, blade,
		node; /* dragonfly: how many there are of each in the one before */
	/* Set by rg_regular_build: */
	int first; /* vertex of the first switch */
	int hosts;
	const int *host; /* [hosts] vertices, borrowed */
};

/* So many machines it has by its numbers, 0: any number; -1: the numbers mean nothing, *why says
 * what is wrong. */
int rg_regular_machines(const struct rg_regular *g, const char **why);

/* Its switches and links, for machines host[], vertices of t, as many as it wants. */
void rg_regular_build(struct rg_regular *g, struct rg_topo *t, const int *host, int hosts);

/* The forwarding tables of its switches, once t is closed: t has no other machines. */
void rg_regular_tables(const struct rg_regular *g, struct rg_topo *t);

#endif
