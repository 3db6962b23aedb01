/* SPDX-License-Identifier: BSD-3-Clause
 * Reading the command line.
 */
#include "ringbench/command_line.h"
#include "ringbench/values.h"
#include "base/meant.h"
#include "base/picture_name.h"
#include "base/text.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum option_code {
	HELP = 1,
	VERSION,
	COLLECTIVE_LIST,
	SIZE_LIST,
	TYPE,
	ROOT,
	BLOCK_LIST,
	RANDOM_SEED,
	ALGORITHM_LIST,
	FORM_LIST,
	VARIANT,
	ROUTINES_FILE,
	NATIVE_NAME,
	REPEAT,
	TIME,
	STEADY,
	WARM_UP,
	BATCH,
	APART,
	GIVE_UP,
	TOPOLOGY,
	PROGRAM,
	CSV,
	SAMPLES,
	PLOT,
	LABEL,
	B_EFF,
	LONGEST,
	PAIRS,
	PAIR_SIZE,
	CALIBRATE,
	GUIDELINES,
	SLACK,
	BUDGET,
	TUNE /* the last */
};

static const struct option known[] = {
	{"help", no_argument, NULL, HELP},
	{"version", no_argument, NULL, VERSION},
	{"collectives", required_argument, NULL, COLLECTIVE_LIST},
	{"sizes", required_argument, NULL, SIZE_LIST},
	{"type", required_argument, NULL, TYPE},
	{"root", required_argument, NULL, ROOT},
	{"blocks", required_argument, NULL, BLOCK_LIST},
	{"seed", required_argument, NULL, RANDOM_SEED},
	{"algorithms", required_argument, NULL, ALGORITHM_LIST},
	{"forms", required_argument, NULL, FORM_LIST},
	{"variant", required_argument, NULL, VARIANT},
	{"routines", required_argument, NULL, ROUTINES_FILE},
	{"native-name", required_argument, NULL, NATIVE_NAME},
	{"repeat", required_argument, NULL, REPEAT},
	{"time", required_argument, NULL, TIME},
	{"steady", required_argument, NULL, STEADY},
	{"warm-up", required_argument, NULL, WARM_UP},
	{"batch", required_argument, NULL, BATCH},
	{"apart", no_argument, NULL, APART},
	{"give-up", required_argument, NULL, GIVE_UP},
	{"topology", required_argument, NULL, TOPOLOGY},
	{"ringgen", required_argument, NULL, PROGRAM},
	{"csv", required_argument, NULL, CSV},
	{"samples", required_argument, NULL, SAMPLES},
	{"plot", required_argument, NULL, PLOT},
	{"b-eff", no_argument, NULL, B_EFF},
	{"longest", required_argument, NULL, LONGEST},
	{"pairs", no_argument, NULL, PAIRS},
	{"pair-size", required_argument, NULL, PAIR_SIZE},
	{"calibrate", required_argument, NULL, CALIBRATE},
	{"label", required_argument, NULL, LABEL},
	{"guidelines", no_argument, NULL, GUIDELINES},
	{"slack", required_argument, NULL, SLACK},
	{"budget", required_argument, NULL, BUDGET},
	{"tune", required_argument, NULL, TUNE},
	{NULL, 0, NULL, 0},
};

static bool read_text(int code, const char *value, struct options *o)
{
	const char **to = code == ALGORITHM_LIST ? &o->algorithms
	                  : code == TOPOLOGY     ? &o->topology
	                                         : &o->ringgen;
	*to = value;
	return true;
}

static bool read_option(int code, const char *value, struct options *o, const struct complaint *to)
{
	switch (code) {
	case HELP:
		return o->help = true;
	case VERSION:
		return o->version = true;
	case COLLECTIVE_LIST:
		return read_collectives(value, o, to);
	case SIZE_LIST:
		return read_sizes(value, o, to);
	case FORM_LIST:
		return read_forms(value, o, to);
	case TYPE:
		return read_type(value, o, to);
	case ROOT:
		return read_root(value, o, to);
	case BLOCK_LIST:
		return read_blocks(value, o, to);
	case RANDOM_SEED:
		return read_seed(value, o, to);
	case GUIDELINES:
		return o->guidelines = true;
	case SLACK:
		return read_positive("--slack", value, &o->slack_percent, to);
	case BUDGET:
		return read_budget(value, o, to);
	case VARIANT:
		return read_variant(value, o, to);
	case ROUTINES_FILE:
		return read_routines(value, o, to);
	case NATIVE_NAME:
		return read_native_name(value, o, to);
	case LABEL:
		return read_label(value, o, to);
	case REPEAT:
		return read_repeat(value, o, to);
	case TIME:
		return read_seconds("--time", value, &o->seconds, to);
	case STEADY:
		return read_positive("--steady", value, &o->steady_percent, to);
	case GIVE_UP:
		return read_positive("--give-up", value, &o->give_up, to);
	case WARM_UP:
		return read_count("--warm-up", value, &o->warm_up, to);
	case B_EFF:
		return o->b_eff = true;
	case LONGEST:
		return read_size("--longest", value, &o->longest, to);
	case PAIRS:
		return o->pairs = true;
	case PAIR_SIZE:
		return read_size("--pair-size", value, &o->pair_bytes, to);
	case CSV:
		return read_file("--csv", value, &o->csv, to);
	case SAMPLES:
		return read_file("--samples", value, &o->samples, to);
	case PLOT:
		return read_file("--plot", value, &o->plot, to) &&
		       (!rg_is_other_picture(value) ||
		        refuse(to, "--plot: " RG_PICTURES_ARE_SVG " '%s'", value));
	case CALIBRATE:
		return read_file("--calibrate", value, &o->calibrate, to);
	case TUNE:
		return read_file("--tune", value, &o->tune, to);
	case APART:
		return o->apart = true;
	case BATCH:
		return read_count("--batch", value, &o->batch, to);
	default:
		return read_text(code, value, o);
	}
}

/* The defaults of options that were not given. */
static void complete(struct options *o, const struct complaint *to)
{
	int collectives = 0, kinds = 0;

	for (int c = 0; c < COLLECTIVES; c++)
		collectives += o->collectives[c];
	for (int k = 0; k < KINDS; k++)
		kinds += o->blocks[k];
	for (int c = 0; c < COLLECTIVES && !collectives; c++)
		o->collectives[c] = o->guidelines || c == ALLREDUCE;
	for (int k = 0; k < KINDS && !kinds; k++)
		o->blocks[k] = o->guidelines || k == SAME;
	if (!o->nsizes)
		read_sizes(o->guidelines ? "64:1M" : "1K:4M:x4", o, to);
	if (!o->repeat_max)
		o->repeat_max = o->guidelines ? 1000 : 200;
	o->pairs |= o->calibrate != NULL;
	if (!o->algorithms)
		o->algorithms = o->tune ? "linked" : "all";
}

static bool guidelines_agree(const struct options *o, const struct complaint *to)
{
	if (o->pairs || o->samples)
		return refuse(to, "--guidelines goes without %s",
		              o->pairs ? "--pairs" : "--samples");
	return (o->nforms == 1 && o->forms[0] == BLOCKING) ||
	       refuse(to, "--guidelines are of blocking calls: no other --forms");
}

/* The longest vectors must have a number of bytes that fits into an int. */
static bool blocks_agree(const struct options *o, const struct complaint *to)
{
	bool unequal = false;

	for (int k = 0; k < KINDS; k++)
		unequal |= o->blocks[k] && k != SAME;
	for (int i = 0; i < o->nsizes && unequal; i++)
		if (o->sizes[i] > INT_MAX / BLOCKS_LONGEST)
			return refuse(to,
			              "--blocks: some are %d times as long as --sizes, at most "
			              "%d bytes",
			              BLOCKS_LONGEST, INT_MAX / BLOCKS_LONGEST);
	return true;
}

/* Only blocking collectives can be tuned, not pairs and not guidelines. */
static bool tune_agrees(const struct options *o, const struct complaint *to)
{
	if (o->pairs || o->guidelines)
		return refuse(to, "--tune keeps nothing of what %s measures",
		              o->pairs ? "--pairs" : "--guidelines");
	return (o->nforms == 1 && o->forms[0] == BLOCKING) ||
	       refuse(to, "--tune is of blocking calls: no other --forms");
}

/* The longest message is behind twelve others, and fits into an int twice. */
static bool b_eff_agrees(const struct options *o, const struct complaint *to)
{
	const char *other = o->pairs        ? "--pairs"
	                    : o->guidelines ? "--guidelines"
	                    : o->tune       ? "--tune"
	                    : o->plot       ? "--plot"
	                    : o->samples    ? "--samples"
	                                    : NULL;

	if (other)
		return refuse(to, "--b-eff goes without %s", other);
	return !o->longest || (o->longest >= 8192 && o->longest <= INT_MAX / 2) ||
	       refuse(to, "--longest: from 8 KiB to 1 GiB");
}

/* Whether the options go together. */
static bool agree(struct options *o, const struct complaint *to)
{
	if (o->calibrate && !o->topology)
		return refuse(to, "--calibrate measures for a topology: --topology FILE");
	if (o->pairs && (o->plot || o->samples))
		return refuse(to, "--pairs goes without %s", o->plot ? "--plot" : "--samples");
	for (int i = 0; i < o->nforms; i++)
		if (o->root == ALL_ROOTS && o->forms[i] == PERSISTENT)
			return refuse(to, "--root all: a persistent collective has one root");
	return blocks_agree(o, to) && (!o->b_eff || b_eff_agrees(o, to)) &&
	       (!o->guidelines || guidelines_agree(o, to)) && (!o->tune || tune_agrees(o, to));
}

/* That there is no such option, with the one that may have been meant. */
static bool refuse_option(const struct complaint *to, const char *word)
{
	char hint[RG_HINT], name[NAME_MOST];
	struct rg_text all = {0};

	for (const struct option *k = known; k->name; k++)
		rg_textf(&all, "%s ", k->name);
	snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	rg_nearest_hint(hint, sizeof hint, "--", name, all.s);
	rg_text_free(&all);
	return refuse(to, "there is no option '%s'%s", word, hint);
}

bool options_read(int argc, char **argv, struct options *o, char *error, size_t room)
{
	const struct complaint to = {error, room};
	const char *program = getenv("RINGGEN");
	int code;

	*o = (struct options){.native_name = "native",
	                      .nforms = 1, /* blocking */
	                      .repeat_min = 10,
	                      .warm_up = 2,
	                      .pair_bytes = 1 << 20,
	                      .seconds = 10,
	                      .steady_percent = 5,
	                      .seed = 1,
	                      .slack_percent = 5,
	                      .budget = 300,
	                      .ringgen = program && *program ? program : "ringgen",
	                      .label = ""};
	opterr = 0;
	optind = 0;
	while ((code = getopt_long(argc, argv, ":", known, NULL)) != -1) {
		if (code == ':')
			return refuse(&to, "%s needs a value", argv[optind - 1]);
		if (code == '?' && optopt >= HELP && optopt <= TUNE)
			return refuse(&to, "'%s': that option takes no value", argv[optind - 1]);
		if (code == '?' && optopt) /* a letter, also one among others */
			return refuse(&to, "there is no option '-%c'", optopt);
		if (code == '?')
			return refuse_option(&to, argv[optind - 1]);
		if (!read_option(code, optarg, o, &to))
			return false;
	}
	if (optind < argc)
		return refuse(&to, "'%s' is not an option", argv[optind]);
	complete(o, &to);
	return agree(o, &to);
}
