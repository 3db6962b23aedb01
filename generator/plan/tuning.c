/* SPDX-License-Identifier: BSD-3-Clause
 * tuning: the times that programs measured for the variants of a plan.
 */
#include "plan/tuning.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "ringgen/lottery.h"

int rg_tuning_read(struct rg_tuned *t, const char *file, struct rg_diag *d)
{
	FILE *f = fopen(file, "re");
	int at = 0;
	if (!f) {
		rg_error(d, file, 0, "%s", strerror(errno));
		return -1;
	}
	enum rg_tuned_verdict verdict = rg_tuned_read(f, t, &at);
	fclose(f);
	if (verdict == RG_TUNED_READ)
		return 0;
	if (verdict == RG_TUNED_FAILED)
		rg_error(d, file, 0, "it cannot be read");
	else
		rg_error(d, file, at,
		         verdict == RG_TUNED_FOREIGN ? "this is no file of RINGGEN_TUNED"
		                                     : "this line is damaged");
	return -1;
}

static int compare_lines(const void *pa, const void *pb)
{
	const struct rg_tuned_line *a = *(const struct rg_tuned_line *const *)pa,
				   *b = *(const struct rg_tuned_line *const *)pb;
	if (a->bytes != b->bytes)
		return a->bytes < b->bytes ? -1 : 1;
	if (a->picoseconds != b->picoseconds)
		return a->picoseconds < b->picoseconds ? -1 : 1;
	return a < b ? -1 : a > b;
}

const struct rg_tuned_line **rg_tuning_of(const struct rg_tuned *t,
                                          const struct rg_placement *places, bool windows, int root,
                                          enum rg_collective collective, enum rg_purpose purpose,
                                          size_t *n)
{
	const struct rg_tuned_line **found = rg_alloc(t->n ? t->n : 1, sizeof *found);
	char shape[RG_TUNED_TEXT];
	int pos = 0;
	while (places->places.order[pos] != root)
		pos++;
	rg_tuned_shape(&places->places, shape);
	*n = 0;
	for (size_t i = 0; i < t->n; i++) {
		const struct rg_tuned_line *l = &t->line[i];
		if (strcmp(l->shape, shape) == 0 &&
		    strcmp(l->collective, rg_collectives[collective].name) == 0 &&
		    strcmp(l->purpose, rg_tuned_purpose(purpose)) == 0 &&
		    strcmp(l->windows, windows ? "yes" : "no") == 0 &&
		    strcmp(l->root, rg_tuned_root(&places->places, collective, pos)) == 0)
			found[(*n)++] = l;
	}
	qsort(found, *n, sizeof *found, compare_lines);
	return found;
}

/* ---- Plans by what was measured ---- */

/* One list of a plan, and the lines that were measured of it, wherever the ranks and the root were.
 */
struct list {
	const struct rg_wanted *wanted; /* [RG_ROUTINES] */
	const struct rg_shape_plan *plan;
	enum rg_collective collective;
	enum rg_purpose purpose;
	const struct rg_tuned_line **line; /* [n] */
	size_t n;
};

/* Machines, ranks on each and windows of what was measured; no machines: these are no such words.
 */
static struct rg_shape_plan read_shape(const struct rg_tuned_line *l)
{
	struct rg_shape_plan shape = {.windows = strcmp(l->windows, "yes") == 0};
	int read = 0;
	if (sscanf(l->shape, "%6dx%6d-%n", &shape.machines, &shape.ranks, &read) != 2 || !read ||
	    shape.ranks < 1)
		shape.machines = 0;
	return shape;
}

static bool same_shape(const struct rg_shape_plan *a, const struct rg_shape_plan *b)
{
	return a->machines == b->machines && a->ranks == b->ranks && a->windows == b->windows;
}

static bool is_of(const struct rg_tuned_line *l, const struct list *of)
{
	return strcmp(l->collective, rg_collectives[of->collective].name) == 0 &&
	       strcmp(l->purpose, rg_tuned_purpose(of->purpose)) == 0;
}

/* The parameters with which users call an algorithm by that name alone; NULL: it has no such name.
 */
static const char *own_parameters(const struct rg_algorithm *a, const char *by)
{
	for (int i = 0; a->names && a->names[i]; i++)
		if (strcmp(a->names[i], by) == 0)
			return a->tries[i];
	return NULL;
}

/* Is it the variant of that name by this routine? Its parameters are text of the line. */
static bool is_by(const struct rg_routine *r, const struct rg_tuned_line *l,
                  struct rg_variant *variant)
{
	const char *colon = strchr(l->by, ':'), *own = own_parameters(r->algorithm, l->by);
	size_t length = strcspn(l->by, ":");
	*variant = (struct rg_variant){.routine = r,
	                               .parameters = own     ? own
	                                             : colon ? colon + 1
	                                                     : NULL};
	return own || (strlen(r->algorithm->name) == length &&
	               memcmp(r->algorithm->name, l->by, length) == 0);
}

/* Is it for this list and the places of this plan, whatever its parameters are? */
static bool may_serve(const struct list *of, const struct rg_routine *r,
                      const struct rg_wanted *wanted)
{
	const struct rg_algorithm *a = r->algorithm;
	return r->collective == of->collective && wanted->n &&
	       !(a->commutes && of->purpose == RG_FOR_ORDER) &&
	       !(a->windows && !of->plan->windows) && !(a->machine && of->plan->machines > 1);
}

/* If somebody said which, only those; else any parameters are right. */
static bool is_wanted(const struct rg_wanted *wanted, const char *parameters)
{
	bool any = !wanted->named;
	for (int i = 0; i < wanted->n && !any; i++)
		any = rg_same_parameters(wanted->parameters[i], parameters);
	return any;
}

/* Find the variant that a line is about: a wanted routine, or MPI's own, which keeps no bits where
 * the order matters. Slices differ from lane to lane if those of the list do. False: there is none.
 */
static bool find_variant(const struct list *of, const struct rg_plan_choices *choices,
                         const struct rg_tuned_line *l, struct rg_plan_choice *choice)
{
	const bool native = strcmp(l->by, "native") == 0;
	bool found = native && of->purpose != RG_FOR_ORDER;
	*choice = (struct rg_plan_choice){.slice = l->slice};
	for (int i = 0; i < choices->n; i++)
		choice->drift |= l->slice && choices->choice[i].drift;
	for (int i = 0; i < RG_ROUTINES && !found && !native; i++)
		found = may_serve(of, &rg_routines[i], &of->wanted[i]) &&
		        is_by(&rg_routines[i], l, &choice->variant) &&
		        is_wanted(&of->wanted[i], choice->variant.parameters);
	return found;
}

static bool same_variant(const struct rg_tuned_line *a, const struct rg_tuned_line *b)
{
	return a->slice == b->slice && strcmp(a->by, b->by) == 0;
}

/* The mean of all lines of a list and size that are about the variant of line l, seconds; 0: there
 * are none. */
static double seconds_of(const struct list *of, const struct rg_tuned_line *l, int64_t bytes)
{
	double sum = 0, trials = 0;
	for (size_t k = 0; k < of->n; k++) {
		const struct rg_tuned_line *other = of->line[k];
		if (other->bytes != bytes || !same_variant(other, l))
			continue;
		sum += (double)other->trials * (double)other->picoseconds;
		trials += (double)other->trials;
	}
	return trials > 0 ? sum / trials * 1e-12 : 0;
}

/* Whether line i is the first one about its variant. */
static bool is_first(const struct list *of, size_t i)
{
	size_t k = 0;
	while (k < i && !same_variant(of->line[k], of->line[i]))
		k++;
	return k == i;
}

/* The variant that serves calls of all these sizes, as a trial chooses it; its seconds are those of
 * the last one. False: none was measured at all of them, or no other beside it. */
static bool fastest(const struct list *of, const struct rg_plan_choices *choices,
                    const int64_t *bytes, int sizes, struct rg_plan_choice *best)
{
	struct rg_plan_choice *choice = rg_alloc(of->n, sizeof *choice);
	double *seconds = rg_alloc(of->n * (size_t)sizes, sizeof *seconds);
	int variants = 0, native = -1;
	for (size_t i = 0; i < of->n; i++) {
		double *at = seconds + (size_t)variants * (size_t)sizes;
		if (!is_first(of, i) || !find_variant(of, choices, of->line[i], &choice[variants]))
			continue;
		bool all = true;
		for (int s = 0; s < sizes; s++) {
			at[s] = seconds_of(of, of->line[i], bytes[s]);
			all = all && at[s] > 0;
		}
		if (!all)
			continue;
		choice[variants].seconds = at[sizes - 1];
		if (!choice[variants].variant.routine)
			native = variants;
		variants++;
	}
	int serves = variants > 1 ? rg_lottery_serves(seconds, variants, sizes, native) : -1;
	if (serves >= 0)
		*best = choice[serves];
	free(seconds);
	free(choice);
	return serves >= 0;
}

/* How many variants of a list were measured at a size. */
static int variants_at(const struct list *of, int64_t bytes)
{
	int n = 0;
	for (size_t i = 0; i < of->n; i++)
		n += is_first(of, i) && seconds_of(of, of->line[i], bytes) > 0;
	return n;
}

/* The sizes of a list but 0, each once, into bytes[of->n]; their number. */
static int sizes_of(const struct list *of, int64_t *bytes)
{
	int sizes = 0;
	for (size_t i = 0; i < of->n; i++) {
		int s = 0;
		while (s < sizes && bytes[s] != of->line[i]->bytes)
			s++;
		if (s == sizes && of->line[i]->bytes)
			bytes[sizes++] = of->line[i]->bytes;
	}
	return sizes;
}

/* The same where the size of a call does not matter, or is hidden: of lines about calls of all
 * lengths (0), as the lottery has them, or else of several lengths, as trials have them. A trial
 * may have come to some lengths only: one counts where no other has more variants. */
static bool fastest_of_all(const struct list *of, const struct rg_plan_choices *choices,
                           struct rg_plan_choice *best)
{
	int64_t *bytes = rg_alloc(of->n, sizeof *bytes);
	const int sizes = sizes_of(of, bytes);
	int most = 0, counted = 0;
	for (int s = 0; s < sizes; s++) {
		int n = variants_at(of, bytes[s]);
		most = n > most ? n : most;
	}
	for (int s = 0; s < sizes; s++)
		if (variants_at(of, bytes[s]) == most)
			bytes[counted++] = bytes[s];
	if (!counted)
		bytes[counted++] = 0;
	bool found = fastest(of, choices, bytes, counted, best);
	free(bytes);
	return found;
}

static bool same_choice(const struct rg_plan_choice *a, const struct rg_plan_choice *b)
{
	return a->slice == b->slice && a->drift == b->drift && a->native == b->native &&
	       rg_same_variant(&a->variant, &b->variant);
}

static int apply(const struct list *of, struct rg_plan_choices *choices)
{
	struct rg_plan_choices tuned = {.n = 0};
	const int sizes = rg_has_one_size(of->collective) ? 1 : RG_SIZES;
	int found = 0;
	for (int s = 0; s < sizes && choices->n && of->n; s++) {
		const int64_t bytes = rg_planned_size(s), shorter = bytes / 2; /* an int is */
		struct rg_plan_choice choice;
		if (sizes == 1 ? fastest_of_all(of, choices, &choice)
		               : fastest(of, choices, &bytes, 1, &choice) ||
		                         (!s && fastest(of, choices, &shorter, 1, &choice)))
			found++;
		else
			choice = *rg_plan_choices_at(choices, (double)bytes);
		if (s && same_choice(&choice, &tuned.choice[tuned.n - 1]))
			continue;
		choice.bytes = s ? bytes : 0;
		tuned.choice[tuned.n++] = choice;
	}
	if (found)
		*choices = tuned;
	return found;
}

/* Give a shape a plan of its own: that which serves it so far. */
static void add_shape(struct rg_shape_plan shape, bool open, struct rg_plans *plans)
{
	const struct rg_shape_plan *near =
		rg_plans_nearest(plans, shape.machines, shape.ranks, shape.windows);
	if (!near || same_shape(near, &shape) ||
	    (!open && (near->machines != shape.machines || near->ranks != shape.ranks)))
		return;
	struct rg_shape_plan own = *near;
	own.machines = shape.machines;
	own.ranks = shape.ranks;
	own.windows = shape.windows;
	rg_plans_add(plans, &own);
}

/* Those that were measured; and the same with windows, which would have the plan without them else.
 */
static void add_shapes(const struct rg_shape_plan *shape, size_t n, bool open,
                       struct rg_plans *plans)
{
	for (size_t i = 0; i < n; i++) {
		struct rg_shape_plan twin = shape[i];
		if (!twin.machines || (i && same_shape(&shape[i], &shape[i - 1])))
			continue;
		twin.windows = twin.ranks > 1;
		add_shape(twin, open, plans);
		add_shape(shape[i], open, plans);
	}
}

/* All lists of a plan; mine[m]: the lines of its shape. `room` has room for as many. */
static int apply_all(const struct rg_wanted *wanted, const struct rg_tuned_line *const *mine,
                     size_t m, const struct rg_tuned_line **room, struct rg_shape_plan *plan)
{
	int found = 0;
	for (int k = 0; k < RG_LISTS && m; k++) {
		struct list of = {wanted,
		                  plan,
		                  (enum rg_collective)(k % RG_COLLECTIVES),
		                  (enum rg_purpose)(k / RG_COLLECTIVES),
		                  room,
		                  0};
		for (size_t i = 0; i < m; i++)
			if (is_of(mine[i], &of))
				room[of.n++] = mine[i];
		found += apply(&of, &plan->list[of.purpose][of.collective]);
	}
	return found;
}

int rg_tuning_apply(const struct rg_tuned *t, const struct rg_wanted wanted[RG_ROUTINES], bool open,
                    struct rg_plans *plans)
{
	struct rg_shape_plan *shape = rg_alloc(t->n + 1, sizeof *shape);
	const struct rg_tuned_line **mine = rg_alloc(2 * t->n + 1, sizeof *mine);
	int found = 0;
	for (size_t i = 0; i < t->n; i++)
		shape[i] = read_shape(&t->line[i]);
	add_shapes(shape, t->n, open, plans);
	for (size_t i = 0; i < plans->n; i++) {
		size_t m = 0;
		for (size_t k = 0; k < t->n; k++)
			if (same_shape(&shape[k], &plans->plan[i]))
				mine[m++] = &t->line[k];
		found += apply_all(wanted, mine, m, mine + t->n, &plans->plan[i]);
	}
	rg_plans_merge(plans);
	free(mine);
	free(shape);
	return found;
}
