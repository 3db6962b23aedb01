/* SPDX-License-Identifier: BSD-3-Clause
 * schema: is a tree of elements a topology file? What is wrong is said with a hint what was meant.
 */
#ifndef RG_SCHEMA_H
#define RG_SCHEMA_H

#include <libxml/tree.h>

#include "base/diag.h"

/* Validate a tree of rg_xml_read. Returns 0, or -1 after reporting all that is wrong, each mistake
 * once, at the end of the start tag that it concerns. Elements that nobody can read are then marked
 * (rg_xml_mark); others may lack attributes. */
int rg_schema_check(xmlDoc *doc, const char *file, struct rg_diag *d);

#endif
