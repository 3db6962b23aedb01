/* SPDX-License-Identifier: BSD-3-Clause
 * outputs: the files that a command writes.
 */
#ifndef RG_OUTPUTS_H
#define RG_OUTPUTS_H

#include "base/diag.h"
#include "cli/options.h"

enum { RG_OUTPUTS_MOST = 3 };

/* NULL is standard output. */
struct rg_outputs {
	char *path[RG_OUTPUTS_MOST];
	int n;
};

/* Their names. generate: libBASE-preload.so if it is wanted, BASE.c, BASE.h, or the library alone;
 * export: BASE.xml, BASE.hosts, or BASE.json (Open MPI: BASE.conf), BASE.sh; calibrate: its file,
 * then standard output; others: one. */
void rg_outputs_name(const struct rg_options *o, struct rg_outputs *out);
void rg_outputs_free(struct rg_outputs *out);

/* Can they be written? Known before the work that leads to them; what cannot is reported, and so is
 * what would overwrite what is read. */
enum rg_status rg_outputs_test(const struct rg_options *o);

#endif
