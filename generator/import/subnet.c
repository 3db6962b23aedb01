/* SPDX-License-Identifier: BSD-3-Clause
 * subnet: an InfiniBand subnet as it was read.
 *
 * Switches are known by their GUID, hosts by the GUID of the port; tables know ports by their lid.
 */
#include "import/subnet.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/mix.h"

/* ---- Stations */

static bool is_same(const void *of, size_t i, const void *station)
{
	const struct rg_station *a = (const struct rg_station *)of + i, *b = station;
	return a->guid == b->guid && a->is_switch == b->is_switch;
}

static uint64_t hash_of(const void *of, size_t i)
{
	const struct rg_station *s = (const struct rg_station *)of + i;
	return rg_mix(s->guid, s->is_switch);
}

int rg_subnet_station(struct rg_subnet *f, bool is_switch, uint64_t guid, int lid,
                      const char *description)
{
	const struct rg_station new = {
		.is_switch = is_switch, .guid = guid, .line = f->line, .vertex = -1, .entries = -1};
	rg_slots_reserve(&f->number, (size_t)f->stations, rg_alloc, hash_of, f->station);
	uint32_t *slot = rg_slots_find(&f->number, hash_of(&new, 0), is_same, f->station, &new);
	if (!*slot) {
		f->station = rg_grow(f->station, (size_t)f->stations, &f->station_cap,
		                     sizeof *f->station);
		f->station[f->stations] = new;
		*slot = (uint32_t)++f->stations;
	}
	struct rg_station *s = &f->station[*slot - 1];
	s->lid = s->lid ? s->lid : lid;
	if (!s->description && description && *description)
		s->description = rg_strdup(description);
	return (int)*slot - 1;
}

int rg_subnet_port(struct rg_subnet *f, uint64_t adapter, uint64_t guid, int lid,
                   const char *description)
{
	int i = rg_subnet_station(f, false, guid, lid, description);
	if (adapter)
		f->station[i].adapter = adapter;
	return i;
}

/* ---- Cables */

void rg_subnet_cable(struct rg_subnet *f, int a, int port_a, int b, int port_b, double bandwidth)
{
	f->cable = rg_grow(f->cable, (size_t)f->cables, &f->cable_cap, sizeof *f->cable);
	bool first = a < b || (a == b && port_a <= port_b);
	f->cable[f->cables++] = (struct rg_cable){.a = first ? a : b,
	                                          .b = first ? b : a,
	                                          .port_a = first ? port_a : port_b,
	                                          .port_b = first ? port_b : port_a,
	                                          .bandwidth = bandwidth,
	                                          .turn = -1,
	                                          .line = f->line};
	f->joining += a != b;
	f->station[a].number = port_a;
	f->station[b].number = port_b;
}

void rg_subnet_free(struct rg_subnet *f)
{
	for (int i = 0; i < f->stations; i++) {
		free(f->station[i].description);
		free(f->station[i].lids);
		free(f->station[i].out);
	}
	free(f->station);
	free(f->number.slot);
	free(f->cable);
}
