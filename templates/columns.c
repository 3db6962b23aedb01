/* Machines in columns: let k be the number of ranks on the machine that has the fewest. Column j
 * holds the j-th rank of every machine, in the order of the ring. The blocks of each machine are
 * dealt to the columns; each column carries its own around, from machine to machine, while inside
 * a machine all processes give to the columns, or get from them. So the k rings of the columns
 * together load each link as one ring of machines would that carries the whole vector: each byte
 * enters and leaves a machine once, however many ranks it has. Ranks beyond the k-th of a machine
 * only give and get.
 */
#pragma once
#include "ringgen.h"

struct columns {
	int k;
	bool whole; /* each machine has k equal blocks of one vector; else each rank has a block */
};

/* The machine that is so many (of -nodes ... nodes) after this one, in the order of the ring. */
static int columns_machine(const struct rg *r, int after)
{
	return (r->node + after % r->nodes + r->nodes) % r->nodes;
}

/* How many blocks a machine has. Column j has number j of them, and each k-th after that. */
static int columns_blocks(const struct rg *r, const struct columns *c, int machine)
{
	return c->whole ? c->k : r->first[machine + 1] - r->first[machine];
}

/* This lane's slice of block i of a machine, in buffer buf. */
static struct rg_span columns_block(const struct rg *r, const struct columns *c, int buf,
                                    int machine, int i)
{
	int64_t parts = (int64_t)c->k * r->nodes, part = (int64_t)machine * c->k + i;
	int64_t quot = r->n / parts, rest = r->n % parts;

	if (!c->whole)
		return rg_block(r, buf, r->first[machine] + i);
	return rg_slice(r, buf, part * quot + (part < rest ? part : rest), quot + (part < rest));
}
