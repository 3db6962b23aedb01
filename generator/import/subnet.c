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

static size_t slot_of(const struct rg_subnet *f, bool is_switch, uint64_t guid)
{
	size_t i = rg_mix(guid, is_switch) & (f->slots - 1);
	while (f->slot[i] && (f->station[f->slot[i] - 1].guid != guid ||
	                      f->station[f->slot[i] - 1].is_switch != is_switch))
		i = (i + 1) & (f->slots - 1);
	return i;
}

static void grow_slots(struct rg_subnet *f)
{
	if (2 * ((size_t)f->stations + 1) <= f->slots)
		return;
	f->slots = f->slots ? 2 * f->slots : 64;
	free(f->slot);
	f->slot = rg_alloc(f->slots, sizeof *f->slot);
	for (int i = 0; i < f->stations; i++)
		f->slot[slot_of(f, f->station[i].is_switch, f->station[i].guid)] = i + 1;
}

int rg_subnet_station(struct rg_subnet *f, bool is_switch, uint64_t guid, int lid,
                      const char *description)
{
	grow_slots(f);
	size_t at = slot_of(f, is_switch, guid);
	if (!f->slot[at]) {
		f->station = rg_grow(f->station, (size_t)f->stations, &f->station_cap,
		                     sizeof *f->station);
		f->station[f->stations] = (struct rg_station){.is_switch = is_switch,
		                                              .guid = guid,
		                                              .line = f->line,
		                                              .vertex = -1,
		                                              .entries = -1};
		f->slot[at] = ++f->stations;
	}
	struct rg_station *s = &f->station[f->slot[at] - 1];
	s->lid = s->lid ? s->lid : lid;
	if (!s->description && description && *description)
		s->description = rg_strdup(description);
	return f->slot[at] - 1;
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
	free(f->slot);
	free(f->cable);
}
