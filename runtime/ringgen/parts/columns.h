/* SPDX-License-Identifier: BSD-3-Clause
 * Machines in columns: let k be the number of ranks on the machine that has the fewest. Column j
 * holds the j-th rank of every machine, in the order of the ring. The blocks of each machine are
 * dealt to the columns; each column carries its own around, from machine to machine, while inside
 * a machine all processes give to the columns, or get from them. So the k rings of the columns
 * together load each link as one ring of machines would that carries the whole vector: each byte
 * enters and leaves a machine once, however many ranks it has. Ranks beyond the k-th of a machine
 * only give and get.
 *
 * So it is with the runs of any level, say the machines on one switch, in place of machines: what
 * is said of a machine's link goes for the links between switches then.
 */
#pragma once
#include "ringgen/engine.h"

struct columns {
	int machines, machine; /* runs of the level: how many, the one of this process, */
	const int *first;      /* [machines + 1] where each one's ranks begin */
	int k;                 /* columns */
	bool whole;  /* each machine has k equal blocks of one vector; else each rank has a block */
	bool shared; /* inside machines it is done through windows, before and after: there are no
	                messages there. What a machine has of its column's blocks is added up and
	                stands at the beginning of scratch: see columns_before.h */
};

static inline struct columns columns_begin(const struct rg *r, bool whole, enum rg_level level)
{
	const struct rg_runs *runs = &r->places->level[level];
	return (struct columns){runs->n, r->run[level], runs->first, rg_fewest(r, level),
	                        whole,   false};
}

/* The processes on this machine. */
static inline struct rg_group columns_here(const struct rg *r, const struct columns *c)
{
	int first = c->first[c->machine];
	return (struct rg_group){c->first[c->machine + 1] - first, r->pos - first, NULL,
	                         r->order + first};
}

/* The processes in this column, which this process has to be in. */
static inline struct rg_group columns_own(const struct rg *r, const struct columns *c)
{
	return (struct rg_group){c->machines, c->machine, c->first,
	                         r->order + (r->pos - c->first[c->machine])};
}

/* The machine that is so many (of -machines ... machines) after this one, in the order of the ring.
 */
static inline int columns_machine(const struct columns *c, int after)
{
	return (c->machine + after % c->machines + c->machines) % c->machines;
}

/* How many blocks a machine has. Column j has number j of them, and each k-th after that. */
static inline int columns_blocks(const struct columns *c, int machine)
{
	machine = rg_within(machine, 0, c->machines);
	return c->whole ? c->k : c->first[machine + 1] - c->first[machine];
}

/* This lane's slice of block i of a machine, in buffer buf. */
static inline struct rg_span columns_block(const struct rg *r, const struct columns *c, int buf,
                                           int machine, int i)
{
	int64_t parts = (int64_t)c->k * c->machines, part = (int64_t)machine * c->k + i;
	int64_t quot = r->n / parts, rest = r->n % parts;

	if (!c->whole)
		return rg_block(r, buf, c->first[rg_within(machine, 0, c->machines)] + i);
	return rg_slice(r, buf, part * quot + (part < rest ? part : rest), quot + (part < rest));
}
