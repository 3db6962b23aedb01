/* SPDX-License-Identifier: BSD-3-Clause
 * The ranks that have come to a barrier.
 *
 * Each rank has a table, and writes down in it which call it came to; several calls have one place.
 * Numbers in it only rise: a later call hides an earlier one, which is then not checked, but
 * nothing is found that is not there.
 */
#include "gate.h"

#include "report.h"
#include "rows.h"

#include <stdatomic.h>

enum { PLACES = 1024, ROUND_BITS = 16 };

static _Atomic uint64_t *tables;
static MPI_Win window;

void gate_begin(void)
{
	MPI_Aint size = PLACES * (MPI_Aint)sizeof *tables;
	_Atomic uint64_t *mine;
	int unit;

	if (PMPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &window))
		die("the ranks share no memory");
	for (int i = 0; i < PLACES; i++)
		atomic_init(&mine[i], 0);
	PMPI_Win_shared_query(window, 0, &size, &unit, &tables);
	PMPI_Barrier(MPI_COMM_WORLD);
}

void gate_end(void)
{
	PMPI_Win_free(&window);
}

int *gate_peers(const struct call *c)
{
	int *own = get((size_t)c->P * sizeof *own), *peers = get((size_t)c->P * sizeof *peers);
	MPI_Group group, world;

	for (int i = 0; i < c->P; i++)
		own[i] = i;
	if (c->inter)
		MPI_Comm_remote_group(c->comm, &group);
	else
		MPI_Comm_group(c->comm, &group);
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_translate_ranks(group, c->P, own, world, peers);
	MPI_Group_free(&world);
	MPI_Group_free(&group);
	free(own);
	return peers;
}

static uint64_t number(const struct call *c)
{
	return (c->step + 1) << ROUND_BITS | (uint64_t)c->round;
}

static _Atomic uint64_t *place(const struct call *c, int world_rank)
{
	return &tables[world_rank * PLACES + (int)((c->seed * 31 + c->step) % PLACES)];
}

void gate_enter(const struct call *c)
{
	uint64_t mine = number(c), there;
	int rank;

	if (!row_is_barrier(c->row))
		return;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	there = atomic_load(place(c, rank));
	while (there < mine && !atomic_compare_exchange_weak(place(c, rank), &there, mine))
		;
}

void gate_check(const struct call *c)
{
	char text[DOING];

	for (int i = 0; row_is_barrier(c->row) && i < c->P; i++) {
		if (atomic_load(place(c, c->peers[i])) >= number(c))
			continue;
		call_describe(c, text, sizeof text);
		report_failure("%s: it is over before rank %d of the world has come", text,
		               c->peers[i]);
	}
}
