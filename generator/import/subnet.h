/* SPDX-License-Identifier: BSD-3-Clause
 * subnet: an InfiniBand subnet as it was read: stations, the cables between their ports, forwarding
 * tables. subnet_topology.h makes a topology of it.
 */
#ifndef RG_SUBNET_H
#define RG_SUBNET_H

#include <stdint.h>

#include "base/diag.h"
#include "fabric/topo.h"
#include "ringgen/slots.h"

enum { RG_LIDS = 1 << 16 }; /* that there can be */

/* A station has a GUID: it is a switch, or a port of a host. */
struct rg_station {
	bool is_switch;
	uint64_t guid;
	uint64_t adapter; /* of a host: the GUID of the adapter whose port this is; 0: not said */
	int lid, line;
	char *description;
	int number;     /* of a host: which port of its adapter */
	int vertex;     /* once there is one; -1: it is left out */
	int turn;       /* where it stands among the switches, or the ports of hosts, by name */
	int port;       /* which link of its vertex, from 1 on; of a host: the rail. 0: none */
	int entries;    /* of a switch, in its table; -1: there is none */
	uint16_t *lids; /* [entries] */
	uint8_t *out;   /* [entries] the port */
	size_t lid_cap, out_cap;
};

struct rg_cable {
	int a, b; /* stations */
	int port_a, port_b;
	double bandwidth; /* 0: it is not known */
	int turn;         /* of the port of a host that has several; else -1 */
	int line;
};

struct rg_subnet {                  /* zero it to begin */
	int line;                   /* of what is said now */
	struct rg_station *station; /* [stations] */
	int stations;
	struct rg_slots number; /* of a station by its GUID */
	size_t station_cap;
	struct rg_cable *cable; /* [cables] */
	int cables;
	int joining; /* of them, that lead from one station to another */
	size_t cable_cap;
	int failures;        /* lines in which a tool says that it failed */
	int loops;           /* cables from a switch or host to itself */
	int renamed;         /* names with characters that no host has, which become _ */
	int unknown, others; /* cables whose speed is not known; what is neither host nor switch */
	int nameless, alike; /* ports whose description names no host; hosts that are called so as
	                        others */
	int lmc;             /* ports have up to 2^lmc lids */
	int apart, twice;    /* tables of switches without a cable; lids of two ports */
	int tables, applied; /* tables that were read, and entries of them that lead to a host */
};

/* The station with that GUID, new or known; what is said of it for the first time is kept (lid 0,
 * description NULL: nothing). */
int rg_subnet_station(struct rg_subnet *f, bool is_switch, uint64_t guid, int lid,
                      const char *description);

/* The same of a port of that adapter (0: not said). */
int rg_subnet_port(struct rg_subnet *f, uint64_t adapter, uint64_t guid, int lid,
                   const char *description);

/* A cable; both ends may tell of it, the slower one counts. bandwidth 0: it is not known. */
void rg_subnet_cable(struct rg_subnet *f, int a, int port_a, int b, int port_b, double bandwidth);

void rg_subnet_free(struct rg_subnet *f);

#endif
