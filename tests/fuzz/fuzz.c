/* SPDX-License-Identifier: BSD-3-Clause
 * A fuzzer of a reader (libFuzzer), which the environment variable FUZZED names. What is read and
 * sound is used as commands use it: ordered, certified, printed, and read again, which must give
 * the same text.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/diag.h"
#include "certify/certify.h"
#include "fabric/check.h"
#include "fabric/rail.h"
#include "import/hostfile.h"
#include "import/importers.h"
#include "import/measurements.h"
#include "import/topology_file.h"
#include "order/embed.h"
#include "order/order.h"
#include "show/svg.h"
#include "show/topology_text.h"

/* More than that takes the time of many small ones, and shows as much. */
enum { MACHINES = 200 };

static const char *path;   /* the file that readers read */
static const char *fuzzed; /* topology, hosts, measured, yaml, or an importer */

static void put(const void *data, size_t size)
{
	FILE *f = fopen(path, "w");
	if (!f || fwrite(data, 1, size, f) != size || fclose(f) != 0)
		abort();
}

static struct rg_topo *read_again(const struct rg_text *text)
{
	struct rg_diag d = {0};
	put(text->s, text->len);
	struct rg_topo *t = rg_read(path, RG_GIVEN, &d);
	if (!t || rg_check_graph(t, &d) < 0)
		abort(); /* what we print we read */
	return t;
}

/* The one way of each pair of neighbours is one of all their ways. */
static void compare_ways(const struct rg_routes *r, const struct rg_place *ring, int P)
{
	int *one = rg_alloc((size_t)r->longest, sizeof *one);
	int *all = rg_alloc((size_t)r->longest, sizeof *all);
	struct rg_found found;
	for (int i = 0; i < P; i++) {
		struct rg_place to = ring[(i + 1) % P];
		int ways = rg_find_route(r, ring[i], to, all, &found);
		int n = rg_way_known(&found) ? rg_route(r, ring[i], to, one) : 0;
		for (int k = 0; k < n; k++) {
			int at = 0;
			while (at < ways && all[at] != one[k])
				at++;
			if (at == ways)
				abort();
		}
	}
	free(one);
	free(all);
}

/* A sound topology: its order, the certificate, the picture, and printed twice. */
static void use(const struct rg_topo *t, bool prints)
{
	struct rg_text text = {0}, again = {0};
	struct rg_routes *r = rg_routes_new(t);
	int *order = rg_usual_order(t);
	struct rg_place *ring = rg_order_places(t, order, t->machines, 1);
	struct rg_certificate *c = rg_certify(r, ring, t->machines);
	bool half = false;
	for (int l = 0; l < t->links; l++)
		half |= t->link[l].half;
	if (rg_is_tree(t) && !half && c->most > 1)
		abort(); /* the order of a tree is contention free */
	compare_ways(r, ring, t->machines);
	rg_plot(c, &rg_light, &text);
	text.len = 0;
	if (prints) {
		rg_topology_print(t, "fuzzed", &text);
		struct rg_topo *same = read_again(&text);
		rg_topology_print(same, "fuzzed", &again);
		if (strcmp(text.s, again.s) != 0)
			abort();
		rg_topo_free(same);
	}
	rg_certificate_free(c);
	free(ring);
	free(order);
	rg_routes_free(r);
	rg_text_free(&text);
	rg_text_free(&again);
}

static void use_if_sound(struct rg_topo *t, bool prints)
{
	struct rg_diag d = {0};
	if (t && t->machines <= MACHINES && rg_check_graph(t, &d) == 0) {
		use(t, prints);
		if (rg_rail_hosts(t) && rg_rail_take(t, 0, &d) == 0 && rg_rail_take(t, 2, &d) == 0)
			use(t, false);
	}
	rg_topo_free(t);
}

static void read_measured(void)
{
	static const char lab[] =
		"<topology name='lab'><switch id='s0'><node id='n[0-1]'/>"
		"<switch id='s1'><node id='n[2-3]'/></switch></switch></topology>";
	static struct rg_topo *t;
	struct rg_measured m = {0};
	struct rg_diag d = {0};
	if (!t) {
		const char *measured = path;
		path = "lab.xml";
		put(lab, sizeof lab - 1);
		t = rg_read(path, RG_GIVEN, &d);
		path = measured;
	}
	rg_measured_read(&m, t, path, &d);
	rg_measured_free(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char name[64];
	struct rg_diag d = {0};
	char error[256];
	if (!path) {
		fuzzed = getenv("FUZZED");
		if (!fuzzed)
			abort();
		bool yaml = strcmp(fuzzed, "yaml") == 0;
		snprintf(name, sizeof name, yaml ? "fuzzed.%ld.yaml" : "fuzzed.%ld",
		         (long)getpid());
		path = name;
		fuzzed = yaml ? "slurm" : fuzzed;
	}
	put(data, size);
	rg_diag_catch(error, sizeof error);
	if (strcmp(fuzzed, "topology") == 0) {
		struct rg_topo *t = rg_read(path, RG_GIVEN, &d);
		use_if_sound(t, t && !t->insides); /* insides are not printed */
	} else if (strcmp(fuzzed, "hosts") == 0) {
		struct rg_hosts h = {0};
		rg_hosts_read(&h, path, &d);
		rg_hosts_free(&h);
	} else if (strcmp(fuzzed, "measured") == 0) {
		read_measured();
	} else {
		/* Parts are joined in every other file. */
		const struct rg_import_request q = {.paths = (char *const[]){(char *)path},
		                                    .n = 1,
		                                    .name = "fuzzed",
		                                    .join.name = size % 2 ? "core" : NULL};
		use_if_sound(rg_importer_find(fuzzed)->read(&q, &d), true);
	}
	rg_diag_catch(NULL, 0);
	unlink(path);
	return 0;
}
