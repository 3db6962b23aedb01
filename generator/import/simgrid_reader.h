/* SPDX-License-Identifier: BSD-3-Clause
 * simgrid_reader: what is known of a platform file while it is read, and how its attributes are.
 */
#ifndef RG_SIMGRID_READER_H
#define RG_SIMGRID_READER_H

#include "base/diag.h"
#include "fabric/topo.h"
#include "import/regular.h"
#include "import/xml.h"

/* More hosts are refused. */
enum { RG_SIMGRID_HOSTS_MOST = 1 << 18 };

/* A <link>, and the two vertices that a route of it alone joins. */
struct rg_simgrid_wire {
	const xmlNode *element;
	struct rg_link speed;
	int a, b;   /* -1: no route of one hop has it */
	bool fat;   /* messages do not share it */
	bool loop;  /* it is a host's way to itself */
	bool twice; /* routes of other vertices have it, too: said */
	bool both;  /* some route takes it from b to a, or is symmetrical */
	bool other; /* it is the way back of another one, which stands for both */
	bool used;  /* a route of several links has it */
};

struct rg_simgrid {
	struct rg_topo *t;
	struct rg_diag *d;
	const char *file;
	struct rg_simgrid_wire *wire; /* [wires] */
	int wires;
	size_t wire_cap;
	struct rg_regular cluster; /* the last one, */
	int *host;                 /* its hosts, */
	int clusters;              /* and how many there are */
	int alone;                 /* hosts that are in no cluster */
	int longer;                /* routes of several links */
	bool gaps;                 /* hosts or links are missing, after an error */
};

/* The attribute is an error, for that reason. */
void rg_simgrid_refuse(struct rg_simgrid *r, const xmlNode *e, const char *name, const char *wrong);

/* The attribute, or what it is usually. */
const char *rg_simgrid_text(const xmlNode *e, const char *name, const char *usual);

/* Bandwidth and latency of a link, by the attributes of these names. */
void rg_simgrid_speed(struct rg_simgrid *r, const xmlNode *e, const char *bandwidth,
                      const char *latency, struct rg_link *link);

/* Full duplex unless the policy says that both directions share. True: nothing shares at all. */
bool rg_simgrid_policy(const xmlNode *e, const char *usual, struct rg_link *link);

/* A vertex of that name, which is checked. Returns its number. */
int rg_simgrid_vertex(struct rg_simgrid *r, const xmlNode *e, enum rg_kind kind, const char *name);

#endif
