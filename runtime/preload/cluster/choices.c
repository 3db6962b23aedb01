/* SPDX-License-Identifier: BSD-3-Clause
 * Plans that were made at run time. Their text: a line with the numbers of plans, of lists and of
 * choices in all; each list, a line with the number of its choices and a line for each ("BYTES
 * SLICE DRIFT ALGORITHM PORTS", the ports up to the end of the line); each plan, "MACHINES RANKS
 * WINDOWS" and the numbers of the lists that serve each collective, for operations that commute and
 * for others.
 */
#include "preload/cluster/choices.h"

#include <stdlib.h>
#include <string.h>

static int64_t read_number(char **at)
{
	return strtoll(*at, at, 10);
}

static const struct rg_algorithm *find_algorithm(const char *name, size_t n)
{
	for (const struct rg_named *a = rg_algorithms; a->name; a++)
		if (!strncmp(a->name, name, n) && !a->name[n])
			return a->algorithm;
	return NULL;
}

/* One choice; its ports stay in the text, which is cut there. */
static struct rg_choice read_choice(char **at)
{
	struct rg_choice c = {.bytes = read_number(at)};

	c.slice = read_number(at);
	c.drift = read_number(at);
	*at += 1;
	size_t n = strcspn(*at, " ");
	c.algorithm = find_algorithm(*at, n);
	*at += n + 1;
	c.parameters = **at == '\n' ? NULL : *at;
	*at += strcspn(*at, "\n");
	*(*at)++ = '\0';
	return c;
}

/* The lists, into list[], and their choices, into choice[]. */
static void read_lists(char **at, int lists, struct rg_choices *list, struct rg_choice *choice)
{
	for (int i = 0; i < lists; i++) {
		list[i] = (struct rg_choices){choice, (int)read_number(at)};
		*at += 1;
		for (int k = 0; k < list[i].n; k++)
			*choice++ = read_choice(at);
	}
}

static void read_plan(char **at, const struct rg_choices *list, struct rg_plan *plan)
{
	plan->machines = (int)read_number(at);
	plan->ranks = (int)read_number(at);
	plan->windows = read_number(at);
	for (int i = 0; i < RG_COLLECTIVES; i++)
		plan->any[i] = list[read_number(at)];
	for (int i = 0; i < RG_COLLECTIVES; i++)
		plan->ordered[i] = list[read_number(at)];
}

struct rg_plan *rg_choices_read(const char *text, int *n)
{
	char *at = (char *)text;
	size_t plans = (size_t)read_number(&at), lists = (size_t)read_number(&at),
	       choices = (size_t)read_number(&at), length = strlen(at) + 1;
	struct rg_plan *plan = malloc(plans * sizeof *plan + choices * sizeof(struct rg_choice) +
	                              lists * sizeof(struct rg_choices) + length);

	*n = 0;
	if (!plan || !plans)
		return plan;
	struct rg_choice *choice = (struct rg_choice *)(plan + plans);
	struct rg_choices *list = (struct rg_choices *)(choice + choices);
	at = memcpy(list + lists, at, length);
	read_lists(&at, (int)lists, list, choice);
	for (*n = 0; *n < (int)plans; ++*n)
		read_plan(&at, list, &plan[*n]);
	return plan;
}
