/* SPDX-License-Identifier: BSD-3-Clause
 * topology_file: a topology file (ringgen-topology(5)) into the model. XML by libxml2.
 */
#ifndef RG_TOPOLOGY_FILE_H
#define RG_TOPOLOGY_FILE_H

#include <libxml/tree.h>

#include "base/diag.h"
#include "base/input.h"
#include "fabric/topo.h"

/* Read `path` ("-", if it is given: standard input, named "<stdin>" in messages). Input is data
 * from elsewhere: no network, no document type declaration, hence no entities; at most
 * RG_READ_BYTES of text and 256 levels. Returns a closed topology, or NULL after reporting errors:
 * not XML, against the schema, bad quantities, bad ranges. What a valid file can still have wrong
 * is for rg_check_tree. */
enum { RG_READ_BYTES = 64 << 20 };
struct rg_topo *rg_read(const char *path, enum rg_source source, struct rg_diag *d);

/* The same of a file that is given, and a copy of the document with its comments and blanks, to be
 * changed and written again, into *doc (xmlFreeDoc; NULL after errors). The topology's links are,
 * in document order, those of the <link>s, of the <switch>es within a <switch>, and of each machine
 * of the <node>s within one. */
struct rg_topo *rg_read_document(const char *path, xmlDoc **doc, struct rg_diag *d);

#endif
