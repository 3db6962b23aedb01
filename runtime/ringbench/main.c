/* SPDX-License-Identifier: BSD-3-Clause
 * ringbench: collectives, sizes and algorithms, timed in turn and verified. `ringbench --help`.
 */
#include "ringbench/terminal.h"
#include "ringbench/guideline_plot.h"
#include "ringbench/guideline_report.h"
#include "ringbench/guideline_run.h"
#include "ringbench/heard.h"
#include "ringbench/hosts.h"
#include "ringbench/loaded.h"
#include "ringbench/measure.h"
#include "ringbench/command_line.h"
#include "ringbench/output.h"
#include "ringbench/b_eff.h"
#include "ringbench/pairs_output.h"
#include "ringbench/peer.h"
#include "ringbench/plot.h"
#include "ringbench/summary.h"
#include "base/embedded.h"
#include "base/whole.h"
#include "ringbench/recommendation.h"

#include <errno.h>
#include <math.h>
#include <ringgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The exit status. With --guidelines: none is violated; one is; a result is wrong, or nothing could
 * be checked. */
enum { RIGHT = 0, WRONG = 1, REFUSED = 2 };

static int rank;
static double began; /* when the program did, by MPI_Wtime */
static bool lost;    /* on rank 0: something could not be written */

/* Tell all ranks what rank 0 has found out. */
static bool agree(bool good)
{
	int verdict = good;

	MPI_Bcast(&verdict, 1, MPI_INT, 0, MPI_COMM_WORLD);
	return verdict;
}

/* ---- Before: where we are, what goes where. On rank 0. */

/* Whether the files of the end can be written: this is found out before anything is measured. */
static bool can_be_written(const struct options *o)
{
	struct rg_whole calibrated = {.path = o->calibrate};

	if (o->plot)
		return o->guidelines ? guideline_plot_is_possible(o) : plot_is_possible(o);
	if (!o->calibrate || rg_whole_test(&calibrated, 1))
		return true;
	fprintf(stderr, "ringbench: %s: cannot write: %s\n", o->calibrate,
	        strerror(calibrated.error));
	return false;
}

static bool open_file(const char *name, FILE **file)
{
	if (!name)
		return true;
	*file = fopen(name, "w");
	if (!*file)
		fprintf(stderr, "ringbench: %s: %s\n", name, strerror(errno));
	return *file;
}

static bool close_file(const char *name, FILE *file)
{
	if (!file)
		return true;
	bool failed = ferror(file);
	if (fclose(file) == 0 && !failed)
		return true;
	fprintf(stderr, "ringbench: %s: cannot be written\n", name);
	return false;
}

static bool open_files(const struct options *o, struct run *r)
{
	return open_file(o->csv, &r->csv) && open_file(o->samples, &r->samples);
}

static bool close_files(const struct run *r)
{
	bool written = close_file(r->o->csv, r->csv);
	return close_file(r->o->samples, r->samples) && written;
}

/* Find the routes between these hosts. */
static bool find_routes(const struct options *o, const struct host *hosts, int ranks,
                        struct survey *s)
{
	if (!hosts)
		return false;
	if (o->topology)
		return survey_read(o, hosts, ranks, s);
	survey_default(hosts, ranks, s);
	return true;
}

/* ---- Pairs */

static bool tell_pairs(const struct run *r, const struct survey *s, const struct speed *speeds,
                       const struct toll *toll, const struct host *hosts)
{
	pairs_print(r->o, s, speeds, toll, hosts, r->ranks);
	if (r->csv)
		pairs_csv(s, speeds, toll, hosts, r->csv);
	return close_files(r) &&
	       (!r->o->calibrate || pairs_calibrate(r->o, s, speeds, toll, hosts));
}

static int run_pairs(const struct run *r, const struct survey *s, const struct host *hosts)
{
	struct speed *speeds = allocate((size_t)s->nroutes, sizeof *speeds);

	pairs_measure(r->o, s, speeds);
	const struct toll toll = pairs_toll(r->o, hosts);
	bool good = agree(rank || tell_pairs(r, s, speeds, &toll, hosts));
	free(speeds);
	return good ? RIGHT : REFUSED;
}

/* ---- The effective bandwidth */

static int run_b_eff(const struct run *r, const struct survey *s)
{
	const struct budget budget = {began, r->o->budget};
	struct b_eff *found = allocate(1, sizeof *found);

	b_eff_measure(r->o, &budget, r->o->longest ? r->o->longest : b_eff_longest(), found);
	if (!rank)
		b_eff_print(r->o, found, r->ranks, s->machines);
	if (r->csv)
		b_eff_csv(r->o, found, r->ranks, r->csv);
	bool written = agree(close_files(r) && !lost);
	int status = found->wrong ? WRONG : found->repeated && written ? RIGHT : REFUSED;
	free(found);
	return status;
}

/* ---- Collectives */

/* Returns whether every result was right. */
static bool measure_size(const struct run *r, enum collective c, long long *bytes,
                         struct outcome *outcomes)
{
	bool right = true;

	*bytes = measure(r->o, c, r->blocks, *bytes, r->peers, r->npeers, outcomes);
	for (int i = 0; i < r->npeers; i++)
		right &= !outcomes[i].wrong;
	if (rank)
		return right;
	terminal_progress_end();
	output_size(r, c, *bytes, outcomes);
	if (r->csv)
		output_csv(r, c, *bytes, outcomes);
	if (r->samples)
		output_samples(r, c, *bytes, outcomes);
	return right;
}

/* Leave out from now on what was too slow. All ranks have the same times. */
static void give_up(const struct run *r, enum collective c, struct peer *peers,
                    const struct outcome *outcomes)
{
	double fastest = INFINITY;

	for (int i = 0; i < r->npeers; i++)
		if (outcome_counts(&outcomes[i]))
			fastest = fmin(fastest, outcomes[i].median);
	for (int i = 0; i < r->npeers && r->o->give_up > 0; i++)
		if (outcome_counts(&outcomes[i]) && outcomes[i].median > r->o->give_up * fastest)
			peers[i].serves[c] = false;
}

/* One table, of blocks of one kind. */
static bool measure_table(const struct run *r, enum collective c, struct peer *peers, int n,
                          long long *bytes, struct outcome *outcomes)
{
	bool right = true;

	if (rank == 0)
		output_heading(r, c);
	for (int i = 0; i < n; i++) {
		bytes[i] = c == BARRIER ? 0 : r->o->sizes[i];
		right &= measure_size(r, c, &bytes[i], &outcomes[i * r->npeers]);
		give_up(r, c, peers, &outcomes[i * r->npeers]);
	}
	if (rank == 0)
		summary_print(r, c, n, bytes, outcomes);
	if (rank == 0 && r->o->plot)
		lost |= !plot_write(r, c, n, bytes, outcomes);
	return right;
}

/* Are blocks of that kind measured? Where all must be equal, there are no others. */
static bool takes_blocks(const struct options *o, enum collective c, int kind)
{
	return has_unequal_blocks(c) ? o->blocks[kind] : kind == SAME;
}

static bool measure_collective(const struct run *r, enum collective c, struct peer *peers,
                               struct recommendation *recommendation)
{
	int n = c == BARRIER ? 1 : r->o->nsizes, sizes = 0;
	struct outcome *outcomes =
		allocate((size_t)KINDS * (size_t)n * (size_t)r->npeers, sizeof *outcomes);
	long long bytes[KINDS * SIZES_MOST];
	bool right = true;

	for (int kind = 0; kind < KINDS; kind++) {
		struct run now = *r;
		if (!takes_blocks(r->o, c, kind))
			continue;
		now.blocks = (enum blocks)kind;
		if (kind != SAME) /* the bound is that of equal blocks */
			now.bound[c] = (struct bound){0};
		right &= measure_table(&now, c, peers, n, &bytes[sizes],
		                       &outcomes[sizes * r->npeers]);
		sizes += n;
	}
	if (rank == 0)
		recommendation_find(recommendation, r, c, sizes, bytes, outcomes);
	for (int i = 0; i < sizes * r->npeers; i++)
		free(outcomes[i].times);
	free(outcomes);
	return right;
}

/* Whether any of the peers serves any of the collectives. */
static bool anything_to_measure(const struct run *r)
{
	for (int i = 0; i < r->npeers; i++)
		for (int c = 0; c < COLLECTIVES; c++)
			if (r->o->collectives[c] && r->peers[i].serves[c])
				return true;
	return false;
}

static int run_collectives(struct run *r, struct peer *peers, const struct survey *s)
{
	struct recommendation recommendation = {0};
	bool right = true;

	r->machines = s->machines;
	memcpy(r->bound, s->bound, sizeof s->bound);
	peers_try(peers, r->npeers, r->o->collectives, r->o->type, NULL);
	bool any = anything_to_measure(r);
	if (r->csv)
		output_csv_heading(r);
	if (r->samples)
		output_samples_heading(r);
	if (!agree((!r->csv || !ferror(r->csv)) && (!r->samples || !ferror(r->samples)))) {
		close_files(r); /* which says so */
		return REFUSED;
	}
	for (int c = 0; c < COLLECTIVES; c++)
		if (r->o->collectives[c])
			right &= measure_collective(r, (enum collective)c, peers, &recommendation);
	if (rank == 0)
		recommendation_print(&recommendation);
	bool written = agree(close_files(r) && !lost);
	if (!right)
		return WRONG;
	return written && any ? RIGHT : REFUSED;
}

/* ---- Guidelines */

/* Why nothing can be said; on stderr. */
static void tell_nothing(const struct agenda *a, const struct course *course)
{
	char used[32], budget[32];

	if (!a->nchecks)
		fprintf(stderr, "ringbench: there is no guideline to check for these "
		                "collectives, algorithms and sizes\n");
	else if (a->o->repeat_max < RG_SAMPLES_LEAST)
		fprintf(stderr,
		        "ringbench: rounds: %d are too few to say anything, %d are the least "
		        "(--repeat)\n",
		        course->rounds, RG_SAMPLES_LEAST);
	else
		fprintf(stderr,
		        "ringbench: %s of %s are used, and too few calls were measured to say "
		        "anything (--budget)\n",
		        output_time(course->used, used), output_time(a->o->budget, budget));
}

/* The exit status. On rank 0. */
static int guideline_status(const struct agenda *a, const struct course *course)
{
	int counts[VERDICTS] = {0}, enough = 0;

	for (int i = 0; i < a->nchecks; i++) {
		counts[a->checks[i].verdict]++;
		enough += a->checks[i].n >= RG_SAMPLES_LEAST;
	}
	if (counts[WRONG_RESULT])
		return REFUSED;
	if (!enough)
		tell_nothing(a, course);
	return !enough ? REFUSED : counts[VIOLATED] ? WRONG : RIGHT;
}

static int check_guidelines(const struct run *r, const struct budget *budget)
{
	struct agenda a = agenda_new(r->o, r->peers, r->npeers);
	struct course course = guideline_run(&a, budget);
	int status = RIGHT;

	if (rank == 0) {
		guideline_report(r, &a, &course);
		status = guideline_status(&a, &course);
	}
	if (rank == 0 && r->o->plot)
		lost |= a.nchecks && !guideline_plot(r, &a);
	if (r->csv)
		guideline_csv(r, &a);
	MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
	agenda_free(&a);
	return status;
}

static int run_guidelines(struct run *r, struct peer *peers, const struct survey *s)
{
	const struct budget budget = {began, r->o->budget};
	bool wanted[COLLECTIVES];

	r->machines = s->machines;
	agenda_collectives(r->o, wanted);
	peers_try(peers, r->npeers, wanted, r->o->type, &budget);
	if (r->csv)
		guideline_csv_heading(r);
	if (!agree(!r->csv || !ferror(r->csv))) {
		close_files(r); /* which says so */
		return REFUSED;
	}
	int status = check_guidelines(r, &budget);
	return agree(close_files(r) && !lost) ? status : REFUSED;
}

static int run(const struct options *o, struct peer *peers, int n)
{
	struct run r = {.o = o, .peers = peers, .npeers = n};
	struct survey s = {0};
	int status = REFUSED;

	MPI_Comm_size(MPI_COMM_WORLD, &r.ranks);
	struct host *hosts = hosts_gather();
	if (agree(rank ||
	          (find_routes(o, hosts, r.ranks, &s) && can_be_written(o) && open_files(o, &r))))
		status = o->pairs        ? run_pairs(&r, &s, hosts)
		         : o->b_eff      ? run_b_eff(&r, &s)
		         : o->guidelines ? run_guidelines(&r, peers, &s)
		                         : run_collectives(&r, peers, &s);
	survey_free(&s);
	free(hosts);
	return status;
}

/* ---- The command */

static void print_help(void)
{
	const char *const *line = rg_embedded("ringbench/ringbench.txt");

	while (*line)
		fputs(*line++, stdout);
}

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
		print_help();
	else if (rank == 0 && o->version)
		print_version();
	return o->help || o->version;
}

/* Take routines from shared objects, on each rank. Any that cannot says why, rank 0 by `error`. */
static bool load_routines(const struct options *o, char *error, size_t room)
{
	int good = true, all;

	for (int i = 0; i < o->nroutines && good; i++)
		good = routines_load(o->routines[i].name, o->routines[i].file, error, room);
	MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
	if (!good && rank)
		fprintf(stderr, "ringbench: rank %d: %s\n", rank, error);
	if (good && !all)
		snprintf(error, room, "--routines: not all ranks can load them");
	return all;
}

/* Choose the peers that are compared, and make each ready. */
static int choose(const struct options *o, struct peer *peers, char *error, size_t room)
{
	static struct variant variants[VARIANTS_MOST];
	int n = peers_choose(o, variants, peers, error, room), ranks;

	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if ((o->pairs || o->b_eff) && ranks < 2) {
		snprintf(error, room, "%s: there is one rank only",
		         o->pairs ? "--pairs" : "--b-eff");
		return -1;
	}
	if (o->root >= ranks) {
		snprintf(error, room, "--root %d: there is no such rank", o->root);
		return -1;
	}
	if (n >= 0 && !type_is_exact(o->type, ranks)) {
		snprintf(error, room, "sums of %s over %d ranks are not exact: --type double",
		         type_names[o->type], ranks);
		return -1;
	}
	for (int i = 0; n >= 0 && i < o->nvariants; i++)
		if (!variant_prepare(&variants[i], o->variants[i].settings, error, room))
			return -1;
	return n;
}

/* libringgen reads that when a communicator is set up. What is planned is to be measured, not what
 * a trial took in its place, unless somebody asks for that. */
static void tune(const struct options *o)
{
	setenv("RINGGEN_TRIAL", "off", 0);
	if (!o->tune)
		return;
	setenv("RINGGEN_TUNE", "sweep", 1);
	setenv("RINGGEN_TUNED", o->tune, 1);
}

static int command(int argc, char **argv)
{
	static struct peer peers[PEERS_MOST];
	struct options o;
	char error[512];
	int n = -1;

	if (options_read(argc, argv, &o, error, sizeof error)) {
		tune(&o);
		bool loaded = o.help || load_routines(&o, error, sizeof error);
		if (loaded && answer(&o))
			return RIGHT;
		if (loaded)
			n = choose(&o, peers, error, sizeof error);
	}
	if (n < 0) {
		if (rank == 0)
			fprintf(stderr, "ringbench: %s\n", error);
		return REFUSED;
	}
	return run(&o, peers, n);
}

static double since(const struct timespec *t)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - t->tv_sec) + 1e-9 * (double)(now.tv_nsec - t->tv_nsec);
}

int main(int argc, char **argv)
{
	struct timespec start;

	clock_gettime(CLOCK_MONOTONIC, &start); /* MPI_Init may take long */
	if (argc == 3 && !strcmp(argv[1], "--value-of"))
		return control_print(argv[2]);
	signal(SIGPIPE,
	       SIG_DFL); /* who reads no more has read enough, also where that was ignored */
	MPI_Init(&argc, &argv);
	began = MPI_Wtime() - since(&start);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	heard_prepare();
	int status = command(argc, argv);
	if (rank == 0 && (fflush(stdout) || ferror(stdout))) {
		fprintf(stderr, "ringbench: standard output: cannot be written\n");
		status = status == RIGHT ? REFUSED : status;
	}
	MPI_Finalize();
	return status;
}
