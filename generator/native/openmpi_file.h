/* SPDX-License-Identifier: BSD-3-Clause
 * openmpi_file: choices of algorithms as a file for Open MPI's coll_tuned_dynamic_rules_filename,
 * in the form that 4.1 and 5.0 read.
 */
#ifndef RG_OPENMPI_FILE_H
#define RG_OPENMPI_FILE_H

#include "base/text.h"
#include "native/choice.h"

/* The file, for communicators of P ranks; it says what it leaves out for programs of which this is
 * assumed. */
void rg_openmpi_file(const struct rg_native_choices choices[RG_COLLECTIVES], int P,
                     unsigned assumed, struct rg_text *out);

/* The number that the file has for a collective; -1: none, its algorithms cannot be chosen. */
int rg_openmpi_number(enum rg_collective collective);

#endif
