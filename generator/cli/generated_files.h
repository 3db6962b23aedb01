/* SPDX-License-Identifier: BSD-3-Clause
 * generated_files: what generate writes.
 */
#ifndef RG_GENERATED_FILES_H
#define RG_GENERATED_FILES_H

#include "cli/outputs.h"
#include "emit/emit.h"

/* Of generate: libBASE-preload.so if it is wanted, BASE.c, BASE.h, or the library alone. */
const struct rg_end *rg_generated_ends(const struct rg_options *o);
void rg_generated_names(const struct rg_options *o, struct rg_outputs *out);

/* Write the emission: all files, or none. */
enum rg_status rg_generated_write(const struct rg_options *o, const struct rg_emission *e);

#endif
