/* SPDX-License-Identifier: BSD-3-Clause
 * inside_file: the inside of a machine as a topology file.
 */
#ifndef RG_INSIDE_FILE_H
#define RG_INSIDE_FILE_H

#include "base/text.h"
#include "fabric/topo.h"

/* A topology file with one machine: what `ringgen probe` prints. Its name and id come from host
 * (NULL: "machine"), changed where the reader would refuse it. */
void rg_inside_print(const struct rg_inside *inside, const char *host, struct rg_text *out);

/* The <package> elements alone. */
void rg_inside_packages(const struct rg_inside *in, struct rg_text *out);

#endif
