/* SPDX-License-Identifier: BSD-3-Clause
 * options: the command line of ringgen.
 */
#include "cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/embedded.h"
#include "base/units.h"
#include "base/whole.h"
#include "fabric/rules.h"
#include "import/importers.h"
#include "import/tasks.h"
#include "prove/play.h"

static const char *const command_names[RG_COMMANDS] = {
	"check",  "order",     "certify", "prove", "generate", "probe",  "plot",
	"survey", "calibrate", "export",  "plan",  "advise",   "import", "survey-jobs"};

/* Beyond what there is, and small enough to be multiplied: a larger number is a slip. */
enum { MOST_COUNT = 1 << 20 };

/* An option, and where in struct rg_options its value goes. Which commands take it their help says.
 */
#define AT(member) .at = offsetof(struct rg_options, member)
static const struct known {
	const char *name;
	enum {
		FLAG,
		TEXT,
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
		ASSUMED
	} kind;
	size_t at;
	int most; /* of a count */
} known[] = {
	{"output", TEXT, AT(output)},
	{"links", FLAG, AT(links)},
	{"ways", FLAG, AT(ways)},
	{"hosts", TEXT, AT(job.hosts)},
	{"ranks-per-node", TASKS, AT(job.tasks)},
	{"order", TEXT, AT(job.order)},
	{"format", FORMAT, AT(format)},
	{"size", SIZE, AT(size)},
	{"pairs", COUNT, AT(pairs), .most = MOST_COUNT},
	{"loads", FLAG, AT(loads)},
	{"strict", FLAG, AT(strict)},
	{"thorough", FLAG, AT(thorough)},
	{"rail", COUNT, AT(job.rail), .most = RG_RAILS},
	{"routes", ROUTES, AT(routes)},
	{"seconds", COUNT, AT(job.seconds), .most = MOST_COUNT},
	{"seed", COUNT, AT(job.seed), .most = MOST_COUNT},
	{"ops", TEXT, AT(ops)},
	{"collective", TEXT, AT(ops)},
	{"model", MODEL, AT(model)},
	{"reduce", COMBINES, AT(model.of)},
	{"csv", FLAG, AT(csv)},
	{"json", FLAG, AT(json)},
	{"dark", FLAG, AT(dark)},
	{"plot", FLAG, AT(plot)},
	{"timeline", FLAG, AT(timeline)},
	{"prefix", TEXT, AT(prefix)},
	{"reproducible", FLAG, AT(reproducible)},
	{"preload", FLAG, AT(preload)},
	{"auto", FLAG, AT(automatic)},
	{"budget", BUDGET, AT(budget)},
	{"forms", FORMS, AT(forms)},
	{"from", TEXT, AT(from)},
	{"ranks", RANKS, AT(least)},
	{"count", COUNT, AT(count), .most = MOST_COUNT},
	{"lanes", COUNT, AT(lanes), .most = MOST_COUNT},
	{"root", RANK, AT(root)},
	{"blocks", TEXT, AT(blocks)},
	{"messages", FLAG, AT(messages)},
	{"measured", TEXT, AT(measured)},
	{"tuned", TEXT, AT(tuned)},
	{"latency", TIME, AT(latency)},
	{"mpi", LIBRARY, AT(mpi)},
	{"assume", ASSUMED, AT(assumed)},
};
enum { KNOWN = sizeof known / sizeof *known, FIRST = 256 /* no letter */ };

/* The lines of cli/help/NAME.txt. */
static const char *const *help(const char *name)
{
	char file[48];
	snprintf(file, sizeof file, "cli/help/%s.txt", name);
	return rg_embedded(file);
}

/* Does the command take an option? Its help then has a line "  --NAME ..." or "  -o, --NAME ...".
 */
static bool takes(enum rg_command command, const char *name)
{
	size_t n = strlen(name);
	for (const char *const *line = help(command_names[command]); *line; line++) {
		int dashes = strncmp(*line, "  -o, --", 8) == 0 ? 6 : 2;
		const char *s = strncmp(*line, "  -", 3) == 0 ? *line + dashes + 2 : "";
		if (strncmp(s, name, n) == 0 && strchr(" \n", s[n]))
			return true;
	}
	return false;
}

static int print_help(const char *name)
{
	for (const char *const *line = help(name); *line; line++)
		fputs(*line, stdout);
	return RG_OK;
}

static int usage_error(const struct rg_options *o, const char *what, const char *value)
{
	const char *name = o->command < RG_COMMANDS ? command_names[o->command] : NULL;
	fprintf(stderr, "ringgen: error: %s%s%s%s\n", what, value ? " '" : "", value ? value : "",
	        value ? "'" : "");
	fprintf(stderr, "Try 'ringgen %s%s--help'.\n", name ? name : "", name ? " " : "");
	return RG_USAGE;
}

/* An option of other commands: which have it, as "--json is for check, order, certify". */
static int elsewhere_error(const struct rg_options *o, const char *name)
{
	struct rg_text what = {0};
	const char *before = "is for";
	rg_textf(&what, "--%s ", name);
	for (int i = 0; i < RG_COMMANDS; i++) {
		if (!takes((enum rg_command)i, name))
			continue;
		rg_textf(&what, "%s %s", before, command_names[i]);
		before = ",";
	}
	int status = usage_error(o, what.s, NULL);
	rg_text_free(&what);
	return status;
}

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
	/* Those that programs call most are what is advised about. */
	const char *usual = o->command == RG_ADVISE
	                            ? "allreduce,allgather,reduce_scatter_block,bcast"
	                    : o->command == RG_SURVEY_JOBS ? "allreduce"
	                                                   : "all";
	char *wrong = rg_catalogue_ops(o->ops ? o->ops : usual, !o->ops || o->command != RG_PROVE,
	                               o->wanted);
	if (!wrong && o->reproducible)
		wrong = rg_catalogue_keep_ordered(o->wanted);
	return list_error("ops", wrong);
}

static int parse_format(const char *s, enum rg_format *to)
{
	int format = rg_format_find(s);
	*to = format < 0 ? 0 : (enum rg_format)format;
	return value_error("format", s,
	                   format < 0 ? "is none of names, mpich, openmpi, rankfile, slurm, xml"
	                              : NULL);
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

static int parse_forms(bool forms[RG_FORMS], const char *s)
{
	unsigned found = parse_words(s, rg_forms, RG_FORMS);
	for (int f = 0; f < RG_FORMS; f++)
		forms[f] = found >> f & 1;
	return value_error("forms", s,
	                   found ? NULL : "is no list of blocking, nonblocking, persistent");
}

static int parse_assumed(const char *s, unsigned *to)
{
	*to = parse_words(s, rg_assumed_words, 2);
	return value_error("assume", s, *to ? NULL : "is no list of commuting, alike");
}

static int parse_library(const char *s, const char **to)
{
	*to = s;
	for (int i = 0; i < RG_MPIS; i++)
		if (strcmp(rg_mpi_words[i], s) == 0)
			return -1;
	return value_error("mpi", s, "is neither mpich nor openmpi");
}

static int parse_tasks(struct rg_options *o, const char *s)
{
	const char *wrong = rg_tasks_fault(s);
	o->job.tasks = s;
	o->job.each = wrong ? 0 : rg_tasks_each(s);
	return value_error("ranks-per-node", s, wrong);
}

static int parse_routes(struct rg_options *o, const char *s)
{
	enum rg_rule rule;
	bool by_receiver;
	o->routes = s;
	return value_error("routes", s, rg_routing_read(s, &rule, &by_receiver));
}

static int parse_option(struct rg_options *o, const struct known *k, const char *value)
{
	void *to = (char *)o + k->at;
	switch (k->kind) {
	case FLAG:
		*(bool *)to = true;
		return -1;
	case TEXT:
		*(const char **)to = value;
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
		return parse_budget(&o->budget, value);
	case FORMS:
		return parse_forms(o->forms, value);
	case LIBRARY:
		return parse_library(value, to);
	case ASSUMED:
		return parse_assumed(value, to);
	default:
		return parse_ranks(o, value);
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

static bool ends_in(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);
	return n > m && strcmp(s + n - m, end) == 0;
}

/* What is wrong with -o DIR/BASE, as a phrase before it, or NULL: BASE.c and its like are files,
 * which nobody wants beside /dev/null, and BASE has no such end already. */
static const char *base_fault(const struct rg_options *o)
{
	static const char *const ends[][3] = {
		{".c", ".h", ".so"}, {".xml", ".hosts", ".hosts"}, {".json", ".conf", ".sh"}};
	int kind = o->command != RG_EXPORT ? 0 : rg_exports_tuning(o) ? 2 : 1;
	const char *slash = strrchr(o->output, '/'), *base = slash ? slash + 1 : o->output;
	struct stat st;
	if (strcmp(base, "-") == 0 || (stat(o->output, &st) == 0 && !S_ISREG(st.st_mode)))
		return "-o: not the name of files, DIR/BASE:";
	if (o->preload && ends_in(base, ".so"))
		return NULL;
	for (int i = 0; i < 3; i++)
		if (ends_in(base, ends[kind][i]))
			return i == 2 && o->command == RG_GENERATE
			               ? "-o: a library is made with --preload; else give DIR/BASE:"
			               : "-o: give DIR/BASE, ends are added to it:";
	return NULL;
}

/* What is wrong with -o, as a phrase before it, or NULL. */
static const char *output_fault(const struct rg_options *o)
{
	const char *slash = strrchr(o->output, '/'), *base = slash ? slash + 1 : o->output;
	bool files = o->command == RG_GENERATE || o->command == RG_EXPORT;
	struct stat st;
	if (!*o->output)
		return files ? "-o: it is no name, give DIR/BASE:" : "-o: it is no name:";
	if (!*base || strcmp(base, ".") == 0 || strcmp(base, "..") == 0 ||
	    (stat(o->output, &st) == 0 && S_ISDIR(st.st_mode)))
		return files ? "-o: that is a folder, give DIR/BASE:"
		             : "-o: that is a folder, give the name of a file:";
	return files ? base_fault(o) : NULL;
}

static int stdin_uses(const struct rg_options *o)
{
	int uses = 0;
	uses += o->job.file && strcmp(o->job.file, "-") == 0;
	uses += o->job.order && strcmp(o->job.order, "-") == 0;
	uses += o->job.hosts && strcmp(o->job.hosts, "@-") == 0;
	uses += o->measured && strcmp(o->measured, "-") == 0;
	return uses;
}

/* The format word of export, which stands before the file. */
static int check_target(const struct rg_options *o)
{
	if (!o->target)
		return usage_error(o, "which format? (simgrid, tuning)", NULL);
	if (strcmp(o->target, "simgrid") != 0 && !rg_exports_tuning(o))
		return usage_error(
			o, "not a format that ringgen exports (simgrid, tuning):", o->target);
	return -1;
}

static int check_kind(const struct rg_options *o)
{
	struct rg_text what = {0};
	if (o->target && rg_importer_find(o->target))
		return -1;
	rg_textf(&what, "%s (%s)%s", o->target ? "not a kind that ringgen imports" : "import what?",
	         rg_importer_names, o->target ? ":" : "");
	int status = usage_error(o, what.s, o->target);
	rg_text_free(&what);
	return status;
}

/* Of how many collectives is something wanted? */
static int collectives_wanted(const struct rg_options *o)
{
	bool wanted[RG_COLLECTIVES] = {false};
	int n = 0;
	for (int i = 0; i < RG_ROUTINES; i++) {
		enum rg_collective c = rg_routines[i].collective;
		n += o->wanted[i].n && !wanted[c];
		wanted[c] |= o->wanted[i].n > 0;
	}
	return n;
}

/* What a command's file and options must be together; -1 when they are. */
static int check_together(const struct rg_options *o, int files)
{
	enum rg_command c = o->command;
	bool calibrate = c == RG_CALIBRATE, generate = c == RG_GENERATE, prove = c == RG_PROVE;
	bool none = c == RG_PROBE || c == RG_IMPORT || o->automatic; /* no topology file at all */
	bool to_stdout = !o->output || strcmp(o->output, "-") == 0 || rg_whole_is_stdout(o->output);
	const struct {
		bool wrong;
		const char *what;
	} rules[] = {
		{!none && !prove && !files, "which topology file?"},
		{files > !none, "too many arguments"},
		{(c == RG_IMPORT || (c == RG_SURVEY_JOBS && files)) && !o->paths, "which files?"},
		{c == RG_SURVEY_JOBS && (o->ops || o->model.given) && !o->size,
	         "--collective and --model go with --size"},
		{c == RG_SURVEY_JOBS && collectives_wanted(o) > 1,
	         "--collective: give one of them"},
		{c == RG_IMPORT && o->paths > 1 && rg_importer_find(o->target)->one,
	         "too many arguments"},
		{generate && !o->output, "where to? give -o DIR/BASE"},
		{c == RG_SURVEY && !o->job.hosts, "where are the ranks? give --hosts LIST|@FILE"},
		{calibrate && !o->measured, "what was measured? give --measured CSV"},
		{calibrate && to_stdout, "where to? give -o OUT.xml"},
		{o->job.order && o->job.hosts,
	         "--hosts is for ringgen's own order, without --order"},
		{o->job.tasks && !o->job.each && !o->job.hosts && !o->job.order,
	         "--ranks-per-node: a list goes with --hosts, a number for each of them"},
		{generate && o->job.tasks && !o->job.hosts,
	         "--ranks-per-node is for the fixed form, with --hosts"},
		{stdin_uses(o) > 1, "standard input can be read only once"},
		{o->from && c != RG_PROBE &&
	                 (rg_mpi_of(o) != RG_OF_MPICH ||
	                  (!o->mpi && c != RG_EXPORT && c != RG_ADVISE)),
	         "--from goes with --mpi mpich"},
		{c == RG_EXPORT && !rg_exports_tuning(o) && (o->mpi || o->from || o->assumed),
	         "--mpi, --from and --assume are for 'export tuning'"},
		{c == RG_EXPORT && rg_exports_tuning(o) && o->latency >= 0,
	         "--latency is for 'export simgrid'"},
		{generate && o->mpi && o->reproducible,
	         "--mpi: MPI's own routines keep no order: not with --reproducible"},
		{o->automatic && (o->job.hosts || !o->prefix),
	         "--auto goes with --prefix and without --hosts"},
		{o->plot && (o->csv || o->size || o->blocks || o->tuned || o->mpi),
	         "--plot goes without --csv, --size, --blocks, --tuned and --mpi"},
		{o->timeline && (o->csv || o->plot || o->tuned || o->mpi),
	         "--timeline goes without --csv, --plot, --tuned and --mpi"},
		{c == RG_PLAN && o->measured && !o->timeline, "--measured goes with --timeline"},
		{o->dark && c == RG_PLAN && !o->plot && (!o->timeline || o->json),
	         "--dark goes with --plot or --timeline"},
		{o->ways && (o->links || o->json), "--ways goes without --links and --json"},
		{o->json && (o->csv || o->plot || o->format || o->tuned),
	         "--json goes without --csv, --plot, --format and --tuned"},
		{prove && files && o->most, "--ranks goes without a topology file"},
		{prove && !files && (o->job.hosts || o->job.tasks),
	         "--hosts and --ranks-per-node need a topology file"},
	};
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (rules[i].wrong)
			return usage_error(o, rules[i].what, NULL);
	if (o->output && output_fault(o))
		return usage_error(o, output_fault(o), o->output);
	return -1;
}

/* For getopt: the options that this command takes. The first of all has a letter. */
static void list_options(enum rg_command command, struct option options[KNOWN + 2])
{
	int n = 0;
	options[n++] = (struct option){"help", no_argument, NULL, 'h'};
	for (int i = 0; i < KNOWN; i++)
		if (takes(command, known[i].name))
			options[n++] = (struct option){known[i].name,
			                               known[i].kind == FLAG ? no_argument
			                                                     : required_argument,
			                               NULL, i ? FIRST + i : 'o'};
	options[n] = (struct option){0};
}

/* getopt gave '?' or ':'. The message names the letter, even if it is one of several behind a dash,
 * or the long option as it was written. */
static int option_error(const struct rg_options *o, int c, char **argv)
{
	char letter[] = {'-', (char)optopt, '\0'};
	const char *word = argv[optind - 1];
	if (c == ':')
		return usage_error(o, "an option lacks its value:", word);
	if (optopt >= FIRST || optopt == 'h')
		return usage_error(o, "an option that takes no value:", word);
	if (strcmp(word, "--json") == 0)
		return elsewhere_error(o, "json");
	return usage_error(o, "unknown option", optopt > 0 ? letter : word);
}

/* -1: go on with what is not an option. */
static int parse_options(struct rg_options *o, int argc, char **argv)
{
	struct option options[KNOWN + 2];
	bool writes = takes(o->command, "output");
	list_options(o->command, options);
	optind = 2;
	opterr = 0;
	int c;
	while ((c = getopt_long(argc, argv, writes ? ":ho:" : ":h", options, NULL)) != -1) {
		if (c == 'h')
			return print_help(command_names[o->command]);
		if (c == '?' || c == ':')
			return option_error(o, c, argv);
		int status = parse_option(o, &known[c == 'o' ? 0 : c - FIRST], optarg);
		if (status >= 0)
			return status;
	}
	return -1;
}

static int parse_command(struct rg_options *o, int argc, char **argv)
{
	int status = parse_options(o, argc, argv);
	if (status >= 0)
		return status;
	if (o->command == RG_EXPORT || o->command == RG_IMPORT) {
		o->target = optind < argc ? argv[optind++] : NULL;
		status = o->command == RG_EXPORT ? check_target(o) : check_kind(o);
		if (status >= 0)
			return status;
	}
	if (o->command == RG_SURVEY_JOBS && optind < argc)
		o->job.file = argv[optind++];
	if (o->command == RG_IMPORT || o->command == RG_SURVEY_JOBS) {
		o->path = argv + optind;
		o->paths = argc - optind;
		status = parse_ops(o);
		return status >= 0 ? status : check_together(o, o->job.file ? 1 : 0);
	}
	if (optind < argc)
		o->job.file = argv[optind];
	status = parse_ops(o);
	if (status >= 0)
		return status;
	return check_together(o, argc - optind);
}

int rg_options_parse(struct rg_options *o, int argc, char **argv)
{
	o->command = RG_COMMANDS;
	o->model = rg_model_usual;
	o->latency = -1;
	for (int i = 0; i < RG_FORMS; i++)
		o->forms[i] = true;
	if (argc < 2)
		return usage_error(o, "which command?", NULL);
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		printf("ringgen %s\n", RINGGEN_VERSION_TEXT);
		return RG_OK;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return print_help("ringgen");
	for (int i = 0; i < RG_COMMANDS; i++)
		if (strcmp(argv[1], command_names[i]) == 0)
			o->command = (enum rg_command)i;
	if (o->command == RG_COMMANDS)
		return usage_error(o, "unknown command", argv[1]);
	o->line = without_folders(argc, argv);
	return parse_command(o, argc, argv);
}

enum rg_implementation rg_mpi_of(const struct rg_options *o)
{
	int i = 0;
	while (o->mpi && strcmp(rg_mpi_words[i], o->mpi) != 0)
		i++;
	return (enum rg_implementation)i;
}

bool rg_exports_tuning(const struct rg_options *o)
{
	return o->command == RG_EXPORT && strcmp(o->target, "tuning") == 0;
}

void rg_options_free(struct rg_options *o)
{
	rg_wanted_free(o->wanted);
	free(o->line);
}
