/* SPDX-License-Identifier: BSD-3-Clause
 * certify: is a ring contention free on this cluster, or within its capacity? The loads are
 * recounted from routes, whoever made the ring. The load of a resource is the number of distinct
 * sender-receiver pairs whose routes take it. A pair sends at most as fast as the slowest link of
 * its route lets it; the demand on a link direction is what its pairs so send together, over its
 * bandwidth. If no demand is above 1 all pairs can have that speed at the same time, and nobody
 * waits for another.
 */
#ifndef RG_CERTIFY_H
#define RG_CERTIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "certify/assumptions.h"
#include "fabric/route.h"

enum rg_verdict {
	RG_IS_PROVED,          /* contention free: no load is above 1 */
	RG_IS_PROVED_ANY_WAY,  /* the same, whichever of its shortest ways each pair takes */
	RG_IS_WITHIN_CAPACITY, /* proved, too, but less: no demand is above 1 */
	RG_IS_REFUTED,
	RG_IS_UNKNOWN
};

/* In words: "proved contention free". */
extern const char *const rg_verdict_words[RG_IS_UNKNOWN + 1];

struct rg_pair {
	int from, to; /* positions in the ring, or ranks */
};

/* A pair whose way is not known, or one of several. */
struct rg_lost {
	struct rg_pair pair;
	struct rg_found found;
};

/* The certificate of a ring, or of other pairs that send at the same time. Arrays are indexed by
 * resource. */
struct rg_certificate {
	enum rg_verdict verdict;
	const struct rg_routes *routes;
	const struct rg_place *ring; /* [P], borrowed */
	int P;                       /* ranks */
	struct rg_pair *sent;        /* [pairs] of a ring its neighbours */
	int pairs;
	int root;                        /* the position of the root, for bounds: 0 */
	int machines;                    /* distinct machines among them */
	int *load;                       /* [resources] */
	int most;                        /* the highest load */
	int links_used, boundaries_used; /* resources with load > 0 */
	int overloaded;                  /* resources with load > 1 */
	int64_t *first; /* [overloaded + 1] the pairs on the k-th overloaded resource are */
	int *over;      /* [overloaded] which resource that is, the highest demand first */
	double *demand; /* [overloaded] on it; of a boundary, whose bandwidth is not known: its
	                   load */
	int beyond;     /* overloaded resources whose demand is above 1 */
	struct rg_pair *pair; /* pair[first[k]] ... pair[first[k + 1] - 1], in ring order */
	struct rg_lost *lost; /* [losts] in ring order; loads have what each of their ways takes */
	int losts, several;   /* of these so many have several ways: */
	struct rg_assumptions assumed;
	int *possible;      /* [resources] the pairs of which only some ways take it; NULL: none */
	int links_possible; /* link directions that any way of a pair takes */
	/* Several ranks on a machine whose inside the file does not describe, or where their cores
	 * are not known: what passes between them is outside the claim. */
	bool inside_unknown;
	bool cores_shared; /* more ranks on a machine than it has cores, or two ranks on a core */
	int shared;        /* a machine where that is so; else -1 */
};

/* Certify the ring ring[0] -> ring[1] -> ... -> ring[P - 1] -> ring[0] of P >= 1 ranks. Time and
 * memory linear in the lengths of the routes. Refuted: some resource has a demand above 1, which
 * one witness settles. A pair with several ways counts on the resources that all of them take, as
 * fast as the slowest link of any lets it. Else unknown, if ranks share a core of a described
 * inside, or if no way of a pair is known. Else, if some pairs have several ways, proved if these
 * are the shortest ones of a graph without tables and no resource is on ways of two pairs: then no
 * load is above 1 whichever way each pair takes, nor if it takes several at a time; else unknown.
 * (By tables each rail is a way, and which of them carry a message is the MPI library's choice
 * alone: nothing is claimed.) Else proved, the one or the other. */
struct rg_certificate *rg_certify(const struct rg_routes *routes, const struct rg_place *ring,
                                  int P);

/* The same of n distinct pairs of P ranks at place[P], which are copied. */
struct rg_certificate *rg_certify_pairs(const struct rg_routes *routes,
                                        const struct rg_place *place, int P,
                                        const struct rg_pair *pair, int n);
void rg_certificate_free(struct rg_certificate *c);

/* The overloaded resource with the highest demand, of several the first; -1: none is overloaded.
 * Its demand goes to *demand if that is given. */
int rg_certificate_worst(const struct rg_certificate *c, double *demand);

/* Is the demand on the k-th overloaded resource above 1? Bandwidths were read as decimals, so that
 * their sums are not exact. */
static inline bool rg_is_beyond(const struct rg_certificate *c, int k)
{
	return c->demand[k] > 1 + 1e-9;
}

/* The most pairs that a resource can have if all with several ways take one over it, and which:
 * *resource. */
int rg_certificate_at_worst(const struct rg_certificate *c, int *resource);

/* What the verdict rests on that nobody has told, as a phrase; NULL: nothing. */
const char *rg_certificate_assumes(const struct rg_certificate *c);

/* A user who asks for contention free takes within capacity as refuted. */
void rg_certificate_be_strict(struct rg_certificate *c);

/* How many of the overloaded resources are link directions. */
int rg_certificate_overloaded_links(const struct rg_certificate *c);

/* The cluster in a phrase, and what was found of the ring's links, if they matter: "2 machines, 1
 * switch, ring load 1 on 4 link directions". */
void rg_certificate_fact(const struct rg_certificate *c, bool ring, struct rg_text *out);

/* Why the verdict is unknown, as a phrase; only for such a verdict. */
void rg_certificate_doubt(const struct rg_certificate *c, struct rg_text *out);

#endif
