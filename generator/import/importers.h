/* SPDX-License-Identifier: BSD-3-Clause
 * importers: the kinds of files of which a topology can be made, by name.
 */
#ifndef RG_IMPORTERS_H
#define RG_IMPORTERS_H

#include "base/diag.h"
#include "fabric/topo.h"

struct rg_importer {
	const char *name;
	bool one;            /* it takes one path */
	const char *assumed; /* what it assumes, as a sentence */
	/* Does it need libyaml for these? NULL: never. */
	bool (*is_yaml)(char *const *paths, int n);
	/* The closed topology, called `name`, of these; NULL after reporting errors. */
	struct rg_topo *(*read)(char *const *paths, int n, const char *name, struct rg_diag *d);
};

/* All names, for messages: "ibnet, netloc, ...". */
extern const char rg_importer_names[];

/* The one of that name; NULL: there is none. */
const struct rg_importer *rg_importer_find(const char *name);

#endif
