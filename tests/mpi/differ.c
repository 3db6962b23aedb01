/* SPDX-License-Identifier: BSD-3-Clause
 * A differential tester: random calls of the collectives, against our own computation and against
 * the MPI library's own.
 *
 *   differ [--seed N] [--seconds S | --steps N] [--only COLLECTIVES] [--bytes N] [--threads N]
 *          [--start-in-order] [--same-types] [--no-early-free] [--commuting] [--young] [--limit S]
 *          [--trace]
 *
 * The seed (the time, if none is given) is printed first. A failure is told with the command that
 * does it again. The last line counts what was compared.
 */
#include "differ/call.h"
#include "differ/faults.h"
#include "differ/gate.h"
#include "differ/report.h"
#include "differ/steps.h"

#include <getopt.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static struct plan plan = {.steps = -1, .seconds = 10, .bytes = 1 << 20, .free_early = true};
static int threads = 1, limit = 60, rank;
static bool trace;

struct work {
	int thread;
	MPI_Comm base;
	int64_t steps;
};

static void *work(void *argument)
{
	struct work *w = argument;

	w->steps = steps_run(&plan, w->thread, w->base);
	return NULL;
}

static int64_t run(void)
{
	struct work all[THREADS_MOST];
	pthread_t thread[THREADS_MOST];
	int64_t steps = 0;

	for (int i = 0; i < threads; i++) {
		all[i] = (struct work){i, MPI_COMM_NULL, 0};
		MPI_Comm_dup(MPI_COMM_WORLD, &all[i].base);
		MPI_Comm_set_errhandler(all[i].base, MPI_ERRORS_RETURN);
	}
	for (int i = 1; i < threads; i++)
		if (pthread_create(&thread[i], NULL, work, &all[i]))
			report_failure("there are no threads");
	work(&all[0]);
	for (int i = 1; i < threads; i++)
		pthread_join(thread[i], NULL);
	for (int i = 0; i < threads; i++) {
		steps += all[i].steps;
		MPI_Comm_free(&all[i].base);
	}
	return steps;
}

enum {
	SEED = 256,
	SECONDS,
	STEPS,
	ONLY,
	BYTES,
	THREADS,
	IN_ORDER,
	SAME,
	KEEP,
	COMMUTING,
	YOUNG,
	LIMIT,
	TRACE
};

static bool take(int option)
{
	switch (option) {
	case SEED:
		plan.seed = strtoull(optarg, NULL, 10);
		return true;
	case SECONDS:
		plan.seconds = atof(optarg);
		return true;
	case STEPS:
		plan.steps = atoll(optarg);
		return true;
	case ONLY:
		plan.only = optarg;
		return steps_only_is_right(optarg);
	case BYTES:
		plan.bytes = atoll(optarg);
		return plan.bytes > 0;
	case THREADS:
		threads = atoi(optarg);
		return threads > 0 && threads <= THREADS_MOST;
	case IN_ORDER:
		return plan.start_in_order = true;
	case SAME:
		return plan.same_types = true;
	case KEEP:
		plan.free_early = false;
		return true;
	case COMMUTING:
		return routines_commute = true;
	case YOUNG:
		return may_be_passed_on = true;
	case LIMIT:
		limit = atoi(optarg);
		return limit > 0;
	case TRACE:
		return trace = true;
	default:
		return false;
	}
}

static void read_options(int argc, char **argv)
{
	static const struct option options[] = {{"seed", 1, NULL, SEED},
	                                        {"seconds", 1, NULL, SECONDS},
	                                        {"steps", 1, NULL, STEPS},
	                                        {"only", 1, NULL, ONLY},
	                                        {"bytes", 1, NULL, BYTES},
	                                        {"threads", 1, NULL, THREADS},
	                                        {"start-in-order", 0, NULL, IN_ORDER},
	                                        {"same-types", 0, NULL, SAME},
	                                        {"no-early-free", 0, NULL, KEEP},
	                                        {"commuting", 0, NULL, COMMUTING},
	                                        {"young", 0, NULL, YOUNG},
	                                        {"limit", 1, NULL, LIMIT},
	                                        {"trace", 0, NULL, TRACE},
	                                        {NULL, 0, NULL, 0}};

	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
		if (!take(c))
			die("a wrong option: see the top of differ.c");
	if (optind != argc)
		die("no arguments but options");
}

/* The command up to what a failure adds to it. */
static void write_command(char *text, size_t size, int ranks)
{
	int n = snprintf(text, size, "%d ranks: differ --seed %llu --bytes %lld --threads %d",
	                 ranks, (unsigned long long)plan.seed, (long long)plan.bytes, threads);

	snprintf(text + n, size - (size_t)n, "%s%s%s%s%s%s%s", plan.only ? " --only " : "",
	         plan.only ? plan.only : "", plan.start_in_order ? " --start-in-order" : "",
	         plan.same_types ? " --same-types" : "", plan.free_early ? "" : " --no-early-free",
	         routines_commute ? " --commuting" : "", may_be_passed_on ? " --young" : "");
}

int main(int argc, char **argv)
{
	int level, ranks;
	char command[512];

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	plan.seed = (uint64_t)time(NULL);
	read_options(argc, argv);
	PMPI_Bcast(&plan.seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
	if (threads > 1 && level < MPI_THREAD_MULTIPLE)
		die("this MPI library does not give MPI_THREAD_MULTIPLE");
	write_command(command, sizeof command, ranks);
	if (!rank)
		printf("%s\n", command);
	fflush(stdout);
	report_begin(rank, command, limit, trace);
	gate_begin();
	int64_t steps = run();
	gate_end();
	long long mine[3] = {calls_checked, calls_native_wrong, calls_native_failed}, all[3];
	PMPI_Allreduce(mine, all, 3, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
	report_end();
	if (!rank)
		printf("differ: ok, %lld steps, %lld comparisons; MPI's own was wrong in %lld, "
		       "failed in %lld\n",
		       (long long)steps, all[0], all[1], all[2]);
	MPI_Finalize();
	return 0;
}
