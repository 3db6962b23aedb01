/* SPDX-License-Identifier: BSD-3-Clause
 * read: a topology file (ringgen-topology(5)) into the model. XML by libxml2, validated against the
 * RELAX NG schema of templates/topology.rng, which is embedded in the command.
 */
#ifndef RG_READ_H
#define RG_READ_H

#include "diag.h"
#include "topo.h"

/* Read `path` ("-": standard input, named "<stdin>" in messages). Input is data from elsewhere: no
 * network, no document type declaration, hence no entities; at most RG_READ_BYTES of text and 256
 * levels. Returns a closed topology, or NULL after reporting errors: not XML, against the schema,
 * bad quantities, bad ranges. What a valid file can still have wrong is for rg_check. */
enum { RG_READ_BYTES = 64 << 20 };
struct rg_topo *rg_read(const char *path, struct rg_diag *d);

#endif
