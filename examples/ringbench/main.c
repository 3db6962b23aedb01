/* SPDX-License-Identifier: BSD-3-Clause
 * ringbench: collectives, sizes and algorithms, timed in turn and verified. `ringbench --help`.
 */
#include "heard.h"
#include "hosts.h"
#include "measure.h"
#include "options.h"
#include "output.h"
#include "peer.h"
#include "survey.h"

#include <errno.h>
#include <ringgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RIGHT = 0, WRONG = 1, REFUSED = 2 };

static int rank;

/* What rank 0 has found out, on all ranks. */
static bool agree(bool good)
{
	int verdict = good;

	MPI_Bcast(&verdict, 1, MPI_INT, 0, MPI_COMM_WORLD);
	return verdict;
}

/* ---- Before: where we are, what goes where. On rank 0. */

static bool open_csv(const struct options *o, struct run *r)
{
	if (!o->csv)
		return true;
	r->csv = fopen(o->csv, "w");
	if (!r->csv)
		fprintf(stderr, "ringbench: %s: %s\n", o->csv, strerror(errno));
	else
		output_csv_heading(r);
	return r->csv;
}

static bool find_bounds(const struct options *o, const char (*hosts)[HOST_MOST], struct run *r)
{
	struct survey s = {0};

	if (!hosts)
		return false;
	r->machines = hosts_machines(hosts, r->ranks);
	if (!o->topology)
		return true;
	if (!survey_read(o->ringgen, o->topology, hosts, r->ranks, &s))
		return false;
	memcpy(r->seconds_per_byte, s.seconds_per_byte, sizeof s.seconds_per_byte);
	return true;
}

static bool prepare(const struct options *o, struct run *r)
{
	char(*hosts)[HOST_MOST] = hosts_gather();
	bool good = rank || (find_bounds(o, hosts, r) && open_csv(o, r));

	free(hosts);
	return agree(good);
}

/* ---- The measurements */

/* Returns whether every result was right. */
static bool measure_size(const struct run *r, enum collective c, long long bytes)
{
	struct outcome outcomes[PEERS_MOST];
	bool right = true;
	long long real = measure(r->o, c, bytes, r->peers, r->npeers, outcomes);

	for (int i = 0; i < r->npeers; i++)
		right &= !outcomes[i].wrong;
	if (rank)
		return right;
	output_progress_end();
	output_size(r, c, real, outcomes);
	if (r->csv)
		output_csv(r, c, real, outcomes);
	return right;
}

static bool measure_all(const struct run *r)
{
	bool right = true;

	for (int c = 0; c < COLLECTIVES; c++) {
		if (!r->o->collectives[c])
			continue;
		if (rank == 0)
			output_heading(r, (enum collective)c);
		for (int i = 0; i < r->o->nsizes; i++)
			right &= measure_size(r, (enum collective)c, r->o->sizes[i]);
	}
	return right;
}

static bool close_csv(const struct run *r)
{
	if (!r->csv)
		return true;
	bool failed = ferror(r->csv);
	if (fclose(r->csv) == 0 && !failed)
		return true;
	fprintf(stderr, "ringbench: %s: cannot be written\n", r->o->csv);
	return false;
}

static int run(const struct options *o, struct peer *peers, int n)
{
	struct run r = {.o = o, .peers = peers, .npeers = n};

	MPI_Comm_size(MPI_COMM_WORLD, &r.ranks);
	if (!prepare(o, &r))
		return REFUSED;
	peers_try(peers, n, o->collectives, o->type);
	bool right = measure_all(&r);
	if (!agree(close_csv(&r)))
		return REFUSED;
	return right ? RIGHT : WRONG;
}

/* ---- The command */

static void print_version(void)
{
	char mpi[MPI_MAX_LIBRARY_VERSION_STRING];
	int length;

	MPI_Get_library_version(mpi, &length);
	printf("ringbench %s\n%.*s\n", RINGGEN_VERSION_TEXT, (int)strcspn(mpi, "\n"), mpi);
	for (int i = 1; routines_at(i); i++)
		printf("%s %s\n", i == 1 ? "linked with" : "           ", routines_at(i)->name);
}

/* Whether all is said. All ranks see the same command line; rank 0 speaks. */
static bool answer(const struct options *o)
{
	if (rank == 0 && o->help)
		fputs(options_help, stdout);
	else if (rank == 0 && o->version)
		print_version();
	return o->help || o->version;
}

static int command(int argc, char **argv)
{
	static struct peer peers[PEERS_MOST];
	struct options o;
	char error[512];
	int n = 0, ranks;

	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	bool good = options_read(argc, argv, &o, error, sizeof error);
	if (good && answer(&o))
		return RIGHT;
	if (good) {
		n = peers_choose(o.algorithms, o.native_name, peers, error, sizeof error);
		good = n >= 0;
	}
	if (good && !type_is_exact(o.type, ranks)) {
		snprintf(error, sizeof error,
		         "sums of %s over %d ranks are not exact: --type double",
		         type_names[o.type], ranks);
		good = false;
	}
	if (!good) {
		if (rank == 0)
			fprintf(stderr, "ringbench: %s\n", error);
		return REFUSED;
	}
	return run(&o, peers, n);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	heard_prepare();
	int status = command(argc, argv);
	MPI_Finalize();
	return status;
}
