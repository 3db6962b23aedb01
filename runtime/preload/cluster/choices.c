/* SPDX-License-Identifier: BSD-3-Clause
 * Plans that were made at run time. Their text: a line with the numbers of plans, of lists and of
 * choices in all; each list, a line with the number of its choices and a line for each ("BYTES
 * SLICE DRIFT NATIVE SPARE ALGORITHM PORTS", the ports up to the end of the line);
 * each plan, "MACHINES RANKS WINDOWS" and the numbers of the lists that
 * serve each collective, for operations that commute and for others.
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
	c.native = read_number(at);
	c.spare = read_number(at);
	*at += 1;
	size_t n = strcspn(*at, " ");
	c.algorithm = find_algorithm(*at, n);
	*at += n + 1;
	c.parameters = **at == '\n' ? NULL : *at;
	*at += strcspn(*at, "\n");
	*(*at)++ = '\0';
	return c;
}

/* The lists, into choice[], which begins and ends with an empty one, and where each begins. */
static void read_lists(char **at, int lists, int *first, struct rg_choice *choice)
{
	int n = 1;

	choice[0] = (struct rg_choice){0};
	for (int i = 0; i < lists; i++) {
		int choices = (int)read_number(at);
		*at += 1;
		first[i] = choices ? n : 0;
		while (choices-- > 0)
			choice[n++] = read_choice(at);
	}
	choice[n] = (struct rg_choice){0};
}

static void read_plan(char **at, const int *first, struct rg_plan *plan)
{
	plan->machines = (int)read_number(at);
	plan->ranks = (int)read_number(at);
	plan->windows = read_number(at);
	for (int k = 0; k < RG_PURPOSES; k++)
		for (int i = 0; i < RG_COLLECTIVES; i++)
			plan->list[k][i] = first[read_number(at)];
}

struct rg_plan *rg_choices_read(const char *text, int *n, const struct rg_choice **choices)
{
	char *at = (char *)text;
	size_t plans = (size_t)read_number(&at), lists = (size_t)read_number(&at),
	       all = (size_t)read_number(&at), length = strlen(at) + 1;
	size_t before = (plans * sizeof(struct rg_plan) + sizeof(struct rg_choice) - 1) /
	                sizeof(struct rg_choice); /* choices that take as much room as the plans */
	struct rg_choice *choice =
		malloc((before + all + 2) * sizeof *choice + lists * sizeof(int) + length);
	struct rg_plan *plan = (struct rg_plan *)choice;

	*n = 0;
	if (!plan || !plans)
		return plan;
	*choices = choice += before;
	int *first = (int *)(choice + all + 2);
	at = memcpy(first + lists, at, length);
	read_lists(&at, (int)lists, first, choice);
	for (*n = 0; *n < (int)plans; ++*n)
		read_plan(&at, first, &plan[*n]);
	return plan;
}
