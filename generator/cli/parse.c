/* SPDX-License-Identifier: BSD-3-Clause
 * parse: the command line of ringgen. What a command takes, and what goes together, is in its row
 * (command.h); what options there are is in known.h.
 */
#include "cli/parse.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/embedded.h"
#include "base/meant.h"
#include "base/picture_name.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/known.h"
#include "cli/lacks.h"

/* ---- Errors and help */

static int print_help(const char *name)
{
	char file[48];
	snprintf(file, sizeof file, "cli/help/%s.txt", name);
	for (const char *const *line = rg_embedded(file); *line; line++)
		fputs(*line, stdout);
	rg_lacks_print("\n");
	return RG_OK;
}

/* `hint` is what rg_nearest_hint gives. */
static int usage_hint(const struct rg_command *c, const char *what, const char *value,
                      const char *hint)
{
	fprintf(stderr, "ringgen: error: %s%s%s%s%s\n", what, value ? " '" : "", value ? value : "",
	        value ? "'" : "", hint);
	fprintf(stderr, "Try 'ringgen %s%s--help'.\n", c ? c->name : "", c ? " " : "");
	return RG_USAGE;
}

static int usage_error(const struct rg_command *c, const char *what, const char *value)
{
	return usage_hint(c, what, value, "");
}

static int command_error(const struct rg_command *const *commands, const char *name)
{
	struct rg_text names = {0};
	char hint[RG_HINT];
	for (; *commands; commands++)
		rg_textf(&names, "%s ", (*commands)->name);
	rg_nearest_hint(hint, sizeof hint, "", name, names.s);
	rg_text_free(&names);
	return usage_hint(NULL, "unknown command", name, hint);
}

/* Is it one of these words? */
static bool has_word(const char *words, const char *word)
{
	return rg_is_word(word, strlen(word), words);
}

/* An option of other commands: which have it, as "--json is for check, order, certify". -1: it is
 * of none. */
static int elsewhere_error(const struct rg_options *o, const char *name)
{
	struct rg_text what = {0};
	int n = 0;
	rg_textf(&what, "--%s is for", name);
	for (const struct rg_command *const *c = o->commands; *c; c++)
		if (has_word((*c)->takes, name))
			rg_textf(&what, "%s %s", n++ ? "," : "", (*c)->name);
	int status = n ? usage_error(o->command, what.s, NULL) : -1;
	rg_text_free(&what);
	return status;
}

/* A name that several options of the command begin with: which. -1: it is of one, or none. */
static int begin_error(const struct rg_options *o, const char *name)
{
	struct rg_text what = {0};
	int n = 0;
	rg_textf(&what, "--%s could be", name);
	for (int i = 0; i < rg_known_count(); i++)
		if (has_word(o->command->takes, rg_known_name(i)) &&
		    strncmp(rg_known_name(i), name, strlen(name)) == 0)
			rg_textf(&what, "%s --%s", n++ ? "," : "", rg_known_name(i));
	int status = n > 1 ? usage_error(o->command, what.s, NULL) : -1;
	rg_text_free(&what);
	return status;
}

/* An option of that name, as it was written; the command has none. */
static int name_error(const struct rg_options *o, const char *word)
{
	char *name = rg_strndup(word + 2, strcspn(word + 2, "=")), hint[RG_HINT];
	int status = *name ? begin_error(o, name) : -1;
	if (status < 0)
		status = elsewhere_error(o, name);
	if (status < 0)
		status = usage_hint(
			o->command, "unknown option", word,
			rg_nearest_hint(hint, sizeof hint, "--", name, o->command->takes));
	free(name);
	return status;
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

/* ---- What goes together */

static bool any_given(const struct rg_options *o, const char *words)
{
	char *copy = rg_strdup(words), *rest;
	bool any = false;
	for (char *w = strtok_r(copy, " ", &rest); w && !any; w = strtok_r(NULL, " ", &rest))
		any = rg_is_given(o, w);
	free(copy);
	return any;
}

static bool is_broken(const struct rg_options *o, const struct rg_condition *r)
{
	if (r->given && !rg_is_given(o, r->given))
		return false;
	return (r->needs && !any_given(o, r->needs)) || (r->without && any_given(o, r->without)) ||
	       (r->wrong && r->wrong(o));
}

static bool ends_in(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);
	return n > m && strcmp(s + n - m, end) == 0;
}

/* What is wrong with -o DIR/BASE, as a phrase before it, or NULL: BASE.c and its like are files,
 * which nobody wants beside /dev/null, and BASE has no such end already. */
static const char *base_fault(const struct rg_options *o, const char *base)
{
	struct stat st;
	if (strcmp(base, "-") == 0 || (stat(o->output, &st) == 0 && !S_ISREG(st.st_mode)))
		return "-o: not the name of files, DIR/BASE:";
	for (const struct rg_end *e = o->command->ends(o); e->end; e++)
		if (ends_in(base, e->end))
			return e->says;
	return NULL;
}

/* What is wrong with -o, as a phrase before it, or NULL. */
static const char *output_fault(const struct rg_options *o)
{
	const char *slash = strrchr(o->output, '/'), *base = slash ? slash + 1 : o->output;
	bool files = o->command->ends;
	struct stat st;
	if (!*o->output)
		return files ? "-o: it is no name, give DIR/BASE:" : "-o: it is no name:";
	if (!*base || strcmp(base, ".") == 0 || strcmp(base, "..") == 0 ||
	    (stat(o->output, &st) == 0 && S_ISDIR(st.st_mode)))
		return files ? "-o: that is a folder, give DIR/BASE:"
		             : "-o: that is a folder, give the name of a file:";
	if (rg_is_other_picture(base))
		return "-o: " RG_PICTURES_ARE_SVG;
	return files ? base_fault(o, base) : NULL;
}

static int program_error(const struct rg_command *c)
{
	return usage_error(c, "which program? give it behind --, as in -- mpiexec -n 4 ./app",
	                   NULL);
}

/* What a command's files and options must be together; -1 when they are. */
static int check_together(const struct rg_options *o, int files)
{
	const struct rg_command *c = o->command;
	bool none = c->file == RG_NO_FILE || (c->no_file && rg_is_given(o, c->no_file));
	if (!none && c->file == RG_ONE_FILE && !files)
		return usage_error(c, "which topology file?", NULL);
	if (files > !none)
		return usage_error(c, "too many arguments", NULL);
	if (c->runs && !o->program)
		return program_error(c);
	if (c->paths && !o->paths)
		return usage_error(c, "which files?", NULL);
	for (const struct rg_condition *r = c->conditions; r && r->says; r++)
		if (is_broken(o, r))
			return usage_error(c, r->says, NULL);
	if (o->output && output_fault(o))
		return usage_error(c, output_fault(o), o->output);
	return -1;
}

/* ---- Parsing */

enum { FIRST = 256 /* no letter */ };

/* For getopt: the options that this command takes, to be freed. The first of all has a letter. */
static struct option *list_options(const struct rg_command *command)
{
	int n = 0, known = rg_known_count();
	struct option *options = rg_alloc((size_t)known + 2, sizeof *options);
	options[n++] = (struct option){"help", no_argument, NULL, 'h'};
	for (int i = 0; i < known; i++)
		if (has_word(command->takes, rg_known_word(i)))
			options[n++] = (struct option){rg_known_name(i),
			                               rg_known_has_value(i) ? required_argument
			                                                     : no_argument,
			                               NULL, i ? FIRST + i : 'o'};
	return options;
}

/* getopt gave '?' or ':'. The message names the letter, even if it is one of several behind a dash,
 * or the long option as it was written. */
static int option_error(const struct rg_options *o, int c, char **argv)
{
	char letter[] = {'-', (char)optopt, '\0'};
	const char *word = argv[optind - 1];
	if (c == ':')
		return usage_error(o->command, "an option lacks its value:", word);
	if (optopt >= FIRST || optopt == 'h')
		return usage_error(o->command, "an option that takes no value:", word);
	if (optopt > 0)
		return usage_error(o->command, "unknown option", letter);
	return name_error(o, word);
}

/* -1: go on with what is not an option. */
static int parse_options(struct rg_options *o, int argc, char **argv)
{
	struct option *options = list_options(o->command);
	bool writes = has_word(o->command->takes, rg_known_name(0));
	int c, status = -1;
	optind = 2;
	opterr = 0;
	while (status < 0 &&
	       (c = getopt_long(argc, argv, writes ? ":ho:" : ":h", options, NULL)) != -1) {
		if (c == 'h')
			status = print_help(o->command->name);
		else if (c == '?' || c == ':')
			status = option_error(o, c, argv);
		else
			status = rg_known_take(o, c == 'o' ? 0 : c - FIRST, optarg);
	}
	free(options);
	return status;
}

/* -1: it is right, or the command takes none. */
static int check_word(const struct rg_options *o)
{
	char *wrong = o->command->word_fault ? o->command->word_fault(o->target) : NULL;
	int status = wrong ? usage_error(o->command, wrong, NULL) : -1;
	free(wrong);
	return status;
}

/* Take the program that stands behind -- from the command line, and return how many words are left
 * for the command itself. Without one, options may be the program's. */
static int take_program(struct rg_options *o, int argc, char **argv)
{
	int i = 2;
	while (i < argc && strcmp(argv[i], "--") != 0)
		i++;
	if (i + 1 < argc)
		o->program = argv + i + 1;
	return i;
}

static bool asks_for_help(int argc, char **argv)
{
	int i = 2;
	while (i < argc && strcmp(argv[i], "--help") != 0 && strcmp(argv[i], "-h") != 0)
		i++;
	return i < argc;
}

static int parse_command(struct rg_options *o, int argc, char **argv)
{
	const struct rg_command *c = o->command;
	o->ops_by = has_word(c->takes, "ops") ? "ops" : "collective";
	if (c->runs) {
		argc = take_program(o, argc, argv);
		if (!o->program && !asks_for_help(argc, argv))
			return program_error(c);
	}
	int status = parse_options(o, argc, argv);
	if (status >= 0)
		return status;
	if (c->word_fault && optind < argc)
		o->target = argv[optind++];
	if ((status = check_word(o)) >= 0)
		return status;
	int files = argc - optind;
	if (optind < argc && !(c->paths && c->file == RG_NO_FILE))
		o->job.file = argv[optind];
	if (c->paths) {
		files = o->job.file ? 1 : 0;
		o->path = argv + optind + files;
		o->paths = argc - optind - files;
	}
	status = rg_take_ops(o);
	return status >= 0 ? status : check_together(o, files);
}

int rg_options_parse(struct rg_options *o, const struct rg_command *const *commands, int argc,
                     char **argv)
{
	o->commands = commands;
	o->model = rg_model_usual;
	o->latency = -1;
	for (int i = 0; i < RG_FORMS; i++)
		o->emit.forms[i] = true;
	if (argc < 2)
		return usage_error(NULL, "which command?", NULL);
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		printf("ringgen %s\n", RINGGEN_VERSION_TEXT);
		rg_lacks_print("");
		return RG_OK;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return print_help("ringgen");
	while (*commands && strcmp((*commands)->name, argv[1]) != 0)
		commands++;
	if (!*commands)
		return command_error(o->commands, argv[1]);
	o->command = *commands;
	o->line = without_folders(argc, argv);
	return parse_command(o, argc, argv);
}
