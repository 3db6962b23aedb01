/* SPDX-License-Identifier: BSD-3-Clause
 * command: the row that a command is: its name, what it takes, what goes together, what it does.
 */
#ifndef RG_COMMAND_H
#define RG_COMMAND_H

#include <stdbool.h>

#include "base/diag.h"

struct rg_options;
struct rg_outputs;

/* What must be so of the options that are given, or else `says` is the error. Options are named
 * without dashes, several with blanks between. */
struct rg_condition {
	const char *given;   /* where this one is given (NULL: always), */
	const char *needs;   /* one of these is given too (NULL: none is needed), */
	const char *without; /* none of these is, */
	bool (*wrong)(const struct rg_options *o); /* and this is not so (NULL: nothing else) */
	const char *says;
};

/* An end that is added to -o DIR/BASE, and what is wrong with a BASE that has it already. */
struct rg_end {
	const char *end; /* ".c" */
	const char *says;
};

/* What may stand on the command line beside options. */
enum rg_takes_file { RG_NO_FILE, RG_MAY_HAVE_FILE, RG_ONE_FILE };

struct rg_command {
	const char *name;
	const char *takes; /* options, as words; cli/help/NAME.txt tells them to users */
	const struct rg_condition
		*conditions; /* the first that is broken is said; says NULL ends them */
	/* Is there a word before the file, as in 'export simgrid', and what is wrong with this one
	 * (NULL: it is missing)? A phrase that names it, to be freed, or NULL. */
	char *(*word_fault)(const char *word);
	enum rg_takes_file file;
	const char *no_file; /* with this option there is none */
	bool runs;           /* behind -- is a program with its arguments */
	bool paths;          /* other files come behind, at least one */
	const char *usual;   /* of --ops or --collective; NULL: all */
	bool names_one;      /* --collective is one of few, which the command knows */
	bool by_default;     /* what --ops names without an algorithm is by its default one */
	/* The ends that are added to -o, up to one without an end; NULL: -o is a file. */
	const struct rg_end *(*ends)(const struct rg_options *o);
	/* The names of what is written; NULL: -o, or standard output. */
	void (*outputs)(const struct rg_options *o, struct rg_outputs *out);
	bool replaces_file;     /* -o may be the topology file */
	bool keeps_hosts;       /* -o must not be the file of --hosts */
	const char *reads_from; /* what --from is; NULL: the choice of the library */
	enum rg_status (*run)(const struct rg_options *o);
};

#endif
