/* SPDX-License-Identifier: BSD-3-Clause
 * Plans for clusters that a program met at run time: rank 0 of a communicator makes them, for the
 * places of its ranks, and tells the others. It keeps what it made, so that the next communicator
 * on the same places gets it for one broadcast.
 *
 * Planning takes milliseconds for a few processes and seconds for a thousand. A process that has
 * spent SECONDS_MOST on it takes the nearest that it has from then on.
 */
#include "preload/cluster/planning.h"
#include "communicator/plans.h"
#include "mpi/report.h"
#include "mpi/setting.h"
#include "preload/cluster/broadcast.h"
#include "preload/cluster/choices.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KEPT_MOST = 64, SECONDS_MOST = 10 };

/* The places of a communicator's ranks, and the plans for them. */
struct kept {
	bool by_name;
	int P, machines, ranks;
	int *machine; /* [P] of each rank */
	char *text;   /* see cluster/choices.h */
};

static char library[MPI_MAX_LIBRARY_VERSION_STRING]; /* what it says of itself */
static const struct rg_planner *topology;
static struct kept kept[KEPT_MOST];
static unsigned made;                                    /* kept[made % KEPT_MOST] is the next */
static double spent;                                     /* seconds */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what was kept, and while planning */

static bool same_places(const struct kept *k, const struct rg_context *x, const int *machine)
{
	return k->text && k->by_name == x->by_name && k->P == x->P &&
	       !memcmp(k->machine, machine, (size_t)x->P * sizeof *machine);
}

static const char *find_kept(const struct rg_context *x, const int *machine)
{
	for (int i = 0; i < KEPT_MOST; i++)
		if (same_places(&kept[i], x, machine))
			return kept[i].text;
	return NULL;
}

/* How many times as many, whichever is more. */
static double ratio(int a, int b)
{
	return a > b ? (double)a / b : (double)b / a;
}

static const char *find_nearest(bool by_name, int machines, int ranks)
{
	const struct kept *best = NULL;
	double least = 0;

	for (int i = 0; i < KEPT_MOST; i++) {
		const struct kept *k = &kept[i];
		if (!k->text || k->by_name != by_name)
			continue;
		double far = ratio(k->machines, machines) * ratio(k->ranks, ranks);
		if (best && far >= least)
			continue;
		best = k;
		least = far;
	}
	return best ? best->text : NULL;
}

static int compare(const void *a, const void *b)
{
	const int *m = a, *n = b;
	return *m < *n ? -1 : *m > *n;
}

/* How many machines there are, and ranks on the fullest. False: no memory. */
static bool count(const int *machine, int P, int *machines, int *ranks)
{
	int *sorted = malloc((size_t)P * sizeof *sorted);

	if (!sorted)
		return false;
	memcpy(sorted, machine, (size_t)P * sizeof *sorted);
	qsort(sorted, (size_t)P, sizeof *sorted, compare);
	*machines = *ranks = 0;
	for (int i = 0, begin = 0; i < P; i++) {
		if (!i || sorted[i] != sorted[i - 1]) {
			begin = i;
			++*machines;
		}
		*ranks = i - begin + 1 > *ranks ? i - begin + 1 : *ranks;
	}
	free(sorted);
	return true;
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Tell once that no size can be left to the MPI library since it is as good. */
static void tell_unknown(void)
{
	static bool told;

	if (!told && rg_verbose() && !rg_planner_knows(library))
		rg_say("which algorithms this MPI library takes by itself is unknown, so no plan "
		       "leaves a size to it: %.*s",
		       (int)strcspn(library, "\n"), library);
	told = true;
}

/* Plan, and keep it. NULL: no memory. */
static const char *make(const struct rg_context *x, const int *machine, int machines, int ranks)
{
	struct kept *k = &kept[made % KEPT_MOST];
	double begin = now();
	char *text = rg_planner_plan(x->by_name ? NULL : topology, machine, x->P, library,
	                             rg_wants_wide());
	int *own = malloc((size_t)x->P * sizeof *own);

	tell_unknown();
	spent += now() - begin;
	if (!text || !own) {
		free(text);
		free(own);
		return NULL;
	}
	made++;
	free(k->text);
	free(k->machine);
	memcpy(own, machine, (size_t)x->P * sizeof *own);
	*k = (struct kept){x->by_name, x->P, machines, ranks, own, text};
	return text;
}

/* Plans without the ring and the verdict of the job that they were made for; NULL: no memory, or
 * there are none. */
static char *without_ring(const char *text)
{
	const char *verdict = strchr(text, '\n') + 1, *plans = strchr(verdict, '\n') + 1;
	char *copy = *verdict == '!' ? NULL : malloc(strlen(plans) + 3);

	if (copy)
		strcat(strcpy(copy, "0\n\n"), plans);
	return copy;
}

/* The ring and the plans for ranks on these machines, as text, to be freed; NULL: no memory. */
static char *plan(const struct rg_context *x, const int *machine)
{
	int machines, ranks;
	const char *nearest = NULL;
	char *copy = NULL;

	pthread_mutex_lock(&lock);
	const char *text = find_kept(x, machine);
	if (!text && count(machine, x->P, &machines, &ranks)) {
		if (spent > SECONDS_MOST)
			nearest = find_nearest(x->by_name, machines, ranks);
		if (nearest)
			copy = without_ring(nearest);
		if (!copy)
			text = make(x, machine, machines, ranks);
	}
	if (text)
		copy = strdup(text);
	pthread_mutex_unlock(&lock);
	return copy;
}

/* The ring that the text begins with, into the context; returns what is behind it. No memory: as if
 * there were no plans. */
static char *read_ring(struct rg_context *x, char *text)
{
	int n = (int)strtol(text, &text, 10);

	if (n && !(x->own_ring = malloc((size_t)n * sizeof *x->own_ring)))
		return NULL;
	x->own_ringers = n;
	for (int i = 0; i < n; i++)
		x->own_ring[i] = (int)strtol(text, &text, 10);
	return text + 1;
}

/* Read the text of rg_planner_plan into the context. */
static void read_plans(struct rg_context *x, char *text)
{
	char *verdict = read_ring(x, text), *plans = verdict ? strchr(verdict, '\n') : NULL;

	if (!plans)
		return;
	*plans++ = '\0';
	if (*verdict == '!')
		x->why = RG_NO_WAY_KNOWN;
	else
		x->own_plans = rg_choices_read(plans, &x->nplans, &x->choices);
	if (!x->rank && *verdict == '!')
		rg_say("'%s': %s", x->c->name, verdict + 1);
	else if (!x->rank && *verdict && rg_verbose())
		rg_say("'%s': the order of these %d machines is %s", x->c->name, x->own_ringers,
		       verdict);
}

static int make_plans(struct rg_context *x, const int *machine)
{
	char *text = machine ? plan(x, machine) : NULL;
	int err = rg_broadcast(x->comm, &text);

	free(x->own_plans);
	free(x->own_ring);
	x->own_plans = NULL;
	x->own_ring = NULL;
	x->nplans = x->own_ringers = 0;
	if (text && !err)
		read_plans(x, text);
	free(text);
	return err;
}

void rg_planning_begin(const struct rg_planner *planner)
{
	int length;

	PMPI_Get_library_version(library, &length);
	if (planner)
		topology = planner;
	rg_plans_by(make_plans);
}
