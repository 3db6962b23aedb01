/* SPDX-License-Identifier: BSD-3-Clause
 * reading: what is known of a topology file while it is read: mistakes, and what follows from them.
 */
#ifndef RG_READING_H
#define RG_READING_H

#include "base/diag.h"
#include "base/text.h"
#include "fabric/topo.h"
#include "import/insides.h"
#include "import/xml.h"

/* A <link> whose ends are looked up when all vertices are known. */
struct rg_pending_link {
	const xmlNode *element;
	int link;
};

struct rg_reading {
	struct rg_topo *t;
	struct rg_diag *d;
	struct rg_link defaults;
	struct rg_insides insides;
	struct rg_pending_link *pending;
	size_t pendings, pending_cap;
	int names, boundaries; /* so far, against the limits */
	bool full;             /* one of these was reached, and that was reported */
	/* After a mistake that leaves a vertex or link out the others are still sought, but not
	 * what follows from it. */
	bool lost;             /* something is left out */
	struct rg_text doubts; /* what it may be called, each name with a NUL behind it */
};

/* The attribute is an error, for that reason. */
void rg_reading_refuse(const struct rg_reading *r, const xmlNode *e, const char *name,
                       const char *value, const char *wrong);

/* Something is left out that may be called so; NULL: it says nothing of that. */
void rg_reading_doubt(struct rg_reading *r, const char *name);

/* The element's vertices are left out: any of its attributes may be their name, misspelt. */
void rg_reading_doubt_all(struct rg_reading *r, const xmlNode *e);

/* May it be the name of what is left out, or be in a range that is? */
bool rg_reading_doubtful(const struct rg_reading *r, const char *name);

/* The speed that e gives to its link; the rest is as in <defaults>. */
struct rg_link rg_reading_speed(const struct rg_reading *r, const xmlNode *e);

#endif
