/* SPDX-License-Identifier: BSD-3-Clause
 * importers: the kinds of files of which a topology can be made, by name.
 */
#ifndef RG_IMPORTERS_H
#define RG_IMPORTERS_H

#include "base/diag.h"
#include "fabric/topo.h"
#include "import/request.h"

struct rg_importer {
	const char *name;
	bool one;            /* it takes one path */
	const char *assumed; /* what it assumes, as a sentence */
	/* Does it need libyaml for these? NULL: never. */
	bool (*is_yaml)(const struct rg_import_request *q);
	bool joins; /* it can take one switch to be above parts that nothing joins */
	/* The closed topology of these; NULL after reporting errors. */
	struct rg_topo *(*read)(const struct rg_import_request *q, struct rg_diag *d);
};

/* All names, for messages: "ibnet, netloc, ...". */
extern const char rg_importer_names[];

/* The one of that name; NULL: there is none. */
const struct rg_importer *rg_importer_find(const char *name);

#endif
