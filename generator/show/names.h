/* SPDX-License-Identifier: BSD-3-Clause
 * names: what of the names of machines and switches is drawn.
 */
#ifndef RG_NAMES_H
#define RG_NAMES_H

#include <stddef.h>

#include "fabric/topo.h"

/* The bytes at the end of all machines' names that say nothing, since all have them: whole labels
 * of a domain, with the dot before them (".cluster.example.org"). 0: they have none in common, or
 * there is one machine. Numbers are no domain: of 10.0.0.1 and 10.0.1.1 nothing is left out. */
size_t rg_common_domain(const struct rg_topo *t);

/* The bytes of a name without such an end, if it has that. */
size_t rg_without_domain(const char *name, const char *domain);

#endif
