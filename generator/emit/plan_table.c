/* SPDX-License-Identifier: BSD-3-Clause
 * plan_table: the lists of choices and the plans, as C text.
 */
#include "emit/plan_table.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"
#include "emit/format.h"

/* The lists that there are, and the number of the first choice of each. */
struct lists {
	const struct rg_plan_choices **list; /* [n] */
	int *first;
	size_t n, cap, first_cap;
	int choices; /* so far: number 0 is none */
};

/* The number of the list's first choice. It joins the others if need be. */
static int number_list(struct lists *l, const struct rg_plan_choices *p, bool *is_new)
{
	*is_new = false;
	for (size_t i = 0; i < l->n; i++)
		if (rg_plan_choices_same(l->list[i], p))
			return l->first[i];
	if (!p->n)
		return 0;
	l->list = rg_grow(l->list, l->n, &l->cap, sizeof *l->list);
	l->first = rg_grow(l->first, l->n, &l->first_cap, sizeof *l->first);
	l->list[l->n] = p;
	l->first[l->n++] = l->choices;
	l->choices += p->n + p->spares;
	*is_new = true;
	return l->choices - p->n - p->spares;
}

/* The rows of a list whose first choice has that number; `timed`: with what each is predicted to
 * take. */
static void add_list(const struct rg_plan_choices *p, int first, bool timed, struct rg_text *rows)
{
	char size[32], seconds[32];
	for (int i = 0; i < p->n + p->spares; i++) {
		const struct rg_plan_choice *k = &p->choice[i];
		rg_textf(rows, "{%lld, %s%s, %lld, ", (long long)k->bytes,
		         k->variant.routine ? "&" : "",
		         k->variant.routine ? k->variant.routine->symbol : "NULL",
		         (long long)k->slice);
		if (k->variant.parameters)
			rg_format_string(rows, k->variant.parameters);
		else
			rg_text_add(rows, "NULL");
		rg_textf(rows, ", %s, %s, %s}, // %d: ", k->drift ? "true" : "false",
		         k->native ? "true" : "false", i < p->n ? "false" : "true", first + i);
		rg_textf(rows, "%sfrom %s",
		         i >= p->n                          ? "in trials, "
		         : k->native || !k->variant.routine ? "MPI's own, "
		                                            : "",
		         rg_show_size(size, sizeof size, (double)k->bytes));
		if (timed)
			rg_textf(rows, ", %s",
			         rg_show_time_beside(seconds, sizeof seconds, k->seconds,
			                             p->choice[0].seconds));
		rg_text_add(rows, "\n");
	}
}

/* "{1, 4, 4, 9, 9}"; zeros in the end are left out but for the first. */
static void add_served(struct lists *l, const struct rg_plan_choices *choices, struct rg_text *rows)
{
	int first[RG_COLLECTIVES], n = 1;
	bool is_new;
	for (int i = 0; i < RG_COLLECTIVES; i++) {
		first[i] = number_list(l, &choices[i], &is_new);
		n = first[i] ? i + 1 : n;
	}
	for (int i = 0; i < n; i++)
		rg_textf(rows, "%s%d", i ? ", " : "{", first[i]);
	rg_text_add(rows, "}");
}

/* All lists, one behind the other, each once. */
static void add_choices(const struct rg_plans *plans, struct lists *l, bool timed,
                        struct rg_text *out)
{
	struct rg_text rows = {0};
	rg_text_add(&rows, "{0, NULL, 0, NULL, false, false, false}, // 0: none\n");
	for (int k = 0; k < RG_LISTS; k++)
		for (size_t i = 0; i < plans->n; i++) {
			const struct rg_plan_choices *p =
				&plans->plan[i].list[k % RG_PURPOSES][k / RG_PURPOSES];
			bool is_new;
			int first = number_list(l, p, &is_new);
			if (is_new)
				add_list(p, first, timed, &rows);
		}
	rg_textf(&rows, "{0, NULL, 0, NULL, false, false, false}, // %d: the end\n", l->choices);
	rg_text_add(out,
	            "/* What to do with vectors of at least so many bytes, in slices of so many. "
	            "A list begins from 0. */\n"
	            "static const struct rg_choice choices[] = {\n");
	rg_format_rows(out, &rows);
	rg_text_add(out, "};\n\n");
	rg_text_free(&rows);
}

void rg_plan_table(const struct rg_plans *plans, bool timed, struct rg_text *out)
{
	struct lists l = {.choices = 1};
	struct rg_text rows = {0};
	add_choices(plans, &l, timed, out);
	for (size_t i = 0; i < plans->n; i++) {
		const struct rg_shape_plan *plan = &plans->plan[i];
		rg_textf(&rows, "{%d, %d, %s, ", plan->machines, plan->ranks,
		         plan->windows ? "true" : "false");
		for (int k = 0; k < RG_PURPOSES; k++) {
			rg_text_add(&rows, k ? ", " : "{");
			add_served(&l, plan->list[k], &rows);
		}
		rg_textf(&rows, "}}, // %d rank%s\n", plan->machines * plan->ranks,
		         plan->machines * plan->ranks == 1 ? "" : "s");
	}
	rg_text_add(
		out,
		"/* For so many machines of so many ranks, with windows or without: where the list "
		"of each\n"
		" * collective begins, of those left out none: see enum rg_purpose. */\n"
		"static const struct rg_plan plans[] = {\n");
	rg_format_rows(out, &rows);
	rg_text_add(out, "};\n\n");
	rg_text_free(&rows);
	free(l.list);
	free(l.first);
}
