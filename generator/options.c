/* SPDX-License-Identifier: BSD-3-Clause
 * options: the command line of ringgen.
 */
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "embedded.h"
#include "play.h"
#include "units.h"

static const char *const command_names[RG_COMMANDS] = {"check",     "order",  "certify", "prove",
                                                       "generate",  "probe",  "plot",    "survey",
                                                       "calibrate", "export", "plan"};

enum { MOST_RANKS = 1 << 20 };

/* Which commands know an option: a bit for each. */
#define IN(command) (1u << RG_##command)
#define PLACED \
	(IN(ORDER) | IN(CERTIFY) | IN(PROVE) | IN(GENERATE) | IN(PLOT) | IN(EXPORT) | IN(PLAN))

static const struct known {
	struct option option;
	unsigned commands;
} known[] = {
	{{"help", no_argument, NULL, 'h'}, ~0u},
	{{"output", required_argument, NULL, 'o'},
         IN(GENERATE) | IN(PROBE) | IN(PLOT) | IN(ORDER) | IN(SURVEY) | IN(CALIBRATE) | IN(EXPORT) |
                 IN(PLAN)},
	{{"links", no_argument, NULL, 'L'}, IN(CHECK)},
	{{"hosts", required_argument, NULL, 'H'}, PLACED | IN(SURVEY)},
	{{"ranks-per-node", required_argument, NULL, 'k'}, PLACED},
	{{"order", required_argument, NULL, 'O'}, IN(CERTIFY) | IN(PLOT)},
	{{"format", required_argument, NULL, 'f'}, IN(ORDER)},
	{{"size", required_argument, NULL, 's'}, IN(CERTIFY) | IN(PLAN)},
	{{"pairs", required_argument, NULL, 'p'}, IN(CERTIFY)},
	{{"loads", no_argument, NULL, 'l'}, IN(CERTIFY)},
	{{"ops", required_argument, NULL, 'a'}, IN(GENERATE) | IN(PROVE) | IN(PLAN)},
	{{"collective", required_argument, NULL, 'a'}, IN(PLAN)},
	{{"model", required_argument, NULL, 'd'}, IN(GENERATE) | IN(PLAN)},
	{{"csv", no_argument, NULL, 'C'}, IN(PLAN)},
	{{"prefix", required_argument, NULL, 'n'}, IN(GENERATE)},
	{{"reproducible", no_argument, NULL, 'R'}, IN(GENERATE)},
	{{"auto", no_argument, NULL, 'A'}, IN(GENERATE)},
	{{"from", required_argument, NULL, 'F'}, IN(PROBE)},
	{{"ranks", required_argument, NULL, 'r'}, IN(PROVE)},
	{{"count", required_argument, NULL, 'c'}, IN(PROVE)},
	{{"lanes", required_argument, NULL, 'N'}, IN(PROVE)},
	{{"messages", no_argument, NULL, 'm'}, IN(PROVE)},
	{{"measured", required_argument, NULL, 'M'}, IN(CALIBRATE)},
	{{"latency", required_argument, NULL, 'T'}, IN(EXPORT)},
};
enum { KNOWN = sizeof known / sizeof *known };

static void print_help(const char *name)
{
	char file[40];
	snprintf(file, sizeof file, "%s.txt", name);
	for (const char *const *line = rg_embedded(file); line && *line; line++)
		fputs(*line, stdout);
}

static int usage_error(const struct rg_options *o, const char *what, const char *value)
{
	const char *name = o->command < RG_COMMANDS ? command_names[o->command] : NULL;
	fprintf(stderr, "ringgen: error: %s%s%s%s\n", what, value ? " '" : "", value ? value : "",
	        value ? "'" : "");
	fprintf(stderr, "Try 'ringgen %s%s--help'.\n", name ? name : "", name ? " " : "");
	return RG_USAGE;
}

/* An option's value was parsed: `wrong` is what is wrong with it, or NULL. */
static int value_error(const char *option, const char *value, const char *wrong)
{
	if (!wrong)
		return -1;
	fprintf(stderr, "ringgen: error: --%s: '%s' %s\n", option, value, wrong);
	return RG_USAGE;
}

static int parse_ranks(struct rg_options *o, const char *s)
{
	char *first = rg_strndup(s, strcspn(s, "-"));
	const char *last = strchr(s, '-');
	const char *wrong = rg_parse_count(first, RG_PLAY_MOST, &o->least);
	if (!wrong)
		wrong = rg_parse_count(last ? last + 1 : first, RG_PLAY_MOST, &o->most);
	free(first);
	if (!wrong && o->most < o->least)
		wrong = "is a range that runs backwards";
	return value_error("ranks", s, wrong);
}

static int parse_ops(struct rg_options *o)
{
	char *wrong =
		rg_plan_ops(o->ops ? o->ops : "all", !o->ops || o->command != RG_PROVE, o->wanted);
	if (!wrong && o->reproducible)
		wrong = rg_plan_keep_ordered(o->wanted);
	if (!wrong)
		return -1;
	fprintf(stderr, "ringgen: error: --ops: %s\n", wrong);
	free(wrong);
	return RG_USAGE;
}

static int parse_model(struct rg_options *o, const char *s)
{
	char *wrong = rg_model_parse(s, &o->model);
	if (!wrong)
		return -1;
	fprintf(stderr, "ringgen: error: --model: %s\n", wrong);
	free(wrong);
	return RG_USAGE;
}

static int parse_format(struct rg_options *o, const char *s)
{
	int format = rg_format_find(s);
	if (format < 0)
		return value_error("format", s,
		                   "is none of names, mpich, openmpi, rankfile, slurm, xml");
	o->format = (enum rg_format)format;
	return -1;
}

static int parse_option(struct rg_options *o, int c, const char *value)
{
	switch (c) {
	case 'o':
		o->output = value;
		return -1;
	case 'H':
		o->hosts = value;
		return -1;
	case 'k':
		return value_error("ranks-per-node", value, rg_parse_count(value, 65536, &o->each));
	case 'O':
		o->order = value;
		return -1;
	case 'f':
		return parse_format(o, value);
	case 's':
		return value_error("size", value, rg_parse_size(value, &o->size));
	case 'p':
		return value_error("pairs", value, rg_parse_count(value, MOST_RANKS, &o->pairs));
	case 'l':
		o->loads = true;
		return -1;
	case 'L':
		o->links = true;
		return -1;
	case 'a':
		o->ops = value;
		return -1;
	case 'n':
		o->prefix = value;
		return -1;
	case 'R':
		o->reproducible = true;
		return -1;
	case 'd':
		return parse_model(o, value);
	case 'C':
		o->csv = true;
		return -1;
	case 'A':
		o->automatic = true;
		return -1;
	case 'F':
		o->from = value;
		return -1;
	case 'r':
		return parse_ranks(o, value);
	case 'c':
		return value_error("count", value, rg_parse_count(value, MOST_RANKS, &o->count));
	case 'N':
		return value_error("lanes", value, rg_parse_count(value, MOST_RANKS, &o->lanes));
	case 'M':
		o->measured = value;
		return -1;
	case 'T':
		return value_error("latency", value, rg_parse_time(value, &o->latency));
	default:
		o->messages = true;
		return -1;
	}
}

/* The command line without folders, for the banner of what is emitted. */
static char *without_folders(int argc, char **argv)
{
	struct rg_text line = {0};
	rg_text_add(&line, "ringgen");
	for (int i = 1; i < argc; i++) {
		const char *s = argv[i], *slash = strrchr(s, '/');
		rg_text_add(&line, " ");
		if (slash && s[0] == '@')
			rg_text_add(&line, "@");
		else if (slash && strncmp(s, "--", 2) == 0 && strchr(s, '='))
			rg_text_addn(&line, s, strcspn(s, "=") + 1);
		rg_text_add(&line, slash ? slash + 1 : s);
	}
	return line.s;
}

/* Can BASE.c and BASE.h be files? */
static bool is_base(const char *output)
{
	const char *slash = strrchr(output, '/'), *base = slash ? slash + 1 : output;
	return *base && strcmp(base, "-") && strcmp(base, ".") && strcmp(base, "..");
}

static int stdin_uses(const struct rg_options *o)
{
	int uses = 0;
	uses += o->file && strcmp(o->file, "-") == 0;
	uses += o->order && strcmp(o->order, "-") == 0;
	uses += o->hosts && strcmp(o->hosts, "@-") == 0;
	uses += o->measured && strcmp(o->measured, "-") == 0;
	return uses;
}

/* The format word of export, which stands before the file. */
static int check_target(const struct rg_options *o)
{
	if (!o->target)
		return usage_error(o, "which format? (simgrid)", NULL);
	if (strcmp(o->target, "simgrid") != 0)
		return usage_error(o, "not a format that ringgen exports (simgrid):", o->target);
	if (o->output && !is_base(o->output))
		return usage_error(o, "-o: not the name of two files, DIR/BASE:", o->output);
	return -1;
}

/* What a command's file and options must be together; -1 when they are. */
static int check_together(const struct rg_options *o, int files)
{
	bool file_needed = o->command != RG_PROBE && o->command != RG_PROVE && !o->automatic;
	if (file_needed && files == 0)
		return usage_error(o, "which topology file?", NULL);
	if (files > (o->command == RG_PROBE || o->automatic ? 0 : 1))
		return usage_error(o, "too many arguments", NULL);
	if (o->command == RG_GENERATE && !o->output)
		return usage_error(o, "where to? give -o DIR/BASE", NULL);
	if (o->command == RG_SURVEY && !o->hosts)
		return usage_error(o, "where are the ranks? give --hosts LIST|@FILE", NULL);
	if (o->command == RG_CALIBRATE && !o->measured)
		return usage_error(o, "what was measured? give --measured CSV", NULL);
	if (o->command == RG_CALIBRATE && (!o->output || strcmp(o->output, "-") == 0))
		return usage_error(o, "where to? give -o OUT.xml", NULL);
	if (o->order && o->hosts)
		return usage_error(o, "--hosts is for ringgen's own order, without --order", NULL);
	if (o->command == RG_GENERATE && o->each && !o->hosts)
		return usage_error(o, "--ranks-per-node is for the fixed form, with --hosts", NULL);
	if (o->command == RG_GENERATE && !is_base(o->output))
		return usage_error(o, "-o: not the name of two files, DIR/BASE:", o->output);
	if (stdin_uses(o) > 1)
		return usage_error(o, "standard input can be read only once", NULL);
	if (o->automatic && (o->hosts || !o->prefix))
		return usage_error(o, "--auto goes with --prefix and without --hosts", NULL);
	if (o->command == RG_PROVE && files && o->most)
		return usage_error(o, "--ranks goes without a topology file", NULL);
	if (o->command == RG_PROVE && !files && (o->hosts || o->each))
		return usage_error(o, "--hosts and --ranks-per-node need a topology file", NULL);
	return -1;
}

static int parse_command(struct rg_options *o, int argc, char **argv)
{
	struct option options[KNOWN + 1] = {0};
	int n = 0, c;
	for (int i = 0; i < KNOWN; i++)
		if (known[i].commands & 1u << o->command)
			options[n++] = known[i].option;
	optind = 2;
	opterr = 0;
	const char *brief =
		o->command == RG_CERTIFY || o->command == RG_CHECK || o->command == RG_PROVE
			? ":h"
			: ":ho:";
	while ((c = getopt_long(argc, argv, brief, options, NULL)) != -1) {
		if (c == 'h') {
			print_help(command_names[o->command]);
			return RG_OK;
		}
		if (c == '?' || c == ':')
			return usage_error(
				o, c == ':' ? "an option lacks its value:" : "unknown option",
				argv[optind - 1]);
		int status = parse_option(o, c, optarg);
		if (status >= 0)
			return status;
	}
	if (o->command == RG_EXPORT) {
		o->target = optind < argc ? argv[optind++] : NULL;
		int status = check_target(o);
		if (status >= 0)
			return status;
	}
	if (optind < argc)
		o->file = argv[optind];
	int status = parse_ops(o);
	if (status >= 0)
		return status;
	return check_together(o, argc - optind);
}

int rg_options_parse(struct rg_options *o, int argc, char **argv)
{
	o->command = RG_COMMANDS;
	o->model = rg_model_usual;
	o->latency = -1;
	if (argc < 2)
		return usage_error(o, "which command?", NULL);
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		printf("ringgen %s\n", RINGGEN_VERSION_TEXT);
		return RG_OK;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help("ringgen");
		return RG_OK;
	}
	for (int i = 0; i < RG_COMMANDS; i++)
		if (strcmp(argv[1], command_names[i]) == 0)
			o->command = (enum rg_command)i;
	if (o->command == RG_COMMANDS)
		return usage_error(o, "unknown command", argv[1]);
	o->line = without_folders(argc, argv);
	return parse_command(o, argc, argv);
}

void rg_options_free(struct rg_options *o)
{
	free(o->line);
}
