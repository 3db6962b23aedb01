/* SPDX-License-Identifier: BSD-3-Clause
 * known: each option that there is.
 */
#include "cli/known.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/meant.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/command.h"
#include "fabric/rules.h"
#include "import/tasks.h"
#include "native/agreement.h"
#include "prove/play.h"

/* Beyond what there is, and small enough to be multiplied: a larger number is a slip. */
enum { MOST_COUNT = 1 << 20 };

/* An option, and where in struct rg_options its value goes. */
#define AT(member) .at = offsetof(struct rg_options, member)
static const struct known {
	const char *name;
	enum {
		FLAG,
		TEXT,
		LIST,
		COUNT,
		RANK,
		SIZE,
		TIME,
		MODEL,
		COMBINES,
		TASKS,
		ROUTES,
		FORMAT,
		RANKS,
		BUDGET,
		FORMS,
		LIBRARY,
		ASSUMED,
		PHASING
	} kind;
	size_t at;
	int most;         /* of a count */
	const char *word; /* for rows of commands, if another option has the name; else NULL */
} known[] = {
	{"output", TEXT, AT(output)},
	{"links", FLAG, AT(check.links)},
	{"ways", FLAG, AT(check.ways)},
	{"hosts", TEXT, AT(job.hosts)},
	{"ranks-per-node", TASKS, AT(job.tasks)},
	{"order", TEXT, AT(job.order)},
	{"format", FORMAT, AT(show.format)},
	{"size", SIZE, AT(size)},
	{"pairs", COUNT, AT(pairs), .most = MOST_COUNT},
	{"loads", FLAG, AT(certify.loads)},
	{"strict", FLAG, AT(certify.strict)},
	{"schedule", PHASING, AT(alltoall.schedule)},
	{"phase", COUNT, AT(alltoall.phase), .most = INT_MAX},
	{"thorough", FLAG, AT(prove.thorough)},
	{"rail", COUNT, AT(job.rail), .most = RG_RAILS},
	{"routes", ROUTES, AT(routes)},
	{"topology", TEXT, AT(import.topology)},
	{"partition", TEXT, AT(import.partition)},
	{"join", TEXT, AT(import.join)},
	{"seconds", COUNT, AT(job.seconds), .most = MOST_COUNT},
	{"seed", COUNT, AT(job.seed), .most = MOST_COUNT},
	{"ops", LIST, AT(ops)},
	{"collective", LIST, AT(ops)},
	{"model", MODEL, AT(model)},
	{"reduce", COMBINES, AT(model.of)},
	{"csv", FLAG, AT(show.csv)},
	{"csv", TEXT, AT(compare.csv), .word = "csv-file"},
	{"json", FLAG, AT(show.json)},
	{"dark", FLAG, AT(show.dark)},
	{"plot", FLAG, AT(show.plot)},
	{"timeline", FLAG, AT(show.timeline)},
	{"prefix", TEXT, AT(prefix)},
	{"reproducible", FLAG, AT(emit.reproducible)},
	{"preload", FLAG, AT(emit.preload)},
	{"auto", FLAG, AT(emit.automatic)},
	{"budget", BUDGET, AT(emit.budget)},
	{"forms", FORMS, AT(emit.forms)},
	{"from", TEXT, AT(from)},
	{"ranks", RANKS, AT(prove.least)},
	{"count", COUNT, AT(prove.count), .most = MOST_COUNT},
	{"lanes", COUNT, AT(prove.lanes), .most = MOST_COUNT},
	{"root", RANK, AT(root)},
	{"blocks", TEXT, AT(blocks)},
	{"messages", FLAG, AT(prove.messages)},
	{"linked", FLAG, AT(compare.linked)},
	{"measured", TEXT, AT(measured)},
	{"tuned", TEXT, AT(tuned)},
	{"latency", TIME, AT(latency)},
	{"mpi", LIBRARY, AT(mpi)},
	{"assume", ASSUMED, AT(assumed)},
};
enum { KNOWN = sizeof known / sizeof *known };

int rg_known_count(void)
{
	return KNOWN;
}

const char *rg_known_name(int i)
{
	return known[i].name;
}

const char *rg_known_word(int i)
{
	return known[i].word ? known[i].word : known[i].name;
}

bool rg_known_has_value(int i)
{
	return known[i].kind != FLAG;
}

/* ---- Values */

/* -1, or the status if `wrong` is not NULL: it says what is wrong with the value of an option,
 * which it names itself where `value` is NULL. */
static int value_error(const char *option, const char *value, const char *wrong)
{
	if (!wrong)
		return -1;
	fprintf(stderr, "ringgen: error: --%s: %s%s%s%s\n", option, value ? "'" : "",
	        value ? value : "", value ? "' " : "", wrong);
	return RG_USAGE;
}

/* The same where it should be one of these words, or a list of some. */
static int word_error(const char *option, const char *value, const char *wrong, const char *words)
{
	char hint[RG_HINT];
	struct rg_text text = {0};
	rg_textf(&text, "%s%s", wrong, rg_nearest_hint(hint, sizeof hint, "", value, words));
	int status = value_error(option, value, text.s);
	rg_text_free(&text);
	return status;
}

static int list_error(const char *option, char *wrong)
{
	int status = value_error(option, NULL, wrong);
	free(wrong);
	return status;
}

static int parse_ranks(struct rg_options *o, const char *s)
{
	char *first = rg_strndup(s, strcspn(s, "-"));
	const char *last = strchr(s, '-');
	const char *wrong = rg_parse_count(first, RG_PLAY_MOST, &o->prove.least);
	if (!wrong)
		wrong = rg_parse_count(last ? last + 1 : first, RG_PLAY_MOST, &o->prove.most);
	free(first);
	if (!wrong && o->prove.most < o->prove.least)
		wrong = "is a range that runs backwards";
	return value_error("ranks", s, wrong);
}

int rg_take_ops(struct rg_options *o)
{
	const struct rg_command *c = o->command;
	const char *usual = c->usual ? c->usual : "all";
	bool given = o->ops && !c->names_one;
	char *wrong = rg_catalogue_ops(given ? o->ops : usual, !given || !c->by_default, o->wanted);
	if (!wrong && o->emit.reproducible)
		wrong = rg_catalogue_keep_ordered(o->wanted);
	return list_error(o->ops ? o->ops_by : "reproducible", wrong);
}

#define FORMATS                                                                          \
	"names, mpich, openmpi, rankfile, slurm, seq, pbs, intel, mvapich, pals, cray, " \
	"torchrun, deepspeed, xml"
static int parse_format(const char *s, enum rg_format *to)
{
	int format = rg_format_find(s);
	*to = format < 0 ? 0 : (enum rg_format)format;
	return format < 0 ? word_error("format", s, "is none of " FORMATS, FORMATS) : -1;
}

/* Lines, or all. */
static int parse_budget(struct rg_budget *b, const char *s)
{
	*b = (struct rg_budget){.all = strcmp(s, "all") == 0};
	return b->all ? -1 : value_error("budget", s, rg_parse_count(s, MOST_COUNT, &b->lines));
}

/* A list of some of n words, as bits; 0: it is none. */
static unsigned parse_words(const char *s, const char *const *words, int n)
{
	unsigned found = 0;
	for (;; s++) {
		size_t length = strcspn(s, ",");
		int w = 0;
		while (w < n && (strlen(words[w]) != length || strncmp(words[w], s, length) != 0))
			w++;
		if (w == n)
			return 0;
		found |= 1U << w;
		s += length;
		if (!*s)
			return found;
	}
}

#define FORM_LIST "blocking, nonblocking, persistent"
static int parse_forms(bool forms[RG_FORMS], const char *s)
{
	unsigned found = parse_words(s, rg_forms, RG_FORMS);
	for (int f = 0; f < RG_FORMS; f++)
		forms[f] = found >> f & 1;
	return found ? -1 : word_error("forms", s, "is no list of " FORM_LIST, FORM_LIST);
}

#define ASSUMED_LIST "commuting, alike"
static int parse_assumed(const char *s, unsigned *to)
{
	*to = parse_words(s, rg_assumed_words, 2);
	return *to ? -1 : word_error("assume", s, "is no list of " ASSUMED_LIST, ASSUMED_LIST);
}

static int parse_library(const char *s, const char **to)
{
	*to = s;
	for (int i = 0; i < RG_MPIS; i++)
		if (strcmp(rg_mpi_words[i], s) == 0)
			return -1;
	return word_error("mpi", s, "is neither mpich nor openmpi", "mpich, openmpi");
}

static int parse_tasks(struct rg_options *o, const char *s)
{
	const char *wrong = rg_tasks_fault(s);
	o->job.tasks = s;
	o->job.each = wrong ? 0 : rg_tasks_each(s);
	return value_error("ranks-per-node", s, wrong);
}

static int parse_phasing(const char *s, int *to)
{
	for (int i = 0; i < RG_PHASINGS; i++)
		if (strcmp(rg_phasing_names[i], s) == 0) {
			*to = i + 1;
			return -1;
		}
	return word_error("schedule", s, "is none of " RG_PHASING_LIST, RG_PHASING_LIST);
}

static int parse_routes(struct rg_options *o, const char *s)
{
	enum rg_rule rule;
	bool by_receiver;
	o->routes = s;
	const char *wrong = rg_routing_read(s, &rule, &by_receiver);
	return wrong ? word_error("routes", s, wrong, rg_routing_list) : -1;
}

int rg_known_take(struct rg_options *o, int i, const char *value)
{
	const struct known *k = &known[i];
	void *to = (char *)o + k->at;
	switch (k->kind) {
	case FLAG:
		*(bool *)to = true;
		return -1;
	case TEXT:
		*(const char **)to = value;
		return -1;
	case LIST:
		o->ops = value;
		o->ops_by = k->name;
		return -1;
	case COUNT:
		return value_error(k->name, value, rg_parse_count(value, k->most, to));
	case RANK:
		return value_error(k->name, value,
		                   strcmp(value, "0") == 0 ? NULL
		                                           : rg_parse_count(value, MOST_COUNT, to));
	case SIZE:
		return value_error(k->name, value, rg_parse_size(value, to));
	case TIME:
		return value_error(k->name, value, rg_parse_time(value, to));
	case MODEL:
		return list_error(k->name, rg_model_parse(value, to));
	case COMBINES:
		*(const char **)to = value;
		return value_error(k->name, value, rg_combining_fault(value));
	case TASKS:
		return parse_tasks(o, value);
	case ROUTES:
		return parse_routes(o, value);
	case FORMAT:
		return parse_format(value, to);
	case BUDGET:
		return parse_budget(&o->emit.budget, value);
	case FORMS:
		return parse_forms(o->emit.forms, value);
	case LIBRARY:
		return parse_library(value, to);
	case ASSUMED:
		return parse_assumed(value, to);
	case PHASING:
		return parse_phasing(value, to);
	default:
		return parse_ranks(o, value);
	}
}

/* ---- What was given */

static bool is_given(const struct rg_options *o, const struct known *k)
{
	const void *at = (const char *)o + k->at;
	switch (k->kind) {
	case FLAG:
		return *(const bool *)at;
	case SIZE:
		return *(const int64_t *)at;
	case TIME:
		return *(const double *)at >= 0;
	case MODEL:
		return ((const struct rg_model *)at)->given;
	case FORMAT:
		return *(const enum rg_format *)at;
	case COUNT:
	case RANK:
	case PHASING:
		return *(const int *)at;
	case RANKS:
		return o->prove.most;
	case ASSUMED:
		return *(const unsigned *)at;
	case BUDGET:
		return o->emit.budget.all || o->emit.budget.lines;
	case FORMS:
		return memchr(o->emit.forms, false, sizeof o->emit.forms);
	default:
		return *(const char *const *)at;
	}
}

bool rg_is_given(const struct rg_options *o, const char *name)
{
	for (int i = 0; i < KNOWN; i++)
		if (strcmp(rg_known_word(i), name) == 0)
			return is_given(o, &known[i]);
	return false;
}
