/* SPDX-License-Identifier: BSD-3-Clause
 * outputs: the files that a command writes.
 */
#ifndef RG_OUTPUTS_H
#define RG_OUTPUTS_H

#include "base/diag.h"
#include "cli/command.h"
#include "cli/options.h"

enum { RG_OUTPUTS_MOST = 3 };

/* NULL is standard output. */
struct rg_outputs {
	char *path[RG_OUTPUTS_MOST];
	int n;
};

/* Their names, by the command's row. */
void rg_outputs_name(const struct rg_options *o, struct rg_outputs *out);
void rg_outputs_free(struct rg_outputs *out);

/* Can they be written? Known before the work that leads to them; what cannot is reported, and so is
 * what would overwrite what is read. */
enum rg_status rg_outputs_test(const struct rg_options *o);

/* ---- For the rows of commands */

/* Add FOLDER/BEGIN BASE END, for -o FOLDER/BASE; NULL: standard output. */
void rg_outputs_add(struct rg_outputs *out, const char *output, const char *begin, const char *end);

/* struct rg_end.says of most ends. */
#define RG_END_IS_ADDED "-o: give DIR/BASE, ends are added to it:"

/* A file, and then standard output. */
void rg_file_and_table(const struct rg_options *o, struct rg_outputs *out);

#endif
